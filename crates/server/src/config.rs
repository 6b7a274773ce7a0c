//! Settings: the built-in file, then the operator's, then the environment.

mod mail;
mod notices;
mod retention;
mod secrets;
mod storage;
mod visitors;

use std::{net::SocketAddr, num::NonZeroU32, path::PathBuf};

use komadai_live::Limits;
use komadai_rating::GradeTable;
use komadai_service::site::RegistrationPolicy;
use komadai_store::DatabaseSettings;
use serde::Deserialize;
use toml::{Table, Value};

pub use self::{
    mail::{Mail, MailEncryption},
    notices::Notices,
    retention::Retention,
    secrets::Secrets,
    storage::Storage,
    visitors::Visitors,
};

/// `config/default.toml`: every key with its default.
pub const DEFAULT: &str = include_str!("../../../config/default.toml");

/// `config/grades.toml`: what earns a grade.
pub const GRADES: &str = include_str!("../../../config/grades.toml");

/// What variables of the environment begin with.
const PREFIX: &str = "KOMADAI__";

/// What they end with when the value is in a file.
const FILE_SUFFIX: &str = "_FILE";

/// All settings.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Config {
    /// The HTTP server.
    pub server: Server,
    /// The databases.
    pub database: Database,
    /// How the site is run.
    pub site: SiteSettings,
    /// How much there may be of everything.
    pub limits: LimitSettings,
    /// What visitors without an account may have.
    pub visitors: Visitors,
    /// How much is kept of what players bring along and write.
    pub storage: Storage,
    /// Letters to players.
    pub mail: Mail,
    /// What players are told while they are away.
    pub notices: Notices,
    /// For how long things are kept.
    pub retention: Retention,
    /// What seals secrets in the database.
    pub secrets: Secrets,
    /// Figures for operators.
    pub metrics: Metrics,
    /// Ratings and grades.
    pub rating: RatingSettings,
    /// Logging.
    pub log: Log,
}

/// The HTTP server.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Server {
    /// Address and port to listen on.
    pub listen: SocketAddr,
    /// The address under which people reach the server; empty for the one above.
    pub public_url: String,
    /// How many reverse proxies stand before the server, each of which adds the address it was
    /// asked from to X-Forwarded-For.
    pub trusted_proxies: usize,
}

/// The databases.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Database {
    /// The address of a PostgreSQL database; empty for the embedded one.
    pub url: String,
    /// Folder of the embedded database.
    pub data_dir: PathBuf,
    /// The node's name.
    pub node: String,
}

impl std::fmt::Debug for Database {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // The address may hold a password.
        f.debug_struct("Database")
            .field("url", &if self.url.is_empty() { "" } else { "…" })
            .field("data_dir", &self.data_dir)
            .field("node", &self.node)
            .finish()
    }
}

/// How the site is run.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SiteSettings {
    /// Who may register.
    pub registration: Registration,
    /// How to reach those who run it; empty where they say it elsewhere.
    pub contact: String,
    /// Where the source of what runs here is; `{commit}` stands for the commit.
    pub source: String,
    /// Whether moderators and admins need a second factor to do what only they may.
    pub staff_second_factor: bool,
}

impl SiteSettings {
    /// Where the source of this commit is, or of whatever is newest when it is not known.
    pub fn source_of(&self, commit: Option<&str>) -> String {
        self.source.replace("{commit}", commit.unwrap_or("HEAD"))
    }
}

/// Who may register.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Registration {
    /// Everybody.
    Open,
    /// Who has been given a code.
    Invitation,
    /// Nobody.
    Closed,
}

impl Registration {
    /// As it is written.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Invitation => "invitation",
            Self::Closed => "closed",
        }
    }
}

impl From<Registration> for RegistrationPolicy {
    fn from(registration: Registration) -> Self {
        match registration {
            Registration::Open => Self::Open,
            Registration::Invitation => Self::Invitation,
            Registration::Closed => Self::Closed,
        }
    }
}

/// How much there may be of everything.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LimitSettings {
    /// Watchers of one game.
    pub watchers: usize,
    /// Games that one player may have that are not over.
    pub games_per_player: usize,
    /// Open seeks of one player.
    pub seeks_per_player: usize,
    /// How long a player who is away is waited for, in seconds.
    pub claim_after_s: u32,
    /// Lines of chat that somebody may say at once; then one every three seconds.
    pub chat_burst: u32,
    /// Connections in all.
    pub connections: usize,
    /// Connections from one address, whatever becomes of them.
    pub connections_per_address: usize,
    /// Rated games that two accounts may play with each other from one address in a day.
    pub rated_at_one_address: usize,
    /// Sockets from one address.
    pub sockets_per_address: usize,
    /// Sockets of one player.
    pub sockets_per_player: usize,
    /// Frames a second that one player may send in the long run, on all sockets together.
    pub messages_per_second: u32,
    /// Frames that one player may send at once.
    pub messages_burst: u32,
    /// Frames a second that are read from one address in the long run, on all its sockets.
    pub messages_per_address: u32,
    /// Requests a minute from one address.
    pub requests_per_minute: NonZeroU32,
    /// Of these, how many may change something; as many from one session.
    pub changes_per_minute: NonZeroU32,
    /// Of these, how many may be for records, pictures and archives, or bring games along.
    pub files_per_minute: NonZeroU32,
}

/// Figures for operators.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Metrics {
    /// Address and port on which they are served; empty for nowhere.
    pub listen: String,
}

/// Ratings and grades.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RatingSettings {
    /// A file that says what earns a grade; empty for the built-in one.
    pub grades: PathBuf,
}

/// Logging.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Log {
    /// What is logged.
    pub filter: String,
    /// How it looks.
    pub format: LogFormat,
}

/// How log lines look.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LogFormat {
    /// For people.
    Human,
    /// For programs.
    Json,
}

/// The settings cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    /// The file cannot be read.
    #[error("{path} cannot be read: {cause}", path = path.display())]
    File {
        /// Which.
        path: PathBuf,
        /// Why.
        cause: std::io::Error,
    },
    /// The file is no TOML.
    #[error("{path}: {cause}", path = path.display())]
    Syntax {
        /// Which.
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
    /// A key is unknown, or its value is of the wrong kind.
    #[error("{0}")]
    Value(Box<toml::de::Error>),
}

impl Config {
    /// The settings from the built-in file, the operator's file and the environment.
    ///
    /// # Errors
    /// What a person must mend, with file and line where there is one.
    pub fn load(
        file: Option<&std::path::Path>,
        environment: impl IntoIterator<Item = (String, String)>,
    ) -> Result<Self, ConfigError> {
        let mut table: Table =
            toml::from_str(DEFAULT).map_err(|cause| ConfigError::Value(Box::new(cause)))?;
        if let Some(path) = file {
            let text = std::fs::read_to_string(path)
                .map_err(|cause| ConfigError::File { path: path.to_owned(), cause })?;
            let syntax = |cause| ConfigError::Syntax { path: path.to_owned(), cause };
            let own: Table = toml::from_str(&text).map_err(|cause| syntax(Box::new(cause)))?;
            // Read on its own first, so that an unknown key is named with its line.
            toml::from_str::<Partial>(&text).map_err(|cause| syntax(Box::new(cause)))?;
            merge(&mut table, own);
        }
        for (name, value) in environment {
            let Some(path) = name.strip_prefix(PREFIX) else { continue };
            if set(&mut table, path, &value).is_some() {
                continue;
            }
            // A secret that should not stand in the environment stands in a file.
            let key = path.strip_suffix(FILE_SUFFIX);
            let key = key.ok_or_else(|| ConfigError::Variable(name.clone()))?;
            let value = std::fs::read_to_string(&value)
                .map_err(|cause| ConfigError::File { path: value.into(), cause })?;
            set(&mut table, key, value.trim()).ok_or(ConfigError::Variable(name))?;
        }
        Value::Table(table).try_into().map_err(|cause| ConfigError::Value(Box::new(cause)))
    }

    /// What no single setting can tell of itself.
    ///
    /// # Errors
    /// What a person must mend.
    pub fn check(&self) -> Result<(), ConfigError> {
        let url = &self.server.public_url;
        if !url.is_empty() && !url.starts_with("http://") && !url.starts_with("https://") {
            return Err(ConfigError::Unfit(
                "server.public_url must begin with http:// or https://",
            ));
        }
        self.mail.check(url)?;
        self.secrets.check()?;
        if tracing_subscriber::EnvFilter::try_new(&self.log.filter).is_err() {
            return Err(ConfigError::Unfit("log.filter is no filter, such as \"info\""));
        }
        Ok(())
    }

    /// All settings for people, as a file has them, without secrets.
    pub fn shown(&self) -> String {
        let url = if self.database.url.is_empty() { "" } else { "postgres://…" };
        let Self { server, database, site, limits, visitors, storage, mail, notices, .. } = self;
        let Self { retention, secrets, metrics, rating, log, .. } = self;
        let format = match log.format {
            LogFormat::Human => "human",
            LogFormat::Json => "json",
        };
        format!(
            "[server]\nlisten = \"{}\"\npublic_url = {:?}\ntrusted_proxies = {}\n\n\
             [database]\nurl = {url:?}\ndata_dir = {:?}\nnode = {:?}\n\n\
             [site]\nregistration = {:?}\ncontact = {:?}\nsource = {:?}\n\
             staff_second_factor = {}\n\n\
             [limits]\nwatchers = {}\ngames_per_player = {}\nseeks_per_player = {}\n\
             claim_after_s = {}\nchat_burst = {}\nconnections = {}\n\
             connections_per_address = {}\nrated_at_one_address = {}\nsockets_per_address = {}\n\
             sockets_per_player = {}\nmessages_per_second = {}\nmessages_burst = {}\n\
             messages_per_address = {}\n\
             requests_per_minute = {}\nchanges_per_minute = {}\nfiles_per_minute = {}\n\n\
             {}\n{}\n{}\n{}\n{}\n{}\n[metrics]\nlisten = {:?}\n\n[rating]\ngrades = {:?}\n\n\
             [log]\nfilter = {:?}\nformat = {format:?}\n",
            server.listen,
            server.public_url,
            server.trusted_proxies,
            database.data_dir.display().to_string(),
            database.node,
            site.registration.as_str(),
            site.contact,
            site.source,
            site.staff_second_factor,
            limits.watchers,
            limits.games_per_player,
            limits.seeks_per_player,
            limits.claim_after_s,
            limits.chat_burst,
            limits.connections,
            limits.connections_per_address,
            limits.rated_at_one_address,
            limits.sockets_per_address,
            limits.sockets_per_player,
            limits.messages_per_second,
            limits.messages_burst,
            limits.messages_per_address,
            limits.requests_per_minute,
            limits.changes_per_minute,
            limits.files_per_minute,
            visitors.shown(),
            storage.shown(),
            mail.shown(),
            notices.shown(),
            retention.shown(),
            secrets.shown(),
            metrics.listen,
            rating.grades.display().to_string(),
            log.filter,
        )
    }

    /// The address under which people reach the server.
    pub fn public_url(&self) -> String {
        if self.server.public_url.is_empty() {
            format!("http://{}", self.server.listen)
        } else {
            self.server.public_url.trim_end_matches('/').to_owned()
        }
    }

    /// What earns a grade.
    ///
    /// # Errors
    /// When the file that says so cannot be used.
    pub fn grades(&self) -> Result<GradeTable, ConfigError> {
        let path = &self.rating.grades;
        if path.as_os_str().is_empty() {
            return toml::from_str(GRADES).map_err(|cause| ConfigError::Value(Box::new(cause)));
        }
        let text = std::fs::read_to_string(path)
            .map_err(|cause| ConfigError::File { path: path.clone(), cause })?;
        toml::from_str(&text)
            .map_err(|cause| ConfigError::Syntax { path: path.clone(), cause: Box::new(cause) })
    }

    /// Which databases.
    pub fn database(&self) -> DatabaseSettings {
        if self.database.url.is_empty() {
            DatabaseSettings::sqlite(&self.database.data_dir)
        } else {
            DatabaseSettings::postgres(&self.database.url, &self.database.data_dir)
        }
    }
}

impl Config {
    /// How much there may be of everything.
    pub fn game_limits(&self) -> Limits {
        let limits = &self.limits;
        Limits {
            watchers: limits.watchers,
            games_per_player: limits.games_per_player,
            seeks_per_player: limits.seeks_per_player,
            claim_after_ms: u64::from(limits.claim_after_s) * 1_000,
            chat_burst: limits.chat_burst,
            visitors: self.visitors.into(),
            rated_at_one_address: limits.rated_at_one_address,
        }
    }
}

/// An operator's file: any part of the settings. It exists for its error messages.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "read for its errors; the values are taken from the merged table")]
struct Partial {
    server: Option<PartialServer>,
    database: Option<PartialDatabase>,
    site: Option<PartialSite>,
    limits: Option<PartialLimits>,
    visitors: Option<PartialVisitors>,
    storage: Option<PartialStorage>,
    mail: Option<PartialMail>,
    notices: Option<PartialNotices>,
    retention: Option<PartialRetention>,
    secrets: Option<PartialSecrets>,
    metrics: Option<PartialMetrics>,
    rating: Option<PartialRating>,
    log: Option<PartialLog>,
}

macro_rules! partial {
    ($($name:ident { $($field:ident: $type:ty),* $(,)? })*) => { $(
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        #[expect(dead_code, reason = "read for its errors")]
        struct $name { $($field: Option<$type>),* }
    )* };
}

partial! {
    PartialServer { listen: SocketAddr, public_url: String, trusted_proxies: usize }
    PartialDatabase { url: String, data_dir: PathBuf, node: String }
    PartialLimits {
        watchers: usize,
        games_per_player: usize,
        seeks_per_player: usize,
        claim_after_s: u32,
        chat_burst: u32,
        connections: usize,
        connections_per_address: usize,
        rated_at_one_address: usize,
        sockets_per_address: usize,
        sockets_per_player: usize,
        messages_per_second: u32,
        messages_burst: u32,
        messages_per_address: u32,
        requests_per_minute: NonZeroU32,
        changes_per_minute: NonZeroU32,
        files_per_minute: NonZeroU32,
    }
    PartialVisitors {
        guests_per_hour: NonZeroU32,
        waiting_games_per_address: usize,
        seeks_per_address: usize,
        engine_games_per_guest: usize,
        engine_games_per_address: usize,
        reports_per_day: NonZeroU32,
    }
    PartialStorage {
        account_mb: u64,
        guest_mb: u64,
        address_mb_per_day: NonZeroU32,
        disk_percent_max: u32,
    }
    PartialMail {
        host: String,
        port: u16,
        encryption: MailEncryption,
        user: String,
        password: String,
        from: String,
    }
    PartialNotices { web_push: bool, push_to_private: bool, away_s: u32, per_day: u32 }
    PartialRetention {
        sessions_days: u32,
        sessions_idle_days: u32,
        addresses_days: u32,
        reports_days: u32,
        guests_days: u32,
    }
    PartialSecrets { key: String }
    PartialMetrics { listen: String }
    PartialRating { grades: PathBuf }
    PartialSite {
        registration: Registration,
        contact: String,
        source: String,
        staff_second_factor: bool,
    }
    PartialLog { filter: String, format: LogFormat }
}

fn merge(table: &mut Table, own: Table) {
    for (key, value) in own {
        match (table.get_mut(&key), value) {
            (Some(Value::Table(inner)), Value::Table(own)) => merge(inner, own),
            (_, value) => {
                table.insert(key, value);
            }
        }
    }
}

/// Sets `SECTION__KEY` to a value, read as the kind that the default has.
fn set(table: &mut Table, path: &str, value: &str) -> Option<()> {
    let path = path.to_lowercase();
    let (section, key) = path.split_once("__")?;
    let slot = table.get_mut(section)?.as_table_mut()?.get_mut(key)?;
    *slot = match slot {
        Value::Integer(_) => value.parse().map_or_else(|_| value.into(), Value::Integer),
        Value::Boolean(_) => value.parse().map_or_else(|_| value.into(), Value::Boolean),
        _ => value.into(),
    };
    Some(())
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
    fn what_is_shown_reads_back_and_holds_everything() {
        let config = load("[site]\nregistration = \"closed\"\n", &[]).unwrap();
        let shown: Table = toml::from_str(&config.shown()).unwrap();
        let default: Table = toml::from_str(DEFAULT).unwrap();
        for (section, keys) in &default {
            let shown = shown[section].as_table().unwrap();
            let names = |table: &Table| table.keys().cloned().collect::<Vec<_>>();
            assert_eq!(names(shown), names(keys.as_table().unwrap()), "{section}");
        }
        assert_eq!(shown["site"]["registration"].as_str(), Some("closed"));
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
        assert!(!format!("{config:?}{}", config.shown()).contains("hunter2"));
        let error = load("[mail]\nencryption = \"ssl\"\n", &[]).unwrap_err();
        assert!(error.contains("line 2"), "{error}");
    }

    #[test]
    fn the_database_address_is_not_shown() {
        let secret = "postgres://komadai:hunter2@db/komadai";
        let config = load("", &[("KOMADAI__DATABASE__URL", secret)]).unwrap();
        assert!(!format!("{config:?}{}", config.shown()).contains("hunter2"));
    }
}
