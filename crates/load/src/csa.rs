//! `csa`: programs of the league, and what people feel of them.
//!
//! Programs log in over CSA, wait in one pool, play the games they are given there and come back,
//! while people play alongside them. Everything stays on loopback and ends by itself.

mod program;

use std::{
    collections::BTreeMap,
    net::SocketAddr,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
    time::Duration,
};

use anyhow::{Context as _, bail};

use self::program::{Counts, Program};
use crate::{
    attack::members,
    clock::now,
    crowd::{Crowd, RunCost, Spec},
    history::{self, Figure},
    http::{self, Request},
    lab::{Kind, Lab, Server, free_address},
    play::{SECONDS_MAX, ServerArgs},
    report::{Table, figure, print, progress},
    script::Games,
};

/// The pool in which they play, and how often it is paired, in seconds.
const POOL: &str = "floodgate-60-2F";
const EVERY_S: u32 = 5;

/// More programs have no names.
const PROGRAMS_MAX: usize = 400;

/// Moves a second in each game of people.
const PACE: f64 = 1.0;

/// Length of a game of people in plies.
const PLIES: usize = 80;

/// How long people play before anything is measured, in seconds.
const WARM_UP_SECONDS: f64 = 5.0;

/// Settings of `csa`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    server: ServerArgs,
    /// With PostgreSQL.
    #[arg(long)]
    postgres: bool,
    /// How many programs.
    #[arg(long, default_value_t = 200)]
    programs: usize,
    /// For how long, in seconds; people play by themselves for a third of that before.
    #[arg(long, default_value_t = 60.0)]
    seconds: f64,
    /// Games of people alongside them.
    #[arg(long, default_value_t = 20)]
    games: usize,
    /// How long a program thinks over a move, in milliseconds.
    #[arg(long, default_value_t = 200)]
    think_ms: u64,
    #[command(flatten)]
    history: history::Args,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    if !(2..=PROGRAMS_MAX).contains(&args.programs) || !(1.0..=SECONDS_MAX).contains(&args.seconds)
    {
        bail!("between 2 and {PROGRAMS_MAX} programs, and at most {SECONDS_MAX} seconds");
    }
    let history = args.history.open()?;
    let lab = args.server.lab()?;
    let kind = if args.postgres { Kind::OursPostgres } else { Kind::Ours };
    let (server, csa) = start(&lab, kind, args.programs)?;
    progress(&format!("{} programs get accounts and secrets", args.programs));
    let programs = programs(server.address, csa, args)?;
    let scripts = Games::default().scripts(PLIES);
    let mut crowd = Crowd::new(server.address, kind.wire(), scripts)?;
    crowd.add_games(args.games)?;
    let mut play = |seconds: f64| -> anyhow::Result<RunCost> {
        let pace = PACE * args.games as f64;
        let spec = Spec { turnover: true, ..Spec::open(args.games, pace, seconds) };
        crowd.run(&spec, || server.cpu())
    };
    progress("people play alone");
    play(WARM_UP_SECONDS)?;
    let alone = play(args.seconds / 3.0)?;
    progress(&format!("the programs play for {} s", figure(args.seconds)));
    let counts = Arc::new(Counts::default());
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let until = now() + Duration::from_secs_f64(args.seconds + WARM_UP_SECONDS);
    for program in programs {
        runtime.spawn(program.run(counts.clone(), until));
    }
    play(WARM_UP_SECONDS)?;
    let beside = play(args.seconds)?;
    // Games that have begun come to no end any more.
    runtime.shutdown_background();
    show(&alone, &beside, &counts, &server);
    history.append(&figures(&alone, &beside, &counts, &server))
}

fn start(lab: &Lab, kind: Kind, n: usize) -> anyhow::Result<(Server, SocketAddr)> {
    let csa = free_address()?;
    let games = n / 2 + 1;
    let settings = format!(
        "[csa]\nlisten = \"{csa}\"\n[[csa.pools]]\nname = \"{POOL}\"\nevery_s = {EVERY_S}\n\
         games = {games}\n"
    );
    Ok((lab.start_with(kind, &settings)?, csa))
}

/// Accounts with a secret each.
fn programs(server: SocketAddr, csa: SocketAddr, args: &Args) -> anyhow::Result<Vec<Program>> {
    let members = members::register(server, args.programs)?;
    let mut programs = Vec::with_capacity(members.len());
    for (n, member) in members.into_iter().enumerate() {
        let body = serde_json::json!({
            "name": "load", "scopes": ["csa"], "password": members::PASSWORD
        });
        let headers = format!("Cookie: {}\r\n", member.cookie);
        let answer = http::send(
            server,
            Request {
                from: member.from,
                method: "POST",
                path: "/api/v1/account/tokens",
                headers: &headers,
                body: body.to_string().as_bytes(),
            },
        )?;
        let told: BTreeMap<String, serde_json::Value> = answer.json()?;
        let secret = told.get("token").and_then(|it| it.as_str());
        programs.push(Program {
            server: csa,
            name: members::handle(n),
            secret: secret.context("an account gets no secret")?.to_owned(),
            pool: POOL,
            think: Duration::from_millis(args.think_ms),
        });
    }
    Ok(programs)
}

fn figures(alone: &RunCost, beside: &RunCost, counts: &Counts, server: &Server) -> [Figure; 5] {
    let p99 = |run: &RunCost| run.tally.heard_by_all().p99_us as f64;
    let count = |count: &AtomicU64| count.load(Relaxed) as f64;
    let lost = count(&counts.broken) + count(&counts.otherwise);
    [
        Figure::new("people's p99 beside programs / alone", p99(beside), "µs")
            .compared_with(p99(alone)),
        Figure::new("programs: moves", count(&counts.moves), ""),
        Figure::new("programs: games lost", lost, ""),
        Figure::new("programs: logins refused", count(&counts.refused), ""),
        Figure::new("programs: most memory of the server", server.peak_memory_bytes() / 1e6, "MB"),
    ]
}

fn show(alone: &RunCost, beside: &RunCost, counts: &Counts, server: &Server) {
    let mut people = Table::new(&["people", "moves", "p50, µs", "p99, µs", "server, cores"]);
    for (name, run) in [("alone", alone), ("beside programs", beside)] {
        let heard = run.tally.heard_by_all();
        people.row([
            name.to_owned(),
            run.tally.moves.to_string(),
            heard.p50_us.to_string(),
            heard.p99_us.to_string(),
            figure(run.cpu.total_us() / 1e6 / run.seconds),
        ]);
    }
    let mut programs = Table::new(&["programs", "times"]);
    for (name, count) in [
        ("logins", &counts.logins),
        ("games begun (seats)", &counts.begun),
        ("games over (seats)", &counts.over),
        ("games called off (seats)", &counts.rejected),
        ("moves", &counts.moves),
        ("lost: connections that broke in a game", &counts.broken),
        ("lost: games that ended otherwise than they should", &counts.otherwise),
        ("logins refused", &counts.refused),
    ] {
        programs.row([name.to_owned(), count.load(Relaxed).to_string()]);
    }
    let memory = figure(server.peak_memory_bytes() / 1e6);
    print(&format!("{people}\n{programs}\nmost memory of the server: {memory} MB\n"));
}
