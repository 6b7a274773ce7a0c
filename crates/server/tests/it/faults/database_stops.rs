//! PostgreSQL hangs, or is really away, under play: the games freeze and say so, their clocks
//! stand, and then they go on.

use std::{sync::atomic::Ordering::SeqCst, time::Duration};

use komadai_store::testing::{Cluster, Database};
use tokio::time::sleep;

use super::{crowd::Crowd, is_long, ledger::Ledger};
use crate::fixture::{Launch, Program};

/// How many games run at the same time.
const GAMES: usize = 20;

/// For how long the database is away.
fn outage() -> Duration {
    Duration::from_secs(if is_long() { 30 } else { 4 })
}

/// Plays, takes the database away by `stop` and brings it back by `resume`, which is given what
/// `stop` has returned.
async fn play_through<'c, S>(
    cluster: &'c Cluster,
    what: &str,
    stop: impl FnOnce(&'c Cluster) -> S,
    resume: impl FnOnce(&'c Cluster, S),
) {
    let database = Database::create_on(cluster).await;
    let mut server = Program::start(Launch::with(Some(database))).await;
    let mut crowd = Crowd::sit_down(server.address, GAMES).await;
    crowd.plays(200).await;

    let stopped = stop(cluster);
    // This is the outage itself, not a wait for anything.
    sleep(outage()).await;
    crowd.hears("the games to stand still", Ledger::stands_still).await;
    resume(cluster, stopped);
    crowd.hears("the games to go on", Ledger::goes_on).await;
    crowd.plays(200).await;

    // A player who moves at once would have thought for as long as the outage, had it been charged.
    let longest_ms = u64::from(crowd.ledger.longest_ms.load(SeqCst));
    let outage_ms = outage().as_millis() as u64;
    assert!(longest_ms < outage_ms * 3 / 4, "{longest_ms} ms were charged");

    server.kill();
    crowd.loses_connection().await;
    let announced = crowd.ledger.announced();
    server.restart().await;
    let found = crowd.ledger.compare(server.address).await;
    println!(
        "PostgreSQL {what} for {outage_ms} ms while {GAMES} games ran: announced {announced} \
         moves, found {found}, lost {}; no move was charged more than {longest_ms} ms",
        announced - found.min(announced)
    );
    assert_eq!(found, announced);
}

#[tokio::test]
async fn it_hangs() {
    play_through(&Cluster::start(), "hung", Cluster::freeze, |_, frozen| drop(frozen)).await;
}

#[tokio::test]
async fn it_is_shut_down() {
    let resume = |cluster: &Cluster, ()| cluster.resume();
    play_through(&Cluster::start(), "was shut down", Cluster::stop, resume).await;
}
