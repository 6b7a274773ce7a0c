//! Whom organisers have taken off a ladder, and why; until they join it again.

use komadai_ids::{ClubId, UserId};
use uuid::Uuid;

use super::LISTED_MAX;
use crate::{
    Conn, Result, Tx,
    db::{all, execute, optional, row},
};

/// The statement that reads removals, with which of them.
macro_rules! removals {
    ($which:literal) => {
        concat!(
            "SELECT member_id, slug, name, user_id, reason, at_ms \
             FROM club_ladder_removals AS own JOIN clubs ON clubs.id = own.club_id ",
            $which
        )
    };
}

row! {
    /// A player was taken off a ladder.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Removal in "club_ladder_removals" {
        /// The player's line in the list of the club.
        pub member: Uuid = "member_id",
        /// The club's address.
        pub slug: String,
        /// The club's name.
        pub club_name: String = "name",
        pub user: UserId = "user_id",
        /// What the organisers say.
        pub reason: String,
        /// When, in Unix milliseconds.
        pub at_ms: i64,
    }
}

/// Writes down why a member was taken off the ladder, in the place of what was said before.
pub async fn put(
    tx: &mut Tx,
    club: ClubId,
    (member, user): (Uuid, UserId),
    reason: &str,
    now_ms: i64,
) -> Result<()> {
    execute!(
        tx,
        "INSERT INTO club_ladder_removals (member_id, club_id, user_id, reason, at_ms) \
         VALUES ($1, $2, $3, $4, $5) \
         ON CONFLICT (member_id) DO UPDATE SET reason = excluded.reason, \
             at_ms = excluded.at_ms, told_ms = NULL",
        member,
        club.uuid(),
        user.uuid(),
        reason,
        now_ms
    )
    .await?;
    Ok(())
}

/// Why an account is no longer on a ladder, if it was taken off it.
pub async fn find(conn: &mut Conn, club: ClubId, user: UserId) -> Result<Option<Removal>> {
    optional!(conn, removals!("WHERE own.club_id = $1 AND user_id = $2"), club.uuid(), user.uuid())
        .await
}

/// Those of which the player is still to be told, the oldest first.
pub async fn untold(conn: &mut Conn) -> Result<Vec<Removal>> {
    all!(conn, removals!("WHERE told_ms IS NULL ORDER BY at_ms, member_id LIMIT $1"), LISTED_MAX)
        .await
}

/// The player was told.
pub async fn told(tx: &mut Tx, it: &Removal, now_ms: i64) -> Result<()> {
    execute!(
        tx,
        "UPDATE club_ladder_removals SET told_ms = $3 WHERE member_id = $1 AND at_ms = $2",
        it.member,
        it.at_ms,
        now_ms
    )
    .await?;
    Ok(())
}

/// Those of an account, the oldest first.
pub async fn of_user(conn: &mut Conn, user: UserId) -> Result<Vec<Removal>> {
    all!(
        conn,
        removals!("WHERE user_id = $1 ORDER BY at_ms, member_id LIMIT $2"),
        user.uuid(),
        LISTED_MAX
    )
    .await
}

/// What was said of a member goes.
pub(super) async fn forget_member(tx: &mut Tx, member: Uuid) -> Result<()> {
    execute!(tx, "DELETE FROM club_ladder_removals WHERE member_id = $1", member).await?;
    Ok(())
}

/// What was said of an account goes.
pub(super) async fn forget_user(tx: &mut Tx, user: UserId) -> Result<()> {
    execute!(tx, "DELETE FROM club_ladder_removals WHERE user_id = $1", user.uuid()).await?;
    Ok(())
}

/// What was said in a club goes.
pub(super) async fn forget_club(tx: &mut Tx, club: ClubId) -> Result<()> {
    execute!(tx, "DELETE FROM club_ladder_removals WHERE club_id = $1", club.uuid()).await?;
    Ok(())
}
