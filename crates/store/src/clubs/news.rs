//! What is new in somebody's clubs.

use komadai_ids::UserId;

use crate::{
    Conn, Result,
    db::{all, row},
};

/// The most announcements, and the most clubs, that are read.
const NEWS_MAX: i64 = 20;

row! {
    /// An announcement in a club of somebody's.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct NewAnnouncement in "club_announcements" {
        pub slug: String,
        /// The club's name.
        pub club: String = "name",
        pub title: String,
        pub made_ms: i64,
    }
}

row! {
    /// The members who have come to a club of somebody's.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct NewMembers in "club_members" {
        pub slug: String,
        /// The club's name.
        pub club: String = "name",
        pub n_members: u32,
        /// When the last of them came.
        pub joined_ms: i64,
    }
}

/// What others have announced in somebody's clubs since a moment, the latest first.
pub async fn announcements(
    conn: &mut Conn,
    user: UserId,
    since_ms: i64,
) -> Result<Vec<NewAnnouncement>> {
    all!(
        conn,
        "SELECT clubs.slug, clubs.name, told.title, told.made_ms \
         FROM club_members AS own JOIN clubs ON clubs.id = own.club_id \
             JOIN club_announcements AS told ON told.club_id = own.club_id \
         WHERE own.user_id = $1 AND closed_ms IS NULL \
             AND told.made_ms >= $2 AND told.by_id <> $1 \
         ORDER BY told.made_ms DESC, told.id DESC LIMIT $3",
        user.uuid(),
        since_ms,
        NEWS_MAX
    )
    .await
}

/// How many accounts have joined somebody's clubs since a moment, and after them; the club that
/// somebody joined last comes first.
pub async fn members(conn: &mut Conn, user: UserId, since_ms: i64) -> Result<Vec<NewMembers>> {
    all!(
        conn,
        "SELECT clubs.slug, clubs.name, COUNT(*) AS n_members, \
             MAX(other.joined_ms) AS joined_ms \
         FROM club_members AS own JOIN clubs ON clubs.id = own.club_id \
             JOIN club_members AS other ON other.club_id = own.club_id \
         WHERE own.user_id = $1 AND closed_ms IS NULL AND other.user_id IS NOT NULL \
             AND other.id <> own.id AND other.joined_ms >= $2 AND other.joined_ms > own.joined_ms \
         GROUP BY clubs.slug, clubs.name ORDER BY MAX(other.joined_ms) DESC, clubs.slug LIMIT $3",
        user.uuid(),
        since_ms,
        NEWS_MAX
    )
    .await
}
