//! Which limits are reached: counted for operators, and reported in the log.

use std::{
    sync::{
        LazyLock,
        atomic::{
            AtomicU64,
            Ordering::{AcqRel, Relaxed},
        },
    },
    time::Duration,
};

use metrics::{Counter, counter};
use tokio::time::Instant;
use tracing::warn;

/// How often the log says that the same limit is reached.
const SAY_EVERY: Duration = Duration::from_secs(60);

/// What there may be only so much of. The names are listed in docs/operations.md.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    ConnectionsOfAddress,
    /// Connections in all.
    Connections,
    /// WebSockets of one address or player.
    Sockets,
    /// Requests, sign-ins and other attempts.
    Attempts,
    /// What waits for a client that does not read it.
    Stalled,
    /// Bytes of requests and answers that are under way.
    RequestBytes,
    /// Time that a request may take to arrive.
    SlowRequest,
    /// What is said on a socket.
    Flood,
    /// What is said on all sockets of an address.
    MessagesOfAddress,
    /// Bytes of the reviews that somebody looks at.
    Reviews,
    /// Answers that are made while they are sent.
    Downloads,
    /// Records that are fetched from other hosts.
    Fetches,
}

impl Limit {
    pub const ALL: [Self; 12] = [
        Self::ConnectionsOfAddress,
        Self::Connections,
        Self::Sockets,
        Self::Attempts,
        Self::Stalled,
        Self::RequestBytes,
        Self::SlowRequest,
        Self::Flood,
        Self::MessagesOfAddress,
        Self::Reviews,
        Self::Downloads,
        Self::Fetches,
    ];

    /// Its name among the figures.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::ConnectionsOfAddress => "connections_per_address",
            Self::Connections => "connections",
            Self::Sockets => "sockets",
            Self::Attempts => "attempts",
            Self::Stalled => "stalled",
            Self::RequestBytes => "request_bytes",
            Self::SlowRequest => "slow_request",
            Self::Flood => "flood",
            Self::MessagesOfAddress => "messages_per_address",
            Self::Reviews => "reviews",
            Self::Downloads => "downloads",
            Self::Fetches => "fetches",
        }
    }

    /// Somebody is refused for it.
    pub fn reached(self) {
        static WATCHES: LazyLock<[Watch; Limit::ALL.len()]> =
            LazyLock::new(|| Limit::ALL.map(Watch::new));
        static BEGUN: LazyLock<Instant> = LazyLock::new(Instant::now);
        let Some(watch) = WATCHES.get(self as usize) else { return };
        watch.counter.increment(1);
        if let Some(n) = watch.note(BEGUN.elapsed()) {
            let name = self.as_str();
            warn!("the limit {name} was reached {n} times since the last message about it");
        }
    }
}

/// How often one limit was reached.
struct Watch {
    counter: Counter,
    /// Since the log said so last.
    unsaid: AtomicU64,
    /// From when on the log may say so again, in milliseconds of the process.
    quiet_until_ms: AtomicU64,
}

impl Watch {
    fn new(limit: Limit) -> Self {
        let counter = counter!("komadai_limits_reached_total", "limit" => limit.as_str());
        Self { counter, unsaid: AtomicU64::new(0), quiet_until_ms: AtomicU64::new(0) }
    }

    /// Once more; how often it was, when that is to be said now.
    fn note(&self, at: Duration) -> Option<u64> {
        self.unsaid.fetch_add(1, Relaxed);
        let at_ms = at.as_millis() as u64;
        let until_ms = self.quiet_until_ms.load(Relaxed);
        let next_ms = at_ms + SAY_EVERY.as_millis() as u64;
        let is_ours = at_ms >= until_ms
            && self.quiet_until_ms.compare_exchange(until_ms, next_ms, AcqRel, Relaxed).is_ok();
        is_ours.then(|| self.unsaid.swap(0, Relaxed))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_limit_has_its_place_and_its_name() {
        for (place, limit) in Limit::ALL.into_iter().enumerate() {
            assert_eq!(limit as usize, place);
            assert!(Limit::ALL.iter().filter(|it| it.as_str() == limit.as_str()).count() == 1);
        }
    }

    #[test]
    fn the_log_says_so_once_a_minute() {
        let watch = Watch::new(Limit::Stalled);
        let at = Duration::from_secs;
        assert_eq!(watch.note(at(5)), Some(1));
        assert_eq!((watch.note(at(6)), watch.note(at(64))), (None, None));
        assert_eq!(watch.note(at(65)), Some(3));
        assert_eq!(watch.note(at(66)), None);
    }
}
