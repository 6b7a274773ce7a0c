//! A game that waits for somebody to join it, and whether its maker is still there.

use komadai_game::{Command, Phase};

use super::{Room, Step};

/// A game that nobody joins is called off after this, in milliseconds.
const WAITING_MAX_MS: u64 = 24 * 60 * 60 * 1000;

/// A game by correspondence that nobody joins is called off after this, in milliseconds, wherever its
/// maker is.
const CORRESPONDENCE_WAITING_MAX_MS: u64 = 7 * 24 * 60 * 60 * 1000;

/// A game whose maker, a guest, has no page of ours open any more is called off after this, in
/// milliseconds. Somebody who sends a link to a friend leaves for that long at most.
const GUEST_AWAY_MAX_MS: u64 = 5 * 60 * 1000;

/// The same for a maker with an account, in milliseconds.
const ACCOUNT_AWAY_MAX_MS: u64 = 60 * 60 * 1000;

/// How often it is looked whether the maker is there, in milliseconds.
const LOOK_EVERY_MS: u64 = 60_000;

/// What is known of the maker of a game that waits.
#[derive(Debug)]
pub(super) struct Maker {
    /// Since when the maker was seen to be away, in Unix milliseconds.
    away_since_ms: Option<u64>,
    /// When it is looked next, in Unix milliseconds.
    look_ms: u64,
}

impl Maker {
    /// The maker may just have created the game, or may come back after a restart.
    pub(super) fn new(now_ms: u64) -> Self {
        Self { away_since_ms: None, look_ms: now_ms + LOOK_EVERY_MS }
    }

    /// Takes note of whether the maker is there now; whether that was too long ago.
    fn is_given_up(&mut self, is_there: bool, away_max_ms: u64, now_ms: u64) -> bool {
        self.look_ms = now_ms + LOOK_EVERY_MS;
        if is_there {
            self.away_since_ms = None;
            return false;
        }
        let since_ms = *self.away_since_ms.get_or_insert(now_ms);
        since_ms + away_max_ms <= now_ms
    }
}

impl Room {
    /// When it is to be seen whether the game still waits.
    pub(super) fn waiting_due_ms(&self) -> Option<u64> {
        (self.game.phase() == Phase::Waiting).then(|| self.waits_until_ms().min(self.maker.look_ms))
    }

    fn waits_until_ms(&self) -> u64 {
        let setup = self.game.setup();
        setup.created_ms
            + if setup.is_correspondence() { CORRESPONDENCE_WAITING_MAX_MS } else { WAITING_MAX_MS }
    }

    /// Calls the game off if it has waited for long enough.
    pub(super) fn see_to_waiting(&mut self) -> Step {
        let now_ms = self.now_ms();
        let maker = &self.game.setup().seats.creator;
        let away_max_ms = if maker.guest { GUEST_AWAY_MAX_MS } else { ACCOUNT_AWAY_MAX_MS };
        let is_there =
            self.game.setup().is_correspondence() || self.directory.presence().is_online(maker.id);
        let is_given_up = self.maker.is_given_up(is_there, away_max_ms, now_ms);
        if is_given_up || self.waits_until_ms() <= now_ms {
            return self.act(&Command::Abort);
        }
        Step::Wait
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_maker_who_comes_back_is_waited_for_anew() {
        let mut maker = Maker::new(0);
        assert!(!maker.is_given_up(false, 300, 100));
        assert!(!maker.is_given_up(false, 300, 399));
        assert!(!maker.is_given_up(true, 300, 400));
        assert!(!maker.is_given_up(false, 300, 500));
        assert!(!maker.is_given_up(false, 300, 799));
        assert!(maker.is_given_up(false, 300, 800));
    }
}
