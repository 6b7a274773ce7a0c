//! Orders in a team event: what is ordered of players holds of their teams.

use crate::{EntryId, Event, Fault, Order, Problems};

/// The order as the event of the teams has it; nothing where somebody plays for no team.
pub(super) fn of_teams(event: &Event, order: &Order) -> Option<Order> {
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
