//! The explorer's page in a browser: games that are played, edited, reviewed and shared.

use crate::explorer_page::{address, axe, fen, play, square, start};
use crate::webdriver::Browser;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// A game of two moves, of which the first gives the win away.
const GAME: &str = "(;GM[18]SZ[4:2]PW[Ann]PB[Ben]AW[aa]AB[da]AA[bb][cb]PL[W];W[aabaaa];B[dadbda])";

fn record(directory: &Path) -> String {
    let record = directory.join("game.sgf");
    std::fs::write(&record, GAME).unwrap();
    record.to_str().unwrap().to_owned()
}

/// Waits for a file that the browser saves.
fn saved(path: PathBuf) -> String {
    let begun = Instant::now();
    loop {
        match std::fs::read_to_string(&path) {
            Ok(text) if !text.is_empty() => return text,
            _ => assert!(begun.elapsed() < Duration::from_secs(30), "{}", path.display()),
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}

fn copied(browser: &Browser) -> String {
    browser.run("return document.getElementById('copied').value", &[]).as_str().unwrap().to_owned()
}

#[test]
fn editing_keeps_the_game_as_a_variation() {
    let directory = tempfile::tempdir().unwrap();
    let Some((browser, _server)) = start(&[&record(directory.path())]) else { return };
    browser.resize(1400, 900);
    browser.click("#last");
    let end = fen(&browser);
    browser.click("#edit");
    browser.click("input[value='.']");
    browser.click(&square("a2"));
    // The end of the editor lies in the window too.
    browser.screenshot("editor");
    browser.click("#edit-done");
    let edited = fen(&browser);
    assert_ne!(edited, end);
    assert!(browser.text("#tree").contains("set up"), "{}", browser.text("#tree"));
    browser.click("#pass");
    let swapped = fen(&browser);
    browser.click("#prev");
    assert_eq!(fen(&browser), edited);
    browser.click("#prev");
    assert_eq!(fen(&browser), end);
    let shared = browser.url();
    // The record has the game, which ends before what was set up, and both positions.
    browser.click("[data-copy=sgf]");
    browser.wait("document.getElementById('copied').value.includes('PW[Ann]')");
    let text = copied(&browser);
    browser.run("document.getElementById('open-text').value = arguments[0]", &[text.into()]);
    browser.click("#open-form button");
    browser.wait("nodes.length === 5 && here === 0");
    browser.click("#last");
    assert_eq!(fen(&browser), end);
    browser.click("#next");
    assert_eq!(fen(&browser), edited);
    browser.click("#next");
    assert_eq!(fen(&browser), swapped);
    // What was set up has a link of its own.
    let link = browser.url();
    browser.open("about:blank");
    browser.open(&link);
    browser.wait("document.body.dataset.ready");
    assert_eq!(fen(&browser), swapped);
    browser.open("about:blank");
    browser.open(&shared);
    browser.wait("document.body.dataset.ready");
    assert_eq!(fen(&browser), end);
}

#[test]
fn the_end_of_a_game_says_who_won_and_by_how_much() {
    let Some((browser, _server)) = start(&["Q2q/1**1 w"]) else { return };
    browser.run("document.getElementById('clock').value = '1'", &[]);
    browser.click("#play");
    assert!(
        browser.text("#clocks").contains("White 1:00") || browser.text("#clocks").contains("0:5")
    );
    play(&browser, "a2-c2/d1");
    browser.wait("document.getElementById('turn').textContent === 'White wins by 3'");
    let hint = browser.text("#hint");
    assert!(hint.contains("Black has no move") && hint.contains("3 more moves"), "{hint}");
    browser.screenshot("won");
    axe(&browser);
    // Whose time is over has lost.
    browser.click("#prev");
    browser.click("#play");
    browser.run("playing.clock.left.w = 200", &[]);
    browser.wait("!playing");
    assert_eq!(browser.text("#turn"), "Black wins");
    assert!(browser.text("#hint").contains("White's time is over"));
    // Others cannot open an address of this computer, which the page says.
    assert!(browser.text("#share-text").contains("amazons explore 'FEN'"));
    assert_eq!(browser.text("[data-copy=link]"), "Copy link for this computer");
}

#[test]
fn a_review_is_saved_as_one_page_that_needs_nothing_else() {
    let directory = tempfile::tempdir().unwrap();
    let Some((browser, server)) = start(&[&record(directory.path())]) else { return };
    let downloads = directory.path().join("saved");
    std::fs::create_dir(&downloads).unwrap();
    browser.downloads_to(&downloads);
    browser.wait("!document.getElementById('save-review').hidden");
    browser.click("#save-review");
    let page = saved(downloads.join("review.html"));
    assert!(page.contains("Ann – Ben") && page.contains("gives the win away"), "{page}");
    assert!(!page.contains("http://127") && !page.contains("<script"), "{page}");
    // What is not known, the regions, has no column.
    assert!(!page.contains("cost there"), "{page}");
    browser.click("#save-sgf");
    assert!(saved(downloads.join("game.sgf")).contains("PB[Ben]"));
    browser.open(&format!("file://{}", downloads.join("review.html").display()));
    for (width, scheme) in [(390, "dark"), (1280, "light")] {
        browser.resize(width, 844);
        browser.prefer(scheme);
        browser.screenshot(&format!("review-{width}-{scheme}"));
        axe(&browser);
    }
    browser.open(&address(&server));
}

fn paste(browser: &Browser, text: &str) {
    browser.run("document.getElementById('open-text').value = arguments[0]", &[text.into()]);
    browser.click("#open-form button");
}

#[test]
fn games_and_boards_are_pasted_in_every_spelling_that_is_read() {
    let Some((browser, _server)) = start(&["Q2q/1**1 w"]) else { return };
    for game in [
        "d1d7g7 g10g8b3",
        "1. D1-D7(G7) G10-G8(B3)",
        "position startpos moves d1d7,d7g7 g10g8,g8b3",
        "1. d1-d7/g7\n1... g10-g8/b3",
    ] {
        paste(&browser, "Q2q/1**1 w");
        browser.wait("nodes.length === 1");
        paste(&browser, game);
        browser.wait("nodes.length === 3 && nodes[2].move === 'g10-g8/b3'");
    }
    paste(&browser, "O..X\n.##.");
    browser.wait("board().fen() === 'q2Q/1**1 w'");
    let refused = |text: &str, words: &[&str]| {
        browser.run("say('')", &[]);
        paste(&browser, text);
        browser.wait("document.getElementById('status').className === 'bad'");
        let said = browser.text("#status");
        assert!(words.iter().all(|word| said.contains(word)), "{said}");
    };
    refused("Q2q/1**1 w\nQ2q/4 b", &["2 positions", "value --batch"]);
    refused("Q2q/1*x1 w", &["found 'x'"]);
    refused("1. a1-a2/a3", &["a1"]);
    // A board that is too large is said to be so.
    browser.run("location.hash = 'fen=' + Array(16).fill('Q15').join('/') + '_w'", &[]);
    browser.wait("document.getElementById('status').textContent.includes('128')");
}

#[test]
fn files_are_opened_in_their_encoding_and_compressed() {
    let Some((browser, _server)) = start(&["Q2q/1**1 w"]) else { return };
    let mut bytes = GAME.replace("SZ", "CA[GB18030]SZ").into_bytes();
    let name = bytes.windows(3).position(|window| window == b"Ann").unwrap();
    bytes.splice(name..name + 3, [0xBC, 0xD7, 0xB6, 0xD3]);
    let bytes = serde_json::json!(bytes);
    let open = "openFile(new File([new Uint8Array(arguments[0])], 'game.sgf'))";
    browser.run(open, std::slice::from_ref(&bytes));
    browser.wait("players.white === '甲队'");
    paste(&browser, "Q2q/1**1 w");
    browser.wait("nodes.length === 1");
    let packed = "const bytes = new Blob([new Uint8Array(arguments[0])]); \
        new Response(bytes.stream().pipeThrough(new CompressionStream('gzip'))).blob() \
        .then((blob) => openFile(new File([blob], 'game.sgf.gz')))";
    browser.run(packed, &[bytes]);
    browser.wait("players.white === '甲队' && nodes.length === 3");
    browser.run("openFile(new File(['no gzip'], 'game.sgf.gz'))", &[]);
    browser.wait("document.getElementById('status').textContent.includes('no whole gzip file')");
}

#[test]
fn a_variation_with_an_illegal_move_is_mentioned() {
    let Some((browser, _server)) = start(&["Q2q/1**1 w"]) else { return };
    let start_of_game = GAME.split(";W").next().unwrap();
    paste(&browser, &format!("{start_of_game}(;W[aabaaa];B[dadbda])(;W[aadaaa]))"));
    browser.wait("document.getElementById('status').textContent.startsWith('1 variation has')");
    assert_eq!(browser.run("return nodes.length", &[]), 3);
}

#[test]
fn a_puzzle_that_is_loaded_again_still_spoils_nothing() {
    let set = concat!(env!("CARGO_MANIFEST_DIR"), "/../../problems/puzzles.xml");
    let Some((browser, _server)) = start(&[set]) else { return };
    let id = browser.run("return puzzle.problem.id", &[]);
    let link = browser.url();
    assert!(link.contains("#puzzle="), "{link}");
    browser.click("#puzzle-next");
    browser.wait(
        "puzzle.problem.id !== arguments[0]".replace("arguments[0]", &id.to_string()).as_str(),
    );
    browser.back();
    browser.wait(&format!("puzzle && puzzle.problem.id === {id}"));
    browser.open("about:blank");
    browser.open(&link);
    browser.wait("document.body.dataset.ready");
    assert_eq!(browser.run("return [puzzle.problem.id, puzzle.open]", &[])[0], id);
    let hidden = "return [...document.querySelectorAll('.spoils')].every((e) => !e.offsetParent)";
    assert_eq!(browser.run(hidden, &[]), true);
}

#[test]
fn a_game_that_was_resigned_is_saved_with_its_result() {
    let Some((browser, _server)) = start(&["Q2q/4/4/4 w"]) else { return };
    browser.click("#play");
    browser.click("#resign");
    browser.click("[data-copy=sgf]");
    browser.wait("document.getElementById('copied').value.includes('RE[B+R]')");
}

/// Nobody has to scroll or read help for a puzzle on a telephone.
#[test]
fn pages_fit_telephones_and_large_screens() {
    let set = concat!(env!("CARGO_MANIFEST_DIR"), "/../../problems/puzzles.xml");
    let Some((browser, _server)) = start(&[set]) else { return };
    browser.resize(390, 844);
    let visible = "const r = document.getElementById(arguments[0]).getBoundingClientRect(); \
        return r.top >= 0 && r.bottom <= innerHeight && r.right <= innerWidth";
    for part in ["puzzle-text", "board", "puzzle-hint"] {
        assert_eq!(browser.run(visible, &[part.into()]), true, "{part}");
    }
    for (width, height) in [(390, 844), (1280, 800), (1400, 900), (1920, 1080)] {
        browser.resize(width, height);
        for scheme in ["light", "dark"] {
            browser.prefer(scheme);
            browser.screenshot(&format!("puzzle-{width}-{scheme}"));
            let wide = browser.run("return document.documentElement.scrollWidth", &[]);
            assert_eq!(wide, width);
        }
        // The board and its buttons are in the window at once.
        if width > 390 {
            assert_eq!(browser.run(visible, &["edit".into()]), true, "{width}");
        }
    }
    axe(&browser);
}
