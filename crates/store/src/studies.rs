//! Studies: what they say of themselves, and the lists of them. Their chapters and members are in
//! the modules below.

pub mod chapters;
pub mod invitations;
pub mod members;
pub mod search;
pub mod solutions;

pub use komadai_community::studies::{StudyRole, StudyVisibility};
use komadai_ids::{Code, StudyId, UserId};

use crate::{
    Conn, Result, TokenHash, Tx,
    db::{Columns, MalformedColumn, all, execute, exists, optional, parsed, row, value, values},
    games::code_column,
};

/// How many studies one's own list may have.
pub const STUDIES_LISTED_MAX: u32 = 400;

row! {
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Study in "studies" {
        pub id: StudyId,
        pub owner: UserId = "owner_id",
        pub title: String,
        pub description: String,
        /// As they are shown; none has an end of a line.
        pub topics: Vec<String> = parsed("topics", topics),
        pub visibility: StudyVisibility,
        /// What those become who join by its link, if it has one.
        pub link_role: Option<StudyRole>,
        /// How many people like it.
        pub n_likes: u32,
        /// Counts changes to it and to its list of chapters.
        pub version: u32,
        /// When it was made, in Unix milliseconds.
        pub created_ms: i64,
        /// When it, or its list of chapters, was last changed.
        pub updated_ms: i64,
        /// Whether its chapters are the boards of a broadcast.
        pub is_broadcast: bool,
    }
}

fn topics(lines: String) -> Option<Vec<String>> {
    Some(lines.lines().map(str::to_owned).collect())
}

row! {
    /// A study in a list.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct ListedStudy in "studies" {
        pub study: Study = Study::from_row,
        pub owner_name: String,
        /// Of an account.
        pub owner_handle: Option<String>,
        pub n_chapters: u32,
        /// When it or one of its chapters was last changed.
        pub changed_ms: i64 = changed_ms,
        /// The reader's role, in a list of what is shared with them.
        pub role: Option<StudyRole>,
    }
}

fn changed_ms(row: &Columns<'_>) -> Result<i64, MalformedColumn> {
    let chapters_ms: Option<i64> = row.get("chapters_ms")?;
    Ok(row.get::<i64>("updated_ms")?.max(chapters_ms.unwrap_or(0)))
}

/// Keeps a new study, with its topics as they are found. By words it is found after
/// [`set_search_key`].
pub async fn insert(tx: &mut Tx, study: &Study, topic_keys: &[String]) -> Result<()> {
    execute!(
        tx,
        "INSERT INTO studies (id, code, owner_id, title, description, topics, visibility, \
             search_key, n_likes, version, created_ms, updated_ms, is_broadcast) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, '', 0, $8, $9, $10, $11)",
        study.id.uuid(),
        code_column(study.id.code()),
        study.owner.uuid(),
        &study.title,
        &study.description,
        study.topics.join("\n"),
        study.visibility.as_str(),
        i64::from(study.version),
        study.created_ms,
        study.updated_ms,
        study.is_broadcast
    )
    .await?;
    set_topics(tx, study.id, topic_keys).await
}

async fn set_topics(tx: &mut Tx, study: StudyId, keys: &[String]) -> Result<()> {
    execute!(tx, "DELETE FROM study_topics WHERE study_id = $1", study.uuid()).await?;
    for key in keys {
        execute!(
            tx,
            "INSERT INTO study_topics (study_id, topic_key) VALUES ($1, $2) \
             ON CONFLICT (study_id, topic_key) DO NOTHING",
            study.uuid(),
            key
        )
        .await?;
    }
    Ok(())
}

/// The study with this address.
pub async fn find_by_code(conn: &mut Conn, code: Code) -> Result<Option<Study>> {
    optional!(
        conn,
        "SELECT id, owner_id, title, description, topics, visibility, link_role, n_likes, \
             version, created_ms, updated_ms, is_broadcast FROM studies WHERE code = $1",
        code_column(code)
    )
    .await
}

/// The study with this id.
pub async fn find(conn: &mut Conn, id: StudyId) -> Result<Option<Study>> {
    optional!(
        conn,
        "SELECT id, owner_id, title, description, topics, visibility, link_role, n_likes, \
             version, created_ms, updated_ms, is_broadcast FROM studies WHERE id = $1",
        id.uuid()
    )
    .await
}

/// Takes a study for a transaction in which it is changed: others who change it wait. `None`:
/// there is none.
pub async fn take(tx: &mut Tx, code: Code, now_ms: i64) -> Result<Option<Study>> {
    execute!(
        tx,
        "UPDATE studies SET version = version + 1, updated_ms = $2 WHERE code = $1",
        code_column(code),
        now_ms
    )
    .await?;
    find_by_code(tx, code).await
}

/// Takes a study for a transaction without changing it. `None`: there is none.
pub async fn hold(tx: &mut Tx, code: Code) -> Result<Option<Study>> {
    execute!(tx, "UPDATE studies SET version = version WHERE code = $1", code_column(code)).await?;
    find_by_code(tx, code).await
}

/// Counts a change to what is seen of a study that does not make it newer in lists.
pub async fn count_change(tx: &mut Tx, study: StudyId) -> Result<()> {
    execute!(tx, "UPDATE studies SET version = version + 1 WHERE id = $1", study.uuid()).await?;
    Ok(())
}

/// Stores what a study says of itself, with its topics as they are found.
pub async fn edit(tx: &mut Tx, study: &Study, topic_keys: &[String]) -> Result<()> {
    execute!(
        tx,
        "UPDATE studies SET title = $2, description = $3, topics = $4, visibility = $5 \
         WHERE id = $1",
        study.id.uuid(),
        &study.title,
        &study.description,
        study.topics.join("\n"),
        study.visibility.as_str()
    )
    .await?;
    set_topics(tx, study.id, topic_keys).await
}

/// Stores all by which a study is found.
pub async fn set_search_key(tx: &mut Tx, study: StudyId, key: &str) -> Result<()> {
    execute!(tx, "UPDATE studies SET search_key = $2 WHERE id = $1", study.uuid(), key).await?;
    Ok(())
}

/// Gives a study another link, or none.
pub async fn set_link(
    tx: &mut Tx,
    study: StudyId,
    link: Option<(TokenHash, StudyRole)>,
) -> Result<()> {
    execute!(
        tx,
        "UPDATE studies SET link_hash = $2, link_role = $3 WHERE id = $1",
        study.uuid(),
        link.map(|(hash, _)| hash.0.to_vec()),
        link.map(|(_, role)| role.as_str())
    )
    .await?;
    Ok(())
}

/// Whether this is in the study's link.
pub async fn has_link(conn: &mut Conn, study: StudyId, hash: TokenHash) -> Result<bool> {
    exists!(
        conn,
        "SELECT 1 FROM studies WHERE id = $1 AND link_hash = $2",
        study.uuid(),
        hash.0.as_slice()
    )
    .await
}

/// Deletes a study with everything in it. `false`: it was not there.
pub async fn delete(tx: &mut Tx, study: StudyId) -> Result<bool> {
    let id = study.uuid();
    // First, so that a chapter that is being added is there to be deleted when this goes on.
    let n_gone = execute!(tx, "DELETE FROM studies WHERE id = $1", id).await?;
    execute!(
        tx,
        "DELETE FROM broadcast_entries WHERE review_id IN \
             (SELECT review_id FROM broadcast_boards WHERE study_id = $1)",
        id
    )
    .await?;
    execute!(tx, "DELETE FROM broadcast_boards WHERE study_id = $1", id).await?;
    execute!(tx, "DELETE FROM broadcasts WHERE study_id = $1", id).await?;
    execute!(tx, "DELETE FROM reviews WHERE study_id = $1", id).await?;
    execute!(tx, "DELETE FROM study_members WHERE study_id = $1", id).await?;
    execute!(tx, "DELETE FROM study_invitations WHERE study_id = $1", id).await?;
    execute!(tx, "DELETE FROM study_topics WHERE study_id = $1", id).await?;
    execute!(tx, "DELETE FROM study_likes WHERE study_id = $1", id).await?;
    Ok(n_gone > 0)
}

/// How many studies are somebody's. Their row is taken, so that nobody makes another one for them
/// before this transaction ends.
pub async fn n_owned(tx: &mut Tx, owner: UserId) -> Result<u64> {
    execute!(tx, "UPDATE users SET name = name WHERE id = $1", owner.uuid()).await?;
    let count: i64 =
        value!(tx, "SELECT COUNT(*) FROM studies WHERE owner_id = $1", owner.uuid()).await?;
    Ok(count.unsigned_abs())
}

/// A like that is given.
#[derive(Clone, Copy, Debug)]
pub struct NewLike<'a> {
    pub by: UserId,
    /// From where, if that is known.
    pub network: Option<&'a str>,
    /// Whether it is counted, unless another from there is.
    pub may_count: bool,
}

/// Likes a study, or no longer.
pub async fn like(tx: &mut Tx, study: StudyId, like: NewLike<'_>) -> Result<()> {
    // One that is counted is there for each network.
    let changed = execute!(
        tx,
        "INSERT INTO study_likes (study_id, user_id, network, is_counted) \
         SELECT $1, $2, $3, ($4 AND NOT EXISTS (SELECT 1 FROM study_likes AS others \
             WHERE others.study_id = $1 AND others.network = $3 AND others.is_counted)) \
         WHERE TRUE ON CONFLICT (study_id, user_id) DO NOTHING",
        study.uuid(),
        like.by.uuid(),
        like.network,
        like.may_count
    )
    .await?;
    if changed > 0 {
        execute!(
            tx,
            "UPDATE studies SET n_likes = n_likes + 1 WHERE id = $1 AND EXISTS \
                 (SELECT 1 FROM study_likes WHERE study_id = $1 AND user_id = $2 AND is_counted)",
            study.uuid(),
            like.by.uuid()
        )
        .await?;
    }
    Ok(())
}

/// Somebody does not like a study any more.
pub async fn unlike(tx: &mut Tx, study: StudyId, user: UserId) -> Result<()> {
    execute!(
        tx,
        "UPDATE studies SET n_likes = n_likes - 1 WHERE id = $1 AND EXISTS \
             (SELECT 1 FROM study_likes WHERE study_id = $1 AND user_id = $2 AND is_counted)",
        study.uuid(),
        user.uuid()
    )
    .await?;
    execute!(
        tx,
        "DELETE FROM study_likes WHERE study_id = $1 AND user_id = $2",
        study.uuid(),
        user.uuid()
    )
    .await?;
    Ok(())
}

/// The studies that somebody likes, at most [`STUDIES_LISTED_MAX`].
pub async fn liked_by(conn: &mut Conn, user: UserId) -> Result<Vec<StudyId>> {
    values!(
        conn,
        "SELECT study_id FROM study_likes WHERE user_id = $1 ORDER BY study_id LIMIT $2",
        user.uuid(),
        i64::from(STUDIES_LISTED_MAX)
    )
    .await
}

/// Whether somebody likes a study.
pub async fn is_liked(conn: &mut Conn, study: StudyId, user: UserId) -> Result<bool> {
    exists!(
        conn,
        "SELECT 1 FROM study_likes WHERE study_id = $1 AND user_id = $2",
        study.uuid(),
        user.uuid()
    )
    .await
}

/// The studies that are somebody's, then those that they belong to: of each the one that was
/// changed last first, and together at most [`STUDIES_LISTED_MAX`]. Others can make them a member
/// of any number, so their own come first.
pub async fn of_user(conn: &mut Conn, user: UserId) -> Result<Vec<ListedStudy>> {
    all!(
        conn,
        "SELECT studies.id, owner_id, title, description, topics, visibility, \
             link_role, n_likes, studies.version, studies.created_ms, updated_ms, is_broadcast, \
             users.name AS owner_name, accounts.handle AS owner_handle, own.role, \
             (SELECT COUNT(*) FROM reviews WHERE reviews.study_id = studies.id) AS n_chapters, \
             (SELECT MAX(reviews.updated_ms) FROM reviews \
              WHERE reviews.study_id = studies.id) AS chapters_ms \
         FROM studies JOIN users ON users.id = owner_id \
             LEFT JOIN accounts ON accounts.user_id = owner_id \
             LEFT JOIN study_members AS own ON own.study_id = studies.id AND own.user_id = $1 \
         WHERE is_broadcast = FALSE AND studies.id IN \
             (SELECT mine.id FROM studies AS mine WHERE mine.owner_id = $1 \
              UNION SELECT shared.study_id FROM study_members AS shared \
              WHERE shared.user_id = $1) \
         ORDER BY CASE WHEN owner_id = $1 THEN 0 ELSE 1 END, updated_ms DESC, studies.id DESC \
         LIMIT $2",
        user.uuid(),
        i64::from(STUDIES_LISTED_MAX)
    )
    .await
}
