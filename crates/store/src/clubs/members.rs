//! Who is on a club's list, and the grades that the club has awarded.

use komadai_ids::{ClubId, UserId};
use uuid::Uuid;

use super::{ClubRole, close, coaching, ladder};
use crate::{
    Conn, Result, Tx,
    db::{
        Columns, MalformedColumn, all, both, execute, optional, parsed, row, select, value, values,
    },
    deletion::DELETED_NAME,
};

/// The most lines of one list that are read.
const MEMBERS_READ: i64 = 5_000;

row! {
    /// A line of a club's list.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct ClubMember in "club_members" {
        /// Made by the caller.
        pub id: Uuid,
        pub club: ClubId = "club_id",
        /// The account, if there is one.
        pub user: Option<UserId> = "user_id",
        /// The name that the club has typed for somebody without an account.
        pub name: String,
        /// What they may do.
        pub role: ClubRole,
        /// Since when, in Unix milliseconds.
        pub joined_ms: i64,
        /// For the club's organisers.
        pub note: String,
        /// The account that may take this line over by joining.
        pub offered: Option<UserId> = "offered_id",
        /// The grade that the club has awarded.
        pub grade: Option<String>,
        /// When it was.
        pub grade_ms: Option<i64>,
    }
}

/// How strong an account is at one variant and speed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MemberRating {
    pub rating: f64,
    /// Until when it is certain, in Unix milliseconds.
    pub certain_until_ms: i64,
}

row! {
    /// As it is listed.
    #[derive(Clone, Debug, PartialEq)]
    pub struct ListedMember in "club_members" {
        pub member: ClubMember = ClubMember::from_row,
        /// The account's page, and what others see of it.
        pub account: Option<(String, String)> = both("handle", "user_name"),
        /// Whether that is the account of a program.
        pub bot: bool = parsed("bot", |bot: Option<bool>| Some(bot.unwrap_or_default())),
        /// The page of the account that the line is offered to.
        pub offered_handle: Option<String>,
        /// How strong the account is.
        pub rating: Option<MemberRating> = rating,
        /// The highest grade that was earned here.
        pub earned: Option<String>,
        /// Whether they teach in the club.
        pub teaches: bool,
    }
}

fn rating(row: &Columns<'_>) -> Result<Option<MemberRating>, MalformedColumn> {
    let both = both("rating", "certain_until_ms")(row)?;
    Ok(both.map(|(rating, certain_until_ms)| MemberRating { rating, certain_until_ms }))
}

/// Everybody on a club's list with their ratings at a variant and speed, the first joined first.
pub async fn list(
    conn: &mut Conn,
    club: ClubId,
    variant: &str,
    speed: &str,
) -> Result<Vec<ListedMember>> {
    all!(
        conn,
        "SELECT own.id, own.club_id, own.user_id, own.name, own.role, own.joined_ms, own.note, \
             own.offered_id, own.grade, own.grade_ms, users.name AS user_name, users.bot, accounts.handle, \
             offered.handle AS offered_handle, ratings.rating, ratings.certain_until_ms, \
             (SELECT awards.grade FROM grade_awards AS awards \
              WHERE awards.user_id = own.user_id AND annulled = FALSE \
              ORDER BY place DESC LIMIT 1) AS earned, \
             EXISTS (SELECT 1 FROM club_teachers WHERE member_id = own.id) AS teaches \
         FROM club_members AS own LEFT JOIN users ON users.id = own.user_id \
             LEFT JOIN accounts ON accounts.user_id = own.user_id \
             LEFT JOIN accounts AS offered ON offered.user_id = own.offered_id \
             LEFT JOIN ratings ON ratings.user_id = own.user_id AND ratings.variant = $2 \
                 AND ratings.speed = $3 \
         WHERE own.club_id = $1 ORDER BY own.joined_ms, own.id LIMIT $4",
        club.uuid(),
        variant,
        speed,
        MEMBERS_READ
    )
    .await
}

/// The lines of a club's list, the first joined first.
pub async fn all_of(conn: &mut Conn, club: ClubId) -> Result<Vec<ClubMember>> {
    all!(
        conn,
        select!(ClubMember, "FROM club_members WHERE club_id = $1 ORDER BY joined_ms, id LIMIT $2"),
        club.uuid(),
        MEMBERS_READ
    )
    .await
}

/// The accounts of a club's members, the first joined first.
pub async fn users_of(conn: &mut Conn, club: ClubId) -> Result<Vec<UserId>> {
    values!(
        conn,
        "SELECT user_id FROM club_members WHERE club_id = $1 AND user_id IS NOT NULL \
         ORDER BY joined_ms, id LIMIT $2",
        club.uuid(),
        MEMBERS_READ
    )
    .await
}

/// One line of a club's list.
pub async fn find(conn: &mut Conn, club: ClubId, id: Uuid) -> Result<Option<ClubMember>> {
    optional!(
        conn,
        select!(ClubMember, "FROM club_members WHERE club_id = $1 AND id = $2"),
        club.uuid(),
        id
    )
    .await
}

/// The line of an account.
pub async fn of_user(conn: &mut Conn, club: ClubId, user: UserId) -> Result<Option<ClubMember>> {
    optional!(
        conn,
        select!(ClubMember, "FROM club_members WHERE club_id = $1 AND user_id = $2"),
        club.uuid(),
        user.uuid()
    )
    .await
}

/// The line that an account may take over, the oldest if there are more.
pub async fn offered_to(conn: &mut Conn, club: ClubId, user: UserId) -> Result<Option<ClubMember>> {
    optional!(
        conn,
        select!(
            ClubMember,
            "FROM club_members WHERE club_id = $1 AND offered_id = $2 \
             ORDER BY joined_ms, id LIMIT 1"
        ),
        club.uuid(),
        user.uuid()
    )
    .await
}

/// How many are on a club's list.
pub async fn count(conn: &mut Conn, club: ClubId) -> Result<i64> {
    value!(conn, "SELECT COUNT(*) FROM club_members WHERE club_id = $1", club.uuid()).await
}

/// How many owners a club has.
pub async fn n_owners(conn: &mut Conn, club: ClubId) -> Result<i64> {
    value!(
        conn,
        "SELECT COUNT(*) FROM club_members WHERE club_id = $1 AND role = 'owner'",
        club.uuid()
    )
    .await
}

/// Puts a line onto a club's list.
///
/// # Errors
/// When the database fails, or the account is on it.
pub async fn insert(tx: &mut Tx, new: &ClubMember, grade_by: Option<UserId>) -> Result<()> {
    execute!(
        tx,
        "INSERT INTO club_members (id, club_id, user_id, name, role, joined_ms, note, \
             offered_id, grade, grade_ms, grade_by) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)",
        new.id,
        new.club.uuid(),
        new.user.map(UserId::uuid),
        &new.name,
        new.role.as_str(),
        new.joined_ms,
        &new.note,
        new.offered.map(UserId::uuid),
        &new.grade,
        new.grade_ms,
        grade_by.map(UserId::uuid)
    )
    .await?;
    Ok(())
}

/// Writes what has changed about a line, but not its grade.
///
/// # Errors
/// When the database fails, or the account is on the list.
pub async fn put(tx: &mut Tx, it: &ClubMember) -> Result<()> {
    execute!(
        tx,
        "UPDATE club_members SET user_id = $2, name = $3, role = $4, joined_ms = $5, note = $6, \
             offered_id = $7 WHERE id = $1",
        it.id,
        it.user.map(UserId::uuid),
        &it.name,
        it.role.as_str(),
        it.joined_ms,
        &it.note,
        it.offered.map(UserId::uuid)
    )
    .await?;
    Ok(())
}

/// Awards the club's grade; `None` takes it back.
pub async fn award(
    tx: &mut Tx,
    id: Uuid,
    grade: Option<&str>,
    by: UserId,
    now_ms: i64,
) -> Result<()> {
    execute!(
        tx,
        "UPDATE club_members SET grade = $2, grade_ms = $3, grade_by = $4 WHERE id = $1",
        id,
        grade,
        grade.map(|_| now_ms),
        grade.map(|_| by.uuid())
    )
    .await?;
    Ok(())
}

/// Takes a line off the list.
pub async fn delete(tx: &mut Tx, id: Uuid) -> Result<()> {
    coaching::forget_member(tx, id).await?;
    ladder::forget_member(tx, id).await?;
    execute!(tx, "DELETE FROM club_members WHERE id = $1", id).await?;
    Ok(())
}

/// Makes sure that a club has an owner: the longest-serving organiser, else the longest-serving
/// member. Without anybody who has an account it is closed.
pub async fn have_an_owner(tx: &mut Tx, club: ClubId, now_ms: i64) -> Result<()> {
    if n_owners(tx, club).await? > 0 {
        return Ok(());
    }
    let next: Option<ClubMember> = optional!(
        tx,
        select!(
            ClubMember,
            "FROM club_members WHERE club_id = $1 AND user_id IS NOT NULL \
             ORDER BY CASE role WHEN 'organiser' THEN 0 ELSE 1 END, joined_ms, id LIMIT 1"
        ),
        club.uuid()
    )
    .await?;
    match next {
        Some(next) => put(tx, &ClubMember { role: ClubRole::Owner, ..next }).await,
        None => {
            close(tx, club, now_ms).await?;
            put_name_out(tx, club).await
        }
    }
}

/// A club whose last member has deleted their account says nothing any more. Its address stays
/// taken.
async fn put_name_out(tx: &mut Tx, club: ClubId) -> Result<()> {
    execute!(
        tx,
        "UPDATE clubs SET name = $2, city = '', search_key = '' WHERE id = $1",
        club.uuid(),
        DELETED_NAME
    )
    .await?;
    Ok(())
}

row! {
    /// What an account is in a club, with the club's name.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Membership in "club_members" {
        /// The club's address.
        pub slug: String,
        pub club_name: String,
        /// Whether only members see more than that.
        pub private: bool,
        /// The line of its list.
        pub member: ClubMember = ClubMember::from_row,
    }
}

/// Where an account belongs to, the first joined first.
pub async fn memberships(conn: &mut Conn, user: UserId) -> Result<Vec<Membership>> {
    all!(
        conn,
        "SELECT own.id, own.club_id, own.user_id, own.name, own.role, own.joined_ms, own.note, \
             own.offered_id, own.grade, own.grade_ms, clubs.slug, clubs.name AS club_name, \
             clubs.private \
         FROM club_members AS own JOIN clubs ON clubs.id = own.club_id \
         WHERE own.user_id = $1 ORDER BY own.joined_ms, own.id LIMIT $2",
        user.uuid(),
        MEMBERS_READ
    )
    .await
}
