//! What programs have thought of the moves of a game.

use komadai_ids::GameId;

use crate::{
    Conn, Result, Tx,
    db::{all, execute, row},
};

/// The most that are kept of a game.
pub const COMMENTS_MAX: u32 = 1_000;

row! {
    /// What was thought of one move.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct GameComment in "game_comments" {
        /// Number of moves so far, with this one.
        pub ply: u32,
        pub text: String,
    }
}

/// Adds what was thought; what is there stays.
pub async fn add(tx: &mut Tx, game: GameId, comments: &[GameComment]) -> Result<()> {
    for comment in comments {
        execute!(
            tx,
            "INSERT INTO game_comments (game_id, ply, text) VALUES ($1, $2, $3) \
             ON CONFLICT (game_id, ply) DO NOTHING",
            game.uuid(),
            i64::from(comment.ply),
            &comment.text
        )
        .await?;
    }
    Ok(())
}

/// All that was thought in a game, in its order.
pub async fn of(conn: &mut Conn, game: GameId) -> Result<Vec<GameComment>> {
    all!(
        conn,
        "SELECT ply, text FROM game_comments WHERE game_id = $1 ORDER BY ply LIMIT $2",
        game.uuid(),
        i64::from(COMMENTS_MAX)
    )
    .await
}
