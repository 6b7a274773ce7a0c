//! How much of something there may be at once: counted by whose it is, by where visitors without
//! an account come from, and in all, of which a part is kept free for accounts.
//!
//! What lives in a list of its owner's is counted there ([`Counts`] of its takers). What lives in
//! many tasks is counted by a [`Quota`], and given back when its [`QuotaPermit`] is dropped: neither can
//! leak.

use std::{collections::HashMap, hash::Hash, net::IpAddr, sync::Arc};

use komadai_game::Player;
use komadai_ids::UserId;
use parking_lot::Mutex;

use crate::{LiveRefusal, Why, network::NetworkCounts};

/// Who takes something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Taker {
    /// Whose it is.
    pub user: UserId,
    /// Whether that is somebody without an account.
    pub guest: bool,
    /// Where they come from: an IPv4 address, or the network (/64) of an IPv6 address. It is not
    /// known of what was there before the server started; that counts in all and by whose it is.
    pub address: Option<IpAddr>,
}

impl Taker {
    /// This player, from there.
    pub fn new(player: &Player, address: Option<IpAddr>) -> Self {
        Self { user: player.id, guest: player.guest, address }
    }
}

/// How much there may be at once.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bounds {
    pub(crate) per_account: usize,
    pub(crate) per_guest: usize,
    /// Of all guests from one address together; the networks around it have their shares.
    pub(crate) guests_per_address: usize,
    /// Of all guests together; what is left of `in_all` is kept free for accounts.
    pub(crate) guests: usize,
    pub(crate) in_all: usize,
}

/// Why there may be no more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Full {
    /// The taker has enough.
    Own,
    /// Guests from the taker's address have enough.
    Address,
    /// All guests have enough; an account might still take one.
    Guests,
    /// Everybody has enough.
    All,
}

impl From<Full> for LiveRefusal {
    fn from(full: Full) -> Self {
        let message = match full {
            // Its code says it.
            Full::Own => "",
            Full::Address => {
                "visitors from your network have as many of these as are allowed; sign in for \
                 more, or wait until some are over"
            }
            Full::Guests => {
                "visitors without an account have as many of these as are allowed; sign in, or \
                 try again in a few minutes"
            }
            Full::All => {
                "there are as many of these as the server accepts; try again in a few minutes"
            }
        };
        Self::said(Why::TooManyGames, message)
    }
}

impl Bounds {
    /// Whether there may be one more of this taker's.
    ///
    /// # Errors
    /// The first bound that is reached, the taker's own before those of others.
    pub(crate) fn check(&self, counts: &Counts, taker: Taker) -> Result<(), Full> {
        let own = counts.by_user.get(&taker.user).copied().unwrap_or_default();
        let own_max = if taker.guest { self.per_guest } else { self.per_account };
        let has_room_there =
            |address| counts.guests_by_address.has_room(address, self.guests_per_address);
        if own >= own_max {
            Err(Full::Own)
        } else if taker.guest && !taker.address.is_none_or(has_room_there) {
            Err(Full::Address)
        } else if taker.guest && counts.guests >= self.guests {
            Err(Full::Guests)
        } else if counts.in_all >= self.in_all {
            Err(Full::All)
        } else {
            Ok(())
        }
    }
}

/// How much there is.
#[derive(Debug, Default)]
pub(crate) struct Counts {
    by_user: HashMap<UserId, usize>,
    guests_by_address: NetworkCounts,
    guests: usize,
    in_all: usize,
}

impl Counts {
    fn add(&mut self, taker: Taker) {
        *self.by_user.entry(taker.user).or_default() += 1;
        self.in_all += 1;
        if taker.guest {
            self.guests += 1;
            if let Some(address) = taker.address {
                self.guests_by_address.add(address);
            }
        }
    }

    fn remove(&mut self, taker: Taker) {
        take_one(&mut self.by_user, taker.user);
        self.in_all = self.in_all.saturating_sub(1);
        if taker.guest {
            self.guests = self.guests.saturating_sub(1);
            if let Some(address) = taker.address {
                self.guests_by_address.remove(address);
            }
        }
    }
}

impl FromIterator<Taker> for Counts {
    fn from_iter<T: IntoIterator<Item = Taker>>(takers: T) -> Self {
        let mut counts = Self::default();
        takers.into_iter().for_each(|taker| counts.add(taker));
        counts
    }
}

/// A key is gone with the last of what is counted there.
fn take_one<K: Eq + Hash>(counts: &mut HashMap<K, usize>, key: K) {
    if let Some(n) = counts.get_mut(&key) {
        *n -= 1;
        if *n == 0 {
            counts.remove(&key);
        }
    }
}

/// Counts what lives in many tasks. Cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct Quota(Arc<QuotaCounts>);

#[derive(Debug)]
struct QuotaCounts {
    bounds: Bounds,
    // A lock, because everything that begins or ends one of these comes here; it is held for a
    // look-up.
    counts: Mutex<Counts>,
}

impl Quota {
    /// With nothing there yet.
    pub(crate) fn new(bounds: Bounds) -> Self {
        Self(Arc::new(QuotaCounts { bounds, counts: Mutex::default() }))
    }

    /// Takes one.
    ///
    /// # Errors
    /// When there may be no more.
    pub(crate) fn take(&self, taker: Taker) -> Result<QuotaPermit, Full> {
        let mut counts = self.0.counts.lock();
        self.0.bounds.check(&counts, taker)?;
        counts.add(taker);
        Ok(QuotaPermit { books: self.0.clone(), taker })
    }

    /// Counts one that is there whatever the bounds say: it was promised before.
    pub(crate) fn hold(&self, taker: Taker) -> QuotaPermit {
        self.0.counts.lock().add(taker);
        QuotaPermit { books: self.0.clone(), taker }
    }

    /// Whether one could be taken at the moment.
    pub(crate) fn has_room(&self, taker: Taker) -> bool {
        self.0.bounds.check(&self.0.counts.lock(), taker).is_ok()
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.0.counts.lock().in_all
    }
}

/// One that was taken; given back when it is dropped.
#[derive(Debug)]
pub(crate) struct QuotaPermit {
    books: Arc<QuotaCounts>,
    taker: Taker,
}

impl Drop for QuotaPermit {
    fn drop(&mut self) {
        self.books.counts.lock().remove(self.taker);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOUNDS: Bounds =
        Bounds { per_account: 4, per_guest: 2, guests_per_address: 3, guests: 5, in_all: 10 };

    fn guest(n: u8, address: u8) -> Taker {
        let address = Some([10, 0, 0, address].into());
        Taker { user: UserId::new(1, [n; 10]), guest: true, address }
    }

    fn account(n: u8, address: u8) -> Taker {
        Taker { guest: false, ..guest(n, address) }
    }

    fn take_all(quota: &Quota, taker: Taker) -> (Vec<QuotaPermit>, Full) {
        let mut held = Vec::new();
        loop {
            match quota.take(taker) {
                Ok(one) => held.push(one),
                Err(full) => return (held, full),
            }
        }
    }

    #[test]
    fn each_bound_is_reached_and_named() {
        let quota = Quota::new(BOUNDS);
        let (first, full) = take_all(&quota, guest(1, 1));
        assert_eq!((first.len(), full), (2, Full::Own));
        let (second, full) = take_all(&quota, guest(2, 1));
        assert_eq!((second.len(), full), (1, Full::Address));
        let (third, full) = take_all(&quota, guest(3, 2));
        assert_eq!((third.len(), full), (2, Full::Own));
        assert_eq!(take_all(&quota, guest(4, 3)).1, Full::Guests);
        // Half of it is kept free for accounts, whose address does not count.
        let (fourth, full) = take_all(&quota, account(5, 1));
        assert_eq!((fourth.len(), full), (4, Full::Own));
        let (fifth, full) = take_all(&quota, account(6, 1));
        assert_eq!((fifth.len(), full), (1, Full::All));
        drop(first);
        assert_eq!(take_all(&quota, guest(4, 1)).0.len(), 2, "it was given back");
    }

    #[test]
    fn nothing_is_left_of_what_was_given_back() {
        let quota = Quota::new(BOUNDS);
        let held: Vec<_> = (0..4).map(|n| quota.hold(guest(1, n))).collect();
        assert_eq!(quota.len(), 4, "what was promised before is counted beyond the bounds");
        assert!(!quota.has_room(guest(1, 9)) && quota.has_room(guest(2, 9)));
        drop(held);
        let counts = quota.0.counts.lock();
        assert!(counts.by_user.is_empty() && counts.guests_by_address.is_empty());
        assert_eq!((counts.guests, counts.in_all), (0, 0));
    }

    #[test]
    fn an_unknown_address_keeps_nobody_out() {
        let unknown = |n| Taker { address: None, ..guest(n, 0) };
        let counts: Counts = (0..4).map(unknown).collect();
        assert_eq!(BOUNDS.check(&counts, unknown(9)), Ok(()));
        assert_eq!(BOUNDS.check(&counts, guest(9, 1)), Ok(()));
        let counts: Counts = (0..5).map(unknown).collect();
        assert_eq!(BOUNDS.check(&counts, guest(9, 1)), Err(Full::Guests));
    }
}
