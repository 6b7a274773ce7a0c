//! What players note of their games for themselves.

use komadai_ids::{GameId, UserId};
use uuid::Uuid;

use crate::{
    Conn, Result, Tx,
    db::{all, execute, optional, row, select},
};

row! {
    /// What somebody has noted of a game.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct GameNote in "game_notes" {
        pub game: GameId = "game_id",
        pub text: String,
        /// How often it was changed.
        pub version: i64,
        /// When it was last changed, in Unix milliseconds.
        pub changed_ms: i64,
    }
}

/// What somebody has noted of a game, if they ever have.
pub async fn find(conn: &mut Conn, user: UserId, game: GameId) -> Result<Option<GameNote>> {
    optional!(
        conn,
        select!(GameNote, "FROM game_notes WHERE user_id = $1 AND game_id = $2"),
        user.uuid(),
        game.uuid()
    )
    .await
}

/// Keeps a note in place of the version before it. `false`: that is not the present one.
pub async fn set(tx: &mut Tx, user: UserId, note: &GameNote) -> Result<bool> {
    let n_rows = if note.version == 1 {
        execute!(
            tx,
            "INSERT INTO game_notes (user_id, game_id, text, version, changed_ms) \
             VALUES ($1, $2, $3, 1, $4) ON CONFLICT (user_id, game_id) DO NOTHING",
            user.uuid(),
            note.game.uuid(),
            &note.text,
            note.changed_ms
        )
        .await?
    } else {
        execute!(
            tx,
            "UPDATE game_notes SET text = $3, version = $4, changed_ms = $5 \
             WHERE user_id = $1 AND game_id = $2 AND version = $4 - 1",
            user.uuid(),
            note.game.uuid(),
            &note.text,
            note.version,
            note.changed_ms
        )
        .await?
    };
    Ok(n_rows == 1)
}

/// Somebody's notes that are not empty, in the order of their games: so many after that game.
pub async fn of(
    conn: &mut Conn,
    user: UserId,
    after: Option<GameId>,
    limit: u32,
) -> Result<Vec<GameNote>> {
    all!(
        conn,
        select!(
            GameNote,
            "FROM game_notes \
             WHERE user_id = $1 AND game_id > $2 AND text <> '' ORDER BY game_id LIMIT $3"
        ),
        user.uuid(),
        after.map_or(Uuid::nil(), GameId::uuid),
        i64::from(limit)
    )
    .await
}
