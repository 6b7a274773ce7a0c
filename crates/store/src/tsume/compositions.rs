//! Tsume that players have composed, and the votes about them.

pub use komadai_community::tsume::CompositionState;
use komadai_ids::UserId;
use uuid::Uuid;

use crate::{
    Conn, PageKey, Result, Tx,
    db::{
        Columns, FromRow, MalformedColumn, all, execute, exists, one, optional, optional_value,
        row, select, value,
    },
};

/// The most published compositions that are listed, the latest of them.
pub const PUBLISHED_MAX: u32 = 5_000;

/// The most compositions of one composer that are listed.
const OWN_MAX: i64 = 10_000;

/// The most composers who are told at once that something is published.
const NEWS_MAX: i64 = 100;

row! {
    /// A composition.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Composition in "tsume_compositions" {
        /// Made by the caller.
        pub id: Uuid,
        pub owner: UserId = "owner_id",
        pub state: CompositionState,
        pub sfen: String,
        /// What the solver has told; `None` of a draft.
        pub posed: Option<ProblemText> = posed,
        /// When it was saved first, in Unix milliseconds.
        pub created_ms: i64,
        /// When it came to be what it is.
        pub since_ms: i64,
        /// When the votes were against it, unless it was changed since.
        pub declined_ms: Option<i64>,
        /// Why a moderator has taken it away.
        pub removed_reason: Option<String>,
    }
}

row! {
    /// What makes a position a problem.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct ProblemText in "tsume_compositions" {
        pub number: u32,
        /// The moves in USI, parted by spaces.
        pub solution: String,
        pub plies: u32,
        /// Parted by spaces.
        pub themes: String,
    }
}

fn posed(row: &Columns<'_>) -> Result<Option<ProblemText>, MalformedColumn> {
    match row.get::<Option<i64>>("number")? {
        None => Ok(None),
        Some(_) => ProblemText::from_row(row).map(Some),
    }
}

row! {
    /// A composition that others see, for a reader.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct ShownComposition in "tsume_compositions" {
        pub composition: Composition = Composition::from_row,
        /// The composer's name.
        pub owner_name: String,
        /// Of an account that was not deleted.
        pub owner_handle: Option<String>,
        pub n_votes: u32,
        /// The reader's own vote.
        pub vote: Option<bool>,
    }
}

row! {
    /// The votes about a composition.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub struct Votes in "tsume_votes" {
        pub n_yes: u32,
        pub n_no: u32,
    }
}

row! {
    /// A vote, for who has cast it.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Vote in "tsume_votes" {
        /// The number of the problem.
        pub number: u32,
        pub is_yes: bool,
        pub voted_ms: i64,
    }
}

/// All that somebody has composed, the latest first.
pub async fn of(conn: &mut Conn, owner: UserId) -> Result<Vec<Composition>> {
    all!(
        conn,
        "SELECT id, owner_id, state, sfen, number, solution, plies, themes, created_ms, since_ms, \
             declined_ms, removed_reason \
         FROM tsume_compositions WHERE owner_id = $1 ORDER BY created_ms DESC, id DESC LIMIT $2",
        owner.uuid(),
        OWN_MAX
    )
    .await
}

/// One composition of somebody's.
pub async fn find(conn: &mut Conn, owner: UserId, id: Uuid) -> Result<Option<Composition>> {
    optional!(
        conn,
        "SELECT id, owner_id, state, sfen, number, solution, plies, themes, created_ms, since_ms, \
             declined_ms, removed_reason \
         FROM tsume_compositions WHERE owner_id = $1 AND id = $2",
        owner.uuid(),
        id
    )
    .await
}

/// How many compositions of somebody's are in a state.
pub async fn n_in(conn: &mut Conn, owner: UserId, state: CompositionState) -> Result<u64> {
    let found: i64 = value!(
        conn,
        "SELECT COUNT(*) FROM tsume_compositions WHERE owner_id = $1 AND state = $2",
        owner.uuid(),
        state.as_str()
    )
    .await?;
    Ok(u64::try_from(found).unwrap_or(0))
}

/// The statement that reads compositions for a reader, with which of them.
macro_rules! shown {
    ($which:literal) => {
        concat!(
            "SELECT tsume_compositions.id, owner_id, state, sfen, number, solution, plies, themes, \
                 tsume_compositions.created_ms, since_ms, declined_ms, removed_reason, \
                 users.name AS owner_name, accounts.handle AS owner_handle, own.is_yes AS vote, \
                 (SELECT COUNT(*) FROM tsume_votes \
                     WHERE tsume_votes.composition_id = tsume_compositions.id) AS n_votes \
             FROM tsume_compositions JOIN users ON users.id = owner_id \
                 LEFT JOIN accounts ON accounts.user_id = owner_id \
                 LEFT JOIN tsume_votes AS own ON own.composition_id = tsume_compositions.id \
                     AND own.user_id = $1 ",
            $which
        )
    };
}

/// The proposed or published problem with this number, for a reader.
pub async fn numbered(
    conn: &mut Conn,
    number: u32,
    reader: Option<UserId>,
) -> Result<Option<ShownComposition>> {
    optional!(
        conn,
        shown!("WHERE number = $2 AND state <> 'removed'"),
        reader.map(UserId::uuid),
        i64::from(number)
    )
    .await
}

/// A page of the proposed ones, the latest first, for a reader.
pub async fn proposed(
    conn: &mut Conn,
    reader: Option<UserId>,
    after: PageKey,
    limit: u32,
) -> Result<Vec<ShownComposition>> {
    all!(
        conn,
        shown!(
            "WHERE state = 'proposed' AND (since_ms, tsume_compositions.id) < ($2, $3) \
             ORDER BY since_ms DESC, tsume_compositions.id DESC LIMIT $4"
        ),
        reader.map(UserId::uuid),
        after.at_ms,
        after.id,
        i64::from(limit)
    )
    .await
}

/// The latest published ones, at most [`PUBLISHED_MAX`], in the order of their numbers.
pub async fn published(conn: &mut Conn) -> Result<Vec<ShownComposition>> {
    let mut found: Vec<ShownComposition> = all!(
        conn,
        "SELECT tsume_compositions.id, owner_id, state, sfen, number, solution, plies, themes, \
             tsume_compositions.created_ms, since_ms, declined_ms, removed_reason, \
             users.name AS owner_name, accounts.handle AS owner_handle, NULL AS vote, \
             CAST(0 AS BIGINT) AS n_votes \
         FROM tsume_compositions JOIN users ON users.id = owner_id \
             LEFT JOIN accounts ON accounts.user_id = owner_id \
         WHERE state = 'published' ORDER BY since_ms DESC, tsume_compositions.id DESC LIMIT $1",
        i64::from(PUBLISHED_MAX)
    )
    .await?;
    found.sort_by_key(|it| it.composition.posed.as_ref().map(|posed| posed.number));
    Ok(found)
}

row! {
    /// A published composition that players have tried.
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct TriedComposition in "tsume_compositions" {
        pub number: u32,
        /// How hard it is, by their results.
        pub rating: f64,
    }
}

/// The published ones of at most so many plies that so many have tried, but for a player's own, in
/// the order of their numbers.
pub async fn tried(
    conn: &mut Conn,
    player: UserId,
    plies_max: u32,
    n_tried_min: u32,
) -> Result<Vec<TriedComposition>> {
    all!(
        conn,
        "SELECT tsume_compositions.number, tsume_problems.rating FROM tsume_compositions \
             JOIN tsume_problems ON tsume_problems.number = tsume_compositions.number \
         WHERE state = 'published' AND owner_id <> $1 AND plies <= $2 AND n_tried >= $3 \
         ORDER BY tsume_compositions.number LIMIT $4",
        player.uuid(),
        i64::from(plies_max),
        i64::from(n_tried_min),
        i64::from(PUBLISHED_MAX)
    )
    .await
}

row! {
    /// A published composition, and how long it is.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct PublishedLength in "tsume_compositions" {
        pub number: u32,
        pub plies: u32,
    }
}

/// Those that were published before an instant.
pub async fn published_before(conn: &mut Conn, at_ms: i64) -> Result<Vec<PublishedLength>> {
    all!(
        conn,
        "SELECT number, plies FROM tsume_compositions \
         WHERE state = 'published' AND since_ms < $1 ORDER BY number LIMIT $2",
        at_ms,
        i64::from(PUBLISHED_MAX)
    )
    .await
}

/// Keeps a new draft.
pub async fn insert(tx: &mut Tx, id: Uuid, owner: UserId, sfen: &str, now_ms: i64) -> Result<()> {
    execute!(
        tx,
        "INSERT INTO tsume_compositions (id, owner_id, state, sfen, solution, plies, themes, \
             created_ms, since_ms, is_news) \
         VALUES ($1, $2, 'draft', $3, '', 0, '', $4, $4, FALSE)",
        id,
        owner.uuid(),
        sfen,
        now_ms
    )
    .await?;
    Ok(())
}

/// Puts another position into somebody's draft; `false` when it is none.
pub async fn edit(tx: &mut Tx, owner: UserId, id: Uuid, sfen: &str, now_ms: i64) -> Result<bool> {
    let n_changed = execute!(
        tx,
        "UPDATE tsume_compositions SET sfen = $3, since_ms = $4, declined_ms = NULL \
         WHERE owner_id = $1 AND id = $2 AND state = 'draft'",
        owner.uuid(),
        id,
        sfen,
        now_ms
    )
    .await?;
    Ok(n_changed == 1)
}

/// Gives a number that no problem had before. Until the transaction ends nobody else is given one.
pub async fn next_number(tx: &mut Tx) -> Result<u32> {
    row! { struct Number(i64 = "number") in "tsume_last_number"; }

    let found: Number =
        one!(tx, "UPDATE tsume_last_number SET number = number + 1 WHERE id = 1 RETURNING number")
            .await?;
    Ok(u32::try_from(found.0).unwrap_or(u32::MAX))
}

/// The number of the proposed or published composition with this position.
pub async fn with_position(conn: &mut Conn, position_key: &str) -> Result<Option<u32>> {
    let found: Option<i64> = optional_value!(
        conn,
        "SELECT number FROM tsume_compositions WHERE position_key = $1",
        position_key
    )
    .await?;
    Ok(found.and_then(|it| u32::try_from(it).ok()))
}

/// Proposes somebody's draft as a problem; `false` when it is none, or has another position by now.
/// Its number must be a new one, and no other may have its position.
pub async fn propose(
    tx: &mut Tx,
    (owner, id, sfen): (UserId, Uuid, &str),
    posed: &ProblemText,
    (whole_sfen, position_key): (&str, &str),
    now_ms: i64,
) -> Result<bool> {
    let n_changed = execute!(
        tx,
        "UPDATE tsume_compositions SET state = 'proposed', sfen = $4, number = $5, \
             position_key = $6, solution = $7, plies = $8, themes = $9, since_ms = $10, \
             declined_ms = NULL \
         WHERE owner_id = $1 AND id = $2 AND state = 'draft' AND sfen = $3",
        owner.uuid(),
        id,
        sfen,
        whole_sfen,
        i64::from(posed.number),
        position_key,
        &posed.solution,
        i64::from(posed.plies),
        &posed.themes,
        now_ms
    )
    .await?;
    Ok(n_changed == 1)
}

/// Holds a proposed composition until the transaction ends, so that votes are counted one after the
/// other; `false` when it is not proposed any more.
pub async fn hold(tx: &mut Tx, number: u32) -> Result<bool> {
    let n_changed = execute!(
        tx,
        "UPDATE tsume_compositions SET state = 'proposed' WHERE number = $1 AND state = 'proposed'",
        i64::from(number)
    )
    .await?;
    Ok(n_changed == 1)
}

/// A vote that is cast.
#[derive(Clone, Copy, Debug)]
pub struct NewVote<'a> {
    pub by: UserId,
    pub is_yes: bool,
    /// From where, if that is known.
    pub network: Option<&'a str>,
}

/// Casts a vote, or changes it. It counts as from where it was cast first.
pub async fn vote(tx: &mut Tx, id: Uuid, vote: NewVote<'_>, now_ms: i64) -> Result<()> {
    execute!(
        tx,
        "INSERT INTO tsume_votes (composition_id, user_id, is_yes, voted_ms, network) \
         VALUES ($1, $2, $3, $4, $5) ON CONFLICT (composition_id, user_id) DO UPDATE SET \
         is_yes = excluded.is_yes, voted_ms = excluded.voted_ms",
        id,
        vote.by.uuid(),
        vote.is_yes,
        now_ms,
        vote.network
    )
    .await?;
    Ok(())
}

/// Whether somebody else has voted from there.
pub async fn voted_from(conn: &mut Conn, id: Uuid, network: &str, but: UserId) -> Result<bool> {
    exists!(
        conn,
        "SELECT 1 FROM tsume_votes \
         WHERE composition_id = $1 AND network = $2 AND user_id <> $3",
        id,
        network,
        but.uuid()
    )
    .await
}

/// Counts the votes.
pub async fn votes(conn: &mut Conn, id: Uuid) -> Result<Votes> {
    one!(
        conn,
        "SELECT CAST(COALESCE(SUM(CASE WHEN is_yes THEN 1 ELSE 0 END), 0) AS BIGINT) AS n_yes, \
             CAST(COALESCE(SUM(CASE WHEN is_yes THEN 0 ELSE 1 END), 0) AS BIGINT) AS n_no \
         FROM tsume_votes WHERE composition_id = $1",
        id
    )
    .await
}

/// The votes that somebody has cast about what is not decided yet.
pub async fn votes_of(conn: &mut Conn, user: UserId) -> Result<Vec<Vote>> {
    all!(
        conn,
        select!(
            Vote,
            "FROM tsume_votes \
                 JOIN tsume_compositions ON tsume_compositions.id = composition_id \
             WHERE user_id = $1 ORDER BY voted_ms, number LIMIT $2"
        ),
        user.uuid(),
        OWN_MAX
    )
    .await
}

/// Publishes a proposed composition. The votes have served their purpose.
pub async fn publish(tx: &mut Tx, id: Uuid, now_ms: i64) -> Result<()> {
    execute!(
        tx,
        "UPDATE tsume_compositions SET state = 'published', since_ms = $2, is_news = TRUE \
         WHERE id = $1 AND state = 'proposed'",
        id,
        now_ms
    )
    .await?;
    forget_votes(tx, id).await
}

/// Makes a proposed composition a draft again: because the votes are against it, or because the
/// composer wants it. `false` when it is not proposed.
pub async fn take_back(
    tx: &mut Tx,
    id: Uuid,
    declined_ms: Option<i64>,
    now_ms: i64,
) -> Result<bool> {
    let n_changed = execute!(
        tx,
        "UPDATE tsume_compositions SET state = 'draft', number = NULL, position_key = NULL, \
             solution = '', plies = 0, themes = '', since_ms = $3, declined_ms = $2 \
         WHERE id = $1 AND state = 'proposed'",
        id,
        declined_ms,
        now_ms
    )
    .await?;
    forget_votes(tx, id).await?;
    Ok(n_changed == 1)
}

async fn forget_votes(tx: &mut Tx, id: Uuid) -> Result<()> {
    execute!(tx, "DELETE FROM tsume_votes WHERE composition_id = $1", id).await?;
    Ok(())
}

/// Deletes a composition, whatever has become of it; with it goes what comes again to those who
/// have not solved it. `false` when there is none.
pub async fn delete(tx: &mut Tx, id: Uuid) -> Result<bool> {
    forget(tx, id).await?;
    let n_changed = execute!(tx, "DELETE FROM tsume_compositions WHERE id = $1", id).await?;
    Ok(n_changed == 1)
}

/// Takes a proposed or published composition away, as [`delete`] does, but for its composer, who is
/// still to be told why.
pub async fn remove(tx: &mut Tx, id: Uuid, reason: &str, now_ms: i64) -> Result<()> {
    forget(tx, id).await?;
    execute!(
        tx,
        "UPDATE tsume_compositions SET state = 'removed', position_key = NULL, since_ms = $3, \
             removed_reason = $2, is_news = TRUE \
         WHERE id = $1 AND state IN ('proposed', 'published')",
        id,
        reason,
        now_ms
    )
    .await?;
    Ok(())
}

async fn forget(tx: &mut Tx, id: Uuid) -> Result<()> {
    execute!(
        tx,
        "DELETE FROM tsume_repeats \
         WHERE number IN (SELECT number FROM tsume_compositions WHERE id = $1)",
        id
    )
    .await?;
    execute!(
        tx,
        "DELETE FROM tsume_problems \
         WHERE number IN (SELECT number FROM tsume_compositions WHERE id = $1)",
        id
    )
    .await?;
    forget_votes(tx, id).await
}

/// Published and removed compositions whose composers are still to be told.
pub async fn news(conn: &mut Conn) -> Result<Vec<Composition>> {
    all!(
        conn,
        "SELECT id, owner_id, state, sfen, number, solution, plies, themes, created_ms, since_ms, \
             declined_ms, removed_reason \
         FROM tsume_compositions WHERE state IN ('published', 'removed') AND is_news = TRUE \
         ORDER BY since_ms, id LIMIT $1",
        NEWS_MAX
    )
    .await
}

/// The composer has been told.
pub async fn told(tx: &mut Tx, id: Uuid) -> Result<()> {
    execute!(tx, "UPDATE tsume_compositions SET is_news = FALSE WHERE id = $1", id).await?;
    Ok(())
}
