//! Problems that come again because they were not solved.

use komadai_ids::UserId;

use super::ATTEMPTS_MAX;
use crate::{
    Conn, Result, Tx,
    db::{all, execute, optional, row, select},
};

row! {
    /// A problem that comes again.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Repeat in "tsume_repeats" {
        pub number: u32,
        /// How often it was solved on the day on which it came.
        pub step: u32,
        /// When it comes, in days since 1970.
        pub due_day: i64,
    }
}

/// When a problem comes again to a player, if it does.
pub async fn find(conn: &mut Conn, user: UserId, number: u32) -> Result<Option<Repeat>> {
    optional!(
        conn,
        select!(Repeat, "FROM tsume_repeats WHERE user_id = $1 AND number = $2"),
        user.uuid(),
        i64::from(number)
    )
    .await
}

/// All that come again to a player, the longest due first.
pub async fn of(conn: &mut Conn, user: UserId) -> Result<Vec<Repeat>> {
    all!(
        conn,
        select!(Repeat, "FROM tsume_repeats WHERE user_id = $1 ORDER BY due_day, number LIMIT $2"),
        user.uuid(),
        i64::from(ATTEMPTS_MAX)
    )
    .await
}

/// Has a problem come to a player then.
pub async fn put(tx: &mut Tx, user: UserId, it: Repeat) -> Result<()> {
    execute!(
        tx,
        "INSERT INTO tsume_repeats (user_id, number, step, due_day) VALUES ($1, $2, $3, $4) \
         ON CONFLICT (user_id, number) DO UPDATE SET \
         step = excluded.step, due_day = excluded.due_day",
        user.uuid(),
        i64::from(it.number),
        i64::from(it.step),
        it.due_day
    )
    .await?;
    Ok(())
}

/// Has a problem come to a player no longer.
pub async fn remove(tx: &mut Tx, user: UserId, number: u32) -> Result<()> {
    execute!(
        tx,
        "DELETE FROM tsume_repeats WHERE user_id = $1 AND number = $2",
        user.uuid(),
        i64::from(number)
    )
    .await?;
    Ok(())
}
