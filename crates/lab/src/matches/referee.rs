//! Plays one game of a match under its time control, and scores every failure.

use super::log::{SideLine, Termination};
use super::participant::{Allowance, ClockNow, Seat};
use super::time_control::{Clock, TimeControl};
use crate::engine::MoveFailure;
use crate::engine::external::PATIENCE;
use crate::play::clock::share_of_clock;
use amazons::board::{Bitboard, Color, Position};
use amazons::judge::{Judge, Query};
use amazons::limits::{Abort, Limits};
use amazons::records::Game;
use std::time::{Duration, Instant};

/// When the exact judge ends games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Adjudication {
    /// Nodes that the judge may use after a move; with 0 it is not asked.
    pub nodes: u64,
}

/// The judge is asked once both players have moved and no contested region has more empty squares
/// than this.
const ADJUDICATED_EMPTIES: usize = 14;

/// Memory of a referee's judge.
const JUDGE_MEMORY: usize = 16 << 20;

/// Who won, how, and what the sides used.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayedGame {
    pub game: Game,
    pub winner: Color,
    pub reason: Termination,
    /// What went wrong, in words.
    pub detail: Option<String>,
    pub sides: [SideLine; 2],
}

/// One thread's referee.
pub struct Referee {
    time: TimeControl,
    adjudication: Adjudication,
    judge: Judge,
}

impl Referee {
    pub fn new(time: TimeControl, adjudication: Adjudication) -> Self {
        Self { time, adjudication, judge: Judge::builder().memory(JUDGE_MEMORY).build() }
    }

    /// Continues a game until it ends. `None` if `abort` was set.
    pub fn play(
        &mut self,
        mut game: Game,
        seats: [&mut Seat; 2],
        abort: &Abort,
    ) -> Option<PlayedGame> {
        let mut sides = [SideLine::default(); 2];
        let mut left = match self.time {
            TimeControl::PerGame(clock) => [clock.time; 2],
            TimeControl::PerMove { .. } => [Duration::ZERO; 2],
        };
        let (winner, reason, detail) = loop {
            let side = game.now().side();
            let enemy = side.other();
            if !game.now().can_move() {
                break (enemy, Termination::NoMove, None);
            }
            // An opening that is already decided says nothing about the players, so they play
            // first.
            if sides.iter().all(|side| side.moves > 0)
                && let Some(winner) = self.proved_winner(game.now(), abort)
            {
                break (winner, Termination::Judged, None);
            }
            let at = side as usize;
            let own = seats[at].limit().time;
            let allowance = match self.time {
                TimeControl::PerMove { grace } => {
                    let patience = own.unwrap_or(PATIENCE).saturating_add(grace);
                    Allowance { time: own, clock: None, patience }
                }
                TimeControl::PerGame(Clock { increment, .. }) => {
                    let share = share_of_clock(left[at], increment, game.now());
                    let clock = ClockNow { left: [left[at], left[enemy as usize]], increment };
                    Allowance { time: Some(share), clock: Some(clock), patience: left[at] }
                }
            };
            let begun = Instant::now();
            let chosen = seats[at].choose(&game, allowance, abort);
            let taken = begun.elapsed();
            // A share of a clock is advice, not a limit.
            let limit = allowance.time.filter(|_| allowance.clock.is_none());
            sides[at].add(taken, limit, seats[at].nodes());
            let mut failed = chosen.as_ref().err().cloned();
            if let TimeControl::PerGame(Clock { increment, .. }) = self.time {
                if taken > left[at] {
                    failed = Some(MoveFailure::TimeOut("the clock ran out".to_owned()));
                }
                left[at] = left[at].saturating_sub(taken).saturating_add(increment);
            }
            if let (None, Ok(mv)) = (&failed, chosen) {
                match game.push(mv) {
                    Ok(()) => continue,
                    Err(illegal) => {
                        seats[at].dismiss();
                        failed = Some(MoveFailure::IllegalMove(illegal.to_string()));
                    }
                }
            }
            let failure = failed?;
            let reason = match failure {
                MoveFailure::Aborted => return None,
                MoveFailure::TimeOut(_) => Termination::TimeOut,
                MoveFailure::Crash(_)
                | MoveFailure::NotUnderstood(_)
                | MoveFailure::Board(_)
                | MoveFailure::Option(_) => Termination::Crash,
                MoveFailure::IllegalMove(_) => Termination::IllegalMove,
                MoveFailure::Resigned => Termination::Resigned,
            };
            break (enemy, reason, Some(failure.to_string()));
        };
        Some(PlayedGame { game, winner, reason, detail, sides })
    }

    /// Returns the winner if the judge can prove it within its budget.
    fn proved_winner(&mut self, position: &Position, abort: &Abort) -> Option<Color> {
        let placement = position.placement();
        let small = |part| {
            let region = placement.restricted(part);
            region.white.is_none()
                || region.black.is_none()
                || region.empty.count() as usize <= ADJUDICATED_EMPTIES
        };
        if self.adjudication.nodes == 0 || !placement.components().all(small) {
            return None;
        }
        let limits = Limits::nodes(self.adjudication.nodes).until(abort);
        let verdict = self.judge.ask(position, Query::Winner, &limits);
        let side = position.side();
        verdict.first_wins().map(|wins| if wins { side } else { side.other() })
    }
}
