//! `komadai pairing`: pairings and standings, without a server.

use std::{
    fs,
    io::{self, Read as _, Write as _},
    path::{Path, PathBuf},
};

use anyhow::Context as _;
use clap::{Args, Subcommand, builder::PossibleValuesParser};
use komadai_tournament::{
    command,
    files::{self, About},
};

/// Pairings and standings of tournaments, without a server.
#[derive(Debug, Subcommand)]
pub(super) enum PairingCommand {
    /// Prints what is to be played now: games, byes, and why.
    Next(Next),
    /// Prints the standings.
    Standings(Standings),
    /// Writes the document of a league's next season.
    Season(Season),
    /// Writes the document of an event in another program's file: TRF16, OpenGotha, h9.
    Import(Import),
    /// Writes an event as another program's file.
    Export(Export),
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
    /// The name of the next season.
    #[arg(long, default_value = "")]
    name: String,
    /// The seed of its lots.
    #[arg(long, default_value_t = 0)]
    seed: u64,
}

/// What comes from another program.
#[derive(Debug, Args)]
pub(super) struct Import {
    /// The file; standard input if it is not given. Its kind is recognised.
    file: Option<PathBuf>,
}

/// What goes to another program.
#[derive(Debug, Args)]
pub(super) struct Export {
    /// The event in JSON; standard input if it is not given.
    event: Option<PathBuf>,
    /// The kind of file.
    #[arg(long = "as", value_name = "KIND", value_parser = PossibleValuesParser::new(files::ALL.iter().map(|known| known.name)))]
    kind: String,
    /// The town where it was.
    #[arg(long, default_value = "")]
    place: String,
    /// Its country: two letters for h9, a federation's three for trf16.
    #[arg(long, default_value = "")]
    country: String,
    /// The first day, as 2026-11-21.
    #[arg(long, default_value = "")]
    first_day: String,
    /// The last day.
    #[arg(long, default_value = "")]
    last_day: String,
    /// The time control; in minutes for h9.
    #[arg(long, default_value = "")]
    time_control: String,
    /// The name of the arbiter.
    #[arg(long, default_value = "")]
    arbiter: String,
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
            Self::Import(Import { file }) => {
                let file = files::read(&read_bytes(file.as_deref())?)?;
                for note in &file.notes {
                    writeln!(io::stderr().lock(), "{note}")?;
                }
                serde_json::to_string_pretty(&file.event)?
            }
            Self::Export(export) => export.answer()?,
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

impl Export {
    fn answer(self) -> anyhow::Result<String> {
        let Self { event, kind, place, country, first_day, last_day, time_control, arbiter } = self;
        let round_days = Vec::new();
        let about =
            About { place, country, first_day, last_day, round_days, time_control, arbiter };
        Ok(command::export(&read(event.as_deref())?, &kind, &about)?)
    }
}

/// The document in a file, or on standard input.
fn read(file: Option<&Path>) -> anyhow::Result<String> {
    String::from_utf8(read_bytes(file)?).context("the document is not UTF-8")
}

fn read_bytes(file: Option<&Path>) -> anyhow::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    match file {
        Some(file) => bytes = fs::read(file).with_context(|| format!("{}", file.display()))?,
        None => {
            io::stdin().lock().read_to_end(&mut bytes)?;
        }
    }
    Ok(bytes)
}
