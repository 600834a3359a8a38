//! `amazons tables dump`: the entries of a table as text.

use crate::options::values::parse_number;
use crate::output::exit_status::{Exit, Status};
use amazons::answers::MoveValue;
use amazons::board::{Color, Move};
use amazons::game_value::GameValueReport;
use amazons::score::Score;
use amazons::tables::{
    KnownMoves, RegionValue, ShapeList, TableError, TableFile, ValueId, ValueTexts,
};
use amazons::util::terminal::stdout;
use anyhow::{Context, anyhow};
use clap::Args;
use serde::Serialize;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

/// Print the entries of a table, one JSON object per line.
///
/// Each entry of a table of game values has the region as FEN, with the stronger side in white, and
/// the keys of a game value. A dictionary's values stand in their order, a value before those that
/// have it as an option. An index has for each value of the dictionary
/// the tables in which regions have it. Each entry of a table of scores has the region as FEN, with the stronger side in white, and the
/// score for each first player: without spare moves, and with --spare N also as lists for -N to N
/// spare moves. Judged problems have White to move first.
#[derive(Debug, Args)]
pub struct Dump {
    /// The table file; a table of scores needs its list of shapes beside it.
    file: PathBuf,
    /// Number of the first entry.
    #[arg(long, default_value_t = 0, value_parser = parse_number::<usize>)]
    from: usize,
    /// Maximum number of entries.
    #[arg(long, value_name = "N", value_parser = parse_number::<usize>)]
    count: Option<usize>,
    /// Also print the scores with up to this many spare moves for either side.
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = parse_number::<u8>)]
    spare: u8,
}

#[derive(Serialize)]
struct ScoreEntry {
    fen: String,
    white_first: Score,
    black_first: Score,
    /// The scores with −N to N spare moves for White.
    #[serde(skip_serializing_if = "Option::is_none")]
    white_first_by_spare: Option<Vec<Score>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    black_first_by_spare: Option<Vec<Score>>,
}

#[derive(Serialize)]
struct ValueEntry {
    fen: String,
    #[serde(flatten)]
    value: GameValueReport,
}

/// A judged problem; its moves are `null` if they are not known.
#[derive(Serialize)]
struct JudgedEntry {
    fen: String,
    score: Score,
    best_moves: Option<Vec<Move>>,
    moves: Option<Vec<MoveValue>>,
}

impl Dump {
    /// Runs the command.
    pub fn run(self) -> Exit {
        let file = TableFile::open(&self.file)?;
        let mut out = BufWriter::new(stdout());
        let range = |all: usize| {
            let end = self.count.map_or(all, |count| self.from.saturating_add(count).min(all));
            self.from.min(end)..end
        };
        match &file {
            TableFile::Judged(segment) => {
                for number in range(segment.count()) {
                    let (problem, judged) = segment.problem(number)?;
                    let score = |rank| Score::from_rank(rank, Color::White);
                    let moves = match judged.moves {
                        KnownMoves::All(ref moves) => Some(
                            moves
                                .iter()
                                .map(|&(mv, rank)| MoveValue { mv, score: score(rank) })
                                .collect(),
                        ),
                        _ => None,
                    };
                    let line = JudgedEntry {
                        fen: problem.to_fen(),
                        score: score(judged.rank),
                        best_moves: judged.best_moves(),
                        moves,
                    };
                    writeln!(out, "{}", serde_json::to_string(&line)?)?;
                }
            }
            TableFile::Shapes(list) => {
                for number in range(list.count()) {
                    let fen = list.shape(number)?.position(0, 0).to_fen();
                    writeln!(out, "{}", serde_json::json!({ "shape": number, "fen": fen }))?;
                }
            }
            TableFile::Regions(table) => {
                let facts = table.facts();
                let list = shapes_beside(&self.file, facts.squares)?;
                let placements = facts.class.all_placements(facts.squares);
                for entry in range(facts.entries()) {
                    let shape = facts.shapes.start + entry / placements.len();
                    let placement = entry % placements.len();
                    let scores = table
                        .scores(shape, placement, false)?
                        .ok_or_else(|| anyhow!("entry {entry} is not in the table"))?;
                    let (strong, weak) = placements[placement];
                    let spare = i32::from(self.spare);
                    let by_spare = |first: Color| {
                        (spare > 0)
                            .then(|| (-spare..=spare).map(|d| scores.score(first, d)).collect())
                    };
                    let line = ScoreEntry {
                        fen: list.shape(shape)?.position(strong, weak).to_fen(),
                        white_first: scores.score(Color::White, 0),
                        black_first: scores.score(Color::Black, 0),
                        white_first_by_spare: by_spare(Color::White),
                        black_first_by_spare: by_spare(Color::Black),
                    };
                    writeln!(out, "{}", serde_json::to_string(&line)?)?;
                }
            }
            TableFile::Dictionary(dictionary) => {
                let mut values = ValueTexts::new();
                for number in range(dictionary.len()) {
                    let id = ValueId::new(number, false);
                    let line = values.report(&RegionValue::new(dictionary, 0, id))?;
                    writeln!(out, "{}", serde_json::to_string(&line)?)?;
                }
            }
            TableFile::Atlas(index) => {
                for number in range(index.values()) {
                    let places = index.places_of(number)?.map(|place| {
                        Ok(serde_json::json!({
                            "table": place.table,
                            "negated": place.negated,
                            "regions": place.regions,
                            "entries": index.entries_of(&place)?.collect::<Vec<usize>>(),
                        }))
                    });
                    let places = places.collect::<Result<Vec<_>, TableError>>()?;
                    let line = serde_json::json!({ "value": number, "places": places });
                    writeln!(out, "{line}")?;
                }
            }
            TableFile::Values(table) => {
                let facts = table.facts();
                let list = shapes_beside(&self.file, facts.squares)?;
                let placements = facts.class.all_placements(facts.squares);
                let dictionary = table.dictionary_beside()?;
                let listed = dictionary.listed(facts, table.container().checksum());
                let listed = listed.ok_or_else(|| anyhow!("the dictionary lists no such table"))?;
                let mut values = ValueTexts::new();
                for entry in range(facts.entries()) {
                    let shape = facts.shapes.start + entry / placements.len();
                    let (strong, weak) = placements[entry % placements.len()];
                    let id = dictionary.value(listed, table.entry(entry)?)?;
                    let line = ValueEntry {
                        fen: list.shape(shape)?.position(strong, weak).to_fen(),
                        value: values.report(&RegionValue::new(&dictionary, 0, id))?,
                    };
                    writeln!(out, "{}", serde_json::to_string(&line)?)?;
                }
            }
        }
        out.flush()?;
        Ok(Status::Done)
    }
}

fn shapes_beside(table: &Path, squares: usize) -> anyhow::Result<ShapeList> {
    let path = table.with_file_name(ShapeList::file_name(squares));
    match TableFile::open(&path).with_context(|| format!("{} needs its shapes", table.display()))? {
        TableFile::Shapes(list) if list.squares() == squares => Ok(list),
        _ => Err(anyhow!("{} is not the list of shapes of {squares} squares", path.display())),
    }
}
