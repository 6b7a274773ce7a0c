//! The second step of signing in, for accounts whose owners have turned it on.

use komadai_ids::UserId;

use crate::{
    Conn, Result, TokenHash, Tx,
    db::{all, execute, optional, row, select, value},
};

row! {
    /// The second factor of an account.
    #[derive(Clone, PartialEq, Eq)]
    pub struct SecondFactor in "second_factors" {
        /// What the owner's app knows as well, sealed where the server has a key for that.
        pub secret: Vec<u8>,
        /// Since when it is asked for, in Unix milliseconds; not yet without it.
        pub on_ms: Option<i64>,
        /// The latest step whose code was used.
        pub last_step: i64,
    }
}

impl std::fmt::Debug for SecondFactor {
    /// Without the secret.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SecondFactor").field("on_ms", &self.on_ms).finish_non_exhaustive()
    }
}

/// The second factor of an account, whether it is asked for yet or not.
pub async fn find(conn: &mut Conn, user: UserId) -> Result<Option<SecondFactor>> {
    optional!(conn, select!(SecondFactor, "FROM second_factors WHERE user_id = $1"), user.uuid())
        .await
}

/// Keeps a new secret, which is not asked for yet. `false`: one is asked for already.
///
/// # Errors
/// When the database fails or the player is not there.
pub async fn propose(tx: &mut Tx, user: UserId, secret: &[u8]) -> Result<bool> {
    let changed = execute!(
        tx,
        "INSERT INTO second_factors (user_id, secret, on_ms, last_step) VALUES ($1, $2, NULL, 0) \
         ON CONFLICT (user_id) DO UPDATE SET secret = excluded.secret, last_step = 0 \
         WHERE second_factors.on_ms IS NULL",
        user.uuid(),
        secret
    )
    .await?;
    Ok(changed > 0)
}

/// From now on it is asked for. `false`: it is already, or there is none.
pub async fn turn_on(tx: &mut Tx, user: UserId, now_ms: i64) -> Result<bool> {
    let changed = execute!(
        tx,
        "UPDATE second_factors SET on_ms = $2 WHERE user_id = $1 AND on_ms IS NULL",
        user.uuid(),
        now_ms
    )
    .await?;
    Ok(changed > 0)
}

/// Uses the code of a step up. `false`: it, or a later one, was used before.
pub async fn use_step(tx: &mut Tx, user: UserId, step: i64) -> Result<bool> {
    let changed = execute!(
        tx,
        "UPDATE second_factors SET last_step = $2 WHERE user_id = $1 AND last_step < $2",
        user.uuid(),
        step
    )
    .await?;
    Ok(changed > 0)
}

/// Takes the second factor away, with its recovery codes. `false`: there was none.
pub async fn remove(tx: &mut Tx, user: UserId) -> Result<bool> {
    execute!(tx, "DELETE FROM recovery_codes WHERE user_id = $1", user.uuid()).await?;
    let changed =
        execute!(tx, "DELETE FROM second_factors WHERE user_id = $1", user.uuid()).await?;
    Ok(changed > 0)
}

/// Keeps recovery codes in the place of those there were.
///
/// # Errors
/// When the database fails or the player is not there.
pub async fn set_recovery_codes(tx: &mut Tx, user: UserId, codes: &[TokenHash]) -> Result<()> {
    execute!(tx, "DELETE FROM recovery_codes WHERE user_id = $1", user.uuid()).await?;
    for code in codes {
        execute!(
            tx,
            "INSERT INTO recovery_codes (user_id, code_hash) VALUES ($1, $2)",
            user.uuid(),
            code.0.as_slice()
        )
        .await?;
    }
    Ok(())
}

/// Uses a recovery code up. `false`: it is none of theirs, or was used before.
pub async fn take_recovery_code(tx: &mut Tx, user: UserId, code: TokenHash) -> Result<bool> {
    let taken = execute!(
        tx,
        "DELETE FROM recovery_codes WHERE user_id = $1 AND code_hash = $2",
        user.uuid(),
        code.0.as_slice()
    )
    .await?;
    Ok(taken > 0)
}

/// How many recovery codes are left.
pub async fn n_recovery_codes(conn: &mut Conn, user: UserId) -> Result<i64> {
    value!(conn, "SELECT COUNT(*) FROM recovery_codes WHERE user_id = $1", user.uuid()).await
}

/// All secrets as they are stored, whether they are asked for yet or not.
pub async fn secrets(conn: &mut Conn) -> Result<Vec<(UserId, Vec<u8>)>> {
    row! {
        struct Secret(UserId = "user_id", Vec<u8> = "secret") in "second_factors";
    }

    let found: Vec<Secret> =
        all!(conn, "SELECT user_id, secret FROM second_factors ORDER BY user_id").await?;
    Ok(found.into_iter().map(|Secret(user, secret)| (user, secret)).collect())
}

/// Stores a secret in another way, unless it has changed meanwhile.
pub async fn replace_secret(tx: &mut Tx, user: UserId, before: &[u8], after: &[u8]) -> Result<()> {
    execute!(
        tx,
        "UPDATE second_factors SET secret = $3 WHERE user_id = $1 AND secret = $2",
        user.uuid(),
        before,
        after
    )
    .await?;
    Ok(())
}
