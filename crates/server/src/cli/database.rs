//! `komadai backup`, `restore`, `migrate`: the databases from the command line.

use std::{fs, path::PathBuf};

use anyhow::{Context as _, bail};
use komadai_service::sealing;
use komadai_store::{BackupReport, Restoration, Store, back_up};

use crate::{
    backups::{self, verifying::verify},
    config::Config,
    metrics::machine,
};

/// The target of a back-up.
#[derive(Debug, clap::Args)]
pub(super) struct Backup {
    /// A folder that does not exist yet, or is empty; with --verify, that of a back-up.
    folder: Option<PathBuf>,
    /// Restores a back-up on trial, reads every game and the journal in it, and counts again what
    /// was counted when it was made; the last one in backup.to, unless another is named.
    #[arg(long)]
    verify: bool,
}

/// What is restored.
#[derive(Debug, clap::Args)]
pub(super) struct Restore {
    /// The folder of a back-up, that of backup.shadow, or the data folder of a stopped server.
    folder: PathBuf,
    /// Also without the secrets.key that belongs to it: who has two-step sign-in then signs in with
    /// a recovery code.
    #[arg(long)]
    without_key: bool,
}

/// What was written, where the key was taken to if it was, and until when a shadow had everything,
/// in Unix milliseconds.
type RestoreReport = (BackupReport, Option<PathBuf>, Option<u64>);

impl Backup {
    pub(super) fn run(self, config: &Config) -> anyhow::Result<()> {
        machine::keep_files_private();
        if self.verify {
            return self.verify(config);
        }
        let folder = self.folder.context("name the folder that the back-up is to be")?;
        let written = super::block_on(back_up(&config.database(), &folder))??;
        super::say(&format!("backed up into {}: {}", folder.display(), sizes(written)))
    }

    fn verify(self, config: &Config) -> anyhow::Result<()> {
        let folder = match self.folder {
            Some(folder) => folder,
            None if config.backup.is_on() => {
                let to = &config.backup.to;
                let found = backups::list(to)
                    .with_context(|| format!("{} cannot be read", to.display()))?;
                let last = found.into_iter().next_back();
                last.with_context(|| format!("there is no back-up in {}", to.display()))?.path
            }
            None => bail!("name the folder of the back-up, or set backup.to"),
        };
        let scratch = std::env::temp_dir().join(format!("komadai-verify-{}", std::process::id()));
        let found = super::block_on(verify(&folder, &scratch))??;
        super::say(&format!("{} is good: {found}", folder.display()))
    }
}

impl Restore {
    pub(super) fn run(self, config: &Config) -> anyhow::Result<()> {
        machine::keep_files_private();
        let settings = config.database();
        let (written, key, until_ms) = super::block_on(self.restore(config))??;
        let into = match &settings.url {
            Some(_) => "PostgreSQL".to_owned(),
            None => settings.data_dir.display().to_string(),
        };
        let from = self.folder.display();
        super::say(&format!("restored from {from} into {into}: {}", sizes(written)))?;
        if let Some(until_ms) = until_ms {
            let at = jiff::Timestamp::from_millisecond(until_ms as i64)?;
            super::say(&format!("it is a shadow, with what was written until {at}"))?;
        }
        match key {
            Some(path) => super::say(&format!("the key was taken along into {}", path.display())),
            None => Ok(()),
        }
    }

    /// Restores if the secrets can be read with the key that is here, or comes along.
    async fn restore(&self, config: &Config) -> anyhow::Result<RestoreReport> {
        let restoration = Restoration::begin(&config.database(), &self.folder).await?;
        let until_ms = restoration.until_ms();
        let carried = config.carry_key(&self.folder)?;
        let done = async {
            self.check_key(config, &restoration).await?;
            Ok(restoration.finish().await?)
        };
        match done.await {
            Ok(written) => Ok((written, carried, until_ms)),
            Err(cause) => {
                if let Some(path) = carried {
                    fs::remove_file(&path)
                        .with_context(|| format!("{} cannot be removed", path.display()))?;
                }
                Err(cause)
            }
        }
    }

    async fn check_key(&self, config: &Config, restoration: &Restoration) -> anyhow::Result<()> {
        let key = config.sealing_key()?;
        let store = restoration.store().await?;
        let n_lost = sealing::look(&store, key.as_ref()).await?.n_lost;
        let other = sealing::other_key(&store, key.as_ref()).await?;
        if n_lost == 0 || self.without_key {
            // Nothing that can be read depends on the key before.
            if other.is_some() {
                sealing::accept(&store, None).await?;
            }
            store.close().await;
            return Ok(());
        }
        store.close().await;
        let which = other.map(|it| format!("{it}; ")).unwrap_or_default();
        bail!(
            "{n_lost} second factors in {} are encrypted with another key: {which}put the \
             secrets.key that belongs to it into {}, or name it with KOMADAI__SECRETS__KEY_FILE; \
             if it is lost for good, add --without-key, and their owners sign in with recovery \
             codes. Nothing was restored",
            self.folder.display(),
            config.database.data_dir.display(),
        )
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
