//! How long people wait for a server that starts.

use anyhow::bail;

use super::{Bench, Goal};
use crate::{
    bulk::{self, Then},
    copies::copy_games,
    http,
    lab::{Kind, Remains, Server, time_to_answer},
    report::{Bound::AtMost, figure, progress},
};

/// Plies in each live game.
const PLIES: usize = 60;

/// Plies in each game that is over.
const ENDED_PLIES: usize = 100;

/// How many of the recovered games are looked at.
const LOOKED_AT: usize = 200;

const START: Goal = Goal {
    name: "start to first answer, empty database",
    unit: "ms",
    must: AtMost(60.0),
    aim: AtMost(40.0),
};
const RECOVERY: Goal = Goal {
    name: "kill -9 to first welcome, 10,000 live games",
    unit: "ms",
    must: AtMost(300.0),
    aim: AtMost(200.0),
};
const AFTER_AN_HOUR: Goal = Goal {
    name: "the same after an hour at 1,000 moves/s",
    unit: "ms",
    must: AtMost(1_000.0),
    aim: AtMost(500.0),
};
const LOST: Goal =
    Goal { name: "announced moves lost", unit: "", must: AtMost(0.0), aim: AtMost(0.0) };

pub(super) fn restart(bench: &mut Bench<'_>) -> anyhow::Result<()> {
    let lab = bench.lab;
    let (server, ms) = time_to_answer(|| lab.start(Kind::Ours))?;
    bench.put(START, ms, None);

    let n = bench.scale.live_games;
    let codes = bulk::fill(server.address, n, PLIES, Then::Stays, &bench.scripts)?;
    let (server, ms) = welcome_again(bench, server.kill()?)?;
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
    drop(server);
    after_an_hour(bench)
}

/// Everything of an hour is in the journal, because it is trimmed later. A start need not read
/// it, but for what is above the oldest game that was not written again, which is ten minutes old
/// at most.
fn after_an_hour(bench: &mut Bench<'_>) -> anyhow::Result<()> {
    let lab = bench.lab;
    let hour = bench.scale.hour;
    let server = lab.start(Kind::Ours)?;
    let play = |server: &Server, n, plies, then| {
        bulk::fill(server.address, n, plies, then, &bench.scripts)
    };
    play(&server, hour.model_games, ENDED_PLIES, Then::Ends)?;
    // What ended in its last moment is settled by the next start.
    let left = lab.start_again(Kind::Ours, server.kill()?)?.kill()?;
    copy_games(left.data_dir(), hour.copies)?;

    let (server, ms) = welcome_again(bench, left)?;
    progress(&format!("  with nothing known of the copies: {} ms", figure(ms)));
    let live = play(&server, hour.live_games, PLIES, Then::Stays)?;
    play(&server, hour.late_games, ENDED_PLIES, Then::Ends)?;
    let (server, ms) = welcome_again(bench, server.kill()?)?;
    for code in [live.first(), live.last()].into_iter().flatten() {
        if http::record(server.address, code)?.len() != PLIES {
            bail!("game {code} is not back");
        }
    }
    progress(&format!("  {} games are back after an hour in {} ms", live.len(), figure(ms)));
    bench.put(AFTER_AN_HOUR, ms, None);
    Ok(())
}

/// Starts a killed server again: how long it takes until it welcomes somebody, in milliseconds.
fn welcome_again(bench: &Bench<'_>, left: Remains) -> anyhow::Result<(Server, f64)> {
    time_to_answer(|| {
        let server = bench.lab.start_again(Kind::Ours, left)?;
        bulk::welcome(server.address)?;
        Ok(server)
    })
}
