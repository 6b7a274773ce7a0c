//! `[secrets]`: what seals secrets in the database.

use std::{
    fs::OpenOptions,
    io::{ErrorKind, Write as _},
    path::{Path, PathBuf},
};

use anyhow::{Context as _, bail};
use komadai_service::sealing::SealingKey;

use super::{Config, ConfigError, masked};

/// What the key's file is called in the data folder.
const FILE: &str = "secrets.key";

section! {
    /// Encryption of the second factors' secrets in the database.
    Secrets {
        /// 64 hexadecimal digits, such as `openssl rand -hex 32` prints; better in a file that
        /// KOMADAI__SECRETS__KEY_FILE names. Empty: with the embedded database the server generates
        /// one at its first start, in secrets.key in the data folder, which is in no back-up. With
        /// PostgreSQL such a file is read too, but not generated, as every server must be given the
        /// same key: without one, nothing is encrypted.
        #[serde(serialize_with = "masked")]
        key: String = String::new(),
    }
}

impl Secrets {
    pub(super) fn check(&self) -> Result<(), ConfigError> {
        if self.key.is_empty() || SealingKey::parse(&self.key).is_some() {
            return Ok(());
        }
        Err(ConfigError::Unfit(
            "secrets.key is 64 hexadecimal digits, such as openssl rand -hex 32 writes",
        ))
    }
}

impl Config {
    /// Where the key is if it is not among the settings.
    fn own_key(&self) -> Option<PathBuf> {
        self.secrets.key.is_empty().then(|| self.database.data_dir.join(FILE))
    }

    /// Whether the server makes a key where there is none.
    pub(crate) fn makes_key(&self) -> bool {
        self.secrets.key.is_empty() && self.database.url.is_empty()
    }

    /// Takes the key along that lies in another data folder, to where this server looks for it; its
    /// path. `None`: it has one already, or there is none to take along.
    ///
    /// # Errors
    /// When it cannot be read or written.
    pub(crate) fn carry_key(&self, from: &Path) -> anyhow::Result<Option<PathBuf>> {
        let from = from.join(FILE);
        let Some(path) = self.own_key().filter(|path| !path.exists()) else { return Ok(None) };
        let text = match std::fs::read_to_string(&from) {
            Ok(text) => text,
            Err(cause) if cause.kind() == ErrorKind::NotFound => return Ok(None),
            Err(cause) => {
                return Err(cause).with_context(|| format!("{} cannot be read", from.display()));
            }
        };
        write(&path, text.trim())
            .with_context(|| format!("{} cannot be written", path.display()))?;
        Ok(Some(path))
    }

    /// The key that seals secrets, if there is one yet.
    ///
    /// # Errors
    /// When it cannot be read, or is none.
    pub(crate) fn sealing_key(&self) -> anyhow::Result<Option<SealingKey>> {
        let text = match self.own_key() {
            None if self.secrets.key.is_empty() => return Ok(None),
            None => self.secrets.key.clone(),
            Some(path) => match std::fs::read_to_string(&path) {
                Ok(text) => text,
                Err(cause) if cause.kind() == ErrorKind::NotFound => return Ok(None),
                Err(cause) => {
                    return Err(cause)
                        .with_context(|| format!("{} cannot be read", path.display()));
                }
            },
        };
        match SealingKey::parse(&text) {
            Some(key) => Ok(Some(key)),
            None => {
                bail!("the key for secrets is not 64 hexadecimal digits: put back the right one")
            }
        }
    }

    /// The same; a server with the embedded database makes one at its first start.
    ///
    /// # Errors
    /// When it cannot be read, is none, or cannot be made.
    pub(crate) fn sealing_key_or_new(&self) -> anyhow::Result<Option<SealingKey>> {
        let found = self.sealing_key()?;
        match self.own_key() {
            Some(path) if found.is_none() && self.makes_key() => {
                let text = SealingKey::random_text();
                write(&path, &text)
                    .with_context(|| format!("{} cannot be written", path.display()))?;
                Ok(SealingKey::parse(&text))
            }
            _ => Ok(found),
        }
    }
}

/// For its owner alone, and never in the place of one that is there.
fn write(path: &Path, text: &str) -> std::io::Result<()> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt as _;
        options.mode(0o600);
    }
    let mut file = options.open(path)?;
    writeln!(file, "{text}")?;
    file.sync_all()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_server_makes_a_key_once() {
        let folder = tempfile::tempdir().unwrap();
        let mut config = Config::load(None, []).unwrap();
        config.database.data_dir = folder.path().to_owned();
        assert!(config.sealing_key().unwrap().is_none());
        assert!(config.sealing_key_or_new().unwrap().is_some());
        let path = folder.path().join(FILE);
        let made = std::fs::read_to_string(&path).unwrap();
        assert!(config.sealing_key_or_new().unwrap().is_some());
        assert_eq!(std::fs::read_to_string(&path).unwrap(), made);
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            assert_eq!(std::fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
        }
        std::fs::write(&path, "x").unwrap();
        assert!(config.sealing_key_or_new().is_err(), "a spoilt key is not replaced");
        // Nodes of one database share a key, which none of them can make.
        config.database.url = "postgres://localhost/komadai".to_owned();
        std::fs::write(&path, &made).unwrap();
        assert!(config.sealing_key_or_new().unwrap().is_some(), "what is there is read");
        std::fs::remove_file(&path).unwrap();
        assert!(config.sealing_key_or_new().unwrap().is_none());
        config.secrets.key = SealingKey::random_text();
        assert!(config.sealing_key().unwrap().is_some());
        assert!(!config.shown().unwrap().contains(&config.secrets.key));
    }
}
