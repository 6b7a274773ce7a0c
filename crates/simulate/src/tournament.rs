//! Tournaments with made-up players and results.

use std::io::{self, Write as _};

use komadai_tournament::{
    command::{SimulatedEvent, setup},
    simulate::Plan,
};

/// What is made up.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
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

impl Args {
    pub(super) fn run(self) -> anyhow::Result<()> {
        let format = setup(&self.format, self.rounds)?;
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
            let simulated = SimulatedEvent::new(&plan, &format)?;
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
