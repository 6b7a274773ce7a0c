//! What follows for a player who leaves games: waiting.
//!
//! A player who left or called off three of the last ten games waits five minutes, counted from the
//! end of the latest of them, before looking for another; after four it is fifteen minutes, and
//! after more an hour. Nothing is stored except who left which game. The last games are read only
//! for players who left one within the hour; who they are is known in memory ([`Sanctions`]).

use komadai_ids::UserId;
use komadai_live::{
    LiveRefusal, Why,
    sanctions::{LEAVER_MS, Sanctions},
};
use komadai_store::{Store, games};
use tracing::warn;

/// How many of a player's last games are looked at.
const GAMES_LOOKED_AT: u32 = 10;

/// So many of them may be left before it has consequences.
const LEFT_FREE: usize = 2;

/// The minutes to wait for each that was left beyond those.
const WAITS_MINUTES: [u64; 3] = [5, 15, 60];

/// Finds those again who left a game within the longest wait.
pub(crate) async fn recall(
    store: &Store,
    sanctions: &Sanctions,
    now_ms: u64,
) -> komadai_store::Result<()> {
    let since_ms = now_ms.saturating_sub(LEAVER_MS) as i64;
    let mut conn = store.read().await?;
    for (player, ended_ms) in games::left_since(&mut conn, since_ms).await? {
        sanctions.leaves(player, u64::try_from(ended_ms).unwrap_or_default());
    }
    Ok(())
}

/// Refuses a player who has to wait.
pub(crate) async fn check(
    store: &Store,
    sanctions: &Sanctions,
    player: UserId,
    now_ms: u64,
) -> Result<(), LiveRefusal> {
    if !sanctions.has_left(player, now_ms) {
        return Ok(());
    }
    let found = async {
        let mut conn = store.read().await?;
        games::last_finished(&mut conn, player, GAMES_LOOKED_AT).await
    };
    let games = found.await.map_err(|cause| {
        warn!("the last games of a player cannot be read: {cause}");
        LiveRefusal::new(Why::Internal)
    })?;
    match waits_until_ms(player, &games) {
        Some(until_ms) if until_ms > now_ms => Err(LiveRefusal::until(Why::LeftTooOften, until_ms)),
        _ => Ok(()),
    }
}

/// Until when a player with these last games, the newest first, waits.
fn waits_until_ms(player: UserId, games: &[games::FinishedGame]) -> Option<u64> {
    let mut left = games.iter().filter(|game| game.left == Some(player)).peekable();
    let latest_ms = u64::try_from(left.peek()?.ended_ms).ok()?;
    let place = left.count().checked_sub(LEFT_FREE + 1)?.min(WAITS_MINUTES.len() - 1);
    Some(latest_ms + WAITS_MINUTES.get(place)? * 60_000)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `x` is a game that the player left, `o` one that the other left; the newest comes first and
    /// ended at minute 100, each other a minute before.
    fn check(games: &str, minute: Option<u64>) {
        let [player, other] = [1, 2].map(|n| UserId::new(n, [0; 10]));
        let left = |sign| match sign {
            'x' => Some(player),
            'o' => Some(other),
            _ => None,
        };
        let ended_ms = |n| (100 - n as i64) * 60_000;
        let games: Vec<_> = games
            .chars()
            .enumerate()
            .map(|(n, sign)| games::FinishedGame { ended_ms: ended_ms(n), left: left(sign) })
            .collect();
        assert_eq!(waits_until_ms(player, &games).map(|ms| ms / 60_000), minute, "{games:?}");
    }

    #[test]
    fn nobody_waits_longer_than_leavers_are_known() {
        assert!(WAITS_MINUTES.iter().all(|minutes| minutes * 60_000 <= LEAVER_MS));
    }

    #[test]
    fn who_leaves_more_waits_longer() {
        check("", None);
        check("oooo.....", None);
        check("xx........", None);
        check("xxx.......", Some(105));
        check("..x....xx.", Some(103));
        check("xxxx......", Some(115));
        check("xxxxx.....", Some(160));
        check("xxxxxxxxxx", Some(160));
    }
}
