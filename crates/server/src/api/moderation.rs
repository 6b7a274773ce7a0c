//! `/api/v1/reports` and `/api/v1/me/relations` for everybody, `/api/v1/moderation` for
//! moderators.

use std::net::SocketAddr;

use axum::{
    Json, Router,
    extract::{ConnectInfo, DefaultBodyLimit, Path, State},
    http::{HeaderMap, StatusCode},
    response::{IntoResponse, Response},
    routing::{delete, get, post},
};
use komadai_game::Player;
use komadai_ids::{Code, UserId};
use komadai_protocol::SideName;
use komadai_service::{
    lines::clean_text,
    moderation::{Imposition, REPORT_REASONS, ReportError, WORDS_CHARS_MAX},
    names::Handle,
};
use komadai_store::{Distance, Role, SanctionKind, accounts, relations, users};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::{
    Problem, games, grades,
    me::{self, Asker},
    sent::{Moderator, Sent},
};
use crate::{app::App, throttle::Peer};

/// The longest body that is read: words of any language.
const BODY_BYTES_MAX: usize = 8_192;

/// For how many hours anything is imposed at most, if not for good: ten years.
const HOURS_MAX: u64 = 87_600;

/// Addresses for moderators.
pub(super) fn router() -> Router<App> {
    Router::new()
        .route("/reports", get(reports))
        .route("/reports/{id}/close", post(close))
        .route("/accounts/{handle}", get(account))
        .route("/grades", post(grades::annul))
        .route("/sanctions", get(sanctions).post(impose))
        .route("/sanctions/{id}", delete(lift))
        .route("/reviews/{code}/remove", post(remove_review))
        .layer(DefaultBodyLimit::max(BODY_BYTES_MAX))
}

/// Addresses for players among themselves.
pub(super) fn players() -> Router<App> {
    Router::new()
        .route("/reports", post(report))
        .route("/me/relations", get(kept_away).post(keep_away))
        .layer(DefaultBodyLimit::max(BODY_BYTES_MAX))
}

pub(super) fn bad(code: &'static str, detail: impl Into<String>) -> Problem {
    Problem::new(StatusCode::UNPROCESSABLE_ENTITY, code, detail)
}

/// One line or a few of somebody's words.
pub(super) fn words(text: &str) -> Result<String, Problem> {
    let text = clean_text(text);
    match text.chars().count() > WORDS_CHARS_MAX {
        true => Err(bad("bad_words", format!("that is more than {WORDS_CHARS_MAX} signs"))),
        false => Ok(text),
    }
}

/// The player of a side of a game.
async fn player_of(app: &App, game: Code, side: SideName) -> Result<Player, Problem> {
    let game = games::look(app, game).await?;
    game.players().map(|players| players[side.into()].clone()).ok_or_else(unknown_player)
}

/// Who is meant: a side of a game, or an account by its handle.
async fn meant(app: &App, place: Place) -> Result<Player, Problem> {
    match place {
        Place { game: Some(game), side: Some(side), handle: None, review: None } => {
            player_of(app, game, side).await
        }
        Place { game: None, side: None, handle: None, review: Some(code) } => {
            let owner = app.studies.look(code).await?.summary.owner;
            let mut conn = app.service.store.read().await?;
            let user = users::find(&mut conn, owner).await?.ok_or_else(unknown_player)?;
            Ok(Player { id: user.id, name: user.name, guest: user.guest })
        }
        Place { game: None, side: None, handle: Some(handle), review: None } => {
            let handle = Handle::parse_any(&handle).map_err(|_| unknown_player())?;
            let mut conn = app.service.store.read().await?;
            let found = accounts::find_by_key(&mut conn, handle.key()).await?;
            let user = found.ok_or_else(unknown_player)?.user;
            Ok(Player { id: user.id, name: user.name, guest: user.guest })
        }
        _ => Err(bad("bad_body", "say a game and a side, a handle, or a review")),
    }
}

fn unknown_player() -> Problem {
    Problem::new(StatusCode::NOT_FOUND, "unknown_player", "there is no such player")
}

/// Where somebody was met: at a side of a board, on their page, or in a review of theirs.
struct Place {
    game: Option<Code>,
    side: Option<SideName>,
    handle: Option<String>,
    review: Option<Code>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NewReport {
    game: Option<Code>,
    side: Option<SideName>,
    handle: Option<String>,
    review: Option<Code>,
    reason: String,
    #[serde(default)]
    words: String,
}

async fn report(
    State(app): State<App>,
    asker: Asker,
    Sent(sent): Sent<NewReport>,
) -> Result<Response, Problem> {
    let NewReport { game, side, handle, review, reason, words: told } = sent;
    let by = me::find_to_change(&app, &asker).await?;
    if !REPORT_REASONS.contains(&reason.as_str()) {
        return Err(bad("bad_reason", format!("reasons are {}", REPORT_REASONS.join(", "))));
    }
    let told = words(&told)?;
    let about = meant(&app, Place { game, side, handle, review }).await?;
    if about.id == by.id {
        return Err(bad("yourself", "that is you"));
    }
    if by.guest && !app.visitors.report(asker.peer) {
        let detail = "visitors from your network have made many reports today; the moderators \
                      will see to them";
        return Err(Problem::new(StatusCode::TOO_MANY_REQUESTS, "too_many_reports", detail));
    }
    // Where it is to be seen, as an address of ours.
    let code = game.map(|game| game.to_string());
    let code = code.or_else(|| review.map(|review| format!("review/{review}")));
    let moderation = &app.service.moderation;
    let taken = moderation.report(by.id, about.id, code.as_deref(), &reason, &told).await;
    taken.map_err(|error| match error {
        ReportError::TooMany => {
            Problem::new(StatusCode::TOO_MANY_REQUESTS, "too_many_reports", error.to_string())
        }
        ReportError::Store(cause) => cause.into(),
    })?;
    Ok(StatusCode::NO_CONTENT.into_response())
}

#[derive(Serialize)]
struct RelationView {
    user: Code,
    name: String,
    distance: &'static str,
}

#[derive(Serialize)]
struct Relations {
    relations: Vec<RelationView>,
}

async fn relations_of(app: &App, user: UserId) -> Result<Vec<relations::Relation>, Problem> {
    Ok(relations::of(&mut app.service.store.read().await?, user).await?)
}

fn listed(relations: Vec<relations::Relation>) -> Response {
    let view = |it: relations::Relation| RelationView {
        user: it.other.code(),
        name: it.name,
        distance: it.distance.as_str(),
    };
    Json(Relations { relations: relations.into_iter().map(view).collect() }).into_response()
}

async fn kept_away(State(app): State<App>, headers: HeaderMap) -> Result<Response, Problem> {
    match me::find(&app, &headers).await? {
        Some(player) => Ok(listed(relations_of(&app, player.id).await?)),
        None => Ok(listed(Vec::new())),
    }
}

/// Somebody at a board, or somebody who is kept away already.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct KeepAway {
    game: Option<Code>,
    side: Option<SideName>,
    handle: Option<String>,
    user: Option<Code>,
    /// `mute`, `block`, or `null` to let them come near again.
    distance: Option<String>,
}

async fn keep_away(
    State(app): State<App>,
    asker: Asker,
    Sent(sent): Sent<KeepAway>,
) -> Result<Response, Problem> {
    let KeepAway { game, side, handle, user, distance } = sent;
    let by = me::find_to_change(&app, &asker).await?;
    let distance = match distance.as_deref().map(Distance::from_name) {
        Some(None) => return Err(bad("bad_distance", "it is mute, block, or null")),
        Some(distance) => distance,
        None => None,
    };
    let known = relations_of(&app, by.id).await?;
    let other = match user {
        None => meant(&app, Place { game, side, handle, review: None }).await?.id,
        Some(user) => {
            let found = known.iter().find(|it| it.other.code() == user);
            found.ok_or_else(unknown_player)?.other
        }
    };
    if other == by.id {
        return Err(bad("yourself", "that is you"));
    }
    if distance.is_some() && known.len() >= relations::RELATIONS_MAX as usize {
        return Err(bad("too_many_relations", "you keep away as many as can be"));
    }
    app.service.keep_away(by.id, other, distance).await?;
    Ok(listed(relations_of(&app, by.id).await?))
}

#[derive(Serialize)]
struct ReportView {
    id: Uuid,
    by: String,
    about: Uuid,
    about_name: String,
    game: Option<String>,
    reason: String,
    words: String,
    made: i64,
}

#[derive(Serialize)]
struct Reports {
    reports: Vec<ReportView>,
}

async fn reports(State(app): State<App>, _: Moderator) -> Result<Response, Problem> {
    let reports = app.service.moderation.open_reports().await?.into_iter();
    let view = |report: komadai_store::Report| ReportView {
        id: report.id,
        by: report.by_name,
        about: report.about.uuid(),
        about_name: report.about_name,
        game: report.game,
        reason: report.reason,
        words: report.words,
        made: report.made_ms,
    };
    Ok(Json(Reports { reports: reports.map(view).collect() }).into_response())
}

async fn close(
    State(app): State<App>,
    Moderator(by): Moderator,
    Path(id): Path<String>,
) -> Result<Response, Problem> {
    done(app.service.moderation.close_report(by.id, id_of(&id)?).await?)
}

fn id_of(text: &str) -> Result<Uuid, Problem> {
    text.parse().map_err(|_| not_there())
}

fn done(was_there: bool) -> Result<Response, Problem> {
    if was_there { Ok(StatusCode::NO_CONTENT.into_response()) } else { Err(not_there()) }
}

fn not_there() -> Problem {
    Problem::new(StatusCode::NOT_FOUND, "not_found", "it is not there, or not any more")
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Removal {
    reason: String,
}

async fn remove_review(
    State(app): State<App>,
    Moderator(by): Moderator,
    Path(code): Path<String>,
    Sent(Removal { reason }): Sent<Removal>,
) -> Result<Response, Problem> {
    let code = code.parse().map_err(|_| not_there())?;
    let reason = words(&reason)?;
    if reason.is_empty() {
        return Err(bad("bad_reason", "say why it is taken away"));
    }
    app.studies.take_down(code, by.id, &reason).await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}

#[derive(Serialize)]
struct AccountView {
    user: Uuid,
    handle: String,
    name: String,
    role: Option<&'static str>,
    /// The grades that stand, the latest first.
    grades: Vec<String>,
}

async fn account(
    State(app): State<App>,
    _: Moderator,
    Path(handle): Path<String>,
) -> Result<Response, Problem> {
    let handle = Handle::parse_any(&handle).map_err(|_| not_there())?;
    let mut conn = app.service.store.read().await?;
    let found = accounts::find_by_key(&mut conn, handle.key()).await?.ok_or_else(not_there)?;
    let grades = grades::standing(&mut conn, found.user.id).await?;
    Ok(Json(AccountView {
        user: found.user.id.uuid(),
        handle: found.handle,
        name: found.user.name,
        role: found.role.map(Role::as_str),
        grades,
    })
    .into_response())
}

#[derive(Serialize)]
struct SanctionView {
    id: Uuid,
    kind: &'static str,
    name: String,
    reason: String,
    from: i64,
    until: Option<i64>,
}

#[derive(Serialize)]
struct Sanctions {
    sanctions: Vec<SanctionView>,
}

async fn sanctions(State(app): State<App>, _: Moderator) -> Result<Response, Problem> {
    let mut views = Vec::new();
    let in_force = app.service.moderation.in_force().await?;
    let mut conn = app.service.store.read().await?;
    for sanction in in_force {
        let user = users::find(&mut conn, sanction.user).await?;
        views.push(SanctionView {
            id: sanction.id,
            kind: sanction.kind.as_str(),
            name: user.map(|user| user.name).unwrap_or_default(),
            reason: sanction.reason,
            from: sanction.from_ms,
            until: sanction.until_ms,
        });
    }
    Ok(Json(Sanctions { sanctions: views }).into_response())
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Impose {
    kind: String,
    user: Uuid,
    reason: String,
    /// For good without it.
    hours: Option<u64>,
}

#[derive(Serialize)]
struct Imposed {
    /// How many sanctions that were: none when no address of the player is known.
    n: usize,
    /// How many addresses they come from that are not banned: the server's, its proxies' and the
    /// moderator's own.
    spared: usize,
}

async fn impose(
    State(app): State<App>,
    Moderator(by): Moderator,
    peer: Peer,
    ConnectInfo(socket): ConnectInfo<SocketAddr>,
    Sent(Impose { kind, user, reason, hours }): Sent<Impose>,
) -> Result<Response, Problem> {
    let kind = SanctionKind::from_name(&kind)
        .ok_or_else(|| bad("bad_kind", "kinds are mute, ban and address"))?;
    let reason = words(&reason)?;
    if hours.is_some_and(|hours| hours == 0 || hours > HOURS_MAX) {
        return Err(bad("bad_hours", format!("between 1 and {HOURS_MAX} hours")));
    }
    let user = UserId::from_uuid(user);
    let mut conn = app.service.store.read().await?;
    users::find(&mut conn, user).await?.ok_or_else(unknown_player)?;
    let theirs = accounts::find(&mut conn, user).await?.and_then(|account| account.role);
    let own = accounts::find(&mut conn, by.id).await?.and_then(|account| account.role);
    drop(conn);
    if theirs >= own || theirs == Some(Role::Admin) {
        let detail = "take the role away first (komadai admin role)";
        return Err(Problem::new(StatusCode::FORBIDDEN, "has_role", detail));
    }
    let for_ms = hours.map(|hours| hours * 3_600_000);
    let spared = [peer, Peer::of(socket.ip()), Peer::of(app.config.server.listen.ip())];
    let spared = spared.iter().map(Peer::to_string).collect();
    let imposition = Imposition { kind, user, reason, for_ms, spared };
    let imposed = app.service.moderation.impose(by.id, &imposition).await?;
    if imposed.n == 0 && imposed.n_spared > 0 {
        let detail = "they come from your own address, the server's or its proxy's, which is not \
                      banned; if everybody does, set server.trusted_proxies";
        return Err(bad("protected_address", detail));
    }
    Ok(Json(Imposed { n: imposed.n, spared: imposed.n_spared }).into_response())
}

async fn lift(
    State(app): State<App>,
    Moderator(by): Moderator,
    Path(id): Path<String>,
) -> Result<Response, Problem> {
    done(app.service.moderation.lift(by.id, id_of(&id)?).await?)
}
