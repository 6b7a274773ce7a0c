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
    http::{answer::TaggedJson, extract::MaybeMember, peer::Peer, problem::Problem},
    render::ratings::whole,
};

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
    let evenings = app.service.tournaments.evenings_of(look.club.id, reader).await?;
    let n_evenings = evenings.len();
    let ratings = app.service.ratings.clone();
    let now_ms = app.service.timebase.now_ms();
    let work = move |_: &_| club_rating(&evenings, ratings.table(), now_ms);
    let players = app.blocking_pool.run(Lane::Cheap, peer, work).await?;
    let players = players.into_iter().map(row).collect();
    TaggedJson::own(&headers, &wire::ClubRating { n_evenings, players })
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
