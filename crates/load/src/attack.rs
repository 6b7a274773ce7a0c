//! `attack`: what members feel of one visitor who does the worst that is allowed, and more.
//!
//! The server runs with the limits that it has of itself. Members who have signed in, each at an
//! address of their own, play and read pages, for a while in peace and then during the
//! [`Visitor`]. Everything stays on loopback and ends by itself.

pub(crate) mod members;
mod visitor;

use std::{collections::BTreeMap, path::PathBuf};

use anyhow::bail;
use serde::Serialize;

use self::{
    members::{Felt, Readers},
    visitor::{ADDRESSES_MAX, Visitor},
};
use crate::{
    crowd::{Crowd, Quantiles, RunCost, Spec},
    history::{self, Figure},
    lab::{Kind, Server},
    play::ServerArgs,
    report::{self, Bound, Table, figure, print, progress},
    script::Games,
};

/// No trial is longer, in minutes.
const MINUTES_MAX: f64 = 24.0 * 60.0;

/// Moves a second in each game.
const PACE: f64 = 2.0;

/// How long they play before anything is measured, in seconds: first moves have rules of their own.
const WARM_UP_SECONDS: f64 = 10.0;

/// How long they play in peace at most, in seconds.
const PEACE_SECONDS_MAX: f64 = 120.0;

/// How long the intervals are for which the attack is reported, in seconds.
const STRETCH_SECONDS: f64 = 60.0;

/// Length of a game in plies.
const PLIES: usize = 80;

/// The p99 of announced moves, compared with that without the attack.
const P99_RATIO: Bound = Bound::AtMost(2.0);

/// The most memory the server may ever have, in megabytes.
const MEMORY_MB: Bound = Bound::AtMost(512.0);

/// How often a member may be refused something, or lose a connection.
const REFUSALS: Bound = Bound::AtMost(0.0);

/// How much of the server's log is shown when it fails.
const LOG_LINES: usize = 20;

/// Settings of `attack`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    server: ServerArgs,
    /// With PostgreSQL.
    #[arg(long)]
    postgres: bool,
    /// How long the attack lasts, in minutes.
    #[arg(long, default_value_t = 10.0)]
    minutes: f64,
    /// Games, each of two members.
    #[arg(long, default_value_t = 48)]
    games: usize,
    /// From how many addresses the visitor comes: by turns IPv4 addresses, and IPv6 networks of one
    /// /48, as a proxy forwards them.
    #[arg(long, default_value_t = 16)]
    addresses: usize,
    /// Only these attacks.
    #[arg(long, value_delimiter = ',')]
    only: Vec<String>,
    /// Where to write the report as JSON.
    #[arg(long)]
    json: Option<PathBuf>,
    #[command(flatten)]
    history: history::Args,
}

/// What was seen in one stretch.
#[derive(Clone, Debug, Serialize)]
struct Stretch {
    minute: f64,
    moves: u64,
    heard: Quantiles,
    cpu_cores: f64,
    generator_cores: f64,
    memory_mb: f64,
}

impl Stretch {
    fn of(run: &RunCost, server: &Server, minute: f64) -> Self {
        Self {
            minute,
            moves: run.tally.moves,
            heard: run.tally.heard_by_all(),
            cpu_cores: run.cpu.total_us() / 1e6 / run.seconds,
            generator_cores: run.generator_share(),
            memory_mb: server.memory_bytes() / 1e6,
        }
    }
}

/// One thing that must hold.
#[derive(Debug, Serialize)]
struct Verdict {
    what: &'static str,
    value: f64,
    must: Bound,
}

/// The report, for programs.
#[derive(Debug, Serialize)]
struct Report {
    verdicts: Vec<Verdict>,
    peace: Stretch,
    attack: Vec<Stretch>,
    heard_in_peace: Quantiles,
    heard_beside: Quantiles,
    read_in_peace: Felt,
    read_beside: Felt,
    /// What went wrong for members, and how often.
    refused_to_members: BTreeMap<String, u64>,
    /// What each attack was answered, and how often.
    visitor: BTreeMap<&'static str, BTreeMap<String, u64>>,
}

impl Report {
    fn figures(&self) -> Vec<Figure> {
        let latencies = [
            ("p99 until the opponent has the move", self.heard_beside, self.heard_in_peace),
            ("p99 until a member has the page", self.read_beside.pages, self.read_in_peace.pages),
            (
                "p99 until a member has signed in",
                self.read_beside.sign_ins,
                self.read_in_peace.sign_ins,
            ),
        ]
        .map(|(what, beside, peace)| {
            Figure::new(
                &format!("{what}, beside the attack / in peace"),
                beside.p99_us as f64,
                "µs",
            )
            .compared_with(peace.p99_us as f64)
        });
        let verdicts = self.verdicts.iter().map(|it| Figure::new(it.what, it.value, ""));
        latencies.into_iter().chain(verdicts).collect()
    }
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    if !(0.1..=MINUTES_MAX).contains(&args.minutes)
        || !(1..=members::GAMES_MAX).contains(&args.games)
    {
        bail!(
            "between 0.1 and {MINUTES_MAX} minutes, and between 1 and {} games",
            members::GAMES_MAX
        );
    }
    if !(1..=ADDRESSES_MAX).contains(&args.addresses) {
        bail!("between 1 and {ADDRESSES_MAX} addresses");
    }
    visitor::check(&args.only)?;
    let history = args.history.open()?;
    let lab = args.server.lab()?;
    let kind = if args.postgres { Kind::OursPostgres } else { Kind::Ours };
    let server = lab.start_behind_a_proxy(kind)?;
    progress(&format!("{} members register", 2 * args.games + members::N_READERS));
    let mut members = members::register(server.address, 2 * args.games + members::N_READERS)?;
    let readers = members.split_off(2 * args.games);
    let scripts = Games::default().scripts(PLIES);
    let mut crowd = Crowd::new(server.address, kind.wire(), scripts)?;
    crowd.seat(members);
    crowd.add_games(args.games)?;
    let mut refused = BTreeMap::new();
    let mut play = |seconds: f64| -> anyhow::Result<RunCost> {
        let pace = PACE * args.games as f64;
        let spec = Spec { turnover: true, ..Spec::open(args.games, pace, seconds) };
        let run = crowd.run(&spec, || server.cpu())?;
        for (error, n) in &run.tally.errors {
            *refused.entry(error.clone()).or_default() += n;
        }
        Ok(run)
    };

    progress("they play in peace");
    play(WARM_UP_SECONDS)?;
    let readers = Readers::start(server.address, 2 * args.games, readers);
    let seconds = args.minutes * 60.0;
    let calm = play((seconds / 4.0).clamp(20.0, PEACE_SECONDS_MAX))?;
    let read_in_peace = readers.take();
    let peace = Stretch::of(&calm, &server, 0.0);

    progress(&format!(
        "one visitor attacks from {} addresses for {} minutes",
        args.addresses,
        figure(args.minutes)
    ));
    let visitor = Visitor::start(server.address, args.addresses, &args.only)?;
    // What it prepares is part of the attack, and not of what is measured.
    play(WARM_UP_SECONDS)?;
    let mut attack = Vec::new();
    let mut beside = crate::crowd::Tally::default();
    let mut left = seconds;
    while left > 0.0 {
        // No stretch is much shorter than the others.
        let length = if left < 1.5 * STRETCH_SECONDS { left } else { STRETCH_SECONDS };
        left -= length;
        let run = play(length)?;
        let stretch = Stretch::of(&run, &server, (seconds - left) / 60.0);
        progress(&format!(
            "minute {}: {} moves, p99 {} µs, {} MB, {} of a core",
            figure(stretch.minute),
            stretch.moves,
            stretch.heard.p99_us,
            figure(stretch.memory_mb),
            figure(stretch.cpu_cores)
        ));
        attack.push(stretch);
        beside.merge_heard(&run.tally);
    }
    let visitor = visitor.stop();
    let read_beside = readers.take();
    for (error, n) in readers.stop() {
        *refused.entry(error).or_default() += n;
    }
    let (heard_in_peace, heard_beside) = (calm.tally.heard_by_all(), beside.heard_by_all());
    let ratio = heard_beside.p99_us as f64 / heard_in_peace.p99_us.max(1) as f64;
    let verdicts = [
        ("p99 beside the attack / in peace", ratio, P99_RATIO),
        ("most memory, MB", server.peak_memory_bytes() / 1e6, MEMORY_MB),
        ("refused to members", refused.values().sum::<u64>() as f64, REFUSALS),
    ];
    let report = Report {
        verdicts: verdicts.map(|(what, value, must)| Verdict { what, value, must }).into(),
        peace,
        attack,
        heard_in_peace,
        heard_beside,
        read_in_peace,
        read_beside,
        refused_to_members: refused,
        visitor,
    };
    show(&report);
    history.append(&report.figures())?;
    if let Some(path) = &args.json {
        report::write_json(path, &report)?;
    }
    if !report.verdicts.iter().all(|it| it.must.holds(it.value)) {
        let log = server.log();
        let lines: Vec<_> = log.lines().collect();
        let last = lines[lines.len().saturating_sub(LOG_LINES)..].join("\n");
        bail!("what must hold did not; the server logged last:\n{last}");
    }
    Ok(())
}

fn show(report: &Report) {
    let mut answers = Table::new(&["attack", "answer", "times"]);
    for (attack, codes) in &report.visitor {
        for (code, n) in codes {
            answers.row([(*attack).to_owned(), code.clone(), n.to_string()]);
        }
    }
    print(&format!("{answers}\n"));
    let mut stretches = Table::new(&[
        "minute",
        "moves",
        "p50, µs",
        "p99, µs",
        "max, µs",
        "server, cores",
        "generator, cores",
        "memory, MB",
    ]);
    for it in std::iter::once(&report.peace).chain(&report.attack) {
        let heard = it.heard;
        stretches.row([
            if it.minute == 0.0 { "in peace".to_owned() } else { figure(it.minute) },
            it.moves.to_string(),
            heard.p50_us.to_string(),
            heard.p99_us.to_string(),
            heard.max_us.to_string(),
            figure(it.cpu_cores),
            figure(it.generator_cores),
            figure(it.memory_mb),
        ]);
    }
    print(&format!("{stretches}\n"));
    let mut latency = Table::new(&["µs until", "", "n", "p50", "p99", "max"]);
    for (what, when, it) in [
        ("the opponent has the move", "in peace", report.heard_in_peace),
        ("", "beside the attack", report.heard_beside),
        ("a member has the page", "in peace", report.read_in_peace.pages),
        ("", "beside the attack", report.read_beside.pages),
        ("a member has signed in", "in peace", report.read_in_peace.sign_ins),
        ("", "beside the attack", report.read_beside.sign_ins),
    ] {
        let figures = [it.n, it.p50_us, it.p99_us, it.max_us].map(|it| it.to_string());
        latency.row([what.to_owned(), when.to_owned()].into_iter().chain(figures));
    }
    print(&format!("{latency}\n"));
    let mut verdicts = Table::new(&["what", "figure", "must", ""]);
    for Verdict { what, value, must } in &report.verdicts {
        let verdict = if must.holds(*value) { "must" } else { "MISSED" };
        verdicts.row([(*what).to_owned(), figure(*value), must.to_string(), verdict.to_owned()]);
    }
    print(&verdicts.to_string());
    for (error, n) in &report.refused_to_members {
        print(&format!("\na member met, {n} times: {error}\n"));
    }
}
