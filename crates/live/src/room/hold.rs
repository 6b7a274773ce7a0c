//! A room that is held: nothing happens in its game while somebody decides about it.

use komadai_game::{ArbiterAct, Game, Outcome};
use tokio::sync::oneshot;

use super::{Room, Step};

/// As long as it is there nothing happens in the room's game: what comes waits, and moves are timed
/// by when they were read. Dropped, it lets the game go on.
#[derive(Debug)]
pub struct RoomHold(oneshot::Sender<Outcome>);

impl RoomHold {
    /// Ends the game before anything that has waited.
    pub fn end(self, outcome: Outcome) {
        // A room that has closed has nothing to end.
        let _ = self.0.send(outcome);
    }
}

impl Room {
    /// Shows the game as it is, to whoever decides, and is held until they have.
    pub(super) fn hold(&self, answer: oneshot::Sender<(Game, RoomHold)>) -> Step {
        let (hold, until) = oneshot::channel();
        // Whoever asked may be gone, and lets go with it.
        let _ = answer.send((self.game.clone(), RoomHold(hold)));
        Step::Hold(until)
    }

    pub(super) async fn held(&mut self, until: oneshot::Receiver<Outcome>) {
        if let Ok(outcome) = until.await {
            self.waiting.push_front(super::RoomMessage::Arbiter(ArbiterAct::End(outcome)));
        }
    }
}
