//! Links by which people join a club. What is in a link is only known by its hash.

use komadai_ids::{ClubId, UserId};
use uuid::Uuid;

use crate::{
    Conn, Result, TokenHash, Tx,
    db::{all, execute, exists, row, value},
};

/// The most links that are read for a club.
const LINKS_READ: i64 = 100;

row! {
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct ClubInvitation in "club_invitations" {
        /// Made by the caller.
        pub id: Uuid,
        /// The name of who made it.
        pub by_name: String,
        /// When, in Unix milliseconds.
        pub made_ms: i64,
        /// Until when it leads in.
        pub expires_ms: i64,
        /// How many may join by it; `None` for any number.
        pub uses_max: Option<i64>,
        /// How many have.
        pub n_used: i64,
    }
}

/// A link that is made.
#[derive(Clone, Copy, Debug)]
pub struct NewClubInvitation {
    /// Made by the caller.
    pub id: Uuid,
    /// Into which club.
    pub club: ClubId,
    /// What is in it.
    pub token: TokenHash,
    pub by: UserId,
    /// When, in Unix milliseconds.
    pub made_ms: i64,
    /// Until when it leads in.
    pub expires_ms: i64,
    /// How many may join by it.
    pub uses_max: Option<i64>,
}

/// Keeps a link; those that lead nowhere any more go.
pub async fn insert(tx: &mut Tx, new: NewClubInvitation) -> Result<()> {
    execute!(
        tx,
        "DELETE FROM club_invitations WHERE club_id = $1 AND (revoked_ms IS NOT NULL \
             OR expires_ms <= $2 OR (uses_max IS NOT NULL AND n_used >= uses_max))",
        new.club.uuid(),
        new.made_ms
    )
    .await?;
    execute!(
        tx,
        "INSERT INTO club_invitations (id, club_id, token_hash, made_by, made_ms, expires_ms, \
             uses_max, n_used) VALUES ($1, $2, $3, $4, $5, $6, $7, 0)",
        new.id,
        new.club.uuid(),
        new.token.0.as_slice(),
        new.by.uuid(),
        new.made_ms,
        new.expires_ms,
        new.uses_max
    )
    .await?;
    Ok(())
}

/// The links that lead into a club at `now_ms`, the latest first.
pub async fn open(conn: &mut Conn, club: ClubId, now_ms: i64) -> Result<Vec<ClubInvitation>> {
    all!(
        conn,
        "SELECT links.id, users.name AS by_name, links.made_ms, expires_ms, uses_max, n_used \
         FROM club_invitations AS links JOIN users ON users.id = links.made_by \
         WHERE club_id = $1 AND revoked_ms IS NULL AND expires_ms > $2 \
             AND (uses_max IS NULL OR n_used < uses_max) \
         ORDER BY links.made_ms DESC, links.id DESC LIMIT $3",
        club.uuid(),
        now_ms,
        LINKS_READ
    )
    .await
}

/// How many they are.
pub async fn n_open(conn: &mut Conn, club: ClubId, now_ms: i64) -> Result<i64> {
    value!(
        conn,
        "SELECT COUNT(*) FROM club_invitations \
         WHERE club_id = $1 AND revoked_ms IS NULL AND expires_ms > $2 \
             AND (uses_max IS NULL OR n_used < uses_max)",
        club.uuid(),
        now_ms
    )
    .await
}

/// Whether a link leads into a club at `now_ms`.
pub async fn leads_in(
    conn: &mut Conn,
    club: ClubId,
    token: TokenHash,
    now_ms: i64,
) -> Result<bool> {
    exists!(
        conn,
        "SELECT 1 FROM club_invitations \
         WHERE club_id = $1 AND token_hash = $2 AND revoked_ms IS NULL AND expires_ms > $3 \
             AND (uses_max IS NULL OR n_used < uses_max)",
        club.uuid(),
        token.0.as_slice(),
        now_ms
    )
    .await
}

/// Somebody joins by a link. `false`: it does not lead in.
pub async fn take(tx: &mut Tx, club: ClubId, token: TokenHash, now_ms: i64) -> Result<bool> {
    let taken = execute!(
        tx,
        "UPDATE club_invitations SET n_used = n_used + 1 \
         WHERE club_id = $1 AND token_hash = $2 AND revoked_ms IS NULL AND expires_ms > $3 \
             AND (uses_max IS NULL OR n_used < uses_max)",
        club.uuid(),
        token.0.as_slice(),
        now_ms
    )
    .await?;
    Ok(taken > 0)
}

/// A link leads nowhere any more. `false`: there is none.
pub async fn revoke(tx: &mut Tx, club: ClubId, id: Uuid, now_ms: i64) -> Result<bool> {
    let n_revoked = execute!(
        tx,
        "UPDATE club_invitations SET revoked_ms = $3 \
         WHERE club_id = $1 AND id = $2 AND revoked_ms IS NULL",
        club.uuid(),
        id,
        now_ms
    )
    .await?;
    Ok(n_revoked > 0)
}
