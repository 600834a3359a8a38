//! Positions of games with their winners.

use amazons::board::{AnyPlacement, Bitboard, Color, with_placement};
use amazons::eval::Walk;
use amazons::eval::distance::Distances;
use amazons::records::{RecordError, RecordOptions};
use std::path::Path;

/// The fewest squares that both players reach in a position that is taken. Near the end of games,
/// exact scores say more than outcomes.
const LEAST_SHARED: u32 = 20;

/// Positions of games and whether the player to move won.
#[derive(Clone, Debug, Default)]
pub struct Outcomes {
    /// Each position with the player to move, and whether that player won.
    pub positions: Vec<(AnyPlacement, Color, bool)>,
    /// The number of games taken.
    pub games: u64,
    /// The number of games without a winner.
    pub unfinished: u64,
    /// The defects of games that were skipped.
    pub defects: Vec<String>,
}

impl Outcomes {
    /// Adds the positions of the finished games of a record, as long as many squares are contested.
    ///
    /// A game is finished if the player to move has no move, or if its result names the winner.
    /// Games with a defect are skipped and noted.
    ///
    /// # Errors
    /// The file cannot be opened, or is not a record.
    pub fn read(&mut self, path: &Path, reading: &RecordOptions) -> Result<(), RecordError> {
        for game in reading.open(path)? {
            let game = match game {
                Ok(game) => game,
                Err(defect) => {
                    self.defects.push(defect.to_string());
                    continue;
                }
            };
            let last = game.now();
            let winner =
                if last.can_move() { game.named_winner() } else { Some(last.side().other()) };
            let Some(winner) = winner else {
                self.unfinished += 1;
                continue;
            };
            self.games += 1;
            for position in game.positions().filter(|position| position.can_move()) {
                let (placement, _) = position.smallest_placement();
                let shared = with_placement!(placement, placement => {
                    Distances::new(&placement, position.side(), Walk::Queen).shared().count()
                });
                if shared < LEAST_SHARED {
                    continue;
                }
                self.positions.push((placement, position.side(), position.side() == winner));
            }
        }
        Ok(())
    }
}
