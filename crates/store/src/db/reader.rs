//! The databases, read-only.

use super::{Conn, Connections, Member, Store};
use crate::Result;

/// Read access to the databases: code that has only this cannot begin a transaction. Cheap to
/// clone.
#[derive(Clone, Debug)]
pub struct Reader(Store);

impl Store {
    /// For callers that only read.
    pub fn reader(&self) -> Reader {
        Reader(self.clone())
    }
}

impl Reader {
    /// A connection to read from.
    pub async fn read(&self) -> Result<Conn> {
        self.0.read().await
    }

    /// Checks that the database answers.
    pub async fn ping(&self) -> Result<()> {
        self.0.ping().await
    }

    /// Like [`Store::members`].
    pub async fn members(&self) -> Result<Vec<Member>> {
        self.0.members().await
    }

    /// The connections of the pool for reading (on PostgreSQL, for writing too).
    pub fn connections(&self) -> Connections {
        self.0.connections()
    }
}
