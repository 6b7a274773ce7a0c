//! How much memory may be held for all, and how much of it for one address.

use std::{collections::HashMap, net::IpAddr, sync::Arc};

use parking_lot::Mutex;

use crate::Limit;

/// So many bytes for all, and so many for each address: an IPv4 address, or the network (/64) of an
/// IPv6 address. Cheap to clone.
#[derive(Clone, Debug)]
pub struct ByteBudget(Arc<Books>);

#[derive(Debug)]
struct Books {
    limit: Limit,
    for_all: usize,
    for_one: usize,
    /// Locked for a look-up; an address that holds nothing is not in it.
    held: Mutex<AllHeld>,
}

#[derive(Debug, Default)]
struct AllHeld {
    by_all: usize,
    by_address: HashMap<IpAddr, usize>,
}

impl ByteBudget {
    /// `limit` is counted whenever there is no room.
    pub fn new(limit: Limit, for_all: usize, for_one: usize) -> Self {
        Self(Arc::new(Books { limit, for_all, for_one, held: Mutex::default() }))
    }

    /// Holds nothing yet, for this address.
    pub fn begin(&self, address: IpAddr) -> Held {
        Held { books: self.0.clone(), address, n_bytes: 0 }
    }

    /// Holds so many bytes for this address; `None` when that is too much.
    pub fn hold(&self, address: IpAddr, n_bytes: usize) -> Option<Held> {
        let mut held = self.begin(address);
        held.grow(n_bytes).then_some(held)
    }
}

/// Bytes that are held until this is dropped.
#[derive(Debug)]
pub struct Held {
    books: Arc<Books>,
    address: IpAddr,
    n_bytes: usize,
}

impl Held {
    /// Holds so many more; `false` when that is too much. What is too much for one address is
    /// given to who holds nothing else: it may be one large thing.
    pub fn grow(&mut self, n_bytes: usize) -> bool {
        let mut held = self.books.held.lock();
        let own = held.by_address.get(&self.address).copied().unwrap_or_default();
        let fits_one = own == self.n_bytes || own + n_bytes <= self.books.for_one;
        if !fits_one || held.by_all + n_bytes > self.books.for_all {
            drop(held);
            self.books.limit.reached();
            return false;
        }
        if n_bytes > 0 {
            held.by_all += n_bytes;
            held.by_address.insert(self.address, own + n_bytes);
            self.n_bytes += n_bytes;
        }
        true
    }

    /// From now on it is so many, whether there is room or not.
    pub fn is_now(&mut self, n_bytes: usize) {
        let mut held = self.books.held.lock();
        held.by_all = held.by_all - self.n_bytes + n_bytes;
        let own = held.by_address.get(&self.address).copied().unwrap_or_default();
        match own - self.n_bytes + n_bytes {
            0 => held.by_address.remove(&self.address),
            own => held.by_address.insert(self.address, own),
        };
        self.n_bytes = n_bytes;
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        self.is_now(0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn from(last: u8) -> IpAddr {
        [10, 0, 0, last].into()
    }

    #[test]
    fn each_address_has_a_share_and_all_have_a_limit() {
        let budget = ByteBudget::new(Limit::RequestBytes, 250, 100);
        let mut first = budget.hold(from(1), 60).unwrap();
        assert!(budget.hold(from(1), 41).is_none());
        let second = budget.hold(from(1), 40).unwrap();
        assert!(!first.grow(1));
        drop(second);
        assert!(first.grow(40));
        let large = budget.hold(from(2), 150).unwrap();
        assert!(budget.hold(from(2), 1).is_none(), "one large thing is all that it may hold");
        assert!(budget.hold(from(3), 1).is_none(), "all is held");
        drop((first, large));
        assert_eq!(budget.0.held.lock().by_all, 0);
        assert!(budget.0.held.lock().by_address.is_empty());
    }

    #[test]
    fn what_has_grown_is_noted() {
        let budget = ByteBudget::new(Limit::Reviews, 250, 100);
        let mut held = budget.hold(from(1), 60).unwrap();
        held.is_now(120);
        assert!(budget.hold(from(1), 1).is_none());
        held.is_now(30);
        assert!(budget.hold(from(1), 70).is_some());
    }
}
