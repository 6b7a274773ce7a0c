//! Shadows in a folder, and what is read back from one.

use std::{
    fs::{self, File},
    io::{self, Seek as _, SeekFrom},
    path::{Path, PathBuf},
};

use super::{BASES, FILES, NEW, PREFIX, ROUNDS, rounds};
use crate::{
    Error, Result,
    db::backup::{beside_named, copy_file, files},
};

/// The newest whole shadow in a folder, which may be one itself; `None`: there is none.
///
/// # Errors
/// When the folder cannot be read.
pub fn newest_shadow(folder: &Path) -> Result<Option<PathBuf>> {
    if folder.join(ROUNDS).is_file() {
        return Ok(Some(folder.to_owned()));
    }
    let mut found = in_folder(folder)?;
    found.retain(|path| path.extension().is_none() && path.join(ROUNDS).is_file());
    Ok(found.pop())
}

/// All there are, oldest first.
fn in_folder(folder: &Path) -> Result<Vec<PathBuf>> {
    let unreadable = |source| Error::Unreadable { path: folder.to_owned(), source };
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        let name = path.file_name().and_then(|it| it.to_str()).unwrap_or_default();
        if name.starts_with(PREFIX) {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

/// Removes those that were never finished.
pub(super) fn clear_unfinished(folder: &Path) -> Result<()> {
    let unfinished = |path: &PathBuf| path.extension().is_some_and(|it| it == NEW);
    in_folder(folder)?.into_iter().filter(unfinished).try_for_each(remove)
}

/// Removes all but this one, as far as possible: what stays is tried again with the next.
pub(super) fn clear_older(folder: &Path, newest: Option<&Path>) -> Result<()> {
    for path in in_folder(folder)? {
        if Some(path.as_path()) != newest {
            let _ = fs::remove_dir_all(&path);
        }
    }
    Ok(())
}

fn remove(path: PathBuf) -> Result<()> {
    fs::remove_dir_all(&path).map_err(files(&path))
}

/// Makes of a shadow the two files that it is of, as they were at its last round, with these names
/// in a folder; when that was, in Unix milliseconds.
///
/// # Errors
/// When a file cannot be read or written.
pub(crate) fn rebuild(shadow: &Path, folder: &Path, prefix: &str) -> Result<Option<u64>> {
    let [main, journal] = [0, 1].map(|which| {
        let target = folder.join(format!("{prefix}{}", FILES[which]));
        // What a try before has left would be read along.
        for end in ["", "-wal", "-shm"] {
            let _ = fs::remove_file(beside_named(&target, end));
        }
        copy_file(&shadow.join(BASES[which]), &target)?;
        let file = File::options().read(true).write(true).open(&target);
        let mut file = file.map_err(files(&target))?;
        file.seek(SeekFrom::Start(0)).map_err(files(&target))?;
        Ok::<_, Error>(file)
    });
    let mut targets = [main?, journal?];
    let path = shadow.join(ROUNDS);
    let rounds =
        File::open(&path).map_err(|source| Error::Unreadable { path: path.clone(), source })?;
    let played = rounds::play(rounds, &mut targets);
    let synced = targets.iter().try_for_each(File::sync_all);
    let last_ms =
        played.map_err(|source: io::Error| Error::Files { path: path.clone(), source })?;
    synced.map_err(files(&path))?;
    Ok(last_ms)
}
