//! What a cluster costs, and how long people wait when one server takes another's place.

use std::{thread, time::Duration};

use anyhow::Context as _;
use rustix::process::{Pid, Signal, kill_process};

use super::{
    Bench, Goal,
    moves::{WARM_UP_PLIES, p99, played, seated},
    watching::{DELIVERIES_PER_SECOND, NEIGHBOURS, NEIGHBOURS_PER_SECOND, WATCHED_PER_SECOND},
};
use crate::{
    bulk::{self, Then},
    clock::now,
    cores::raise_open_files,
    crowd::{Crowd, Group, RunCost, Spec, Workload},
    http,
    lab::{self, Kind, Server},
    report::{Bound::AtLeast, Bound::AtMost, figure, progress},
};

/// How long a server that is lost is waited for, as it is set by default, and some.
const LEASE: Duration = Duration::from_secs(3);

const GAMES: usize = 1_000;
const MOVES_PER_SECOND: f64 = 1_000.0;

/// So many files are for everything but watchers.
const SPARE_FILES: usize = 2_000;

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

const NODES: Goal = Goal {
    name: "three servers share the games: CPU per move / one server",
    unit: "µs",
    must: AtMost(1.15),
    aim: AtMost(1.05),
};
const CROWD: Goal = Goal {
    name: "three servers, three times the watchers: CPU per delivery / one server",
    unit: "µs",
    must: AtMost(1.1),
    aim: AtMost(1.0),
};
const BESIDE_CROWD: Goal = Goal {
    name: "three servers: p99 beside a game with three times the watchers, with / without",
    unit: "µs",
    must: AtMost(1.5),
    aim: AtMost(1.2),
};
const CAPACITY: Goal = Goal {
    name: "three servers, 2.5 times the games: moves per CPU of the busiest / of one server",
    unit: "",
    must: AtLeast(2.5),
    aim: AtLeast(2.8),
};

/// How many times the games of one server three play, to show that they can.
const TIMES: usize = 5;
const TIMES_OF: usize = 2;

/// What a run with shared games costs.
struct SharingCost {
    us_per_move: f64,
    /// Of the server that does most, without the database.
    busiest_us_per_move: f64,
}

/// One server, and three that share the games. With the same games they show what sharing costs;
/// with more, whether the busiest of three gets by with what one server needs.
pub(super) fn nodes(bench: &mut Bench<'_>) -> anyhow::Result<()> {
    let more = GAMES * TIMES / TIMES_OF;
    let one = shared(bench, Kind::OursPostgres, &[GAMES])?;
    let three = shared(bench, Kind::OursNodes, &[GAMES, more])?;
    if let ([one], [same, more]) = (&one[..], &three[..]) {
        bench.put(NODES, same.us_per_move, one.us_per_move);
        bench.put(CAPACITY, one.busiest_us_per_move / more.busiest_us_per_move, None);
    }
    Ok(())
}

/// A server, with a crowd whose players find each other in the lobby and go wherever their game is.
fn met(bench: &Bench<'_>, kind: Kind) -> anyhow::Result<(Server, Crowd)> {
    let server = bench.lab.start(kind)?;
    let mut crowd = Crowd::new(server.address, kind.wire(), bench.scripts.clone())?;
    crowd.go_elsewhere(server.names());
    Ok((server, crowd))
}

/// One game with a crowd for one server, and with one for three, all of whom go to the server that
/// has the game: what a delivery costs, and how others' games fare.
pub(super) fn crowds(bench: &mut Bench<'_>) -> anyhow::Result<()> {
    let mut runs = Vec::new();
    let servers = 1 + lab::NODES;
    // Whoever goes elsewhere has two sockets.
    let most = (raise_open_files() as usize).saturating_sub(SPARE_FILES) / 2 / servers;
    let watchers = bench.scale.watchers.min(most);
    for (kind, n) in [(Kind::OursPostgres, 1), (Kind::OursNodes, servers)] {
        let n = n * watchers;
        let (server, mut crowd) = met(bench, kind)?;
        crowd.add_games(1 + NEIGHBOURS)?;
        crowd.run(&Spec::closed(WARM_UP_PLIES, 60.0), || server.cpu())?;
        let beside = |seconds, watched| {
            let neighbours = Group { first: 1, n: NEIGHBOURS, per_second: NEIGHBOURS_PER_SECOND };
            let watched = Group { first: 0, n: 1, per_second: watched };
            Spec::of(Workload::Open(vec![neighbours, watched]), seconds)
        };
        let spec = beside(bench.scale.watching_seconds, WATCHED_PER_SECOND);
        let without = played(bench, &server, &mut crowd, "unwatched", &spec)?;
        crowd.add_watchers(0, n)?;
        crowd.settle(Duration::from_millis(700), Duration::from_secs(5))?;
        let with = played(bench, &server, &mut crowd, "beside a watched game", &spec)?;
        // As many deliveries a second whatever the crowd.
        let spec = Spec::open(1, DELIVERIES_PER_SECOND / n as f64, bench.scale.watching_seconds);
        let run = played(bench, &server, &mut crowd, "watched", &spec)?;
        let each = run.cpu.total_us() / run.tally.deliveries.max(1) as f64;
        progress(&format!(
            "  {kind:?}: {n} watchers, {} deliveries, {} µs CPU each, the last watcher of most \
             moves after {} µs",
            run.tally.deliveries,
            figure(each),
            run.tally.delivered.quantiles().p99_us
        ));
        let p99 = |run: &RunCost| run.tally.heard_in(0).p99_us as f64;
        runs.push((each, p99(&with), p99(&without)));
    }
    if let [(one, ..), (three, with, without)] = runs[..] {
        bench.put(CROWD, three, one);
        bench.put(BESIDE_CROWD, with, without);
    }
    Ok(())
}

/// Plays so many games one after the other, a move a second in each.
fn shared(
    bench: &mut Bench<'_>,
    kind: Kind,
    n_games: &[usize],
) -> anyhow::Result<Vec<SharingCost>> {
    let (server, mut crowd) = met(bench, kind)?;
    let (mut n_seated, mut all) = (0, Vec::new());
    for &n in n_games {
        crowd.add_games(n - n_seated)?;
        n_seated = n;
        crowd.run(&Spec::closed(WARM_UP_PLIES, 60.0), || server.cpu())?;
        let before = server.cpu_of_each();
        let spec = Spec::open(n, n as f64, bench.scale.p_seconds);
        let run = played(bench, &server, &mut crowd, "nodes", &spec)?;
        let used = server.cpu_of_each().into_iter().zip(before);
        let per_move = |us: f64| us / run.tally.moves.max(1) as f64;
        let used: Vec<_> = used.map(|(it, before)| per_move((it - before).total_us())).collect();
        let shares: Vec<_> = used.iter().copied().map(figure).collect();
        progress(&format!("  µs of each server per move of all: {}", shares.join(", ")));
        all.push(SharingCost {
            us_per_move: run.cpu_us_per_move(),
            busiest_us_per_move: used.into_iter().fold(0.0, f64::max),
        });
    }
    Ok(all)
}

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
