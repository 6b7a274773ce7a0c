//! What people take who are only there, and games that only continue.

use std::time::Duration;

use super::{
    Bench, Goal,
    moves::{played, seated},
};
use crate::{
    crowd::Spec,
    lab::Kind,
    report::{Bound::AtMost, figure, progress},
};

/// Plies played before a game's memory is counted.
const PLIES: u32 = 60;

/// How many more, before it is counted again.
const MORE_PLIES: u32 = 140;

/// How long nothing must come before memory is looked at.
const QUIET: Duration = Duration::from_millis(1500);

const CONNECTION: Goal = Goal {
    name: "memory per idle connection / bare axum",
    unit: "KiB",
    must: AtMost(2.5),
    aim: AtMost(1.5),
};
const GAME: Goal = Goal {
    name: "memory per live game, 60 plies in / R",
    unit: "KiB",
    must: AtMost(1.5),
    aim: AtMost(1.3),
};
const LONG_GAME: Goal = Goal {
    name: "memory per live game, 200 plies in / R",
    unit: "KiB",
    must: AtMost(1.5),
    aim: AtMost(1.3),
};
const IDLE: Goal = Goal {
    name: "idle: 10,000 sockets with clocks running",
    unit: "% of a core",
    must: AtMost(3.0),
    aim: AtMost(1.0),
};
const RETURN: Goal = Goal {
    name: "memory after all leave and come back / before",
    unit: "MiB",
    must: AtMost(1.15),
    aim: AtMost(1.05),
};

pub(super) fn memory(bench: &mut Bench<'_>) -> anyhow::Result<()> {
    let (mut connection, mut game, mut long_game) = (Vec::new(), Vec::new(), Vec::new());
    for kind in [Kind::Ours, Kind::Relay] {
        connection.push(per_connection(bench, kind)?);
        let (each, each_later) = per_game(bench, kind)?;
        game.push(each);
        long_game.push(each_later);
    }
    for (goal, figures) in [(CONNECTION, connection), (GAME, game), (LONG_GAME, long_game)] {
        if let [ours, floor] = figures[..] {
            bench.put(goal, ours / 1024.0, floor / 1024.0);
        }
    }
    Ok(())
}

fn per_connection(bench: &mut Bench<'_>, kind: Kind) -> anyhow::Result<f64> {
    let server = bench.lab.start(kind)?;
    let mut crowd = bench.crowd(&server)?;
    // The first ones bring with them what there is once.
    crowd.add_idlers(100)?;
    crowd.settle(QUIET, 4 * QUIET)?;
    let before = server.memory_bytes();
    let n = bench.scale.idlers;
    crowd.add_idlers(n)?;
    crowd.settle(QUIET, 4 * QUIET)?;
    let each = (server.memory_bytes() - before) / n as f64;
    progress(&format!("  {kind:?}: {} bytes a connection", figure(each)));
    Ok(each)
}

/// What a game takes, and what it takes when it is longer.
fn per_game(bench: &mut Bench<'_>, kind: Kind) -> anyhow::Result<(f64, f64)> {
    let (server, mut crowd) = seated(bench, kind, 50)?;
    let before = server.memory_bytes();
    let n = bench.scale.memory_games;
    crowd.add_games(n)?;
    played(bench, &server, &mut crowd, "60 plies", &Spec::closed(PLIES, 120.0))?;
    crowd.settle(QUIET, 4 * QUIET)?;
    let each = (server.memory_bytes() - before) / n as f64;
    played(bench, &server, &mut crowd, "140 more", &Spec::closed(MORE_PLIES, 120.0))?;
    crowd.settle(QUIET, 4 * QUIET)?;
    let each_later = (server.memory_bytes() - before) / n as f64;
    let (short, long) = (figure(each), figure(each_later));
    progress(&format!("  {kind:?}: {short} bytes a game, {long} when it is longer"));
    if kind == Kind::Ours {
        let cpu = server.cpu();
        crowd.idle(Duration::from_secs_f64(bench.scale.idle_seconds))?;
        let used = (server.cpu() - cpu).total_us() / 1e6 / bench.scale.idle_seconds;
        // To what it would be with ten thousand.
        bench.put(IDLE, used * 100.0 * 10_000.0 / crowd.n_open() as f64, None);

        let before = server.memory_bytes();
        crowd.leave();
        crowd.idle(Duration::from_secs(2))?;
        let without = server.memory_bytes();
        crowd.come_back()?;
        crowd.settle(QUIET, 4 * QUIET)?;
        let after = server.memory_bytes();
        let mib = 1024.0 * 1024.0;
        progress(&format!(
            "  {} MiB with all, {} when they have left, {} when they are back",
            figure(before / mib),
            figure(without / mib),
            figure(after / mib)
        ));
        bench.put(RETURN, after / mib, before / mib);
    }
    Ok((each, each_later))
}
