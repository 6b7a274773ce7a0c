//! That a rematch is asked for, which the other player hears wherever they are: at the review, or
//! on any page.

use komadai_game::Offer;
use komadai_rules::Side;

use super::Room;

impl Room {
    /// Who asks for a rematch.
    pub(super) fn rematch_asker(&self) -> Option<Side> {
        self.game.offers().find_map(|(by, offer)| (offer == Offer::Rematch).then_some(by))
    }

    /// Tells the other player if a rematch is asked for, or no longer is, which was not so `before`.
    pub(super) fn tell_rematch(&self, before: Option<Side>) {
        let now = self.rematch_asker();
        let Some(asker) = now.or(before).filter(|_| now != before) else { return };
        let Some(players) = self.game.players() else { return };
        let (presence, render) = (self.directory.presence(), self.directory.render());
        let by = now.map(|asker| players[asker].name.as_str());
        presence.tell(
            players[asker.other()].id,
            &render.rematch(presence.epoch(), self.game.id().code(), by),
        );
    }
}
