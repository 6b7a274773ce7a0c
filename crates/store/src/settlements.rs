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
    db::{ASKED_AT_ONCE, all_of, execute, row},
    explorer, games, sleeping_games,
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
    explorer::await_game(tx, game.summary.id).await?;
    sleeping_games::forget(tx, game.summary.id).await?;
    Ok(true)
}

row! { struct Settled(GameId = "game_id") in "settlements"; }

/// Those of these games that are settled.
pub async fn settled(conn: &mut Conn, games: &[GameId]) -> Result<HashSet<GameId>> {
    let ids: Vec<_> = games.iter().map(|game| game.uuid()).collect();
    let mut settled = HashSet::with_capacity(games.len());
    for asked in ids.chunks(ASKED_AT_ONCE) {
        let rows: Vec<Settled> =
            all_of!(conn, "SELECT game_id FROM settlements WHERE game_id", asked).await?;
        settled.extend(rows.into_iter().map(|Settled(id)| id));
    }
    Ok(settled)
}
