//! SIGKILL at random instants while fifty games run: what was announced is there afterwards.

use std::time::Duration;

use super::{crowd::Crowd, is_long};
use crate::fixture::{Kind, Launch, Program, random};

/// How many games run at the same time.
const GAMES: usize = 50;

async fn kill_it(kind: Kind) {
    let kills: u64 = if is_long() { 200 } else { 10 };
    let mut server = Program::start(Launch::on(kind).await).await;
    let mut crowd = Crowd::sit_down(server.address, GAMES).await;

    let (mut announced, mut found) = (0, 0);
    for _ in 0..kills {
        crowd.plays(100 + random() % 400).await;
        // Not at the very instant of an announcement.
        tokio::time::sleep(Duration::from_micros(random() % 20_000)).await;
        server.kill();
        // What was on its way still arrives, and counts as announced.
        crowd.loses_connection().await;
        announced = crowd.ledger.announced();
        server.restart().await;
        found = crowd.ledger.compare(server.address).await;
        crowd.finds_it_at(server.address);
    }
    let lost = announced - found.min(announced);
    println!(
        "{kind:?}: killed {kills} times while {GAMES} games ran: \
         announced {announced} moves, found {found}, lost {lost}"
    );
    assert_eq!(found, announced);
    assert!(announced >= kills * 100);
}

on_both_databases!(kill_it);
