//! Work that waits for one thread, done in turn: however much one address asks for, another waits
//! for one piece of it only. Accounts come before guests, who get every fourth turn all the same.

use std::{
    collections::{HashMap, VecDeque},
    net::IpAddr,
};

use komadai_ids::UserId;
use parking_lot::{Condvar, Mutex};

use crate::Taker;

/// How much may wait. One game has one piece of it, so this is more than there ever is.
const WAITING_MAX: usize = 4_096;

/// After so many pieces of accounts' work it is a guest's turn.
const ACCOUNTS_IN_A_ROW: u32 = 3;

/// Whose turn it is: everybody's from an address, or one player's of whom no address is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Key {
    Address(IpAddr),
    User(UserId),
}

impl Key {
    fn of(taker: Taker) -> Self {
        taker.address.map_or(Self::User(taker.user), Self::Address)
    }
}

/// Work that waits.
#[derive(Debug)]
pub(super) struct Turns<T> {
    // A lock and a bell, because the one who works is a thread; it is held for a look-up.
    waiting: Mutex<WaitingTurn<T>>,
    bell: Condvar,
}

#[derive(Debug)]
struct WaitingTurn<T> {
    accounts: Round<T>,
    guests: Round<T>,
    /// How many pieces of accounts' work were taken since the last of a guest's.
    since_guest: u32,
    n: usize,
    is_closed: bool,
}

/// Each with work that waits, in the order of their turns.
#[derive(Debug)]
struct Round<T> {
    order: VecDeque<Key>,
    work: HashMap<Key, VecDeque<T>>,
}

impl<T> Round<T> {
    fn new() -> Self {
        Self { order: VecDeque::new(), work: HashMap::new() }
    }

    fn push(&mut self, key: Key, piece: T) {
        let own = self.work.entry(key).or_default();
        if own.is_empty() {
            self.order.push_back(key);
        }
        own.push_back(piece);
    }

    fn pop(&mut self) -> Option<T> {
        let key = self.order.pop_front()?;
        let own = self.work.get_mut(&key)?;
        let piece = own.pop_front();
        if own.is_empty() {
            self.work.remove(&key);
        } else {
            self.order.push_back(key);
        }
        piece
    }
}

impl<T> Turns<T> {
    pub(super) fn new() -> Self {
        let waiting = WaitingTurn {
            accounts: Round::new(),
            guests: Round::new(),
            since_guest: 0,
            n: 0,
            is_closed: false,
        };
        Self { waiting: Mutex::new(waiting), bell: Condvar::new() }
    }

    /// Hands a piece of work over; it comes back when there is too much. When nobody works any
    /// more it is dropped.
    pub(super) fn push(&self, taker: Taker, piece: T) -> Result<(), T> {
        let mut waiting = self.waiting.lock();
        if waiting.is_closed {
            return Ok(());
        }
        if waiting.n >= WAITING_MAX {
            return Err(piece);
        }
        waiting.n += 1;
        let round = if taker.guest { &mut waiting.guests } else { &mut waiting.accounts };
        round.push(Key::of(taker), piece);
        drop(waiting);
        self.bell.notify_one();
        Ok(())
    }

    /// Waits for a piece of work; it also returns how many more wait. `None` when there will be
    /// no more.
    pub(super) fn pop(&self) -> Option<(T, usize)> {
        let mut waiting = self.waiting.lock();
        loop {
            if waiting.is_closed {
                return None;
            }
            if let Some(piece) = waiting.pop() {
                return Some((piece, waiting.n));
            }
            self.bell.wait(&mut waiting);
        }
    }

    /// Nobody works any more; what waits is dropped.
    pub(super) fn close(&self) {
        let mut waiting = self.waiting.lock();
        waiting.is_closed = true;
        (waiting.accounts, waiting.guests) = (Round::new(), Round::new());
        waiting.n = 0;
        drop(waiting);
        self.bell.notify_all();
    }
}

impl<T> WaitingTurn<T> {
    fn pop(&mut self) -> Option<T> {
        let accounts_first = self.since_guest < ACCOUNTS_IN_A_ROW;
        let piece = if accounts_first {
            self.accounts.pop().map(|piece| (piece, false))
        } else {
            self.guests.pop().map(|piece| (piece, true))
        };
        let (piece, is_guests) = match piece {
            Some(found) => found,
            None if accounts_first => (self.guests.pop()?, true),
            None => (self.accounts.pop()?, false),
        };
        self.since_guest = if is_guests { 0 } else { self.since_guest.saturating_add(1) };
        self.n -= 1;
        Some(piece)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn guest(n: u16, address: u8) -> Taker {
        let [high, low] = n.to_be_bytes();
        let user = UserId::new(1, [high, low, 0, 0, 0, 0, 0, 0, 0, 0]);
        Taker { user, guest: true, address: Some([10, 0, 0, address].into()) }
    }

    fn account(n: u16, address: u8) -> Taker {
        Taker { guest: false, ..guest(n, address) }
    }

    fn take(turns: &Turns<&'static str>, n: usize) -> Vec<&'static str> {
        (0..n).map(|_| turns.pop().unwrap().0).collect()
    }

    #[test]
    fn three_hundred_games_of_one_address_keep_another_waiting_for_one() {
        for taker in [guest, account] {
            let turns = Turns::new();
            for n in 0..300 {
                turns.push(taker(n, 1), "flood").unwrap();
            }
            turns.push(taker(301, 2), "other").unwrap();
            assert_eq!(take(&turns, 3), ["flood", "other", "flood"]);
            assert_eq!(turns.pop().unwrap().1, 297);
        }
    }

    #[test]
    fn accounts_come_first_and_guests_are_not_forgotten() {
        let turns = Turns::new();
        for n in 0..3 {
            turns.push(guest(n, 1), "guest").unwrap();
        }
        for n in 0..5 {
            turns.push(account(n, 1), "account").unwrap();
        }
        let expected =
            ["account", "account", "account", "guest", "account", "account", "guest", "guest"];
        assert_eq!(take(&turns, 8), expected);
    }

    #[test]
    fn those_of_whom_no_address_is_known_each_have_a_turn() {
        let turns = Turns::new();
        let unknown = |n| Taker { address: None, ..guest(n, 0) };
        for name in ["one", "two"] {
            turns.push(unknown(1), name).unwrap();
        }
        turns.push(unknown(2), "other").unwrap();
        assert_eq!(take(&turns, 3), ["one", "other", "two"]);
    }

    #[test]
    fn too_much_comes_back_and_a_close_ends_the_waiting() {
        let turns = std::sync::Arc::new(Turns::new());
        for _ in 0..WAITING_MAX {
            turns.push(guest(1, 1), "flood").unwrap();
        }
        assert_eq!(turns.push(guest(2, 2), "more"), Err("more"));
        assert!(turns.pop().is_some() && turns.push(guest(2, 2), "more").is_ok());
        turns.close();
        assert_eq!(turns.pop(), None);
        assert_eq!(turns.push(guest(1, 1), "late"), Ok(()));
        assert_eq!(turns.pop(), None);
    }
}
