//! A back-up taken while fifty games run, restored on the other kind of database: what had been
//! announced when it began is in it.

use super::{crowd::Crowd, is_long};
use crate::fixture::{Kind, Launch, Program};

/// How many games run at the same time.
const GAMES: usize = 50;

async fn back_up(kind: Kind, restored_on: Kind) {
    let n_moves = if is_long() { 20_000 } else { 1_500 };
    let server = Program::start(Launch::on(kind).await).await;
    let mut crowd = Crowd::sit_down(server.address, GAMES).await;
    crowd.plays(n_moves).await;

    let before = crowd.ledger.so_far();
    let dir = tempfile::tempdir().unwrap();
    let folder = dir.path().join("backup").display().to_string();
    server.command(&["backup", &folder]).await;
    // The players have noticed nothing.
    crowd.plays(200).await;
    drop(crowd);

    let launch = Launch::on(restored_on).await;
    launch.command(&["restore", &folder]).await;
    let restored = Program::start(launch).await;
    let (announced, found) = (before.announced(), before.compare(restored.address).await);
    println!("{kind:?} on {restored_on:?}: {announced} moves before the back-up, {found} in it");
    assert_eq!(found, announced);
    assert!(announced >= n_moves);
    let live = restored.said();
    assert!(live.contains(" games continue"), "{live}");
}

#[tokio::test]
async fn sqlite_on_postgres() {
    back_up(Kind::Sqlite, Kind::Postgres).await;
}

#[tokio::test]
async fn postgres_on_sqlite() {
    back_up(Kind::Postgres, Kind::Sqlite).await;
}
