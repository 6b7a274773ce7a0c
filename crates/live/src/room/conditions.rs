//! What a player has decided to answer (§4.4): only its owner is told.

use komadai_game::{Command, Event, Record};
use komadai_rules::{BySide, Side};

use super::Room;
use crate::{LiveRefusal, Why, game_log::without_conditions};

/// How often a player may decide anew in a minute.
const CHANGES_PER_MINUTE: u32 = 60;

const MINUTE_MS: u64 = 60_000;

/// How often a player has decided anew of late.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Changes {
    since_ms: u64,
    n: u32,
}

impl Changes {
    /// Counts one; when it may be tried again if there were too many, in Unix milliseconds.
    fn count(&mut self, now_ms: u64) -> Result<(), u64> {
        if self.since_ms + MINUTE_MS <= now_ms {
            *self = Self { since_ms: now_ms, n: 0 };
        }
        if self.n == CHANGES_PER_MINUTE {
            return Err(self.since_ms + MINUTE_MS);
        }
        self.n += 1;
        Ok(())
    }
}

impl Room {
    /// Each change is journaled, so there are only so many.
    pub(super) fn count_change(
        &mut self,
        side: Option<Side>,
        command: &Command,
    ) -> Result<(), LiveRefusal> {
        let (Some(side), Command::Conditions { .. }) = (side, command) else { return Ok(()) };
        let now_ms = self.now_ms();
        let counted = self.changes[side].count(now_ms);
        counted.map_err(|until_ms| LiveRefusal::until(Why::TooFast, until_ms))
    }

    /// Each side's, where there can be any.
    pub(super) fn conditions(&self) -> BySide<Vec<String>> {
        if self.game.setup().is_correspondence() {
            BySide::from_fn(|side| self.game.conditions(side))
        } else {
            BySide::default()
        }
    }

    /// Tells each player whose conditional moves are others than `before`.
    pub(super) fn tell_conditions(&self, before: &BySide<Vec<String>>) {
        let now = self.conditions();
        for side in Side::ALL.into_iter().filter(|&side| now[side] != before[side]) {
            let render = self.directory.render();
            let frame = render.conditions(self.game.id().code(), &now[side]);
            self.audience.tell_player(side, &frame);
        }
    }

    /// What a player decided anew takes the place of what it had decided before.
    pub(super) fn forget_superseded(&mut self, record: &Record) {
        for event in &record.events {
            if let Event::ConditionsSet { by, .. } = event {
                self.log = without_conditions(&self.log, Some(*by));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_so_many_changes_in_a_minute() {
        let mut changes = Changes::default();
        for _ in 0..CHANGES_PER_MINUTE {
            assert_eq!(changes.count(100_000), Ok(()));
        }
        assert_eq!(changes.count(159_999), Err(160_000));
        assert_eq!(changes.count(160_000), Ok(()));
    }
}
