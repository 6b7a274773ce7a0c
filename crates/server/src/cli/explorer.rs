//! `komadai explorer`: recounts games and imports collections, alongside a server that may be
//! running.

use std::{fs::File, io::Read as _, path::PathBuf};

use anyhow::{Context as _, bail};
use clap::Subcommand;
use komadai_kifu::limits;
use komadai_service::explorer::{CollectionImport, Folder, Step, collect, is_name, rebuild};
use komadai_store::{Store, explorer as stored};

use crate::config::Config;

/// What can be done.
#[derive(Debug, Subcommand)]
pub(super) enum ExplorerCommand {
    /// Discards all counts and counts every game again.
    ///
    /// In the meantime the explorer shows only the games counted so far.
    Rebuild,
    /// Imports the games of record files into a collection, separate from the games of this
    /// server. Games already in the collection are not imported again.
    ///
    /// Reads every format that the server reads (kif, ki2, csa, csa3, usi, jkf and others), with
    /// any number of games in a file.
    Import {
        /// The name of the collection: lower-case letters, digits, - and _, at most 40.
        name: String,
        /// The files.
        #[arg(required = true)]
        files: Vec<PathBuf>,
    },
    /// Shows how many games have been counted, and how many are waiting to be counted.
    Status,
}

impl ExplorerCommand {
    pub(super) fn run(self, config: &Config) -> anyhow::Result<()> {
        super::block_on(async {
            let store = Store::open_beside(&config.database()).await?;
            let done = self.carry_out(&store).await;
            store.close().await;
            done
        })?
    }

    async fn carry_out(self, store: &Store) -> anyhow::Result<()> {
        match self {
            Self::Rebuild => {
                rebuild(store).await?;
                count(store).await?;
            }
            Self::Import { name, files } => {
                if !is_name(&name) {
                    bail!("a name has lower-case letters, digits, - and _, at most 40");
                }
                let mut n_unread = 0;
                for path in &files {
                    match import(store, &name, path).await {
                        Ok(line) => super::say(&format!("{}: {line}", path.display()))?,
                        Err(cause) => {
                            n_unread += 1;
                            super::say(&format!("{}: {cause:#}", path.display()))?;
                        }
                    }
                }
                count(store).await?;
                if n_unread > 0 {
                    bail!("{n_unread} of {} files could not be read", files.len());
                }
            }
            Self::Status => status(store).await?,
        }
        Ok(())
    }
}

async fn import(store: &Store, name: &str, path: &PathBuf) -> anyhow::Result<String> {
    let mut bytes = Vec::new();
    let file = File::open(path).context("it cannot be opened")?;
    // What is longer by one is refused as too long where it is read.
    let most = limits::FILE_BYTES_MAX as u64 + 1;
    file.take(most).read_to_end(&mut bytes).context("it cannot be read")?;
    let CollectionImport { n_games, n_new, n_left_out } = collect(store, name, &bytes).await?;
    let mut line = format!("{n_games} games, {n_new} of them new");
    if n_left_out > 0 {
        line.push_str(&format!("; {n_left_out} records without moves or a result left out"));
    }
    Ok(line)
}

/// Counts the waiting games, together with a server that is running.
async fn count(store: &Store) -> anyhow::Result<()> {
    let folder = Folder::new(store.clone());
    while folder.step().await? != Step::Idle {}
    status(store).await
}

async fn status(store: &Store) -> anyhow::Result<()> {
    let mut conn = store.read().await?;
    for source in stored::sources(&mut conn).await? {
        super::say(&format!("{}: {} games", source.name, source.n_games))?;
    }
    match stored::n_pending(&mut conn, i64::MAX).await? {
        0 => Ok(()),
        n => super::say(&format!("{n} games are waiting to be counted")),
    }
}
