//! Who may use a data directory.

use std::{
    fs::{self, File, TryLockError},
    path::Path,
};

use crate::{Error, Result};

/// The lock of a data directory, held as long as this is.
#[derive(Debug)]
pub(crate) struct DataDirLock(pub(crate) File);

impl DataDirLock {
    /// Creates the directory and takes its lock.
    pub(crate) fn take(path: &Path) -> Result<Self> {
        fs::create_dir_all(path).map_err(|source| unusable(path, source))?;
        let mut options = File::options();
        let file = options.create(true).truncate(false).write(true).open(path.join("lock"));
        Self::of(file.map_err(|source| unusable(path, source))?, path)
    }

    /// Takes the lock of a folder if it is a data directory; a back-up has none.
    pub(crate) fn take_if_there(folder: &Path) -> Result<Option<Self>> {
        let Ok(file) = File::open(folder.join("lock")) else { return Ok(None) };
        Self::of(file, folder).map(Some)
    }

    fn of(file: File, path: &Path) -> Result<Self> {
        match file.try_lock() {
            Ok(()) => Ok(Self(file)),
            Err(TryLockError::WouldBlock) => Err(Error::InUse { path: path.to_owned() }),
            Err(TryLockError::Error(source)) => Err(unusable(path, source)),
        }
    }
}

impl Drop for DataDirLock {
    fn drop(&mut self) {
        // A program that is just being started has every file of this one, so that closing it
        // would not be enough.
        let _ = self.0.unlock();
    }
}

fn unusable(path: &Path, source: std::io::Error) -> Error {
    Error::DataDir { path: path.to_owned(), source }
}
