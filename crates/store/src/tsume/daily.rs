//! On which days players have solved a problem of the day.

use komadai_ids::UserId;

use crate::{
    Conn, Result, Tx,
    db::{execute, optional, row, select},
};

row! {
    /// A player's last day on which a problem of the day was solved, and the days in a row up to it.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct DailyStreak in "tsume_daily" {
        /// In days since 1970.
        pub day: i64,
        /// Whether that day's problem of each level was solved on it.
        pub easy: bool,
        pub medium: bool,
        pub hard: bool,
        /// How many days in a row there are.
        pub n_days: u32,
        /// The most there ever were.
        pub best_days: u32,
    }
}

/// The days of a player; `None` before the first.
pub async fn find(conn: &mut Conn, user: UserId) -> Result<Option<DailyStreak>> {
    optional!(conn, select!(DailyStreak, "FROM tsume_daily WHERE user_id = $1"), user.uuid()).await
}

/// Writes the days of a player.
pub async fn put(tx: &mut Tx, user: UserId, it: DailyStreak) -> Result<()> {
    execute!(
        tx,
        "INSERT INTO tsume_daily (user_id, day, easy, medium, hard, n_days, best_days) \
         VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (user_id) DO UPDATE SET \
         day = excluded.day, easy = excluded.easy, medium = excluded.medium, \
         hard = excluded.hard, n_days = excluded.n_days, best_days = excluded.best_days",
        user.uuid(),
        it.day,
        it.easy,
        it.medium,
        it.hard,
        i64::from(it.n_days),
        i64::from(it.best_days)
    )
    .await?;
    Ok(())
}
