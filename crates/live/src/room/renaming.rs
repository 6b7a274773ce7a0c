//! The name that a room forgets when an account is deleted, or a guest has one.

use komadai_game::Phase;
use komadai_ids::UserId;
use tracing::error;

use super::Room;
use crate::game_log::{GameLog, renamed};

impl Room {
    /// A game that is over shows this name for a player from now on, as it does when it is opened
    /// again, and so does what was said there. One that is being played is left as it is until it is
    /// stored.
    pub(super) fn rename(&mut self, user: UserId, name: &str) {
        self.chat.rename(user, name);
        if self.game.phase() != Phase::Over || self.game.side_of(user).is_none() {
            return;
        }
        let log = GameLog::from_bytes(renamed(self.log.bytes().to_vec(), user, name));
        match log.replay(|_, _, _| {}) {
            Ok(game) => (self.game, self.log) = (game, log),
            Err(cause) => error!("game {} cannot be replayed: {cause}", self.game.id()),
        }
    }
}
