//! What the system knows of a process: processor time and memory.

use std::{collections::HashMap, fs, ops::Sub};

/// Processor time, in microseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Cpu {
    pub(crate) user_us: f64,
    pub(crate) system_us: f64,
}

impl Cpu {
    pub(crate) fn total_us(self) -> f64 {
        self.user_us + self.system_us
    }
}

impl Sub for Cpu {
    type Output = Self;

    fn sub(self, before: Self) -> Self {
        Self {
            user_us: self.user_us - before.user_us,
            system_us: self.system_us - before.system_us,
        }
    }
}

impl std::iter::Sum for Cpu {
    fn sum<I: Iterator<Item = Self>>(all: I) -> Self {
        all.fold(Self::default(), |sum, it| Self {
            user_us: sum.user_us + it.user_us,
            system_us: sum.system_us + it.system_us,
        })
    }
}

/// The fields of `/proc/PID/stat` behind the name, which may hold anything.
fn stat(pid: u32) -> Option<Vec<u64>> {
    let text = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    let fields = text.get(text.rfind(')')? + 1..)?.split_whitespace();
    Some(fields.map(|field| field.parse().unwrap_or(0)).collect())
}

/// What a process with all its threads has used so far; nothing when it is gone.
pub(crate) fn cpu(pid: u32) -> Cpu {
    times(pid, 11)
}

fn times(pid: u32, user: usize) -> Cpu {
    let fields = stat(pid).unwrap_or_default();
    let tick_us = 1e6 / rustix::param::clock_ticks_per_second() as f64;
    let at = |n: usize| fields.get(n).map_or(0.0, |&ticks| ticks as f64 * tick_us);
    Cpu { user_us: at(user), system_us: at(user + 1) }
}

/// What a process and all that it started have used so far, those that have ended included.
pub(crate) fn tree_cpu(root: u32) -> Cpu {
    let parents: HashMap<u32, u32> = fs::read_dir("/proc")
        .into_iter()
        .flatten()
        .filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok())
        .filter_map(|pid: u32| Some((pid, u32::try_from(*stat(pid)?.get(1)?).ok()?)))
        .collect();
    let below = |pid: u32| {
        let mut at = pid;
        while let Some(&parent) = parents.get(&at) {
            if parent == root {
                return true;
            }
            at = parent;
        }
        false
    };
    let children = parents.keys().copied().filter(|&pid| pid != root && below(pid)).map(cpu);
    children.chain([cpu(root), times(root, 13)]).sum()
}

/// Resident memory of a process, in bytes.
pub(crate) fn memory_bytes(pid: u32) -> f64 {
    let text = fs::read_to_string(format!("/proc/{pid}/statm")).unwrap_or_default();
    let pages: f64 = text.split(' ').nth(1).and_then(|pages| pages.parse().ok()).unwrap_or(0.0);
    pages * rustix::param::page_size() as f64
}

/// The most resident memory that a process has ever had, in bytes.
pub(crate) fn peak_memory_bytes(pid: u32) -> f64 {
    let text = fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
    let peak = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kib = peak.and_then(|rest| rest.trim().strip_suffix(" kB")?.parse::<f64>().ok());
    kib.unwrap_or(0.0) * 1024.0
}

/// The processors' name.
pub(crate) fn processor() -> String {
    let text = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let name = text.lines().find_map(|line| line.strip_prefix("model name")?.split_once(':'));
    name.map_or_else(|| "unknown processor".to_owned(), |(_, name)| name.trim().to_owned())
}

/// How many tasks wanted to run in the last minute, on average. What others do on the machine
/// shows here.
pub(crate) fn load_average() -> f64 {
    let text = fs::read_to_string("/proc/loadavg").unwrap_or_default();
    text.split(' ').next().and_then(|load| load.parse().ok()).unwrap_or(0.0)
}

/// What the scheduler divides the cores between. A server with two busy threads has more of them
/// where it is threads: in the closed loop D then made up to a third more moves.
pub(crate) fn shares() -> &'static str {
    match fs::read_to_string("/proc/sys/kernel/sched_autogroup_enabled") {
        Ok(setting) if setting.trim() == "1" => "sessions (sched_autogroup_enabled is 1)",
        _ => "threads",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_process_is_seen() {
        let pid = std::process::id();
        let mut n = 0u64;
        let before = cpu(pid);
        while (cpu(pid) - before).total_us() < 20_000.0 {
            n = n.wrapping_add(1);
        }
        assert!(n > 0);
        assert!(tree_cpu(pid).total_us() >= before.total_us());
        // In this order: other tests of this process take more meanwhile.
        let memory = memory_bytes(pid);
        assert!(memory > 100_000.0);
        assert!(peak_memory_bytes(pid) >= memory && peak_memory_bytes(0) == 0.0);
        assert_eq!(cpu(0), Cpu::default());
    }
}
