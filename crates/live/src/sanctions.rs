//! What each person may do at present: sanctions, how much is said, and whether anything may begin
//! at all.
//!
//! This is a copy in memory of what the database holds, so that rooms and sessions can ask at
//! every line and every socket.

use std::{
    collections::HashMap,
    iter,
    sync::atomic::{AtomicBool, Ordering::Relaxed},
};

use komadai_ids::UserId;
use komadai_store::{Sanction, SanctionKind};
use parking_lot::Mutex;
use uuid::Uuid;

use crate::{
    LiveRefusal, Taker, Why,
    network::{Network, Networks},
};

/// How long it takes until another line may be said, in milliseconds.
const LINE_EVERY_MS: u64 = 3_000;

/// All guests from one address may say so many times as much as one of them.
const GUESTS_PER_ADDRESS: u64 = 4;

/// How many people's and addresses' lines are counted before those who have been silent are
/// forgotten. When all of them are talking, guests wait.
const TALKERS_MAX: usize = 10_000;

/// For how long who has left a game is known, in milliseconds: the longest that anybody waits for
/// it.
pub const LEAVER_MS: u64 = 60 * 60_000;

/// How many leavers are kept before those of more than an hour ago are forgotten.
const LEAVERS_MAX: usize = 10_000;

/// What each person may do.
#[derive(Debug)]
pub struct Sanctions {
    /// How many lines of chat somebody may say at once.
    chat_burst: u32,
    read_only: AtomicBool,
    // A lock, because every room and session asks; it is held for a look-up only.
    known: Mutex<Lists>,
}

#[derive(Debug, Default)]
struct Lists {
    sanctions: HashMap<Uuid, Sanction>,
    /// When each who talks will have all lines again, in Unix milliseconds.
    talkers: HashMap<Talker, u64>,
    /// When each who has left a game lately left the last one, in Unix milliseconds.
    leavers: HashMap<UserId, u64>,
}

/// Whose lines are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Talker {
    User(UserId),
    /// All guests from an address together.
    Network(Network),
}

impl Sanctions {
    /// Nobody has done anything yet.
    pub(crate) fn new(chat_burst: u32) -> Self {
        Self { chat_burst, read_only: AtomicBool::new(false), known: Mutex::default() }
    }

    /// Whether nothing new may begin.
    pub fn is_read_only(&self) -> bool {
        self.read_only.load(Relaxed)
    }

    /// From now on nothing new may begin, or anything again.
    pub fn set_read_only(&self, read_only: bool) {
        self.read_only.store(read_only, Relaxed);
    }

    /// A sanction is in force from now on.
    pub fn impose(&self, sanction: Sanction) {
        self.known.lock().sanctions.insert(sanction.id, sanction);
    }

    /// A sanction is not in force any more.
    pub fn lift(&self, id: Uuid) {
        self.known.lock().sanctions.remove(&id);
    }

    /// These sanctions are in force, and no others.
    pub fn are(&self, in_force: Vec<Sanction>) {
        let by_id = in_force.into_iter().map(|sanction| (sanction.id, sanction));
        self.known.lock().sanctions = by_id.collect();
    }

    /// Until when a player may not come in, in Unix milliseconds (the largest number: for good);
    /// `None` for who may.
    pub fn banned_until_ms(&self, user: UserId, now_ms: u64) -> Option<u64> {
        self.until_ms(now_ms, |it| it.kind == SanctionKind::Ban && it.user == user)
    }

    /// The same for everybody from an address.
    pub fn address_banned_until_ms(&self, address: &str, now_ms: u64) -> Option<u64> {
        self.until_ms(now_ms, |it| {
            it.kind == SanctionKind::Address && it.address.as_deref() == Some(address)
        })
    }

    fn until_ms(&self, now_ms: u64, is_it: impl Fn(&Sanction) -> bool) -> Option<u64> {
        let known = self.known.lock();
        let until_ms = |sanction: &Sanction| {
            sanction.until_ms.map_or(u64::MAX, |ms| u64::try_from(ms).unwrap_or_default())
        };
        let those = known.sanctions.values().filter(|it| is_it(it)).map(until_ms);
        those.filter(|&until_ms| until_ms > now_ms).max()
    }

    /// Takes one line of chat from what somebody may say.
    ///
    /// # Errors
    /// When they may not say anything at the moment.
    pub fn say(&self, by: Taker, now_ms: u64) -> Result<(), LiveRefusal> {
        let user = by.user;
        if self.is_read_only() {
            return Err(LiveRefusal::new(Why::ReadOnly));
        }
        let muted = self.until_ms(now_ms, |it| it.kind == SanctionKind::Mute && it.user == user);
        match muted {
            Some(u64::MAX) => return Err(LiveRefusal::new(Why::Muted)),
            Some(until_ms) => return Err(LiveRefusal::until(Why::Muted, until_ms)),
            None => {}
        }
        let mut known = self.known.lock();
        if known.talkers.len() >= TALKERS_MAX {
            known.talkers.retain(|_, full_ms| *full_ms > now_ms);
            if by.guest && known.talkers.len() >= TALKERS_MAX {
                return Err(LiveRefusal::new(Why::TooMuchChat));
            }
        }
        let burst_ms = u64::from(self.chat_burst) * LINE_EVERY_MS;
        let own = (Talker::User(user), LINE_EVERY_MS);
        let from_there = by.address.filter(|_| by.guest);
        let shared = from_there.map(|it| Networks::of(it).with_shares());
        let shared = shared.into_iter().flatten().map(|(network, shares)| {
            let lines = GUESTS_PER_ADDRESS.saturating_mul(shares as u64);
            (Talker::Network(network), LINE_EVERY_MS / lines)
        });
        // Nothing is taken from the one when there is nothing left in the other.
        let mut taken = Vec::with_capacity(2);
        for (talker, line_ms) in iter::once(own).chain(shared) {
            let full_ms = known.talkers.get(&talker).copied().unwrap_or(now_ms);
            let then_full_ms = full_ms.max(now_ms) + line_ms;
            if then_full_ms > now_ms + burst_ms {
                return Err(LiveRefusal::new(Why::TooMuchChat));
            }
            taken.push((talker, then_full_ms));
        }
        known.talkers.extend(taken);
        Ok(())
    }

    /// Notes that a player left a game.
    pub fn leaves(&self, user: UserId, at_ms: u64) {
        let mut known = self.known.lock();
        if known.leavers.len() >= LEAVERS_MAX {
            known.leavers.retain(|_, last_ms| *last_ms + LEAVER_MS > at_ms);
        }
        let last_ms = known.leavers.entry(user).or_default();
        *last_ms = at_ms.max(*last_ms);
    }

    /// Whether a player left a game within the last hour, which is the longest that anybody
    /// waits for it.
    pub fn has_left(&self, user: UserId, now_ms: u64) -> bool {
        self.known.lock().leavers.get(&user).is_some_and(|last_ms| last_ms + LEAVER_MS > now_ms)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sanction(kind: SanctionKind, until_ms: Option<i64>) -> Sanction {
        Sanction {
            id: Uuid::from_u128(kind as u128),
            kind,
            user: UserId::new(1, [1; 10]),
            address: (kind == SanctionKind::Address).then(|| "10.0.0.1".to_owned()),
            reason: String::new(),
            by: UserId::new(2, [2; 10]),
            from_ms: 0,
            until_ms,
        }
    }

    fn member(n: u8) -> Taker {
        Taker { user: UserId::new(n.into(), [n; 10]), guest: false, address: None }
    }

    #[test]
    fn guests_from_one_address_share_what_may_be_said() {
        let sanctions = Sanctions::new(6);
        let guest =
            |n, address: [u8; 4]| Taker { guest: true, address: Some(address.into()), ..member(n) };
        let lines = || (0..100).flat_map(|n| [n; 6]);
        let said = lines().filter(|&n| sanctions.say(guest(n, [10, 0, 0, 1]), 1_000).is_ok());
        assert_eq!(said.count(), 24, "of six hundred");
        assert!(sanctions.say(guest(200, [10, 0, 0, 2]), 1_000).is_ok());
        let here = Taker { guest: false, ..guest(201, [10, 0, 0, 1]) };
        assert!(sanctions.say(here, 1_000).is_ok(), "an account says what it may");
        assert!(sanctions.say(guest(99, [10, 0, 0, 1]), 1_750).is_ok());
        assert!(sanctions.say(guest(98, [10, 0, 0, 1]), 1_750).is_err());
    }

    #[test]
    fn a_flood_of_lines_is_stopped_and_goes_on_slowly() {
        let (sanctions, user) = (Sanctions::new(6), member(1));
        let said = (0..10).filter(|_| sanctions.say(user, 1_000).is_ok()).count();
        assert_eq!(said, 6);
        assert!(sanctions.say(member(2), 1_000).is_ok());
        assert!(sanctions.say(user, 3_999).is_err());
        assert!(sanctions.say(user, 4_000).is_ok());
        assert!(sanctions.say(user, 4_000).is_err());
    }

    #[test]
    fn sanctions_end_by_themselves_or_are_lifted() {
        let (sanctions, user) = (Sanctions::new(6), member(1).user);
        sanctions.impose(sanction(SanctionKind::Mute, Some(5_000)));
        assert_eq!(sanctions.say(member(1), 4_999), Err(LiveRefusal::until(Why::Muted, 5_000)));
        assert_eq!(sanctions.say(member(1), 5_000), Ok(()));
        sanctions.impose(sanction(SanctionKind::Ban, None));
        assert_eq!(sanctions.banned_until_ms(user, 1), Some(u64::MAX));
        assert_eq!(sanctions.banned_until_ms(UserId::new(3, [3; 10]), 1), None);
        sanctions.lift(Uuid::from_u128(SanctionKind::Ban as u128));
        assert_eq!(sanctions.banned_until_ms(user, 1), None);
        sanctions.impose(sanction(SanctionKind::Address, None));
        assert!(sanctions.address_banned_until_ms("10.0.0.1", 1).is_some());
        assert_eq!(sanctions.address_banned_until_ms("10.0.0.2", 1), None);
    }
}
