//! The file format of problem sets: XML, one problem per line, documented in `problems/FORMAT.md`
//! and by the schema `problems/problem-set.xsd`.

pub(crate) mod element;
pub(crate) mod error;
pub(crate) mod file;
pub(crate) mod read;
pub(crate) mod write;

/// The version of the format that is written.
const VERSION: &str = "2";

/// The versions that are read. Version 1 had neither parts (`split`) nor `solved` and `unsolved`.
const READ: [&str; 2] = ["1", VERSION];

#[cfg(test)]
mod tests {
    use super::error::SetError;
    use super::read::SetReader;
    use crate::board::{Position, Square};
    use crate::problems::attempt::Attempt;
    use crate::problems::funnel::Funnel;
    use crate::problems::problem::{Judgement, Problem, Provenance};
    use crate::problems::set::{Extraction, Header, PassedOver, ProblemSet, RecordFile, Selection};
    use crate::problems::split::Split;
    use crate::score::Score;
    use crate::testing::RandomPositions;
    use proptest::prelude::*;

    fn text_of(set: &ProblemSet) -> String {
        let mut bytes = Vec::new();
        set.write(&mut bytes).unwrap();
        String::from_utf8(bytes).unwrap()
    }

    fn read(text: &str) -> Result<ProblemSet, SetError> {
        let mut reader = SetReader::new("test", text.as_bytes())?;
        let problems = reader.by_ref().collect::<Result<_, _>>()?;
        Ok(ProblemSet { header: reader.into_header(), problems })
    }

    fn error(text: &str) -> String {
        read(text).unwrap_err().to_string()
    }

    const HEAD: &str = "<problem-set version=\"2\">\n";

    fn one(problem: &str) -> String {
        format!("{HEAD}{problem}\n</problem-set>\n")
    }

    #[test]
    fn a_file_is_one_line_a_problem() {
        let mut set = ProblemSet::default();
        set.header.title = "a \"b\" <c>\n".into();
        let mut problem = Problem::new("Q2q/4 b".parse().unwrap(), None);
        problem.judgement = Judgement::Solved {
            score: "B+2".parse().unwrap(),
            legal_moves: 17,
            optimal: vec!["d2-c1/d1".parse().unwrap(), "d2-d1/c1".parse().unwrap()],
        };
        set.problems.push(problem);
        let text = text_of(&set);
        let id = &set.problems[0].id;
        assert_eq!(
            text,
            format!(
                "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
                 <problem-set version=\"2\" title=\"a &quot;b&quot; &lt;c&gt;&#10;\">\n\
                 <problem id=\"{id}\" fen=\"Q2q/4 b\" empties=\"6\" amazons=\"2\">\
                 <solution score=\"B+2\" moves=\"17\" optimal=\"d2-c1/d1 d2-d1/c1\"/></problem>\n\
                 </problem-set>\n"
            )
        );
        assert_eq!(read(&text).unwrap(), set);
    }

    #[test]
    fn foreign_and_truncated_files_are_named() {
        assert!(error("").contains("found no XML element"));
        assert!(error("hello").contains("found 'hello'"));
        assert!(error("<html/>").contains("found <html>"));
        assert!(error("<problem-set/>").contains("without version"));
        assert!(error("<problem-set version=\"3\"/>").contains("expected version 1 or 2"));
        assert!(error(HEAD).contains("truncated: the file ends within <problem-set>"));
        assert!(error(&format!("{HEAD}<problem id=\"a\">\n")).contains("truncated"));
        assert!(error(&format!("{HEAD}<problem id=\"a\" fe")).contains("test:2: not well-formed"));
        assert!(error(&one("<puzzle/>")).contains("found <puzzle> within <problem-set>"));
        let long = format!("\n\ntext\n{}", "more\n".repeat(9));
        assert!(error(&one(&long)).contains("test:4: found 'text"), "{}", error(&one(&long)));
        let unclosed = format!("{HEAD}\n<problem\n{}", "more\n".repeat(9));
        assert!(error(&unclosed).contains("test:3: not well-formed"), "{}", error(&unclosed));
        assert!(error(&format!("\n\nhello\n{}", "more\n".repeat(9))).starts_with("test:3: found"));
        let control = error(&one("<problem id=\"x\0\" fen=\"Q2q\"/>"));
        assert!(
            control.contains("found '\\0'; expected characters that XML can hold"),
            "{control}"
        );
        let control = error(&one("<problem id=\"x&#1;\" fen=\"Q2q\"/>"));
        assert!(control.contains("test:2: <problem id=\"x\\u{1}\">: found '\\u{1}'"), "{control}");
        assert!(read("<problem-set version=\"1\"/>").unwrap().problems.is_empty());
    }

    #[test]
    fn wrong_problems_are_named_and_passed_over() {
        let good = "<problem id=\"good\" fen=\"Q2q w\" empties=\"2\" amazons=\"2\"/>";
        for (bad, want) in [
            ("<problem id=\"x\" empties=\"2\"/>", "test:2: problem x: <problem> without fen"),
            ("<problem fen=\"Q2q\"/>", "test:2: <problem> without id"),
            ("<problem id=\"x\" fen=\"Q2z\"/>", "<problem fen=\"Q2z\">: row 1, character 3"),
            ("<problem id=\"x\" fen=\"Q2q w\" empties=\"3\" amazons=\"2\"/>", "the FEN has 2"),
            (
                "<problem id=\"x\" fen=\"Q2q w\" empties=\"2\" amazons=\"2\" b=\"\"/>",
                "unknown attribute 'b'",
            ),
            (
                "<problem id=\"x\" fen=\"Q2q w\" empties=\"2\" amazons=\"2\"><solution score=\"3\"/></problem>",
                "expected W+k or B+k",
            ),
            (
                "<problem id=\"x\" fen=\"Q2q w\" empties=\"2\" amazons=\"2\">\
                 <from record=\"r1\" game=\"1\" ply=\"1\" corner=\"a1\"/></problem>",
                "expected the id of a <record>",
            ),
            (
                "<problem id=\"x\" fen=\"Q2q\" empties=\"2\" amazons=\"2\"/>",
                "<problem fen=\"Q2q\">: expected 'Q2q w'",
            ),
            (
                "<problem id=\"x\" fen=\"Q1q w\" empties=\"1\" amazons=\"2\">\
                 <solution score=\"W+0\" moves=\"1\" optimal=\"A1-B1/A1\"/></problem>",
                "<solution optimal=\"A1-B1/A1\">: expected a1-b1/a1",
            ),
            (
                "<problem id=\"x\" fen=\"Q1q w\" empties=\"1\" amazons=\"2\">\
                 <solution score=\"W+0\" moves=\"1\" optimal=\"a1-b1/a1\"/>\
                 <from record=\"r1\" game=\"1\" ply=\"1\" corner=\"a1\"/></problem>",
                "found <from> within <problem>; expected one <from>",
            ),
            (
                "<problem id=\"x\" fen=\"Q2q w\" empties=\"2\" amazons=\"2\" split=\"tests\"/>",
                "<problem split=\"tests\">: expected development or test",
            ),
            (
                "<problem id=\"x\" fen=\"Q2q w\" empties=\"2\" amazons=\"2\">\
                 <solved by=\"dfpn\" limit=\"9 nodes\" nodes=\"7\"/>\
                 <unsolved by=\"dfpn\" limit=\"9 nodes\" nodes=\"9\"/></problem>",
                "<unsolved by=\"dfpn\">: expected each solver once with each limit",
            ),
            (
                "<problem id=\"x\" fen=\"Q2q w\" empties=\"2\" amazons=\"2\">\
                 <solved by=\"dfpn\" limit=\"9 nodes\" nodes=\"7\" iteration=\"-1\"/></problem>",
                "<solved iteration=\"-1\">: expected a count",
            ),
        ] {
            let text = one(&format!("{bad}\n{good}"));
            let items: Vec<_> = SetReader::new("test", text.as_bytes()).unwrap().collect();
            let error = items[0].as_ref().unwrap_err().to_string();
            assert!(error.contains(want), "{error}");
            assert_eq!(items[1].as_ref().unwrap().id, "good");
            assert_eq!(items.len(), 2);
        }
    }

    #[test]
    fn a_set_of_version_1_gets_the_parts_of_its_games() {
        let text = "<problem-set version=\"1\">\n<extraction generator=\"x\" filter=\"\">\n\
                    <record id=\"r1\" name=\"g.sgf\" xxh3=\"f0c2ed69e06ac43d\" games=\"9\"/>\n\
                    </extraction>\n";
        let problem = |game: u32| {
            format!(
                "<problem id=\"x{game}\" fen=\"Q{game}q w\" empties=\"{game}\" amazons=\"2\">\
                 <from record=\"r1\" game=\"{game}\" ply=\"9\" corner=\"a1\"/></problem>\n"
            )
        };
        let problems = problem(7) + &problem(8);
        let set = read(&format!("{text}{problems}</problem-set>\n")).unwrap();
        let parts: Vec<_> = set.problems.iter().map(|problem| problem.split).collect();
        assert_eq!(parts, [Some(Split::Test), Some(Split::Development)]);
        let written = text_of(&set);
        assert!(written.contains("<problem-set version=\"2\">"), "{written}");
        assert!(written.contains("empties=\"7\" amazons=\"2\" split=\"test\">"), "{written}");
        assert_eq!(read(&written).unwrap(), set);
    }

    #[test]
    fn a_region_passed_over_is_of_its_own_extraction() {
        let funnel: String =
            Funnel::default().counts().iter().map(|(name, _)| format!(" {name}=\"0\"")).collect();
        let extraction = |id: u32, record: u32| {
            format!(
                "<extraction generator=\"x\" filter=\"\" part=\"1/2\">\n\
                 <record id=\"r{id}\" name=\"g.sgf\" xxh3=\"489a0f37cb5e3bd9\" games=\"1\"/>\n\
                 <funnel{funnel}/>\n<passed-over record=\"r{record}\" game=\"1\" ply=\"3\" \
                 corner=\"a1\" fen=\"Q2q w\" after=\"0\"/>\n</extraction>\n"
            )
        };
        let set = |second| one(&(extraction(1, 1) + &extraction(2, second)));
        assert_eq!(read(&set(2)).unwrap().header.extractions[1].passed_over[0].from.record, 0);
        let error = error(&set(1));
        assert!(error.contains("passed-over record=\"r1\""), "{error}");
        assert!(error.contains("of another extraction; expected a record of its own"), "{error}");
    }

    fn judgement() -> impl Strategy<Value = Judgement> {
        let score = || "[WB]\\+[1-9][0-9]?".prop_map(|text| text.parse::<Score>().unwrap());
        let mv = "[a-p](1[0-6]|[1-9])-[a-p][1-9]/[a-p][1-9]".prop_map(|text| text.parse().unwrap());
        prop_oneof![
            Just(Judgement::Open),
            (score(), score(), "\\PC{0,9}").prop_map(|(at_least, at_most, spent)| {
                Judgement::Bounded { at_least, at_most, spent }
            }),
            (score(), any::<u64>(), prop::collection::vec(mv, 0..4)).prop_map(
                |(score, legal_moves, optimal)| Judgement::Solved { score, legal_moves, optimal }
            ),
        ]
    }

    fn attempts() -> impl Strategy<Value = Vec<Attempt>> {
        let attempt = ("\\PC{0,9}", any::<u64>(), prop::option::of(any::<u64>()), any::<bool>());
        prop::collection::vec(attempt, 0..3).prop_map(|all| {
            let attempt = |(number, (by, nodes, iteration, solved))| Attempt {
                by,
                limit: format!("{number} nodes"),
                nodes,
                iteration,
                solved,
            };
            all.into_iter().enumerate().map(attempt).collect()
        })
    }

    prop_compose! {
        fn sets()(
            title in ".{0,12}",
            names in prop::collection::vec((".{0,9}", prop::option::of(".{0,9}")), 1..4),
            counts in prop::collection::vec(any::<u64>(), 0..20),
            problems in prop::collection::vec(
                (any::<u64>(), judgement(), any::<bool>(), attempts()),
                0..6,
            ),
            selections in 0usize..3,
        ) -> ProblemSet {
            let mut funnel = Funnel::default();
            for ((name, _), count) in Funnel::default().counts().into_iter().zip(counts) {
                *funnel.count_mut(name).unwrap() = count;
            }
            let record = |(name, made_by): &(String, Option<String>)| RecordFile {
                name: name.clone(), hash: "00ff00ff00ff00ff".into(), games: 3, made_by: made_by.clone(),
            };
            let passed_over = |index: usize| PassedOver {
                after: index as u64,
                region: RandomPositions::new(index as u64).board(4, 3, 20, [1, 1]),
                from: Provenance {
                    record: index % names.len(), game: 3, ply: 7, corner: Square::new(index, 3),
                },
            };
            let extraction = Extraction {
                generator: title.clone(),
                filter: "f".into(),
                part: names[0].1.clone(),
                records: names.iter().map(record).collect(),
                funnel,
                passed_over: (0..selections).map(passed_over).collect(),
            };
            let count = names.len();
            let problems = problems.into_iter().map(|(seed, judgement, found, attempts)| {
                let position: Position =
                    RandomPositions::new(seed).board(4, 3, 20, [1, 1 + (seed % 2) as usize]);
                let provenance = found.then_some(Provenance {
                    record: seed as usize % (2 * count),
                    game: seed as u32,
                    ply: 7,
                    corner: Square::new(seed as usize % 16, 3),
                });
                let split = [None, Some(Split::Test), Some(Split::Development)][seed as usize % 3];
                Problem { split, judgement, attempts, ..Problem::new(position, provenance) }
            });
            ProblemSet {
                problems: problems.collect(),
                header: Header {
                    title,
                    extractions: vec![extraction.clone(), extraction],
                    selections: vec![Selection::default(); selections],
                },
            }
        }
    }

    proptest! {
        #[test]
        fn reading_then_writing_gives_the_same_bytes(set in sets()) {
            let text = text_of(&set);
            prop_assert_eq!(text_of(&read(&text).unwrap()), text);
        }
        #[test]
        fn cut_files_are_errors_and_never_panic(set in sets(), place in any::<prop::sample::Index>()) {
            let text = text_of(&set);
            let cut = place.index(text.trim_end().len() - 1);
            let cut = (0..=cut).rev().find(|&cut| text.is_char_boundary(cut)).unwrap();
            prop_assert!(read(&text[..cut]).is_err());
        }
        #[test]
        fn arbitrary_text_never_panics(text in "\\PC*", tail in "[<>/a-z =\"&;!?\\[\\]-]{0,60}") {
            let _ = read(&text);
            let _ = read(&format!("{HEAD}{tail}"));
            let _ = read(&format!("{HEAD}<problem {tail}"));
        }
    }
}
