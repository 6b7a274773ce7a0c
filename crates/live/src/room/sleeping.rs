//! When a game falls asleep ([`crate::sleep`]).

use std::{
    ops::ControlFlow::{self, Break, Continue},
    sync::atomic::Ordering::Relaxed,
};

use komadai_game::Phase;
use tracing::warn;

use super::{Mailbox, NO_POS, Room, Step};
use crate::{archive::RoomlessGame, sleep};

/// Nobody has been there and nothing has happened for so long before a game falls asleep, in
/// milliseconds: what has to be told of a move has been told by then.
const QUIET_MS: u64 = 30 * 60 * 1000;

/// How soon a game that could not fall asleep tries again, in milliseconds.
const AGAIN_MS: u64 = 60_000;

impl Room {
    /// When it is to be seen whether the game falls asleep, in Unix milliseconds.
    pub(super) fn sleep_due_ms(&self) -> Option<u64> {
        let setup = self.game.setup();
        let is_quiet = setup.is_correspondence()
            && self.game.phase() == Phase::Playing
            && self.audience.is_empty()
            && self.stalled_since_ms.is_none()
            && self.resume_by_ms.is_none();
        // Whoever runs an event, or a program, asks for its games all the time.
        if !is_quiet || setup.tournament.is_some() || self.engine.is_some() || self.has_bot() {
            return None;
        }
        let since_ms = self.game.running()?.since_ms.max(self.empty_since_ms);
        Some((since_ms + QUIET_MS).max(self.sleep_checked_ms + AGAIN_MS))
    }

    fn has_bot(&self) -> bool {
        self.game.players().is_some_and(|it| it.sente.bot || it.gote.bot)
    }

    /// The game falls asleep, unless its player is on the site, or something is due in it soon.
    pub(super) fn may_sleep(&mut self) -> Step {
        let now_ms = self.now_ms();
        self.sleep_checked_ms = now_ms;
        let Some(players) = self.game.players() else { return Step::Wait };
        if self.directory.presence().is_online(players[self.game.turn()].id) {
            return Step::Wait;
        }
        let Some(due_ms) = self.game.deadline_ms(None) else { return Step::Wait };
        let hurry_ms = due_ms.saturating_sub(sleep::hurry_ms(&self.game));
        let wake_ms = if now_ms < hurry_ms { hurry_ms } else { due_ms };
        if wake_ms <= now_ms + QUIET_MS {
            return Step::Wait;
        }
        Step::Sleep(Box::new(RoomlessGame {
            id: self.game.id(),
            players: players.as_ref().map(|it| it.id),
            log: self.log.clone(),
            since_ms: now_ms,
            thought_ms: self.game.thought_ms(now_ms),
            wake_ms,
        }))
    }

    /// Keeps the game, and closes its room if nobody has come meanwhile.
    pub(super) async fn fall_asleep(
        &mut self,
        sleeping: &RoomlessGame,
        mailbox: &Mailbox,
    ) -> ControlFlow<()> {
        match self.directory.archive().keep(sleeping).await {
            Ok(true) => {}
            // Another process has it, and the journal will say so.
            Ok(false) => return Continue(()),
            Err(cause) => {
                warn!(game.id = %sleeping.id, "game {} stays awake: {cause}", sleeping.id);
                return Continue(());
            }
        }
        // From now on it needs nothing in the journal; its next record is written with all others.
        self.base_pos.store(NO_POS, Relaxed);
        if self.directory.close_sleeping(&self.game, || mailbox.is_empty()) {
            Break(())
        } else {
            Continue(())
        }
    }
}
