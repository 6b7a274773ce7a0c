//! What a tournament's page is made of: the tournament with all of its rounds or the latest, one
//! round, the standings. Each is made once for each version.

use std::hash::Hash;

use axum::{
    extract::{Path, State},
    http::HeaderMap,
};
use bytes::Bytes;
use komadai_protocol::{RefusalCode, http::tournaments as wire};
use komadai_service::tournaments::StoredTournament;
use komadai_tournament::Standings;
use serde::Serialize;

use super::{CHEAP_GAMES_MAX, find, rounds::is_large, view};
use crate::{
    app::App,
    blocking_pool::Lane,
    http::{
        answer::TaggedJson, caching::CacheTag, extract::MaybeMember, peer::Peer, problem::Problem,
    },
    tournament_cache::TournamentAnswer,
};

/// So much of an answer counts as one file that an address asks for.
const BYTES_OF_A_FILE: usize = 1 << 20;

/// The tournament with all of its rounds, or the latest of a large one.
pub(super) async fn tournament(
    request: PartRequest<'_>,
    rounds: wire::RoundsAsked,
) -> Result<TaggedJson<wire::Tournament>, Problem> {
    let stored = request.stored;
    if rounds == wire::RoundsAsked::Latest && is_large(&stored.tournament) {
        request.part("latest", Lane::Cheap, |of| Some(view::latest(of))).await
    } else {
        request.part("tournament", lane(stored), |of| Some(view::whole(of))).await
    }
}

pub(super) async fn round(
    State(app): State<App>,
    peer: Peer,
    MaybeMember(member): MaybeMember,
    Path((code, round)): Path<(String, String)>,
    headers: HeaderMap,
) -> Result<TaggedJson<wire::CompleteRound>, Problem> {
    let stored = find(&app, member.as_ref(), &code).await?;
    let published = 1..=stored.tournament.event.n_rounds();
    let unknown = || Problem::new(RefusalCode::NotFound, "there is no such round");
    let round = round.parse().ok().filter(|it| published.contains(it)).ok_or_else(unknown)?;
    let request = PartRequest { app: &app, peer, stored: &stored, headers: &headers };
    let write = move |of: &StoredTournament| Some(view::complete_round(&of.tournament, round));
    let json = request.json(&format!("rounds/{round}"), Lane::Cheap, write).await?;
    // Most changes are of other rounds.
    let cached = request.tag(&json).await?;
    request.answer(&cached, json)
}

pub(super) async fn standings(
    State(app): State<App>,
    peer: Peer,
    MaybeMember(member): MaybeMember,
    Path(code): Path<String>,
    headers: HeaderMap,
) -> Result<TaggedJson<Standings>, Problem> {
    let stored = find(&app, member.as_ref(), &code).await?;
    let request = PartRequest { app: &app, peer, stored: &stored, headers: &headers };
    request.part("standings", lane(&stored), |of| view::standings(&of.tournament)).await
}

/// What has to do with all games of a large event is expensive work, as its downloads are.
pub(super) fn lane(stored: &StoredTournament) -> Lane {
    if stored.tournament.event.games.len() > CHEAP_GAMES_MAX { Lane::Dear } else { Lane::Cheap }
}

/// Who asks for a part of which tournament.
#[derive(Clone, Copy, Debug)]
pub(super) struct PartRequest<'r> {
    pub(super) app: &'r App,
    pub(super) peer: Peer,
    pub(super) stored: &'r StoredTournament,
    pub(super) headers: &'r HeaderMap,
}

impl PartRequest<'_> {
    /// A part of that name, which another version of the tournament has another of.
    pub(super) async fn part<T: Serialize>(
        self,
        name: &str,
        lane: Lane,
        write: impl FnOnce(&StoredTournament) -> Option<T> + Send + 'static,
    ) -> Result<TaggedJson<T>, Problem> {
        let StoredTournament { tournament, version, .. } = self.stored;
        let cached = self.tag((name, tournament.code(), version)).await?;
        if let Some(known) = TaggedJson::known(self.headers, &cached) {
            return Ok(known);
        }
        let json = self.json(name, lane, write).await?;
        self.answer(&cached, json)
    }

    /// A part as JSON, or that there is nothing to show yet.
    async fn json<T: Serialize>(
        self,
        name: &str,
        lane: Lane,
        write: impl FnOnce(&StoredTournament) -> Option<T> + Send + 'static,
    ) -> Result<Bytes, Problem> {
        let of = self.stored.clone();
        let work = move |_: &_| {
            let nothing = || Problem::new(RefusalCode::NotFound, "there is nothing to show yet");
            TaggedJson::json(&write(&of).ok_or_else(nothing)?)
        };
        let make = async { self.app.blocking_pool.run(lane, self.peer, work).await? };
        self.app.tournament_cache.get_or_make(TournamentAnswer::of(self.stored, name), make).await
    }

    async fn tag(self, of: impl Hash) -> Result<CacheTag, Problem> {
        let is_hidden = self.app.service.tournaments.is_hidden(&self.stored.tournament).await?;
        Ok(if is_hidden { CacheTag::own(of) } else { CacheTag::public(of, false) })
    }

    fn answer<T>(self, cached: &CacheTag, json: Bytes) -> Result<TaggedJson<T>, Problem> {
        if let Some(known) = TaggedJson::known(self.headers, cached) {
            return Ok(known);
        }
        let n_files = u32::try_from(json.len() / BYTES_OF_A_FILE).unwrap_or(u32::MAX);
        self.app.throttle.work(self.peer, n_files)?;
        Ok(TaggedJson::of(self.headers, cached, || json))
    }
}
