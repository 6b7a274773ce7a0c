//! What waits to be done, in turns: nobody waits behind all that somebody else has.

use std::{
    collections::{HashMap, VecDeque},
    hash::Hash,
};

/// Items that wait, each of somebody.
#[derive(Debug)]
pub struct Turns<K, T> {
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
    pub fn len(&self) -> usize {
        self.len
    }

    /// How many items of an owner wait.
    pub fn len_of(&self, owner: K) -> usize {
        self.waiting.get(&owner).map_or(0, VecDeque::len)
    }

    /// Whether nothing waits.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The newest item of the owner of most, if those are more than this.
    pub fn pop_of_most(&mut self, more_than: usize) -> Option<T> {
        let most = self.order.iter().max_by_key(|owner| self.len_of(**owner)).copied()?;
        let own = self.waiting.get_mut(&most).filter(|own| own.len() > more_than.max(1))?;
        self.len -= 1;
        own.pop_back()
    }

    /// Forgets the items for which this is false.
    pub fn retain(&mut self, mut is_kept: impl FnMut(&T) -> bool) {
        self.waiting.retain(|_, own| {
            own.retain(&mut is_kept);
            !own.is_empty()
        });
        self.order.retain(|owner| self.waiting.contains_key(owner));
        self.len = self.waiting.values().map(VecDeque::len).sum();
    }

    /// One more waits, behind what its owner has already.
    pub fn push(&mut self, owner: K, item: T) {
        let own = self.waiting.entry(owner).or_default();
        if own.is_empty() {
            self.order.push_back(owner);
        }
        own.push_back(item);
        self.len += 1;
    }

    /// The oldest item of the first whose turn it is and whose item can be done now.
    pub fn next(&mut self, can: impl Fn(K, &T) -> bool) -> Option<T> {
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

    #[test]
    fn whoever_has_most_loses_the_newest() {
        let mut turns = Turns::default();
        for (owner, item) in [("one", 10), ("many", 0), ("many", 1), ("many", 2)] {
            turns.push(owner, item);
        }
        assert_eq!(turns.pop_of_most(3), None);
        assert_eq!((turns.pop_of_most(2), turns.len_of("many"), turns.len()), (Some(2), 2, 3));
        turns.retain(|item| *item != 10);
        assert_eq!((turns.len_of("one"), turns.len()), (0, 2));
        // Nobody loses their last one.
        assert_eq!((turns.pop_of_most(0), turns.pop_of_most(0)), (Some(1), None));
        assert!(turns.next(|_, _| true) == Some(0) && turns.is_empty());
    }
}
