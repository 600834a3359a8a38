//! The explorer's page in a browser. Without a browser, the tests report that they are skipped.

use crate::http::Server;
use crate::program::{program, repository};
use crate::webdriver::Browser;
use serde_json::Value;
use std::collections::BTreeMap;

/// Eleven empty squares and one optimal move of White.
const REGION: &str = "**2/**1*/Q**1/1**1/1qQ1/2*1 w";

/// Starts a browser on an explorer.
pub fn start(arguments: &[&str]) -> Option<(Browser, Server)> {
    let browser = Browser::start(1280, 1000)?;
    let server = Server::start(arguments);
    browser.open(&address(&server));
    browser.wait("document.body.dataset.ready");
    Some((browser, server))
}

pub fn address(server: &Server) -> String {
    format!("http://127.0.0.1:{}/", server.port)
}

pub fn square(name: &str) -> String {
    format!("[data-square={name}]")
}

/// What each square of the board shows.
fn badges(browser: &Browser) -> BTreeMap<String, String> {
    let script = "return Object.fromEntries([...document.querySelectorAll('.sq')] \
                  .filter((s) => s.querySelector('.badge')) \
                  .map((s) => [s.dataset.square, s.querySelector('.badge').textContent]))";
    serde_json::from_value(browser.run(script, &[])).unwrap()
}

/// The score of every move according to the command line.
fn scores(fen: &str, first: &str) -> BTreeMap<String, String> {
    let mut command = program();
    let words = ["value", fen, "--moves", "all", "--first", first, "--format", "json"];
    let output = command.args(words).output().unwrap();
    let value: Value = serde_json::from_slice(&output.stdout).unwrap();
    let moves = value[format!("{first}_first")]["moves"].as_array().unwrap().clone();
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    moves.iter().map(|entry| (text(&entry["move"]), text(&entry["score"]))).collect()
}

/// Plays a move as a person does: three clicks on the board.
pub fn play(browser: &Browser, mv: &str) {
    for name in mv.split(['-', '/']) {
        browser.click(&square(name));
    }
}

pub fn fen(browser: &Browser) -> String {
    browser.run("return board().fen()", &[]).as_str().unwrap().to_owned()
}

/// Every number on the board, square by square, is that of `amazons value --moves all`.
#[test]
fn the_numbers_on_the_board_are_the_scores_of_the_moves() {
    let Some((browser, _server)) = start(&[REGION]) else { return };
    browser.wait("document.body.dataset.complete === 'true'");
    let scores = scores(REGION, "white");
    browser.click(&square("a4"));
    browser.screenshot("destinations");
    // The best score that can be reached, in White's order.
    let rank = |score: &String| {
        let by: i32 = score[2..].parse().unwrap();
        if score.starts_with('W') { by } else { -1 - by }
    };
    let mut reachable: BTreeMap<String, String> = BTreeMap::new();
    for (mv, score) in &scores {
        let Some(rest) = mv.strip_prefix("a4-") else { continue };
        let to = rest.split('/').next().unwrap().to_owned();
        let best = reachable.entry(to).or_insert_with(|| score.clone());
        if rank(score) > rank(best) {
            best.clone_from(score);
        }
    }
    assert_eq!(badges(&browser), reachable);
    let to = reachable.keys().next().unwrap();
    browser.click(&square(to));
    browser.screenshot("arrows");
    let prefix = format!("a4-{to}/");
    let arrows: BTreeMap<String, String> = scores
        .iter()
        .filter_map(|(mv, score)| Some((mv.strip_prefix(&prefix)?.to_owned(), score.clone())))
        .collect();
    assert_eq!(badges(&browser), arrows);
    // A move, back, forward, and the URL that contains it all.
    let arrow = arrows.keys().next().unwrap();
    browser.click(&square(arrow));
    let after = fen(&browser);
    assert!(after.ends_with(" b"), "{after}");
    let shared = browser.url();
    browser.click("#prev");
    assert_eq!(fen(&browser), REGION);
    browser.back();
    browser.wait(&format!("board().fen() === '{after}'"));
    browser.open("about:blank");
    browser.open(&shared);
    browser.wait("document.body.dataset.ready");
    assert_eq!(fen(&browser), after);
}

#[test]
fn positions_are_edited_pasted_and_cut_into_regions() {
    let Some((browser, _server)) = start(&["Q2q/1**1 w"]) else { return };
    browser.click("#edit");
    browser.click("input[value='#']");
    browser.click(&square("b2"));
    browser.screenshot("edit");
    browser.click("#edit-done");
    assert_eq!(fen(&browser), "Q*1q/1**1 w");
    browser.wait("document.querySelectorAll('#regions tbody tr').length === 2");
    browser.click("#regions tbody tr:first-child button");
    assert_eq!(fen(&browser).matches('*').count(), 6, "{}", fen(&browser));
    browser.type_into("#open-text", "X..|.#.|..O\n");
    browser.wait("board().fen() === 'Q2/1*1/2q w'");
    browser.run("document.getElementById('open-text').value = ''", &[]);
    browser.type_into("#open-text", "(;GM[18]SZ[4:2]AW[aa]AB[da]AA[bb][cb]PL[W];W[aabaaa])\n");
    browser.wait("nodes.length === 2");
    assert_eq!(fen(&browser), "Q2q/1**1 w");
    browser.run("document.getElementById('open-text').value = ''", &[]);
    browser.type_into("#open-text", "Q2x\n");
    browser.wait("document.getElementById('status').className === 'bad'");
    assert!(browser.text("#status").contains("found 'x'"));
    browser.click("[data-copy=link]");
    browser.wait("document.getElementById('copied').value.includes('#fen=')");
}

#[test]
fn regions_worth_the_same_are_linked_where_tables_tell_them() {
    let links = |browser: &Browser| {
        browser.wait("document.querySelectorAll('#regions tbody tr').length === 1");
        let script = "return [...document.querySelectorAll('#regions tbody a')].map((a) => a.href)";
        serde_json::from_value::<Vec<String>>(browser.run(script, &[])).unwrap()
    };
    let region = "Q2q/1**1 w";
    let tables = repository("tables");
    let with_tables = [region, "--tables", tables.to_str().unwrap()];
    let Some((browser, server)) = start(&with_tables) else { return };
    let found = links(&browser);
    let path = found[0].strip_prefix(&address(&server)).unwrap();
    let page = server.get(&format!("/{path}"));
    assert_eq!((found.len(), page.status), (1, 200), "{found:?}");
    assert!(page.text().contains("<h1>Regions worth ±3</h1>"));
    let without = Server::start(&[region, "--no-tables"]);
    browser.open(&address(&without));
    browser.wait("document.body.dataset.ready");
    browser.wait("document.querySelector('#regions tbody td.long')?.textContent === '±3'");
    assert_eq!(links(&browser), Vec::<String>::new());
}

#[test]
fn the_keyboard_is_enough() {
    let Some((browser, _server)) = start(&["Q2q/1**1 w"]) else { return };
    browser.wait("document.body.dataset.complete === 'true'");
    browser.run("document.querySelector('[data-square=a1]').focus()", &[]);
    let (up, right, enter) = ("\u{e013}", "\u{e014}", "\u{e007}");
    browser.press(&[up, enter]);
    assert!(!badges(&browser).is_empty());
    browser.press(&[right, enter]);
    let focus = browser.run("return document.activeElement.dataset.square", &[]);
    assert_eq!(focus, "b2");
    browser.press(&["\u{e00c}", "\u{e00c}"]);
    assert!(badges(&browser).is_empty(), "Escape takes back");
    browser.run("document.querySelector('[data-square=a2]').focus()", &[]);
    browser.press(&[enter, right, enter, right, enter]);
    assert_eq!(fen(&browser), "1Q*q/1**1 b");
    browser.press(&["p"]);
    assert_eq!(fen(&browser), "Q2q/1**1 w");
    browser.press(&["n"]);
    assert_eq!(fen(&browser), "1Q*q/1**1 b");
}

/// A person who never saw the page finds the worst move of a game and tries the better one.
#[test]
fn a_mistake_shows_what_was_played_and_the_better_move() {
    let directory = tempfile::tempdir().unwrap();
    let record = directory.path().join("game.sgf");
    let game = "(;GM[18]SZ[4:2]PW[Ann]PB[Ben]AW[aa]AB[da]AA[bb][cb]PL[W]C[a start];W[aabaaa]C[hm];B[dadbda])";
    std::fs::write(&record, game).unwrap();
    let Some((browser, _server)) = start(&[record.to_str().unwrap()]) else { return };
    assert!(browser.text("#list").contains("Ann"));
    // It is reviewed on the spot, and opens at the first ply whose winner is proved.
    browser
        .wait("document.querySelector('#graph svg') && document.querySelector('#mistakes button')");
    assert!(browser.text("#tree").contains("a2-b2/a2 −"), "{}", browser.text("#tree"));
    assert_eq!(browser.text("#comment"), "a start");
    browser.click("#mistakes button");
    let text = browser.text("#mistake");
    assert!(text.contains("White played a2-b2/a2") && text.contains("keeps W+3"), "{text}");
    assert_eq!(fen(&browser), "Q2q/1**1 w");
    browser.screenshot("mistake");
    browser.click("#try-better");
    assert_eq!(fen(&browser), "2Qq/1*** b");
    // Both lines and the comments are in the record that is copied.
    browser.click("[data-copy=sgf]");
    browser.wait("document.getElementById('copied').value.includes('C[hm')");
    let copied = browser.run("return document.getElementById('copied').value", &[]).to_string();
    assert!(copied.matches(";W[").count() == 2 && copied.contains("a start"), "{copied}");
}

/// Three puzzles without reading help: a wrong move is refuted and taken back, a right one answered.
#[test]
fn puzzles_answer_back_and_spoil_nothing() {
    let set = concat!(env!("CARGO_MANIFEST_DIR"), "/../../problems/puzzles.xml");
    let Some((browser, _server)) = start(&[set]) else { return };
    let hidden = "return [...document.querySelectorAll('.spoils')].every((e) => !e.offsetParent)";
    for number in 0..3 {
        browser.wait("puzzle && !puzzle.open");
        assert_eq!(browser.run(hidden, &[]), true);
        assert!(badges(&browser).is_empty());
        if number == 0 {
            let wrong = "const b = board(); for (const [from, cell] of b.cells.entries()) \
                if (cell === b.mover) for (const to of b.queen(from)) { \
                const move = `${b.name(from)}-${b.name(to)}/${b.name(from)}`; \
                if (move !== puzzle.step.move) return move; }";
            let wrong = browser.run(wrong, &[]);
            let before = fen(&browser);
            play(&browser, wrong.as_str().unwrap());
            browser
                .wait("document.getElementById('puzzle-text').textContent.includes('Try again')");
            browser.wait("!puzzle.busy");
            assert_eq!(fen(&browser), before);
        }
        while browser.run("return !puzzle.open", &[]) == true {
            let right = browser.run("return puzzle.step.move", &[]);
            play(&browser, right.as_str().unwrap());
            browser.wait("!puzzle.busy");
        }
        assert!(browser.text("#puzzle-text").contains("solved"));
        assert_eq!(browser.run(hidden, &[]), false);
        browser.screenshot("puzzle");
        browser.click("#puzzle-next");
    }
    let record = browser.text("#record-text");
    assert!(record.contains("solved 2, failed 1, streak 2"), "{record}");
    browser.run("const g = document.getElementById('grade'); g.value = '5'; g.onchange()", &[]);
    browser.wait("opened.problems.length && opened.problems.every((p) => p.puzzle.grade === 5)");
    browser.click("#daily");
    browser.wait("!puzzle.open");
}

/// What lies under the pointer at each link of the list is that link: of a set, a record, a study.
#[test]
fn the_board_covers_no_list() {
    let directory = tempfile::tempdir().unwrap();
    let study = directory.path().join("study");
    let [set, games, small] = ["problems/puzzles.xml", "examples/games.sgf", "problems/quick.xml"]
        .map(|name| repository(name).display().to_string());
    let study = study.to_str().unwrap();
    let words =
        ["study", small.as_str(), "--sample", "8", "--nodes", "100", "--judge-nodes", "1e5", "-o"];
    program().args(words).arg(study).output().unwrap();
    for opened in [set.as_str(), games.as_str(), study] {
        let Some((browser, _server)) = start(&[opened]) else { return };
        covers_no_list(&browser);
    }
}

fn covers_no_list(browser: &Browser) {
    for (width, height) in [(1280, 800), (1400, 900), (1920, 1080)] {
        browser.resize(width, height);
        let covered = "document.getElementById('library').scrollIntoView({ behavior: 'instant' }); \
            const box = document.querySelector('.tall').getBoundingClientRect(); \
            const links = [...document.querySelectorAll('#list button')].filter((link) => { \
            const r = link.getBoundingClientRect(); return r.top > box.top && r.bottom < \
            Math.min(box.bottom, innerHeight); }); return [links.length, links.filter((link) => { \
            const r = link.getBoundingClientRect(); return document.elementFromPoint(r.left + \
            r.width / 2, r.top + r.height / 2) !== link; }).length]";
        let counts = browser.run(covered, &[]);
        assert!(counts[0].as_u64().unwrap() > 5 && counts[1] == 0, "{width}: {counts}");
    }
}

/// While a game is played nothing is told, and a move can be taken back.
#[test]
fn a_game_against_a_level_hides_scores_until_they_are_asked_for() {
    let Some((browser, _server)) = start(&["Q2q/4/4/4 w"]) else { return };
    browser.click("#play");
    play(&browser, "a4-a3/a4");
    browser.wait("board().side === 'w' && path(here).length === 2");
    let hidden = "return [...document.querySelectorAll('.spoils')].every((e) => !e.offsetParent)";
    assert_eq!(browser.run(hidden, &[]), true);
    browser.click("#take-back");
    assert_eq!(fen(&browser), "Q2q/4/4/4 w");
    browser.click("#show-scores");
    assert_eq!(browser.run(hidden, &[]), false);
    browser.click("#resign");
    browser.wait("document.getElementById('status').textContent.includes('Black wins')");
    browser.click("#flip");
    let first = browser.run("return document.querySelector('.sq').dataset.square", &[]);
    assert_eq!(first, "d1");
}

/// Nothing overflows at 360 pixels, in dark and light mode, and axe reports no violations.
#[test]
fn small_dark_and_light_screens_show_everything() {
    let board = "3q6/2*7/1Q3***2/3**q*3/10/**5*2/4Q5/7q2/2Q7/10 w";
    let Some((browser, server)) = start(&[REGION]) else { return };
    browser.wait("document.body.dataset.complete === 'true'");
    browser.wait("document.querySelector('#regions tbody tr')");
    browser.click(&square("a4"));
    for scheme in ["light", "dark"] {
        browser.prefer(scheme);
        browser.screenshot(&format!("wide-{scheme}"));
        axe(&browser);
    }
    browser.resize(360, 780);
    browser.open("about:blank");
    browser.open(&format!("{}#fen={}", address(&server), board.replace(' ', "_")));
    browser.wait("document.body.dataset.ready");
    for scheme in ["light", "dark"] {
        browser.prefer(scheme);
        let width = browser.run("return document.documentElement.scrollWidth", &[]);
        assert_eq!(width, 360);
        browser.screenshot(&format!("small-{scheme}"));
        axe(&browser);
    }
    // Squares about which little is proved.
    browser.click(&square("e4"));
    browser.screenshot("small-open");
    axe(&browser);
}

/// A finger does what a mouse does.
#[test]
fn moves_are_made_by_touch() {
    let Some((browser, _server)) = start(&["Q2q/1**1 w"]) else { return };
    browser.resize(360, 780);
    browser.wait("document.body.dataset.complete === 'true'");
    for name in ["a2", "c2", "d1"] {
        browser.tap(&square(name));
    }
    browser.wait("board().fen() === '2Qq/1*** b'");
}

/// Impossible boards are refused where they are typed, and nothing breaks.
#[test]
fn editing_leads_to_no_impossible_position() {
    let Some((browser, _server)) = start(&["Q2q/1**1 w"]) else { return };
    browser.click("#edit");
    for (width, height) in [("16", "16"), ("99", "99")] {
        let script = "width.value = arguments[0]; height.value = arguments[1]; resize.click()";
        let script = script.replace("width", "document.getElementById('width')");
        let script = script.replace("height", "document.getElementById('height')");
        let script = script.replace("resize", "document.getElementById('resize')");
        browser.run(&script, &[width.into(), height.into()]);
        browser.wait("document.getElementById('status').textContent.includes('at most 128')");
        assert_eq!(fen(&browser), "Q2q/1**1 w");
    }
    // A board without amazons and a fully blocked board are valid positions.
    browser.click("#clear");
    browser.click("#edit-done");
    browser.wait("document.getElementById('hint').textContent.includes('no move')");
    browser.click("#edit");
    browser.click("input[value='#']");
    for name in ["a1", "b1", "c1", "d1", "a2", "b2", "c2", "d2"] {
        browser.click(&square(name));
    }
    browser.click("#edit-done");
    browser.wait("document.body.dataset.complete === 'true'");
    assert_eq!(fen(&browser), "****/**** w");
    // An invalid URL leaves a page that works.
    browser.run("location.hash = '#fen=Q9x/99_w&moves=a1-b9/z7'", &[]);
    browser.wait("document.getElementById('status').className === 'bad'");
    browser.run("document.getElementById('open-text').value = ''", &[]);
    browser.type_into("#open-text", "Q2q/1**1 b\n");
    browser.wait("board().fen() === 'Q2q/1**1 b'");
}

/// A hidden page sends no requests.
#[test]
fn hidden_pages_leave_the_server_alone() {
    let start_board = "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w";
    let Some((browser, server)) = start(&[start_board]) else { return };
    let searching = || server.get("/api/v1/status").json()["running"].as_u64().unwrap();
    let until = |wanted: fn(u64) -> bool| {
        let begun = std::time::Instant::now();
        while !wanted(searching()) {
            assert!(begun.elapsed().as_secs() < 30, "{} searches", searching());
            std::thread::sleep(std::time::Duration::from_millis(20));
        }
    };
    until(|running| running > 0);
    let hide = "Object.defineProperty(document, 'hidden', { value: arguments[0], configurable: true }); \
                document.dispatchEvent(new Event('visibilitychange'))";
    browser.run(hide, &[true.into()]);
    until(|running| running == 0);
    browser.run(hide, &[false.into()]);
    until(|running| running > 0);
}

/// Checks the rules of axe-core, if `AMAZONS_AXE` names its script.
pub fn axe(browser: &Browser) {
    let Some(path) = std::env::var_os("AMAZONS_AXE") else { return };
    let script = std::fs::read_to_string(path).unwrap();
    browser.run(&format!("{script}; window.axe = axe; return 1"), &[]);
    browser.run(
        "window.axeResult = null; axe.run().then((r) => { window.axeResult = r.violations.map( \
         (v) => v.id + ': ' + v.nodes.map((n) => n.target + ' ' + n.failureSummary).join('; ')); })",
        &[],
    );
    browser.wait("window.axeResult !== null");
    let found = browser.run("return window.axeResult", &[]);
    assert_eq!(found.as_array().map(Vec::len), Some(0), "{found:#}");
}
