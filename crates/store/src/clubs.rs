//! Clubs: what they say of themselves; who belongs to them and how people come in is in the
//! modules below.

pub mod announcements;
pub mod audit;
pub mod bridges;
pub mod coaching;
pub mod comments;
pub mod homework;
pub mod invitations;
pub mod joining;
pub mod ladder;
pub mod members;
pub mod news;

pub use komadai_community::clubs::{ClubRole, ClubSettings, Joining};
use komadai_ids::{ClubId, UserId};

use crate::{
    Conn, Result, Tx, circuits,
    db::{Columns, MalformedColumn, all, execute, optional, optional_value, row, value, values},
};

/// How many clubs a list has at most.
pub const CLUBS_LISTED: u32 = 100;

row! {
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Club in "clubs" {
        pub id: ClubId,
        pub slug: String,
        /// What it says of itself.
        pub settings: ClubSettings = settings,
        /// Name, slug and city, folded by the caller.
        pub search_key: String,
        /// Counts its changes.
        pub version: i64,
        /// When it was founded, in Unix milliseconds.
        pub created_ms: i64,
        /// When something about it last changed.
        pub changed_ms: i64,
    }
}

fn settings(row: &Columns<'_>) -> Result<ClubSettings, MalformedColumn> {
    Ok(ClubSettings {
        name: row.get("name")?,
        city: row.get("city")?,
        about: row.get("about")?,
        for_members: row.get("for_members")?,
        link: row.get("link")?,
        lang: row.get("lang")?,
        private: row.get("private")?,
        joining: row.get("joining")?,
    })
}

row! {
    /// A club in a list.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct ListedClub in "clubs" {
        pub club: Club = Club::from_row,
        /// How many belong to it.
        pub n_members: i64,
        /// The caller's role there, in a list of their own.
        pub role: Option<ClubRole>,
    }
}

/// Founds a club. `false`: the address is taken.
pub async fn insert(tx: &mut Tx, new: &Club) -> Result<bool> {
    let n_made = execute!(
        tx,
        "INSERT INTO clubs (id, slug, search_key, version, created_ms, changed_ms, \
             name, city, about, link, lang, private, joining) \
         VALUES ($1, $2, $3, $4, $5, $6, '', '', '', '', '', TRUE, '') \
         ON CONFLICT (slug) DO NOTHING",
        new.id.uuid(),
        &new.slug,
        &new.search_key,
        new.version,
        new.created_ms,
        new.changed_ms
    )
    .await?;
    if n_made > 0 {
        edit(tx, new).await?;
    }
    Ok(n_made > 0)
}

/// Locks a club for this transaction: others who want to change it wait for its end. `None`: it is
/// closed.
pub async fn take(tx: &mut Tx, id: ClubId, now_ms: i64) -> Result<Option<Club>> {
    execute!(
        tx,
        "UPDATE clubs SET version = version + 1, changed_ms = $2 \
         WHERE id = $1 AND closed_ms IS NULL",
        id.uuid(),
        now_ms
    )
    .await?;
    find(tx, id).await
}

/// Says something else of a club.
pub async fn edit(tx: &mut Tx, club: &Club) -> Result<()> {
    let settings = &club.settings;
    execute!(
        tx,
        "UPDATE clubs SET name = $2, city = $3, about = $4, link = $5, lang = $6, \
             search_key = $7, private = $8, joining = $9, for_members = $10 WHERE id = $1",
        club.id.uuid(),
        &settings.name,
        &settings.city,
        &settings.about,
        &settings.link,
        &settings.lang,
        &club.search_key,
        settings.private,
        settings.joining.as_str(),
        &settings.for_members
    )
    .await?;
    Ok(())
}

/// Closes a club for good: it is found no more, and its list, its links and what it announced go.
pub async fn close(tx: &mut Tx, id: ClubId, now_ms: i64) -> Result<()> {
    execute!(
        tx,
        "UPDATE clubs SET closed_ms = $2, about = '', for_members = '', link = '', \
             version = version + 1 \
         WHERE id = $1",
        id.uuid(),
        now_ms
    )
    .await?;
    coaching::forget_club(tx, id).await?;
    ladder::close(tx, id).await?;
    bridges::forget_club(tx, id).await?;
    circuits::leave_club(tx, id).await?;
    execute!(tx, "DELETE FROM club_members WHERE club_id = $1", id.uuid()).await?;
    execute!(tx, "DELETE FROM club_requests WHERE club_id = $1", id.uuid()).await?;
    execute!(tx, "DELETE FROM club_bans WHERE club_id = $1", id.uuid()).await?;
    execute!(tx, "DELETE FROM club_invitations WHERE club_id = $1", id.uuid()).await?;
    execute!(tx, "DELETE FROM club_announcements WHERE club_id = $1", id.uuid()).await?;
    Ok(())
}

/// The club with this id, unless it is closed.
pub async fn find(conn: &mut Conn, id: ClubId) -> Result<Option<Club>> {
    optional!(conn, "SELECT * FROM clubs WHERE id = $1 AND closed_ms IS NULL", id.uuid()).await
}

/// Whether only a club's members see more than its name; a closed club stays what it was.
pub async fn is_private(conn: &mut Conn, id: ClubId) -> Result<bool> {
    let found: Option<bool> =
        optional_value!(conn, "SELECT id, private FROM clubs WHERE id = $1", id.uuid()).await?;
    Ok(found.unwrap_or(false))
}

/// The club with this address, unless it is closed.
pub async fn find_by_slug(conn: &mut Conn, slug: &str) -> Result<Option<Club>> {
    optional!(conn, "SELECT * FROM clubs WHERE slug = $1 AND closed_ms IS NULL", slug).await
}

/// The public clubs whose folded name, address or city contains `words` (folded too), those with
/// the most members first, at most [`CLUBS_LISTED`].
pub async fn search(conn: &mut Conn, words: &str) -> Result<Vec<ListedClub>> {
    // Both sides are folded, and what is a sign of the pattern is taken as itself.
    let pattern: String = words
        .chars()
        .flat_map(|sign| {
            let is_sign = matches!(sign, '%' | '_' | '!');
            is_sign.then_some('!').into_iter().chain([sign])
        })
        .collect();
    all!(
        conn,
        "SELECT clubs.*, NULL AS role, \
             (SELECT COUNT(*) FROM club_members WHERE club_id = clubs.id) AS n_members \
         FROM clubs WHERE closed_ms IS NULL AND private = FALSE \
             AND search_key LIKE $1 ESCAPE '!' \
         ORDER BY n_members DESC, id LIMIT $2",
        format!("%{pattern}%"),
        i64::from(CLUBS_LISTED)
    )
    .await
}

/// The clubs that somebody belongs to, the first joined first.
pub async fn of_user(conn: &mut Conn, user: UserId) -> Result<Vec<ListedClub>> {
    all!(
        conn,
        "SELECT clubs.*, own.role, \
             (SELECT COUNT(*) FROM club_members WHERE club_id = clubs.id) AS n_members \
         FROM club_members AS own JOIN clubs ON clubs.id = own.club_id \
         WHERE own.user_id = $1 AND closed_ms IS NULL ORDER BY own.joined_ms, own.id LIMIT $2",
        user.uuid(),
        i64::from(CLUBS_LISTED)
    )
    .await
}

/// How many clubs somebody is an owner of. The account's row is taken, so that nobody else can
/// give them another one before this transaction ends.
pub async fn n_owned(tx: &mut Tx, user: UserId) -> Result<i64> {
    execute!(tx, "UPDATE users SET name = name WHERE id = $1", user.uuid()).await?;
    value!(
        tx,
        "SELECT COUNT(*) FROM club_members WHERE user_id = $1 AND role = 'owner'",
        user.uuid()
    )
    .await
}

/// Somebody's account goes, and with it everything that their clubs keep of it. A club without an
/// owner goes to the longest-serving organiser, else to the longest-serving member; one without
/// anybody else who has an account is closed.
pub async fn forget(tx: &mut Tx, user: UserId, now_ms: i64) -> Result<()> {
    // The number of clubs that an account may own is limited where they are founded.
    let owned: Vec<ClubId> = values!(
        tx,
        "SELECT club_id FROM club_members WHERE user_id = $1 AND role = 'owner' \
         ORDER BY club_id LIMIT 1000",
        user.uuid()
    )
    .await?;
    for club in &owned {
        take(tx, *club, now_ms).await?;
    }
    ladder::forget_user(tx, user, now_ms).await?;
    coaching::forget_user(tx, user).await?;
    execute!(tx, "DELETE FROM club_members WHERE user_id = $1", user.uuid()).await?;
    execute!(tx, "UPDATE club_members SET offered_id = NULL WHERE offered_id = $1", user.uuid())
        .await?;
    execute!(tx, "DELETE FROM club_requests WHERE user_id = $1", user.uuid()).await?;
    execute!(tx, "DELETE FROM club_bans WHERE user_id = $1", user.uuid()).await?;
    for club in owned {
        members::have_an_owner(tx, club, now_ms).await?;
    }
    Ok(())
}
