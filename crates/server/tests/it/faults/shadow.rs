//! The disk burns while fifty games run: what was announced a second before is in the shadow.

use std::{fs, time::Duration};

use tokio::time::Instant;

use super::{crowd::Crowd, is_long};
use crate::fixture::{Kind, Launch, Program, until};

/// How many games run at the same time.
const GAMES: usize = 50;

/// How much may be lost.
const LOST_AT_MOST: Duration = Duration::from_secs(1);

#[tokio::test]
async fn what_was_announced_a_second_before_survives_the_disk() {
    let n_moves = if is_long() { 20_000 } else { 1_000 };
    let second = tempfile::tempdir().unwrap();
    let folder = second.path().display().to_string();
    let mut launch = Launch::on(Kind::Sqlite).await;
    launch.set("KOMADAI__BACKUP__SHADOW", &folder);
    launch.set("KOMADAI__METRICS__LISTEN", "127.0.0.1:0");
    let mut server = Program::start(launch).await;
    let mut crowd = Crowd::sit_down(server.address, GAMES).await;
    until("there is a shadow", || async { server.said().contains("a shadow is kept in") }).await;
    crowd.plays(n_moves).await;
    let said = server.command(&["doctor"]).await;
    assert!(said.contains("the shadow"), "{said}");
    // Both are in the folder for temporary files here.
    assert!(server.said().contains("is on the disk of the database"), "{}", server.said());

    let (older, began) = (crowd.ledger.so_far(), Instant::now());
    while began.elapsed() < LOST_AT_MOST {
        crowd.plays(10).await;
    }
    server.kill();
    crowd.loses_connection().await;
    let announced_in_all = crowd.ledger.announced();
    drop(crowd);
    // Everything is gone, as if the folder had never been.
    for entry in fs::read_dir(server.data_dir()).unwrap() {
        fs::remove_file(entry.unwrap().path()).unwrap();
    }

    let launch = Launch::on(Kind::Sqlite).await;
    let said = launch.command(&["restore", &folder]).await;
    assert!(said.contains("it is a shadow, with what was written until 20"), "{said}");
    let restored = Program::start(launch).await;
    let (announced, found) = (older.announced(), older.compare(restored.address).await);
    println!(
        "{announced_in_all} moves announced, {announced} of them a second before the end: {found} \
         restored"
    );
    assert_eq!(found, announced);
    assert!(announced >= n_moves && announced_in_all > announced);
    assert!(restored.said().contains(" games continue"), "{}", restored.said());
}

#[tokio::test]
async fn a_second_place_that_fails_stops_nobody_and_is_taken_up_again() {
    let second = tempfile::tempdir().unwrap();
    let folder = second.path().join("shadow");
    let mut launch = Launch::on(Kind::Sqlite).await;
    launch.set("KOMADAI__BACKUP__SHADOW", folder.display().to_string());
    // A file where the folder is to be.
    fs::write(&folder, "").unwrap();
    let server = Program::start(launch).await;
    let mut crowd = Crowd::sit_down(server.address, 2).await;
    until("it says so", || async { server.said().contains("is not continued") }).await;
    crowd.plays(20).await;
    fs::remove_file(&folder).unwrap();
    until("there is a shadow", || async { server.said().contains("a shadow is kept in") }).await;
    crowd.plays(20).await;
}
