//! Games by correspondence in which nothing happens: they are kept here as a whole, so that neither
//! the journal nor the memory has to, and a start reads none of them.
//!
//! A row stays when its game goes on, and is replaced when that falls asleep again; until then the
//! journal has more records of it, which is how the two are told apart.

use std::collections::HashMap;

use komadai_ids::{Code, GameId, UserId};

use crate::{
    Conn, Result, Tx,
    db::{ASKED_AT_ONCE, all, all_of, execute, optional, parsed, row, select},
    games::code_column,
    settlements,
};

row! {
    /// A game that sleeps.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct SleepingGame in "sleeping_games" {
        pub id: GameId = "game_id",
        pub sente: UserId,
        pub gote: UserId,
        /// All its records.
        pub log: Vec<u8>,
        /// How many there are.
        pub n_records: i64,
        /// When it fell asleep.
        pub since_ms: i64,
        /// How long the side to move had thought by then.
        pub thought_ms: i64,
        /// When something is due in it.
        pub wake_ms: i64,
    }
}

row! {
    /// A span of time.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Outage in "outages" {
        pub from_ms: i64,
        pub until_ms: i64,
    }
}

/// Keeps a game. `false`: it is settled, or kept with more records, and stays as it is; whoever writes
/// then has stood still while others went on.
pub async fn keep(tx: &mut Tx, game: &SleepingGame) -> Result<bool> {
    if settlements::settled(tx, &[game.id]).await?.contains(&game.id) {
        return Ok(false);
    }
    let n_rows = execute!(
        tx,
        "INSERT INTO sleeping_games \
             (game_id, code, sente, gote, log, n_records, since_ms, thought_ms, wake_ms) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) \
         ON CONFLICT (game_id) DO UPDATE SET log = excluded.log, \
             n_records = excluded.n_records, since_ms = excluded.since_ms, \
             thought_ms = excluded.thought_ms, wake_ms = excluded.wake_ms \
         WHERE sleeping_games.n_records <= excluded.n_records",
        game.id.uuid(),
        code_column(game.id.code()),
        game.sente.uuid(),
        game.gote.uuid(),
        game.log.as_slice(),
        game.n_records,
        game.since_ms,
        game.thought_ms,
        game.wake_ms
    )
    .await?;
    Ok(n_rows == 1)
}

/// Forgets a game, which is over.
pub async fn forget(tx: &mut Tx, game: GameId) -> Result<()> {
    execute!(tx, "DELETE FROM sleeping_games WHERE game_id = $1", game.uuid()).await?;
    Ok(())
}

/// A game by its code.
pub async fn find(conn: &mut Conn, code: Code) -> Result<Option<SleepingGame>> {
    optional!(conn, select!(SleepingGame, "FROM sleeping_games WHERE code = $1"), code_column(code))
        .await
}

row! {
    struct RecordCount in "sleeping_games" {
        game: GameId = "game_id",
        n_records: i64,
    }
}

/// How many records those of these games are kept with that are.
pub async fn n_records(conn: &mut Conn, games: &[GameId]) -> Result<HashMap<GameId, i64>> {
    let ids: Vec<_> = games.iter().map(|game| game.uuid()).collect();
    let mut kept = HashMap::new();
    for asked in ids.chunks(ASKED_AT_ONCE) {
        let rows: Vec<RecordCount> =
            all_of!(conn, "SELECT game_id, n_records FROM sleeping_games WHERE game_id", asked)
                .await?;
        kept.extend(rows.into_iter().map(|it| (it.game, it.n_records)));
    }
    Ok(kept)
}

row! {
    /// A game of somebody.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Seat in "sleeping_games" {
        pub game: GameId = "game_id",
        /// Whether the player is sente.
        pub is_sente: bool = parsed("is_sente", |it: i64| Some(it == 1)),
    }
}

/// The games of a player.
pub async fn of(conn: &mut Conn, player: UserId) -> Result<Vec<Seat>> {
    all!(
        conn,
        "SELECT game_id, CAST(1 AS BIGINT) AS is_sente FROM sleeping_games WHERE sente = $1 \
         UNION ALL \
         SELECT game_id, CAST(0 AS BIGINT) AS is_sente FROM sleeping_games WHERE gote = $1 \
         ORDER BY game_id",
        player.uuid()
    )
    .await
}

row! {
    /// When a game wakes.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub struct Alarm in "sleeping_games" {
        pub at_ms: i64 = "wake_ms",
        pub game: GameId = "game_id",
    }
}

/// The next alarms up to an instant, `limit` at most, in order: those after one, or all.
pub async fn alarms(
    conn: &mut Conn,
    after: Option<Alarm>,
    until_ms: i64,
    limit: u32,
) -> Result<Vec<Alarm>> {
    let after_ms = after.map_or(i64::MIN, |it| it.at_ms);
    let after_game = after.map_or(uuid::Uuid::nil(), |it| it.game.uuid());
    all!(
        conn,
        "SELECT wake_ms, game_id FROM sleeping_games \
         WHERE wake_ms <= $3 AND wake_ms >= $1 AND (wake_ms > $1 OR game_id > $2) \
         ORDER BY wake_ms, game_id LIMIT $4",
        after_ms,
        after_game,
        until_ms,
        i64::from(limit)
    )
    .await
}

/// Notes that the site was away.
pub async fn note_outage(tx: &mut Tx, outage: Outage) -> Result<()> {
    execute!(
        tx,
        "INSERT INTO outages (from_ms, until_ms) VALUES ($1, $2) \
         ON CONFLICT (from_ms) DO UPDATE SET until_ms = excluded.until_ms \
         WHERE outages.until_ms < excluded.until_ms",
        outage.from_ms,
        outage.until_ms
    )
    .await?;
    Ok(())
}

/// When the site was away since then, in order.
pub async fn outages_since(conn: &mut Conn, since_ms: i64) -> Result<Vec<Outage>> {
    all!(
        conn,
        "SELECT from_ms, until_ms FROM outages WHERE until_ms > $1 ORDER BY from_ms",
        since_ms
    )
    .await
}
