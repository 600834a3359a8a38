//! Writes a game as SGF.

use super::set_up::CELLS;
use crate::board::{Cell, Color, Move, Position, Square};
use crate::records::game::Game;
use crate::records::points::{point_of_square, points_of_move};
use std::io::{self, Write};

/// Writes one game as SGF (`FF[4] GM[18]`) followed by a line end, so that games can be appended to
/// a file.
///
/// The start is written out in full (`AW`, `AB`, `AA`, `PL`), because programs and the standard
/// disagree about which side is at the bottom.
///
/// # Errors
/// Those of `out`.
pub fn write_sgf(game: &Game, out: &mut impl Write) -> io::Result<()> {
    write_annotated_sgf(game, &[], out)
}

/// What an annotated record says about a move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Note {
    /// The comment; empty for none.
    pub comment: String,
    /// Properties without a value of their own, such as `BM` (a bad move) or `TE` (a good one),
    /// each with its emphasis.
    pub marks: Vec<(&'static str, u8)>,
    /// Squares of the position after the move, each with a label.
    pub labels: Vec<(Square, String)>,
    /// Alternatives to this move, each with a note.
    pub variations: Vec<(Move, Note)>,
}

/// Writes one game as [`write_sgf`] does, with a note for each of its first moves.
///
/// # Errors
/// Those of `out`.
pub fn write_annotated_sgf(game: &Game, notes: &[Note], out: &mut impl Write) -> io::Result<()> {
    write_root(game, out)?;
    let (start, height) = (game.start(), game.start().height());
    let mut side = start.side();
    // Variations follow the main line, the last ones first.
    let mut branches: Vec<(Color, &[(Move, Note)])> = Vec::new();
    for (i, mv) in game.moves().iter().enumerate() {
        let note = notes.get(i);
        let variations = note.map_or(&[][..], |note| &note.variations);
        let open = if variations.is_empty() { "" } else { "(" };
        let line_end = if i % 8 == 0 || note.is_some() { "\n" } else { "" };
        write!(out, "{line_end}{open};{}[{}]", letter(side), points_of_move(*mv, height))?;
        if let Some(note) = note {
            write_note(note, height, out)?;
        }
        if !variations.is_empty() {
            branches.push((side, variations));
        }
        side = side.other();
    }
    for (side, variations) in branches.into_iter().rev() {
        write!(out, ")")?;
        for (mv, note) in variations {
            write!(out, "\n(;{}[{}]", letter(side), points_of_move(*mv, height))?;
            write_note(note, height, out)?;
            write!(out, ")")?;
        }
    }
    writeln!(out, ")")
}

/// What leads from one node of a tree to the next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// A move.
    Move(Move),
    /// A position on a board of the same size, set up in place of the one before it.
    SetUp(Position),
}

/// A step of a tree, with what may follow it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Branch {
    /// The step.
    pub step: Step,
    /// What is said of it.
    pub note: Note,
    /// The steps that may follow; the first is the main line, which ends before a set-up.
    pub next: Vec<Branch>,
}

/// Writes a position with a tree of moves and of positions set up within it as SGF. Start, tags and a comment on the start are those
/// of `game`, whose moves are not written; the first of `branches` is the main line.
///
/// # Errors
/// Those of `out`.
pub fn write_sgf_tree(
    game: &Game,
    comment: &str,
    branches: &[Branch],
    out: &mut impl Write,
) -> io::Result<()> {
    write_root(game, out)?;
    let height = game.start().height();
    let comment = Note { comment: comment.to_owned(), ..Note::default() };
    write_note(&comment, height, out)?;
    write_branches(branches, game.start().side(), height, out)?;
    writeln!(out, ")")
}

fn write_branches(
    branches: &[Branch],
    side: Color,
    height: usize,
    out: &mut impl Write,
) -> io::Result<()> {
    let ends = matches!(branches, [Branch { step: Step::SetUp(_), .. }, ..]);
    let (open, close) = if branches.len() > 1 || ends { ("\n(", ")") } else { ("", "") };
    if ends {
        // The first variation is the game, which a node without a move ends.
        write!(out, "{open};{close}")?;
    }
    for Branch { step, note, next } in branches {
        write!(out, "{open};")?;
        let side = match step {
            Step::Move(mv) => {
                write!(out, "{}[{}]", letter(side), points_of_move(*mv, height))?;
                side.other()
            }
            Step::SetUp(position) => {
                for (name, cell) in CELLS {
                    setup(position, name, cell, out)?;
                }
                write!(out, "PL[{}]", letter(position.side()))?;
                position.side()
            }
        };
        write_note(note, height, out)?;
        write_branches(next, side, height, out)?;
        write!(out, "{close}")?;
    }
    Ok(())
}

/// Writes the first node: what the record is, its tags and its start.
fn write_root(game: &Game, out: &mut impl Write) -> io::Result<()> {
    let start = game.start();
    let (width, height) = (start.width(), start.height());
    write!(out, "(;FF[4]CA[UTF-8]GM[18]AP[amazons:{}]", env!("CARGO_PKG_VERSION"))?;
    if width == height {
        write!(out, "SZ[{width}]")?;
    } else {
        write!(out, "SZ[{width}:{height}]")?;
    }
    for (name, text) in game.tags() {
        write!(out, "{name}[{}]", escaped(text))?;
    }
    setup(start, "AW", Cell::Amazon(Color::White), out)?;
    setup(start, "AB", Cell::Amazon(Color::Black), out)?;
    setup(start, "AA", Cell::Blocked, out)?;
    // Without amazons the standard start would be meant.
    if [Color::White, Color::Black].iter().all(|&color| start.amazons(color) == 0) {
        setup(start, "AE", Cell::Empty, out)?;
    }
    write!(out, "PL[{}]", letter(start.side()))
}

fn write_note(note: &Note, height: usize, out: &mut impl Write) -> io::Result<()> {
    for (mark, emphasis) in &note.marks {
        write!(out, "{mark}[{emphasis}]")?;
    }
    for (i, (square, label)) in note.labels.iter().enumerate() {
        let name = if i == 0 { "LB" } else { "" };
        write!(
            out,
            "{name}[{}:{}]",
            point_of_square(*square, height),
            escaped(label).replace(':', "\\:")
        )?;
    }
    if !note.comment.is_empty() {
        write!(out, "C[{}]", escaped(&note.comment))?;
    }
    Ok(())
}

fn letter(color: Color) -> char {
    color.letter().to_ascii_uppercase()
}

fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace(']', "\\]")
}

fn setup(start: &Position, name: &str, cell: Cell, out: &mut impl Write) -> io::Result<()> {
    let squares = (0..start.height())
        .flat_map(|rank| (0..start.width()).map(move |file| Square::new(file, rank)))
        .filter(|&square| start.cell(square) == cell);
    for (i, square) in squares.enumerate() {
        let name = if i == 0 { name } else { "" };
        write!(out, "{name}[{}]", point_of_square(square, start.height()))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::records::reader::Records;
    use proptest::prelude::*;
    use std::io::Cursor;

    fn written(game: &Game) -> String {
        let mut bytes = Vec::new();
        write_sgf(game, &mut bytes).unwrap();
        String::from_utf8(bytes).unwrap()
    }

    #[test]
    fn a_tree_holds_every_variation_and_its_first_line_is_the_game() {
        let branch = |mv: &str, comment: &str, next| Branch {
            step: Step::Move(mv.parse().unwrap()),
            note: Note { comment: comment.to_owned(), ..Note::default() },
            next,
        };
        let game = Game::new("Q2q/4 w".parse().unwrap());
        let right = branch("a2-a1/b1", "", vec![branch("d2-d1/c1", "RIGHT]", Vec::new())]);
        let wrong = branch("a2-b2/a2", "", vec![branch("d2-c1/b1", "", Vec::new())]);
        let mut bytes = Vec::new();
        write_sgf_tree(&game, "White to move", &[right, wrong], &mut bytes).unwrap();
        let text = String::from_utf8(bytes).unwrap();
        let end =
            "PL[W]C[White to move]\n(;W[aaabbb];B[dadbcb]C[RIGHT\\]])\n(;W[aabaaa];B[dacbbb]))\n";
        assert!(text.ends_with(end), "{text}");
        let read = Records::read("test", Cursor::new(text.into_bytes())).unwrap();
        let games: Vec<Game> = read.map(Result::unwrap).collect();
        assert_eq!((games.len(), games[0].moves().len()), (1, 2));
    }

    #[test]
    fn the_start_is_written_out() {
        let mut game = Game::new(Position::start(10, 10).unwrap());
        game.set_tag("PW", "a]b\\");
        game.push("d1-d7/g7".parse().unwrap()).unwrap();
        let text = written(&game);
        assert!(text.contains("SZ[10]PW[a\\]b\\\\]AW[dj][gj][ag][jg]AB[ad][jd][da][ga]PL[W]"));
        assert!(text.ends_with("\n;W[djddgd])\n"), "{text}");
    }

    #[test]
    fn a_board_without_amazons_reads_back() {
        let game = Game::new("1*2/4 b".parse().unwrap());
        let read = Records::read("test", Cursor::new(written(&game).into_bytes())).unwrap();
        assert_eq!(read.map(Result::unwrap).collect::<Vec<_>>(), [game]);
    }

    #[test]
    fn notes_stand_beside_their_moves_and_the_main_line_reads_back() {
        let mut game = Game::new(Position::start(10, 10).unwrap());
        for mv in ["d1-d7/g7", "d10-d8/a8", "g1-g4/g6"] {
            game.push(mv.parse().unwrap()).unwrap();
        }
        let better =
            |mv: &str| (mv.parse().unwrap(), Note { marks: vec![("TE", 1)], ..Note::default() });
        let notes = [
            Note { variations: vec![better("d1-d2/d3"), better("d1-d2/d4")], ..Note::default() },
            Note {
                comment: "loses [everything]".into(),
                marks: vec![("BM", 1)],
                labels: vec![(Square::new(3, 7), "1".into()), (Square::new(0, 7), "2".into())],
                variations: vec![better("d10-d9/d10")],
            },
        ];
        let mut bytes = Vec::new();
        write_annotated_sgf(&game, &notes, &mut bytes).unwrap();
        let text = String::from_utf8(bytes.clone()).unwrap();
        assert!(text.contains("(;B[dadcac]BM[1]LB[dc:1][ac:2]C[loses [everything\\]]"), "{text}");
        assert!(text.contains("\n(;B[dadbda]TE[1])"), "{text}");
        assert_eq!(text.matches('(').count(), text.matches(')').count());
        let read: Vec<_> =
            Records::read("test", Cursor::new(bytes)).unwrap().map(Result::unwrap).collect();
        assert_eq!(read, [game]);
    }

    proptest! {
        #[test]
        fn written_games_read_back(
            (width, height) in (4usize..=12, 4usize..=10),
            choices in prop::collection::vec(any::<prop::sample::Index>(), 0..30),
            tag in "[^\r\n\u{0}]{0,20}",
            black_first in any::<bool>(),
        ) {
            let side = if black_first { Color::Black } else { Color::White };
            let mut game = Game::new(Position::start(width, height).unwrap().with_side(side));
            game.set_tag("GC", tag);
            for choice in choices {
                let moves = game.now().legal_moves();
                if moves.is_empty() {
                    break;
                }
                game.push(*choice.get(&moves)).unwrap();
            }
            let twice = written(&game).repeat(2).into_bytes();
            let read: Vec<_> =
                Records::read("test", Cursor::new(twice)).unwrap().map(Result::unwrap).collect();
            prop_assert_eq!(read, vec![game.clone(), game]);
        }
    }
}
