//! M. Fugers, *A data-driven approach for making a quick evaluation function for Amazons*, 2017,
//! chapter 5: networks trained by TD(λ) on records of games; figures 14 to 17, tables 3 to 5, and
//! the thesis's open questions.

use super::decided_records::{DecidedRecords, decided_records};
use super::errors_by_ply::{ErrorsByPly, plot_by_ply};
use super::report::Reproduction;
use super::{
    Bench, Contest, PairResult, Portion, RANDOM_PLIES, ReproduceError, other_networks, raw_results,
};
use crate::FileError;
use crate::drawing::{Plot, TextTable};
use crate::training::{
    CurvePoint, GamePart, NetworkGames, NetworkPlan, NetworkRun, RunEnd, TemporalDifference,
    lengths_of_games,
};
use amazons::board::Color;
use amazons::eval::{BoardInputs, BoardSize, Evaluator};
use amazons::limits::Abort;
use amazons::records::Game;
use amazons::util::atomic_file::write_whole;
use amazons::util::directory;
use amazons::util::parallel::as_finished;
use amazons::util::safetensors::Tensors;
use std::fmt::Display;
use std::path::{Path, PathBuf};

/// Games that the thesis accepted.
const GAMES: usize = 8618;

/// Networks of each kind, from different initial weights; the one with the least validation error
/// is kept.
const RUNS: usize = 10;

/// Games learned from, one after another, repeated as often as needed.
const EXAMPLES: u64 = 200_000;

const BETA: f32 = 3.0;
const WAY: TemporalDifference =
    TemporalDifference { rate: 0.0005, lambda: 0.9, adaptive_beta: false };

/// Games per pair, and nodes or playouts per move; the thesis gives no time.
const GAMES_A_PAIR: usize = 100;
const NODES: f64 = 20_000.0;

/// The directory of the networks within the experiment's directory.
const NETWORKS: &str = "networks";

/// The match of the networks.
const EQUITIES: &str = "equities";

/// The metadata key for the number of runs of which a network is the best.
const RUNS_KEY: &str = "runs";

/// The players that networks meet.
const SIMPLE: &str = "one-ply:minimal-distance";

/// A kind of network.
struct Kind {
    inputs: BoardInputs,
    hidden: &'static [usize],
    adaptive_beta: bool,
    /// How many times as many examples as in the thesis it sees.
    longer: u64,
    /// The thesis's equities against the good and the simple player: without search, with
    /// alpha-beta, with UCT; `None` for an open question.
    paper: Option<[[f64; 3]; 2]>,
}

const fn of_the_thesis(
    inputs: BoardInputs,
    hidden: &'static [usize],
    against: [[f64; 3]; 2],
) -> Kind {
    Kind { inputs, hidden, adaptive_beta: false, longer: 1, paper: Some(against) }
}

/// An open question: the thesis's smallest network with one thing changed.
const QUESTION: Kind = Kind {
    inputs: BoardInputs::Units,
    hidden: &[40],
    adaptive_beta: false,
    longer: 1,
    paper: None,
};

const LOST: [f64; 3] = [-1.0; 3];

/// The networks of tables 3 to 5, and of the thesis's open questions.
const KINDS: [Kind; 13] = [
    of_the_thesis(BoardInputs::Units, &[40], [LOST, [-0.92, -0.86, -0.70]]),
    of_the_thesis(BoardInputs::Units, &[80], [LOST, [-1.00, -0.84, -0.68]]),
    of_the_thesis(BoardInputs::Units, &[160], [LOST, [-0.96, -0.86, -0.72]]),
    of_the_thesis(BoardInputs::Mobility, &[40], [[-1.0, -1.0, -0.98], [-0.92, -0.80, -0.50]]),
    of_the_thesis(BoardInputs::Mobility, &[80], [LOST, [-0.92, -0.76, -0.70]]),
    of_the_thesis(BoardInputs::Mobility, &[160], [LOST, [-0.92, -0.88, -0.78]]),
    of_the_thesis(BoardInputs::Bits, &[40], [LOST, [-0.94, -0.86, -0.66]]),
    of_the_thesis(BoardInputs::Bits, &[80], [[-1.0, -0.98, -1.0], [-0.96, -0.90, -0.84]]),
    of_the_thesis(BoardInputs::Bits, &[160], [LOST, [-0.96, -0.90, -0.78]]),
    Kind { adaptive_beta: true, ..QUESTION },
    Kind { hidden: &[40, 40], ..QUESTION },
    Kind { inputs: BoardInputs::Distances, ..QUESTION },
    Kind { longer: 4, ..QUESTION },
];

impl Kind {
    /// The name of its files and of its row in tables, such as `units-40`.
    fn name(&self) -> String {
        let hidden: Vec<String> = self.hidden.iter().map(usize::to_string).collect();
        let beta = if self.adaptive_beta { "-adaptive" } else { "" };
        let longer =
            if self.longer > 1 { format!("-longer-{}", self.longer) } else { String::new() };
        format!("{}-{}{beta}{longer}", self.inputs.name(), hidden.join("-"))
    }

    fn plan(&self, size: BoardSize, examples: u64, seed: u64, data: u64) -> NetworkPlan {
        NetworkPlan {
            inputs: self.inputs,
            board: (size.files, size.ranks),
            scaled: false,
            hidden: self.hidden.to_vec(),
            beta: BETA,
            way: TemporalDifference { adaptive_beta: self.adaptive_beta, ..WAY },
            examples: examples * self.longer,
            seed,
            data,
        }
    }
}

/// The best network of a kind.
struct Trained {
    /// The index of its kind.
    kind: usize,
    file: PathBuf,
    last: CurvePoint,
    runs: usize,
}

impl Trained {
    /// The network, read from its file.
    fn evaluator(&self) -> Option<Evaluator> {
        format!("net:{}", self.file.display()).parse().ok()
    }
}

pub(super) fn run(bench: &mut Bench) -> Result<Reproduction, ReproduceError> {
    let runs = ((RUNS as f64 * bench.settings.scale).round() as usize).max(1);
    let examples = ((EXAMPLES as f64 * bench.settings.effort).round() as u64).max(1);
    let directories = [Some(&bench.settings.directory), bench.settings.resume.as_ref()];
    for directory in directories.into_iter().flatten() {
        refuse_others(directory, runs, examples)?;
    }
    // Players are named by their files, and commas separate the options of a name.
    let path = bench.settings.directory.to_string_lossy();
    if path.contains(',') {
        let problem = "a comma separates the options of a player, and players are named by their \
                       files here; name another directory";
        return Err(FileError::about(&bench.settings.directory, problem).into());
    }
    let DecidedRecords { games, left_out, whence, partial } = decided_records(bench, GAMES)?;
    let (files, ranks) = bench.settings.size;
    let other = |(game, _): &&(Game, Color)| {
        (game.start().width(), game.start().height()) != (files, ranks)
    };
    if let Some((game, _)) = games.iter().find(other) {
        let (width, height) = (game.start().width(), game.start().height());
        return Err(ReproduceError::Board { found: (width, height), expected: (files, ranks) });
    }
    let mut trained = train(bench, &games, runs, examples)?;
    let wanted = KINDS.len() * runs;
    let there: usize = trained.iter().map(|one| one.runs).sum();
    // A kind is judged once all its networks are trained.
    trained.retain(|one| one.runs == runs);
    let test = games.iter().filter(|(game, _)| GamePart::of(game) == GamePart::Test);
    let evaluators = evaluators(&trained);
    let errors = ErrorsByPly::of(&evaluators, test);
    let mut plots =
        vec![("figure16", plot_by_ply("Error by ply, test games (figure 16)", errors.curves()))];
    let test_error = |one: &Trained| one.last.test.unwrap_or(0.0);
    let poorest = trained.iter().max_by(|a, b| test_error(a).total_cmp(&test_error(b)));
    if let Some(poorest) = poorest {
        plots.push(("figure17", overfitting(poorest, &games)));
    }
    plots.push(("figure14", lengths(&games, &left_out)));
    // The games come last: when they are interrupted, the report is written at once.
    let (good, simple) = equities(bench, &trained)?;
    Ok(Reproduction {
        title: "Networks for the Amazons (Fugers)".to_owned(),
        differences: differences(bench, games.len(), &whence, runs, examples),
        sheets: vec![error_sheet(&errors, &evaluators, &trained), good, simple],
        // Missing networks come first; missing games are added after them.
        partial: partial.or(Portion::of_networks(there, wanted).if_partial()),
        plots,
        ..Reproduction::default()
    })
}

fn differences(
    bench: &Bench,
    games: usize,
    whence: &str,
    runs: usize,
    examples: u64,
) -> Vec<String> {
    vec![
        format!(
            "{games} games, {whence}; the thesis took {GAMES} of a game server's best players."
        ),
        format!(
            "{runs} networks of each kind in place of {RUNS}, {examples} examples in place of \
             {EXAMPLES}: --scale and --effort set them. The one of least error over a tenth of the \
             games that is kept apart is taken; the thesis seems to choose by the test."
        ),
        "The last target is the outcome, +1 or −1, there is no exploration, and inputs are not \
         scaled: the thesis leaves this open."
            .to_owned(),
        "A value of 0 counts as half an error.".to_owned(),
        format!(
            "Equities are of {} games a pair at {} nodes or playouts a move.",
            bench.games(GAMES_A_PAIR),
            nodes(bench)
        ),
        "After the nine kinds of the thesis come its open questions, each a change to units-40: a \
         steepness β that is learned, two hidden layers, differences of queen and king distances \
         as inputs, four times as many examples."
            .to_owned(),
        bench.how_games_begin(RANDOM_PLIES),
    ]
}

/// Trains what is left to train and returns the best network of each kind that has one.
fn train(
    bench: &mut Bench,
    games: &[(Game, Color)],
    runs: usize,
    examples: u64,
) -> Result<Vec<Trained>, ReproduceError> {
    let directory = bench.settings.directory.join(NETWORKS);
    directory::make(&directory).map_err(FileError::io(&directory))?;
    if let Some(source) = &bench.settings.resume {
        bring(&source.join(NETWORKS), &directory)?;
    }
    let (files, ranks) = bench.settings.size;
    let size = BoardSize { files, ranks };
    let mut trained: Vec<Trained> = Vec::new();
    let mut seen: Option<(BoardInputs, NetworkGames)> = None;
    let mut done = 0;
    for (number, kind) in KINDS.iter().enumerate() {
        // The inputs of thousands of games take much memory: one kind of inputs at a time.
        if seen.as_ref().is_none_or(|(inputs, _)| *inputs != kind.inputs) {
            let mut all = NetworkGames::default();
            for (game, winner) in games {
                all.push(game, *winner, kind.inputs, size, false);
            }
            seen = Some((kind.inputs, all));
        }
        let Some((_, seen)) = &seen else { continue };
        let file = directory.join(format!("{}.safetensors", kind.name()));
        let plan = |seed| kind.plan(size, examples, seed, seen.hash);
        if let Some(last) = best_of(&file, runs, bench.settings.seed, plan)? {
            done += runs;
            trained.push(Trained { kind: number, file, last, runs });
            continue;
        }
        let (abort, play) = (bench.abort, bench.settings.play);
        let work = |_: &mut (), run: usize| {
            let seed = bench.settings.seed.wrapping_add(run as u64);
            let checkpoint = directory.join(format!("{}.{seed}.checkpoint", kind.name()));
            learn(&plan(seed), seen, &checkpoint, play, abort)
        };
        let mut best: Option<NetworkRun> = None;
        let mut there = 0;
        as_finished(
            0..runs,
            bench.settings.jobs,
            || (),
            work,
            |_, result| {
                let Some(run) = result? else { return Ok::<(), ReproduceError>(()) };
                there += 1;
                // As in the thesis, the last networks are compared. Ties go to the smaller seed,
                // whichever run was ready first.
                let last = |run: &NetworkRun| {
                    run.curve().last().map_or(1.0, CurvePoint::error_to_choose_by)
                };
                let better = |best: &NetworkRun| {
                    last(&run).total_cmp(&last(best)).then(run.seed().cmp(&best.seed())).is_lt()
                };
                if best.as_ref().is_none_or(better) {
                    best = Some(run);
                }
                done += 1;
                (bench.seen)(Portion::of_networks(done, KINDS.len() * runs));
                Ok(())
            },
        )?;
        let Some(best) = best else { continue };
        let Some(&last) = best.curve().last() else { continue };
        let mut about = best.about();
        about.insert(RUNS_KEY.to_owned(), there.to_string());
        let bytes = best.board_network().to_tensors(&about).to_bytes();
        write_whole(&file, &bytes).map_err(FileError::io(&file))?;
        trained.push(Trained { kind: number, file, last, runs: there });
    }
    Ok(trained)
}

/// Takes over the networks that another directory has and this one lacks.
fn bring(source: &Path, directory: &Path) -> Result<(), ReproduceError> {
    for kind in &KINDS {
        let name = format!("{}.safetensors", kind.name());
        let (from, to) = (source.join(&name), directory.join(&name));
        if from.exists() && !to.exists() {
            let bytes = std::fs::read(&from).map_err(FileError::io(&from))?;
            write_whole(&to, &bytes).map_err(FileError::io(&to))?;
        }
    }
    Ok(())
}

/// Refuses a directory in which the best of other networks have played.
///
/// If the networks were replaced, those games would belong to no network, and that would be found
/// out only after days of training.
fn refuse_others(directory: &Path, runs: usize, examples: u64) -> Result<(), ReproduceError> {
    if !raw_results::has_games(directory, EQUITIES)? {
        return Ok(());
    }
    let words = |runs: &str, examples: u64| format!("{runs} of {examples} examples");
    for kind in &KINDS {
        let path = directory.join(NETWORKS).join(format!("{}.safetensors", kind.name()));
        let Ok(bytes) = std::fs::read(&path) else { continue };
        let metadata = Tensors::parse(&bytes).map(|file| file.metadata).unwrap_or_default();
        let plan = metadata.get("plan").and_then(|plan| serde_json::from_str(plan).ok());
        let (Some(found), Some(NetworkPlan { examples: seen, .. })) =
            (metadata.get(RUNS_KEY), plan)
        else {
            continue;
        };
        let examples = examples * kind.longer;
        if *found != runs.to_string() || seen != examples {
            let (found, expected) = (words(found, seen), words(&runs.to_string(), examples));
            return Err(other_networks(&path, &found, &expected).into());
        }
    }
    Ok(())
}

/// The last errors of a network that is the best of `runs` runs; `None` if there is no such network
/// or it has not seen all examples.
fn best_of(
    file: &Path,
    runs: usize,
    first_seed: u64,
    plan: impl Fn(u64) -> NetworkPlan,
) -> Result<Option<CurvePoint>, ReproduceError> {
    let Ok(bytes) = std::fs::read(file) else { return Ok(None) };
    let metadata = Tensors::parse(&bytes).map(|file| file.metadata).unwrap_or_default();
    if metadata.get(RUNS_KEY).and_then(|text| text.parse().ok()) != Some(runs) {
        return Ok(None);
    }
    let before = metadata.get("plan").and_then(|plan| serde_json::from_str(plan).ok());
    let Some(NetworkPlan { seed, .. }) = before else { return Ok(None) };
    if seed.wrapping_sub(first_seed) >= runs as u64 {
        let found = format!("{runs} with the seed {seed} among theirs");
        let expected = format!("{runs} with the seeds from {first_seed} on");
        return Err(other_networks(file, &found, &expected).into());
    }
    let run = NetworkRun::new(plan(seed), file)?;
    Ok(run.curve().last().copied().filter(|last| last.examples == plan(seed).examples))
}

/// A network after its last example; `None` if it is not finished and must not or cannot be.
fn learn(
    plan: &NetworkPlan,
    games: &NetworkGames,
    checkpoint: &Path,
    play: bool,
    abort: &Abort,
) -> Result<Option<NetworkRun>, ReproduceError> {
    let mut run = NetworkRun::new(plan.clone(), checkpoint)?;
    if run.examples() < plan.examples {
        if !play || abort.is_set() {
            return Ok(None);
        }
        if run.train(games, checkpoint, abort, &mut |_| {})? == RunEnd::Interrupted {
            return Ok(None);
        }
    }
    Ok(Some(run))
}

/// The thesis's functions and the networks, with their names in tables.
fn evaluators(trained: &[Trained]) -> Vec<(String, Evaluator)> {
    let function = |name: &str| Some((name.to_owned(), name.parse().ok()?));
    let functions = ["lieberum", "minimal-distance"].into_iter().filter_map(function);
    let network = |one: &Trained| Some((KINDS[one.kind].name(), one.evaluator()?));
    functions.chain(trained.iter().filter_map(network)).collect()
}

/// Figure 15 and table 3.
fn error_sheet(
    errors: &ErrorsByPly,
    evaluators: &[(String, Evaluator)],
    trained: &[Trained],
) -> TextTable {
    let mut sheet = TextTable::new(
        format!("Figure 15, table 3: error over {} boards of the test", errors.boards),
        &["evaluation", "error", "thesis", "training", "validation", "from ply 37"],
    );
    for (number, (name, _)) in evaluators.iter().enumerate() {
        let network = trained.iter().find(|one| KINDS[one.kind].name() == *name);
        let (thesis, own) = match network {
            None if name == "lieberum" => ("0.24", None),
            None => ("0.25", None),
            Some(one) => match KINDS[one.kind].paper {
                Some(_) => ("0.37 – 0.38", Some(one.last)),
                None => ("open", Some(one.last)),
            },
        };
        let share = |of: Option<f64>| of.map_or("–".to_owned(), |share| format!("{share:.3}"));
        sheet.rows.push(vec![
            name.clone(),
            errors.share(number, 0),
            thesis.to_owned(),
            share(own.map(|last| last.training)),
            share(own.and_then(|last| last.validation)),
            errors.share(number, 37),
        ]);
    }
    sheet
}

/// Figure 17: errors of the worst network over training games and over test games, by ply.
fn overfitting(poorest: &Trained, games: &[(Game, Color)]) -> Plot {
    let mut curves = Vec::new();
    for (label, part) in [("training", GamePart::Training), ("test", GamePart::Test)] {
        let network: Vec<_> =
            poorest.evaluator().map(|net| (label.to_owned(), net)).into_iter().collect();
        let of = games.iter().filter(|(game, _)| GamePart::of(game) == part);
        curves.extend(ErrorsByPly::of(&network, of).curves());
    }
    let name = KINDS[poorest.kind].name();
    plot_by_ply(&format!("Error of {name} by ply (figure 17)"), curves)
}

/// Figure 14.
fn lengths(taken: &[(Game, Color)], left_out: &[Game]) -> Plot {
    let plies = |game: &Game| game.moves().len();
    let taken: Vec<usize> = taken.iter().map(|(game, _)| plies(game)).collect();
    let left_out: Vec<usize> = left_out.iter().map(plies).collect();
    lengths_of_games(&taken, &left_out)
}

fn nodes(bench: &Bench) -> u64 {
    ((NODES * bench.settings.effort).round() as u64).max(50)
}

/// Tables 4 and 5.
fn equities(
    bench: &mut Bench,
    trained: &[Trained],
) -> Result<(TextTable, TextTable), ReproduceError> {
    let limit = nodes(bench);
    let players_by = |net: &dyn Display| {
        [
            format!("one-ply:net:{net}"),
            format!("alphabeta:net:{net},bounds=false,nodes={limit}"),
            format!("mcts:net:{net},nodes={limit}"),
        ]
    };
    let (mut players, mut called) = (Vec::new(), Vec::new());
    for one in trained {
        players.extend(players_by(&one.file.display()));
        // Wherever the file is, the games belong to its weights.
        let bytes = std::fs::read(&one.file).map_err(FileError::io(&one.file))?;
        let hash = xxhash_rust::xxh3::xxh3_64(&bytes) as u32;
        called.extend(players_by(&format_args!("{}@{hash:08x}", KINDS[one.kind].name())));
    }
    let (good, simple) = (players.len(), players.len() + 1);
    let pairs = (0..players.len()).flat_map(|n| [(n, good), (n, simple)]).collect();
    for both in [&mut players, &mut called] {
        both.push(format!("alphabeta:lieberum,bounds=false,nodes={limit}"));
        both.push(SIMPLE.to_owned());
    }
    let played = match trained {
        [] => Vec::new(),
        _ => {
            let games = bench.games(GAMES_A_PAIR);
            let contest = Contest {
                name: EQUITIES,
                players: &players,
                called: Some(called),
                pairs,
                games,
                random_plies: RANDOM_PLIES,
                ..Contest::default()
            };
            bench.play(contest)?.games
        }
    };
    let sheet =
        |title: &str, opponent: usize, of: usize| {
            let columns =
                ["network", "no lookahead", "thesis", "alpha-beta", "thesis", "UCT", "thesis"];
            let mut sheet = TextTable::new(title, &columns);
            for (line, one) in trained.iter().enumerate() {
                let kind = &KINDS[one.kind];
                let mut row = vec![kind.name()];
                for search in 0..3 {
                    let score = PairResult::between(&played, 3 * line + search, opponent);
                    row.push(score.equity_with_interval());
                    row.push(kind.paper.map_or("open".to_owned(), |of_both| {
                        format!("{:+.2}", of_both[of][search])
                    }));
                }
                sheet.rows.push(row);
            }
            sheet
        };
    Ok((
        sheet("Table 4: equities against alphabeta:lieberum", good, 0),
        sheet(&format!("Table 5: equities against {SIMPLE}"), simple, 1),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use hashbrown::HashSet;

    #[test]
    fn kinds_have_names_of_their_own() {
        let names: HashSet<String> = KINDS.iter().map(Kind::name).collect();
        assert_eq!(names.len(), KINDS.len());
        assert!(names.contains("units-40") && names.contains("units-40-40"));
        assert!(names.contains("units-40-adaptive") && names.contains("units-40-longer-4"));
    }
}
