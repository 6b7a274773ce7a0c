//! A club's announcements to its members.

use komadai_ids::{ClubId, UserId};
use uuid::Uuid;

use crate::{
    Conn, Result, Tx,
    db::{all, execute, optional_value, row, value},
};

row! {
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Announcement in "club_announcements" {
        /// Made by the caller.
        pub id: Uuid,
        pub by: UserId = "by_id",
        pub by_name: String,
        pub title: String,
        pub text: String,
        /// When, in Unix milliseconds.
        pub made_ms: i64,
        /// When it was last rewritten.
        pub changed_ms: Option<i64>,
        /// Whether it stands before the others.
        pub pinned: bool,
    }
}

/// Keeps an announcement.
pub async fn insert(
    tx: &mut Tx,
    club: ClubId,
    id: Uuid,
    by: UserId,
    words: (&str, &str),
    now_ms: i64,
) -> Result<()> {
    let (title, text) = words;
    execute!(
        tx,
        "INSERT INTO club_announcements (id, club_id, by_id, title, text, made_ms) \
         VALUES ($1, $2, $3, $4, $5, $6)",
        id,
        club.uuid(),
        by.uuid(),
        title,
        text,
        now_ms
    )
    .await?;
    Ok(())
}

/// Rewrites an announcement. `false`: there is none.
pub async fn edit(
    tx: &mut Tx,
    club: ClubId,
    id: Uuid,
    words: (&str, &str),
    now_ms: i64,
) -> Result<bool> {
    let (title, text) = words;
    let n_changed = execute!(
        tx,
        "UPDATE club_announcements SET title = $3, text = $4, changed_ms = $5 \
         WHERE club_id = $1 AND id = $2",
        club.uuid(),
        id,
        title,
        text,
        now_ms
    )
    .await?;
    Ok(n_changed > 0)
}

/// Takes an announcement away. `false`: there is none.
pub async fn delete(tx: &mut Tx, club: ClubId, id: Uuid) -> Result<bool> {
    let n_gone = execute!(
        tx,
        "DELETE FROM club_announcements WHERE club_id = $1 AND id = $2",
        club.uuid(),
        id
    )
    .await?;
    Ok(n_gone > 0)
}

/// Pins an announcement or unpins it; its title. `None`: there is none.
pub async fn pin(tx: &mut Tx, club: ClubId, id: Uuid, pinned: bool) -> Result<Option<String>> {
    execute!(
        tx,
        "UPDATE club_announcements SET pinned = $3 WHERE club_id = $1 AND id = $2",
        club.uuid(),
        id,
        pinned
    )
    .await?;
    optional_value!(
        tx,
        "SELECT title FROM club_announcements WHERE club_id = $1 AND id = $2",
        club.uuid(),
        id
    )
    .await
}

/// What a club has announced: what is pinned, then the rest, the latest first.
pub async fn latest(conn: &mut Conn, club: ClubId, limit: u32) -> Result<Vec<Announcement>> {
    all!(
        conn,
        "SELECT told.id, told.by_id, users.name AS by_name, title, text, made_ms, changed_ms, \
             pinned \
         FROM club_announcements AS told JOIN users ON users.id = told.by_id \
         WHERE club_id = $1 ORDER BY pinned DESC, made_ms DESC, told.id DESC LIMIT $2",
        club.uuid(),
        i64::from(limit)
    )
    .await
}

/// How many announcements a club has.
pub async fn count(conn: &mut Conn, club: ClubId) -> Result<i64> {
    value!(conn, "SELECT COUNT(*) FROM club_announcements WHERE club_id = $1", club.uuid()).await
}
