//! A shadow of the embedded database in a second place, a moment behind it, so that whatever
//! happens to the first takes next to nothing along.
//!
//! A shadow is a folder with a copy of either file as it once was, the *base*, and in `rounds`, pages
//! that have changed since, in the order in which they did. A round is what one look at SQLite's
//! write-ahead logs has found, and is durable there before the next begins. Main file and journal
//! are in one round, the journal looked at last, as in a back-up: what is read back is a state of
//! both in which the journal is never the older one.
//!
//! # Nothing is missed
//! SQLite begins its log again, over what is there, once all of it has been moved into the file and
//! nobody reads it any more. So somebody always reads: before a round, another reader begins where
//! the log ends by then, and the one before ends only after it. The log can only have been begun
//! again, then, where all of it was in the file when a reader began, and up to there it was shipped;
//! nothing that comes after is moved into the file while that reader is there. As it would grow for
//! ever under load, the writers are stopped now and then for as long as it takes to move the last
//! pages ([`Source::begin_log_again`]).
//!
//! # The base
//! It is copied while the file is written, so pages of different instants are in it, or half of one.
//! Each page that is written meanwhile was in the log before, so it is in a round that comes after.
//! A new shadow begins with everything that is in the log.
//!
//! Nothing here closes a database's file: that would take the locks away that SQLite has on it.

mod finding;
mod log;
mod rounds;
mod source;

use std::{
    fs::{self, File},
    io::{self, Read as _, Seek as _, SeekFrom, Write as _},
    path::{Path, PathBuf},
};

use tokio::sync::mpsc;

pub use self::finding::newest_shadow;
pub(crate) use self::finding::rebuild;
use self::{log::LogCursor, rounds::Round, source::Source};
use crate::{
    DatabaseSettings, Result, Store,
    db::{
        ErasureDone, JOURNAL_FILE, MAIN_FILE,
        backup::{files, sync},
    },
};

/// What the name of each begins with.
const PREFIX: &str = "shadow-";

/// The ending of one whose base is not whole yet.
const NEW: &str = "new";

/// The file with what has changed since the base.
const ROUNDS: &str = "rounds";

/// The base of either file.
const BASES: [&str; 2] = ["komadai.base", "journal.base"];

/// The files themselves.
const FILES: [&str; 2] = [MAIN_FILE, JOURNAL_FILE];

/// How much of a base is copied between two rounds, in bytes.
const COPIED_AT_ONCE: u64 = 4 << 20;

/// Rounds of this many bytes more than the base has make another one worth while.
const ROUNDS_BYTES: u64 = 64 << 20;

/// How long a shadow is continued: what is deleted stays in it until there is another.
const LASTS_MS: u64 = 24 * 3_600_000;

/// A log of more bytes is begun again as soon as may be.
const LOG_BYTES_MAX: u64 = 8 << 20;

/// How often a log is begun again all the same.
const LOG_LASTS_MS: u64 = 60_000;

/// Keeps shadows of a database. It belongs to one task.
#[derive(Debug)]
pub struct ShadowWriter {
    folder: PathBuf,
    sources: [Source; 2],
    /// The one that is continued, and the one that is to take its place.
    shadows: Vec<Shadow>,
    /// Whoever has deleted something that is to leave the log as well.
    erasing: mpsc::UnboundedReceiver<ErasureDone>,
    /// Something was deleted that is to leave the shadow.
    wants_another: bool,
    /// When the logs were begun again last.
    log_began_ms: u64,
}

/// How far a [`ShadowWriter`] is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShadowStep {
    /// Whether all that was committed before the step is in a shadow from which it can be restored.
    pub is_whole: bool,
    /// Whether a base is being copied, which the next step continues.
    pub is_copying: bool,
}

/// One that is being written.
#[derive(Debug)]
struct Shadow {
    path: PathBuf,
    began_ms: u64,
    rounds: File,
    rounds_bytes: u64,
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

impl ShadowWriter {
    /// Begins a shadow of SQLite's files. The one that is there stays until another is whole.
    ///
    /// # Errors
    /// When the folder cannot be written, or the database not be read.
    pub async fn begin(
        store: &Store,
        settings: &DatabaseSettings,
        folder: &Path,
        now_ms: u64,
    ) -> Result<Self> {
        fs::create_dir_all(folder).map_err(files(folder))?;
        finding::clear_unfinished(folder)?;
        let [main, journal] = FILES.map(|name| settings.data_dir.join(name));
        let sources = [Source::open(main).await?, Source::open(journal).await?];
        let mut writer = Self {
            folder: folder.to_owned(),
            sources,
            shadows: Vec::new(),
            erasing: store.shadowed(),
            wants_another: false,
            log_began_ms: now_ms,
        };
        for source in &mut writer.sources {
            source.look().await?;
        }
        writer.begin_shadow(now_ms)?;
        Ok(writer)
    }

    /// Takes over what was committed since the last step, and some of a base that is being copied.
    ///
    /// # Errors
    /// When the second place cannot be written or the first not be read: this writer is of no use
    /// any more then, and another begins with a new shadow.
    pub async fn step(&mut self, now_ms: u64) -> Result<ShadowStep> {
        self.round(now_ms).await?;
        let mut asked = Vec::new();
        while let Ok(done) = self.erasing.try_recv() {
            asked.push(done);
        }
        let has_lasted = now_ms.saturating_sub(self.log_began_ms) >= LOG_LASTS_MS;
        let is_long = self.sources.iter().any(|it| it.log_bytes() > LOG_BYTES_MAX);
        if has_lasted || is_long || !asked.is_empty() {
            self.log_began_ms = now_ms;
            for which in 0..self.sources.len() {
                self.begin_log_again(which, now_ms).await?;
            }
        }
        self.wants_another |= !asked.is_empty();
        for done in asked {
            // Whoever asked may not have waited.
            let _ = done.send(());
        }
        if let Some(newest) = self.shadows.last_mut() {
            if newest.copying.is_some() {
                newest.copy(&self.sources)?;
                if newest.copying.is_none() {
                    self.round(now_ms).await?;
                    self.put_in_place()?;
                }
            } else if newest.rounds_bytes > newest.base_bytes + ROUNDS_BYTES
                || now_ms.saturating_sub(newest.began_ms) >= LASTS_MS
                || std::mem::take(&mut self.wants_another)
            {
                self.begin_shadow(now_ms)?;
            }
        }
        Ok(ShadowStep {
            is_whole: self.shadows.first().is_some_and(|it| it.copying.is_none()),
            is_copying: self.shadows.last().is_some_and(|it| it.copying.is_some()),
        })
    }

    fn begin_shadow(&mut self, now_ms: u64) -> Result<()> {
        let name = format!("{PREFIX}{now_ms:013}");
        let path = self.folder.join(name).with_extension(NEW);
        self.shadows.push(Shadow::begin(path, now_ms)?);
        Ok(())
    }

    /// Ships what the logs have.
    async fn round(&mut self, now_ms: u64) -> Result<()> {
        for source in &mut self.sources {
            source.look_on().await?;
        }
        self.ship(now_ms)?;
        for source in &mut self.sources {
            source.let_go().await?;
        }
        Ok(())
    }

    fn ship(&mut self, now_ms: u64) -> Result<()> {
        self.shadows.iter_mut().try_for_each(|it| it.ship(&self.sources, now_ms))
    }

    /// See [`Source::begin_log_again`].
    async fn begin_log_again(&mut self, which: usize, now_ms: u64) -> Result<()> {
        if !self.sources[which].stop_writers().await? {
            return Ok(());
        }
        self.sources[which].look_on().await?;
        // All of them, so that the order of the two is kept.
        self.ship(now_ms)?;
        let ends = self.shadows.iter().map(|it| it.cursors[which].n_frames()).collect::<Vec<_>>();
        self.sources[which].begin_log_again(&ends).await
    }

    /// The newest is whole, and takes the place of the ones before.
    fn put_in_place(&mut self) -> Result<()> {
        let Some(newest) = self.shadows.last_mut() else { return Ok(()) };
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
    fn begin(path: PathBuf, now_ms: u64) -> Result<Self> {
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
        Ok(Self {
            path,
            began_ms: now_ms,
            rounds,
            rounds_bytes: 0,
            cursors: Default::default(),
            copying: Some(Copying { which: 0, target, n_bytes: 0 }),
            base_bytes: 0,
        })
    }

    /// Ships what the logs have since the last time.
    fn ship(&mut self, sources: &[Source; 2], now_ms: u64) -> Result<()> {
        loop {
            let mut cursors = self.cursors.clone();
            let [main, journal] = &mut cursors;
            // The main file first: what is cut off of it comes with the next, of the journal nothing.
            let (main, is_cut) = main.read(sources[0].log_path(), true)?;
            let (journal, _) = journal.read(sources[1].log_path(), false)?;
            let round = Round { at_ms: now_ms, changes: [main, journal] };
            if !round.is_empty() {
                let bytes = round.to_bytes();
                let written = self.rounds.write_all(&bytes).and_then(|()| self.rounds.sync_data());
                written.map_err(files(&self.path.join(ROUNDS)))?;
                self.rounds_bytes += bytes.len() as u64;
            }
            self.cursors = cursors;
            if !is_cut {
                return Ok(());
            }
        }
    }

    /// Copies some more of the base.
    fn copy(&mut self, sources: &[Source; 2]) -> Result<()> {
        let Some(Copying { which, target, n_bytes }) = &mut self.copying else { return Ok(()) };
        let path = self.path.join(BASES[*which]);
        let mut source = sources[*which].file();
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
