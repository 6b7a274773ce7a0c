//! How much comes from one address.

use std::{num::NonZeroU32, sync::Arc, time::Duration};

use tokio::time::{MissedTickBehavior, interval};

use crate::{config::Config, http::peer::Peer, limiter::PeerLimiter};

/// How often what does not count any more is forgotten.
const SWEEP_EVERY: Duration = Duration::from_secs(300);

const KB_PER_MB: NonZeroU32 = NonZeroU32::new(1_000).expect("it is not 0");

/// Counts what visitors do. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Visitors(Arc<Rates>);

#[derive(Debug)]
struct Rates {
    guests: PeerLimiter,
    /// Reports by guests.
    reports: PeerLimiter,
    /// What is kept, in kilobytes.
    kept: PeerLimiter,
}

impl Visitors {
    /// With the limits of these settings.
    pub fn new(config: &Config) -> Self {
        let kept_kb = config.storage.address_mb_per_day.saturating_mul(KB_PER_MB);
        Self(Arc::new(Rates {
            guests: PeerLimiter::per_hour(config.visitors.guests_per_hour),
            reports: PeerLimiter::per_day(config.visitors.reports_per_day),
            kept: PeerLimiter::per_day(kept_kb),
        }))
    }

    /// Somebody new from there becomes a guest; `false` when too many did.
    pub fn new_guest(&self, peer: Peer) -> bool {
        self.0.guests.allows(peer)
    }

    /// A guest from there reports somebody; `false` when too many did.
    pub fn report(&self, peer: Peer) -> bool {
        self.0.reports.allows(peer)
    }

    /// Something from there is to be kept; `false` when that is too much for a day.
    pub fn keep(&self, peer: Peer, size_bytes: u64) -> bool {
        let kb = u32::try_from(size_bytes / 1_000).unwrap_or(u32::MAX).saturating_add(1);
        self.0.kept.allows_n(peer, NonZeroU32::new(kb).unwrap_or(NonZeroU32::MAX))
    }

    /// Forgets now and then what does not count any more; never ends.
    pub(crate) async fn sweep(self) {
        let mut ticks = interval(SWEEP_EVERY);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            ticks.tick().await;
            let Rates { guests, reports, kept } = &*self.0;
            guests.sweep();
            reports.sweep();
            kept.sweep();
        }
    }
}
