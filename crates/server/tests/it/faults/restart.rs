//! SIGTERM while fifty games run, as an upgrade does it: nobody sees more than a pause.

use std::time::Duration;

use tokio::time::Instant;

use super::{crowd::Crowd, is_long};
use crate::fixture::{Kind, Launch, Program, random};

/// How many games run at the same time.
const GAMES: usize = 50;

/// How long a stop may take.
const STOP_MAX: Duration = Duration::from_secs(10);

async fn restart_it(kind: Kind) {
    let restarts: u64 = if is_long() { 100 } else { 6 };
    let mut server = Program::start(Launch::on(kind).await).await;
    let mut crowd = Crowd::sit_down(server.address, GAMES).await;

    let (mut announced, mut found, mut longest) = (0, 0, Duration::ZERO);
    for n in 1..=restarts {
        crowd.plays(100 + random() % 400).await;
        let began = Instant::now();
        server.terminate().await;
        longest = longest.max(began.elapsed());
        crowd.loses_connection().await;
        // Every page was informed why, and that it should come back.
        assert_eq!(crowd.ledger.told_of_restart(), n * crowd.n_tabs() as u64);
        announced = crowd.ledger.announced();
        server.restart().await;
        found = crowd.ledger.compare(server.address).await;
        crowd.finds_it_at(server.address);
    }
    println!(
        "{kind:?}: restarted {restarts} times while {GAMES} games ran: announced {announced} \
         moves, found {found}, the longest stop took {longest:?}, told to wait {} times",
        crowd.ledger.refused_for_now()
    );
    assert_eq!(found, announced);
    assert!(longest <= STOP_MAX, "a stop took {longest:?}");
    let complaints = crowd.ledger.complaints();
    assert!(complaints.is_empty(), "players were told {complaints:?}");
    let said = server.said();
    for complaint in ["ERROR", "cannot be", "did not answer"] {
        assert!(!said.contains(complaint), "{said}");
    }
}

#[tokio::test]
async fn sqlite() {
    restart_it(Kind::Sqlite).await;
}

#[tokio::test]
async fn postgres() {
    restart_it(Kind::Postgres).await;
}
