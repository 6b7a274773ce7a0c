//! Rounds: when they begin, what is published, and what follows from a result.

use std::collections::HashMap;

use komadai_ids::GameId;
use komadai_tournament::{
    EntryId, Game, GameKey, Next, Outcome, Presence, RoundSchedule, Ruling, State, Wait,
};
use serde_json::Value;

use super::{
    TournamentRefusal, Waiting,
    boards::{Board, BoardGame},
    state::{ActOutcome, Phase, Tournament},
};

impl Tournament {
    pub(super) fn begin(&mut self, now_ms: u64) -> ActOutcome {
        self.leave_out_missing()?;
        self.phase = Phase::Running;
        self.end_invitations();
        self.end_applications(now_ms);
        if self.players_come_and_go() {
            self.event.format.settings.insert("start_ms".to_owned(), Value::from(now_ms));
            let here = self.event.entries.iter().filter(|entry| {
                entry.withdrawn_after.is_none()
                    && !self.away.contains(&entry.id)
                    && (!self.is_evening() || self.checked_in.contains(&entry.id))
            });
            let presence: Vec<_> = here
                .map(|entry| Presence { entry: entry.id.clone(), at_ms: now_ms, here: true })
                .collect();
            self.event.presence.extend(presence);
        }
        let checked = self.event.check()?;
        let per_round = self.event.entries.len() / 2;
        let planned = checked.n_rounds().map_or(0, |n| (n as usize).saturating_mul(per_round));
        has_room(planned)?;
        if self.players_come_and_go() { self.advance(now_ms) } else { self.publish(now_ms) }
    }

    /// Begins the next round, if it can.
    pub(super) fn publish(&mut self, now_ms: u64) -> ActOutcome {
        if self.paused {
            let text = "the tournament is paused; resume it".to_owned();
            return Err(TournamentRefusal::Waits(Waiting::HeldUp, text));
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
    pub(super) fn take(&mut self, now_ms: u64, next: &Next) -> ActOutcome {
        match has_room(self.event.games.len() + next.games.len()) {
            // Its players continue until they are done.
            Err(_) if self.players_come_and_go() => {
                self.event.closed = true;
                return Ok(());
            }
            full => full?,
        }
        let n_before = self.event.n_rounds();
        self.event.publish(next)?;
        if n_before > 0 && self.event.n_rounds() > n_before {
            // It goes on: who did not answer before the first round is not asked again.
            self.lapsed.clear();
        }
        self.next_ms = None;
        let first = next.games.iter().map(|game| game.round).min();
        if let Some(round) = first.filter(|_| !self.players_come_and_go()) {
            self.began_ms.insert(round, now_ms);
        }
        if self.players_come_and_go() {
            for game in self.event.games.iter_mut().filter(|game| game.outcome().is_none()) {
                game.started_ms.get_or_insert(now_ms);
            }
        }
        self.open_boards(now_ms);
        Ok(())
    }

    /// Orders games for all pairings of two accounts that have none, the earliest rounds first,
    /// as far as the two may have more games at a time.
    pub(super) fn open_boards(&mut self, now_ms: u64) {
        if self.plan.at_the_board && !self.is_evening() {
            return;
        }
        let is_new = |game: &&Game| {
            if self.plan.at_the_board && !self.is_over_the_net(game) {
                return false;
            }
            let accounts = [&game.sente, &game.gote].map(|entry| self.people.contains_key(entry));
            accounts == [true, true]
                && !self.boards.contains_key(&game.key)
                && self.is_time(now_ms, &game.key)
        };
        let mut new: Vec<_> = self.event.pending_games().filter(is_new).collect();
        if new.iter().any(|game| self.games_at_once(game) > 0) {
            let mut n_games: HashMap<&EntryId, u32> = HashMap::new();
            let boards = self.event.pending_games().filter(|it| self.boards.contains_key(&it.key));
            for player in boards.flat_map(|it| [&it.sente, &it.gote]) {
                *n_games.entry(player).or_default() += 1;
            }
            new.sort_by_key(|game| game.round);
            new.retain(|game| {
                let players = [&game.sente, &game.gote];
                let most = self.games_at_once(game);
                let has_room = |it: &&EntryId| n_games.get(*it).is_none_or(|n| *n < most);
                let begins = most == 0 || players.iter().all(has_room);
                for player in players.into_iter().filter(|_| begins) {
                    *n_games.entry(player).or_default() += 1;
                }
                begins
            });
        }
        let new: Vec<_> = new
            .into_iter()
            .map(|game| {
                let id = self.game_id(now_ms, &game.key, self.n_games_made(&game.key));
                let first = BoardGame { id, opened_ms: now_ms, replay: false };
                (game.key.clone(), Board { games: vec![first] })
            })
            .collect();
        self.boards.extend(new);
    }

    /// How many games a pairing has had: the next one is another.
    pub(super) fn n_games_made(&self, key: &GameKey) -> usize {
        let n_missed = self.appointments.get(key).map_or(0, |it| it.missed.len());
        n_missed + self.boards.get(key).map_or(0, |board| board.games.len())
    }

    /// Whether a game begins once its players have fewer games, or at the time they agree upon.
    pub fn waits(&self, game: &Game) -> bool {
        let is_online = [&game.sente, &game.gote].iter().all(|it| self.people.contains_key(*it));
        (self.games_at_once(game) > 0 || self.plan.by_appointment.is_some())
            && is_online
            && game.outcome().is_none()
            && !self.boards.contains_key(&game.key)
    }

    /// The id of a game that is made for a board: it follows from the board, so that it is made
    /// once.
    pub(super) fn game_id(&self, now_ms: u64, key: &GameKey, n: usize) -> GameId {
        let n = (n as u64).to_le_bytes();
        let seed = self.event.seed.to_le_bytes();
        // The boards of a round that was taken back had the same keys.
        let times = self.n_taken_back.to_le_bytes();
        let times = if self.n_taken_back == 0 { &times[..0] } else { &times[..] };
        let (id, key) = (self.id.uuid(), key.as_str());
        GameId::derived(now_ms, &[id.as_bytes(), key.as_bytes(), &n, &seed, times])
    }

    /// After a result: what follows from it at once, and when the next round begins.
    pub(super) fn advance(&mut self, now_ms: u64) -> ActOutcome {
        if self.phase != Phase::Running || self.reopened {
            return Ok(());
        }
        let present = self.event.n_rounds();
        let next = self.event.check()?.pairings(now_ms);
        match next.state {
            State::Over => {
                // Its time is up; every other format knows by itself that it is over.
                self.event.closed |= self.players_come_and_go();
                self.phase = Phase::Over;
                self.next_ms = None;
                Ok(())
            }
            // A match that continues, a replay in a bracket, an arena: nobody waits for a round.
            State::Pair
                if !self.paused
                    && (self.players_come_and_go()
                        || next.round.is_some_and(|round| round <= present)) =>
            {
                self.take(now_ms, &next)?;
                // When those who are left over may meet again is known only now.
                if self.is_evening() && !self.event.closed && !next.games.is_empty() {
                    return self.advance(now_ms);
                }
                Ok(())
            }
            State::Pair => {
                let round = next.round.unwrap_or(present + 1);
                if self.next_ms.is_none() {
                    self.next_ms = self.plan.schedule.begins_ms(round, now_ms);
                }
                Ok(())
            }
            State::Wait => {
                self.next_ms = match next.waiting_for {
                    Some(Wait::Time { at_ms }) => Some(at_ms),
                    // The host who ends it by word enters what is missing.
                    Some(Wait::Games { .. }) if self.is_evening() && !self.event.closed => {
                        let abandoned_ms = self.abandoned_ms().filter(|at_ms| *at_ms > now_ms);
                        if abandoned_ms.is_none() {
                            return self.close(now_ms, true, String::new());
                        }
                        abandoned_ms
                    }
                    _ => None,
                };
                Ok(())
            }
        }
    }

    /// Ends it as it stands, or an arena with its last game; its games are struck out if it ends
    /// at once.
    pub(super) fn close(&mut self, now_ms: u64, at_once: bool, by: String) -> ActOutcome {
        let pending = self.event.pending();
        if self.reopened && pending.is_empty() {
            return self.close_again(now_ms);
        }
        if self.players_come_and_go() {
            for key in pending.iter().filter(|_| at_once) {
                let reason = "the arena was ended".to_owned();
                self.event
                    .rule(key, Ruling { result: Outcome::Annulled, reason, by: by.clone() })?;
            }
        } else if let Some(key) = pending.first() {
            let text = format!("game {key} has no result yet; overrule it first");
            return Err(TournamentRefusal::NotClosed(text));
        }
        self.event.closed = true;
        self.advance(now_ms)
    }

    /// When something is due by itself, in Unix milliseconds.
    pub fn due_ms(&self) -> Option<u64> {
        if self.paused {
            return None;
        }
        match self.phase {
            Phase::Open
                if self.plan.schedule != RoundSchedule::Word || self.players_come_and_go() =>
            {
                self.plan.starts_ms
            }
            Phase::Running => self.next_ms,
            Phase::Draft | Phase::Open | Phase::Over | Phase::Cancelled => None,
        }
    }

    pub(super) fn due(&mut self, now_ms: u64) -> ActOutcome {
        if self.due_ms().is_none_or(|due| due > now_ms) {
            return Ok(());
        }
        self.next_ms = None;
        match self.phase {
            Phase::Open => self.begin(now_ms),
            Phase::Running if self.players_come_and_go() => self.advance(now_ms),
            _ => self.publish(now_ms),
        }
    }
}

/// The most games of a tournament. A round robin of 200 has 19,900.
pub const GAMES_MAX: usize = 20_000;

/// Whether a tournament may have so many games.
pub(super) fn has_room(n_games: usize) -> ActOutcome {
    if n_games <= GAMES_MAX {
        return Ok(());
    }
    let text = format!(
        "that makes {n_games} games, and a tournament has at most {GAMES_MAX}; take another format, \
         fewer rounds or fewer players"
    );
    Err(TournamentRefusal::Settings(text))
}

/// What is waited for.
fn waits(wait: Option<&Wait>) -> TournamentRefusal {
    let (what, text) = match wait {
        Some(Wait::Games { games }) => {
            let keys: Vec<_> = games.iter().take(5).map(GameKey::as_str).collect();
            let more = if games.len() > keys.len() { " …" } else { "" };
            let text =
                format!("{} games have no result yet: {}{more}", games.len(), keys.join(", "));
            (Waiting::Results, text)
        }
        Some(Wait::Entries { at_least }) => {
            (Waiting::Players, format!("it takes {at_least} players"))
        }
        Some(Wait::Challenger { .. }) => {
            (Waiting::Challenger, "the challenger has not been entered yet".to_owned())
        }
        Some(Wait::Orders { .. }) => {
            (Waiting::Order, "an order cannot be carried out; withdraw it".to_owned())
        }
        Some(Wait::Time { .. }) | None => (Waiting::Time, "it is too early".to_owned()),
    };
    TournamentRefusal::Waits(what, text)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::tournaments::{Act, Actor, fixture::of_typed_names};

    /// A round robin of so many typed names, all rounds at once, that is ready to begin.
    fn round_robin(n: u32) -> Tournament {
        of_typed_names(json!({ "t": "round_robin", "pace": "free" }), json!({}), n)
    }

    #[test]
    fn a_large_round_robin_begins_and_one_that_is_too_large_is_refused_before_it_does() {
        let mut largest = round_robin(200);
        largest.act(1, &Actor::Director, Act::Begin, "").expect("it has room");
        assert_eq!(largest.event.games.len(), 19_900);
        let refused = round_robin(202).act(1, &Actor::Director, Act::Begin, "");
        let Err(TournamentRefusal::Settings(text)) = refused else { panic!("{refused:?}") };
        assert!(text.contains("20301 games") && text.contains("at most 20000"), "{text}");
    }
}
