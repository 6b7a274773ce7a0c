//! Random players, watchers, breaks, repeats, faults of the disk and deaths of the process,
//! against real rooms and the real writer.
//!
//! A run is a list of commands, made from a seed, and nothing else decides what happens. When a
//! promise is broken, commands are taken out as long as it stays broken, and what is left is
//! printed.
//!
//! ```text
//! SIMULATION_FIRST=$RANDOM SIMULATION_RUNS=100000 cargo test -p komadai-live --test it simulation -- --nocapture
//! SIMULATION_SEED=4711 cargo test -p komadai-live --test it simulation -- --nocapture
//! ```

mod correspondence;
mod disk;
mod effects;
mod nodes;
mod presence;
mod script;
mod shelf;
mod tab;
mod truth;
mod visitors;
mod window;
mod world;

use std::{env, str::FromStr, time::Instant};

use self::{
    script::{Command, Say, race, script},
    world::{Tally, World},
};

/// The first seed of a test run, which is the same in every one. Others are tried by hand.
const FIRST: u64 = 20_261_124;

/// How many seeds an ordinary test run tries.
const RUNS: u64 = 400;

/// How many seeds of races it tries; each has several.
const RACES: u64 = 1_000;

/// How many times as many with `RUN_SLOW_TESTS`.
const LONG: u64 = 2;

fn setting<T: FromStr>(name: &str) -> Option<T> {
    env::var(name).ok()?.parse().ok()
}

#[test]
fn every_promise_is_kept() {
    println!("{}", run(script, RUNS));
}

#[test]
fn whatever_comes_with_the_end_is_answered_truly() {
    println!("{}", run(race, RACES));
}

/// Runs scripts from as many seeds, or from the one that is asked for; how much happened.
fn run(script: fn(u64) -> Vec<Command>, usual: u64) -> String {
    let check = |seed| check(seed, script(seed));
    if let Some(seed) = setting("SIMULATION_SEED") {
        return format!("{:?}", check(seed));
    }
    let long = env::var_os("RUN_SLOW_TESTS").is_some();
    let runs = setting("SIMULATION_RUNS").unwrap_or(if long { LONG * usual } else { usual });
    #[expect(clippy::disallowed_methods, reason = "it only says how long the test took")]
    let began = Instant::now();
    let first = setting("SIMULATION_FIRST").unwrap_or(FIRST);
    let mut sum = Tally::default();
    for seed in first..first + runs {
        sum += check(seed);
    }
    // What never happened was not tried.
    for (what, n) in sum.all() {
        assert!(n > runs / 100, "{what} happened {n} times in {runs} runs");
    }
    format!("{runs} seeds from {first} in {:?}: {sum:?}", began.elapsed())
}

/// Runs what came from a seed.
///
/// # Panics
/// When a promise is broken, with the shortest list of commands that breaks one.
fn check(seed: u64, commands: Vec<Command>) -> Tally {
    match World::run(&commands) {
        Ok(tally) => tally,
        Err(broken) => {
            let (commands, broken) = shrink(commands, broken);
            panic!(
                "seed {seed} breaks a promise: {broken}\nby {} commands: {commands:#?}\n\
                 (SIMULATION_SEED={seed} runs it again)",
                commands.len()
            );
        }
    }
}

/// Takes commands out as long as a promise stays broken.
fn shrink(mut commands: Vec<Command>, mut broken: String) -> (Vec<Command>, String) {
    let mut size = commands.len().div_ceil(2);
    loop {
        let before = commands.len();
        let mut at = 0;
        while at < commands.len() {
            let mut fewer = commands.clone();
            fewer.drain(at..(at + size).min(commands.len()));
            match World::run(&fewer) {
                Err(still) => (commands, broken) = (fewer, still),
                Ok(_) => at += size,
            }
        }
        if size == 1 && commands.len() == before {
            return (commands, broken);
        }
        size = (size / 2).max(1);
    }
}

#[test]
fn a_broken_promise_is_found_and_made_short() {
    // A disk that says that a row is durable before it is, and a process that dies then.
    let liar = (1..1_000).find_map(|seed| {
        let mut commands = script(seed);
        commands.insert(0, Command::Lie);
        World::run(&commands).err().map(|broken| (commands, broken))
    });
    let (commands, broken) = liar.expect("a lie comes out");
    let (short, _) = shrink(commands, broken);
    assert!(short.len() <= 12, "{short:#?}");
}

/// Between the flag and the timer, which allows for a move that was read in time.
#[test]
fn a_move_after_the_flag_is_refused_however_often_it_comes() {
    let again = [Command::Repeat { tab: 4, back: 0 }, Command::Turns(50)];
    for offset_ms in 0..20 {
        let mut commands = Vec::new();
        for tab in [4, 6] {
            commands.extend(makes_a_move(tab));
        }
        commands.push(Command::ToFlag { tab: 4, offset_ms });
        commands.extend(makes_a_move(4));
        commands.extend(again);
        commands.extend([Command::Break { tab: 4 }, Command::Return { tab: 4 }]);
        commands.extend([Command::Kill { away_ms: 1_000 }, Command::Return { tab: 4 }]);
        commands.extend([Command::Repeat { tab: 4, back: 1 }, Command::Turns(50)]);
        let tally = World::run(&commands).unwrap_or_else(|broken| panic!("{broken}"));
        let counted = |what| tally.all().into_iter().find(|(it, _)| *it == what).map(|(_, n)| n);
        assert_eq!(counted("a move"), Some(2), "{offset_ms} ms after the flag");
        assert_eq!(counted("a command after an end that was not known"), Some(1));
    }
}

fn makes_a_move(tab: usize) -> [Command; 2] {
    [Command::Say { tab, what: Say::Move(0) }, Command::Turns(50)]
}

#[test]
fn thinking_between_two_restarts_stays_charged() {
    let restart =
        [Command::Kill { away_ms: 1_000 }, Command::Return { tab: 4 }, Command::Turns(50)];
    let mut commands = Vec::new();
    commands.extend(makes_a_move(4));
    commands.extend(makes_a_move(6));
    commands.extend(restart);
    commands.push(Command::Wait(50_000));
    commands.extend(restart);
    commands.extend(makes_a_move(4));
    let world = World::after(&commands).unwrap_or_else(|broken| panic!("{broken}"));
    // The clock may have waited for its player for 30 of these 50 seconds.
    let thought_ms = world.last_thought_ms().unwrap();
    assert!((19_000..=50_000).contains(&thought_ms), "{thought_ms}");
}
