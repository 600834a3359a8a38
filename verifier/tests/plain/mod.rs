//! The game, plain minimax, the leaf rule and a writer of proofs, written again as simply as
//! possible, to test the verifier against.

use std::collections::{HashMap, HashSet};

pub const EMPTY: u8 = 0;
pub const BLOCKED: u8 = 1;
pub const WHITE: u8 = 2;
pub const BLACK: u8 = 3;

pub type Move = [usize; 3];

/// Safe squares, guards and free amazons.
type Filling = (HashSet<usize>, Vec<usize>, Vec<usize>);

/// A position: cells a1, b1, …, a2, b2, …
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    pub columns: usize,
    pub cells: Vec<u8>,
}

/// What a proof claims, and how.
#[derive(Clone, Debug)]
pub struct Claim {
    pub position: Position,
    pub to_move: u8,
    pub winner: u8,
    pub margin: u32,
    /// `None`: no leaf rule. Otherwise guards that look this many moves ahead.
    pub guards: Option<u8>,
}

pub fn other(colour: u8) -> u8 {
    WHITE + BLACK - colour
}

impl Position {
    /// The next cell in a direction.
    fn step(&self, cell: usize, (dx, dy): (i32, i32)) -> Option<usize> {
        let (x, y) = ((cell % self.columns) as i32 + dx, (cell / self.columns) as i32 + dy);
        let next = y * self.columns as i32 + x;
        (x >= 0 && x < self.columns as i32 && y >= 0 && (next as usize) < self.cells.len())
            .then_some(next as usize)
    }

    fn neighbours(&self, cell: usize) -> Vec<usize> {
        let around = (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| (dx, dy)));
        around.filter(|&d| d != (0, 0)).filter_map(|d| self.step(cell, d)).collect()
    }

    /// Where a queen can move over cells for which `open` holds.
    fn lines(&self, from: usize, open: impl Fn(usize) -> bool) -> Vec<usize> {
        let mut found = Vec::new();
        for (dx, dy) in [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)] {
            let mut at = self.step(from, (dx, dy));
            while let Some(cell) = at.filter(|&cell| open(cell)) {
                found.push(cell);
                at = self.step(cell, (dx, dy));
            }
        }
        found.sort_unstable();
        found
    }

    pub fn amazons(&self, colour: u8) -> Vec<usize> {
        (0..self.cells.len()).filter(|&cell| self.cells[cell] == colour).collect()
    }

    pub fn moves(&self, colour: u8) -> Vec<Move> {
        let mut moves = Vec::new();
        for from in self.amazons(colour) {
            for to in self.lines(from, |cell| self.cells[cell] == EMPTY) {
                let open = |cell| cell == from || (self.cells[cell] == EMPTY && cell != to);
                moves.extend(self.lines(to, open).into_iter().map(|arrow| [from, to, arrow]));
            }
        }
        moves
    }

    pub fn after(&self, [from, to, arrow]: Move) -> Self {
        let mut next = self.clone();
        next.cells[to] = next.cells[from];
        next.cells[from] = EMPTY;
        next.cells[arrow] = BLOCKED;
        next
    }

    /// The longest sequence of moves by one side alone.
    fn alone(&self, colour: u8) -> i32 {
        self.moves(colour).into_iter().map(|m| 1 + self.after(m).alone(colour)).max().unwrap_or(0)
    }

    fn image(&self, map: &[usize]) -> Vec<u8> {
        let mut cells = vec![EMPTY; self.cells.len()];
        map.iter().zip(&self.cells).for_each(|(&to, &what)| cells[to] = what);
        cells
    }

    /// The maps of the grid onto itself that take the blocked cells to blocked cells.
    fn symmetries(&self) -> Vec<Vec<usize>> {
        let (w, h) = (self.columns, self.cells.len() / self.columns);
        let mut maps = Vec::new();
        for (turn, left, up) in (0..8).map(|n| (n & 1 != 0, n & 2 != 0, n & 4 != 0)) {
            if turn && w != h {
                continue;
            }
            let map: Vec<usize> = (0..self.cells.len())
                .map(|cell| {
                    let (mut x, mut y) = (cell % w, cell / w);
                    if turn {
                        (x, y) = (y, x);
                    }
                    x = if left { w - 1 - x } else { x };
                    y = if up { h - 1 - y } else { y };
                    x + w * y
                })
                .collect();
            let blocked = |cells: &[u8]| cells.iter().map(|&c| c == BLOCKED).collect::<Vec<_>>();
            if blocked(&self.image(&map)) == blocked(&self.cells) {
                maps.push(map);
            }
        }
        maps
    }

    fn guards(&self, winner: u8, winner_moves: bool, margin: u32) -> bool {
        self.surplus(winner, winner_moves) >= i64::from(margin)
    }

    /// The largest margin that rule 1 of `docs/proof-rules.md` gives, computed literally step by step.
    pub fn surplus(&self, winner: u8, winner_moves: bool) -> i64 {
        let mut flooded: HashSet<usize> = self.amazons(other(winner)).into_iter().collect();
        self.spread(&mut flooded, |cell| self.cells[cell] == EMPTY);
        let is_empty = |&&cell: &&usize| self.cells[cell] == EMPTY;
        let needed = flooded.iter().filter(is_empty).count() + usize::from(winner_moves);
        let beside = |&cell: &usize| self.neighbours(cell).iter().any(|n| flooded.contains(n));
        let (mut guards, mut free): (Vec<_>, Vec<_>) =
            self.amazons(winner).into_iter().partition(beside);
        let mut safe: HashSet<usize> = (0..self.cells.len())
            .filter(|cell| self.cells[*cell] == EMPTY && !flooded.contains(cell))
            .collect();
        let mut made = 0;
        loop {
            let mut best: Option<(usize, Filling)> = None;
            let mut amazons = [guards.clone(), free.clone()].concat();
            amazons.sort_unstable();
            for from in amazons {
                let is_guard = guards.contains(&from);
                for to in self.lines(from, |cell| safe.contains(&cell)) {
                    let open = |c: usize| c == from || (safe.contains(&c) && c != to);
                    for arrow in self.lines(to, open) {
                        if is_guard && arrow != from {
                            continue;
                        }
                        let mut next_safe = safe.clone();
                        next_safe.insert(from);
                        next_safe.remove(&to);
                        next_safe.remove(&arrow);
                        let keep = |list: &[usize]| -> Vec<usize> {
                            list.iter().copied().filter(|&cell| cell != from).collect()
                        };
                        let (next_guards, mut next_free) = (keep(&guards), keep(&free));
                        next_free.push(to);
                        let mut reached: HashSet<usize> =
                            next_guards.iter().chain(&next_free).copied().collect();
                        self.spread(&mut reached, |c| {
                            next_safe.contains(&c) || next_free.contains(&c)
                        });
                        let reach = reached.intersection(&next_safe).count();
                        if best.as_ref().is_none_or(|&(most, _)| reach > most) {
                            best = Some((reach, (next_safe, next_guards, next_free)));
                        }
                    }
                }
            }
            let Some((_, next)) = best else { break };
            (safe, guards, free) = next;
            made += 1;
        }
        made - needed as i64
    }

    /// Adds to a set the cells beside it for which `open` holds.
    fn spread(&self, set: &mut HashSet<usize>, open: impl Fn(usize) -> bool) {
        loop {
            let next: Vec<usize> = set.iter().flat_map(|&cell| self.neighbours(cell)).collect();
            let before = set.len();
            set.extend(next.into_iter().filter(|&cell| open(cell)));
            if set.len() == before {
                break;
            }
        }
    }
}

impl Claim {
    /// won_k of `docs/proof-rules.md` if the winner is to move, otherwise lost_k.
    pub fn by_rule(&self, position: &Position, winner_moves: bool, k: u8) -> bool {
        let Claim { winner, margin, .. } = *self;
        if position.guards(winner, winner_moves, margin) {
            return true;
        }
        if k == 0 {
            return false;
        }
        let mover = if winner_moves { winner } else { other(winner) };
        let next: Vec<_> = position.moves(mover).into_iter().map(|m| position.after(m)).collect();
        if winner_moves {
            next.iter().any(|p| self.by_rule(p, false, k - 1))
        } else {
            !next.is_empty() && next.iter().all(|p| self.by_rule(p, true, k))
        }
    }
}

/// Plain minimax, with a memory.
#[derive(Default)]
pub struct Minimax(HashMap<(Position, u8), i32>);

impl Minimax {
    /// k + 1 if White wins by k, −k − 1 if Black does.
    pub fn value(&mut self, position: &Position, to_move: u8) -> i32 {
        if let Some(&value) = self.0.get(&(position.clone(), to_move)) {
            return value;
        }
        let sign = if to_move == WHITE { 1 } else { -1 };
        let best = position.moves(to_move).into_iter();
        let best = best.map(|m| sign * self.value(&position.after(m), other(to_move))).max();
        let value = sign * best.unwrap_or_else(|| -1 - position.alone(other(to_move)));
        self.0.insert((position.clone(), to_move), value);
        value
    }

    pub fn is_true(&mut self, claim: &Claim) -> bool {
        let sign = if claim.winner == WHITE { 1 } else { -1 };
        sign * self.value(&claim.position, claim.to_move) > claim.margin as i32
    }
}

/// Writes the moves of a proof of a true claim.
pub struct Writer<'a> {
    claim: &'a Claim,
    minimax: &'a mut Minimax,
    symmetries: Vec<Vec<usize>>,
    seen: HashSet<Vec<u8>>,
    pub moves: Vec<u16>,
}

impl<'a> Writer<'a> {
    pub fn write(claim: &'a Claim, minimax: &'a mut Minimax) -> Vec<u16> {
        let (symmetries, seen) = (claim.position.symmetries(), HashSet::new());
        let mut writer = Self { claim, minimax, symmetries, seen, moves: Vec::new() };
        if claim.to_move == claim.winner {
            writer.won(&claim.position);
        } else {
            writer.lost(&claim.position);
        }
        writer.moves
    }

    fn won(&mut self, position: &Position) {
        if self.claim.guards.is_some_and(|k| self.claim.by_rule(position, true, k)) {
            return;
        }
        let images = self.symmetries.iter().map(|map| position.image(map));
        if !self.seen.insert(images.min().expect("the identity is one")) {
            return;
        }
        let winner = self.claim.winner;
        let sign = if winner == WHITE { 1 } else { -1 };
        let moves = position.moves(winner);
        let wins = |m: &Move| {
            let value = sign * self.minimax.value(&position.after(*m), other(winner));
            value > self.claim.margin as i32
        };
        let number = moves.iter().position(wins).expect("the claim is true");
        self.moves.push(number as u16);
        self.lost(&position.after(moves[number]));
    }

    fn lost(&mut self, position: &Position) {
        let Claim { winner, margin, guards, .. } = *self.claim;
        if guards.is_some() && position.guards(winner, false, margin) {
            return;
        }
        let replies = position.moves(other(winner));
        if replies.is_empty() {
            let mut position = position.clone();
            for left in (0..margin as i32).rev() {
                let moves = position.moves(winner);
                let enough = |m: &Move| position.after(*m).alone(winner) >= left;
                let number = moves.iter().position(enough).expect("the claim is true");
                self.moves.push(number as u16);
                position = position.after(moves[number]);
            }
        }
        for reply in replies {
            self.won(&position.after(reply));
        }
    }
}

/// CRC-32, bit by bit.
pub fn crc32(bytes: &[u8]) -> u32 {
    let mut crc = !0_u32;
    for &byte in bytes {
        crc ^= u32::from(byte);
        for _ in 0..8 {
            crc = (crc >> 1) ^ if crc & 1 == 1 { 0xEDB8_8320 } else { 0 };
        }
    }
    !crc
}

/// The file of a claim with these moves.
pub fn file(claim: &Claim, moves: &[u16]) -> Vec<u8> {
    let data: Vec<u8> = moves.iter().flat_map(|number| number.to_le_bytes()).collect();
    with_packed(claim, moves.len(), miniz_oxide::deflate::compress_to_vec_zlib(&data, 9))
}

/// The same with uncompressed moves in one stored block, which is faster to make.
pub fn quick_file(claim: &Claim, moves: &[u16]) -> Vec<u8> {
    let data: Vec<u8> = moves.iter().flat_map(|number| number.to_le_bytes()).collect();
    let length = u16::try_from(data.len()).expect("the proof is short");
    let mut packed = vec![0x78, 0x01, 0x01];
    packed.extend(length.to_le_bytes());
    packed.extend((!length).to_le_bytes());
    packed.extend(&data);
    let sums = |(a, b): (u32, u32), &byte: &u8| {
        let a = (a + u32::from(byte)) % 65521;
        (a, (b + a) % 65521)
    };
    let (a, b) = data.iter().fold((1, 0), sums);
    packed.extend((b << 16 | a).to_be_bytes());
    with_packed(claim, moves.len(), packed)
}

/// The file of a claim with a zlib stream that should hold so many moves.
pub fn with_packed(claim: &Claim, count: usize, packed: Vec<u8>) -> Vec<u8> {
    let mut bytes = b"AmzProof".to_vec();
    bytes.extend(1_u16.to_le_bytes());
    bytes.push(u8::from(claim.guards.is_some()));
    bytes.push(claim.guards.unwrap_or(0));
    bytes.push(claim.position.columns as u8);
    bytes.push((claim.position.cells.len() / claim.position.columns) as u8);
    bytes.extend([claim.to_move - WHITE, claim.winner - WHITE]);
    bytes.extend(claim.margin.to_le_bytes());
    bytes.extend((count as u64).to_le_bytes());
    bytes.extend((packed.len() as u64).to_le_bytes());
    bytes.extend(&claim.position.cells);
    bytes.extend(packed);
    sealed(bytes)
}

/// Adds the checksum.
pub fn sealed(mut bytes: Vec<u8>) -> Vec<u8> {
    bytes.extend(crc32(&bytes).to_le_bytes());
    bytes
}

/// The claim in the header of a file.
pub fn claim_of(bytes: &[u8]) -> Claim {
    let size = usize::from(bytes[12]) * usize::from(bytes[13]);
    Claim {
        position: Position { columns: bytes[12].into(), cells: bytes[36..36 + size].to_vec() },
        to_move: bytes[14] + WHITE,
        winner: bytes[15] + WHITE,
        margin: u32::from_le_bytes(bytes[16..20].try_into().expect("4 bytes")),
        guards: (bytes[10] == 1).then_some(bytes[11]),
    }
}
