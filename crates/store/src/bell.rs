//! What accounts are told of that concerns them. What is in an item is not known here: it is JSON.

pub use komadai_community::bell::BELL_ITEMS_MAX;
use komadai_ids::{Code, UserId};
use uuid::Uuid;

use crate::{
    Conn, PageKey, Result, Tx,
    db::{all, execute, row, value, values},
};

/// How long the same of the same player is not told again, in milliseconds: a day.
const SAME_MS: i64 = 24 * 3_600_000;

/// Something to tell an account.
#[derive(Clone, Copy, Debug)]
pub struct NewBellItem<'a> {
    pub id: Uuid,
    pub to: UserId,
    /// Whose doing it is.
    pub by: Option<UserId>,
    /// When, in Unix milliseconds.
    pub at_ms: i64,
    /// What it is, as JSON.
    pub item: &'a str,
}

row! {
    /// Something that an account is told.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct StoredBellItem in "bell_items" {
        pub id: Uuid,
        pub to: UserId = "user_id",
        /// When, in Unix milliseconds.
        pub at_ms: i64,
        /// What it is, as JSON.
        pub item: String,
        /// The account whose doing it is, by the name to sign in with.
        pub by_handle: Option<String> = "handle",
        /// What others see of it.
        pub by_name: Option<String> = "name",
    }
}

/// The rows that a query names, with whose doing they are.
macro_rules! listed {
    ($rest:literal) => {
        concat!(
            "SELECT bell_items.id, bell_items.user_id, bell_items.at_ms, bell_items.item, \
                 accounts.handle, users.name \
             FROM bell_items LEFT JOIN accounts ON accounts.user_id = bell_items.by_id \
                 LEFT JOIN users ON users.id = bell_items.by_id ",
            $rest
        )
    };
}

/// Tells an account something. Guests are told nothing, nobody hears of whom they have blocked, and
/// the same of the same player is told once a day. `false`: it is not told.
pub async fn insert(tx: &mut Tx, new: NewBellItem<'_>) -> Result<bool> {
    let NewBellItem { id, to, by, at_ms, item } = new;
    let written = execute!(
        tx,
        "INSERT INTO bell_items (id, user_id, by_id, at_ms, item, passed) \
         SELECT $1, accounts.user_id, $3, $4, $5, FALSE FROM accounts \
         WHERE accounts.user_id = $2 \
             AND NOT EXISTS (SELECT 1 FROM relations WHERE relations.user_id = $2 \
                 AND other_id = $3 AND kind = 'block') \
             AND NOT EXISTS (SELECT 1 FROM bell_items AS same WHERE same.user_id = $2 \
                 AND same.by_id = $3 AND same.item = $5 AND same.at_ms > $6)",
        id,
        to.uuid(),
        by.map(UserId::uuid),
        at_ms,
        item,
        at_ms - SAME_MS
    )
    .await?;
    Ok(written > 0)
}

/// Those of which no page has heard yet, the oldest first.
pub async fn to_pass(conn: &mut Conn, limit: u32) -> Result<Vec<StoredBellItem>> {
    all!(
        conn,
        listed!(
            "WHERE bell_items.passed = FALSE ORDER BY bell_items.at_ms, bell_items.id LIMIT $1"
        ),
        i64::from(limit)
    )
    .await
}

/// The pages have heard of it. What an account has too many of goes.
pub async fn passed(tx: &mut Tx, it: &StoredBellItem) -> Result<()> {
    execute!(tx, "UPDATE bell_items SET passed = TRUE WHERE id = $1", it.id).await?;
    execute!(
        tx,
        "DELETE FROM bell_items WHERE user_id = $1 AND id NOT IN (SELECT id FROM bell_items \
             WHERE user_id = $1 ORDER BY at_ms DESC, id DESC LIMIT $2)",
        it.to.uuid(),
        i64::from(BELL_ITEMS_MAX)
    )
    .await?;
    Ok(())
}

/// What accounts were told of somebody's doing.
pub async fn by_doer(conn: &mut Conn, by: UserId) -> Result<Vec<StoredBellItem>> {
    all!(conn, listed!("WHERE bell_items.by_id = $1 ORDER BY bell_items.id"), by.uuid()).await
}

/// Replaces an item by something else, of which the pages hear.
pub async fn replace(tx: &mut Tx, id: Uuid, instead: &str) -> Result<()> {
    execute!(tx, "UPDATE bell_items SET item = $2, passed = FALSE WHERE id = $1", id, instead)
        .await?;
    Ok(())
}

/// The items that tell of a tournament. All are looked through: no column names it.
pub async fn of_tournament(conn: &mut Conn, code: Code) -> Result<Vec<Uuid>> {
    let told = format!("\"code\":\"{code}\"");
    values!(conn, "SELECT id FROM bell_items WHERE REPLACE(item, $1, '') <> item", told).await
}

/// Deletes an item.
pub async fn delete(tx: &mut Tx, id: Uuid) -> Result<()> {
    execute!(tx, "DELETE FROM bell_items WHERE id = $1", id).await?;
    Ok(())
}

/// What an account was told, the latest first.
pub async fn of(
    conn: &mut Conn,
    user: UserId,
    after: PageKey,
    limit: u32,
) -> Result<Vec<StoredBellItem>> {
    all!(
        conn,
        listed!(
            "WHERE bell_items.user_id = $1 AND (bell_items.at_ms, bell_items.id) < ($2, $3) \
             ORDER BY bell_items.at_ms DESC, bell_items.id DESC LIMIT $4"
        ),
        user.uuid(),
        after.at_ms,
        after.id,
        i64::from(limit)
    )
    .await
}

/// How much of it an account has not looked at.
pub async fn n_new(conn: &mut Conn, user: UserId) -> Result<i64> {
    value!(
        conn,
        "SELECT COUNT(*) FROM bell_items JOIN accounts \
             ON accounts.user_id = bell_items.user_id AND bell_items.at_ms > accounts.bell_seen_ms \
         WHERE bell_items.user_id = $1",
        user.uuid()
    )
    .await
}

/// Up to which instant an account has looked at it, in Unix milliseconds.
pub async fn seen_ms(conn: &mut Conn, user: UserId) -> Result<i64> {
    value!(
        conn,
        "SELECT COALESCE(MAX(bell_seen_ms), 0) FROM accounts WHERE user_id = $1",
        user.uuid()
    )
    .await
}

/// An account has looked at everything up to an instant. `false`: it had before.
pub async fn seen(tx: &mut Tx, user: UserId, until_ms: i64) -> Result<bool> {
    let changed = execute!(
        tx,
        "UPDATE accounts SET bell_seen_ms = $2 WHERE user_id = $1 AND bell_seen_ms < $2",
        user.uuid(),
        until_ms
    )
    .await?;
    Ok(changed > 0)
}
