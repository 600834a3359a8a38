//! `amazons explore`: the explorer's page in the browser.

use crate::options::interrupt::interrupt_flag;
use crate::options::records::ReadingOptions;
use crate::options::tables_dir::TablesDir;
use crate::options::values::{
    MEMORY, cores, parse_memory, parse_number, parse_threads, parse_time, threads,
};
use crate::output::exit_status::{Exit, Status};
use crate::output::say::say;
use amazons::util::compression::plain_name;
use amazons::util::terminal::stdout;
use amazons_explorer::{Explorer, Opened, Searchers, ServerLimits, serve};
use anyhow::{Context, bail};
use clap::Args;
use std::io::Write;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener};
use std::num::NonZeroUsize;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

/// Show positions, games, problem sets and studies in the browser, with the exact score of every
/// move.
///
/// Serves one page and an HTTP interface (docs/explorer.md) on this machine alone, until Ctrl-C.
/// Nothing is loaded from elsewhere.
#[derive(Debug, Args)]
pub struct Explore {
    /// A position as FEN, a game record, a problem set, or the directory of a study; defaults to
    /// the standard start.
    what: Option<String>,
    /// Port to listen on; 0 takes any free one.
    #[arg(long, default_value_t = 8029, value_parser = parse_number::<u16>)]
    port: u16,
    /// Open the page in the browser.
    #[arg(long)]
    open: bool,
    /// Listen on this address instead of 127.0.0.1.
    ///
    /// Anyone who can reach it can use this machine's time and memory.
    #[arg(long, value_name = "ADDRESS")]
    bind: Option<IpAddr>,
    /// Number of searches at once; defaults to the number of cores, but at least 4.
    ///
    /// A single page runs up to three.
    #[arg(long, value_parser = parse_threads)]
    threads: Option<NonZeroUsize>,
    /// Number of questions that may wait for a search; any beyond that get status 429.
    #[arg(long, default_value_t = 256, value_parser = parse_number::<usize>)]
    queue: usize,
    /// Maximum time that a question may ask for, and the time it gets if it asks for none.
    #[arg(long, value_parser = parse_time, default_value = "60s")]
    max_time: Duration,
    /// Memory for all searches together, e.g. 512MB.
    #[arg(long, value_parser = parse_memory, default_value = MEMORY)]
    memory: usize,
    #[command(flatten)]
    reading: ReadingOptions,
    #[command(flatten)]
    tables: TablesDir,
}

/// The longest body of a request, in bytes: thousands of games.
const BODY: usize = 4 << 20;

/// Searches at once if the machine has fewer cores.
const LEAST_SEARCHES: NonZeroUsize = NonZeroUsize::new(4).expect("four is not zero");

impl Explore {
    /// Runs the command.
    pub fn run(self) -> Exit {
        if self.reading.is_given() && !self.what.as_deref().is_some_and(may_be_record) {
            bail!("--start and --lines are about a game record; give one");
        }
        let opened = Opened::open(self.what.as_deref(), &self.reading.records())?;
        let ip = self.bind.unwrap_or(IpAddr::V4(Ipv4Addr::LOCALHOST));
        if !ip.is_loopback() {
            say!("warning: other machines can reach {ip} and use this one");
        }
        let asked = SocketAddr::new(ip, self.port);
        let listener = TcpListener::bind(asked)
            .with_context(|| format!("cannot listen on {asked}; --port 0 takes any free port"))?;
        let address = listener.local_addr()?;
        let limits = ServerLimits {
            time: self.max_time,
            searches: threads(self.threads.or(Some(cores().max(LEAST_SEARCHES)))),
            queue: self.queue,
            memory: self.memory,
            body: BODY,
        };
        let tables = self.tables.reading()?.map(Arc::new);
        let searchers = Arc::new(Searchers::new(limits, tables));
        let url = format!("http://{address}/");
        writeln!(stdout(), "{url}")?;
        stdout().flush()?;
        if self.open {
            open_browser(&url);
        }
        // Open connections end with the process.
        serve(Explorer::new(opened, searchers, address), listener, &interrupt_flag())?;
        Ok(Status::Done)
    }
}

/// Whether the argument is a file that is no problem set.
fn may_be_record(what: &str) -> bool {
    let path = Path::new(what);
    what == "-" || path.exists() && !path.is_dir() && !plain_name(what).ends_with(".xml")
}

/// Opens the page; a missing browser is not an error.
fn open_browser(url: &str) {
    let program = if cfg!(target_os = "macos") { "open" } else { "xdg-open" };
    let started =
        Command::new(program).arg(url).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
    if started.is_err() {
        say!("warning: {program} cannot be started; open {url} in a browser");
    }
}
