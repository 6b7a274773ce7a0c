//! `/site`: how the site is run, for everybody; `/admin`: for those who run it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Who may register.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Registration {
    /// Everybody.
    Open,
    /// Who has been given a code.
    Invitation,
    /// Nobody.
    Closed,
}

/// How the site is run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Site {
    /// Who may register.
    pub registration: Registration,
    /// What stands above every page; empty for nothing.
    pub banner: String,
    /// Whether nothing can be begun or changed just now.
    pub read_only: bool,
    /// Whether the site sends letters, so that a new password can be had by mail.
    pub mail: bool,
    /// How those who run it are reached.
    pub contact: String,
    /// Where the source of what runs here is.
    pub source: String,
    /// The commit it was built from, if that is known.
    pub commit: Option<String>,
    /// Its version.
    pub version: String,
    /// Until when the reader's address is banned; `null` when it is not, and 0 when it is for good.
    pub banned_until_ms: Option<u64>,
    /// For how many days is kept what visitors without an account leave; 0 is for good.
    pub guests_days: u32,
}

/// What those who run the site say of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SiteSettings {
    /// What stands above every page, one line; empty for nothing.
    pub banner: String,
    /// Whether nothing can be begun or changed.
    pub read_only: bool,
}

/// A code with which somebody may register.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SiteInvitation {
    /// Told once; only its hash is kept.
    pub code: String,
}

/// Which readings are wanted.
#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema)]
pub struct ReadingsAfter {
    /// Those after this moment.
    #[serde(default)]
    pub after_ms: u64,
}

/// What is amiss with a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Warning {
    /// It cannot be played.
    NotReady,
    /// It will soon have no more files to open.
    OpenFiles,
    /// The disk will soon be full.
    Disk,
    /// The machine's clock is not where it was.
    Clock,
    /// No other server of the cluster could take this one's place.
    NoStandby,
}

/// How the server is and was in the last hour.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ServerMetrics {
    /// Its version.
    pub version: String,
    /// The commit it was built from, if that is known.
    pub commit: Option<String>,
    /// `SQLite` or `PostgreSQL`.
    pub database: String,
    /// When it started.
    pub started_ms: u64,
    /// Its time.
    pub now_ms: u64,
    /// How often there is a new reading.
    pub every_ms: u64,
    /// What is amiss.
    pub warnings: Vec<Warning>,
    /// How many files may be open.
    pub open_files_max: Option<u64>,
    /// How large the disk is.
    pub disk_bytes: Option<u64>,
    /// Wall clock less the server's time.
    pub clock_skew_ms: i64,
    /// The servers of the cluster; none where a server is alone.
    pub members: Vec<ClusterMember>,
    /// The oldest first.
    pub readings: Vec<Reading>,
}

/// A server of a cluster.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ClusterMember {
    /// By which the others reach it.
    pub address: String,
    /// Whether it works; the others stand by.
    pub works: bool,
    /// Since when it has been connected to the database.
    pub since_ms: u64,
    /// How many games it has for the one that works; `null` where it plays none.
    #[serde(default)]
    pub games: Option<u32>,
}

/// The server at one moment, and since the reading before. What could not be read is `null`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Reading {
    /// When, in the server's time.
    pub at_ms: u64,
    /// Clients connected.
    pub connections: u32,
    /// Games with an open room.
    pub rooms: usize,
    /// Records made durable a second; a move is one.
    pub moves_per_s: f64,
    /// From reading a move until it was announced: half of them took at most this, in
    /// milliseconds.
    pub move_p50_ms: Option<f64>,
    /// The same for 99 of 100.
    pub move_p99_ms: Option<f64>,
    /// How long a row of the journal took, for 99 of 100, in milliseconds.
    pub commit_p99_ms: Option<f64>,
    /// Records in a row of the journal.
    pub records_per_row: Option<f64>,
    /// Records that wait to be written.
    pub journal_queue: usize,
    /// Games that wait to be settled.
    pub settling_queue: usize,
    /// Connections to the database.
    pub pool_open: u32,
    /// Those of them that nobody uses.
    pub pool_idle: usize,
    /// Memory of the process, in bytes.
    pub memory_bytes: Option<u64>,
    /// Processor time, in parts of one core.
    pub cores: Option<f64>,
    /// Open files.
    pub open_files: Option<u64>,
    /// Room left on the disk, in bytes.
    pub disk_free_bytes: Option<u64>,
}
