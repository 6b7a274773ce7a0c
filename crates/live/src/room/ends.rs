//! How a game ends other than by what its players do on the board: one is gone and the other
//! claims it, one has never come, or an arbiter decides.

use komadai_game::{ArbiterAct, Command, EndReason, Event, Outcome, Phase, Stretch};
use komadai_rules::{BySide, Side};

use super::{Room, Step};
use crate::rated_pairs::EndedGame;

impl Room {
    /// A claim with what the room knows of the other side; `None` for any other command.
    pub(super) fn claim(&self, side: Option<Side>, command: &Command) -> Option<Command> {
        let (Some(side), Command::Claim { win, .. }) = (side, command) else { return None };
        let now_ms = self.now_ms();
        let left = self.claim_ms()[side.other()].is_some_and(|claim_ms| claim_ms <= now_ms);
        Some(Command::Claim { win: *win, left })
    }

    /// From when on each player who is away need not be waited for.
    pub(super) fn claim_ms(&self) -> BySide<Option<u64>> {
        match self.game.phase() {
            // In a tournament its director sees to that.
            _ if self.game.setup().tournament.is_some() => BySide::default(),
            _ if self.game.setup().is_correspondence() => BySide::default(),
            Phase::Playing => self.absence.over_ms(self.directory.limits().claim_after_ms),
            Phase::Waiting | Phase::Over => BySide::default(),
        }
    }

    /// What an arbiter's act leads to.
    pub(super) fn arbiter(&self, act: ArbiterAct) -> Step {
        match self.game.phase() {
            Phase::Playing => self.act(&Command::Arbiter(act)),
            // It ended while the arbiter's word was on its way.
            Phase::Waiting | Phase::Over => Step::Wait,
        }
    }

    /// What it leads to that a player is on vacation, or is not any more.
    pub(super) fn away(&self, side: Side, vacation: Option<Stretch>) -> Step {
        let is_played = self.game.phase() == Phase::Playing;
        // Told again once something can be written.
        if is_played && self.stalled_since_ms.is_none() {
            self.act(&Command::Away { side, vacation })
        } else {
            Step::Wait
        }
    }

    /// What it leads to that both players have agreed to play.
    pub(super) fn agreed(&self) -> Step {
        match self.game.phase() {
            Phase::Playing => self.act(&Command::Agree),
            Phase::Waiting | Phase::Over => Step::Wait,
        }
    }

    /// A rated game that a pair gives up at once, or one of many in a day, is not rated. Players
    /// entered in a tournament do not choose whom they play, nor how often.
    pub(super) fn rate_no_farm(&self, events: &mut [Event]) {
        let setup = self.game.setup();
        if !setup.rated || setup.tournament.is_some() {
            return;
        }
        let Some(players) = self.game.players() else { return };
        let pair = [players.sente.id, players.gote.id];
        let is_at_one_address = self.addresses.sente.meet(&self.addresses.gote);
        let n_moves = self.game.n_moves_with(events);
        let (limits, now_ms) = (self.directory.limits(), self.now_ms());
        for event in events {
            let Event::Ended { outcome, next: None, .. } = event else { continue };
            if outcome.reason.is_void() || outcome.unrated.is_some() {
                continue;
            }
            let game = EndedGame::new(outcome, n_moves, is_at_one_address, now_ms);
            outcome.unrated = self.directory.rated_pairs().judge(pair, game, limits);
        }
    }

    /// How the game ends because somebody who has not moved has been away for `wait_ms`.
    pub(super) fn missing(&self, wait_ms: u64) -> Option<Outcome> {
        if self.game.phase() != Phase::Playing || self.stalled_since_ms.is_some() {
            return None;
        }
        let now_ms = self.now_ms();
        let away = self.absence.over_ms(wait_ms);
        let first = self.game.line().start().turn();
        let n_moves = self.game.line().n_moves();
        let is_missing = |side: Side| {
            let has_moved = n_moves > u32::from(side != first);
            !has_moved && away[side].is_some_and(|due_ms| due_ms <= now_ms)
        };
        match Side::ALL.map(is_missing) {
            [false, false] => None,
            [true, true] => Some(Outcome::new(EndReason::NoShow, None)),
            [true, false] => Some(no_show(Side::Sente)),
            [false, true] => Some(no_show(Side::Gote)),
        }
    }
}

/// A win because that side has not come.
fn no_show(side: Side) -> Outcome {
    Outcome::left(EndReason::NoShow, Some(side.other()), side)
}
