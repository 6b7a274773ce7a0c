//! How often somebody may try.

pub(crate) mod middleware;
mod sign_in;

use std::{num::NonZeroU32, sync::Arc, time::Duration};

use komadai_ids::UserId;
use komadai_live::Limit;
use komadai_protocol::RefusalCode;
use komadai_service::names::Handle;
use komadai_store::TokenHash;
use tokio::time::{MissedTickBehavior, interval};

pub(crate) use self::sign_in::Letter;
use self::sign_in::SignInLimits;
use crate::{
    config::LimitSettings,
    http::{peer::Peer, problem::Problem},
    limiter::{Limiter, PeerLimiter},
};

/// How often the counts that are full again are forgotten.
const SWEEP_EVERY: Duration = Duration::from_secs(60);

/// Pages and files of the client for one address: this many a minute, in the long run and at once.
/// A page takes some dozens of them once, and a club comes behind one address.
const PAGES_PER_PEER: NonZeroU32 = NonZeroU32::new(12_000).expect("it is not 0");

/// Attempts to sign in from one address: this many a minute, in the long run and at once.
const SIGN_INS_PER_PEER: NonZeroU32 = NonZeroU32::new(20).expect("it is not 0");

/// Passwords that are given once more in one session: this many a minute, in the long run and at once.
const PASSWORDS_PER_SESSION: NonZeroU32 = NonZeroU32::new(10).expect("it is not 0");

/// New names in one session, each of which goes through all tournaments of somebody: this many an
/// hour, in the long run and at once.
const NAMES_PER_SESSION: NonZeroU32 = NonZeroU32::new(20).expect("it is not 0");

/// Attempts to register from one address: this many an hour, in the long run and at once. A club
/// behind one address registers together.
const REGISTRATIONS_PER_PEER: NonZeroU32 = NonZeroU32::new(60).expect("it is not 0");

/// Codes of a second factor, right or wrong, for one account: this many an hour, in the long run
/// and at once. Who knows the password and guesses has one chance in 5,000 an hour.
const CODES_PER_ACCOUNT: NonZeroU32 = NonZeroU32::new(20).expect("it is not 0");

/// KiB of reviews for one address, each counted whole with every change, since all of it is stored
/// again, and whenever it is shown: this many a minute, in the long run and at once.
const REVIEW_KIB_PER_PEER: NonZeroU32 = NonZeroU32::new(64 << 10).expect("it is not 0");

/// Emails that are asked for from one address: this many an hour, in the long run and at once.
const LETTERS_PER_PEER: NonZeroU32 = NonZeroU32::new(20).expect("it is not 0");

/// Counts attempts. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Throttle(Arc<Limiters>);

#[derive(Debug)]
struct Limiters {
    requests: PeerLimiter,
    pages: PeerLimiter,
    changes: PeerLimiter,
    changes_of: Limiter<TokenHash>,
    work: PeerLimiter,
    /// What one piece of work counts at most: all of a minute but the request itself.
    work_max: u32,
    sign_ins: PeerLimiter,
    sign_in: SignInLimits,
    passwords: Limiter<TokenHash>,
    names: Limiter<TokenHash>,
    registrations: PeerLimiter,
    codes: Limiter<UserId>,
    letters: PeerLimiter,
    reviews: PeerLimiter,
}

impl Throttle {
    /// With the limits of these settings.
    pub fn new(limits: &LimitSettings) -> Self {
        Self(Arc::new(Limiters {
            requests: PeerLimiter::per_minute(limits.requests_per_minute),
            pages: PeerLimiter::per_minute(PAGES_PER_PEER),
            changes: PeerLimiter::per_minute(limits.changes_per_minute),
            changes_of: Limiter::per_minute(limits.changes_per_minute),
            work: PeerLimiter::per_minute(limits.files_per_minute),
            work_max: (limits.files_per_minute.get() - 1).max(1),
            sign_ins: PeerLimiter::per_minute(SIGN_INS_PER_PEER),
            sign_in: SignInLimits::new(),
            passwords: Limiter::per_minute(PASSWORDS_PER_SESSION),
            names: Limiter::per_hour(NAMES_PER_SESSION),
            registrations: PeerLimiter::per_hour(REGISTRATIONS_PER_PEER),
            codes: Limiter::per_hour(CODES_PER_ACCOUNT),
            letters: PeerLimiter::per_hour(LETTERS_PER_PEER),
            reviews: PeerLimiter::per_minute(REVIEW_KIB_PER_PEER),
        }))
    }

    /// Forgets now and then what does not count any more; never ends.
    pub(crate) async fn sweep(self) {
        let mut ticks = interval(SWEEP_EVERY);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            ticks.tick().await;
            let Limiters {
                requests,
                pages,
                changes,
                changes_of,
                work,
                work_max: _,
                sign_ins,
                sign_in,
                passwords,
                names,
                registrations,
                codes,
                letters,
                reviews,
            } = &*self.0;
            for peers in [requests, pages, changes, work, sign_ins, registrations, letters, reviews]
            {
                peers.sweep();
            }
            for sessions in [changes_of, passwords, names] {
                sessions.sweep();
            }
            sign_in.sweep();
            codes.sweep();
        }
    }

    /// Any request.
    ///
    /// # Errors
    /// When there were too many from the address.
    pub fn request(&self, peer: Peer) -> Result<(), Problem> {
        count_peer(&self.0.requests, peer)
    }

    /// A page, a file of the client, or a question whether the server is there.
    ///
    /// # Errors
    /// When there were too many from the address.
    pub fn page(&self, peer: Peer) -> Result<(), Problem> {
        count_peer(&self.0.pages, peer)
    }

    /// A request that would change something.
    ///
    /// # Errors
    /// When there were too many from the address, or in the session.
    pub fn change(&self, peer: Peer, session: Option<TokenHash>) -> Result<(), Problem> {
        count_peer(&self.0.changes, peer)?;
        session.map_or(Ok(()), |session| count(&self.0.changes_of, &session))
    }

    /// Something that must be drawn, read or packed, and costs as much as so many files. What costs
    /// more than an address may have in a minute takes all of that.
    ///
    /// # Errors
    /// When there were too many from the address.
    pub fn work(&self, peer: Peer, n_files: u32) -> Result<(), Problem> {
        match NonZeroU32::new(n_files.min(self.0.work_max)) {
            Some(n) if !self.0.work.allows_n(peer, n) => Err(too_many()),
            _ => Ok(()),
        }
    }

    /// An attempt to sign in to an account, whether there is such an account or not.
    ///
    /// # Errors
    /// When there were too many.
    pub(crate) fn sign_in(&self, peer: Peer, handle: Option<&Handle>) -> Result<(), Problem> {
        count_peer(&self.0.sign_ins, peer)?;
        // What can be no account's name is nobody's.
        handle.map_or(Ok(()), |handle| self.0.sign_in.try_stranger(peer, handle))
    }

    /// An attempt to sign in to an account in a browser that it knows.
    ///
    /// # Errors
    /// When there were too many.
    pub(crate) fn sign_in_again(&self, handle: &Handle, browser: TokenHash) -> Result<(), Problem> {
        self.0.sign_in.try_known(handle, browser)
    }

    /// A ticket that somebody shows, of an email or of a first step.
    ///
    /// # Errors
    /// When there were too many.
    pub(crate) fn ticket(&self, peer: Peer) -> Result<(), Problem> {
        count_peer(&self.0.sign_ins, peer)
    }

    /// A password that is given once more in a session, before something about the account. It does
    /// not count for the address: only who is signed in to an account can guess at its password so,
    /// and has one session to do it in, while who makes a dozen bots gives a dozen passwords.
    ///
    /// # Errors
    /// When there were too many.
    pub fn password(&self, session: TokenHash) -> Result<(), Problem> {
        count(&self.0.passwords, &session)
    }

    /// A new display name.
    ///
    /// # Errors
    /// When there were too many.
    pub(crate) fn rename(&self, session: TokenHash) -> Result<(), Problem> {
        count(&self.0.names, &session)
    }

    /// The second step of signing in to an account.
    ///
    /// # Errors
    /// When there were too many.
    pub fn code(&self, user: UserId) -> Result<(), Problem> {
        count(&self.0.codes, &user)
    }

    /// An email that somebody asks for, whether there is such a mail address or not. `false`: who
    /// reads it has had enough for now.
    ///
    /// # Errors
    /// When too many were asked for from the address.
    pub(crate) fn letter(&self, peer: Peer, letter: Letter, to: &str) -> Result<bool, Problem> {
        count_peer(&self.0.letters, peer)?;
        Ok(self.0.sign_in.allows(peer, letter, to))
    }

    /// Whether a review of so many bytes may be changed or shown.
    pub(crate) fn review(&self, peer: Peer, n_bytes: usize) -> bool {
        let kib = u32::try_from(n_bytes.div_ceil(1 << 10)).unwrap_or(u32::MAX);
        NonZeroU32::new(kib).is_none_or(|kib| self.0.reviews.allows_n(peer, kib))
    }

    /// An attempt to register.
    ///
    /// # Errors
    /// When there were too many.
    pub fn register(&self, peer: Peer) -> Result<(), Problem> {
        count_peer(&self.0.registrations, peer)
    }
}

fn count<K: Clone + Eq + std::hash::Hash>(limiter: &Limiter<K>, key: &K) -> Result<(), Problem> {
    if limiter.allows(key) { Ok(()) } else { Err(too_many()) }
}

fn count_peer(limiter: &PeerLimiter, peer: Peer) -> Result<(), Problem> {
    if limiter.allows(peer) { Ok(()) } else { Err(too_many()) }
}

/// Somebody has tried too often.
pub(crate) fn too_many() -> Problem {
    Limit::Attempts.reached();
    let detail = "too many attempts; wait a minute and try again";
    Problem::new(RefusalCode::TooManyAttempts, detail)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_counts_for_what_it_costs() {
        let throttle = Throttle::new(&crate::config::Config::load(None, []).unwrap().limits);
        let peer = |n: u8| Peer::of([10, 0, 0, n].into());
        let allowed = |n, cost| (0..400).filter(|_| throttle.work(peer(n), cost).is_ok()).count();
        assert_eq!((allowed(1, 1), allowed(2, 20), allowed(3, 0)), (240, 12, 400));
        // Something that costs more than all that there is can be had once, by those who asked for
        // nothing else.
        assert!(throttle.work(peer(4), 1).is_ok() && throttle.work(peer(4), u32::MAX).is_ok());
        assert!(throttle.work(peer(4), 1).is_err());
        assert!(throttle.review(peer(5), 64 << 20) && throttle.review(peer(6), 1));
        assert!(!throttle.review(peer(5), 4_000_000));
    }
}
