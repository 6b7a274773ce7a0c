//! Games by correspondence that sleep: what a start, the memory and a look take with a million.

use anyhow::Context as _;
use komadai_game::{
    By, Command, Event, Game, Player, Record, Setup, TimeControl, clocks::Correspondence, journal,
};
use komadai_ids::{GameId, UserId};
use komadai_rules::Side;

use super::{Bench, Goal};
use crate::{
    clock::{now, unix_ms},
    copies::{Model, sleep_copies},
    http,
    lab::{Kind, time_to_answer},
    report::{Bound::AtMost, figure, progress},
    script::Script,
};

/// Plies in each game.
const PLIES: usize = 60;

/// Days for each move: none of them wakes while this measures.
const DAYS: u8 = 14;

/// How many of them are looked at.
const LOOKED_AT: u32 = 500;

const MEMORY: Goal = Goal {
    name: "memory of a million games that sleep",
    unit: "MiB",
    must: AtMost(50.0),
    aim: AtMost(10.0),
};
const START: Goal = Goal {
    name: "start with a million games that sleep / empty",
    unit: "ms",
    must: AtMost(1.5),
    aim: AtMost(1.1),
};
const LOOK: Goal = Goal {
    name: "a look at a game that sleeps, p99",
    unit: "ms",
    must: AtMost(5.0),
    aim: AtMost(2.0),
};

pub(super) fn asleep(bench: &mut Bench<'_>) -> anyhow::Result<()> {
    let (lab, n) = (bench.lab, bench.scale.asleep);
    let left = lab.start(Kind::Ours)?.kill()?;
    let (server, empty_ms) = time_to_answer(|| lab.start_again(Kind::Ours, left))?;
    let empty_bytes = server.memory_bytes();
    let left = server.kill()?;
    let script = bench.scripts.first().context("there is a script")?;
    let ids = sleep_copies(left.data_dir(), &model(script)?, n)?;

    let (server, ms) = time_to_answer(|| lab.start_again(Kind::Ours, left))?;
    let more_mib = (server.memory_bytes() - empty_bytes) / f64::from(1 << 20);
    progress(&format!(
        "  {n} games sleep: a start takes {} ms instead of {}, and {} MiB more",
        figure(ms),
        figure(empty_ms),
        figure(more_mib)
    ));
    bench.put(START, ms, empty_ms);
    bench.put(MEMORY, more_mib.max(0.0), None);

    let mut looks_ms = Vec::new();
    for n in 0..LOOKED_AT {
        let at = ids.len() * n as usize / LOOKED_AT as usize;
        let code = GameId::from_uuid(uuid::Uuid::from_bytes(ids[at])).code().to_string();
        let since = now();
        let n_moves = http::record(server.address, &code)?.len();
        looks_ms.push(since.elapsed().as_secs_f64() * 1e3);
        anyhow::ensure!(n_moves == PLIES, "game {code} has {n_moves} of {PLIES} moves");
    }
    looks_ms.sort_by(f64::total_cmp);
    bench.put(LOOK, looks_ms[looks_ms.len() * 99 / 100], None);
    Ok(())
}

/// A game of this script that begins now and is being played.
fn model(script: &Script) -> anyhow::Result<Model> {
    let now_ms = unix_ms()?;
    let player = |n: u8| Player {
        id: UserId::new(now_ms, [n; 10]),
        name: format!("player {n}"),
        guest: false,
        bot: false,
    };
    let (sente, gote) = (player(1), player(2));
    let clock = TimeControl::Correspondence(Correspondence::of_days(DAYS));
    let mut setup = Setup::casual(GameId::new(now_ms, [0; 10]), now_ms, clock, sente.clone());
    setup.seats.opponent = Some(gote.clone());
    let mut game = Game::new(setup.clone())?;
    let mut log = Vec::new();
    let mut add = |game: &mut Game, record: &Record| {
        let mut bytes = Vec::new();
        journal::encode(record, game.line().position().variant(), &mut bytes);
        journal::write_number(bytes.len() as u64, &mut log);
        log.extend(bytes);
        for event in &record.events {
            game.apply(event);
        }
        game.announced(now_ms);
    };
    let started = game.start(now_ms, &gote);
    let events = vec![Event::Created(Box::new(setup)), started];
    add(&mut game, &Record { key: None, side: None, events });
    for (ply, usi) in (0..).zip(&script.moves[..PLIES]) {
        let side = game.turn();
        let by = if side == Side::Sente { sente.id } else { gote.id };
        let command = Command::Move { ply, usi: usi.to_string(), read_ms: now_ms, srtt_ms: None };
        let events = game.handle(now_ms, By::User(by), &command)?;
        add(&mut game, &Record { key: None, side: Some(side), events });
    }
    let due_ms = game.deadline_ms(None).context("a clock runs")?;
    Ok(Model {
        id: game.id().uuid().into_bytes(),
        players: [sente.id, gote.id].map(|it| it.uuid().into_bytes()),
        log,
        n_records: 1 + PLIES as i64,
        since_ms: now_ms as i64,
        wake_ms: due_ms as i64,
    })
}
