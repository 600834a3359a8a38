//! The one way to run a foreign process. It runs in its own group, which ends as a whole, even if
//! this process is killed. The length of its lines is bounded, and what it writes to standard error
//! is kept.

use super::command_line::CommandLine;
use super::guardian;
use amazons::limits::Abort;
use amazons::util::bounded_line::{BoundedLines, Line};
use amazons::util::threads;
use std::collections::VecDeque;
use std::fmt;
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// The longest line read, in bytes.
pub const LONGEST_LINE: usize = 1 << 16;

/// The file, in the directory of a match or a study, for what engines write to standard error and,
/// if requested, for every line to and from them.
pub const ENGINE_LOG_NAME: &str = "engines.log";

/// Lines of standard error that are reported when a process fails.
const LAST_WORDS: usize = 3;

/// The most bytes of standard error, or of lines in one direction, that a log keeps of one process.
const MOST_LOGGED: usize = 10 << 20;

/// How often a wait checks the abort flag.
const GLANCE: Duration = Duration::from_millis(20);

/// How long a process that was asked to end may take.
const PARTING: Duration = Duration::from_millis(100);

/// Where the standard error of processes goes and, if requested, every line to and from them.
/// Clones share it.
#[derive(Clone, Debug)]
pub struct EngineLog {
    path: PathBuf,
    file: Arc<Mutex<Option<File>>>,
    /// The start of the time count for lines to and from processes; without it, they are not kept.
    traffic_since: Option<Instant>,
}

impl EngineLog {
    /// Appends to a file, which is created when there is something to write.
    pub fn new(path: PathBuf) -> Self {
        Self { path, file: Arc::default(), traffic_since: None }
    }

    /// Also keeps every line to and from processes if `traffic` is set.
    pub fn with_traffic(self, traffic: bool) -> Self {
        Self { traffic_since: traffic.then(Instant::now), ..self }
    }

    /// Adds a line that `name` wrote to standard error.
    fn add_error(&self, name: &str, line: &str) {
        self.add(&format!("{name}: {line}\n"));
    }

    /// Appends text. A full disk loses lines, not the work.
    fn add(&self, text: &str) {
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        if file.is_none() {
            *file = File::options().create(true).append(true).open(&self.path).ok();
        }
        if let Some(file) = &mut *file {
            let _ = file.write_all(text.as_bytes());
        }
    }
}

/// The lines in one direction between this program and a process, for the log.
struct Traffic {
    log: EngineLog,
    since: Instant,
    /// What comes before a line: the process and the direction.
    head: String,
    logged: usize,
}

impl Traffic {
    /// The lines to (`>`) or from (`<`) the process `pid` of `name`, if the log keeps them.
    fn new(log: Option<&EngineLog>, name: &str, pid: u32, way: char) -> Option<Self> {
        let log = log?.clone();
        let since = log.traffic_since?;
        Some(Self { log, since, head: format!("{name} ({pid}) {way}"), logged: 0 })
    }

    fn add(&mut self, line: &dyn fmt::Display) {
        if self.logged >= MOST_LOGGED {
            return;
        }
        let seconds = self.since.elapsed().as_secs_f64();
        let text = format!("[{seconds:.3}] {} {line}\n", self.head);
        self.log.add(&text);
        self.logged += text.len();
        if self.logged >= MOST_LOGGED {
            self.log.add(&format!("{} (no more lines are logged)\n", self.head));
        }
    }
}

/// Why a process gave no line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Silence {
    /// The time was up.
    TimeOut,
    /// The abort flag was set.
    Aborted,
    /// It ended or closed its output; with what is known about that.
    Ended(String),
}

/// A running program that is spoken to in lines.
pub struct Process {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<Line>,
    last_words: Arc<Mutex<VecDeque<String>>>,
    /// The log of what is sent to it.
    sent: Option<Traffic>,
    /// How it ended, once it was waited for; after that its number may belong to another process.
    ended: Option<ExitStatus>,
    /// Reads its standard error to the end.
    errors: Option<JoinHandle<()>>,
    patient: bool,
}

impl Process {
    /// Starts a program; what it writes to standard error also goes to `log`, if there is one.
    ///
    /// # Errors
    /// It cannot be started.
    pub fn start(command: &CommandLine, log: Option<&EngineLog>) -> io::Result<Self> {
        guardian::ready();
        let mut new = held(command.words())?;
        new.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = new.spawn()?;
        let pid = child.id();
        guardian::watch(pid);
        let (input, output, error) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (send, lines) = sync_channel(64);
        let last_words = Arc::default();
        // Made before its readers: if they do not start, it is ended as a whole.
        let mut process = Self {
            child,
            input,
            lines,
            last_words: Arc::clone(&last_words),
            sent: Traffic::new(log, command.text(), pid, '>'),
            ended: None,
            errors: None,
            patient: true,
        };
        #[cfg(unix)]
        if let Some(input) = &mut process.input {
            // A failure is noticed when the first line is read or written.
            let _ = input.write_all(b"go\n");
        }
        if let Some(output) = output {
            // Ends when the process closes its output, or when this side stops listening.
            let mut said = Traffic::new(log, command.text(), pid, '<');
            threads::start("engine output", move || {
                let mut output = BoundedLines::new(output, LONGEST_LINE);
                while let Ok(Some((line, _))) = output.next() {
                    if let Some(said) = &mut said {
                        match &line {
                            Line::Whole(text) => said.add(text),
                            Line::TooLong => said.add(&"(a line that is too long)"),
                        }
                    }
                    if send.send(line).is_err() {
                        break;
                    }
                }
            })?;
        }
        if let Some(error) = error {
            let (name, log) = (command.text().to_owned(), log.cloned());
            let read = move || keep_errors(error, &name, log.as_ref(), &last_words);
            process.errors = Some(threads::start("engine errors", read)?);
        }
        Ok(process)
    }

    /// Sends a line.
    ///
    /// # Errors
    /// The process no longer reads; with what is known about its end.
    pub fn send(&mut self, line: &dyn fmt::Display) -> Result<(), Silence> {
        if let Some(sent) = &mut self.sent {
            sent.add(line);
        }
        let Some(input) = &mut self.input else { return Err(Silence::Ended("ended".to_owned())) };
        let written = writeln!(input, "{line}").and_then(|()| input.flush());
        written.map_err(|error| Silence::Ended(self.obituary(&error.to_string())))
    }

    /// Drops the lines that have come so far.
    pub fn forget_lines(&mut self) {
        while self.lines.try_recv().is_ok() {}
    }

    /// Waits for the next line.
    ///
    /// # Errors
    /// There is none before `deadline`, there will be none any more, or `abort` is set.
    pub fn line(&mut self, deadline: Instant, abort: &Abort) -> Result<Line, Silence> {
        loop {
            if abort.is_set() {
                self.patient = false;
                return Err(Silence::Aborted);
            }
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Err(Silence::TimeOut);
            }
            match self.lines.recv_timeout(left.min(GLANCE)) {
                Ok(line) => return Ok(line),
                // A child of a process that has ended may hold its output open: the group ends with
                // it.
                Err(RecvTimeoutError::Timeout) => _ = self.wait(Duration::ZERO),
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(Silence::Ended(self.obituary("closed its output")));
                }
            }
        }
    }

    /// What is known about how the process ended, with its last words.
    fn obituary(&mut self, symptom: &str) -> String {
        // Its exit may come a moment after its pipes close.
        let status = self.wait(PARTING);
        let mut text = match status {
            Some(status) => format!("{symptom}; {status}"),
            None => symptom.to_owned(),
        };
        let begun = Instant::now();
        while self.errors.as_ref().is_some_and(|errors| !errors.is_finished())
            && begun.elapsed() < PARTING
        {
            thread::sleep(Duration::from_millis(2));
        }
        for line in self.last_words.lock().unwrap_or_else(PoisonError::into_inner).iter() {
            text = format!("{text}; {line}");
        }
        text
    }

    /// Waits for the process itself to end, and then ends its group.
    fn wait(&mut self, longest: Duration) -> Option<ExitStatus> {
        let begun = Instant::now();
        while self.ended.is_none() {
            if has_ended(&mut self.child) {
                // The group first: until its leader is waited for, its number is not reused.
                end_group(&self.child);
                guardian::forget(self.child.id());
                self.ended = self.child.wait().ok();
                break;
            }
            if begun.elapsed() >= longest {
                break;
            }
            thread::sleep(Duration::from_millis(2));
        }
        self.ended
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // A process may end on its own; one that hangs is ended.
        self.input = None;
        if self.patient {
            self.wait(PARTING);
        }
        if self.ended.is_none() {
            end_group(&self.child);
            let _ = self.child.kill();
            guardian::forget(self.child.id());
            let _ = self.child.wait();
        }
    }
}

/// Makes a command that starts the program in its own group only once it reads its first line.
///
/// If this process is killed before the guardian knows the group, nothing has been started.
#[cfg(unix)]
fn held(words: &[String]) -> io::Result<Command> {
    find(&words[0])?;
    let mut command = Command::new("/bin/sh");
    command.args(["-c", "read -r go && exec \"$@\"", "sh"]).args(words);
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    Ok(command)
}

#[cfg(not(unix))]
fn held(words: &[String]) -> io::Result<Command> {
    let mut command = Command::new(&words[0]);
    command.args(&words[1..]);
    Ok(command)
}

/// Looks a program up as the system does, to report a missing one before a shell does.
#[cfg(unix)]
fn find(program: &str) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    let runs = |path: &Path| {
        let data = std::fs::metadata(path)?;
        match data.is_file() && data.permissions().mode() & 0o111 != 0 {
            true => Ok(()),
            false => Err(io::Error::new(io::ErrorKind::PermissionDenied, "is not a program")),
        }
    };
    if program.contains('/') {
        return runs(Path::new(program));
    }
    let path = std::env::var_os("PATH").unwrap_or_default();
    let there = std::env::split_paths(&path).any(|place| runs(&place.join(program)).is_ok());
    match there {
        true => Ok(()),
        false => Err(io::Error::new(io::ErrorKind::NotFound, "no such program")),
    }
}

/// Reads standard error to its end.
fn keep_errors(
    error: impl Read,
    name: &str,
    log: Option<&EngineLog>,
    last_words: &Mutex<VecDeque<String>>,
) {
    let mut lines = BoundedLines::new(error, LONGEST_LINE);
    let mut logged = 0;
    while let Ok(Some((line, _))) = lines.next() {
        let Line::Whole(line) = line else { continue };
        if let Some(log) = log.filter(|_| logged < MOST_LOGGED) {
            log.add_error(name, &line);
            logged += line.len() + 1;
        }
        let mut last = last_words.lock().unwrap_or_else(PoisonError::into_inner);
        last.push_back(line.chars().take(200).collect());
        if last.len() > LAST_WORDS {
            last.pop_front();
        }
    }
}

/// Whether the process has ended; it is not waited for.
#[cfg(unix)]
fn has_ended(child: &mut Child) -> bool {
    use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    // A process that was already waited for is unknown to the system.
    Pid::from_raw(child.id() as i32)
        .is_none_or(|pid| waitid(WaitId::Pid(pid), options).map_or(true, |state| state.is_some()))
}

#[cfg(not(unix))]
fn has_ended(child: &mut Child) -> bool {
    !matches!(child.try_wait(), Ok(None))
}

/// Ends every process in the group that a process was started in.
fn end_group(child: &Child) {
    #[cfg(unix)]
    if let Some(group) = rustix::process::Pid::from_raw(child.id() as i32) {
        let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
    }
    #[cfg(not(unix))]
    let _ = child;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn a_process_ends_with_its_children_and_its_last_words_are_told() {
        let directory = tempfile::tempdir().unwrap();
        let pid = directory.path().join("pid");
        let script = format!(
            "sleep 60 & echo $! > '{}'; echo there; read a; echo oh no >&2; exit 3",
            pid.display()
        );
        let command: CommandLine =
            format!("sh -c {}", shlex::try_quote(&script).unwrap()).parse().unwrap();
        let mut process = Process::start(&command, None).unwrap();
        let (soon, abort) = (Instant::now() + Duration::from_secs(20), Abort::new());
        assert_eq!(process.line(soon, &abort), Ok(Line::Whole("there".to_owned())));
        process.send(&"go").unwrap();
        let Err(Silence::Ended(how)) = process.line(soon, &abort) else { panic!("a line") };
        assert!(how.contains("exit status: 3") && how.contains("oh no"), "{how}");
        drop(process);
        let child = std::fs::read_to_string(&pid).unwrap();
        for _ in 0..200 {
            let stat = std::fs::read_to_string(format!("/proc/{}/stat", child.trim()));
            // Ended, or ended but not yet waited for by its new parent.
            if stat.is_err() || stat.is_ok_and(|text| text.contains(") Z ")) {
                return;
            }
            thread::sleep(Duration::from_millis(10));
        }
        panic!("process {child} is still there");
    }
}
