//! How long a start-up takes to read a journal of 600,000 moves (10,000 games of 60), for rows
//! of several sizes.
//!
//! ```text
//! cargo run --release -p komadai-store --example read
//! cargo run --release -p komadai-store --example read -- postgres
//! ```

#![expect(clippy::print_stdout, reason = "it prints a table")]

use komadai_ids::NodeId;
use komadai_store::{Journal, testing::TestStore};
use tokio::time::Instant;

const MOVES: usize = 600_000;

/// What a move takes: its record of at most 24 bytes, the game's id and what goes round them.
const MOVE_BYTES: usize = 43;

/// How many rows are read at once.
const PAGE: u32 = 256;

#[tokio::main]
async fn main() {
    println!("{:>12} {:>10} {:>10}", "moves/row", "rows", "ms");
    for moves in [1_000, 100, 16, 1] {
        let store = if std::env::args().any(|arg| arg == "postgres") {
            TestStore::postgres().await
        } else {
            TestStore::sqlite().await
        };
        let open = || Journal::open(&store, "main", NodeId::new(1, [0; 10]), 1);
        let mut journal = open().await.expect("a new journal");
        let payload = vec![7; moves * MOVE_BYTES];
        journal.append(journal.next_pos(), 1, &payload).await.expect("a row is appended");
        let (last, rows) = (journal.head(), MOVES / moves);
        let sql = format!(
            "WITH RECURSIVE n(pos) AS (SELECT 1 UNION ALL SELECT pos + 1 FROM n WHERE pos < {rows}) \
             INSERT INTO journal (node, pos, epoch, at_ms, payload) \
             SELECT node, {last} + n.pos, 1, 1, payload FROM n, journal WHERE journal.pos = {last}"
        );
        journal.sql(&sql).await;
        drop(journal);

        let mut best = f64::MAX;
        for _ in 0..5 {
            let start = Instant::now();
            let mut journal = open().await.expect("the journal opens again");
            let (mut from, mut n) = (0, 0);
            loop {
                let page = journal.read(from, PAGE).await.expect("the rows are read");
                let Some(row) = page.last() else { break };
                from = row.pos + 1;
                n += page.iter().map(|row| row.payload.len() / MOVE_BYTES).sum::<usize>();
            }
            assert_eq!(n, MOVES + moves);
            best = best.min(start.elapsed().as_secs_f64() * 1e3);
        }
        println!("{moves:>12} {rows:>10} {best:>10.1}");
    }
}
