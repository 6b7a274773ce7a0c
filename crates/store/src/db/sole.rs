//! What keeps a second server from a PostgreSQL database: a lock held by a session of its own.
//!
//! The lock ends with the session, so a server that was killed leaves none behind. A machine that
//! is gone leaves a silent session; a live server queries it every second ([`SoleServer::check`]).
//! A server that tries to take the lock checks this, by the database's own clock, and ends a
//! session that has been silent for [`SILENT_MAX_MS`].

use std::{io, pin::pin, time::Duration};

use sqlx::{Connection as _, PgConnection, Row as _};
use tokio::{
    sync::Mutex,
    time::{Instant, sleep, timeout},
};

use super::{hosts::Hosts, in_time};
use crate::{Error, Result};

/// The lock's number, used by no other program on the database: "komadai" in ASCII.
pub(super) const LOCK: i64 = 0x006b_6f6d_6164_6169;

/// A server that has been silent for this long is gone, in milliseconds.
const SILENT_MAX_MS: i64 = 5_000;

/// How often the lock is tried.
const TRY_EVERY: Duration = Duration::from_millis(50);

/// How often a server that starts reports that it is alive: several times in any lease.
const CHECK_EVERY: Duration = Duration::from_millis(200);

/// How long to wait for a session that this process has lost.
const OWN_SESSION_MAX: Duration = Duration::from_secs(1);

/// The lock of the only server that works with a database.
#[derive(Debug)]
pub(super) struct SoleServer {
    hosts: Hosts,
    at: String,
    // A lock, because the caller that notices a lost session makes another; held while the database
    // answers, by the writer's tick alone.
    session: Mutex<Session>,
}

#[derive(Debug)]
struct Session {
    /// `None` if the connection is lost.
    conn: Option<PgConnection>,
    id: SessionId,
    made: Instant,
}

/// Identifies a session permanently: PostgreSQL reuses process numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SessionId {
    pid: i32,
    began: String,
}

/// The holder of the lock.
#[derive(Debug)]
pub(super) struct Holder {
    pub(super) id: SessionId,
    /// The name of its session.
    pub(super) name: String,
    /// How long it has been silent; `None` if this user may not see that.
    pub(super) silent_ms: Option<i64>,
}

impl SoleServer {
    /// Takes the lock.
    ///
    /// # Errors
    /// [`Error::Occupied`] when another server is alive on this database.
    pub(super) async fn begin(hosts: Hosts) -> Result<Self> {
        let at = hosts.database();
        let mut conn = hosts.connect().await?;
        let since = Instant::now();
        while !try_lock(&mut conn).await? {
            // Taken before it is asked how long the holder has been silent: the answer takes a while.
            let tried = since.elapsed();
            if let Some(holder) = holder(&mut conn).await? {
                match holder.silent_ms {
                    Some(silent_ms) if silent_ms >= SILENT_MAX_MS => {
                        end_session(&mut conn, &holder.id).await?;
                    }
                    // It has been silent since this attempt began: it may be gone.
                    Some(silent_ms) if silent_ms >= tried.as_millis() as i64 => {}
                    // A session that is ending, such as that of a process killed a moment ago,
                    // holds the lock for a moment longer.
                    _ if tried < OWN_SESSION_MAX => {}
                    _ => return Err(Error::Occupied { at }),
                }
            }
            sleep(TRY_EVERY).await;
        }
        Self::with(hosts, at, conn).await
    }

    /// From a session that already holds the lock.
    pub(super) async fn with(hosts: Hosts, at: String, mut conn: PgConnection) -> Result<Self> {
        let id = session_id(&mut conn).await?;
        let session = Session { conn: Some(conn), id, made: Instant::now() };
        Ok(Self { hosts, at, session: Mutex::new(session) })
    }

    /// The servers that the lock is held at.
    pub(super) fn hosts(&self) -> &Hosts {
        &self.hosts
    }

    /// Reports that this server is alive, and takes the lock again if the session was lost. To be
    /// called every second.
    ///
    /// # Errors
    /// [`Error::Occupied`] when another server has taken the lock in the meantime; otherwise when
    /// the database fails, and then the call may be retried.
    pub(super) async fn check(&self) -> Result<()> {
        let mut session = self.session.lock().await;
        // The lock is held where the rest is, also while the one that was left still answers.
        if self.hosts.has_moved_since(session.made) {
            session.conn = None;
        }
        if let Some(conn) = &mut session.conn {
            match in_time(sqlx::query("SELECT 1").execute(conn)).await {
                Ok(_) => return Ok(()),
                Err(_) => session.conn = None,
            }
        }
        let mut conn = self.hosts.connect().await?;
        let since = Instant::now();
        while !try_lock(&mut conn).await? {
            match holder(&mut conn).await? {
                Some(holder) if holder.id == session.id => {
                    end_session(&mut conn, &holder.id).await?;
                }
                Some(_) => return Err(Error::Occupied { at: self.at.clone() }),
                None => {}
            }
            if since.elapsed() > OWN_SESSION_MAX {
                return Err(sqlx::Error::Io(io::ErrorKind::TimedOut.into()).into());
            }
            sleep(TRY_EVERY).await;
        }
        session.id = session_id(&mut conn).await?;
        session.made = Instant::now();
        session.conn = Some(conn);
        Ok(())
    }

    /// Waits for something that takes time, and [reports](Self::check) meanwhile that this server is
    /// alive. The work stands still while the database answers that.
    pub(super) async fn check_during<T>(&self, work: impl Future<Output = T>) -> T {
        let mut work = pin!(work);
        loop {
            if let Ok(done) = timeout(CHECK_EVERY, &mut work).await {
                return done;
            }
            // If the place is lost, so are the sessions of the work.
            let _ = self.check().await;
        }
    }

    /// Releases the lock: once this returns, another server may take it.
    pub(super) async fn end(&self) {
        if let Some(mut conn) = self.session.lock().await.conn.take() {
            // The session would hold it for a moment after being closed. If the other side is gone,
            // so is the lock.
            let unlock = sqlx::query("SELECT pg_advisory_unlock($1)").bind(LOCK);
            let _ = in_time(unlock.execute(&mut conn)).await;
            let _ = in_time(conn.close()).await;
        }
    }
}

pub(super) async fn try_lock(conn: &mut PgConnection) -> Result<bool> {
    let query = sqlx::query("SELECT pg_try_advisory_lock($1)").bind(LOCK);
    Ok(in_time(query.fetch_one(conn)).await?.try_get(0)?)
}

async fn session_id(conn: &mut PgConnection) -> Result<SessionId> {
    let query = sqlx::query(
        "SELECT pid, CAST(backend_start AS TEXT) FROM pg_stat_activity \
         WHERE pid = pg_backend_pid()",
    );
    let row = in_time(query.fetch_one(conn)).await?;
    Ok(SessionId { pid: row.try_get(0)?, began: row.try_get(1)? })
}

pub(super) async fn holder(conn: &mut PgConnection) -> Result<Option<Holder>> {
    let query = sqlx::query(
        "SELECT it.pid, COALESCE(CAST(it.backend_start AS TEXT), ''), \
         COALESCE(it.application_name, ''), CAST(EXTRACT(EPOCH FROM clock_timestamp() - it.state_change) * 1000 AS BIGINT) \
         FROM pg_locks JOIN pg_stat_activity it ON it.pid = pg_locks.pid \
         WHERE locktype = 'advisory' AND granted AND objsubid = 1 \
         AND database = (SELECT oid FROM pg_database WHERE datname = current_database()) \
         AND CAST(classid AS BIGINT) = $1 AND CAST(objid AS BIGINT) = $2",
    )
    .bind(LOCK >> 32)
    .bind(LOCK & 0xFFFF_FFFF);
    let Some(row) = in_time(query.fetch_optional(conn)).await? else { return Ok(None) };
    let id = SessionId { pid: row.try_get(0)?, began: row.try_get(1)? };
    Ok(Some(Holder { id, name: row.try_get(2)?, silent_ms: row.try_get(3)? }))
}

async fn end_session(conn: &mut PgConnection, session: &SessionId) -> Result<()> {
    let query = sqlx::query(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity \
         WHERE pid = $1 AND CAST(backend_start AS TEXT) = $2",
    )
    .bind(session.pid)
    .bind(&session.began);
    in_time(query.execute(conn)).await?;
    Ok(())
}
