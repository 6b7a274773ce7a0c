//! Lets each level play the one below and prints the score.
//!
//! ```text
//! cargo run --release -p komadai-engine --example levels -- 100 [VARIANT [LEVEL]]
//! ```
//!
//! With a level only that one plays the one below, which for the highest is an hour's work of its
//! own; how it stands is said after each game. As many games are played at a time as there are
//! cores. A game follows from its number, so that a long run can be made in parts: `70..100` in
//! place of `100` plays the last thirty.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "it prints a table")]

use std::{
    env,
    ops::{AddAssign, Range},
    sync::atomic::{AtomicU64, Ordering::Relaxed},
    thread,
};

use komadai_engine::{Choice, Engine, Level};
use komadai_rules::{Line, Position, RuleSet, Side, Variant};
use parking_lot::Mutex;

fn main() {
    let mut args = env::args().skip(1);
    let games = args.next().and_then(|games| numbers(&games)).unwrap_or(0..100);
    let variant = args.next().and_then(|name| Variant::from_name(&name));
    let variant = variant.unwrap_or_else(Variant::standard);
    let only: Option<u8> = args.next().and_then(|n| n.parse().ok());
    let n_games = games.end.saturating_sub(games.start);
    println!("{n_games} games each, {}", variant.name());
    println!("| level | against | won | lost | drawn | score | plies a game | positions a move |");
    println!("|---|---|---|---|---|---|---|---|");
    let levels: Vec<Level> = Level::all().collect();
    for pair in levels.windows(2) {
        let [weak, strong] = pair else { continue };
        if only.is_some_and(|level| level != strong.number()) {
            continue;
        }
        let sum = play_all(variant, *strong, *weak, games.clone());
        let score = (sum.won as f64 + sum.drawn as f64 / 2.0) / n_games.max(1) as f64;
        println!(
            "| {} | {} | {} | {} | {} | {:.1} % | {} | {} |",
            strong.number(),
            weak.number(),
            sum.won,
            sum.lost,
            sum.drawn,
            100.0 * score,
            sum.plies / n_games.max(1),
            sum.nodes / sum.thoughts.max(1)
        );
    }
}

/// `100` means the first hundred games, `70..100` those after the first seventy.
fn numbers(text: &str) -> Option<Range<u64>> {
    match text.split_once("..") {
        Some((from, to)) => Some(from.parse().ok()?..to.parse().ok()?),
        None => Some(0..text.parse().ok()?),
    }
}

fn play_all(variant: Variant, strong: Level, weak: Level, games: Range<u64>) -> Sum {
    let next = AtomicU64::new(games.start);
    let sum = Mutex::new(Sum::default());
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, |it| it.get()) {
            scope.spawn(|| {
                loop {
                    let seed = next.fetch_add(1, Relaxed);
                    if seed >= games.end {
                        break;
                    }
                    let played = play(variant, strong, weak, seed);
                    let mut sum = sum.lock();
                    *sum += played;
                    eprintln!(
                        "{} against {}, game {seed}: won {}, lost {}, drawn {}, plies {}, thoughts {}, positions {}",
                        strong.number(),
                        weak.number(),
                        sum.won,
                        sum.lost,
                        sum.drawn,
                        sum.plies,
                        sum.thoughts,
                        sum.nodes
                    );
                }
            });
        }
    });
    sum.into_inner()
}

#[derive(Default)]
struct Sum {
    won: u64,
    lost: u64,
    drawn: u64,
    plies: u64,
    /// Of the stronger one.
    thoughts: u64,
    nodes: u64,
}

impl AddAssign for Sum {
    fn add_assign(&mut self, other: Self) {
        self.won += other.won;
        self.lost += other.lost;
        self.drawn += other.drawn;
        self.plies += other.plies;
        self.thoughts += other.thoughts;
        self.nodes += other.nodes;
    }
}

/// The stronger one is sente in every second game.
fn play(variant: Variant, strong: Level, weak: Level, seed: u64) -> Sum {
    let mut sum = Sum::default();
    let strong_side = if seed.is_multiple_of(2) { Side::Sente } else { Side::Gote };
    let mut engines = [Engine::new(variant), Engine::new(variant)];
    let mut line = Line::new(Position::start(variant), RuleSet::casual());
    let winner = loop {
        let turn = line.position().turn();
        let is_strong = turn == strong_side;
        let level = if is_strong { strong } else { weak };
        // A different game for each seed, between levels that make no mistakes too.
        let opening = line.n_moves() < 4;
        let level = if opening { Level::new(2).unwrap_or(level) } else { level };
        let thought = engines[usize::from(is_strong)].choose(&line, level, seed, &|| false);
        if is_strong && !opening {
            sum.thoughts += 1;
            sum.nodes += thought.nodes;
        }
        let ending = match thought.choice {
            Some(Choice::Declare) => line.declare().ok(),
            Some(Choice::Move(mv)) => match line.play(mv) {
                Ok(ending) => ending,
                Err(illegal) => {
                    println!("level {} made a move that is none: {illegal:?}", level.number());
                    break Some(turn.other());
                }
            },
            None => break Some(turn.other()),
        };
        if let Some(ending) = ending {
            break ending.winner;
        }
    };
    sum.plies += u64::from(line.n_moves());
    match winner {
        Some(side) if side == strong_side => sum.won += 1,
        Some(_) => sum.lost += 1,
        None => sum.drawn += 1,
    }
    sum
}
