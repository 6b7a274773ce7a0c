//! The processes of a cluster: one works with the database, the others stand by.
//!
//! Who is there is not written down anywhere: every member holds a session with PostgreSQL, which
//! bears its address as its name and goes when the process does, and the one that works holds the
//! lock ([`super::sole`]). So the list is never older than the members are.

use sqlx::{PgConnection, Row as _};

use super::{Backend, Store, in_time, sole::LOCK};
use crate::Result;

/// What the sessions of this program are called.
pub(super) const PROGRAM: &str = "komadai";

/// How long the address of a member may be, in bytes: PostgreSQL cuts the names of sessions.
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
    /// For how long none of its sessions has said anything; `None` when this user may not know.
    pub silent_ms: Option<i64>,
}

/// How PostgreSQL stands, as far as a cluster depends on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PostgresState {
    /// Its time, in Unix milliseconds.
    pub clock_ms: i64,
    /// It is copied to another server, and does not wait until that has what it commits: what was
    /// announced last would be lost with this one.
    pub is_copied_late: bool,
}

impl Store {
    /// The processes that work with the database or stand by; none on SQLite, and none where a
    /// server is alone.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn members(&self) -> Result<Vec<Member>> {
        match &self.shared.backend {
            Backend::Sqlite { .. } => Ok(Vec::new()),
            Backend::Postgres { pool, .. } => list(&mut *pool.acquire().await?).await,
        }
    }

    /// Ends all sessions of a member but this one's, which is gone, or says nothing any more: what
    /// it had begun is taken back.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn end_member(&self, address: &str) -> Result<()> {
        match &self.shared.backend {
            Backend::Sqlite { .. } => Ok(()),
            Backend::Postgres { pool, .. } => {
                end_sessions(&mut *pool.acquire().await?, &session_name(address)).await
            }
        }
    }

    /// How PostgreSQL stands; `None` for SQLite.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn postgres_state(&self) -> Result<Option<PostgresState>> {
        let Backend::Postgres { pool, .. } = &self.shared.backend else { return Ok(None) };
        let query = sqlx::query(
            "SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT), \
             EXISTS (SELECT 1 FROM pg_stat_replication) \
             AND current_setting('synchronous_standby_names') = ''",
        );
        let row = in_time(query.fetch_one(&mut *pool.acquire().await?)).await?;
        Ok(Some(PostgresState { clock_ms: row.try_get(0)?, is_copied_late: row.try_get(1)? }))
    }
}

/// What the sessions of a member are called.
pub(super) fn session_name(address: &str) -> String {
    format!("{PROGRAM} {address}")
}

/// The address in the name of a session; `None` for a server that is no member of a cluster.
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

/// Ends all sessions of this name but our own.
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
