//! `/api/v1/clubs/{slug}/rating`: a club's own rating, from its evenings.

use axum::{
    extract::{Path, State},
    http::HeaderMap,
};
use komadai_protocol::http::club_rating as wire;
use komadai_service::{
    clubs::ClubRefusal,
    tournaments::{ClubPlayer, club_rating},
};

use super::look;
use crate::{
    app::App,
    blocking_pool::Lane,
    http::{
        answer::TaggedJson, caching::CacheTag, extract::MaybeMember, peer::Peer, problem::Problem,
    },
    render::ratings::whole,
    tournament_cache::FeedAnswer,
};

/// How long a rating is good, in milliseconds, as long as no tournament changes.
const KEPT_MS: u64 = 60_000;

pub(super) async fn show(
    State(app): State<App>,
    peer: Peer,
    Path(slug): Path<String>,
    asks: MaybeMember,
    headers: HeaderMap,
) -> Result<TaggedJson<wire::ClubRating>, Problem> {
    let look = look(&app, &asks, &slug).await?;
    if !look.sees_inside() {
        return Err(ClubRefusal::Private.into());
    }
    let reader = asks.0.as_ref().map(|member| member.player.id);
    let now_ms = app.service.timebase.now_ms();
    let tournaments = &app.service.tournaments;
    // Whoever sees the club from within sees the same of its evenings.
    let key = FeedAnswer {
        of: format!("rating of {}", look.club.id.uuid()),
        base: String::new(),
        n_changes: tournaments.n_changes(),
        minute: now_ms / KEPT_MS,
    };
    let make = async {
        let evenings = tournaments.evenings_of(look.club.id, reader).await?;
        let ratings = app.service.ratings.clone();
        let work = move |_: &_| {
            let players = club_rating(&evenings, ratings.table(), now_ms);
            let players = players.into_iter().map(row).collect();
            TaggedJson::json(&wire::ClubRating { n_evenings: evenings.len(), players })
        };
        app.blocking_pool.run(Lane::Cheap, peer, work).await?
    };
    let json = app.feed_cache.get_or_make(key, make).await?;
    Ok(TaggedJson::of(&headers, &CacheTag::own(&json), || json))
}

fn row(it: ClubPlayer) -> wire::ClubRatingRow {
    wire::ClubRatingRow {
        rating: whole(it.rating.rating),
        provisional: it.rating.is_provisional(),
        name: it.name,
        handle: it.handle,
        bot: it.bot,
        wins: it.wins,
        draws: it.draws,
        losses: it.losses,
        last_ms: it.last_ms,
    }
}
