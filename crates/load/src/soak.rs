//! `soak`: a long run in which connections break and people come and go, and everything that any
//! client received is compared with the final records.

use std::{
    path::PathBuf,
    sync::mpsc::{self, RecvTimeoutError},
    thread,
    time::Duration,
};

use anyhow::bail;
use serde::Serialize;

use crate::{
    crowd::{Crowd, Spec, Tally},
    history::{self, Figure, History},
    http,
    lab::{Kind, Server},
    play::{SECONDS_MAX, ServerArgs},
    report::{self, Table, figure, print, progress},
    script::Games,
};

/// How often the server's memory is looked at.
const LOOK_EVERY: Duration = Duration::from_secs(1);

/// Settings of `soak`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    server: ServerArgs,
    /// With PostgreSQL.
    #[arg(long)]
    postgres: bool,
    /// How long, in minutes.
    #[arg(long, default_value_t = 10.0)]
    minutes: f64,
    /// Games, each of two clients.
    #[arg(long, default_value_t = 100)]
    games: usize,
    /// Moves a second in all games together.
    #[arg(long, default_value_t = 500.0)]
    moves_per_second: f64,
    /// Watchers of the first game.
    #[arg(long, default_value_t = 50)]
    watchers: usize,
    /// Players whose connection breaks, a second.
    #[arg(long, default_value_t = 5.0)]
    reconnects: f64,
    /// Watchers who leave and are followed by another, a second.
    #[arg(long, default_value_t = 2.0)]
    churn: f64,
    /// Length of a game in plies.
    #[arg(long, default_value_t = 80)]
    plies: usize,
    /// Where to write the report as JSON.
    #[arg(long)]
    json: Option<PathBuf>,
    #[command(flatten)]
    history: history::Args,
}

/// What was seen in one stretch of the run.
#[derive(Clone, Copy, Debug, Serialize)]
struct Stretch {
    minute: f64,
    moves: u64,
    cpu_us_per_move: f64,
    /// The most there was.
    memory_mib: f64,
    p99_us: u64,
}

#[derive(Debug, Serialize)]
struct Report {
    stretches: Vec<Stretch>,
    moves: u64,
    games_over: u64,
    reconnects: u64,
    announced: u64,
    found: u64,
    lost: u64,
    memory_end_over_early: f64,
    cpu_end_over_early: f64,
    errors: std::collections::BTreeMap<String, u64>,
}

impl Report {
    fn figures(&self) -> [Figure; 3] {
        [
            Figure::new("announced moves lost", self.lost as f64, ""),
            Figure::new("memory at the end / early", self.memory_end_over_early, "times"),
            Figure::new("CPU per move at the end / early", self.cpu_end_over_early, "times"),
        ]
    }
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let seconds = args.minutes * 60.0;
    if !(0.0..=SECONDS_MAX).contains(&seconds) || args.games == 0 {
        bail!("at most a day, and at least one game");
    }
    let history = args.history.open()?;
    let lab = args.server.lab()?;
    let server = lab.start(if args.postgres { Kind::OursPostgres } else { Kind::Ours })?;
    let scripts = Games::default().scripts(args.plies);
    let mut crowd = Crowd::new(server.address, server.kind.wire(), scripts)?;
    crowd.witness();
    crowd.add_games(args.games)?;
    if args.watchers > 0 {
        crowd.add_watchers(0, args.watchers)?;
    }
    // Ten stretches, so that the last can be compared with an early one.
    let stretch = seconds / 10.0;
    let spec = Spec {
        turnover: true,
        reconnects_per_second: args.reconnects,
        churn_per_second: args.churn,
        ..Spec::open(args.games, args.moves_per_second, stretch)
    };
    let mut all = Tally::default();
    let mut stretches: Vec<Stretch> = Vec::new();
    for n in 1..=10 {
        let (run, memory) = most_memory(&server, || crowd.run(&spec, || server.cpu()));
        let run = run?;
        crowd.verify(false, |code| http::record(server.address, code))?;
        let seen = Stretch {
            minute: f64::from(n) * stretch / 60.0,
            moves: run.tally.moves,
            cpu_us_per_move: run.cpu_us_per_move(),
            memory_mib: memory / 1024.0 / 1024.0,
            p99_us: run.tally.heard_by_all().p99_us,
        };
        progress(&format!(
            "minute {}: {} moves, {} µs CPU a move, {} MiB",
            figure(seen.minute),
            seen.moves,
            figure(seen.cpu_us_per_move),
            figure(seen.memory_mib)
        ));
        stretches.push(seen);
        add(&mut all, &run.tally);
        add(&mut all, &crowd.take_tally());
    }
    crowd.verify(true, |code| http::record(server.address, code))?;
    add(&mut all, &crowd.take_tally());
    show(args, &history, stretches, &all)
}

/// The most memory the server has while something runs, looked at every second. One look at the
/// end would depend on how far the games are just then, which began together.
fn most_memory<T>(server: &Server, run: impl FnOnce() -> T) -> (T, f64) {
    thread::scope(|scope| {
        let (done, is_done) = mpsc::channel::<()>();
        let most = scope.spawn(move || {
            let mut most = server.memory_bytes();
            // Until the other end is gone.
            while is_done.recv_timeout(LOOK_EVERY) == Err(RecvTimeoutError::Timeout) {
                most = most.max(server.memory_bytes());
            }
            most
        });
        let result = run();
        drop(done);
        (result, most.join().unwrap_or(f64::NAN))
    })
}

fn add(all: &mut Tally, some: &Tally) {
    all.moves += some.moves;
    all.games_over += some.games_over;
    all.reconnects += some.reconnects;
    all.announced += some.announced;
    all.found += some.found;
    for (error, n) in &some.errors {
        *all.errors.entry(error.clone()).or_default() += n;
    }
}

fn show(
    args: &Args,
    history: &History,
    stretches: Vec<Stretch>,
    all: &Tally,
) -> anyhow::Result<()> {
    let mut table = Table::new(&["minute", "moves", "CPU a move, µs", "memory, MiB", "p99, µs"]);
    for it in &stretches {
        table.row([
            figure(it.minute),
            it.moves.to_string(),
            figure(it.cpu_us_per_move),
            figure(it.memory_mib),
            it.p99_us.to_string(),
        ]);
    }
    print(&table.to_string());
    // The first stretch warms up.
    let ratio = |of: fn(&Stretch) -> f64| match (stretches.get(1), stretches.last()) {
        (Some(early), Some(end)) => of(end) / of(early),
        _ => f64::NAN,
    };
    let report = Report {
        moves: all.moves,
        games_over: all.games_over,
        reconnects: all.reconnects,
        announced: all.announced,
        found: all.found,
        lost: all.announced - all.found,
        memory_end_over_early: ratio(|it| it.memory_mib),
        cpu_end_over_early: ratio(|it| it.cpu_us_per_move),
        errors: all.errors.clone(),
        stretches,
    };
    print(&format!(
        "\n{} games ended, {} connections broke\nmoves announced {}, found {}, lost {}\n\
         memory at the end over early: {}, CPU a move: {}\n",
        report.games_over,
        report.reconnects,
        report.announced,
        report.found,
        report.lost,
        figure(report.memory_end_over_early),
        figure(report.cpu_end_over_early)
    ));
    for (error, n) in &report.errors {
        print(&format!("error, {n} times: {error}\n"));
    }
    history.append(&report.figures())?;
    if let Some(path) = &args.json {
        report::write_json(path, &report)?;
    }
    if report.lost > 0 || !report.errors.is_empty() {
        bail!("something was lost or went wrong");
    }
    Ok(())
}
