//! What a puzzle is about, found by proof.

use crate::board::{Bitboard, Color, Move, Position};
use crate::cgt::{Dyadic, Effort};
use crate::game_value::GameValueAnalyzer;
use crate::judge::{Judge, Query};
use crate::limits::Limits;
use crate::problems::Theme;
use crate::region::filling::Filler;
use crate::region::{RegionKind, regions};
use crate::score::Rank;

/// Steps with game values at most, of some 100 ns each.
const STEPS: u64 = 3_000_000;

/// Squares that a sacrifice gives up at least.
const SACRIFICE: u32 = 2;

/// What proves themes.
pub(super) struct ThemeFinder {
    analyzer: GameValueAnalyzer,
    filler: Filler,
}

impl ThemeFinder {
    /// Takes at most so many bytes.
    pub fn new(memory: usize) -> Self {
        Self {
            analyzer: GameValueAnalyzer::new(memory - memory / 8),
            filler: Filler::new(memory / 8),
        }
    }

    /// The themes of a puzzle with this right move and rank.
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
        };
        Theme::ALL.into_iter().filter(|&theme| holds(theme, self, judge)).collect()
    }

    /// Whether the surplus of the first player is two moves or more from the stop of the game value.
    fn score_and_value(&mut self, position: &Position, rank: Rank, limits: &Limits) -> bool {
        let effort = Effort::new(&Limits::nodes(STEPS).until(&limits.abort));
        let Ok((_, thermograph)) = self.analyzer.thermograph(position, effort) else {
            return false;
        };
        // x, the first player's moves minus the opponent's, is rank + 1.
        let x = f64::from(rank + 1);
        let stop = |value: Dyadic| value.to_f64();
        let reached = match position.side() {
            Color::White => stop(thermograph.left_stop()),
            Color::Black => -stop(thermograph.right_stop()),
        };
        (x - reached).abs() >= 2.0
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

/// Whether the player would do better to pass.
fn zugzwang(position: &Position, rank: Rank, judge: &mut Judge, limits: &Limits) -> bool {
    let passed = position.with_side(position.side().other());
    let left = judge.ask(&passed, Query::Score, limits);
    left.rank().is_some_and(|other| -1 - other > rank)
}

/// Empty squares of the regions that a player has alone.
fn owned(position: &Position, color: Color) -> u32 {
    let own = |part: &crate::region::Region| part.kind == RegionKind::OneSided(color);
    let parts = regions(position).into_iter().filter(own);
    parts.map(|part| (part.squares & position.placement().empty).count()).sum()
}

/// Whether another move gives the player at least two squares more at once.
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
