//! The options that ask what the moves of a match cost.

use crate::options::values::{MEMORY, parse_memory, parse_positive, threads};
use crate::output::progress::progress;
use amazons::limits::{Abort, Limits};
use amazons_lab::matches::{GameLine, Judging, PointsLost, points_lost};
use clap::Args;

/// Whether and how the moves of a match are judged.
#[derive(Debug, Args)]
pub struct PointsOptions {
    /// Judge every move, and report the points that each player lost against the exact value.
    ///
    /// For matches from endgames, such as --openings problems/quick.xml. Games are played to the
    /// end.
    #[arg(long)]
    points_lost: bool,
    /// Nodes for the judge at each ply.
    #[arg(long, value_name = "NODES", requires = "points_lost", default_value_t = 2_000_000, value_parser = parse_positive::<u64>)]
    points_nodes: u64,
    /// Memory for the judge, e.g. 512MB.
    #[arg(long, requires = "points_lost", value_parser = parse_memory, default_value = MEMORY)]
    points_memory: usize,
}

impl PointsOptions {
    /// Whether points are asked for.
    pub fn are_wanted(&self) -> bool {
        self.points_lost
    }

    /// Judges the games, if that is asked for.
    pub fn judged(
        &self,
        players: &[String],
        games: &[GameLine],
        abort: &Abort,
    ) -> Option<Vec<PointsLost>> {
        if !self.points_lost {
            return None;
        }
        let bar = progress(games.len() as u64, "games judged");
        let judging = Judging {
            limits: Limits::nodes(self.points_nodes).until(abort),
            memory: self.points_memory,
            threads: threads(None),
        };
        let points = points_lost(players, games, &judging, || bar.inc(1));
        bar.finish_and_clear();
        Some(points)
    }
}
