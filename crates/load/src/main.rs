//! `komadai-load`: how much a move costs, compared with the least that it can cost.
//!
//! Simulated people play scripted games of legal moves against a server on this machine, and what
//! they wait and what the server uses is counted. The same people play against floors: servers
//! that do nothing but pass moves on, or store them and pass them on. `compare` does both, in turn
//! and in the same minutes, because figures of different machines or hours cannot be compared,
//! and prints the ratios. `attack` measures what those people feel of a visitor who means harm.
//! `docs/performance.md` has what came of it, `docs/performance.csv` what came of it before.
//! Each command appends its figures there with `--append`, and `figure` one of another program's.
//!
//! Everything happens on loopback, is bounded in number and time, and stops by itself.

mod attack;
mod bulk;
mod clock;
mod cluster;
mod compare;
mod copies;
mod cores;
mod crowd;
mod csa;
mod dial;
mod floor;
mod history;
mod http;
mod lab;
mod neighbour;
mod play;
mod proc;
mod report;
mod script;
mod soak;
mod swarm;
mod wire;

use std::{net::SocketAddr, process::ExitCode};

use clap::{Parser, Subcommand};

/// Measures a Komadai server against the least that a server must do.
#[derive(Debug, Parser)]
#[command(version)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Lets a crowd play and says what it cost.
    Play(play::Args),
    /// Runs a floor until it is killed.
    Floor {
        /// Address and port to listen on.
        #[arg(long)]
        listen: SocketAddr,
        /// What it does with moves.
        #[command(subcommand)]
        storage: floor::Storage,
    },
    /// Walks through memory until its standard input ends.
    Neighbour,
    /// Measures our server against its floors and prints every ratio.
    Compare(compare::Args),
    /// Lets one visitor attack a server with its default limits while members play on it.
    Attack(attack::Args),
    /// Lets programs of the league play over CSA, with people alongside them.
    Csa(csa::Args),
    /// Plays for long, with broken connections, and compares every announced event with the
    /// final record.
    Soak(soak::Args),
    /// Appends one figure that another program has measured to a history of figures.
    Figure(history::Single),
    /// Runs servers of a cluster behind a balancer until Ctrl-C.
    Cluster(cluster::Args),
}

fn main() -> ExitCode {
    let done = match Cli::parse().command {
        Command::Play(args) => play::run(&args),
        Command::Floor { listen, storage } => floor::run(listen, storage),
        Command::Neighbour => neighbour::walk(),
        Command::Compare(args) => compare::run(&args),
        Command::Attack(args) => attack::run(&args),
        Command::Csa(args) => csa::run(&args),
        Command::Soak(args) => soak::run(&args),
        Command::Figure(args) => history::single(&args),
        Command::Cluster(args) => cluster::run(&args),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            report::complain(&error);
            ExitCode::FAILURE
        }
    }
}
