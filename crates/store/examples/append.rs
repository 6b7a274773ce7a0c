//! What one appended journal row costs, in CPU time and in time, for batches of several sizes.
//!
//! ```text
//! cargo run --release -p komadai-store --example append            # SQLite in the system's temp
//! cargo run --release -p komadai-store --example append -- DIR     # SQLite in a folder of DIR
//! cargo run --release -p komadai-store --example append -- postgres
//! ```
//!
//! A row here is appended as the writer of a server does it: a request comes over a channel, and
//! the answer goes back over a oneshot. "channel" is that alone, without a database.

#![expect(clippy::print_stdout, reason = "it prints a table")]

use std::time::Duration;

use komadai_ids::NodeId;
use komadai_store::{
    DatabaseSettings, Journal, Store,
    testing::{Cluster, Database},
};
use rustix::time::{ClockId, clock_gettime};
use tokio::{
    sync::{mpsc, oneshot},
    time::Instant,
};

/// About what a move takes.
const MOVE_BYTES: usize = 24;

/// Rows of one size in one turn, and turns: the sizes take turns, so that noise hits them all.
const ROWS: u32 = 200;
const TURNS: usize = 15;

type Request = (Vec<u8>, oneshot::Sender<()>);

#[tokio::main]
async fn main() {
    let arg = std::env::args().nth(1);
    let temp = match &arg {
        Some(dir) if dir != "postgres" => tempfile::tempdir_in(dir),
        _ => tempfile::tempdir(),
    };
    let dir = temp.expect("a temporary folder");
    let cluster = (arg.as_deref() == Some("postgres")).then(Cluster::start);
    let settings = match &cluster {
        Some(cluster) => {
            DatabaseSettings::postgres(Database::create_on(cluster).await.url(), dir.path())
        }
        None => DatabaseSettings::sqlite(dir.path()),
    };
    let store = Store::open(&settings).await.expect("a new database can be opened");
    let mut journal =
        Journal::open(&store, "main", NodeId::new(1, [0; 10]), 1).await.expect("a new journal");

    let mut checkpointer = journal.checkpointer().await.expect("a new journal");

    let (bare, mut requests) = mpsc::channel::<Request>(64);
    tokio::spawn(async move {
        while let Some((_, answer)) = requests.recv().await {
            let _ = answer.send(()); // the other side is waiting
        }
    });
    let (writer, mut requests) = mpsc::channel::<Request>(64);
    tokio::spawn(async move {
        while let Some((payload, answer)) = requests.recv().await {
            journal.append(journal.next_pos(), 1, &payload).await.expect("a row is appended");
            let _ = answer.send(()); // the other side is waiting
        }
    });

    let cases =
        [("channel", &bare, 1), ("1", &writer, 1), ("16", &writer, 16), ("256", &writer, 256)];
    let mut costs = vec![Vec::new(); cases.len()];
    for _ in 0..TURNS {
        for ((_, to, moves), costs) in cases.iter().zip(&mut costs) {
            costs.push(turn((*to).clone(), *moves, cluster.as_ref()).await);
            // As a server does it beside the writer.
            if !std::env::args().any(|arg| arg == "no-checkpoints") {
                checkpointer.run().await.expect("a checkpoint is made");
            }
        }
    }
    println!(
        "{:>8} {:>12} {:>12} {:>14} {:>12}",
        "moves", "cpu/row µs", "median", "cpu/move µs", "row µs"
    );
    for ((name, _, moves), mut costs) in cases.iter().zip(costs) {
        let median = |costs: &mut Vec<(f64, f64)>, of: fn(&(f64, f64)) -> f64| {
            costs.sort_by(|a, b| of(a).total_cmp(&of(b)));
            of(&costs[costs.len() / 2])
        };
        let (wall, cpu) = (median(&mut costs, |cost| cost.1), median(&mut costs, |cost| cost.0));
        let least = costs[0].0;
        println!("{name:>8} {least:>12.1} {cpu:>12.1} {:>14.2} {wall:>12.1}", cpu / *moves as f64);
    }
}

/// µs of CPU and of time for a row.
async fn turn(to: mpsc::Sender<Request>, moves: usize, cluster: Option<&Cluster>) -> (f64, f64) {
    let server = || cluster.map_or(Duration::ZERO, Cluster::cpu);
    let (server_before, before, start) = (server(), cpu(), Instant::now());
    let client = tokio::spawn(async move {
        let mut random = 0x9e37_79b9_7f4a_7c15u64;
        for _ in 0..ROWS {
            let (answer, answered) = oneshot::channel();
            // Nothing that PostgreSQL could pack.
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            let payload = (0..moves * MOVE_BYTES / 8).flat_map(|n| {
                (random.wrapping_mul(n as u64 | 1) ^ random.rotate_left(n as u32)).to_le_bytes()
            });
            let row = (payload.collect(), answer);
            to.send(row).await.expect("the writer is there");
            answered.await.expect("the writer answers");
        }
    });
    client.await.expect("no row failed");
    let cost = cpu() - before + (server() - server_before);
    let us = |time: Duration| time.as_secs_f64() * 1e6 / f64::from(ROWS);
    (us(cost), us(start.elapsed()))
}

/// What this process has used.
fn cpu() -> Duration {
    let used = clock_gettime(ClockId::ProcessCPUTime);
    Duration::new(used.tv_sec.unsigned_abs(), u32::try_from(used.tv_nsec).unwrap_or(0))
}
