//! The connections, and the only place that knows which database is behind them.
//!
//! * SQLite: `komadai.db` with one connection that writes (`BEGIN IMMEDIATE`) and some that read,
//!   `journal.db` with one connection for the journal and one for its checkpoints. Both in WAL
//!   mode with every commit synced.
//! * PostgreSQL: one pool, and one connection of its own for the journal.
//!
//! What copies whole databases is in [`backup`] and `copy`.
//!
//! The macros [`optional!`], [`one!`], [`all!`] and [`execute!`] run one literal SQL text on
//! either. By convention the first column of a `SELECT` is the row's key: it is what
//! [`Error::Corrupt`] names.

pub mod backup;
mod copy;

use std::{
    fmt,
    fs::{self, File, TryLockError},
    io,
    path::{Path, PathBuf},
    str::FromStr,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use sqlx::{
    ConnectOptions, Connection, Decode, PgConnection, PgPool, Postgres, Row, Sqlite,
    SqliteConnection, SqlitePool, Transaction, Type,
    migrate::{MigrateError, Migrator},
    pool::PoolConnection,
    postgres::{PgConnectOptions, PgPoolOptions, PgQueryResult, PgRow},
    sqlite::{
        SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteQueryResult, SqliteRow,
        SqliteSynchronous,
    },
};
use uuid::Uuid;

use crate::{Error, Result};

/// How long a SQLite connection waits for another one's lock.
const BUSY_TIMEOUT: Duration = Duration::from_secs(5);

/// How long opening a connection may take.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);

/// How long a caller waits for a free connection of a pool.
const ACQUIRE_TIMEOUT: Duration = Duration::from_secs(10);

/// How long PostgreSQL may take for one statement before its machine counts as gone. Without it
/// a caller would wait for TCP to give up, which takes a quarter of an hour.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(10);

/// A write-ahead log that has become longer is cut to this when it begins again.
const JOURNAL_LOG_BYTES_MAX: &str = "67108864";

/// The file with everything but the journal.
const MAIN_FILE: &str = "komadai.db";

/// The file with the journal.
const JOURNAL_FILE: &str = "journal.db";

/// Which database to open.
#[derive(Clone)]
pub struct DatabaseSettings {
    /// `postgres://…`; without it, SQLite in `data_dir`.
    pub url: Option<String>,
    /// Where this process keeps its files; it is made when it is not there, and locked.
    pub data_dir: PathBuf,
    /// How many connections may read at the same time (on PostgreSQL: read and write).
    pub connections: u32,
}

impl DatabaseSettings {
    /// SQLite in this directory.
    pub fn sqlite(data_dir: impl Into<PathBuf>) -> Self {
        Self { url: None, data_dir: data_dir.into(), connections: 4 }
    }

    /// PostgreSQL at this address.
    pub fn postgres(url: impl Into<String>, data_dir: impl Into<PathBuf>) -> Self {
        Self { url: Some(url.into()), data_dir: data_dir.into(), connections: 8 }
    }
}

impl fmt::Debug for DatabaseSettings {
    /// Without the address, which may hold a password.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DatabaseSettings")
            .field("url", &self.url.as_ref().map(|_| "postgres://…"))
            .field("data_dir", &self.data_dir)
            .field("connections", &self.connections)
            .finish()
    }
}

/// The open databases. Cheap to clone; the lock on the data directory is held until the last
/// clone is gone.
#[derive(Clone)]
pub struct Store {
    shared: Arc<Shared>,
}

struct Shared {
    backend: Backend,
    /// Locked for as long as it is open; `None` for one that is only looked at.
    _lock: Option<File>,
}

enum Backend {
    Sqlite {
        /// One connection.
        write: SqlitePool,
        read: SqlitePool,
        journal: SqliteConnectOptions,
        /// The connection that brought the journal's tables up to date, for whoever needs one
        /// first: closing it would cost as much as opening the file did.
        spare: Mutex<Option<SqliteConnection>>,
    },
    Postgres {
        pool: PgPool,
        options: PgConnectOptions,
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
        let lock = lock_data_dir(&settings.data_dir)?;
        Self::with_lock(settings, Some(lock)).await
    }

    /// Opens the databases beside a server that may be running, for a moment: nothing is locked,
    /// and the journal is the server's alone.
    ///
    /// # Errors
    /// [`Error`] says what a person has to change.
    pub async fn open_beside(settings: &DatabaseSettings) -> Result<Self> {
        fs::create_dir_all(&settings.data_dir)
            .map_err(|source| Error::DataDir { path: settings.data_dir.clone(), source })?;
        Self::with_lock(settings, None).await
    }

    async fn with_lock(settings: &DatabaseSettings, lock: Option<File>) -> Result<Self> {
        let backend = match &settings.url {
            None => open_sqlite(settings).await?,
            Some(url) => open_postgres(url, settings).await?,
        };
        Ok(Self { shared: Arc::new(Shared { backend, _lock: lock }) })
    }

    /// Opens the databases to read from, beside a server that may be running; they are not
    /// changed.
    ///
    /// # Errors
    /// [`Error`] says what a person has to change.
    pub async fn look(settings: &DatabaseSettings) -> Result<Self> {
        let backend = match &settings.url {
            None => look_at_sqlite(settings).await?,
            Some(url) => {
                let options = postgres_options(url)?;
                let mut conn = connect(&options).await?;
                check_versions(&mut conn).await?;
                conn.close().await?;
                Backend::Postgres { pool: postgres_pool(settings, &options), options }
            }
        };
        Ok(Self { shared: Arc::new(Shared { backend, _lock: None }) })
    }

    /// A connection to read from.
    ///
    /// # Errors
    /// When none is free for a long time, or the database is gone.
    pub async fn read(&self) -> Result<Conn> {
        Ok(Conn(match &self.shared.backend {
            Backend::Sqlite { read, .. } => Link::Sqlite(read.acquire().await?),
            Backend::Postgres { pool, .. } => Link::Postgres(pool.acquire().await?),
        }))
    }

    /// Begins to write. On SQLite there is one writer at a time.
    ///
    /// # Errors
    /// As [`Store::read`].
    pub async fn write(&self) -> Result<Tx> {
        Ok(Tx(Conn(match &self.shared.backend {
            Backend::Sqlite { write, .. } => {
                Link::SqliteTx(write.begin_with("BEGIN IMMEDIATE").await?)
            }
            Backend::Postgres { pool, .. } => Link::PostgresTx(in_time(pool.begin()).await?),
        })))
    }

    /// A connection of its own to the database with the journal, outside every pool.
    pub(crate) async fn journal(&self) -> Result<Conn> {
        Ok(Conn(match &self.shared.backend {
            Backend::Sqlite { journal, spare, .. } => {
                // A lock because the store is shared; a poisoned one still holds a connection.
                let spare = spare.lock().unwrap_or_else(PoisonError::into_inner).take();
                Link::SqliteOwn(match spare {
                    Some(conn) => conn,
                    None => open_file(journal).await?,
                })
            }
            Backend::Postgres { options, .. } => Link::PostgresOwn(connect(options).await?),
        }))
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
            Backend::Postgres { pool, .. } => {
                Connections { open: pool.size(), idle: pool.num_idle() }
            }
        }
    }

    /// Closes every connection of the pools.
    pub async fn close(&self) {
        match &self.shared.backend {
            Backend::Sqlite { write, read, .. } => {
                read.close().await;
                write.close().await;
            }
            Backend::Postgres { pool, .. } => pool.close().await,
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
            Link::SqliteTx(tx) => tx.commit().await?,
            Link::PostgresTx(tx) => in_time(tx.commit()).await?,
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

/// What is read out of a row.
pub(crate) trait FromRow: Sized {
    /// The table it comes from.
    const TABLE: &'static str;

    fn from_row(row: &Columns<'_>) -> Result<Self, Malformed>;
}

/// A column that does not hold what it must.
#[derive(Debug)]
pub(crate) struct Malformed {
    pub(crate) column: &'static str,
}

/// One row of either database.
#[derive(Clone, Copy)]
pub(crate) enum Columns<'r> {
    Sqlite(&'r SqliteRow),
    Postgres(&'r PgRow),
}

/// A type that is stored in a column of either database.
pub(crate) trait Column:
    for<'r> Decode<'r, Sqlite> + Type<Sqlite> + for<'r> Decode<'r, Postgres> + Type<Postgres>
{
}

impl<T> Column for T where
    T: for<'r> Decode<'r, Sqlite> + Type<Sqlite> + for<'r> Decode<'r, Postgres> + Type<Postgres>
{
}

impl Columns<'_> {
    pub(crate) fn get<T: Column>(&self, column: &'static str) -> Result<T, Malformed> {
        match self {
            Self::Sqlite(row) => row.try_get(column),
            Self::Postgres(row) => row.try_get(column),
        }
        .map_err(|_| Malformed { column })
    }

    /// Reads a column and makes of it what must not fail.
    pub(crate) fn parse<T: Column, U>(
        &self,
        column: &'static str,
        parse: impl FnOnce(T) -> Option<U>,
    ) -> Result<U, Malformed> {
        parse(self.get(column)?).ok_or(Malformed { column })
    }

    /// The first column, whatever it holds, as text.
    fn key(&self) -> String {
        fn first<T: Column>(row: &Columns<'_>) -> Option<T> {
            match row {
                Columns::Sqlite(row) => row.try_get(0).ok(),
                Columns::Postgres(row) => row.try_get(0).ok(),
            }
        }
        first::<Uuid>(self)
            .map(|id| id.to_string())
            .or_else(|| first::<i64>(self).map(|n| n.to_string()))
            .or_else(|| first::<String>(self))
            .or_else(|| {
                first::<Vec<u8>>(self)
                    .map(|bytes| bytes.iter().map(|byte| format!("{byte:02x}")).collect())
            })
            .unwrap_or_else(|| "?".to_owned())
    }

    pub(crate) fn read<T: FromRow>(self) -> Result<T> {
        T::from_row(&self).map_err(|Malformed { column }| Error::Corrupt {
            table: T::TABLE,
            key: self.key(),
            column,
        })
    }
}

/// What either driver answers to a query.
#[derive(Debug)]
pub(crate) enum Answer<S, P> {
    Sqlite(S),
    Postgres(P),
}

impl Answer<SqliteQueryResult, PgQueryResult> {
    /// How many rows the statement changed.
    pub(crate) fn changed(&self) -> u64 {
        match self {
            Self::Sqlite(done) => done.rows_affected(),
            Self::Postgres(done) => done.rows_affected(),
        }
    }
}

impl Answer<SqliteRow, PgRow> {
    pub(crate) fn one<T: FromRow>(&self) -> Result<T> {
        match self {
            Self::Sqlite(row) => Columns::Sqlite(row).read(),
            Self::Postgres(row) => Columns::Postgres(row).read(),
        }
    }
}

impl Answer<Option<SqliteRow>, Option<PgRow>> {
    pub(crate) fn optional<T: FromRow>(&self) -> Result<Option<T>> {
        match self {
            Self::Sqlite(row) => row.as_ref().map(|row| Columns::Sqlite(row).read()),
            Self::Postgres(row) => row.as_ref().map(|row| Columns::Postgres(row).read()),
        }
        .transpose()
    }
}

impl Answer<Vec<SqliteRow>, Vec<PgRow>> {
    pub(crate) fn all<T: FromRow>(&self) -> Result<Vec<T>> {
        match self {
            Self::Sqlite(rows) => rows.iter().map(|row| Columns::Sqlite(row).read()).collect(),
            Self::Postgres(rows) => rows.iter().map(|row| Columns::Postgres(row).read()).collect(),
        }
    }
}

/// Gives up on a PostgreSQL that does not answer; what it was asked may have been done.
pub(crate) async fn in_time<T>(
    answer: impl Future<Output = Result<T, sqlx::Error>>,
) -> Result<T, sqlx::Error> {
    match tokio::time::timeout(ANSWER_TIMEOUT, answer).await {
        Ok(answer) => answer,
        Err(_) => Err(sqlx::Error::Io(io::ErrorKind::TimedOut.into())),
    }
}

/// Runs a query on either driver, `$fetch` being the driver's method that does so; the future
/// yields what the driver answers, as [`Answer`].
macro_rules! ask {
    ($conn:expr, $fetch:ident, $sql:literal $(, $arg:expr)*) => {
        async {
            match $conn.driver() {
                $crate::db::Driver::Sqlite(conn) => {
                    let answer = ::sqlx::query($sql)$(.bind($arg))*.$fetch(conn);
                    answer.await.map($crate::db::Answer::Sqlite)
                }
                $crate::db::Driver::Postgres(conn) => {
                    let answer = ::sqlx::query($sql)$(.bind($arg))*.$fetch(conn);
                    $crate::db::in_time(answer).await.map($crate::db::Answer::Postgres)
                }
            }
        }
    };
}

/// Runs a statement; the future yields how many rows it changed, or the driver's error.
macro_rules! run {
    ($conn:expr, $sql:literal $(, $arg:expr)* $(,)?) => {
        async {
            let done = $crate::db::ask!($conn, execute, $sql $(, $arg)*).await?;
            Ok::<u64, ::sqlx::Error>(done.changed())
        }
    };
}

/// Runs a statement; the future yields how many rows it changed.
macro_rules! execute {
    ($conn:expr, $sql:literal $(, $arg:expr)* $(,)?) => {
        async {
            let done = $crate::db::ask!($conn, execute, $sql $(, $arg)*).await?;
            Ok::<u64, $crate::Error>(done.changed())
        }
    };
}

/// Runs a query; the future yields its first row, if there is one.
macro_rules! optional {
    ($conn:expr, $sql:literal $(, $arg:expr)* $(,)?) => {
        async { $crate::db::ask!($conn, fetch_optional, $sql $(, $arg)*).await?.optional() }
    };
}

/// Runs a query that always has a row; the future yields it.
macro_rules! one {
    ($conn:expr, $sql:literal $(, $arg:expr)* $(,)?) => {
        async { $crate::db::ask!($conn, fetch_one, $sql $(, $arg)*).await?.one() }
    };
}

/// Runs a query; the future yields all its rows. The text must limit their number.
macro_rules! all {
    ($conn:expr, $sql:literal $(, $arg:expr)* $(,)?) => {
        async { $crate::db::ask!($conn, fetch_all, $sql $(, $arg)*).await?.all() }
    };
}

pub(crate) use {all, ask, execute, one, optional, run};

/// Makes the data directory and takes its lock, which lasts as long as the file is open.
fn lock_data_dir(path: &Path) -> Result<File> {
    let data_dir = |source| Error::DataDir { path: path.to_owned(), source };
    fs::create_dir_all(path).map_err(data_dir)?;
    let file = File::options()
        .create(true)
        .truncate(false)
        .write(true)
        .open(path.join("lock"))
        .map_err(data_dir)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(Error::InUse { path: path.to_owned() }),
        Err(TryLockError::Error(source)) => Err(data_dir(source)),
    }
}

fn main_migrations() -> Migrator {
    let mut migrator = sqlx::migrate!("../../migrations");
    migrator.dangerous_set_table_name("migrations");
    migrator
}

fn journal_migrations() -> Migrator {
    let mut migrator = sqlx::migrate!("../../migrations/journal");
    migrator.dangerous_set_table_name("journal_migrations");
    migrator
}

fn migrated(result: Result<(), MigrateError>) -> Result<()> {
    result.map_err(|error| match error {
        MigrateError::VersionMissing(migration) => Error::Newer { migration },
        source => Error::Migrate { source },
    })
}

async fn open_sqlite(settings: &DatabaseSettings) -> Result<Backend> {
    let file = |name: &str| {
        SqliteConnectOptions::new()
            .filename(settings.data_dir.join(name))
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full)
            .busy_timeout(BUSY_TIMEOUT)
            .foreign_keys(true)
            .disable_statement_logging()
    };
    let main = file(MAIN_FILE);
    // Checkpoints are made by another connection, so that no append waits for one.
    let journal = file(JOURNAL_FILE)
        .pragma("wal_autocheckpoint", "0")
        .pragma("journal_size_limit", JOURNAL_LOG_BYTES_MAX);

    let pool = |n| {
        SqlitePoolOptions::new()
            .max_connections(n)
            .acquire_timeout(ACQUIRE_TIMEOUT)
            .idle_timeout(None)
            .max_lifetime(None)
            .test_before_acquire(false)
    };
    // After some failures (a full disk among them) SQLite has already rolled back, and the driver,
    // which has not noticed, would begin nothing ever again. Those who read begin nothing.
    let writer = pool(1).after_release(|conn, _| {
        Box::pin(async move {
            conn.ping().await?; // a rollback in its queue comes first
            Ok(!conn.is_in_transaction())
        })
    });
    let write = writer.connect_lazy_with(main.clone());
    let mut conn = write.acquire().await.map_err(|source| unopened(&main, source))?;
    migrated(main_migrations().run_direct(None, &mut *conn, false).await)?;
    drop(conn);
    let mut spare = open_file(&journal).await?;
    migrated(journal_migrations().run_direct(None, &mut spare, false).await)?;
    Ok(Backend::Sqlite {
        write,
        read: pool(settings.connections.max(1)).connect_lazy_with(main.read_only(true)),
        journal,
        spare: Mutex::new(Some(spare)),
    })
}

/// Refuses a database with other migrations than ours.
async fn check_versions<'c, E>(conn: E) -> Result<()>
where
    E: sqlx::Executor<'c>,
    for<'r> i64: Decode<'r, E::Database> + Type<E::Database>,
    usize: sqlx::ColumnIndex<<E::Database as sqlx::Database>::Row>,
{
    let rows = conn.fetch_all("SELECT version FROM migrations ORDER BY version").await?;
    let applied: Vec<i64> = rows.iter().map(|row| row.try_get(0)).collect::<Result<_, _>>()?;
    let ours: Vec<i64> = main_migrations().iter().map(|it| it.version).collect();
    if let Some(&migration) = applied.iter().find(|it| !ours.contains(it)) {
        return Err(Error::Newer { migration });
    }
    match ours.iter().find(|it| !applied.contains(it)) {
        Some(&migration) => Err(Error::Older { migration }),
        None => Ok(()),
    }
}

async fn look_at_sqlite(settings: &DatabaseSettings) -> Result<Backend> {
    let path = settings.data_dir.join(MAIN_FILE);
    if !path.is_file() {
        return Err(Error::NoBackup { path: settings.data_dir.clone() });
    }
    let file = |name: &str| {
        SqliteConnectOptions::new()
            .filename(settings.data_dir.join(name))
            .read_only(true)
            .busy_timeout(BUSY_TIMEOUT)
            .disable_statement_logging()
    };
    let read = SqlitePoolOptions::new()
        .max_connections(settings.connections.max(1))
        .acquire_timeout(ACQUIRE_TIMEOUT)
        .connect_lazy_with(file(MAIN_FILE));
    let mut conn = read.acquire().await.map_err(|source| unopened(&file(MAIN_FILE), source))?;
    check_versions(&mut *conn).await?;
    drop(conn);
    let journal = file(JOURNAL_FILE);
    Ok(Backend::Sqlite { write: read.clone(), read, journal, spare: Mutex::default() })
}

async fn open_file(options: &SqliteConnectOptions) -> Result<SqliteConnection> {
    options.connect().await.map_err(|source| unopened(options, source))
}

fn unopened(options: &SqliteConnectOptions, source: sqlx::Error) -> Error {
    Error::Open { at: options.get_filename().display().to_string(), source }
}

async fn open_postgres(url: &str, settings: &DatabaseSettings) -> Result<Backend> {
    let options = postgres_options(url)?;
    let mut conn = connect(&options).await?;
    let row = sqlx::query(
        "SELECT current_setting('fsync') = 'off', current_setting('synchronous_commit') = 'off'",
    )
    .fetch_one(&mut conn)
    .await?;
    for (index, setting) in ["fsync", "synchronous_commit"].into_iter().enumerate() {
        if row.try_get::<bool, _>(index)? {
            return Err(Error::NotDurable { setting });
        }
    }
    migrated(main_migrations().run_direct(None, &mut conn, false).await)?;
    migrated(journal_migrations().run_direct(None, &mut conn, false).await)?;
    conn.close().await?;

    Ok(Backend::Postgres { pool: postgres_pool(settings, &options), options })
}

fn postgres_pool(settings: &DatabaseSettings, options: &PgConnectOptions) -> PgPool {
    PgPoolOptions::new()
        .max_connections(settings.connections.max(2))
        .acquire_timeout(ACQUIRE_TIMEOUT)
        .connect_lazy_with(options.clone())
}

fn postgres_options(url: &str) -> Result<PgConnectOptions> {
    if !["postgres://", "postgresql://"].iter().any(|scheme| url.starts_with(scheme)) {
        return Err(Error::Url { source: None });
    }
    let options = PgConnectOptions::from_str(url).map_err(|error| Error::Url {
        source: match error {
            sqlx::Error::Configuration(source) => Some(source),
            other => Some(Box::new(other)),
        },
    })?;
    Ok(options.disable_statement_logging().application_name("komadai"))
}

async fn connect(options: &PgConnectOptions) -> Result<PgConnection> {
    let at = || {
        let host = options.get_socket().map_or_else(
            || format!("{}:{}", options.get_host(), options.get_port()),
            |path| path.display().to_string(),
        );
        format!("{host}/{}", options.get_database().unwrap_or(options.get_username()))
    };
    let error = match tokio::time::timeout(CONNECT_TIMEOUT, options.connect()).await {
        Ok(Ok(conn)) => return Ok(conn),
        Ok(Err(error)) => error,
        Err(_) => sqlx::Error::Io(io::ErrorKind::TimedOut.into()),
    };
    let code =
        error.as_database_error().and_then(|error| error.code()).map(|code| code.to_string());
    Err(match code.as_deref() {
        Some("28P01" | "28000") => Error::Refused { at: at(), source: error },
        Some("3D000") => Error::NoDatabase { at: at() },
        None => Error::Unreachable { at: at(), source: error },
        // Starting, stopping, or out of connections.
        Some(code) if code.starts_with("57P") || code.starts_with("53") => {
            Error::Unreachable { at: at(), source: error }
        }
        Some(_) => Error::Open { at: at(), source: error },
    })
}

/// What a failed statement says about what is now on disk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// It has surely changed nothing, and may be tried again.
    Refused,
    /// It has surely changed nothing, because a unique key is taken.
    Taken,
    /// It may have been carried out.
    Unknown,
    /// The disk or the file does not keep what it is given.
    Broken,
}

/// Reads what a failed single-statement transaction means.
pub(crate) fn fault(error: &sqlx::Error) -> Fault {
    let error = match error {
        sqlx::Error::Database(error) => error,
        // The arguments were never sent.
        sqlx::Error::Encode(_) => return Fault::Refused,
        sqlx::Error::WorkerCrashed => return Fault::Broken,
        _ => return Fault::Unknown,
    };
    if error.is_unique_violation() {
        return Fault::Taken;
    }
    let code = error.code().unwrap_or_default();
    match code.parse::<i32>() {
        // A SQLSTATE of digits alone has five of them, a result code of SQLite at most four.
        Ok(result) if code.len() < 5 => sqlite_fault(result),
        _ => postgres_fault(&code),
    }
}

/// The system did not take a write, as when a quota is used up.
const SQLITE_IO_WRITE: i32 = 10 | 3 << 8;

fn sqlite_fault(result: i32) -> Fault {
    const PRIMARY: i32 = 0xff;
    const CORRUPT: i32 = 11;
    const NOT_A_DATABASE: i32 = 26;
    const IO: i32 = 10;
    match result {
        // It comes before the commit mark, unlike a sync or the index after it.
        SQLITE_IO_WRITE => Fault::Refused,
        _ if matches!(result & PRIMARY, IO | CORRUPT | NOT_A_DATABASE) => Fault::Broken,
        _ => Fault::Refused,
    }
}

fn postgres_fault(sqlstate: &str) -> Fault {
    match sqlstate {
        // Damaged data, damaged index.
        "XX001" | "XX002" => Fault::Broken,
        // Connection lost; the server stops or ends this session, perhaps after the commit;
        // "statement completion unknown".
        _ if sqlstate.starts_with("08") || sqlstate.starts_with("57P") || sqlstate == "40003" => {
            Fault::Unknown
        }
        _ => Fault::Refused,
    }
}

/// Whether the same call may succeed later.
pub(crate) fn is_passing(error: &sqlx::Error) -> bool {
    match error {
        sqlx::Error::Io(_) | sqlx::Error::PoolTimedOut => true,
        sqlx::Error::Database(error) => {
            let code = error.code().unwrap_or_default();
            match code.parse::<i32>() {
                // Busy, locked, full.
                Ok(result) if code.len() < 5 => {
                    result == SQLITE_IO_WRITE || matches!(result & 0xff, 5 | 6 | 13)
                }
                _ => ["08", "40", "53", "55P03", "57"].iter().any(|class| code.starts_with(class)),
            }
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failed_sync_is_no_refusal() {
        for (result, expected) in [
            (13, Fault::Refused),  // SQLITE_FULL
            (5, Fault::Refused),   // SQLITE_BUSY
            (778, Fault::Refused), // SQLITE_IOERR_WRITE
            (1034, Fault::Broken), // SQLITE_IOERR_FSYNC
            (1290, Fault::Broken), // SQLITE_IOERR_DIR_FSYNC
            (4874, Fault::Broken), // SQLITE_IOERR_SHMSIZE: after the sync
            (11, Fault::Broken),   // SQLITE_CORRUPT
            (26, Fault::Broken),   // SQLITE_NOTADB
        ] {
            assert_eq!(sqlite_fault(result), expected, "{result}");
        }
    }

    #[test]
    fn a_lost_session_is_no_refusal() {
        for (sqlstate, expected) in [
            ("53100", Fault::Refused), // disk full
            ("25006", Fault::Refused), // read only
            ("57014", Fault::Refused), // cancelled
            ("57P01", Fault::Unknown), // the administrator ends the session
            ("57P02", Fault::Unknown), // another session crashed
            ("08006", Fault::Unknown), // connection failure
            ("40003", Fault::Unknown), // statement completion unknown
            ("XX001", Fault::Broken),  // data corrupted
        ] {
            assert_eq!(postgres_fault(sqlstate), expected, "{sqlstate}");
        }
    }
}
