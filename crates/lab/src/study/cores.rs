//! The processor's cores: how many runs fit without disturbing each other, how to pin a run to a
//! core, and whether a run had its core to itself.

use super::record::Machine;
use std::time::Duration;

/// The processors that a timing run may use at once.
///
/// These are the first hardware thread of each physical core that this process may run on, and no
/// more than its share of the machine. If the system does not tell, every processor counts as a
/// core.
pub fn physical_cores() -> Vec<usize> {
    let most = std::thread::available_parallelism().map_or(1, usize::from);
    let mut cores = allowed_cores().unwrap_or_else(|| (0..most).collect());
    cores.truncate(most);
    cores
}

#[cfg(target_os = "linux")]
fn allowed_cores() -> Option<Vec<usize>> {
    use rustix::thread::{CpuSet, sched_getaffinity};

    let allowed = sched_getaffinity(None).ok()?;
    let mut seen = Vec::new();
    let mut cores = Vec::new();
    for processor in (0..CpuSet::MAX_CPU).filter(|&p| allowed.is_set(p)) {
        let path = format!("/sys/devices/system/cpu/cpu{processor}/topology/thread_siblings_list");
        // Hardware threads of one core have the same list of siblings.
        let siblings = std::fs::read_to_string(path).unwrap_or_else(|_| processor.to_string());
        if !seen.contains(&siblings) {
            seen.push(siblings);
            cores.push(processor);
        }
    }
    (!cores.is_empty()).then_some(cores)
}

#[cfg(not(target_os = "linux"))]
fn allowed_cores() -> Option<Vec<usize>> {
    None
}

/// Pins the calling thread to one processor; `false` if the system does not allow it.
#[cfg(target_os = "linux")]
pub fn pin_to(processor: usize) -> bool {
    let mut set = rustix::thread::CpuSet::new();
    set.set(processor);
    rustix::thread::sched_setaffinity(None, &set).is_ok()
}

/// Pins the calling thread to one processor; `false` if the system does not allow it.
#[cfg(not(target_os = "linux"))]
pub fn pin_to(_processor: usize) -> bool {
    false
}

/// The time that the calling thread has spent on a processor; `None` if the system does not tell.
#[cfg(target_os = "linux")]
pub fn thread_time() -> Option<Duration> {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    let (seconds, nanos) = (u64::try_from(time.tv_sec).ok()?, u32::try_from(time.tv_nsec).ok()?);
    Some(Duration::new(seconds, nanos))
}

/// The time that the calling thread has spent on a processor; `None` if the system does not tell.
#[cfg(not(target_os = "linux"))]
pub fn thread_time() -> Option<Duration> {
    None
}

/// A description of this machine.
pub fn this_machine() -> Machine {
    let read = |path| std::fs::read_to_string(path).ok();
    let info = read("/proc/cpuinfo").unwrap_or_default();
    let model = info
        .lines()
        .find_map(|line| line.strip_prefix("model name")?.split_once(':'))
        .map(|(_, name)| name.trim().to_owned());
    Machine {
        processor: model.unwrap_or_else(|| std::env::consts::ARCH.to_owned()),
        cores: physical_cores().len(),
        system: std::env::consts::OS.to_owned(),
        kernel: read("/proc/sys/kernel/osrelease").map(|text| text.trim().to_owned()),
        memory: read("/proc/meminfo").and_then(|text| {
            let kilobytes = text.strip_prefix("MemTotal:")?.split_whitespace().next()?;
            Some(kilobytes.parse::<u64>().ok()? << 10)
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_is_a_core_and_a_machine() {
        assert!(!physical_cores().is_empty());
        assert!(!this_machine().processor.is_empty());
    }

    #[test]
    fn work_takes_the_threads_time_and_sleep_does_not() {
        let Some(start) = thread_time() else { return };
        std::thread::sleep(Duration::from_millis(30));
        let slept = thread_time().unwrap() - start;
        assert!(slept < Duration::from_millis(20), "{slept:?}");
        while thread_time().unwrap() - start < Duration::from_millis(5) {}
    }
}
