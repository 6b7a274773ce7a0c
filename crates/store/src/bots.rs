//! Accounts of programs.

use std::collections::HashSet;

use komadai_ids::UserId;

use crate::{
    Account, Conn, Result, Tx,
    db::{all, execute, values},
};

/// How many there may be: all of them are listed at once.
pub const BOTS_MAX: i64 = 500;

/// Makes an account that of a program, for good. `false`: it has played, or there are as many as
/// may be. One that is a program's already stays so.
pub async fn make(tx: &mut Tx, user: UserId) -> Result<bool> {
    let changed = execute!(
        tx,
        "UPDATE users SET bot = TRUE, version = version + 1 \
         WHERE id = $1 AND guest = FALSE \
             AND NOT EXISTS (SELECT 1 FROM game_players WHERE game_players.user_id = $1) \
             AND (SELECT COUNT(*) FROM users WHERE bot = TRUE) < $2",
        user.uuid(),
        BOTS_MAX
    )
    .await?;
    Ok(changed > 0)
}

/// All of them, the oldest first.
pub async fn all(conn: &mut Conn) -> Result<Vec<Account>> {
    all!(
        conn,
        "SELECT users.id, users.name, users.guest, users.bot, users.created_ms, users.version, \
                accounts.handle, accounts.password_hash, accounts.password_epoch, \
                accounts.registered_ms, accounts.role, accounts.email, accounts.frozen_ms \
         FROM users JOIN accounts ON accounts.user_id = users.id WHERE users.bot = TRUE \
         ORDER BY users.id LIMIT $1",
        BOTS_MAX
    )
    .await
}

/// Those of these players whose accounts are of programs.
pub async fn among(conn: &mut Conn, users: &[UserId]) -> Result<HashSet<UserId>> {
    if users.is_empty() {
        return Ok(HashSet::new());
    }
    let all: Vec<UserId> =
        values!(conn, "SELECT id FROM users WHERE bot = TRUE ORDER BY id LIMIT $1", BOTS_MAX)
            .await?;
    let asked: HashSet<&UserId> = users.iter().collect();
    Ok(all.into_iter().filter(|user| asked.contains(user)).collect())
}
