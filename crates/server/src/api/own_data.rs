//! `GET /api/v1/me/data.json`: what is kept of whoever asks, for them to take along. Their games
//! and what they brought along are beside it, as `games.zip` and `imports.zip`.

use axum::{
    extract::State,
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse, Response},
};
use komadai_ids::{Code, UserId};
use komadai_service::{AccountError, read_json};
use komadai_store::{
    Conn, Role, Scope, accounts, api_tokens, clubs::members, follows, lessons, notices, own_data,
    preferences, privacy, relations, studies, tournaments, tsume as problems,
};
use komadai_study::Study;
use serde::Serialize;
use serde_json::{Value, json};

use super::{
    Problem,
    files::attachment,
    streaming::{self, Broken, Out},
};
use crate::{app::App, blocking_pool::Lane, cookies, throttle::Peer};

/// Everything but games.
#[derive(Serialize)]
struct OwnData {
    account: Value,
    sessions: Vec<Value>,
    tokens: Vec<Value>,
    kept_away: Vec<Value>,
    reports: Vec<Value>,
    follows: Vec<Value>,
    tsume: Value,
    lessons: Vec<String>,
    settings: Value,
    privacy: Value,
    notices: Value,
    tournaments: Vec<Value>,
    clubs: Vec<Value>,
    /// Where the games are.
    files: [&'static str; 2],
}

/// Only in the owner's browser: a token says nothing of the account.
///
/// What may be much, the ratings and the reviews, is read while it is sent.
pub(super) async fn file(
    State(app): State<App>,
    peer: Peer,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let token = cookies::token(&headers, &app.config).ok_or(AccountError::NotSignedIn)?;
    let member = app.service.accounts.member(token.hash()).await?;
    let user = member.ok_or(AccountError::NotSignedIn)?.player.id;
    let export = app.exports.begin(user)?;
    let mut conn = app.service.store.read().await?;
    let account = accounts::find(&mut conn, user).await?.ok_or(AccountError::NotSignedIn)?;
    let sessions = own_data::sessions(&mut conn, user).await?.into_iter().map(|it| {
        json!({
            "created": it.created_ms,
            "seen": it.seen_ms,
            "address": it.address,
            "browser": it.agent,
        })
    });
    let tokens = api_tokens::of(&mut conn, user).await?.into_iter().map(|it| {
        let scopes: Vec<_> = it.scopes.into_iter().map(Scope::as_str).collect();
        json!({
            "name": it.name,
            "scopes": scopes,
            "made": it.made_ms,
            "used": it.used_ms,
            "expires": it.expires_ms,
        })
    });
    let kept_away = relations::of(&mut conn, user).await?.into_iter();
    let kept_away =
        kept_away.map(|it| json!({ "name": it.name, "distance": it.distance.as_str() }));
    let reports = own_data::reports(&mut conn, user).await?.into_iter().map(
        |it| json!({ "game": it.game, "reason": it.reason, "words": it.words, "made": it.made_ms }),
    );
    let follows = follows::of(&mut conn, user).await?.into_iter();
    let follows = follows.map(|it| json!({ "handle": it.handle, "name": it.name }));
    let settings = preferences::find(&mut conn, user).await?;
    let read = |text: String| read_json(&text, "preferences", "settings", user.uuid());
    let settings: Value = settings.map(read).transpose()?.unwrap_or_default();
    let privacy = privacy::find(&mut conn, user).await?;
    let privacy = json!({
        "challenges_from": privacy.challenges_from.as_str(),
        "tells_followers": privacy.tells_followers,
    });
    let notices = notices(&mut conn, user).await?;
    let tournaments = tournaments::of_user(&mut conn, user, tournaments::TOURNAMENTS_MAX).await?;
    let tournaments = tournaments.into_iter().map(
        |it| json!({ "tournament": it.id.code(), "name": it.name, "organised": it.owner == user }),
    );
    let clubs = members::memberships(&mut conn, user).await?.into_iter().map(|it| {
        json!({
            "club": it.slug,
            "name": it.club_name,
            "role": it.member.role.as_str(),
            "joined": it.member.joined_ms,
            "grade": it.member.grade,
            "note": it.member.note,
        })
    });
    let data = OwnData {
        account: json!({
            "handle": account.handle,
            "name": account.user.name,
            "email": account.email,
            "role": account.role.map(Role::as_str),
            "first_seen": account.user.created_ms,
            "registered": account.registered_ms,
        }),
        sessions: sessions.collect(),
        tokens: tokens.collect(),
        kept_away: kept_away.collect(),
        reports: reports.collect(),
        follows: follows.collect(),
        tsume: tsume(&mut conn, user).await?,
        lessons: lessons::done(&mut conn, user).await?,
        settings,
        privacy,
        notices,
        tournaments: tournaments.collect(),
        clubs: clubs.collect(),
        files: ["/api/v1/me/games.zip?format=kifu", "/api/v1/me/imports.zip?format=kifu"],
    };
    let headers = [(header::CONTENT_DISPOSITION, attachment("komadai-account.json"))];
    let data = serde_json::to_vec(&data).map_err(|cause| {
        tracing::error!("own data have no JSON form: {cause}");
        let detail = "this cannot be put together";
        Problem::new(StatusCode::INTERNAL_SERVER_ERROR, "internal", detail)
    })?;
    drop(conn);
    let body = streaming::body(|out| async move {
        let _export = export;
        // It is an object, and goes on.
        out.send(data.strip_suffix(b"}").unwrap_or(&data).to_vec()).await?;
        out.send(&b",\"ratings\":["[..]).await?;
        send_ratings(&app, user, &out).await?;
        out.send(&b"],\"reviews\":["[..]).await?;
        send_reviews(&app, peer, user, &out).await?;
        out.send(&b"]}"[..]).await?;
        Ok(())
    });
    let json = (header::CONTENT_TYPE, "application/json".to_owned());
    Ok(([json], headers, body).into_response())
}

/// Ratings that are read at once.
const RATINGS_PAGE: u32 = 500;

async fn send_ratings(app: &App, user: UserId, out: &Out) -> Result<(), Broken> {
    let mut last = None;
    loop {
        let mut conn = app.service.store.read().await?;
        let page = own_data::ratings(&mut conn, user, last.as_ref(), RATINGS_PAGE).await?;
        drop(conn);
        for (nth, it) in page.iter().enumerate() {
            let json = json!({
                "game": komadai_ids::GameId::from_uuid(it.game).code(),
                "variant": it.variant,
                "speed": it.speed,
                "points": it.points,
                "rating_before": it.rating_before,
                "rating": it.rating,
                "ended": it.ended_ms,
            });
            let comma = if nth == 0 && last.is_none() { "" } else { "," };
            out.send(format!("{comma}{json}")).await?;
        }
        match page.into_iter().next_back() {
            Some(it) => last = Some(it),
            None => return Ok(()),
        }
    }
}

async fn send_reviews(app: &App, peer: Peer, user: UserId, out: &Out) -> Result<(), Broken> {
    let mut conn = app.service.store.read().await?;
    let all = studies::by_owner(&mut conn, user).await?;
    drop(conn);
    for (nth, own) in all.into_iter().enumerate() {
        let review = app.studies.look(own.id.code()).await.ok();
        let written = app.blocking_pool.run_when_free(Lane::Dear, peer, move |_| {
            let json = ReviewData {
                review: own.id.code(),
                title: own.title,
                public: own.is_public,
                changed: own.updated_ms,
                tree: review.map(|review| review.view(Some(user)).tree),
            };
            let mut written = if nth == 0 { Vec::new() } else { b",".to_vec() };
            serde_json::to_writer(&mut written, &json).map(|()| written)
        });
        let written = written.await.map_err(|_| Broken::Failed)?.map_err(|cause| {
            tracing::error!("a review has no JSON form: {cause}");
            Broken::Failed
        })?;
        out.send(written).await?;
    }
    Ok(())
}

/// A review with its tree, if that can be read.
#[derive(Serialize)]
struct ReviewData {
    review: Code,
    title: String,
    public: bool,
    changed: i64,
    tree: Option<Study>,
}

/// How somebody has fared with the problems.
async fn tsume(conn: &mut Conn, user: UserId) -> komadai_store::Result<Value> {
    let rating = problems::solver(conn, user).await?.map(|solver| solver.numbers.rating);
    let attempts = problems::attempts(conn, user).await?.into_iter();
    let attempts = attempts.map(
        |it| json!({ "problem": it.number, "first": it.first.as_str(), "solved": it.solved_ms }),
    );
    Ok(json!({ "rating": rating, "attempts": attempts.collect::<Vec<_>>() }))
}

/// What somebody is not told while they are away, and in which browsers they are told the rest.
async fn notices(conn: &mut Conn, user: UserId) -> komadai_store::Result<Value> {
    let off = notices::off(conn, user).await?.into_iter();
    let off = off.map(|it| json!({ "kind": it.kind, "channel": it.channel }));
    let browsers = own_data::browsers(conn, user).await?.into_iter().map(
        |it| json!({ "push_service": it.push_service, "lang": it.language, "since": it.since_ms }),
    );
    Ok(json!({ "off": off.collect::<Vec<_>>(), "browsers": browsers.collect::<Vec<_>>() }))
}
