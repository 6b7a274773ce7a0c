//! The command line: one file for each family of commands.

mod admin;
mod config;
mod database;
mod doctor;
mod explorer;
mod export;
mod health;
mod kifu;
mod pairing;
mod rules;
mod usi;

use std::{
    io::Write as _,
    net::SocketAddr,
    path::{Path, PathBuf},
};

use clap::{Parser, Subcommand};

use crate::{config::Config, serve, version};

/// An online shogi server.
#[derive(Debug, Parser)]
#[command(name = "komadai", version = version::BUILD.as_str())]
pub struct Cli {
    /// The settings file; `config/default.toml` explains every setting.
    #[arg(long, short, global = true, env = "KOMADAI_CONFIG")]
    config: Option<PathBuf>,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Runs the server (the default).
    Serve(Serve),
    /// Copies the database into a folder, even while the server is running.
    ///
    /// The folder contains the two files of an embedded database, whichever kind was backed up.
    Backup(database::Backup),
    /// Fills an empty database from a back-up, a shadow, or the data folder of a stopped server.
    ///
    /// With database.url set, this moves the data of an embedded database to PostgreSQL.
    Restore(database::Restore),
    /// Brings the database's tables up to date, as every start does.
    Migrate,
    /// Writes every finished game into one archive of record files, even while the server is running.
    Export(export::Export),
    /// Checks settings, disk, limits, clock and database, and lists any problems.
    Doctor,
    /// Asks the running server whether games can be played; fails if not.
    Health,
    /// Accounts and roles, alongside a server that may be running.
    #[command(subcommand)]
    Admin(admin::AdminCommand),
    /// The opening explorer: recounting games, and importing collections of games.
    #[command(subcommand)]
    Explorer(explorer::ExplorerCommand),
    /// The settings, without a server.
    #[command(subcommand)]
    Config(config::ConfigCommand),
    /// Game records: conversion, pictures, checks.
    #[command(subcommand)]
    Kifu(kifu::KifuCommand),
    /// Pairings and standings of tournaments, without a server.
    #[command(subcommand)]
    Pairing(pairing::PairingCommand),
    /// The rules, for other programs.
    #[command(subcommand)]
    Rules(rules::RulesCommand),
    /// The built-in engine, for programs that speak USI.
    Usi(usi::Usi),
}

#[derive(Debug, Default, clap::Args)]
struct Serve {
    /// Address and port to listen on.
    #[arg(long)]
    listen: Option<SocketAddr>,
    /// Folder of the embedded database.
    #[arg(long)]
    data_dir: Option<PathBuf>,
}

impl Cli {
    /// Does what the command line says.
    ///
    /// # Errors
    /// Problems that a person must fix.
    pub fn run(self) -> anyhow::Result<()> {
        match self.command.unwrap_or(Command::Serve(Serve::default())) {
            Command::Backup(backup) => backup.run(&load(self.config.as_deref())?),
            Command::Restore(restore) => restore.run(&load(self.config.as_deref())?),
            Command::Migrate => database::migrate(&load(self.config.as_deref())?),
            Command::Export(export) => export.run(&load(self.config.as_deref())?),
            Command::Doctor => doctor::run(&load(self.config.as_deref())?),
            Command::Health => health::run(&load(self.config.as_deref())?),
            Command::Admin(admin) => admin.run(&load(self.config.as_deref())?),
            Command::Explorer(explorer) => explorer.run(&load(self.config.as_deref())?),
            Command::Config(config) => config.run(|| load(self.config.as_deref())),
            Command::Kifu(kifu) => kifu.run(),
            Command::Pairing(pairing) => pairing.run(),
            Command::Rules(rules) => rules.run(),
            Command::Usi(usi) => usi.run(),
            Command::Serve(serve) => {
                let mut config = load(self.config.as_deref())?;
                if let Some(listen) = serve.listen {
                    config.server.listen = listen;
                }
                if let Some(data_dir) = serve.data_dir {
                    config.database.data_dir = data_dir;
                }
                serve::run(config)
            }
        }
    }
}

fn load(file: Option<&Path>) -> anyhow::Result<Config> {
    Ok(Config::load(file, std::env::vars())?)
}

/// Does something that waits, without a server.
fn block_on<T>(work: impl Future<Output = T>) -> anyhow::Result<T> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    Ok(runtime.block_on(work))
}

/// Prints one line.
fn say(line: &str) -> anyhow::Result<()> {
    Ok(writeln!(std::io::stdout(), "{line}")?)
}
