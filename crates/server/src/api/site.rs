//! `/api/v1/site`: how the site is run, for everybody; `/api/v1/admin`: for those who run it.

use axum::{
    Json, Router,
    extract::{DefaultBodyLimit, Query, State, rejection::QueryRejection},
    http::StatusCode,
    response::{IntoResponse, Response},
    routing::{get, post},
};
use komadai_service::{
    lines::clean_line,
    site::{BANNER_CHARS_MAX, SiteState},
};
use komadai_store::NamedDeed;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::{
    Problem,
    me::After,
    sent::{Admin, Sent},
};
use crate::{app::App, throttle::Peer};

/// The longest body that is read.
const BODY_BYTES_MAX: usize = 4_096;

/// The commit it was built from, which whoever builds it says in `KOMADAI_COMMIT`: a release and
/// an image do. Without it nobody knows, and the page links the newest source.
pub(super) const COMMIT: Option<&str> = match option_env!("KOMADAI_COMMIT") {
    Some(commit) if commit.is_empty() => None,
    commit => commit,
};

/// Addresses for admins.
pub(super) fn admin() -> Router<App> {
    Router::new()
        .route("/site", post(set))
        .route("/invitations", post(invite))
        .route("/audit", get(audit))
        .layer(DefaultBodyLimit::max(BODY_BYTES_MAX))
}

#[derive(Debug, Serialize)]
struct SiteView {
    registration: &'static str,
    banner: String,
    read_only: bool,
    /// Whether the site sends letters, so that a new password can be had by mail.
    mail: bool,
    contact: String,
    /// Where the source of what runs here is.
    source: String,
    commit: Option<&'static str>,
    version: &'static str,
    /// Until when the reader's address is banned, in Unix milliseconds; `null` when it is not,
    /// and 0 when it is for good.
    banned_until: Option<u64>,
}

/// `GET /api/v1/site`.
pub(super) async fn show(State(app): State<App>, peer: Peer) -> Response {
    let SiteState { banner, read_only } = app.service.site.state();
    let now_ms = app.service.timebase.now_ms();
    let standing = app.service.directory.standing();
    let banned_until = standing.address_banned_until_ms(&peer.to_string(), now_ms);
    Json(SiteView {
        registration: app.config.site.registration.as_str(),
        banner,
        read_only,
        mail: app.service.accounts.can_write(),
        contact: app.config.site.contact.clone(),
        source: app.config.site.source_of(COMMIT),
        commit: COMMIT,
        version: env!("CARGO_PKG_VERSION"),
        banned_until: banned_until.map(|ms| if ms == u64::MAX { 0 } else { ms }),
    })
    .into_response()
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Set {
    banner: String,
    read_only: bool,
}

async fn set(
    State(app): State<App>,
    Admin(by): Admin,
    Sent(Set { banner, read_only }): Sent<Set>,
) -> Result<Response, Problem> {
    let banner = clean_line(&banner);
    if banner.chars().count() > BANNER_CHARS_MAX {
        let detail = format!("an announcement is one line of at most {BANNER_CHARS_MAX} signs");
        return Err(Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "bad_banner", detail));
    }
    app.service.site.set(by.id, SiteState { banner, read_only }).await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}

#[derive(Serialize)]
struct Invited {
    /// Told once; only its hash is kept.
    code: String,
}

async fn invite(State(app): State<App>, Admin(by): Admin) -> Result<Response, Problem> {
    let invitation = app.service.site.invite(by.id).await?;
    Ok(Json(Invited { code: invitation.reveal().to_owned() }).into_response())
}

#[derive(Debug, Serialize)]
struct DeedView {
    id: Uuid,
    at: i64,
    by: Option<String>,
    action: String,
    about: Option<String>,
    details: String,
}

#[derive(Debug, Serialize)]
struct Deeds {
    deeds: Vec<DeedView>,
}

async fn audit(
    State(app): State<App>,
    _: Admin,
    query: Result<Query<After>, QueryRejection>,
) -> Result<Response, Problem> {
    let deeds = app.service.moderation.deeds(After::of(query)?).await?;
    let view = |NamedDeed { deed, by_name, about_name }| DeedView {
        id: deed.id,
        at: deed.at_ms,
        by: by_name,
        action: deed.action,
        about: about_name,
        details: deed.details,
    };
    Ok(Json(Deeds { deeds: deeds.into_iter().map(view).collect() }).into_response())
}
