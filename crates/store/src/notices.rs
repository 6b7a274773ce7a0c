//! Notifications of players while they are away: which they do not want, which they have received,
//! and the browsers that can receive them.

use komadai_ids::UserId;

use crate::{
    Challenge, Conn, Result, TokenHash, Tx,
    db::{all, execute, optional_value, row, select, value},
};

/// The largest number of browsers in which one player is notified; the oldest one goes.
pub const BROWSERS_MAX: u32 = 10;

/// The most challenges that are looked at together.
const CHALLENGES_MAX: u32 = 200;

row! {
    /// A kind of notification that somebody does not want.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Off in "notices_off" {
        /// What it is about.
        pub kind: String,
        /// By which way.
        pub channel: String,
    }
}

row! {
    /// A browser in which somebody can be notified.
    #[derive(Clone, PartialEq, Eq)]
    pub struct Browser in "push_browsers" {
        /// The address at its push service, which is as good as a key.
        pub endpoint: String,
        /// The session in which it was asked for.
        pub session: TokenHash,
        /// The browser's key, as a point that is not compressed.
        pub public_key: Vec<u8>,
        /// What it shares with the server besides.
        pub auth: Vec<u8>,
        /// Tag of the language of its notifications.
        pub language: String,
    }
}

impl std::fmt::Debug for Browser {
    /// Without what would let somebody else tell it things.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Browser").field("language", &self.language).finish_non_exhaustive()
    }
}

/// Which notifications somebody does not want.
pub async fn off(conn: &mut Conn, user: UserId) -> Result<Vec<Off>> {
    all!(
        conn,
        "SELECT kind, channel FROM notices_off WHERE user_id = $1 ORDER BY kind, channel LIMIT 100",
        user.uuid()
    )
    .await
}

/// Tells somebody of something by this channel, or no longer.
pub async fn switch(tx: &mut Tx, user: UserId, kind: &str, channel: &str, on: bool) -> Result<()> {
    if on {
        execute!(
            tx,
            "DELETE FROM notices_off WHERE user_id = $1 AND kind = $2 AND channel = $3",
            user.uuid(),
            kind,
            channel
        )
        .await?;
    } else {
        execute!(
            tx,
            "INSERT INTO notices_off (user_id, kind, channel) VALUES ($1, $2, $3) \
             ON CONFLICT (user_id, kind, channel) DO NOTHING",
            user.uuid(),
            kind,
            channel
        )
        .await?;
    }
    Ok(())
}

/// How often somebody may be notified.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RateLimit {
    /// How long nothing more is said about the same thing, in milliseconds.
    pub gap_ms: i64,
    /// How much is said in a day.
    pub per_day: i64,
}

/// Notes that somebody is notified how far something has come. `false`: they know it, or have had
/// too many notifications.
pub async fn begin(
    tx: &mut Tx,
    user: UserId,
    about: &str,
    mark: i64,
    limit: RateLimit,
    now_ms: i64,
) -> Result<bool> {
    let noted = execute!(
        tx,
        "INSERT INTO notices (user_id, about, mark, told_ms) VALUES ($1, $2, $3, $4) \
         ON CONFLICT (user_id, about) DO UPDATE SET mark = excluded.mark, \
         told_ms = excluded.told_ms \
         WHERE notices.mark < excluded.mark AND notices.told_ms <= $5",
        user.uuid(),
        about,
        mark,
        now_ms,
        now_ms - limit.gap_ms
    )
    .await?;
    if noted == 0 {
        return Ok(false);
    }
    let day = now_ms / (24 * 3_600_000);
    let counted = execute!(
        tx,
        "INSERT INTO notice_days (user_id, day, n) VALUES ($1, $2, 1) \
         ON CONFLICT (user_id) DO UPDATE SET \
         n = CASE WHEN notice_days.day = excluded.day THEN notice_days.n + 1 ELSE 1 END, \
         day = excluded.day \
         WHERE notice_days.day <> excluded.day OR notice_days.n < $3",
        user.uuid(),
        day,
        limit.per_day
    )
    .await?;
    Ok(counted > 0)
}

/// Notes that somebody knows of something without being notified, because they were there.
pub async fn note_known(tx: &mut Tx, user: UserId, about: &str, now_ms: i64) -> Result<()> {
    execute!(
        tx,
        "INSERT INTO notices (user_id, about, mark, told_ms) VALUES ($1, $2, 0, $3) \
         ON CONFLICT (user_id, about) DO NOTHING",
        user.uuid(),
        about,
        now_ms
    )
    .await?;
    Ok(())
}

/// From now on somebody is notified in this browser, no matter who was notified there before.
pub async fn add_browser(tx: &mut Tx, user: UserId, browser: &Browser, now_ms: i64) -> Result<()> {
    execute!(
        tx,
        "INSERT INTO push_browsers \
         (endpoint, user_id, session, public_key, auth, language, since_ms) \
         VALUES ($1, $2, $3, $4, $5, $6, $7) \
         ON CONFLICT (endpoint) DO UPDATE SET user_id = excluded.user_id, \
         session = excluded.session, public_key = excluded.public_key, auth = excluded.auth, \
         language = excluded.language, since_ms = excluded.since_ms",
        &browser.endpoint,
        user.uuid(),
        browser.session.0.as_slice(),
        browser.public_key.as_slice(),
        browser.auth.as_slice(),
        &browser.language,
        now_ms
    )
    .await?;
    execute!(
        tx,
        "DELETE FROM push_browsers WHERE user_id = $1 AND endpoint NOT IN \
         (SELECT endpoint FROM push_browsers WHERE user_id = $1 \
          ORDER BY since_ms DESC, endpoint LIMIT $2)",
        user.uuid(),
        i64::from(BROWSERS_MAX)
    )
    .await?;
    Ok(())
}

/// Somebody is no longer notified in this browser. `false`: they were not.
pub async fn remove_browser(tx: &mut Tx, user: UserId, endpoint: &str) -> Result<bool> {
    let n = execute!(
        tx,
        "DELETE FROM push_browsers WHERE endpoint = $1 AND user_id = $2",
        endpoint,
        user.uuid()
    )
    .await?;
    Ok(n > 0)
}

/// Nobody can be notified in this browser any more.
pub async fn forget_browser(tx: &mut Tx, endpoint: &str) -> Result<()> {
    execute!(tx, "DELETE FROM push_browsers WHERE endpoint = $1", endpoint).await?;
    Ok(())
}

/// The browsers in which somebody is still signed in and wants notifications, the newest first.
pub async fn browsers(conn: &mut Conn, user: UserId) -> Result<Vec<Browser>> {
    all!(
        conn,
        "SELECT push_browsers.endpoint, push_browsers.session, push_browsers.public_key, \
         push_browsers.auth, push_browsers.language \
         FROM push_browsers JOIN sessions ON sessions.token_hash = push_browsers.session \
             AND sessions.user_id = push_browsers.user_id \
         WHERE push_browsers.user_id = $1 \
         ORDER BY push_browsers.since_ms DESC, push_browsers.endpoint LIMIT $2",
        user.uuid(),
        i64::from(BROWSERS_MAX)
    )
    .await
}

/// Challenges that nobody has answered and that were made in this time, the oldest first.
pub async fn unanswered(conn: &mut Conn, from_ms: i64, to_ms: i64) -> Result<Vec<Challenge>> {
    all!(
        conn,
        select!(
            Challenge,
            "FROM challenges WHERE state = 'open' AND made_ms >= $1 AND made_ms <= $2 \
             AND expires_ms > $2 ORDER BY made_ms, id LIMIT $3"
        ),
        from_ms,
        to_ms,
        i64::from(CHALLENGES_MAX)
    )
    .await
}

/// What the server once drew for itself under this name; `drawn` if it is the first time.
pub async fn key(tx: &mut Tx, name: &str, drawn: &[u8]) -> Result<Vec<u8>> {
    execute!(
        tx,
        "INSERT INTO server_keys (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING",
        name,
        drawn
    )
    .await?;
    value!(tx, "SELECT value FROM server_keys WHERE name = $1", name).await
}

/// Whether somebody was notified of something, however far it had come.
pub async fn mark(conn: &mut Conn, user: UserId, about: &str) -> Result<Option<i64>> {
    optional_value!(
        conn,
        "SELECT mark FROM notices WHERE user_id = $1 AND about = $2",
        user.uuid(),
        about
    )
    .await
}
