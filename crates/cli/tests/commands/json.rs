//! `docs/json.md` describes the output of `--format json`, key for key, and
//! `docs/schemas/commands.schema.json` describes it for programs.

use crate::program::{program, repository};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;

/// The keys of each section of the page, and whether each is optional.
fn documented() -> BTreeMap<String, BTreeMap<String, bool>> {
    let page = fs::read_to_string(repository("docs/json.md")).unwrap();
    let mut sections: BTreeMap<String, BTreeMap<String, bool>> = BTreeMap::new();
    let mut section = String::new();
    for line in page.lines() {
        if let Some(name) = line.strip_prefix("## ") {
            section = name.to_owned();
        } else if let Some(row) = line.strip_prefix("| `") {
            let (key, meaning) = row.split_once('`').unwrap();
            let keys = sections.entry(section.clone()).or_default();
            keys.insert(key.to_owned(), meaning.contains("optional"));
        }
    }
    sections
}

/// The paths of all keys of a value, without the indices of list elements.
fn paths(value: &Value, path: &str, found: &mut BTreeSet<String>) {
    match value {
        Value::Object(map) => {
            for (key, value) in map {
                let path = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
                found.insert(path.clone());
                paths(value, &path, found);
            }
        }
        Value::Array(list) => {
            for value in list {
                paths(value, &format!("{path}[]"), found);
            }
        }
        _ => {}
    }
}

fn schemas() -> Value {
    serde_json::from_str(
        &fs::read_to_string(repository("docs/schemas/commands.schema.json")).unwrap(),
    )
    .unwrap()
}

/// The name of a section's schema.
fn schema_name(section: &str) -> String {
    section.replace(' ', "-")
}

/// The validator for the schema of a section.
fn validator(section: &str) -> jsonschema::Validator {
    let definitions = schemas()["$defs"].clone();
    let schema = serde_json::json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$ref": format!("#/$defs/{}", schema_name(section)),
        "$defs": definitions,
    });
    jsonschema::validator_for(&schema).unwrap()
}

/// The parts of a schema that describe the same value.
fn branches<'a>(all: &'a Value, schema: &'a Value) -> Vec<&'a Value> {
    let mut found = vec![schema];
    if let Some(name) = schema["$ref"].as_str() {
        found.extend(branches(all, &all["$defs"][name.trim_start_matches("#/$defs/")]));
    }
    for choice in ["oneOf", "anyOf"] {
        for branch in schema[choice].as_array().into_iter().flatten() {
            found.extend(branches(all, branch));
        }
    }
    found
}

/// Whether a schema describes a key, written as on the page.
fn speaks_of(all: &Value, schema: &Value, key: &str) -> bool {
    let (first, rest) = key.split_once('.').map_or((key, None), |(a, b)| (a, Some(b)));
    let (name, list) = first.strip_suffix("[]").map_or((first, false), |name| (name, true));
    branches(all, schema).iter().any(|branch| {
        let mut at = match name {
            "*" => &branch["additionalProperties"],
            name => &branch["properties"][name],
        };
        if at.is_null() {
            return false;
        }
        if list {
            let items = branches(all, at).into_iter().find(|branch| !branch["items"].is_null());
            let Some(items) = items else { return false };
            at = &items["items"];
        }
        rest.is_none_or(|rest| speaks_of(all, at, rest))
    })
}

#[test]
fn the_schemas_know_every_key_of_the_page() {
    let all = schemas();
    for (section, keys) in documented() {
        let schema = &all["$defs"][schema_name(&section)];
        assert!(schema.is_object(), "no schema of '{section}'");
        for key in keys.keys() {
            assert!(speaks_of(&all, schema, key), "the schema of '{section}' lacks '{key}'");
        }
    }
}

#[test]
fn a_schema_refuses_what_no_command_prints() {
    let value = validator("value");
    let good = serde_json::json!({
        "fen": "Q2q w", "empties": 2, "seconds": 0.1, "nodes": 3, "source": "search",
        "white_first": {"score": "W+1", "best_moves": ["a1-b1/c1"]},
    });
    assert!(value.is_valid(&good));
    for (key, wrong) in [
        ("empties", serde_json::json!("2")),
        ("empties", reals_beside_whole_numbers(&serde_json::json!(2.0))),
        ("source", "guess".into()),
        ("white_first", serde_json::json!({"score": "+1"})),
        ("white_first", serde_json::json!({"score": "W+1", "best_moves": ["b1"]})),
    ] {
        let mut bad = good.clone();
        bad[key] = wrong;
        assert!(!value.is_valid(&bad), "{bad}");
    }
}

/// The value with its real numbers, such as 2.0, a little beside the whole ones. A schema
/// takes 2.0 for an integer, and many readers do not.
fn reals_beside_whole_numbers(value: &Value) -> Value {
    match value {
        Value::Object(map) => map
            .iter()
            .map(|(key, value)| (key.clone(), reals_beside_whole_numbers(value)))
            .collect(),
        Value::Array(list) => list.iter().map(reals_beside_whole_numbers).collect(),
        Value::Number(number) => match number.as_f64().filter(|real| real.fract() == 0.0) {
            Some(real) if number.is_f64() && real > 0.0 => (real - real * 1e-9).into(),
            Some(real) if number.is_f64() => (real + 1e-9).into(),
            _ => value.clone(),
        },
        _ => value.clone(),
    }
}

/// The keys that a command prints, after checking each line against its section's schema.
fn printed(section: &str, words: &[&str]) -> BTreeSet<String> {
    let validator = validator(section);
    let output = program()
        .args(words)
        // Entries of tables are always printed as JSON.
        .args(if section == "tables dump" { &[][..] } else { &["--format", "json"] })
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let mut found = BTreeSet::new();
    for line in text.lines() {
        let value: Value = serde_json::from_str(line).unwrap_or_else(|_| {
            panic!("{words:?}: {line}\n{}", String::from_utf8_lossy(&output.stderr))
        });
        assert!(value["version"].is_null() || value["version"] == 1, "{words:?}: {line}");
        let fussy = reals_beside_whole_numbers(&value);
        let wrong: Vec<String> =
            validator.iter_errors(&fussy).map(|e| format!("{}: {e}", e.instance_path())).collect();
        assert!(wrong.is_empty(), "{words:?} does not fit the schema: {wrong:#?}\n{line}");
        paths(&value, "", &mut found);
    }
    assert!(!found.is_empty(), "{words:?}: {}", String::from_utf8_lossy(&output.stderr));
    found
}

/// Checks that the page has every printed key, and that every required key of the page is printed.
fn compare(section: &str, more: &[&str], words: &[&str]) {
    let page = documented();
    let own = &page[section];
    let mut known = own.clone();
    for other in more {
        known.extend(page[*other].clone());
    }
    let mut found = printed(section, words);
    let versioned = !["value", "evaluate", "set describe", "tables dump"].contains(&section);
    assert_eq!(found.remove("version"), versioned, "{section}");
    for key in &found {
        let parents = key.match_indices(['.', '[']).map(|(at, _)| &key[..at]);
        // Keys that the page describes in words under a parent key are not listed one by one.
        let described = parents.into_iter().any(|parent| {
            known.contains_key(parent)
                && !known.keys().any(|other| {
                    other.strip_prefix(parent).is_some_and(|rest| rest.starts_with(['.', '[']))
                })
        });
        let within = known.keys().any(|other| {
            other.starts_with(&format!("{key}[")) || other.starts_with(&format!("{key}."))
        });
        let named = known.keys().any(|other| {
            other.strip_suffix(".*").is_some_and(|map| key.starts_with(&format!("{map}.")))
        });
        assert!(
            known.contains_key(key) || described || within || named,
            "docs/json.md, {section}: '{key}' is missing"
        );
    }
    for key in own.keys() {
        let prefixes = key.match_indices(['.', '[']).map(|(at, _)| &key[..at]);
        let optional = prefixes.chain([key.as_str()]).any(|key| own.get(key) == Some(&true));
        let here = found.contains(key) || key.ends_with(".*") || key.contains("[]");
        assert!(optional || here, "docs/json.md, {section}: '{key}' is not printed");
    }
}

#[test]
fn the_page_of_keys_is_what_is_printed() {
    let directory = tempfile::tempdir().unwrap();
    let path = |name: &str| directory.path().join(name).to_str().unwrap().to_owned();
    let game =
        "(;GM[18]SZ[6:5]AW[ae][ca]AB[fe][fa]AA[ac][bc][cc][dc][ec]PL[W];W[aebeae];B[fefdfc])\n";
    fs::write(path("games.sgf"), game).unwrap();
    let (games, set, study) = (path("games.sgf"), path("set.xml"), path("study"));

    for words in [
        &["value", "Q2q w", "--moves", "all"][..],
        &["value", "Q4/5/5/4q w", "--moves", "all", "--nodes", "100"],
        &["value", "Q4/5/5/4q w", "--game-values", "1000", "--winner"],
        &["value", "Q1q*Q2q w", "--first", "white"],
        &["value", "Q9/10/10/9q w", "--estimate", "--nodes", "100", "--game-values", "0"],
    ] {
        compare("value", &[], words);
    }
    compare("regions", &["value"], &["regions", "Q1q*Q2q w"]);
    compare("thermograph", &["value"], &["thermograph", "Q2q w"]);
    compare("cgt", &[], &["cgt", "{3|{1|0}}"]);
    compare("cgt", &[], &["cgt", "^*", "--cool", "0"]);
    compare("cgt", &[], &["cgt", "^2", "--atomic-weight"]);
    for words in [&["1/8"][..], &["--defective", "--count=1"], &["--atomic-weight=1", "--count=1"]]
    {
        compare("atlas", &[], &[&["atlas", "--tables", "tables"], words].concat());
    }
    let survey = ["atlas", "--tables", "tables", "--survey", "--squares", "4"];
    compare("atlas survey", &[], &survey);
    compare("evaluate", &[], &["evaluate", "Q2q/4 w"]);
    compare("perft", &[], &["perft", "Q2q w", "--divide"]);
    compare("show", &[], &["show", "Q2q w"]);
    compare("progress", &[], &["progress", &games]);
    let extract = ["extract", &games, "--min-empties", "5", "--min-moves", "1", "-o", &set];
    compare("extract", &[], &extract);
    compare("convert", &[], &["convert", &games, "-o", &path("games.txt")]);
    compare("judge", &[], &["judge", &set]);
    compare("judge", &[], &["judge", &set, "--solver", "dfpn"]);
    compare("set list", &[], &["set", "list", &set]);
    compare("set list", &[], &["set", "show", &set, "e"]);
    compare("set list", &[], &["set", "list", "problems/puzzles.xml"]);
    compare("set describe", &["extract"], &["set", "describe", &set]);
    compare("set filter", &[], &["set", "filter", &set, "-o", &path("f.xml")]);
    compare("set merge", &[], &["set", "merge", &set, "-o", &path("m.xml")]);
    compare("set validate", &[], &["set", "validate", &set]);
    let run = ["study", &set, "-o", &study, "--nodes", "50", "--solvers", "one-ply,dfpn"];
    compare("study", &[], &run);
    compare("study", &[], &["report", &study]);
    let play = ["match", "random", "one-ply", "--size", "4x4", "--games", "2", "-o", &path("m")];
    compare("match", &[], &play);
    compare("match", &[], &["report", &path("m")]);
    compare("match", &[], &["report", &path("m"), "--points-lost"]);
    let play = ["selfplay", "random", "one-ply", "--size", "4x4", "--games", "2", "-o", &path("s")];
    compare("selfplay", &[], &play);
    compare("solvers", &[], &["solvers"]);
    compare("tables list", &[], &["tables", "list", "tables"]);
    compare("tables list", &[], &["tables", "info", "tables/1v1-5.values.amt"]);
    compare("tables list", &[], &["tables", "info", "tables/dictionary.values.amt"]);
    compare("tables verify", &[], &["tables", "verify", "tables"]);
    let tables = path("tables");
    compare("tables build", &[], &["tables", "build", "1v1:4", "--tables", &tables]);
    let own = path("own.fen");
    fs::write(&own, "Q2q w\n").unwrap();
    compare("set make", &[], &["set", "make", &own, "-o", &path("own.xml")]);
    compare("set split", &[], &["set", "split", &set, "--parts", "2", "-o", &path("part.xml")]);
    compare("review", &[], &["review", &games, "--nodes", "300"]);
    compare("review", &[], &["review", &games, "--nodes", "300", "--no-estimate"]);
    let proof = path("4x4.proof");
    compare("prove", &[], &["prove", "1qq1/q2q/Q2Q/1QQ1 w", "-o", &proof]);
    compare("prove", &[], &["prove", "Q2q w", "--score", "B+0", "-o", &path("refuted.proof")]);
    let parts = path("parts");
    let split = ["prove", "Q2q/4 w", "--score", "W+0", "--split", "1", "-o", &parts];
    compare("prove", &["prove status"], &split);
    compare("prove status", &[], &["prove", &parts, "--status"]);
    let (hard, open) = ("2q2q/6/q4q/Q4Q/6/2Q2Q w", path("open"));
    let split = ["prove", hard, "--score", "W+0", "--split", "1", "--time", "100ms", "-o", &open];
    compare("prove", &["prove status"], &split);
    compare("merge", &[], &["merge", &parts, "-o", &path("joined")]);
    let puzzles = path("puzzles.xml");
    compare("puzzles", &[], &["puzzles", &set, "-o", &puzzles]);
    let two = ["1/2", "2/2"].map(|part| {
        let file = path(&format!("{}.sgf", &part[..1]));
        let play = ["selfplay", "random", "--size", "4x4", "--games", "2", "-o", &file];
        compare("selfplay", &[], &[&play[..], &["--partition", part]].concat());
        file
    });
    compare("merge", &[], &["merge", &two[0], &two[1], "-o", &path("all.sgf")]);
    compare("selfcheck", &[], &["selfcheck", "--positions", "2", "--max-empties", "4"]);
    let small = ["--scale", "0.001", "--effort", "0.0001", "--size", "5x5", "-o", &path("r")];
    compare("reproduce", &[], &[&["reproduce", "hybrid"], &small[..]].concat());
}

#[test]
fn the_page_knows_what_train_prints() {
    let directory = tempfile::tempdir().unwrap();
    let path = |name: &str| directory.path().join(name).to_str().unwrap().to_owned();
    let (games, labels) = (path("games.sgf"), path("labels.jsonl"));
    let play = ["selfplay", "random", "--size", "4x4", "--games", "20", "--nodes", "1"];
    compare("selfplay", &[], &[&play[..], &["-o", &games]].concat());
    compare("train", &[], &["train", &games, "--examples", "5", "-o", &path("n.st")]);
    // From a single game, none is left for validation and none for the test.
    let one = ["1", "2", "3", "4"].map(|seed| {
        let file = path(&format!("{seed}.sgf"));
        let play = ["selfplay", "random", "--size", "4x4", "--games", "1", "--nodes", "1"];
        compare("selfplay", &[], &[&play[..], &["--seed", seed, "-o", &file]].concat());
        file
    });
    let learned = one.iter().any(|file| {
        let words = ["train", file, "--examples", "2", "--format", "json", "-o", &path("one.st")];
        let output = program().args(words).output().unwrap();
        let errors = |text: &Value| text["runs"][0]["errors"].clone();
        let printed = serde_json::from_slice(&output.stdout).map(|text| errors(&text));
        printed.is_ok_and(|errors| errors["validation"].is_null() && errors["test"].is_null())
    });
    assert!(learned, "no seed gives a game to learn from");

    let fens = "Q3/1*2/2*1/3q w\nQ2*/4/*2q w\n";
    fs::write(path("fens"), fens).unwrap();
    let value = ["value", "--batch", &path("fens"), "--moves", "all", "--game-values", "0s"];
    let value = program().args(value).args(["--format", "json"]).output();
    fs::write(&labels, value.unwrap().stdout).unwrap();
    fs::write(path("none"), "").unwrap();
    let learn = ["train", "learned", &labels, "--epochs", "2", "-o", &path("l.st")];
    compare("train learned", &[], &learn);
    let learn = ["train", "learned", &labels, "--epochs", "1", "-o", &path("r.st")];
    let more = ["--records", &games, "--validation", &path("none")];
    compare("train learned", &[], &[&learn[..], &more].concat());
}

#[test]
fn the_page_knows_the_entries_of_tables() {
    let directory = tempfile::tempdir().unwrap();
    let tables = directory.path().to_str().unwrap();
    for words in [
        &["tables", "dump", "tables/1v1-5.amt", "--count", "9"][..],
        &["tables", "dump", "tables/2v1-4.amt", "--count", "9", "--spare", "2"],
        &["tables", "dump", "tables/shapes-4.amt"],
        &["tables", "dump", "tables/1v1-5.values.amt", "--count", "9"],
        &["tables", "dump", "tables/dictionary.values.amt", "--count", "99"],
    ] {
        compare("tables dump", &[], words);
    }
    for moves in ["none", "best", "all"] {
        let value = ["value", "Q3/1*2/2*1/4/3q w", "--moves", moves, "--tables", tables];
        let value = program().args(value).output().unwrap();
        assert!(value.status.success(), "{}", String::from_utf8_lossy(&value.stderr));
        let judged: Vec<_> =
            fs::read_dir(tables).unwrap().map(|file| file.unwrap().path()).collect();
        for file in judged.iter().filter(|file| file.extension().is_some_and(|end| end == "amt")) {
            compare("tables dump", &[], &["tables", "dump", file.to_str().unwrap()]);
        }
    }
}
