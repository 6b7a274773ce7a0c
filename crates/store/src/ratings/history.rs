//! What each rated game did to a rating, and how often a player won against whom.

use komadai_ids::{GameId, TournamentId, UserId};

use super::Numbers;
use crate::{
    Conn, Result, Tx,
    db::{Columns, MalformedColumn, all, execute, one, row},
    games::not_void,
};

/// How many games of a history are read at once.
pub const HISTORY_MAX: u32 = 2_000;

row! {
    /// What one game did to one player's rating.
    #[derive(Clone, Debug, PartialEq)]
    pub struct Change in "rating_history" {
        pub user: UserId = "user_id",
        /// The variant's name.
        pub variant: String,
        /// The how-manieth rated game of the variant it was, from 1.
        pub n: u32,
        pub game: GameId = "game_id",
        /// The name of the speed.
        pub speed: String,
        /// When it ended.
        pub ended_ms: i64,
        /// The handicap's name, if it was one.
        pub handicap: Option<String>,
        /// Whether this player gave it.
        pub gave: bool,
        /// `win`, `draw` or `loss`.
        pub points: String,
        /// Before the game, idleness counted.
        pub before: Numbers = numbers_before,
        pub after: Numbers = Numbers::from_row,
        pub opponent: UserId,
        /// The opponent's rating before the game.
        pub opponent_rating: f64,
        /// And its deviation, idleness counted.
        pub opponent_deviation: f64,
        /// The opponent's grade at that time.
        pub opponent_grade: Option<String>,
        /// The evening on which it was played over the board; `None` for a game that was played here.
        pub over_the_board: Option<TournamentId> = "tournament_id",
    }
}

fn numbers_before(row: &Columns<'_>) -> Result<Numbers, MalformedColumn> {
    Ok(Numbers {
        rating: row.get("rating_before")?,
        deviation: row.get("deviation_before")?,
        volatility: row.get("volatility_before")?,
    })
}

/// Writes what a game did.
///
/// # Errors
/// When the database fails, or it was written before.
pub async fn add_change(tx: &mut Tx, change: &Change) -> Result<()> {
    execute!(
        tx,
        "INSERT INTO rating_history (user_id, variant, n, game_id, speed, ended_ms, handicap, \
             gave, points, rating_before, deviation_before, volatility_before, rating, \
             deviation, volatility, opponent, opponent_rating, opponent_deviation, \
             opponent_grade, tournament_id) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, \
             $18, $19, $20)",
        change.user.uuid(),
        &change.variant,
        i64::from(change.n),
        change.game.uuid(),
        &change.speed,
        change.ended_ms,
        &change.handicap,
        change.gave,
        &change.points,
        change.before.rating,
        change.before.deviation,
        change.before.volatility,
        change.after.rating,
        change.after.deviation,
        change.after.volatility,
        change.opponent.uuid(),
        change.opponent_rating,
        change.opponent_deviation,
        &change.opponent_grade,
        change.over_the_board.map(TournamentId::uuid)
    )
    .await?;
    Ok(())
}

/// What the games of a player and a variant did, those after the `after`-th, the latest first.
pub async fn latest(
    conn: &mut Conn,
    user: UserId,
    variant: &str,
    after: u32,
    limit: u32,
) -> Result<Vec<Change>> {
    all!(
        conn,
        "SELECT user_id, variant, n, game_id, speed, ended_ms, handicap, gave, points, \
             rating_before, deviation_before, volatility_before, rating, deviation, volatility, \
             opponent, opponent_rating, opponent_deviation, opponent_grade, tournament_id \
         FROM rating_history WHERE user_id = $1 AND variant = $2 AND n > $3 \
         ORDER BY n DESC LIMIT $4",
        user.uuid(),
        variant,
        i64::from(after),
        i64::from(limit.min(HISTORY_MAX))
    )
    .await
}

row! {
    /// A game with what grades need besides.
    #[derive(Clone, Debug, PartialEq)]
    pub struct CountedGame in "rating_history" {
        /// What it did.
        pub change: Change = Change::from_row,
        /// How long it was.
        pub plies: u32,
        /// What the opponent is rated at now, at that speed; `None` for a deleted account.
        pub rating_now: Option<f64>,
        pub deviation_now: Option<f64>,
        pub volatility_now: Option<f64>,
    }
}

/// The games of a player and a variant that were so long, those after the one and up to the
/// other, the latest first.
pub async fn counted(
    conn: &mut Conn,
    user: UserId,
    variant: &str,
    (after, last): (u32, u32),
    plies_min: u32,
    limit: u32,
) -> Result<Vec<CountedGame>> {
    all!(
        conn,
        "SELECT history.user_id, history.variant, history.n, history.game_id, history.speed, \
             history.ended_ms, history.handicap, history.gave, history.points, \
             history.rating_before, history.deviation_before, history.volatility_before, \
             history.rating, history.deviation, history.volatility, history.opponent, \
             history.opponent_rating, history.opponent_deviation, history.opponent_grade, \
             history.tournament_id, \
             games.plies, now.rating AS rating_now, now.deviation AS deviation_now, \
             now.volatility AS volatility_now \
         FROM rating_history AS history JOIN games ON games.id = history.game_id \
             LEFT JOIN ratings AS now ON now.user_id = history.opponent \
                 AND now.variant = history.variant AND now.speed = history.speed \
         WHERE history.user_id = $1 AND history.variant = $2 AND history.n > $3 \
             AND history.n <= $4 AND games.plies >= $5 \
         ORDER BY history.n DESC LIMIT $6",
        user.uuid(),
        variant,
        i64::from(after),
        i64::from(last),
        i64::from(plies_min),
        i64::from(limit.min(HISTORY_MAX))
    )
    .await
}

/// What a game did to both players, if it was rated.
pub async fn of_game(conn: &mut Conn, game: GameId) -> Result<Vec<Change>> {
    all!(
        conn,
        "SELECT user_id, variant, n, game_id, speed, ended_ms, handicap, gave, points, \
             rating_before, deviation_before, volatility_before, rating, deviation, volatility, \
             opponent, opponent_rating, opponent_deviation, opponent_grade, tournament_id \
         FROM rating_history WHERE game_id = $1 LIMIT 2",
        game.uuid()
    )
    .await
}

/// How many games that two played over the board have counted since.
pub async fn over_the_board(
    conn: &mut Conn,
    user: UserId,
    opponent: UserId,
    since_ms: i64,
) -> Result<u32> {
    let found: CountedPair = one!(
        conn,
        "SELECT COUNT(*) AS n FROM rating_history \
         WHERE user_id = $1 AND opponent = $2 AND tournament_id IS NOT NULL AND ended_ms > $3",
        user.uuid(),
        opponent.uuid(),
        since_ms
    )
    .await?;
    Ok(found.0)
}

row! {
    /// An evening in a club on which results over the board have counted.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct RatedEvening in "tournaments" {
        pub id: TournamentId,
        pub name: String,
        /// The club's name.
        pub club: String,
        /// The club's address.
        pub slug: String,
    }
}

/// The evenings in a player's history of a variant, as far as their clubs show them to a reader.
pub async fn evenings(
    conn: &mut Conn,
    user: UserId,
    variant: &str,
    reader: Option<UserId>,
) -> Result<Vec<RatedEvening>> {
    all!(
        conn,
        "SELECT tournaments.id, tournaments.name, clubs.name AS club, clubs.slug \
         FROM tournaments JOIN clubs ON clubs.id = tournaments.club_id \
         WHERE tournaments.id IN (SELECT tournament_id FROM rating_history \
                 WHERE user_id = $1 AND variant = $2 AND tournament_id IS NOT NULL) \
             AND (NOT clubs.private OR clubs.id IN (SELECT club_id FROM club_members \
                 WHERE user_id = $3)) \
         ORDER BY tournaments.listed_ms DESC, tournaments.id LIMIT $4",
        user.uuid(),
        variant,
        reader.map(UserId::uuid),
        i64::from(HISTORY_MAX)
    )
    .await
}

row! { struct CountedPair(u32 = "n") in "rating_history"; }

row! {
    /// Somebody whom a player has met, and how it went.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Rival in "games" {
        pub user: UserId = "rival",
        /// The name to sign in with, which is in the address of the player's page.
        pub handle: String,
        /// What others see.
        pub name: String,
        /// Whether it is the account of a program.
        pub bot: bool,
        pub wins: u32,
        pub draws: u32,
        pub losses: u32,
    }
}

/// Those with accounts whom a player has met most often among the latest [`HISTORY_MAX`] finished
/// games in which somebody moved; or only `rival`, if that is given.
pub async fn rivals(
    conn: &mut Conn,
    user: UserId,
    rival: Option<UserId>,
    limit: u32,
) -> Result<Vec<Rival>> {
    all!(
        conn,
        concat!(
            "SELECT rival, handle, users.name, users.bot, \
                 CAST(SUM(won) AS BIGINT) AS wins, CAST(SUM(drawn) AS BIGINT) AS draws, \
                 CAST(SUM(lost) AS BIGINT) AS losses \
             FROM (SELECT CASE WHEN games.sente = $1 THEN games.gote ELSE games.sente END AS rival, \
                       CASE WHEN winner IS NOT NULL AND (winner = 'sente') = (games.sente = $1) \
                           THEN 1 ELSE 0 END AS won, \
                       CASE WHEN winner IS NULL THEN 1 ELSE 0 END AS drawn, \
                       CASE WHEN winner IS NOT NULL AND (winner = 'sente') <> (games.sente = $1) \
                           THEN 1 ELSE 0 END AS lost \
                   FROM (SELECT game_id FROM game_players WHERE user_id = $1 \
                         ORDER BY ended_ms DESC, game_id DESC LIMIT $4) AS latest \
                       JOIN games ON games.id = latest.game_id \
                   WHERE plies > 0 AND ",
                not_void!(),
                ") AS met \
                 JOIN accounts ON accounts.user_id = rival JOIN users ON users.id = rival \
             WHERE rival <> $1 AND ($2 IS NULL OR rival = $2) \
             GROUP BY rival, handle, users.name, users.bot \
             ORDER BY COUNT(*) DESC, handle LIMIT $3"
        ),
        user.uuid(),
        rival.map(UserId::uuid),
        i64::from(limit),
        i64::from(HISTORY_MAX)
    )
    .await
}

row! {
    /// How many games of one kind a player won, drew or lost.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Tally in "rating_history" {
        /// Of which kind: a grade or a handicap, by its name.
        pub kind: Option<String>,
        /// Whether the player gave the handicap.
        pub gave: bool,
        /// `win`, `draw` or `loss`.
        pub points: String,
        pub n: u32,
    }
}

/// A player's results in rated games of a variant by the opponents' grades at the time.
pub async fn by_grade(conn: &mut Conn, user: UserId, variant: &str) -> Result<Vec<Tally>> {
    all!(
        conn,
        "SELECT opponent_grade AS kind, FALSE AS gave, points, COUNT(*) AS n \
         FROM rating_history WHERE user_id = $1 AND variant = $2 \
         GROUP BY opponent_grade, points LIMIT 200",
        user.uuid(),
        variant
    )
    .await
}

/// A player's results in rated games of a variant by handicap.
pub async fn by_handicap(conn: &mut Conn, user: UserId, variant: &str) -> Result<Vec<Tally>> {
    all!(
        conn,
        "SELECT handicap AS kind, gave, points, COUNT(*) AS n \
         FROM rating_history WHERE user_id = $1 AND variant = $2 \
         GROUP BY handicap, gave, points LIMIT 200",
        user.uuid(),
        variant
    )
    .await
}
