//! When accounts are on vacation.

use komadai_ids::UserId;

use crate::{
    Conn, Result, Tx,
    db::{all, execute, row, select},
};

/// The most of one account that are read, the newest first.
pub const VACATIONS_MAX: u32 = 1_000;

row! {
    /// A vacation of somebody.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Vacation in "vacations" {
        pub user: UserId = "user_id",
        /// Which one of the account's it is.
        pub n: i64,
        /// From when, in Unix milliseconds.
        pub from_ms: i64,
        /// Until when.
        pub until_ms: i64,
    }
}

/// All of an account, the newest first.
pub async fn of(conn: &mut Conn, user: UserId) -> Result<Vec<Vacation>> {
    all!(
        conn,
        select!(Vacation, "FROM vacations WHERE user_id = $1 ORDER BY n DESC LIMIT $2"),
        user.uuid(),
        i64::from(VACATIONS_MAX)
    )
    .await
}

/// Everybody's that have begun by one instant and are not over at another.
pub async fn during(conn: &mut Conn, over_ms: i64, begun_ms: i64) -> Result<Vec<Vacation>> {
    all!(
        conn,
        select!(
            Vacation,
            "FROM vacations WHERE until_ms > $1 AND from_ms <= $2 ORDER BY user_id, n"
        ),
        over_ms,
        begun_ms
    )
    .await
}

/// Adds one. `false`: another with its number was faster.
pub async fn add(tx: &mut Tx, vacation: Vacation) -> Result<bool> {
    let n_rows = execute!(
        tx,
        "INSERT INTO vacations (user_id, n, from_ms, until_ms) VALUES ($1, $2, $3, $4) \
         ON CONFLICT (user_id, n) DO NOTHING",
        vacation.user.uuid(),
        vacation.n,
        vacation.from_ms,
        vacation.until_ms
    )
    .await?;
    Ok(n_rows == 1)
}

/// Ends one at this instant, if it does not end before.
pub async fn end(tx: &mut Tx, user: UserId, n: i64, at_ms: i64) -> Result<()> {
    execute!(
        tx,
        "UPDATE vacations SET until_ms = $3 WHERE user_id = $1 AND n = $2 AND until_ms > $3",
        user.uuid(),
        n,
        at_ms
    )
    .await?;
    Ok(())
}

/// Forgets one that has not begun.
pub async fn cancel(tx: &mut Tx, user: UserId, n: i64) -> Result<()> {
    execute!(tx, "DELETE FROM vacations WHERE user_id = $1 AND n = $2", user.uuid(), n).await?;
    Ok(())
}
