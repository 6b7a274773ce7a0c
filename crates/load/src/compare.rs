//! `compare`: our server against the floors, in turn, and every ratio that came of it.
//!
//! The machine is noisy, so nothing is measured once: each round measures all servers one after
//! the other, a ratio is formed within each round, and the middle one of all rounds is shown.

mod asleep;
mod cluster;
mod memory;
mod moves;
mod readers;
mod restart;
mod sign_in;
mod watching;

use std::path::PathBuf;

use anyhow::bail;
use serde::Serialize;

use crate::{
    clock::now,
    crowd::Crowd,
    history::{self, Figure},
    lab::{Lab, Server},
    neighbour::Neighbour,
    play::ServerArgs,
    proc,
    report::{self, Bar, Bound, Table, figure, median, print, progress},
    script::{Games, Script},
};

/// Settings of `compare`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    server: ServerArgs,
    /// Smaller crowds and fewer rounds: under two minutes.
    #[arg(long)]
    quick: bool,
    /// With PostgreSQL too.
    #[arg(long)]
    postgres: bool,
    /// What is played.
    #[arg(long, value_enum, default_value_t)]
    scripts: Games,
    /// Beside a program that uses up the caches on the server's cores.
    #[arg(long)]
    neighbour: bool,
    /// Only these measures.
    #[arg(long, value_delimiter = ',', value_enum)]
    only: Vec<Measure>,
    /// How often everything is measured.
    #[arg(long)]
    rounds: Option<usize>,
    /// Where to write the report as JSON.
    #[arg(long)]
    json: Option<PathBuf>,
    #[command(flatten)]
    history: history::Args,
    /// Where to draw the ratios, as SVG.
    #[arg(long)]
    plot: Option<PathBuf>,
}

/// A measure, which gives one or some ratios.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Measure {
    /// 200 games, each move as soon as the one before has arrived.
    S,
    /// 1,000 games at 1,000 moves a second, then at 5,000, then as fast as it goes.
    P,
    /// The same with PostgreSQL.
    Pp,
    /// From 100 games to 9,900.
    Growth,
    /// Memory of connections and games, and the cost of those who do nothing.
    Memory,
    /// One game with 5,000 watchers.
    Watching,
    /// One board of a broadcast with 5,000 readers, and one game with as many watchers.
    Readers,
    /// 200 games while 200 a second try to sign in.
    SignIn,
    /// Starting, and starting again after a kill.
    Restart,
    /// One server, and three that share the games, with PostgreSQL.
    Nodes,
    /// One game with 15,000 watchers on three servers, with PostgreSQL.
    Crowds,
    /// Through a server that stands by, and when it takes the place of the one that works, with
    /// PostgreSQL.
    Cluster,
    /// A million games by correspondence that sleep.
    Asleep,
}

const ALL: [Measure; 13] = [
    Measure::S,
    Measure::P,
    Measure::Pp,
    Measure::Growth,
    Measure::Memory,
    Measure::Watching,
    Measure::Readers,
    Measure::SignIn,
    Measure::Restart,
    Measure::Nodes,
    Measure::Crowds,
    Measure::Cluster,
    Measure::Asleep,
];

impl Measure {
    fn needs_postgres(self) -> bool {
        matches!(self, Self::Pp | Self::Nodes | Self::Crowds | Self::Cluster)
    }
}

/// How large everything is.
#[derive(Clone, Copy, Debug)]
struct Scale {
    s_plies: u32,
    p_seconds: f64,
    t_plies: u32,
    many_games: usize,
    growth_moves_per_second: f64,
    growth_seconds: f64,
    idlers: usize,
    memory_games: usize,
    idle_seconds: f64,
    watchers: usize,
    watching_seconds: f64,
    sign_in_seconds: f64,
    live_games: usize,
    hour: Hour,
    cluster_games: usize,
    asleep: u32,
    rounds: usize,
}

/// How much is played before a server is killed that has been there for an hour.
#[derive(Clone, Copy, Debug)]
struct Hour {
    /// Games that are played and then copied.
    model_games: usize,
    /// How often.
    copies: u32,
    /// Games that continue all the time.
    live_games: usize,
    /// Games that end after those have begun.
    late_games: usize,
}

const FULL: Scale = Scale {
    s_plies: 300,
    p_seconds: 10.0,
    t_plies: 100,
    many_games: 9_900,
    growth_moves_per_second: 5_000.0,
    growth_seconds: 6.0,
    idlers: 5_000,
    memory_games: 4_900,
    idle_seconds: 60.0,
    watchers: 5_000,
    watching_seconds: 10.0,
    sign_in_seconds: 20.0,
    live_games: 10_000,
    // A thousand moves a second: 3,600,000 of them, the last 600,000 within ten minutes.
    hour: Hour { model_games: 300, copies: 99, live_games: 1_000, late_games: 6_000 },
    cluster_games: 3_000,
    asleep: 1_000_000,
    rounds: 3,
};

const QUICK: Scale = Scale {
    s_plies: 150,
    p_seconds: 4.0,
    t_plies: 40,
    many_games: 2_000,
    growth_moves_per_second: 4_000.0,
    growth_seconds: 2.0,
    idlers: 1_000,
    memory_games: 1_000,
    idle_seconds: 5.0,
    watchers: 1_000,
    watching_seconds: 3.0,
    sign_in_seconds: 6.0,
    live_games: 1_000,
    hour: Hour { model_games: 100, copies: 29, live_games: 100, late_games: 600 },
    cluster_games: 500,
    asleep: 20_000,
    rounds: 1,
};

/// One figure of ours next to that of a floor.
#[derive(Clone, Copy, Debug)]
struct Goal {
    name: &'static str,
    unit: &'static str,
    must: Bound,
    aim: Bound,
}

/// What was measured of one goal.
#[derive(Clone, Debug, Serialize)]
struct Row {
    name: &'static str,
    unit: &'static str,
    /// One figure a round.
    ours: Vec<f64>,
    /// One figure a round; nothing where the goal is no ratio.
    floor: Vec<f64>,
    must: Bound,
    aim: Bound,
}

impl Row {
    /// The middle one of the rounds' ratios, or of their figures where there is no floor.
    fn value(&self) -> f64 {
        if self.floor.is_empty() {
            return median(&self.ours);
        }
        let ratios: Vec<_> =
            self.ours.iter().zip(&self.floor).map(|(it, floor)| it / floor).collect();
        median(&ratios)
    }

    fn figure(&self) -> Figure {
        let ours = Figure::new(self.name, median(&self.ours), self.unit);
        if self.floor.is_empty() {
            return ours;
        }
        ours.compared_with(median(&self.floor)).with_ratio(self.value())
    }
}

/// Everything that a measure needs, and where it puts what it finds.
struct Bench<'a> {
    lab: &'a Lab,
    scale: Scale,
    scripts: Vec<Script>,
    rows: Vec<Row>,
    notes: Vec<String>,
}

impl Bench<'_> {
    /// Puts down figures of one round.
    fn put(&mut self, goal: Goal, ours: f64, floor: impl Into<Option<f64>>) {
        let place = self.rows.iter().position(|row| row.name == goal.name);
        let place = place.unwrap_or_else(|| {
            let Goal { name, unit, must, aim } = goal;
            self.rows.push(Row { name, unit, ours: vec![], floor: vec![], must, aim });
            self.rows.len() - 1
        });
        self.rows[place].ours.push(ours);
        self.rows[place].floor.extend(floor.into());
    }

    /// Puts down what a reader of the figures should know.
    fn note(&mut self, note: String) {
        progress(&format!("  {note}"));
        if !self.notes.contains(&note) {
            self.notes.push(note);
        }
    }

    /// A crowd for a server, in which people who are many share names.
    fn crowd(&self, server: &Server) -> anyhow::Result<Crowd> {
        let mut crowd = Crowd::new(server.address, server.kind.wire(), self.scripts.clone())?;
        crowd.share_people(10);
        Ok(crowd)
    }
}

/// The report, for programs.
#[derive(Serialize)]
struct Report<'a> {
    seconds: f64,
    load_average_before: f64,
    load_average_after: f64,
    quick: bool,
    rows: &'a [Row],
    notes: &'a [String],
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let scale = if args.quick { QUICK } else { FULL };
    let rounds = args.rounds.unwrap_or(scale.rounds);
    if !(1..=20).contains(&rounds) {
        bail!("between 1 and 20 rounds");
    }
    let measures: Vec<_> = ALL
        .into_iter()
        .filter(|it| args.only.is_empty() || args.only.contains(it))
        .filter(|it| !it.needs_postgres() || args.postgres || args.only.contains(it))
        .collect();
    let history = args.history.open()?;
    let lab = args.server.lab()?;
    let n_plies = (scale.s_plies as usize + 20).max(400);
    let scripts = args.scripts.scripts(n_plies);
    let mut bench = Bench { lab: &lab, scale, scripts, rows: Vec::new(), notes: Vec::new() };
    let (since, load_before) = (now(), proc::load_average());
    let _neighbour = args.neighbour.then(|| Neighbour::start(&lab.cores)).transpose()?;
    for round in 1..=rounds {
        for &measure in &measures {
            progress(&format!(
                "round {round} of {rounds}: {measure:?} (load average {})",
                figure(proc::load_average())
            ));
            match measure {
                Measure::S => moves::s(&mut bench)?,
                Measure::P => moves::p(&mut bench)?,
                Measure::Pp => moves::p_postgres(&mut bench)?,
                Measure::Growth => moves::growth(&mut bench)?,
                Measure::Memory => memory::memory(&mut bench)?,
                Measure::Watching => watching::watching(&mut bench)?,
                Measure::Readers => readers::readers(&mut bench)?,
                Measure::SignIn => sign_in::sign_in(&mut bench)?,
                Measure::Restart => restart::restart(&mut bench)?,
                Measure::Nodes => cluster::nodes(&mut bench)?,
                Measure::Crowds => cluster::crowds(&mut bench)?,
                Measure::Cluster => cluster::cluster(&mut bench)?,
                Measure::Asleep => asleep::asleep(&mut bench)?,
            }
        }
    }
    let report = Report {
        seconds: since.elapsed().as_secs_f64(),
        load_average_before: load_before,
        load_average_after: proc::load_average(),
        quick: args.quick,
        rows: &bench.rows,
        notes: &bench.notes,
    };
    show(&report);
    history.append(&bench.rows.iter().map(Row::figure).collect::<Vec<_>>())?;
    if let Some(path) = &args.json {
        report::write_json(path, &report)?;
    }
    if let Some(path) = &args.plot {
        let bars: Vec<_> = bench
            .rows
            .iter()
            .map(|row| Bar {
                name: row.name.to_owned(),
                value: row.value(),
                must: row.must,
                aim: row.aim,
            })
            .collect();
        std::fs::write(path, report::plot(&bars))?;
    }
    Ok(())
}

fn show(report: &Report<'_>) {
    let mut table =
        Table::new(&["measure", "ours", "floor", "unit", "ratio", "worst", "must", "aim", ""]);
    for row in report.rows {
        let value = row.value();
        let ratios: Vec<_> = if row.floor.is_empty() {
            row.ours.clone()
        } else {
            row.ours.iter().zip(&row.floor).map(|(it, floor)| it / floor).collect()
        };
        let worst = ratios.into_iter().max_by(|a, b| {
            let used = |it: &f64| row.must.used(*it);
            used(a).total_cmp(&used(b))
        });
        let verdict = match () {
            () if row.aim.holds(value) => "aim",
            () if row.must.holds(value) => "must",
            () => "MISSED",
        };
        table.row([
            row.name.to_owned(),
            figure(median(&row.ours)),
            if row.floor.is_empty() { String::new() } else { figure(median(&row.floor)) },
            row.unit.to_owned(),
            if row.floor.is_empty() { String::new() } else { figure(value) },
            worst.map(figure).unwrap_or_default(),
            row.must.to_string(),
            row.aim.to_string(),
            verdict.to_owned(),
        ]);
    }
    print(&table.to_string());
    for note in report.notes {
        print(&format!("\n{note}"));
    }
    print(&format!(
        "\n{} s; load average {} before, {} after\n",
        figure(report.seconds),
        figure(report.load_average_before),
        figure(report.load_average_after)
    ));
}
