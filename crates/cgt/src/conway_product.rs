//! The Conway product (*On Numbers and Games*, chapters 0 and 6; Siegel, *Combinatorial Game
//! Theory*, VIII.1).

use super::arena::Arena;
use super::effort::Stopped;
use super::game::Game;
use ahash::{AHashMap, AHashSet};

/// Bytes that a pair of followers takes: in a set, in a list, and with its product in a map.
const PAIR: usize = 64;

impl Arena {
    /// Returns the Conway product GH of the canonical forms.
    ///
    /// For numbers it is their product, and for nimbers that of the field of nimbers. For other
    /// games it depends on the form, so that distributivity and cancellation may fail.
    ///
    /// ```
    /// # use amazons_cgt::Arena;
    /// # let mut games = Arena::new(1 << 20);
    /// let [g, h] = ["*2", "*4"].map(|text| games.parse(text).unwrap());
    /// let product = games.conway_product(g, h)?;
    /// assert_eq!(games.text(product, 99).unwrap(), "*8");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// A limit of the arena is reached.
    pub fn conway_product(&mut self, g: Game, h: Game) -> Result<Game, Stopped> {
        let mut products: AHashMap<(Game, Game), Game> = AHashMap::new();
        let mut last = Self::ZERO;
        for (a, b) in self.pairs_of_followers(g, h)? {
            self.effort.step()?;
            last = match (self.to_number(a), self.to_number(b)) {
                (Some(x), Some(y)) => match x.checked_mul(y) {
                    None if x.exponent() + y.exponent() > crate::Dyadic::FRACTION_BITS => {
                        return Err(Stopped::TooFine);
                    }
                    product => self.number_within(product)?,
                },
                _ => self.product_of_options(a, b, &products)?,
            };
            products.insert((a, b), last);
        }
        Ok(last)
    }

    /// {G^L H + G H^L − G^L H^L, G^R H + G H^R − G^R H^R | G^L H + G H^R − G^L H^R, …}.
    fn product_of_options(
        &mut self,
        g: Game,
        h: Game,
        products: &AHashMap<(Game, Game), Game>,
    ) -> Result<Game, Stopped> {
        let of_g = [self.left_options(g).to_vec(), self.right_options(g).to_vec()];
        let of_h = [self.left_options(h).to_vec(), self.right_options(h).to_vec()];
        let mut sides = [Vec::new(), Vec::new()];
        for (i, g_options) in of_g.iter().enumerate() {
            for (j, h_options) in of_h.iter().enumerate() {
                // Options of the same player in both are good for Left, otherwise for Right.
                let side = &mut sides[i ^ j];
                for &a in g_options {
                    for &b in h_options {
                        let sum = self.sum(products[&(a, h)], products[&(g, b)])?;
                        side.push(self.difference(sum, products[&(a, b)])?);
                    }
                }
            }
        }
        self.canonical(&sides[0], &sides[1])
    }

    /// The pairs of followers of which the product is needed, in an order in which each comes
    /// behind the pairs of its options.
    fn pairs_of_followers(&mut self, g: Game, h: Game) -> Result<Vec<(Game, Game)>, Stopped> {
        let mut met = AHashSet::from_iter([(g, h)]);
        let mut found = vec![(g, h)];
        let mut at = 0;
        while let Some(&(a, b)) = found.get(at) {
            at += 1;
            self.effort.step()?;
            if found.len() > self.most_bytes() / PAIR {
                return Err(Stopped::Memory);
            }
            if self.to_number(a).is_some() && self.to_number(b).is_some() {
                continue;
            }
            let options =
                |game| self.left_options(game).iter().chain(self.right_options(game)).copied();
            let both = options(a).flat_map(|a| options(b).map(move |b| (a, b)));
            let one = options(a).map(|a| (a, b)).chain(options(b).map(|b| (a, b)));
            found.extend(one.chain(both).filter(|&pair| met.insert(pair)));
        }
        // An arena has the options of a game before the game.
        found.sort_unstable();
        Ok(found)
    }
}
