//! What guests have left behind, and guests who have nothing left.

use komadai_ids::{GameId, UserId};

use crate::{
    Conn, Result, Tx,
    db::{execute, exists, values},
};

/// The guests who came before a moment, in order of their ids, from after one on.
pub async fn after(
    conn: &mut Conn,
    after: UserId,
    before_ms: i64,
    limit: u32,
) -> Result<Vec<UserId>> {
    values!(
        conn,
        "SELECT id FROM users WHERE guest = TRUE AND id > $1 AND created_ms < $2 \
         ORDER BY id LIMIT $3",
        after.uuid(),
        before_ms,
        i64::from(limit)
    )
    .await
}

/// Removes the reviews of guests that nobody has changed since a moment, and the games that they
/// imported before; returns how many those were. A game's review stays where the other player has
/// an account. The guests are those with ids from `first` to `last`.
pub async fn expire(tx: &mut Tx, first: UserId, last: UserId, before_ms: i64) -> Result<u64> {
    let n = execute!(
        tx,
        "DELETE FROM reviews WHERE updated_ms < $3 AND study_id IS NULL \
         AND owner_id IN (SELECT id FROM users WHERE guest = TRUE AND id >= $1 AND id <= $2) \
         AND NOT EXISTS (SELECT 1 FROM users AS partners \
             WHERE partners.id = reviews.partner_id AND partners.guest = FALSE)",
        first.uuid(),
        last.uuid(),
        before_ms
    )
    .await?;
    let n_chapters = expire_studies(tx, first, last, before_ms).await?;
    let n_imports = execute!(
        tx,
        "DELETE FROM imports WHERE created_ms < $3 \
         AND user_id IN (SELECT id FROM users WHERE guest = TRUE AND id >= $1 AND id <= $2)",
        first.uuid(),
        last.uuid(),
        before_ms
    )
    .await?;
    Ok(n + n_chapters + n_imports)
}

/// Removes the studies of guests in which nothing has changed since a moment; returns how many
/// chapters those had.
async fn expire_studies(tx: &mut Tx, first: UserId, last: UserId, before_ms: i64) -> Result<u64> {
    macro_rules! for_guests {
        ($sql:literal) => {
            execute!(tx, $sql, first.uuid(), last.uuid(), before_ms).await?
        };
    }
    let n_chapters = for_guests!(
        "DELETE FROM reviews WHERE study_id IN (SELECT id FROM studies WHERE updated_ms < $3 \
             AND owner_id IN (SELECT id FROM users WHERE guest = TRUE AND id >= $1 AND id <= $2) \
             AND NOT EXISTS (SELECT 1 FROM reviews AS young \
                 WHERE young.study_id = studies.id AND young.updated_ms >= $3))"
    );
    // Every study has a chapter; those that have none now are the ones.
    for_guests!(
        "DELETE FROM study_topics WHERE study_id IN (SELECT id FROM studies WHERE updated_ms < $3 \
             AND owner_id IN (SELECT id FROM users WHERE guest = TRUE AND id >= $1 AND id <= $2) \
             AND NOT EXISTS (SELECT 1 FROM reviews WHERE reviews.study_id = studies.id))"
    );
    for_guests!(
        "DELETE FROM study_likes WHERE study_id IN (SELECT id FROM studies WHERE updated_ms < $3 \
             AND owner_id IN (SELECT id FROM users WHERE guest = TRUE AND id >= $1 AND id <= $2) \
             AND NOT EXISTS (SELECT 1 FROM reviews WHERE reviews.study_id = studies.id))"
    );
    for_guests!(
        "DELETE FROM study_members WHERE study_id IN (SELECT id FROM studies WHERE updated_ms < $3 \
             AND owner_id IN (SELECT id FROM users WHERE guest = TRUE AND id >= $1 AND id <= $2) \
             AND NOT EXISTS (SELECT 1 FROM reviews WHERE reviews.study_id = studies.id))"
    );
    for_guests!(
        "DELETE FROM studies WHERE updated_ms < $3 \
             AND owner_id IN (SELECT id FROM users WHERE guest = TRUE AND id >= $1 AND id <= $2) \
             AND NOT EXISTS (SELECT 1 FROM reviews WHERE reviews.study_id = studies.id)"
    );
    Ok(n_chapters)
}

/// Of the guests with ids from `first` to `last`, those who came before a moment and are nobody's
/// any more: no game names them, they have no review, nothing was imported, nobody reports or bans
/// them, and no session of theirs was opened since then. An older session keeps those who have
/// learnt or set something.
pub async fn with_nothing(
    conn: &mut Conn,
    first: UserId,
    last: UserId,
    before_ms: i64,
) -> Result<Vec<UserId>> {
    values!(
        conn,
        "SELECT users.id FROM users \
         WHERE guest = TRUE AND users.id >= $1 AND users.id <= $2 AND users.created_ms < $3 \
         AND NOT EXISTS (SELECT 1 FROM game_players WHERE game_players.user_id = users.id) \
         AND NOT EXISTS (SELECT 1 FROM reviews WHERE owner_id = users.id) \
         AND NOT EXISTS (SELECT 1 FROM studies WHERE owner_id = users.id) \
         AND NOT EXISTS (SELECT 1 FROM imports WHERE imports.user_id = users.id) \
         AND NOT EXISTS (SELECT 1 FROM reports WHERE by_id = users.id) \
         AND NOT EXISTS (SELECT 1 FROM reports WHERE about_id = users.id) \
         AND NOT EXISTS (SELECT 1 FROM sanctions WHERE sanctions.user_id = users.id) \
         AND NOT EXISTS (SELECT 1 FROM tournament_players \
             WHERE tournament_players.user_id = users.id) \
         AND NOT EXISTS (SELECT 1 FROM sessions WHERE sessions.user_id = users.id \
             AND (sessions.seen_ms >= $3 \
                 OR EXISTS (SELECT 1 FROM lessons_done WHERE lessons_done.user_id = users.id) \
                 OR EXISTS (SELECT 1 FROM tsume_attempts \
                     WHERE tsume_attempts.user_id = users.id) \
                 OR EXISTS (SELECT 1 FROM tsume_rush_days \
                     WHERE tsume_rush_days.user_id = users.id) \
                 OR EXISTS (SELECT 1 FROM tsume_repeats \
                     WHERE tsume_repeats.user_id = users.id) \
                 OR EXISTS (SELECT 1 FROM relations WHERE relations.user_id = users.id) \
                 OR EXISTS (SELECT 1 FROM follows WHERE follows.user_id = users.id)))",
        first.uuid(),
        last.uuid(),
        before_ms
    )
    .await
}

/// Deletes a guest with everything that is the guest's alone. `false`: there is no such guest, or
/// a game names them by now.
pub async fn delete(tx: &mut Tx, guest: UserId) -> Result<bool> {
    macro_rules! for_guest {
        ($($sql:literal),* $(,)?) => { $( execute!(tx, $sql, guest.uuid()).await?; )* };
    }
    if exists!(tx, "SELECT 1 FROM game_players WHERE user_id = $1 LIMIT 1", guest.uuid()).await? {
        return Ok(false);
    }
    for_guest!(
        "DELETE FROM sessions WHERE user_id = $1",
        "DELETE FROM tickets WHERE user_id = $1",
        "DELETE FROM imports WHERE user_id = $1",
        "DELETE FROM relations WHERE user_id = $1 OR other_id = $1",
        "DELETE FROM follows WHERE user_id = $1 OR other_id = $1",
        "DELETE FROM preferences WHERE user_id = $1",
        "DELETE FROM notices_off WHERE user_id = $1",
        "DELETE FROM notices WHERE user_id = $1",
        "DELETE FROM notice_days WHERE user_id = $1",
        "DELETE FROM push_browsers WHERE user_id = $1",
        "DELETE FROM lessons_done WHERE user_id = $1",
        "DELETE FROM tsume_attempts WHERE user_id = $1",
        "DELETE FROM tsume_solvers WHERE user_id = $1",
        "DELETE FROM tsume_rushes WHERE user_id = $1",
        "DELETE FROM tsume_rush_days WHERE user_id = $1",
        "DELETE FROM tsume_repeats WHERE user_id = $1",
        "DELETE FROM tsume_daily WHERE user_id = $1",
    );
    let deleted =
        execute!(tx, "DELETE FROM users WHERE id = $1 AND guest = TRUE", guest.uuid()).await?;
    Ok(deleted > 0)
}

/// Removes games that were called off before a moment without anybody having joined them, some of
/// them at a time; how many those were.
pub async fn delete_unjoined_games(tx: &mut Tx, before_ms: i64, limit: u32) -> Result<u64> {
    let games: Vec<GameId> = values!(
        tx,
        "SELECT id FROM games WHERE sente IS NULL AND gote IS NULL AND ended_ms < $1 \
         ORDER BY ended_ms LIMIT $2",
        before_ms,
        i64::from(limit)
    )
    .await?;
    for game in &games {
        execute!(tx, "DELETE FROM settlements WHERE game_id = $1", game.uuid()).await?;
        execute!(tx, "DELETE FROM games WHERE id = $1", game.uuid()).await?;
    }
    Ok(games.len() as u64)
}
