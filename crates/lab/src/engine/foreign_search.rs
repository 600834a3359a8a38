//! A foreign program as a search that estimates positions.

use super::external::{Engine, PATIENCE};
use super::move_failure::MoveFailure;
use super::program::{Dialect, Program};
use super::protocol::GoLimits;
use crate::play::MoveLimit;
use amazons::board::Position;
use amazons::limits::{Abort, Limits};
use amazons::solvers::{Answer, Solver, SpecError, Thought, Variation, Watch};
use amazons::util::opaque_debug;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// What is told of a program that fails.
pub type Trouble = Arc<dyn Fn(&MoveFailure) + Send + Sync>;

/// A program of which the score and the line that it tells are believed, but nothing is taken for
/// proved. It runs from its first question on; one that fails is started again for the next.
pub struct ForeignSearch {
    program: Program,
    limit: MoveLimit,
    engine: Mutex<Option<Engine>>,
    trouble: Trouble,
}

opaque_debug!([] ForeignSearch, "ForeignSearch");

/// How much longer than its time a program may take.
const GRACE: Duration = Duration::from_secs(2);

impl ForeignSearch {
    /// Reads a text; `None` if it names no foreign program. `trouble` is told of each failure.
    ///
    /// # Errors
    /// The command is wrong, or its protocol has no words for scores.
    pub fn from_text(text: &str, trouble: &Trouble) -> Option<Result<Self, SpecError>> {
        let program = match Program::from_text(text)? {
            Ok(program) => program,
            Err(error) => return Some(Err(error)),
        };
        if program.dialect() == Dialect::Gtp {
            let problem = "a GTP program tells no scores; expected engine: or uci:";
            return Some(Err(SpecError::new(text, problem)));
        }
        let limit = program.command().limit();
        let (engine, trouble) = (Mutex::new(None), Arc::clone(trouble));
        Some(Ok(Self { program, limit, engine, trouble }))
    }

    /// Checks that the program can be started and greets.
    ///
    /// # Errors
    /// It cannot be started, or it does not greet.
    pub fn greet(&self, abort: &Abort) -> Result<(), MoveFailure> {
        Engine::start(&self.program, self.limit, None, abort).map(drop)
    }

    /// Asks for a move; what was told on the way comes along.
    fn ask(&self, problem: &Position, limits: &Limits) -> Result<(Answer, Thought), MoveFailure> {
        let mut running = self.engine.lock().unwrap_or_else(PoisonError::into_inner);
        let own = self.limit != MoveLimit::default();
        let MoveLimit { time, nodes } = match own {
            true => self.limit,
            false => MoveLimit { time: limits.time, nodes: limits.nodes },
        };
        let mut engine = match running.take() {
            Some(engine) => engine,
            None => Engine::start(&self.program, self.limit, None, &limits.abort)?,
        };
        let go = GoLimits { time, nodes, ..GoLimits::default() };
        let patience = time.unwrap_or(PATIENCE).saturating_add(GRACE);
        let begun = Instant::now();
        let mut thought = None;
        let mut tell = |told: &Thought| {
            // Other lines say what it looks at.
            if told.lines.iter().any(|line| line.value.is_some()) {
                thought = Some(told.clone());
            }
        };
        let watch = &mut Watch::new(1, &mut tell);
        let found = engine.choose(problem, &[], &go, patience, &limits.abort, watch)?;
        *running = Some(engine);
        let mut thought = thought.ok_or_else(|| {
            let problem = "a move without a score; expected lines such as 'info score cp 150'";
            MoveFailure::NotUnderstood(problem.to_owned())
        })?;
        let best = found.mv.filter(|mv| problem.check(*mv).is_ok());
        let first = best.ok_or_else(|| {
            let text = found.mv.map_or_else(|| "none".to_owned(), |mv| mv.to_string());
            MoveFailure::IllegalMove(text)
        })?;
        // The line belongs to the move that it begins with.
        if let Some(line) = thought.lines.first_mut() {
            line.moves = legal_part(problem, line);
            if line.moves.first() != Some(&first) {
                line.moves = vec![first];
            }
        }
        let nodes = found.nodes.unwrap_or(thought.nodes);
        let unknown = Answer::unknown(problem.empties());
        Ok((Answer { best, nodes, time: begun.elapsed(), ..unknown }, thought))
    }
}

/// The moves of a line as long as they are legal.
fn legal_part(problem: &Position, line: &Variation) -> Vec<amazons::board::Move> {
    let mut position = problem.clone();
    let legal = line.moves.iter().map_while(|&mv| {
        position = position.play(mv).ok()?;
        Some(mv)
    });
    legal.collect()
}

impl Solver for ForeignSearch {
    fn spec(&self) -> String {
        self.program.to_string()
    }

    fn solve(&self, problem: &Position, limits: &Limits) -> Answer {
        self.solve_watched(problem, limits, &mut Watch::nobody())
    }

    fn solve_watched(&self, problem: &Position, limits: &Limits, watch: &mut Watch<'_>) -> Answer {
        // Without a legal move there is nothing to ask.
        if !problem.can_move() {
            return Answer::unknown(problem.empties());
        }
        match self.ask(problem, limits) {
            Ok((answer, thought)) => {
                watch.tell(&thought);
                answer
            }
            Err(failure) => {
                if failure != MoveFailure::Aborted {
                    (self.trouble)(&failure);
                }
                Answer::unknown(problem.empties())
            }
        }
    }
}
