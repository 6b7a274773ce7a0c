//! What waits to be done, in turns: nobody waits behind all that somebody else has.

use std::{
    collections::{HashMap, VecDeque},
    hash::Hash,
};

/// Items that wait, each of somebody.
#[derive(Debug)]
pub(crate) struct Turns<K, T> {
    /// Those who wait, in the order in which it is their turn.
    order: VecDeque<K>,
    /// What they wait for, the oldest first.
    waiting: HashMap<K, VecDeque<T>>,
    len: usize,
}

impl<K, T> Default for Turns<K, T> {
    fn default() -> Self {
        Self { order: VecDeque::new(), waiting: HashMap::new(), len: 0 }
    }
}

impl<K: Copy + Eq + Hash, T> Turns<K, T> {
    /// How many items wait.
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// One more waits, behind what its owner has already.
    pub(crate) fn push(&mut self, owner: K, item: T) {
        let own = self.waiting.entry(owner).or_default();
        if own.is_empty() {
            self.order.push_back(owner);
        }
        own.push_back(item);
        self.len += 1;
    }

    /// The oldest item of the first whose turn it is and whose item can be done now.
    pub(crate) fn next(&mut self, can: impl Fn(K, &T) -> bool) -> Option<T> {
        let is_free = |owner: &K| {
            let oldest = self.waiting.get(owner).and_then(VecDeque::front);
            oldest.is_some_and(|item| can(*owner, item))
        };
        let place = self.order.iter().position(is_free)?;
        let owner = self.order.remove(place)?;
        let own = self.waiting.get_mut(&owner)?;
        let item = own.pop_front()?;
        self.len -= 1;
        if own.is_empty() {
            self.waiting.remove(&owner);
        } else {
            self.order.push_back(owner);
        }
        Some(item)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everybody_has_their_turn() {
        let mut turns = Turns::default();
        for n in 0..3 {
            turns.push("many", n);
        }
        turns.push("one", 10);
        turns.push("two", 20);
        assert_eq!(turns.next(|_, _| true), Some(0));
        turns.push("two", 21);
        assert_eq!(turns.next(|owner, _| owner != "one"), Some(20));
        assert_eq!(turns.next(|_, _| true), Some(10));
        assert_eq!(turns.next(|owner, item| owner != "many" && *item > 20), Some(21));
        assert_eq!(turns.next(|owner, _| owner != "many"), None);
        assert_eq!((turns.next(|_, _| true), turns.next(|_, _| true)), (Some(1), Some(2)));
        assert_eq!((turns.next(|_, _| true), turns.len()), (None, 0));
        assert!(turns.order.is_empty() && turns.waiting.is_empty());
    }
}
