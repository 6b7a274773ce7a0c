//! Problems, their solvers, and what came of each attempt.

pub mod compositions;
pub mod daily;
pub mod repeats;
pub mod rushes;

pub use komadai_community::tsume::TsumeFirst;
use komadai_ids::UserId;

use crate::{
    Conn, Result, Tx,
    db::{all, execute, exists, optional, row, select, value},
    ratings::Numbers,
};

/// The most attempts that are read at once: more than there are problems.
pub const ATTEMPTS_MAX: u32 = 10_000;

row! {
    /// What a problem is rated at.
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct ProblemRating in "tsume_problems" {
        pub number: u32,
        /// How hard it is.
        pub numbers: Numbers = Numbers::from_row,
        /// How many have tried.
        pub n_tried: u32,
        /// How many solved it at once.
        pub n_solved: u32,
        /// When that changed last.
        pub rated_ms: i64,
    }
}

row! {
    /// What a solver is rated at.
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Solver in "tsume_solvers" {
        pub numbers: Numbers = Numbers::from_row,
        /// How many problems were tried, those with a hint not counted.
        pub n_tried: u32,
        /// How many in a row were solved at once, up to now.
        pub streak: u32,
        /// The most in a row.
        pub best_streak: u32,
        /// When that changed last.
        pub rated_ms: i64,
    }
}

row! {
    /// A player's attempts at a problem.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Attempt in "tsume_attempts" {
        pub number: u32,
        /// How the first ended.
        pub first: TsumeFirst,
        /// When it was solved, at the first attempt or a later one.
        pub solved_ms: Option<i64>,
    }
}

/// What all problems that were ever tried are rated at.
pub async fn problems(conn: &mut Conn) -> Result<Vec<ProblemRating>> {
    all!(
        conn,
        "SELECT number, rating, deviation, volatility, n_tried, n_solved, rated_ms \
         FROM tsume_problems ORDER BY number LIMIT $1",
        i64::from(ATTEMPTS_MAX)
    )
    .await
}

/// What a problem is rated at; `None` when nobody has tried it.
pub async fn problem(conn: &mut Conn, number: u32) -> Result<Option<ProblemRating>> {
    optional!(
        conn,
        "SELECT number, rating, deviation, volatility, n_tried, n_solved, rated_ms \
         FROM tsume_problems WHERE number = $1",
        i64::from(number)
    )
    .await
}

/// What a player is rated at as a solver; `None` before the first attempt that counts.
pub async fn solver(conn: &mut Conn, user: UserId) -> Result<Option<Solver>> {
    optional!(
        conn,
        "SELECT rating, deviation, volatility, n_tried, streak, best_streak, rated_ms \
         FROM tsume_solvers WHERE user_id = $1",
        user.uuid()
    )
    .await
}

/// All that a player has tried.
pub async fn attempts(conn: &mut Conn, user: UserId) -> Result<Vec<Attempt>> {
    all!(
        conn,
        select!(Attempt, "FROM tsume_attempts WHERE user_id = $1 ORDER BY number LIMIT $2"),
        user.uuid(),
        i64::from(ATTEMPTS_MAX)
    )
    .await
}

/// Whether a player has tried any problem.
pub async fn has_tried(conn: &mut Conn, user: UserId) -> Result<bool> {
    exists!(conn, "SELECT 1 FROM tsume_attempts WHERE user_id = $1 LIMIT 1", user.uuid()).await
}

/// Whether a player has solved a problem.
pub async fn is_solved(conn: &mut Conn, user: UserId, number: u32) -> Result<bool> {
    let attempt: Option<Attempt> = optional!(
        conn,
        select!(Attempt, "FROM tsume_attempts WHERE user_id = $1 AND number = $2"),
        user.uuid(),
        i64::from(number)
    )
    .await?;
    Ok(attempt.is_some_and(|it| it.solved_ms.is_some()))
}

/// Notes how a player's first attempt at a problem ended; `false` when it was not the first.
pub async fn note_first(
    tx: &mut Tx,
    user: UserId,
    number: u32,
    first: TsumeFirst,
    now_ms: i64,
) -> Result<bool> {
    let n_changed = execute!(
        tx,
        "INSERT INTO tsume_attempts (user_id, number, first, first_ms, solved_ms) \
         VALUES ($1, $2, $3, $4, NULL) ON CONFLICT (user_id, number) DO NOTHING",
        user.uuid(),
        i64::from(number),
        first.as_str(),
        now_ms
    )
    .await?;
    Ok(n_changed == 1)
}

/// Notes that somebody was shown the solution of a problem that they have tried.
pub async fn note_shown(tx: &mut Tx, user: UserId, number: u32, now_ms: i64) -> Result<()> {
    execute!(
        tx,
        "UPDATE tsume_attempts SET shown_ms = $3 \
         WHERE user_id = $1 AND number = $2 AND shown_ms IS NULL",
        user.uuid(),
        i64::from(number),
        now_ms
    )
    .await?;
    Ok(())
}

/// Whether somebody was shown the solution of a problem.
pub async fn was_shown(conn: &mut Conn, user: UserId, number: u32) -> Result<bool> {
    exists!(
        conn,
        "SELECT 1 FROM tsume_attempts \
         WHERE user_id = $1 AND number = $2 AND shown_ms IS NOT NULL",
        user.uuid(),
        i64::from(number)
    )
    .await
}

/// How many problems somebody has solved without a hint and without having been shown the solution.
pub async fn n_solved_alone(conn: &mut Conn, user: UserId) -> Result<u64> {
    let count: i64 = value!(
        conn,
        "SELECT COUNT(*) FROM tsume_attempts \
         WHERE user_id = $1 AND solved_ms IS NOT NULL AND shown_ms IS NULL AND first <> 'helped'",
        user.uuid()
    )
    .await?;
    Ok(count.max(0) as u64)
}

/// Notes that a problem is solved, if it was not before.
pub async fn note_solved(tx: &mut Tx, user: UserId, number: u32, now_ms: i64) -> Result<()> {
    execute!(
        tx,
        "UPDATE tsume_attempts SET solved_ms = $3 \
         WHERE user_id = $1 AND number = $2 AND solved_ms IS NULL",
        user.uuid(),
        i64::from(number),
        now_ms
    )
    .await?;
    Ok(())
}

/// Writes what a problem is rated at now.
pub async fn put_problem(tx: &mut Tx, it: &ProblemRating) -> Result<()> {
    execute!(
        tx,
        "INSERT INTO tsume_problems \
         (number, rating, deviation, volatility, n_tried, n_solved, rated_ms) \
         VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (number) DO UPDATE SET \
         rating = excluded.rating, deviation = excluded.deviation, \
         volatility = excluded.volatility, n_tried = excluded.n_tried, \
         n_solved = excluded.n_solved, rated_ms = excluded.rated_ms",
        i64::from(it.number),
        it.numbers.rating,
        it.numbers.deviation,
        it.numbers.volatility,
        i64::from(it.n_tried),
        i64::from(it.n_solved),
        it.rated_ms
    )
    .await?;
    Ok(())
}

/// Writes what a solver is rated at now.
pub async fn put_solver(tx: &mut Tx, user: UserId, it: &Solver) -> Result<()> {
    execute!(
        tx,
        "INSERT INTO tsume_solvers \
         (user_id, rating, deviation, volatility, n_tried, streak, best_streak, rated_ms) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (user_id) DO UPDATE SET \
         rating = excluded.rating, deviation = excluded.deviation, \
         volatility = excluded.volatility, n_tried = excluded.n_tried, \
         streak = excluded.streak, best_streak = excluded.best_streak, \
         rated_ms = excluded.rated_ms",
        user.uuid(),
        it.numbers.rating,
        it.numbers.deviation,
        it.numbers.volatility,
        i64::from(it.n_tried),
        i64::from(it.streak),
        i64::from(it.best_streak),
        it.rated_ms
    )
    .await?;
    Ok(())
}
