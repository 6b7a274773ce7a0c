//! `/api/v1/clubs/{slug}/archive`: what a club has played, as a line for each year and as a table.

use std::collections::BTreeMap;

use axum::{
    extract::{Path, State},
    http::{HeaderMap, header},
};
use jiff::{Timestamp, civil::Date, tz::TimeZone};
use komadai_protocol::http::club_archive as wire;
use komadai_service::{
    clubs::ClubRefusal,
    csv::Table,
    tournaments::{Phase, TournamentQuery},
};
use komadai_store::{PageKey, TournamentSummary};

use super::{Csv, look};
use crate::{
    api::files::attachment,
    app::App,
    http::{
        answer::{Download, TaggedJson},
        extract::MaybeMember,
        peer::Peer,
        problem::Problem,
    },
};

/// So many tournaments are counted, the latest: those of a club that has one every day for ten
/// years.
const COUNTED_MAX: u32 = 4_000;

/// How many winners of a year are named.
const WINNERS_MAX: usize = 3;

pub(super) async fn show(
    State(app): State<App>,
    peer: Peer,
    Path(slug): Path<String>,
    asks: MaybeMember,
    headers: HeaderMap,
) -> Result<TaggedJson<wire::ClubArchive>, Problem> {
    app.throttle.work(peer, 1)?;
    let (_, all) = archive(&app, &slug, &asks).await?;
    TaggedJson::own(&headers, &wire::ClubArchive { years: years(&all) })
}

pub(super) async fn table(
    State(app): State<App>,
    peer: Peer,
    Path(slug): Path<String>,
    asks: MaybeMember,
) -> Result<Download<Csv>, Problem> {
    app.throttle.work(peer, 1)?;
    let (slug, all) = archive(&app, &slug, &asks).await?;
    let headers = [
        (header::CONTENT_TYPE, "text/csv; charset=utf-8".to_owned()),
        (header::CONTENT_DISPOSITION, attachment(&format!("{slug}-tournaments.csv"))),
    ];
    Ok(Download::new((headers, csv(&all))))
}

/// What a club has played that is over, as far as the one who asks sees it, the latest first.
async fn archive(
    app: &App,
    slug: &str,
    asks: &MaybeMember,
) -> Result<(String, Vec<TournamentSummary>), Problem> {
    let look = look(app, asks, slug).await?;
    if !look.sees_inside() {
        return Err(ClubRefusal::Private.into());
    }
    let query = TournamentQuery { club: Some(look.club.id), ..TournamentQuery::default() };
    let reader = asks.0.as_ref().map(|member| member.player.id);
    let tournaments = &app.service.tournaments;
    let page = tournaments.search(Phase::Over, &query, reader, PageKey::first(), COUNTED_MAX);
    Ok((look.club.slug.clone(), page.await?.tournaments))
}

fn day_of(at_ms: i64) -> Option<Date> {
    Some(Timestamp::from_millisecond(at_ms).ok()?.to_zoned(TimeZone::UTC).date())
}

/// A line for each year, the latest first.
fn years(all: &[TournamentSummary]) -> Vec<wire::ClubYear> {
    let mut years: BTreeMap<i16, Vec<&TournamentSummary>> = BTreeMap::new();
    for it in all {
        if let Some(day) = day_of(it.listed_ms) {
            years.entry(day.year()).or_default().push(it);
        }
    }
    let line = |(year, of): (i16, Vec<&TournamentSummary>)| {
        let mut won: BTreeMap<&str, u32> = BTreeMap::new();
        for name in of.iter().flat_map(|it| it.winners.lines()) {
            *won.entry(name).or_default() += 1;
        }
        let mut winners: Vec<_> = won.into_iter().collect();
        winners.sort_by_key(|(_, n)| std::cmp::Reverse(*n));
        winners.truncate(WINNERS_MAX);
        let winner = |(name, tournaments): (&str, u32)| wire::ClubYearWinner {
            name: name.to_owned(),
            tournaments,
        };
        wire::ClubYear {
            year,
            tournaments: u32::try_from(of.len()).unwrap_or(u32::MAX),
            players: of.iter().map(|it| u64::try_from(it.players).unwrap_or_default()).sum(),
            winners: winners.into_iter().map(winner).collect(),
        }
    };
    years.into_iter().rev().map(line).collect()
}

fn csv(all: &[TournamentSummary]) -> String {
    let mut table = Table::new();
    let head = [
        "year",
        "first_day",
        "last_day",
        "name",
        "format",
        "variant",
        "place",
        "players",
        "winners",
    ];
    table.row(head.into_iter().chain(["code"]));
    for it in all {
        let day = day_of(it.listed_ms);
        let text = |day: Option<Date>| day.map(|day| day.to_string()).unwrap_or_default();
        let begun = text(it.starts_ms.and_then(day_of).or(day));
        table.row([
            day.map(|day| day.year().to_string()).unwrap_or_default(),
            it.first_day.clone().unwrap_or(begun),
            it.last_day.clone().unwrap_or_else(|| text(day)),
            it.name.clone(),
            it.format.clone(),
            it.variant.clone(),
            it.place.clone(),
            it.players.to_string(),
            it.winners.lines().collect::<Vec<_>>().join(", "),
            it.id.code().to_string(),
        ]);
    }
    table.into_text()
}
