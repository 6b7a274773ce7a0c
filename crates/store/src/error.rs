//! What can go wrong with the databases.

use std::{fmt, io, path::PathBuf};

use sqlx::postgres::PgDatabaseError;

/// What a function of this crate returns.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// What the driver says, once. Its own errors repeat what they wrap, and name it as their cause as
/// well: who reads an error with all its causes would read that twice.
#[derive(Debug)]
pub struct DriverError(pub(crate) sqlx::Error);

impl fmt::Display for DriverError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            sqlx::Error::Database(said) => match said.try_downcast_ref::<PgDatabaseError>() {
                // The line is one of PostgreSQL's own source.
                Some(said) => f.write_str(said.message()),
                None => said.fmt(f),
            },
            other => other.fmt(f),
        }
    }
}

impl std::error::Error for DriverError {}

impl From<sqlx::Error> for DriverError {
    fn from(said: sqlx::Error) -> Self {
        Self(said)
    }
}

/// What went wrong. The texts of the first group are for the person who starts the server.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The data directory cannot be made, or its lock file cannot be written.
    #[error("cannot write to the data directory {}", path.display())]
    DataDir {
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// Another process has the lock on the data directory.
    #[error("another komadai is already running on the data directory {}", path.display())]
    InUse { path: PathBuf },
    /// Another server works with the database.
    #[error(
        "another komadai is already running on the database {at}: one server works with a \
         database, whatever its database.node; stop the other one first"
    )]
    Occupied {
        /// The database's name.
        at: String,
    },
    /// The setting is no address of a database.
    #[error("database.url is not an address like postgres://user@host/database")]
    Url {
        /// What the driver says, if it saw it; it does not repeat the address.
        source: Option<Box<dyn std::error::Error + Send + Sync>>,
    },
    #[error("cannot reach the database at {at}")]
    Unreachable {
        /// Where, without user and password.
        at: String,
        /// What the driver says.
        source: DriverError,
    },
    /// It answers, but refuses the user or the password.
    #[error("the database at {at} refuses the user name or the password")]
    Refused {
        /// Where, without user and password.
        at: String,
        /// What the driver says.
        source: DriverError,
    },
    /// It answers, but has no database of that name.
    #[error("the database server has no database {at}: create it first (createdb)")]
    NoDatabase {
        /// Where, without user and password.
        at: String,
    },
    /// The file or the server cannot be opened for another reason.
    #[error("cannot open the database at {at}")]
    Open {
        /// Where, without user and password.
        at: String,
        /// What the driver says.
        source: DriverError,
    },
    /// The server does not keep what it says it has kept.
    #[error("the database server runs with {setting} = off, so moves could be lost: turn it on")]
    NotDurable {
        /// `fsync` or `synchronous_commit`.
        setting: &'static str,
    },
    /// The server only follows another one.
    #[error(
        "the database at {at} is a replica of another PostgreSQL and cannot be written: give the \
         address of that one, or make this one the primary (pg_promote)"
    )]
    Replica {
        /// Where, without user and password.
        at: String,
    },
    /// Another server has taken this one's place: what it has is old.
    #[error(
        "the PostgreSQL at {at} is one whose place another has taken (its timeline is {timeline}, \
         and {newest} was seen): have it follow that one (pg_rewind), and start that one; only if \
         that one is lost for good, remove {}", file.display()
    )]
    Behind {
        /// Where, without user and password.
        at: String,
        timeline: u32,
        /// The highest timeline that was seen.
        newest: u32,
        /// Where that is kept.
        file: PathBuf,
    },
    /// Several servers can be written, and are not copies of one another.
    #[error("database.url names PostgreSQL servers that are not copies of one another")]
    Strangers,
    /// Texts would be compared and cut otherwise.
    #[error(
        "the database has the encoding {encoding}, and must have UTF8: create it with \
         --template=template0 --encoding=UTF8, and move what is in it by a back-up"
    )]
    Encoding {
        /// What it has.
        encoding: String,
    },
    /// The database has a migration that this program does not know.
    #[error(
        "the database was made by a newer komadai (its migration {migration} is unknown here): \
         run that version or a later one"
    )]
    Newer {
        /// The first unknown migration.
        migration: i64,
    },
    /// A migration failed, or one that was applied has been changed since.
    #[error("cannot bring the database's tables up to date")]
    Migrate {
        /// What the driver says.
        source: DriverError,
    },

    /// Somebody else has changed the row meanwhile.
    #[error("somebody else has changed it in the meantime")]
    Conflict,
    /// The database lacks a migration of this program, and this command does not change it.
    #[error("the database was made by an older komadai: run “komadai migrate” first")]
    Older {
        /// The first migration that is missing.
        migration: i64,
    },
    /// There is something already where a back-up or a database was to be put.
    #[error("{at} is not empty: name an empty one, as nothing is ever overwritten")]
    NotEmpty {
        /// The folder, or the database's name.
        at: String,
    },
    /// The server's data directory holds no database.
    #[error(
        "there is no database in {}: a server makes it at its first start; is this the folder of \
         its settings (--config, and what its environment says)?",
        path.display()
    )]
    NoData { path: PathBuf },
    /// The database has none of our tables.
    #[error("the database has no tables yet: the server makes them at its first start")]
    NoTables,
    /// There is no database in the folder.
    #[error("{} contains no database: it needs komadai.db and journal.db", path.display())]
    NoBackup { path: PathBuf },
    /// The second place has the shadow of another database.
    #[error(
        "{} is a shadow of another database: if that one is lost, stop this server, empty its data \
         folder and restore the shadow (komadai restore); else move it away or name another folder",
        path.display()
    )]
    OtherShadow { path: PathBuf },
    /// A file of a back-up cannot be written or moved.
    #[error("cannot write {}", path.display())]
    Files {
        /// The file or folder.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// A file of a back-up cannot be read.
    #[error("cannot read {}", path.display())]
    Unreadable {
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// A file of a database cannot be copied.
    #[error("cannot copy {} into {}", from.display(), to.display())]
    Copy {
        from: PathBuf,
        to: PathBuf,
        /// What the driver says.
        source: DriverError,
    },
    /// A copy is not what it was copied from.
    #[error("{} is damaged: {said}", path.display())]
    Damaged {
        path: PathBuf,
        /// What SQLite says.
        said: String,
    },
    /// A table was not copied as a whole.
    #[error("not every row of table {table} was copied; nothing is changed")]
    Incomplete { table: String },
    /// A column is of a kind that cannot be copied, which is a fault of its migration.
    #[error("column {column} is of kind {declared:?}, which cannot be copied")]
    Kind {
        /// Its table and name.
        column: String,
        /// As the migration declares it.
        declared: String,
    },

    /// A row that cannot be.
    #[error("row {key} of table {table} cannot be read (column {column})")]
    Corrupt {
        table: &'static str,
        /// Its key as text.
        key: String,
        /// The column that does not hold what it must.
        column: &'static str,
    },
    /// Another process has taken the node over; this one must stop.
    #[error("node {node} has been taken over by another process")]
    Fenced {
        /// The node's name.
        node: String,
    },
    /// A journal row was to be written out of order, which is a fault of the caller.
    #[error("journal position {pos} was given where {next} comes next")]
    Position {
        /// The position that was given.
        pos: i64,
        /// The one that had to be.
        next: i64,
    },
    /// A journal row is empty or too long, which is a fault of the caller.
    #[error("a journal payload of {bytes} bytes is too large")]
    Payload { bytes: usize },
    /// A journal position holds a row that this process did not write.
    #[error("journal position {pos} holds another row than the one that was written")]
    Diverged { pos: i64 },
    /// A query failed; what the driver says is what somebody who reads the log must know.
    #[error(transparent)]
    Query(DriverError),
}

impl From<sqlx::Error> for Error {
    fn from(said: sqlx::Error) -> Self {
        Self::Query(DriverError(said))
    }
}

impl Error {
    /// Whether the same call may succeed later: the connection was lost, the database is busy,
    /// full or restarting. Everything else is a fault that needs a person.
    pub fn is_passing(&self) -> bool {
        match self {
            Self::Unreachable { .. } | Self::Replica { .. } | Self::Behind { .. } => true,
            Self::Query(DriverError(error)) => crate::db::is_passing(error),
            _ => false,
        }
    }
}
