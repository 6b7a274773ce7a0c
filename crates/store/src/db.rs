//! The connections, and the only place that knows which database is behind them.
//!
//! * SQLite: `komadai.db` with one connection that writes (`BEGIN IMMEDIATE`) and some that read,
//!   `journal.db` with one connection for the journal and one for its checkpoints. Both in WAL
//!   mode with every commit synced.
//! * PostgreSQL: one pool, one connection of its own for the journal, and one that keeps other
//!   servers away.
//!
//! What copies whole databases is in [`backup`] and `copy`.
//!
//! The macros [`optional!`], [`one!`], [`all!`] and [`execute!`] run one literal SQL text on
//! either. By convention the first column of a `SELECT` is the row's key: it is what
//! [`Error::Corrupt`] names. A struct that is read from a row is said once, by [`row!`],
//! which also gives [`select!`] its columns, and a single column needs none ([`values!`]); an enum
//! that is stored by name is said by [`named!`].

pub mod backup;
mod columns;
pub(crate) mod contents;
mod copy;
pub(crate) mod faults;
mod hosts;
pub(crate) mod lock;
mod members;
pub(crate) mod opening;
mod reader;
mod rows;
mod sizes;
mod sole;
mod standby;
mod statement;
mod structs;

use std::{
    fmt,
    fs::File,
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

use parking_lot::Mutex;
use sqlx::{
    Connection, PgConnection, Postgres, Row, Sqlite, SqliteConnection, SqlitePool, Transaction,
    pool::PoolConnection, sqlite::SqliteConnectOptions,
};
use tokio::sync::{mpsc, oneshot};

use self::hosts::{Hosts, HostsPool};
use self::lock::DataDirLock;
pub(crate) use self::opening::open_file;
use self::opening::{check_server, check_versions, look_at_sqlite, open_postgres, open_sqlite};
use self::sole::SoleServer;
pub(crate) use self::{
    columns::{Column, FromColumn, named, words},
    faults::{Fault, fault, is_passing},
    rows::{
        ASKED_AT_ONCE, Answer, Columns, FromRow, MalformedColumn, all, all_of, ask, execute,
        exists, one, optional, optional_value, padded, run, value, values,
    },
    statement::{Statement, boxed, in_time},
    structs::{ColumnList, Source, both, parsed, row, select, select_len, select_text, unpacked},
};
pub use self::{
    hosts::{PostgresHost, PostgresRole},
    members::{MEMBER_ADDRESS_MAX, Member, PostgresState},
    reader::Reader,
    standby::{Holding, Standby, Turn},
};
use crate::Result;

/// How long a SQLite connection waits for another one's lock.
const BUSY_TIMEOUT: Duration = Duration::from_secs(5);

/// How long who empties SQLite's log waits for those who read; nobody writes meanwhile.
const READERS_TIMEOUT: Duration = Duration::from_millis(200);

/// How long who empties SQLite's log waits for the shadow to leave it.
const SHADOW_TIMEOUT: Duration = Duration::from_secs(2);

/// The file with everything but the journal.
pub(crate) const MAIN_FILE: &str = "komadai.db";

/// The file with the journal.
pub(crate) const JOURNAL_FILE: &str = "journal.db";

/// Which database to open.
#[derive(Clone)]
pub struct DatabaseSettings {
    /// `postgres://…`; without it, SQLite in `data_dir`.
    pub url: Option<String>,
    /// Where this process keeps its files; it is made when it is not there, and locked.
    pub data_dir: PathBuf,
    /// How many connections may read at the same time (on PostgreSQL: read and write).
    pub connections: u32,
    /// The address by which the other members of a cluster reach this one; `None`: there are no
    /// others.
    pub member: Option<String>,
}

impl DatabaseSettings {
    /// SQLite in this directory.
    pub fn sqlite(data_dir: impl Into<PathBuf>) -> Self {
        Self { url: None, data_dir: data_dir.into(), connections: 4, member: None }
    }

    /// PostgreSQL at this address.
    pub fn postgres(url: impl Into<String>, data_dir: impl Into<PathBuf>) -> Self {
        Self { url: Some(url.into()), data_dir: data_dir.into(), connections: 8, member: None }
    }
}

impl fmt::Debug for DatabaseSettings {
    /// Without the address, which may hold a password.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DatabaseSettings")
            .field("url", &self.url.as_ref().map(|_| "postgres://…"))
            .field("data_dir", &self.data_dir)
            .field("connections", &self.connections)
            .field("member", &self.member)
            .finish()
    }
}

/// The open databases. Cheap to clone; the lock on the data directory is held until the last
/// clone is gone.
#[derive(Clone)]
pub struct Store {
    shared: Arc<StoreState>,
}

struct StoreState {
    backend: Backend,
    /// What keeps other servers from a PostgreSQL database; `None` for SQLite, and for one that is
    /// only looked at.
    sole: Option<SoleServer>,
    /// Locked for as long as it is open; `None` for one that is only looked at.
    _lock: Option<DataDirLock>,
    shadow: ShadowLink,
}

/// What a store and its shadow know of one another.
// Locks because the store is shared.
#[derive(Default)]
struct ShadowLink {
    /// How the shadow hears of what is to leave it; `None`: there is none.
    erasing: Mutex<Option<mpsc::UnboundedSender<ErasureDone>>>,
    /// The files that it copies, by path.
    files: Mutex<Vec<(PathBuf, &'static File)>>,
}

/// Answered when what was deleted may leave the log.
pub(crate) type ErasureDone = oneshot::Sender<()>;

enum Backend {
    Sqlite {
        write: SqlitePool,
        read: SqlitePool,
        journal: Box<SqliteConnectOptions>,
        /// The connection that brought the journal's tables up to date, for whoever needs one
        /// first: closing it would cost as much as opening the file did.
        spare: Mutex<Option<SqliteConnection>>,
    },
    Postgres {
        pool: HostsPool,
    },
}

impl fmt::Debug for Store {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.shared.backend {
            Backend::Sqlite { .. } => "Store(SQLite)",
            Backend::Postgres { .. } => "Store(PostgreSQL)",
        })
    }
}

impl Store {
    /// Opens the databases and brings their tables up to date.
    ///
    /// # Errors
    /// [`Error`] says what a person has to change.
    pub async fn open(settings: &DatabaseSettings) -> Result<Self> {
        let lock = DataDirLock::take(&settings.data_dir)?;
        backup::clear_leftovers(&settings.data_dir)?;
        let sole = match &settings.url {
            None => None,
            Some(url) => Some(SoleServer::begin(Hosts::new(url, settings, true)?).await?),
        };
        Self::with_lock(settings, sole, Some(lock)).await
    }

    /// Opens the databases alongside a server that may be running, for a moment: nothing is locked,
    /// and the journal is the server's alone. What is not there is not made, and the tables are
    /// not changed under a server of another version.
    ///
    /// # Errors
    /// [`Error`] says what a person has to change.
    pub async fn open_beside(settings: &DatabaseSettings) -> Result<Self> {
        Self::look(settings).await?.close().await;
        Self::with_lock(settings, None, None).await
    }

    async fn with_lock(
        settings: &DatabaseSettings,
        sole: Option<SoleServer>,
        lock: Option<DataDirLock>,
    ) -> Result<Self> {
        let backend = match (&settings.url, &sole) {
            (None, _) => open_sqlite(settings).await?,
            (Some(url), None) => {
                open_postgres(&Hosts::new(url, settings, false)?, settings).await?
            }
            // Changing the tables may take longer than a lease.
            (Some(_), Some(sole)) => {
                sole.check_during(open_postgres(sole.hosts(), settings)).await?
            }
        };
        Ok(Self::of(StoreState { backend, sole, _lock: lock, shadow: ShadowLink::default() }))
    }

    /// Opens the databases to read from, alongside a server that may be running; they are not
    /// changed.
    ///
    /// # Errors
    /// [`Error`] says what a person has to change.
    pub async fn look(settings: &DatabaseSettings) -> Result<Self> {
        let backend = match &settings.url {
            None => look_at_sqlite(settings).await?,
            Some(url) => {
                let hosts = Hosts::new(url, settings, false)?;
                let mut conn = hosts.connect().await?;
                check_server(&mut conn).await?;
                check_versions(&mut conn).await?;
                conn.close().await?;
                Backend::Postgres { pool: hosts.pool(settings) }
            }
        };
        Ok(Self::of(StoreState { backend, sole: None, _lock: None, shadow: ShadowLink::default() }))
    }

    fn of(state: StoreState) -> Self {
        Self { shared: Arc::new(state) }
    }

    /// A connection to read from.
    ///
    /// # Errors
    /// When none is free for a long time, or the database is gone.
    pub async fn read(&self) -> Result<Conn> {
        Ok(Conn(match &self.shared.backend {
            Backend::Sqlite { read, .. } => Link::Sqlite(boxed(read.acquire()).await?),
            Backend::Postgres { pool } => Link::Postgres(pool.acquire().await?),
        }))
    }

    /// Begins to write. On SQLite there is one writer at a time.
    ///
    /// # Errors
    /// As [`Store::read`].
    pub async fn write(&self) -> Result<Tx> {
        Ok(Tx(Conn(match &self.shared.backend {
            Backend::Sqlite { write, .. } => {
                Link::SqliteTx(boxed(write.begin_with("BEGIN IMMEDIATE")).await?)
            }
            Backend::Postgres { pool } => Link::PostgresTx(pool.begin().await?),
        })))
    }

    /// SQLite: from now on everything that is deleted is overwritten, also in pages that are not
    /// needed any more; until [`Store::end_erasing`]. PostgreSQL reuses space in its own time.
    ///
    /// # Errors
    /// As [`Store::read`].
    pub async fn begin_erasing(&self) -> Result<()> {
        if let Backend::Sqlite { write, .. } = &self.shared.backend {
            let mut conn = boxed(write.acquire()).await?;
            sqlx::query("PRAGMA secure_delete = ON").execute(&mut *conn).await?;
        }
        Ok(())
    }

    /// SQLite: moves what was written into the file and empties the log, in which earlier versions
    /// of the pages are, and is as before. `false`: somebody who reads still needs the log.
    ///
    /// # Errors
    /// As [`Store::read`].
    pub async fn end_erasing(&self) -> Result<bool> {
        let Backend::Sqlite { write, .. } = &self.shared.backend else { return Ok(true) };
        let shadow = self.shared.shadow.erasing.lock().clone();
        if let Some(shadow) = shadow {
            // It reads the log all the time, but for a moment after this.
            let (done, is_done) = oneshot::channel();
            if shadow.send(done).is_ok() {
                let _ = tokio::time::timeout(SHADOW_TIMEOUT, is_done).await;
            }
        }
        let mut conn = boxed(write.acquire()).await?;
        sqlx::query("PRAGMA secure_delete = FAST").execute(&mut *conn).await?;
        let wait = async |conn: &mut SqliteConnection, time: Duration| {
            let wait = format!("PRAGMA busy_timeout = {}", time.as_millis());
            sqlx::query(sqlx::AssertSqlSafe(wait)).execute(conn).await.map(drop)
        };
        wait(&mut conn, READERS_TIMEOUT).await?;
        let row = sqlx::query("PRAGMA wal_checkpoint(TRUNCATE)").fetch_one(&mut *conn).await;
        wait(&mut conn, BUSY_TIMEOUT).await?;
        Ok(row?.try_get::<i64, _>(0)? == 0)
    }

    /// Asked by the shadow that is kept of it from now on: what is to leave it as well.
    pub(crate) fn shadowed(&self) -> mpsc::UnboundedReceiver<ErasureDone> {
        let (shadow, asked) = mpsc::unbounded_channel();
        *self.shared.shadow.erasing.lock() = Some(shadow);
        asked
    }

    /// A file of SQLite's, to be read past SQLite. It is opened once and never closed: the system
    /// would take away the locks that SQLite has on it in this process.
    ///
    /// # Errors
    /// When it cannot be opened.
    pub(crate) fn kept_open(&self, path: &Path) -> Result<&'static File> {
        let mut files = self.shared.shadow.files.lock();
        if let Some((_, file)) = files.iter().find(|(it, _)| it == path) {
            return Ok(file);
        }
        let opened = File::open(path)
            .map_err(|source| crate::Error::Unreadable { path: path.to_owned(), source })?;
        let file: &File = Box::leak(Box::new(opened));
        files.push((path.to_owned(), file));
        Ok(file)
    }

    /// A connection of its own to the database with the journal, outside every pool.
    pub(crate) async fn journal(&self) -> Result<Conn> {
        Ok(Conn(match &self.shared.backend {
            Backend::Sqlite { journal, spare, .. } => {
                // A lock because the store is shared.
                let spare = spare.lock().take();
                Link::SqliteOwn(match spare {
                    Some(conn) => conn,
                    None => open_file(journal).await?,
                })
            }
            Backend::Postgres { pool } => Link::PostgresOwn(pool.hosts.connect().await?),
        }))
    }

    /// Says that this server is alive; to be called every second. On SQLite the lock on the data
    /// directory says it.
    ///
    /// # Errors
    /// [`Error::Occupied`](crate::Error::Occupied) when another server has taken the database;
    /// else when the database fails, and then it may be tried again.
    pub async fn check_sole(&self) -> Result<()> {
        match &self.shared.sole {
            Some(sole) => sole.check().await,
            None => Ok(()),
        }
    }

    /// Asks the database whether it is there.
    ///
    /// # Errors
    /// When it does not answer.
    pub async fn ping(&self) -> Result<()> {
        let mut conn = self.read().await?;
        run!(conn, "SELECT 1").await?;
        Ok(())
    }

    /// The connections of the pool that reads (on PostgreSQL: and writes).
    pub fn connections(&self) -> Connections {
        match &self.shared.backend {
            Backend::Sqlite { read, .. } => {
                Connections { open: read.size(), idle: read.num_idle() }
            }
            Backend::Postgres { pool } => pool.connections(),
        }
    }

    /// Closes every connection of the pools.
    pub async fn close(&self) {
        match &self.shared.backend {
            Backend::Sqlite { write, read, .. } => {
                read.close().await;
                write.close().await;
            }
            Backend::Postgres { pool } => pool.close().await,
        }
        if let Some(sole) = &self.shared.sole {
            sole.end().await;
        }
    }
}

/// How many connections a pool has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Connections {
    /// All of them.
    pub open: u32,
    /// Those that nobody uses.
    pub idle: usize,
}

/// A connection to read from.
#[derive(Debug)]
pub struct Conn(Link);

/// A transaction. Dropping it rolls it back.
#[derive(Debug)]
pub struct Tx(Conn);

impl Tx {
    /// Makes everything durable that was written.
    ///
    /// # Errors
    /// When the connection is lost meanwhile it is not known whether the changes are there:
    /// whoever repeats them must be guarded by a unique key.
    pub async fn commit(self) -> Result<()> {
        match self.0.0 {
            Link::SqliteTx(tx) => boxed(tx.commit()).await?,
            Link::PostgresTx(tx) => boxed(in_time(tx.commit())).await?,
            Link::Sqlite(_) | Link::Postgres(_) | Link::SqliteOwn(_) | Link::PostgresOwn(_) => {}
        }
        Ok(())
    }

    /// Takes everything back, and gives up what it held, before it returns. Dropping does the
    /// same, but on PostgreSQL a moment later.
    ///
    /// # Errors
    /// When the connection is lost; then the database takes it back by itself.
    pub async fn roll_back(self) -> Result<()> {
        match self.0.0 {
            Link::SqliteTx(tx) => boxed(tx.rollback()).await?,
            Link::PostgresTx(tx) => boxed(in_time(tx.rollback())).await?,
            Link::Sqlite(_) | Link::Postgres(_) | Link::SqliteOwn(_) | Link::PostgresOwn(_) => {}
        }
        Ok(())
    }
}

impl std::ops::Deref for Tx {
    type Target = Conn;

    fn deref(&self) -> &Conn {
        &self.0
    }
}

impl std::ops::DerefMut for Tx {
    fn deref_mut(&mut self) -> &mut Conn {
        &mut self.0
    }
}

#[derive(Debug)]
enum Link {
    Sqlite(PoolConnection<Sqlite>),
    SqliteTx(Transaction<'static, Sqlite>),
    SqliteOwn(SqliteConnection),
    Postgres(PoolConnection<Postgres>),
    PostgresTx(Transaction<'static, Postgres>),
    PostgresOwn(PgConnection),
}

/// The driver behind a connection; only the macros below look at it.
#[derive(Debug)]
pub(crate) enum Driver<'c> {
    Sqlite(&'c mut SqliteConnection),
    Postgres(&'c mut PgConnection),
}

impl Conn {
    pub(crate) fn driver(&mut self) -> Driver<'_> {
        match &mut self.0 {
            Link::Sqlite(conn) => Driver::Sqlite(conn),
            Link::SqliteTx(conn) => Driver::Sqlite(conn),
            Link::SqliteOwn(conn) => Driver::Sqlite(conn),
            Link::Postgres(conn) => Driver::Postgres(conn),
            Link::PostgresTx(conn) => Driver::Postgres(conn),
            Link::PostgresOwn(conn) => Driver::Postgres(conn),
        }
    }

    pub(crate) fn is_sqlite(&self) -> bool {
        matches!(self.0, Link::Sqlite(_) | Link::SqliteTx(_) | Link::SqliteOwn(_))
    }

    /// Closes a connection that is in no pool without asking the other side.
    pub(crate) async fn close(self) {
        let _ = match self.0 {
            Link::SqliteOwn(conn) => conn.close_hard().await,
            Link::PostgresOwn(conn) => conn.close_hard().await,
            _ => Ok(()),
        };
    }

    /// SQLite: moves what is in the write-ahead log into the file, as far as that goes without
    /// making anyone wait. Returns (pages in the log, pages moved); `None` on PostgreSQL, which
    /// does this by itself.
    pub(crate) async fn checkpoint(&mut self) -> Result<Option<(i64, i64)>> {
        match self.driver() {
            Driver::Sqlite(conn) => {
                let row = sqlx::query("PRAGMA wal_checkpoint(PASSIVE)").fetch_one(conn).await?;
                Ok(Some((row.try_get(1)?, row.try_get(2)?)))
            }
            Driver::Postgres(_) => Ok(None),
        }
    }
}
