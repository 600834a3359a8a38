//! Reads problem sets.

use super::element::{Element, Elements, Item};
use super::error::{SetError, SetReason};
use super::{READ, VERSION};
use crate::ParseError;
use crate::board::{FenError, Move, Position, Square};
use crate::problems::attempt::Attempt;
use crate::problems::funnel::Funnel;
use crate::problems::problem::{Judgement, Problem, Provenance};
use crate::problems::puzzle::{Puzzle, Theme};
use crate::problems::set::{Extraction, Header, PassedOver, RecordFile, Selection};
use crate::problems::split::Split;
use crate::problems::split_by_game::split_of;
use crate::util::input_file;
use crate::util::opaque_debug;
use crate::util::start_of::start_of;
use std::collections::HashMap;
use std::io::{BufRead, BufReader};
use std::path::Path;

/// Reads a set problem by problem in bounded memory.
///
/// A wrong problem gives an error, and the next one is read; after an error in the XML itself there
/// are no more.
pub struct SetReader<R = Box<dyn BufRead + Send>> {
    file: String,
    elements: Elements<R>,
    header: Header,
    /// The index of every record by its id.
    records: HashMap<String, usize>,
    /// The first problem, met while reading the header.
    first: Option<Item>,
    over: bool,
    /// Whether the file is of version 1, which had no parts: problems get that of their game.
    without_parts: bool,
}

opaque_debug!([R] SetReader<R>, "SetReader");

impl SetReader {
    /// Opens a file and reads its header; `-` is standard input.
    ///
    /// # Errors
    /// The file cannot be read or is not a problem set, or its header is wrong.
    pub fn open(path: &Path) -> Result<Self, SetError> {
        let file = input_file::name_of(path);
        match input_file::open(path) {
            Ok(input) => Self::new(&file, Box::new(BufReader::with_capacity(1 << 16, input))),
            Err(error) => {
                let reason = Box::new(SetReason::Io(error));
                Err(SetError { file, line: 0, problem: None, reason })
            }
        }
    }
}

impl<R: BufRead> SetReader<R> {
    /// Reads the header of `input`; errors call it `file`.
    ///
    /// # Errors
    /// As for [`open`](SetReader::open).
    pub fn new(file: &str, input: R) -> Result<Self, SetError> {
        let mut reader = Self {
            file: file.to_owned(),
            elements: Elements::new(input),
            header: Header::default(),
            records: HashMap::new(),
            first: None,
            over: false,
            without_parts: false,
        };
        match input_file::entry(|| reader.read_header()) {
            Ok(()) => Ok(reader),
            Err(reason) => Err(reader.error(None, reason)),
        }
    }

    /// Returns how the set was made.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// Returns how the set was made.
    pub fn into_header(self) -> Header {
        self.header
    }

    /// An error at the current line.
    fn error(&self, problem: Option<String>, reason: SetReason) -> SetError {
        let line = self.elements.line();
        SetError { file: self.file.clone(), line, problem, reason: Box::new(reason) }
    }

    fn read_header(&mut self) -> Result<(), SetReason> {
        let foreign = |found: String| SetReason::Foreign { found };
        let (mut root, empty) = match self.elements.next() {
            Ok(Item::Start(root)) => (root, false),
            Ok(Item::Empty(root)) => (root, true),
            Ok(Item::Text(text)) => return Err(foreign(format!("'{text}'"))),
            Ok(Item::End | Item::Eof) => return Err(foreign("no XML element".to_owned())),
            Err(reason) => return Err(reason),
        };
        if root.name != "problem-set" {
            return Err(foreign(format!("<{}>", start_of(&root.name))));
        }
        let version = root.take_text("version")?;
        if !READ.contains(&version.as_str()) {
            let expected =
                format!("expected version {}, which this program reads", READ.join(" or "));
            return Err(root.wrong("version", &version, expected));
        }
        self.without_parts = version != VERSION;
        self.header.title = root.take_optional("title").unwrap_or_default();
        root.finish()?;
        self.over = empty;
        while !self.over {
            match self.elements.next()? {
                Item::Start(mut child) if child.name == "extraction" => {
                    self.elements.fill(&mut child)?;
                    self.extraction(child)?;
                }
                Item::Empty(child) if child.name == "extraction" => self.extraction(child)?,
                Item::Start(mut child) if child.name == "selection" => {
                    self.elements.fill(&mut child)?;
                    self.header.selections.push(selection(child)?);
                }
                Item::Empty(child) if child.name == "selection" => {
                    self.header.selections.push(selection(child)?);
                }
                item => {
                    self.first = Some(item);
                    break;
                }
            }
        }
        Ok(())
    }

    fn extraction(&mut self, mut element: Element) -> Result<(), SetReason> {
        let mut extraction = Extraction {
            generator: element.take_text("generator")?,
            filter: element.take_text("filter")?,
            part: element.take_optional("part"),
            ..Extraction::default()
        };
        element.finish()?;
        for mut child in std::mem::take(&mut element.children) {
            match child.name.as_str() {
                "record" => {
                    let id = child.take_text("id")?;
                    let record = RecordFile {
                        name: child.take_text("name")?,
                        hash: hash(&mut child)?,
                        games: child.take_count("games")?,
                        made_by: child.take_optional("made-by"),
                    };
                    child.finish()?;
                    let index = self.records.len();
                    if self.records.insert(id.clone(), index).is_some() {
                        return Err(child.wrong("id", &id, "used twice; expected a unique id"));
                    }
                    extraction.records.push(record);
                }
                "funnel" => extraction.funnel = funnel(child)?,
                "passed-over" => {
                    let (after, region) = (child.take_count("after")?, position(&mut child)?);
                    let mut from = self.provenance(child)?;
                    let first = self.records.len() - extraction.records.len();
                    let Some(of_its_own) = from.record.checked_sub(first) else {
                        let named = self.records.iter().find(|(_, at)| **at == from.record);
                        return Err(SetReason::Value {
                            element: "passed-over".to_owned(),
                            attribute: "record".to_owned(),
                            found: named.map_or_else(String::new, |(id, _)| id.clone()),
                            expected: "of another extraction; expected a record of its own"
                                .to_owned(),
                        });
                    };
                    from.record = of_its_own;
                    extraction.passed_over.push(PassedOver { after, region, from });
                }
                name => return Err(element.misplaced(name, "<record>, <funnel> or <passed-over>")),
            }
        }
        self.header.extractions.push(extraction);
        Ok(())
    }

    /// Reads the next problem, or why it is wrong; the outer error ends the reading.
    fn read_problem(&mut self) -> Result<Option<Result<Problem, SetError>>, SetReason> {
        let item = match self.first.take() {
            Some(item) => item,
            None => self.elements.next()?,
        };
        let expected = "<problem>, after any <extraction> and <selection>";
        let parent = || "problem-set".to_owned();
        let element = match item {
            Item::Start(mut element) => {
                self.elements.fill(&mut element)?;
                element
            }
            Item::Empty(element) => element,
            Item::End => {
                self.over = true;
                return match self.elements.next()? {
                    Item::Eof => Ok(None),
                    _ => Err(SetReason::Syntax("more after the end of </problem-set>".to_owned())),
                };
            }
            Item::Eof => return Err(SetReason::Truncated(parent())),
            Item::Text(text) => {
                let found = format!("'{text}'");
                return Err(SetReason::Element { parent: parent(), found, expected });
            }
        };
        if element.name != "problem" {
            let found = format!("<{}>", start_of(&element.name));
            return Err(SetReason::Element { parent: parent(), found, expected });
        }
        let mut id = None;
        let problem = self.problem(element, &mut id);
        Ok(Some(problem.map_err(|reason| self.error(id, reason))))
    }

    fn problem(
        &self,
        mut element: Element,
        id_out: &mut Option<String>,
    ) -> Result<Problem, SetReason> {
        let id = element.take_text("id")?;
        *id_out = Some(start_of(&id));
        let position = position(&mut element)?;
        let mut problem = Problem { id, ..Problem::new(position, None) };
        for (attribute, is) in [("empties", problem.empties()), ("amazons", problem.amazons())] {
            let says: usize = element.take_count(attribute)?;
            if says != is {
                let expected = format!("the FEN has {is}");
                return Err(element.wrong(attribute, &says.to_string(), expected));
            }
        }
        problem.split = match element.take_optional("split") {
            Some(text) => {
                let split = text.parse::<Split>();
                Some(split.map_err(|error| element.wrong("split", &text, error.to_string()))?)
            }
            None => None,
        };
        element.finish()?;
        for child in std::mem::take(&mut element.children) {
            // As in the schema: one of each, in this order.
            let before_puzzle = problem.puzzle.is_none();
            let before_attempts = before_puzzle && problem.attempts.is_empty();
            let open = before_attempts && problem.judgement == Judgement::Open;
            match child.name.as_str() {
                "from" if open && problem.provenance.is_none() => {
                    problem.provenance = Some(self.provenance(child)?);
                }
                "unjudged" if open => {
                    problem.judgement = unjudged(child)?;
                }
                "solution" if open => {
                    problem.judgement = solution(child)?;
                }
                "solved" | "unsolved" if before_puzzle => {
                    let attempt = attempt(child)?;
                    if problem.attempts.iter().any(|one| one.is_like(&attempt)) {
                        return Err(SetReason::Value {
                            element: if attempt.solved { "solved" } else { "unsolved" }.to_owned(),
                            attribute: "by".to_owned(),
                            found: start_of(&attempt.by),
                            expected: "expected each solver once with each limit".to_owned(),
                        });
                    }
                    problem.attempts.push(attempt);
                }
                "puzzle" if before_puzzle => problem.puzzle = Some(puzzle(child)?),
                name => {
                    let expected = "one <from>, one <solution> or <unjudged>, any <solved> and \
                                    <unsolved>, and one <puzzle>, in this order";
                    return Err(element.misplaced(name, expected));
                }
            }
        }
        if self.without_parts {
            problem.split = Some(split_of(&problem, &self.header));
        }
        Ok(problem)
    }

    fn provenance(&self, mut element: Element) -> Result<Provenance, SetReason> {
        let id = element.take_text("record")?;
        let Some(&record) = self.records.get(&id) else {
            return Err(element.wrong("record", &id, "expected the id of a <record>"));
        };
        let (game, ply) = (element.take_count("game")?, element.take_count("ply")?);
        let corner = element.take_text("corner")?;
        let corner: Square = corner
            .parse()
            .map_err(|_| element.wrong("corner", &corner, "expected a square such as c4"))?;
        finished(&element)?;
        Ok(Provenance { record, game, ply, corner })
    }
}

impl<R: BufRead> Iterator for SetReader<R> {
    type Item = Result<Problem, SetError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.over {
            return None;
        }
        match input_file::entry(|| self.read_problem()) {
            Ok(item) => item,
            Err(reason) => {
                self.over = true;
                Some(Err(self.error(None, reason)))
            }
        }
    }
}

/// Checks that an element has no further attributes and no children.
fn finished(element: &Element) -> Result<(), SetReason> {
    match element.children.first() {
        Some(child) => Err(element.misplaced(&child.name, "nothing")),
        None => element.finish(),
    }
}

/// The hash of a record: 16 hexadecimal digits.
fn hash(element: &mut Element) -> Result<String, SetReason> {
    let text = element.take_text("xxh3")?;
    if text.len() == 16 && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f')) {
        return Ok(text);
    }
    Err(element.wrong("xxh3", &text, "expected 16 digits from 0 to f"))
}

fn selection(mut element: Element) -> Result<Selection, SetReason> {
    let selection = Selection {
        generator: element.take_text("generator")?,
        filter: element.take_text("filter")?,
        from: element.take_count("from")?,
        kept: element.take_count("kept")?,
    };
    finished(&element)?;
    Ok(selection)
}

fn funnel(mut element: Element) -> Result<Funnel, SetReason> {
    let mut funnel = Funnel::default();
    for (name, _) in Funnel::default().counts() {
        let count = element.take_count(name)?;
        if let Some(place) = funnel.count_mut(name) {
            *place = count;
        }
    }
    finished(&element)?;
    Ok(funnel)
}

fn puzzle(mut element: Element) -> Result<Puzzle, SetReason> {
    let (goal, grade): (_, u8) = (element.take("goal")?, element.take_count("grade")?);
    if !(1..=5).contains(&grade) {
        return Err(element.wrong("grade", &grade.to_string(), "expected 1 to 5"));
    }
    let difficulty = element.take_count("difficulty")?;
    let themes = element
        .take_text("themes")?
        .split_ascii_whitespace()
        .map(|text| {
            let theme = text.parse::<Theme>();
            theme.map_err(|error| element.wrong("themes", text, error.to_string()))
        })
        .collect::<Result<_, _>>()?;
    let solution = element.take("tree")?;
    finished(&element)?;
    Ok(Puzzle { goal, grade, difficulty, themes, solution })
}

/// The position of a problem, as in the schema: with the player to move.
fn position(element: &mut Element) -> Result<Position, SetReason> {
    let text = element.take_text("fen")?;
    let position: Position =
        text.parse().map_err(|error: FenError| element.wrong("fen", &text, error.to_string()))?;
    let board = text.strip_suffix(" w").or_else(|| text.strip_suffix(" b"));
    let is_known = |byte| matches!(byte, b'Q' | b'q' | b'*' | b'/' | b'0'..=b'9');
    if board.is_some_and(|board| board.bytes().all(is_known)) {
        return Ok(position);
    }
    Err(element.wrong("fen", &text, format!("expected '{}'", position.to_fen())))
}

fn unjudged(mut element: Element) -> Result<Judgement, SetReason> {
    let judgement = Judgement::Bounded {
        at_least: element.take("at-least")?,
        at_most: element.take("at-most")?,
        spent: element.take_text("spent")?,
    };
    finished(&element)?;
    Ok(judgement)
}

fn attempt(mut element: Element) -> Result<Attempt, SetReason> {
    let iteration = match element.take_optional("iteration") {
        Some(text) => {
            Some(text.parse().map_err(|_| element.wrong("iteration", &text, "expected a count"))?)
        }
        None => None,
    };
    let attempt = Attempt {
        by: element.take_text("by")?,
        limit: element.take_text("limit")?,
        nodes: element.take_count("nodes")?,
        iteration,
        solved: element.name == "solved",
    };
    finished(&element)?;
    Ok(attempt)
}

fn solution(mut element: Element) -> Result<Judgement, SetReason> {
    let (score, legal_moves) = (element.take("score")?, element.take_count("moves")?);
    let optimal = element
        .take_text("optimal")?
        .split_ascii_whitespace()
        .map(|text| {
            // Sets have only one way to write a move.
            let wrong = |expected: String| element.wrong("optimal", text, expected);
            let mv: Move = text.parse().map_err(|e: ParseError| wrong(e.to_string()))?;
            if mv.to_string() == text { Ok(mv) } else { Err(wrong(format!("expected {mv}"))) }
        })
        .collect::<Result<_, _>>()?;
    finished(&element)?;
    Ok(Judgement::Solved { score, legal_moves, optimal })
}
