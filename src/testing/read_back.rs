//! Texts of every kind that the program reads, whatever they are: there is no panic, and what was
//! read and written again reads the same. The target of fuzzing.

use crate::board::{Move, Position};
use crate::cgt::Arena;
use crate::problems::{ProblemSet, SetReader};
use crate::records::{Game, Records, write_sgf};
use crate::solvers::solver;
use std::io::Cursor;

/// A kind of text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A position: FEN, or rows of programs for combinatorial games.
    Position,
    /// A move.
    Move,
    /// Game records: SGF or move lists.
    Records,
    /// A problem set.
    ProblemSet,
    /// A game in the notation of game values.
    Game,
    /// A solver with its options.
    Solver,
    /// A line of the engine protocol, of either side.
    Protocol,
    /// Lines of a study's log, with their checksums.
    Log,
}

impl Kind {
    /// All kinds, each with texts to begin with.
    pub const ALL: [(Self, &[&str]); 8] = [
        (Self::Position, &["3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w", "Q2q/1*2 b", "X..|.#.|..O"]),
        (Self::Move, &["d1-g1/d4", "d1-g1(d4)", "d1g1,g1d4"]),
        (
            Self::Records,
            &[
                "(;GM[18]SZ[6:5]AW[ae][ca]AB[fe][fa]AA[ac][bc][cc][dc][ec]PL[W];W[aebeae];B[fefdfc])",
                "d1-d7/g7 g10-g9/b4 g1-c5/c8\n",
                "(;FF[4]EV[x]SO[LittleGolem];W[d1-d7/g7];B[g10-g9/b4])",
            ],
        ),
        (
            Self::ProblemSet,
            &[
                "<problem-set version=\"1\" title=\"t\">\n<problem id=\"a\" fen=\"Q1q w\" empties=\"1\" \
               amazons=\"2\"><solution score=\"W+0\" moves=\"1\" optimal=\"a1-b1/a1\"/></problem>\n\
               </problem-set>\n",
            ],
        ),
        (Self::Game, &["{3|{1|0}} + ±2", "-1/2", "^*", "v*3", "{0,*|±{1,2|-5}}"]),
        (
            Self::Solver,
            &["alphabeta:lieberum:tie=0.2,width=20,depth=3", "dfpn:tt=64MB,epsilon=0.5"],
        ),
        (
            Self::Protocol,
            &[
                "position start moves d1-d7/g7",
                "go movetime 100 nodes 5 clock 3 4",
                "judged at_least W+3 at_most W+3 best a1-b1/c1",
                "bestmove a1-b1/c1",
            ],
        ),
        (Self::Log, &["{\"fen\":\"Q2q w\",\"score\":\"W+3\",\"xxh3\":\"0123456789abcdef\"}"]),
    ];

    /// Reads bytes as a text of this kind.
    ///
    /// # Panics
    /// What was read and written does not read the same.
    pub fn read(self, bytes: &[u8]) {
        if self == Self::Records {
            return records(bytes);
        }
        let text = String::from_utf8_lossy(bytes);
        match self {
            Self::Position => {
                if let Ok(position) = text.parse::<Position>() {
                    assert_eq!(position.to_string().parse(), Ok(position));
                }
            }
            Self::Move => {
                if let Ok(mv) = text.parse::<Move>() {
                    assert_eq!(mv.to_string().parse(), Ok(mv));
                }
            }
            Self::ProblemSet => problem_set(bytes),
            Self::Game => game(&text),
            Self::Solver => {
                // What needs much memory is asked for by a test of its own.
                if let Ok(made) = solver(&text) {
                    let spec = made.spec();
                    let again = solver(&spec).map(|solver| solver.spec());
                    assert_eq!(again.as_ref(), Ok(&spec));
                }
            }
            Self::Protocol => protocol(&text),
            Self::Log => {
                if let Ok(object) = crate::util::sealed_line::unseal(bytes)
                    && let Ok(object) = std::str::from_utf8(&object)
                {
                    let sealed = crate::util::sealed_line::seal(object);
                    let read = crate::util::sealed_line::unseal(sealed.as_bytes());
                    assert!(read.is_ok(), "{sealed}");
                }
            }
            Self::Records => {}
        }
    }
}

fn records(bytes: &[u8]) {
    let games = |bytes: Vec<u8>| -> Vec<Game> {
        let Ok(records) = Records::read("fuzz", Cursor::new(bytes)) else { return Vec::new() };
        records.take(50).flatten().collect()
    };
    let read = games(bytes.to_vec());
    let mut written = Vec::new();
    for game in &read {
        write_sgf(game, &mut written).expect("memory takes everything");
    }
    let again = games(written);
    let plays = |games: &[Game]| -> Vec<(Position, Vec<Move>)> {
        games.iter().map(|game| (game.start().clone(), game.moves().to_vec())).collect()
    };
    assert_eq!(plays(&again), plays(&read));
}

fn problem_set(bytes: &[u8]) {
    let Ok(mut reader) = SetReader::new("fuzz", bytes) else { return };
    let problems: Vec<_> = reader.by_ref().take(50).flatten().collect();
    let set = ProblemSet { header: reader.into_header(), problems };
    let mut written = Vec::new();
    set.write(&mut written).expect("memory takes everything");
    let mut reader = SetReader::new("fuzz", written.as_slice()).expect("it was written by us");
    let again: Vec<_> =
        reader.by_ref().map(|problem| problem.expect("it was written by us")).collect();
    assert_eq!(again, set.problems);
}

fn game(text: &str) {
    let mut games = Arena::new(4 << 20);
    games.set_effort(crate::cgt::Effort::UNLIMITED.within(20_000));
    if let Ok(game) = games.parse(text)
        && let Some(written) = games.text(game, 2_000)
        && let Ok(again) = games.parse(&written)
    {
        assert_eq!(again, game, "{written}");
    }
}

#[cfg(feature = "lab")]
fn protocol(text: &str) {
    use crate::engine::protocol::{Reply, Request};
    if let Ok(request) = Request::parse(text) {
        let written = request.to_string();
        assert_eq!(Request::parse(&written), Ok(request), "{written}");
    }
    if let Ok(reply) = Reply::parse(text) {
        let written = reply.to_string();
        assert_eq!(Reply::parse(&written), Ok(reply), "{written}");
    }
}

#[cfg(not(feature = "lab"))]
fn protocol(_: &str) {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::RandomPositions;

    /// Texts changed at random: bits, bytes, pieces twice, pieces gone, pieces of another text.
    #[test]
    fn changed_texts_are_refused_or_read_back() {
        let mut random = RandomPositions::new(27);
        for (kind, seeds) in Kind::ALL {
            for round in 0..400 {
                let seed = seeds[round % seeds.len()];
                let mut bytes = seed.as_bytes().to_vec();
                for _ in 0..random.below(5) {
                    change(&mut bytes, seeds, &mut random);
                }
                kind.read(&bytes);
            }
        }
    }

    fn change(bytes: &mut Vec<u8>, seeds: &[&str], random: &mut RandomPositions) {
        const SPECIAL: &[u8] = b"()[]{}<>|/\\*,;:=\"'&#0919aAqQwWbB \n\0\xff";
        if bytes.is_empty() {
            return bytes.push(b'1');
        }
        let at = random.below(bytes.len());
        let end = at + random.below(bytes.len() - at);
        match random.below(6) {
            0 => bytes[at] ^= 1 << random.below(8),
            1 => bytes[at] = SPECIAL[random.below(SPECIAL.len())],
            2 => bytes.insert(at, SPECIAL[random.below(SPECIAL.len())]),
            3 => drop(bytes.drain(at..end)),
            4 => {
                let piece = bytes[at..end].to_vec();
                bytes.splice(at..at, piece);
            }
            _ => {
                let other = seeds[random.below(seeds.len())].as_bytes();
                let from = random.below(other.len());
                bytes.splice(at..end, other[from..].iter().copied());
            }
        }
    }
}
