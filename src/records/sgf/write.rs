//! Writes a game as SGF.

use crate::board::{Cell, Color, Move, Position, Square};
use crate::records::game::Game;
use std::io::{self, Write};

/// Writes one game as SGF (`FF[4] GM[18]`) with a line end after it, so that games can be
/// appended to a file.
///
/// The start is written out whole (`AW`, `AB`, `AA`, `PL`), since programs and the standard
/// disagree about which side stands at the bottom.
///
/// # Errors
/// Those of `out`.
pub fn write_sgf(game: &Game, out: &mut impl Write) -> io::Result<()> {
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
    write!(out, "PL[{}]", letter(start.side()))?;
    let mut side = start.side();
    for (i, mv) in game.moves().iter().enumerate() {
        let line_end = if i % 8 == 0 { "\n" } else { "" };
        write!(out, "{line_end};{}[{}]", letter(side), points(*mv, height))?;
        side = side.other();
    }
    writeln!(out, ")")
}

fn letter(color: Color) -> char {
    color.letter().to_ascii_uppercase()
}

fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace(']', "\\]")
}

fn point(square: Square, height: usize) -> String {
    let row = height - 1 - usize::from(square.rank);
    [square.file, row as u8].iter().map(|&place| char::from(b'a' + place)).collect()
}

fn points(mv: Move, height: usize) -> String {
    [mv.from, mv.to, mv.arrow].iter().map(|&square| point(square, height)).collect()
}

fn setup(start: &Position, name: &str, cell: Cell, out: &mut impl Write) -> io::Result<()> {
    let squares = (0..start.height())
        .flat_map(|rank| (0..start.width()).map(move |file| Square::new(file, rank)))
        .filter(|&square| start.cell(square) == cell);
    for (i, square) in squares.enumerate() {
        let name = if i == 0 { name } else { "" };
        write!(out, "{name}[{}]", point(square, start.height()))?;
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
    fn the_start_is_written_out() {
        let mut game = Game::new(Position::start(10, 10).unwrap());
        game.set_tag("PW", "a]b\\");
        game.push("d1-d7/g7".parse().unwrap()).unwrap();
        let text = written(&game);
        assert!(text.contains("SZ[10]PW[a\\]b\\\\]AW[dj][gj][ag][jg]AB[ad][jd][da][ga]PL[W]"));
        assert!(text.ends_with("\n;W[djddgd])\n"), "{text}");
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
