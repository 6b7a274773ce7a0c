//! Players' pages: ratings, grades and what they were earned by.

use std::collections::BTreeMap;

use axum::{
    Json,
    extract::{Path, Query, State, rejection::QueryRejection},
    http::{HeaderMap, StatusCode},
    response::{IntoResponse, Response},
};
use komadai_protocol::{
    AwardGame, AwardView, Certificate, NextGrade, Profile, ProfileRating, RankedList, RankedView,
    RatingHistory, RatingPoint, ResultRow,
};
use komadai_rating::{Grade, Speed};
use komadai_rules::variants;
use komadai_service::{
    names::Handle,
    ratings::{GRADED, grade_of, rating},
};
use komadai_store::{
    Account, Conn, accounts, games as stored, privacy,
    ratings::{self as rows, Award, Standing, Tally},
};
use serde::Deserialize;
use uuid::Uuid;

use super::{
    Problem,
    me::{self, PAGE},
    ratings::whole,
};
use crate::app::App;

/// How many games of a chart are shown.
const CHART_GAMES_MAX: u32 = 1_000;

/// `GET /api/v1/players/{handle}`: a player's page.
pub(super) async fn show(
    State(app): State<App>,
    Path(handle): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let reader = me::find(&app, &headers).await?.map(|player| player.id);
    let mut conn = app.service.store.read().await?;
    let account = find(&mut conn, &handle).await?;
    let user = account.user.id;
    let now_ms = app.service.timebase.now_ms() as i64;
    let mut ratings = Vec::new();
    let mut graded = None;
    for variant in variants::ALL {
        let standings = rows::standings(&mut conn, user, variant.name).await?;
        if variant.name == GRADED {
            graded = standings.iter().max_by_key(|it| it.rated_ms).cloned();
        }
        ratings.extend(standings.into_iter().map(|it| profile_rating(variant.name, &it, now_ms)));
    }
    let career = rows::career(&mut conn, user, GRADED).await?.unwrap_or_default();
    let held = grade_of(&mut conn, user).await?;
    let next = next_grade(&app, &mut conn, &account, held, graded.as_ref(), now_ms).await?;
    let awards = rows::awards(&mut conn, user).await?;
    let declared = rows::declared(&mut conn, user).await?;
    let tells = reader == Some(user) || privacy::find(&mut conn, user).await?.tells_followers;
    let playing = if tells { app.service.directory.games_of(user) } else { Vec::new() };
    Ok(Json(Profile {
        user: user.code().to_string(),
        name: account.user.name,
        handle: account.handle,
        registered_ms: account.registered_ms,
        grade: held.map(|grade| grade.to_string()),
        declared,
        next,
        awards: awards.iter().filter(|it| !it.annulled).map(award_view).collect(),
        ratings,
        wins: career.wins,
        draws: career.n_games.saturating_sub(career.wins + career.losses),
        losses: career.losses,
        streak: career.streak as i32,
        best_streak: career.best_streak as i32,
        by_grade: by_grade(rows::by_grade(&mut conn, user, GRADED).await?),
        by_handicap: by_handicap(rows::by_handicap(&mut conn, user, GRADED).await?),
        playing: playing.into_iter().map(|(game, _)| game.to_string()).collect(),
    })
    .into_response())
}

/// The account whose page has this address.
pub(super) async fn find(conn: &mut Conn, handle: &str) -> Result<Account, Problem> {
    let unknown =
        || Problem::new(StatusCode::NOT_FOUND, "unknown_player", "there is no such player");
    let handle = Handle::parse(handle).map_err(|_| unknown())?;
    accounts::find_by_key(conn, handle.key()).await?.ok_or_else(unknown)
}

fn profile_rating(variant: &str, standing: &Standing, now_ms: i64) -> ProfileRating {
    let idle_ms = u64::try_from(now_ms.saturating_sub(standing.rated_ms)).unwrap_or(0);
    let now = rating(standing.numbers).after_idle(idle_ms);
    ProfileRating {
        variant: variant.to_owned(),
        speed: standing.speed.clone(),
        rating: whole(now.rating),
        deviation: whole(now.deviation),
        provisional: now.is_provisional(),
        n_games: standing.n_games,
    }
}

/// What is missing for the grade above the one that is held; for who holds none, above the band
/// in which the rating lies, or that band itself.
async fn next_grade(
    app: &App,
    conn: &mut Conn,
    account: &Account,
    held: Option<Grade>,
    last: Option<&Standing>,
    now_ms: i64,
) -> Result<Option<NextGrade>, Problem> {
    let ratings = &app.service.ratings;
    let table = ratings.table();
    let now = match last {
        Some(last) => {
            let idle_ms = u64::try_from(now_ms.saturating_sub(last.rated_ms)).unwrap_or(0);
            rating(last.numbers).after_idle(idle_ms)
        }
        None => {
            let declared = rows::declared(conn, account.user.id).await?;
            let declared = declared.and_then(|grade| grade.parse().ok());
            komadai_rating::Rating::starting_at(table.start(declared))
        }
    };
    let wanted = match held {
        Some(held) => held.above(),
        None => Some(table.band(now.rating)),
    };
    let Some(wanted) = wanted else { return Ok(None) };
    let history = ratings.history_of(conn, account.user.id).await?;
    let Some(missing) = history.missing(wanted, &now, table) else { return Ok(None) };
    Ok(Some(NextGrade {
        grade: missing.grade.to_string(),
        floor: whole(missing.floor),
        middle: whole(missing.middle),
        above_floor: missing.above_floor.0,
        above_floor_needed: missing.above_floor.1,
        above_middle: missing.above_middle.0,
        above_middle_needed: missing.above_middle.1,
        games_missing: missing.games_in_all,
        uncertain: missing.is_uncertain,
    }))
}

fn award_view(award: &Award) -> AwardView {
    AwardView {
        grade: award.grade.clone(),
        awarded_ms: award.awarded_ms,
        n_games: award.n_games,
        rating: whole(award.rating),
    }
}

fn by_grade(tallies: Vec<Tally>) -> Vec<ResultRow> {
    let mut rows = gathered(tallies);
    // The highest grade first, none last.
    rows.sort_by_key(|row| {
        std::cmp::Reverse(row.kind.as_ref().and_then(|grade| grade.parse::<Grade>().ok()))
    });
    rows
}

fn by_handicap(tallies: Vec<Tally>) -> Vec<ResultRow> {
    let mut rows = gathered(tallies);
    let worth = |row: &ResultRow| {
        let place = |name: &String| {
            komadai_rating::GRADES_GIVEN.iter().position(|(known, _)| known == name)
        };
        row.kind.as_ref().map_or(0, |name| 1 + place(name).unwrap_or(usize::MAX - 1))
    };
    rows.sort_by_key(|row| (worth(row), row.gave));
    rows
}

/// One row for each kind.
fn gathered(tallies: Vec<Tally>) -> Vec<ResultRow> {
    let mut rows: BTreeMap<(Option<String>, bool), [u32; 3]> = BTreeMap::new();
    for Tally { kind, gave, points, n } in tallies {
        let [wins, draws, losses] = rows.entry((kind, gave)).or_default();
        match points.as_str() {
            "win" => *wins += n,
            "draw" => *draws += n,
            _ => *losses += n,
        }
    }
    rows.into_iter()
        .map(|((kind, gave), [wins, draws, losses])| ResultRow { kind, gave, wins, draws, losses })
        .collect()
}

/// Which variant a chart is of.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ChartOf {
    #[serde(default = "graded")]
    variant: String,
}

pub(super) fn graded() -> String {
    GRADED.to_owned()
}

/// `GET /api/v1/players/{handle}/history?variant=…`: the ratings after the last games.
pub(super) async fn history(
    State(app): State<App>,
    Path(handle): Path<String>,
    query: Result<Query<ChartOf>, QueryRejection>,
) -> Result<Response, Problem> {
    let Query(ChartOf { variant }) = query.map_err(bad_query)?;
    let mut conn = app.service.store.read().await?;
    let user = find(&mut conn, &handle).await?.user.id;
    let mut changes = rows::latest(&mut conn, user, &variant, 0, CHART_GAMES_MAX).await?;
    changes.reverse();
    let point = |change: rows::Change| RatingPoint {
        at_ms: change.ended_ms,
        speed: change.speed,
        rating: whole(change.after.rating),
    };
    Ok(Json(RatingHistory { points: changes.into_iter().map(point).collect() }).into_response())
}

/// `GET /api/v1/players/{handle}/awards/{grade}`: what the certificate of a grade says.
pub(super) async fn award(
    State(app): State<App>,
    Path((handle, grade)): Path<(String, String)>,
) -> Result<Response, Problem> {
    Ok(Json(certificate(&app, &handle, &grade).await?).into_response())
}

/// What the certificate of a grade says.
pub(super) async fn certificate(
    app: &App,
    handle: &str,
    grade: &str,
) -> Result<Certificate, Problem> {
    let unknown =
        || Problem::new(StatusCode::NOT_FOUND, "unknown_award", "this grade was not earned");
    let wanted: Grade = grade.parse().map_err(|_| unknown())?;
    let mut conn = app.service.store.read().await?;
    let account = find(&mut conn, handle).await?;
    let user = account.user.id;
    let awards = rows::awards(&mut conn, user).await?;
    let found = awards.into_iter().find(|it| it.grade == wanted.to_string() && !it.annulled);
    let award = found.ok_or_else(unknown)?;
    let first = award.n.saturating_sub(award.n_games) + 1;
    let mut games = Vec::new();
    for change in rows::between(&mut conn, user, GRADED, first, award.n).await? {
        let summary = stored::summary(&mut conn, change.game).await?;
        let opponent = summary.and_then(|it| {
            if it.sente == Some(change.opponent) { it.sente_name } else { it.gote_name }
        });
        games.push(AwardGame {
            game: change.game.code().to_string(),
            ended_ms: change.ended_ms,
            opponent: opponent.unwrap_or_default(),
            points: change.points,
            rating: whole(change.after.rating),
        });
    }
    let table = app.service.ratings.table();
    // Fewer games are enough above the middle of the band.
    let kept = table.rules().get(wanted.index()).map(|rule| {
        let is_above_middle =
            award.n_games == rule.games_above_middle && award.n_games < rule.games;
        if is_above_middle { table.middle(wanted) } else { rule.floor }
    });
    Ok(Certificate {
        handle: account.handle,
        name: account.user.name,
        award: award_view(&award),
        floor: whole(kept.unwrap_or_default()),
        games,
    })
}

/// Whose list, and from where on.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ListOf {
    #[serde(default = "graded")]
    variant: String,
    #[serde(default = "rapid")]
    speed: String,
    after_rating: Option<f64>,
    after: Option<Uuid>,
}

pub(super) fn rapid() -> String {
    Speed::Rapid.as_str().to_owned()
}

/// `GET /api/v1/players?variant=…&speed=…`: the strongest whose rating is certain.
pub(super) async fn strongest(
    State(app): State<App>,
    query: Result<Query<ListOf>, QueryRejection>,
) -> Result<Response, Problem> {
    let Query(ListOf { variant, speed, after_rating, after }) = query.map_err(bad_query)?;
    let after = after_rating.zip(after.map(komadai_ids::UserId::from_uuid));
    let now_ms = app.service.timebase.now_ms() as i64;
    let mut conn = app.service.store.read().await?;
    let found = rows::strongest(&mut conn, &variant, &speed, now_ms, after, PAGE).await?;
    let next = (found.len() == PAGE as usize).then(|| found.last()).flatten();
    let next = next.map(|it| format!("after_rating={}&after={}", it.rating, it.user.uuid()));
    let view = |it: rows::Ranked| RankedView {
        handle: it.handle,
        name: it.name,
        rating: whole(it.rating),
        grade: it.grade,
        n_games: it.n_games,
    };
    Ok(Json(RankedList { players: found.into_iter().map(view).collect(), next }).into_response())
}

/// A query that cannot be read.
pub(super) fn bad_query(rejection: QueryRejection) -> Problem {
    Problem::new(StatusCode::BAD_REQUEST, "bad_query", rejection.body_text())
}

/// The account of a name that a search gives; `None` for a name that nobody has.
pub(super) async fn named(conn: &mut Conn, handle: &str) -> Result<Option<Account>, Problem> {
    match Handle::parse(handle) {
        Ok(handle) => Ok(accounts::find_by_key(conn, handle.key()).await?),
        Err(_) => Ok(None),
    }
}
