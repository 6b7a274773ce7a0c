//! Players who ask for something, for those who decide about it and are away.

use std::{cmp::Reverse, collections::HashSet};

use komadai_ids::UserId;
use komadai_store::{
    ClubRole,
    clubs::{joining, members},
};

use super::{Scanner, TTL_S};
use crate::{
    notices::{Notice, matter::Matter, words::NoticeSubject},
    tournaments::{StoredTournament, TeamAdmission, Tournament},
};

/// The greatest age of a request to be notified, in milliseconds: half a day.
pub(super) const AGE_MAX_MS: u64 = 12 * 3_600_000;

impl Scanner {
    /// Requests to join clubs; each is looked at once.
    pub(super) async fn look_for_requests(&mut self) -> komadai_store::Result<()> {
        let to_ms = self.now_ms().saturating_sub(self.away_ms()) as i64;
        let mut conn = self.notices.inner.store.read().await?;
        let asked = joining::asked_between(&mut conn, self.requests_from_ms, to_ms).await?;
        let mut from_ms = self.requests_from_ms;
        let mut due = Vec::new();
        for it in asked {
            from_ms = from_ms.max(it.made_ms + 1);
            let all = members::all_of(&mut conn, it.club).await?.into_iter();
            let organisers = all.filter(|line| line.role >= ClubRole::Organiser);
            let away = organisers.filter_map(|line| line.user).filter(|to| self.is_away(*to));
            due.extend(away.map(|to| Notice {
                to,
                told: NoticeSubject::ClubAsked { club: it.name.clone() },
                matter: Matter::ClubAsked { club: it.slug.clone(), at_ms: it.made_ms },
                board: None,
                ttl_s: TTL_S,
            }));
        }
        drop(conn);
        for notice in due {
            self.notices.tell(notice).await?;
        }
        // Where the database fails before, all of them are looked at again.
        self.requests_from_ms = from_ms;
        Ok(())
    }

    /// Whom to tell that players apply to take part, or ask for a place in a team, and when the
    /// last of these did; each request is looked at once.
    pub(super) async fn applications(
        &self,
        stored: &StoredTournament,
        now_ms: u64,
    ) -> komadai_store::Result<(Vec<Notice>, Option<u64>)> {
        let it = &stored.tournament;
        let known_ms = self.asked.get(&it.code()).copied().unwrap_or_default();
        let is_due = |at_ms: u64| {
            at_ms > known_ms && at_ms + self.away_ms() <= now_ms && at_ms + AGE_MAX_MS >= now_ms
        };
        let mut due = Vec::new();
        let open = it.applications.values().filter(|known| known.answer.is_none());
        if let Some(at_ms) = open.map(|known| known.at_ms).filter(|at_ms| is_due(*at_ms)).max() {
            let told = || NoticeSubject::Applied { tournament: it.event.name.clone() };
            let host = it.event.host().and_then(|host| it.people.get(&host.id));
            let mut to = self.tournaments.organisers_of(it).await?;
            to.extend(host.map(|host| host.user));
            due.extend(to.into_iter().map(|to| notice(it, to, told(), at_ms)));
        }
        for user in it.team_requests.keys() {
            let Some(request) = it.open_team_request(*user).filter(|it| is_due(it.at_ms)) else {
                continue;
            };
            let Some(team) = request.team.clone() else { continue };
            let admission = it.plan.team_entry.map(|teams| teams.admission);
            let captain = it.captain(&team).and_then(|captain| it.people.get(captain));
            let to = match captain.filter(|_| admission == Some(TeamAdmission::Captain)) {
                Some(captain) => vec![captain.user],
                None => self.tournaments.organisers_of(it).await?,
            };
            let told = NoticeSubject::TeamAsked { team, tournament: it.event.name.clone() };
            due.extend(to.into_iter().map(|to| notice(it, to, told.clone(), request.at_ms)));
        }
        let latest_ms = due.iter().map(|notice| notice.matter.mark() as u64).max();
        // One is told of the latest only.
        due.sort_by_key(|notice| Reverse(notice.matter.mark()));
        let mut told = HashSet::new();
        due.retain(|notice| self.is_away(notice.to) && told.insert(notice.to));
        Ok((due, latest_ms))
    }
}

fn notice(it: &Tournament, to: UserId, told: NoticeSubject, at_ms: u64) -> Notice {
    let matter = Matter::Applied { tournament: it.code(), at_ms };
    Notice { to, told, matter, board: None, ttl_s: TTL_S }
}
