//! `amazons thermograph`: draw a thermograph.

use crate::analysis::DrawnThermograph;
use crate::board::Position;
use crate::cgt::Effort;
use crate::game_value::GameValueAnalyzer;
use crate::limits::Limits;
use crate::options::interrupt::interrupt_flag;
use crate::options::values::parse_memory;
use crate::output::exit_status::{Outcome, Status};
use crate::output::format::Format;
use crate::render::{thermograph_svg, thermograph_text};
use anyhow::{Context, bail};
use clap::Args;
use std::io::{Write, stdout};
use std::path::PathBuf;
use std::time::Duration;

/// Draw the thermograph of a position, or of a game in the notation of game values.
#[derive(Debug, Args)]
pub struct ThermographCommand {
    /// The position as FEN, e.g. 'Q2q/4 w'; the sum of its regions.
    #[arg(required_unless_present = "game", conflicts_with = "game")]
    fen: Option<String>,
    /// A game, e.g. '{3|{1|0}} + ±2'.
    #[arg(long, value_name = "GAME")]
    game: Option<String>,
    /// Write the drawing as SVG too.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Wall time; none by default.
    #[arg(long, value_parser = humantime::parse_duration)]
    time: Option<Duration>,
    /// Memory, e.g. 512MB.
    #[arg(long, value_parser = parse_memory, default_value = "2GiB")]
    memory: usize,
    /// How to print.
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

impl ThermographCommand {
    /// Runs the command.
    pub fn run(self) -> Outcome {
        let mut appraiser = GameValueAnalyzer::new(self.memory);
        let effort = Effort::new(&Limits::new(self.time, None).until(&interrupt_flag()));
        let (title, drawn) = match (&self.fen, &self.game) {
            (Some(fen), _) => {
                let position: Position =
                    fen.parse().with_context(|| format!("position '{fen}'"))?;
                (fen, appraiser.thermograph(&position, effort))
            }
            (None, Some(game)) => {
                let games = appraiser.games();
                games.set_effort(effort);
                let value = games.parse(game).with_context(|| format!("game '{game}'"))?;
                let thermograph = games.thermograph(value);
                (game, Ok((appraiser.worth(value), thermograph)))
            }
            (None, None) => bail!("nothing to draw; give a FEN or --game GAME"),
        };
        let (worth, thermograph) = match drawn {
            Ok(drawn) => drawn,
            Err(stopped) => {
                eprintln!("{title}: {stopped}");
                return Ok(Status::Negative);
            }
        };
        if let Some(path) = &self.svg {
            std::fs::write(path, thermograph_svg(&thermograph, title))
                .with_context(|| path.display().to_string())?;
        }
        match self.format {
            Format::Json => {
                let drawn = DrawnThermograph { worth, thermograph };
                writeln!(stdout(), "{}", serde_json::to_string(&drawn)?)?;
            }
            Format::Text => {
                writeln!(stdout(), "{title}\n{worth}\n{}", thermograph_text(&thermograph))?;
            }
        }
        Ok(Status::Done)
    }
}
