//! Games by appointment: their players propose times and agree on one, and at that time the board
//! opens. Who does not come has not lost; that, and games without a time at the deadline, are the
//! arbiter's to decide.
//!
//! What is due follows from the document, so a director that stops in between does it at its next
//! start.

use std::collections::{BTreeMap, HashSet};

use komadai_community::tournaments::PROPOSALS_MAX;
use komadai_ids::{Code, GameId, UserId};
use komadai_tournament::{EntryId, Game, GameKey};
use serde::{Deserialize, Serialize};

use super::{
    TournamentRefusal, Waiting,
    act::Actor,
    hall::said,
    state::{ActOutcome, Phase, Tournament},
};
use crate::moderation::ReportedLine;

/// The longest word to an opponent, in characters.
const WORD_CHARS_MAX: usize = 200;

/// For how long somebody stays ready to begin at once, in milliseconds.
pub(super) const READY_MS: u64 = 10 * 60_000;

/// A board that could not be opened for so long after its time does not open any more: nobody waits
/// there. In milliseconds.
const LATE_MAX_MS: u64 = 3_600_000;

/// How long before the game its players are reminded, in milliseconds; the last one last.
pub(crate) const REMINDERS_MS: [u64; 2] = [24 * 3_600_000, 15 * 60_000];

/// What the players of a game have said of when it begins.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct GameAppointment {
    /// The times that are proposed, the earliest first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub proposals: Vec<Proposal>,
    /// What the players say to each other.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub words: BTreeMap<EntryId, String>,
    /// When they said it, in Unix milliseconds.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub said_ms: BTreeMap<EntryId, u64>,
    /// The time agreed upon, in Unix milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub agreed_ms: Option<u64>,
    /// Who would begin at once, and since when.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub ready: BTreeMap<EntryId, u64>,
    /// The deadline of this game, where it has one of its own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub until_ms: Option<u64>,
    /// How many reminders of the time agreed upon there have been, or are too late.
    #[serde(skip_serializing_if = "is_zero")]
    pub n_reminders: usize,
    /// Whether the deadline has passed without an appointment.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub overdue: bool,
    /// Who did not come, until the arbiter has decided.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub absentees: Vec<EntryId>,
    /// The games to which somebody did not come.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub missed: Vec<GameId>,
    /// Which player changed it last, none if it was somebody else, and when.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub changed: Option<(Option<EntryId>, u64)>,
}

fn is_zero(n: &usize) -> bool {
    *n == 0
}

/// A time that a player proposes.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Proposal {
    /// In Unix milliseconds.
    pub at_ms: u64,
    pub by: EntryId,
}

impl GameAppointment {
    pub(super) fn was_missed(&self, game: Code) -> bool {
        self.missed.iter().any(|it| it.code() == game)
    }

    /// Whether somebody is ready to begin at once.
    pub fn is_ready(&self, entry: &EntryId, now_ms: u64) -> bool {
        self.ready.get(entry).is_some_and(|since| now_ms < since.saturating_add(READY_MS))
    }

    /// From now on it begins at that time.
    fn settle(&mut self, now_ms: u64, at_ms: u64) {
        self.agreed_ms = Some(at_ms);
        self.proposals.clear();
        self.ready.clear();
        self.overdue = false;
        self.absentees.clear();
        self.n_reminders = reminders_due(now_ms, at_ms);
    }
}

/// How many reminders of a time are due.
fn reminders_due(now_ms: u64, at_ms: u64) -> usize {
    REMINDERS_MS.iter().filter(|before| at_ms.saturating_sub(**before) <= now_ms).count()
}

/// Somebody's own game by appointment that has not begun.
struct OwnGame {
    own: EntryId,
    opponent: EntryId,
    deadline_ms: u64,
}

impl Tournament {
    /// The games by appointment that have no board yet, in the order of their rounds.
    pub fn games_to_appoint(&self) -> Vec<&Game> {
        if self.phase != Phase::Running || self.plan.by_appointment.is_none() {
            return Vec::new();
        }
        self.event.pending_games().filter(|game| self.waits(game)).collect()
    }

    /// The account that `reader` meets in a game by appointment, with what the two say to each other,
    /// the earliest first.
    pub fn appointed_opponent(
        &self,
        reader: UserId,
        key: &GameKey,
    ) -> Option<(UserId, Vec<ReportedLine>)> {
        let own = self.entry_of(reader)?;
        let game = self.event.game(key)?;
        let other = game.player(game.side_of(own)?.other());
        let opponent = self.people.get(other)?.user;
        let known = self.appointments.get(key)?;
        let said = [(own, true), (other, false)].into_iter().filter_map(|(entry, by_reporter)| {
            let at_ms = known.said_ms.get(entry).copied().unwrap_or_default();
            Some(ReportedLine { by_reporter, at_ms, text: known.words.get(entry)?.clone() })
        });
        let mut said: Vec<_> = said.collect();
        said.sort_by_key(|line| line.at_ms);
        Some((opponent, said))
    }

    /// The time that the players of a game have agreed upon, as long as it waits.
    pub fn agreed_ms(&self, game: &Game) -> Option<u64> {
        self.appointments.get(&game.key)?.agreed_ms.filter(|_| self.waits(game))
    }

    /// By when a game by appointment has begun, in Unix milliseconds.
    pub fn deadline_ms(&self, game: &Game) -> u64 {
        let own = self.appointments.get(&game.key).and_then(|it| it.until_ms);
        let of_round = self.plan.by_appointment.as_ref().map(|it| it.deadline_ms(game.round));
        own.or(of_round).unwrap_or(u64::MAX)
    }

    /// Until when the players of a game can change the time they have agreed upon.
    pub fn changed_until_ms(&self, key: &GameKey) -> Option<u64> {
        let fixed_ms = self.plan.by_appointment.as_ref().map_or(0, |it| it.fixed_ms);
        let agreed_ms = self.appointments.get(key)?.agreed_ms?;
        Some(agreed_ms.saturating_sub(fixed_ms))
    }

    fn is_fixed(&self, key: &GameKey, now_ms: u64) -> bool {
        self.changed_until_ms(key).is_some_and(|until| until <= now_ms)
    }

    /// Whether a game may begin as far as appointments go.
    pub(super) fn is_time(&self, now_ms: u64, key: &GameKey) -> bool {
        let agreed_ms = || self.appointments.get(key)?.agreed_ms;
        self.plan.by_appointment.is_none()
            || agreed_ms().is_some_and(|at| at <= now_ms && now_ms - at < LATE_MAX_MS)
    }

    /// A game by appointment that has not begun.
    fn to_appoint(&self, key: &GameKey) -> Result<&Game, TournamentRefusal> {
        self.in_phase(&[Phase::Running], "while it is not being played")?;
        let game = self.event.game(key);
        let game = game.ok_or_else(|| TournamentRefusal::Unknown(format!("game {key}")))?;
        let is_one = self.plan.by_appointment.is_some() && self.waits(game) && self.is_pending(key);
        if is_one { Ok(game) } else { Err(TournamentRefusal::NotPlayed) }
    }

    fn own_to_appoint(&self, actor: &Actor, key: &GameKey) -> Result<OwnGame, TournamentRefusal> {
        let own = self.own_entry(actor)?;
        let game = self.to_appoint(key)?;
        let Some(side) = game.side_of(&own) else {
            return Err(TournamentRefusal::Unknown(format!("game {key} of yours")));
        };
        if self.appointments.get(key).is_some_and(|it| !it.absentees.is_empty()) {
            return Err(TournamentRefusal::Phase("until the arbiter has decided"));
        }
        let opponent = game.player(side.other()).clone();
        Ok(OwnGame { own, opponent, deadline_ms: self.deadline_ms(game) })
    }

    fn appointment(&mut self, key: &GameKey) -> &mut GameAppointment {
        self.appointments.entry(key.clone()).or_default()
    }

    pub(super) fn propose(
        &mut self,
        now_ms: u64,
        actor: &Actor,
        key: &GameKey,
        at_ms: &[u64],
        text: &str,
    ) -> ActOutcome {
        let OwnGame { own, opponent, deadline_ms } = self.own_to_appoint(actor, key)?;
        if at_ms.len() > PROPOSALS_MAX {
            let text = format!("at most {PROPOSALS_MAX} times are proposed at once");
            return Err(TournamentRefusal::Settings(text));
        }
        let text = said(text, WORD_CHARS_MAX)?;
        at_ms.iter().try_for_each(|at| in_time(*at, now_ms, deadline_ms))?;
        if !at_ms.is_empty() && self.is_fixed(key, now_ms) {
            return Err(TournamentRefusal::Fixed);
        }
        let it = self.appointment(key);
        let is_theirs =
            |at: &u64| it.proposals.iter().any(|known| known.by == opponent && known.at_ms == *at);
        let common = at_ms.iter().copied().filter(is_theirs).min();
        it.proposals.retain(|known| known.by != own);
        it.proposals.extend(at_ms.iter().map(|at_ms| Proposal { at_ms: *at_ms, by: own.clone() }));
        it.proposals.sort();
        it.proposals.dedup();
        if text.is_empty() {
            it.words.remove(&own);
            it.said_ms.remove(&own);
        } else {
            it.words.insert(own.clone(), text);
            it.said_ms.insert(own.clone(), now_ms);
        }
        // Both propose it: they agree.
        if let Some(at_ms) = common {
            it.settle(now_ms, at_ms);
        }
        if !at_ms.is_empty() {
            it.changed = Some((Some(own), now_ms));
        }
        Ok(())
    }

    pub(super) fn agree(
        &mut self,
        now_ms: u64,
        actor: &Actor,
        key: &GameKey,
        at_ms: u64,
    ) -> ActOutcome {
        let OwnGame { own, opponent, deadline_ms } = self.own_to_appoint(actor, key)?;
        let is_fixed = self.is_fixed(key, now_ms);
        let it = self.appointment(key);
        if it.agreed_ms == Some(at_ms) {
            return Ok(());
        }
        if !it.proposals.contains(&Proposal { at_ms, by: opponent }) {
            return Err(TournamentRefusal::NotProposed);
        }
        in_time(at_ms, now_ms, deadline_ms)?;
        if is_fixed {
            return Err(TournamentRefusal::Fixed);
        }
        it.settle(now_ms, at_ms);
        it.changed = Some((Some(own), now_ms));
        Ok(())
    }

    pub(super) fn call_off(&mut self, now_ms: u64, actor: &Actor, key: &GameKey) -> ActOutcome {
        let by = if self.is_organiser(actor) {
            self.to_appoint(key)?;
            self.own_to_appoint(actor, key).ok().map(|it| it.own)
        } else {
            let by = self.own_to_appoint(actor, key)?.own;
            if self.is_fixed(key, now_ms) {
                return Err(TournamentRefusal::Fixed);
            }
            Some(by)
        };
        let it = self.appointment(key);
        if it.agreed_ms.take().is_some() {
            it.changed = Some((by, now_ms));
        }
        Ok(())
    }

    pub(super) fn play_now(
        &mut self,
        now_ms: u64,
        actor: &Actor,
        key: &GameKey,
        ready: bool,
    ) -> ActOutcome {
        let OwnGame { own, opponent, deadline_ms } = self.own_to_appoint(actor, key)?;
        if self.paused {
            let text = "the tournament is paused".to_owned();
            return Err(TournamentRefusal::Waits(Waiting::HeldUp, text));
        }
        in_time(now_ms + 1, now_ms, deadline_ms)?;
        let it = self.appointment(key);
        if !ready {
            it.ready.remove(&own);
            return Ok(());
        }
        if it.is_ready(&opponent, now_ms) {
            it.settle(now_ms, now_ms);
            self.open_boards(now_ms);
        } else if !it.is_ready(&own, now_ms) {
            it.ready.insert(own, now_ms);
        }
        Ok(())
    }

    /// An organiser sets the time of a game.
    pub(super) fn appoint(&mut self, now_ms: u64, key: &GameKey, at_ms: u64) -> ActOutcome {
        let deadline_ms = self.deadline_ms(self.to_appoint(key)?);
        in_time(at_ms, now_ms, u64::MAX)?;
        let it = self.appointment(key);
        if it.agreed_ms != Some(at_ms) {
            it.settle(now_ms, at_ms);
            it.changed = Some((None, now_ms));
        }
        if at_ms > deadline_ms {
            it.until_ms = Some(at_ms);
        }
        Ok(())
    }

    /// An organiser gives the players of a game another deadline.
    pub(super) fn extend(&mut self, now_ms: u64, key: &GameKey, until_ms: u64) -> ActOutcome {
        self.to_appoint(key)?;
        in_time(until_ms, now_ms, u64::MAX)?;
        let it = self.appointment(key);
        it.until_ms = Some(until_ms);
        it.overdue = false;
        it.absentees.clear();
        Ok(())
    }

    /// Whether the present game of a pairing is the first to which its players have come by
    /// appointment: a replay begins at once.
    pub(super) fn is_first_of_appointment(&self, key: &GameKey) -> bool {
        self.plan.by_appointment.is_some() && self.current(key).is_some_and(|game| !game.replay)
    }

    /// Somebody has not come to their appointment. The board is closed, and the arbiter decides.
    pub(super) fn note_missed(&mut self, now_ms: u64, key: &GameKey, absentees: Vec<EntryId>) {
        let games = self.boards.remove(key).map(|board| board.games).unwrap_or_default();
        let it = self.appointment(key);
        it.missed.extend(games.iter().map(|game| game.id));
        it.agreed_ms = None;
        it.absentees = absentees;
        it.changed = Some((None, now_ms));
    }

    /// After which round somebody is out who leaves now. Of rounds that are published already they
    /// play what is at the board; for a game by appointment that has not begun nobody waits.
    pub(super) fn leaves_after(&self, id: &EntryId) -> u32 {
        let is_own = |game: &&Game| game.side_of(id).is_some();
        let waiting = self.games_to_appoint().into_iter().filter(is_own).map(|game| game.round);
        let Some(first) = waiting.min() else { return self.event.n_rounds() };
        let open = self.open_pairings().map(|(game, _)| game).filter(is_own);
        open.map(|game| game.round).max().unwrap_or_default().max(first.saturating_sub(1))
    }

    /// Somebody who is gone says nothing more to an opponent.
    pub(super) fn forget_words(&mut self, entry: &EntryId) {
        for it in self.appointments.values_mut() {
            it.words.remove(entry);
            it.said_ms.remove(entry);
        }
    }

    /// When an appointment has to be seen to next: a reminder, its time, or its deadline.
    pub(super) fn appointments_due_ms(&self) -> Option<u64> {
        if self.paused {
            return None;
        }
        let due_ms = |game: &Game| {
            let known = self.appointments.get(&game.key);
            let Some(at_ms) = known.and_then(|it| it.agreed_ms) else {
                let is_known = known.is_some_and(|it| it.overdue || !it.absentees.is_empty());
                return (!is_known).then(|| self.deadline_ms(game));
            };
            let n_reminders = known.map_or(0, |it| it.n_reminders);
            let reminder =
                REMINDERS_MS.get(n_reminders).map(|before| at_ms.saturating_sub(*before));
            Some(reminder.unwrap_or(at_ms))
        };
        self.games_to_appoint().into_iter().filter_map(due_ms).min()
    }

    /// Reminds players, opens the boards whose time has come, and notes which games have none at
    /// their deadline.
    pub(super) fn keep_appointments(&mut self, now_ms: u64) {
        if self.paused {
            return;
        }
        let games: Vec<_> = self
            .games_to_appoint()
            .into_iter()
            .map(|game| (game.key.clone(), self.deadline_ms(game)))
            .collect();
        for (key, deadline_ms) in games {
            let known = self.appointments.get(&key);
            match known.and_then(|it| it.agreed_ms) {
                // Nobody waits there any more, and it was nobody's fault.
                Some(at_ms) if at_ms <= now_ms && now_ms - at_ms >= LATE_MAX_MS => {
                    let it = self.appointment(&key);
                    it.agreed_ms = None;
                    it.changed = Some((None, now_ms));
                }
                Some(at_ms) => {
                    let n_reminders = reminders_due(now_ms, at_ms);
                    self.appointment(&key).n_reminders = n_reminders;
                }
                None if deadline_ms <= now_ms && known.is_none_or(|it| it.absentees.is_empty()) => {
                    let it = self.appointment(&key);
                    it.overdue = true;
                    it.changed = Some((None, now_ms));
                }
                None => {}
            }
        }
        self.open_boards(now_ms);
    }

    /// Whether somebody in it waits for the organisers.
    pub(super) fn asks_organisers(&self) -> bool {
        let is_open = |it: &GameAppointment| it.overdue || !it.absentees.is_empty();
        !self.hall.calls.is_empty()
            || self.appointments.values().any(is_open)
            || self.applications.values().any(|it| it.answer.is_none())
            || self.asked_of_organisers().next().is_some()
    }

    /// Nothing is kept of games that are decided but which games nobody came to.
    pub(super) fn drop_appointments(&mut self, now_ms: u64) {
        if self.appointments.is_empty() {
            return;
        }
        let pending: HashSet<GameKey> = self.event.pending().into_iter().collect();
        let mut kept = std::mem::take(&mut self.appointments);
        for (key, it) in &mut kept {
            let Some(game) = self.event.game(key).filter(|_| pending.contains(key)) else {
                *it = GameAppointment {
                    missed: std::mem::take(&mut it.missed),
                    ..Default::default()
                };
                continue;
            };
            let of_round = self.plan.by_appointment.as_ref().map(|it| it.deadline_ms(game.round));
            it.overdue &= it.until_ms.or(of_round).is_some_and(|until| until <= now_ms);
        }
        kept.retain(|key, it| self.event.game(key).is_some() && *it != GameAppointment::default());
        self.appointments = kept;
    }
}

/// Whether a time is still to come, and not after a deadline.
fn in_time(at_ms: u64, now_ms: u64, deadline_ms: u64) -> ActOutcome {
    if now_ms < at_ms && at_ms <= deadline_ms { Ok(()) } else { Err(TournamentRefusal::OutOfTime) }
}

#[cfg(test)]
mod tests;
