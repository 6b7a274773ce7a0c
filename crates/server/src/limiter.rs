//! A rate limit for each key, in bounded memory.

use std::{
    collections::HashMap,
    fmt,
    hash::{BuildHasher as _, Hash, RandomState},
    num::NonZeroU32,
    time::Duration,
};

use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use komadai_live::network::{Network, Networks};
use parking_lot::Mutex;

use crate::http::peer::Peer;

/// How many keys are counted one by one. At some 100 bytes a key this is 3 MB a limiter.
const KEYS_MAX: usize = 30_000;

/// How many of the wider networks of each width are.
const NETWORKS_MAX: usize = 5_000;

/// The rate of each key, such as an address or a session.
///
/// As long as there are few enough keys, each has a count of its own. Beyond [`KEYS_MAX`], keys
/// share one of 65,536 counts by their hash, whose seed nobody knows: memory stays bounded, and
/// somebody who shares a count with a client that tries too often is refused as well until the next
/// [`Limiter::sweep`].
pub(crate) struct Limiter<K: Hash + Eq + Clone> {
    exact: DefaultKeyedRateLimiter<K>,
    shared: DefaultKeyedRateLimiter<u16>,
    /// Attempts that turned out not to count, and are free for the next. Locked for a look-up.
    given_back: Mutex<HashMap<K, u32>>,
    seed: RandomState,
    keys_max: usize,
}

impl<K: Hash + Eq + Clone> Limiter<K> {
    /// So many a minute in the long run, and at once.
    pub(crate) fn per_minute(n: NonZeroU32) -> Self {
        Self::new(Quota::per_minute(n), KEYS_MAX)
    }

    /// So many an hour in the long run, and at once.
    pub(crate) fn per_hour(n: NonZeroU32) -> Self {
        Self::new(Quota::per_hour(n), KEYS_MAX)
    }

    /// At this rate.
    pub(crate) fn at(quota: Quota) -> Self {
        Self::new(quota, KEYS_MAX)
    }

    fn new(quota: Quota, keys_max: usize) -> Self {
        Self {
            exact: RateLimiter::keyed(quota),
            shared: RateLimiter::keyed(quota),
            given_back: Mutex::default(),
            seed: RandomState::new(),
            keys_max,
        }
    }

    /// Counts one attempt; `false` when there were too many.
    pub(crate) fn allows(&self, key: &K) -> bool {
        self.takes_back(key) || self.allows_n(key, NonZeroU32::MIN)
    }

    /// One attempt that was allowed does not count after all: another is allowed in its place, until
    /// the next [`Limiter::sweep`].
    pub(crate) fn give_back(&self, key: &K) {
        let mut given_back = self.given_back.lock();
        if given_back.len() < self.keys_max || given_back.contains_key(key) {
            *given_back.entry(key.clone()).or_default() += 1;
        }
    }

    fn takes_back(&self, key: &K) -> bool {
        let mut given_back = self.given_back.lock();
        let Some(n) = given_back.get_mut(key) else { return false };
        *n -= 1;
        if *n == 0 {
            given_back.remove(key);
        }
        true
    }

    /// Counts something that costs as much as `n` attempts; `false` when that is too much, in which
    /// case nothing is counted.
    pub(crate) fn allows_n(&self, key: &K, n: NonZeroU32) -> bool {
        let answer = if self.exact.len() < self.keys_max {
            self.exact.check_key_n(key, n)
        } else {
            let [low, high, ..] = self.seed.hash_one(key).to_le_bytes();
            self.shared.check_key_n(&u16::from_le_bytes([low, high]), n)
        };
        // What costs more than may ever come at once is too much as well.
        matches!(answer, Ok(Ok(())))
    }

    /// Forgets the keys that may try as often as anybody again.
    pub(crate) fn sweep(&self) {
        self.exact.retain_recent();
        self.exact.shrink_to_fit();
        self.shared.retain_recent();
        *self.given_back.lock() = HashMap::new();
    }
}

fn per_day(n: NonZeroU32) -> Quota {
    let one = Duration::from_secs(24 * 3_600) / n.get();
    // More than one in each nanosecond is as good as no limit.
    let quota = Quota::with_period(one.max(Duration::from_nanos(1)));
    quota.unwrap_or(Quota::per_second(n)).allow_burst(n)
}

/// The rate of each address, and of the networks around it, which have several times as much.
#[derive(Debug)]
pub(crate) struct PeerLimiter {
    address: Limiter<Network>,
    wider: [Limiter<Network>; Networks::LEVELS - 1],
}

impl PeerLimiter {
    /// So many a minute in the long run, and at once.
    pub(crate) fn per_minute(n: NonZeroU32) -> Self {
        Self::new(n, Quota::per_minute)
    }

    /// So many an hour in the long run, and at once.
    pub(crate) fn per_hour(n: NonZeroU32) -> Self {
        Self::new(n, Quota::per_hour)
    }

    /// So many a day in the long run, and at once.
    pub(crate) fn per_day(n: NonZeroU32) -> Self {
        Self::new(n, per_day)
    }

    fn new(n: NonZeroU32, quota: impl Fn(NonZeroU32) -> Quota) -> Self {
        let [_, line, site] = Networks::SHARES.map(|shares| {
            let shares = u32::try_from(shares).ok().and_then(NonZeroU32::new);
            n.saturating_mul(shares.unwrap_or(NonZeroU32::MIN))
        });
        let wider = [line, site].map(|n| Limiter::new(quota(n), NETWORKS_MAX));
        Self { address: Limiter::new(quota(n), KEYS_MAX), wider }
    }

    /// Counts one attempt; `false` when there were too many.
    pub(crate) fn allows(&self, peer: Peer) -> bool {
        self.allows_n(peer, NonZeroU32::MIN)
    }

    /// Counts something that costs as much as `n` attempts; `false` when that is too much.
    pub(crate) fn allows_n(&self, peer: Peer, n: NonZeroU32) -> bool {
        // What is too much for the address takes nothing of its neighbours'.
        let networks = Networks::of(peer.address()).with_shares().map(|(network, _)| network);
        let limiters = std::iter::once(&self.address).chain(&self.wider);
        networks.zip(limiters).all(|(network, limiter)| limiter.allows_n(&network, n))
    }

    /// Forgets the addresses that may try as often as anybody again.
    pub(crate) fn sweep(&self) {
        self.address.sweep();
        self.wider.iter().for_each(Limiter::sweep);
    }
}

impl<K: Hash + Eq + Clone> fmt::Debug for Limiter<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Limiter").field("n_keys", &self.exact.len()).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const THREE: NonZeroU32 = NonZeroU32::new(3).unwrap();

    #[test]
    fn each_key_has_its_own_count() {
        let limiter = Limiter::per_hour(THREE);
        assert_eq!((0..5).filter(|_| limiter.allows(&1)).count(), 3);
        assert!(limiter.allows(&2));
        assert!(!limiter.allows_n(&2, THREE) && limiter.allows_n(&3, THREE));
        assert!(!limiter.allows_n(&4, NonZeroU32::new(4).unwrap()));
    }

    #[test]
    fn what_is_given_back_does_not_count() {
        let limiter = Limiter::per_hour(THREE);
        for _ in 0..10 {
            assert!(limiter.allows(&1));
            limiter.give_back(&1);
        }
        assert_eq!((0..5).filter(|_| limiter.allows(&1)).count(), 3);
        limiter.give_back(&1);
        assert!(limiter.allows(&1) && !limiter.allows(&1));
        limiter.give_back(&1);
        limiter.sweep();
        assert!(!limiter.allows(&1), "it is not kept for long");
        for key in 0..2 * limiter.keys_max {
            limiter.give_back(&key);
        }
        assert_eq!(limiter.given_back.lock().len(), limiter.keys_max);
    }

    #[test]
    fn memory_is_bounded_however_many_keys_come() {
        let limiter = Limiter::new(Quota::per_hour(THREE), 100);
        for key in 0..100_000 {
            limiter.allows(&key);
        }
        assert!(limiter.exact.len() <= 100 && limiter.shared.len() <= 1 << 16);
        // One that comes late is limited all the same.
        assert!((0..5).filter(|_| limiter.allows(&1_000_000)).count() <= 3);
    }

    #[test]
    fn a_line_has_four_times_the_share_of_an_address_and_a_site_sixteen_times() {
        let limiter = PeerLimiter::per_hour(THREE);
        let n_allowed = |line: u16| {
            let peers = (0..256).map(|network| {
                let address = [0x2001, 0xdb8, 0, line << 8 | network, 0, 0, 0, 1];
                Peer::of(std::net::Ipv6Addr::from(address).into())
            });
            peers.map(|peer| (0..4).filter(|_| limiter.allows(peer)).count()).sum::<usize>()
        };
        assert_eq!((0..6).map(n_allowed).collect::<Vec<_>>(), [12, 12, 12, 12, 0, 0]);
        let one = Peer::of([192, 0, 2, 1].into());
        assert_eq!((0..9).filter(|_| limiter.allows(one)).count(), 3);
    }
}
