//! The regions of a board: connected components of the squares that are not blocked.

use crate::board::{Bitboard, Color, Placement, Position, Wide};

/// The kind of a region: which amazons it holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RegionKind {
    /// No amazon, or no empty square.
    Dead,
    /// Amazons of one colour, and an empty square.
    OneSided(Color),
    /// Amazons of both colours, and an empty square.
    Contested,
}

impl std::fmt::Display for RegionKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

/// A connected component of the open squares under the eight king steps. Amazons stand on open
/// squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Region {
    /// Its squares, on the board that it is part of.
    pub squares: Wide,
    /// What it holds.
    pub kind: RegionKind,
}

impl RegionKind {
    /// Returns `dead`, `white`, `black` or `contested`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Dead => "dead",
            Self::OneSided(Color::White) => "white",
            Self::OneSided(Color::Black) => "black",
            Self::Contested => "contested",
        }
    }

    /// Returns the kind of a region, given alone.
    #[inline]
    pub fn of<B: Bitboard>(region: &Placement<B>) -> Self {
        match (region.empty.any(), region.white.any(), region.black.any()) {
            (false, _, _) | (_, false, false) => Self::Dead,
            (true, true, false) => Self::OneSided(Color::White),
            (true, false, true) => Self::OneSided(Color::Black),
            (true, true, true) => Self::Contested,
        }
    }
}

/// Returns the regions of a position, in the order of their lowest squares.
pub fn regions(position: &Position) -> Vec<Region> {
    let placement = position.placement();
    placement
        .components()
        .map(|squares| Region { squares, kind: RegionKind::of(&placement.restricted(squares)) })
        .collect()
}

/// Returns the regions that come into being with the move from `before` to `after` (docs/design.md,
/// section 2): the parts of the region that the arrow divided, except parts whose siblings hold no
/// amazon.
pub fn regions_created_by(before: &Position, after: &Position) -> Vec<Region> {
    let amazons = after.placement().white | after.placement().black;
    let parts = regions(after);
    let mut created = Vec::new();
    for whole in regions(before) {
        let inside = |part: &&Region| part.squares.meets(whole.squares);
        let held = parts.iter().filter(inside).filter(|part| part.squares.meets(amazons)).count();
        for part in parts.iter().filter(inside) {
            let others = held - usize::from(part.squares.meets(amazons));
            if others > 0 {
                created.push(*part);
            }
        }
    }
    created
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(fen: &str) -> Position {
        fen.parse().unwrap()
    }

    #[test]
    fn kinds() {
        let kinds = |fen| regions(&at(fen)).iter().map(|r| r.kind).collect::<Vec<_>>();
        use RegionKind::{Contested, Dead, OneSided};
        assert_eq!(
            kinds("Q1*q1*1*q"),
            [OneSided(Color::White), OneSided(Color::Black), Dead, Dead]
        );
        assert_eq!(kinds("Q1q/***/Qq*"), [Dead, Contested]);
        // A diagonal step connects.
        assert_eq!(kinds("Q*/*q"), [Dead]);
        assert_eq!(kinds("1*/*q"), [OneSided(Color::Black)]);
    }

    #[test]
    fn a_region_is_born_when_another_part_holds_an_amazon() {
        let before = at("Q4q w");
        let split = before.play("a1-b1/c1".parse().unwrap()).unwrap();
        assert_eq!(regions_created_by(&before, &split).len(), 2);
        let before = at("1Q4 w");
        let alone = before.play("b1-c1/d1".parse().unwrap()).unwrap();
        let created = regions_created_by(&before, &alone);
        assert_eq!(created.len(), 1);
        assert_eq!(created[0].kind, RegionKind::Dead);
        let start = Position::start(10, 10).unwrap();
        let next = start.play("d1-d3/e3".parse().unwrap()).unwrap();
        assert!(regions_created_by(&start, &next).is_empty());
    }
}
