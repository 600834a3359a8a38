//! Two methods in one: alpha-beta while the board is open, and Monte-Carlo tree search afterwards.
//!
//! M. Levasseur and others, *Amazons AI Report*, 2015: alpha-beta with Amazong's evaluation for
//! the first 50 plies, then MCTS.

use super::solver::{Answer, Solver};
use super::spec::{Spec, SpecError, spec_text};
use super::watch::Watch;
use crate::board::{Bitboard, Position};
use crate::limits::Limits;
use std::sync::Arc;

/// The solver `hybrid`.
///
/// Options:
/// - `plies=N`: the second method plays once this many squares are blocked, which is the number of
///   plies played if the board started without blocked squares; the default is 50.
/// - `first=SPEC`, `then=SPEC`: the two methods, with `+` in place of the commas between options:
///   `hybrid:first=alphabeta:lieberum+depth=2,then=uct`. The defaults are `alphabeta:lieberum` and
///   `mcts:lieberum`. `nodes=N` or `playouts=N` among the options of either method is its own limit
///   and replaces the common one: their nodes are different things.
pub struct Hybrid {
    plies: usize,
    first: Method,
    then: Method,
}

/// One of the two methods.
#[derive(Clone)]
struct Method {
    solver: Arc<dyn Solver>,
    /// Its own limit.
    nodes: Option<u64>,
}

impl Method {
    /// Its spec with its limit, in the form used within the hybrid's spec.
    fn spec(&self) -> String {
        let mut text = self.solver.spec();
        if let Some(nodes) = self.nodes {
            text += &format!("{}nodes={nodes}", if text.contains(':') { ',' } else { ':' });
        }
        text
    }

    fn ends_by_itself(&self) -> bool {
        self.nodes.is_some() || self.solver.ends_by_itself()
    }

    fn with_seed(&self, seed: u64) -> Self {
        let solver = match self.solver.with_seed(seed) {
            Some(seeded) => Arc::from(seeded),
            None => Arc::clone(&self.solver),
        };
        Self { solver, nodes: self.nodes }
    }

    fn for_one_game(&self) -> Option<Self> {
        Some(Self { solver: Arc::from(self.solver.for_one_game()?), nodes: self.nodes })
    }
}

const PLIES: usize = 50;
const FIRST: &str = "alphabeta:eval=lieberum";
const THEN: &str = "mcts:eval=lieberum";

impl Hybrid {
    /// Reads the options. `solver` makes the two methods from their specs.
    ///
    /// # Errors
    /// An option is unknown or impossible, or a method is itself a hybrid.
    pub fn from_spec(
        mut spec: Spec,
        solver: impl Fn(Spec) -> Result<Box<dyn Solver>, SpecError>,
    ) -> Result<Self, SpecError> {
        let mut method = |key: &str, default: &str| {
            let default = default.replace(',', "+");
            let text = spec.take_text(key, &default).replace('+', ",");
            let mut method = Spec::parse(&text)?;
            if method.name() == "hybrid" {
                return Err(spec.error(format!("{key}={text} is a hybrid itself")));
            }
            let (nodes, playouts) = (method.take_count("nodes")?, method.take_count("playouts")?);
            let solver = Arc::from(solver(method)?);
            Ok(Method { solver, nodes: nodes.or(playouts) })
        };
        let (first, then) = (method("first", FIRST)?, method("then", THEN)?);
        let plies = spec.take("plies", PLIES)?;
        spec.finish()?;
        Ok(Self { plies, first, then })
    }

    /// The method that plays in a position, and what it may use.
    fn method_for(&self, problem: &Position, limits: &Limits) -> (&Method, Limits) {
        let squares = problem.width() * problem.height();
        let blocked = squares - problem.placement().open().count() as usize;
        let method = if blocked < self.plies { &self.first } else { &self.then };
        let nodes = method.nodes.or(limits.nodes);
        (method, Limits { nodes, ..limits.clone() })
    }
}

impl Solver for Hybrid {
    fn spec(&self) -> String {
        let mut options = Vec::new();
        if self.plies != PLIES {
            options.push(format!("plies={}", self.plies));
        }
        for (key, method, usual) in [("first", &self.first, FIRST), ("then", &self.then, THEN)] {
            let text = method.spec();
            if text != usual {
                options.push(format!("{key}={}", text.replace(',', "+")));
            }
        }
        spec_text("hybrid", &options)
    }

    fn solve(&self, problem: &Position, limits: &Limits) -> Answer {
        let (method, limits) = self.method_for(problem, limits);
        method.solver.solve(problem, &limits)
    }

    fn solve_watched(&self, problem: &Position, limits: &Limits, watch: &mut Watch<'_>) -> Answer {
        let (method, limits) = self.method_for(problem, limits);
        method.solver.solve_watched(problem, &limits, watch)
    }

    fn limits_each_iteration(&self) -> bool {
        self.first.solver.limits_each_iteration() || self.then.solver.limits_each_iteration()
    }

    fn ends_by_itself(&self) -> bool {
        [&self.first, &self.then].into_iter().all(Method::ends_by_itself)
    }

    fn with_seed(&self, seed: u64) -> Option<Box<dyn Solver>> {
        let (first, then) = (self.first.with_seed(seed), self.then.with_seed(seed));
        Some(Box::new(Self { plies: self.plies, first, then }))
    }

    fn for_one_game(&self) -> Option<Box<dyn Solver>> {
        let (first, then) = (self.first.for_one_game(), self.then.for_one_game());
        if first.is_none() && then.is_none() {
            return None;
        }
        Some(Box::new(Self {
            plies: self.plies,
            first: first.unwrap_or_else(|| self.first.clone()),
            then: then.unwrap_or_else(|| self.then.clone()),
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solvers::{solver, solver_of};

    #[test]
    fn the_second_method_plays_when_the_board_has_filled() {
        let hybrid = solver("hybrid:plies=3,first=random,then=alphabeta:lieberum+width=9").unwrap();
        assert_eq!(
            hybrid.spec(),
            "hybrid:plies=3,first=random,then=alphabeta:eval=lieberum+width=9"
        );
        let nodes = |fen: &str| {
            let limits = Limits::nodes(50);
            hybrid.solve(&fen.parse().unwrap(), &limits).nodes
        };
        // A random choice counts as one node.
        assert_eq!(nodes("Q3/1**1/4/3q w"), 1);
        assert!(nodes("Q3/1**1/1*2/3q w") > 1);
    }

    #[test]
    fn each_method_may_have_its_own_limit() {
        let text = "hybrid:plies=3,first=uct:playouts=9,then=uct:seed=2";
        let hybrid = solver(text).unwrap();
        let nodes = |fen: &str| hybrid.solve(&fen.parse().unwrap(), &Limits::nodes(50)).nodes;
        assert_eq!((nodes("Q3/1**1/4/3q w"), nodes("Q3/1**1/1*2/3q w")), (9, 50));
    }

    #[test]
    fn a_method_that_remembers_does_so_in_a_hybrid_too() {
        let remembers = |text: &str| {
            let spec = Spec::parse(text).unwrap().for_games(true);
            solver_of(spec).unwrap().for_one_game().map(|one| one.spec())
        };
        let text = "hybrid:first=uct,then=alphabeta:eval=lieberum+depth=2";
        assert_eq!(remembers(text).as_deref(), Some(text));
        assert_eq!(remembers("hybrid:first=uct,then=random"), None);
    }

    #[test]
    fn a_hybrid_of_hybrids_is_refused() {
        for spec in ["hybrid:then=hybrid", "hybrid:then=\r\rhybrid:\u{b}", "hybrid:first= hybrid"] {
            let error = solver(spec).err().unwrap().to_string();
            assert!(error.contains("is a hybrid itself"), "{error}");
        }
        assert!(solver("hybrid:first=deepblue").is_err());
    }
}
