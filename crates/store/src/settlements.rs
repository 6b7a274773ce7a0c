//! The end of a game, written once.
//!
//! Whatever follows from a result is part of this one transaction: the record and the result now;
//! ratings, their history, grades and tournament results have their place in [`settle`] when
//! they come. The guard is the game's row in `settlements`, so that a start-up which finds an
//! ended game in the journal may settle it again and again.

use komadai_ids::GameId;

use crate::{
    Conn, Game, Result, Tx,
    db::{Columns, FromRow, Malformed, execute, optional},
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

/// When a game was settled, if it was.
///
/// # Errors
/// When the database fails.
pub async fn settled_ms(conn: &mut Conn, game: GameId) -> Result<Option<i64>> {
    struct Settled(i64);

    impl FromRow for Settled {
        const TABLE: &'static str = "settlements";

        fn from_row(row: &Columns<'_>) -> Result<Self, Malformed> {
            row.get("settled_ms").map(Self)
        }
    }

    let row: Option<Settled> = optional!(
        conn,
        "SELECT game_id, settled_ms FROM settlements WHERE game_id = $1",
        game.uuid()
    )
    .await?;
    Ok(row.map(|Settled(ms)| ms))
}
