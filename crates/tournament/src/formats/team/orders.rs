//! Orders in a team event: what is ordered of players holds of their teams.

use std::{collections::HashSet, mem::discriminant};

use crate::{EntryId, Event, Fault, Order, Problems};

/// The orders as the event of the teams has them; none where somebody plays for no team. Several
/// about the same teams, as one for each board of a match, are one.
pub(super) fn of_teams(event: &Event) -> Vec<Order> {
    let mut known = HashSet::new();
    let orders = event.orders.iter().filter_map(|order| of_team(event, order));
    let new = orders.filter(|order| {
        let mut teams = order.players().map(Clone::clone);
        teams.sort_unstable();
        known.insert((discriminant(order), order.round(), teams))
    });
    new.collect()
}

/// The players of these teams whom orders for that round name.
pub(super) fn players_of(event: &Event, teams: &[EntryId], round: u32) -> Vec<EntryId> {
    let is_of_them = |id: &EntryId| {
        let team = event.entry(id).and_then(|entry| entry.team.as_deref());
        team.is_some_and(|team| teams.iter().any(|it| it.as_str() == team))
    };
    let mut players: Vec<EntryId> = Vec::new();
    for order in event.orders.iter().filter(|order| order.round() == Some(round)) {
        for id in order.players() {
            if is_of_them(id) && !players.contains(id) {
                players.push(id.clone());
            }
        }
    }
    players
}

fn of_team(event: &Event, order: &Order) -> Option<Order> {
    let team = |id: &EntryId| event.entry(id)?.team.as_deref().map(EntryId::from);
    let mut order = order.clone();
    match &mut order {
        Order::Pair { sente: a, gote: b, .. } | Order::Forbid { a, b, .. } => {
            (*a, *b) = (team(a)?, team(b)?);
        }
        Order::Bye { entry, .. } => *entry = team(entry)?,
    }
    Some(order)
}

/// Notes orders about two of one team, who never meet.
pub(super) fn check(event: &Event, problems: &mut Problems) {
    for (n, order) in event.orders.iter().enumerate() {
        let (Order::Pair { sente: a, gote: b, .. } | Order::Forbid { a, b, .. }) = order else {
            continue;
        };
        let team = |id: &EntryId| event.entry(id).and_then(|entry| entry.team.as_deref());
        if team(a) == team(b) {
            problems.add(Fault::OwnTeam, format!("orders[{n}]"), "both play for one team");
        }
    }
}
