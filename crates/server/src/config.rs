//! Settings: what is built in, then the operator's file, then the environment.
//!
//! A setting is declared once, in the file of its section.

#[macro_use]
mod section;

mod backup;
mod bridges;
mod cluster;
mod csa;
mod database;
mod engines;
mod imports;
mod limits;
mod log;
mod mail;
mod metrics;
mod notices;
mod rating;
mod retention;
mod secrets;
mod server;
mod site;
mod storage;
mod tls;
mod visitors;

use std::{
    num::NonZeroU32,
    path::{Path, PathBuf},
};

use serde::{Deserialize, Serialize, Serializer};
use toml::{Table, Value};

pub(crate) use self::server::check_public_url;
pub use self::{
    backup::Backup,
    bridges::Bridges,
    cluster::Cluster,
    csa::{Csa, PoolSettings},
    database::Database,
    engines::{EngineLevel, EngineSettings},
    imports::Imports,
    limits::LimitSettings,
    log::{Log, LogFormat},
    mail::Mail,
    metrics::Metrics,
    notices::Notices,
    rating::RatingSettings,
    retention::Retention,
    secrets::Secrets,
    server::Server,
    site::SiteSettings,
    storage::Storage,
    tls::{Tls, TlsMode},
    visitors::Visitors,
};

/// `config/default.toml`: every key with its default, written from the sections by
/// `UPDATE=1 cargo test -p komadai-server --lib config`.
pub const DEFAULT: &str = include_str!("../../../config/default.toml");

/// What variables of the environment begin with.
const PREFIX: &str = "KOMADAI__";

/// What they end with when the value is in a file.
const FILE_SUFFIX: &str = "_FILE";

sections! {
    server: Server,
    tls: Tls,
    database: Database,
    cluster: Cluster,
    site: SiteSettings,
    limits: LimitSettings,
    visitors: Visitors,
    storage: Storage,
    backup: Backup,
    mail: Mail,
    notices: Notices,
    bridges: Bridges,
    imports: Imports,
    retention: Retention,
    secrets: Secrets,
    metrics: Metrics,
    csa: Csa,
    rating: RatingSettings,
    log: Log;
    engines: [EngineSettings],
}

impl Config {
    /// The settings from what is built in, the operator's file and the environment.
    ///
    /// # Errors
    /// What a person must fix, with file and line where there is one.
    pub fn load(
        file: Option<&Path>,
        environment: impl IntoIterator<Item = (String, String)>,
    ) -> Result<Self, ConfigError> {
        let mut table = Table::new();
        if let Some(path) = file {
            let text = read(path)?;
            // As settings first, so that a mistake is named with its line.
            table = toml::from_str::<Self>(&text)
                .and_then(|_| toml::from_str(&text))
                .map_err(|cause| ConfigError::Syntax { path: path.into(), cause: cause.into() })?;
        }
        let defaults = Table::try_from(Self::default()).expect("defaults are plain values");
        for (name, value) in environment {
            let Some(path) = name.strip_prefix(PREFIX) else { continue };
            if set(&mut table, &defaults, path, &value).is_some() {
                continue;
            }
            // A secret that should not stand in the environment stands in a file.
            let key = path.strip_suffix(FILE_SUFFIX);
            let key = key.ok_or_else(|| ConfigError::Variable(name.clone()))?;
            let value = read(value.as_ref())?;
            set(&mut table, &defaults, key, value.trim()).ok_or(ConfigError::Variable(name))?;
        }
        Value::Table(table).try_into().map_err(|cause| ConfigError::Value(Box::new(cause)))
    }

    /// What no single setting can tell of itself.
    ///
    /// # Errors
    /// What a person must fix.
    pub fn check(&self) -> Result<(), ConfigError> {
        self.server.check()?;
        self.tls.check(self)?;
        self.mail.check(&self.server.public_url)?;
        self.secrets.check()?;
        self.cluster.check(self)?;
        self.backup.check(self)?;
        self.csa.pools()?;
        self.engines.iter().try_for_each(EngineSettings::check)?;
        self.log.check()
    }

    /// All settings for people, as a file has them, without secrets.
    ///
    /// # Errors
    /// When a path is no text.
    pub fn shown(&self) -> Result<String, toml::ser::Error> {
        toml::to_string(self)
    }
}

/// Sets `SECTION__KEY` to a value, read as the kind that the default has.
fn set(table: &mut Table, defaults: &Table, path: &str, value: &str) -> Option<()> {
    let path = path.to_lowercase();
    let (section, key) = path.split_once("__")?;
    let value = match defaults.get(section)?.get(key)? {
        Value::Integer(_) => value.parse().map_or_else(|_| value.into(), Value::Integer),
        Value::Boolean(_) => value.parse().map_or_else(|_| value.into(), Value::Boolean),
        _ => value.into(),
    };
    let section = table.entry(section).or_insert_with(|| Value::Table(Table::new()));
    section.as_table_mut()?.insert(key.to_owned(), value);
    Some(())
}

fn read(path: &Path) -> Result<String, ConfigError> {
    std::fs::read_to_string(path)
        .map_err(|cause| ConfigError::File { path: path.to_owned(), cause })
}

/// A secret as it is shown: whether there is one.
fn masked<S: Serializer>(secret: &str, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(if secret.is_empty() { "" } else { "…" })
}

/// A default that is not 0.
const fn positive(n: u32) -> NonZeroU32 {
    NonZeroU32::new(n).expect("a default is not 0")
}

/// The settings cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    /// The file cannot be read.
    #[error("{path} cannot be read: {cause}", path = path.display())]
    File { path: PathBuf, cause: std::io::Error },
    /// The file is no TOML.
    #[error("{path}: {cause}", path = path.display(), cause = plain(cause))]
    Syntax {
        path: PathBuf,
        /// What is wrong, with line and column.
        cause: Box<toml::de::Error>,
    },
    /// A variable names no setting.
    #[error("{0} names no setting; settings are written KOMADAI__SECTION__KEY")]
    Variable(String),
    /// A value that does not fit.
    #[error("{0}")]
    Unfit(&'static str),
    /// A pool's settings do not fit.
    #[error("[[csa.pools]] {name:?}: {problem}")]
    Pool {
        name: String,
        /// What is wrong.
        problem: &'static str,
    },
    /// An engine's settings do not fit.
    #[error("[[engines]] {name:?}: {problem}")]
    Engine {
        name: String,
        /// What is wrong.
        problem: String,
    },
    /// A key is unknown, or its value is of the wrong kind.
    #[error("{}", plain(.0))]
    Value(Box<toml::de::Error>),
}

/// What the reader of TOML says, without names of Rust's types.
fn plain(cause: &toml::de::Error) -> String {
    let mut text = cause.to_string();
    for (theirs, ours) in [
        ("expected a nonzero u32", "expected a whole number, 1 or more"),
        ("expected u16", "expected a whole number, 0 to 65535"),
        ("expected u32", "expected a whole number, 0 or more"),
        ("expected u64", "expected a whole number, 0 or more"),
        ("expected usize", "expected a whole number, 0 or more"),
        ("expected a boolean", "expected true or false"),
    ] {
        text = text.replace(theirs, ours);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn load(file: &str, environment: &[(&str, &str)]) -> Result<Config, String> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("komadai.toml");
        std::fs::write(&path, file).unwrap();
        let environment =
            environment.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
        Config::load(Some(&path), environment).map_err(|error| error.to_string())
    }

    #[test]
    fn kinds_are_named_as_people_name_them() {
        for (file, said) in [
            ("[limits]\nwatchers = \"many\"\n", "expected a whole number, 0 or more"),
            ("[server]\ntrusted_proxies = -1\n", "expected a whole number, 0 or more"),
            ("[limits]\nrequests_per_minute = 0\n", "expected a whole number, 1 or more"),
            ("[mail]\nport = 70000\n", "expected a whole number, 0 to 65535"),
            ("[site]\nstaff_second_factor = 1\n", "expected true or false"),
        ] {
            let refused = load(file, &[]).unwrap_err();
            assert!(refused.contains(said) && refused.contains("line 2"), "{file}: {refused}");
        }
    }

    #[test]
    fn later_sources_win() {
        let config = load("[server]\nlisten = \"127.0.0.1:1\"\n", &[]).unwrap();
        assert_eq!(config.server.listen.port(), 1);
        assert_eq!(config.limits.watchers, 10_000);
        let environment = [("KOMADAI__SERVER__LISTEN", "127.0.0.1:2"), ("PATH", "/bin")];
        let config = load("[server]\nlisten = \"127.0.0.1:1\"\n", &environment).unwrap();
        assert_eq!(config.server.listen.port(), 2);
        assert_eq!(config.public_url(), "http://127.0.0.1:2");
    }

    #[test]
    fn a_mistake_is_named_with_its_line() {
        let error = load("[server]\nlisten = \"127.0.0.1:1\"\nport = 3\n", &[]).unwrap_err();
        assert!(error.contains("line 3") && error.contains("port"), "{error}");
        let error = load("", &[("KOMADAI__SERVER__PORT", "3")]).unwrap_err();
        assert!(error.contains("KOMADAI__SERVER__PORT"), "{error}");
        let error = load("", &[("KOMADAI__LIMITS__WATCHERS", "many")]).unwrap_err();
        assert!(error.contains("watchers") || error.contains("many"), "{error}");
    }

    #[test]
    fn a_secret_comes_from_a_file() {
        let folder = tempfile::tempdir().unwrap();
        let secret = folder.path().join("url");
        std::fs::write(&secret, "postgres://komadai:hunter2@db/komadai\n").unwrap();
        let path = secret.to_str().unwrap();
        let config = load("", &[("KOMADAI__DATABASE__URL_FILE", path)]).unwrap();
        assert_eq!(config.database.url, "postgres://komadai:hunter2@db/komadai");
        let error = load("", &[("KOMADAI__DATABASE__URL_FILE", "/nowhere")]).unwrap_err();
        assert!(error.contains("/nowhere"), "{error}");
        let error = load("", &[("KOMADAI__DATABASE__PORT_FILE", path)]).unwrap_err();
        assert!(error.contains("KOMADAI__DATABASE__PORT_FILE"), "{error}");
    }

    #[test]
    fn the_file_of_defaults_is_what_is_declared() {
        let mut text = "\
# Every setting of Komadai with its default.
#
# A file given with `--config` overrides this one, and `KOMADAI__SECTION__KEY` in the environment
# overrides both. A key that is not here is an error. KOMADAI__SECTION__KEY_FILE names a file that
# holds the value, for secrets.
"
        .to_owned();
        let comment =
            |lines: &[&str]| lines.iter().map(|line| format!("#{line}\n")).collect::<String>();
        let defaults = Table::try_from(Config::default()).unwrap();
        for (section, about, keys) in SECTIONS {
            text += &format!("\n{}[{section}]\n", comment(about));
            for (key, doc) in *keys {
                let value = &defaults[*section][*key];
                text += &format!("{}{key} = {value}\n", comment(doc));
            }
        }
        for (list, about, keys) in LISTS {
            text += &format!("\n{}#\n# [[{list}]]\n", comment(about));
            let entry = Table::try_from(EngineSettings::default()).unwrap();
            for (key, doc) in *keys {
                text += &format!("{}# {key} = {}\n", comment(doc), entry[*key]);
            }
        }
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../config/default.toml");
        if std::env::var_os("UPDATE").is_some() {
            std::fs::write(path, &text).unwrap();
        }
        assert_eq!(std::fs::read_to_string(path).unwrap(), text);
        let shown = |config: Config| config.shown().unwrap();
        assert_eq!(shown(load(&text, &[]).unwrap()), shown(Config::default()));
    }

    #[test]
    fn what_is_shown_reads_back() {
        let own = "[site]\nregistration = \"closed\"\n";
        let shown = load(own, &[]).unwrap().shown().unwrap();
        assert!(shown.contains(&own[7..]), "{shown}");
        assert_eq!(load(&shown, &[]).unwrap().shown().unwrap(), shown);
        let error = load("[site]\nregistration = \"perhaps\"\n", &[]).unwrap_err();
        assert!(error.contains("line 2") && error.contains("komadai.toml"), "{error}");
        let url = [("KOMADAI__SERVER__PUBLIC_URL", "shogi.example")];
        assert!(load("", &url).unwrap().check().is_err());
    }

    #[test]
    fn letters_need_an_address_and_their_password_is_not_shown() {
        let mail = "[mail]\nhost = \"mail.example\"\nfrom = \"go@shogi.example\"\n";
        let url = ("KOMADAI__SERVER__PUBLIC_URL", "https://shogi.example");
        assert!(load(mail, &[]).unwrap().check().is_err());
        assert!(load(mail, &[url]).unwrap().check().is_ok());
        let password = ("KOMADAI__MAIL__PASSWORD", "hunter2");
        assert!(load(mail, &[url, password]).unwrap().check().is_err());
        let config = load(mail, &[url, password, ("KOMADAI__MAIL__USER", "komadai")]).unwrap();
        assert!(config.check().is_ok());
        assert!(!format!("{config:?}{}", config.shown().unwrap()).contains("hunter2"));
        let error = load("[mail]\nencryption = \"ssl\"\n", &[]).unwrap_err();
        assert!(error.contains("line 2"), "{error}");
    }

    #[test]
    fn the_database_address_is_not_shown() {
        let secret = "postgres://komadai:hunter2@db/komadai";
        let config = load("", &[("KOMADAI__DATABASE__URL", secret)]).unwrap();
        assert!(!format!("{config:?}{}", config.shown().unwrap()).contains("hunter2"));
    }
}
