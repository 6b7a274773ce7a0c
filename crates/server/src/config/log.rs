//! `[log]`: what is logged.

use serde::{Deserialize, Serialize};

use super::ConfigError;

section! {
    /// Logging.
    Log {
        /// A level (error, warn, info, debug, trace), or a filter such as
        /// "info,komadai_live=debug".
        filter: String = "info,sqlx=warn".to_owned(),
        /// "human" or "json".
        format: LogFormat = LogFormat::Human,
    }
}

/// How log lines look.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum LogFormat {
    /// For people.
    Human,
    /// For programs.
    Json,
}

impl Log {
    pub(super) fn check(&self) -> Result<(), ConfigError> {
        match tracing_subscriber::EnvFilter::try_new(&self.filter) {
            Ok(_) => Ok(()),
            Err(_) => Err(ConfigError::Unfit("log.filter is no filter, such as \"info\"")),
        }
    }
}
