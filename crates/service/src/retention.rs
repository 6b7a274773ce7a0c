//! Removing what is not kept for ever. What is said at a board is in no database, and the log of
//! what those who run the site have done stays.

use std::time::Duration;

use komadai_store::{Horizon, Store, retention as stored};
use tokio::time::{MissedTickBehavior, interval};
use tracing::{info, warn};

use crate::Timebase;

/// How often it is looked whether something is to go.
const CLEAN_EVERY: Duration = Duration::from_secs(3_600);

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
}

impl Retention {
    fn horizon(self, now_ms: u64) -> Horizon {
        let before = |days: u32| {
            let age_ms = u64::from(days) * 24 * 3_600_000;
            (days > 0).then(|| now_ms.saturating_sub(age_ms) as i64)
        };
        Horizon {
            sessions_ms: before(self.sessions_days),
            idle_ms: before(self.idle_days),
            addresses_ms: before(self.addresses_days),
            reports_ms: before(self.reports_days),
        }
    }
}

/// Cleans now and every hour.
pub(crate) async fn clean(store: Store, timebase: Timebase, retention: Retention) {
    let mut ticks = interval(CLEAN_EVERY);
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
            Ok(n) => info!("{n} rows were kept long enough and are gone"),
            Err(cause) => warn!("what was kept long enough could not be removed: {cause}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_goes_that_is_kept_for_good() {
        let retention =
            Retention { sessions_days: 2, idle_days: 1, addresses_days: 0, reports_days: 30_000 };
        let day_ms = 24 * 3_600_000;
        let horizon = retention.horizon(10 * day_ms);
        assert_eq!(horizon.sessions_ms, Some(8 * day_ms as i64));
        assert_eq!(horizon.idle_ms, Some(9 * day_ms as i64));
        assert_eq!((horizon.addresses_ms, horizon.reports_ms), (None, Some(0)));
    }
}
