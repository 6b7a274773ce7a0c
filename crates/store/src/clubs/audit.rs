//! The audit logs of clubs: what was done in one. Rows are added and read, and that is all.

use komadai_ids::{ClubId, UserId};
use uuid::Uuid;

use crate::{
    AuditEntry, Conn, NamedAuditEntry, PageKey, Result, Tx,
    db::{all, execute, exists, row},
};

row! {
    /// As it is listed; the columns have the same names as in the site's log.
    struct OfClub(NamedAuditEntry = NamedAuditEntry::from_row) in "club_acts";
}

/// Notes what somebody has done. The id is chosen by the person who acted.
///
/// # Errors
/// When the database fails, or it was noted before, or nobody has done it.
pub async fn note(tx: &mut Tx, club: ClubId, entry: &AuditEntry) -> Result<()> {
    execute!(
        tx,
        "INSERT INTO club_acts (id, club_id, at_ms, by_id, action, about_id, details) \
         VALUES ($1, $2, $3, $4, $5, $6, $7)",
        entry.id,
        club.uuid(),
        entry.at_ms,
        entry.by.map(UserId::uuid),
        &entry.action,
        entry.about.map(UserId::uuid),
        &entry.details
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
) -> Result<Vec<NamedAuditEntry>> {
    let found: Vec<OfClub> = all!(
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
    .await?;
    Ok(found.into_iter().map(|OfClub(entry)| entry).collect())
}
