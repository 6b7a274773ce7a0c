//! Full disks and lost connections: what was acknowledged is there, what was refused is not, and
//! afterwards everything goes on.

use std::{env, process::Command};

use komadai_store::{
    AppendError, DatabaseSettings, Error, Store, games, settlements,
    testing::{Cluster, Database, Proxy, TestStore, fault_of_code},
};
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

use crate::{append, game, game_id, main_journal, payloads};

#[tokio::test]
async fn a_full_journal_file_refuses_and_recovers() {
    let store = TestStore::sqlite().await;
    let mut journal = main_journal(&store).await;
    append(&mut journal, "before").await;
    journal.sql("PRAGMA max_page_count = 1").await; // SQLite raises it to what there is
    let big = "x".repeat(100_000);

    for _ in 0..3 {
        let refused = journal.append(journal.next_pos(), 1, big.as_bytes()).await;
        assert!(
            matches!(&refused, Err(AppendError::Failed(error)) if error.is_passing()),
            "{refused:?}"
        );
    }
    // What was refused is not there, not even for another process.
    assert_eq!(journal.find(journal.next_pos()).await.unwrap(), None);

    journal.sql("PRAGMA max_page_count = 100000").await;
    append(&mut journal, "after").await;
    append(&mut journal, &big).await;
    assert_eq!(payloads(&mut journal).await, ["before", "after", &big]);
}

#[tokio::test]
async fn a_full_main_file_refuses_and_recovers() {
    let store = TestStore::sqlite().await;
    let mut long = game(1);
    // Nothing that packing makes short.
    let mut state = 1u32;
    long.record.extend((0..200_000).map(|_| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 24) as u8
    }));
    for _ in 0..3 {
        // Holds for a connection, and the one that was refused is replaced.
        store.sql("PRAGMA max_page_count = 1").await;
        let mut tx = store.write().await.unwrap();
        let refused = settlements::settle(&mut tx, &long, 1).await;
        assert!(matches!(&refused, Err(error) if error.is_passing()), "{refused:?}");
    }

    let mut tx = store.write().await.unwrap();
    assert!(settlements::settle(&mut tx, &long, 1).await.unwrap());
    tx.commit().await.unwrap();
    let mut conn = store.read().await.unwrap();
    assert_eq!(games::find(&mut conn, game_id(1)).await.unwrap(), Some(long));
}

/// Set in the process that [`a_write_that_fails_refuses_and_recovers`] starts.
const CHILD: &str = "KOMADAI_TEST_FILE_LIMIT";

// The system itself refuses to let the file grow. The limit holds for a whole process, so that
// is one of its own, started by a shell because its signal has to be ignored.
#[tokio::test]
async fn a_write_that_fails_refuses_and_recovers() {
    if env::var_os(CHILD).is_some() {
        return a_write_that_fails().await;
    }
    let test = "faults::a_write_that_fails_refuses_and_recovers";
    let output = Command::new("/bin/sh")
        .args(["-c", "trap '' XFSZ && exec \"$0\" \"$@\""])
        .arg(env::current_exe().unwrap())
        .args([test, "--exact", "--nocapture"])
        .env(CHILD, "1")
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    let complained = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}\n{complained}");
    assert!(said.contains("1 passed"), "{said}\n{complained}");
}

async fn a_write_that_fails() {
    let store = TestStore::sqlite().await;
    let mut journal = main_journal(&store).await;
    append(&mut journal, "before").await;
    let no_limit = getrlimit(Resource::Fsize);
    let limit = Rlimit { current: Some(200_000), maximum: no_limit.maximum };
    setrlimit(Resource::Fsize, limit).unwrap();

    let big = "x".repeat(300_000);
    for _ in 0..3 {
        let refused = journal.append(journal.next_pos(), 1, big.as_bytes()).await;
        assert!(
            matches!(&refused, Err(AppendError::Failed(error)) if error.is_passing()),
            "{refused:?}"
        );
    }
    append(&mut journal, "short").await;

    setrlimit(Resource::Fsize, no_limit).unwrap();
    append(&mut journal, &big).await;
    assert_eq!(payloads(&mut journal).await, ["before", "short", &big]);

    // And a process that starts after a crash reads the same.
    let mut next = main_journal(&store).await;
    assert_eq!(payloads(&mut next).await, ["before", "short", &big]);
}

/// Makes PostgreSQL refuse rows as it does when its disk is full.
const FILL_DISK: &str = "
    CREATE FUNCTION disk_full() RETURNS trigger LANGUAGE plpgsql AS
        'BEGIN RAISE EXCEPTION ''could not extend file'' USING ERRCODE = ''53100''; END';
    CREATE TRIGGER disk_full BEFORE INSERT ON journal EXECUTE FUNCTION disk_full();
";

#[tokio::test]
async fn a_server_that_refuses_a_row_may_be_asked_again() {
    let store = TestStore::postgres().await;
    let mut journal = main_journal(&store).await;
    append(&mut journal, "before").await;
    store.journal_sql(FILL_DISK).await;
    for _ in 0..3 {
        let refused = journal.append(journal.next_pos(), 1, b"refused").await;
        assert!(
            matches!(&refused, Err(AppendError::Failed(error)) if error.is_passing()),
            "{refused:?}"
        );
    }
    store.journal_sql("DROP TRIGGER disk_full ON journal").await;
    append(&mut journal, "after").await;
    assert_eq!(payloads(&mut journal).await, ["before", "after"]);
}

/// A store whose connections go through a proxy.
async fn behind_a_proxy() -> (TestStore, Proxy) {
    let database = Database::create().await;
    let proxy = Proxy::start();
    let url = proxy.url(&database);
    (TestStore::at(url, database).await, proxy)
}

#[tokio::test]
async fn a_row_whose_answer_was_lost_counts_once() {
    let (store, proxy) = behind_a_proxy().await;
    let mut journal = main_journal(&store).await;
    append(&mut journal, "before").await;

    proxy.lose_the_next_answer();
    let pos = journal.next_pos();
    let lost = journal.append(pos, 1, b"lost").await;
    assert!(matches!(&lost, Err(AppendError::Unknown(error)) if error.is_passing()), "{lost:?}");
    assert_eq!(journal.find(pos).await.unwrap(), Some(b"lost".to_vec()));

    journal.append(pos, 1, b"lost").await.unwrap();
    append(&mut journal, "after").await;
    assert_eq!(payloads(&mut journal).await, ["before", "lost", "after"]);
}

#[tokio::test]
async fn a_row_that_never_arrived_is_appended_again() {
    let (store, proxy) = behind_a_proxy().await;
    let mut journal = main_journal(&store).await;
    append(&mut journal, "before").await;

    proxy.lose_the_next_question();
    let pos = journal.next_pos();
    let lost = journal.append(pos, 1, b"lost").await;
    assert!(matches!(&lost, Err(AppendError::Unknown(error)) if error.is_passing()), "{lost:?}");
    assert_eq!(journal.find(pos).await.unwrap(), None);

    journal.reconnect().await.unwrap();
    journal.append(pos, 1, b"lost").await.unwrap();
    append(&mut journal, "after").await;
    assert_eq!(payloads(&mut journal).await, ["before", "lost", "after"]);
}

// A refusal says nothing about the attempt before it.
#[tokio::test]
async fn a_refusal_does_not_make_the_unknown_known() {
    let (store, proxy) = behind_a_proxy().await;
    let mut journal = main_journal(&store).await;
    append(&mut journal, "before").await;

    proxy.lose_the_next_answer();
    let pos = journal.next_pos();
    let lost = journal.append(pos, 1, b"lost").await;
    assert!(matches!(lost, Err(AppendError::Unknown(_))), "{lost:?}");
    store.journal_sql(FILL_DISK).await;
    for _ in 0..2 {
        let still = journal.append(pos, 1, b"lost").await;
        assert!(matches!(still, Err(AppendError::Unknown(_))), "{still:?}");
    }
    store.journal_sql("DROP TRIGGER disk_full ON journal").await;
    journal.append(pos, 1, b"lost").await.unwrap();

    // From here on a refusal is one again.
    store
        .journal_sql(
            "CREATE TRIGGER disk_full BEFORE INSERT ON journal EXECUTE FUNCTION disk_full()",
        )
        .await;
    let refused = journal.append(journal.next_pos(), 1, b"refused").await;
    assert!(matches!(refused, Err(AppendError::Failed(_))), "{refused:?}");
}

#[tokio::test]
async fn another_row_in_place_of_an_unknown_one_is_fatal() {
    let (store, proxy) = behind_a_proxy().await;
    let mut journal = main_journal(&store).await;
    append(&mut journal, "before").await;
    proxy.lose_the_next_answer();
    let pos = journal.next_pos();
    let lost = journal.append(pos, 1, b"lost").await;
    assert!(matches!(lost, Err(AppendError::Unknown(_))), "{lost:?}");
    let other = journal.append(pos, 1, b"another").await;
    assert!(matches!(other, Err(AppendError::Fatal(Error::Diverged { .. }))), "{other:?}");
}

// The backend is killed while it is committing: another transaction holds the position.
#[tokio::test]
async fn a_backend_killed_while_it_commits_leaves_it_open() {
    let store = TestStore::postgres().await;
    let mut journal = main_journal(&store).await;
    append(&mut journal, "before").await;
    let pos = journal.next_pos();

    let mut holder = store.write().await.unwrap();
    holder
        .sql(&format!(
            "INSERT INTO journal (node, pos, epoch, at_ms, payload) \
             SELECT id, {pos}, 0, 0, 'x' FROM nodes"
        ))
        .await;
    let appending = tokio::spawn(async move {
        let lost = journal.append(pos, 1, b"lost").await;
        (journal, lost)
    });
    // It is waiting for the holder; then its backend goes.
    store
        .sql(
            "DO 'BEGIN \
                 WHILE NOT EXISTS (SELECT FROM pg_stat_activity WHERE wait_event_type = ''Lock'' \
                     AND datname = current_database()) \
                 LOOP PERFORM pg_stat_clear_snapshot(); END LOOP; \
                 PERFORM pg_terminate_backend(pid) FROM pg_stat_activity \
                     WHERE wait_event_type = ''Lock'' AND datname = current_database(); END'",
        )
        .await;
    let (mut journal, lost) = appending.await.unwrap();
    assert!(matches!(&lost, Err(AppendError::Unknown(error)) if error.is_passing()), "{lost:?}");

    drop(holder);
    journal.append(pos, 1, b"lost").await.unwrap();
    append(&mut journal, "after").await;
    assert_eq!(payloads(&mut journal).await, ["before", "lost", "after"]);
}

#[tokio::test]
async fn a_server_that_was_away_is_found_again() {
    let cluster = Cluster::start();
    let store = TestStore::on(Database::create_on(&cluster).await).await;
    let mut journal = main_journal(&store).await;
    append(&mut journal, "before").await;
    let conn = store.read().await.unwrap();
    drop(conn);

    cluster.stop();
    let pos = journal.next_pos();
    let lost = journal.append(pos, 1, b"lost").await;
    assert!(matches!(lost, Err(AppendError::Unknown(_))), "{lost:?}");
    for _ in 0..2 {
        let still = journal.append(pos, 1, b"lost").await;
        assert!(
            matches!(&still, Err(AppendError::Unknown(Error::Unreachable { .. }))),
            "{still:?}"
        );
    }
    assert!(store.read().await.is_err_and(|error| error.is_passing()));

    cluster.resume();
    journal.append(pos, 1, b"lost").await.unwrap();
    journal.alive(5_000).await.unwrap();
    assert_eq!(payloads(&mut journal).await, ["before", "lost"]);
    let mut conn = store.read().await.unwrap();
    assert_eq!(games::find(&mut conn, game_id(1)).await.unwrap(), None);
}

// Only what never reached the server is refused rather than unknown.
#[tokio::test]
async fn a_row_for_a_server_that_is_away_is_refused() {
    let cluster = Cluster::start();
    let store = TestStore::on(Database::create_on(&cluster).await).await;
    let mut journal = main_journal(&store).await;
    cluster.stop();
    let lost = journal.alive(1).await;
    assert!(lost.is_err_and(|error| error.is_passing()));
    let refused = journal.append(journal.next_pos(), 1, b"refused").await;
    assert!(matches!(&refused, Err(AppendError::Failed(Error::Unreachable { .. }))), "{refused:?}");

    // A store cannot be opened meanwhile, and says so.
    let dir = tempfile::tempdir().unwrap();
    let settings = DatabaseSettings::postgres(store.settings().url.clone().unwrap(), dir.path());
    let error = Store::open(&settings).await.unwrap_err();
    assert!(matches!(error, Error::Unreachable { .. }), "{error:?}");
}

#[test]
fn a_failed_sync_is_no_refusal() {
    for (result, expected) in [
        ("13", "Refused"),  // SQLITE_FULL
        ("5", "Refused"),   // SQLITE_BUSY
        ("778", "Refused"), // SQLITE_IOERR_WRITE
        ("1034", "Broken"), // SQLITE_IOERR_FSYNC
        ("1290", "Broken"), // SQLITE_IOERR_DIR_FSYNC
        ("4874", "Broken"), // SQLITE_IOERR_SHMSIZE: after the sync
        ("11", "Broken"),   // SQLITE_CORRUPT
        ("26", "Broken"),   // SQLITE_NOTADB
    ] {
        assert_eq!(fault_of_code(result), expected, "{result}");
    }
}

#[test]
fn a_lost_session_is_no_refusal() {
    for (sqlstate, expected) in [
        ("53100", "Refused"), // disk full
        ("25006", "Refused"), // read only
        ("57014", "Refused"), // cancelled
        ("57P01", "Unknown"), // the administrator ends the session
        ("57P02", "Unknown"), // another session crashed
        ("08006", "Unknown"), // connection failure
        ("40003", "Unknown"), // statement completion unknown
        ("XX001", "Broken"),  // data corrupted
    ] {
        assert_eq!(fault_of_code(sqlstate), expected, "{sqlstate}");
    }
}
