//! Whom the bell tells of what was done in a tournament.

use std::collections::HashSet;

use komadai_community::bell::{BellItem, BellTournament};
use komadai_ids::{Code, GameId, UserId};
use komadai_tournament::EntryId;

use super::{
    Act, Actor, Call, TeamAdmission, appointment_bells,
    state::{Phase, Tournament},
};

/// Whom to tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Whom {
    Account(UserId),
    /// Everybody who organises it, also for its club.
    Organisers,
}

/// Whom to tell, whose doing it is, and what.
pub(super) type TournamentBell = (Whom, Option<UserId>, BellItem);

/// Whom a change concerns.
pub(super) fn of(
    before: &Tournament,
    after: &Tournament,
    actor: &Actor,
    act: &Act,
    now_ms: u64,
) -> Vec<TournamentBell> {
    let tournament = || BellTournament { code: after.code(), name: after.event.name.clone() };
    let by = match actor {
        Actor::User { id, .. } => Some(*id),
        Actor::Director => None,
    };
    let mut told: Vec<TournamentBell> = Vec::new();
    // Of what is asked in a draft the invited players know once it is open.
    let is_shown = before.phase == Phase::Draft && after.phase != Phase::Draft;
    for user in after.invited.keys() {
        let is_new = is_shown || !before.invited.contains_key(user);
        if is_new && after.invitation_of(*user).is_some_and(|it| !it.declined) {
            told.push((
                Whom::Account(*user),
                by,
                BellItem::TournamentInvited { tournament: tournament() },
            ));
        }
    }
    match act {
        Act::Choose { user } => {
            told.push((
                Whom::Account(*user),
                by,
                BellItem::TournamentEntered { tournament: tournament() },
            ));
        }
        Act::PassOver { user } => {
            told.push((
                Whom::Account(*user),
                by,
                BellItem::TournamentRefused { tournament: tournament() },
            ));
        }
        // Nobody is left without an answer because it has begun.
        Act::Begin | Act::Due => {
            let had_none =
                |user: &UserId| before.applications.get(user).is_some_and(|it| it.answer.is_none());
            let refused = after.applications.iter().filter(|(user, it)| {
                it.answer.is_some_and(|answer| !answer.chosen) && had_none(user)
            });
            told.extend(refused.map(|(user, _)| {
                let item = BellItem::TournamentRefused { tournament: tournament() };
                (Whom::Account(*user), by, item)
            }));
        }
        Act::Announce { .. } => told.extend(announced(after, by, &tournament())),
        Act::Apply { entry, .. } => {
            let applicant = entry.user();
            let is_new = applicant.is_some_and(|user| !before.applications.contains_key(&user));
            let host = after.event.host().and_then(|host| after.people.get(&host.id));
            let host =
                host.map(|host| host.user).filter(|host| !after.organisers().any(|it| it == *host));
            let whom = std::iter::once(Whom::Organisers).chain(host.map(Whom::Account));
            let item = || BellItem::TournamentApplied { tournament: tournament() };
            told.extend(whom.filter(|_| is_new).map(|to| (to, applicant, item())));
        }
        Act::JoinTeam { entry, .. } => told.extend(asked_for_team(before, after, entry.user())),
        Act::AdmitToTeam { user } | Act::RejectFromTeam { user } => {
            let request = before.team_requests.get(user).and_then(|it| it.team.clone());
            let item = request.map(|team| match act {
                Act::AdmitToTeam { .. } => {
                    BellItem::TeamAdmitted { tournament: tournament(), team }
                }
                _ => BellItem::TeamRejected { tournament: tournament(), team },
            });
            told.extend(item.map(|item| (Whom::Account(*user), by, item)));
        }
        Act::Leave { entry } => {
            let team = team_left(before, after, by, entry);
            told.extend(team.map(|(user, team)| {
                let item = BellItem::TeamRejected { tournament: tournament(), team };
                (Whom::Account(user), by, item)
            }));
        }
        _ => {}
    }
    let new_calls = after.hall.calls.iter().filter(|it| !before.hall.calls.contains(it));
    for call in new_calls {
        let caller = after.people.get(&call.entry).map(|person| person.user);
        told.push((Whom::Organisers, caller, called(after, call)));
    }
    told.extend(appointment_bells::of(before, after, by, now_ms));
    // In an arena one game follows the other.
    if !after.players_come_and_go() {
        told.extend(paired(before, after, &tournament()));
    }
    told
}

/// Who decides about a place in a team hears that a player asks for it.
fn asked_for_team(
    before: &Tournament,
    after: &Tournament,
    user: Option<UserId>,
) -> Option<TournamentBell> {
    let team = |it: &Tournament| Some(it.open_team_request(user?)?.team.clone());
    let asked = team(after)?.filter(|_| team(before) != team(after))?;
    let captain = after.captain(&asked).and_then(|captain| after.people.get(captain));
    let whom = match after.plan.team_entry?.admission {
        TeamAdmission::Captain => captain.map(|it| Whom::Account(it.user)),
        _ => None,
    };
    let tournament = BellTournament { code: after.code(), name: after.event.name.clone() };
    let item = BellItem::TeamAsked { tournament, team: asked };
    Some((whom.unwrap_or(Whom::Organisers), user, item))
}

/// Whom somebody else takes out of which team, while players choose their teams.
fn team_left(
    before: &Tournament,
    after: &Tournament,
    by: Option<UserId>,
    entry: &EntryId,
) -> Option<(UserId, String)> {
    before.plan.team_entry.filter(|_| before.phase == Phase::Open)?;
    let user = before.people.get(entry)?.user;
    let is_gone = after.event.entry(entry).is_none() && by != Some(user);
    let team = before.event.entry(entry)?.team.clone()?;
    is_gone.then_some((user, team))
}

/// What organisers are told of a call.
pub(super) fn called(it: &Tournament, call: &Call) -> BellItem {
    let tournament = BellTournament { code: it.code(), name: it.event.name.clone() };
    BellItem::ArbiterCalled { tournament, text: call.text.clone(), since_ms: call.at_ms }
}

/// A call for the arbiter that is over.
pub(super) struct AnsweredCall {
    /// Whose it was.
    pub by: UserId,
    /// What organisers are told instead of it.
    pub instead: BellItem,
    code: Code,
    since_ms: u64,
}

impl AnsweredCall {
    /// Whether it is this that organisers were told, by whatever name the tournament had then.
    pub(super) fn is_told_by(&self, item: &BellItem) -> bool {
        matches!(item, BellItem::ArbiterCalled { tournament, since_ms, .. }
            if tournament.code == self.code && *since_ms == self.since_ms)
    }
}

/// Calls that are over.
pub(super) fn answered(before: &Tournament, after: &Tournament) -> Vec<AnsweredCall> {
    let is_there = |call: &Call| {
        let mut calls = after.hall.calls.iter();
        calls.any(|it| it.entry == call.entry && it.at_ms == call.at_ms)
    };
    let over = before.hall.calls.iter().filter(|it| !is_there(it));
    let told = |call: &Call| {
        let tournament = BellTournament { code: after.code(), name: after.event.name.clone() };
        Some(AnsweredCall {
            by: before.people.get(&call.entry)?.user,
            instead: BellItem::ArbiterAnswered { tournament },
            code: after.code(),
            since_ms: call.at_ms,
        })
    };
    over.filter_map(told).collect()
}

/// Everybody who takes part hears the last announcement.
fn announced(
    after: &Tournament,
    by: Option<UserId>,
    tournament: &BellTournament,
) -> Vec<TournamentBell> {
    let Some(last) = after.hall.announcements.last() else { return Vec::new() };
    let here = after.event.entries.iter().filter(|it| it.withdrawn_after.is_none());
    let people = here.filter_map(|entry| after.people.get(&entry.id));
    let item = || BellItem::TournamentAnnounced {
        tournament: tournament.clone(),
        text: last.text.clone(),
    };
    people.map(|person| (Whom::Account(person.user), by, item())).collect()
}

/// The players of boards that have been opened.
fn paired(
    before: &Tournament,
    after: &Tournament,
    tournament: &BellTournament,
) -> Vec<TournamentBell> {
    let known: HashSet<GameId> = before.open().into_iter().map(|(_, board)| board.id).collect();
    let mut told = Vec::new();
    for (key, board) in after.open() {
        let Some(game) = after.event.game(&key).filter(|_| !known.contains(&board.id)) else {
            continue;
        };
        let both = (after.people.get(&game.sente), after.people.get(&game.gote));
        let (Some(sente), Some(gote)) = both else { continue };
        for (to, other) in [(sente.user, gote.user), (gote.user, sente.user)] {
            let (tournament, round, game) = (tournament.clone(), game.round, board.id.code());
            told.push((
                Whom::Account(to),
                Some(other),
                BellItem::RoundPaired { tournament, round, game },
            ));
        }
    }
    told
}
