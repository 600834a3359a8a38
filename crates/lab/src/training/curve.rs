//! What training reports after each epoch, as numbers and as a figure.

use crate::drawing::{Curve, Plot, PlotError, TextTable};
use serde::{Deserialize, Serialize};

/// The results of one epoch.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct EpochReport {
    /// The epoch's number, from 1.
    pub epoch: usize,
    /// The mean loss over its problems, while the weights changed.
    pub loss: f64,
    /// The mean loss over the outcomes of games, while the weights changed; `None` without games.
    pub outcome_loss: Option<f64>,
    /// For each test its name and the share of problems whose first choice is right; `None` without
    /// problems.
    pub right: Vec<(String, Option<f64>)>,
}

/// The reports of all epochs.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LearningCurve(pub Vec<EpochReport>);

impl LearningCurve {
    fn tests(&self) -> impl Iterator<Item = (usize, &str)> {
        let first = self.0.first().map_or(&[][..], |report| &report.right);
        first.iter().enumerate().map(|(i, (name, _))| (i, name.as_str()))
    }

    /// The curve as a table. A cell is empty if there is no game or problem.
    pub fn table(&self) -> TextTable {
        let mut table = TextTable::new("", &["epoch", "loss", "outcome loss"]);
        table.columns.extend(self.tests().map(|(_, name)| format!("right {name}")));
        for EpochReport { epoch, loss, outcome_loss, right } in &self.0 {
            let text = |value: Option<f64>, digits| {
                value.map_or_else(String::new, |value| format!("{value:.digits$}"))
            };
            let mut row = vec![epoch.to_string(), text(Some(*loss), 5), text(*outcome_loss, 5)];
            row.extend(right.iter().map(|(_, share)| text(*share, 4)));
            table.rows.push(row);
        }
        table
    }

    /// The shares of right choices as SVG, in percent over the epochs.
    ///
    /// # Errors
    /// The plotting library failed.
    pub fn svg(&self) -> Result<String, PlotError> {
        let curves: Vec<Curve> = self
            .tests()
            .map(|(i, name)| Curve {
                name: name.to_owned(),
                points: self
                    .0
                    .iter()
                    .filter_map(|one| Some((one.epoch as f64, 100.0 * one.right[i].1?)))
                    .collect(),
            })
            .collect();
        let least = curves.iter().flat_map(|curve| curve.points.iter().map(|point| point.1));
        let low = (least.fold(100.0, f64::min) / 5.0).floor() * 5.0;
        let plot = Plot {
            title: "First choices that are optimal".to_owned(),
            x_title: "epochs".to_owned(),
            y_title: "percent of problems".to_owned(),
            y: low..100.0,
            curves,
        };
        plot.svg()
    }
}
