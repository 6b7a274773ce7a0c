//! Broadcasts: what a study whose chapters are boards has besides, and the lists of them. The boards
//! and their scores are in the modules below.

pub mod boards;
pub mod entries;

use komadai_ids::{ReviewId, StudyId, UserId};

use crate::{
    Conn, Result, Tx,
    db::{all, execute, optional, parsed, row, select},
};

/// How many broadcasts one list may have.
pub const BROADCASTS_LISTED_MAX: u32 = 100;

row! {
    /// What a broadcast has besides its study.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Broadcast in "broadcasts" {
        pub study: StudyId = "study_id",
        /// When it begins, in Unix milliseconds.
        pub starts_ms: i64,
        /// When it was ended, in Unix milliseconds.
        pub ended_ms: Option<i64>,
        /// By how many moves the public is behind.
        pub delay_plies: u32,
        /// By how much time the public is behind, in milliseconds.
        pub delay_ms: u64,
        /// The board that is shown large.
        pub featured: Option<ReviewId> = "featured_id",
        /// Whether it shows who stands where.
        pub has_standings: bool,
    }
}

row! {
    /// A broadcast in a list.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct ListedBroadcast in "broadcasts" {
        pub study: StudyId = "study_id",
        pub title: String,
        pub description: String,
        pub starts_ms: i64,
        pub ended_ms: Option<i64>,
        pub owner_name: String,
        /// Whether everybody sees it.
        pub is_public: bool = parsed("visibility", |it: String| Some(it == "public")),
        pub n_boards: u32,
    }
}

/// Keeps what a new broadcast has besides its study.
pub async fn insert(tx: &mut Tx, broadcast: &Broadcast) -> Result<()> {
    execute!(
        tx,
        "INSERT INTO broadcasts (study_id, starts_ms, ended_ms, delay_plies, delay_ms, \
             featured_id, has_standings) VALUES ($1, $2, $3, $4, $5, $6, $7)",
        broadcast.study.uuid(),
        broadcast.starts_ms,
        broadcast.ended_ms,
        i64::from(broadcast.delay_plies),
        broadcast.delay_ms as i64,
        broadcast.featured.map(ReviewId::uuid),
        broadcast.has_standings
    )
    .await?;
    Ok(())
}

/// What the broadcast with this study has besides.
pub async fn find(conn: &mut Conn, study: StudyId) -> Result<Option<Broadcast>> {
    optional!(conn, select!(Broadcast, "FROM broadcasts WHERE study_id = $1"), study.uuid()).await
}

/// Changes what a broadcast has besides its study.
pub async fn edit(tx: &mut Tx, broadcast: &Broadcast) -> Result<()> {
    execute!(
        tx,
        "UPDATE broadcasts SET starts_ms = $2, ended_ms = $3, delay_plies = $4, delay_ms = $5, \
             featured_id = $6, has_standings = $7 WHERE study_id = $1",
        broadcast.study.uuid(),
        broadcast.starts_ms,
        broadcast.ended_ms,
        i64::from(broadcast.delay_plies),
        broadcast.delay_ms as i64,
        broadcast.featured.map(ReviewId::uuid),
        broadcast.has_standings
    )
    .await?;
    Ok(())
}

/// The public broadcasts that have not ended, the one that begins first at the top, at most
/// [`BROADCASTS_LISTED_MAX`].
pub async fn open(conn: &mut Conn) -> Result<Vec<ListedBroadcast>> {
    all!(
        conn,
        "SELECT study_id, title, description, visibility, starts_ms, ended_ms, \
             users.name AS owner_name, (SELECT COUNT(*) FROM broadcast_boards \
                 WHERE broadcast_boards.study_id = broadcasts.study_id) AS n_boards \
         FROM broadcasts JOIN studies ON studies.id = study_id JOIN users ON users.id = owner_id \
         WHERE visibility = 'public' AND ended_ms IS NULL \
         ORDER BY starts_ms, study_id LIMIT $1",
        i64::from(BROADCASTS_LISTED_MAX)
    )
    .await
}

/// The public broadcasts that have ended, the last one first, at most [`BROADCASTS_LISTED_MAX`].
pub async fn past(conn: &mut Conn) -> Result<Vec<ListedBroadcast>> {
    all!(
        conn,
        "SELECT study_id, title, description, visibility, starts_ms, ended_ms, \
             users.name AS owner_name, (SELECT COUNT(*) FROM broadcast_boards \
                 WHERE broadcast_boards.study_id = broadcasts.study_id) AS n_boards \
         FROM broadcasts JOIN studies ON studies.id = study_id JOIN users ON users.id = owner_id \
         WHERE visibility = 'public' AND ended_ms IS NOT NULL \
         ORDER BY starts_ms DESC, study_id DESC LIMIT $1",
        i64::from(BROADCASTS_LISTED_MAX)
    )
    .await
}

/// The broadcasts that are somebody's, or whose members they are, the last one first, at most
/// [`BROADCASTS_LISTED_MAX`].
pub async fn of_user(conn: &mut Conn, user: UserId) -> Result<Vec<ListedBroadcast>> {
    all!(
        conn,
        "SELECT study_id, title, description, visibility, starts_ms, ended_ms, \
             users.name AS owner_name, (SELECT COUNT(*) FROM broadcast_boards \
                 WHERE broadcast_boards.study_id = broadcasts.study_id) AS n_boards \
         FROM broadcasts JOIN studies ON studies.id = study_id JOIN users ON users.id = owner_id \
         WHERE owner_id = $1 OR studies.id IN \
             (SELECT own.study_id FROM study_members AS own WHERE own.user_id = $1) \
         ORDER BY CASE WHEN owner_id = $1 THEN 0 ELSE 1 END, starts_ms DESC, study_id DESC LIMIT $2",
        user.uuid(),
        i64::from(BROADCASTS_LISTED_MAX)
    )
    .await
}
