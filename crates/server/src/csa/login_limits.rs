//! How often programs may log in, and how often somebody may guess at a secret.

use std::num::NonZeroU32;

use komadai_ids::UserId;
use tokio::sync::{Mutex, MutexGuard};

use crate::{http::peer::Peer, limiter::Limiter};

/// Wrong logins from one address: this many a minute, in the long run and at once.
const WRONG_OF_PEER: NonZeroU32 = NonZeroU32::new(20).expect("it is not 0");

/// Right logins of one account: this many a minute, in the long run and at once. Whoever plays games
/// of a few seconds logs in for each of them.
const RIGHT_OF_ACCOUNT: NonZeroU32 = NonZeroU32::new(20).expect("it is not 0");

/// Counts logins.
#[derive(Debug)]
pub(super) struct LoginLimits {
    wrong: Limiter<Peer>,
    right: Limiter<UserId>,
    /// Held while a login is looked at: however many of one address log in at once, no right one is
    /// refused because others are not known to be right yet.
    looking: Mutex<()>,
}

impl LoginLimits {
    pub(super) fn new() -> Self {
        Self {
            wrong: Limiter::per_minute(WRONG_OF_PEER),
            right: Limiter::per_minute(RIGHT_OF_ACCOUNT),
            looking: Mutex::default(),
        }
    }

    /// Until no other login is being looked at.
    pub(super) async fn in_turn(&self) -> MutexGuard<'_, ()> {
        self.looking.lock().await
    }

    /// Counts a login before it is looked at, as a wrong one: neither a new connection nor many at
    /// once have one guess more. `false`: it must not be looked at.
    pub(super) fn attempt(&self, peer: Peer) -> bool {
        self.wrong.allows(&peer)
    }

    /// The login was right, and does not count as a wrong one. `false`: the account has logged in too
    /// often, and this one does count, so that it is not looked up without end either.
    pub(super) fn was_right(&self, peer: Peer, account: UserId) -> bool {
        let is_allowed = self.right.allows(&account);
        if is_allowed {
            self.wrong.give_back(&peer);
        }
        is_allowed
    }

    /// Forgets counts that are full again.
    pub(super) fn sweep(&self) {
        self.wrong.sweep();
        self.right.sweep();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn peer(n: u8) -> Peer {
        Peer::of([10, 0, 0, n].into())
    }

    #[test]
    fn no_connection_has_one_guess_more() {
        let limits = LoginLimits::new();
        assert_eq!((0..100).filter(|_| limits.attempt(peer(1))).count(), 20);
        assert!(limits.attempt(peer(2)));
    }

    #[test]
    fn many_programs_of_one_address_log_in() {
        let limits = LoginLimits::new();
        for n in 0..200 {
            let account = UserId::new(n, [1; 10]);
            assert!(limits.attempt(peer(1)) && limits.was_right(peer(1), account), "{n}");
        }
        // What was right gives nobody more guesses than they had.
        assert_eq!((0..100).filter(|_| limits.attempt(peer(1))).count(), 20);
    }

    #[test]
    fn an_account_does_not_log_in_without_end() {
        let (limits, account) = (LoginLimits::new(), UserId::new(1, [1; 10]));
        let mut n_looked_up = 0;
        let n_in = (0..1_000)
            .filter(|_| limits.attempt(peer(1)))
            .inspect(|_| n_looked_up += 1)
            .filter(|_| limits.was_right(peer(1), account))
            .count();
        assert_eq!((n_in, n_looked_up), (20, 40));
    }
}
