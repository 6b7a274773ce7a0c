//! The programs' league: how strong each is in each pool, and which games were played in it.

use komadai_ids::{GameId, UserId};

use crate::{
    Conn, Result, Tx,
    db::{all, execute, optional, row, value, values},
    ratings::Numbers,
};

/// How many programs of a pool are listed.
pub const LISTED_MAX: u32 = 500;

/// How many games of a day are named.
pub const GAMES_MAX: u32 = 5_000;

row! {
    /// A program in a pool.
    #[derive(Clone, Debug, PartialEq)]
    pub struct Program in "league_programs" {
        pub user: UserId = "user_id",
        pub numbers: Numbers = Numbers::from_row,
        /// How many games counted.
        pub n_games: u32,
        pub wins: u32,
        pub losses: u32,
        /// In how many of its games it was sente.
        pub n_sente: u32,
        /// How many games it was given.
        pub n_paired: u32,
        /// When the last game ended that counted.
        pub rated_ms: i64,
        /// When it was last there.
        pub seen_ms: i64,
        /// How often nobody was left for it since it was paired.
        pub sat_out: u32,
        /// With whom that was.
        pub last_opponent: Option<UserId>,
    }
}

row! {
    /// A program in the table of a pool.
    #[derive(Clone, Debug, PartialEq)]
    pub struct RankedProgram in "league_programs" {
        /// The account's handle.
        pub handle: String,
        /// What others see.
        pub name: String,
        pub program: Program = Program::from_row,
    }
}

row! {
    /// A day of a pool.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Day in "league_games" {
        /// Days since 1970.
        pub day: i64,
        /// How many games ended on it.
        pub n_games: u32,
    }
}

/// Notes that a program is there; one that is new begins at these numbers.
pub async fn note(
    tx: &mut Tx,
    pool: &str,
    user: UserId,
    beginning: Numbers,
    now_ms: i64,
) -> Result<()> {
    let Numbers { rating, deviation, volatility } = beginning;
    execute!(
        tx,
        "INSERT INTO league_programs (pool, user_id, rating, deviation, volatility, n_games, \
             wins, losses, n_sente, n_paired, rated_ms, seen_ms, sat_out) \
         VALUES ($1, $2, $3, $4, $5, 0, 0, 0, 0, 0, $6, $6, 0) \
         ON CONFLICT (pool, user_id) DO UPDATE SET seen_ms = $6",
        pool,
        user.uuid(),
        rating,
        deviation,
        volatility,
        now_ms
    )
    .await?;
    Ok(())
}

/// A program in a pool.
pub async fn program(conn: &mut Conn, pool: &str, user: UserId) -> Result<Option<Program>> {
    optional!(
        conn,
        "SELECT user_id, rating, deviation, volatility, n_games, wins, losses, n_sente, \
             n_paired, rated_ms, seen_ms, sat_out, last_opponent \
         FROM league_programs WHERE pool = $1 AND user_id = $2",
        pool,
        user.uuid()
    )
    .await
}

/// An account in every pool where it ever was, by their names.
pub async fn of(conn: &mut Conn, user: UserId) -> Result<Vec<(String, Program)>> {
    row! {
        struct Row(String = "pool", Program = Program::from_row) in "league_programs";
    }

    let found: Vec<Row> = all!(
        conn,
        "SELECT pool, user_id, rating, deviation, volatility, n_games, wins, losses, n_sente, \
             n_paired, rated_ms, seen_ms, sat_out, last_opponent \
         FROM league_programs WHERE user_id = $1 ORDER BY pool LIMIT $2",
        user.uuid(),
        i64::from(LISTED_MAX)
    )
    .await?;
    Ok(found.into_iter().map(|Row(pool, program)| (pool, program)).collect())
}

/// The programs of a pool, the strongest first.
pub async fn ranked(conn: &mut Conn, pool: &str) -> Result<Vec<RankedProgram>> {
    all!(
        conn,
        "SELECT accounts.handle, users.name, league_programs.user_id, league_programs.rating, \
             league_programs.deviation, league_programs.volatility, league_programs.n_games, \
             league_programs.wins, league_programs.losses, league_programs.n_sente, \
             league_programs.n_paired, league_programs.rated_ms, league_programs.seen_ms, \
             league_programs.sat_out, league_programs.last_opponent \
         FROM league_programs JOIN users ON users.id = league_programs.user_id \
             JOIN accounts ON accounts.user_id = league_programs.user_id \
         WHERE league_programs.pool = $1 \
         ORDER BY league_programs.rating DESC, league_programs.user_id LIMIT $2",
        pool,
        i64::from(LISTED_MAX)
    )
    .await
}

/// How many programs a pool has.
pub async fn n_programs(conn: &mut Conn, pool: &str) -> Result<u32> {
    value!(conn, "SELECT COUNT(*) FROM league_programs WHERE pool = $1", pool).await
}

/// Writes down that a program was paired.
pub async fn paired(
    tx: &mut Tx,
    pool: &str,
    user: UserId,
    opponent: UserId,
    as_sente: bool,
) -> Result<()> {
    execute!(
        tx,
        "UPDATE league_programs SET sat_out = 0, last_opponent = $3, n_paired = n_paired + 1, \
             n_sente = n_sente + $4 \
         WHERE pool = $1 AND user_id = $2",
        pool,
        user.uuid(),
        opponent.uuid(),
        i64::from(as_sente)
    )
    .await?;
    Ok(())
}

/// Writes down that nobody was left for a program.
pub async fn sat_out(tx: &mut Tx, pool: &str, user: UserId) -> Result<()> {
    execute!(
        tx,
        "UPDATE league_programs SET sat_out = sat_out + 1 WHERE pool = $1 AND user_id = $2",
        pool,
        user.uuid()
    )
    .await?;
    Ok(())
}

/// Writes what a program is rated at after a game, and that it was there at its end.
pub async fn rated(tx: &mut Tx, pool: &str, program: &Program) -> Result<()> {
    let Numbers { rating, deviation, volatility } = program.numbers;
    execute!(
        tx,
        "UPDATE league_programs SET rating = $3, deviation = $4, volatility = $5, n_games = $6, \
             wins = $7, losses = $8, rated_ms = $9, \
             seen_ms = CASE WHEN seen_ms < $9 THEN $9 ELSE seen_ms END \
         WHERE pool = $1 AND user_id = $2",
        pool,
        program.user.uuid(),
        rating,
        deviation,
        volatility,
        i64::from(program.n_games),
        i64::from(program.wins),
        i64::from(program.losses),
        program.rated_ms
    )
    .await?;
    Ok(())
}

/// Adds a game to its day.
pub async fn add_game(
    tx: &mut Tx,
    pool: &str,
    game: GameId,
    day: i64,
    ended_ms: i64,
) -> Result<()> {
    execute!(
        tx,
        "INSERT INTO league_games (pool, day, ended_ms, game_id) VALUES ($1, $2, $3, $4) \
         ON CONFLICT (game_id) DO NOTHING",
        pool,
        day,
        ended_ms,
        game.uuid()
    )
    .await?;
    Ok(())
}

/// The days from `first` on on which games ended, the latest first.
pub async fn days(conn: &mut Conn, pool: &str, first: i64) -> Result<Vec<Day>> {
    all!(
        conn,
        "SELECT day, COUNT(*) AS n_games FROM league_games WHERE pool = $1 AND day >= $2 \
         GROUP BY day ORDER BY day DESC LIMIT 100",
        pool,
        first
    )
    .await
}

/// The games of a day, in the order of their ends.
pub async fn games(conn: &mut Conn, pool: &str, day: i64) -> Result<Vec<GameId>> {
    values!(
        conn,
        "SELECT game_id FROM league_games WHERE pool = $1 AND day = $2 \
         ORDER BY ended_ms, game_id LIMIT $3",
        pool,
        day,
        i64::from(GAMES_MAX)
    )
    .await
}
