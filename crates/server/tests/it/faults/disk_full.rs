//! A full disk: games stand still while the journal cannot be written, and go on while only the
//! main file cannot; afterwards everything is there.
//!
//! The system refuses to let the server's files grow, which works for every user and on every
//! file system. That ends a process by a signal unless it ignores it, so the server is started
//! with the signal ignored.

use std::{fs, path::Path, process::Command};

use komadai_game::EndReason;
use komadai_store::testing::Database;

use super::{crowd::Crowd, ledger::Ledger};
use crate::fixture::{Kind, Launch, Program, clock, http, setup, until};

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
    crowd.hears("the games to stand still", Ledger::stands_still).await;
    limit_files(&server, None);
    crowd.hears("the games to go on", Ledger::goes_on).await;
    crowd.plays(100).await;

    server.kill();
    crowd.loses_connection().await;
    server.restart().await;
    let announced = crowd.ledger.announced();
    let found = crowd.ledger.compare(server.address).await;
    println!("full disk: announced {announced} moves, found {found}");
    assert_eq!(found, announced);
}

#[tokio::test]
async fn the_main_file_cannot_grow() {
    let mut server = server().await;
    let mut alice = server.enter("alice").await;
    let mut bob = server.enter("bob").await;
    let game = alice.create(setup(clock("5+30"))).await;
    bob.join(game).await;
    let (main, journal) = {
        let dir = server.launch().data_dir();
        (dir.join("komadai.db-wal"), dir.join("journal.db-wal"))
    };
    // Guests are in the main file only: it becomes the longer one by far, and its log has to grow
    // for whatever comes next.
    let (mut guests, at_first) = (0, size(&main));
    while size(&main) < at_first.max(size(&journal)) + 200_000 {
        let mut guest = server.enter("guest").await;
        guest.look_at(game).await;
        guest.chat("こんにちは").await.unwrap();
        guests += 1;
        assert!(guests < 1_000, "the main file does not grow");
    }
    limit_files(&server, Some(size(&main)));

    // Playing goes on, and so does ending.
    alice.play("7g7f").await;
    bob.sees_ply(1).await;
    bob.play("3c3d").await;
    alice.sees_ply(2).await;
    alice.resign().await.unwrap();
    assert_eq!(bob.sees_end().await.reason, EndReason::Resignation);
    until("the server says that it cannot settle", || async {
        server.said().contains("waits to be settled")
    })
    .await;

    limit_files(&server, None);
    until("the game is settled", || async { server.said().contains("is settled after all") }).await;
    // The journal is not asked any more.
    server.kill();
    server.restart().await;
    let page = http::get(server.address, &format!("/api/v1/games/{game}"), &[]).await;
    assert_eq!(page.status, 200, "{page:?}");
    assert_eq!(page.json()["result"]["reason"], "resignation");
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
    crowd.hears("the games to stand still", Ledger::stands_still).await;
    server.launch().database().sql("DROP TRIGGER disk_full ON journal").await;
    crowd.hears("the games to go on", Ledger::goes_on).await;
    crowd.plays(100).await;
    server.kill();
    crowd.loses_connection().await;
    server.restart().await;
    assert_eq!(crowd.ledger.compare(server.address).await, crowd.ledger.announced());
}
