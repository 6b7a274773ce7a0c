//! Whom the bell tells of what was done in a tournament.

use std::collections::HashSet;

use komadai_community::bell::{BellItem, BellTournament};
use komadai_ids::{GameId, UserId};

use super::{
    Act, Actor,
    state::{Phase, Tournament},
};

/// Somebody to tell, whose doing it is, and what.
pub(super) type TournamentBell = (UserId, Option<UserId>, BellItem);

/// Whom a change concerns.
pub(super) fn of(
    before: &Tournament,
    after: &Tournament,
    actor: &Actor,
    act: &Act,
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
            told.push((*user, by, BellItem::TournamentInvited { tournament: tournament() }));
        }
    }
    match act {
        Act::Choose { user } => {
            told.push((*user, by, BellItem::TournamentEntered { tournament: tournament() }));
        }
        Act::PassOver { user } => {
            told.push((*user, by, BellItem::TournamentRefused { tournament: tournament() }));
        }
        // Nobody is left without an answer because it has begun.
        Act::Begin | Act::Due => {
            let had_none =
                |user: &UserId| before.applications.get(user).is_some_and(|it| it.answer.is_none());
            let refused = after.applications.iter().filter(|(user, it)| {
                it.answer.is_some_and(|answer| !answer.chosen) && had_none(user)
            });
            told.extend(refused.map(|(user, _)| {
                (*user, by, BellItem::TournamentRefused { tournament: tournament() })
            }));
        }
        Act::Announce { .. } => told.extend(announced(after, by, &tournament())),
        _ => {}
    }
    // In an arena one game follows the other.
    if !after.players_come_and_go() {
        told.extend(paired(before, after, &tournament()));
    }
    told
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
    people.map(|person| (person.user, by, item())).collect()
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
            told.push((to, Some(other), BellItem::RoundPaired { tournament, round, game }));
        }
    }
    told
}
