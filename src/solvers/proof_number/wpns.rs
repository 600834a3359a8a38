//! Weak proof-number search, depth first: T. Ueda, T. Hashimoto, J. Hashimoto and H. Iida,
//! "Weak Proof-Number Search", Computers and Games 2008, in the form of Kloetzer, Iida and Bouzy
//! 2008, section II.B.2: the search of [`dfpn`](crate::solvers::proof_number::dfpn) with another rule.
//!
//! In a graph in which many lines lead to the same position, a sum counts that position many times
//! and makes goals look far harder than they are. Weak proof numbers count the hardest child, and
//! one for each other child that is not settled:
//!
//! | paper | here |
//! |---|---|
//! | pn(N) = max pn(c) + \|N.unsolvedChilds\| − 1 at an AND node, dn(N) likewise at an OR node | [`Rule::delta`] |
//! | the threshold that keeps it below the node's own | [`Rule::phi_threshold`] |

use super::dfpn::{Children, DepthFirst, Rule};

/// The rule of weak proof-number search.
#[derive(Clone, Copy, Debug, Default)]
pub struct WeakSum;

impl Rule for WeakSum {
    const NAME: &'static str = "wpns";

    #[inline(always)]
    fn delta(children: &Children) -> u64 {
        match children.unsolved {
            0 => 0,
            unsolved => u64::from(children.phi_max) + u64::from(unsolved - 1),
        }
    }

    #[inline(always)]
    fn phi_threshold(delta_threshold: u64, children: &Children) -> u64 {
        delta_threshold - u64::from(children.unsolved - 1)
    }
}

/// The solver `wpns`.
pub type Wpns = DepthFirst<WeakSum>;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solvers::proof_number::dfpn::Sum;

    /// A node with children of these φ and of equal δ; the first is the one searched.
    fn node(phis: &[u32]) -> Children {
        Children {
            best: 0,
            best_phi: phis[0],
            phi: 1,
            second_delta: 1,
            phi_sum: phis.iter().map(|&phi| u64::from(phi)).sum(),
            phi_max: *phis.iter().max().unwrap(),
            unsolved: phis.iter().filter(|&&phi| phi > 0).count() as u32,
        }
    }

    #[test]
    fn the_formulas_are_those_of_the_papers() {
        // Three unsolved children and one that already fails the mover.
        let children = node(&[3, 0, 5, 2]);
        assert_eq!(Sum::delta(&children), 10);
        assert_eq!(WeakSum::delta(&children), 5 + 3 - 1);
        assert_eq!(WeakSum::delta(&node(&[0, 0])), 0);
        assert_eq!(WeakSum::delta(&node(&[4])), 4);
    }

    #[test]
    fn a_child_at_its_threshold_takes_its_parent_to_its_own() {
        for phis in [&[3, 0, 5, 2][..], &[1], &[7, 7], &[2, 9, 9, 9]] {
            let limit = 40;
            let mut at = phis.to_vec();
            at[0] = WeakSum::phi_threshold(limit, &node(phis)) as u32;
            assert_eq!(WeakSum::delta(&node(&at)), limit);
            at[0] = Sum::phi_threshold(limit, &node(phis)) as u32;
            assert_eq!(Sum::delta(&node(&at)), limit);
        }
    }
}
