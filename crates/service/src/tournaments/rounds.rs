//! Rounds: when they begin, what is published, and what follows from a result.

use komadai_ids::GameId;
use komadai_tournament::{EntryId, GameKey, Next, Presence, State, Wait};
use serde_json::Value;

use super::{
    act::TournamentRefusal,
    boards::{Board, BoardGame},
    plan::Pace,
    state::{Done, Phase, Tournament},
};
use crate::lobby::derived_id;

impl Tournament {
    pub(super) fn begin(&mut self, now_ms: u64) -> Done {
        if self.plan.check_in_ms.is_some() {
            let missing: Vec<EntryId> = self
                .event
                .entries
                .iter()
                .map(|entry| entry.id.clone())
                .filter(|id| !self.checked_in.contains(id))
                .collect();
            for id in missing {
                self.event.withdraw(&id, 0)?;
            }
        }
        self.phase = Phase::Running;
        self.end_invitations();
        if self.is_arena() {
            self.event.format.settings.insert("start_ms".to_owned(), Value::from(now_ms));
            let here = self.event.entries.iter().filter(|entry| entry.withdrawn_after.is_none());
            let presence: Vec<_> = here
                .map(|entry| Presence { entry: entry.id.clone(), at_ms: now_ms, here: true })
                .collect();
            self.event.presence.extend(presence);
        }
        self.event.check()?;
        if self.is_arena() { self.advance(now_ms) } else { self.publish(now_ms) }
    }

    /// Begins the next round, if it can.
    pub(super) fn publish(&mut self, now_ms: u64) -> Done {
        if self.paused {
            let text = "everything is held up; let it go on".to_owned();
            return Err(TournamentRefusal::Waits { code: "held_up", text });
        }
        let next = self.event.check()?.pairings(now_ms);
        match next.state {
            State::Pair => self.take(now_ms, &next),
            State::Over => {
                self.phase = Phase::Over;
                self.next_ms = None;
                Ok(())
            }
            State::Wait => Err(waits(next.waiting_for.as_ref())),
        }
    }

    /// Publishes these pairings.
    pub(super) fn take(&mut self, now_ms: u64, next: &Next) -> Done {
        self.event.publish(next)?;
        self.next_ms = None;
        if self.is_arena() {
            for game in self.event.games.iter_mut().filter(|game| game.outcome().is_none()) {
                game.started_ms.get_or_insert(now_ms);
            }
        }
        self.open_boards(now_ms);
        Ok(())
    }

    /// Orders games for all pairings of two accounts that have none.
    pub(super) fn open_boards(&mut self, now_ms: u64) {
        if self.plan.at_the_board {
            return;
        }
        for key in self.event.pending() {
            let Some(game) = self.event.game(&key) else { continue };
            let accounts = [&game.sente, &game.gote].map(|entry| self.people.contains_key(entry));
            if accounts == [true, true] && !self.boards.contains_key(&key) {
                let id = self.game_id(now_ms, &key, 0);
                let first = BoardGame { id, opened_ms: now_ms, replay: false };
                self.boards.insert(key, Board { games: vec![first] });
            }
        }
    }

    /// The id of a game that is made for a board: it follows from the board, so that it is made
    /// once.
    pub(super) fn game_id(&self, now_ms: u64, key: &GameKey, n: usize) -> GameId {
        let n = (n as u64).to_le_bytes();
        let seed = self.event.seed.to_le_bytes();
        derived_id(now_ms, &[self.id.uuid().as_bytes(), key.as_str().as_bytes(), &n, &seed])
    }

    /// After a result: what follows from it at once, and when the next round begins.
    pub(super) fn advance(&mut self, now_ms: u64) -> Done {
        if self.phase != Phase::Running {
            return Ok(());
        }
        let present = self.event.n_rounds();
        let next = self.event.check()?.pairings(now_ms);
        match next.state {
            State::Over => {
                // Its time is up; every other format knows by itself that it is over.
                self.event.closed |= self.is_arena();
                self.phase = Phase::Over;
                self.next_ms = None;
                Ok(())
            }
            // A match that goes on, a replay in a bracket, an arena: nobody waits for a round.
            State::Pair
                if !self.paused
                    && (self.is_arena() || next.round.is_some_and(|round| round <= present)) =>
            {
                self.take(now_ms, &next)
            }
            State::Pair => {
                let round = next.round.unwrap_or(present + 1);
                if self.next_ms.is_none() {
                    self.next_ms = self.plan.begins_ms(round, now_ms);
                }
                Ok(())
            }
            State::Wait => {
                self.next_ms = match next.waiting_for {
                    Some(Wait::Time { at_ms }) => Some(at_ms),
                    _ => None,
                };
                Ok(())
            }
        }
    }

    /// When something is due by itself, in Unix milliseconds.
    pub fn due_ms(&self) -> Option<u64> {
        if self.paused {
            return None;
        }
        match self.phase {
            Phase::Open if self.plan.pace != Pace::Word || self.is_arena() => self.plan.starts_ms,
            Phase::Running => self.next_ms,
            Phase::Draft | Phase::Open | Phase::Over | Phase::Cancelled => None,
        }
    }

    pub(super) fn due(&mut self, now_ms: u64) -> Done {
        if self.due_ms().is_none_or(|due| due > now_ms) {
            return Ok(());
        }
        self.next_ms = None;
        match self.phase {
            Phase::Open => self.begin(now_ms),
            Phase::Running if self.is_arena() => self.advance(now_ms),
            _ => self.publish(now_ms),
        }
    }
}

/// What is waited for.
fn waits(wait: Option<&Wait>) -> TournamentRefusal {
    let (code, text) = match wait {
        Some(Wait::Games { games }) => {
            let keys: Vec<_> = games.iter().take(5).map(GameKey::as_str).collect();
            let more = if games.len() > keys.len() { " …" } else { "" };
            let text =
                format!("{} games have no result yet: {}{more}", games.len(), keys.join(", "));
            ("results_missing", text)
        }
        Some(Wait::Entries { at_least }) => {
            ("players_missing", format!("it takes {at_least} players"))
        }
        Some(Wait::Challenger { .. }) => {
            ("challenger_missing", "the challenger is not entered yet".to_owned())
        }
        Some(Wait::Orders { .. }) => {
            ("order_in_the_way", "an order cannot be obeyed; take it back".to_owned())
        }
        Some(Wait::Time { .. }) | None => ("not_yet", "it is not time yet".to_owned()),
    };
    TournamentRefusal::Waits { code, text }
}
