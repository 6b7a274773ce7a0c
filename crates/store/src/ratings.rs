//! Ratings, what each game did to them, and the grades that were earned.
//!
//! What a rating is worth and what earns a grade is not known here: numbers come in and go out.

use komadai_ids::{GameId, UserId};
use uuid::Uuid;

use crate::{
    Conn, Result, Tx,
    db::{Columns, FromRow, Malformed, all, execute, one, optional},
    games::PAGE_MAX,
};

/// How many games of a history are read at once.
pub const HISTORY_MAX: u32 = 2_000;

/// A player's rated games of one variant, all speeds together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Career {
    /// How many.
    pub n_games: u32,
    /// How many of them were won.
    pub wins: u32,
    /// How many were lost.
    pub losses: u32,
    /// Wins in a row at the end (above 0), or losses (below 0).
    pub streak: i64,
    /// The most wins in a row.
    pub best_streak: i64,
    /// Games up to this one earn no grade any more.
    pub counted_after: u32,
}

impl FromRow for Career {
    const TABLE: &'static str = "careers";

    fn from_row(row: &Columns<'_>) -> Result<Self, Malformed> {
        Ok(Self {
            n_games: count(row, "n_games")?,
            wins: count(row, "wins")?,
            losses: count(row, "losses")?,
            streak: row.get("streak")?,
            best_streak: row.get("best_streak")?,
            counted_after: count(row, "counted_after")?,
        })
    }
}

fn count(row: &Columns<'_>, column: &'static str) -> Result<u32, Malformed> {
    row.parse(column, |n: i64| u32::try_from(n).ok())
}

/// Three numbers that say how strong somebody is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Numbers {
    /// The estimate.
    pub rating: f64,
    /// Its deviation.
    pub deviation: f64,
    /// Its volatility.
    pub volatility: f64,
}

/// What a player is rated at in one variant and speed.
#[derive(Clone, Debug, PartialEq)]
pub struct Standing {
    /// The name of the speed.
    pub speed: String,
    /// After the last game.
    pub numbers: Numbers,
    /// How many games.
    pub n_games: u32,
    /// When the last one ended.
    pub rated_ms: i64,
    /// Until when it is certain without another game.
    pub certain_until_ms: i64,
}

impl FromRow for Standing {
    const TABLE: &'static str = "ratings";

    fn from_row(row: &Columns<'_>) -> Result<Self, Malformed> {
        Ok(Self {
            speed: row.get("speed")?,
            numbers: Numbers {
                rating: row.get("rating")?,
                deviation: row.get("deviation")?,
                volatility: row.get("volatility")?,
            },
            n_games: count(row, "n_games")?,
            rated_ms: row.get("rated_ms")?,
            certain_until_ms: row.get("certain_until_ms")?,
        })
    }
}

/// What one game did to one player's rating.
#[derive(Clone, Debug, PartialEq)]
pub struct Change {
    /// Whose rating.
    pub user: UserId,
    /// The variant's name.
    pub variant: String,
    /// The how-manieth rated game of the variant it was, from 1.
    pub n: u32,
    /// Which game.
    pub game: GameId,
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
    pub before: Numbers,
    /// After it.
    pub after: Numbers,
    /// Against whom.
    pub opponent: UserId,
    /// The opponent's rating before the game.
    pub opponent_rating: f64,
    /// And its deviation, idleness counted.
    pub opponent_deviation: f64,
    /// The opponent's grade at that time.
    pub opponent_grade: Option<String>,
}

impl FromRow for Change {
    const TABLE: &'static str = "rating_history";

    fn from_row(row: &Columns<'_>) -> Result<Self, Malformed> {
        Ok(Self {
            user: UserId::from_uuid(row.get("user_id")?),
            variant: row.get("variant")?,
            n: count(row, "n")?,
            game: GameId::from_uuid(row.get("game_id")?),
            speed: row.get("speed")?,
            ended_ms: row.get("ended_ms")?,
            handicap: row.get("handicap")?,
            gave: row.get("gave")?,
            points: row.get("points")?,
            before: Numbers {
                rating: row.get("rating_before")?,
                deviation: row.get("deviation_before")?,
                volatility: row.get("volatility_before")?,
            },
            after: Numbers {
                rating: row.get("rating")?,
                deviation: row.get("deviation")?,
                volatility: row.get("volatility")?,
            },
            opponent: UserId::from_uuid(row.get("opponent")?),
            opponent_rating: row.get("opponent_rating")?,
            opponent_deviation: row.get("opponent_deviation")?,
            opponent_grade: row.get("opponent_grade")?,
        })
    }
}

/// A grade that was earned.
#[derive(Clone, Debug, PartialEq)]
pub struct Award {
    /// By whom.
    pub user: UserId,
    /// Its name.
    pub grade: String,
    /// Its place in the scale, from 0.
    pub place: u32,
    /// The how-manieth rated game of standard shogi completed it.
    pub n: u32,
    /// How many of the last games earned it.
    pub n_games: u32,
    /// The game that completed it.
    pub game: GameId,
    /// The rating after it.
    pub rating: f64,
    /// When.
    pub awarded_ms: i64,
    /// Whether a moderator has annulled it.
    pub annulled: bool,
}

impl FromRow for Award {
    const TABLE: &'static str = "grade_awards";

    fn from_row(row: &Columns<'_>) -> Result<Self, Malformed> {
        Ok(Self {
            user: UserId::from_uuid(row.get("user_id")?),
            grade: row.get("grade")?,
            place: count(row, "place")?,
            n: count(row, "n")?,
            n_games: count(row, "n_games")?,
            game: GameId::from_uuid(row.get("game_id")?),
            rating: row.get("rating")?,
            awarded_ms: row.get("awarded_ms")?,
            annulled: row.get("annulled")?,
        })
    }
}

/// A player's rated games of a variant, if there are any.
///
/// # Errors
/// When the database fails or the row is corrupt.
pub async fn career(conn: &mut Conn, user: UserId, variant: &str) -> Result<Option<Career>> {
    optional!(
        conn,
        "SELECT user_id, n_games, wins, losses, streak, best_streak, counted_after \
         FROM careers WHERE user_id = $1 AND variant = $2",
        user.uuid(),
        variant
    )
    .await
}

/// Takes a player's row for this transaction: whoever else wants to rate a game of theirs waits
/// for its end. Players are taken in order of their ids, so that two never wait for each other.
///
/// # Errors
/// When the database fails or the row is corrupt.
pub async fn take_career(tx: &mut Tx, user: UserId, variant: &str) -> Result<Career> {
    execute!(
        tx,
        "INSERT INTO careers (user_id, variant, n_games, wins, losses, streak, best_streak, \
             counted_after) \
         VALUES ($1, $2, 0, 0, 0, 0, 0, 0) \
         ON CONFLICT (user_id, variant) DO UPDATE SET n_games = careers.n_games",
        user.uuid(),
        variant
    )
    .await?;
    one!(
        tx,
        "SELECT user_id, n_games, wins, losses, streak, best_streak, counted_after \
         FROM careers WHERE user_id = $1 AND variant = $2",
        user.uuid(),
        variant
    )
    .await
}

/// Writes a career that was taken.
///
/// # Errors
/// When the database fails.
pub async fn put_career(tx: &mut Tx, user: UserId, variant: &str, career: &Career) -> Result<()> {
    execute!(
        tx,
        "UPDATE careers SET n_games = $3, wins = $4, losses = $5, streak = $6, best_streak = $7, \
             counted_after = $8 WHERE user_id = $1 AND variant = $2",
        user.uuid(),
        variant,
        i64::from(career.n_games),
        i64::from(career.wins),
        i64::from(career.losses),
        career.streak,
        career.best_streak,
        i64::from(career.counted_after)
    )
    .await?;
    Ok(())
}

/// What a player is rated at in each speed of a variant.
///
/// # Errors
/// When the database fails or a row is corrupt.
pub async fn standings(conn: &mut Conn, user: UserId, variant: &str) -> Result<Vec<Standing>> {
    all!(
        conn,
        "SELECT user_id, speed, rating, deviation, volatility, n_games, rated_ms, \
             certain_until_ms \
         FROM ratings WHERE user_id = $1 AND variant = $2 ORDER BY speed LIMIT 16",
        user.uuid(),
        variant
    )
    .await
}

/// Writes what a player is rated at.
///
/// # Errors
/// When the database fails.
pub async fn put_standing(
    tx: &mut Tx,
    user: UserId,
    variant: &str,
    standing: &Standing,
) -> Result<()> {
    let Numbers { rating, deviation, volatility } = standing.numbers;
    execute!(
        tx,
        "INSERT INTO ratings (user_id, variant, speed, rating, deviation, volatility, n_games, \
             rated_ms, certain_until_ms) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) \
         ON CONFLICT (user_id, variant, speed) DO UPDATE SET rating = $4, deviation = $5, \
             volatility = $6, n_games = $7, rated_ms = $8, certain_until_ms = $9",
        user.uuid(),
        variant,
        &standing.speed,
        rating,
        deviation,
        volatility,
        i64::from(standing.n_games),
        standing.rated_ms,
        standing.certain_until_ms
    )
    .await?;
    Ok(())
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
             opponent_grade) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, \
             $18, $19)",
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
        &change.opponent_grade
    )
    .await?;
    Ok(())
}

/// What the games of a player and a variant did, those after the `after`-th, the latest first.
///
/// # Errors
/// When the database fails or a row is corrupt.
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
             opponent, opponent_rating, opponent_deviation, opponent_grade \
         FROM rating_history WHERE user_id = $1 AND variant = $2 AND n > $3 \
         ORDER BY n DESC LIMIT $4",
        user.uuid(),
        variant,
        i64::from(after),
        i64::from(limit.min(HISTORY_MAX))
    )
    .await
}

/// What a game did to both players, if it was rated.
///
/// # Errors
/// When the database fails or a row is corrupt.
pub async fn of_game(conn: &mut Conn, game: GameId) -> Result<Vec<Change>> {
    all!(
        conn,
        "SELECT user_id, variant, n, game_id, speed, ended_ms, handicap, gave, points, \
             rating_before, deviation_before, volatility_before, rating, deviation, volatility, \
             opponent, opponent_rating, opponent_deviation, opponent_grade \
         FROM rating_history WHERE game_id = $1 LIMIT 2",
        game.uuid()
    )
    .await
}

/// The highest grade that a player holds.
///
/// # Errors
/// When the database fails or the row is corrupt.
pub async fn grade(conn: &mut Conn, user: UserId) -> Result<Option<Award>> {
    optional!(
        conn,
        "SELECT user_id, grade, place, n, n_games, game_id, rating, awarded_ms, annulled \
         FROM grade_awards WHERE user_id = $1 AND annulled = FALSE \
         ORDER BY place DESC LIMIT 1",
        user.uuid()
    )
    .await
}

/// All grades that a player has earned, the latest first, annulled ones too.
///
/// # Errors
/// When the database fails or a row is corrupt.
pub async fn awards(conn: &mut Conn, user: UserId) -> Result<Vec<Award>> {
    all!(
        conn,
        "SELECT user_id, grade, place, n, n_games, game_id, rating, awarded_ms, annulled \
         FROM grade_awards WHERE user_id = $1 ORDER BY n DESC LIMIT 100",
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
             awarded_ms) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
        award.user.uuid(),
        &award.grade,
        i64::from(award.n),
        i64::from(award.place),
        i64::from(award.n_games),
        award.game.uuid(),
        award.rating,
        award.awarded_ms
    )
    .await?;
    Ok(())
}

/// The annulment of an award.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Annulment {
    /// Whose award.
    pub user: UserId,
    /// Which grade.
    pub grade: String,
    /// The game that had completed it.
    pub n: u32,
    /// Who annulled it.
    pub moderator: UserId,
    /// Why.
    pub reason: String,
    /// When.
    pub annulled_ms: i64,
}

impl FromRow for Annulment {
    const TABLE: &'static str = "grade_annulments";

    fn from_row(row: &Columns<'_>) -> Result<Self, Malformed> {
        Ok(Self {
            user: UserId::from_uuid(row.get("user_id")?),
            grade: row.get("grade")?,
            n: count(row, "n")?,
            moderator: UserId::from_uuid(row.get::<Uuid>("moderator")?),
            reason: row.get("reason")?,
            annulled_ms: row.get("annulled_ms")?,
        })
    }
}

/// Annuls an award and writes down who did and why. `false`: there is none that stands.
///
/// # Errors
/// When the database fails.
pub async fn annul(tx: &mut Tx, annulment: &Annulment) -> Result<bool> {
    let changed = execute!(
        tx,
        "UPDATE grade_awards SET annulled = TRUE \
         WHERE user_id = $1 AND grade = $2 AND n = $3 AND annulled = FALSE",
        annulment.user.uuid(),
        &annulment.grade,
        i64::from(annulment.n)
    )
    .await?;
    if changed == 0 {
        return Ok(false);
    }
    execute!(
        tx,
        "INSERT INTO grade_annulments (user_id, grade, n, moderator, reason, annulled_ms) \
         VALUES ($1, $2, $3, $4, $5, $6)",
        annulment.user.uuid(),
        &annulment.grade,
        i64::from(annulment.n),
        annulment.moderator.uuid(),
        &annulment.reason,
        annulment.annulled_ms
    )
    .await?;
    Ok(true)
}

/// Which awards of a player were annulled, by whom and why, the latest first.
///
/// # Errors
/// When the database fails or a row is corrupt.
pub async fn annulments(conn: &mut Conn, user: UserId) -> Result<Vec<Annulment>> {
    all!(
        conn,
        "SELECT user_id, grade, n, moderator, reason, annulled_ms \
         FROM grade_annulments WHERE user_id = $1 ORDER BY annulled_ms DESC LIMIT 100",
        user.uuid()
    )
    .await
}

/// How strong an account said to be when it registered.
///
/// # Errors
/// When the database fails or the row is corrupt.
pub async fn declared(conn: &mut Conn, user: UserId) -> Result<Option<String>> {
    struct Declared(Option<String>);

    impl FromRow for Declared {
        const TABLE: &'static str = "accounts";

        fn from_row(row: &Columns<'_>) -> Result<Self, Malformed> {
            row.get("declared").map(Self)
        }
    }

    let row: Option<Declared> =
        optional!(conn, "SELECT user_id, declared FROM accounts WHERE user_id = $1", user.uuid())
            .await?;
    Ok(row.and_then(|Declared(grade)| grade))
}

/// Writes down how strong a new account says to be.
///
/// # Errors
/// When the database fails.
pub async fn declare(tx: &mut Tx, user: UserId, grade: &str) -> Result<()> {
    execute!(tx, "UPDATE accounts SET declared = $2 WHERE user_id = $1", user.uuid(), grade)
        .await?;
    Ok(())
}

/// Somebody on a list of the strongest.
#[derive(Clone, Debug, PartialEq)]
pub struct Ranked {
    /// Who.
    pub user: UserId,
    /// The name to sign in with, which is in the address of the player's page.
    pub handle: String,
    /// What others see.
    pub name: String,
    /// The rating.
    pub rating: f64,
    /// How many games.
    pub n_games: u32,
    /// The highest grade.
    pub grade: Option<String>,
}

impl FromRow for Ranked {
    const TABLE: &'static str = "ratings";

    fn from_row(row: &Columns<'_>) -> Result<Self, Malformed> {
        Ok(Self {
            user: UserId::from_uuid(row.get("user_id")?),
            handle: row.get("handle")?,
            name: row.get("name")?,
            rating: row.get("rating")?,
            n_games: count(row, "n_games")?,
            grade: row.get("grade")?,
        })
    }
}

/// The strongest at a variant and speed whose rating is certain at `now_ms`, after the one with
/// this rating and id.
///
/// # Errors
/// When the database fails or a row is corrupt.
pub async fn strongest(
    conn: &mut Conn,
    variant: &str,
    speed: &str,
    now_ms: i64,
    after: Option<(f64, UserId)>,
    limit: u32,
) -> Result<Vec<Ranked>> {
    let (rating, id) = after.unwrap_or((f64::MAX, UserId::from_uuid(Uuid::max())));
    all!(
        conn,
        "SELECT ratings.user_id, handle, users.name, rating, n_games, \
             (SELECT grade FROM grade_awards WHERE grade_awards.user_id = ratings.user_id \
                  AND annulled = FALSE ORDER BY place DESC LIMIT 1) AS grade \
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

/// How many games of one kind a player won, drew or lost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tally {
    /// Of which kind: a grade or a handicap, by its name.
    pub kind: Option<String>,
    /// Whether the player gave the handicap.
    pub gave: bool,
    /// `win`, `draw` or `loss`.
    pub points: String,
    /// How many.
    pub n: u32,
}

impl FromRow for Tally {
    const TABLE: &'static str = "rating_history";

    fn from_row(row: &Columns<'_>) -> Result<Self, Malformed> {
        Ok(Self {
            kind: row.get("kind")?,
            gave: row.get("gave")?,
            points: row.get("points")?,
            n: count(row, "n")?,
        })
    }
}

/// A player's results in rated games of a variant by the opponents' grades at the time.
///
/// # Errors
/// When the database fails or a row is corrupt.
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
///
/// # Errors
/// When the database fails or a row is corrupt.
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

/// The games from the `first`-th to the `last`-th of a player and a variant, in order.
///
/// # Errors
/// When the database fails or a row is corrupt.
pub async fn between(
    conn: &mut Conn,
    user: UserId,
    variant: &str,
    first: u32,
    last: u32,
) -> Result<Vec<Change>> {
    all!(
        conn,
        "SELECT user_id, variant, n, game_id, speed, ended_ms, handicap, gave, points, \
             rating_before, deviation_before, volatility_before, rating, deviation, volatility, \
             opponent, opponent_rating, opponent_deviation, opponent_grade \
         FROM rating_history WHERE user_id = $1 AND variant = $2 AND n >= $3 AND n <= $4 \
         ORDER BY n LIMIT 100",
        user.uuid(),
        variant,
        i64::from(first),
        i64::from(last)
    )
    .await
}
