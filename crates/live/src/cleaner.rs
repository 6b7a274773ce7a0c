//! The journal's floor: from where on a start has to read it, and up to where it can be trimmed.
//!
//! What no game needs any more is noted in the archive at once, so that a start does not read it.
//! It is deleted an hour later only, because a back-up copies the archive before the journal: what
//! an older archive has not settled must still be there.

use std::{
    collections::VecDeque,
    sync::{
        Arc,
        atomic::{AtomicI64, Ordering::Relaxed},
    },
    time::Duration,
};

use tokio::{
    sync::watch,
    time::{MissedTickBehavior, interval},
};
use tracing::warn;

use crate::{Directory, archive::Archive};

/// How many of the cleaner's looks trimming lags behind: an hour.
const TRIM_LAG: usize = 60;

/// Moves the journal's floor.
pub(crate) struct Cleaner {
    pub(crate) directory: Arc<Directory>,
    /// Where the floor is noted for the next start.
    pub(crate) archive: Arc<dyn Archive>,
    /// The newest row; moved by the writer.
    pub(crate) head: Arc<AtomicI64>,
    /// The first position of what this start could not settle: the next one tries again.
    pub(crate) unsettled: i64,
    /// Below which the writer trims.
    pub(crate) trim: watch::Sender<i64>,
}

impl Cleaner {
    /// Looks so often, for ever.
    pub(crate) async fn run(self, every: Duration) {
        let mut ticks = interval(every);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut floors = VecDeque::with_capacity(TRIM_LAG + 1);
        let (mut noted, mut complained) = (0, false);
        loop {
            ticks.tick().await;
            // The head is read first: a game that begins meanwhile lies above it.
            let head = self.head.load(Relaxed);
            let Some(needed) = self.directory.floor() else { continue };
            let floor = needed.min(head);

            let to_note = floor.min(self.unsettled);
            if to_note > noted {
                match self.archive.raise_floor(to_note).await {
                    Ok(()) => (noted, complained) = (to_note, false),
                    Err(cause) if !std::mem::replace(&mut complained, true) => {
                        warn!(
                            "the journal's floor cannot be stored, so a start takes longer: {cause}"
                        );
                    }
                    Err(_) => {}
                }
            }

            floors.push_back(floor);
            if floors.len() > TRIM_LAG
                && let Some(lagged) = floors.pop_front()
            {
                self.trim.send_if_modified(|floor| {
                    let moves = lagged > *floor;
                    *floor = lagged.max(*floor);
                    moves
                });
            }
        }
    }
}
