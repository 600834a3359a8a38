use super::*;
use crate::records::defect::Defect;
use crate::records::game::Game;
use std::io::Cursor;

struct Reader<R>(MoveListReader<R>);

fn reader(text: &[u8]) -> Reader<Cursor<Vec<u8>>> {
    Reader(MoveListReader::new(Cursor::new(text.to_vec()), None, Lines::Decided))
}

impl<R: BufRead + Send + 'static> Reader<R> {
    fn next(&mut self) -> Option<Result<Game, Defect>> {
        self.0.next().map(|read| read.game)
    }
}

#[test]
fn a_bad_line_does_not_stop_the_next() {
    let text = "g1-g7/b7 d10-d4/g1\n\n# note\ng1-g7/b7 d10-d10/g1\ng1-g7/b7 d1\n  d1-d2/d3";
    let mut reader = reader(text.as_bytes());
    assert_eq!(reader.next().unwrap().ok().unwrap().moves().len(), 2);
    let defect = reader.next().unwrap().err().unwrap();
    assert_eq!((defect.line, defect.ply), (4, Some(2)));
    assert_eq!(defect.legal_part.unwrap().moves().len(), 1);
    let defect = reader.next().unwrap().err().unwrap();
    assert_eq!(defect.reason.to_string(), "found 'd1'; expected a move such as d1-d7/g7");
    assert!(reader.next().unwrap().is_ok());
    assert!(reader.next().is_none());
}

#[test]
fn what_follows_a_defect_of_a_wrapped_game_is_no_game_of_its_own() {
    // The fourth line is legal from the start too.
    let single = "d1-d7/g7\ng10-g8/b3\na4-?/c5\nd1-d2/d3\nd10-d9/e9\n";
    let mut games = reader(single.as_bytes());
    assert_eq!(games.next().unwrap().ok().unwrap().moves().len(), 2);
    let defect = games.next().unwrap().err().unwrap();
    assert_eq!((defect.line, defect.ply), (3, Some(1)));
    assert!(games.next().is_none());
    let wrapped = "d1-d7/g7 g10-g8/b3\nd7-d6/c5 d10-d1/d2\nd6-d5/c4 a7-a6/b6\n";
    let mut games = reader(wrapped.as_bytes());
    let defect = games.next().unwrap().err().unwrap();
    assert_eq!((defect.line, defect.ply), (2, Some(4)));
    assert!(games.next().is_none());
    // A line that begins a game does so behind a defect too.
    let text = "d1-d7/g7 g10-g8/b3\nd7-d6/c5 d10-d1/d2\nd1-d7/g7 d10-d9/a9\n";
    let mut games = reader(text.as_bytes());
    assert!(games.next().unwrap().is_err());
    assert_eq!(games.next().unwrap().ok().unwrap().moves().len(), 2);
}

#[test]
fn moves_may_be_numbered() {
    let mut reader = reader("1. g1-g7/b7 d10-d4/g1 2. d1-d2/d3\n1 g1-g7/b7".as_bytes());
    assert_eq!(reader.next().unwrap().ok().unwrap().moves().len(), 3);
    assert_eq!(reader.next().unwrap().ok().unwrap().moves().len(), 1);
}

#[test]
fn a_game_may_stand_as_in_chess_with_two_moves_a_line() {
    let text = "1. g1-g7/b7 d10-d4/g1\n2. d1-d2/d3\n2... d4-d10/d4\n\n\
                1. g1-g7/b7 d10-d4/g1\n2. x d1-d2/d3\n3. g7-g8/h8\n\
                2. g1-g7/b7\n3. d1-d2/d3\ng1-g7/b7\n";
    let mut reader = reader(text.as_bytes());
    assert_eq!(reader.next().unwrap().ok().unwrap().moves().len(), 4);
    let defect = reader.next().unwrap().err().unwrap();
    assert_eq!((defect.line, defect.ply), (6, Some(3)));
    // Numbers of games, not of moves.
    for _ in 0..3 {
        assert_eq!(reader.next().unwrap().ok().unwrap().moves().len(), 1);
    }
    assert!(reader.next().is_none());
}

#[test]
fn an_endless_line_is_an_error_and_not_kept() {
    let text = format!("{}\ng1-g7/b7\n", "x".repeat(3 * MAX_TEXT));
    let mut reader = reader(text.as_bytes());
    assert!(
        reader.next().unwrap().err().unwrap().reason.to_string().contains("a line longer than")
    );
    assert!(reader.next().unwrap().is_ok());
}

#[test]
fn short_moves_as_chess_programs_write_them_are_read() {
    // As Fairy-Stockfish shortens them.
    let text = "[Variant \"Amazons\"]\n\n1. Qd6,g9 Qdf10,e10 2. Qf9,e9\nQa10,b10 3. Qa9,b9 *\n";
    let mut games = reader(text.as_bytes());
    let game = games.next().unwrap().ok().unwrap();
    let moves: Vec<String> = game.moves().iter().map(ToString::to_string).collect();
    let want = ["d1-d6/g9", "d10-f10/e10", "a4-f9/e9", "a7-a10/b10", "d6-a9/b9"];
    assert_eq!(moves, want);
    assert!(games.next().is_none());
    // The square that the amazon comes from may stand there, too.
    let game = reader(&b"1. Qd1-d6,g9 Qd10-f10,e10"[..]).next().unwrap().ok().unwrap();
    assert_eq!(game.moves().len(), 2);
    for (text, said) in [
        ("1. Qd6,g9 Qf10,e10", "move 'Qf10,e10' fits 2 of the amazons"),
        ("1. Qb9,c9", "move 'Qb9,c9' fits 0 of the amazons"),
    ] {
        let defect = reader(text.as_bytes()).next().unwrap().err().unwrap();
        assert!(defect.reason.to_string().starts_with(said), "{}", defect.reason);
    }
}
