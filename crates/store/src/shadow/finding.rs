//! Shadows in a folder, and what is read back from one.

use std::{
    fs::{self, File},
    io::{self, Seek as _, SeekFrom},
    path::{Path, PathBuf},
};

use super::{BASES, FILES, NEW, PARTS, PREFIX, ROUNDS, WHOLE, rounds};
use crate::{
    Error, Result,
    db::backup::{beside_named, copy_file, files},
};

/// What is said of a part that is not long enough.
const CUT: &str = "so much of it is missing that nothing can be restored from this shadow";

/// The newest whole shadow in a folder, which may be one itself; `None`: there is none.
///
/// # Errors
/// When the folder cannot be read.
pub fn newest_shadow(folder: &Path) -> Result<Option<PathBuf>> {
    if folder.join(ROUNDS).is_file() {
        return Ok(Some(folder.to_owned()));
    }
    let mut found = in_folder(folder)?;
    found.retain(|path| path.extension().is_none() && path.join(WHOLE).is_file());
    Ok(found.pop())
}

/// All there are, oldest first; a folder with another name is somebody else's.
fn in_folder(folder: &Path) -> Result<Vec<PathBuf>> {
    let unreadable = |source| Error::Unreadable { path: folder.to_owned(), source };
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        let name = path.file_name().and_then(|it| it.to_str()).unwrap_or_default();
        let name = name.strip_prefix(PREFIX).unwrap_or_default();
        let (time, ending) = name.split_once('.').unwrap_or((name, NEW));
        if ending == NEW && !time.is_empty() && time.bytes().all(|it| it.is_ascii_digit()) {
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

/// How many bytes each of its [`PARTS`] has at least.
fn parts(shadow: &Path) -> Result<[u64; 3]> {
    let path = shadow.join(WHOLE);
    let text = match fs::read_to_string(&path) {
        Ok(text) => text,
        Err(cause) if cause.kind() == io::ErrorKind::NotFound => {
            return Err(damaged(shadow, "its copy of the database was never finished"));
        }
        Err(source) => return Err(Error::Unreadable { path, source }),
    };
    let lens: Option<Vec<u64>> = text.lines().map(|it| it.parse().ok()).collect();
    let lens = lens.and_then(|it| it.try_into().ok());
    lens.ok_or_else(|| damaged(&path, "it does not say how much there has to be"))
}

fn damaged(path: &Path, said: &str) -> Error {
    Error::Damaged { path: path.to_owned(), said: said.to_owned() }
}

/// Makes of a shadow the two files that it is of, as they were at its last round, with these names
/// in a folder; when that was, in Unix milliseconds.
///
/// # Errors
/// When a file cannot be read or written, or something is missing without which it is no state of the
/// database.
pub(crate) fn rebuild(shadow: &Path, folder: &Path, prefix: &str) -> Result<Option<u64>> {
    let least = parts(shadow)?;
    for (name, least) in PARTS.into_iter().zip(least) {
        let path = shadow.join(name);
        match fs::metadata(&path) {
            Ok(it) if it.len() >= least => {}
            Ok(_) => return Err(damaged(&path, CUT)),
            Err(source) => return Err(Error::Unreadable { path, source }),
        }
    }
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
    let played = played.map_err(|source: io::Error| Error::Files { path: path.clone(), source })?;
    synced.map_err(files(&path))?;
    if played.n_bytes < least[0] {
        return Err(damaged(&path, CUT));
    }
    Ok(played.last_ms)
}
