//! How often somebody may try to sign in, and ask for emails: so that passwords cannot be guessed,
//! and so that somebody who tries keeps nobody else out.
//!
//! A browser in which somebody has signed in to the account before has a count of its own. All
//! others share one for each account, besides the one for the address they come from, so that
//! guesses from many addresses are as few as from one, and those of strangers never lock the owner
//! out of a browser of their own.

use std::num::NonZeroU32;

use governor::Quota;
use komadai_service::{mail::MailAddress, names::Handle};
use komadai_store::TokenHash;

use super::count;
use crate::{
    http::{peer::Peer, problem::Problem},
    limiter::Limiter,
};

const fn times(n: u32) -> NonZeroU32 {
    NonZeroU32::new(n).expect("it is not 0")
}

/// Attempts to sign in to one account from one address: this many a minute, in the long run and at
/// once.
const OF_PEER: NonZeroU32 = times(10);

/// Attempts to sign in to one account from all browsers that it does not know: this many an hour, in
/// the long run and at once.
const OF_STRANGERS: NonZeroU32 = times(30);

/// Attempts to sign in to one account from a browser that it knows: this many at once, and
/// [`OF_STRANGERS`] an hour.
const OF_KNOWN_AT_ONCE: NonZeroU32 = times(10);

/// Emails to one email address that are asked for from one address: this many an hour, in the long
/// run and at once.
const LETTERS_OF_PEER: NonZeroU32 = times(4);

/// Emails to one address, no matter who asks for them: this many at once, and one an hour, which is
/// as long as their links are good.
const LETTERS_AT_ONCE: NonZeroU32 = times(8);

/// What an email that somebody asks for is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Letter {
    /// Whether they read the address.
    Verify,
    Reset,
}

#[derive(Debug)]
pub(super) struct SignInLimits {
    of_peer: Limiter<(String, Peer)>,
    of_strangers: Limiter<String>,
    of_known: Limiter<(String, TokenHash)>,
    letters_of_peer: Limiter<(Letter, String, Peer)>,
    letters: Limiter<(Letter, String)>,
}

impl SignInLimits {
    pub(super) fn new() -> Self {
        let known = Quota::per_hour(OF_STRANGERS).allow_burst(OF_KNOWN_AT_ONCE);
        let letters = Quota::per_hour(times(1)).allow_burst(LETTERS_AT_ONCE);
        Self {
            of_peer: Limiter::per_minute(OF_PEER),
            of_strangers: Limiter::per_hour(OF_STRANGERS),
            of_known: Limiter::at(known),
            letters_of_peer: Limiter::per_hour(LETTERS_OF_PEER),
            letters: Limiter::at(letters),
        }
    }

    pub(super) fn sweep(&self) {
        self.of_peer.sweep();
        self.of_strangers.sweep();
        self.of_known.sweep();
        self.letters_of_peer.sweep();
        self.letters.sweep();
    }

    /// A stranger's attempt.
    pub(super) fn try_stranger(&self, peer: Peer, handle: &Handle) -> Result<(), Problem> {
        let key = handle.key().to_owned();
        count(&self.of_peer, &(key.clone(), peer))?;
        count(&self.of_strangers, &key)
    }

    /// An attempt in a browser that the account knows.
    pub(super) fn try_known(&self, handle: &Handle, browser: TokenHash) -> Result<(), Problem> {
        count(&self.of_known, &(handle.key().to_owned(), browser))
    }

    /// Whether an email may be written.
    pub(super) fn allows(&self, peer: Peer, letter: Letter, to: &str) -> bool {
        // What is no address gets no email.
        let Ok(to) = to.parse::<MailAddress>() else { return true };
        let key = to.key();
        self.letters_of_peer.allows(&(letter, key.clone(), peer))
            && self.letters.allows(&(letter, key))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn peer(n: u8) -> Peer {
        Peer::of([10, 0, 0, n].into())
    }

    fn handle(text: &str) -> Handle {
        Handle::parse_any(text).unwrap()
    }

    #[test]
    fn no_spelling_of_a_name_gives_more_guesses() {
        let limits = SignInLimits::new();
        let spellings = ["minh-anh", "m_i-n-hanh", "MinhAnh", "m-inh-anh"];
        let allowed = (0..100u8).filter(|&n| {
            let handle = handle(spellings[usize::from(n) % spellings.len()]);
            limits.try_stranger(peer(n), &handle).is_ok()
        });
        assert_eq!(allowed.count(), 30);
        assert!(limits.try_stranger(peer(0), &handle("duc-anh")).is_ok());
    }

    #[test]
    fn strangers_do_not_lock_the_owner_out() {
        let (limits, handle) = (SignInLimits::new(), handle("minh-anh"));
        let own = TokenHash([7; 32]);
        while limits.try_stranger(peer(1), &handle).is_ok() {}
        assert!(limits.try_stranger(peer(2), &handle).is_ok(), "one address has its own count");
        for n in 3..100 {
            // What is refused is not looked at; this only uses the count up.
            let _ = limits.try_stranger(peer(n), &handle);
        }
        assert!(limits.try_stranger(peer(200), &handle).is_err());
        let allowed = (0..40).filter(|_| limits.try_known(&handle, own).is_ok()).count();
        assert_eq!(allowed, 10, "nor can a known browser guess for ever");
    }

    #[test]
    fn strangers_do_not_use_up_the_owners_letters() {
        let limits = SignInLimits::new();
        let to = "Minh@Example.org";
        let of_one = (0..20).filter(|_| limits.allows(peer(1), Letter::Reset, to)).count();
        assert_eq!(of_one, 4);
        assert!(limits.allows(peer(2), Letter::Reset, " minh@example.org "));
        let of_many = (3..100).filter(|&n| limits.allows(peer(n), Letter::Reset, to)).count();
        assert_eq!(of_many, 3, "a mailbox is not filled");
        assert!(limits.allows(peer(1), Letter::Verify, to), "each kind has its own count");
    }
}
