//! What is said in the hall: results that players report, calls for the arbiter, announcements.

use std::collections::{BTreeMap, HashSet};

use komadai_tournament::{EntryId, GameKey, Outcome};
use serde::{Deserialize, Serialize};

use super::{
    TournamentRefusal,
    act::Actor,
    state::{ActOutcome, Phase, Tournament},
    table_clocks::GivenReport,
};
use crate::lines::{clean_line, has_unseen};

/// The longest call for the arbiter, and the longest announcement, in characters.
const CALL_CHARS_MAX: usize = 200;
const ANNOUNCEMENT_CHARS_MAX: usize = 500;

/// So many announcements are kept, the latest.
const ANNOUNCEMENTS_MAX: usize = 20;

/// For how long a result that was typed may be corrected, in milliseconds; later it takes a ruling.
const CORRECTED_MS: u64 = 60_000;

/// What is said in the hall.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct TournamentChat {
    /// What the players of a game say of its result, as long as they do not agree.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub reports: BTreeMap<GameKey, BTreeMap<EntryId, Outcome>>,
    /// What the keys of tables are made of, where phones are clocks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub table_secret: Option<String>,
    /// What the clocks of tables say of their games.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub tables: BTreeMap<GameKey, GivenReport>,
    /// Who calls the arbiter, the first one first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub calls: Vec<Call>,
    /// What organisers tell everybody, the latest last.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub announcements: Vec<Announcement>,
    /// How many announcements there have been.
    #[serde(skip_serializing_if = "is_zero")]
    pub n_announced: u32,
}

fn is_zero(n: &u32) -> bool {
    *n == 0
}

impl TournamentChat {
    pub(super) fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// Somebody calls the arbiter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Call {
    pub entry: EntryId,
    /// When, in Unix milliseconds.
    pub at_ms: u64,
    /// Why, if it was said.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub text: String,
}

/// A word of the organisers to everybody.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Announcement {
    /// From 1.
    pub number: u32,
    /// When, in Unix milliseconds.
    pub at_ms: u64,
    /// What the organiser is called.
    pub by: String,
    pub text: String,
}

impl Tournament {
    /// The entry of the person acting.
    pub(super) fn own_entry(&self, actor: &Actor) -> Result<EntryId, TournamentRefusal> {
        let Actor::User { id, .. } = actor else { return Err(not_a_player()) };
        self.entry_of(*id).cloned().ok_or_else(not_a_player)
    }

    /// A player says how their game at a real board came out. Once both say the same it counts.
    pub(super) fn report(
        &mut self,
        now_ms: u64,
        actor: &Actor,
        key: &GameKey,
        outcome: Outcome,
    ) -> ActOutcome {
        self.in_phase(&[Phase::Running], "while it is not being played")?;
        let own = self.own_entry(actor)?;
        let found = self.event.game(key).filter(|game| game.side_of(&own).is_some());
        let Some(game) = found else {
            return Err(TournamentRefusal::Unknown(format!("game {key} of yours")));
        };
        if self.boards.contains_key(key) || self.waits(game) || !self.is_pending(key) {
            return Err(TournamentRefusal::NotPlayed);
        }
        if !outcome.was_played() || outcome == Outcome::BothLose {
            let text = "players report who won, or a draw; the arbiter decides the rest";
            return Err(TournamentRefusal::Settings(text.to_owned()));
        }
        let both = [game.sente.clone(), game.gote.clone()];
        let said = self.hall.reports.entry(key.clone()).or_default();
        said.insert(own, outcome);
        if both.iter().all(|one| said.get(one) == Some(&outcome)) {
            return self.note_typed(now_ms, key, outcome);
        }
        Ok(())
    }

    /// Notes a result of a real board, or corrects one that was noted within the last minute.
    pub(super) fn note_typed(
        &mut self,
        now_ms: u64,
        key: &GameKey,
        outcome: Outcome,
    ) -> ActOutcome {
        if self.is_correctable(now_ms, key) {
            self.event.correct_result(key, outcome)?;
            self.phase = Phase::Running;
            self.next_ms = None;
        } else {
            self.in_phase(&[Phase::Running], "while it is not being played")?;
            self.settle_toss(key, outcome)?;
            self.event.note_result(key, outcome, Some(now_ms))?;
        }
        self.advance(now_ms)
    }

    /// What players say of a result matters until there is one.
    pub(super) fn drop_reports(&mut self) {
        self.drop_table_reports();
        if self.hall.reports.is_empty() {
            return;
        }
        let pending: HashSet<GameKey> = self.event.pending().into_iter().collect();
        self.hall.reports.retain(|key, _| pending.contains(key));
    }

    /// Of a game whose furigoma nobody has noted the result says who won: the one named first is
    /// sente from then on. Where sides are tossed for, nothing goes by them.
    pub(super) fn settle_toss(&mut self, key: &GameKey, outcome: Outcome) -> ActOutcome {
        let waits = self.event.game(key).filter(|game| game.toss && outcome.was_played());
        if let Some(first) = waits.map(|game| game.sente.clone()) {
            self.event.note_toss(key, &first)?;
        }
        Ok(())
    }

    /// Whether a result was typed so short a time ago that another one corrects it: nothing has
    /// followed from it yet.
    fn is_correctable(&self, now_ms: u64, key: &GameKey) -> bool {
        let Some(game) = self.event.game(key) else { return false };
        let is_fresh = game.ended_ms.is_some_and(|at| now_ms.saturating_sub(at) <= CORRECTED_MS);
        let is_later = |other: &&komadai_tournament::Game| {
            other.key != game.key
                && other.outcome().is_none()
                && (other.side_of(&game.sente).is_some() || other.side_of(&game.gote).is_some())
        };
        is_fresh
            && game.result.is_some()
            && game.ruling.is_none()
            && (game.round == self.event.n_rounds() || game.play_off.is_some())
            && matches!(self.phase, Phase::Running | Phase::Over)
            && !self.event.closed
            && !self.boards.contains_key(key)
            && !self.event.games.iter().any(|other| is_later(&other))
    }

    /// A player calls the arbiter; calling again changes the words.
    pub(super) fn call(&mut self, now_ms: u64, actor: &Actor, text: &str) -> ActOutcome {
        self.in_phase(&[Phase::Running], "while it is not being played")?;
        let entry = self.own_entry(actor)?;
        let text = said(text, CALL_CHARS_MAX)?;
        match self.hall.calls.iter_mut().find(|call| call.entry == entry) {
            Some(call) => call.text = text,
            None => self.hall.calls.push(Call { entry, at_ms: now_ms, text }),
        }
        Ok(())
    }

    /// The arbiter has come, or the player needs nobody any more.
    pub(super) fn answer(&mut self, entry: &EntryId) -> ActOutcome {
        self.hall.calls.retain(|call| call.entry != *entry);
        Ok(())
    }

    /// Tells everybody something.
    pub(super) fn announce(&mut self, now_ms: u64, by: String, text: &str) -> ActOutcome {
        self.in_phase(&[Phase::Open, Phase::Running], "while it is not being played")?;
        let text = said(text, ANNOUNCEMENT_CHARS_MAX)?;
        if text.is_empty() {
            return Err(TournamentRefusal::Settings("an announcement needs a text".to_owned()));
        }
        self.hall.n_announced += 1;
        let number = self.hall.n_announced;
        self.hall.announcements.push(Announcement { number, at_ms: now_ms, by, text });
        let n_old = self.hall.announcements.len().saturating_sub(ANNOUNCEMENTS_MAX);
        self.hall.announcements.drain(..n_old);
        Ok(())
    }

    /// Players who are gone say nothing more: their calls and reports go.
    pub(super) fn forget_in_hall(&mut self, entry: &EntryId) {
        self.hall.calls.retain(|call| call.entry != *entry);
        self.hall.tables.retain(|_, it| it.sente != *entry && it.gote != *entry);
        for said in self.hall.reports.values_mut() {
            said.retain(|one, _| one != entry);
        }
    }
}

fn not_a_player() -> TournamentRefusal {
    TournamentRefusal::PlayerOnly("it is for players of the tournament")
}

/// What somebody says, without what nobody sees.
pub(super) fn said(text: &str, chars_max: usize) -> Result<String, TournamentRefusal> {
    let text = clean_line(text);
    if text.chars().count() > chars_max || has_unseen(&text) {
        let text = format!("this is one line of at most {chars_max} characters");
        return Err(TournamentRefusal::Settings(text));
    }
    Ok(text)
}
