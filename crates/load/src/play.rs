//! `play`: one crowd against one server, and what that cost.

use std::{net::SocketAddr, path::PathBuf};

use anyhow::bail;
use serde::Serialize;

use crate::{
    cores::{self, Cores},
    crowd::{Crowd, Group, RunCost, Spec, Workload},
    history::{self, Figure},
    lab::{Kind, Lab},
    proc::{self, Cpu},
    report::{self, Table, figure, print, progress},
    script::Games,
};

/// No crowd is larger.
const CLIENTS_MAX: usize = 30_000;

/// No run is longer, in seconds.
pub(crate) const SECONDS_MAX: f64 = 24.0 * 3600.0;

/// Which server, and where it keeps its files.
#[derive(Debug, clap::Args)]
pub(crate) struct ServerArgs {
    /// Our server's program, built for release.
    #[arg(long, default_value = "target/release/komadai")]
    pub(crate) komadai: PathBuf,
    /// A folder on a disk for the servers' files; the system's temporary one by default.
    #[arg(long)]
    pub(crate) dir: Option<PathBuf>,
}

impl ServerArgs {
    pub(crate) fn lab(&self) -> anyhow::Result<Lab> {
        let n_files = cores::raise_open_files();
        let cores = Cores::split()?;
        cores.settle()?;
        progress(&format!(
            "{cores}, shared by {}; {n_files} files may be open; load average {}",
            proc::shares(),
            figure(proc::load_average())
        ));
        let dir = self.dir.clone().unwrap_or_else(std::env::temp_dir);
        Lab::new(self.komadai.clone(), &dir, cores)
    }
}

/// Settings of `play`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    server: ServerArgs,
    /// What is played against; it is started and stopped.
    #[arg(long, value_enum, default_value = "ours")]
    against: Kind,
    /// A running server on this machine, instead of starting one.
    #[arg(long, requires = "pid")]
    address: Option<SocketAddr>,
    /// The running server's process, whose processor time and memory are counted.
    #[arg(long)]
    pid: Option<u32>,
    /// Games, each of two clients.
    #[arg(long, default_value_t = 200)]
    games: usize,
    /// Moves a second in all games together, sent however slow the answers are. Without it each
    /// move follows as soon as the one before has arrived.
    #[arg(long)]
    moves_per_second: Option<f64>,
    /// How long, in seconds.
    #[arg(long, default_value_t = 10.0)]
    seconds: f64,
    /// Length of a game in plies; then one side resigns and the two play another one.
    #[arg(long, default_value_t = 200)]
    plies: usize,
    /// What is played.
    #[arg(long, value_enum, default_value_t)]
    scripts: Games,
    /// Watchers of the first game.
    #[arg(long, default_value_t = 0)]
    watchers: usize,
    /// People who are only there.
    #[arg(long, default_value_t = 0)]
    idle: usize,
    /// Players whose connection breaks, a second; each comes back at once.
    #[arg(long, default_value_t = 0.0)]
    reconnects: f64,
    /// Watchers who leave and are followed by another, a second.
    #[arg(long, default_value_t = 0.0)]
    churn: f64,
    /// Clients that are one person.
    #[arg(long, default_value_t = 1)]
    share: usize,
    /// Where to write the report as JSON.
    #[arg(long)]
    json: Option<PathBuf>,
    #[command(flatten)]
    history: history::Args,
}

/// The report, for programs.
#[derive(Debug, Serialize)]
struct Report {
    games: usize,
    clients: usize,
    seconds: f64,
    moves: u64,
    moves_per_second: f64,
    cpu_us_per_move: f64,
    cpu_user_us_per_move: f64,
    cpu_system_us_per_move: f64,
    cpu_cores: f64,
    generator_cores: f64,
    deliveries: u64,
    games_over: u64,
    reconnects: u64,
    frame_bytes: f64,
    opponent_frame_bytes: f64,
    mover_frame_bytes: f64,
    watcher_frame_bytes: f64,
    memory_mib: f64,
    memory_per_client_kib: f64,
    heard: crate::crowd::Quantiles,
    acknowledged: crate::crowd::Quantiles,
    delivered: crate::crowd::Quantiles,
    errors: std::collections::BTreeMap<String, u64>,
}

impl Report {
    fn figures(&self) -> Vec<Figure> {
        vec![
            Figure::new("CPU per move", self.cpu_us_per_move, "µs"),
            Figure::new("moves/s", self.moves_per_second, "1/s"),
            Figure::new("p99 until the opponent has the move", self.heard.p99_us as f64, "µs"),
            Figure::new("a move to the opponent", self.opponent_frame_bytes, "bytes"),
            Figure::new("memory per client", self.memory_per_client_kib, "KiB"),
        ]
    }
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let n_clients = 2 * args.games + args.watchers + args.idle;
    if n_clients > CLIENTS_MAX || !(0.0..=SECONDS_MAX).contains(&args.seconds) {
        bail!("at most {CLIENTS_MAX} clients and {SECONDS_MAX} seconds");
    }
    if args.games == 0 && args.watchers > 0 {
        bail!("there is no game to watch");
    }
    if args.address.is_some_and(|address| !address.ip().is_loopback()) {
        bail!("only servers on this machine are measured");
    }
    let history = args.history.open()?;
    let lab = args.server.lab()?;
    let report = match (args.address, args.pid) {
        (Some(address), Some(pid)) => {
            let usage = || (proc::cpu(pid), proc::memory_bytes(pid));
            measure(args, address, n_clients, usage)?
        }
        _ => {
            let server = lab.start(args.against)?;
            measure(args, server.address, n_clients, || (server.cpu(), server.memory_bytes()))?
        }
    };
    history.append(&report.figures())
}

fn measure(
    args: &Args,
    address: SocketAddr,
    n_clients: usize,
    usage: impl Fn() -> (Cpu, f64),
) -> anyhow::Result<Report> {
    let scripts = args.scripts.scripts(args.plies);
    let mut crowd = Crowd::new(address, args.against.wire(), scripts)?;
    crowd.share_people(args.share);
    let empty = usage().1;
    progress(&format!("{n_clients} clients arrive"));
    crowd.add_games(args.games)?;
    if args.watchers > 0 {
        crowd.add_watchers(0, args.watchers)?;
    }
    crowd.add_idlers(args.idle)?;
    let workload = match args.moves_per_second {
        Some(per_second) => Workload::Open(vec![Group { first: 0, n: args.games, per_second }]),
        None => Workload::Closed { plies: u32::MAX },
    };
    let spec = Spec {
        turnover: true,
        reconnects_per_second: args.reconnects,
        churn_per_second: args.churn,
        ..Spec::of(workload, args.seconds)
    };
    progress(&format!("they play for {} s", figure(args.seconds)));
    let run = crowd.run(&spec, || usage().0)?;
    let full = usage().1;
    show(args, &run, crowd.n_open(), empty, full)
}

fn show(
    args: &Args,
    run: &RunCost,
    n_clients: usize,
    empty: f64,
    full: f64,
) -> anyhow::Result<Report> {
    let per_move = |us: f64| us / run.tally.moves.max(1) as f64;
    let report = Report {
        games: args.games,
        clients: n_clients,
        seconds: run.seconds,
        moves: run.tally.moves,
        moves_per_second: run.moves_per_second(),
        cpu_us_per_move: run.cpu_us_per_move(),
        cpu_user_us_per_move: per_move(run.cpu.user_us),
        cpu_system_us_per_move: per_move(run.cpu.system_us),
        cpu_cores: run.cpu.total_us() / 1e6 / run.seconds,
        generator_cores: run.generator_share(),
        deliveries: run.tally.deliveries,
        games_over: run.tally.games_over,
        reconnects: run.tally.reconnects,
        frame_bytes: run.tally.bytes as f64 / run.tally.frames.max(1) as f64,
        opponent_frame_bytes: run.tally.moved_bytes[0].mean(),
        mover_frame_bytes: run.tally.moved_bytes[1].mean(),
        watcher_frame_bytes: run.tally.moved_bytes[2].mean(),
        memory_mib: full / 1024.0 / 1024.0,
        memory_per_client_kib: (full - empty) / 1024.0 / n_clients.max(1) as f64,
        heard: run.tally.heard_by_all(),
        acknowledged: run.tally.acked.quantiles(),
        delivered: run.tally.delivered.quantiles(),
        errors: run.tally.errors.clone(),
    };
    let mut table = Table::new(&["what", "figure"]);
    for (what, figure) in [
        ("moves", report.moves.to_string()),
        ("moves/s", figure(report.moves_per_second)),
        ("server CPU per move, µs", figure(report.cpu_us_per_move)),
        ("… user", figure(report.cpu_user_us_per_move)),
        ("… system", figure(report.cpu_system_us_per_move)),
        ("server, cores", figure(report.cpu_cores)),
        ("generator, cores", figure(report.generator_cores)),
        ("games over", report.games_over.to_string()),
        ("reconnects", report.reconnects.to_string()),
        ("deliveries to watchers", report.deliveries.to_string()),
        ("bytes a frame", figure(report.frame_bytes)),
        ("… that tells a move to the opponent", figure(report.opponent_frame_bytes)),
        ("… to the mover", figure(report.mover_frame_bytes)),
        ("… to a watcher", figure(report.watcher_frame_bytes)),
        ("server memory, MiB", figure(report.memory_mib)),
        ("… per client, KiB", figure(report.memory_per_client_kib)),
    ] {
        table.row([what.to_owned(), figure]);
    }
    print(&table.to_string());
    let mut latency = Table::new(&["µs until", "n", "p50", "p90", "p99", "p99.9", "max"]);
    for (what, it) in [
        ("the opponent has the move", report.heard),
        ("the mover has its answer", report.acknowledged),
        ("a watcher has the move", report.delivered),
    ] {
        let figures = [it.n, it.p50_us, it.p90_us, it.p99_us, it.p999_us, it.max_us];
        latency.row(std::iter::once(what.to_owned()).chain(figures.map(|it| it.to_string())));
    }
    print(&format!("\n{latency}"));
    if report.errors.is_empty() {
        print("\nno errors\n");
    } else {
        for (error, n) in &report.errors {
            print(&format!("\nerror, {n} times: {error}\n"));
        }
    }
    if let Some(path) = &args.json {
        report::write_json(path, &report)?;
    }
    Ok(report)
}
