//! `komadai pairing`: pairings and standings, without a server.

use std::{
    fs,
    io::{self, Read as _, Write as _},
    path::{Path, PathBuf},
};

use anyhow::Context as _;
use clap::{Args, Subcommand};
use komadai_tournament::command;

/// Pairings and standings of tournaments, without a server.
#[derive(Debug, Subcommand)]
pub(super) enum PairingCommand {
    /// Says what is to be played now: games, byes, and why.
    Next(Next),
    /// Says how things stand.
    Standings(Standings),
    /// Writes the document of a league's next season.
    Season(Season),
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
