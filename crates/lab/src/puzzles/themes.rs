//! The themes of a puzzle, found by proof.

use amazons::board::{Bitboard, Color, Frame, Move, Position, Square, Wide};
use amazons::cgt::{Dyadic, Effort};
use amazons::game_value::GameValueAnalyzer;
use amazons::judge::{Judge, Query};
use amazons::limits::Limits;
use amazons::problems::Theme;
use amazons::region::filling::Filler;
use amazons::region::{Region, RegionKind, regions};
use amazons::score::Rank;
use amazons::util::opaque_debug;
use std::cmp::Ordering;

/// The most steps with game values, at some 100 ns each.
const STEPS: u64 = 3_000_000;

/// The least number of squares that a sacrifice gives up.
const SACRIFICE: u32 = 2;

/// The least number of empty squares behind a corridor.
const BEHIND: u32 = 2;

/// Proves themes. Each thread uses its own.
pub struct ThemeFinder {
    analyzer: GameValueAnalyzer,
    filler: Filler,
}

opaque_debug!([] ThemeFinder, "ThemeFinder");

impl ThemeFinder {
    /// Makes a finder that uses at most `memory` bytes.
    pub fn new(memory: usize) -> Self {
        Self {
            analyzer: GameValueAnalyzer::new(memory - memory / 8),
            filler: Filler::new(memory / 8),
        }
    }

    /// Finds the themes of a position, given its one optimal move and its rank. A theme is left out
    /// if its proof exceeds the limits of a question.
    pub fn find(
        &mut self,
        position: &Position,
        right: Move,
        rank: Rank,
        judge: &mut Judge,
        limits: &Limits,
    ) -> Vec<Theme> {
        let Ok(after) = position.play(right) else { return Vec::new() };
        let side = position.side();
        let holds = |theme: Theme, this: &mut Self, judge: &mut Judge| match theme {
            Theme::Zugzwang => zugzwang(position, rank, judge, limits),
            Theme::ScoreAndValue => this.score_and_value(position, rank, limits),
            Theme::DefectiveTerritory => this.defective(&after),
            Theme::Sacrifice => sacrifice(position, &after),
            Theme::Division => divides(position, &after),
            Theme::Blockade => !after.placement().can_move(side.other()),
            Theme::GuardedCorridor => guards_corridor(position, &after, right, judge, limits),
            Theme::HottestRegion => this.heat(position, right, limits) == Some(Ordering::Greater),
            Theme::CoolerRegion => this.heat(position, right, limits) == Some(Ordering::Less),
        };
        Theme::ALL.into_iter().filter(|&theme| holds(theme, self, judge)).collect()
    }

    /// Whether the first player's surplus differs by two moves or more from the stop of the game
    /// value. This is only asked for a single region: values of sums can grow without limit.
    fn score_and_value(&mut self, position: &Position, rank: Rank, limits: &Limits) -> bool {
        if regions(position).iter().filter(|part| part.kind == RegionKind::Contested).count() > 1 {
            return false;
        }
        let effort = Effort::new(&Limits::nodes(STEPS).until(&limits.abort));
        let (_, Some(thermograph)) = self.analyzer.thermograph(position, effort) else {
            return false;
        };
        // x, the first player's moves minus the opponent's, is rank + 1.
        let x = f64::from(rank.x());
        let stop = |value: Dyadic| value.to_f64();
        let reached = match position.side() {
            Color::White => stop(thermograph.left_stop()),
            Color::Black => -stop(thermograph.right_stop()),
        };
        (x - reached).abs() >= 2.0
    }

    /// Compares the temperature of the region in which a move is made with the highest of the other
    /// contested regions; `None` if fewer than two are hot or a temperature is not known. A region
    /// is hot if its temperature is above 0: either player gains by moving there.
    fn heat(&mut self, position: &Position, right: Move, limits: &Limits) -> Option<Ordering> {
        let contested = |part: &Region| part.kind == RegionKind::Contested;
        let parts: Vec<Region> = regions(position).into_iter().filter(contested).collect();
        if parts.len() < 2 {
            return None;
        }
        let from = wide(right.from);
        let (mut own, mut others, mut hot) = (None, None, 0);
        for part in parts {
            let effort = Effort::new(&Limits::nodes(STEPS).until(&limits.abort));
            let region = position.restricted(part.squares);
            let temperature = self.analyzer.thermograph(&region, effort).0.temperature?;
            hot += u32::from(temperature > Dyadic::ZERO);
            let place = if part.squares.has(from) { &mut own } else { &mut others };
            *place = (*place).max(Some(temperature));
        }
        if hot < 2 { None } else { Some(own?.cmp(&others?)) }
    }

    /// Whether a region of one player cannot be filled to its last square.
    fn defective(&mut self, after: &Position) -> bool {
        regions(after).into_iter().any(|part| {
            let RegionKind::OneSided(color) = part.kind else { return false };
            let region = after.restricted(part.squares);
            let placement = region.placement();
            let mut nodes = 100_000u32;
            let mut tick = || {
                nodes = nodes.saturating_sub(1);
                nodes > 0
            };
            let longest = self.filler.longest(placement.empty, placement.amazons(color), &mut tick);
            longest.exact().is_some_and(|longest| (longest as usize) < region.empties())
        })
    }
}

/// Whether the player would do better by passing.
fn zugzwang(position: &Position, rank: Rank, judge: &mut Judge, limits: &Limits) -> bool {
    let passed = position.with_side(position.side().other());
    let left = judge.ask(&passed, Query::Score, limits);
    left.rank().is_some_and(|other| other.for_opponent() > rank)
}

/// The number of empty squares in the regions that a player has alone.
fn owned(position: &Position, color: Color) -> u32 {
    let own = |part: &Region| part.kind == RegionKind::OneSided(color);
    let parts = regions(position).into_iter().filter(own);
    parts.map(|part| (part.squares & position.placement().empty).count()).sum()
}

/// Whether another move gives the player at least two more squares at once.
fn sacrifice(position: &Position, after: &Position) -> bool {
    let side = position.side();
    let right = owned(after, side);
    position
        .legal_moves()
        .into_iter()
        .filter_map(|mv| position.play(mv).ok())
        .any(|other| owned(&other, side) >= right + SACRIFICE)
}

/// Whether there are more regions with amazons and room after the move.
fn divides(before: &Position, after: &Position) -> bool {
    let alive = |position: &Position| {
        regions(position).iter().filter(|part| part.kind != RegionKind::Dead).count()
    };
    alive(after) > alive(before)
}

/// A square on the largest board.
fn wide(square: Square) -> usize {
    Frame::WHOLE.inward::<Wide>(square)
}

/// Returns what lies behind a square: the open squares that the opponent's amazons reach only
/// through it. `None` if they reach fewer than two empty squares that way.
fn behind(position: &Position, pass: usize) -> Option<Wide> {
    let placement = position.placement();
    let (open, opponents) = (placement.open(), placement.amazons(position.side().other()));
    let pass = Wide::bit(pass);
    let whole = pass.flood(open);
    let before = (opponents & whole).flood(open.without(pass));
    let behind = whole.without(pass).without(before);
    let room = (behind & placement.empty).count() >= BEHIND;
    (whole.meets(opponents) && room).then_some(behind)
}

/// Whether the right move closes a corridor that the opponent would enter or close at once.
///
/// A corridor is an empty square through which every way from the opponent's amazons to at least
/// two empty squares leads. The move closes it with its amazon or its arrow, and keeps an amazon on
/// it or behind it. The need for this is proved: if the player were to pass, every optimal move of
/// the opponent would go, or shoot, into the corridor or behind it.
fn guards_corridor(
    position: &Position,
    after: &Position,
    right: Move,
    judge: &mut Judge,
    limits: &Limits,
) -> bool {
    let side = position.side();
    let guarded: Vec<Wide> = [right.to, right.arrow]
        .into_iter()
        .map(wide)
        .filter(|&pass| position.placement().empty.has(pass))
        .filter_map(|pass| Some(behind(position, pass)? | Wide::bit(pass)))
        .filter(|inside| inside.meets(after.placement().amazons(side)))
        .collect();
    if guarded.is_empty() {
        return false;
    }
    let passed = position.with_side(side.other());
    let threats = judge.ask(&passed, Query::BestMoves, limits).best_moves.unwrap_or_default();
    let enters =
        |inside: &Wide, mv: &Move| [mv.to, mv.arrow].iter().any(|&at| inside.has(wide(at)));
    !threats.is_empty() && guarded.iter().any(|inside| threats.iter().all(|mv| enters(inside, mv)))
}
