//! Values of regions and boards as objects with stable keys.

use crate::board::{Bitboard, Color, Frame, Move, Position, Square, Wide};
use crate::region::{Region, RegionKind};
use amazons_cgt::{Arena, Dyadic, Game, Outcome, Stopped, Thermograph};
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
    /// What is proved if the stops and the temperature of a sum are not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bounds: Option<Bounds>,
}

fn as_text<S: Serializer>(stopped: &Option<Stopped>, serializer: S) -> Result<S::Ok, S::Error> {
    match stopped {
        Some(stopped) => serializer.collect_str(stopped),
        None => serializer.serialize_none(),
    }
}

/// Proved bounds of a sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Bounds {
    /// The temperature of a sum is at most the highest of its parts.
    pub temperature_at_most: Dyadic,
    /// The left stop is at least this.
    pub left_stop_at_least: Dyadic,
    /// The left stop is at most this.
    pub left_stop_at_most: Dyadic,
    /// The right stop is at least this.
    pub right_stop_at_least: Dyadic,
    /// The right stop is at most this.
    pub right_stop_at_most: Dyadic,
}

impl Bounds {
    /// Bounds of a sum from the thermographs of its parts.
    ///
    /// If Left starts in one part and always answers in the same part as Right, Left gets that
    /// part's left stop and the right stops of the others. No stop is further from the mean than
    /// the temperature.
    pub(super) fn of_sum(parts: &[Thermograph]) -> Self {
        let sum = |value: fn(&Thermograph) -> Dyadic| {
            parts.iter().map(value).fold(Dyadic::ZERO, |sum, x| sum + x)
        };
        let (lefts, rights) = (sum(Thermograph::left_stop), sum(Thermograph::right_stop));
        let mean = sum(Thermograph::mean);
        let hottest = parts.iter().map(Thermograph::temperature).max().unwrap_or(-Dyadic::ONE);
        let reach = hottest.max(Dyadic::ZERO);
        let widths = parts.iter().map(|part| part.left_stop() - part.right_stop());
        let width = widths.max().unwrap_or(Dyadic::ZERO);
        Self {
            temperature_at_most: hottest,
            left_stop_at_least: mean.max(rights + width),
            left_stop_at_most: lefts.min(mean + reach),
            right_stop_at_least: rights.max(mean - reach),
            right_stop_at_most: mean.min(lefts - width),
        }
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
            bounds: None,
        }
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
        if let Some(bounds) = &self.bounds {
            write!(
                f,
                "  temperature ≤ {}  left stop {} to {}  right stop {} to {}",
                bounds.temperature_at_most,
                bounds.left_stop_at_least,
                bounds.left_stop_at_most,
                bounds.right_stop_at_least,
                bounds.right_stop_at_most
            )?;
        }
        Ok(())
    }
}

/// A region of a board and its value.
#[derive(Clone, Debug, Serialize)]
pub struct RegionReport {
    /// Its squares, sorted by file, then rank.
    pub squares: Vec<String>,
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
        let squares = region.squares.squares();
        let mut squares: Vec<Square> =
            squares.map(|square| Frame::WHOLE.outward::<Wide>(square)).collect();
        squares.sort_unstable();
        let amazons = |color| (position.placement().amazons(color) & region.squares).count();
        Self {
            squares: squares.iter().map(Square::to_string).collect(),
            kind: region.kind,
            amazons: Color::BOTH.map(|color| amazons(color) as usize),
            worth,
        }
    }
}

fn kind_name<S: Serializer>(kind: &RegionKind, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(&kind)
}

/// A board as the sum of its regions.
#[derive(Clone, Debug, Serialize)]
pub struct BoardReport {
    /// The value of the sum.
    #[serde(flatten)]
    pub sum: GameValueReport,
    /// The regions, in the order of their lowest squares.
    pub regions: Vec<RegionReport>,
    /// How each first player, White and Black, plays the sum; null if the values of the regions are
    /// not known, except those of pairs that cancel.
    pub play: Option<[Play; 2]>,
}

impl BoardReport {
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
