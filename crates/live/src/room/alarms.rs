//! What is due in a room without anybody saying anything.

use std::sync::atomic::Ordering::Relaxed;

use komadai_game::{Command, Phase};

use super::{Mailbox, NO_POS, Room, Step};
use crate::metrics::METRICS;

/// How late the room looks at a flag, so that a move that was read in time is not overtaken by
/// the timer, in milliseconds. What counts is the charged time, which this does not change.
const FLAG_GRACE_MS: u64 = 20;

/// How long a room whose game is over stays when nobody is there, in milliseconds.
const LINGER_MS: u64 = 30_000;

/// How soon a room that could not close looks again, in milliseconds.
const CLOSE_AGAIN_MS: u64 = 1_000;

/// A game that lives longer is written to the journal again, so that a start need not read what
/// is older, in milliseconds. Half of it at least: games that began together, as after a restart,
/// are not all written at once.
const REWRITE_AFTER_MS: u64 = 10 * 60 * 1000;

impl Room {
    /// Does one of the things that are due; what else is due comes right after.
    pub(super) fn wake(&mut self, mailbox: &Mailbox) -> Step {
        let now_ms = self.now_ms();
        let is_due = |due_ms: Option<u64>| due_ms.is_some_and(|due_ms| due_ms <= now_ms);
        if is_due(self.presence_due_ms) {
            self.presence_due_ms = None;
            let frame = self.directory.render().presence(self.game.id().code(), &self.facts());
            self.audience.tell_all_there(&frame);
        }
        if is_due(self.silence_due_ms()) && self.audience.note_silence(now_ms) {
            self.presence_changed();
        }
        if is_due(self.resume_by_ms) {
            self.resume();
        }
        let flag_due_ms = self.flag_due_ms();
        if is_due(flag_due_ms) {
            METRICS.flag(flag_due_ms.map_or(0, |due_ms| now_ms.saturating_sub(due_ms)));
            let srtt_ms = self.mover_srtt_ms(now_ms);
            return self.act(&Command::CheckTime { srtt_ms });
        }
        if is_due(self.waiting_due_ms()) {
            return self.see_to_waiting();
        }
        if is_due(self.sleep_due_ms()) {
            return self.may_sleep();
        }
        if is_due(self.rewrite_due_ms()) {
            return Step::Rewrite;
        }
        if is_due(self.close_due_ms()) {
            self.close_checked_ms = now_ms;
            let settled = self.base_pos.load(Relaxed) == NO_POS;
            let may_close = || settled && mailbox.is_empty();
            if self.directory.close_room(self.game.id().code(), may_close) {
                return Step::End;
            }
        }
        Step::Wait
    }

    /// When something is due, in Unix milliseconds.
    pub(super) fn next_wake_ms(&self) -> u64 {
        [
            self.presence_due_ms,
            self.silence_due_ms(),
            self.resume_by_ms,
            self.flag_due_ms(),
            self.waiting_due_ms(),
            self.sleep_due_ms(),
            self.rewrite_due_ms(),
            self.close_due_ms(),
        ]
        .into_iter()
        .flatten()
        .min()
        .unwrap_or(self.now_ms() + REWRITE_AFTER_MS)
    }

    fn rewrite_due_ms(&self) -> Option<u64> {
        let by_chance = u64::from(self.game.id().uuid().as_bytes()[15]);
        let after_ms = REWRITE_AFTER_MS / 2 + REWRITE_AFTER_MS / 2 * by_chance / 255;
        let is_there = self.base_pos.load(Relaxed) != NO_POS;
        (is_there && self.game.phase() != Phase::Over).then(|| self.whole_ms + after_ms)
    }

    /// When the room closes: nobody is there, and what is known of the game is settled. One that
    /// somebody still holds on to looks again after a while.
    fn close_due_ms(&self) -> Option<u64> {
        let may = self.game.phase() == Phase::Over && self.audience.is_empty();
        may.then(|| (self.empty_since_ms + LINGER_MS).max(self.close_checked_ms + CLOSE_AGAIN_MS))
    }

    /// When it is to be looked whether a player is still there.
    fn silence_due_ms(&self) -> Option<u64> {
        let is_played = self.game.phase() == Phase::Playing;
        is_played.then(|| self.audience.silence_due_ms()).flatten()
    }

    fn flag_due_ms(&self) -> Option<u64> {
        if self.stalled_since_ms.is_some() {
            return None;
        }
        let deadline_ms = self.game.deadline_ms(self.mover_srtt_ms(self.now_ms()))?;
        Some(deadline_ms + FLAG_GRACE_MS)
    }

    fn mover_srtt_ms(&self, now_ms: u64) -> Option<u64> {
        self.audience.srtt_ms(self.game.turn(), now_ms)
    }
}
