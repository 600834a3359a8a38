//! The mean of five networks that were learned in the same way.

use super::evaluation::{Evaluation, Term, Value};
use super::learned::{ENDGAMES, WIDTH, Weights, add, by_phase, site_vector};
use super::learned_features::View;
use crate::board::{Bitboard, Color, Frame, Placement};
use std::array;
use std::sync::OnceLock;

/// The mean value of [`Learned`](super::Learned) and four more networks, trained on the same labels
/// from other seeds. They make different mistakes, so the mean is right more often than any one of
/// them, for three times the work (docs/measurements/learned.md).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Committee;

/// Number of networks, [`Learned`](super::Learned) included.
const MEMBERS: usize = 5;

static OTHERS: [&[u8]; MEMBERS - 1] = [
    include_bytes!("committee/2.safetensors"),
    include_bytes!("committee/3.safetensors"),
    include_bytes!("committee/4.safetensors"),
    include_bytes!("committee/5.safetensors"),
];

fn members() -> &'static [Weights; MEMBERS] {
    static READ: OnceLock<[Weights; MEMBERS]> = OnceLock::new();
    READ.get_or_init(|| {
        array::from_fn(|i| match i {
            0 => Weights::shipped().clone(),
            _ => Weights::brought(OTHERS[i - 1]),
        })
    })
}

/// How many more moves the mover is expected to make, according to each network.
#[inline]
fn values<B: Bitboard>(view: &View<B>) -> [f32; MEMBERS] {
    let members = members();
    let mut sums = [[0.0; WIDTH]; MEMBERS];
    let globals = view.each_site(|site| {
        for (sum, weights) in sums.iter_mut().zip(members) {
            add(sum, &site_vector(weights.rows(), site));
        }
    });
    array::from_fn(|i| members[i].result(&members[i].hidden(&sums[i], &globals), &sums[i]))
}

fn mean(values: [f32; MEMBERS]) -> f32 {
    values.iter().sum::<f32>() / MEMBERS as f32
}

impl Evaluation for Committee {
    const DEFAULT: Self = Self;

    #[inline]
    fn evaluate<B: Bitboard>(&self, placement: &Placement<B>, mover: Color) -> Value {
        by_phase(placement, mover, ENDGAMES, |view| mean(values(view)))
    }

    fn terms<B: Bitboard>(&self, placement: &Placement<B>, mover: Color, _: Frame) -> Vec<Term> {
        let view = View::new(placement, mover);
        let values = values(&view);
        let least = values.into_iter().fold(f32::INFINITY, f32::min);
        let most = values.into_iter().fold(f32::NEG_INFINITY, f32::max);
        vec![
            Term::new("mean", mean(values)),
            Term::new("least", least),
            Term::new("most", most),
            Term::new("share of phased", ENDGAMES.share(placement)),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::RandomPositions;

    #[test]
    fn the_committee_says_the_mean_of_its_members() {
        let mut random = RandomPositions::new(5);
        for round in 0..50 {
            let position = random.region(8 + round % 12, [1 + round % 2, 1]);
            let (placement, mover) = (position.placement(), position.side());
            let view = View::new(placement, mover);
            let each = members().each_ref().map(|weights| weights.value(&view));
            assert_eq!(values(&view), each, "{position}");
            assert_ne!(each[0], each[1], "{position}");
        }
    }
}
