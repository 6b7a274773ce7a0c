//! What was done in a club, by whom. Rows are added and read, and that is all.

use komadai_ids::{ClubId, UserId};
use uuid::Uuid;

use super::Count;
use crate::{
    Conn, PageKey, Result, Tx,
    db::{Columns, FromRow, Malformed, all, execute, one},
};

/// Something that was done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClubAuditEntry {
    /// Drawn by whoever acted.
    pub id: Uuid,
    /// When, in Unix milliseconds.
    pub at_ms: i64,
    pub by: UserId,
    /// What, as a word of a list.
    pub action: String,
    /// To whom, where it was an account.
    pub about: Option<UserId>,
    /// What else there is to know.
    pub details: String,
}

/// As it is listed, with names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedClubAuditEntry {
    /// What was done.
    pub entry: ClubAuditEntry,
    /// The name of who did it.
    pub by_name: String,
    /// The name of whom it was done to.
    pub about_name: Option<String>,
}

impl FromRow for NamedClubAuditEntry {
    const TABLE: &'static str = "club_acts";

    fn from_row(row: &Columns<'_>) -> Result<Self, Malformed> {
        Ok(Self {
            entry: ClubAuditEntry {
                id: row.get("id")?,
                at_ms: row.get("at_ms")?,
                by: UserId::from_uuid(row.get("by_id")?),
                action: row.get("action")?,
                about: row.get::<Option<Uuid>>("about_id")?.map(UserId::from_uuid),
                details: row.get("details")?,
            },
            by_name: row.get("by_name")?,
            about_name: row.get("about_name")?,
        })
    }
}

/// Notes what was done.
///
/// # Errors
/// When the database fails, or it was noted before.
pub async fn note(tx: &mut Tx, club: ClubId, entry: &ClubAuditEntry) -> Result<()> {
    execute!(
        tx,
        "INSERT INTO club_acts (id, club_id, at_ms, by_id, action, about_id, details) \
         VALUES ($1, $2, $3, $4, $5, $6, $7)",
        entry.id,
        club.uuid(),
        entry.at_ms,
        entry.by.uuid(),
        &entry.action,
        entry.about.map(UserId::uuid),
        &entry.details
    )
    .await?;
    Ok(())
}

/// Whether this act was done.
pub async fn is_done(conn: &mut Conn, id: Uuid) -> Result<bool> {
    let count: Count = one!(conn, "SELECT COUNT(*) AS n FROM club_acts WHERE id = $1", id).await?;
    Ok(count.0 > 0)
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
        "SELECT acts.id, at_ms, by_id, by_users.name AS by_name, action, about_id, \
             about_users.name AS about_name, details \
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
