//! Plays games of the engine against itself and writes them down, to fit its evaluation to.
//!
//! ```text
//! cargo run --release -p komadai-engine --example selfplay -- FILE [--variant standard]
//!     [--games 1000] [--nodes 500] [--seed 1] [--opening 8]
//! ```
//!
//! Each game begins with random moves from its seed. A line of the file is a game: who won (`b`, `w`
//! or `-`), how many moves were random, then the moves, each with a colon and what the position
//! before it was worth to the side to move. Lines are appended.

#![allow(clippy::print_stderr, reason = "it says how far it is")]

mod dice;

use std::{
    env,
    fmt::Write as _,
    fs::OpenOptions,
    io::{BufWriter, Write as _},
    ops::ControlFlow,
};

use anyhow::{Context as _, bail};
use komadai_engine::{Choice, Engine, Limits};
use komadai_rules::{Line, Position, RuleSet, Side, Variant};

use dice::Dice;

/// Longer games go nowhere.
const PLIES_MAX: u32 = 400;

fn main() -> anyhow::Result<()> {
    let mut args = env::args().skip(1);
    let file = args.next().context("where to? The first argument is a file")?;
    let (mut variant, mut games, mut nodes, mut seed, mut opening) =
        (Variant::standard(), 1_000, 500, 1, 8);
    while let Some(arg) = args.next() {
        let value = args.next().with_context(|| format!("{arg} is followed by a value"))?;
        match arg.as_str() {
            "--variant" => {
                variant = Variant::from_name(&value).context("no variant has that name")?;
            }
            "--games" => games = value.parse()?,
            "--nodes" => nodes = value.parse()?,
            "--seed" => seed = value.parse()?,
            "--opening" => opening = value.parse()?,
            _ => bail!("unknown: {arg}"),
        }
    }
    let mut out = BufWriter::new(OpenOptions::new().create(true).append(true).open(file)?);
    let mut engine = Engine::new(variant);
    for game in 0..games {
        let mut dice = Dice(seed * 1_000_003 + game);
        if let Some(text) = play(&mut engine, nodes, opening, &mut dice) {
            writeln!(out, "{text}")?;
        }
        if game % 1_000 == 999 {
            out.flush()?;
            eprintln!("{} games", game + 1);
        }
    }
    Ok(out.flush()?)
}

/// A game as text; none where the random moves ended it.
fn play(engine: &mut Engine, nodes: u64, opening: usize, dice: &mut Dice) -> Option<String> {
    let variant = engine.variant();
    let mut line = Line::new(Position::start(variant), RuleSet::casual());
    let n_random = opening + dice.below(4);
    let mut text = String::new();
    for _ in 0..n_random {
        let legal = line.position().legal_moves();
        let &mv = legal.get(dice.below(legal.len()))?;
        let _ = write!(text, " {}:0", mv.usi(variant));
        if !matches!(line.play(mv), Ok(None)) {
            return None;
        }
    }
    engine.forget();
    let limits = Limits { nodes, ..Limits::NONE };
    let winner = loop {
        let report = &mut |_: &komadai_engine::Report<'_>| ControlFlow::Continue(());
        let found = engine.think(&line, &limits, &|| false, report);
        let turn = line.position().turn();
        let mv = match found.choice {
            Some(Choice::Move(mv)) => mv,
            Some(Choice::Declare) => break Some(turn),
            None => break Some(turn.other()),
        };
        let score = found.score.clamp(-30_000, 30_000);
        let _ = write!(text, " {}:{score}", mv.usi(variant));
        match line.play(mv) {
            Ok(Some(ending)) => break ending.winner,
            Ok(None) if line.n_moves() >= PLIES_MAX => break None,
            Ok(None) => {}
            Err(_) => return None,
        }
        // A mate that is seen is as good as played.
        if found.score.abs() > 900_000 {
            break Some(if found.score > 0 { turn } else { turn.other() });
        }
    };
    let winner = match winner {
        Some(Side::Sente) => 'b',
        Some(Side::Gote) => 'w',
        None => '-',
    };
    Some(format!("{winner} {n_random}{text}"))
}
