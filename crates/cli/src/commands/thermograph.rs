//! `amazons thermograph`: draws a thermograph.

use crate::options::interrupt::{interrupt_flag, say_if_interrupted};
use crate::options::outputs;
use crate::options::tables_dir::TablesDir;
use crate::options::values::{MEMORY, parse_memory, parse_time, position};
use crate::output::exit_status::{Exit, Status};
use crate::output::format::{Format, print_json};
use crate::output::progress::spinner;
use crate::output::say::say;
use amazons::answers::DrawnThermograph;
use amazons::cgt::{Arena, Effort, ParseGameError};
use amazons::game_value::{GameValueAnalyzer, GameValueReport};
use amazons::known::ResultStore;
use amazons::limits::Limits;
use amazons::render::{thermograph_svg, thermograph_text};
use amazons::tables::TableValues;
use amazons::util::terminal::stdout;
use amazons_lab::drawing::wrapped;
use anyhow::{Context, bail};
use clap::Args;
use std::cmp::Ordering;
use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

/// Draw the thermograph of a position, or of a game in game-value notation.
///
/// With two games, print which is greater: <, =, > or, if neither is, ||.
#[derive(Debug, Args)]
pub struct ThermographCommand {
    /// The position as FEN, e.g. 'Q2q/4 w'; taken as the sum of its regions.
    #[arg(required_unless_present = "expression", conflicts_with = "expression")]
    fen: Option<String>,
    /// A game, e.g. '{3|{1|0}} + ±2'; give two to compare them.
    #[arg(long, value_name = "GAME", allow_hyphen_values = true)]
    expression: Vec<String>,
    /// Also write the drawing as SVG.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Wall time; no limit by default.
    #[arg(long, value_parser = parse_time)]
    time: Option<Duration>,
    /// Memory for all searches together, e.g. 512MB.
    #[arg(long, value_parser = parse_memory, default_value = MEMORY)]
    memory: usize,
    #[command(flatten)]
    tables: TablesDir,
    /// Output format.
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

impl ThermographCommand {
    /// Runs the command.
    pub fn run(self) -> Exit {
        let results = self.fen.is_some().then(|| self.tables.reading()).transpose()?.flatten();
        let known = TableValues::maybe_of(results.as_ref().map(ResultStore::tables));
        let mut appraiser = GameValueAnalyzer::new(self.memory).maybe_knowing(known);
        let effort = Effort::new(&Limits::new(self.time, None).until(&interrupt_flag()));
        if let [one, other] = self.expression.as_slice() {
            if self.svg.is_some() {
                bail!("--svg draws one game; expected one --expression");
            }
            return self.compare(appraiser.games(), effort, [one, other]);
        }
        if self.expression.len() > 2 {
            bail!(
                "--expression is given {} times; expected one, or two to compare",
                self.expression.len()
            );
        }
        let bar = spinner();
        bar.set_message("searching");
        let (title, drawn) = match (&self.fen, self.expression.first()) {
            (Some(fen), _) => {
                let position = position(fen)?;
                (fen, appraiser.thermograph(&position, effort))
            }
            (None, Some(game)) => {
                let games = appraiser.games();
                games.set_effort(effort);
                let drawn = match games.parse(game) {
                    Ok(value) => {
                        let thermograph = games.thermograph(value);
                        (appraiser.worth(value), Some(thermograph))
                    }
                    Err(ParseGameError::Stopped(stopped)) => {
                        (GameValueReport::unknown(stopped), None)
                    }
                    Err(error) => return Err(error).with_context(|| format!("game '{game}'")),
                };
                (game, drawn)
            }
            (None, None) => bail!("nothing to draw; give a FEN or --expression GAME"),
        };
        bar.finish_and_clear();
        let (worth, thermograph) = match drawn {
            (worth, Some(thermograph)) => (worth, thermograph),
            (worth, None) => {
                say!("{title}: {worth}");
                say_if_interrupted();
                if let Format::Json = self.format {
                    let game = self.expression.first().cloned();
                    let unknown = DrawnThermograph::new(self.fen.clone(), game, worth, None);
                    print_json(&mut stdout(), &unknown)?;
                }
                return Ok(Status::Negative);
            }
        };
        if let Some(path) = &self.svg {
            outputs::write(path, &[], &thermograph_svg(&thermograph, title))?;
        }
        let mut out = outputs::beside_any(self.svg.as_deref());
        match self.format {
            Format::Json => {
                let drawn = DrawnThermograph::new(
                    self.fen.clone(),
                    self.expression.first().cloned(),
                    worth,
                    Some(&thermograph),
                );
                print_json(&mut out, &drawn)?;
            }
            Format::Text => {
                let worth = wrapped(&worth.to_string(), 2);
                writeln!(out, "{title}\n{worth}\n{}", thermograph_text(&thermograph))?;
            }
        }
        Ok(Status::Done)
    }

    /// Prints how two games compare: `<`, `=`, `>` or `||`, confused.
    fn compare(&self, games: &mut Arena, effort: Effort, both: [&String; 2]) -> Exit {
        games.set_effort(effort);
        let mut read = |game: &String| match games.parse(game) {
            Err(ParseGameError::Stopped(stopped)) => Ok(Err(stopped)),
            Err(error) => Err(error).with_context(|| format!("game '{game}'")),
            Ok(value) => Ok(Ok(value)),
        };
        let (one, other) = (read(both[0])?, read(both[1])?);
        let compared = match (one, other) {
            (Ok(one), Ok(other)) => games.compare(one, other),
            (Err(stopped), _) | (_, Err(stopped)) => Err(stopped),
        };
        let sign = match compared {
            Ok(Some(Ordering::Less)) => "<",
            Ok(Some(Ordering::Equal)) => "=",
            Ok(Some(Ordering::Greater)) => ">",
            Ok(None) => "||",
            Err(stopped) => {
                say!("not compared: {stopped}");
                say_if_interrupted();
                if let Format::Json = self.format {
                    let stopped = stopped.to_string();
                    let unknown = serde_json::json!({
                        "games": both, "order": null, "stopped": stopped
                    });
                    print_json(&mut stdout(), &unknown)?;
                }
                return Ok(Status::Negative);
            }
        };
        let [one, other] = both;
        match self.format {
            Format::Text => writeln!(stdout(), "{one} {sign} {other}")?,
            Format::Json => {
                let compared = serde_json::json!({ "games": [one, other], "order": sign });
                print_json(&mut stdout(), &compared)?;
            }
        }
        Ok(Status::Done)
    }
}
