//! How long it is to a client and back, by the server's own pings.

use std::time::Duration;

use tokio::time::Instant;

/// How soon after a ping lag is measured again, along with frames that are sent anyway.
const PING_EVERY: Duration = Duration::from_secs(5);

/// How soon after the first ping, whose round trip alone may be an accident.
const PING_AGAIN: Duration = Duration::from_secs(1);

/// How soon where it was the same the last two times: a ping wakes the client, and its answer the
/// server.
const PING_EVERY_STEADY: Duration = Duration::from_secs(20);

/// Two round trips are the same if they differ by no more than this, or by no more than a quarter.
const SAME_WITHIN_MS: u32 = 10;

/// The payload of a ping, which its answer repeats.
pub type Ping = [u8; 4];

/// The pings of one connection.
#[derive(Debug, Default)]
pub(super) struct Lag {
    /// When the last ping went out, if one did.
    last_ping: Option<Instant>,
    n_pings: u32,
    /// The last round trip.
    measured_ms: Option<u32>,
    /// Whether it was the same as the one before.
    is_steady: bool,
    /// Whether the last ping has not been answered.
    is_awaited: bool,
}

impl Lag {
    /// The ping that goes out now along with something else, if it is time for one.
    pub(super) fn ping_if_due(&mut self) -> Option<Ping> {
        let now = Instant::now();
        let every = match self.n_pings {
            1 => PING_AGAIN,
            _ if self.is_steady => PING_EVERY_STEADY,
            _ => PING_EVERY,
        };
        let is_due = self.last_ping.is_none_or(|last| now.duration_since(last) >= every);
        is_due.then(|| self.ping(now))
    }

    /// When the last ping went out, if one did.
    pub(super) fn last_ping(&self) -> Option<Instant> {
        self.last_ping
    }

    /// The ping that goes out now.
    pub(super) fn ping(&mut self, now: Instant) -> Ping {
        self.last_ping = Some(now);
        self.n_pings = self.n_pings.wrapping_add(1);
        if std::mem::replace(&mut self.is_awaited, true) {
            self.is_steady = false;
        }
        self.n_pings.to_be_bytes()
    }

    /// The round trip in milliseconds from the answer to our latest ping; any other pong measures
    /// nothing, so that nobody can claim more lag than there was since that ping.
    pub(super) fn answered(&mut self, payload: &[u8], heard: Instant) -> Option<u32> {
        let sent = self.last_ping?;
        if payload != self.n_pings.to_be_bytes() || !std::mem::take(&mut self.is_awaited) {
            return None;
        }
        let ms = u32::try_from(heard.duration_since(sent).as_millis()).unwrap_or(u32::MAX);
        let before_ms = self.measured_ms.replace(ms);
        self.is_steady = before_ms.is_some_and(|before_ms| is_same(before_ms, ms));
        Some(ms)
    }
}

fn is_same(before_ms: u32, now_ms: u32) -> bool {
    before_ms.abs_diff(now_ms) <= SAME_WITHIN_MS.max(before_ms.min(now_ms) / 4)
}

#[cfg(test)]
mod tests {
    use tokio::time::advance;

    use super::*;

    /// The seconds from each of the pings that go out along with something else to the next, where
    /// the answers take so many milliseconds, and something is sent four times a second.
    async fn intervals(round_trips_ms: &[u64]) -> Vec<u64> {
        let began = Instant::now();
        let mut lag = Lag::default();
        let mut pings_s = Vec::new();
        for &ms in round_trips_ms {
            let ping = loop {
                match lag.ping_if_due() {
                    Some(ping) => break ping,
                    None => advance(Duration::from_millis(250)).await,
                }
            };
            pings_s.push(began.elapsed().as_secs());
            if ms > 0 {
                advance(Duration::from_millis(ms)).await;
                let measured = lag.answered(&ping, Instant::now());
                assert_eq!(measured.map(u64::from), Some(ms));
                assert_eq!(lag.answered(&ping, Instant::now()), None, "once");
            }
        }
        pings_s.windows(2).map(|pair| pair[1] - pair[0]).collect()
    }

    #[tokio::test(start_paused = true)]
    async fn what_stays_the_same_is_measured_less_often() {
        assert_eq!(intervals(&[40, 45, 50, 41, 44, 44]).await, [1, 20, 20, 20, 20]);
        assert_eq!(intervals(&[400, 450, 500, 420]).await, [1, 20, 20]);
    }

    #[tokio::test(start_paused = true)]
    async fn what_changes_is_measured_every_five_seconds() {
        assert_eq!(intervals(&[40, 45, 44, 90, 45, 91]).await, [1, 20, 20, 5, 5]);
        assert_eq!(intervals(&[40, 40, 40, 300, 300, 40]).await, [1, 20, 20, 5, 20]);
    }

    #[tokio::test(start_paused = true)]
    async fn who_does_not_answer_is_asked_again_soon() {
        assert_eq!(intervals(&[40, 40, 40, 0, 0, 0, 40, 40]).await, [1, 20, 20, 20, 5, 5, 20]);
    }
}
