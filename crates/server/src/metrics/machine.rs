//! How the machine is: open files, disk, memory, clock.

use std::{fs, path::Path};

/// Operators with less room than this on a disk should know, in bytes: half a million games.
const DISK_BYTES_MIN: u64 = 2 << 30;

/// More open files than this many per cent of what may be open are worth a word.
const OPEN_FILES_PERCENT_MAX: u64 = 80;

/// Fewer open files than this are worth a warning.
pub const OPEN_FILES_MIN: u64 = 10_000;

/// The wall clock may run so far from the server's time before it is worth a word, in
/// milliseconds.
const SKEW_MAX_MS: u64 = 1_000;

/// Something that is used up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Usage {
    /// How much is.
    pub used: u64,
    /// How much there is.
    pub limit: u64,
}

impl Usage {
    /// How much is left.
    pub fn free(self) -> u64 {
        self.limit.saturating_sub(self.used)
    }

    /// Whether so many per cent of it are used, or more.
    pub fn is_used_to(self, percent: u32) -> bool {
        u128::from(self.used) * 100 >= u128::from(self.limit) * u128::from(percent)
    }
}

/// Open files of this process, and how many there may be.
pub fn open_files() -> Option<Usage> {
    // Linux gives their number as the folder's size (since 6.2); listing ten thousands of them
    // takes milliseconds.
    let used = match fs::metadata("/proc/self/fd").ok()?.len() {
        0 => fs::read_dir("/proc/self/fd").ok()?.count() as u64,
        n_open => n_open,
    };
    let limit = rustix::process::getrlimit(rustix::process::Resource::Nofile).current?;
    Some(Usage { used, limit })
}

/// The disk on which a folder lies, in bytes.
pub fn disk(folder: &Path) -> Option<Usage> {
    let disk = rustix::fs::statvfs(folder).ok()?;
    // As `df` counts it: what is kept for root is neither used nor to be had.
    let used = disk.f_blocks.saturating_sub(disk.f_bfree);
    let limit = used.saturating_add(disk.f_bavail);
    let bytes = |n: u64| n.saturating_mul(disk.f_frsize);
    Some(Usage { used: bytes(used), limit: bytes(limit) })
}

/// Memory of this process, in bytes.
pub fn memory_bytes() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kib: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kib * 1024)
}

/// Processor time of this process, in seconds.
pub fn cpu_s() -> Option<f64> {
    let stat = fs::read_to_string("/proc/self/stat").ok()?;
    // The name in parentheses may hold anything.
    let mut fields = stat.rsplit_once(')')?.1.split_whitespace().skip(11);
    let user: u64 = fields.next()?.parse().ok()?;
    let system: u64 = fields.next()?.parse().ok()?;
    Some((user + system) as f64 / rustix::param::clock_ticks_per_second() as f64)
}

/// When this process began, in Unix seconds.
pub fn started_s() -> Option<f64> {
    let stat = fs::read_to_string("/proc/self/stat").ok()?;
    let ticks: u64 = stat.rsplit_once(')')?.1.split_whitespace().nth(19)?.parse().ok()?;
    let system = fs::read_to_string("/proc/stat").ok()?;
    let booted_s: u64 = system.lines().find_map(|it| it.strip_prefix("btime "))?.parse().ok()?;
    Some(booted_s as f64 + ticks as f64 / rustix::param::clock_ticks_per_second() as f64)
}

/// What is wrong with the open files, if anything is.
pub fn complain_of_open_files(files: Usage) -> Option<String> {
    (files.used.saturating_mul(100) > files.limit.saturating_mul(OPEN_FILES_PERCENT_MAX)).then(
        || {
            format!(
                "{} of {} files are open: nobody can connect when there are no more; raise the \
                 limit (LimitNOFILE in the unit, ulimits in the compose file)",
                files.used, files.limit
            )
        },
    )
}

/// What is wrong with the disk of a folder, if anything is.
pub fn complain_of_disk(folder: &Path, disk: Usage) -> Option<String> {
    (disk.free() < DISK_BYTES_MIN).then(|| {
        format!(
            "the disk of {} has {} MiB left: games pause when it is full",
            folder.display(),
            disk.free() >> 20
        )
    })
}

/// What is refused because so much of the disk is used, if anything is.
pub fn complain_of_storage(folder: &Path, disk: Usage, percent_max: u32) -> Option<String> {
    disk.is_used_to(percent_max).then(|| {
        format!(
            "{percent_max} % of the disk of {} is used: reviews and imported games are refused, \
             while games continue; free some space, or raise storage.disk_percent_max",
            folder.display()
        )
    })
}

/// What is wrong with the wall clock, if anything is.
pub fn complain_of_clock(server_ms: u64, wall_ms: u64) -> Option<String> {
    let skew_ms = server_ms.abs_diff(wall_ms);
    (skew_ms > SKEW_MAX_MS).then(|| {
        let way = if wall_ms > server_ms { "forward" } else { "back" };
        format!(
            "the machine's clock was set {way} by {skew_ms} ms since the server started: games use \
             the server's own time, and dates are off by that much until a restart"
        )
    })
}

/// From now on only its owner reads what this process writes: a database holds password hashes
/// and sessions.
pub fn keep_files_private() {
    #[cfg(unix)]
    rustix::process::umask(rustix::fs::Mode::RWXG | rustix::fs::Mode::RWXO);
}

/// The wall clock now, in Unix milliseconds.
pub fn wall_ms() -> u64 {
    #[expect(clippy::disallowed_methods, reason = "it is compared with the server's time")]
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    now.map_or(0, |since| since.as_millis() as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_process_is_seen() {
        let files = open_files().unwrap();
        assert!(files.used >= 3 && files.limit > files.used, "{files:?}");
        assert!(disk(Path::new("/")).unwrap().limit > 0);
        assert!(memory_bytes().unwrap() > 1 << 20);
        assert!(cpu_s().unwrap() >= 0.0);
        let age_s = wall_ms() as f64 / 1000.0 - started_s().unwrap();
        assert!((-5.0..86_400.0).contains(&age_s), "{age_s}");
    }

    #[test]
    fn what_runs_out_is_said() {
        let files = |used| complain_of_open_files(Usage { used, limit: 1_000 });
        assert_eq!(files(800), None);
        assert!(files(801).unwrap().contains("801 of 1000"));
        let disk = |used, limit| complain_of_disk(Path::new("data"), Usage { used, limit });
        assert_eq!(disk(90 << 30, 100 << 30), None);
        assert!(disk(99 << 30, 100 << 30).unwrap().contains("1024 MiB"));
        let storage =
            |used| complain_of_storage(Path::new("data"), Usage { used, limit: 1_000 }, 90);
        assert_eq!(storage(899), None);
        assert!(storage(900).unwrap().contains("90 % of the disk of data is used"));
        assert_eq!(complain_of_clock(5_000, 5_900), None);
        assert!(complain_of_clock(5_000, 8_000).unwrap().contains("forward by 3000 ms"));
        assert!(complain_of_clock(5_000, 2_000).unwrap().contains("back by 3000 ms"));
    }
}
