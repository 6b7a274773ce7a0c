//! Applications: players ask to take part, and the organisers or the host choose among them. An
//! invitation is the reverse: there the player has the last word.

use komadai_ids::UserId;
use komadai_tournament::edit::EditError;
use serde::{Deserialize, Serialize};

use super::{
    Entrant, TournamentRefusal,
    act::Actor,
    state::{ActOutcome, Effect, Phase, Tournament},
};
use crate::lines::clean_line;

/// How many applications a tournament keeps, those that were answered included.
pub const APPLICATIONS_MAX: usize = 1_000;

/// The longest word of somebody who applies, in characters.
const WORD_CHARS_MAX: usize = 200;

/// Somebody who asks to take part.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Application {
    /// What they would be entered with.
    pub entry: Entrant,
    /// What they say to it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub word: String,
    /// When they applied, in Unix milliseconds.
    pub at_ms: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answer: Option<Answer>,
}

/// What has become of an application.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Answer {
    /// Whether they take part.
    pub chosen: bool,
    /// When that was decided, in Unix milliseconds.
    pub at_ms: u64,
    /// Nobody has decided it: the tournament has begun.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub by_start: bool,
}

fn unknown() -> TournamentRefusal {
    TournamentRefusal::Unknown("such application".to_owned())
}

impl Tournament {
    /// Whether somebody is the host, who plays everybody else at once.
    pub fn hosts(&self, actor: &Actor) -> bool {
        self.event.host().is_some_and(|host| self.is_own(actor, &host.id))
    }

    /// Somebody asks to take part. Asked again before there is an answer, only their word changes.
    pub(super) fn apply(&mut self, now_ms: u64, entry: Entrant, word: &str) -> ActOutcome {
        self.in_phase(&[Phase::Open], "while it is not open for registration")?;
        if self.plan.closes_ms.is_some_and(|closes| closes <= now_ms) {
            return Err(TournamentRefusal::NotOpen("registration is closed"));
        }
        if self.plan.members_only && !entry.is_club_member {
            return Err(TournamentRefusal::MembersOnly);
        }
        let user = entry.user().ok_or_else(unknown)?;
        if let Some(entry) = self.entry_of(user) {
            return Err(EditError::Entered(entry.clone()).into());
        }
        let word = clean_line(word);
        if word.chars().count() > WORD_CHARS_MAX {
            let text = format!("a word to the host has at most {WORD_CHARS_MAX} characters");
            return Err(TournamentRefusal::Settings(text));
        }
        let n = self.applications.len();
        match self.applications.get_mut(&user) {
            Some(Application { answer: Some(_), .. }) => {
                Err(TournamentRefusal::NotOpen("your application has been answered"))
            }
            Some(known) => {
                (known.entry, known.word) = (entry, word);
                Ok(())
            }
            None if n >= APPLICATIONS_MAX => Err(TournamentRefusal::Full(n as u32)),
            None => {
                let new = Application { entry, word, at_ms: now_ms, answer: None };
                self.applications.insert(user, new);
                Ok(())
            }
        }
    }

    /// Somebody who applied does not want to any more, as long as there is no answer.
    pub(super) fn unapply(&mut self, user: UserId) -> ActOutcome {
        match self.applications.get(&user) {
            Some(Application { answer: None, .. }) => {
                self.applications.remove(&user);
                Ok(())
            }
            _ => Err(unknown()),
        }
    }

    /// Somebody who applied takes part; also somebody who was not chosen at first.
    pub(super) fn choose(
        &mut self,
        now_ms: u64,
        user: UserId,
    ) -> Result<Effect, TournamentRefusal> {
        let application = self.applications.get(&user).ok_or_else(unknown)?;
        let entry = application.entry.clone();
        self.admit(now_ms, entry, false)?;
        self.answer_application(now_ms, user, true);
        Ok(Effect::TakesPart { user, does: true })
    }

    /// Somebody who applied does not take part.
    pub(super) fn pass_over(&mut self, now_ms: u64, user: UserId) -> ActOutcome {
        match self.applications.get(&user) {
            Some(Application { answer: None, .. }) => {
                self.answer_application(now_ms, user, false);
                Ok(())
            }
            _ => Err(unknown()),
        }
    }

    /// It begins: who has not been chosen is told.
    pub(super) fn end_applications(&mut self, now_ms: u64) {
        for application in self.applications.values_mut() {
            let by_start = Answer { chosen: false, at_ms: now_ms, by_start: true };
            application.answer.get_or_insert(by_start);
        }
    }

    /// It has not begun after all: nobody has decided about those who were left out by the start,
    /// unless they have come in since.
    pub(super) fn take_up_applications(&mut self) {
        let people = &self.people;
        let is_in = |user: &UserId| people.values().any(|person| person.user == *user);
        for (user, application) in &mut self.applications {
            if application.answer.is_some_and(|answer| answer.by_start) && !is_in(user) {
                application.answer = None;
            }
        }
    }

    /// What becomes of the application of somebody who is taken out before the start.
    pub(super) fn answer_application(&mut self, now_ms: u64, user: UserId, chosen: bool) {
        if let Some(application) = self.applications.get_mut(&user) {
            application.answer = Some(Answer { chosen, at_ms: now_ms, by_start: false });
        }
    }
}
