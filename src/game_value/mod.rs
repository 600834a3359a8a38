//! Game values: what regions are worth in a sum of regions (design, section 4).
//!
//! White is Left. Under normal play a region is a partizan game in Conway's sense, and a position is
//! the sum of its regions.

mod appraiser;
mod forms;
mod heat;
mod key;
mod sum_winner;
mod worth;

pub use appraiser::Appraiser;
pub use forms::Forms;
pub use heat::Heat;
pub use sum_winner::SumWinner;
pub use worth::{BoardWorth, Bounds, Play, Recommended, RegionWorth, Worth};
