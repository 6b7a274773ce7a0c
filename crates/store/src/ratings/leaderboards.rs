//! The strongest players.

use komadai_ids::UserId;
use uuid::Uuid;

use crate::{
    Conn, Result,
    db::{all, row},
    games::PAGE_MAX,
};

row! {
    /// Somebody on a list of the strongest.
    #[derive(Clone, Debug, PartialEq)]
    pub struct RankedPlayer in "ratings" {
        pub user: UserId = "user_id",
        /// The name to sign in with, which is in the address of the player's page.
        pub handle: String,
        /// What others see.
        pub name: String,
        /// Whether it is the account of a program.
        pub bot: bool,
        pub rating: f64,
        /// How many games.
        pub n_games: u32,
    }
}

/// The strongest at a variant and speed whose rating is certain at `now_ms`, after the one with
/// this rating and id.
pub async fn strongest(
    conn: &mut Conn,
    variant: &str,
    speed: &str,
    now_ms: i64,
    after: Option<(f64, UserId)>,
    limit: u32,
) -> Result<Vec<RankedPlayer>> {
    let (rating, id) = after.unwrap_or((f64::MAX, UserId::from_uuid(Uuid::max())));
    all!(
        conn,
        "SELECT ratings.user_id, handle, users.name, users.bot, rating, n_games \
         FROM ratings JOIN accounts ON accounts.user_id = ratings.user_id \
             JOIN users ON users.id = ratings.user_id \
         WHERE variant = $1 AND speed = $2 AND certain_until_ms > $3 \
             AND (rating, ratings.user_id) < ($4, $5) \
         ORDER BY rating DESC, ratings.user_id DESC LIMIT $6",
        variant,
        speed,
        now_ms,
        rating,
        id.uuid(),
        i64::from(limit.min(PAGE_MAX))
    )
    .await
}
