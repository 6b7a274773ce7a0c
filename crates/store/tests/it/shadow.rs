//! A shadow in a second place: whatever happens to the first, what was committed before the last
//! step is there.

use std::{
    fs,
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
};

use komadai_ids::NodeId;
use komadai_store::{
    DatabaseSettings, Journal, Restoration, ShadowWriter, Store, newest_shadow, restore,
};
use sqlx::{
    Connection as _, Executor as _, Row as _, SqliteConnection, sqlite::SqliteConnectOptions,
};
use tempfile::TempDir;

/// A database with a table of the test's own.
struct Site {
    folder: TempDir,
    second: TempDir,
    store: Store,
    journal: Journal,
    conn: SqliteConnection,
    now_ms: u64,
    n_rows: i64,
}

/// Numbers that look random and are the same in each run.
struct Dice(u64);

impl Dice {
    fn throw(&mut self, sides: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % sides
    }
}

fn settings(folder: &Path) -> DatabaseSettings {
    DatabaseSettings::sqlite(folder)
}

async fn open_main(folder: &Path) -> SqliteConnection {
    let options = SqliteConnectOptions::new().filename(folder.join("komadai.db"));
    SqliteConnection::connect_with(&options).await.unwrap()
}

impl Site {
    async fn open() -> Self {
        let (folder, second) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let store = Store::open(&settings(folder.path())).await.unwrap();
        let journal = Journal::open(&store, "main", NodeId::new(1, [1; 10]), 1).await.unwrap();
        let mut conn = open_main(folder.path()).await;
        conn.execute("CREATE TABLE of_test (n INTEGER PRIMARY KEY, bytes BLOB)").await.unwrap();
        Self { folder, second, store, journal, conn, now_ms: 1_000, n_rows: 0 }
    }

    async fn shadow(&self) -> ShadowWriter {
        let settings = settings(self.folder.path());
        let second = self.second.path();
        ShadowWriter::begin(&self.store, &settings, second, [1; 16], self.now_ms).await.unwrap()
    }

    /// One commit in either file.
    async fn write(&mut self, n_bytes: usize) {
        self.n_rows += 1;
        sqlx::query("INSERT INTO of_test (n, bytes) VALUES ($1, $2)")
            .bind(self.n_rows)
            .bind(vec![self.n_rows as u8; n_bytes])
            .execute(&mut self.conn)
            .await
            .unwrap();
        let pos = self.journal.next_pos();
        self.journal.append(pos, 1, &[self.n_rows as u8; 60]).await.unwrap();
    }

    /// Restores the shadow; how many commits are there, of the main file and of the journal.
    async fn restored(&self) -> (i64, i64) {
        let folder = tempfile::tempdir().unwrap();
        restore(&settings(folder.path()), self.second.path()).await.unwrap();
        let mut conn = open_main(folder.path()).await;
        let row = conn.fetch_one("SELECT COUNT(*), COALESCE(MAX(n), 0) FROM of_test").await;
        let row = row.unwrap();
        let (n, last): (i64, i64) = (row.get(0), row.get(1));
        assert_eq!(n, last, "none is missing between others");
        let rows = conn.fetch_all("SELECT n, bytes FROM of_test").await.unwrap();
        for row in rows {
            let (n, bytes): (i64, Vec<u8>) = (row.get(0), row.get(1));
            assert!(bytes.iter().all(|it| *it == n as u8), "row {n} is what was written");
        }
        conn.close().await.unwrap();
        let store = Store::open(&settings(folder.path())).await.unwrap();
        let mut journal = Journal::open(&store, "main", NodeId::new(1, [1; 10]), 1).await.unwrap();
        let rows = journal.read(0, 1_000_000).await.unwrap();
        store.close().await;
        (n, rows.len() as i64)
    }

    async fn step(&mut self, shadow: &mut ShadowWriter) -> bool {
        self.now_ms += 200;
        shadow.step(self.now_ms).await.unwrap().is_whole
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_committed_before_a_step_is_there() {
    let mut site = Site::open().await;
    site.write(10).await;
    let mut shadow = site.shadow().await;
    assert!(newest_shadow(site.second.path()).unwrap().is_none(), "not before it is whole");
    while !site.step(&mut shadow).await {}
    assert_eq!(site.restored().await, (1, 1));
    let mut dice = Dice(20_261_129);
    for round in 0..36 {
        for _ in 0..dice.throw(30) {
            // Small ones, and some that fill the log at once.
            let n_bytes = if dice.throw(12) == 0 { 300_000 } else { dice.throw(3_000) };
            site.write(n_bytes as usize).await;
        }
        match dice.throw(10) {
            0 => {
                // Somebody else begins the log again, as far as it is possible.
                let _ = site.conn.execute("PRAGMA wal_checkpoint(TRUNCATE)").await;
            }
            1 => drop(site.conn.execute("PRAGMA wal_checkpoint(PASSIVE)").await.unwrap()),
            2 => site.now_ms += 61_000,
            3 if round > 12 => {
                site.store.begin_erasing().await.unwrap();
                let store = site.store.clone();
                let erasing = tokio::spawn(async move { store.end_erasing().await });
                while !erasing.is_finished() {
                    site.step(&mut shadow).await;
                }
                assert!(erasing.await.unwrap().unwrap(), "the log is emptied");
            }
            4 => site.now_ms += 25 * 3_600_000,
            _ => {}
        }
        assert!(site.step(&mut shadow).await, "one is whole all the time");
        if round % 6 == 5 {
            assert_eq!(site.restored().await, (site.n_rows, site.n_rows), "round {round}");
        }
    }
    // The logs do not grow for ever.
    for name in ["komadai.db-wal", "journal.db-wal"] {
        let len = fs::metadata(site.folder.path().join(name)).unwrap().len();
        assert!(len < 40 << 20, "{name} has {len} bytes");
    }
    let n_shadows = fs::read_dir(site.second.path()).unwrap().count();
    assert!(n_shadows <= 2, "{n_shadows}");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_cut_off_or_damaged_at_the_end_is_as_if_it_were_not_there() {
    let mut site = Site::open().await;
    let mut shadow = site.shadow().await;
    while !site.step(&mut shadow).await {}
    for _ in 0..5 {
        site.write(100).await;
        site.step(&mut shadow).await;
    }
    drop(shadow);
    let path = newest_shadow(site.second.path()).unwrap().unwrap().join("rounds");
    let whole = fs::read(&path).unwrap();
    for cut in [1, 5, 4_000] {
        fs::write(&path, &whole[..whole.len() - cut]).unwrap();
        let (main, journal) = site.restored().await;
        assert_eq!((main, journal), (4, 4), "cut by {cut}");
    }
    let mut damaged = whole.clone();
    let at = damaged.len() - 100;
    damaged[at] ^= 1;
    fs::write(&path, &damaged).unwrap();
    assert_eq!(site.restored().await, (4, 4));

    // Until when it is.
    fs::write(&path, &whole).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let begun = Restoration::begin(&settings(folder.path()), site.second.path()).await.unwrap();
    assert_eq!(begun.until_ms(), Some(site.now_ms));
}

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_restored_as_a_whole_is_refused() {
    let mut site = Site::open().await;
    // Its copy takes several steps, and some is written meanwhile.
    site.write(9_000_000).await;
    let mut shadow = site.shadow().await;
    site.write(100).await;
    while !site.step(&mut shadow).await {
        site.write(100).await;
    }
    shadow.end().await;
    assert_eq!(site.restored().await, (site.n_rows, site.n_rows));
    let path = newest_shadow(site.second.path()).unwrap().unwrap();
    for name in ["rounds", "komadai.base", "journal.base"] {
        let part = path.join(name);
        let whole = fs::read(&part).unwrap();
        for left in [0, 5, whole.len() / 2, whole.len() - 1] {
            fs::write(&part, &whole[..left]).unwrap();
            let folder = tempfile::tempdir().unwrap();
            let begun = Restoration::begin(&settings(folder.path()), &path).await;
            let said = begun.unwrap_err().to_string();
            assert!(said.contains("is damaged") && said.contains(name), "{name}, {left}: {said}");
        }
        fs::write(&part, &whole).unwrap();
    }
    // One of which the copy was never finished.
    fs::remove_file(path.join("whole")).unwrap();
    assert_eq!(newest_shadow(site.second.path()).unwrap(), None);
    let folder = tempfile::tempdir().unwrap();
    let begun = Restoration::begin(&settings(folder.path()), &path).await;
    assert!(begun.unwrap_err().to_string().contains("was never finished"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_shadow_that_was_removed_is_not_written_on() {
    let mut site = Site::open().await;
    let mut shadow = site.shadow().await;
    while !site.step(&mut shadow).await {}
    // What somebody else has put there stays, and is not taken for the newest.
    let newest = newest_shadow(site.second.path()).unwrap().unwrap();
    let other = site.second.path().join("shadow-before-the-move");
    fs::create_dir(&other).unwrap();
    fs::write(other.join("whole"), "").unwrap();
    assert_eq!(newest_shadow(site.second.path()).unwrap().as_ref(), Some(&newest));
    fs::remove_dir_all(&newest).unwrap();
    site.write(100).await;
    site.now_ms += 200;
    assert!(shadow.step(site.now_ms).await.is_err());
    shadow.end().await;
    let mut shadow = site.shadow().await;
    while !site.step(&mut shadow).await {}
    assert_eq!(site.restored().await, (1, 1));
    assert!(other.is_dir());
}

#[tokio::test(flavor = "multi_thread")]
async fn somebody_else_may_move_the_log_at_any_moment() {
    let mut site = Site::open().await;
    let mut shadow = site.shadow().await;
    while !site.step(&mut shadow).await {}
    let ends = Arc::new(AtomicBool::new(false));
    let (ended, mut mover) = (ends.clone(), open_main(site.folder.path()).await);
    let mover = tokio::spawn(async move {
        while !ended.load(Relaxed) {
            mover.execute("PRAGMA wal_checkpoint(PASSIVE)").await.unwrap();
        }
    });
    for _ in 0..200 {
        site.write(10).await;
        // Time for the log to be begun again.
        site.now_ms += 61_000;
        assert!(site.step(&mut shadow).await);
    }
    ends.store(true, Relaxed);
    mover.await.unwrap();
    assert_eq!(site.restored().await, (200, 200));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_start_begins_another_and_leaves_the_one_before_until_it_is_whole() {
    let mut site = Site::open().await;
    site.write(1_000_000).await;
    let mut shadow = site.shadow().await;
    while !site.step(&mut shadow).await {}
    let first = newest_shadow(site.second.path()).unwrap();
    // As after a kill.
    drop(shadow);
    site.write(10).await;
    let mut shadow = site.shadow().await;
    assert_eq!(newest_shadow(site.second.path()).unwrap(), first);
    assert_eq!(site.restored().await, (1, 1));
    while !site.step(&mut shadow).await {}
    assert_ne!(newest_shadow(site.second.path()).unwrap(), first);
    assert_eq!(site.restored().await, (2, 2));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_shadow_of_another_database_is_left_alone() {
    let mut site = Site::open().await;
    site.write(10).await;
    let mut shadow = site.shadow().await;
    while !site.step(&mut shadow).await {}
    shadow.end().await;
    // Somebody starts a server on a new disk before restoring.
    let folder = tempfile::tempdir().unwrap();
    let settings = settings(folder.path());
    let empty = Store::open(&settings).await.unwrap();
    let second = site.second.path();
    let begun = ShadowWriter::begin(&empty, &settings, second, [2; 16], site.now_ms).await;
    let said = begun.unwrap_err().to_string();
    assert!(said.contains("a shadow of another database"), "{said}");
    assert_eq!(site.restored().await, (1, 1));

    // What is restored goes on in the same place.
    let folder = tempfile::tempdir().unwrap();
    let settings = DatabaseSettings::sqlite(folder.path());
    restore(&settings, second).await.unwrap();
    let restored = Store::open(&settings).await.unwrap();
    let begun = ShadowWriter::begin(&restored, &settings, second, [3; 16], site.now_ms + 1).await;
    let mut shadow = begun.unwrap();
    while !shadow.step(site.now_ms + 2).await.unwrap().is_whole {}
    assert_eq!(site.restored().await, (1, 1));
}
