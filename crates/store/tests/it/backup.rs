//! Back-ups, and moving between the two kinds of database.

use std::{env, fs, os::unix::fs::PermissionsExt as _, path::Path, process::Command};

use komadai_ids::NodeId;
use komadai_store::{
    DatabaseSettings, Error, Journal, Store, TokenHash, back_up, both_dbs, games, restore,
    sessions, settlements,
    testing::{Database, TestStore},
    users,
};

use crate::{append, game, game_id, main_journal, payloads, user};

/// A player with a session, two finished games, and a journal.
async fn fill(store: &Store) -> Journal {
    let mut tx = store.write().await.unwrap();
    users::create_guest(&mut tx, user(1), "Minh Ánh", 5).await.unwrap();
    sessions::insert(&mut tx, TokenHash([9; 32]), user(1), 7).await.unwrap();
    for n in [1, 2] {
        assert!(settlements::settle(&mut tx, &game(n), 10).await.unwrap());
    }
    tx.commit().await.unwrap();
    let mut journal = main_journal(store).await;
    for payload in ["one", "two", "three", "four"] {
        append(&mut journal, payload).await;
    }
    journal
}

/// Everything that [`fill`] has put there is there.
async fn compare(settings: &DatabaseSettings) {
    let store = Store::open(settings).await.unwrap();
    let mut conn = store.read().await.unwrap();
    let minh = users::find(&mut conn, user(1)).await.unwrap().unwrap();
    assert_eq!((minh.name.as_str(), minh.guest, minh.created_ms), ("Minh Ánh", true, 5));
    let session = sessions::find(&mut conn, TokenHash([9; 32])).await.unwrap().unwrap();
    assert_eq!((session.user.id, session.seen_ms), (user(1), 7));
    for n in [1, 2] {
        assert_eq!(games::find(&mut conn, game_id(n)).await.unwrap(), Some(game(n)));
    }
    let mut journal = main_journal(&store).await;
    assert_eq!(journal.node().epoch, 2, "the next process");
    assert_eq!(payloads(&mut journal).await, ["one", "two", "three", "four"]);
}

/// A back-up of `store`, taken while it is open.
async fn backed_up(store: &TestStore, folder: &Path) {
    let written = back_up(store.settings(), folder).await.unwrap();
    assert!(written.main_bytes > 0 && written.journal_bytes > 0);
    let names = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name());
    let mut names: Vec<_> = names.map(|name| name.into_string().unwrap()).collect();
    names.sort();
    assert_eq!(names, ["contents.json", "journal.db", "komadai.db"]);
}

// Nodes whose positions all begin at 0 are older than those that have some of their own.
#[tokio::test]
async fn the_rows_of_every_node_are_in_a_back_up() {
    let store = TestStore::postgres().await;
    let names = ["one", "two", "three"];
    for (n, name) in (0..).zip(names) {
        let id = NodeId::new(u64::from(n), [n; 10]);
        let mut journal = Journal::open(&store, name, id, 1).await.unwrap();
        append(&mut journal, name).await;
    }
    let second = NodeId::new(1, [1; 10]).uuid();
    store
        .sql(&format!("UPDATE journal SET pos = pos % 1099511627776 WHERE node = '{second}'"))
        .await;
    let dir = tempfile::tempdir().unwrap();
    let folder = dir.path().join("backup");
    backed_up(&store, &folder).await;
    let settings = DatabaseSettings::sqlite(dir.path().join("restored"));
    restore(&settings, &folder).await.unwrap();
    let restored = Store::open(&settings).await.unwrap();
    for name in names {
        let mut journal = Journal::open(&restored, name, NodeId::new(9, [9; 10]), 1).await.unwrap();
        assert_eq!(
            (journal.node().epoch, payloads(&mut journal).await),
            (2, vec![name.to_owned()])
        );
    }
}

both_dbs!(a_back_up_of_a_running_server_is_restored_on_either_database, |store| async {
    fill(&store).await;
    let dir = tempfile::tempdir().unwrap();
    let folder = dir.path().join("backup");
    backed_up(&store, &folder).await;

    let files = DatabaseSettings::sqlite(dir.path().join("files"));
    restore(&files, &folder).await.unwrap();
    compare(&files).await;

    let database = Database::create_empty().await;
    let server = DatabaseSettings::postgres(database.url(), dir.path().join("server"));
    restore(&server, &folder).await.unwrap();
    compare(&server).await;
});

#[tokio::test]
async fn a_data_folder_moves_to_postgres_and_back() {
    let store = TestStore::sqlite().await;
    fill(&store).await;
    let dir = tempfile::tempdir().unwrap();
    let database = Database::create_empty().await;
    let server = DatabaseSettings::postgres(database.url(), dir.path().join("server"));

    let refused = restore(&server, store.data_dir()).await.unwrap_err();
    assert!(matches!(&refused, Error::InUse { path } if path == store.data_dir()), "{refused:?}");
    let moved = dir.path().join("stopped");
    backed_up(&store, &moved).await;
    restore(&server, &moved).await.unwrap();

    // And back, without a server in between.
    let again = dir.path().join("again");
    back_up(&server, &again).await.unwrap();
    let files = DatabaseSettings::sqlite(dir.path().join("files"));
    restore(&files, &again).await.unwrap();
    compare(&files).await;
}

#[tokio::test]
async fn every_kind_of_column_is_copied() {
    let make = "CREATE TABLE extra (id BIGINT, part DOUBLE PRECISION, said JSONB, \
                is_so BOOLEAN, missing TEXT)";
    let store = TestStore::sqlite().await;
    store.sql(make).await;
    store.sql("INSERT INTO extra VALUES (-1, 0.5, '{\"a\": \"ü\"}', TRUE, NULL)").await;
    // More rows than one statement takes.
    let many = "INSERT INTO extra (id) WITH RECURSIVE n (id) AS \
                (SELECT 1 UNION ALL SELECT id + 1 FROM n WHERE id < 5000) SELECT id FROM n";
    store.sql(many).await;
    let dir = tempfile::tempdir().unwrap();
    let folder = dir.path().join("backup");
    backed_up(&store, &folder).await;

    let database = Database::create_empty().await;
    let server = DatabaseSettings::postgres(database.url(), dir.path().join("server"));
    Store::open(&server).await.unwrap().close().await;
    database.sql(make).await;
    restore(&server, &folder).await.unwrap();
    let is_there = "is_so AND part = 0.5 AND said->>'a' = 'ü' AND missing IS NULL";
    let check = format!(
        "DO $$ BEGIN IF NOT EXISTS (SELECT 1 FROM extra WHERE id = -1 AND {is_there}) \
         OR (SELECT SUM(id) FROM extra) <> 12502499 THEN RAISE EXCEPTION 'lost'; END IF; END $$"
    );
    database.sql(&check).await;
}

/// What is in a folder: names and contents.
fn contents(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let name = |path: &Path| path.file_name().unwrap().to_str().unwrap().to_owned();
    let mut files: Vec<_> = entries.map(|it| (name(&it), fs::read(it).unwrap())).collect();
    files.sort();
    files
}

/// Nobody may write there, as on a disk that is mounted to be read. (Root may all the same.)
fn make_read_only(folder: &Path) {
    for entry in fs::read_dir(folder).unwrap() {
        fs::set_permissions(entry.unwrap().path(), fs::Permissions::from_mode(0o400)).unwrap();
    }
    fs::set_permissions(folder, fs::Permissions::from_mode(0o500)).unwrap();
}

both_dbs!(a_back_up_is_restored_from_a_folder_that_cannot_be_written, |store| async {
    fill(&store).await;
    let dir = tempfile::tempdir().unwrap();
    let folder = dir.path().join("backup");
    backed_up(&store, &folder).await;
    for name in ["komadai.db", "journal.db"] {
        let bytes = fs::read(folder.join(name)).unwrap();
        assert_eq!(bytes[18..20], [1, 1], "{name} is in no mode that needs other files");
    }
    // As one was made from PostgreSQL before.
    let older = dir.path().join("older");
    fs::create_dir(&older).unwrap();
    for (name, mut bytes) in contents(&folder) {
        if name == "contents.json" {
            continue;
        }
        bytes[18..20].copy_from_slice(&[2, 2]);
        fs::write(older.join(name), bytes).unwrap();
    }
    for (n, folder) in [folder, older].iter().enumerate() {
        make_read_only(folder);
        let before = contents(folder);
        let settings = DatabaseSettings::sqlite(dir.path().join(format!("restored-{n}")));
        restore(&settings, folder).await.unwrap();
        assert_eq!(contents(folder), before, "nothing is left there");
        compare(&settings).await;
    }
});

#[tokio::test]
async fn a_data_folder_that_was_left_in_a_hurry_is_restored_with_its_log() {
    let store = TestStore::sqlite().await;
    // Open until the machine loses its power: a journal that is closed takes its log away.
    let _journal = fill(&store).await;
    let dir = tempfile::tempdir().unwrap();
    let left = dir.path().join("left");
    fs::create_dir(&left).unwrap();
    for (name, bytes) in contents(store.data_dir()) {
        fs::write(left.join(name), bytes).unwrap();
    }
    assert!(fs::metadata(left.join("komadai.db-wal")).unwrap().len() > 0);
    make_read_only(&left);
    let before = contents(&left);
    let settings = DatabaseSettings::sqlite(dir.path().join("restored"));
    restore(&settings, &left).await.unwrap();
    assert_eq!(contents(&left), before);
    compare(&settings).await;
}

#[tokio::test]
async fn what_failed_leaves_nothing_and_names_the_file() {
    let store = TestStore::sqlite().await;
    fill(&store).await;
    let dir = tempfile::tempdir().unwrap();
    let folder = dir.path().join("backup");
    backed_up(&store, &folder).await;
    let target = dir.path().join("target");
    let settings = DatabaseSettings::sqlite(&target);
    // With a slash at its end, as shells write it.
    let slashed = dir.path().join("slashed/");
    back_up(store.settings(), &slashed).await.unwrap();
    assert_eq!(contents(&slashed).len(), contents(&folder).len());

    fs::write(folder.join("journal.db"), "no database").unwrap();
    let refused = restore(&settings, &folder).await.unwrap_err();
    assert!(refused.to_string().contains("backup/journal.db"), "{refused}");
    let names = |folder: &Path| contents(folder).into_iter().map(|it| it.0).collect::<Vec<_>>();
    assert_eq!(names(&target), ["lock"]);
    // In PostgreSQL, where there is something already.
    let full = TestStore::postgres().await;
    fill(&full).await;
    let elsewhere = DatabaseSettings { data_dir: target.clone(), ..full.settings().clone() };
    let refused = restore(&elsewhere, &slashed).await.unwrap_err();
    assert!(matches!(refused, Error::NotEmpty { .. }), "{refused:?}");
    assert_eq!(names(&target), ["lock"]);
    // What was killed in the middle goes with the next start.
    fs::create_dir(target.join("restore.part")).unwrap();
    fs::write(target.join("restore.part/komadai.db"), "hashes").unwrap();
    Store::open(&settings).await.unwrap().close().await;
    assert!(!target.join("restore.part").exists());
}

both_dbs!(nothing_is_written_over, |store| async {
    fill(&store).await;
    let dir = tempfile::tempdir().unwrap();
    let folder = dir.path().join("backup");
    backed_up(&store, &folder).await;
    let before = fs::read(folder.join("komadai.db")).unwrap();
    let refused = back_up(store.settings(), &folder).await.unwrap_err();
    assert!(matches!(refused, Error::NotEmpty { .. }), "{refused:?}");
    assert_eq!(fs::read(folder.join("komadai.db")).unwrap(), before);

    let in_use = restore(store.settings(), &folder).await.unwrap_err();
    assert!(matches!(in_use, Error::InUse { .. }), "{in_use:?}");
    let elsewhere = DatabaseSettings {
        data_dir: if store.is_sqlite() {
            restore(&DatabaseSettings::sqlite(dir.path().join("full")), &folder).await.unwrap();
            dir.path().join("full")
        } else {
            dir.path().join("elsewhere")
        },
        ..store.settings().clone()
    };
    let refused = restore(&elsewhere, &folder).await.unwrap_err();
    assert!(matches!(refused, Error::NotEmpty { .. }), "{refused:?}");

    let nothing = restore(&DatabaseSettings::sqlite(dir.path().join("new")), dir.path()).await;
    assert!(matches!(nothing, Err(Error::NoBackup { .. })), "{nothing:?}");
});

both_dbs!(a_look_changes_nothing_and_tells_another_version, |store| async {
    fill(&store).await;
    let look = Store::look(store.settings()).await.unwrap();
    let mut conn = look.read().await.unwrap();
    assert_eq!(games::find(&mut conn, game_id(2)).await.unwrap(), Some(game(2)));
    drop(conn);
    look.close().await;

    store.sql("UPDATE migrations SET version = 9999 WHERE version = 1").await;
    let newer = Store::look(store.settings()).await.unwrap_err();
    assert!(matches!(newer, Error::Newer { migration: 9999 }), "{newer:?}");
    store.sql("DELETE FROM migrations WHERE version = 9999").await;
    let older = Store::look(store.settings()).await.unwrap_err();
    assert!(matches!(older, Error::Older { migration: 1 }), "{older:?}");
    assert!(older.to_string().contains("komadai migrate"), "{older}");
});

/// Says to this test that it is the program beside the server, and where the data are.
const BESIDE: &str = "KOMADAI_TEST_BESIDE";

// Without its locks on the files, whoever works beside a server and ends takes the logs for ones that
// nobody needs any more, and removes them.
#[tokio::test]
async fn a_server_that_backs_itself_up_keeps_its_locks() {
    if let Some(data_dir) = env::var_os(BESIDE) {
        Store::open_beside(&DatabaseSettings::sqlite(data_dir)).await.unwrap().close().await;
        return;
    }
    let store = TestStore::sqlite().await;
    let _journal = fill(&store).await;
    let folder = tempfile::tempdir().unwrap();
    back_up(store.settings(), &folder.path().join("back-up")).await.unwrap();
    let beside = Command::new(env::current_exe().unwrap())
        .args(["backup::a_server_that_backs_itself_up_keeps_its_locks", "--exact"])
        .env(BESIDE, store.data_dir())
        .status()
        .unwrap();
    assert!(beside.success());
    for log in ["komadai.db-wal", "journal.db-wal"] {
        assert!(store.data_dir().join(log).is_file(), "{log} is still there");
    }
}
