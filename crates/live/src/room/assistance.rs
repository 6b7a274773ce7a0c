//! What a machine may answer while a rated game is being played ([`Directory::may_assist`]).
//!
//! [`Directory::may_assist`]: crate::Directory::may_assist

use komadai_game::Command;
use komadai_ids::UserId;
use komadai_rules::Move;

use super::{Reply, Room};
use crate::{Asker, LiveRefusal};

impl Room {
    /// Whether a machine may think about what a player's command leads to.
    pub(super) fn may_be_answered(
        &self,
        by: UserId,
        command: &Command,
        reply: &Reply,
    ) -> Result<(), LiveRefusal> {
        let (Some(_), Command::Move { usi, .. }) = (self.engine, command) else { return Ok(()) };
        let mut after = self.game.line().position().clone();
        // Whether it can be played is said elsewhere.
        if let Ok(mv) = Move::from_usi(after.variant(), usi)
            && after.judge(mv).is_ok()
        {
            after.play(mv);
        }
        let asker = Asker { player: Some(by), address: reply.connection.address() };
        self.directory.may_assist(asker, Some(&after))
    }

    /// Lists the position that a rated game has come to, and no longer the one before.
    pub(super) fn list_position(&mut self) {
        self.listed = None;
        self.listed = self.directory.running_positions.list(&self.game, &self.addresses);
    }
}
