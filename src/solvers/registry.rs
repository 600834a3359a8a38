//! The solvers by name. A new solver takes one new file and one line here.

use super::hybrid::Hybrid;
use super::one_ply::OnePly;
use super::option_info::OptionInfo;
use super::options::Configured;
use super::random::Random;
use super::solver::Solver;
use super::spec::{Spec, SpecError};
use crate::solvers::alphabeta::iterative_deepening::AlphaBeta;
use crate::solvers::mcts::evaluated::Mcts;
use crate::solvers::mcts::uct::Uct;
use crate::solvers::proof_number::dfpn::DfPn;
use crate::solvers::proof_number::wpns::Wpns;

/// A solver that commands offer.
#[derive(Clone, Copy, Debug)]
pub struct SolverEntry {
    /// Its name in a spec.
    pub name: &'static str,
    /// A description in one line.
    pub summary: &'static str,
    /// Makes the solver from the options of a spec.
    build: fn(Spec) -> Result<Box<dyn Solver>, SpecError>,
}

macro_rules! entry {
    ($name:literal, $solver:ty, $summary:literal) => {
        SolverEntry {
            name: $name,
            summary: $summary,
            build: |spec| Ok(Box::new(<$solver>::from_spec(spec)?)),
        }
    };
}

/// Every solver.
pub const SOLVERS: &[SolverEntry] = &[
    entry!("dfpn", DfPn, "depth-first proof-number search (Nagai 2001)"),
    entry!("wpns", Wpns, "depth-first weak proof-number search (Ueda et al. 2008)"),
    entry!("alphabeta", AlphaBeta, "iterative deepening alpha-beta with an evaluation function"),
    entry!("mcts", Mcts, "UCT with short playouts and an evaluation function, as in Campya"),
    entry!("uct", Uct, "UCT by UCB1-tuned with random playouts to the end"),
    SolverEntry {
        name: "hybrid",
        summary: "alpha-beta for the first 50 plies, then Monte-Carlo tree search",
        build: |spec| {
            let (memory, for_games) = (spec.memory(), spec.is_for_games());
            let method = |spec: Spec| solver_of(spec.within(memory).for_games(for_games));
            Ok(Box::new(Hybrid::from_spec(spec, method)?))
        },
    },
    entry!("one-ply", OnePly, "the best evaluation after one move"),
    entry!("random", Random, "any legal move"),
];

/// The strongest player that needs no file. It plays, and estimates positions, wherever no other one
/// is asked for. Another one takes a new fit of the chances of winning
/// (`scripts/fit-estimates.py`).
pub const STRONGEST: &str = "alphabeta:learned";

/// Returns the options of a solver, with their defaults.
pub fn options_of(entry: &SolverEntry) -> Vec<OptionInfo> {
    options_for(entry.name, false)
}

/// Returns the options of the solver of this name in problems or in whole games, or none if there
/// is no such solver.
pub fn options_for(name: &str, in_games: bool) -> Vec<OptionInfo> {
    // An option that no solver has is answered with the options that the solver has.
    let asked = Spec::parse(&format!("{name}:?")).map(|spec| solver_of(spec.for_games(in_games)));
    asked.ok().and_then(Result::err).map(|error| error.known().to_vec()).unwrap_or_default()
}

/// Makes the solver that `text` names, such as `dfpn` or `wpns:tt=64MB`.
///
/// # Errors
/// The name is unknown (the error lists the known ones) or an option is impossible.
pub fn solver(text: &str) -> Result<Box<dyn Solver>, SpecError> {
    solver_of(Spec::parse(text)?)
}

/// Like [`solver`], for a solver whose tables and trees may take at most `memory` bytes.
///
/// # Errors
/// As for [`solver`].
pub fn solver_within(text: &str, memory: usize) -> Result<Box<dyn Solver>, SpecError> {
    solver_of(Spec::parse(text)?.within(memory))
}

/// Makes the solver that a spec names.
///
/// # Errors
/// As for [`solver`].
pub fn solver_of(spec: Spec) -> Result<Box<dyn Solver>, SpecError> {
    match SOLVERS.iter().find(|entry| entry.name == spec.name()) {
        Some(entry) => (entry.build)(spec),
        None => {
            let names: Vec<_> = SOLVERS.iter().map(|entry| entry.name).collect();
            let known = names.join(", ");
            match spec.name().split_once(',').filter(|(name, _)| names.contains(name)) {
                Some((name, options)) => {
                    Err(spec
                        .error(format!("no such solver; options follow a colon: {name}:{options}")))
                }
                None => Err(spec.error(format!("no such solver; expected one of {known}"))),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_solver_is_made_by_its_name_and_names_itself() {
        for entry in SOLVERS {
            let made = solver(entry.name).unwrap();
            assert_eq!(made.spec(), entry.name);
        }
    }

    #[test]
    fn specs_read_back() {
        for text in [
            "dfpn:tt=1000000,epsilon=0.25,after-limit=loss-branch",
            "wpns:tt=96,alone=reach",
            "alphabeta:eval=minimal-distance,tt=4096,width=20,bounds=false,fill=true",
            "one-ply:minimal-distance,seed=7",
            "random:seed=3",
            "mcts:eval=minimal-distance,plies=2,explore=0.5,widen=1,seed=4",
            "uct:reward=win,seed=9",
            "uct:prove=score",
            "mcts:eval=lieberum:tie=0.2:a=0,prove=win",
            "alphabeta:eval=lieberum,order=tgp,depth=2",
            "alphabeta:order=evaluation-mtgp",
            "alphabeta:bounds=false,futility=0.25",
            "alphabeta:futility=0",
            "one-ply:lieberum:a=0",
            "one-ply:lieberum,ends=win",
            "alphabeta:ends=win",
            "mcts:plies=2,levels=two,draw=moves,ends=win,prove=win",
            "uct:reward=win,draw=moves",
            "alphabeta:order=fixed",
            "alphabeta:order=evaluation-fixed",
            "hybrid:first=alphabeta:eval=lieberum+nodes=9,then=uct:seed=3+nodes=7",
        ] {
            assert_eq!(solver(text).unwrap().spec(), text);
        }
    }

    #[test]
    fn an_evaluation_may_stand_by_its_bare_name() {
        let spec = |text| solver(text).unwrap().spec();
        assert_eq!(spec("alphabeta:lieberum,depth=2"), "alphabeta:eval=lieberum,depth=2");
        assert_eq!(spec("mcts:plies=2,te:tie=0"), "mcts:eval=territory:tie=0,plies=2");
        assert_eq!(spec("one-ply:eval=rte"), "one-ply:relative-territory");
        let error = solver("mcts:te,eval=me").err().unwrap().to_string();
        assert!(error.contains("two evaluation functions"), "{error}");
    }

    #[test]
    fn what_an_end_is_worth_depends_on_what_is_played() {
        let in_games = |text| {
            let spec = Spec::parse(text).unwrap().for_games(true);
            solver_of(spec).unwrap().spec()
        };
        assert_eq!(in_games("alphabeta:ends=win"), "alphabeta");
        assert_eq!(in_games("mcts:ends=score"), "mcts:ends=score");
        let hybrid = "hybrid:then=mcts:ends=score";
        assert_eq!(in_games(hybrid), "hybrid:then=mcts:ends=score");
    }

    #[test]
    fn seeds_are_for_those_who_make_random_choices() {
        let seeded = |text| solver(text).unwrap().with_seed(7).map(|solver| solver.spec());
        assert_eq!(seeded("uct:reward=win"), Some("uct:reward=win,seed=7".to_owned()));
        assert_eq!(seeded("random"), Some("random:seed=7".to_owned()));
        assert_eq!(seeded("alphabeta"), None);
        let hybrid = "hybrid:then=mcts:eval=lieberum+seed=7".to_owned();
        assert_eq!(seeded("hybrid"), Some(hybrid));
    }

    #[test]
    fn wrong_specs_say_what_is_known() {
        let error = |text| solver(text).err().unwrap().to_string();
        assert!(error("pns").contains("expected one of dfpn, wpns, alphabeta"));
        assert!(error("").contains("expected one of"));
        assert!(error("dfpn:tt=big").contains("not a size"));
        assert!(error("dfpn:epsilon=NaN").contains("expected 0 to 16"));
        assert!(error("dfpn:after-limit=x").contains("expected unsolved or loss-branch"));
        assert!(error("dfpn:alone=x").contains("expected search or reach"));
        assert!(error("alphabeta:order=x").contains("expected evaluation, none, mn"));
        assert!(error("alphabeta:depth=-1").contains("depth=-1"));
        assert!(error("alphabeta:eval=x").contains("expected one of accessibility"));
        assert!(error("uct:prove=x").contains("expected none, win or score"));
        assert!(error("mcts:levels=3").contains("expected one or two"));
        assert!(error("uct:draw=x").contains("expected steps or moves"));
        assert!(error("alphabeta:ends=x").contains("expected score or win"));
        assert!(error("wpns:foo").contains("no option 'foo'"));
        assert!(error("wpns,tt=1MB").contains("options follow a colon: wpns:tt=1MB"));
    }
}
