//! A member of a cluster that waits for its turn to work with the database.
//!
//! It checks several times in each lease which session holds the lock ([`super::sole`]). A process
//! that is killed frees the lock immediately. One that is stopped, or whose machine is gone, leaves
//! a silent session: after a lease all its sessions are ended, including the one with which it
//! might still write to the journal. Any later attempt of it is refused, as the journal is
//! [fenced](crate::journal).
//!
//! Only a member whose own checks were answered throughout a lease takes another's place: if the
//! database was down for everybody, the member that was working comes back first.

use std::{io, time::Duration};

use sqlx::PgConnection;
use tokio::time::{Instant, timeout};

use super::{
    DatabaseSettings,
    hosts::Hosts,
    lock::DataDirLock,
    members::{address_in, end_sessions, session_name},
    sole::{Holder, SoleServer, holder, try_lock},
};
use crate::{Error, Result, Store};

/// Who has not worked for so long has noticed, or is gone.
const LATELY: Duration = Duration::from_secs(600);

/// A member that stands by.
#[derive(Debug)]
pub struct Standby {
    settings: DatabaseSettings,
    hosts: Hosts,
    lease: Duration,
    lock: DataDirLock,
    /// `None` if the connection is lost.
    conn: Option<PgConnection>,
    /// Since when the database has always answered in time.
    answered_since: Option<Instant>,
    /// The session name of the member that was last seen working.
    worked: Option<String>,
    /// The session names of all that worked lately, with when they were last seen to. The one that
    /// took the place of another may itself have failed before it could tell it.
    worked_lately: Vec<(String, Instant)>,
}

/// Whose turn it is.
#[derive(Debug)]
pub enum Turn {
    /// Another member works; this is its address.
    Other(String),
    /// No member seems to work, but it is too early to take its place: the previous one may return.
    Nobody,
    /// This one works from now on.
    Mine(Box<Holding>),
}

/// The right to work with the database, given up when this is dropped.
#[derive(Debug)]
pub struct Holding {
    sole: SoleServer,
    /// The address of the previously working member, if it was another one.
    pub before: Option<String>,
    /// The addresses of all other members that worked lately, the previous one among them.
    pub worked_lately: Vec<String>,
}

impl Holding {
    /// Waits for something that takes time, and reports meanwhile that this member is alive.
    pub async fn check_during<T>(&self, work: impl Future<Output = T>) -> T {
        self.sole.check_during(work).await
    }
}

impl Standby {
    /// Stands by for the database at `url`, with these settings.
    ///
    /// # Errors
    /// When the data directory is in use, or the address is invalid.
    pub fn begin(settings: DatabaseSettings, lease: Duration) -> Result<Self> {
        let lock = DataDirLock::take(&settings.data_dir)?;
        let url = settings.url.as_deref().ok_or(Error::Url { source: None })?;
        let hosts = Hosts::new(url, &settings, true)?;
        Ok(Self {
            settings,
            hosts,
            lease,
            lock,
            conn: None,
            answered_since: None,
            worked: None,
            worked_lately: Vec::new(),
        })
    }

    /// Checks whose turn it is, and takes this member's turn if it has come.
    ///
    /// # Errors
    /// [`Error::Occupied`] when a server outside the cluster works with the database. The operator
    /// has to fix this, like anything else that keeps this member from connecting; if the database
    /// does not answer, the check may be repeated.
    pub async fn look(&mut self) -> Result<Turn> {
        let looked = timeout(self.lease / 2, self.ask()).await;
        // The connection is put back only once everything was answered.
        if self.conn.is_none() {
            self.answered_since = None;
        }
        looked.unwrap_or_else(|_| Err(sqlx::Error::Io(io::ErrorKind::TimedOut.into()).into()))
    }

    async fn ask(&mut self) -> Result<Turn> {
        let mut conn = match self.conn.take() {
            Some(conn) => conn,
            None => self.hosts.connect().await?,
        };
        let answered_since = *self.answered_since.get_or_insert_with(Instant::now);
        let may_take = answered_since.elapsed() >= self.lease;
        let turn = match holder(&mut conn).await? {
            Some(holder) => self.see(&mut conn, holder, may_take).await?,
            None if self.worked.is_some() && !may_take => Turn::Nobody,
            None if try_lock(&mut conn).await? => {
                return Ok(Turn::Mine(Box::new(self.take(conn).await?)));
            }
            // Another member was quicker.
            None => Turn::Nobody,
        };
        self.conn = Some(conn);
        Ok(turn)
    }

    /// A member works, or seems to.
    async fn see(
        &mut self,
        conn: &mut PgConnection,
        holder: Holder,
        may_take: bool,
    ) -> Result<Turn> {
        let Some(address) = address_in(&holder.name) else {
            return Err(Error::Occupied { at: self.hosts.database() });
        };
        let address = address.to_owned();
        let lease_ms = self.lease.as_millis() as i64;
        if may_take && holder.silent_ms.is_some_and(|silent_ms| silent_ms >= lease_ms) {
            end_sessions(conn, &holder.name).await?;
            self.worked = Some(holder.name);
            return Ok(Turn::Nobody);
        }
        self.worked_lately.retain(|(name, seen)| *name != holder.name && seen.elapsed() < LATELY);
        self.worked_lately.push((holder.name.clone(), Instant::now()));
        self.worked = Some(holder.name);
        Ok(Turn::Other(address))
    }

    /// The lock is ours, in this session.
    async fn take(&mut self, mut conn: PgConnection) -> Result<Holding> {
        let own = self.settings.member.as_deref().map(session_name);
        let worked = self.worked.take().filter(|name| own.as_ref() != Some(name));
        if let Some(name) = &worked {
            // Its unfinished transactions hold rows that we need.
            end_sessions(&mut conn, name).await?;
        }
        let sole = SoleServer::with(self.hosts.clone(), self.hosts.database(), conn).await?;
        let before = worked.as_deref().and_then(address_in).map(str::to_owned);
        Ok(Holding { sole, before, worked_lately: self.worked_lately() })
    }

    /// The addresses of the other members that worked lately, as far as this one has seen.
    pub fn worked_lately(&self) -> Vec<String> {
        let own = self.settings.member.as_deref();
        let addresses = self.worked_lately.iter().filter_map(|(name, _)| address_in(name));
        addresses.filter(|address| Some(*address) != own).map(str::to_owned).collect()
    }

    /// Opens the databases, with which this process works from now on.
    ///
    /// # Errors
    /// As for [`Store::open`].
    pub async fn open(self, holding: Holding) -> Result<Store> {
        Store::with_lock(&self.settings, Some(holding.sole), Some(self.lock)).await
    }
}
