//! What players are told while they are away: `/api/v1/me/notices`, and the address that letters
//! name for getting no more of them.

use axum::{
    Json, Router,
    extract::{DefaultBodyLimit, Path, State},
    http::{HeaderMap, StatusCode},
    response::{IntoResponse, Response},
    routing::{get, post, put},
};
use komadai_game::Player;
use komadai_ids::UserId;
use komadai_kifu::Language;
use komadai_service::notices::{BrowserError, Channel, Kind};
use komadai_store::accounts;
use serde::{Deserialize, Serialize};

use super::{
    Problem,
    me::{Asker, find, find_to_change},
    sent::{Sent, Session},
};
use crate::{app::App, origin};

/// The longest body that is read.
const BODY_BYTES_MAX: usize = 4_096;

/// Its addresses.
pub(super) fn router() -> Router<App> {
    Router::new()
        .route("/me/notices", get(show).put(switch))
        .route("/me/notices/browser", put(add_browser).delete(remove_browser))
        .route("/notices/off/{token}", post(off_by_link))
        .layer(DefaultBodyLimit::max(BODY_BYTES_MAX))
}

/// What somebody is told, and how.
#[derive(Debug, Serialize)]
struct NoticesView {
    /// Whether this server sends letters.
    mail: bool,
    /// Whether there is an address to send them to.
    address: bool,
    /// What the browser must be shown to be told things; `null` where none is.
    push_key: Option<String>,
    /// In how many browsers the reader is told.
    browsers: usize,
    /// What was switched off; everything else is on.
    off: Vec<SwitchView>,
}

#[derive(Debug, Serialize)]
struct SwitchView {
    kind: String,
    channel: String,
}

/// `GET /api/v1/me/notices`.
pub(super) async fn show(State(app): State<App>, headers: HeaderMap) -> Result<Response, Problem> {
    let player = find(&app, &headers).await?.filter(|player| !player.guest);
    let player = player.ok_or_else(needs_account)?;
    Ok(Json(view(&app, player.id).await?).into_response())
}

async fn view(app: &App, user: UserId) -> Result<NoticesView, Problem> {
    let notices = &app.service.notices;
    let (off, browsers) = notices.of(user).await?;
    let mut conn = app.service.store.read().await?;
    let account = accounts::find(&mut conn, user).await?;
    Ok(NoticesView {
        mail: notices.can_write(),
        address: account.is_some_and(|account| account.email.is_some()),
        push_key: notices.push_key(),
        browsers,
        off: off
            .into_iter()
            .map(|off| SwitchView { kind: off.kind, channel: off.channel })
            .collect(),
    })
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Switch {
    kind: String,
    channel: String,
    on: bool,
}

/// `PUT /api/v1/me/notices`: tells the asker of something by this channel, or no longer.
pub(super) async fn switch(
    State(app): State<App>,
    asker: Asker,
    Sent(Switch { kind, channel, on }): Sent<Switch>,
) -> Result<Response, Problem> {
    let player = with_account(&app, &asker).await?;
    let (Some(kind), Some(channel)) = (Kind::from_name(&kind), Channel::from_name(&channel)) else {
        let detail = "kind is challenge, round or turn, and channel is mail or push";
        return Err(Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "bad_notice", detail));
    };
    app.service.notices.switch(player.id, kind, channel, on).await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}

/// A browser as its push service describes it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct NewBrowser {
    endpoint: String,
    p256dh: String,
    auth: String,
    lang: String,
}

/// `PUT /api/v1/me/notices/browser`: tells the asker in this browser, while they are signed in.
pub(super) async fn add_browser(
    State(app): State<App>,
    asker: Asker,
    Session(session): Session,
    Sent(NewBrowser { endpoint, p256dh, auth, lang }): Sent<NewBrowser>,
) -> Result<Response, Problem> {
    let player = with_account(&app, &asker).await?;
    let language = Language::from_tag(&lang).unwrap_or(Language::Vietnamese);
    let keys = (p256dh.as_str(), auth.as_str());
    app.service
        .notices
        .add_browser(player.id, session, &endpoint, keys, language)
        .await
        .map_err(refused)?;
    Ok(StatusCode::NO_CONTENT.into_response())
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct OldBrowser {
    endpoint: String,
}

/// `DELETE /api/v1/me/notices/browser`: no longer.
pub(super) async fn remove_browser(
    State(app): State<App>,
    asker: Asker,
    Sent(OldBrowser { endpoint }): Sent<OldBrowser>,
) -> Result<Response, Problem> {
    let player = with_account(&app, &asker).await?;
    app.service.notices.remove_browser(player.id, &endpoint).await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}

#[derive(Debug, Serialize)]
struct OffView {
    /// What no more letters come about.
    kind: &'static str,
}

/// `POST /api/v1/notices/off/{token}`: no more letters of the kind in which the token stood. Mail
/// programs ask this by themselves (RFC 8058), so nobody needs to be signed in, and what they send
/// along is not looked at.
pub(super) async fn off_by_link(
    State(app): State<App>,
    Path(token): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    origin::check(&headers, &app.config)?;
    let kind = app.service.notices.off_by_link(&token).await?.ok_or_else(|| {
        let detail = "this is no link from a letter of ours";
        Problem::new(StatusCode::FORBIDDEN, "bad_ticket", detail)
    })?;
    Ok(Json(OffView { kind: kind.as_str() }).into_response())
}

async fn with_account(app: &App, asker: &Asker) -> Result<Player, Problem> {
    let player = find_to_change(app, asker).await?;
    if player.guest { Err(needs_account()) } else { Ok(player) }
}

fn needs_account() -> Problem {
    let detail = "who is told things while away has an account";
    Problem::new(StatusCode::FORBIDDEN, "needs_account", detail)
}

fn refused(cause: BrowserError) -> Problem {
    let status = StatusCode::UNPROCESSABLE_ENTITY;
    match cause {
        BrowserError::Off => Problem::new(StatusCode::FORBIDDEN, "no_push", cause.to_string()),
        BrowserError::Endpoint | BrowserError::Keys => {
            Problem::new(status, "bad_browser", cause.to_string())
        }
        BrowserError::Store(cause) => cause.into(),
    }
}
