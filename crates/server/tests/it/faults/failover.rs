//! The PostgreSQL that is written to is gone, and its replica takes its place, while games run:
//! nothing that was announced is lost. The old one comes back and believes that nothing has been.

use std::time::Duration;

use komadai_store::testing::{Cluster, Database};
use tokio::time::Instant;

use super::{crowd::Crowd, is_long, ledger::Ledger};
use crate::fixture::{Launch, Program, until};

/// How many games run at the same time.
const GAMES: usize = 20;

/// How long a game may stand still while one takes the other's place.
const PAUSE_MAX: Duration = Duration::from_secs(10);

#[tokio::test]
async fn a_replica_takes_its_place_and_the_old_one_is_refused() {
    let old = Cluster::start();
    let database = Database::create_on(&old).await;
    let new = old.replicate().await;
    let both = format!("host={},{}", old.socket_dir().display(), new.socket_dir().display());
    let (address, _) = database.url().split_once('?').unwrap();
    let url = format!("{address}?{both}&target_session_attrs=read-write");
    let mut server = Program::start(Launch::at(url, database)).await;
    let said = server.command(&["doctor"]).await;
    assert!(said.contains("follows, and could take its place"), "{said}");
    let mut crowd = Crowd::sit_down(server.address, GAMES).await;
    crowd.plays(200).await;

    crowd.ledger.take_longest_pause();
    let gone = Instant::now();
    old.stop();
    new.promote();
    crowd.hears("all games to go on", |ledger| ledger.all_moved_since(gone)).await;
    let pause = crowd.ledger.take_longest_pause();
    println!("a replica took PostgreSQL's place: the longest pause of a game was {pause:?}");
    // How fast it goes is the machine's to say, except where it is measured.
    assert!(pause < PAUSE_MAX || !is_long(), "a game stood still for {pause:?}");
    crowd.plays(200).await;

    // The old one comes back and would take anything; the new one is away.
    old.resume();
    old.wait_for_replicas("").await;
    let stood = server.said_lately().len();
    new.stop();
    until("the old one is refused", || async {
        server.said_lately()[stood..].contains("one whose place another has taken")
    })
    .await;
    crowd.hears("the games to stand still", Ledger::stands_still).await;
    // Somebody who was not there before refuses it too.
    server.kill();
    crowd.loses_connection().await;
    let refused = server.launch().refused(&["serve", "--listen", "127.0.0.1:0"]).await;
    assert!(refused.contains("one whose place another has taken"), "{refused}");
    assert!(refused.contains("its timeline is 1, and 2 was seen"), "{refused}");

    new.resume();
    let announced = crowd.ledger.announced();
    server.restart().await;
    let found = crowd.ledger.compare(server.address).await;
    let said = server.launch().refused(&["doctor"]).await;
    assert!(said.contains("has been left for another"), "{said}");
    println!(
        "announced {announced} moves, found {found}, lost {}",
        announced - found.min(announced)
    );
    assert_eq!(found, announced);
}
