//! Games by appointment, and what waits for organisers, for those who are away.

use komadai_ids::UserId;
use komadai_tournament::Game;

use super::{Scanner, TTL_S, seconds};
use crate::{
    notices::{Notice, matter::Matter, words::NoticeSubject},
    tournaments::{GameAppointment, REMINDERS_MS, StoredTournament, Tournament},
};

/// The greatest age of what players say of their appointment to be notified, in milliseconds: half
/// a day.
const SAID_AGE_MAX_MS: u64 = 12 * 3_600_000;

/// The greatest age of a call for the arbiter to be notified, in milliseconds: half an hour.
const CALL_AGE_MAX_MS: u64 = 30 * 60_000;

/// How late each of the [`REMINDERS_MS`] may be, in milliseconds.
const LATE_MS: [u64; 2] = [3_600_000, 10 * 60_000];

/// So many are remembered; what was forgotten is looked up in the database again.
const MARKS_MAX: usize = 20_000;

impl Scanner {
    /// Those of which nothing is done yet.
    pub(super) fn unknown(&self, mut due: Vec<Notice>) -> Vec<Notice> {
        due.retain(|it| {
            let known = self.marks.get(&(it.to, it.matter.about()));
            known.is_none_or(|mark| *mark < it.matter.mark())
        });
        due
    }

    /// There is nothing to do any more about something that has come so far.
    pub(super) fn note(&mut self, (to, about, mark): (UserId, String, i64)) {
        if self.marks.len() >= MARKS_MAX {
            self.marks.clear();
        }
        self.marks.insert((to, about), mark);
    }

    /// Whom to tell of appointments.
    pub(super) fn appointments(&self, stored: &StoredTournament, now_ms: u64) -> Vec<Notice> {
        let it = &stored.tournament;
        let mut due = Vec::new();
        for (key, known) in &it.appointments {
            let Some(game) = it.event.game(key).filter(|game| it.waits(game)) else { continue };
            // That is the organisers' to decide, who are told by `calls`.
            if known.overdue || !known.absentees.is_empty() {
                continue;
            }
            due.extend(self.of_game(it, game, known, now_ms));
        }
        due
    }

    fn of_game(
        &self,
        it: &Tournament,
        game: &Game,
        known: &GameAppointment,
        now_ms: u64,
    ) -> Vec<Notice> {
        let mut due = Vec::new();
        let tournament = it.event.name.clone();
        for (own, other) in [(&game.sente, &game.gote), (&game.gote, &game.sente)] {
            let (Some(to), Some(opponent)) = (it.people.get(own), it.people.get(other)) else {
                continue;
            };
            if !self.is_away(to.user) {
                continue;
            }
            let opponent = opponent.name.clone();
            let mut tell = |told: NoticeSubject, mark: u64| {
                due.push(Notice {
                    to: to.user,
                    told,
                    matter: Matter::Appointment {
                        tournament: it.code(),
                        game: game.key.clone(),
                        mark,
                    },
                    board: None,
                    ttl_s: TTL_S,
                });
            };
            if let Some((by, at_ms)) = &known.changed
                && by.as_ref() != Some(own)
                && at_ms + self.away_ms() <= now_ms
                && at_ms + SAID_AGE_MAX_MS >= now_ms
            {
                let (tournament, opponent) = (tournament.clone(), opponent.clone());
                let is_proposed = known.proposals.iter().any(|proposal| proposal.by == *other);
                if known.agreed_ms.is_some() && !is_proposed {
                    tell(NoticeSubject::Agreed { tournament, opponent }, *at_ms);
                } else if is_proposed {
                    tell(NoticeSubject::Proposed { tournament, opponent }, *at_ms);
                }
            }
            let Some(at_ms) = known.agreed_ms else { continue };
            let left_ms = at_ms.saturating_sub(now_ms);
            for (before_ms, late_ms) in REMINDERS_MS.into_iter().zip(LATE_MS) {
                if left_ms <= before_ms && left_ms + late_ms >= before_ms {
                    let (tournament, opponent) = (tournament.clone(), opponent.clone());
                    let minutes = left_ms.div_ceil(60_000);
                    let told = NoticeSubject::Appointed { tournament, opponent, minutes };
                    tell(told, at_ms.saturating_sub(before_ms));
                }
            }
        }
        due
    }

    /// Whom to tell that players call the arbiter, or that something about appointments is to be
    /// decided.
    pub(super) fn calls(&self, stored: &StoredTournament, now_ms: u64) -> Vec<Notice> {
        let it = &stored.tournament;
        let calls = it.hall.calls.iter().map(|call| call.at_ms);
        let open = |known: &&GameAppointment| known.overdue || !known.absentees.is_empty();
        let missed = it.appointments.values().filter(open);
        let missed = missed.filter_map(|known| Some(known.changed.as_ref()?.1));
        let is_due =
            |at_ms: &u64| at_ms + self.away_ms() <= now_ms && at_ms + CALL_AGE_MAX_MS >= now_ms;
        let Some(latest_ms) = calls.chain(missed).filter(is_due).max() else { return Vec::new() };
        let away = it.organisers().filter(|to| self.is_away(*to));
        let notice = |to: UserId| Notice {
            to,
            told: NoticeSubject::ArbiterCalled { tournament: it.event.name.clone() },
            matter: Matter::Called { tournament: it.code(), at_ms: latest_ms },
            board: None,
            ttl_s: seconds(CALL_AGE_MAX_MS as i64),
        };
        away.map(notice).collect()
    }
}
