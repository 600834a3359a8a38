//! XML elements as small trees, and access to their attributes.

use super::error::SetReason;
use crate::util::start_of::start_of;
use quick_xml::XmlVersion;
use quick_xml::events::{BytesStart, Event};
use quick_xml::reader::Reader;
use std::fmt::Display;
use std::io::{self, BufRead, Read};
use std::str::FromStr;

/// The deepest nesting that is read; the format needs three levels.
const MAX_DEPTH: usize = 8;

/// The most bytes of a tag or a text; those of the format have some hundred.
const LONGEST_ITEM: u64 = 1 << 24;

/// An element with its attributes and children; text within it is not part of the format.
#[derive(Debug)]
pub struct Element {
    pub name: String,
    attributes: Vec<(String, String)>,
    pub children: Vec<Element>,
}

impl Element {
    /// Reads the attributes of a start tag.
    pub fn start(tag: &BytesStart<'_>) -> Result<Self, SetReason> {
        let syntax = |error: &dyn Display| SetReason::Syntax(error.to_string());
        let name = tag.name().as_ref().to_owned();
        let mut element = Self { name, attributes: Vec::new(), children: Vec::new() };
        for attribute in tag.attributes() {
            let attribute = attribute.map_err(|error| syntax(&error))?;
            let value = attribute
                .normalized_value(XmlVersion::Explicit1_0)
                .map_err(|error| syntax(&error))?;
            let key = attribute.key.as_ref();
            if let Some(found) = value.chars().find(|&character| !is_xml(character)) {
                let expected = format!("found {found:?}; expected characters that XML can hold");
                return Err(element.wrong(key, &value.escape_debug().to_string(), expected));
            }
            element.attributes.push((key.to_owned(), value.into_owned()));
        }
        Ok(element)
    }

    /// Takes an attribute's text, if it is there.
    pub fn take_optional(&mut self, attribute: &str) -> Option<String> {
        let place = self.attributes.iter().position(|(name, _)| name == attribute)?;
        Some(self.attributes.remove(place).1)
    }

    /// Takes an attribute's text.
    pub fn take_text(&mut self, attribute: &str) -> Result<String, SetReason> {
        self.take_optional(attribute).ok_or_else(|| SetReason::Missing {
            element: self.name.clone(),
            attribute: attribute.to_owned(),
        })
    }

    /// Takes an attribute of a type whose error says what is expected.
    pub fn take<T: FromStr<Err: Display>>(&mut self, attribute: &str) -> Result<T, SetReason> {
        let text = self.take_text(attribute)?;
        text.parse().map_err(|error: T::Err| self.wrong(attribute, &text, error.to_string()))
    }

    /// Takes a count.
    pub fn take_count<T: FromStr>(&mut self, attribute: &str) -> Result<T, SetReason> {
        let text = self.take_text(attribute)?;
        text.parse().map_err(|_| self.wrong(attribute, &text, "expected a count"))
    }

    /// Returns the error of an attribute with an impossible value.
    pub fn wrong(&self, attribute: &str, found: &str, expected: impl Into<String>) -> SetReason {
        SetReason::Value {
            element: self.name.clone(),
            attribute: attribute.to_owned(),
            found: start_of(found),
            expected: expected.into(),
        }
    }

    /// Returns the error of a child that does not belong there.
    pub fn misplaced(&self, child: &str, expected: &'static str) -> SetReason {
        SetReason::Element {
            parent: self.name.clone(),
            found: format!("<{}>", start_of(child)),
            expected,
        }
    }

    /// Checks that every attribute was taken.
    pub fn finish(&self) -> Result<(), SetReason> {
        match self.attributes.first() {
            None => Ok(()),
            Some((attribute, _)) => Err(SetReason::Attribute {
                element: self.name.clone(),
                attribute: attribute.clone(),
            }),
        }
    }
}

/// Whether an XML document can hold a character, literally or as a reference (XML 1.0, production
/// 2).
pub(super) fn is_xml(character: char) -> bool {
    !matches!(character, '\0'..='\u{1f}' | '\u{fffe}' | '\u{ffff}')
        || matches!(character, '\t' | '\n' | '\r')
}

/// The next item in a file.
pub enum Item {
    /// An element begins; its children follow.
    Start(Element),
    /// An element without children.
    Empty(Element),
    /// The current element ends.
    End,
    /// Text that is not blank.
    Text(String),
    /// The end of the file.
    Eof,
}

/// The elements of a file in order, with their lines.
pub struct Elements<R> {
    xml: Reader<Lines<R>>,
    buffer: Vec<u8>,
    /// The line on which the last item ends, or begins if it is text or wrong; from 1.
    line: usize,
}

impl<R: BufRead> Elements<R> {
    pub fn new(input: R) -> Self {
        let lines = Lines { input, ends: LineEnds::default() };
        Self { xml: Reader::from_reader(lines), buffer: Vec::new(), line: 1 }
    }

    /// Returns the line of the last item, from 1.
    pub fn line(&self) -> usize {
        self.line
    }

    /// Returns the next item; comments, the declaration and blanks are skipped.
    pub fn next(&mut self) -> Result<Item, SetReason> {
        loop {
            self.buffer.clear();
            self.xml.get_mut().ends.begin_item();
            let begin = self.xml.buffer_position();
            let event = self.xml.read_event_into(&mut self.buffer);
            let place = match &event {
                // Text and errors may extend to the end of the file.
                Ok(Event::Text(text)) => {
                    begin + (text.len() - text.trim_ascii_start().len()) as u64
                }
                Err(_) => self.xml.error_position(),
                Ok(_) => self.xml.buffer_position(),
            };
            self.line = self.xml.get_ref().ends.line_at(place);
            let event = event.map_err(|error| match error {
                quick_xml::Error::Io(error) => {
                    SetReason::Io(io::Error::new(error.kind(), error.to_string()))
                }
                error => SetReason::Syntax(error.to_string()),
            })?;
            return Ok(match event {
                Event::Start(tag) => Item::Start(Element::start(&tag)?),
                Event::Empty(tag) => Item::Empty(Element::start(&tag)?),
                Event::End(_) => Item::End,
                Event::Eof => Item::Eof,
                Event::Text(text) if text.trim().is_empty() => continue,
                Event::Text(text) => Item::Text(start_of(text.trim())),
                Event::CData(_) | Event::GeneralRef(_) => Item::Text("text".to_owned()),
                Event::Comment(_) | Event::Decl(_) | Event::PI(_) | Event::DocType(_) => continue,
            });
        }
    }

    /// Reads the children of an element that has begun, up to its end.
    pub fn fill(&mut self, parent: &mut Element) -> Result<(), SetReason> {
        self.fill_at(parent, 0)
    }

    fn fill_at(&mut self, parent: &mut Element, depth: usize) -> Result<(), SetReason> {
        loop {
            match self.next()? {
                Item::Start(mut child) => {
                    if depth >= MAX_DEPTH {
                        return Err(parent.misplaced(&child.name, "no deeper nesting"));
                    }
                    self.fill_at(&mut child, depth + 1)?;
                    parent.children.push(child);
                }
                Item::Empty(child) => parent.children.push(child),
                Item::End => return Ok(()),
                Item::Text(found) => {
                    let (parent, found) = (parent.name.clone(), format!("'{found}'"));
                    return Err(SetReason::Element { parent, found, expected: "no text" });
                }
                Item::Eof => return Err(SetReason::Truncated(parent.name.clone())),
            }
        }
    }
}

/// Passes bytes through and tracks their lines.
struct Lines<R> {
    input: R,
    ends: LineEnds,
}

/// The line ends in what was read.
#[derive(Default)]
struct LineEnds {
    /// The number of line ends.
    lines: usize,
    /// The number of bytes read.
    offset: u64,
    /// The number of bytes before the current item.
    begin: u64,
    /// The positions of the last ones that are wanted.
    last: Vec<u64>,
}

impl LineEnds {
    fn begin_item(&mut self) {
        self.begin = self.offset;
        self.last.clear();
    }

    fn pass(&mut self, bytes: &[u8]) {
        for (i, _) in bytes.iter().enumerate().filter(|(_, byte)| **byte == b'\n') {
            self.last.push(self.offset + i as u64);
            self.lines += 1;
        }
        self.offset += bytes.len() as u64;
    }

    /// The line of a byte that was read, no earlier than the first line end kept.
    fn line_at(&self, place: u64) -> usize {
        self.lines + 1 - self.last.iter().filter(|end| **end >= place).count()
    }
}

impl<R: BufRead> Read for Lines<R> {
    fn read(&mut self, target: &mut [u8]) -> io::Result<usize> {
        let read = self.input.read(target)?;
        self.ends.pass(&target[..read]);
        Ok(read)
    }
}

impl<R: BufRead> BufRead for Lines<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        // An item is in memory as a whole.
        if self.ends.offset - self.ends.begin > LONGEST_ITEM {
            let problem = format!("a tag or text of more than {LONGEST_ITEM} bytes");
            return Err(io::Error::new(io::ErrorKind::InvalidData, problem));
        }
        self.input.fill_buf()
    }

    fn consume(&mut self, amount: usize) {
        // What is consumed is in the buffer already, so this does not read.
        if let Ok(bytes) = self.input.fill_buf() {
            self.ends.pass(&bytes[..amount.min(bytes.len())]);
        }
        self.input.consume(amount);
    }
}
