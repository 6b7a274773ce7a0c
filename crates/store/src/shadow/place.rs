//! The second place, which may be slow, full or away: everything here waits for it.

use std::{
    fs::{self, File},
    io::{self, Read as _, Seek as _, SeekFrom, Write as _},
    path::{Path, PathBuf},
};

use super::{
    BASES, DATABASE, NEW, PARTS, PREFIX, ROUNDS, WHOLE, finding, log::LogCursor, rounds::Round,
};
use crate::{
    Error, Result,
    db::backup::{files, sync},
};

/// How much of a base is copied between two rounds, in bytes.
const COPIED_AT_ONCE: u64 = 4 << 20;

/// Where the shadows of a database are kept.
#[derive(Debug)]
pub(super) struct Place {
    folder: PathBuf,
    /// Which database it is.
    database: Vec<u8>,
    /// The logs of the two files, and the files themselves.
    logs: [PathBuf; 2],
    files: [&'static File; 2],
    /// The one that is continued, and the one that is to take its place.
    shadows: Vec<Shadow>,
}

/// One that is being written.
#[derive(Debug)]
struct Shadow {
    path: PathBuf,
    began_ms: u64,
    rounds: File,
    rounds_bytes: u64,
    /// What was read of the logs and is not in the second place yet.
    unwritten: Vec<Vec<u8>>,
    cursors: [LogCursor; 2],
    /// `None`: it is whole.
    copying: Option<Copying>,
    base_bytes: u64,
}

/// A base that is being copied.
#[derive(Debug)]
struct Copying {
    /// Which of the files.
    which: usize,
    target: File,
    /// How much of it there is, in bytes.
    n_bytes: u64,
}

/// Makes a folder fit to keep shadows of this database.
///
/// # Errors
/// When it cannot be written, or has shadows of another database: whoever starts a server on a new
/// machine before restoring would lose what there is to restore.
pub(super) fn prepare(folder: &Path, database: &[u8]) -> Result<()> {
    fs::create_dir_all(folder).map_err(files(folder))?;
    if let Some(shadow) = finding::newest_shadow(folder)? {
        let path = shadow.join(DATABASE);
        let read = fs::read(&path).map_err(|source| Error::Unreadable { path, source })?;
        if read != database {
            return Err(Error::OtherShadow { path: shadow });
        }
    }
    finding::clear_unfinished(folder)
}

impl Place {
    pub(super) fn new(
        folder: &Path,
        database: Vec<u8>,
        logs: [PathBuf; 2],
        files: [&'static File; 2],
    ) -> Self {
        Self { folder: folder.to_owned(), database, logs, files, shadows: Vec::new() }
    }

    /// Whether there is a shadow from which all can be restored.
    pub(super) fn has_whole(&self) -> bool {
        self.shadows.first().is_some_and(|it| it.copying.is_none())
    }

    pub(super) fn is_copying(&self) -> bool {
        self.shadows.last().is_some_and(|it| it.copying.is_some())
    }

    /// How many bytes the newest has beyond its base, and when it began.
    pub(super) fn newest(&self) -> Option<(u64, u64)> {
        let it = self.shadows.last()?;
        Some((it.rounds_bytes.saturating_sub(it.base_bytes), it.began_ms))
    }

    /// How many frames of a log each shadow has read.
    pub(super) fn n_frames(&self, which: usize) -> Vec<u64> {
        self.shadows.iter().map(|it| it.cursors[which].n_frames()).collect()
    }

    pub(super) fn begin_shadow(&mut self, now_ms: u64) -> Result<()> {
        let name = format!("{PREFIX}{now_ms:013}");
        let path = self.folder.join(name).with_extension(NEW);
        self.shadows.push(Shadow::begin(path, &self.database, now_ms)?);
        Ok(())
    }

    /// Ships what the logs have.
    pub(super) fn ship(&mut self, now_ms: u64) -> Result<()> {
        for shadow in &mut self.shadows {
            while shadow.gather(&self.logs, now_ms)? {
                shadow.write()?;
            }
            shadow.write()?;
        }
        Ok(())
    }

    /// Reads what the logs have, and does not touch the second place; [`Place::write`] does.
    pub(super) fn gather(&mut self, now_ms: u64) -> Result<()> {
        for shadow in &mut self.shadows {
            while shadow.gather(&self.logs, now_ms)? {}
        }
        Ok(())
    }

    pub(super) fn write(&mut self) -> Result<()> {
        self.shadows.iter_mut().try_for_each(Shadow::write)
    }

    /// Copies some more of the newest's base; whether that was the last of it.
    pub(super) fn copy(&mut self) -> Result<bool> {
        let Some(newest) = self.shadows.last_mut() else { return Ok(false) };
        newest.copy(&self.files)?;
        Ok(newest.copying.is_none())
    }

    /// The newest is whole, and takes the place of the ones before.
    pub(super) fn put_in_place(&mut self) -> Result<()> {
        let Some(newest) = self.shadows.last_mut() else { return Ok(()) };
        newest.say_it_is_whole()?;
        let path = newest.path.with_extension("");
        fs::rename(&newest.path, &path).map_err(files(&path))?;
        newest.path = path;
        sync(&self.folder)?;
        let newest = self.shadows.pop();
        self.shadows = newest.into_iter().collect();
        finding::clear_older(&self.folder, self.shadows.first().map(|it| it.path.as_path()))
    }
}

impl Shadow {
    fn begin(path: PathBuf, database: &[u8], now_ms: u64) -> Result<Self> {
        let mut builder = fs::DirBuilder::new();
        // It holds password hashes.
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
        builder.create(&path).map_err(files(&path))?;
        let make = |name: &str| {
            let path = path.join(name);
            File::create_new(&path).map_err(files(&path))
        };
        let (rounds, target) = (make(ROUNDS)?, make(BASES[0])?);
        write_new(&path.join(DATABASE), database)?;
        Ok(Self {
            path,
            began_ms: now_ms,
            rounds,
            rounds_bytes: 0,
            unwritten: Vec::new(),
            cursors: Default::default(),
            copying: Some(Copying { which: 0, target, n_bytes: 0 }),
            base_bytes: 0,
        })
    }

    /// Reads what the logs have since the last time, or some of it; whether there is more.
    fn gather(&mut self, logs: &[PathBuf; 2], now_ms: u64) -> Result<bool> {
        let mut cursors = self.cursors.clone();
        let [main, journal] = &mut cursors;
        // The main file first: what is cut off of it comes with the next, of the journal nothing.
        let (main, is_cut) = main.read(&logs[0], true)?;
        let (journal, _) = journal.read(&logs[1], false)?;
        let round = Round { at_ms: now_ms, changes: [main, journal] };
        if !round.is_empty() {
            self.unwritten.push(round.to_bytes().map_err(files(&self.path))?);
        }
        self.cursors = cursors;
        Ok(is_cut)
    }

    fn write(&mut self) -> Result<()> {
        let unwritten = std::mem::take(&mut self.unwritten);
        if unwritten.is_empty() {
            return Ok(());
        }
        let written = unwritten.iter().try_for_each(|bytes| self.rounds.write_all(bytes));
        written.and_then(|()| self.rounds.sync_data()).map_err(files(&self.path.join(ROUNDS)))?;
        self.rounds_bytes += unwritten.iter().map(|it| it.len() as u64).sum::<u64>();
        // What somebody has removed, or another disk covers, can be written as well.
        if self.len(ROUNDS)? != self.rounds_bytes {
            let cause = io::Error::other("somebody else has replaced it");
            return Err(files(&self.path.join(ROUNDS))(cause));
        }
        Ok(())
    }

    /// From now on all can be restored from it.
    fn say_it_is_whole(&self) -> Result<()> {
        let lens = PARTS.map(|name| self.len(name).map(|it| it.to_string()));
        let lens: Vec<String> = lens.into_iter().collect::<Result<_>>()?;
        write_new(&self.path.join(WHOLE), lens.join("\n").as_bytes())?;
        sync(&self.path)
    }

    /// How long a file is that whoever restores would find.
    fn len(&self, name: &str) -> Result<u64> {
        let path = self.path.join(name);
        Ok(fs::metadata(&path).map_err(files(&path))?.len())
    }

    /// Copies some more of the base.
    fn copy(&mut self, sources: &[&'static File; 2]) -> Result<()> {
        let Some(Copying { which, target, n_bytes }) = &mut self.copying else { return Ok(()) };
        let path = self.path.join(BASES[*which]);
        let mut source = sources[*which];
        let copied = source
            .seek(SeekFrom::Start(*n_bytes))
            .and_then(|_| io::copy(&mut source.take(COPIED_AT_ONCE), target));
        let n = copied.map_err(files(&path))?;
        *n_bytes += n;
        self.base_bytes += n;
        if n == COPIED_AT_ONCE {
            return Ok(());
        }
        target.sync_all().map_err(files(&path))?;
        self.copying = match BASES.get(*which + 1) {
            None => None,
            Some(name) => {
                let path = self.path.join(name);
                let target = File::create_new(&path).map_err(files(&path))?;
                Some(Copying { which: *which + 1, target, n_bytes: 0 })
            }
        };
        Ok(())
    }
}

/// Writes a file that is not there yet, durably.
fn write_new(path: &Path, bytes: &[u8]) -> Result<()> {
    let written = File::create_new(path).and_then(|mut file| {
        file.write_all(bytes)?;
        file.sync_all()
    });
    written.map_err(files(path))
}
