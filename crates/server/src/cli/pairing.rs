//! `komadai pairing`: pairings, standings and simulated events, without a server.

use std::{
    fs,
    io::{self, Read as _, Write as _},
    path::{Path, PathBuf},
};

use anyhow::Context as _;
use clap::{Args, Subcommand};
use komadai_tournament::{
    command::{self, Simulated},
    simulate::Plan,
};

/// Pairings and standings of tournaments, without a server.
#[derive(Debug, Subcommand)]
pub(super) enum PairingCommand {
    /// Says what is to be played now: games, byes, and why.
    Next(Next),
    /// Says how things stand.
    Standings(Standings),
    /// Writes the document of a league's next season.
    Season(Season),
    /// Makes up players and results, and plays an event to its end.
    Simulate(Simulate),
}

/// What is paired.
#[derive(Debug, Args)]
pub(super) struct Next {
    /// The event in JSON; standard input if it is not given.
    event: Option<PathBuf>,
    /// Print the document with the games in it.
    #[arg(long, conflicts_with = "why")]
    publish: bool,
    /// Explain the pairing of these two, with the exact best alternative.
    #[arg(long, num_args = 2, value_names = ["A", "B"])]
    why: Option<Vec<String>>,
    /// The instant in Unix milliseconds, for arenas.
    #[arg(long, default_value_t = 0)]
    at_ms: u64,
}

/// What stands.
#[derive(Debug, Args)]
pub(super) struct Standings {
    /// The event in JSON; standard input if it is not given.
    event: Option<PathBuf>,
    /// Print cross tables for people.
    #[arg(long)]
    text: bool,
}

/// What follows a season.
#[derive(Debug, Args)]
pub(super) struct Season {
    /// The league in JSON; standard input if it is not given.
    event: Option<PathBuf>,
    /// What the next season is called.
    #[arg(long, default_value = "")]
    name: String,
    /// The seed of its lots.
    #[arg(long, default_value_t = 0)]
    seed: u64,
}

/// What is made up.
#[derive(Debug, Args)]
pub(super) struct Simulate {
    /// How many players.
    #[arg(long, default_value_t = 32)]
    players: usize,
    /// How many rounds, in formats that have a number of them.
    #[arg(long, default_value_t = 5)]
    rounds: u32,
    /// A format's name, or a whole `format` object in JSON.
    #[arg(long, default_value = "swiss")]
    format: String,
    /// How many players withdraw, each after a round by lot.
    #[arg(long, default_value_t = 0)]
    withdrawals: usize,
    /// How many enter late.
    #[arg(long, default_value_t = 0)]
    late: usize,
    /// The probability of an announced absence, for each player and round.
    #[arg(long, default_value_t = 0.0)]
    absence: f64,
    /// The probability of not coming to a game.
    #[arg(long, default_value_t = 0.0)]
    no_show: f64,
    /// The probability of a draw between equals.
    #[arg(long, default_value_t = 0.01)]
    draw: f64,
    /// How many clubs the players come from.
    #[arg(long, default_value_t = 0)]
    clubs: usize,
    /// All made-up things follow from it.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// So many events, with seeds counting up.
    #[arg(long, default_value_t = 1)]
    events: u64,
    /// One line of JSON an event: {"event":…,"standings":…,"quality":…}.
    #[arg(long)]
    json: bool,
}

impl PairingCommand {
    /// Does it.
    ///
    /// # Errors
    /// When the document cannot be read or makes no sense, or standard output is closed.
    pub(super) fn run(self) -> anyhow::Result<()> {
        let answer = match self {
            Self::Next(next) => next.answer()?,
            Self::Standings(Standings { event, text: false }) => {
                command::standings(&read(event.as_deref())?)?
            }
            Self::Standings(Standings { event, text: true }) => {
                command::standings_text(&read(event.as_deref())?)?
            }
            Self::Season(Season { event, name, seed }) => {
                command::season(&read(event.as_deref())?, &name, seed)?
            }
            Self::Simulate(simulate) => return simulate.run(),
        };
        writeln!(io::stdout().lock(), "{}", answer.trim_end())?;
        Ok(())
    }
}

impl Next {
    fn answer(self) -> anyhow::Result<String> {
        let document = read(self.event.as_deref())?;
        let answer = match self.why.as_deref() {
            Some([a, b]) => command::why(&document, a, b)?,
            _ if self.publish => command::publish(&document, self.at_ms)?,
            _ => command::next(&document, self.at_ms)?,
        };
        Ok(answer)
    }
}

impl Simulate {
    fn run(self) -> anyhow::Result<()> {
        let format = command::setup(&self.format, self.rounds)?;
        let mut out = io::BufWriter::new(io::stdout().lock());
        for seed in (self.seed..).take(usize::try_from(self.events)?) {
            let plan = Plan {
                players: self.players,
                seed,
                withdrawals: self.withdrawals,
                late: self.late,
                absence: self.absence,
                no_show: self.no_show,
                draw: self.draw,
                clubs: self.clubs,
                ..Plan::default()
            };
            let simulated = Simulated::new(&plan, &format)?;
            if self.json {
                serde_json::to_writer(&mut out, &simulated)?;
                writeln!(out)?;
            } else {
                writeln!(out, "{}", simulated.to_text())?;
            }
        }
        out.flush()?;
        Ok(())
    }
}

/// The document in a file, or on standard input.
fn read(file: Option<&Path>) -> anyhow::Result<String> {
    let mut document = String::new();
    match file {
        Some(file) => {
            document = fs::read_to_string(file).with_context(|| format!("{}", file.display()))?
        }
        None => {
            io::stdin().lock().read_to_string(&mut document)?;
        }
    }
    Ok(document)
}
