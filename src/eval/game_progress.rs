//! Game progress: how far a game has come, from 0 % at its start to 100 % when nothing is contested
//! any more.

use super::distance::Distances;
use super::twin::Walk;
use crate::board::with_placement;
use crate::board::{Bitboard, Color, Placement, Position};
use crate::util::named;

/// A way to measure game progress: Y. Higashiuchi and R. Grimbergen, *Enhancing Search Efficiency
/// by Using Move Categorization Based on Various Game Progress Values in Amazons*, sections 2, 3.
///
/// The raw sums are
///
/// - TGP = Σ 2^−|D(White) − D(Black)| by queen moves over the squares that both reach,
/// - MGP = Σ (M(White) + M(Black)) over the squares that both can go to in one move, where M is
///   the number of a side's amazons that can go there.
///
/// Progress is 100 % at a sum of 0, and 0 % at the sum of the start position (TGP) or at 10/9 of it
/// (MGP, where the paper gives the start 10 %). MTGP = f · TGP + g · MGP of these percentages, with
/// f + g = 1 and g = 0.3 + 0.003 (TGP + MGP). The paper leaves f and g open. This line is the
/// least-squares fit to the four positions for which the paper gives TGP, MGP and MTGP; it meets
/// the MTGP of its text (3 %, 43 %, 56 % and 68 %) to within 3 points.
///
/// The move number is the number of blocked squares. It reaches 100 % at the 50th move on 10 × 10,
/// about where the paper finds territory fixed, and at the same share of other boards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProgressMeasure {
    /// MN, by move number.
    MoveNumber,
    /// TGP, by territory.
    Territory,
    /// MGP, by mobility.
    Mobility,
    /// MTGP, by both.
    Combined,
}

named!(ProgressMeasure {
    MoveNumber => "mn",
    Territory => "tgp",
    Mobility => "mgp",
    Combined => "mtgp",
});

/// Progress by every measure, in percent.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub struct GameProgress {
    /// By move number.
    pub mn: f64,
    /// By territory.
    pub tgp: f64,
    /// By mobility.
    pub mgp: f64,
    /// By both.
    pub mtgp: f64,
}

/// What 0 % means on a board.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ProgressScale {
    /// Open squares at the start.
    open: f64,
    /// Moves until territory is fixed.
    moves: f64,
    territory: f64,
    mobility: f64,
}

/// The raw sum of TGP.
fn territory<B: Bitboard>(placement: &Placement<B>) -> f64 {
    f64::from(Distances::new(placement, Color::White, Walk::Queen).openness()) / 64.0
}

/// The raw sum of MGP.
fn mobility<B: Bitboard>(placement: &Placement<B>) -> f64 {
    let union = |color| {
        let all = placement.amazons(color).squares();
        all.fold(B::NONE, |seen, amazon| seen | B::queen(amazon, placement.empty))
    };
    let both = union(Color::White) & union(Color::Black);
    let amazons = (placement.white | placement.black).squares();
    amazons.map(|amazon| f64::from((B::queen(amazon, placement.empty) & both).count())).sum()
}

/// MTGP from the percentages of TGP and MGP.
fn combined(tgp: f64, mgp: f64) -> f64 {
    let g = (0.3 + 0.003 * (tgp + mgp)).clamp(0.0, 1.0);
    (1.0 - g) * tgp + g * mgp
}

/// Maps a sum of `whole` to 0 and a sum of 0 to 100.
fn percent(sum: f64, whole: f64) -> f64 {
    if whole > 0.0 { (100.0 * (1.0 - sum / whole)).clamp(0.0, 100.0) } else { 100.0 }
}

impl ProgressScale {
    /// Measures progress in games that start from `start`.
    pub fn from_start(start: &Position) -> Self {
        let placement = start.placement();
        let open = f64::from(placement.open().count());
        Self {
            open,
            moves: start.empties() as f64 * 50.0 / 92.0,
            territory: territory(placement),
            mobility: mobility(placement) / 0.9,
        }
    }

    /// Measures progress for a position whose start is not known. The scale is that of the board's
    /// standard start. On a board too small for one, all squares count as open, and every square as
    /// shared by one amazon of each side.
    pub fn of_board(position: &Position) -> Self {
        let (width, height) = (position.width(), position.height());
        Position::start(width, height).map_or_else(
            |_| {
                let squares = (width * height) as f64;
                Self { open: squares, moves: squares, territory: squares, mobility: 2.0 * squares }
            },
            |start| Self::from_start(&start),
        )
    }

    /// Returns progress by every measure.
    pub fn progress(&self, position: &Position) -> GameProgress {
        let (placement, _) = position.smallest_placement();
        with_placement!(placement, placement => {
            let of = |measure| self.measure(&placement, measure);
            GameProgress {
                mn: of(ProgressMeasure::MoveNumber),
                tgp: of(ProgressMeasure::Territory),
                mgp: of(ProgressMeasure::Mobility),
                mtgp: of(ProgressMeasure::Combined),
            }
        })
    }

    /// Returns progress by one measure, in percent.
    pub fn measure<B: Bitboard>(&self, placement: &Placement<B>, measure: ProgressMeasure) -> f64 {
        let tgp = || percent(territory(placement), self.territory);
        let mgp = || percent(mobility(placement), self.mobility);
        match measure {
            ProgressMeasure::MoveNumber => {
                let played = self.open - f64::from(placement.open().count());
                (100.0 * played / self.moves.max(1.0)).clamp(0.0, 100.0)
            }
            ProgressMeasure::Territory => tgp(),
            ProgressMeasure::Mobility => mgp(),
            ProgressMeasure::Combined => combined(tgp(), mgp()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::RandomPositions;

    fn start() -> Position {
        Position::start(10, 10).unwrap()
    }

    #[test]
    fn the_start_has_the_papers_percentages() {
        let progress = ProgressScale::from_start(&start()).progress(&start());
        assert_eq!((progress.mn, progress.tgp), (0.0, 0.0));
        assert!((progress.mgp - 10.0).abs() < 1e-9);
        assert!((progress.mtgp - 3.3).abs() < 0.1, "{}", progress.mtgp);
    }

    #[test]
    fn the_combination_is_near_the_papers_examples() {
        for (tgp, mgp, mtgp) in
            [(0.0, 10.0, 3.0), (18.0, 60.0, 43.0), (30.0, 74.0, 56.0), (53.0, 76.0, 68.0)]
        {
            let found = combined(tgp, mgp);
            assert!((found - mtgp).abs() < 3.0, "{tgp} {mgp}: {found}, the paper has {mtgp}");
        }
    }

    /// In its figure 2 the paper counts three for a square that two white amazons and one black
    /// amazon can go to.
    #[test]
    fn a_shared_square_counts_once_for_each_amazon_that_can_go_there() {
        let position: Position = "Q*/1Q/q* w".parse().unwrap();
        assert_eq!(mobility(position.placement()), 3.0);
        let apart: Position = "Q1*1q w".parse().unwrap();
        assert_eq!(mobility(apart.placement()), 0.0);
    }

    #[test]
    fn progress_is_whole_when_territory_is_fixed() {
        let fixed: Position = "Q4*3q/5*4 w".parse().unwrap();
        let progress = ProgressScale::of_board(&fixed).progress(&fixed);
        assert_eq!((progress.tgp, progress.mgp, progress.mtgp), (100.0, 100.0, 100.0));
    }

    #[test]
    fn percentages_stay_within_bounds_and_do_not_depend_on_colours() {
        let mut random = RandomPositions::new(9);
        for _ in 0..300 {
            let (width, height) = (1 + random.below(11), 1 + random.below(11));
            let blocked = random.below(70);
            let position = random.board(width, height, blocked, [4, 4]);
            let scale = ProgressScale::of_board(&position);
            let progress = scale.progress(&position);
            for percent in [progress.mn, progress.tgp, progress.mgp, progress.mtgp] {
                assert!((0.0..=100.0).contains(&percent), "{position}: {progress:?}");
            }
            assert_eq!(scale.progress(&position.swapped()), progress);
        }
    }
}
