//! The end of a game, written once.
//!
//! Whatever follows from a result is part of this one transaction: the record and the result now;
//! ratings, their history, grades and tournament results have their place in [`settle`] when
//! they come. The guard is the game's row in `settlements`, so that a start-up which finds an
//! ended game in the journal may settle it again and again.

use std::collections::HashSet;

use komadai_ids::GameId;

use crate::{
    Conn, Game, Result, Tx,
    db::{Columns, FromRow, Malformed, all_of, execute},
    games,
};

/// Settles a finished game. `Ok(false)`: that was done before, and nothing changes.
///
/// # Errors
/// When the database fails; then nothing is settled (the caller drops the transaction).
pub async fn settle(tx: &mut Tx, game: &Game, now_ms: i64) -> Result<bool> {
    let first = execute!(
        tx,
        "INSERT INTO settlements (game_id, settled_ms) VALUES ($1, $2) \
         ON CONFLICT (game_id) DO NOTHING",
        game.summary.id.uuid(),
        now_ms
    )
    .await?;
    if first == 0 {
        return Ok(false);
    }
    games::insert(tx, game).await?;
    Ok(true)
}

/// How many games one statement asks about.
const ASKED_AT_ONCE: usize = 64;

struct Settled(GameId);

impl FromRow for Settled {
    const TABLE: &'static str = "settlements";

    fn from_row(row: &Columns<'_>) -> Result<Self, Malformed> {
        Ok(Self(GameId::from_uuid(row.get("game_id")?)))
    }
}

/// Those of these games that are settled.
pub async fn settled(conn: &mut Conn, games: &[GameId]) -> Result<HashSet<GameId>> {
    let mut settled = HashSet::with_capacity(games.len());
    for asked in games.chunks(ASKED_AT_ONCE) {
        // The last one is asked about again where there are fewer.
        let last = asked.last().into_iter().cycle();
        let ids = asked.iter().chain(last).take(ASKED_AT_ONCE).map(|game| game.uuid());
        let rows: Vec<Settled> = all_of!(
            conn,
            "SELECT game_id FROM settlements WHERE game_id IN (\
             $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, \
             $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28, $29, \
             $30, $31, $32, $33, $34, $35, $36, $37, $38, $39, $40, $41, $42, $43, \
             $44, $45, $46, $47, $48, $49, $50, $51, $52, $53, $54, $55, $56, $57, \
             $58, $59, $60, $61, $62, $63, $64)",
            ids
        )
        .await?;
        settled.extend(rows.into_iter().map(|Settled(id)| id));
    }
    Ok(settled)
}
