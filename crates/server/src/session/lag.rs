//! How long it is to a client and back, by the server's own pings.

use std::time::Duration;

use bytes::Bytes;
use tokio::time::Instant;
use tokio_tungstenite::tungstenite::Message;

/// How soon after a ping lag is measured again, along with frames that are sent anyway.
const PING_EVERY: Duration = Duration::from_secs(5);

/// How soon when it stays the same: a ping wakes the client, and its answer the server.
const PING_EVERY_MAX: Duration = Duration::from_secs(20);

/// Two round trips are the same if they differ by no more than this, or by no more than a quarter.
const SAME_WITHIN: Duration = Duration::from_millis(10);

/// The pings of one socket.
pub(super) struct Lag {
    /// When the last ping went out, if one did; its payload counts from `epoch`.
    last_ping: Option<Instant>,
    /// The payload of a ping that has not been answered.
    awaited: Option<[u8; 8]>,
    /// The last round trip.
    measured: Option<Duration>,
    every: Duration,
    epoch: Instant,
}

impl Lag {
    pub(super) fn new(now: Instant) -> Self {
        Self { last_ping: None, awaited: None, measured: None, every: PING_EVERY, epoch: now }
    }

    /// The ping that goes out along with something else, if it is time for one.
    pub(super) fn ping_if_due(&mut self) -> Option<Message> {
        let now = Instant::now();
        let is_due = self.last_ping.is_none_or(|last| now.duration_since(last) >= self.every);
        is_due.then(|| self.ping(now))
    }

    /// When the last ping went out, if one did.
    pub(super) fn last_ping(&self) -> Option<Instant> {
        self.last_ping
    }

    /// The ping that goes out now.
    pub(super) fn ping(&mut self, now: Instant) -> Message {
        let payload = (now.duration_since(self.epoch).as_micros() as u64).to_be_bytes();
        self.last_ping = Some(now);
        if self.awaited.replace(payload).is_some() {
            self.every = PING_EVERY;
        }
        Message::Ping(Bytes::copy_from_slice(&payload))
    }

    /// The round trip in milliseconds from the answer to our latest ping; any other pong measures
    /// nothing, so that nobody can claim more lag than there was since that ping.
    pub(super) fn answered(&mut self, payload: &[u8], heard: Instant) -> Option<u32> {
        self.awaited.take_if(|awaited| awaited == payload)?;
        let round_trip = heard.duration_since(self.last_ping?);
        let before = self.measured.replace(round_trip);
        self.every = match before.is_some_and(|before| is_same(before, round_trip)) {
            true => (self.every * 2).min(PING_EVERY_MAX),
            false => PING_EVERY,
        };
        Some(u32::try_from(round_trip.as_millis()).unwrap_or(u32::MAX))
    }
}

fn is_same(before: Duration, now: Duration) -> bool {
    before.abs_diff(now) <= SAME_WITHIN.max(before.min(now) / 4)
}

#[cfg(test)]
mod tests {
    use tokio::time::advance;

    use super::*;

    /// The seconds from each of the pings that go out along with something else to the next, where
    /// the answers take so many milliseconds, and something is sent four times a second.
    async fn intervals(round_trips_ms: &[u64]) -> Vec<u64> {
        let began = Instant::now();
        let mut lag = Lag::new(began);
        let mut pings_s = Vec::new();
        for &ms in round_trips_ms {
            let ping = loop {
                match lag.ping_if_due() {
                    Some(ping) => break ping.into_data(),
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
        assert_eq!(intervals(&[40, 45, 50, 41, 44, 44]).await, [5, 10, 20, 20, 20]);
        assert_eq!(intervals(&[400, 450, 500, 420]).await, [5, 10, 20]);
    }

    #[tokio::test(start_paused = true)]
    async fn what_changes_is_measured_every_five_seconds() {
        assert_eq!(intervals(&[40, 45, 44, 90, 45, 91]).await, [5, 10, 20, 5, 5]);
        assert_eq!(intervals(&[40, 40, 40, 300, 300, 40]).await, [5, 10, 20, 5, 10]);
    }

    #[tokio::test(start_paused = true)]
    async fn who_does_not_answer_is_asked_again_soon() {
        assert_eq!(intervals(&[40, 40, 40, 0, 0, 0, 40, 40]).await, [5, 10, 20, 20, 5, 5, 10]);
    }
}
