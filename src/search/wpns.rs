//! Weak proof-number search, depth first: T. Ueda, T. Hashimoto, J. Hashimoto and H. Iida,
//! "Weak Proof-Number Search", Computers and Games 2008, in the form of Kloetzer, Iida and Bouzy
//! 2008, section II.B.2: the search of [`dfpn`](super::dfpn) with another rule.
//!
//! In a graph where many lines lead to the same position, a sum counts that position many times
//! and makes goals look far harder than they are. Weak proof numbers count the hardest child and
//! one for each other that is not settled:
//!
//! | paper | here |
//! |---|---|
//! | pn(N) = max pn(c) + \|N.unsolvedChilds\| − 1 at an AND node, dn(N) likewise at an OR node | [`Rule::delta`] |
//! | the threshold that keeps it below the node's own | [`Rule::phi_threshold`] |

use super::dfpn::{Children, DepthFirst, Rule};

/// The rule of weak proof-number search.
#[derive(Clone, Copy, Debug)]
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
