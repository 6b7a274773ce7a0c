//! How many sockets somebody may have, and how much they may say on all of them together.

use std::{collections::HashMap, hash::Hash, sync::Arc, time::Duration};

use komadai_ids::UserId;
use komadai_live::{
    Limit,
    network::{Network, Networks},
};
use komadai_protocol::RefusalCode;
use parking_lot::Mutex;
use tokio::time::Instant;

use self::budget::Budget;
use crate::{
    config::LimitSettings,
    http::{peer::Peer, problem::Problem},
    refused::WireRefusal,
};

mod budget;

/// What was said is forgotten at the earliest when the books have so many pages.
const PAGES_MIN: usize = 1_024;

/// An address may say at once what it may say in so many seconds.
const ADDRESS_BURST_S: f64 = 2.0;

/// There are as many sockets as may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooMany;

impl From<TooMany> for Problem {
    fn from(_: TooMany) -> Self {
        let detail = "there are too many connections from your address; close some";
        Self::new(RefusalCode::TooManySockets, detail)
    }
}

impl From<TooMany> for WireRefusal {
    fn from(_: TooMany) -> Self {
        Self::new(RefusalCode::TooManySockets)
    }
}

/// What became of something that was said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// It may be.
    InBudget,
    /// It is more than may be said.
    TooFast,
    /// So much came that nobody can mean it.
    Flood,
}

/// All sockets, counted by where they come from and by whose they are. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Sockets(Arc<SocketCounts>);

#[derive(Debug)]
struct SocketCounts {
    per_address: usize,
    per_player: usize,
    messages_per_second: f64,
    messages_burst: f64,
    messages_per_address: f64,
    // Both are locked for a lookup or two, and now and then for a walk over all pages.
    by_network: Mutex<CountsByKey<Network>>,
    by_player: Mutex<CountsByKey<UserId>>,
}

#[derive(Debug)]
struct CountsByKey<K> {
    pages: HashMap<K, SocketCount>,
    /// At how many pages those of who is gone are looked through.
    look_through_at: usize,
}

/// One player's, or one address's.
#[derive(Debug)]
struct SocketCount {
    n_sockets: usize,
    /// Stays when the last socket goes, until it is full again: nobody gets a new one by
    /// reconnecting.
    budget: Arc<Mutex<Budget>>,
}

impl Sockets {
    /// With the limits of these settings.
    pub fn new(limits: &LimitSettings) -> Self {
        Self(Arc::new(SocketCounts {
            per_address: limits.sockets_per_address,
            per_player: limits.sockets_per_player,
            messages_per_second: limits.messages_per_second.into(),
            messages_burst: limits.messages_burst.into(),
            messages_per_address: limits.messages_per_address.into(),
            by_network: Mutex::new(CountsByKey::new()),
            by_player: Mutex::new(CountsByKey::new()),
        }))
    }

    /// Lets a socket in from this address, of which it is not known yet whose it is.
    ///
    /// # Errors
    /// When there are as many from there as may be.
    pub fn let_in(&self, peer: Peer, now: Instant) -> Result<SocketPermit, TooMany> {
        let mut by_network = self.0.by_network.lock();
        let mut budgets = Vec::with_capacity(1);
        for (network, shares) in Networks::of(peer.address()).with_shares() {
            let budget = || self.0.budget_of_network(shares, now);
            let max = self.0.per_address.saturating_mul(shares);
            match by_network.take_place(network, max, now, budget) {
                Ok(budget) => budgets.push(budget),
                Err(too_many) => {
                    let taken = Networks::of(peer.address()).with_shares().take(budgets.len());
                    taken.for_each(|(network, _)| by_network.give_back(&network));
                    return Err(too_many);
                }
            }
        }
        drop(by_network);
        let budget = Arc::new(Mutex::new(self.0.budget(now)));
        Ok(SocketPermit {
            books: self.0.clone(),
            peer,
            player: None,
            budget,
            of_networks: budgets.into(),
        })
    }

    /// A line came from this address over a connection that is no socket. How long nothing more is
    /// to be read of it: all of the address together say no more than they may
    /// ([`SocketPermit::quiet_for`]).
    pub(crate) fn line_from(&self, peer: Peer, now: Instant) -> Duration {
        let mut by_network = self.0.by_network.lock();
        let budgets = Networks::of(peer.address()).with_shares().map(|(network, shares)| {
            let budget = || self.0.budget_of_network(shares, now);
            by_network.page(network, now, budget).budget.clone()
        });
        let budgets: Vec<_> = budgets.collect();
        drop(by_network);
        owe(&budgets, now)
    }
}

/// Something was said that counts in all of these.
fn owe(budgets: &[Arc<Mutex<Budget>>], now: Instant) -> Duration {
    let quiet_for = budgets.iter().map(|budget| budget.lock().owe(now)).max().unwrap_or_default();
    if !quiet_for.is_zero() {
        Limit::MessagesOfAddress.reached();
    }
    quiet_for
}

impl SocketCounts {
    fn budget_of_network(&self, shares: usize, now: Instant) -> Budget {
        let rate = self.messages_per_address * shares as f64;
        Budget::new(rate, rate * ADDRESS_BURST_S, now)
    }

    fn budget(&self, now: Instant) -> Budget {
        Budget::new(self.messages_per_second, self.messages_burst, now)
    }
}

/// A socket's, given back when it is dropped.
#[derive(Debug)]
pub struct SocketPermit {
    books: Arc<SocketCounts>,
    peer: Peer,
    player: Option<UserId>,
    /// Its own as long as it is nobody's, then the player's.
    budget: Arc<Mutex<Budget>>,
    /// What all sockets of its address share, and those of the networks around it.
    of_networks: Box<[Arc<Mutex<Budget>>]>,
}

impl SocketPermit {
    /// From now on it is this player's; only the first word counts.
    ///
    /// # Errors
    /// When the player has as many as may be.
    pub(crate) fn belongs_to(&mut self, player: UserId, now: Instant) -> Result<(), TooMany> {
        if self.player.is_some() {
            return Ok(());
        }
        let own = || self.books.budget(now);
        self.budget =
            self.books.by_player.lock().take_place(player, self.books.per_player, now, own)?;
        self.player = Some(player);
        Ok(())
    }

    /// Something was said.
    pub(crate) fn say(&self, now: Instant) -> Verdict {
        self.budget.lock().spend(now)
    }

    /// Something was said, whatever becomes of it. How long nothing more is to be read of this
    /// socket, so that all of its address together say no more than they may.
    ///
    /// Each has said one thing at most that its address could not afford, so nobody waits for
    /// longer than it takes to hear all of them once.
    pub(crate) fn quiet_for(&self, now: Instant) -> Duration {
        owe(&self.of_networks, now)
    }
}

impl Drop for SocketPermit {
    fn drop(&mut self) {
        let mut by_network = self.books.by_network.lock();
        for (network, _) in Networks::of(self.peer.address()).with_shares() {
            by_network.give_back(&network);
        }
        drop(by_network);
        if let Some(player) = self.player {
            self.books.by_player.lock().give_back(&player);
        }
    }
}

impl<K: Eq + Hash> CountsByKey<K> {
    fn new() -> Self {
        Self { pages: HashMap::new(), look_through_at: PAGES_MIN }
    }

    /// One more socket of these, unless there are as many as may be; what they may say.
    fn take_place(
        &mut self,
        of: K,
        max: usize,
        now: Instant,
        budget: impl FnOnce() -> Budget,
    ) -> Result<Arc<Mutex<Budget>>, TooMany> {
        let page = self.page(of, now, budget);
        if page.n_sockets >= max {
            Limit::Sockets.reached();
            return Err(TooMany);
        }
        page.n_sockets += 1;
        Ok(page.budget.clone())
    }

    fn page(&mut self, of: K, now: Instant, budget: impl FnOnce() -> Budget) -> &mut SocketCount {
        self.look_through(now);
        let fresh = || SocketCount { n_sockets: 0, budget: Arc::new(Mutex::new(budget())) };
        self.pages.entry(of).or_insert_with(fresh)
    }

    fn give_back(&mut self, of: &K) {
        if let Some(page) = self.pages.get_mut(of) {
            page.n_sockets -= 1;
        }
    }

    /// Forgets those who are gone and may say as much as anybody again.
    fn look_through(&mut self, now: Instant) {
        if self.pages.len() < self.look_through_at {
            return;
        }
        self.pages.retain(|_, page| page.n_sockets > 0 || !page.budget.lock().is_full(now));
        self.look_through_at = PAGES_MIN.max(2 * self.pages.len());
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::config::Config;

    fn sockets(per_address: usize, per_player: usize) -> Sockets {
        let mut limits = Config::load(None, []).unwrap().limits;
        (limits.sockets_per_address, limits.sockets_per_player) = (per_address, per_player);
        (limits.messages_per_second, limits.messages_burst) = (10, 20);
        limits.messages_per_address = 100;
        Sockets::new(&limits)
    }

    fn peer(address: &str) -> Peer {
        Peer::of(address.parse().unwrap())
    }

    fn player(n: u8) -> UserId {
        UserId::new(1, [n; 10])
    }

    #[test]
    fn a_place_is_free_again_when_its_socket_is_gone() {
        let (sockets, now) = (sockets(2, 9), Instant::now());
        let here = peer("2001:db8:1:2::1");
        let first = sockets.let_in(here, now).unwrap();
        let neighbour = peer("2001:db8:1:2:ffff::9");
        let _second = sockets.let_in(neighbour, now).unwrap();
        assert_eq!(sockets.let_in(here, now).err(), Some(TooMany));
        assert!(sockets.let_in(peer("2001:db8:1:3::1"), now).is_ok());
        drop(first);
        assert!(sockets.let_in(neighbour, now).is_ok());
    }

    #[test]
    fn all_sockets_of_an_address_are_heard_at_its_pace() {
        let (sockets, now) = (sockets(99, 10), Instant::now());
        let here = || sockets.let_in(peer("10.0.0.1"), now).unwrap();
        let mut places: Vec<_> = (0..10).map(|_| here()).collect();
        places[0].belongs_to(player(1), now).unwrap();
        // A hundred a second, and two hundred at once.
        let said: Vec<_> =
            places.iter().cycle().take(210).map(|place| place.quiet_for(now)).collect();
        assert!(said[..200].iter().all(Duration::is_zero));
        let waits: Vec<_> = said[200..].iter().map(Duration::as_millis).collect();
        assert_eq!(waits, [10, 20, 30, 40, 50, 60, 70, 80, 90, 100]);
        let elsewhere = sockets.let_in(peer("10.0.0.2"), now).unwrap();
        assert!(elsewhere.quiet_for(now).is_zero());
        drop(places);
        assert!(!here().quiet_for(now).is_zero(), "connecting anew is no way out");
        assert!(here().quiet_for(now + Duration::from_secs(1)).is_zero());
    }

    #[test]
    fn all_sockets_of_a_player_share_what_may_be_said() {
        let (sockets, now) = (sockets(99, 10), Instant::now());
        let come = |n| {
            let mut place = sockets.let_in(peer("10.0.0.1"), now).unwrap();
            place.belongs_to(player(n), now).map(|()| place)
        };
        let places: Vec<_> = (0..10).map(|_| come(1).unwrap()).collect();
        assert_eq!(come(1).err(), Some(TooMany));
        let in_budget = |now| {
            let said = places.iter().cycle().take(40).map(|place| place.say(now));
            said.filter(|said| *said == Verdict::InBudget).count()
        };
        assert_eq!(in_budget(now), 20);
        assert_eq!(come(2).unwrap().say(now), Verdict::InBudget, "another player");
        drop(places);
        let again = come(1).unwrap();
        assert_eq!(again.say(now), Verdict::TooFast, "connecting anew is no way out");
        assert_eq!(again.say(now + Duration::from_secs(4)), Verdict::InBudget);
        for _ in 0..400 {
            again.say(now + Duration::from_secs(4));
        }
        assert_eq!(again.say(now + Duration::from_secs(4)), Verdict::Flood);
    }

    #[test]
    fn who_is_gone_is_forgotten_after_a_while() {
        let (sockets, now) = (sockets(9_999, 9_999), Instant::now());
        let come = |n: u32, now| {
            let mut id = [0; 10];
            id[..4].copy_from_slice(&n.to_be_bytes());
            let mut place = sockets.let_in(peer("10.0.0.1"), now).unwrap();
            place.belongs_to(UserId::new(1, id), now).unwrap();
            assert_eq!(place.say(now), Verdict::InBudget);
            place
        };
        let stays = come(0, now);
        for n in 1..PAGES_MIN as u32 {
            come(n, now);
        }
        assert_eq!(sockets.0.by_player.lock().pages.len(), PAGES_MIN);
        let _other = come(u32::MAX, now + Duration::from_secs(60));
        assert_eq!(sockets.0.by_player.lock().pages.len(), 2);
        drop(stays);
    }
}
