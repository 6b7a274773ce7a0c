//! What the players of a game by correspondence hear of it wherever they are: nobody sits at its
//! board and waits.

use komadai_game::Phase;
use komadai_rules::Side;

use super::Room;

/// How far a game by correspondence is, as far as its players are told everywhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TurnState {
    n_moves: u32,
    /// The side to move; `None` once the game is over.
    mover: Option<Side>,
}

impl Room {
    /// `None` while it does not run, and for games at whose boards the players sit.
    pub(super) fn turn(&self) -> Option<TurnState> {
        let is_told = self.game.setup().is_correspondence() && self.game.phase() != Phase::Waiting;
        is_told.then(|| TurnState {
            n_moves: self.game.line().n_moves(),
            mover: (self.game.phase() == Phase::Playing).then(|| self.game.turn()),
        })
    }

    /// Tells both players, in every tab, if a game that was running is no longer as it was `before`.
    pub(super) fn tell_turn(&self, before: Option<TurnState>) {
        let (Some(before), Some(now)) = (before, self.turn()) else { return };
        let Some(players) = self.game.players().filter(|_| now != before) else { return };
        let (presence, render) = (self.directory.presence(), self.directory.render());
        for side in Side::ALL {
            let yours = now.mover == Some(side);
            presence.tell(
                players[side].id,
                &render.turn(presence.epoch(), self.game.id().code(), yours),
            );
        }
    }
}
