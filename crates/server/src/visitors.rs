//! How often something comes from one address of visitors without an account.

use std::{sync::Arc, time::Duration};

use tokio::time::{MissedTickBehavior, interval};

use crate::{config::Visitors as Settings, limiter::Limiter, throttle::Peer};

/// How often what does not count any more is forgotten.
const SWEEP_EVERY: Duration = Duration::from_secs(300);

/// Counts what visitors do. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Visitors(Arc<Rates>);

#[derive(Debug)]
struct Rates {
    guests: Limiter<Peer>,
}

impl Visitors {
    /// With the limits of these settings.
    pub fn new(settings: &Settings) -> Self {
        Self(Arc::new(Rates { guests: Limiter::per_hour(settings.guests_per_hour) }))
    }

    /// Somebody new from there becomes a guest; `false` when too many did.
    pub fn new_guest(&self, peer: Peer) -> bool {
        self.0.guests.allows(&peer)
    }

    /// Forgets now and then what does not count any more; never ends.
    pub(crate) async fn sweep(self) {
        let mut ticks = interval(SWEEP_EVERY);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            ticks.tick().await;
            let Rates { guests } = &*self.0;
            guests.sweep();
        }
    }
}
