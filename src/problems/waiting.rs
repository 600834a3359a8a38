//! Problems that wait in a temporary file until what stands before them in their set is known: how
//! many they are, for example.

use super::problem::Problem;
use super::set::Header;
use super::xml::write::SetWriter;
use crate::util::atomic_file::{directory_of, place_of, writes_through};
use crate::util::opaque_debug;
use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Seek, Write};
use std::path::{Path, PathBuf};

/// Problems on their way to a set, in a file without a name that ends with this value. In memory is
/// only one of them at a time.
pub struct WaitingProblems {
    /// `None` until the first problem comes.
    lines: Option<SetWriter<BufWriter<File>>>,
    directory: PathBuf,
}

opaque_debug!([] WaitingProblems, "WaitingProblems");

impl WaitingProblems {
    /// Makes room for the problems of a set that is written to `output`: in its directory, or where
    /// the system keeps temporary files if `output` is a reader or a device.
    pub fn beside(output: &Path) -> Self {
        let place = (!writes_through(output)).then(|| place_of(output).ok()).flatten();
        let directory =
            place.map_or_else(std::env::temp_dir, |path| directory_of(&path).to_owned());
        Self { lines: None, directory }
    }

    /// Adds a problem.
    ///
    /// # Errors
    /// The temporary file cannot be made or written.
    pub fn push(&mut self, problem: &Problem) -> io::Result<()> {
        let lines = match &mut self.lines {
            Some(lines) => lines,
            none => {
                let file = tempfile::tempfile_in(&self.directory);
                let file = file.map_err(|error| in_directory(&self.directory, &error))?;
                none.insert(SetWriter::of_lines(BufWriter::new(file)))
            }
        };
        lines.problem(problem).map_err(|error| in_directory(&self.directory, &error))
    }

    /// Writes the whole set to `out`: for each number, from 0, that `choose` is asked for, it gets
    /// another problem, the next of those that wait, or none.
    ///
    /// # Errors
    /// The temporary file cannot be read, or `out` cannot be written.
    pub fn write<'a>(
        self,
        out: impl Write,
        header: &Header,
        mut choose: impl FnMut(u64) -> Place<'a>,
    ) -> io::Result<()> {
        let of_file = |error: io::Error| in_directory(&self.directory, &error);
        let mut lines = match self.lines {
            Some(lines) => {
                let file = lines.into_inner().into_inner();
                let mut file = file.map_err(|error| of_file(error.into_error()))?;
                file.rewind().map_err(of_file)?;
                Some(BufReader::with_capacity(1 << 16, file))
            }
            None => None,
        };
        let mut writer = SetWriter::new(BufWriter::new(out), header)?;
        let mut line = Vec::new();
        for number in 0.. {
            let place = choose(number);
            if let Place::Other(problem) = place {
                writer.problem(problem)?;
                continue;
            }
            line.clear();
            if let Some(lines) = &mut lines {
                lines.read_until(b'\n', &mut line).map_err(of_file)?;
            }
            if line.is_empty() {
                break;
            }
            if matches!(place, Place::Waiting) {
                writer.line(&line)?;
            }
        }
        writer.finish()?.flush()
    }
}

/// What comes to a place of a set.
#[derive(Clone, Copy, Debug)]
pub enum Place<'a> {
    /// The next problem that waits.
    Waiting,
    /// Nothing: the next problem that waits is left out.
    LeftOut,
    /// A problem that was kept elsewhere.
    Other(&'a Problem),
}

fn in_directory(directory: &Path, error: &io::Error) -> io::Error {
    let text = format!("a temporary file in {}: {error}", directory.display());
    io::Error::new(error.kind(), text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problems::ProblemSet;
    use crate::testing::RandomPositions;

    #[test]
    fn problems_that_waited_are_written_as_others_are() {
        let mut random = RandomPositions::new(3);
        let board = |_| Problem::new(random.board(5, 4, 12, [1, 1]), None);
        let mut set = ProblemSet { problems: (0..9).map(board).collect(), ..ProblemSet::default() };
        set.problems[4].id = "line\nend".into();
        let bytes = |set: &ProblemSet| {
            let mut bytes = Vec::new();
            set.write(&mut bytes).unwrap();
            bytes
        };
        let waiting = |numbers: &[usize]| {
            let mut waiting = WaitingProblems::beside(Path::new("-"));
            numbers.iter().for_each(|&number| waiting.push(&set.problems[number]).unwrap());
            waiting
        };
        let mut written = Vec::new();
        let all: Vec<usize> = (0..9).collect();
        waiting(&all).write(&mut written, &set.header, |_| Place::Waiting).unwrap();
        assert_eq!(written, bytes(&set));
        // Some are elsewhere, the last among them.
        let mut written = Vec::new();
        let elsewhere = |number| match number {
            2 | 8 => Place::Other(&set.problems[number as usize]),
            _ => Place::Waiting,
        };
        let rest = waiting(&[0, 1, 3, 4, 5, 6, 7]);
        rest.write(&mut written, &set.header, elsewhere).unwrap();
        assert_eq!(written, bytes(&set));
        // Some are left out.
        let mut written = Vec::new();
        let left_out = |number| if number < 8 { Place::LeftOut } else { Place::Waiting };
        waiting(&all).write(&mut written, &set.header, left_out).unwrap();
        set.problems.drain(..8);
        assert_eq!(written, bytes(&set));
    }

    #[test]
    fn a_set_of_nothing_has_only_its_header() {
        let mut written = Vec::new();
        let waiting = WaitingProblems::beside(Path::new("-"));
        waiting.write(&mut written, &Header::default(), |_| Place::Waiting).unwrap();
        let mut expected = Vec::new();
        ProblemSet::default().write(&mut expected).unwrap();
        assert_eq!(written, expected);
    }
}
