//! Who is behind a cookie.

use std::fmt;

use komadai_ids::UserId;

use crate::{
    Conn, Result, Tx, User,
    db::{FromColumn, all, execute, optional, row, select, values},
};

/// The SHA-256 of a session's token. The token itself is known to the browser alone.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct TokenHash(pub [u8; 32]);

impl FromColumn for TokenHash {
    type Raw = Vec<u8>;

    fn from_column(stored: Vec<u8>) -> Option<Self> {
        FromColumn::from_column(stored).map(Self)
    }
}

impl fmt::Debug for TokenHash {
    /// Enough to tell two apart in a log.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [a, b, ..] = self.0;
        write!(f, "TokenHash({a:02x}{b:02x}…)")
    }
}

row! {
    /// A session and its player.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Session in "sessions" {
        /// Whose it is.
        pub user: User = User::from_row,
        /// When the cookie was given.
        pub created_ms: i64 = "session_created_ms",
        /// When it was last shown, as far as [`touch`] recorded it.
        pub seen_ms: i64,
    }
}

row! {
    /// A session as its owner sees it.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct SessionSummary in "sessions" {
        /// The hash of its token.
        pub token: TokenHash = "token_hash",
        /// When the cookie was given, in Unix milliseconds.
        pub created_ms: i64,
        /// When it was last used, to the day.
        pub seen_ms: i64,
        /// Where it was opened from, while that is kept.
        pub address: Option<String>,
        /// The browser and the system, where they are known.
        pub agent: Option<String>,
    }
}

/// A use that is noted is not noted again for so long, in milliseconds.
const NOTED_EVERY_MS: i64 = 24 * 3_600_000;

impl Session {
    /// Whether a use now is worth noting.
    pub fn is_to_be_noted(&self, now_ms: i64) -> bool {
        self.seen_ms + NOTED_EVERY_MS <= now_ms
    }
}

/// The session with this token.
pub async fn find(conn: &mut Conn, token: TokenHash) -> Result<Option<Session>> {
    optional!(
        conn,
        "SELECT users.id, users.name, users.guest, users.bot, users.created_ms, users.version, \
                sessions.created_ms AS session_created_ms, sessions.seen_ms \
         FROM sessions JOIN users ON users.id = sessions.user_id \
         WHERE sessions.token_hash = $1",
        token.0.as_slice()
    )
    .await
}

/// The sessions that a player has: a hundred at most, the latest first.
pub async fn of(conn: &mut Conn, user: UserId) -> Result<Vec<TokenHash>> {
    values!(
        conn,
        "SELECT token_hash FROM sessions WHERE user_id = $1 ORDER BY created_ms DESC LIMIT 100",
        user.uuid()
    )
    .await
}

/// Opens a session. `false`: it is there already, perhaps another player's, and nothing changes.
///
/// # Errors
/// When the database fails or the player is not there.
pub async fn insert(tx: &mut Tx, token: TokenHash, user: UserId, now_ms: i64) -> Result<bool> {
    let opened = execute!(
        tx,
        "INSERT INTO sessions (token_hash, user_id, created_ms, seen_ms) VALUES ($1, $2, $3, $3) \
         ON CONFLICT (token_hash) DO NOTHING",
        token.0.as_slice(),
        user.uuid(),
        now_ms
    )
    .await?;
    Ok(opened > 0)
}

/// Notes that the session was used. `false`: it is not there (any more).
pub async fn touch(tx: &mut Tx, token: TokenHash, now_ms: i64) -> Result<bool> {
    let changed = execute!(
        tx,
        "UPDATE sessions SET seen_ms = $2 WHERE token_hash = $1",
        token.0.as_slice(),
        now_ms
    )
    .await?;
    Ok(changed > 0)
}

/// Ends a session. `false`: it was not there.
pub async fn delete(tx: &mut Tx, token: TokenHash) -> Result<bool> {
    let changed =
        execute!(tx, "DELETE FROM sessions WHERE token_hash = $1", token.0.as_slice()).await?;
    Ok(changed > 0)
}

/// Ends all sessions of a player but one; says how many.
pub async fn delete_others(tx: &mut Tx, user: UserId, kept: TokenHash) -> Result<u64> {
    execute!(
        tx,
        "DELETE FROM sessions WHERE user_id = $1 AND token_hash <> $2",
        user.uuid(),
        kept.0.as_slice()
    )
    .await
}

/// Ends all sessions of a player; says how many.
pub async fn delete_all(tx: &mut Tx, user: UserId) -> Result<u64> {
    execute!(tx, "DELETE FROM sessions WHERE user_id = $1", user.uuid()).await
}

/// The sessions of a player: a hundred at most, the one that was used last first.
pub async fn list(conn: &mut Conn, user: UserId) -> Result<Vec<SessionSummary>> {
    all!(
        conn,
        select!(
            SessionSummary,
            "FROM sessions \
             WHERE user_id = $1 ORDER BY seen_ms DESC, created_ms DESC, token_hash LIMIT 100"
        ),
        user.uuid()
    )
    .await
}

/// Notes where a session was opened from, and in what, where that is known.
pub async fn set_origin(
    tx: &mut Tx,
    token: TokenHash,
    address: &str,
    agent: Option<&str>,
) -> Result<()> {
    execute!(
        tx,
        "UPDATE sessions SET address = $2, agent = $3 WHERE token_hash = $1",
        token.0.as_slice(),
        address,
        agent
    )
    .await?;
    Ok(())
}

/// Where a player's sessions were opened from, as far as that is known.
pub async fn addresses(conn: &mut Conn, user: UserId) -> Result<Vec<String>> {
    values!(
        conn,
        "SELECT DISTINCT address FROM sessions WHERE user_id = $1 AND address IS NOT NULL \
         ORDER BY address",
        user.uuid()
    )
    .await
}

/// How many accounts of an address are listed.
pub const NEIGHBOURS_MAX: u32 = 30;

row! {
    /// An account whose sessions were opened from an address of another's.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Neighbour in "accounts" {
        pub handle: String,
        pub name: String,
    }
}

/// The accounts with a session from an address from which this one has one, by their handles.
pub async fn neighbours(conn: &mut Conn, user: UserId) -> Result<Vec<Neighbour>> {
    all!(
        conn,
        "SELECT DISTINCT accounts.handle, users.name FROM sessions AS own \
             JOIN sessions AS other ON other.address = own.address AND other.user_id <> own.user_id \
             JOIN accounts ON accounts.user_id = other.user_id \
             JOIN users ON users.id = other.user_id \
         WHERE own.user_id = $1 AND own.address IS NOT NULL ORDER BY accounts.handle LIMIT $2",
        user.uuid(),
        i64::from(NEIGHBOURS_MAX)
    )
    .await
}
