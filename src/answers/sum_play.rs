//! How to play a board whose regions have values too large to expand: by the judge.

use crate::board::{Bitboard, Color, Frame, Move, Position, Wide};
use crate::game_value::{Play, Recommended, RegionReport};
use crate::judge::{Judge, Query};
use crate::limits::Limits;
use crate::region::{Region, RegionKind};
use amazons_cgt::Dyadic;
use std::time::{Duration, Instant};

/// Finds the winner for a first player, and that player's winning moves, by searching for the
/// winner of the board and of what each move leaves. `None` if the time is too short to find the
/// winner. The known worths of the regions only decide which winning move is recommended.
pub(super) fn play(
    position: &Position,
    parts: &[Region],
    worths: &[RegionReport],
    first: Color,
    judge: &mut Judge,
    limits: &Limits,
) -> Option<Play> {
    let time = limits.time?;
    let begun = Instant::now();
    let left = || time.saturating_sub(begun.elapsed());
    let mut first_wins = |problem: &Position, time: Duration| {
        let within = Limits::time(time).until(&limits.abort);
        judge.ask(problem, Query::Winner, &within).first_wins()
    };
    let problem = position.with_side(first);
    let wins = first_wins(&problem, time / 2)?;
    let winner = if wins { first } else { first.other() };
    let mut play = Play { first, winner, winning_moves: Some(Vec::new()), recommended: None };
    if !wins {
        return Some(play);
    }
    // Hot regions first; a region of unknown temperature may be hotter than any other.
    let heat = |region: usize| match parts[region].kind {
        RegionKind::Contested => {
            worths[region].worth.temperature.map_or((2, Dyadic::ZERO), |t| (1, t))
        }
        _ => (0, Dyadic::ZERO),
    };
    let region_of = |mv: &Move| {
        let square = Frame::WHOLE.inward::<Wide>(mv.from);
        parts.iter().position(|part| part.squares.has(square))
    };
    let mut moves: Vec<(usize, Move)> =
        problem.legal_moves().iter().filter_map(|mv| Some((region_of(mv)?, *mv))).collect();
    moves.sort_by_cached_key(|&(region, mv)| (std::cmp::Reverse(heat(region)), mv.to_string()));
    let mut winning = Vec::new();
    let mut all = true;
    for &(region, mv) in &moves {
        // No single move may take all the time that is left.
        match problem.play(mv).ok().and_then(|after| first_wins(&after, left() / 4)) {
            Some(true) => {}
            Some(false) => winning.push((region, mv)),
            None => all = false,
        }
    }
    play.recommended = winning.first().map(|&(region, mv)| {
        let reason = match heat(region) {
            (1, temperature) => format!("wins, by search; region of temperature {temperature}"),
            (2, _) => "wins, by search; region of unknown temperature".to_owned(),
            _ => "wins, by search; no move in a contested region is known to".to_owned(),
        };
        Recommended { mv, region, reason }
    });
    let mut winning: Vec<Move> = winning.into_iter().map(|(_, mv)| mv).collect();
    winning.sort_by_cached_key(Move::to_string);
    play.winning_moves = all.then_some(winning);
    Some(play)
}
