//! Upper bounds of the priorities of a tree's nodes, cheap to compare by the thousand.
//!
//! UCT visits the child of highest priority, and a node of an open board has two thousand children.
//! Computing every priority takes several times as long as a playout. A priority x̄_i + C_i √(ln n
//! / n_i) with C_i ≤ C is at most x̄_i + C √(ln n) · (1 / √n_i), whose two numbers change only when
//! the child is visited. They are kept side by side, eight bytes per child, so a scan of them is a
//! loop over vectors. Only the few children whose bound exceeds the highest priority so far are
//! examined.

use std::ops::Range;

/// More than the largest error of the 32-bit arithmetic here.
const MARGIN: f32 = 4e-6;

/// The number of bounds that are compared at a time.
const AT_A_TIME: usize = 16;

/// A bound for every node of a tree, by its number.
#[derive(Debug, Default)]
pub(super) struct Ceilings {
    /// x̄_i: the mean reward; infinite before the first visit.
    means: Vec<f32>,
    /// 1 / √n_i.
    widths: Vec<f32>,
}

impl Ceilings {
    /// Bytes of one bound.
    pub(super) const BYTES: usize = 2 * size_of::<f32>();

    /// Makes an empty list with room for `nodes` bounds.
    pub(super) fn with_capacity(nodes: usize) -> Self {
        Self { means: Vec::with_capacity(nodes), widths: Vec::with_capacity(nodes) }
    }

    /// Adds bounds for `nodes` more nodes, which have not been visited.
    pub(super) fn extend(&mut self, nodes: usize) {
        self.means.resize(self.means.len() + nodes, f32::INFINITY);
        self.widths.resize(self.widths.len() + nodes, 0.0);
    }

    /// Updates the bound of a node after a visit.
    pub(super) fn update(&mut self, node: usize, visits: u32, total: f64) {
        let n = f64::from(visits);
        self.means[node] = (total / n) as f32;
        self.widths[node] = n.sqrt().recip() as f32;
    }

    /// The first of these nodes whose priority may be above `highest`, where `slack` is C √(ln n).
    pub(super) fn first_above(
        &self,
        nodes: Range<usize>,
        slack: f64,
        highest: f64,
    ) -> Option<usize> {
        let slack = slack as f32;
        let bar = highest as f32 - MARGIN * (1.0 + slack);
        let above = |(mean, width): (&f32, &f32)| mean + width * slack > bar;
        let (means, widths) = (&self.means[nodes.clone()], &self.widths[nodes.clone()]);
        let mut start = nodes.start;
        for (means, widths) in means.chunks(AT_A_TIME).zip(widths.chunks(AT_A_TIME)) {
            let any = means.iter().zip(widths).fold(false, |any, pair| any | above(pair));
            if any {
                return means.iter().zip(widths).position(above).map(|within| start + within);
            }
            start += means.len();
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::util::SeededRng;

    #[test]
    fn no_child_of_highest_priority_is_passed_over() {
        let mut dice = SeededRng::new(1);
        for round in 0..2_000 {
            let count = 1 + dice.below(100);
            // The C of UCB1-tuned, that of our UCB1, and a large one.
            let widest = [0.5, 0.1, 30.0][round % 3];
            let mut ceilings = Ceilings::default();
            ceilings.extend(count);
            let children: Vec<(u32, f64)> = (0..count)
                .map(|_| {
                    let visits = 1 + dice.below(5_000) as u32;
                    (visits, dice.below(visits as usize + 1) as f64 * f64::from(dice.unit()))
                })
                .collect();
            for (child, &(visits, total)) in children.iter().enumerate() {
                ceilings.update(child, visits, total);
            }
            let sum: u32 = children.iter().map(|child| child.0).sum();
            let ln_visits = f64::from(sum.max(1)).ln();
            let priority = |child: usize| {
                let (visits, total) = children[child];
                let n = f64::from(visits);
                total / n + widest * (ln_visits / n).sqrt()
            };
            let want = (0..count).fold(0, |a, b| if priority(b) > priority(a) { b } else { a });
            let slack = widest * ln_visits.sqrt();
            let (mut best, mut next) = (0, 1);
            while let Some(child) = ceilings.first_above(next..count, slack, priority(best)) {
                if priority(child) > priority(best) {
                    best = child;
                }
                next = child + 1;
            }
            assert_eq!(best, want);
        }
    }
}
