//! The connection to PostgreSQL is lost while something is being committed, before it arrived and
//! after: what was announced is there, and nothing is there twice.

use komadai_store::testing::{Database, Proxy};

use super::{crowd::Crowd, is_long};
use crate::fixture::{Launch, Program, random, until};

/// How many games run at the same time.
const GAMES: usize = 10;

#[tokio::test]
async fn a_connection_lost_during_commit_loses_nothing() {
    let losses = if is_long() { 200 } else { 10 };
    let database = Database::create().await;
    let proxy = Proxy::start();
    let through = proxy.url(&database);
    let mut server = Program::start(Launch::at(through, database)).await;
    let mut crowd = Crowd::sit_down(server.address, GAMES).await;
    for n in 0..losses {
        crowd.plays(20 + random() % 100).await;
        if n % 2 == 0 {
            proxy.lose_the_next_question();
        } else {
            proxy.lose_the_next_answer();
        }
        until("a connection is lost", || async { proxy.has_lost() }).await;
    }
    crowd.plays(100).await;
    server.kill();
    crowd.loses_connection().await;
    let announced = crowd.ledger.announced();
    server.restart().await;
    let found = crowd.ledger.compare(server.address).await;
    println!(
        "lost {losses} connections to PostgreSQL while {GAMES} games ran: \
         announced {announced} moves, found {found}, lost {}",
        announced - found.min(announced)
    );
    assert_eq!(found, announced);
}
