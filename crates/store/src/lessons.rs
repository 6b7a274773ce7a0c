//! Lessons that players have been through.

use komadai_ids::UserId;

use crate::{
    Conn, Result, Tx,
    db::{execute, values},
};

/// The most lessons of one player that are read.
pub const LESSONS_MAX: u32 = 500;

/// The names of the lessons a player has been through.
pub async fn done(conn: &mut Conn, user: UserId) -> Result<Vec<String>> {
    values!(
        conn,
        "SELECT lesson FROM lessons_done WHERE user_id = $1 ORDER BY done_ms, lesson LIMIT $2",
        user.uuid(),
        i64::from(LESSONS_MAX)
    )
    .await
}

/// Notes that a player has been through a lesson.
pub async fn note_done(tx: &mut Tx, user: UserId, lesson: &str, now_ms: i64) -> Result<()> {
    execute!(
        tx,
        "INSERT INTO lessons_done (user_id, lesson, done_ms) VALUES ($1, $2, $3) \
         ON CONFLICT (user_id, lesson) DO NOTHING",
        user.uuid(),
        lesson,
        now_ms
    )
    .await?;
    Ok(())
}
