//! The calculus of short games: an operation, and all that is known of a game. The answer of
//! `amazons cgt`.

use crate::game_value::GameValueAnalyzer;
use amazons_cgt::{
    Arena, ConfusionInterval, Dyadic, Game, OperationError, Outcome, ParseGameError, Stopped,
};
use serde::{Serialize, Serializer};

/// An operation on a game. Other games that it takes are texts in the notation of game values.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Operation {
    /// Cooling by a number of 0 or more.
    Cool(Dyadic),
    /// Cooling by the temperature.
    Freeze,
    /// Heating by a game.
    Heat(String),
    /// Overheating from the first game to the second.
    Overheat(String, String),
    /// The reduced canonical form.
    Reduce,
    /// The atomic weight.
    AtomicWeight,
    /// The companion.
    Companion,
    /// The ordinal sum with this game on top.
    OrdinalSum(String),
    /// The Norton product by a positive game.
    NortonProduct(String),
    /// The Conway product by a game.
    ConwayProduct(String),
}

/// The reason why there is no answer about a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CalculusError {
    /// A text is not a game.
    #[error("game '{text}'")]
    Game {
        /// The text.
        text: String,
        /// What is wrong with it.
        source: ParseGameError,
    },
    /// The operation has no meaning for these games.
    #[error(transparent)]
    Operation(#[from] OperationError),
    /// A limit was reached.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// Only all-small games have an atomic weight.
    #[error("the game has no atomic weight: it is not all small")]
    NotAllSmall,
}

/// Reads a game.
///
/// # Errors
/// [`CalculusError::Game`] or [`CalculusError::Stopped`].
pub fn read_game(games: &mut Arena, text: &str) -> Result<Game, CalculusError> {
    games.parse(text).map_err(|error| match error {
        ParseGameError::Stopped(stopped) => CalculusError::Stopped(stopped),
        source => CalculusError::Game { text: text.to_owned(), source },
    })
}

impl Operation {
    /// Applies the operation to a game.
    ///
    /// # Errors
    /// A text is not a game, the operation has no meaning, or a limit was reached.
    pub fn apply(&self, games: &mut Arena, game: Game) -> Result<Game, CalculusError> {
        Ok(match self {
            Self::Cool(t) => return stopped_apart(games.cooled(game, *t)),
            Self::Freeze => games.frozen(game)?,
            Self::Heat(t) => {
                let t = read_game(games, t)?;
                games.heated(game, t)?
            }
            Self::Overheat(s, t) => {
                let (s, t) = (read_game(games, s)?, read_game(games, t)?);
                games.overheated(game, s, t)?
            }
            Self::Reduce => games.reduced(game)?,
            Self::AtomicWeight => games.atomic_weight(game)?.ok_or(CalculusError::NotAllSmall)?,
            Self::Companion => games.companion(game)?,
            Self::OrdinalSum(top) => {
                let top = read_game(games, top)?;
                games.ordinal_sum(game, top)?
            }
            Self::NortonProduct(unit) => {
                let unit = read_game(games, unit)?;
                return stopped_apart(games.norton_product(game, unit));
            }
            Self::ConwayProduct(factor) => {
                let factor = read_game(games, factor)?;
                games.conway_product(game, factor)?
            }
        })
    }
}

/// Limits as [`CalculusError::Stopped`], whatever the operation.
fn stopped_apart(result: Result<Game, OperationError>) -> Result<Game, CalculusError> {
    result.map_err(|error| match error {
        OperationError::Stopped(stopped) => CalculusError::Stopped(stopped),
        error => CalculusError::Operation(error),
    })
}

/// What is known of a game. A text is null if it is too long to print, or not expanded within the
/// limits.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct CalculusReport {
    /// The canonical form.
    pub game_value: Option<String>,
    /// Who wins with each first player.
    pub outcome: Outcome,
    /// The mean value.
    pub mean: Dyadic,
    /// The temperature.
    pub temperature: Dyadic,
    /// The left stop.
    pub left_stop: Dyadic,
    /// The right stop.
    pub right_stop: Dyadic,
    /// The numbers with which the game is confused; null if there are none.
    pub confused_with: Option<ConfusionInterval>,
    /// The birthday.
    pub birthday: u32,
    /// The number of stops; null if it is 2⁶⁴ or more.
    pub stop_count: Option<u64>,
    /// Those of `number`, `integer`, `nimber`, `infinitesimal`, `numberish`, `hot`, `all small`
    /// and `uptimal` that the game is.
    pub properties: Vec<&'static str>,
    /// The game as an uptimal; null for other games.
    pub uptimal: Option<String>,
    /// The atomic weight; null if the game is not all small.
    pub atomic_weight: Option<String>,
    /// The reduced canonical form.
    pub reduced: Option<String>,
    /// The game cooled by its temperature.
    pub frozen: Option<String>,
    /// Left's incentives that are below no other.
    pub left_incentives: Option<Vec<String>>,
    /// Right's incentives that are below no other.
    pub right_incentives: Option<Vec<String>>,
    /// Why something is not known.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "as_text")]
    pub stopped: Option<Stopped>,
}

fn as_text<S: Serializer>(stopped: &Option<Stopped>, serializer: S) -> Result<S::Ok, S::Error> {
    match stopped {
        Some(stopped) => serializer.collect_str(stopped),
        None => serializer.serialize_none(),
    }
}

impl CalculusReport {
    /// Says what is known of a game, within the limits of its arena.
    pub fn new(games: &mut Arena, game: Game) -> Self {
        let mut asked = Asked { games, stopped: None };
        let uptimal = asked.known(|games| games.to_uptimal(game)).flatten();
        let weight = asked.known(|games| games.atomic_weight(game)).flatten();
        let reduced = asked.known(|games| games.reduced(game));
        let frozen = asked.known(|games| games.frozen(game));
        let left_incentives = asked.known(|games| games.left_incentives(game));
        let right_incentives = asked.known(|games| games.right_incentives(game));
        let stopped = asked.stopped;
        let mut text = |game: Game| games.text(game, GameValueAnalyzer::LONGEST_TEXT);
        let texts = [Some(game), weight, reduced, frozen].map(|game| game.and_then(&mut text));
        let [game_value, atomic_weight, reduced, frozen] = texts;
        let incentives = [left_incentives, right_incentives]
            .map(|gains| gains.and_then(|gains| gains.into_iter().map(&mut text).collect()));
        let [left_incentives, right_incentives] = incentives;
        let drawn = games.thermograph(game);
        let properties = [
            ("number", games.is_number(game)),
            ("integer", games.is_integer(game)),
            ("nimber", games.is_nimber(game)),
            ("infinitesimal", games.is_infinitesimal(game)),
            ("numberish", games.is_numberish(game)),
            ("hot", games.is_hot(game)),
            ("all small", games.is_all_small(game)),
            ("uptimal", uptimal.is_some()),
        ];
        Self {
            game_value,
            outcome: games.outcome(game),
            mean: drawn.mean(),
            temperature: drawn.temperature(),
            left_stop: drawn.left_stop(),
            right_stop: drawn.right_stop(),
            confused_with: games.confusion_interval(game),
            birthday: games.birthday(game),
            stop_count: games.stop_count(game),
            properties: properties
                .into_iter()
                .filter_map(|(name, is)| is.then_some(name))
                .collect(),
            uptimal: uptimal.map(|uptimal| uptimal.to_string()),
            atomic_weight,
            reduced,
            frozen,
            left_incentives,
            right_incentives,
            stopped,
        }
    }
}

/// Questions to an arena, and the first limit that one of them reached.
struct Asked<'a> {
    games: &'a mut Arena,
    stopped: Option<Stopped>,
}

impl Asked<'_> {
    fn known<T>(&mut self, ask: impl FnOnce(&mut Arena) -> Result<T, Stopped>) -> Option<T> {
        match ask(self.games) {
            Ok(answer) => Some(answer),
            Err(stopped) => {
                self.stopped.get_or_insert(stopped);
                None
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report(text: &str) -> CalculusReport {
        let games = &mut Arena::new(4 << 20);
        let game = read_game(games, text).unwrap();
        CalculusReport::new(games, game)
    }

    #[test]
    fn a_report_says_what_a_game_is() {
        let up = report("^*");
        assert_eq!(up.properties, ["infinitesimal", "numberish", "all small", "uptimal"]);
        assert_eq!((up.uptimal.as_deref(), up.atomic_weight.as_deref()), (Some(".1*"), Some("1")));
        let hot = report("{3|{1|0}}");
        assert_eq!((hot.properties.as_slice(), hot.stop_count), (["hot"].as_slice(), Some(3)));
        assert_eq!(hot.frozen.as_deref(), Some("7/4*"));
        assert_eq!(report("0").left_incentives, Some(vec![]));
    }

    #[test]
    fn errors_name_the_text_and_the_place() {
        let games = &mut Arena::new(4 << 20);
        let one = games.integer(1);
        let wrong = Operation::Heat("{1|".into()).apply(games, one).unwrap_err();
        assert_eq!(wrong.to_string(), "game '{1|'");
        let cold = Operation::Cool(-Dyadic::ONE).apply(games, one).unwrap_err();
        assert!(cold.to_string().contains("0 or more"), "{cold}");
        assert_eq!(Operation::AtomicWeight.apply(games, one), Err(CalculusError::NotAllSmall));
    }
}
