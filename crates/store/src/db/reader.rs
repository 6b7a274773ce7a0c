//! The databases without a way to change them.

use super::{Conn, Connections, Member, Store};
use crate::Result;

/// The databases to read from, and no more: nobody who has only this can begin a transaction.
/// Cheap to clone.
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

    /// Asks the database whether it is there.
    pub async fn ping(&self) -> Result<()> {
        self.0.ping().await
    }

    /// As [`Store::members`].
    pub async fn members(&self) -> Result<Vec<Member>> {
        self.0.members().await
    }

    /// The connections of the pool that reads (on PostgreSQL: and writes).
    pub fn connections(&self) -> Connections {
        self.0.connections()
    }
}
