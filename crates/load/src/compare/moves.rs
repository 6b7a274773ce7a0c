//! What a move costs.

use super::{Bench, Goal};
use crate::{
    crowd::{Crowd, RunCost, Spec},
    lab::{Kind, Server},
    report::{Bound::AtLeast, Bound::AtMost, figure},
};

/// Plies played before anything is counted: first moves have rules of their own.
pub(super) const WARM_UP_PLIES: u32 = 10;

const S_GAMES: usize = 200;
const P_GAMES: usize = 1_000;
const P_MOVES_PER_SECOND: f64 = 1_000.0;
const BUSY_MOVES_PER_SECOND: f64 = 5_000.0;

const S_OVER_D: Goal =
    Goal { name: "S: CPU per durable move / D", unit: "µs", must: AtMost(1.2), aim: AtMost(1.1) };
const S_OVER_R: Goal =
    Goal { name: "S: CPU per durable move / R", unit: "µs", must: AtMost(1.75), aim: AtMost(1.6) };
const P_OVER_D: Goal =
    Goal {
        name: "P: CPU per durable move / D", unit: "µs", must: AtMost(1.15), aim: AtMost(1.05)
    };
const P_OVER_DP: Goal = Goal {
    name: "P: the same on PostgreSQL / Dp",
    unit: "µs",
    must: AtMost(1.1),
    aim: AtMost(1.05),
};
const P_P99: Goal =
    Goal { name: "P: p99 latency / D", unit: "µs", must: AtMost(2.0), aim: AtMost(1.3) };
const THROUGHPUT: Goal =
    Goal { name: "1,000 games: moves/s / D", unit: "1/s", must: AtLeast(0.85), aim: AtLeast(0.95) };
const COMMITS: Goal = Goal {
    name: "commits per move at 5,000 moves/s",
    unit: "",
    must: AtMost(0.4),
    aim: AtMost(0.25),
};
const GROWTH: Goal = Goal {
    name: "growth of CPU/move with games / R's",
    unit: "times",
    must: AtMost(1.25),
    aim: AtMost(1.1),
};

pub(super) fn s(bench: &mut Bench<'_>) -> anyhow::Result<()> {
    let mut costs = Vec::new();
    for kind in [Kind::Ours, Kind::Sqlite, Kind::Relay] {
        let (server, mut crowd) = seated(bench, kind, S_GAMES)?;
        let spec = Spec::closed(bench.scale.s_plies, 60.0);
        let run = played(bench, &server, &mut crowd, "S", &spec)?;
        costs.push(run.cpu_us_per_move());
    }
    if let [ours, d, r] = costs[..] {
        bench.put(S_OVER_D, ours, d);
        bench.put(S_OVER_R, ours, r);
    }
    Ok(())
}

pub(super) fn p(bench: &mut Bench<'_>) -> anyhow::Result<()> {
    let (mut slow, mut fast) = (Vec::new(), Vec::new());
    for kind in [Kind::Ours, Kind::Sqlite] {
        let (server, mut crowd) = seated(bench, kind, P_GAMES)?;
        let spec = Spec::open(P_GAMES, P_MOVES_PER_SECOND, bench.scale.p_seconds);
        slow.push(played(bench, &server, &mut crowd, "P", &spec)?);

        let before = server.n_commits()?;
        let spec = Spec::open(P_GAMES, BUSY_MOVES_PER_SECOND, bench.scale.p_seconds / 2.0);
        let run = played(bench, &server, &mut crowd, "5,000 moves/s", &spec)?;
        let commits = (server.n_commits()? - before) as f64 / run.tally.moves.max(1) as f64;
        if kind == Kind::Ours {
            bench.put(COMMITS, commits, None);
        } else {
            bench.note(format!("D makes {} commits per move at 5,000 moves/s", figure(commits)));
        }

        let spec = Spec::closed(bench.scale.t_plies, 60.0);
        fast.push(played(bench, &server, &mut crowd, "1,000 games", &spec)?);
    }
    if let [ours, d] = &slow[..] {
        bench.put(P_OVER_D, ours.cpu_us_per_move(), d.cpu_us_per_move());
        bench.put(P_P99, p99(ours), p99(d));
    }
    if let [ours, d] = &fast[..] {
        bench.put(THROUGHPUT, ours.moves_per_second(), d.moves_per_second());
    }
    Ok(())
}

pub(super) fn p_postgres(bench: &mut Bench<'_>) -> anyhow::Result<()> {
    let mut costs = Vec::new();
    for kind in [Kind::OursPostgres, Kind::Postgres] {
        let (server, mut crowd) = seated(bench, kind, P_GAMES)?;
        let spec = Spec::open(P_GAMES, P_MOVES_PER_SECOND, bench.scale.p_seconds);
        costs.push(played(bench, &server, &mut crowd, "P", &spec)?.cpu_us_per_move());
    }
    if let [ours, dp] = costs[..] {
        bench.put(P_OVER_DP, ours, dp);
    }
    Ok(())
}

pub(super) fn growth(bench: &mut Bench<'_>) -> anyhow::Result<()> {
    let mut growths = Vec::new();
    for kind in [Kind::Ours, Kind::Relay] {
        let mut costs = Vec::new();
        for n_games in [100, bench.scale.many_games] {
            let (server, mut crowd) = seated(bench, kind, n_games)?;
            let rate = bench.scale.growth_moves_per_second;
            let spec = Spec::open(n_games, rate, bench.scale.growth_seconds);
            let what = format!("{n_games} games");
            costs.push(played(bench, &server, &mut crowd, &what, &spec)?.cpu_us_per_move());
        }
        if let [few, many] = costs[..] {
            growths.push(many / few);
        }
    }
    if let [ours, r] = growths[..] {
        bench.put(GROWTH, ours, r);
    }
    Ok(())
}

/// How long the opponents waited for most moves.
pub(super) fn p99(run: &RunCost) -> f64 {
    run.tally.heard_by_all().p99_us as f64
}

/// A server with games that have begun.
pub(super) fn seated(
    bench: &Bench<'_>,
    kind: Kind,
    n_games: usize,
) -> anyhow::Result<(Server, Crowd)> {
    let server = bench.lab.start(kind)?;
    let mut crowd = bench.crowd(&server)?;
    crowd.add_games(n_games)?;
    crowd.run(&Spec::closed(WARM_UP_PLIES, 60.0), || server.cpu())?;
    Ok((server, crowd))
}

/// Plays, and says what came of it.
pub(super) fn played(
    bench: &mut Bench<'_>,
    server: &Server,
    crowd: &mut Crowd,
    what: &str,
    spec: &Spec,
) -> anyhow::Result<RunCost> {
    let run = crowd.run(spec, || server.cpu())?;
    let heard = run.tally.heard_by_all();
    crate::report::progress(&format!(
        "  {:?}, {what}: {} moves, {}/s, {} µs CPU a move ({} system), p50 {} µs, p99 {} µs, \
         generator {}",
        server.kind,
        run.tally.moves,
        figure(run.moves_per_second()),
        figure(run.cpu_us_per_move()),
        figure(run.cpu.system_us / run.tally.moves.max(1) as f64),
        heard.p50_us,
        heard.p99_us,
        figure(run.generator_share()),
    ));
    for (error, n) in &run.tally.errors {
        bench.note(format!("{:?}, {what}: {error} ({n} times)", server.kind));
    }
    Ok(run)
}
