//! Who takes part: coming in, leaving, and saying that one is there.

use komadai_tournament::{Entry, EntryId, Presence};

use super::{
    act::{Actor, TournamentRefusal},
    settings::NewEntry,
    state::{Done, Effect, Phase, Tournament},
};
use crate::lines::{clean_line, has_unseen};

/// The longest name that is typed for somebody without an account, in characters.
const PLAYER_NAME_CHARS_MAX: usize = 60;

/// How often somebody may come to an arena and pause.
const PRESENCES_MAX: usize = 200;

impl Tournament {
    pub(super) fn enter(&mut self, now_ms: u64, actor: &Actor, new: NewEntry) -> Done {
        let organises = self.is_organiser(actor);
        match self.phase {
            Phase::Draft if organises => {}
            Phase::Draft => return Err(TournamentRefusal::NotOpen("registration is not open yet")),
            Phase::Open => {
                if !organises && self.plan.closes_ms.is_some_and(|closes| closes <= now_ms) {
                    return Err(TournamentRefusal::NotOpen("registration is closed"));
                }
            }
            Phase::Running => {
                let may = self.is_arena() || self.event.n_rounds() < self.plan.late_until;
                if !may {
                    let text = "it has begun, and nobody can come in any more";
                    return Err(TournamentRefusal::NotOpen(text));
                }
            }
            Phase::Over | Phase::Cancelled => {
                return Err(TournamentRefusal::NotOpen("it is over"));
            }
        }
        if self.plan.members_only && !organises && !new.is_club_member {
            return Err(TournamentRefusal::MembersOnly);
        }
        let n_there = self.event.entries.iter().filter(|entry| entry.withdrawn_after.is_none());
        let places = self.plan.players_max.unwrap_or(komadai_tournament::ENTRIES_MAX as u32);
        if n_there.count() as u32 >= places {
            return Err(TournamentRefusal::Full(places));
        }
        check_words(&new)?;
        let name = clean_line(&new.name);
        let (id, name) = match &new.person {
            Some(person) => (person.user.code().to_string(), person.name.clone()),
            None if name.is_empty() => {
                let text = "somebody without an account needs a name".to_owned();
                return Err(TournamentRefusal::Settings(text));
            }
            None => {
                self.n_typed += 1;
                (format!("p{}", self.n_typed), name)
            }
        };
        let id = EntryId::from(id);
        // A seeding, a team or a class is the organiser's to give.
        let mut entry =
            Entry { name, rating: new.rating, grade: new.grade, ..Entry::new(id.as_str()) };
        if organises {
            (entry.club, entry.team, entry.board) = (new.club, new.team, new.board);
            (entry.class, entry.seed) = (new.class, new.seed);
        }
        self.event.enter(entry)?;
        if let Some(person) = new.person {
            self.people.insert(id.clone(), person);
        }
        if self.phase == Phase::Running && self.is_arena() {
            self.come_or_go(now_ms, id, true)?;
        }
        Ok(())
    }

    /// What is known of an entry, anew.
    pub(super) fn amend(&mut self, id: &EntryId, to: NewEntry) -> Done {
        self.in_phase(&[Phase::Draft, Phase::Open], "after it has begun")?;
        self.known(id)?;
        check_words(&to)?;
        let has_account = self.people.contains_key(id);
        let Some(entry) = self.event.entries.iter_mut().find(|entry| entry.id == *id) else {
            return Ok(());
        };
        let name = to.name.trim();
        if !has_account && !name.is_empty() {
            entry.name = name.to_owned();
        }
        (entry.rating, entry.grade, entry.seed) = (to.rating, to.grade, to.seed);
        (entry.club, entry.team, entry.board, entry.class) = (to.club, to.team, to.board, to.class);
        Ok(())
    }

    /// Somebody who has left plays again. Only where nothing was decided by their leaving.
    pub(super) fn come_back(&mut self, id: &EntryId) -> Done {
        self.known(id)?;
        self.in_phase(&[Phase::Running], "while it is not being played")?;
        if !["swiss", "mcmahon"].contains(&self.event.format.name.as_str()) {
            let text = "who has left this format cannot come back";
            return Err(TournamentRefusal::NotOpen(text));
        }
        Ok(self.event.come_back(id)?)
    }

    /// Somebody comes to an arena, or pauses.
    fn come_or_go(&mut self, now_ms: u64, entry: EntryId, here: bool) -> Done {
        let own = self.event.presence.iter().filter(|it| it.entry == entry);
        let (n_own, is_here) = own.fold((0, false), |(n, _), it| (n + 1, it.here));
        if is_here == here {
            return Ok(());
        }
        if n_own >= PRESENCES_MAX {
            let text = "you have come and gone too often; stay as you are";
            return Err(TournamentRefusal::NotOpen(text));
        }
        self.event.presence.push(Presence { entry, at_ms: now_ms, here });
        self.advance(now_ms)
    }

    pub(super) fn leave(
        &mut self,
        now_ms: u64,
        id: &EntryId,
    ) -> Result<Option<Effect>, TournamentRefusal> {
        self.known(id)?;
        match self.phase {
            Phase::Draft | Phase::Open => {
                self.event.entries.retain(|entry| entry.id != *id);
                self.checked_in.remove(id);
                let gone = self.people.remove(id);
                Ok(gone.map(|person| Effect::TakesPart { user: person.user, does: false }))
            }
            Phase::Running if self.is_arena() => {
                self.come_or_go(now_ms, id.clone(), false)?;
                Ok(None)
            }
            Phase::Running => {
                let round = self.event.n_rounds();
                self.event.withdraw(id, round)?;
                self.advance(now_ms)?;
                Ok(None)
            }
            Phase::Over | Phase::Cancelled => Err(TournamentRefusal::Phase("after its end")),
        }
    }

    pub(super) fn check_in(&mut self, now_ms: u64, id: EntryId) -> Done {
        self.known(&id)?;
        if self.phase == Phase::Running && self.is_arena() {
            return self.come_or_go(now_ms, id, true);
        }
        self.in_phase(&[Phase::Draft, Phase::Open], "after it has begun")?;
        let opens =
            self.plan.starts_ms.zip(self.plan.check_in_ms).map(|(at, ms)| at.saturating_sub(ms));
        if opens.is_some_and(|opens| now_ms < opens) {
            return Err(TournamentRefusal::NotOpen("checking in has not begun yet"));
        }
        self.checked_in.insert(id);
        Ok(())
    }
}

/// Whether the words of an entry are short enough.
fn check_words(new: &NewEntry) -> Done {
    let refused = |text: String| Err(TournamentRefusal::Settings(text));
    if clean_line(&new.name).chars().count() > PLAYER_NAME_CHARS_MAX || has_unseen(&new.name) {
        return refused(format!("a name has between 1 and {PLAYER_NAME_CHARS_MAX} characters"));
    }
    let words = [&new.club, &new.team, &new.class];
    if words.into_iter().flatten().any(|text| text.chars().count() > PLAYER_NAME_CHARS_MAX) {
        return refused(format!(
            "club, team and class have at most {PLAYER_NAME_CHARS_MAX} characters"
        ));
    }
    Ok(())
}
