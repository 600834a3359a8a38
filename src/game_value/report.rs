//! Values of regions and boards as objects with stable keys.

use super::narrowing::Narrowed;
use crate::board::{Bitboard, Color, Frame, Move, Position, Square, Wide};
use crate::region::{Region, RegionKind};
use amazons_cgt::{Arena, Dyadic, Game, Outcome, Stopped, Thermograph};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use std::fmt;

/// The value of a region or of a sum of regions. A key is null if it is not known.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct GameValueReport {
    /// The canonical form; null if it is not expanded or too long to print.
    pub game_value: Option<String>,
    /// Who wins with each first player.
    pub outcome: Option<Outcome>,
    /// The mean value.
    pub mean: Option<Dyadic>,
    /// The temperature.
    pub temperature: Option<Dyadic>,
    /// The left stop.
    pub left_stop: Option<Dyadic>,
    /// The right stop.
    pub right_stop: Option<Dyadic>,
    /// Why something is not known.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "as_text")]
    pub stopped: Option<Stopped>,
    /// What is proved of the numbers that are not known.
    #[serde(flatten)]
    pub bounds: Bounds,
}

fn as_text<S: Serializer>(stopped: &Option<Stopped>, serializer: S) -> Result<S::Ok, S::Error> {
    match stopped {
        Some(stopped) => serializer.collect_str(stopped),
        None => serializer.serialize_none(),
    }
}

/// Proved bounds of the numbers that are not known, each with the name of the number. Where
/// temperature and stops all have bounds, these are repeated as an object `bounds`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Bounds {
    /// The least and the greatest that the mean may be.
    pub mean: Option<[Dyadic; 2]>,
    /// The same for the temperature. That of a number is −1 or more.
    pub temperature: Option<[Dyadic; 2]>,
    /// The same for the left stop.
    pub left_stop: Option<[Dyadic; 2]>,
    /// The same for the right stop.
    pub right_stop: Option<[Dyadic; 2]>,
}

impl Serialize for Bounds {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for (bounds, at_least, at_most) in [
            (self.mean, "mean_at_least", "mean_at_most"),
            (self.temperature, "temperature_at_least", "temperature_at_most"),
            (self.left_stop, "left_stop_at_least", "left_stop_at_most"),
            (self.right_stop, "right_stop_at_least", "right_stop_at_most"),
        ] {
            if let Some([least, most]) = bounds {
                map.serialize_entry(at_least, &least)?;
                map.serialize_entry(at_most, &most)?;
            }
        }
        if let (Some(temperature), Some(left), Some(right)) =
            (self.temperature, self.left_stop, self.right_stop)
        {
            let repeated = RepeatedBounds {
                temperature_at_most: temperature[1],
                left_stop_at_least: left[0],
                left_stop_at_most: left[1],
                right_stop_at_least: right[0],
                right_stop_at_most: right[1],
            };
            map.serialize_entry("bounds", &repeated)?;
        }
        map.end()
    }
}

#[derive(Serialize)]
struct RepeatedBounds {
    temperature_at_most: Dyadic,
    left_stop_at_least: Dyadic,
    left_stop_at_most: Dyadic,
    right_stop_at_least: Dyadic,
    right_stop_at_most: Dyadic,
}

impl fmt::Display for Bounds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (bounds, name) in [
            (self.mean, "mean"),
            (self.temperature, "temperature"),
            (self.left_stop, "left stop"),
            (self.right_stop, "right stop"),
        ] {
            if let Some([least, most]) = bounds {
                write!(f, "  {name} {least} to {most}")?;
            }
        }
        Ok(())
    }
}

impl GameValueReport {
    /// Returns a report without a value, and why it is not known.
    pub fn unknown(stopped: Stopped) -> Self {
        Self { stopped: Some(stopped), ..Self::default() }
    }

    /// The longest text of a canonical form, in bytes.
    pub const LONGEST_TEXT: usize = 2000;

    /// Returns everything about a game of an arena.
    pub fn of_game(games: &mut Arena, value: Game) -> Self {
        let text = games.text(value, Self::LONGEST_TEXT);
        Self::of(&games.thermograph(value), games.outcome(value), text)
    }

    /// Returns the report of a game with this thermograph and outcome, and its text if it is short
    /// enough.
    pub fn of(thermograph: &Thermograph, outcome: Outcome, text: Option<String>) -> Self {
        Self {
            game_value: text,
            outcome: Some(outcome),
            mean: Some(thermograph.mean()),
            temperature: Some(thermograph.temperature()),
            left_stop: Some(thermograph.left_stop()),
            right_stop: Some(thermograph.right_stop()),
            stopped: None,
            bounds: Bounds::default(),
        }
    }

    /// Returns the report of a game of which this is proved, and why its canonical form is not known.
    pub(super) fn narrowed(found: &Narrowed, stopped: Stopped) -> Self {
        let exact = |[least, most]: [Dyadic; 2]| (least == most).then_some(least);
        let open = |bounds: [Dyadic; 2]| (bounds[0] < bounds[1]).then_some(bounds);
        // A number is its own canonical form.
        let is_number = found.temperature[1] < Dyadic::ZERO;
        let number = exact(found.mean).filter(|_| is_number);
        Self {
            game_value: number.map(|x| x.to_string()),
            outcome: found.outcome,
            mean: exact(found.mean),
            temperature: exact(found.temperature),
            left_stop: exact(found.left_stop),
            right_stop: exact(found.right_stop),
            stopped: number.is_none().then_some(stopped),
            bounds: Bounds {
                mean: open(found.mean),
                temperature: open(found.temperature),
                left_stop: open(found.left_stop),
                right_stop: open(found.right_stop),
            },
        }
    }

    /// Returns what is proved, or `None` if nothing is.
    pub(super) fn proved(&self) -> Option<Narrowed> {
        let either = |exact: Option<Dyadic>, bounds| exact.map(|x| [x; 2]).or(bounds);
        Some(Narrowed {
            outcome: self.outcome,
            mean: either(self.mean, self.bounds.mean)?,
            temperature: either(self.temperature, self.bounds.temperature)?,
            left_stop: either(self.left_stop, self.bounds.left_stop)?,
            right_stop: either(self.right_stop, self.bounds.right_stop)?,
        })
    }
}

impl fmt::Display for GameValueReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.game_value, self.stopped) {
            (Some(value), _) => write!(f, "{value}")?,
            (None, Some(stopped)) => write!(f, "{stopped}")?,
            (None, None) => write!(f, "(too long to print)")?,
        }
        if let Some(outcome) = self.outcome {
            write!(f, "  outcome {}", outcome.letter())?;
        }
        if let Some(mean) = self.mean {
            write!(f, "  mean {mean}")?;
        }
        if let Some(temperature) = self.temperature {
            write!(f, "  temperature {temperature}")?;
        }
        if let (Some(left), Some(right)) = (self.left_stop, self.right_stop) {
            write!(f, "  stops {left} and {right}")?;
        }
        self.bounds.fmt(f)
    }
}

/// A region of a board and its value.
#[derive(Clone, Debug, Serialize)]
pub struct RegionReport {
    /// Its squares, sorted by file, then rank.
    pub squares: Vec<Square>,
    /// `dead`, `white`, `black` (one-sided) or `contested`.
    #[serde(serialize_with = "kind_name")]
    pub kind: RegionKind,
    /// Amazons of White and of Black.
    pub amazons: [usize; 2],
    /// Its value.
    #[serde(flatten)]
    pub worth: GameValueReport,
}

impl RegionReport {
    /// Returns the report of a region of a position that is worth this.
    pub(super) fn new(position: &Position, region: &Region, worth: GameValueReport) -> Self {
        let mut squares = Vec::with_capacity(region.squares.count() as usize);
        region.squares.each_square(|s| squares.push(Frame::WHOLE.outward::<Wide>(s)));
        squares.sort_unstable();
        let amazons = |color| (position.placement().amazons(color) & region.squares).count();
        Self {
            squares,
            kind: region.kind,
            amazons: Color::BOTH.map(|color| amazons(color) as usize),
            worth,
        }
    }
}

fn kind_name<S: Serializer>(kind: &RegionKind, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(kind.name())
}

/// A board as the sum of its regions.
#[derive(Clone, Debug, Serialize)]
pub struct BoardReport {
    /// The value of the sum.
    #[serde(flatten)]
    pub sum: GameValueReport,
    /// The regions, in the order of their lowest squares.
    pub regions: Vec<RegionReport>,
    /// The place in the list of a region that is surely at least as hot as every other and no number;
    /// null if that is not known, or if there is none.
    pub hottest: Option<usize>,
    /// How each first player, White and Black, plays the sum; null if the values of the regions are
    /// not known, except those of pairs that cancel.
    pub play: Option<[Play; 2]>,
}

impl BoardReport {
    /// Returns the report of a board with these regions.
    pub(super) fn new(
        sum: GameValueReport,
        regions: Vec<RegionReport>,
        play: Option<[Play; 2]>,
    ) -> Self {
        let heat = |region: &RegionReport| Some(region.worth.proved()?.temperature);
        let heats: Option<Vec<[Dyadic; 2]>> = regions.iter().map(heat).collect();
        let hottest = heats.and_then(|heats| {
            let coldest = |i: usize| heats[i][0];
            let best = (0..heats.len()).rev().max_by_key(|&i| coldest(i))?;
            let least = coldest(best);
            let others = heats.iter().enumerate().filter(|&(i, _)| i != best);
            let surely = others.map(|(_, heat)| heat[1]).all(|most| most <= least);
            (surely && least >= Dyadic::ZERO).then_some(best)
        });
        Self { sum, regions, hottest, play }
    }

    /// Fills in the outcome of the sum, if it is not known, from the winners with White and with
    /// Black to start. If only one region has a move, it is that region's outcome too.
    pub(crate) fn add_winners(&mut self, winners: [Color; 2]) {
        let outcome = outcome_of(winners);
        self.sum.outcome.get_or_insert(outcome);
        let mut alive = self.regions.iter_mut().filter(|region| region.kind != RegionKind::Dead);
        if let (Some(only), None) = (alive.next(), alive.next()) {
            only.worth.outcome.get_or_insert(outcome);
        }
    }
}

/// How one first player plays a sum.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Play {
    /// The first player, `white` or `black`.
    pub first: Color,
    /// Who wins, `white` or `black`.
    pub winner: Color,
    /// Every move that wins, sorted as text; null if this is not known for every move.
    pub winning_moves: Option<Vec<Move>>,
    /// A good move; null if the player has none, loses by search, or loses and can only move in
    /// pairs that cancel.
    pub recommended: Option<Recommended>,
}

/// A move and the reason for it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Recommended {
    /// The move.
    #[serde(rename = "move")]
    pub mv: Move,
    /// The place of its region in the list of regions, from 0.
    pub region: usize,
    /// The reason.
    pub reason: String,
}

impl Play {
    /// How a first player plays a sum of which only the winner was asked for.
    pub(super) fn without_moves(first: Color, left_wins: bool) -> Self {
        let winner = if left_wins { Color::White } else { Color::Black };
        // Where the sum is lost, no move wins.
        let winning_moves = (winner != first).then(Vec::new);
        Self { first, winner, winning_moves, recommended: None }
    }
}

impl fmt::Display for Play {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let winner = self.winner;
        write!(f, "{} first: {winner} wins", self.first)?;
        match self.winning_moves.as_ref().map(Vec::len) {
            Some(0) => {}
            Some(1) => write!(f, ", 1 winning move")?,
            Some(n) => write!(f, ", {n} winning moves")?,
            None => write!(f, ", some winning moves unknown")?,
        }
        match &self.recommended {
            Some(best) => {
                write!(f, "; {} in region {}: {}", best.mv, best.region + 1, best.reason)
            }
            // Every move loses, or there is no move.
            None => Ok(()),
        }
    }
}

/// The outcome that follows from the winners with White and with Black to start.
pub(crate) fn outcome_of([white_first, black_first]: [Color; 2]) -> Outcome {
    Outcome::of(white_first == Color::White, black_first == Color::White)
}
