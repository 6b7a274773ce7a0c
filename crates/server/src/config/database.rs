//! `[database]`: where everything is kept.

use std::path::PathBuf;

use komadai_store::DatabaseSettings;

use super::{Config, masked};

section! {
    /// Where the data is stored.
    Database {
        /// `postgres://user:password@host/name`. Empty: the embedded database in data_dir.
        /// A replica that may take its place is named beside it: `…@one,two/name`.
        #[serde(serialize_with = "masked")]
        url: String = String::new(),
        /// Folder of the embedded database; also contains a lock, so that two servers never share
        /// it.
        data_dir: PathBuf = "data".into(),
        /// The name under which this server stores its games in progress in the database: under
        /// another one it would not find them again. Only one server works with a database; a
        /// second one is refused, whatever its name.
        node: String = "main".to_owned(),
    }
}

impl Config {
    /// Which databases.
    pub fn database(&self) -> DatabaseSettings {
        if self.database.url.is_empty() {
            DatabaseSettings::sqlite(&self.database.data_dir)
        } else {
            DatabaseSettings::postgres(&self.database.url, &self.database.data_dir)
        }
    }
}
