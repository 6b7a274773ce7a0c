//! A seek: what a player looks for, and the game it leads to.

use std::net::IpAddr;

use komadai_game::{Player, Setup};
use komadai_ids::{Code, GameId, UserId};
use komadai_rating::ShownRating;
use komadai_rules::Grade;
use uuid::Uuid;

use crate::quota::Taker;

/// A seek whose player has no connection is dropped after this, in milliseconds.
const SEEK_GRACE_MS: u64 = 10_000;

/// The same for a game by correspondence, for which nobody need be there to begin.
const CORRESPONDENCE_SEEK_GRACE_MS: u64 = 24 * 60 * 60 * 1000;

/// An open seek.
#[derive(Clone, Debug)]
pub struct Seek {
    /// Drawn by the client that made it.
    pub id: Uuid,
    /// Who made it.
    pub by: Player,
    /// Where they come from, if that is known.
    pub address: Option<IpAddr>,
    /// How strong they are at that time control; `None` for guests.
    pub strength: Option<ShownRating>,
    /// Whom it is for.
    pub wants: Wants,
    /// Whom its maker has blocked.
    pub blocked: Vec<UserId>,
    /// Whether it is a quick search (§6.6): it is paired without anybody choosing, and `rated` in
    /// its set-up says whether its maker can play a rated game.
    pub quick: bool,
    /// Whether guests may play its maker.
    pub accepts_guests: bool,
    /// Whether the handicap is to follow from the difference of grades (§3.3).
    pub suggests: bool,
    /// The game that is looked for. A new id is made when somebody accepts.
    pub setup: Setup,
    /// When it was made, in Unix milliseconds.
    pub at_ms: u64,
}

impl Seek {
    pub(super) fn is_correspondence(&self) -> bool {
        self.setup.is_correspondence()
    }

    /// How long it waits for a player who has no connection, in milliseconds.
    pub(super) fn grace_ms(&self) -> u64 {
        if self.is_correspondence() { CORRESPONDENCE_SEEK_GRACE_MS } else { SEEK_GRACE_MS }
    }

    /// Whether whoever takes it must have an account.
    pub(super) fn needs_account(&self) -> bool {
        let is_rated = self.setup.rated && !self.quick;
        is_rated || self.is_correspondence() || !self.accepts_guests
    }

    pub(super) fn taker(&self) -> Taker {
        Taker::new(&self.by, self.address)
    }
}

/// Whom a seek is for. What is not set is open.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wants {
    /// The lowest rating.
    pub rating_min: Option<i32>,
    /// The highest rating.
    pub rating_max: Option<i32>,
    /// The lowest grade.
    pub grade_min: Option<Grade>,
    /// The highest grade.
    pub grade_max: Option<Grade>,
}

impl Wants {
    /// Whether somebody who is that strong is wanted; guests are nobody's strength.
    pub fn includes(&self, strength: Option<&ShownRating>) -> bool {
        if *self == Self::default() {
            return true;
        }
        strength.is_some_and(|it| {
            let rating = it.estimate.round() as i32;
            self.rating_min.is_none_or(|min| rating >= min)
                && self.rating_max.is_none_or(|max| rating <= max)
                && self.grade_min.is_none_or(|min| it.level >= min)
                && self.grade_max.is_none_or(|max| it.level <= max)
        })
    }
}

/// The game that a seek leads to.
pub(super) fn seek_game(now_ms: u64, seek: Uuid) -> GameId {
    GameId::derived(now_ms, &[b"seek", seek.as_bytes()])
}

/// The code of that game, which does not depend on when it is made.
pub fn game_of(seek: Uuid) -> Code {
    seek_game(0, seek).code()
}
