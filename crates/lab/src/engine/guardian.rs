//! A small process that ends the processes started by this one once this one is gone, however it
//! ended.
//!
//! A signal at the parent's death follows only the thread that started a process, and does not
//! reach grandchildren. So one shell for all of them waits on a pipe that only this process holds
//! open. When the pipe closes, the shell ends every process group that it knows.

use std::io::Write;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::{Mutex, PoisonError};

/// Reads `+ GROUP` and `- GROUP`, and ends the groups that are left when its input ends. It runs in
/// its own group and ignores the signals that end its parent.
const SCRIPT: &str = r#"
trap '' INT TERM HUP QUIT
groups=
while read -r sign group; do
  if [ "$sign" = + ]; then
    groups="$groups $group"
  else
    kept=
    for one in $groups; do [ "$one" = "$group" ] || kept="$kept $one"; done
    groups=$kept
  fi
done
for one in $groups; do kill -KILL "-$one"; done
"#;

struct Guardian {
    input: ChildStdin,
    /// Never waited for: it ends after this process.
    _shell: Child,
}

static GUARDIAN: Mutex<Option<Guardian>> = Mutex::new(None);

/// Makes sure that a process group ends with this process; without a shell, nothing does.
pub fn watch(group: u32) {
    tell("+", group);
}

/// Forgets a group that has ended.
pub fn forget(group: u32) {
    tell("-", group);
}

/// Starts the guardian, so that it is running before what it guards.
pub fn ready() {
    let mut guardian = GUARDIAN.lock().unwrap_or_else(PoisonError::into_inner);
    if guardian.is_none() {
        *guardian = start();
    }
}

fn tell(sign: &str, group: u32) {
    let mut guardian = GUARDIAN.lock().unwrap_or_else(PoisonError::into_inner);
    let Some(there) = guardian.as_mut() else { return };
    if there.input.write_all(format!("{sign} {group}\n").as_bytes()).is_err() {
        // Something ended it; the next process gets a new one.
        *guardian = None;
    }
}

fn start() -> Option<Guardian> {
    let mut command = Command::new("/bin/sh");
    command.args(["-c", SCRIPT]).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    let mut shell = command.spawn().ok()?;
    Some(Guardian { input: shell.stdin.take()?, _shell: shell })
}
