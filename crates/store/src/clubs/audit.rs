//! The audit logs of clubs: what was done in one. Rows are added and read, and that is all.

use komadai_ids::{ClubId, UserId};
use uuid::Uuid;

use crate::{
    Conn, PageKey, Result, Tx,
    db::{all, execute, exists, row},
};

pub use crate::audit::LISTED_MAX;

row! {
    /// An act in a club.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct ClubAuditEntry in "club_acts" {
        /// Chosen by the person who acted, so that an act that is sent again is known.
        pub id: Uuid,
        /// When, in Unix milliseconds.
        pub at_ms: i64,
        /// By whom.
        pub by: UserId = "by_id",
        /// The account concerned, if there is one.
        pub about: Option<UserId> = "about_id",
        /// The act, as JSON.
        pub act: String,
    }
}

row! {
    /// As it is listed, with names.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct NamedClubAuditEntry in "club_acts" {
        /// The act.
        pub entry: ClubAuditEntry = ClubAuditEntry::from_row,
        /// The name of the person who acted.
        pub by_name: String,
        /// The name of the account concerned.
        pub about_name: Option<String>,
    }
}

/// Stores an act.
///
/// # Errors
/// When the database fails, or it is stored already.
pub async fn note(tx: &mut Tx, club: ClubId, entry: &ClubAuditEntry) -> Result<()> {
    execute!(
        tx,
        "INSERT INTO club_acts (id, club_id, at_ms, by_id, about_id, act) \
         VALUES ($1, $2, $3, $4, $5, $6)",
        entry.id,
        club.uuid(),
        entry.at_ms,
        entry.by.uuid(),
        entry.about.map(UserId::uuid),
        &entry.act
    )
    .await?;
    Ok(())
}

/// Whether this act was done.
pub async fn is_done(conn: &mut Conn, id: Uuid) -> Result<bool> {
    exists!(conn, "SELECT 1 FROM club_acts WHERE id = $1", id).await
}

/// What was done in a club, the latest first.
pub async fn before(
    conn: &mut Conn,
    club: ClubId,
    after: PageKey,
    limit: u32,
) -> Result<Vec<NamedClubAuditEntry>> {
    all!(
        conn,
        "SELECT acts.id, at_ms, by_id, by_users.name AS by_name, about_id, \
             about_users.name AS about_name, act \
         FROM club_acts AS acts JOIN users AS by_users ON by_users.id = by_id \
             LEFT JOIN users AS about_users ON about_users.id = about_id \
         WHERE club_id = $1 AND (at_ms, acts.id) < ($2, $3) \
         ORDER BY at_ms DESC, acts.id DESC LIMIT $4",
        club.uuid(),
        after.at_ms,
        after.id,
        i64::from(limit)
    )
    .await
}
