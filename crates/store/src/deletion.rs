//! What goes when an account is deleted, and what is kept so that games stay what they were.

use komadai_ids::UserId;

use crate::{
    Conn, Result, TokenHash, Tx, circuits, clubs,
    db::{execute, exists},
    games,
};

/// The name that a deleted player's games have. No player can choose it: it has characters that no
/// name may have.
pub const DELETED_NAME: &str = "(deleted)";

/// Runs each statement with the player's id.
macro_rules! for_user {
    ($tx:ident, $user:expr; $($sql:literal),* $(,)?) => {
        $( execute!($tx, $sql, $user).await?; )*
    };
}

/// Deletes an account. What is left is the player's row without a name, the games, what others
/// need to have their ratings computed again, and what moderators and organisers have done.
/// `handle_key_hash` keeps anybody from having the handle again. `false`: there is no such
/// account.
pub async fn delete(
    tx: &mut Tx,
    user: UserId,
    handle_key_hash: TokenHash,
    now_ms: i64,
) -> Result<bool> {
    let id = user.uuid();
    let deleted = execute!(
        tx,
        "UPDATE users SET name = $2, name_key = NULL, deleted_ms = $3, version = version + 1 \
         WHERE id = $1 AND guest = FALSE AND deleted_ms IS NULL",
        id,
        DELETED_NAME,
        now_ms
    )
    .await?;
    if deleted == 0 {
        return Ok(false);
    }
    execute!(
        tx,
        "INSERT INTO retired_handles (key_hash, retired_ms) VALUES ($1, $2) \
         ON CONFLICT (key_hash) DO NOTHING",
        handle_key_hash.0.as_slice(),
        now_ms
    )
    .await?;
    circuits::forget(tx, user).await?;
    clubs::forget(tx, user, now_ms).await?;
    for_user!(tx, id;
        // They name the challenger, and nobody comes back to them: what was accepted is over.
        "DELETE FROM challenges WHERE challenger = $1 OR challenged = $1",
        "DELETE FROM deletions WHERE user_id = $1",
        "DELETE FROM sessions WHERE user_id = $1",
        "DELETE FROM api_tokens WHERE user_id = $1",
        "DELETE FROM tickets WHERE user_id = $1",
        "DELETE FROM known_browsers WHERE user_id = $1",
        "DELETE FROM recovery_codes WHERE user_id = $1",
        "DELETE FROM second_factors WHERE user_id = $1",
        "DELETE FROM people_terms WHERE user_id = $1",
        "DELETE FROM people WHERE user_id = $1",
        "DELETE FROM accounts WHERE user_id = $1",
        "DELETE FROM relations WHERE user_id = $1 OR other_id = $1",
        "DELETE FROM follows WHERE user_id = $1 OR other_id = $1",
        "DELETE FROM imports WHERE user_id = $1",
        "DELETE FROM preferences WHERE user_id = $1",
        "DELETE FROM notices_off WHERE user_id = $1",
        "DELETE FROM calendar_secrets WHERE user_id = $1",
        "DELETE FROM notices WHERE user_id = $1",
        "DELETE FROM notice_days WHERE user_id = $1",
        "DELETE FROM push_browsers WHERE user_id = $1",
        "DELETE FROM bell_items WHERE user_id = $1 OR by_id = $1",
        // The first of an event are named where its end is told.
        "DELETE FROM bridge_messages WHERE by_id = $1 \
             OR (due_ms IS NOT NULL AND about LIKE 'result:%' AND bridge_id IN \
                 (SELECT club_bridges.id FROM club_bridges \
                      JOIN tournaments ON tournaments.club_id = club_bridges.club_id \
                      JOIN tournament_players ON tournament_id = tournaments.id \
                  WHERE user_id = $1))",
        "DELETE FROM vacations WHERE user_id = $1",
        "DELETE FROM teacher_comments WHERE user_id = $1 OR by_id = $1",
        "DELETE FROM game_notes WHERE user_id = $1",
        "DELETE FROM lessons_done WHERE user_id = $1",
        "DELETE FROM league_programs WHERE user_id = $1",
        "UPDATE league_programs SET last_opponent = NULL WHERE last_opponent = $1",
        "DELETE FROM study_solutions WHERE user_id = $1",
        "DELETE FROM study_topics WHERE study_id IN (SELECT id FROM studies WHERE owner_id = $1)",
        "DELETE FROM study_likes WHERE study_id IN (SELECT id FROM studies WHERE owner_id = $1)",
        "DELETE FROM study_members WHERE user_id = $1 \
             OR study_id IN (SELECT id FROM studies WHERE owner_id = $1)",
        "DELETE FROM study_invitations WHERE user_id = $1 \
             OR study_id IN (SELECT id FROM studies WHERE owner_id = $1)",
        "DELETE FROM broadcast_entries WHERE review_id IN (SELECT review_id \
             FROM broadcast_boards JOIN studies ON studies.id = study_id WHERE owner_id = $1)",
        "DELETE FROM broadcast_boards WHERE study_id IN \
             (SELECT id FROM studies WHERE owner_id = $1)",
        "DELETE FROM broadcasts WHERE study_id IN (SELECT id FROM studies WHERE owner_id = $1)",
        // What they wrote into somebody else's score is that score's.
        "UPDATE broadcast_entries SET by_id = NULL WHERE by_id = $1",
        "DELETE FROM studies WHERE owner_id = $1",
        "UPDATE studies SET n_likes = n_likes - 1 \
             WHERE id IN (SELECT study_id FROM study_likes WHERE user_id = $1 AND is_counted)",
        "DELETE FROM study_likes WHERE user_id = $1",
        // A chapter that they added to somebody else's study is that study's.
        "UPDATE reviews SET added_by = NULL WHERE added_by = $1",
        // A review of a game is the other player's too, unless there is none or they are gone.
        "DELETE FROM reviews WHERE (owner_id = $1 AND of_game = FALSE) \
             OR ((owner_id = $1 OR partner_id = $1) AND NOT EXISTS \
                 (SELECT 1 FROM users WHERE users.id <> $1 AND users.deleted_ms IS NULL \
                      AND (users.id = reviews.owner_id OR users.id = reviews.partner_id)))",
        "DELETE FROM tsume_attempts WHERE user_id = $1",
        "DELETE FROM tsume_solvers WHERE user_id = $1",
        "DELETE FROM tsume_rushes WHERE user_id = $1",
        "DELETE FROM tsume_rush_days WHERE user_id = $1",
        "DELETE FROM tsume_repeats WHERE user_id = $1",
        "DELETE FROM tsume_daily WHERE user_id = $1",
        "DELETE FROM tsume_votes WHERE user_id = $1 OR composition_id IN \
             (SELECT id FROM tsume_compositions WHERE owner_id = $1)",
        // What is published is one of the problems; it stays under the name that is left.
        "DELETE FROM tsume_compositions WHERE owner_id = $1 AND state <> 'published'",
        "UPDATE tsume_compositions SET is_news = FALSE WHERE owner_id = $1",
        // A deleted account is in no list of the strongest; the history stays for the others' sake.
        "DELETE FROM ratings WHERE user_id = $1",
    );
    games::name(tx, user, DELETED_NAME).await?;
    Ok(true)
}

/// Whether a handle belonged to an account that was deleted.
pub async fn is_retired(conn: &mut Conn, handle_key_hash: TokenHash) -> Result<bool> {
    exists!(
        conn,
        "SELECT retired_ms FROM retired_handles WHERE key_hash = $1",
        handle_key_hash.0.as_slice()
    )
    .await
}

/// Whether a player has deleted their account.
pub async fn is_deleted(conn: &mut Conn, user: UserId) -> Result<bool> {
    exists!(
        conn,
        "SELECT deleted_ms FROM users WHERE id = $1 AND deleted_ms IS NOT NULL",
        user.uuid()
    )
    .await
}
