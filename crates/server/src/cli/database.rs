//! `komadai backup`, `restore`, `migrate`: the databases from the command line.

use std::path::PathBuf;

use komadai_store::{BackupReport, Store, back_up, restore};

use crate::{config::Config, metrics::machine};

/// The target of a back-up.
#[derive(Debug, clap::Args)]
pub(super) struct Backup {
    /// A folder that does not exist yet, or is empty.
    folder: PathBuf,
}

/// What is restored.
#[derive(Debug, clap::Args)]
pub(super) struct Restore {
    /// The folder of a back-up, or the data folder of a stopped server.
    folder: PathBuf,
}

impl Backup {
    pub(super) fn run(self, config: &Config) -> anyhow::Result<()> {
        machine::keep_files_private();
        let written = super::block_on(back_up(&config.database(), &self.folder))??;
        super::say(&format!("backed up into {}: {}", self.folder.display(), sizes(written)))
    }
}

impl Restore {
    pub(super) fn run(self, config: &Config) -> anyhow::Result<()> {
        machine::keep_files_private();
        let settings = config.database();
        let written = super::block_on(restore(&settings, &self.folder))??;
        let into = match &settings.url {
            Some(_) => "PostgreSQL".to_owned(),
            None => settings.data_dir.display().to_string(),
        };
        let from = self.folder.display();
        super::say(&format!("restored from {from} into {into}: {}", sizes(written)))
    }
}

/// Brings the tables up to date, as every start does.
pub(super) fn migrate(config: &Config) -> anyhow::Result<()> {
    machine::keep_files_private();
    super::block_on(async {
        Store::open(&config.database()).await?.close().await;
        Ok::<_, komadai_store::Error>(())
    })??;
    super::say("the tables are up to date")
}

fn sizes(BackupReport { main_bytes, journal_bytes }: BackupReport) -> String {
    let kib = |bytes: u64| bytes.div_ceil(1024);
    format!("komadai.db has {} KiB, journal.db {} KiB", kib(main_bytes), kib(journal_bytes))
}
