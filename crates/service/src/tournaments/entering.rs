//! Taking part: entering, leaving, and checking in.

use std::collections::BTreeSet;

use komadai_ids::UserId;
use komadai_tournament::{Entry, EntryId, ROUNDS_MAX, Reach, formats::Attendance};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{
    Entrant, NewEntry, TournamentRefusal,
    act::{Actor, Newcomer},
    entry_words::{check_words, marks},
    state::{ActOutcome, Effect, Phase, Tournament},
};
use crate::lines::clean_line;

/// What a player has decided by themself, which no organiser undoes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OwnWords {
    /// They have left.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub left: bool,
    /// The rounds for which they have announced an absence.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub absent: BTreeSet<u32>,
}

impl Tournament {
    /// Somebody comes in by themself, or the organiser types in somebody without an account.
    pub(super) fn enter(&mut self, now_ms: u64, actor: &Actor, new: Entrant) -> ActOutcome {
        let organises = self.is_organiser(actor);
        let is_closed = self.plan.closes_ms.is_some_and(|closes| closes <= now_ms);
        match self.phase {
            Phase::Draft if !organises => {
                return Err(TournamentRefusal::NotOpen("registration is not open yet"));
            }
            Phase::Open if is_closed && !organises => {
                return Err(TournamentRefusal::NotOpen("registration is closed"));
            }
            _ => {}
        }
        let is_host = new.person.as_ref().is_some_and(|person| self.is_to_host(person.user));
        if self.plan.by_application && !organises && !is_host {
            return Err(TournamentRefusal::NotOpen("players apply to take part; apply instead"));
        }
        if self.plan.members_only && !organises && !new.is_club_member {
            return Err(TournamentRefusal::MembersOnly);
        }
        if self.plan.team_entry.is_some() && !organises {
            return Err(TournamentRefusal::NotOpen("players choose a team, or found one"));
        }
        self.admit(now_ms, new, organises)
    }

    /// The organiser brings in several at once, or nobody.
    pub(super) fn enter_all(
        &mut self,
        now_ms: u64,
        actor: &Actor,
        entries: Vec<Newcomer>,
    ) -> Result<Option<Effect>, TournamentRefusal> {
        let mut own = None;
        for (n, Newcomer { entry, is_acquainted }) in entries.into_iter().enumerate() {
            let user = entry.user();
            let is_own = matches!(actor, Actor::User { id, .. } if user == Some(*id));
            let done = match user {
                Some(_) if !is_own => self.invite(now_ms, actor, entry, is_acquainted),
                _ => self.enter(now_ms, actor, entry),
            };
            done.map_err(|cause| TournamentRefusal::Row(n + 1, Box::new(cause)))?;
            own = own.or(user.filter(|_| is_own));
        }
        Ok(own.map(|user| Effect::TakesPart { user, does: true }))
    }

    /// Whether anybody can come in at the moment, no matter who says so.
    pub(super) fn takes_entries(&self) -> ActOutcome {
        let text = match self.phase {
            Phase::Draft | Phase::Open => return Ok(()),
            Phase::Running if self.players_come_and_go() => return Ok(()),
            Phase::Running if self.event.n_rounds() < self.plan.late_until => return Ok(()),
            Phase::Running => "it has begun, and late entries are no longer possible",
            Phase::Over | Phase::Cancelled => "it is over",
        };
        Err(TournamentRefusal::NotOpen(text))
    }

    /// Puts somebody on the list; what an organiser says of them counts where one has `said` it.
    pub(super) fn admit(&mut self, now_ms: u64, new: Entrant, said: bool) -> ActOutcome {
        self.takes_entries()?;
        let is_host = new.person.as_ref().is_some_and(|person| self.is_to_host(person.user));
        let host = self.event.host().map(|host| host.id.clone());
        let there = self.event.entries.iter().filter(|entry| entry.withdrawn_after.is_none());
        let n_there = there.filter(|entry| Some(&entry.id) != host.as_ref()).count() as u32;
        // Beside the host, if there is one.
        let most = self.event.format.players_max() - usize::from(self.event.format.is_hosted());
        let places = self.plan.players_max.map_or(most as u32, |places| places.min(most as u32));
        if n_there >= places && !is_host {
            return Err(TournamentRefusal::Full(places));
        }
        let Entrant { person, details: new, .. } = new;
        check_words(&new)?;
        let name = clean_line(&new.name);
        let (id, name) = match &person {
            Some(person) => (person.user.code().to_string(), person.name.clone()),
            None if name.is_empty() => {
                let text = "a player without an account needs a name".to_owned();
                return Err(TournamentRefusal::Settings(text));
            }
            None => {
                // Who came with an event from elsewhere may be called so already.
                let id = loop {
                    self.n_typed += 1;
                    let id = format!("p{}", self.n_typed);
                    if self.event.entry(&EntryId::from(id.as_str())).is_none() {
                        break id;
                    }
                };
                (id, name)
            }
        };
        let id = EntryId::from(id);
        // A seeding, a team or a class is the organiser's to give.
        let mut entry = Entry {
            name,
            rating: new.rating,
            grade: new.grade,
            provisional: new.provisional && new.grade.is_some(),
            club: new.club,
            ..Entry::new(id.as_str())
        };
        if said {
            (entry.team, entry.board) = (new.team, new.board);
            (entry.class, entry.seed) = (new.class, new.seed);
            (entry.start, entry.table, entry.odds) = (new.start, new.table, new.odds);
            (entry.given, entry.family) = (new.given, new.family);
            (entry.nationality, entry.unlisted) = (new.nationality, new.unlisted);
            entry.tags = marks(new.tags);
        }
        entry.reach = self.reach_of(person.is_some(), new.online);
        self.event.enter(entry)?;
        if let Some(person) = person {
            self.invited.remove(&person.user);
            self.people.insert(id.clone(), person);
        }
        if self.phase == Phase::Running && self.players_come_and_go() {
            self.come_or_go(now_ms, id, true)?;
        } else if self.is_evening() {
            // Nobody is entered who is not there.
            self.checked_in.insert(id);
        }
        Ok(())
    }

    /// Replaces what is known of an entry: before the start all of it, afterwards what nothing that
    /// was published follows from.
    pub(super) fn amend(&mut self, id: &EntryId, to: NewEntry) -> ActOutcome {
        let phases = [Phase::Draft, Phase::Open, Phase::Running, Phase::Over];
        self.in_phase(&phases, "after it was cancelled")?;
        check_words(&to)?;
        let before = self.known(id)?.clone();
        let mut entry = before.clone();
        let name = clean_line(&to.name);
        if !self.people.contains_key(id) && !name.is_empty() {
            entry.name = name;
        }
        // A grade that an organiser gives is not provisional.
        entry.provisional &= entry.grade == to.grade;
        (entry.rating, entry.grade) = (to.rating, to.grade);
        (entry.seed, entry.start, entry.table) = (to.seed, to.start, to.table);
        entry.odds = to.odds;
        (entry.club, entry.team, entry.board, entry.class) = (to.club, to.team, to.board, to.class);
        (entry.given, entry.family) = (to.given, to.family);
        (entry.nationality, entry.unlisted) = (to.nationality, to.unlisted);
        entry.tags = marks(to.tags);
        if matches!(self.phase, Phase::Running | Phase::Over) {
            self.may_change(&before, &entry)?;
        }
        if let Some(found) = self.event.entries.iter_mut().find(|found| found.id == *id) {
            *found = entry;
        }
        Ok(())
    }

    /// Whether an entry may still become another once rounds were published. Names, club,
    /// nationality and marks always may; the strength counts from the next round, so there has to
    /// be one that is paired by it; seeding, team and class have decided the draw.
    fn may_change(&self, before: &Entry, after: &Entry) -> ActOutcome {
        let drawn =
            |it: &Entry| (it.seed, it.start, it.team.clone(), it.board, it.class.clone(), it.odds);
        if drawn(before) != drawn(after) {
            return Err(TournamentRefusal::Phase("after the draw was made from it"));
        }
        let strength = |it: &Entry| (it.rating, it.grade);
        let attendance = self.event.format.attendance();
        let is_paired_anew = matches!(attendance, Attendance::ByRound | Attendance::Free);
        match self.phase {
            _ if strength(before) == strength(after) => Ok(()),
            Phase::Running if is_paired_anew => Ok(()),
            Phase::Running => Err(TournamentRefusal::Phase("once strengths made the whole draw")),
            _ => Err(TournamentRefusal::Phase("after the last round was paired")),
        }
    }

    /// Somebody who has left plays again. Only where nothing was decided by their leaving.
    pub(super) fn come_back(&mut self, actor: &Actor, id: &EntryId) -> ActOutcome {
        self.known(id)?;
        match (self.is_own(actor, id), self.own_words.get(id).is_some_and(|own| own.left)) {
            (false, true) => {
                let text = "a player who left can return only by themselves";
                return Err(TournamentRefusal::PlayerOnly(text));
            }
            // Whom an organiser has taken out, an organiser lets in again.
            (true, false) if !self.is_organiser(actor) => {
                return Err(TournamentRefusal::NotOrganiser);
            }
            _ => {}
        }
        self.in_phase(&[Phase::Open, Phase::Running], "while it is not being played")?;
        if self.phase == Phase::Running && self.event.format.attendance() != Attendance::ByRound {
            let text = "in this format a player who has left cannot return";
            return Err(TournamentRefusal::NotOpen(text));
        }
        self.event.come_back(id)?;
        self.forget_own_words(id, |own| own.left = false);
        Ok(())
    }

    /// Whether somebody is named as the one who plays everybody else at once.
    fn is_to_host(&self, user: UserId) -> bool {
        let named = self.event.format.settings.get("host").and_then(Value::as_str);
        self.event.format.is_hosted() && named == Some(user.code().to_string().as_str())
    }

    /// Whether somebody acts for themself.
    pub(super) fn is_own(&self, actor: &Actor, entry: &EntryId) -> bool {
        let Actor::User { id, .. } = actor else { return false };
        self.people.get(entry).is_some_and(|person| person.user == *id)
    }

    fn forget_own_words(&mut self, entry: &EntryId, change: impl FnOnce(&mut OwnWords)) {
        if let Some(own) = self.own_words.get_mut(entry) {
            change(own);
            if *own == OwnWords::default() {
                self.own_words.remove(entry);
            }
        }
    }

    /// Somebody says that they miss a round or come after all, or an organiser says it of them.
    pub(super) fn be_absent(
        &mut self,
        actor: &Actor,
        entry: &EntryId,
        round: u32,
        comes: bool,
    ) -> ActOutcome {
        self.known(entry)?;
        if round == 0 || round > ROUNDS_MAX {
            return Err(TournamentRefusal::Unknown(format!("round {round}")));
        }
        let is_own = self.is_own(actor, entry);
        if !comes {
            self.event.announce_absence(entry, round)?;
            if is_own {
                self.own_words.entry(entry.clone()).or_default().absent.insert(round);
            }
            return Ok(());
        }
        let by_themself = self.own_words.get(entry).is_some_and(|own| own.absent.contains(&round));
        if by_themself && !is_own {
            let text = "only the player who announced an absence can cancel it";
            return Err(TournamentRefusal::PlayerOnly(text));
        }
        self.event.take_back_absence(entry, round)?;
        self.forget_own_words(entry, |own| {
            own.absent.remove(&round);
        });
        Ok(())
    }

    /// Somebody leaves, or is taken out by an organiser.
    pub(super) fn leave(
        &mut self,
        now_ms: u64,
        actor: &Actor,
        id: &EntryId,
    ) -> Result<Option<Effect>, TournamentRefusal> {
        let entry = self.known(id)?.clone();
        if self.is_own(actor, id) {
            match self.phase {
                Phase::Draft | Phase::Open if self.plan.by_application => {
                    // Whoever wants to come after all applies again.
                    if let Some(person) = self.people.get(id) {
                        self.applications.remove(&person.user);
                    }
                }
                // Whoever wants to come after all chooses a team again.
                Phase::Draft | Phase::Open if self.plan.team_entry.is_some() => {}
                Phase::Draft | Phase::Open => {
                    if let Some(person) = self.people.get(id).cloned() {
                        let user = person.user;
                        self.remember_leaving(now_ms, user, Entrant::again(person, entry));
                    }
                }
                _ => self.own_words.entry(id.clone()).or_default().left = true,
            }
        }
        self.take_out(now_ms, id)
    }

    /// Takes somebody out: before the start without a trace, afterwards from the next round on.
    pub(super) fn take_out(
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
                if let Some(person) = &gone {
                    self.answer_application(now_ms, person.user, false);
                }
                Ok(gone.map(|person| Effect::TakesPart { user: person.user, does: false }))
            }
            Phase::Running if self.players_come_and_go() => {
                self.come_or_go(now_ms, id.clone(), false)?;
                Ok(None)
            }
            Phase::Running => {
                self.event.withdraw(id, self.leaves_after(id))?;
                self.advance(now_ms)?;
                Ok(None)
            }
            Phase::Over | Phase::Cancelled => Err(TournamentRefusal::Phase("after its end")),
        }
    }

    /// Somebody says that they are there. For somebody with an account an organiser says it only
    /// where both stand in one hall.
    pub(super) fn check_in(
        &mut self,
        now_ms: u64,
        actor: &Actor,
        id: EntryId,
        online: bool,
    ) -> ActOutcome {
        let is_own = self.is_own(actor, &id);
        let goes_home = online && self.known(&id)?.reach != Reach::Online;
        if self.is_evening() {
            // A game online begins at once: nobody has one by another's word.
            if goes_home && !is_own && *actor != Actor::Director && self.people.contains_key(&id) {
                let text = "players say by themselves that they play from home";
                return Err(TournamentRefusal::PlayerOnly(text));
            }
            self.note_place(&id, online)?;
        }
        // On an evening who pauses is soon back, and tells the host.
        let has_left = !self.is_evening() && self.own_words.get(&id).is_some_and(|own| own.left);
        if !is_own && self.people.contains_key(&id) && (!self.plan.at_the_board || has_left) {
            let text = "players online check in by themselves";
            return Err(TournamentRefusal::PlayerOnly(text));
        }
        if self.phase == Phase::Running && self.players_come_and_go() {
            self.forget_own_words(&id, |own| own.left = false);
            self.come_or_go(now_ms, id, true)?;
            // Who goes from the room home, or back, may meet others.
            return if self.is_evening() { self.advance(now_ms) } else { Ok(()) };
        }
        self.in_phase(&[Phase::Draft, Phase::Open], "after it has begun")?;
        let opens =
            self.plan.starts_ms.zip(self.plan.check_in_ms).map(|(at, ms)| at.saturating_sub(ms));
        if opens.is_some_and(|opens| now_ms < opens) {
            return Err(TournamentRefusal::NotOpen("check-in has not begun yet"));
        }
        self.checked_in.insert(id);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use komadai_ids::{TournamentId, UserId};
    use komadai_rules::RuleSet;
    use serde_json::json;

    use super::*;
    use crate::tournaments::{Act, Person, TournamentSettings, presence::PRESENCES_MAX};

    fn person(n: u8) -> Person {
        Person {
            user: UserId::new(u64::from(n), [n; 10]),
            name: format!("Player {n}"),
            handle: format!("player-{n}"),
            bot: false,
            club_grade: None,
        }
    }

    /// An arena of so many accounts, all of them connected, that has begun.
    fn arena(n: u8) -> (Tournament, Vec<EntryId>) {
        let settings: TournamentSettings = serde_json::from_value(json!({
            "name": "Arena",
            "format": { "t": "arena", "start_ms": 0, "duration_ms": 3_600_000, "wave_ms": 0 },
            "plan": {
                "variant": "standard",
                "rules": RuleSet::casual(),
                "clock": { "kind": "sudden_death", "main_ms": 600_000 },
                "grace_ms": 60_000,
            },
        }))
        .expect("settings");
        let id = TournamentId::from_uuid(UserId::new(200, [200; 10]).uuid());
        let mut it = Tournament::new(id, &person(100), 7, settings).expect("a tournament");
        let mut act = |at_ms: u64, act: Act| {
            it.act(at_ms, &Actor::Director, act, "").expect("it can be done");
        };
        act(1, Act::Open);
        for n in 1..=n {
            let mut entry: Entrant = serde_json::from_value(json!({ "name": "" })).expect("one");
            entry.person = Some(person(n));
            act(1, Act::Enter { entry: Box::new(entry) });
        }
        act(10, Act::Begin);
        let entries = it.event.entries.iter().map(|entry| entry.id.clone()).collect();
        (it, entries)
    }

    fn connections(it: &mut Tournament, at_ms: u64, lost: &[&EntryId], back: &[&EntryId]) {
        let all = |ids: &[&EntryId]| ids.iter().copied().cloned().collect();
        let act = Act::Connections { lost: all(lost), back: all(back) };
        it.act(at_ms, &Actor::Director, act, "").expect("it can be noted");
    }

    #[test]
    fn who_loses_the_connection_is_paired_again_when_it_is_back() {
        let (mut it, entries) = arena(4);
        assert_eq!(it.event.pending().len(), 2);
        let away = &entries[0];
        connections(&mut it, 20, &[away], &[]);
        assert!(!it.is_here(away) && it.away.contains(away));
        connections(&mut it, 30, &[], &[away]);
        assert!(it.is_here(away) && it.away.is_empty());
        // A player who has paused by themself is not brought back by a connection.
        it.act(40, &Actor::Director, Act::Leave { entry: away.clone() }, "").expect("they pause");
        connections(&mut it, 50, &[away], &[away]);
        assert!(!it.is_here(away));
    }

    #[test]
    fn a_line_that_breaks_again_and_again_fills_no_document() {
        let (mut it, entries) = arena(2);
        let flaps = &entries[0];
        for n in 0..2 * PRESENCES_MAX as u64 {
            connections(&mut it, 100 + 2 * n, &[flaps], &[]);
            connections(&mut it, 101 + 2 * n, &[], &[flaps]);
        }
        let own = it.event.presence.iter().filter(|presence| presence.entry == *flaps).count();
        assert!(own <= PRESENCES_MAX + 1, "{own}");
        assert!(it.is_here(flaps), "they are paired, as if the line held");
    }

    #[test]
    fn whoever_is_gone_calls_nobody() {
        let (mut it, _) = arena(2);
        let user = person(1).user;
        let actor = Actor::User { id: user, name: "Player 1".to_owned(), runs_it: false };
        it.act(20, &actor, Act::Call { text: "Giúp tôi".to_owned() }, "").expect("they play");
        assert_eq!(it.hall.calls.len(), 1);
        it.act(30, &Actor::Director, Act::Forget { user }, "").expect("it can be done");
        assert!(it.hall.calls.is_empty());
    }
}
