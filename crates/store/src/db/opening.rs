//! How the databases are opened, and when they are refused.

use std::{io, time::Duration};

use parking_lot::Mutex;
use sqlx::{
    ConnectOptions, Connection, Decode, Executor as _, PgConnection, Row, SqlStr, SqliteConnection,
    Type,
    migrate::{MigrateError, Migration, MigrationType, Migrator},
    postgres::PgConnectOptions,
    sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous},
};

use super::{
    BUSY_TIMEOUT, Backend, DatabaseSettings, JOURNAL_FILE, MAIN_FILE, hosts::Hosts, in_time,
};
use crate::{Error, Result, error::DriverError};

/// How long opening a connection may take.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);

/// How long a caller waits for a free connection from a pool.
pub(super) const ACQUIRE_TIMEOUT: Duration = Duration::from_secs(10);

/// PostgreSQL's code for a table that does not exist.
const UNDEFINED_TABLE: &str = "42P01";

/// A write-ahead log longer than this is truncated to it when it starts again.
const JOURNAL_LOG_BYTES_MAX: &str = "67108864";

/// The SQL that a database speaks.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Dialect {
    Sqlite,
    Postgres,
}

/// The version of a migration, its description, the database that it is for, unless it is for both,
/// and its text.
type MigrationFile = (i64, &'static str, Option<Dialect>, &'static str);

// What the build script has found.
include!(concat!(env!("OUT_DIR"), "/migrations.rs"));

/// Those of all but the journal.
pub(crate) fn main_migrations(dialect: Dialect) -> Migrator {
    migrator(read(MAIN, dialect), "migrations")
}

fn journal_migrations(dialect: Dialect) -> Migrator {
    migrator(read(JOURNAL, dialect), "journal_migrations")
}

/// Makes the tables of a new database, or brings those of an older one up to date.
///
/// The migrations alone would make them too, but take SQLite four times as long, and every new
/// server and every test waits for it.
pub(crate) async fn migrate_sqlite(conn: &mut SqliteConnection) -> Result<()> {
    let is_new: bool = sqlx::query_scalar("SELECT NOT EXISTS (SELECT * FROM sqlite_schema)")
        .fetch_one(&mut *conn)
        .await?;
    if is_new {
        conn.execute(NEW_SQLITE).await?;
    }
    // Those of a new database are only recorded as applied.
    migrated(main_migrations(Dialect::Sqlite).run_direct(None, conn, is_new).await)
}

/// What all migrations together make of an empty SQLite database. A test holds them against each
/// other, and with `UPDATE=1` writes this anew.
const NEW_SQLITE: &str = include_str!("../../../../migrations/new/sqlite.sql");

/// Those for the other database do nothing. The driver has a macro for it, which is compiled with a
/// second copy of the driver.
fn read(files: &[MigrationFile], dialect: Dialect) -> Vec<Migration> {
    let migration = |&(version, description, only, sql): &MigrationFile| {
        let sql = SqlStr::from_static(if only.is_none_or(|it| it == dialect) { sql } else { "" });
        Migration::new(version, description.into(), MigrationType::Simple, sql, false)
    };
    files.iter().map(migration).collect()
}

fn migrator(migrations: Vec<Migration>, table: &'static str) -> Migrator {
    let mut migrator = Migrator::with_migrations(migrations);
    migrator.dangerous_set_table_name(table);
    migrator
}

pub(super) fn migrated(result: Result<(), MigrateError>) -> Result<()> {
    result.map_err(|error| match error {
        MigrateError::VersionMissing(migration) => Error::Newer { migration },
        cause => Error::Migrate { source: sqlx::Error::from(cause).into() },
    })
}

pub(super) async fn open_sqlite(settings: &DatabaseSettings) -> Result<Backend> {
    let file = |name: &str| {
        SqliteConnectOptions::new()
            .filename(settings.data_dir.join(name))
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full)
            .busy_timeout(BUSY_TIMEOUT)
            .foreign_keys(true)
            // What is deleted is overwritten where that costs no page more.
            .pragma("secure_delete", "FAST")
            .disable_statement_logging()
    };
    let main = file(MAIN_FILE);
    // Another connection makes checkpoints, so that no append waits for one.
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
    // unaware of it, would never begin a transaction again. Connections that only read begin none.
    let writer = pool(1).after_release(|conn, _| {
        Box::pin(async move {
            conn.ping().await?; // a rollback in its queue comes first
            Ok(!conn.is_in_transaction())
        })
    });
    let write = writer.connect_lazy_with(main.clone());
    let mut conn = write.acquire().await.map_err(|source| unopened(&main, source))?;
    // All of them or none: a commit for each would wait for the disk each time.
    let mut transaction = conn.begin().await?;
    migrate_sqlite(&mut transaction).await?;
    transaction.commit().await?;
    drop(conn);
    let mut spare = open_file(&journal).await?;
    migrated(journal_migrations(Dialect::Sqlite).run_direct(None, &mut spare, false).await)?;
    Ok(Backend::Sqlite {
        write,
        read: pool(settings.connections.max(1)).connect_lazy_with(main.read_only(true)),
        journal: Box::new(journal),
        spare: Mutex::new(Some(spare)),
    })
}

/// Refuses a database whose migrations differ from ours.
pub(super) async fn check_versions<'c, E>(conn: E) -> Result<()>
where
    E: sqlx::Executor<'c>,
    for<'r> i64: Decode<'r, E::Database> + Type<E::Database>,
    usize: sqlx::ColumnIndex<<E::Database as sqlx::Database>::Row>,
{
    let rows = match conn.fetch_all("SELECT version FROM migrations ORDER BY version").await {
        Err(sqlx::Error::Database(cause)) if cause.code().as_deref() == Some(UNDEFINED_TABLE) => {
            return Err(Error::NoTables);
        }
        rows => rows?,
    };
    let applied: Vec<i64> = rows.iter().map(|row| row.try_get(0)).collect::<Result<_, _>>()?;
    let ours: Vec<i64> = MAIN.iter().map(|&(version, ..)| version).collect();
    if let Some(&migration) = applied.iter().find(|it| !ours.contains(it)) {
        return Err(Error::Newer { migration });
    }
    match ours.iter().find(|it| !applied.contains(it)) {
        Some(&migration) => Err(Error::Older { migration }),
        None => Ok(()),
    }
}

pub(super) async fn look_at_sqlite(settings: &DatabaseSettings) -> Result<Backend> {
    let path = settings.data_dir.join(MAIN_FILE);
    if !path.is_file() {
        return Err(Error::NoData { path: settings.data_dir.clone() });
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
    let journal = Box::new(file(JOURNAL_FILE));
    Ok(Backend::Sqlite { write: read.clone(), read, journal, spare: Mutex::default() })
}

pub(crate) async fn open_file(options: &SqliteConnectOptions) -> Result<SqliteConnection> {
    options.connect().await.map_err(|source| unopened(options, source))
}

pub(super) fn unopened(options: &SqliteConnectOptions, source: impl Into<DriverError>) -> Error {
    Error::Open { at: options.get_filename().display().to_string(), source: source.into() }
}

pub(super) async fn open_postgres(hosts: &Hosts, settings: &DatabaseSettings) -> Result<Backend> {
    let mut conn = hosts.connect().await?;
    check_server(&mut conn).await?;
    migrated(main_migrations(Dialect::Postgres).run_direct(None, &mut conn, false).await)?;
    migrated(journal_migrations(Dialect::Postgres).run_direct(None, &mut conn, false).await)?;
    conn.close().await?;

    Ok(Backend::Postgres { pool: hosts.pool(settings) })
}

/// Refuses a server that may lose what it has confirmed, or compares texts as no other does.
pub(super) async fn check_server(conn: &mut PgConnection) -> Result<()> {
    let row = sqlx::query(
        "SELECT current_setting('fsync') = 'off', current_setting('synchronous_commit') = 'off', \
         current_setting('server_encoding')",
    )
    .fetch_one(conn)
    .await?;
    for (index, setting) in ["fsync", "synchronous_commit"].into_iter().enumerate() {
        if row.try_get::<bool, _>(index)? {
            return Err(Error::NotDurable { setting });
        }
    }
    match row.try_get::<String, _>(2)? {
        encoding if encoding == "UTF8" => Ok(()),
        encoding => Err(Error::Encoding { encoding }),
    }
}

/// Where a server is, without user and password.
pub(super) fn place(options: &PgConnectOptions) -> String {
    let host = options.get_socket().map_or_else(
        || format!("{}:{}", options.get_host(), options.get_port()),
        |path| path.display().to_string(),
    );
    format!("{host}/{}", options.get_database().unwrap_or(options.get_username()))
}

/// Connects to a server that can be written.
pub(super) async fn connect(options: &PgConnectOptions) -> Result<PgConnection> {
    let mut conn = opened(options).await?;
    // Every connection is to be one that can write, also after the database has moved.
    let row = in_time(sqlx::query("SELECT pg_is_in_recovery()").fetch_one(&mut conn)).await?;
    if row.try_get(0)? { Err(Error::Replica { at: place(options) }) } else { Ok(conn) }
}

/// Connects to a server, whatever it does.
pub(super) async fn opened(options: &PgConnectOptions) -> Result<PgConnection> {
    let error = match tokio::time::timeout(CONNECT_TIMEOUT, options.connect()).await {
        Ok(Ok(conn)) => return Ok(conn),
        Ok(Err(error)) => error,
        Err(_) => sqlx::Error::Io(io::ErrorKind::TimedOut.into()),
    };
    let at = place(options);
    let code =
        error.as_database_error().and_then(|error| error.code()).map(|code| code.to_string());
    Err(match code.as_deref() {
        Some("28P01" | "28000") => Error::Refused { at, source: error.into() },
        Some("3D000") => Error::NoDatabase { at },
        None => Error::Unreachable { at, source: error.into() },
        // Starting, stopping, or out of connections.
        Some(code) if code.starts_with("57P") || code.starts_with("53") => {
            Error::Unreachable { at, source: error.into() }
        }
        Some(_) => Error::Open { at, source: error.into() },
    })
}
