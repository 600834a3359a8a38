//! `amazons bench`: the signature of all searches.

use crate::options::interrupt::{interrupt_flag, say_if_interrupted};
use crate::output::exit_status::{Exit, Status};
use crate::output::format::{Format, print_json};
use amazons::util::terminal::stdout;
use amazons_lab::checks::signature::{MethodNodes, signature, total};
use clap::Args;
use std::io::Write;
use std::time::Instant;

/// Count the nodes of every solver and of the judge on fixed problems.
///
/// The signature at the end sums up nodes and answers; it is the same on every machine as long as
/// no search changes. The nodes per second tell how fast this machine is.
#[derive(Debug, Args)]
pub struct Bench {
    /// Output format.
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

impl Bench {
    /// Runs the command.
    pub fn run(self) -> Exit {
        let start = Instant::now();
        let text = self.format == Format::Text;
        let mut written = Ok(());
        let lines = signature(&interrupt_flag(), |line| {
            if text && written.is_ok() {
                let MethodNodes { method, problems, nodes, answers } = line;
                written = writeln!(
                    stdout(),
                    "{method:<20} {problems} problems {nodes:>9} nodes  {answers:08x}"
                );
            }
        });
        written?;
        let Some(lines) = lines else {
            say_if_interrupted();
            return Ok(Status::Negative);
        };
        let nodes: u64 = lines.iter().map(|line| line.nodes).sum();
        let seconds = start.elapsed().as_secs_f64();
        if text {
            let rate = nodes as f64 / seconds;
            writeln!(stdout(), "{seconds:.1} s, {rate:.0} nodes a second")?;
            writeln!(stdout(), "signature {:016x}", total(&lines))?;
        } else {
            let signature = format!("{:016x}", total(&lines));
            let object = serde_json::json!({
                "methods": lines, "nodes": nodes, "seconds": seconds, "signature": signature
            });
            print_json(&mut stdout(), &object)?;
        }
        Ok(Status::Done)
    }
}
