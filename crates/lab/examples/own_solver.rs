//! Compares your own solver with others in a study:
//! `cargo run --release --example own_solver -- problems/quick.xml OUTPUT_DIR`.

use amazons::solvers::solver;
use amazons::{Abort, Answer, Limits, Position, ProblemSet, Solver};
use amazons_lab::study::{Choice, Plan, Report, Runner, StudyLimits, open_log};
use std::error::Error;
use std::path::PathBuf;

/// Leaves the opponent as few moves as possible.
struct Stingy;

impl Solver for Stingy {
    fn spec(&self) -> String {
        "stingy".to_owned()
    }

    fn solve(&self, problem: &Position, _: &Limits) -> Answer {
        let left = |mv: &_| {
            let after = problem.play(*mv).expect("the move is legal");
            after.placement().count_moves(after.side())
        };
        let best = problem.legal_moves().into_iter().min_by_key(left);
        Answer { best, nodes: 1, ..Answer::unknown(problem.empties()) }
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut words = std::env::args_os().skip(1).map(PathBuf::from);
    let set = words.next().ok_or("which problem set?")?;
    let directory = words.next().ok_or("which directory for the report?")?;
    let problems = ProblemSet::load(&set)?;
    let solvers: Vec<Box<dyn Solver>> = vec![Box::new(Stingy), solver("one-ply")?];
    let limits = StudyLimits { time: None, nodes: Some(10_000), memory: 64 << 20 };
    let name = set.display().to_string();
    let plan = Plan::of_solvers(&name, &problems, &Choice::default(), solvers, limits, limits)?;

    std::fs::create_dir_all(&directory)?;
    let (mut log, mut contents) = open_log(&directory, &plan.header, &plan.problems)?;
    let abort = Abort::new();
    let runner =
        Runner { solvers: &plan.solvers, jobs: 2, cores: &[], results: None, abort: &abort };
    runner.run(&mut contents, &mut log, |_| ())?;
    let report = Report::new(&contents)?;
    report.write(&directory)?;
    for solver in &report.statistics.solvers {
        println!("{}: {} of {} right", solver.solver, solver.correct.count, solver.correct.of);
    }
    println!("{}", directory.join("index.html").display());
    Ok(())
}
