//! Where the tests put their databases: into memory where there is plenty of it, since each of
//! thousands of commits waits until a disk has written it.

use std::{
    env,
    fs::{self, Permissions},
    os::unix::fs::PermissionsExt as _,
    path::PathBuf,
    process,
    sync::atomic::{AtomicU32, Ordering},
};

use crate::command::Command;

/// What Linux keeps in memory.
const MEMORY: &str = "/dev/shm";

/// What our folders there are called, before the numbers of the process and of the folder.
const PREFIX: &str = "komadai-test-";

/// How much must be free; the tests need less than a third of it at once.
const FREE_KIB_MIN: u64 = 8 * 1024 * 1024;

/// A folder in memory for the temporary files of tests, removed when this is dropped.
#[derive(Debug)]
pub(crate) struct Scratch(PathBuf);

impl Scratch {
    /// `None` where memory is scarce, or somebody has said where temporary files go.
    pub(crate) fn in_memory() -> Option<Self> {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        remove_left();
        if env::var_os("TMPDIR").is_some() || free_kib().is_none_or(|free| free < FREE_KIB_MIN) {
            return None;
        }
        let n = NEXT.fetch_add(1, Ordering::Relaxed);
        let folder = PathBuf::from(MEMORY).join(format!("{PREFIX}{}-{n}", process::id()));
        let scratch = Self(folder);
        fs::create_dir_all(&scratch.0).ok()?;
        // As `/tmp` is: PostgreSQL makes and removes its files as a user of its own.
        fs::set_permissions(&scratch.0, Permissions::from_mode(0o1777)).ok()?;
        Some(scratch)
    }

    /// The variable that names the folder to programs.
    pub(crate) fn variable(&self) -> (&'static str, &PathBuf) {
        ("TMPDIR", &self.0)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // What cannot be removed is tried again by the next run.
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// How much can be put into memory.
fn free_kib() -> Option<u64> {
    let folder = Command::new("df", ["--output=avail", "--block-size=1K", MEMORY]).answer()?;
    let folder = folder.lines().last()?.trim().parse().ok()?;
    let machine = available(&fs::read_to_string("/proc/meminfo").ok()?)?;
    Some(machine.min(folder))
}

/// What a machine could give to a program, as `/proc/meminfo` says it.
fn available(meminfo: &str) -> Option<u64> {
    let line = meminfo.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    line.trim().strip_suffix(" kB")?.parse().ok()
}

/// Removes the folders of processes that are gone.
fn remove_left() {
    let Ok(folders) = fs::read_dir(MEMORY) else { return };
    for folder in folders.flatten() {
        let name = folder.file_name();
        let Some((process, _)) = name
            .to_str()
            .and_then(|name| name.strip_prefix(PREFIX))
            .and_then(|rest| rest.split_once('-'))
        else {
            continue;
        };
        if !PathBuf::from("/proc").join(process).exists() {
            // Somebody else's is theirs to remove.
            let _ = fs::remove_dir_all(folder.path());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_memory_that_is_left() {
        let text = "MemTotal:       24000000 kB\nMemAvailable:   12345678 kB\nBuffers: 1 kB\n";
        assert_eq!(available(text), Some(12_345_678));
        assert_eq!(available("MemTotal: 1 kB\n"), None);
        assert_eq!(available("MemAvailable: much\n"), None);
    }

    #[test]
    fn a_folder_goes_with_what_holds_it() {
        let folder = env::temp_dir().join(format!("xtask-scratch-{}", process::id()));
        fs::create_dir_all(folder.join("deep")).unwrap();
        let scratch = Scratch(folder.clone());
        assert_eq!(scratch.variable(), ("TMPDIR", &folder));
        drop(scratch);
        assert!(!folder.exists());
    }
}
