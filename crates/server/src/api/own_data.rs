//! `GET /api/v1/me/data.json`: what is kept of whoever asks, for them to take along. Their games
//! and what they brought along are beside it, as `games.zip` and `imports.zip`.

use axum::{
    Json,
    extract::State,
    http::{HeaderMap, header},
    response::{IntoResponse, Response},
};
use komadai_service::AccountError;
use komadai_store::{Role, Scope, accounts, api_tokens, own_data, relations};
use serde::Serialize;
use serde_json::{Value, json};

use super::{Problem, files::attachment};
use crate::{app::App, cookies};

/// Everything but games.
#[derive(Serialize)]
struct OwnData {
    account: Value,
    sessions: Vec<Value>,
    tokens: Vec<Value>,
    kept_away: Vec<Value>,
    reports: Vec<Value>,
    ratings: Vec<Value>,
    /// Where the games are.
    files: [&'static str; 2],
}

/// Only in the owner's browser: a token says nothing of the account.
pub(super) async fn file(State(app): State<App>, headers: HeaderMap) -> Result<Response, Problem> {
    let token = cookies::token(&headers, &app.config).ok_or(AccountError::NotSignedIn)?;
    let member = app.service.accounts.member(token.hash()).await?;
    let user = member.ok_or(AccountError::NotSignedIn)?.player.id;
    let mut conn = app.service.store.read().await?;
    let account = accounts::find(&mut conn, user).await?.ok_or(AccountError::NotSignedIn)?;
    let sessions = own_data::sessions(&mut conn, user)
        .await?
        .into_iter()
        .map(|it| json!({ "created": it.created_ms, "seen": it.seen_ms, "address": it.address }));
    let tokens = api_tokens::of(&mut conn, user).await?.into_iter().map(|it| {
        let scopes: Vec<_> = it.scopes.into_iter().map(Scope::as_str).collect();
        json!({ "name": it.name, "scopes": scopes, "made": it.made_ms, "used": it.used_ms })
    });
    let kept_away = relations::of(&mut conn, user).await?.into_iter();
    let kept_away =
        kept_away.map(|it| json!({ "name": it.name, "distance": it.distance.as_str() }));
    let reports = own_data::reports(&mut conn, user).await?.into_iter().map(
        |it| json!({ "game": it.game, "reason": it.reason, "words": it.words, "made": it.made_ms }),
    );
    let ratings = own_data::ratings(&mut conn, user).await?.into_iter().map(|it| {
        json!({
            "game": komadai_ids::GameId::from_uuid(it.game).code(),
            "variant": it.variant,
            "speed": it.speed,
            "points": it.points,
            "rating_before": it.rating_before,
            "rating": it.rating,
            "ended": it.ended_ms,
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
        ratings: ratings.collect(),
        files: ["/api/v1/me/games.zip?format=kifu", "/api/v1/me/imports.zip?format=kifu"],
    };
    let headers = [
        (header::CONTENT_DISPOSITION, attachment("komadai-account.json")),
        (header::CACHE_CONTROL, "no-store".to_owned()),
    ];
    Ok((headers, Json(data)).into_response())
}
