//! Everything that is stored about one player, for that player to download.

use komadai_ids::{ReviewId, UserId};
use uuid::Uuid;

use crate::{
    Conn, Result,
    db::{all, parsed, row, select},
};

/// The most rows of one kind that are read.
const ROWS_MAX: i64 = 100_000;

row! {
    /// A session, without its secret.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct OwnSession in "sessions" {
        /// When it was opened, in Unix milliseconds.
        pub created_ms: i64,
        /// When it was last noted as used.
        pub seen_ms: i64,
        /// Where it was opened from.
        pub address: Option<String>,
        /// The browser and the system it was opened in.
        pub agent: Option<String>,
    }
}

row! {
    /// A browser in which the player is notified, without the keys that would let others notify it.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct OwnBrowser in "push_browsers" {
        /// The host of its push service; what follows in the address is a secret.
        pub push_service: String = parsed("endpoint", host),
        /// Tag of the language of its notifications.
        pub language: String,
        /// Since when, in Unix milliseconds.
        pub since_ms: i64,
    }
}

fn host(address: String) -> Option<String> {
    Some(address.split('/').nth(2)?.to_owned())
}

row! {
    /// A report that the player made.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct OwnReport in "reports" {
        /// The game's address, when it was one.
        pub game: Option<String>,
        /// Why, as a word of a list.
        pub reason: String,
        /// In the player's words.
        pub words: String,
        /// When, in Unix milliseconds.
        pub made_ms: i64,
    }
}

row! {
    /// What a rated game did to the player's rating.
    #[derive(Clone, Debug, PartialEq)]
    pub struct OwnRating in "rating_history" {
        pub game: Uuid = "game_id",
        pub variant: String,
        pub speed: String,
        /// `win`, `draw` or `loss`.
        pub points: String,
        pub rating_before: f64,
        pub rating: f64,
        /// When it ended, in Unix milliseconds.
        pub ended_ms: i64,
        /// Which one in this variant it is, from 1.
        pub n: i64,
        /// The evening on which it was played over the board.
        pub evening: Option<Uuid> = "tournament_id",
    }
}

row! {
    /// An exercise of a study that the player has solved.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct OwnSolution in "study_solutions" {
        pub chapter: ReviewId = "review_id",
        /// How many of its moves had to be shown.
        pub n_shown: u32,
        /// When, in Unix milliseconds.
        pub solved_ms: i64,
    }
}

/// The exercises of studies that the player has solved, the oldest first.
pub async fn solutions(conn: &mut Conn, user: UserId) -> Result<Vec<OwnSolution>> {
    let own = select!(
        OwnSolution,
        "FROM study_solutions WHERE user_id = $1 ORDER BY solved_ms, review_id LIMIT $2"
    );
    all!(conn, own, user.uuid(), ROWS_MAX).await
}

/// The player's sessions, the oldest first.
pub async fn sessions(conn: &mut Conn, user: UserId) -> Result<Vec<OwnSession>> {
    all!(
        conn,
        select!(OwnSession, "FROM sessions WHERE user_id = $1 ORDER BY created_ms LIMIT $2"),
        user.uuid(),
        ROWS_MAX
    )
    .await
}

/// The browsers in which the player is notified, the oldest first.
pub async fn browsers(conn: &mut Conn, user: UserId) -> Result<Vec<OwnBrowser>> {
    all!(
        conn,
        "SELECT endpoint, language, since_ms FROM push_browsers WHERE user_id = $1 \
         ORDER BY since_ms, endpoint LIMIT $2",
        user.uuid(),
        ROWS_MAX
    )
    .await
}

/// The player's reports to the moderators, the oldest first.
pub async fn reports(conn: &mut Conn, user: UserId) -> Result<Vec<OwnReport>> {
    all!(
        conn,
        select!(OwnReport, "FROM reports WHERE by_id = $1 ORDER BY made_ms, id LIMIT $2"),
        user.uuid(),
        ROWS_MAX
    )
    .await
}

/// How the player's ratings came about, game by game: so many that come after the last one of the
/// page before.
pub async fn ratings(
    conn: &mut Conn,
    user: UserId,
    after: Option<&OwnRating>,
    limit: u32,
) -> Result<Vec<OwnRating>> {
    let (variant, n) = after.map_or(("", 0), |last| (last.variant.as_str(), last.n));
    all!(
        conn,
        select!(
            OwnRating,
            "FROM rating_history WHERE user_id = $1 AND (variant, n) > ($2, $3) \
             ORDER BY variant, n LIMIT $4"
        ),
        user.uuid(),
        variant,
        n,
        i64::from(limit)
    )
    .await
}
