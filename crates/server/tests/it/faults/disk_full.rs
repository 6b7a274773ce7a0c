//! A full disk: games stand still while the journal cannot be written, and afterwards everything
//! is there.
//!
//! The system refuses to let the server's files grow, which works for every user and on every
//! file system. That ends a process by a signal unless it ignores it, so the server is started
//! with the signal ignored.

use std::{fs, path::Path, process::Command, sync::atomic::Ordering::SeqCst};

use komadai_store::testing::Database;

use super::crowd::Crowd;
use crate::fixture::{Kind, Launch, Program};

/// How many games run at the same time.
const GAMES: usize = 10;

/// A server whose files can be kept from growing.
async fn server() -> Program {
    let mut launch = Launch::on(Kind::Sqlite).await;
    launch.wrapper =
        ["/bin/sh", "-c", "trap '' XFSZ && exec \"$0\" \"$@\""].map(str::to_owned).to_vec();
    Program::start(launch).await
}

/// No file of the server may grow beyond this; `None`: all may again.
fn limit_files(server: &Program, bytes: Option<u64>) {
    let limit = bytes.map_or("unlimited".to_owned(), |bytes| bytes.to_string());
    let done = Command::new("prlimit")
        .args(["--pid", &server.pid().to_string(), &format!("--fsize={limit}:unlimited")])
        .output()
        .expect("prlimit is there; it comes with util-linux");
    assert!(done.status.success(), "{done:?}");
}

fn size(file: &Path) -> u64 {
    fs::metadata(file).map_or(0, |file| file.len())
}

#[tokio::test]
async fn the_journal_cannot_grow() {
    let mut server = server().await;
    let mut crowd = Crowd::sit_down(server.address, GAMES).await;
    crowd.plays(100).await;

    let log = server.launch().data_dir().join("journal.db-wal");
    limit_files(&server, Some(size(&log)));
    crowd
        .hears("the games to stand still", |ledger| ledger.stalled.load(SeqCst) >= 2 * GAMES as u64)
        .await;
    limit_files(&server, None);
    crowd
        .hears("the games to go on", |ledger| ledger.interrupted.load(SeqCst) >= GAMES as u64)
        .await;
    crowd.plays(100).await;

    server.kill();
    crowd.loses_connection().await;
    server.restart().await;
    let announced = crowd.ledger.announced();
    let found = crowd.ledger.compare(server.address).await;
    println!("full disk: announced {announced} moves, found {found}");
    assert_eq!(found, announced);
}

/// Makes PostgreSQL refuse rows as it does when its disk is full.
const FILL_DISK: &str = "
    CREATE FUNCTION disk_full() RETURNS trigger LANGUAGE plpgsql AS
        'BEGIN RAISE EXCEPTION ''could not extend file'' USING ERRCODE = ''53100''; END';
    CREATE TRIGGER disk_full BEFORE INSERT ON journal EXECUTE FUNCTION disk_full();
";

#[tokio::test]
async fn postgresql_has_no_room() {
    let database = Database::create().await;
    let mut server = Program::start(Launch::with(Some(database))).await;
    let mut crowd = Crowd::sit_down(server.address, GAMES).await;
    crowd.plays(100).await;
    server.launch().database().sql(FILL_DISK).await;
    crowd
        .hears("the games to stand still", |ledger| ledger.stalled.load(SeqCst) >= 2 * GAMES as u64)
        .await;
    server.launch().database().sql("DROP TRIGGER disk_full ON journal").await;
    crowd
        .hears("the games to go on", |ledger| ledger.interrupted.load(SeqCst) >= GAMES as u64)
        .await;
    crowd.plays(100).await;
    server.kill();
    crowd.loses_connection().await;
    server.restart().await;
    assert_eq!(crowd.ledger.compare(server.address).await, crowd.ledger.announced());
}
