//! The processes of a cluster: one works with the database, the others stand by.
//!
//! Membership is not recorded anywhere: every member holds a session with PostgreSQL, which carries
//! its address in its name and ends with the process, and the working one holds the lock
//! ([`super::sole`]). So the list is always up to date.

use sqlx::{PgConnection, Row as _};

use super::{Backend, PostgresHost, Store, in_time, sole::LOCK};
use crate::Result;

/// The name of this program's sessions.
pub(super) const PROGRAM: &str = "komadai";

/// The maximum length of a member's address, in bytes: PostgreSQL truncates the names of sessions.
pub const MEMBER_ADDRESS_MAX: usize = 63 - PROGRAM.len() - 1;

/// A process that works with the database or stands by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    /// The address by which the others reach it.
    pub address: String,
    /// Whether it works with the database; the others stand by.
    pub works: bool,
    /// Since when it has been connected, in Unix milliseconds by the database's clock.
    pub since_ms: i64,
    /// How long all its sessions have been silent; `None` if this user may not see that.
    pub silent_ms: Option<i64>,
}

/// The state of PostgreSQL, as far as a cluster depends on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PostgresState {
    /// Its time, in Unix milliseconds.
    pub clock_ms: i64,
    /// It has a replica, and does not wait until the replica has received its commits: the moves
    /// announced last would be lost along with it.
    pub is_copied_late: bool,
}

impl Store {
    /// The processes that work with the database or stand by; none on SQLite, and none for a single
    /// server.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn members(&self) -> Result<Vec<Member>> {
        match &self.shared.backend {
            Backend::Sqlite { .. } => Ok(Vec::new()),
            Backend::Postgres { pool } => list(&mut *pool.acquire().await?).await,
        }
    }

    /// Ends all sessions, except this one's, of a member that is gone or silent: its unfinished
    /// transactions are rolled back.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn end_member(&self, address: &str) -> Result<()> {
        match &self.shared.backend {
            Backend::Sqlite { .. } => Ok(()),
            Backend::Postgres { pool } => {
                end_sessions(&mut *pool.acquire().await?, &session_name(address)).await
            }
        }
    }

    /// What each of several PostgreSQL servers does; nothing of a single one.
    pub async fn postgres_hosts(&self) -> Vec<PostgresHost> {
        match &self.shared.backend {
            Backend::Sqlite { .. } => Vec::new(),
            Backend::Postgres { pool } => pool.hosts.roles().await,
        }
    }

    /// The state of PostgreSQL; `None` for SQLite.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn postgres_state(&self) -> Result<Option<PostgresState>> {
        let Backend::Postgres { pool } = &self.shared.backend else { return Ok(None) };
        let query = sqlx::query(
            "SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT), \
             EXISTS (SELECT 1 FROM pg_stat_replication) \
             AND (current_setting('synchronous_standby_names') = '' \
             OR current_setting('synchronous_commit') = 'local')",
        );
        let row = in_time(query.fetch_one(&mut *pool.acquire().await?)).await?;
        Ok(Some(PostgresState { clock_ms: row.try_get(0)?, is_copied_late: row.try_get(1)? }))
    }
}

/// The name of a member's sessions.
pub(super) fn session_name(address: &str) -> String {
    format!("{PROGRAM} {address}")
}

/// The address in the name of a session; `None` for a server that is not a member of a cluster.
pub(super) fn address_in(name: &str) -> Option<&str> {
    name.strip_prefix(PROGRAM)?.strip_prefix(' ')
}

async fn list(conn: &mut PgConnection) -> Result<Vec<Member>> {
    let query = sqlx::query(
        "SELECT it.application_name, COALESCE(BOOL_OR(held.pid IS NOT NULL), FALSE), \
         CAST(COALESCE(EXTRACT(EPOCH FROM MIN(it.backend_start)), 0) * 1000 AS BIGINT), \
         CAST(EXTRACT(EPOCH FROM clock_timestamp() - MAX(it.state_change)) * 1000 AS BIGINT) \
         FROM pg_stat_activity it LEFT JOIN pg_locks held ON held.pid = it.pid \
         AND held.locktype = 'advisory' AND held.granted AND held.objsubid = 1 \
         AND CAST(held.classid AS BIGINT) = $1 AND CAST(held.objid AS BIGINT) = $2 \
         WHERE it.datname = current_database() AND it.application_name LIKE $3 \
         GROUP BY it.application_name ORDER BY it.application_name",
    )
    .bind(LOCK >> 32)
    .bind(LOCK & 0xFFFF_FFFF)
    .bind(session_name("%"));
    let mut members = Vec::new();
    for row in in_time(query.fetch_all(conn)).await? {
        let name: String = row.try_get(0)?;
        let Some(address) = address_in(&name) else { continue };
        let (works, since_ms, silent_ms) = (row.try_get(1)?, row.try_get(2)?, row.try_get(3)?);
        members.push(Member { address: address.to_owned(), works, since_ms, silent_ms });
    }
    Ok(members)
}

/// Ends all sessions of this name except our own.
pub(super) async fn end_sessions(conn: &mut PgConnection, name: &str) -> Result<()> {
    let query = sqlx::query(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity \
         WHERE datname = current_database() AND application_name = $1 \
         AND pid <> pg_backend_pid()",
    )
    .bind(name);
    in_time(query.execute(conn)).await?;
    Ok(())
}
