//! The command line: one file for each family of commands.

mod kifu;
mod pairing;
mod rules;

use std::{net::SocketAddr, path::PathBuf};

use clap::{Parser, Subcommand};

use crate::{config::Config, serve};

/// An online shogi server.
#[derive(Debug, Parser)]
#[command(name = "komadai", version, about)]
pub struct Cli {
    /// Settings; `config/default.toml` says what there is.
    #[arg(long, short, global = true, env = "KOMADAI_CONFIG")]
    config: Option<PathBuf>,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Runs the server (the default).
    Serve(Serve),
    /// Game records: conversion, pictures, checks.
    #[command(subcommand)]
    Kifu(kifu::KifuCommand),
    /// Pairings and standings of tournaments, without a server.
    #[command(subcommand)]
    Pairing(pairing::PairingCommand),
    /// The rules, for other programs.
    #[command(subcommand)]
    Rules(rules::RulesCommand),
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
    /// What a person must mend.
    pub fn run(self) -> anyhow::Result<()> {
        match self.command.unwrap_or(Command::Serve(Serve::default())) {
            Command::Kifu(kifu) => kifu.run(),
            Command::Pairing(pairing) => pairing.run(),
            Command::Rules(rules) => rules.run(),
            Command::Serve(serve) => {
                let mut config = Config::load(self.config.as_deref(), std::env::vars())?;
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
