//! Taking the last published round back, so that the document is what it was before: plus what has
//! been entered since.

use serde_json::Value;

use crate::{
    Event, GameKey, Setup,
    edit::EditError,
    formats::{self, Attendance},
};

/// The published rounds that stand or fall together, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LastRounds {
    /// The first of them.
    pub first: u32,
    /// The last of all; the same where rounds are published one by one.
    pub last: u32,
}

impl Event {
    /// The rounds that were published last: one, or several where a format publishes them at once.
    /// `None` before the first, and where there are no rounds.
    pub fn last_rounds(&self) -> Option<LastRounds> {
        let last = self.n_rounds();
        if last == 0 || self.format.attendance() == Attendance::Free {
            return None;
        }
        let mut first = last;
        if publishes_ahead(&Value::Object(self.format.settings.clone())) {
            // All of them, as in a round robin; else as far back as they came together.
            if self.came_with(1, last) {
                first = 1;
            }
            while first > 1 && self.came_with(first - 1, first) {
                first -= 1;
            }
        }
        Some(LastRounds { first, last })
    }

    /// Whether the games of round `later` are published with those of `round`.
    fn came_with(&self, round: u32, later: u32) -> bool {
        let before = self.before_round(round);
        let Ok(checked) = before.check() else { return false };
        let next = checked.pairings(0);
        let planned = |key: &GameKey| next.games.iter().any(|game| game.key == *key);
        // Who was put together by hand since was not planned, nor was a play-off.
        let mut own = self
            .games
            .iter()
            .filter(|game| game.round == later && game.reason.is_none() && game.play_off.is_none())
            .peekable();
        own.peek().is_some() && own.all(|game| planned(&game.key))
    }

    /// The document without that round and the later ones.
    pub(crate) fn before_round(&self, round: u32) -> Self {
        let mut before = self.clone();
        before.closed = false;
        before.games.retain(|game| game.round < round);
        before.byes.retain(|bye| bye.round < round);
        before
    }

    /// Takes back the rounds that were published last. Who has come since plays in what is
    /// published instead, and who has left since does not. Gives the games that are gone.
    ///
    /// # Errors
    /// When no round has been published.
    ///
    /// ```
    /// use komadai_tournament::Event;
    ///
    /// let json = r#"{"format":{"t":"swiss","rounds":3},"entries":[{"id":"an"},{"id":"binh"}]}"#;
    /// let mut event = Event::read(json)?;
    /// let before = event.clone();
    /// event.publish(&event.check()?.next(0))?;
    /// assert_eq!(event.take_back()?.len(), 1);
    /// assert_eq!(event, before);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn take_back(&mut self) -> Result<Vec<GameKey>, EditError> {
        let LastRounds { first, last } =
            self.last_rounds().ok_or(EditError::NotPublished(self.n_rounds().max(1)))?;
        let gone = self.games.iter().filter(|game| game.round >= first);
        let gone = gone.map(|game| game.key.clone()).collect();
        *self = self.before_round(first);
        for entry in &mut self.entries {
            // What is taken back begins anew for who has come since: they would have played next.
            if entry.from_round == last + 1 {
                entry.from_round = first;
            }
            // Who leaves after a later round leaves then.
            if entry.withdrawn_after.is_some_and(|after| (first..=last).contains(&after)) {
                entry.withdrawn_after = Some(first - 1);
            }
        }
        Ok(gone)
    }
}

impl Setup {
    /// Whether the organiser may order pairings of rounds to come.
    pub fn takes_orders(&self) -> bool {
        formats::read(self).is_ok_and(|format| format.takes_orders())
    }

    /// Whether an order for that round, which is to come, is of any effect.
    pub fn takes_orders_for(&self, round: u32) -> bool {
        formats::read(self).is_ok_and(|format| format.takes_orders_for(round))
    }
}

/// Whether these settings, or those of a format within, publish games before the round before
/// them is over.
fn publishes_ahead(settings: &Value) -> bool {
    match settings {
        Value::Object(fields) => {
            fields.get("pace").and_then(Value::as_str) == Some("free")
                || fields.values().any(publishes_ahead)
        }
        Value::Array(all) => all.iter().any(publishes_ahead),
        _ => false,
    }
}
