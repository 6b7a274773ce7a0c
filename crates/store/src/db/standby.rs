//! A member of a cluster that waits until it is its turn to work with the database.
//!
//! It looks who holds the lock ([`super::sole`]), several times in each lease. A process that is
//! killed leaves the lock free at once. One that is stopped, or whose machine is gone, leaves a
//! session that says nothing: after a lease all its sessions are ended, the one with which it
//! might still write to the journal among them. What it does in spite of that is refused, as the
//! journal is [fenced](crate::journal).
//!
//! Only who has been answered throughout a lease takes what another had: when the database was away
//! for everybody, whoever worked comes back first.

use std::{fs::File, io, time::Duration};

use sqlx::{PgConnection, postgres::PgConnectOptions};
use tokio::time::{Instant, timeout};

use super::{
    DatabaseSettings,
    members::{address_in, end_sessions, session_name},
    opening::{connect, lock_data_dir, postgres_options},
    sole::{Holder, SoleServer, database_name, holder, try_lock},
};
use crate::{Error, Result, Store};

/// A member that stands by.
#[derive(Debug)]
pub struct Standby {
    settings: DatabaseSettings,
    options: PgConnectOptions,
    lease: Duration,
    lock: File,
    /// `None` when the connection is lost.
    conn: Option<PgConnection>,
    /// Since when the database has always answered in time.
    answered_since: Option<Instant>,
    /// The session's name of whoever worked when that was seen last.
    worked: Option<String>,
}

/// Whose turn it is.
#[derive(Debug)]
pub enum Turn {
    /// Another member works; it is reached at this address.
    Other(String),
    /// Nobody seems to work, and it is too early to take the place: whoever worked may come back.
    Nobody,
    /// This one works from now on.
    Mine(Box<Holding>),
}

/// The right to work with the database, which goes when this is dropped.
#[derive(Debug)]
pub struct Holding {
    sole: SoleServer,
    /// The address of whoever worked before, if it was another.
    pub before: Option<String>,
}

impl Standby {
    /// Stands by for the database at `url`, of which these are the settings.
    ///
    /// # Errors
    /// When the data directory is in use, or the address is none.
    pub fn begin(settings: DatabaseSettings, lease: Duration) -> Result<Self> {
        let lock = lock_data_dir(&settings.data_dir)?;
        let url = settings.url.as_deref().ok_or(Error::Url { source: None })?;
        let options = postgres_options(url, &settings)?;
        Ok(Self { settings, options, lease, lock, conn: None, answered_since: None, worked: None })
    }

    /// Looks whose turn it is, and takes it if it is ours.
    ///
    /// # Errors
    /// [`Error::Occupied`] when a server that is in no cluster works with the database, which a
    /// person must mend, as whatever keeps this one from connecting; when the database does not
    /// answer, it may be looked again.
    pub async fn look(&mut self) -> Result<Turn> {
        let looked = timeout(self.lease / 2, self.ask()).await;
        // The connection is put back only when everything was answered.
        if self.conn.is_none() {
            self.answered_since = None;
        }
        looked.unwrap_or_else(|_| Err(sqlx::Error::Io(io::ErrorKind::TimedOut.into()).into()))
    }

    async fn ask(&mut self) -> Result<Turn> {
        let mut conn = match self.conn.take() {
            Some(conn) => conn,
            None => connect(&self.options).await?,
        };
        let answered_since = *self.answered_since.get_or_insert_with(Instant::now);
        let may_take = answered_since.elapsed() >= self.lease;
        let turn = match holder(&mut conn).await? {
            Some(holder) => self.see(&mut conn, holder, may_take).await?,
            None if self.worked.is_some() && !may_take => Turn::Nobody,
            None if try_lock(&mut conn).await? => {
                return Ok(Turn::Mine(Box::new(self.take(conn).await?)));
            }
            // Another was quicker.
            None => Turn::Nobody,
        };
        self.conn = Some(conn);
        Ok(turn)
    }

    /// Somebody works, or seems to.
    async fn see(
        &mut self,
        conn: &mut PgConnection,
        holder: Holder,
        may_take: bool,
    ) -> Result<Turn> {
        let Some(address) = address_in(&holder.name) else {
            return Err(Error::Occupied { at: database_name(&self.options) });
        };
        let address = address.to_owned();
        let lease_ms = self.lease.as_millis() as i64;
        if may_take && holder.silent_ms.is_some_and(|silent_ms| silent_ms >= lease_ms) {
            end_sessions(conn, &holder.name).await?;
            self.worked = Some(holder.name);
            return Ok(Turn::Nobody);
        }
        self.worked = Some(holder.name);
        Ok(Turn::Other(address))
    }

    /// The lock is ours, in this session.
    async fn take(&mut self, mut conn: PgConnection) -> Result<Holding> {
        let own = self.settings.member.as_deref().map(session_name);
        let worked = self.worked.take().filter(|name| own.as_ref() != Some(name));
        if let Some(name) = &worked {
            // Whatever it had begun and not ended holds rows that we need.
            end_sessions(&mut conn, name).await?;
        }
        let sole =
            SoleServer::with(self.options.clone(), database_name(&self.options), conn).await?;
        let before = worked.as_deref().and_then(address_in).map(str::to_owned);
        Ok(Holding { sole, before })
    }

    /// Opens the databases, with which this process works from now on.
    ///
    /// # Errors
    /// As [`Store::open`].
    pub async fn open(self, holding: Holding) -> Result<Store> {
        Store::with_lock(&self.settings, Some(holding.sole), Some(self.lock)).await
    }
}
