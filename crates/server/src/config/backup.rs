//! `[backup]`: back-ups that the server makes by itself.

use std::path::PathBuf;

use super::{Config, ConfigError};

section! {
    /// Back-ups that the server makes by itself, while people play.
    Backup {
        /// A folder in which each back-up is a folder, best on another disk or machine. Empty: none
        /// are made.
        to: PathBuf = PathBuf::new(),
        /// How often, in hours.
        every_h: u32 = 24,
        /// How many are kept: older ones are removed once a new one is made and verified.
        keep: u32 = 7,
        /// A folder on another disk or machine in which a shadow of the embedded database is kept,
        /// less than a second behind it; `komadai restore` reads it. It takes up to three times the
        /// database's size there, and 200 MB. Empty: none.
        shadow: PathBuf = PathBuf::new(),
    }
}

impl Backup {
    /// Whether the server makes any.
    pub(crate) fn is_on(&self) -> bool {
        !self.to.as_os_str().is_empty()
    }

    /// Whether a shadow is kept.
    pub(crate) fn has_shadow(&self) -> bool {
        !self.shadow.as_os_str().is_empty()
    }

    /// How long it takes until there should be another.
    pub(crate) fn every_ms(&self) -> u64 {
        u64::from(self.every_h) * 3_600_000
    }

    pub(super) fn check(&self, config: &Config) -> Result<(), ConfigError> {
        let is_within = self.to.starts_with(&config.database.data_dir);
        if self.has_shadow() && self.shadow.starts_with(&config.database.data_dir) {
            return Err(ConfigError::Unfit(
                "backup.shadow is in database.data_dir, and would be lost with it: name another \
                 folder",
            ));
        }
        if self.has_shadow() && !config.database.url.is_empty() {
            return Err(ConfigError::Unfit(
                "backup.shadow is for the embedded database: PostgreSQL has replicas for that",
            ));
        }
        let unfit = if !self.is_on() {
            return Ok(());
        } else if self.every_h == 0 || self.keep == 0 {
            "backup.every_h and backup.keep are 1 at least"
        } else if is_within {
            "backup.to is in database.data_dir, and would be lost with it: name another folder"
        } else {
            return Ok(());
        };
        Err(ConfigError::Unfit(unfit))
    }
}
