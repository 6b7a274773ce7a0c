//! The grades that were earned.

use komadai_ids::{GameId, UserId};

use crate::{
    Conn, Result, Tx,
    db::{all, execute, optional, row, select},
};

row! {
    /// A grade that was earned.
    #[derive(Clone, Debug, PartialEq)]
    pub struct Award in "grade_awards" {
        pub user: UserId = "user_id",
        pub grade: String,
        /// Its place in the scale, from 0.
        pub place: u32,
        /// The how-manieth rated game of standard shogi completed it.
        pub n: u32,
        /// How many of the last games earned it.
        pub n_games: u32,
        /// Shorter games were not among them, in plies.
        pub plies_min: u32,
        /// How many opponents had been beaten in the games that showed it; 0 for grades from before
        /// that was asked.
        pub n_opponents: u32,
        /// The game that completed it.
        pub game: GameId = "game_id",
        /// The rating after it.
        pub rating: f64,
        pub awarded_ms: i64,
        /// Whether a moderator has annulled it.
        pub annulled: bool,
    }
}

/// The highest grade that a player holds.
pub async fn grade(conn: &mut Conn, user: UserId) -> Result<Option<Award>> {
    optional!(
        conn,
        select!(
            Award,
            "FROM grade_awards WHERE user_id = $1 AND annulled = FALSE ORDER BY place DESC LIMIT 1"
        ),
        user.uuid()
    )
    .await
}

/// All grades that a player has earned, the latest first, annulled ones too.
pub async fn awards(conn: &mut Conn, user: UserId) -> Result<Vec<Award>> {
    all!(
        conn,
        select!(Award, "FROM grade_awards WHERE user_id = $1 ORDER BY n DESC LIMIT 100"),
        user.uuid()
    )
    .await
}

/// Writes a grade that was earned.
///
/// # Errors
/// When the database fails, or it was written before.
pub async fn add_award(tx: &mut Tx, award: &Award) -> Result<()> {
    execute!(
        tx,
        "INSERT INTO grade_awards (user_id, grade, n, place, n_games, game_id, rating, \
             awarded_ms, plies_min, n_opponents) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
        award.user.uuid(),
        &award.grade,
        i64::from(award.n),
        i64::from(award.place),
        i64::from(award.n_games),
        award.game.uuid(),
        award.rating,
        award.awarded_ms,
        i64::from(award.plies_min),
        i64::from(award.n_opponents)
    )
    .await?;
    Ok(())
}
