//! With what programs act for an account.

pub use komadai_community::accounts::Scope;
use komadai_ids::UserId;
use uuid::Uuid;

use crate::{
    Conn, Result, TokenHash, Tx, User,
    db::{all, execute, optional, optional_value, parsed, row, values},
};

/// How many of them an account may have.
pub const TOKENS_MAX: usize = 20;

/// A use that is noted is not noted again for so long, in milliseconds.
const NOTED_EVERY_MS: i64 = 60_000;

row! {
    /// What is kept of a token.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct ApiToken in "api_tokens" {
        /// Made by the caller.
        pub id: Uuid = "token_id",
        /// What its owner calls it.
        pub name: String = "token_name",
        /// What it may do.
        pub scopes: Vec<Scope> = parsed("scopes", scopes),
        /// When it was made, in Unix milliseconds.
        pub made_ms: i64,
        /// When it was last shown, to the minute.
        pub used_ms: Option<i64>,
        /// When it ends, if not only when it is taken back.
        pub expires_ms: Option<i64>,
    }
}

/// The scopes whose names stand with spaces between.
fn scopes(names: String) -> Option<Vec<Scope>> {
    names.split_whitespace().map(Scope::from_name).collect()
}

row! {
    /// A token and whose it is.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Bearer in "api_tokens" {
        pub token: ApiToken = ApiToken::from_row,
        /// Whose it is.
        pub user: User = User::from_row,
    }
}

/// Keeps a new token.
///
/// # Errors
/// When the database fails or the player is not there.
pub async fn insert(tx: &mut Tx, user: UserId, hash: TokenHash, token: &ApiToken) -> Result<()> {
    let scopes: Vec<_> = token.scopes.iter().map(|scope| scope.as_str()).collect();
    execute!(
        tx,
        "INSERT INTO api_tokens (id, user_id, token_hash, name, scopes, made_ms, used_ms, \
         expires_ms) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
        token.id,
        user.uuid(),
        hash.0.as_slice(),
        token.name.as_str(),
        scopes.join(" "),
        token.made_ms,
        token.used_ms,
        token.expires_ms
    )
    .await?;
    Ok(())
}

/// The tokens of an account, the oldest first.
pub async fn of(conn: &mut Conn, user: UserId) -> Result<Vec<ApiToken>> {
    all!(
        conn,
        "SELECT id AS token_id, name AS token_name, scopes, made_ms, used_ms, expires_ms \
         FROM api_tokens \
         WHERE user_id = $1 ORDER BY made_ms, id LIMIT $2",
        user.uuid(),
        TOKENS_MAX as i64
    )
    .await
}

/// The token with this hash, and whose it is, while it has not ended.
pub async fn find(conn: &mut Conn, hash: TokenHash, now_ms: i64) -> Result<Option<Bearer>> {
    optional!(
        conn,
        "SELECT users.id, users.name, users.guest, users.bot, users.created_ms, users.version, \
                api_tokens.id AS token_id, api_tokens.name AS token_name, api_tokens.scopes, \
                api_tokens.made_ms, api_tokens.used_ms, api_tokens.expires_ms \
         FROM api_tokens JOIN users ON users.id = api_tokens.user_id \
         WHERE api_tokens.token_hash = $1 \
             AND (api_tokens.expires_ms IS NULL OR api_tokens.expires_ms > $2)",
        hash.0.as_slice(),
        now_ms
    )
    .await
}

impl ApiToken {
    /// Whether a use now is worth noting.
    pub fn is_to_be_noted(&self, now_ms: i64) -> bool {
        self.used_ms.is_none_or(|used_ms| used_ms + NOTED_EVERY_MS <= now_ms)
    }
}

/// Notes that a token was used.
pub async fn touch(tx: &mut Tx, id: Uuid, now_ms: i64) -> Result<()> {
    execute!(tx, "UPDATE api_tokens SET used_ms = $2 WHERE id = $1", id, now_ms).await?;
    Ok(())
}

/// The hashes of an account's tokens.
pub async fn hashes(conn: &mut Conn, user: UserId) -> Result<Vec<TokenHash>> {
    values!(
        conn,
        "SELECT token_hash FROM api_tokens WHERE user_id = $1 ORDER BY id LIMIT $2",
        user.uuid(),
        TOKENS_MAX as i64
    )
    .await
}

/// Takes a token back; its hash, so that its sockets can be closed. `None`: it is none of theirs.
pub async fn delete(tx: &mut Tx, user: UserId, id: Uuid) -> Result<Option<TokenHash>> {
    let found: Option<TokenHash> = optional_value!(
        tx,
        "SELECT token_hash FROM api_tokens WHERE user_id = $1 AND id = $2",
        user.uuid(),
        id
    )
    .await?;
    execute!(tx, "DELETE FROM api_tokens WHERE user_id = $1 AND id = $2", user.uuid(), id).await?;
    Ok(found)
}

/// Takes all tokens of an account back.
pub async fn delete_all(tx: &mut Tx, user: UserId) -> Result<()> {
    execute!(tx, "DELETE FROM api_tokens WHERE user_id = $1", user.uuid()).await?;
    Ok(())
}

/// Tokens that have ended, and whose they were: a hundred at most.
pub async fn ended(conn: &mut Conn, now_ms: i64) -> Result<Vec<(UserId, TokenHash)>> {
    row! { struct Ended(UserId = "user_id", TokenHash = "token_hash") in "api_tokens"; }

    let found: Vec<Ended> = all!(
        conn,
        "SELECT user_id, token_hash FROM api_tokens WHERE expires_ms <= $1 \
         ORDER BY expires_ms LIMIT 100",
        now_ms
    )
    .await?;
    Ok(found.into_iter().map(|Ended(user, hash)| (user, hash)).collect())
}

/// Sets when a token ends.
pub async fn end_at(tx: &mut Tx, id: Uuid, expires_ms: i64) -> Result<()> {
    execute!(tx, "UPDATE api_tokens SET expires_ms = $2 WHERE id = $1", id, expires_ms).await?;
    Ok(())
}

/// Forgets the tokens that have ended.
pub async fn delete_ended(tx: &mut Tx, now_ms: i64) -> Result<()> {
    execute!(tx, "DELETE FROM api_tokens WHERE expires_ms <= $1", now_ms).await?;
    Ok(())
}
