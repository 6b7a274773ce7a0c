//! The messages for a person who starts the server.

use std::{
    env, fs, iter,
    path::Path,
    process::{self, Command},
    time::Duration,
};

use komadai_store::{
    DatabaseSettings, Error, Standby, Store, Turn, both_dbs,
    testing::{Cluster, Database, TestStore, is_free_beside_a_start, migrated_sqlite, new_sqlite},
    users,
};

use tokio::time::{Instant, interval, sleep};

use crate::user;

/// The error of opening it, and what a person reads.
async fn refusal(settings: &DatabaseSettings) -> (Error, String) {
    let error = Store::open(settings).await.map(|_| ()).unwrap_err();
    let said = error.to_string();
    let causes = iter::successors(Some(&error as &dyn std::error::Error), |it| it.source());
    let causes: Vec<_> = causes.map(ToString::to_string).collect();
    for (at, cause) in causes.iter().enumerate().skip(1) {
        assert!(!causes[..at].iter().any(|it| it.contains(cause)), "{cause:?} twice: {causes:?}");
    }
    (error, said)
}

both_dbs!(a_second_process_is_refused, |store| async {
    let (error, said) = refusal(store.settings()).await;
    assert!(matches!(error, Error::InUse { .. }), "{error:?}");
    assert!(said.contains(&store.data_dir().display().to_string()), "{said}");
    store.reopen().await; // and one after the other is fine
});

/// What the file says about itself.
const HEAD: &str = "\
-- The tables of a new SQLite database, as all migrations together make them.
-- Written by the store's tests: UPDATE=1 cargo test -p komadai-store --test it a_new_database

";

#[tokio::test]
async fn a_new_database_has_what_all_migrations_make() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../migrations/new/sqlite.sql");
    let migrated = migrated_sqlite().await;
    let expected = format!("{HEAD}{migrated}");
    if env::var_os("UPDATE").is_some() {
        fs::write(&path, &expected).unwrap();
    }
    let written = fs::read_to_string(path).unwrap();
    assert!(written == expected, "UPDATE=1 writes migrations/new/sqlite.sql anew");
    assert_eq!(new_sqlite().await, migrated);
}

/// Ends the session that keeps other servers from the database.
const LOSE_THE_LOCK: &str = "SELECT pg_terminate_backend(pid) FROM pg_locks \
    WHERE locktype = 'advisory' AND database = \
    (SELECT oid FROM pg_database WHERE datname = current_database())";

/// The same database, for a server with another data directory.
fn elsewhere(store: &TestStore, dir: &tempfile::TempDir) -> DatabaseSettings {
    DatabaseSettings { data_dir: dir.path().to_owned(), ..store.settings().clone() }
}

#[tokio::test]
async fn a_second_server_on_one_database_is_refused() {
    let (store, dir) = (TestStore::postgres().await, tempfile::tempdir().unwrap());
    let second = elsewhere(&store, &dir);
    let lives = async {
        loop {
            store.check_sole().await.unwrap();
        }
    };
    let (error, said) = tokio::select! {
        () = lives => unreachable!(),
        refused = refusal(&second) => refused,
    };
    assert!(matches!(error, Error::Occupied { .. }), "{error:?}");
    assert!(said.contains("already running") && said.contains("database.node"), "{said}");
    // Somebody may look nevertheless, and a process that ends makes room.
    Store::open_beside(&second).await.unwrap().close().await;
    store.close().await;
    Store::open(&second).await.unwrap();
}

#[tokio::test]
async fn a_server_whose_machine_is_gone_is_not_waited_for() {
    let (store, dir) = (TestStore::postgres().await, tempfile::tempdir().unwrap());
    // It says nothing any more, and its session stays.
    let second = Store::open(&elsewhere(&store, &dir)).await.unwrap();
    assert!(matches!(store.check_sole().await, Err(Error::Occupied { .. })));
    second.check_sole().await.unwrap();
}

#[tokio::test]
async fn a_server_that_loses_its_session_takes_another() {
    let (store, dir) = (TestStore::postgres().await, tempfile::tempdir().unwrap());
    store.sql(LOSE_THE_LOCK).await;
    store.check_sole().await.unwrap();
    store.sql(LOSE_THE_LOCK).await;
    let second = Store::open(&elsewhere(&store, &dir)).await.unwrap();
    assert!(matches!(store.check_sole().await, Err(Error::Occupied { .. })));
    second.check_sole().await.unwrap();
}

/// A member of a cluster on this database.
fn member(store: &TestStore, dir: &tempfile::TempDir, address: &str) -> Standby {
    let settings = elsewhere(store, dir);
    let member = Some(address.to_owned());
    Standby::begin(DatabaseSettings { member, ..settings }, Duration::from_secs(60)).unwrap()
}

/// The same with a number, on a database of its own.
fn member_of(database: &Database, dir: &tempfile::TempDir, n: usize, lease: Duration) -> Standby {
    let settings = DatabaseSettings::postgres(database.url(), dir.path());
    let member = Some(format!("10.0.0.{n}:4082"));
    Standby::begin(DatabaseSettings { member, ..settings }, lease).unwrap()
}

#[tokio::test]
async fn a_server_that_is_in_no_cluster_keeps_members_away() {
    let (store, dir) = (TestStore::postgres().await, tempfile::tempdir().unwrap());
    let error = member(&store, &dir, "10.0.0.2:4082").look().await.unwrap_err();
    assert!(matches!(error, Error::Occupied { .. }), "{error:?}");
    store.close().await;
    let mut works = member(&store, &dir, "10.0.0.2:4082");
    let Turn::Mine(holding) = works.look().await.unwrap() else { panic!("nobody works") };
    let works = works.open(*holding).await.unwrap();
    // And the other way round.
    let other = tempfile::tempdir().unwrap();
    let second = elsewhere(&store, &other);
    let lives = async {
        loop {
            works.check_sole().await.unwrap();
        }
    };
    let (error, _) = tokio::select! {
        () = lives => unreachable!(),
        refused = refusal(&second) => refused,
    };
    assert!(matches!(error, Error::Occupied { .. }), "{error:?}");
    works.close().await;
}

#[tokio::test]
async fn members_take_turns() {
    let store = TestStore::postgres().await;
    store.close().await;
    let dirs = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
    let mut one = member(&store, &dirs[0], "10.0.0.2:4082");
    let mut two = member(&store, &dirs[1], "10.0.0.3:4082");
    let Turn::Mine(holding) = one.look().await.unwrap() else { panic!("nobody works") };
    assert_eq!(holding.before, None);
    let works = one.open(*holding).await.unwrap();
    let Turn::Other(address) = two.look().await.unwrap() else { panic!("one works") };
    assert_eq!(address, "10.0.0.2:4082");
    let members = works.members().await.unwrap();
    let seen: Vec<_> = members.iter().map(|it| (it.address.as_str(), it.works)).collect();
    assert_eq!(seen, [("10.0.0.2:4082", true), ("10.0.0.3:4082", false)]);
    works.close().await;
    // It has not been answered throughout a lease, so it might be that nobody was.
    assert!(matches!(two.look().await.unwrap(), Turn::Nobody));
}

/// Changing the tables, for one.
#[tokio::test]
async fn a_member_that_takes_long_to_start_keeps_its_place() {
    let database = Database::create().await;
    let dirs = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
    let lease = Duration::from_millis(500);
    let [mut one, mut two] = [2, 3].map(|n: usize| member_of(&database, &dirs[n - 2], n, lease));
    let first = DatabaseSettings::postgres(database.url(), dirs[0].path().join("first"));
    Store::open(&first).await.unwrap().close().await;
    let Turn::Mine(holding) = one.look().await.unwrap() else { panic!("nobody works") };
    let occupied = database
        .sql("BEGIN; LOCK TABLE migrations IN ACCESS EXCLUSIVE MODE; SELECT pg_sleep(2); COMMIT");
    let began = Instant::now();
    let mut n_looks = 0;
    let opening = async {
        // It is locked by then.
        sleep(lease / 5).await;
        one.open(*holding).await.unwrap()
    };
    let mut looks = interval(lease / 10);
    let looking = async {
        loop {
            looks.tick().await;
            let turn = two.look().await.unwrap();
            let Turn::Other(address) = turn else { panic!("one works: {turn:?}") };
            assert_eq!(address, "10.0.0.2:4082");
            n_looks += 1;
        }
    };
    let works = tokio::select! {
        (works, ()) = async { tokio::join!(opening, occupied) } => works,
        () = looking => unreachable!(),
    };
    assert!(began.elapsed() > 3 * lease && n_looks > 10, "{:?}, {n_looks}", began.elapsed());
    works.close().await;
}

/// A member that takes the place of another may fail before it can tell it.
#[tokio::test]
async fn all_that_worked_lately_are_known() {
    let database = Database::create().await;
    let dirs = [(); 3].map(|()| tempfile::tempdir().unwrap());
    let [mut one, mut two, mut three] =
        [2, 3, 4].map(|n: usize| member_of(&database, &dirs[n - 2], n, Duration::from_millis(500)));
    let Turn::Mine(holding) = one.look().await.unwrap() else { panic!("nobody works") };
    assert_eq!(holding.worked_lately, [""; 0]);
    assert!(matches!(three.look().await.unwrap(), Turn::Other(_)));
    drop((holding, one));
    let holding = loop {
        if let Turn::Mine(holding) = two.look().await.unwrap() {
            break holding;
        }
    };
    assert!(matches!(three.look().await.unwrap(), Turn::Other(_)));
    assert_eq!(three.worked_lately(), ["10.0.0.2:4082", "10.0.0.3:4082"]);
    drop(holding);
}

both_dbs!(a_store_is_read_before_anything_is_written, |store| async {
    store.reopen().await;
    let mut conn = store.read().await.unwrap();
    assert_eq!(users::find(&mut conn, user(1)).await.unwrap(), None);
});

both_dbs!(a_database_of_a_newer_version_is_refused, |store| async {
    let checksum = if store.is_sqlite() { "x'00'" } else { "'\\x00'" };
    let columns = "version, description, success, checksum, execution_time";
    let values = format!("9999, 'later', TRUE, {checksum}, 0");
    store.sql(&format!("INSERT INTO migrations ({columns}) VALUES ({values})")).await;
    let error = store.try_reopen().await.unwrap_err();
    assert!(matches!(error, Error::Newer { migration: 9999 }), "{error:?}");
    assert!(error.to_string().contains("newer komadai"), "{error}");
});

both_dbs!(a_journal_of_a_newer_version_is_refused, |store| async {
    let checksum = if store.is_sqlite() { "x'00'" } else { "'\\x00'" };
    let columns = "version, description, success, checksum, execution_time";
    let values = format!("9999, 'later', TRUE, {checksum}, 0");
    let table = "journal_migrations";
    store.journal_sql(&format!("INSERT INTO {table} ({columns}) VALUES ({values})")).await;
    let error = store.try_reopen().await.unwrap_err();
    assert!(matches!(error, Error::Newer { migration: 9999 }), "{error:?}");
});

#[test]
fn a_lock_ends_though_a_program_is_being_started() {
    let dir = tempfile::tempdir().unwrap();
    assert!(is_free_beside_a_start(dir.path()));
}

#[tokio::test]
async fn beside_a_server_that_never_ran_nothing_is_made() {
    let dir = tempfile::tempdir().unwrap();
    let folder = dir.path().join("mistyped");
    let error = Store::open_beside(&DatabaseSettings::sqlite(&folder)).await.unwrap_err();
    assert!(matches!(error, Error::NoData { .. }), "{error:?}");
    assert!(error.to_string().contains("mistyped"), "{error}");
    assert!(!folder.exists());

    let database = Database::create_empty().await;
    let settings = DatabaseSettings::postgres(database.url(), &folder);
    for _ in 0..2 {
        let error = Store::open_beside(&settings).await.unwrap_err();
        assert!(matches!(error, Error::NoTables), "{error:?}");
    }
}

both_dbs!(beside_a_server_of_an_older_version_its_tables_stay, |store| async {
    store.sql("UPDATE migrations SET version = 0 WHERE version = 1").await;
    for _ in 0..2 {
        let error = Store::open_beside(store.settings()).await.unwrap_err();
        assert!(matches!(error, Error::Newer { migration: 0 }), "{error:?}");
    }
    store.sql("DELETE FROM migrations WHERE version = 0").await;
    for _ in 0..2 {
        let error = Store::open_beside(store.settings()).await.unwrap_err();
        assert!(matches!(error, Error::Older { migration: 1 }), "{error:?}");
    }
});

#[tokio::test]
async fn a_folder_that_cannot_be_made_is_named() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("file");
    fs::write(&file, "").unwrap();
    for path in [file.clone(), file.join("below")] {
        let (error, said) = refusal(&DatabaseSettings::sqlite(&path)).await;
        assert!(matches!(error, Error::DataDir { .. }), "{error:?}");
        assert!(said.contains(&path.display().to_string()), "{said}");
    }
}

#[tokio::test]
async fn a_file_that_is_no_database_is_named() {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("journal.db"), "no database ".repeat(1_000)).unwrap();
    let (error, said) = refusal(&DatabaseSettings::sqlite(dir.path())).await;
    assert!(matches!(error, Error::Open { .. }), "{error:?}");
    assert!(said.contains("journal.db"), "{said}");
}

#[tokio::test]
async fn an_address_that_leads_nowhere_is_named_without_its_password() {
    let dir = tempfile::tempdir().unwrap();
    let socket = Cluster::shared().socket_dir().display().to_string();
    for (url, expected) in [
        ("postgres://u:hunter2@localhost:1/games".to_owned(), "localhost:1/games"),
        ("postgres://u:hunter2@no.such.host.invalid/games".to_owned(), "no.such.host.invalid"),
        (format!("postgres://u:hunter2@localhost/games?host={socket}/x"), "/games"),
    ] {
        let (error, said) = refusal(&DatabaseSettings::postgres(&url, dir.path())).await;
        assert!(matches!(error, Error::Unreachable { .. }), "{url}: {error:?}");
        assert!(said.contains(expected) && !said.contains("hunter2"), "{said}");
    }
    let (error, said) = refusal(&DatabaseSettings::postgres("games:hunter2@x", dir.path())).await;
    assert!(matches!(error, Error::Url { .. }), "{error:?}");
    assert!(!format!("{said} {error:?}").contains("hunter2"), "{error:?}");
}

#[tokio::test]
async fn a_user_or_database_that_is_not_there_is_named() {
    let dir = tempfile::tempdir().unwrap();
    let url = Cluster::shared().url("no_such_database");
    let (error, said) = refusal(&DatabaseSettings::postgres(&url, dir.path())).await;
    assert!(matches!(error, Error::NoDatabase { .. }), "{error:?}");
    assert!(said.contains("no_such_database"), "{said}");

    let url = Cluster::shared().url("postgres").replace("//komadai@", "//nobody@");
    let (error, _) = refusal(&DatabaseSettings::postgres(&url, dir.path())).await;
    assert!(matches!(error, Error::Refused { .. }), "{error:?}");
}

#[tokio::test]
async fn a_server_that_forgets_is_refused() {
    let store = TestStore::postgres().await;
    let dir = tempfile::tempdir().unwrap();
    let settings = DatabaseSettings::postgres(store.settings().url.clone().unwrap(), dir.path());
    let set = |value: &str| {
        format!(
            "DO 'BEGIN EXECUTE ''ALTER DATABASE '' || current_database() \
                 || '' SET synchronous_commit = {value}''; END'"
        )
    };
    store.sql(&set("off")).await;
    let (error, said) = refusal(&settings).await;
    assert!(matches!(error, Error::NotDurable { setting: "synchronous_commit" }), "{error:?}");
    assert!(said.contains("synchronous_commit = off"), "{said}");
    store.sql(&set("local")).await;
    Store::open(&settings).await.unwrap();
}

#[tokio::test]
async fn a_server_without_fsync_is_refused_and_so_is_a_wrong_password() {
    let cluster = Cluster::start();
    let database = Database::create_on(&cluster).await;
    let data = cluster.socket_dir().join("data");
    let append = |file: &str, line: &str| {
        let path = data.join(file);
        let text = fs::read_to_string(&path).unwrap();
        fs::write(&path, format!("{line}\n{text}")).unwrap();
    };
    let dir = tempfile::tempdir().unwrap();

    cluster.stop();
    append("postgresql.conf", "fsync = off");
    cluster.resume();
    let settings = DatabaseSettings::postgres(database.url(), dir.path());
    let (error, _) = refusal(&settings).await;
    assert!(matches!(error, Error::NotDurable { setting: "fsync" }), "{error:?}");

    cluster.stop();
    append("pg_hba.conf", "local all all scram-sha-256");
    cluster.resume();
    let url = database.url().replace("komadai@", "komadai:wrong@");
    let (error, said) = refusal(&DatabaseSettings::postgres(url, dir.path())).await;
    assert!(matches!(error, Error::Refused { .. }), "{error:?}");
    assert!(!said.contains("wrong"), "{said}");
}

#[test]
fn settings_are_printed_without_the_password() {
    let settings = DatabaseSettings::postgres("postgres://u:hunter2@h/d", "data");
    let printed = format!("{settings:?}");
    assert!(!printed.contains("hunter2") && printed.contains("data"), "{printed}");
}

/// Set in the process that [`a_test_server_goes_with_its_process`] starts.
const CHILD: &str = "KOMADAI_TEST_ABORT";

// Whatever becomes of a test process, the PostgreSQL it started does not stay.
#[test]
fn a_test_server_goes_with_its_process() {
    if env::var_os(CHILD).is_some() {
        println!("folder={}", Cluster::start().socket_dir().display());
        let cluster = Cluster::start();
        println!("folder={}", cluster.socket_dir().display());
        process::abort();
    }
    // The output ends when the last process that could write to it has ended.
    let output = Command::new(env::current_exe().unwrap())
        .args(["opening::a_test_server_goes_with_its_process", "--exact", "--nocapture"])
        .env(CHILD, "1")
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    let folders: Vec<&str> = said
        .lines()
        .filter_map(|line| line.split_once("folder="))
        .map(|(_, folder)| folder)
        .collect();
    assert_eq!(folders.len(), 2, "{said}");
    for folder in folders {
        assert!(!Path::new(folder).exists(), "{folder}");
    }
    assert!(!output.status.success());
}

both_dbs!(what_is_deleted_is_overwritten, |store| async {
    let secret = "chỗ kín ".repeat(2_000);
    let mut tx = store.write().await.unwrap();
    users::create_guest(&mut tx, user(1), &secret, 1).await.unwrap();
    tx.commit().await.unwrap();
    store.begin_erasing().await.unwrap();
    store.sql("DELETE FROM users").await;
    assert!(store.end_erasing().await.unwrap());
    if store.is_sqlite() {
        for name in ["komadai.db", "komadai.db-wal"] {
            let bytes = fs::read(store.data_dir().join(name)).unwrap_or_default();
            let is_there = bytes.windows(12).any(|it| secret.as_bytes().starts_with(it));
            assert!(!is_there, "{name}");
        }
    }
    // Whoever writes next is not hindered.
    let mut tx = store.write().await.unwrap();
    users::create_guest(&mut tx, user(2), "An", 1).await.unwrap();
    tx.commit().await.unwrap();
});

#[tokio::test]
async fn a_replica_is_refused_until_it_is_promoted() {
    let postgres = Cluster::start();
    let database = Database::create_on(&postgres).await;
    let dir = tempfile::tempdir().unwrap();
    let settings = DatabaseSettings::postgres(database.url(), dir.path());
    Store::open(&settings).await.unwrap().close().await;
    postgres.follow();
    let (error, said) = refusal(&settings).await;
    assert!(matches!(error, Error::Replica { .. }) && error.is_passing(), "{error:?}");
    assert!(said.contains("is a replica of another PostgreSQL"), "{said}");
    assert!(matches!(Store::look(&settings).await, Err(Error::Replica { .. })));
    postgres.promote();
    Store::open(&settings).await.unwrap().close().await;
}

#[tokio::test]
async fn a_database_that_knows_no_encoding_is_refused() {
    let postgres = Cluster::start();
    let database = Database::create_on(&postgres).await;
    let store = TestStore::on(database).await;
    let mut conn = store.beside_the_journal().await;
    conn.sql("CREATE DATABASE plain TEMPLATE template0 ENCODING 'SQL_ASCII' LOCALE 'C'").await;
    let dir = tempfile::tempdir().unwrap();
    let settings = DatabaseSettings::postgres(postgres.url("plain"), dir.path());
    let (error, said) = refusal(&settings).await;
    assert!(matches!(error, Error::Encoding { .. }), "{error:?}");
    assert!(said.contains("SQL_ASCII") && said.contains("UTF8"), "{said}");
    assert!(matches!(Store::look(&settings).await, Err(Error::Encoding { .. })));
}
