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
//! A new shadow begins with everything that is in the log. Without the rounds of that time the base is
//! a state that never was, so a file beside them ([`WHOLE`]) says how much has to be there.
//!
//! Nothing here closes a database's file: that would take the locks away that SQLite has on it
//! ([`Store::kept_open`]).
//!
//! # Nobody waits for the second place
//! What waits for it is in [`place`], on threads of its own. While SQLite's writers are stopped it is
//! not touched, and when it does not answer the logs are given free.

mod finding;
mod log;
mod place;
mod rounds;
mod source;

use std::{
    io,
    path::{Path, PathBuf},
    time::Duration,
};

use tokio::{
    sync::mpsc,
    task::{JoinHandle, spawn_blocking},
    time::timeout,
};

pub use self::finding::newest_shadow;
pub(crate) use self::finding::rebuild;
use self::{place::Place, source::Source};
use crate::{
    DatabaseSettings, Error, Result, Store,
    db::{ErasureDone, JOURNAL_FILE, MAIN_FILE, backup::files},
    notices,
};

/// What the name of each begins with.
const PREFIX: &str = "shadow-";

/// The ending of one whose base is not whole yet.
const NEW: &str = "new";

/// The file with what has changed since the base.
const ROUNDS: &str = "rounds";

/// The file that says which database it is of, and the name of that in the database.
const DATABASE: &str = "database";

/// The file that says that all can be restored, and how many bytes of [`PARTS`] there were by then.
const WHOLE: &str = "whole";

/// The files of a shadow of which nothing may be missing up to there.
const PARTS: [&str; 3] = [ROUNDS, BASES[0], BASES[1]];

/// The base of either file.
const BASES: [&str; 2] = ["komadai.base", "journal.base"];

/// The files themselves.
const FILES: [&str; 2] = [MAIN_FILE, JOURNAL_FILE];

/// Rounds of this many bytes more than the base has make another one worth while.
const ROUNDS_BYTES: u64 = 64 << 20;

/// How long a shadow is continued: what is deleted stays in it until there is another.
const LASTS_MS: u64 = 24 * 3_600_000;

/// A log of more bytes is begun again as soon as may be.
const LOG_BYTES_MAX: u64 = 8 << 20;

/// How often a log is begun again all the same.
const LOG_LASTS_MS: u64 = 60_000;

/// How long the second place is waited for: meanwhile SQLite's logs only grow.
const PLACE_WITHIN: Duration = Duration::from_secs(30);

/// What is done in the second place and comes back when it is done.
type Work<T> = JoinHandle<(Place, Result<T>)>;

/// Keeps shadows of a database. It belongs to one task.
#[derive(Debug)]
pub struct ShadowWriter {
    folder: PathBuf,
    sources: [Source; 2],
    /// `None`: it does not answer.
    place: Option<Place>,
    /// What it does not answer.
    stuck: Option<JoinHandle<()>>,
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

impl ShadowWriter {
    /// Begins a shadow of SQLite's files. The one that is there stays until another is whole.
    /// `drawn` is for the database to be known by, if this is the first.
    ///
    /// # Errors
    /// When the folder cannot be written or has a shadow of another database, or the database
    /// cannot be read.
    pub async fn begin(
        store: &Store,
        settings: &DatabaseSettings,
        folder: &Path,
        drawn: [u8; 16],
        now_ms: u64,
    ) -> Result<Self> {
        let mut tx = store.write().await?;
        let database = notices::key(&mut tx, DATABASE, &drawn).await?;
        tx.commit().await?;
        let prepared = (folder.to_owned(), database.clone());
        // However long it takes: nobody waits for it yet.
        match spawn_blocking(move || place::prepare(&prepared.0, &prepared.1)).await {
            Ok(prepared) => prepared?,
            Err(cause) => return Err(files(folder)(io::Error::other(cause))),
        }
        let paths = FILES.map(|name| settings.data_dir.join(name));
        let [main, journal] = &paths;
        let sources = [Source::open(main).await?, Source::open(journal).await?];
        let logs = [0, 1].map(|which| sources[which].log_path().to_owned());
        let kept = [store.kept_open(main)?, store.kept_open(journal)?];
        let mut writer = Self {
            folder: folder.to_owned(),
            sources,
            place: Some(Place::new(folder, database, logs, kept)),
            stuck: None,
            erasing: store.shadowed(),
            wants_another: false,
            log_began_ms: now_ms,
        };
        for source in &mut writer.sources {
            source.look().await?;
        }
        match writer.at_place(move |it| it.begin_shadow(now_ms)).await {
            Ok(()) => Ok(writer),
            Err(cause) => {
                writer.end().await;
                Err(cause)
            }
        }
    }

    /// Takes over what was committed since the last step, and some of a base that is being copied.
    ///
    /// # Errors
    /// When the second place cannot be written or the first not be read: this writer is of no use
    /// any more then, and another begins with a new shadow once this one has ended.
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
        self.renew(now_ms).await?;
        let place = self.place()?;
        Ok(ShadowStep { is_whole: place.has_whole(), is_copying: place.is_copying() })
    }

    /// Copies some more of a base, or begins another shadow when it is time.
    async fn renew(&mut self, now_ms: u64) -> Result<()> {
        let place = self.place()?;
        let Some((bytes, began_ms)) = place.newest() else { return Ok(()) };
        if place.is_copying() {
            if self.at_place(Place::copy).await? {
                self.round(now_ms).await?;
                self.at_place(Place::put_in_place).await?;
            }
        } else if bytes > ROUNDS_BYTES
            || now_ms.saturating_sub(began_ms) >= LASTS_MS
            || std::mem::take(&mut self.wants_another)
        {
            self.at_place(move |it| it.begin_shadow(now_ms)).await?;
        }
        Ok(())
    }

    /// Gives the logs free, and ends when nothing is waited for in the second place any more.
    pub async fn end(self) {
        let Self { sources, stuck, .. } = self;
        drop(sources);
        if let Some(stuck) = stuck {
            // It is of no more use, whatever came of it.
            let _ = stuck.await;
        }
    }

    /// Ships what the logs have.
    async fn round(&mut self, now_ms: u64) -> Result<()> {
        for source in &mut self.sources {
            source.look_on().await?;
        }
        self.at_place(move |it| it.ship(now_ms)).await?;
        for source in &mut self.sources {
            source.let_go().await?;
        }
        Ok(())
    }

    /// See [`Source::begin_log_again`]. The second place is not touched while the writers are
    /// stopped: they would wait for it.
    async fn begin_log_again(&mut self, which: usize, now_ms: u64) -> Result<()> {
        if !self.sources[which].stop_writers().await? {
            return Ok(());
        }
        self.sources[which].look_on().await?;
        let place = self.place()?;
        // All of both, so that the order of the two is kept.
        place.gather(now_ms)?;
        let ends = place.n_frames(which);
        self.sources[which].begin_log_again(&ends).await?;
        self.at_place(Place::write).await
    }

    fn place(&mut self) -> Result<&mut Place> {
        let folder = &self.folder;
        self.place.as_mut().ok_or_else(|| silent(folder))
    }

    /// Does something that waits for the second place, and not for longer than it may.
    async fn at_place<T: Send + 'static>(
        &mut self,
        work: impl FnOnce(&mut Place) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        let Some(mut place) = self.place.take() else { return Err(silent(&self.folder)) };
        let mut task: Work<T> = spawn_blocking(move || {
            let done = work(&mut place);
            (place, done)
        });
        match timeout(PLACE_WITHIN, &mut task).await {
            Ok(Ok((place, done))) => {
                self.place = Some(place);
                done
            }
            Ok(Err(cause)) => Err(files(&self.folder)(io::Error::other(cause))),
            Err(_) => {
                self.stuck = Some(tokio::spawn(async move { drop(task.await) }));
                Err(silent(&self.folder))
            }
        }
    }
}

fn silent(folder: &Path) -> Error {
    files(folder)(io::Error::new(
        io::ErrorKind::TimedOut,
        format!("nothing was written for {} seconds", PLACE_WITHIN.as_secs()),
    ))
}
