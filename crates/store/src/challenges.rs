//! Challenges: one player asks another for a game, who may not be there.

use komadai_ids::UserId;
use uuid::Uuid;

use crate::{
    Conn, Result, Tx,
    db::{all, execute, exists, named, one, optional, row, select},
};

/// The most challenges that are listed of one player.
pub const LISTED_MAX: u32 = 100;

named! {
    /// How far a challenge has come.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum ChallengeState {
        /// It waits for an answer.
        Open = "open",
        /// The game is being made, or was made.
        Accepted = "accepted",
        /// The challenged player does not want it.
        Declined = "declined",
        /// The challenger does not want it any more.
        Withdrawn = "withdrawn",
        /// Nobody answered in time.
        Expired = "expired",
    }
}

row! {
    /// A challenge as it is stored.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Challenge in "challenges" {
        /// Drawn by the challenger's page.
        pub id: Uuid,
        pub challenger: UserId,
        /// The player who is asked.
        pub challenged: UserId,
        /// The game, as JSON.
        pub setup: String,
        /// When it was made, in Unix milliseconds.
        pub made_ms: i64,
        /// From when on it stands no longer.
        pub expires_ms: i64,
        /// How far it has come.
        pub state: ChallengeState,
        /// Why it was declined, as a word of a list.
        pub reason: Option<String>,
    }
}

row! {
    /// How many challenges of a player there are, and of another against that player.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Counts in "challenges" {
        /// Made by the challenger since some time, answered or not.
        pub made: i64,
        /// Open, by the challenger.
        pub open_by: i64,
        /// Open, to the challenged player.
        pub open_to: i64,
    }
}

/// Writes an open challenge. `false`: it was written before, or the challenger has another one
/// open to the same player.
pub async fn insert(tx: &mut Tx, challenge: &Challenge) -> Result<bool> {
    let written = execute!(
        tx,
        "INSERT INTO challenges (id, challenger, challenged, setup, made_ms, expires_ms, state) \
         VALUES ($1, $2, $3, $4, $5, $6, 'open') ON CONFLICT DO NOTHING",
        challenge.id,
        challenge.challenger.uuid(),
        challenge.challenged.uuid(),
        &challenge.setup,
        challenge.made_ms,
        challenge.expires_ms
    )
    .await?;
    Ok(written > 0)
}

/// A challenge, if it has not been forgotten.
pub async fn find(conn: &mut Conn, id: Uuid) -> Result<Option<Challenge>> {
    optional!(conn, select!(Challenge, "FROM challenges WHERE id = $1"), id).await
}

/// Closes a challenge that is open and has not expired. `false`: it is not open any more.
pub async fn close(
    tx: &mut Tx,
    id: Uuid,
    state: ChallengeState,
    reason: Option<&str>,
    now_ms: i64,
) -> Result<bool> {
    let closed = execute!(
        tx,
        "UPDATE challenges SET state = $2, reason = $3, closed_ms = $4 \
         WHERE id = $1 AND state = 'open' AND expires_ms > $4",
        id,
        state.as_str(),
        reason,
        now_ms
    )
    .await?;
    Ok(closed > 0)
}

/// Open challenges that have expired, the longest first.
pub async fn overdue(conn: &mut Conn, now_ms: i64) -> Result<Vec<Challenge>> {
    all!(
        conn,
        select!(
            Challenge,
            "FROM challenges WHERE expires_ms <= $1 AND state = 'open' \
             ORDER BY expires_ms, id LIMIT $2"
        ),
        now_ms,
        i64::from(LISTED_MAX)
    )
    .await
}

/// Marks a challenge that has expired. `false`: it was not open any more.
pub async fn expire(tx: &mut Tx, id: Uuid, now_ms: i64) -> Result<bool> {
    let expired = execute!(
        tx,
        "UPDATE challenges SET state = 'expired' \
         WHERE id = $1 AND state = 'open' AND expires_ms <= $2",
        id,
        now_ms
    )
    .await?;
    Ok(expired > 0)
}

/// Takes notice that a challenge was declined: it is listed no more.
pub async fn dismiss(tx: &mut Tx, id: Uuid) -> Result<bool> {
    let dismissed = execute!(
        tx,
        "UPDATE challenges SET state = 'withdrawn' WHERE id = $1 AND state = 'declined'",
        id
    )
    .await?;
    Ok(dismissed > 0)
}

/// Opens a challenge again that was accepted and whose game could not be made, unless the
/// challenger has another one open to the same player.
pub async fn reopen(tx: &mut Tx, challenge: &Challenge) -> Result<bool> {
    let reopened = execute!(
        tx,
        "UPDATE challenges SET state = 'open', closed_ms = NULL \
         WHERE id = $1 AND state = 'accepted' AND NOT EXISTS (SELECT 1 FROM challenges AS other \
             WHERE other.challenger = $2 AND other.challenged = $3 AND other.state = 'open')",
        challenge.id,
        challenge.challenger.uuid(),
        challenge.challenged.uuid()
    )
    .await?;
    Ok(reopened > 0)
}

/// The challenges that were accepted last.
pub async fn accepted(conn: &mut Conn, now_ms: i64) -> Result<Vec<Challenge>> {
    all!(
        conn,
        select!(
            Challenge,
            "FROM challenges WHERE expires_ms > $1 AND state = 'accepted' \
             ORDER BY closed_ms DESC, id LIMIT $2"
        ),
        now_ms,
        i64::from(LISTED_MAX)
    )
    .await
}

/// What a player has to do with, the oldest first: challenges that are open, but for those between
/// two of whom one has blocked the other, and the player's own that were declined.
pub async fn of(conn: &mut Conn, user: UserId, now_ms: i64) -> Result<Vec<Challenge>> {
    all!(
        conn,
        "SELECT id, challenger, challenged, setup, made_ms, expires_ms, state, reason \
         FROM challenges WHERE challenger = $1 AND expires_ms > $2 \
             AND (state = 'open' OR state = 'declined') \
         UNION ALL \
         SELECT id, challenger, challenged, setup, made_ms, expires_ms, state, reason \
         FROM challenges WHERE challenged = $1 AND expires_ms > $2 AND state = 'open' \
             AND NOT EXISTS (SELECT 1 FROM relations WHERE kind = 'block' \
                 AND ((user_id = challenger AND other_id = challenged) \
                     OR (user_id = challenged AND other_id = challenger))) \
         ORDER BY made_ms, id LIMIT $3",
        user.uuid(),
        now_ms,
        i64::from(LISTED_MAX)
    )
    .await
}

/// How many there are already.
pub async fn counts(
    conn: &mut Conn,
    challenger: UserId,
    challenged: UserId,
    since_ms: i64,
    now_ms: i64,
) -> Result<Counts> {
    one!(
        conn,
        "SELECT (SELECT COUNT(*) FROM challenges WHERE challenger = $1 AND made_ms > $3) AS made, \
             (SELECT COUNT(*) FROM challenges WHERE challenger = $1 AND state = 'open' \
                 AND expires_ms > $4) AS open_by, \
             (SELECT COUNT(*) FROM challenges WHERE challenged = $2 AND state = 'open' \
                 AND expires_ms > $4) AS open_to",
        challenger.uuid(),
        challenged.uuid(),
        since_ms,
        now_ms
    )
    .await
}

/// Whether a player has taken a challenge to another back since some time, before it was answered.
pub async fn was_taken_back(
    conn: &mut Conn,
    challenger: UserId,
    challenged: UserId,
    since_ms: i64,
) -> Result<bool> {
    // One that was declined, which its maker has taken notice of, has a reason.
    exists!(
        conn,
        "SELECT 1 FROM challenges WHERE challenger = $1 AND challenged = $2 \
             AND state = 'withdrawn' AND reason IS NULL AND closed_ms > $3",
        challenger.uuid(),
        challenged.uuid(),
        since_ms
    )
    .await
}

/// Marks a player's challenges that have expired, and forgets everybody's that expired before
/// `forget_ms`.
pub async fn tidy(tx: &mut Tx, challenger: UserId, now_ms: i64, forget_ms: i64) -> Result<()> {
    execute!(
        tx,
        "UPDATE challenges SET state = 'expired' \
         WHERE challenger = $1 AND state = 'open' AND expires_ms <= $2",
        challenger.uuid(),
        now_ms
    )
    .await?;
    execute!(tx, "DELETE FROM challenges WHERE expires_ms < $1", forget_ms).await?;
    Ok(())
}
