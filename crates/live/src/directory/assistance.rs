//! What the server does not do while a rated game is being played: compute a position, or look one
//! up, for somebody who plays it, or for somebody next to them who shows its position. Everything
//! that does so asks [`Directory::may_assist`] first.

use komadai_ids::{Code, UserId};
use komadai_rules::Position;

use super::{Asker, Directory};
use crate::{LiveRefusal, Why};

impl Directory {
    /// The rated game at which a player sits now. One by correspondence lasts for weeks, in which
    /// other games are studied.
    pub fn rated_game_of(&self, player: UserId) -> Option<Code> {
        let live = self.live.lock();
        let mut games = live.of(player).iter();
        games
            .find(|it| it.side.is_some() && it.is_unaided && !it.is_correspondence)
            .map(|it| it.game)
    }

    /// Whether something may be computed or looked up for somebody; of a position, if it is known
    /// which.
    ///
    /// # Errors
    /// When they sit at a rated game, or when that is the position of one that they, or somebody at
    /// their address, are playing.
    pub fn may_assist(&self, asker: Asker, position: Option<&Position>) -> Result<(), LiveRefusal> {
        if asker.player.is_some_and(|player| self.rated_game_of(player).is_some()) {
            return Err(LiveRefusal::new(Why::RatedGameRunning));
        }
        let Some(position) = position else { return Ok(()) };
        if !self.running_positions.concern(asker, position) {
            return Ok(());
        }
        let message = "this is the position of a rated game that is being played from your \
                       network; ask again when it has moved on";
        Err(LiveRefusal::said(Why::RatedGameRunning, message))
    }
}
