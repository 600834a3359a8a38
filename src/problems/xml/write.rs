//! Writes problem sets.

use super::VERSION;
use super::element::is_xml;
use crate::problems::problem::{Judgement, Problem};
use crate::problems::set::{Extraction, Header, PassedOver};
use crate::util::opaque_debug;
use std::fmt::Write as _;
use std::io::{self, Write};

/// Writes a set problem by problem.
pub struct SetWriter<W> {
    out: W,
    line: String,
}

opaque_debug!([W] SetWriter<W>, "SetWriter");

impl<W: Write> SetWriter<W> {
    /// Starts a file with its header.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn new(out: W, header: &Header) -> io::Result<Self> {
        let mut writer = Self { out, line: String::new() };
        writer.line.push_str("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<problem-set");
        writer.attribute("version", VERSION);
        if !header.title.is_empty() {
            writer.attribute("title", &header.title);
        }
        writer.line.push_str(">\n");
        let mut records = 0;
        for extraction in &header.extractions {
            writer.extraction(extraction, &mut records)?;
        }
        for selection in &header.selections {
            writer.line.push_str("<selection");
            writer.attribute("generator", &selection.generator);
            writer.attribute("filter", &selection.filter);
            writer.attribute("from", selection.from);
            writer.attribute("kept", selection.kept);
            writer.line.push_str("/>\n");
        }
        writer.flush_line()?;
        Ok(writer)
    }

    fn extraction(&mut self, extraction: &Extraction, records: &mut usize) -> io::Result<()> {
        self.line.push_str("<extraction");
        self.attribute("generator", &extraction.generator);
        self.attribute("filter", &extraction.filter);
        if let Some(part) = &extraction.part {
            self.attribute("part", part);
        }
        self.line.push_str(">\n");
        for record in &extraction.records {
            *records += 1;
            self.line.push_str("<record");
            self.attribute("id", format_args!("r{records}"));
            self.attribute("name", &record.name);
            self.attribute("xxh3", &record.hash);
            self.attribute("games", record.games);
            if let Some(made_by) = &record.made_by {
                self.attribute("made-by", made_by);
            }
            self.line.push_str("/>\n");
            self.flush_line()?;
        }
        self.line.push_str("<funnel");
        for (name, count) in extraction.funnel.counts() {
            self.attribute(name, count);
        }
        self.line.push_str("/>\n");
        let first = *records - extraction.records.len() + 1;
        for PassedOver { after, region, from } in &extraction.passed_over {
            self.line.push_str("<passed-over");
            self.attribute("record", format_args!("r{}", first + from.record));
            self.attribute("game", from.game);
            self.attribute("ply", from.ply);
            self.attribute("corner", from.corner);
            self.attribute("fen", region);
            self.attribute("after", after);
            self.line.push_str("/>\n");
            self.flush_line()?;
        }
        self.line.push_str("</extraction>\n");
        self.flush_line()
    }

    /// Writes one problem as one line.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn problem(&mut self, problem: &Problem) -> io::Result<()> {
        self.line.push_str("<problem");
        self.attribute("id", &problem.id);
        self.attribute("fen", &problem.position);
        self.attribute("empties", problem.empties());
        self.attribute("amazons", problem.amazons());
        if let Some(split) = problem.split {
            self.attribute("split", split);
        }
        let bare = problem.provenance.is_none() && problem.puzzle.is_none();
        if bare && problem.attempts.is_empty() && problem.judgement == Judgement::Open {
            self.line.push_str("/>\n");
            return self.flush_line();
        }
        self.line.push('>');
        if let Some(from) = &problem.provenance {
            self.line.push_str("<from");
            self.attribute("record", format_args!("r{}", from.record + 1));
            self.attribute("game", from.game);
            self.attribute("ply", from.ply);
            self.attribute("corner", from.corner);
            self.line.push_str("/>");
        }
        match &problem.judgement {
            Judgement::Open => {}
            Judgement::Bounded { at_least, at_most, spent } => {
                self.line.push_str("<unjudged");
                self.attribute("at-least", at_least);
                self.attribute("at-most", at_most);
                self.attribute("spent", spent);
                self.line.push_str("/>");
            }
            Judgement::Solved { score, legal_moves, optimal } => {
                self.line.push_str("<solution");
                self.attribute("score", score);
                self.attribute("moves", legal_moves);
                let texts: Vec<String> = optimal.iter().map(ToString::to_string).collect();
                self.attribute("optimal", texts.join(" "));
                self.line.push_str("/>");
            }
        }
        for attempt in &problem.attempts {
            self.line.push_str(if attempt.solved { "<solved" } else { "<unsolved" });
            self.attribute("by", &attempt.by);
            self.attribute("limit", &attempt.limit);
            self.attribute("nodes", attempt.nodes);
            if let Some(nodes) = attempt.iteration {
                self.attribute("iteration", nodes);
            }
            self.line.push_str("/>");
        }
        if let Some(puzzle) = &problem.puzzle {
            self.line.push_str("<puzzle");
            self.attribute("goal", puzzle.goal);
            self.attribute("grade", puzzle.grade);
            self.attribute("difficulty", puzzle.difficulty);
            let themes: Vec<&str> = puzzle.themes.iter().map(|theme| theme.name()).collect();
            self.attribute("themes", themes.join(" "));
            self.attribute("tree", &puzzle.solution);
            self.line.push_str("/>");
        }
        self.line.push_str("</problem>\n");
        self.flush_line()
    }

    /// Writes the lines of problems alone, without a header.
    pub(in crate::problems) fn of_lines(out: W) -> Self {
        Self { out, line: String::new() }
    }

    /// Writes a line that was written by [`problem`](Self::problem) before.
    ///
    /// # Errors
    /// Those of `out`.
    pub(in crate::problems) fn line(&mut self, line: &[u8]) -> io::Result<()> {
        self.out.write_all(line)
    }

    /// Returns the writer of lines alone.
    pub(in crate::problems) fn into_inner(self) -> W {
        self.out
    }

    /// Ends the file, and returns the writer.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn finish(mut self) -> io::Result<W> {
        self.line.push_str("</problem-set>\n");
        self.flush_line()?;
        Ok(self.out)
    }

    fn attribute(&mut self, name: &str, value: impl std::fmt::Display) {
        let _ = write!(self.line, " {name}=\"");
        let _ = write!(Escaped(&mut self.line), "{value}");
        self.line.push('"');
    }

    fn flush_line(&mut self) -> io::Result<()> {
        self.out.write_all(self.line.as_bytes())?;
        self.line.clear();
        Ok(())
    }
}

/// Writes attribute text so that it reads back unchanged. Characters that XML cannot hold at all
/// are replaced.
struct Escaped<'a>(&'a mut String);

impl std::fmt::Write for Escaped<'_> {
    fn write_str(&mut self, text: &str) -> std::fmt::Result {
        for character in text.chars() {
            match character {
                '&' => self.0.push_str("&amp;"),
                '<' => self.0.push_str("&lt;"),
                '>' => self.0.push_str("&gt;"),
                '"' => self.0.push_str("&quot;"),
                // Unescaped, readers turn these into blanks.
                '\t' | '\n' | '\r' => write!(self.0, "&#{};", u32::from(character))?,
                _ if !is_xml(character) => self.0.push('\u{fffd}'),
                _ => self.0.push(character),
            }
        }
        Ok(())
    }
}
