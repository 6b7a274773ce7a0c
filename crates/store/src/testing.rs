//! Databases for tests: every test has its own, of either kind, and leaves nothing behind.
//!
//! [`both_dbs!`](crate::both_dbs) runs a test on both. SQLite lives in a temporary folder.
//! PostgreSQL is the server at `KOMADAI_TEST_POSTGRES` (an address whose user may create
//! databases) when that is set, else a [`Cluster`] that the test process starts once, shares
//! among its tests and stops when it ends, however it ends. A PostgreSQL that is not installed is
//! a failed test.
//!
//! Not for a paused clock: the driver waits on the real one.

use std::{
    path::Path,
    process,
    sync::{
        Arc,
        atomic::{AtomicU32, AtomicU64, Ordering},
    },
};

use sqlx::{AssertSqlSafe, Connection, Executor, PgConnection, SqliteConnection};
use tempfile::TempDir;

use crate::{
    DatabaseSettings, Journal, Result, Store, Tx,
    db::{
        Conn, Driver, faults,
        lock::DataDirLock,
        opening::{Dialect, main_migrations, migrate_sqlite},
    },
};

mod cluster;
mod proxy;
mod schema;

pub use self::{
    cluster::{Cluster, Frozen},
    proxy::Proxy,
    schema::SchemaColumn,
};

/// Runs a test on SQLite and on PostgreSQL.
///
/// ```text
/// both_dbs!(a_guest_is_found_again, |store| async {
///     let mut tx = store.write().await.unwrap();
///     …
/// });
/// ```
///
/// `store` is a [`TestStore`](crate::testing::TestStore). The caller needs tokio with `macros`
/// and `rt-multi-thread` among its dev-dependencies.
#[macro_export]
macro_rules! both_dbs {
    ($(#[$meta:meta])* $name:ident, |$store:ident| $test:expr) => {
        $(#[$meta])*
        mod $name {
            #[allow(unused_imports, reason = "a test may need nothing from outside")]
            use super::*;

            #[::tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn sqlite() {
                #[allow(unused_mut, reason = "some tests reopen it")]
                let mut $store = $crate::testing::TestStore::sqlite().await;
                $test.await;
            }

            #[::tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn postgres() {
                #[allow(unused_mut, reason = "some tests reopen it")]
                let mut $store = $crate::testing::TestStore::postgres().await;
                $test.await;
            }
        }
    };
}

/// A store of its own for one test; it can be used like a [`Store`].
#[derive(Debug)]
pub struct TestStore {
    /// `None` only while it is being opened again.
    store: Option<Store>,
    settings: DatabaseSettings,
    /// Goes last: the files are open until then.
    _database: Option<Database>,
    dir: TempDir,
}

impl std::ops::Deref for TestStore {
    type Target = Store;

    fn deref(&self) -> &Store {
        self.store.as_ref().expect("it is open")
    }
}

impl TestStore {
    /// SQLite in a temporary folder.
    pub async fn sqlite() -> Self {
        let dir = data_dir();
        Self::open(DatabaseSettings::sqlite(dir.path()), None, dir).await
    }

    /// A new database on PostgreSQL.
    pub async fn postgres() -> Self {
        Self::on(Database::create().await).await
    }

    /// On this PostgreSQL database.
    pub async fn on(database: Database) -> Self {
        Self::at(database.url().to_owned(), database).await
    }

    /// On this PostgreSQL database, reached by another address.
    pub async fn at(url: String, database: Database) -> Self {
        let dir = data_dir();
        let settings = DatabaseSettings::postgres(url, dir.path());
        Self::open(settings, Some(database), dir).await
    }

    async fn open(settings: DatabaseSettings, database: Option<Database>, dir: TempDir) -> Self {
        let store = Store::open(&settings).await.expect("a new database can be opened");
        Self { store: Some(store), settings, _database: database, dir }
    }

    /// Whether it is on SQLite, for the few things that differ.
    pub fn is_sqlite(&self) -> bool {
        self.settings.url.is_none()
    }

    /// With what it was opened.
    pub fn settings(&self) -> &DatabaseSettings {
        &self.settings
    }

    /// Where its files are.
    pub fn data_dir(&self) -> &Path {
        self.dir.path()
    }

    /// Closes the store and opens it again, as a restart does. Journals and other clones of the
    /// store must be gone by then.
    pub async fn reopen(&mut self) {
        self.try_reopen().await.expect("it can be opened again");
    }

    /// [`TestStore::reopen`] for a store that may refuse; then it stays closed.
    ///
    /// # Errors
    /// As [`Store::open`].
    pub async fn try_reopen(&mut self) -> Result<()> {
        self.close().await;
        // The lock on the folder goes with the last clone.
        self.store = None;
        self.store = Some(Store::open(&self.settings).await?);
        Ok(())
    }

    /// Runs any SQL on the main database.
    pub async fn sql(&self, sql: &str) {
        let mut tx = self.write().await.expect("the database can be written");
        raw(&mut tx, sql).await;
        tx.commit().await.expect("the changes can be committed");
    }

    /// Runs any SQL on the database with the journal.
    pub async fn journal_sql(&self, sql: &str) {
        let mut conn = self.beside_the_journal().await;
        raw(&mut conn, sql).await;
        conn.close().await;
    }

    /// A connection of its own to the database with the journal.
    pub async fn beside_the_journal(&self) -> Conn {
        self.journal().await.expect("the journal can be opened")
    }
}

impl Conn {
    /// Runs any SQL.
    pub async fn sql(&mut self, sql: &str) {
        raw(self, sql).await;
    }
}

impl Journal {
    /// Runs any SQL on the journal's own connection.
    pub async fn sql(&mut self, sql: &str) {
        let conn = self.connected().await.expect("the journal can be reached");
        raw(conn, sql).await;
    }
}

/// Counts what statements read: on PostgreSQL rows and entries of indexes, on SQLite the steps of
/// its machine, which are some for each of them.
#[derive(Debug)]
pub struct Effort(EffortOf);

#[derive(Debug)]
enum EffortOf {
    Sqlite(Arc<AtomicU64>),
    /// What had been read at the beginning.
    Postgres(i64),
}

impl Effort {
    /// Begins to count in this transaction.
    pub async fn begin(tx: &mut Tx) -> Self {
        Self(match tx.driver() {
            Driver::Sqlite(conn) => {
                let steps = Arc::new(AtomicU64::new(0));
                let counted = Arc::clone(&steps);
                let mut handle = conn.lock_handle().await.expect("the connection is open");
                handle.set_progress_handler(1, move || {
                    counted.fetch_add(1, Ordering::Relaxed);
                    true
                });
                EffortOf::Sqlite(steps)
            }
            Driver::Postgres(conn) => EffortOf::Postgres(rows_read(conn).await),
        })
    }

    /// What has been read since then.
    pub async fn end(self, tx: &mut Tx) -> u64 {
        match (self.0, tx.driver()) {
            (EffortOf::Sqlite(steps), Driver::Sqlite(conn)) => {
                let mut handle = conn.lock_handle().await.expect("the connection is open");
                handle.remove_progress_handler();
                steps.load(Ordering::Relaxed)
            }
            (EffortOf::Postgres(before), Driver::Postgres(conn)) => {
                (rows_read(conn).await - before).unsigned_abs()
            }
            _ => panic!("it began in a transaction of the other database"),
        }
    }
}

/// What this transaction has read from our tables and indexes.
async fn rows_read(conn: &mut PgConnection) -> i64 {
    let sql = "SELECT CAST(SUM(pg_stat_get_xact_tuples_returned(oid)) AS BIGINT) FROM pg_class \
               WHERE relnamespace = 'public'::regnamespace";
    sqlx::query_scalar(sql).fetch_one(conn).await.expect("it counts")
}

/// What a server makes of an empty SQLite database, as SQL: tables, and the rows in them.
pub async fn new_sqlite() -> String {
    let mut conn = empty_sqlite().await;
    migrate_sqlite(&mut conn).await.expect("a new database can be opened");
    dump(conn).await
}

/// Whether a data directory can be locked when its lock is gone, but a program is being started that
/// still has the file.
pub fn is_free_beside_a_start(path: &Path) -> bool {
    let lock = DataDirLock::take(path).expect("nobody has it");
    let _of_the_program = lock.0.try_clone().expect("a file may be opened");
    assert!(DataDirLock::take(path).is_err(), "it is held");
    drop(lock);
    DataDirLock::take(path).is_ok()
}

/// What all migrations make of it, one after the other.
pub async fn migrated_sqlite() -> String {
    let mut conn = empty_sqlite().await;
    let made = main_migrations(Dialect::Sqlite).run_direct(None, &mut conn, false).await;
    made.expect("every migration can be applied");
    dump(conn).await
}

async fn empty_sqlite() -> SqliteConnection {
    SqliteConnection::connect("sqlite::memory:").await.expect("there is memory")
}

async fn dump(mut conn: SqliteConnection) -> String {
    let schema = "SELECT name, type = 'table', sql FROM sqlite_schema \
                  WHERE sql IS NOT NULL AND tbl_name <> 'migrations' AND tbl_name NOT GLOB 'sqlite_*' \
                  ORDER BY rowid";
    let made: Vec<(String, bool, String)> =
        sqlx::query_as(schema).fetch_all(&mut conn).await.expect("every database has a schema");
    let mut sql = String::new();
    for (name, is_table, made) in made {
        sql += &format!("{made};\n");
        if is_table {
            for row in rows_of(&mut conn, &name).await {
                sql += &format!("INSERT INTO {name} VALUES ({row});\n");
            }
        }
    }
    sql
}

/// The values of each row, as SQL.
async fn rows_of(conn: &mut SqliteConnection, table: &str) -> Vec<String> {
    let columns = "SELECT group_concat('quote(' || name || ')', ' || '', '' || ') \
                   FROM pragma_table_info(?)";
    let columns: String =
        sqlx::query_scalar(columns).bind(table).fetch_one(&mut *conn).await.expect("it is there");
    let rows = AssertSqlSafe(format!("SELECT {columns} FROM {table}"));
    sqlx::query_scalar(rows).fetch_all(conn).await.expect("it can be read")
}

fn data_dir() -> TempDir {
    tempfile::Builder::new().prefix("komadai-test-").tempdir().expect("a temporary folder")
}

async fn raw(conn: &mut Conn, sql: &str) {
    let sql = AssertSqlSafe(sql.to_owned());
    match conn.driver() {
        Driver::Sqlite(conn) => conn.execute(sql).await.map(|_| ()),
        Driver::Postgres(conn) => conn.execute(sql).await.map(|_| ()),
    }
    .expect("the test's SQL is right");
}

/// A PostgreSQL database of its own for one test; dropped with this value when it is on a server
/// that outlives the test process.
#[derive(Debug)]
pub struct Database {
    url: String,
    name: String,
    /// The address of the server, when that outlives the process.
    dropped_at: Option<String>,
}

/// PostgreSQL's template of an empty database.
const EMPTY: &str = "template0";

impl Database {
    /// On the server that all tests of this process share. Its tables may be there already.
    pub async fn create() -> Self {
        match std::env::var("KOMADAI_TEST_POSTGRES") {
            Ok(server) => Self::empty_at(server).await,
            Err(_) => Self::create_on(Cluster::shared()).await,
        }
    }

    /// The same without tables.
    pub async fn create_empty() -> Self {
        match std::env::var("KOMADAI_TEST_POSTGRES") {
            Ok(server) => Self::empty_at(server).await,
            Err(_) => Self::copied(Cluster::shared(), EMPTY).await,
        }
    }

    /// On this cluster, with its tables: they are made once and then copied.
    pub async fn create_on(cluster: &Cluster) -> Self {
        let made = || async {
            let database = Self::copied(cluster, EMPTY).await;
            let dir = data_dir();
            let settings = DatabaseSettings::postgres(database.url(), dir.path());
            Store::open(&settings).await.expect("a new database can be opened").close().await;
            database.name.clone()
        };
        let tables = cluster.tables.get_or_init(made).await;
        Self::copied(cluster, tables).await
    }

    async fn copied(cluster: &Cluster, template: &str) -> Self {
        let name = create(&cluster.url("postgres"), template).await;
        Self { url: cluster.url(&name), name, dropped_at: None }
    }

    async fn empty_at(server: String) -> Self {
        let name = create(&server, EMPTY).await;
        Self { url: with_database(&server, &name), name, dropped_at: Some(server) }
    }

    pub fn url(&self) -> &str {
        &self.url
    }

    /// All that is in it, as SQL that [`Database::load`] takes.
    ///
    /// # Panics
    /// When PostgreSQL's programs are not installed.
    pub fn dump(&self) -> String {
        let said = cluster::client("pg_dump")
            .args(["--no-owner", "--no-privileges", "--rows-per-insert=100", &self.url])
            .output()
            .expect("pg_dump can be started");
        assert!(said.status.success(), "{}", String::from_utf8_lossy(&said.stderr));
        let text = String::from_utf8(said.stdout).expect("SQL is text");
        // What only psql understands.
        let lines = text.lines().filter(|line| !line.starts_with('\\'));
        lines.flat_map(|line| [line, "\n"]).collect()
    }

    /// Puts into it what was dumped; it must be empty.
    pub async fn load(&self, dump: &str) {
        self.sql(dump).await;
    }

    /// Runs any SQL on it, on a connection of its own.
    pub async fn sql(&self, sql: &str) {
        let mut conn = PgConnection::connect(&self.url).await.expect("the database answers");
        conn.execute(AssertSqlSafe(sql.to_owned())).await.expect("the test's SQL is right");
    }
}

impl Drop for Database {
    fn drop(&mut self) {
        let Some(server) = self.dropped_at.take() else { return };
        let name = std::mem::take(&mut self.name);
        // On a thread of its own: the test's runtime may be shutting down.
        let dropped = std::thread::spawn(move || {
            let runtime =
                tokio::runtime::Builder::new_current_thread().enable_all().build().ok()?;
            runtime.block_on(async {
                let mut conn = PgConnection::connect(&server).await.ok()?;
                let sql = format!("DROP DATABASE {name} WITH (FORCE)");
                conn.execute(AssertSqlSafe(sql)).await.ok()
            })
        });
        let _ = dropped.join(); // what is left of a server that is gone is not ours to clean
    }
}

/// Creates a database with a name of its own, as a copy.
async fn create(server: &str, template: &str) -> String {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let name = format!("komadai_test_{}_{}", process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
    let mut conn = PgConnection::connect(server).await.expect("the PostgreSQL for tests answers");
    conn.execute(AssertSqlSafe(format!("CREATE DATABASE {name} TEMPLATE {template}")))
        .await
        .expect("a database can be created");
    name
}

/// The address of another database on the same server.
pub fn with_database(server: &str, name: &str) -> String {
    let (address, options) = server.split_once('?').unwrap_or((server, ""));
    let scheme_end = address.find("://").map_or(0, |at| at + 3);
    let host_end = address[scheme_end..].find('/').map_or(address.len(), |at| scheme_end + at);
    let separator = if options.is_empty() { "" } else { "?" };
    format!("{}/{name}{separator}{options}", &address[..host_end])
}

/// What it means that a statement failed with this code, a result code of SQLite or a SQLSTATE:
/// `Refused`, `Unknown` or `Broken`.
pub fn fault_of_code(code: &str) -> String {
    format!("{:?}", faults::fault_of_code(code))
}
