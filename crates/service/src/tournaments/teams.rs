//! Teams that players put together themselves: they found one, or ask for a place in one.
//!
//! A team is what its players say: there is one as long as somebody plays for it.

use std::collections::BTreeSet;

use komadai_community::names::is_reserved;
use komadai_ids::UserId;
use komadai_tournament::{Entry, EntryId, edit::EditError};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{
    Entrant, TeamAdmission, TeamEntry, TournamentRefusal,
    act::Actor,
    state::{ActOutcome, Effect, Phase, Tournament},
};
use crate::lines::{clean_line, has_unseen};

/// How many requests for places in teams a tournament keeps, those that were rejected included.
const REQUESTS_MAX: usize = 1_000;

/// The longest name of a team, in characters.
const TEAM_CHARS_MAX: usize = 60;

/// How many teams are remembered that do not want a player; another one is then not asked any more.
const REJECTED_MAX: usize = 50;

/// What a player asks for who wants to come into a team.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TeamRequest {
    /// What they would be entered with.
    pub entry: Entrant,
    /// The team that is asked; none once there is an answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub team: Option<String>,
    /// When they asked, in Unix milliseconds.
    pub at_ms: u64,
    /// The teams that have said no: they are not asked again.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub rejected_by: BTreeSet<String>,
}

fn unknown(thing: &str) -> TournamentRefusal {
    TournamentRefusal::Unknown(thing.to_owned())
}

fn refused<T>(text: impl Into<String>) -> Result<T, TournamentRefusal> {
    Err(TournamentRefusal::Settings(text.into()))
}

impl Tournament {
    /// The players of a team, in the order of its boards.
    fn team(&self, name: &str) -> Vec<&Entry> {
        let of_team = |entry: &&Entry| entry.team.as_deref() == Some(name);
        let there = |entry: &&Entry| entry.withdrawn_after.is_none();
        let mut team: Vec<_> = self.event.entries.iter().filter(of_team).filter(there).collect();
        team.sort_by_key(|entry| entry.board.unwrap_or(u32::MAX));
        team
    }

    /// Who speaks for a team: its founder, or the first of its players with an account. Where the
    /// organisers put the teams together, nobody does.
    pub fn captain(&self, team: &str) -> Option<&EntryId> {
        self.plan.team_entry?;
        let team_of = |id: &EntryId| self.event.entry(id).and_then(|it| it.team.as_deref());
        let founder = self.captains.get(team).filter(|id| team_of(id) == Some(team));
        founder.or_else(|| {
            let mut players = self.team(team).into_iter().map(|entry| &entry.id);
            players.find(|id| self.people.contains_key(*id))
        })
    }

    /// Whether somebody speaks for the team of all these.
    pub(super) fn leads_all(&self, actor: &Actor, entries: &[EntryId]) -> bool {
        let mut teams = entries.iter().map(|id| self.event.entry(id)?.team.as_deref());
        let Some(Some(team)) = teams.next() else { return false };
        let is_captain = self.captain(team).is_some_and(|captain| self.is_own(actor, captain));
        is_captain && teams.all(|it| it == Some(team))
    }

    /// Whether somebody who does not organise it says whether that player comes into the team.
    pub(super) fn decides_for_team(&self, actor: &Actor, user: UserId) -> bool {
        matches!(actor, Actor::User { id, .. } if self.is_team_decided_by(*id, user))
    }

    /// Whether `captain` speaks for the team that `user` asks, and may say yes.
    pub fn is_team_decided_by(&self, captain: UserId, user: UserId) -> bool {
        let team = self.team_requests.get(&user).and_then(|it| it.team.as_deref());
        let by_captain =
            self.plan.team_entry.is_some_and(|it| it.admission == TeamAdmission::Captain);
        let speaks = team.filter(|_| by_captain).and_then(|team| self.captain(team));
        let person = speaks.and_then(|speaks| self.people.get(speaks));
        person.is_some_and(|person| person.user == captain)
    }

    /// Somebody asks for a place in a team, or takes it where nobody else decides.
    pub(super) fn join_team(
        &mut self,
        now_ms: u64,
        entry: Entrant,
        team: &str,
    ) -> Result<Option<Effect>, TournamentRefusal> {
        let settings = self.takes_players_into_teams(now_ms, &entry)?;
        let user = entry.user().ok_or_else(|| unknown("such player"))?;
        let team = self.team_called(team).ok_or_else(|| unknown("such team"))?;
        self.has_place(settings, &team)?;
        if settings.admission == TeamAdmission::Anyone {
            self.settle_request(user);
            return self.put_into_team(now_ms, entry, team);
        }
        let n_requests = self.team_requests.len();
        match self.team_requests.get_mut(&user) {
            Some(known) if known.rejected_by.contains(&team) => {
                Err(TournamentRefusal::NotOpen("this team has said no to you"))
            }
            // Who said no further on is not remembered, and nobody is asked again who has.
            Some(known) if known.rejected_by.len() >= REJECTED_MAX => {
                Err(TournamentRefusal::NotOpen("too many teams have said no to you"))
            }
            Some(known) => {
                (known.entry, known.team, known.at_ms) = (entry, Some(team), now_ms);
                Ok(None)
            }
            None if n_requests >= REQUESTS_MAX => Err(TournamentRefusal::Full(REQUESTS_MAX as u32)),
            None => {
                let rejected_by = BTreeSet::new();
                let new = TeamRequest { entry, team: Some(team), at_ms: now_ms, rejected_by };
                self.team_requests.insert(user, new);
                Ok(None)
            }
        }
    }

    /// Somebody founds a team and plays for it.
    pub(super) fn found_team(
        &mut self,
        now_ms: u64,
        entry: Entrant,
        name: &str,
    ) -> Result<Option<Effect>, TournamentRefusal> {
        let settings = self.takes_players_into_teams(now_ms, &entry)?;
        if !settings.founding {
            return Err(TournamentRefusal::NotOpen("only organisers found teams here"));
        }
        let team = clean_line(name);
        if team.is_empty() || team.chars().count() > TEAM_CHARS_MAX || has_unseen(name) {
            return refused(format!(
                "the name of a team has between 1 and {TEAM_CHARS_MAX} characters, all visible"
            ));
        }
        if is_reserved(&team) {
            return refused("this name is reserved for the site itself; choose another");
        }
        if self.team_called(&team).is_some() {
            return refused("there is a team of this name already");
        }
        let user = entry.user().ok_or_else(|| unknown("such player"))?;
        let effect = self.put_into_team(now_ms, entry, team.clone())?;
        self.settle_request(user);
        if let Some(founder) = self.entry_of(user).cloned() {
            self.captains.insert(team, founder);
        }
        Ok(effect)
    }

    /// Somebody does not want the place any more, as long as there is no answer.
    pub(super) fn unjoin_team(&mut self, user: UserId) -> ActOutcome {
        self.open_request(user)?;
        self.settle_request(user);
        Ok(())
    }

    /// Somebody has the place that they asked for.
    pub(super) fn admit_to_team(
        &mut self,
        now_ms: u64,
        user: UserId,
    ) -> Result<Option<Effect>, TournamentRefusal> {
        self.in_phase(&[Phase::Open], "while it is not open for registration")?;
        let settings = self.plan.team_entry.ok_or_else(|| unknown("such team"))?;
        let request = self.open_request(user)?.clone();
        let asked = request.team.as_deref().and_then(|team| self.team_called(team));
        let team = asked.ok_or_else(|| unknown("such team any more"))?;
        self.has_place(settings, &team)?;
        self.settle_request(user);
        self.put_into_team(now_ms, request.entry, team)
    }

    /// Somebody does not have the place that they asked for, and does not ask this team again.
    pub(super) fn reject_from_team(&mut self, user: UserId) -> ActOutcome {
        let request = self.open_request(user)?;
        let team = request.team.take();
        if request.rejected_by.len() < REJECTED_MAX {
            request.rejected_by.extend(team);
        }
        Ok(())
    }

    /// Puts the players of a team into the order of its boards.
    pub(super) fn line_up(&mut self, entries: &[EntryId]) -> ActOutcome {
        self.in_phase(&[Phase::Draft, Phase::Open], "after the draw was made from it")?;
        let first = entries.first().ok_or_else(|| unknown("such team"))?;
        let team = self.known(first)?.team.clone().ok_or_else(|| unknown("such team"))?;
        let own: BTreeSet<_> = self.team(&team).into_iter().map(|entry| &entry.id).collect();
        if own != entries.iter().collect() || own.len() != entries.len() {
            return refused("a line-up has all players of the team, each of them once");
        }
        for entry in &mut self.event.entries {
            if let Some(at) = entries.iter().position(|id| *id == entry.id) {
                entry.board = Some(at as u32 + 1);
            }
        }
        Ok(())
    }

    /// Forgets founders who do not play for their team any more. What was asked stays as it is, so
    /// that it stands again when the first round is taken back.
    pub(super) fn drop_captains(&mut self) {
        let entries = &self.event.entries;
        self.captains.retain(|team, founder| {
            let founder = entries.iter().find(|entry| entry.id == *founder);
            founder.is_some_and(|entry| entry.team.as_deref() == Some(team.as_str()))
        });
    }

    /// What a player asks for who has no answer yet, as long as it can be answered.
    pub fn open_team_request(&self, user: UserId) -> Option<&TeamRequest> {
        let can_join = self.phase == Phase::Open && self.plan.team_entry.is_some();
        let request = self.team_requests.get(&user).filter(|_| can_join)?;
        let is_open = request.team.as_deref().is_some_and(|team| self.team_called(team).is_some());
        is_open.then_some(request)
    }

    /// Those who ask for a place in a team, and nobody but an organiser says yes.
    pub fn asked_of_organisers(&self) -> impl Iterator<Item = &TeamRequest> {
        let open = self.team_requests.keys().filter_map(|user| self.open_team_request(*user));
        // A team of typed names has no captain who could.
        open.filter(|request| {
            let by_captain =
                self.plan.team_entry.is_some_and(|it| it.admission == TeamAdmission::Captain);
            !by_captain || request.team.as_deref().is_none_or(|team| self.captain(team).is_none())
        })
    }

    /// Somebody asks no team any more; which teams have said no is kept.
    fn settle_request(&mut self, user: UserId) {
        if let Some(request) = self.team_requests.get_mut(&user) {
            request.team = None;
            if request.rejected_by.is_empty() {
                self.team_requests.remove(&user);
            }
        }
    }

    fn open_request(&mut self, user: UserId) -> Result<&mut TeamRequest, TournamentRefusal> {
        let request = self.team_requests.get_mut(&user).filter(|it| it.team.is_some());
        request.ok_or_else(|| unknown("such request"))
    }

    /// Whether players come into teams by themselves at the moment, and this one too.
    fn takes_players_into_teams(
        &self,
        now_ms: u64,
        entry: &Entrant,
    ) -> Result<TeamEntry, TournamentRefusal> {
        let settings = self.plan.team_entry;
        let settings =
            settings.ok_or(TournamentRefusal::NotOpen("the organisers put the teams together"))?;
        self.in_phase(&[Phase::Open], "while it is not open for registration")?;
        if self.plan.closes_ms.is_some_and(|closes| closes <= now_ms) {
            return Err(TournamentRefusal::NotOpen("registration is closed"));
        }
        if self.plan.members_only && !entry.is_club_member {
            return Err(TournamentRefusal::MembersOnly);
        }
        let own = entry.user().and_then(|user| self.entry_of(user));
        match own.filter(|id| self.event.entry(id).is_some_and(|it| it.team.is_some())) {
            Some(own) => Err(EditError::Entered(own.clone()).into()),
            None => Ok(settings),
        }
    }

    /// The team that is called so, however it is written.
    fn team_called(&self, name: &str) -> Option<String> {
        let name = clean_line(name).to_lowercase();
        let there = self.event.entries.iter().filter(|entry| entry.withdrawn_after.is_none());
        let mut teams = there.filter_map(|entry| entry.team.as_deref());
        teams.find(|team| team.to_lowercase() == name).map(str::to_owned)
    }

    fn has_place(&self, settings: TeamEntry, team: &str) -> ActOutcome {
        let places = self.places_of_team(settings);
        if (self.team(team).len() as u64) < places {
            Ok(())
        } else {
            Err(TournamentRefusal::Full(places as u32))
        }
    }

    fn places_of_team(&self, settings: TeamEntry) -> u64 {
        let boards = self.event.format.settings.get("boards").and_then(Value::as_u64);
        boards.unwrap_or(1).saturating_add(u64::from(settings.reserves))
    }

    /// Enters somebody in a team, last in its order; somebody who has been entered without a team
    /// comes into it.
    fn put_into_team(
        &mut self,
        now_ms: u64,
        entry: Entrant,
        team: String,
    ) -> Result<Option<Effect>, TournamentRefusal> {
        let user = entry.user().ok_or_else(|| unknown("such player"))?;
        let of_team = self.team(&team);
        let last = of_team.iter().filter_map(|entry| entry.board).max().unwrap_or(0);
        let board = last.max(of_team.len() as u32).saturating_add(1);
        let known = self.entry_of(user).cloned();
        if let Some(known) = &known
            && self.event.entry(known).is_some_and(|entry| entry.team.is_some())
        {
            return Err(EditError::Entered(known.clone()).into());
        }
        if known.is_none() {
            self.admit(now_ms, entry, false)?;
        }
        let id = self.entry_of(user).cloned();
        if let Some(own) = self.event.entries.iter_mut().find(|it| Some(&it.id) == id.as_ref()) {
            own.team = Some(team);
            own.board = Some(board);
        }
        Ok(known.is_none().then_some(Effect::TakesPart { user, does: true }))
    }
}

#[cfg(test)]
mod tests {
    use komadai_ids::TournamentId;
    use komadai_rules::RuleSet;
    use serde_json::json;

    use super::*;
    use crate::tournaments::{Act, Person, TournamentSettings};

    #[test]
    fn who_was_rejected_by_many_teams_asks_none_any_more() {
        let format = json!({ "t": "team", "boards": 2, "inner": { "t": "swiss", "rounds": 1 } });
        let plan = json!({
            "variant": "standard",
            "rules": RuleSet::casual(),
            "clock": { "kind": "sudden_death", "main_ms": 600_000 },
            "grace_ms": 60_000,
            "team_entry": { "founding": true, "admission": "captain", "reserves": 1 },
        });
        let settings = json!({ "name": "Teams", "format": format, "plan": plan });
        let settings: TournamentSettings = serde_json::from_value(settings).expect("settings");
        let person = |n: u8| Person {
            user: UserId::new(u64::from(n), [n; 10]),
            name: format!("player {n}"),
            handle: format!("player-{n}"),
            bot: false,
            club_grade: None,
        };
        let id = TournamentId::from_uuid(person(9).user.uuid());
        let mut it = Tournament::new(id, &person(1), 7, settings).expect("a tournament");
        let mut done = |by: &Actor, act: Act| it.act(1, by, act, "").map(drop);
        let entry = json!({ "name": "Guest", "team": "Huế" });
        let entry = Box::new(serde_json::from_value(entry).expect("a guest"));
        done(&Actor::Director, Act::Open).expect("it opens");
        done(&Actor::Director, Act::Enter { entry }).expect("they enter");
        let two = person(2);
        let player = Actor::User { id: two.user, name: two.name.clone(), runs_it: false };
        let asks = || {
            let entry = Entrant { person: Some(two.clone()), ..Entrant::default() };
            Act::JoinTeam { entry: Box::new(entry), team: "Huế".to_owned() }
        };
        done(&player, asks()).expect("one that has said nothing is asked");
        let known = it.team_requests.get_mut(&two.user).expect("they ask");
        known.rejected_by = (0..REJECTED_MAX).map(|n| format!("team {n}")).collect();
        let refusal = it.act(1, &player, asks(), "").err();
        let expected = TournamentRefusal::NotOpen("too many teams have said no to you");
        assert_eq!(refusal, Some(expected));
    }
}
