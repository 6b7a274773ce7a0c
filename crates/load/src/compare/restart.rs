//! How long people wait for a server that starts.

use anyhow::bail;

use super::{Bench, Goal};
use crate::{
    bulk, http,
    lab::{Kind, time_to_answer},
    report::{Bound::AtMost, figure, progress},
};

/// Plies in each live game.
const PLIES: usize = 60;

/// How many of the recovered games are looked at.
const LOOKED_AT: usize = 200;

const START: Goal = Goal {
    name: "start to first answer, empty database",
    unit: "ms",
    must: AtMost(130.0),
    aim: AtMost(40.0),
};
const RECOVERY: Goal = Goal {
    name: "kill -9 to first welcome, 10,000 live games",
    unit: "ms",
    must: AtMost(500.0),
    aim: AtMost(200.0),
};
const LOST: Goal =
    Goal { name: "announced moves lost", unit: "", must: AtMost(0.0), aim: AtMost(0.0) };

pub(super) fn restart(bench: &mut Bench<'_>) -> anyhow::Result<()> {
    let lab = bench.lab;
    let (server, ms) = time_to_answer(|| lab.start(Kind::Ours))?;
    bench.put(START, ms, None);

    let n = bench.scale.live_games;
    let codes = bulk::fill(server.address, n, PLIES, &bench.scripts)?;
    let left = server.kill()?;
    let (server, ms) = time_to_answer(|| {
        let server = lab.start_again(Kind::Ours, left)?;
        bulk::welcome(server.address)?;
        Ok(server)
    })?;
    bench.put(RECOVERY, ms, None);
    progress(&format!("  {n} games are back in {} ms", figure(ms)));
    if codes.len() != n {
        bail!("only {} of {n} games were made", codes.len());
    }

    let step = (n / LOOKED_AT).max(1);
    let mut n_lost = 0;
    for (at, code) in codes.iter().enumerate().step_by(step) {
        let record = http::record(server.address, code)?;
        let script = &bench.scripts[at % bench.scripts.len()].moves;
        let kept = record.iter().zip(script).take_while(|(it, said)| **it == ***said).count();
        n_lost += PLIES - kept.min(PLIES);
    }
    bench.put(LOST, n_lost as f64, None);
    Ok(())
}
