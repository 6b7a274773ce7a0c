//! What a cluster costs, and how long people wait when one server takes another's place.

use std::{thread, time::Duration};

use anyhow::Context as _;
use rustix::process::{Pid, Signal, kill_process};

use super::{
    Bench, Goal,
    moves::{p99, played, seated},
};
use crate::{
    bulk::{self, Then},
    clock::now,
    crowd::Spec,
    http,
    lab::Kind,
    report::{Bound::AtMost, figure, progress},
};

/// How long a server that is lost is waited for, as it is set by default, and some.
const LEASE: Duration = Duration::from_secs(3);

const GAMES: usize = 1_000;
const MOVES_PER_SECOND: f64 = 1_000.0;

/// Plies in each game that goes on.
const PLIES: usize = 60;

const PASSED_ON: Goal = Goal {
    name: "through a standby: CPU per move / direct",
    unit: "µs",
    must: AtMost(2.0),
    aim: AtMost(1.6),
};
const PASSED_ON_LATER: Goal = Goal {
    name: "through a standby: p99 later by",
    unit: "ms",
    must: AtMost(2.0),
    aim: AtMost(1.0),
};
const KILLED: Goal = Goal {
    name: "kill -9 to first welcome by another server",
    unit: "ms",
    must: AtMost(5_000.0),
    aim: AtMost(3_500.0),
};
const ENDED: Goal = Goal {
    name: "SIGTERM to first welcome by another server",
    unit: "ms",
    must: AtMost(2_000.0),
    aim: AtMost(1_000.0),
};

pub(super) fn cluster(bench: &mut Bench<'_>) -> anyhow::Result<()> {
    let mut runs = Vec::new();
    for kind in [Kind::OursPostgres, Kind::OursPassedOn] {
        let (server, mut crowd) = seated(bench, kind, GAMES)?;
        let spec = Spec::open(GAMES, MOVES_PER_SECOND, bench.scale.p_seconds);
        runs.push(played(bench, &server, &mut crowd, "cluster", &spec)?);
    }
    if let [direct, passed_on] = &runs[..] {
        bench.put(PASSED_ON, passed_on.cpu_us_per_move(), direct.cpu_us_per_move());
        bench.put(PASSED_ON_LATER, (p99(passed_on) - p99(direct)) / 1e3, None);
    }
    takes_over(bench, KILLED, Signal::KILL)?;
    takes_over(bench, ENDED, Signal::TERM)
}

/// Ends the server that works: how long it takes until the one that stood by welcomes somebody.
fn takes_over(bench: &mut Bench<'_>, goal: Goal, signal: Signal) -> anyhow::Result<()> {
    let n = bench.scale.cluster_games;
    let mut server = bench.lab.start(Kind::OursPassedOn)?;
    let codes = bulk::fill(server.address, n, PLIES, Then::Stays, &bench.scripts)?;
    // Who has stood by for less than a lease does not take another's place at once.
    thread::sleep(LEASE);
    let works = server.works().context("one works and one stands by")?;
    let since = now();
    kill_process(Pid::from_child(works), signal)?;
    works.wait()?;
    bulk::welcome(server.address)?;
    let ms = since.elapsed().as_secs_f64() * 1e3;
    progress(&format!("  {signal:?} with {n} games: another welcomes after {} ms", figure(ms)));
    bench.put(goal, ms, None);
    for code in [codes.first(), codes.last()].into_iter().flatten() {
        let n_moves = http::record(server.address, code)?.len();
        anyhow::ensure!(n_moves == PLIES, "game {code} has {n_moves} of {PLIES} moves");
    }
    Ok(())
}
