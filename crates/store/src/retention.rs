//! What is not kept for ever.

use crate::{Result, Tx, db::execute, studies::invitations};

/// For how long it is remembered which notifications somebody received.
const NOTICES_KEPT_MS: i64 = 30 * 24 * 3_600_000;

/// Up to which moment things go, in Unix milliseconds; `None`: they are kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Horizon {
    /// Sessions that were opened before, and browsers that were seen last before.
    pub sessions_ms: Option<i64>,
    /// Sessions that were last used before.
    pub idle_ms: Option<i64>,
    /// Where sessions that were opened before came from.
    pub addresses_ms: Option<i64>,
    /// Reports that were closed before.
    pub reports_ms: Option<i64>,
}

/// Removes what is older than it is kept, and tickets that have ended; how many rows that were.
pub async fn clean(tx: &mut Tx, horizon: Horizon, now_ms: i64) -> Result<u64> {
    let mut n = execute!(tx, "DELETE FROM tickets WHERE expires_ms <= $1", now_ms).await?;
    // No challenge and no game of which somebody is notified lasts longer.
    let told_before_ms = now_ms - NOTICES_KEPT_MS;
    n += execute!(tx, "DELETE FROM notices WHERE told_ms < $1", told_before_ms).await?;
    let asked_before_ms = now_ms - invitations::KEPT_MS;
    n +=
        execute!(tx, "DELETE FROM study_invitations WHERE asked_ms <= $1", asked_before_ms).await?;
    n += execute!(
        tx,
        "DELETE FROM push_browsers WHERE NOT EXISTS \
         (SELECT 1 FROM sessions WHERE sessions.token_hash = push_browsers.session)",
    )
    .await?;
    if let Some(before_ms) = horizon.sessions_ms {
        n += execute!(tx, "DELETE FROM sessions WHERE created_ms < $1", before_ms).await?;
        n += execute!(tx, "DELETE FROM known_browsers WHERE seen_ms < $1", before_ms).await?;
    }
    if let Some(before_ms) = horizon.idle_ms {
        n += execute!(tx, "DELETE FROM sessions WHERE seen_ms < $1", before_ms).await?;
    }
    if let Some(before_ms) = horizon.addresses_ms {
        n += execute!(
            tx,
            "UPDATE sessions SET address = NULL WHERE created_ms < $1 AND address IS NOT NULL",
            before_ms
        )
        .await?;
    }
    if let Some(before_ms) = horizon.reports_ms {
        n += execute!(
            tx,
            "DELETE FROM reports WHERE closed_ms IS NOT NULL AND closed_ms < $1",
            before_ms
        )
        .await?;
    }
    Ok(n)
}
