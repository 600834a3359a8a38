//! The explorer's interface as programs use it.

use crate::http::{Server, read_answer, request};
use crate::program::{program, repository};
use amazons::testing::RandomPositions;
use serde_json::Value;
use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

const REGION: &str = "3q2/1*1*Q1/1*1**1/*Q**q1/**1*2/**1*** b";
/// A position whose score is not proved within a minute.
const HARD: &str = "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w";

/// The command line's output, without what differs from run to run.
fn printed(arguments: &[&str]) -> Value {
    let mut command = program();
    command.args(arguments).args(["--format", "json"]);
    steady(serde_json::from_slice(&command.output().unwrap().stdout).unwrap())
}

fn steady(mut value: Value) -> Value {
    for key in ["seconds", "nodes", "record", "version"] {
        value.as_object_mut().unwrap().remove(key);
    }
    value
}

#[test]
fn answers_are_those_of_the_command_line() {
    let server = Server::start(&[]);
    let both = |question: &str, parameters: &[(&str, &str)], arguments: &[&str]| {
        let answer = server.ask(question, parameters);
        assert_eq!(answer.status, 200, "{}", answer.text());
        assert_eq!(answer.header("content-type").as_deref(), Some("application/json"));
        assert_eq!(steady(answer.json()), printed(arguments), "{question}");
    };
    let (fen, none) = (("fen", REGION), ("game-values", "0s"));
    let small = ("fen", "Q2q/1**1 w");
    both("value", &[fen, none], &["value", REGION, "--game-values", "0s"]);
    both(
        "value",
        &[small, ("game-values", "10s")],
        &["value", "Q2q/1**1 w", "--game-values", "10s"],
    );
    both(
        "value",
        &[fen, ("first", "white"), ("moves", "none"), ("game_values", "0s")],
        &["value", REGION, "--first", "white", "--moves", "none", "--game-values", "0s"],
    );
    both(
        "value",
        &[fen, ("winner", "true"), none],
        &["value", REGION, "--winner", "--game-values", "0s"],
    );
    both("moves", &[fen, none], &["value", REGION, "--moves", "all", "--game-values", "0s"]);
    both("regions", &[small, ("time", "20s")], &["regions", "Q2q/1**1 w", "--time", "20s"]);
    both("evaluate", &[fen], &["evaluate", REGION]);
    both(
        "evaluate",
        &[fen, ("eval", "lieberum"), ("no-maps", "")],
        &["evaluate", REGION, "--eval", "lieberum", "--no-maps"],
    );
    both("thermograph", &[("fen", "Q2q/1**1 w")], &["thermograph", "Q2q/1**1 w"]);
    let value = server.ask("game_value", &[("fen", "Q2q/1**1 w")]).json();
    assert_eq!(value["game_value"], "±3");
    assert_eq!(value["regions"][0]["temperature"], "3");
    // The row notation of other programs, and a FEN without a side.
    let position = server.ask("position", &[("fen", "X..|.#.|..O")]).json();
    assert_eq!(position["fen"], "Q2/1*1/2q w");
}

#[test]
fn regions_worth_the_same_are_an_answer_and_a_page() {
    let tables = repository("tables");
    let server = Server::start(&["--tables", tables.to_str().unwrap()]);
    let answer = server.ask("atlas", &[("value", "1/8"), ("count", "2")]);
    let printed = printed(&["atlas", "1/8", "--count", "2", "--tables", "tables"]);
    assert_eq!(steady(answer.json()), printed);
    let page = server.ask("atlas", &[("value", "±3"), ("format", "html")]);
    assert_eq!(page.header("content-type").as_deref(), Some("text/html; charset=utf-8"));
    let policy = page.header("content-security-policy").unwrap();
    assert!(policy.starts_with("default-src 'none'; style-src 'unsafe-inline'"), "{policy}");
    assert!(page.text().contains("<h1>Regions worth ±3</h1>"));
    for (parameters, status, wrong) in [
        (&[("value", "{1|")][..], 400, "game '{1|': character 4"),
        (&[("mean", "much")], 400, "expected a number"),
        (&[("count", "301")], 400, "expected 1 to 300"),
        (&[("fen", "Q2q")], 400, "no parameter 'fen'; expected value"),
    ] {
        let answer = server.ask("atlas", parameters);
        assert_eq!(answer.status, status, "{}", answer.text());
        assert!(answer.text().contains(wrong), "{}", answer.text());
    }
    assert_eq!(server.ask("status", &[]).json()["atlas"], true);
    // Without tables, and with tables of scores alone.
    let scores = tempfile::tempdir().unwrap();
    for name in ["shapes-3.amt", "1v1-3.amt"] {
        std::fs::copy(tables.join(name), scores.path().join(name)).unwrap();
    }
    for arguments in [&["--no-tables"][..], &["--tables", scores.path().to_str().unwrap()]] {
        let bare = Server::start(arguments);
        let answers = bare.ask("atlas", &[("value", "1")]).status == 200;
        assert_eq!(bare.ask("status", &[]).json()["atlas"], answers, "{arguments:?}");
    }
    let none = Server::start(&["--no-tables"]);
    assert_eq!(none.ask("atlas", &[("value", "1")]).status, 404);
}

#[test]
fn many_positions_are_one_request() {
    let server = Server::start(&["--max-time", "5s"]);
    let fens = format!("Q2q/1**1 w\n# a comment\n\nQ2x w\n{REGION}\n");
    let answer = server.post("/api/v1/values?moves=none&first=mover", &fens);
    assert_eq!(answer.status, 200, "{}", answer.text());
    let text = answer.text();
    let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 3);
    assert_eq!(lines[0]["white_first"]["score"], "W+3");
    assert!(lines[0].get("black_first").is_none() && lines[0].get("game_value").is_none());
    assert!(lines[1]["error"].as_str().unwrap().contains("found 'x'"));
    assert_eq!(lines[2]["fen"], REGION);
    // All positions of a request share one limit.
    let begun = Instant::now();
    let answer = server.post("/api/v1/values?moves=none", &format!("{HARD}\n").repeat(9));
    assert_eq!(answer.text().lines().count(), 9);
    assert!(begun.elapsed() < Duration::from_secs(10), "{:?}", begun.elapsed());
    for (path, body, wrong) in [
        ("values", "", "no position in the body"),
        ("values", &"Q1q w\n".repeat(1001), "1001 positions; expected at most 1000"),
        ("values?fen=Q1q", "Q1q w", "no parameter 'fen'"),
        ("values?first=red", "Q1q w", "first"),
        ("sgf", "{}", "missing field"),
        (
            "sgf",
            "{\"fen\":\"Q1q w\",\"nodes\":[{\"parent\":0,\"move\":\"a9-b9/c9\",\"comment\":\"\"}]}",
            "a9-b9/c9",
        ),
    ] {
        let answer = server.post(&format!("/api/v1/{path}"), body);
        assert_eq!(answer.status, 400, "{path}: {}", answer.text());
        assert!(answer.text().contains(wrong), "{path}: {}", answer.text());
    }
}

#[test]
fn live_bounds_end_as_the_scores_of_the_moves() {
    let server = Server::start(&[]);
    let mut stream = TcpStream::connect(("127.0.0.1", server.port)).unwrap();
    let query = crate::http::encoded(REGION);
    write!(stream, "GET /api/v1/live?fen={query} HTTP/1.1\r\n{}\r\n", server.host()).unwrap();
    let (mut moves, mut root, mut event) = (serde_json::Map::new(), Value::Null, String::new());
    for line in BufReader::new(stream).lines() {
        let line = line.unwrap();
        if let Some(name) = line.strip_prefix("event: ") {
            event = name.to_owned();
        }
        let Some(data) = line.strip_prefix("data: ") else { continue };
        let data: Value = serde_json::from_str(data).unwrap();
        match event.as_str() {
            "moves" => {
                for entry in data.as_array().unwrap() {
                    moves.insert(entry["move"].as_str().unwrap().into(), entry["score"].clone());
                }
            }
            "value" => root = data,
            "done" => {
                assert_eq!(data["complete"], true);
                break;
            }
            other => panic!("event {other}"),
        }
    }
    let want = printed(&["value", REGION, "--first", "black", "--moves", "all"]);
    let want = &want["black_first"];
    assert_eq!(root["score"], want["score"]);
    let list = want["moves"].as_array().unwrap();
    assert_eq!(moves.len(), list.len());
    for entry in list {
        assert_eq!(moves[entry["move"].as_str().unwrap()], entry["score"], "{}", entry["move"]);
    }
}

#[test]
fn what_is_not_proved_is_estimated_where_asked_for() {
    let server = Server::start(&[]);
    let nodes = ("nodes", "60000");
    let ask = [("fen", HARD), ("first", "mover"), ("game-values", "0"), nodes];
    let value = server.ask("value", &[&ask[..], &[("estimate", "true")]].concat()).json();
    let estimate = &value["white_first"]["estimate"];
    assert!(value["white_first"]["score"].is_null() && estimate["lead"].is_f64(), "{value}");
    assert_eq!(estimate["moves"].as_array().unwrap().len(), 5);
    assert_eq!(estimate["moves"][0]["line"], estimate["line"]);
    assert!(server.ask("value", &ask).json()["white_first"].get("estimate").is_none());
    let proved = server.ask("value", &[("fen", "Q2q/1**1 w"), ("estimate", "true")]).json();
    assert!(
        proved["white_first"]["estimate"].is_null() && proved["white_first"]["score"].is_string()
    );
    let events = |fen: &str| {
        let path = format!("live?fen={}&nodes=60000&estimate=true", crate::http::encoded(fen));
        let text = server.get(&format!("/api/v1/{path}")).text();
        let estimates = text.split("event: estimate\ndata: ").skip(1);
        let estimates = estimates.map(|rest| rest.lines().next().unwrap().to_owned());
        (estimates.collect::<Vec<String>>(), text)
    };
    // It sharpens, and gives way to a proof.
    let (estimates, text) = events(HARD);
    let nodes = estimates.iter().map(|text| serde_json::from_str::<Value>(text).unwrap());
    let nodes: Vec<u64> = nodes.map(|one| one["nodes"].as_u64().unwrap()).collect();
    assert!(!nodes.is_empty() && nodes.is_sorted(), "{text}");
    let (estimates, text) = events(REGION);
    assert_eq!(estimates.last().map(String::as_str), Some("null"), "{text}");
}

#[test]
fn wrong_questions_get_a_status_and_a_reason() {
    let server = Server::start(&["--max-time", "5s"]);
    let wrong = |path: &str, status: u16, reason: &str| {
        let answer = server.get(path);
        assert_eq!(answer.status, status, "{path}: {}", answer.text());
        let error = answer.json()["error"].as_str().unwrap().to_owned();
        assert!(error.contains(reason), "{path}: {error}");
        assert!(answer.header("content-security-policy").is_some(), "{path}");
    };
    wrong("/api/v1/value", 400, "no position");
    wrong("/api/v1/value?fen=Q2x", 400, "found 'x'");
    wrong("/api/v1/value?fen=Q2q&fen=Q2q", 400, "given twice");
    wrong("/api/v1/value?fen=Q2q&threads=9", 400, "no parameter 'threads'; expected fen, first");
    wrong("/api/v1/value?fen=Q2q&first=red", 400, "expected one of white, black");
    wrong("/api/v1/value?fen=Q2q&time=1h", 400, "at most 5s");
    wrong("/api/v1/value?fen=Q2q&time=0s", 400, "above 0");
    wrong("/api/v1/value?fen=Q2q&time=soon", 400, "expected a time");
    wrong("/api/v1/value?fen=Q2q&nodes=-1", 400, "nodes=-1");
    wrong("/api/v1/value?fen=Q2q&nodes=0", 400, "nodes=0; expected a whole number above 0");
    wrong("/api/v1/play?fen=Q2q&nodes=0", 400, "nodes=0; expected a whole number above 0");
    wrong("/api/v1/play?fen=Q2q&time=0ms", 400, "time=0; expected a time above 0");
    wrong("/api/v1/value?fen=99999", 400, "a run of 99999");
    wrong("/api/v1/live?fen=Q2q&moves=best", 400, "expected one of all, none");
    wrong("/api/v1/live?fen=Q2q&estimate=maybe", 400, "expected true or false");
    wrong("/api/v1/evaluate?fen=Q2q&eval=deep", 400, "no evaluation 'deep'");
    for program in ["engine", "uci", "gtp"] {
        let play = format!("/api/v1/play?fen=Q2q&player={program}:sh");
        wrong(&play, 400, "no such player here; expected one of dfpn");
    }
    wrong("/api/v1/play?fen=Q2q&player=alphabeta:tt=9GB", 400, "no option 'tt' here");
    wrong("/api/v1/play?fen=Q2q&clock=1m&time=1s", 400, "either time, or clock");
    wrong("/api/v1/play?fen=Q2q&increment=1s", 400, "either time, or clock");
    wrong("/api/v1/play?fen=Q2q&clock=soon", 400, "expected a time");
    wrong("/api/v1/play?fen=Q2q&player=one-ply:net:/etc/passwd", 400, "not read here");
    wrong("/api/v1/evaluate?fen=Q2q&eval=net:/etc/passwd", 400, "not read here");
    wrong("/api/v1/sgf?fen=Q2q&moves=a1-a9/a1", 400, "illegal");
    wrong("/api/v1/svg?fen=Q2q&mark=a1-a9/a1", 400, "not on the board");
    wrong("/api/v1/figure?name=../../etc/passwd", 404, "no figure");
    wrong("/api/v2/value?fen=Q2q", 404, "nothing at");
    wrong("/../etc/passwd", 404, "nothing at");
    wrong("/api/v1/review", 405, "POST");
    wrong("/api/v1/status?x=1", 400, "no parameter 'x'");
    wrong("/api/v1/moves?fen=Q2q&moves=all", 400, "expected fen, first, time, nodes, game-values");
    wrong("/api/v1/value?fen=Q2q&moves=all&winner=true", 400, "leave out moves or winner");
    for (body, status, reason) in [
        ("", 400, "found nothing"),
        ("<xml/>", 400, "found '<xml/>'"),
        ("<problem-set version=\"2\">", 400, "this is a problem set"),
        ("Q2q/4 w\n", 400, "this is a position: value?fen="),
        ("(;GM[18];W[a1-a2/a3])", 400, "illegal"),
    ] {
        for path in ["/api/v1/review", "/api/v1/game"] {
            let answer = server.post(path, body);
            assert_eq!(answer.status, status, "{}", answer.text());
            assert!(answer.text().contains(reason), "{}", answer.text());
        }
    }
    for (node, reason) in [
        (
            "{\"parent\":5,\"move\":\"a2-b2/a2\"}",
            "nodes[1].parent is 5; expected the place of a node",
        ),
        ("{\"parent\":0,\"move\":null}", "nodes[1]: no move and no fen"),
    ] {
        let body =
            format!("{{\"fen\":\"Q2q/4 w\",\"nodes\":[{{\"parent\":0,\"move\":null}},{node}]}}");
        let answer = server.post("/api/v1/sgf", &body);
        assert!(answer.status == 400 && answer.text().contains(reason), "{}", answer.text());
    }
    // The length alone decides; the server does not wait for the body.
    let mut stream = TcpStream::connect(("127.0.0.1", server.port)).unwrap();
    let host = server.host();
    write!(stream, "POST /api/v1/review HTTP/1.1\r\n{host}Content-Length: 99999999\r\n\r\n")
        .unwrap();
    assert_eq!(read_answer(stream).unwrap().status, 413);
    // One that does not say its length: malformed, and too long.
    for (length, status) in [("zz", 400), ("1000000", 413)] {
        let mut stream = TcpStream::connect(("127.0.0.1", server.port)).unwrap();
        let head = "POST /api/v1/game HTTP/1.1\r\n";
        let chunked = "Transfer-Encoding: chunked\r\n\r\n";
        let body = vec![b'a'; usize::from_str_radix(length, 16).unwrap_or(3)];
        write!(stream, "{head}{host}{chunked}{length}\r\n").unwrap();
        // The server may answer before it has read everything.
        let _ = stream.write_all(&body);
        assert_eq!(read_answer(stream).unwrap().status, status, "{length}");
    }
}

#[test]
fn other_hosts_and_other_pages_are_refused() {
    let server = Server::start(&[]);
    let port = server.port;
    let get = |headers: String| request(port, "GET", "/api/v1/status", &headers, "").status;
    for host in [format!("127.0.0.1:{port}"), format!("localhost:{port}"), format!("[::1]:{port}")]
    {
        assert_eq!(get(format!("Host: {host}\r\n")), 200, "{host}");
    }
    for host in ["example.org", "127.0.0.1", "127.0.0.1:1", "localhost.example.org", "", "é"] {
        let status = get(format!("Host: {host}\r\n"));
        assert!((400..500).contains(&status), "{host}: {status}");
    }
    let from = |origin: &str| get(format!("Host: localhost:{port}\r\nOrigin: {origin}\r\n"));
    assert_eq!(from("http://example.org"), 403);
    assert_eq!(from("null"), 403);
    assert_eq!(from(&format!("http://localhost:{port}")), 200);
    // Images and scripts of other pages are requested without an origin; the page may be opened by
    // a link.
    let on = |path: &str, site: &str| {
        let headers = format!("Host: localhost:{port}\r\nSec-Fetch-Site: {site}\r\n");
        request(port, "GET", path, &headers, "").status
    };
    assert_eq!(on("/api/v1/status", "cross-site"), 403);
    assert_eq!(on("/api/v1/status", "same-site"), 403);
    assert_eq!(on("/api/v1/status", "same-origin"), 200);
    assert_eq!(on("/api/v1/status", "none"), 200);
    assert_eq!(on("/", "cross-site"), 200);
    let page = server.get("/");
    assert_eq!(page.status, 200);
    let policy = page.header("content-security-policy").unwrap();
    assert!(policy.contains("default-src 'none'") && !policy.contains("unsafe"), "{policy}");
    for asset in ["/page.js", "/explorer.css", "/icon.svg"] {
        assert_eq!(server.get(asset).status, 200);
    }
    // Nothing external is loaded.
    for asset in ["/", "/page.js", "/explorer.css"] {
        let text = server.get(asset).text().replace("http://www.w3.org/2000/svg", "");
        assert!(!text.contains("http://") && !text.contains("https://"), "{asset}");
    }
}

/// Sends a question without waiting for the answer.
fn begin(server: &Server, path: &str) -> TcpStream {
    let mut stream = TcpStream::connect(("127.0.0.1", server.port)).unwrap();
    write!(stream, "GET {path} HTTP/1.1\r\n{}\r\n", server.host()).unwrap();
    stream
}

fn running(server: &Server) -> u64 {
    server.get("/api/v1/status").json()["running"].as_u64().unwrap()
}

/// Waits until this many searches run, and returns how long it took.
fn wait_for(server: &Server, count: u64) -> Duration {
    let begun = Instant::now();
    while running(server) != count {
        assert!(begun.elapsed() < Duration::from_secs(20), "{} searches run", running(server));
        std::thread::sleep(Duration::from_millis(5));
    }
    begun.elapsed()
}

#[test]
fn a_dropped_request_ends_its_search() {
    let server = Server::start(&["--threads", "2"]);
    let fen = crate::http::encoded(HARD);
    for path in ["value", "moves", "live", "regions", "play"] {
        // Other work of the machine may delay any single one.
        let kept = (0..10).any(|_| {
            let stream = begin(&server, &format!("/api/v1/{path}?fen={fen}&time=50s"));
            wait_for(&server, 1);
            drop(stream);
            wait_for(&server, 0) <= Duration::from_millis(100)
        });
        assert!(kept, "{path}");
    }
}

#[test]
fn requests_sent_ahead_by_a_client_that_left_are_not_worked_on() {
    let server = Server::start(&["--threads", "1"]);
    let path = format!("/api/v1/value?fen={}&time=1s", crate::http::encoded(HARD));
    let mut stream = begin(&server, &path);
    for _ in 0..20 {
        write!(stream, "GET {path} HTTP/1.1\r\n{}\r\n", server.host()).unwrap();
    }
    wait_for(&server, 1);
    drop(stream);
    std::thread::sleep(Duration::from_secs(3));
    assert_eq!(running(&server), 0);
}

#[test]
fn questions_beyond_the_queue_are_refused() {
    let server = Server::start(&["--threads", "1", "--queue", "1"]);
    let path = format!("/api/v1/value?fen={}&time=50s", crate::http::encoded(HARD));
    let first = begin(&server, &path);
    wait_for(&server, 1);
    let second = begin(&server, &path);
    while server.get("/api/v1/status").json()["waiting"] != 1 {
        std::thread::sleep(Duration::from_millis(5));
    }
    for question in ["value", "live"] {
        let answer = server.ask(question, &[("fen", "Q2q")]);
        assert_eq!(answer.status, 429, "{}", answer.text());
        assert!(answer.json()["error"].as_str().unwrap().contains("waiting"));
    }
    drop((first, second));
    wait_for(&server, 0);
    assert_eq!(server.ask("value", &[("fen", "Q2q")]).status, 200);
}

#[test]
fn the_page_answers_while_searches_run_and_many_ask() {
    let server = Server::start(&["--threads", "2"]);
    let path = format!("/api/v1/live?fen={}", crate::http::encoded(HARD));
    let searches: Vec<TcpStream> = (0..2).map(|_| begin(&server, &path)).collect();
    wait_for(&server, 2);
    let prompt = (0..20).any(|_| {
        let begun = Instant::now();
        assert_eq!(server.get("/").status, 200);
        begun.elapsed() <= Duration::from_millis(50)
    });
    assert!(prompt);
    drop(searches);
    wait_for(&server, 0);
    let path = format!("/api/v1/value?fen={}", crate::http::encoded("Q2q/1**1 w"));
    let streams: Vec<TcpStream> = (0..200).map(|_| begin(&server, &path)).collect();
    for stream in streams {
        assert_eq!(read_answer(stream).unwrap().status, 200);
    }
}

/// Random requests: each is answered, and the server stays as it is.
#[test]
fn ten_thousand_bad_requests_leave_no_trace() {
    let server = Server::start(&["--max-time", "1s"]);
    let mut random = RandomPositions::new(404);
    let pick =
        |random: &mut RandomPositions, list: &[&str]| list[random.below(list.len())].to_owned();
    let mut before = None;
    let mut stream = TcpStream::connect(("127.0.0.1", server.port)).unwrap();
    for number in 0..10_000 {
        let path = pick(
            &mut random,
            &[
                "/api/v1/value",
                "/api/v1/moves",
                "/api/v1/regions",
                "/api/v1/live",
                "/api/v1/review",
                "/api/v1/evaluate",
                "/api/v1/play",
                "/api/v1/svg",
                "/api/v1/sgf",
                "/api/v1/game",
                "//",
                "/api/v1/../value",
                "/%00",
                "/api/v1/thermograph",
                "/page.js/",
                "/api/v1/figure",
            ],
        );
        let mut query = String::new();
        for _ in 0..random.below(4) {
            query += &pick(
                &mut random,
                &[
                    "fen=",
                    "fen=Q2x",
                    "fen=%ff%fe",
                    "fen=17/17",
                    "&time=",
                    "&time=-1s",
                    "&first=",
                    "=",
                    "&&",
                    "fen=Q2q",
                    "&x=%",
                    "&nodes=1e9",
                    "&moves=some",
                    "&eval=",
                    "&%C3%A9=1",
                    "fen=16/16/16/16/16/16/16/16/16",
                    "&mark=a1",
                    "&game-values=never",
                    "&nothing=1",
                ],
            );
        }
        // Certainly wrong, whatever came before.
        query += "&wrong=1";
        let method = pick(&mut random, &["GET", "GET", "POST", "PUT", "HEAD", "DELETE"]);
        let host = if random.below(9) == 0 { "Host: x\r\n".to_owned() } else { server.host() };
        let request =
            format!("{method} {path}?{query} HTTP/1.1\r\n{host}Content-Length: 3\r\n\r\n(;x");
        // In one write: small writes would wait for each other.
        stream.write_all(request.as_bytes()).unwrap();
        let answer = if method == "HEAD" { None } else { read_answer(&stream) };
        match answer {
            Some(answer) => assert!((400..500).contains(&answer.status), "{method} {path}?{query}"),
            // Answers to HEAD have no body that shows their end, so reconnect.
            None => stream = TcpStream::connect(("127.0.0.1", server.port)).unwrap(),
        }
        if number == 1_000 {
            before = server.memory();
        }
    }
    if let (Some(before), Some(after)) = (before, server.memory()) {
        assert!(after < before + (16 << 20), "{before} bytes, then {after}");
    }
    assert_eq!(server.get("/").status, 200);
}

proptest::proptest! {
    /// Likely and unlikely bytes in every part of a request.
    #[test]
    fn arbitrary_requests_are_never_failures(
        method in "GET|POST|HEAD|[A-Z]{1,9}",
        question in "value|moves|regions|game_value|thermograph|evaluate|live|play|svg|[!-~]{0,20}",
        query in "((fen|time|nodes|first|moves|mark|eval|[a-z]{1,5})=[!-~]{0,12}&){0,4}(fen=Q[0-9qQ*/]{0,9})?",
        host in "HOST|[ -~]{0,15}",
        body in proptest::collection::vec(proptest::prelude::any::<u8>(), 0..200),
    ) {
        let head = format!("{method} /api/v1/{question}?{query}\nHost: {host}\nConnection: close\n\n");
        let mut bytes = head.into_bytes();
        bytes.extend(body);
        let status = amazons_fuzzing::ask_explorer(&bytes);
        proptest::prop_assert!(status.is_none_or(|status| status < 500), "{:?}", status);
    }
}

const GAME: &str = "(;GM[18]SZ[5:4]PW[Ann]PB[Ben]AW[aa]AB[ed]PL[W];W[aabbaa];B[eddced];W[bbcbbb])";

#[test]
fn reviews_are_those_of_the_command_line() {
    let directory = tempfile::tempdir().unwrap();
    let record = directory.path().join("game.sgf");
    std::fs::write(&record, GAME).unwrap();
    let arguments = ["review", record.to_str().unwrap(), "--nodes", "100000", "--no-estimate"];
    let server = Server::start(&[]);
    let answer = server.post("/api/v1/review?nodes=100000", GAME);
    assert_eq!(answer.status, 200, "{}", answer.text());
    let review = answer.json();
    assert_eq!(steady(review.clone()), printed(&arguments));
    let estimated = server.post("/api/v1/review?nodes=100000&estimate=true", GAME).json();
    assert_eq!(steady(estimated), printed(&arguments[..4]));
    assert_eq!(review["white"], "Ann");
    assert_eq!(review["plies"].as_array().unwrap().len(), 3);
    let game = server.post("/api/v1/game", GAME).json();
    assert_eq!(game[0]["moves"][0], "a4-b3/a4");
    let moves = game[0]["moves"].as_array().unwrap();
    let moves: Vec<&str> = moves.iter().map(|mv| mv.as_str().unwrap()).collect();
    let start = game[0]["start"].as_str().unwrap();
    let sgf = server.ask("sgf", &[("fen", start), ("moves", &moves.join(" "))]);
    assert_eq!(server.post("/api/v1/game", &sgf.text()).json()[0]["moves"], game[0]["moves"]);
}

/// What was found by questions of their own makes the same review, as an object and as a page.
#[test]
fn positions_judged_one_by_one_make_the_review_of_their_game() {
    let small = "(;GM[18]SZ[4:2]PW[Ann]PB[Ben]AW[aa]AB[da]AA[bb][cb]PL[W];W[aabaaa];B[dadbda])";
    let server = Server::start(&[]);
    let review = server.post("/api/v1/review?nodes=100000", small).json();
    let plies = review["plies"].as_array().unwrap();
    let found = |fen: &str| {
        let value = server.ask("value", &[("fen", fen), ("first", "mover")]).json();
        let first = if fen.ends_with('w') { "white_first" } else { "black_first" };
        value[first].clone()
    };
    let moves: Vec<&Value> = plies.iter().map(|ply| &ply["move"]).collect();
    let mut fens: Vec<&str> = plies.iter().map(|ply| ply["fen"].as_str().unwrap()).collect();
    let game: amazons::records::Game = {
        let mut read =
            amazons::records::Records::read("game", std::io::Cursor::new(small)).unwrap();
        read.next().unwrap().unwrap()
    };
    let last = game.now().to_fen();
    fens.push(&last);
    let found: Vec<Value> = fens.into_iter().map(found).collect();
    let body = serde_json::json!({ "record": "game.sgf", "white": "Ann", "black": "Ben",
        "start": review["start"], "moves": moves, "found": found });
    let made = server.post("/api/v1/reviewed", &body.to_string());
    assert_eq!(made.status, 200, "{}", made.text());
    let mut expected = review.clone();
    expected["record"] = "game.sgf".into();
    for ply in expected["plies"].as_array_mut().unwrap() {
        ply["region"] = Value::Null;
    }
    assert_eq!(made.json(), expected);
    let page = server.post("/api/v1/reviewed?format=html&time=200ms", &body.to_string()).text();
    assert!(page.starts_with("<!DOCTYPE html>") && page.contains("200ms"), "{page}");

    let wrong = |path: &str, change: &dyn Fn(&mut Value), reason: &str| {
        let mut body = body.clone();
        change(&mut body);
        let answer = server.post(path, &body.to_string());
        assert_eq!(answer.status, 400, "{}", answer.text());
        let error = answer.json()["error"].as_str().unwrap().to_owned();
        assert!(error.contains(reason), "{error}");
    };
    let path = "/api/v1/reviewed";
    wrong("/api/v1/reviewed?format=pdf", &|_| (), "expected one of json, html");
    wrong("/api/v1/reviewed?nodes=1", &|_| (), "no parameter 'nodes'; expected time, format");
    wrong(path, &|body| *body = "text".into(), "expected {\"start\"");
    wrong(path, &|body| body["start"] = "Q2x w".into(), "found 'x'");
    wrong(path, &|body| body["moves"][1] = "b1-c1/b1".into(), "illegal");
    wrong(path, &|body| body["found"] = Value::Array(vec![]), "found has 0 entries; expected 3");
    wrong(
        path,
        &|body| body["found"][0]["score"] = "W+99".into(),
        "found[0]: W+99 to W+99; expected",
    );
    wrong(
        path,
        &|body| body["found"][1]["best_moves"] = serde_json::json!(["a1-a2/a3"]),
        "found[1]",
    );
    let sure = serde_json::json!({ "lead": 2.5, "white_wins": 7.0, "line": [], "nodes": 1 });
    wrong(path, &|body| body["found"][2]["estimate"] = sure.clone(), "a chance from 0 to 1");
    let lost = |body: &mut Value| body["found"][0] = serde_json::json!({ "score": "B+3" });
    wrong(path, &lost, "found[0] and found[1] contradict");
}

#[test]
fn a_tree_with_positions_set_up_is_written_as_a_record_and_read_back() {
    let server = Server::start(&[]);
    let node = |parent: usize, mv: Option<&str>, fen: Option<&str>| serde_json::json!({ "parent": parent, "move": mv, "fen": fen });
    let nodes = |fen: &str| {
        [node(0, None, None), node(0, Some("a2-b2/a2"), None), node(1, None, Some(fen))]
    };
    let post = |fen: &str| {
        let tree = serde_json::json!({ "fen": "Q2q/1**1 w", "white": "Ann", "nodes": nodes(fen) });
        server.post("/api/v1/sgf", &tree.to_string())
    };
    let written = post("Q*1q/1**1 b");
    assert_eq!(written.status, 200, "{}", written.text());
    let game = server.post("/api/v1/game", &written.text()).json();
    assert_eq!(game[0]["white"], "Ann");
    assert_eq!(game[0]["moves"].as_array().unwrap().len(), 1);
    assert_eq!(game[0]["tree"][2]["fen"], "Q*1q/1**1 b");
    for (fen, reason) in
        [("Q2q w", "a board of 4 x 1 is set up; expected 4 x 2"), ("Q2x w", "found 'x'")]
    {
        let refused = post(fen);
        assert_eq!(refused.status, 400);
        assert!(refused.text().contains(reason), "{}", refused.text());
    }
}

#[test]
fn games_with_a_defect_are_opened_and_reviewed_up_to_it() {
    let bad = GAME.replace(";W[bbcbbb]", ";W[bbbbbb]");
    let directory = tempfile::tempdir().unwrap();
    let record = directory.path().join("bad.sgf");
    std::fs::write(&record, &bad).unwrap();
    let server = Server::start(&[record.to_str().unwrap()]);
    let opened = server.get("/api/v1/opened").json();
    let posted = server.post("/api/v1/game", &bad);
    assert_eq!(posted.status, 200, "{}", posted.text());
    for game in [&opened["games"][0], &posted.json()[0]] {
        assert_eq!(game["moves"].as_array().unwrap().len(), 2, "{game}");
        assert!(game["error"].as_str().unwrap().contains("game 1, ply 3"), "{game}");
    }
    let review = server.post("/api/v1/review?nodes=1000", &bad).json();
    assert_eq!(review["plies"].as_array().unwrap().len(), 2, "{review}");
    assert!(review["error"].as_str().unwrap().contains("game 1, ply 3"), "{review}");
    // One game of two has a readable move.
    let both = format!("(;GM[18];W[a1-a2/a3])\n{GAME}");
    let games = server.post("/api/v1/game", &both).json();
    assert!(games[0]["error"].is_string() && games[1]["error"].is_null(), "{games}");
    let text = server.post("/api/v1/review?nodes=1000", &both).text();
    let schema = std::fs::read_to_string(repository("docs/explorer-api.schema.json")).unwrap();
    let mut schema: Value = serde_json::from_str(&schema).unwrap();
    schema["$defs"]["review"] = schema["properties"]["review"].take();
    let schema = serde_json::json!({ "$ref": "#/$defs/review", "$defs": schema["$defs"] });
    let schema = jsonschema::validator_for(&schema).unwrap();
    assert_eq!(text.lines().count(), 2);
    for line in text.lines() {
        let review: Value = serde_json::from_str(line).unwrap();
        assert!(schema.is_valid(&review), "{line}");
    }
}

#[test]
fn games_sets_and_positions_are_opened_and_nonsense_is_not() {
    let directory = tempfile::tempdir().unwrap();
    let record = directory.path().join("game.sgf");
    std::fs::write(&record, GAME).unwrap();
    let opened = |what: &str| Server::start(&[what]).get("/api/v1/opened").json();
    assert_eq!(opened("Q2q/1**1 b")["fen"], "Q2q/1**1 b");
    assert_eq!(opened(record.to_str().unwrap())["games"][0]["black"], "Ben");
    let set = concat!(env!("CARGO_MANIFEST_DIR"), "/../../problems/quick.xml");
    let server = Server::start(&[set]);
    assert_eq!(server.get("/api/v1/opened").json()["kind"], "set");
    let page = server.get("/api/v1/problems").json();
    assert!(page["problems"][0]["best_moves"].is_array());
    let mut command = program();
    let nonsense = command.args(["explore", "no-such-file.sgf", "--port", "0"]).output().unwrap();
    assert_eq!(nonsense.status.code(), Some(2));
    let text = String::from_utf8_lossy(&nonsense.stderr).into_owned();
    assert!(text.contains("neither a file nor a position"), "{text}");
}

/// Posted games are bound by the time of the whole request, whatever their number, and leave searches
/// to others meanwhile.
#[test]
fn posted_games_keep_to_the_time_of_the_request_and_do_not_hold_up_others() {
    let server = Server::start(&["--max-time", "1s", "--threads", "2"]);
    let open = "d1-d7/g7 g10-g8/b3 j4-h4/h9 a7-b6/b9\n";
    let body = open.repeat(300);
    std::thread::scope(|scope| {
        let reviews: Vec<_> = (0..2)
            .map(|_| {
                scope.spawn(|| {
                    let begun = Instant::now();
                    let answer = server.post("/api/v1/review?time=1s", &body);
                    (answer, begun.elapsed())
                })
            })
            .collect();
        std::thread::sleep(Duration::from_millis(200));
        let begun = Instant::now();
        let value = server.ask("value", &[("fen", "Q2q/1**1 w"), ("game-values", "0")]);
        assert_eq!(value.status, 200);
        assert!(begun.elapsed() < Duration::from_secs(1), "{:?}", begun.elapsed());
        for review in reviews {
            let (answer, took) = review.join().unwrap();
            // The second waits for the first one's turn.
            assert!(took < Duration::from_secs(6), "{took:?}");
            let text = answer.text();
            let lines: Vec<&str> = text.lines().collect();
            assert_eq!(lines.len(), 300);
            assert!(
                lines[299].contains("the time of the whole request, 1s, is up"),
                "{}",
                lines[299]
            );
        }
    });
}

#[test]
fn a_set_is_listed_page_by_page_filtered_and_sorted() {
    let set = repository("problems/puzzles.xml");
    let server = Server::start(&[set.to_str().unwrap()]);
    let page = |parameters: &[(&str, &str)]| server.ask("problems", parameters).json();
    let all = page(&[("count", "1000")]);
    let count = all["found"].as_u64().unwrap() as usize;
    assert_eq!((all["complete"].as_bool(), all["read"].as_u64()), (Some(true), Some(count as u64)));
    assert_eq!(all["problems"].as_array().unwrap().len(), count.min(1000));
    let second = page(&[("from", "1"), ("count", "1")]);
    assert_eq!(second["problems"][0], all["problems"][1]);
    let hot = page(&[("words", "ZUGZWANG grade1"), ("order", "size")]);
    let sizes: Vec<u64> = hot["problems"]
        .as_array()
        .unwrap()
        .iter()
        .map(|problem| {
            let themes = problem["puzzle"]["themes"].as_array().unwrap();
            assert!(themes.iter().any(|theme| theme == "zugzwang"));
            assert_eq!(problem["puzzle"]["grade"], 1);
            problem["empties"].as_u64().unwrap()
        })
        .collect();
    assert!(!sizes.is_empty() && sizes.is_sorted() && sizes.len() < count);
    assert_eq!(page(&[("from", "99999999")])["problems"].as_array().unwrap().len(), 0);
    for (parameters, said) in [
        ([("order", "weight")], "expected one of set, size"),
        ([("count", "1001")], "at most 1000"),
        ([("from", "-1")], "expected a whole number"),
        ([("page", "2")], "no parameter 'page'"),
    ] {
        let answer = server.ask("problems", &parameters);
        assert_eq!(answer.status, 400);
        assert!(answer.text().contains(said), "{}", answer.text());
    }
    assert_eq!(Server::start(&[]).get("/api/v1/problems").status, 404);
}

#[test]
fn an_address_may_have_underscores_for_blanks_and_work_in_steps() {
    let server = Server::start(&[]);
    let value = server.get("/api/v1/value?fen=Q2q/1**1_b&game-values=50_000&first=mover");
    assert_eq!(value.status, 200, "{}", value.text());
    assert_eq!(value.json()["game_value"], "±3");
    assert!(value.json().get("white_first").is_none());
    let wrong = server.get("/api/v1/value?fen=Q2q_w&game-values=soon");
    assert!(wrong.text().contains("game-values=soon"), "{}", wrong.text());
}

/// Clients that never finish the head of their request are disconnected, so that others get in.
#[test]
fn slow_clients_do_not_keep_others_out() {
    let server = Server::start(&[]);
    let slow: Vec<TcpStream> = (0..700)
        .map_while(|_| TcpStream::connect(("127.0.0.1", server.port)).ok())
        .map(|mut stream| {
            let _ = stream.write_all(b"GET / HTTP/1.1\r\nHost: 127");
            stream
        })
        .collect();
    assert!(slow.len() > 500, "{}", slow.len());
    assert_eq!(server.get("/").status, 200);
}

#[test]
fn a_second_host_header_is_refused() {
    let server = Server::start(&[]);
    for second in ["Host: example.org\r\n".to_owned(), server.host()] {
        let headers = server.host() + &second;
        assert_eq!(request(server.port, "GET", "/", &headers, "").status, 403);
    }
}
