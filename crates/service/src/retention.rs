//! Removing what is not kept for ever. What is said at a board is in no database, and the log of
//! what those who run the site have done stays.

use std::{collections::HashSet, sync::Arc, time::Duration};

use komadai_ids::UserId;
use komadai_live::{Directory, Timebase};
use komadai_store::{Horizon, Store, guests, retention as stored};
use tokio::time::{MissedTickBehavior, interval};
use tracing::{info, warn};
use uuid::Uuid;

/// How often it is looked whether something is to go.
const CLEAN_EVERY: Duration = Duration::from_secs(3_600);

/// How many guests are looked at in one transaction, so that nobody waits long for its end.
const GUESTS_AT_ONCE: u32 = 200;

/// How many transactions there are in an hour, for guests and for games that nobody joined each.
const PASSES_MAX: u32 = 50;

/// For how many days things are kept; 0: for good.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Retention {
    /// Sessions, from when they were opened.
    pub sessions_days: u32,
    /// Sessions, from when they were last used.
    pub idle_days: u32,
    /// Where a session was opened from.
    pub addresses_days: u32,
    /// Reports, from when they were closed.
    pub reports_days: u32,
    /// What guests keep, from when they changed it last, and guests who have nothing.
    pub guests_days: u32,
}

impl Retention {
    fn horizon(self, now_ms: u64) -> Horizon {
        Horizon {
            sessions_ms: before(self.sessions_days, now_ms),
            idle_ms: before(self.idle_days, now_ms),
            addresses_ms: before(self.addresses_days, now_ms),
            reports_ms: before(self.reports_days, now_ms),
        }
    }
}

/// Up to which moment something goes that is kept for so many days.
fn before(days: u32, now_ms: u64) -> Option<i64> {
    let age_ms = u64::from(days) * 24 * 3_600_000;
    (days > 0).then(|| now_ms.saturating_sub(age_ms) as i64)
}

/// Cleans now and every hour.
pub(crate) async fn clean(
    store: Store,
    timebase: Timebase,
    directory: Arc<Directory>,
    retention: Retention,
) {
    let mut ticks = interval(CLEAN_EVERY);
    let mut guests = Guests { store: store.clone(), directory, after: start() };
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        ticks.tick().await;
        let now_ms = timebase.now_ms();
        let cleaned = async {
            let mut tx = store.write().await?;
            let n = stored::clean(&mut tx, retention.horizon(now_ms), now_ms as i64).await?;
            tx.commit().await?;
            Ok::<u64, komadai_store::Error>(n)
        };
        match cleaned.await {
            Ok(0) => {}
            Ok(n) => info!("{n} rows of old data were deleted"),
            Err(cause) => warn!("old data could not be deleted: {cause}"),
        }
        let Some(before_ms) = before(retention.guests_days, now_ms) else { continue };
        match guests.clean(before_ms).await {
            Ok(RetentionReport { rows: 0, guests: 0 }) => {}
            Ok(RetentionReport { rows, guests }) => {
                info!("{guests} guests and {rows} rows of guests' data were deleted");
            }
            Err(cause) => warn!("guests' old data could not be deleted: {cause}"),
        }
    }
}

/// Before the first guest.
fn start() -> UserId {
    UserId::from_uuid(Uuid::nil())
}

/// The walk over all guests, some of them every hour.
struct Guests {
    store: Store,
    directory: Arc<Directory>,
    /// Where the next hour continues.
    after: UserId,
}

/// What has gone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct RetentionReport {
    /// Reviews, imported games, and games that nobody joined.
    rows: u64,
    guests: u64,
}

impl Guests {
    async fn clean(&mut self, before_ms: i64) -> komadai_store::Result<RetentionReport> {
        let mut cleaned = RetentionReport::default();
        for _ in 0..PASSES_MAX {
            let mut conn = self.store.read().await?;
            let those = guests::after(&mut conn, self.after, before_ms, GUESTS_AT_ONCE).await?;
            drop(conn);
            let (Some(&first), Some(&last)) = (those.first(), those.last()) else {
                self.after = start();
                break;
            };
            let mut tx = self.store.write().await?;
            cleaned.rows += guests::expire(&mut tx, first, last, before_ms).await?;
            let playing: HashSet<_> = self.directory.players().into_iter().collect();
            for guest in guests::with_nothing(&mut tx, first, last, before_ms).await? {
                // Games that are not over are in the journal alone.
                let is_here =
                    playing.contains(&guest) || self.directory.presence().is_online(guest);
                if !is_here && guests::delete(&mut tx, guest).await? {
                    cleaned.guests += 1;
                }
            }
            tx.commit().await?;
            self.after = last;
        }
        for _ in 0..PASSES_MAX {
            let mut tx = self.store.write().await?;
            let n = guests::delete_unjoined_games(&mut tx, before_ms, GUESTS_AT_ONCE).await?;
            tx.commit().await?;
            cleaned.rows += n;
            if n < u64::from(GUESTS_AT_ONCE) {
                break;
            }
        }
        Ok(cleaned)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_goes_that_is_kept_for_good() {
        let retention = Retention {
            sessions_days: 2,
            idle_days: 1,
            reports_days: 30_000,
            ..Retention::default()
        };
        let day_ms = 24 * 3_600_000;
        let horizon = retention.horizon(10 * day_ms);
        assert_eq!(horizon.sessions_ms, Some(8 * day_ms as i64));
        assert_eq!(horizon.idle_ms, Some(9 * day_ms as i64));
        assert_eq!((horizon.addresses_ms, horizon.reports_ms), (None, Some(0)));
    }
}
