//! Who has asked to join a club, and who may not.

use komadai_ids::{ClubId, UserId};

use crate::{
    Conn, Result, Tx,
    db::{all, execute, exists, optional, row, value},
};

/// The most rows of one kind that are read for a club.
const ROWS_READ: i64 = 1_000;

row! {
    /// Somebody who wants to join.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct ClubRequest in "club_requests" {
        pub user: UserId = "user_id",
        pub handle: String,
        /// What others see of them.
        pub name: String,
        /// Whether it is the account of a program.
        pub bot: bool,
        /// What they say.
        pub words: String,
        /// When, in Unix milliseconds.
        pub made_ms: i64,
        /// When an organiser said no; `None` while nobody has answered.
        pub declined_ms: Option<i64>,
    }
}

row! {
    /// Somebody who may not join any more.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct ClubBan in "club_bans" {
        pub user: UserId = "user_id",
        pub handle: String,
        /// What others see of them.
        pub name: String,
        /// Whether it is the account of a program.
        pub bot: bool,
        /// Why, in an organiser's words.
        pub reason: String,
        /// Since when, in Unix milliseconds.
        pub since_ms: i64,
    }
}

row! {
    /// A club that somebody asks to join.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct AskedClub in "club_requests" {
        pub club: ClubId = "club_id",
        pub slug: String,
        pub name: String,
        /// When it was asked last, in Unix milliseconds.
        pub made_ms: i64,
    }
}

/// The clubs that were asked from one time to another and have not answered, each with the latest
/// request of that time.
pub async fn asked_between(conn: &mut Conn, from_ms: i64, to_ms: i64) -> Result<Vec<AskedClub>> {
    all!(
        conn,
        "SELECT asked.club_id, clubs.slug, clubs.name, MAX(asked.made_ms) AS made_ms \
         FROM club_requests AS asked JOIN clubs ON clubs.id = asked.club_id \
         WHERE asked.made_ms >= $1 AND asked.made_ms <= $2 AND asked.declined_ms IS NULL \
         GROUP BY asked.club_id, clubs.slug, clubs.name ORDER BY MAX(asked.made_ms) LIMIT $3",
        from_ms,
        to_ms,
        ROWS_READ
    )
    .await
}

/// Somebody asks; asking again replaces it.
pub async fn ask(tx: &mut Tx, club: ClubId, user: UserId, words: &str, now_ms: i64) -> Result<()> {
    execute!(
        tx,
        "INSERT INTO club_requests (club_id, user_id, words, made_ms) VALUES ($1, $2, $3, $4) \
         ON CONFLICT (club_id, user_id) DO UPDATE SET words = excluded.words, \
             made_ms = excluded.made_ms, declined_ms = NULL",
        club.uuid(),
        user.uuid(),
        words,
        now_ms
    )
    .await?;
    Ok(())
}

/// What an account has asked of a club.
pub async fn request(conn: &mut Conn, club: ClubId, user: UserId) -> Result<Option<ClubRequest>> {
    optional!(
        conn,
        "SELECT asked.user_id, accounts.handle, users.name, users.bot, words, made_ms, declined_ms \
         FROM club_requests AS asked JOIN users ON users.id = asked.user_id \
             JOIN accounts ON accounts.user_id = asked.user_id \
         WHERE asked.club_id = $1 AND asked.user_id = $2",
        club.uuid(),
        user.uuid()
    )
    .await
}

/// Who waits for an answer, the longest first.
pub async fn waiting(conn: &mut Conn, club: ClubId) -> Result<Vec<ClubRequest>> {
    all!(
        conn,
        "SELECT asked.user_id, accounts.handle, users.name, users.bot, words, made_ms, declined_ms \
         FROM club_requests AS asked JOIN users ON users.id = asked.user_id \
             JOIN accounts ON accounts.user_id = asked.user_id \
         WHERE asked.club_id = $1 AND declined_ms IS NULL \
         ORDER BY made_ms, asked.user_id LIMIT $2",
        club.uuid(),
        ROWS_READ
    )
    .await
}

/// How many wait for this club's answer, and how many clubs' answers this account waits for.
pub async fn n_waiting(conn: &mut Conn, club: ClubId, user: UserId) -> Result<(i64, i64)> {
    let of_club: i64 = value!(
        conn,
        "SELECT COUNT(*) FROM club_requests WHERE club_id = $1 AND declined_ms IS NULL",
        club.uuid()
    )
    .await?;
    let of_user: i64 = value!(
        conn,
        "SELECT COUNT(*) FROM club_requests WHERE user_id = $1 AND declined_ms IS NULL",
        user.uuid()
    )
    .await?;
    Ok((of_club, of_user))
}

/// An organiser says no. `false`: nobody waits.
pub async fn decline(tx: &mut Tx, club: ClubId, user: UserId, now_ms: i64) -> Result<bool> {
    let declined = execute!(
        tx,
        "UPDATE club_requests SET declined_ms = $3 \
         WHERE club_id = $1 AND user_id = $2 AND declined_ms IS NULL",
        club.uuid(),
        user.uuid(),
        now_ms
    )
    .await?;
    Ok(declined > 0)
}

/// A request is there no more: it was taken back, or its account is on the list.
pub async fn drop_request(tx: &mut Tx, club: ClubId, user: UserId) -> Result<()> {
    execute!(
        tx,
        "DELETE FROM club_requests WHERE club_id = $1 AND user_id = $2",
        club.uuid(),
        user.uuid()
    )
    .await?;
    Ok(())
}

/// Somebody may not join any more.
pub async fn ban(
    tx: &mut Tx,
    club: ClubId,
    user: UserId,
    by: UserId,
    reason: &str,
    now_ms: i64,
) -> Result<()> {
    execute!(
        tx,
        "INSERT INTO club_bans (club_id, user_id, by_id, reason, since_ms) \
         VALUES ($1, $2, $3, $4, $5) \
         ON CONFLICT (club_id, user_id) DO UPDATE SET reason = excluded.reason",
        club.uuid(),
        user.uuid(),
        by.uuid(),
        reason,
        now_ms
    )
    .await?;
    Ok(())
}

/// Somebody may join again. `false`: they might before.
pub async fn unban(tx: &mut Tx, club: ClubId, user: UserId) -> Result<bool> {
    let n_gone = execute!(
        tx,
        "DELETE FROM club_bans WHERE club_id = $1 AND user_id = $2",
        club.uuid(),
        user.uuid()
    )
    .await?;
    Ok(n_gone > 0)
}

/// Who may not join, the latest first.
pub async fn banned(conn: &mut Conn, club: ClubId) -> Result<Vec<ClubBan>> {
    all!(
        conn,
        "SELECT bans.user_id, accounts.handle, users.name, users.bot, reason, since_ms \
         FROM club_bans AS bans JOIN users ON users.id = bans.user_id \
             JOIN accounts ON accounts.user_id = bans.user_id \
         WHERE bans.club_id = $1 ORDER BY since_ms DESC, bans.user_id LIMIT $2",
        club.uuid(),
        ROWS_READ
    )
    .await
}

/// Whether somebody may not join.
pub async fn is_banned(conn: &mut Conn, club: ClubId, user: UserId) -> Result<bool> {
    exists!(
        conn,
        "SELECT 1 FROM club_bans WHERE club_id = $1 AND user_id = $2",
        club.uuid(),
        user.uuid()
    )
    .await
}
