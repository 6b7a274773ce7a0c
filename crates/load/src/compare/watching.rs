//! One game that many watch, and the others alongside it.

use super::{
    Bench, Goal,
    moves::{played, seated},
};
use crate::{
    crowd::{Group, Spec, Workload},
    lab::Kind,
    report::{Bound::AtMost, figure, progress},
};

/// Games besides the one that is watched.
pub(super) const NEIGHBOURS: usize = 100;

/// Moves a second in all of them together.
pub(super) const NEIGHBOURS_PER_SECOND: f64 = 200.0;

/// Moves a second in the game that is watched: far more than in a real one.
pub(super) const WATCHED_PER_SECOND: f64 = 2.0;

/// Moves that watchers receive a second, however many these are.
pub(super) const DELIVERIES_PER_SECOND: f64 = 20_000.0;

const DELIVERY: Goal = Goal {
    name: "CPU per delivery to watchers / bare axum",
    unit: "µs",
    must: AtMost(1.2),
    aim: AtMost(1.0),
};
const NEIGHBOUR: Goal = Goal {
    name: "p99 beside a watched game, with / without",
    unit: "µs",
    must: AtMost(2.0),
    aim: AtMost(1.3),
};

pub(super) fn watching(bench: &mut Bench<'_>) -> anyhow::Result<()> {
    let ours = cost_of_watching(bench, Kind::Ours)?;
    let floor = cost_of_watching(bench, Kind::Relay)?;
    bench.put(DELIVERY, ours, floor);

    let n = bench.scale.watchers;
    let (server, mut crowd) = seated(bench, Kind::Ours, NEIGHBOURS + 1)?;
    let neighbours = Group { first: 1, n: NEIGHBOURS, per_second: NEIGHBOURS_PER_SECOND };
    let watched = Group { first: 0, n: 1, per_second: WATCHED_PER_SECOND };
    let spec = Spec::of(Workload::Open(vec![neighbours, watched]), bench.scale.watching_seconds);
    let without = played(bench, &server, &mut crowd, "unwatched", &spec)?;
    crowd.add_watchers(0, n)?;
    crowd.settle(std::time::Duration::from_millis(700), std::time::Duration::from_secs(5))?;
    let with = played(bench, &server, &mut crowd, "beside a watched game", &spec)?;
    let p99 = |run: &crate::crowd::RunCost| run.tally.heard_in(0).p99_us as f64;
    bench.put(NEIGHBOUR, p99(&with), p99(&without));
    Ok(())
}

/// Has one game watched; the CPU of a delivery, in microseconds.
pub(super) fn cost_of_watching(bench: &mut Bench<'_>, kind: Kind) -> anyhow::Result<f64> {
    let n = bench.scale.watchers;
    let (server, mut crowd) = seated(bench, kind, 1)?;
    crowd.add_watchers(0, n)?;
    crowd.settle(std::time::Duration::from_millis(700), std::time::Duration::from_secs(5))?;
    let rate = DELIVERIES_PER_SECOND / n as f64;
    let spec = Spec::open(1, rate, bench.scale.watching_seconds);
    let run = played(bench, &server, &mut crowd, "watched", &spec)?;
    let each = run.cpu.total_us() / run.tally.deliveries.max(1) as f64;
    let delivered = run.tally.delivered.quantiles();
    progress(&format!(
        "  {kind:?}: {} deliveries, {} µs CPU each, the last watcher of most moves after {} µs",
        run.tally.deliveries,
        figure(each),
        delivered.p99_us
    ));
    Ok(each)
}
