//! Whom the bell tells what has become of a game by appointment.

use komadai_community::bell::{AppointmentStep, BellItem, BellTournament};
use komadai_ids::UserId;
use komadai_tournament::{EntryId, Game};

use super::{
    appointments::{GameAppointment, READY_MS, REMINDERS_MS},
    bells::{TournamentBell, Whom},
    state::Tournament,
};

const HOUR_MS: u64 = 3_600_000;

/// Whom a change concerns. What organisers are told comes first, then what players are.
pub(super) fn of(
    before: &Tournament,
    after: &Tournament,
    by: Option<UserId>,
    since_ms: u64,
) -> Vec<TournamentBell> {
    if before.appointments == after.appointments {
        return Vec::new();
    }
    let nothing = GameAppointment::default();
    let mut told = Vec::new();
    for (key, now) in &after.appointments {
        let was = before.appointments.get(key).unwrap_or(&nothing);
        if was == now {
            continue;
        }
        let Some(game) = after.event.game(key) else { continue };
        let change = Change { before, after, game, by, since_ms };
        change.for_organisers(was, now, &mut told);
        change.for_players(was, now, &mut told);
    }
    told
}

struct Change<'a> {
    before: &'a Tournament,
    after: &'a Tournament,
    game: &'a Game,
    by: Option<UserId>,
    since_ms: u64,
}

impl Change<'_> {
    fn item(&self, step: AppointmentStep, time_ms: Option<u64>) -> BellItem {
        let tournament =
            BellTournament { code: self.after.code(), name: self.after.event.name.clone() };
        // What somebody can say as often as they like is told once in a while.
        let since_ms = match step {
            AppointmentStep::Proposed => self.since_ms - self.since_ms % HOUR_MS,
            AppointmentStep::Now => self.since_ms - self.since_ms % READY_MS,
            _ => self.since_ms,
        };
        BellItem::Appointment { tournament, step, time_ms, since_ms }
    }

    fn user(&self, entry: &EntryId) -> Option<UserId> {
        Some(self.after.people.get(entry)?.user)
    }

    fn for_organisers(
        &self,
        was: &GameAppointment,
        now: &GameAppointment,
        told: &mut Vec<TournamentBell>,
    ) {
        let what = match now.absentees.as_slice() {
            _ if now.overdue && !was.overdue => Some((AppointmentStep::Overdue, None)),
            [] => None,
            _ if now.absentees == was.absentees => None,
            [one] => Some((AppointmentStep::Missed, self.user(one))),
            [one, ..] => Some((AppointmentStep::BothMissed, self.user(one))),
        };
        if let Some((step, whose)) = what {
            let item = self.item(step, None);
            told.push((Whom::Organisers, whose, item));
        }
    }

    fn for_players(
        &self,
        was: &GameAppointment,
        now: &GameAppointment,
        told: &mut Vec<TournamentBell>,
    ) {
        let Game { key, sente, gote, .. } = self.game;
        for (own, other) in [(sente, gote), (gote, sente)] {
            let (Some(to), Some(opponent)) = (self.user(own), self.user(other)) else { continue };
            // Nobody hears of their own doing.
            let by_self = self.by == Some(to);
            let mut tell = |step, time_ms| {
                told.push((Whom::Account(to), Some(opponent), self.item(step, time_ms)));
            };
            let theirs = |it: &GameAppointment| {
                let of = it.proposals.iter().filter(|proposal| proposal.by == *other);
                of.map(|proposal| proposal.at_ms).collect::<Vec<_>>()
            };
            if !by_self && !theirs(now).is_empty() && theirs(now) != theirs(was) {
                tell(AppointmentStep::Proposed, None);
            }
            let is_open = self.after.boards.contains_key(key);
            let was_open = self.before.boards.contains_key(key);
            if now.agreed_ms != was.agreed_ms && !by_self && !is_open && !was_open {
                match now.agreed_ms {
                    Some(at_ms) => tell(AppointmentStep::Agreed, Some(at_ms)),
                    None => tell(AppointmentStep::Cancelled, was.agreed_ms),
                }
            }
            let is_reminded = now.n_reminders > was.n_reminders && now.agreed_ms == was.agreed_ms;
            if is_reminded && !is_open {
                let is_last = now.n_reminders == REMINDERS_MS.len();
                let step = if is_last { AppointmentStep::Soon } else { AppointmentStep::Tomorrow };
                tell(step, now.agreed_ms);
            }
            let ready = now.ready.get(other);
            if ready.is_some() && ready != was.ready.get(other) {
                tell(AppointmentStep::Now, None);
            }
            if now.overdue && !was.overdue {
                tell(AppointmentStep::Overdue, None);
            }
            // A time beyond the deadline moves it too, and is told already.
            if now.until_ms != was.until_ms && now.agreed_ms == was.agreed_ms {
                tell(AppointmentStep::Extended, now.until_ms);
            }
        }
    }
}
