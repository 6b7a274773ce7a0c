//! What is measured from outside.

use std::time::Duration;

use crate::metrics::{METRICS, SAMPLE};

/// Counts so many moves as if they were made, each in a row of its own and looked at like any
/// other: for measuring what that costs.
pub fn meter_moves(n_moves: u32) {
    for n in 0..n_moves {
        METRICS.row(1, Duration::from_micros(u64::from(n % 4_096)));
        if n.is_multiple_of(SAMPLE) {
            METRICS.durable(u64::from(n % 64));
            METRICS.announced(u64::from(n % 64));
        }
    }
}
