//! A database's file that has a shadow.

use std::{
    fs,
    path::{Path, PathBuf},
    time::Duration,
};

use sqlx::{
    ConnectOptions as _, Executor as _, Row as _, SqliteConnection, sqlite::SqliteConnectOptions,
};

use crate::{
    Error, Result,
    db::{Fault, backup::beside_named, fault, open_file},
};

/// How long it is waited for a moment in which nobody writes.
const WRITERS_TIMEOUT: Duration = Duration::from_millis(300);

/// One of the two files, which others write.
#[derive(Debug)]
pub(super) struct Source {
    log: PathBuf,
    /// One of them reads, or both for a moment.
    readers: [SqliteConnection; 2],
    /// Which of them reads.
    reading: usize,
    /// Stops those who write.
    lock: SqliteConnection,
}

impl Source {
    pub(super) async fn open(path: &Path) -> Result<Self> {
        // Not only to read: they move pages into the file, while they read nothing.
        let options = SqliteConnectOptions::new()
            .filename(path)
            .busy_timeout(WRITERS_TIMEOUT)
            .disable_statement_logging();
        let open = async || open_file(&options).await;
        let readers = [open().await?, open().await?];
        let lock = open().await?;
        Ok(Self { log: beside_named(path, "-wal"), readers, reading: 0, lock })
    }

    pub(super) fn log_path(&self) -> &Path {
        &self.log
    }

    pub(super) fn log_bytes(&self) -> u64 {
        fs::metadata(&self.log).map_or(0, |it| it.len())
    }

    /// Begins to read, for the first time.
    pub(super) async fn look(&mut self) -> Result<()> {
        look(&mut self.readers[self.reading]).await
    }

    /// The other reader begins, where the log ends now.
    pub(super) async fn look_on(&mut self) -> Result<()> {
        look(&mut self.readers[1 - self.reading]).await
    }

    /// The one before ends; what it kept in the log has been shipped.
    pub(super) async fn let_go(&mut self) -> Result<()> {
        self.readers[self.reading].execute("COMMIT").await?;
        self.reading = 1 - self.reading;
        Ok(())
    }

    /// Moves most of the log into the file, and stops those who write; `false`: somebody writes for
    /// longer than it is waited for.
    pub(super) async fn stop_writers(&mut self) -> Result<bool> {
        self.checkpoint().await?;
        match self.lock.execute("BEGIN IMMEDIATE").await {
            Ok(_) => Ok(true),
            Err(cause) if fault(&cause) == Fault::Refused => Ok(false),
            Err(cause) => Err(cause.into()),
        }
    }

    /// Has the log begun again by whoever writes next, if nobody else reads it: with the writers
    /// stopped, and all of it shipped, the rest of it is moved into the file, and a reader begins
    /// that needs nothing of it. `ends`: how many frames each shadow has read.
    pub(super) async fn begin_log_again(&mut self, ends: &[u64]) -> Result<()> {
        let begun = async {
            self.let_go().await?;
            let Some((n_frames, n_moved)) = self.checkpoint().await? else { return Ok(()) };
            if ends.iter().any(|&end| end != n_frames) {
                let said = format!("{n_frames} frames are in the log, and {ends:?} were shipped");
                return Err(Error::Damaged { path: self.log.clone(), said });
            }
            if n_moved == n_frames {
                self.look_on().await?;
                self.let_go().await?;
            }
            Ok(())
        };
        let begun = begun.await;
        self.lock.execute("ROLLBACK").await?;
        begun
    }

    /// Moves the log into the file, as far as nobody reads it; how many frames it has, and how many
    /// of them are in the file. `None`: somebody else is moving it at the moment.
    async fn checkpoint(&mut self) -> Result<Option<(u64, u64)>> {
        let idle = &mut self.readers[1 - self.reading];
        let row = idle.fetch_one("PRAGMA wal_checkpoint(PASSIVE)").await?;
        let number = |at: usize| Ok::<_, Error>(row.try_get::<i64, _>(at)?.max(0).unsigned_abs());
        let is_busy = number(0)? != 0;
        Ok(if is_busy { None } else { Some((number(1)?, number(2)?)) })
    }
}

async fn look(reader: &mut SqliteConnection) -> Result<()> {
    reader.execute("BEGIN").await?;
    // It begins with the first question.
    reader.fetch_one("SELECT COUNT(*) FROM sqlite_schema").await?;
    Ok(())
}
