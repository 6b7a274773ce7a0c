//! Finished games. Live ones are in the [journal](crate::journal).

use std::io::{Read, Write};

use flate2::{Compression, read::ZlibDecoder, write::ZlibEncoder};
use komadai_ids::{ClubId, Code, GameId, UserId};
use komadai_rules::Side;

use crate::{
    Conn, Error, PageKey, Result, Tx,
    db::{all, execute, optional, optional_value, row, select, unpacked},
    game_kinds,
};

/// Whether a game counts as one that was played, as `EndReason::is_void` says.
macro_rules! not_void {
    () => {
        "reason NOT IN ('aborted', 'no_first_move', 'annulled')"
    };
}

pub(crate) use not_void;

/// No record is longer than this when it is unpacked.
pub const RECORD_BYTES_MAX: u64 = 16 << 20;

/// How many games one page of a list may have.
pub const PAGE_MAX: u32 = 200;

row! {
    /// What lists show of a finished game.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct GameSummary in "games" {
        /// The game; its address is `id.code()`.
        pub id: GameId,
        /// The variant's name.
        pub variant: String,
        /// The handicap's name, if it was one.
        pub handicap: Option<String>,
        /// The clock, as JSON.
        pub clock: String,
        /// Who sat as sente, if anyone.
        pub sente: Option<UserId>,
        /// Who sat as gote, if anyone.
        pub gote: Option<UserId>,
        /// Sente's name at that time; of a guest who has registered since, the account's.
        pub sente_name: Option<String>,
        /// Gote's name, likewise.
        pub gote_name: Option<String>,
        /// How many moves were made.
        pub plies: u32,
        /// Why it ended.
        pub reason: String,
        /// Who won, if anyone.
        pub winner: Option<Side>,
        /// Whether its result changed ratings.
        pub rated: bool,
        /// The position at its end.
        pub final_sfen: String,
        /// The opening's name, where it is known.
        pub opening: Option<String>,
        /// When it was created.
        pub created_ms: i64,
        /// When both had sat down.
        pub started_ms: Option<i64>,
        /// When it ended.
        pub ended_ms: i64,
        /// The game of which this is the replay or the rematch.
        pub previous: Option<GameId> = "previous_game",
        /// The game that follows: its replay or rematch.
        pub next: Option<GameId> = "next_game",
    }
}

row! {
    /// A finished game.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Game in "games" {
        /// What lists show of it.
        pub summary: GameSummary = GameSummary::from_row,
        /// The position before the first move.
        pub start_sfen: String,
        /// The rules, as JSON.
        pub rules: String,
        /// The player who did not come, had left, or called it off, if one did.
        pub left: Option<UserId> = "left_by",
        /// Its journal bytes, unpacked. They are packed on their way into the database.
        pub record: Vec<u8> = unpacked("record"),
    }
}

impl GameSummary {
    /// The key that [`recent`] and [`by_player`] go on after.
    pub fn page_key(&self) -> PageKey {
        PageKey { at_ms: self.ended_ms, id: self.id.uuid() }
    }
}

pub(crate) fn pack(record: &[u8]) -> Result<Vec<u8>> {
    // Records are a few kilobytes, in which searching longer finds next to nothing more.
    let mut packer = ZlibEncoder::new(Vec::new(), Compression::fast());
    packer
        .write_all(record)
        .and_then(|()| packer.finish())
        .map_err(|error| Error::from(sqlx::Error::Encode(Box::new(error))))
}

pub(crate) fn unpack(packed: &[u8]) -> Option<Vec<u8>> {
    let mut record = Vec::new();
    let read = ZlibDecoder::new(packed).take(RECORD_BYTES_MAX + 1).read_to_end(&mut record);
    (read.is_ok() && record.len() as u64 <= RECORD_BYTES_MAX).then_some(record)
}

/// What a player is called in their games from now on.
pub async fn name(tx: &mut Tx, user: UserId, name: &str) -> Result<()> {
    execute!(
        tx,
        "UPDATE games SET \
             sente_name = CASE WHEN sente = $1 THEN $2 ELSE sente_name END, \
             gote_name = CASE WHEN gote = $1 THEN $2 ELSE gote_name END \
         WHERE id IN (SELECT game_id FROM game_players WHERE user_id = $1)",
        user.uuid(),
        name
    )
    .await?;
    // The title of a game's review is made of the players' names.
    execute!(
        tx,
        "UPDATE reviews SET title = \
             (SELECT games.sente_name || ' – ' || games.gote_name FROM games \
              WHERE games.id = reviews.id) \
         WHERE of_game = TRUE AND (owner_id = $1 OR partner_id = $1) AND EXISTS \
             (SELECT 1 FROM games WHERE games.id = reviews.id \
                 AND games.sente_name IS NOT NULL AND games.gote_name IS NOT NULL)",
        user.uuid()
    )
    .await?;
    Ok(())
}

/// What somebody is called who was a guest at a moment and has registered since.
pub async fn name_since(conn: &mut Conn, user: UserId, moment_ms: i64) -> Result<Option<String>> {
    optional_value!(
        conn,
        "SELECT users.name FROM users JOIN accounts ON accounts.user_id = users.id \
         WHERE users.id = $1 AND accounts.registered_ms > $2",
        user.uuid(),
        moment_ms
    )
    .await
}

/// Puts a finished game in. `false`: it was there before, and nothing changes.
/// Called by [`settle`](crate::settlements::settle), which also guards the rest.
pub async fn insert(tx: &mut Tx, game: &Game) -> Result<bool> {
    let summary = &game.summary;
    let record = pack(&game.record)?;
    let [sentes_kind, gotes_kind] = [
        game_kinds::of(tx, summary, Side::Sente).await?,
        game_kinds::of(tx, summary, Side::Gote).await?,
    ];
    let added = execute!(
        tx,
        "INSERT INTO games (id, code, variant, start_sfen, handicap, rules, clock, sente, gote, \
             sente_name, gote_name, plies, reason, winner, final_sfen, opening, created_ms, \
             started_ms, ended_ms, previous_game, next_game, record, left_by, rated, \
             kind) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, \
             $18, $19, $20, $21, $22, $23, $24, $25) \
         ON CONFLICT (id) DO NOTHING",
        summary.id.uuid(),
        code_column(summary.id.code()),
        &summary.variant,
        &game.start_sfen,
        &summary.handicap,
        &game.rules,
        &summary.clock,
        summary.sente.map(UserId::uuid),
        summary.gote.map(UserId::uuid),
        &summary.sente_name,
        &summary.gote_name,
        i64::from(summary.plies),
        &summary.reason,
        summary.winner.map(Side::as_str),
        &summary.final_sfen,
        &summary.opening,
        summary.created_ms,
        summary.started_ms,
        summary.ended_ms,
        summary.previous.map(GameId::uuid),
        summary.next.map(GameId::uuid),
        &record,
        game.left.map(UserId::uuid),
        summary.rated,
        sentes_kind,
    )
    .await?;
    if added == 0 {
        return Ok(false);
    }
    // Whoever plays both sides has the game once.
    let gote = summary.gote.filter(|_| summary.gote != summary.sente);
    for (user, kind) in [(summary.sente, sentes_kind), (gote, gotes_kind)] {
        let Some(user) = user else { continue };
        execute!(
            tx,
            "INSERT INTO game_players (user_id, kind, ended_ms, game_id) VALUES ($1, $2, $3, $4)",
            user.uuid(),
            kind,
            summary.ended_ms,
            summary.id.uuid()
        )
        .await?;
    }
    Ok(true)
}

/// Adds what happened after the end of a stored game: offers, and the game that followed. The
/// record only ever becomes longer. Whether it did.
pub async fn extend(tx: &mut Tx, game: &Game) -> Result<bool> {
    let id = game.summary.id;
    let stored = find(tx, id).await?;
    if stored.is_none_or(|stored| stored.record.len() >= game.record.len()) {
        return Ok(false);
    }
    let record = pack(&game.record)?;
    execute!(
        tx,
        "UPDATE games SET record = $1, next_game = $2 WHERE id = $3",
        &record,
        game.summary.next.map(GameId::uuid),
        id.uuid()
    )
    .await?;
    Ok(true)
}

/// The game with this address.
pub async fn find_by_code(conn: &mut Conn, code: Code) -> Result<Option<Game>> {
    optional!(
        conn,
        "SELECT id, variant, start_sfen, handicap, rules, clock, sente, gote, sente_name, \
             gote_name, plies, reason, winner, rated, final_sfen, opening, created_ms, started_ms, \
             ended_ms, previous_game, next_game, record, left_by \
         FROM games WHERE code = $1",
        code_column(code)
    )
    .await
}

/// The game with this id.
pub async fn find(conn: &mut Conn, id: GameId) -> Result<Option<Game>> {
    optional!(
        conn,
        "SELECT id, variant, start_sfen, handicap, rules, clock, sente, gote, sente_name, \
             gote_name, plies, reason, winner, rated, final_sfen, opening, created_ms, started_ms, \
             ended_ms, previous_game, next_game, record, left_by \
         FROM games WHERE id = $1",
        id.uuid()
    )
    .await
}

/// What lists show of the game with this id.
pub async fn summary(conn: &mut Conn, id: GameId) -> Result<Option<GameSummary>> {
    optional!(conn, select!(GameSummary, "FROM games WHERE id = $1"), id.uuid()).await
}

/// The games that ended last, the newest first, at most [`PAGE_MAX`].
pub async fn recent(conn: &mut Conn, after: PageKey, limit: u32) -> Result<Vec<GameSummary>> {
    all!(
        conn,
        select!(
            GameSummary,
            "FROM games WHERE (ended_ms, id) < ($1, $2) ORDER BY ended_ms DESC, id DESC LIMIT $3"
        ),
        after.at_ms,
        after.id,
        i64::from(limit.min(PAGE_MAX))
    )
    .await
}

/// A player's games, the newest first, at most [`PAGE_MAX`].
pub async fn by_player(
    conn: &mut Conn,
    user: UserId,
    after: PageKey,
    limit: u32,
) -> Result<Vec<GameSummary>> {
    all!(
        conn,
        "SELECT games.id, variant, handicap, clock, sente, gote, sente_name, gote_name, plies, \
             reason, winner, rated, final_sfen, opening, created_ms, started_ms, games.ended_ms, \
             previous_game, next_game \
         FROM game_players JOIN games ON games.id = game_players.game_id \
         WHERE game_players.user_id = $1 \
             AND (game_players.ended_ms, game_players.game_id) < ($2, $3) \
         ORDER BY game_players.ended_ms DESC, game_players.game_id DESC LIMIT $4",
        user.uuid(),
        after.at_ms,
        after.id,
        i64::from(limit.min(PAGE_MAX))
    )
    .await
}

/// The games that members of a club have finished against each other since then, the latest first.
/// Those that were called off before they began are none.
pub async fn between_members(
    conn: &mut Conn,
    club: ClubId,
    since_ms: i64,
    limit: u32,
) -> Result<Vec<GameSummary>> {
    all!(
        conn,
        select!(
            GameSummary,
            concat!(
                "FROM games WHERE plies > 1 AND ",
                not_void!(),
                " AND id IN (SELECT its.game_id FROM club_members AS own \
                 JOIN game_players AS its ON its.user_id = own.user_id AND its.ended_ms >= $2 \
                 WHERE own.club_id = $1 GROUP BY its.game_id HAVING COUNT(*) = 2) \
                 ORDER BY ended_ms DESC, id DESC LIMIT $3"
            )
        ),
        club.uuid(),
        since_ms,
        i64::from(limit.min(PAGE_MAX))
    )
    .await
}

row! {
    /// One of the games that a player finished last.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct FinishedGame in "games" {
        /// When it ended, in Unix milliseconds.
        pub ended_ms: i64,
        /// Who left it, if a player did.
        pub left: Option<UserId> = "left_by",
    }
}

/// Players who left a game that ended since then, and when it ended; a player who left several
/// comes several times.
pub async fn left_since(conn: &mut Conn, since_ms: i64) -> Result<Vec<(UserId, i64)>> {
    let left: Vec<FinishedGame> = all!(
        conn,
        "SELECT id, ended_ms, left_by FROM games WHERE ended_ms >= $1 AND left_by IS NOT NULL",
        since_ms
    )
    .await?;
    Ok(left.into_iter().filter_map(|game| Some((game.left?, game.ended_ms))).collect())
}

/// How a player's last games ended, the newest first, at most [`PAGE_MAX`].
pub async fn last_finished(conn: &mut Conn, user: UserId, limit: u32) -> Result<Vec<FinishedGame>> {
    all!(
        conn,
        "SELECT games.id, games.ended_ms, games.left_by \
         FROM game_players JOIN games ON games.id = game_players.game_id \
         WHERE game_players.user_id = $1 \
         ORDER BY game_players.ended_ms DESC, game_players.game_id DESC LIMIT $2",
        user.uuid(),
        i64::from(limit.min(PAGE_MAX))
    )
    .await
}

/// A code as a number: below 58¹⁰ it always fits.
pub(crate) fn code_column(code: Code) -> i64 {
    i64::try_from(code.value()).unwrap_or(i64::MAX)
}
