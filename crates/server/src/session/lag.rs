//! How long it is to a client and back, by the server's own pings.

use std::time::Duration;

use bytes::Bytes;
use tokio::time::Instant;
use tokio_tungstenite::tungstenite::Message;

/// How often lag is measured at most, along with frames that are sent anyway.
const PING_EVERY: Duration = Duration::from_secs(5);

/// The pings of one socket.
pub(super) struct Lag {
    /// When the last ping went out, if one did; its payload counts from `epoch`.
    last_ping: Option<Instant>,
    /// The payload of a ping that has not been answered.
    awaited: Option<[u8; 8]>,
    epoch: Instant,
}

impl Lag {
    pub(super) fn new(now: Instant) -> Self {
        Self { last_ping: None, awaited: None, epoch: now }
    }

    /// The ping that goes out along with something else, if it is time for one.
    pub(super) fn ping_if_due(&mut self) -> Option<Message> {
        let now = Instant::now();
        let is_due = self.last_ping.is_none_or(|last| now.duration_since(last) >= PING_EVERY);
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
        self.awaited = Some(payload);
        Message::Ping(Bytes::copy_from_slice(&payload))
    }

    /// The round trip in milliseconds from the answer to our latest ping; any other pong measures
    /// nothing, so that nobody can claim more lag than there was since that ping.
    pub(super) fn answered(&mut self, payload: &[u8], heard: Instant) -> Option<u32> {
        self.awaited.take_if(|awaited| awaited == payload)?;
        let round_trip = heard.duration_since(self.last_ping?);
        Some(u32::try_from(round_trip.as_millis()).unwrap_or(u32::MAX))
    }
}
