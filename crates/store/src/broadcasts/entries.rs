//! The scores of boards, entry by entry.

use komadai_ids::{ReviewId, UserId};
use uuid::Uuid;

use crate::{
    Conn, Result, Tx,
    db::{all, execute, row, values},
};

/// The most entries that are read of a score.
const READ_MAX: i64 = 10_000;

row! {
    /// An entry as it is stored.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct StoredEntry in "broadcast_entries" {
        /// Its number, from 1.
        pub n: u32,
        /// Chosen by who sent it.
        pub id: Uuid,
        /// Who wrote it; nobody for a file, and once their account is deleted.
        pub by: Option<UserId> = "by_id",
        /// What they are called.
        pub by_name: Option<String>,
        /// When it was stored, in Unix milliseconds.
        pub at_ms: i64,
        /// What it says, as JSON.
        pub entry: String,
    }
}

/// All entries of a board's score, in their order.
pub async fn of(conn: &mut Conn, review: ReviewId) -> Result<Vec<StoredEntry>> {
    all!(
        conn,
        "SELECT n, broadcast_entries.id, by_id, users.name AS by_name, at_ms, entry \
         FROM broadcast_entries LEFT JOIN users ON users.id = by_id \
         WHERE review_id = $1 ORDER BY n LIMIT $2",
        review.uuid(),
        READ_MAX
    )
    .await
}

/// The boards into whose scores somebody has written.
pub async fn boards_of(conn: &mut Conn, user: UserId) -> Result<Vec<ReviewId>> {
    values!(
        conn,
        "SELECT DISTINCT review_id FROM broadcast_entries WHERE by_id = $1 ORDER BY review_id",
        user.uuid()
    )
    .await
}

/// Appends an entry.
pub async fn append(tx: &mut Tx, review: ReviewId, entry: &StoredEntry) -> Result<()> {
    execute!(
        tx,
        "INSERT INTO broadcast_entries (review_id, n, id, by_id, at_ms, entry) \
         VALUES ($1, $2, $3, $4, $5, $6)",
        review.uuid(),
        i64::from(entry.n),
        entry.id,
        entry.by.map(UserId::uuid),
        entry.at_ms,
        &entry.entry
    )
    .await?;
    Ok(())
}
