//! When a client is asked whether it is still there.

use std::{pin::Pin, time::Duration};

use tokio::time::{Instant, Sleep, sleep};

/// How often an idle client is asked.
const IDLE_EVERY: Duration = Duration::from_secs(30);

/// Idle clients are asked together at such intervals, not one by one.
const BEAT: Duration = Duration::from_millis(250);

/// How often somebody at a board is asked, if nothing comes from there: a client that is there has
/// then answered before it is taken to be away.
const BOARD_EVERY: Duration = Duration::from_secs(5);

/// How much sooner than that a client may be asked: the answer to one ping comes so soon that the
/// next is due hardly later.
const SLACK: Duration = Duration::from_millis(500);

/// The timer of one connection.
pub(super) struct Heartbeat {
    timer: Pin<Box<Sleep>>,
    connection: u64,
    is_at_board: bool,
}

impl Heartbeat {
    pub(super) fn new(connection: u64, now_ms: u64) -> Self {
        let timer = Box::pin(sleep(until_beat(connection, now_ms)));
        Self { timer, connection, is_at_board: false }
    }

    /// Waits until it is time to ask.
    pub(super) async fn beat(&mut self) {
        self.timer.as_mut().await;
    }

    /// Sets the timer again. Whether the client is to be asked now, given when something came from
    /// there or was asked.
    pub(super) fn go_on(&mut self, now: Instant, moved: Instant, now_ms: u64) -> bool {
        if !self.is_at_board {
            let until = until_beat(self.connection, now_ms);
            // The two clocks may differ by a little.
            let until = if until < BEAT { until + IDLE_EVERY } else { until };
            self.timer.as_mut().reset(now + until);
            return true;
        }
        let is_due = moved + BOARD_EVERY <= now + SLACK;
        self.timer.as_mut().reset(if is_due { now } else { moved } + BOARD_EVERY);
        is_due
    }

    /// Whether the client sits at a board.
    pub(super) fn sits(&mut self, is_at_board: bool) {
        if is_at_board && !self.is_at_board {
            self.timer.as_mut().reset(Instant::now() + BOARD_EVERY);
        }
        self.is_at_board = is_at_board;
    }
}

/// How long it is until an idle connection is pinged. By its number it has one of the beats of the
/// server's clock: the thousands who come at once after a restart are not all pinged at once ever
/// after, nor is the server woken for each of them.
fn until_beat(connection: u64, now_ms: u64) -> Duration {
    let every_ms = IDLE_EVERY.as_millis() as u64;
    let beat_ms = BEAT.as_millis() as u64;
    let beat = connection % (every_ms / beat_ms);
    Duration::from_millis((beat * beat_ms + every_ms - now_ms % every_ms) % every_ms)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn those_who_come_at_once_are_pinged_on_many_beats() {
        let now_ms = 1_790_000_012_345;
        let mut each_beat = std::collections::BTreeMap::new();
        for connection in 5_000..8_000 {
            let after = until_beat(connection, now_ms);
            assert!(after < IDLE_EVERY, "{after:?}");
            let due_ms = now_ms + after.as_millis() as u64;
            assert_eq!(due_ms % 250, 0);
            *each_beat.entry(due_ms).or_insert(0) += 1;
        }
        assert!(each_beat.len() == 120 && each_beat.values().all(|&n| n == 25), "{each_beat:?}");
    }
}
