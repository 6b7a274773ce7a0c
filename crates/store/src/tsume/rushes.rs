//! Rushes: problems against the clock. Each player's latest, and the best of each day.

use komadai_ids::UserId;
use uuid::Uuid;

use crate::{
    Conn, Result, Tx,
    db::{all, execute, optional, parsed, row, select},
};

/// The longest list of the best.
pub const BEST_MAX: u32 = 50;

/// The most days of one player that are read.
const DAYS_MAX: u32 = 10_000;

row! {
    /// A rush, as it stands or as it ended.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Rush in "tsume_rushes" {
        /// Its id, from which its problems are drawn.
        pub id: Uuid,
        pub started_ms: i64,
        /// When it is over, or was.
        pub ends_ms: i64,
        /// How many problems were solved.
        pub n_solved: u32,
        /// When the last of them was solved; the start as long as there is none.
        pub solved_ms: i64,
        /// The numbers of those that were not solved.
        pub missed: Vec<u32> = parsed("missed", numbers),
        /// The places, counted from 0, for which compositions of players are drawn, with their
        /// numbers.
        pub composed: Vec<(u32, u32)> = parsed("composed", composed),
    }
}

row! {
    /// What somebody did best on a day.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Score in "tsume_rush_days" {
        /// In days since 1970.
        pub day: i64,
        pub n_solved: u32,
        /// How long it took to solve as many, in milliseconds.
        pub took_ms: i64,
    }
}

row! {
    /// Somebody on a list of the best.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Best in "tsume_rush_days" {
        pub user: UserId = "user_id",
        /// The name to sign in with, which is in the address of the player's page.
        pub handle: String,
        /// What others see.
        pub name: String,
        /// Whether it is the account of a program.
        pub bot: bool,
        pub score: Score = Score::from_row,
    }
}

fn parted(numbers: &[u32]) -> String {
    numbers.iter().map(u32::to_string).collect::<Vec<_>>().join(" ")
}

fn placed(composed: &[(u32, u32)]) -> String {
    composed.iter().map(|(place, it)| format!("{place}:{it}")).collect::<Vec<_>>().join(" ")
}

fn numbers(text: String) -> Option<Vec<u32>> {
    text.split_whitespace().map(|it| it.parse().ok()).collect()
}

fn composed(text: String) -> Option<Vec<(u32, u32)>> {
    let placed = text.split_whitespace().map(|it| it.split_once(':'));
    placed
        .map(|it| it.and_then(|(place, it)| Some((place.parse().ok()?, it.parse().ok()?))))
        .collect()
}

/// A player's latest rush.
pub async fn latest(conn: &mut Conn, user: UserId) -> Result<Option<Rush>> {
    optional!(
        conn,
        "SELECT id, started_ms, ends_ms, n_solved, solved_ms, missed, composed \
         FROM tsume_rushes WHERE user_id = $1",
        user.uuid()
    )
    .await
}

/// Begins a rush, in place of the one before.
pub async fn begin(tx: &mut Tx, user: UserId, it: &Rush) -> Result<()> {
    execute!(
        tx,
        "INSERT INTO tsume_rushes \
             (user_id, id, started_ms, ends_ms, n_solved, solved_ms, missed, composed) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (user_id) DO UPDATE SET \
         id = excluded.id, started_ms = excluded.started_ms, ends_ms = excluded.ends_ms, \
         n_solved = excluded.n_solved, solved_ms = excluded.solved_ms, missed = excluded.missed, \
         composed = excluded.composed",
        user.uuid(),
        it.id,
        it.started_ms,
        it.ends_ms,
        i64::from(it.n_solved),
        it.solved_ms,
        parted(&it.missed),
        placed(&it.composed)
    )
    .await?;
    Ok(())
}

/// Writes what has become of a rush; `false` when it was no longer what it was `before`.
pub async fn go_on(tx: &mut Tx, user: UserId, before: &Rush, now: &Rush) -> Result<bool> {
    let n_changed = execute!(
        tx,
        "UPDATE tsume_rushes SET ends_ms = $3, n_solved = $4, solved_ms = $5, missed = $6 \
         WHERE user_id = $1 AND id = $2 AND n_solved = $7 AND missed = $8",
        user.uuid(),
        before.id,
        now.ends_ms,
        i64::from(now.n_solved),
        now.solved_ms,
        parted(&now.missed),
        i64::from(before.n_solved),
        parted(&before.missed)
    )
    .await?;
    Ok(n_changed == 1)
}

/// Notes a score, unless the player had a better one on that day.
pub async fn note_score(tx: &mut Tx, user: UserId, score: Score) -> Result<()> {
    execute!(
        tx,
        "INSERT INTO tsume_rush_days (user_id, day, n_solved, took_ms) VALUES ($1, $2, $3, $4) \
         ON CONFLICT (user_id, day) DO UPDATE SET \
         n_solved = excluded.n_solved, took_ms = excluded.took_ms \
         WHERE excluded.n_solved > tsume_rush_days.n_solved \
         OR (excluded.n_solved = tsume_rush_days.n_solved \
             AND excluded.took_ms < tsume_rush_days.took_ms)",
        user.uuid(),
        score.day,
        i64::from(score.n_solved),
        score.took_ms
    )
    .await?;
    Ok(())
}

/// A player's best since a day.
pub async fn own_best(conn: &mut Conn, user: UserId, since_day: i64) -> Result<Option<Score>> {
    optional!(
        conn,
        select!(
            Score,
            "FROM tsume_rush_days WHERE user_id = $1 AND day >= $2 \
             ORDER BY n_solved DESC, took_ms, day LIMIT 1"
        ),
        user.uuid(),
        since_day
    )
    .await
}

/// What a player did best on each day.
pub async fn days(conn: &mut Conn, user: UserId) -> Result<Vec<Score>> {
    all!(
        conn,
        select!(Score, "FROM tsume_rush_days WHERE user_id = $1 ORDER BY day LIMIT $2"),
        user.uuid(),
        i64::from(DAYS_MAX)
    )
    .await
}

/// The accounts that have done best since a day, each once.
pub async fn best(conn: &mut Conn, since_day: i64, limit: u32) -> Result<Vec<Best>> {
    all!(
        conn,
        "SELECT best.user_id, handle, users.name, users.bot, day, n_solved, took_ms FROM \
             (SELECT user_id, day, n_solved, took_ms, ROW_NUMBER() OVER \
                  (PARTITION BY user_id ORDER BY n_solved DESC, took_ms, day) AS nth \
              FROM tsume_rush_days WHERE day >= $1) AS best \
             JOIN accounts ON accounts.user_id = best.user_id \
             JOIN users ON users.id = best.user_id \
         WHERE nth = 1 ORDER BY n_solved DESC, took_ms, best.user_id LIMIT $2",
        since_day,
        i64::from(limit.min(BEST_MAX))
    )
    .await
}
