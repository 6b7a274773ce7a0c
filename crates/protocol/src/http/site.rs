//! `/site`: public information about the site; `/admin`: its administration.

pub use komadai_community::{
    branding::{Branding, Colour, FooterLink, LocalText},
    site::Registration,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Public information about the site.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Site {
    /// Who may register.
    pub registration: Registration,
    /// The announcement above every page; empty for none.
    pub banner: String,
    /// Whether the site is read-only: nothing can be started or changed for now.
    pub read_only: bool,
    /// Whether the site sends email, so that a password can be reset by email.
    pub mail: bool,
    /// How to contact the operators.
    pub contact: String,
    /// Where to find the source code of the running version.
    pub source: String,
    /// The commit it was built from, if known.
    pub commit: Option<String>,
    /// Its version.
    pub version: String,
    /// Until when the reader's address is banned; `null` if it is not, and 0 if permanently.
    pub banned_until_ms: Option<u64>,
    /// What the site calls itself and how it looks.
    pub branding: Branding,
    /// The version of its own sign, which is at `/icons/icon-512.png`; `null` where it has the
    /// program's.
    pub sign: Option<String>,
    /// For how many days the data of visitors without an account is kept; 0 means indefinitely.
    pub guests_days: u32,
}

/// The site settings that administrators change while it runs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SiteSettings {
    /// The announcement above every page, one line; empty for none.
    pub banner: String,
    /// Whether the site is read-only: nothing can be started or changed.
    pub read_only: bool,
}

/// An invitation code for registration.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SiteInvitation {
    /// Shown once; only its hash is stored.
    pub code: String,
}

/// Which readings are requested.
#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema)]
pub struct ReadingsAfter {
    /// Those after this instant.
    #[serde(default)]
    pub after_ms: u64,
}

/// A server's warnings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Warning {
    /// Games cannot be played.
    NotReady,
    /// It is running out of file descriptors.
    OpenFiles,
    /// The disk is nearly full.
    Disk,
    /// The machine's clock has jumped.
    Clock,
    /// There is no back-up, or no young one.
    Backup,
    /// No other server of the cluster could take over.
    NoStandby,
}

/// The state of the server now and over the last hour.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ServerMetrics {
    /// Its version.
    pub version: String,
    /// The commit it was built from, if known.
    pub commit: Option<String>,
    /// `SQLite` or `PostgreSQL`.
    pub database: String,
    /// When it started.
    pub started_ms: u64,
    /// The server's time.
    pub now_ms: u64,
    /// The interval between readings.
    pub every_ms: u64,
    /// The current warnings.
    pub warnings: Vec<Warning>,
    /// The limit on open files.
    pub open_files_max: Option<u64>,
    /// The size of the disk.
    pub disk_bytes: Option<u64>,
    /// How old the last good back-up is; `null` if there is none, or the server makes none.
    #[serde(default)]
    pub backup_age_ms: Option<u64>,
    /// The wall clock minus the server's time.
    pub clock_skew_ms: i64,
    /// The servers of the cluster; empty for a single server.
    pub members: Vec<ClusterMember>,
    /// Readings, oldest first.
    pub readings: Vec<Reading>,
}

/// A server of a cluster.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ClusterMember {
    /// The address by which the others reach it.
    pub address: String,
    /// Whether it is the working server; the others stand by.
    pub works: bool,
    /// Since when it has been connected to the database.
    pub since_ms: u64,
    /// How many games it hosts for the working server; `null` if it hosts none.
    #[serde(default)]
    pub games: Option<u32>,
}

/// The server at one moment, and since the previous reading. Values that could not be read are
/// `null`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Reading {
    /// The server's time of the reading.
    pub at_ms: u64,
    /// Clients connected.
    pub connections: u32,
    /// Games that are not over.
    pub rooms: usize,
    /// Records made durable per second; a move is one record.
    pub moves_per_s: f64,
    /// The median time from reading a move to announcing it, in milliseconds.
    pub move_p50_ms: Option<f64>,
    /// The 99th percentile of the same.
    pub move_p99_ms: Option<f64>,
    /// The 99th percentile of the time to write a row of the journal, in milliseconds.
    pub commit_p99_ms: Option<f64>,
    /// Records in a row of the journal.
    pub records_per_row: Option<f64>,
    /// Records waiting to be written.
    pub journal_queue: usize,
    /// Games waiting to be settled.
    pub settling_queue: usize,
    /// Database connections.
    pub pool_open: u32,
    /// How many of them are idle.
    pub pool_idle: usize,
    /// The process's memory, in bytes.
    pub memory_bytes: Option<u64>,
    /// Processor time, as a fraction of one core.
    pub cores: Option<f64>,
    /// Open files.
    pub open_files: Option<u64>,
    /// Free disk space, in bytes.
    pub disk_free_bytes: Option<u64>,
}
