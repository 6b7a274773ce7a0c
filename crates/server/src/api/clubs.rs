//! `/api/v1/clubs`: what clubs there are, who belongs to them, and what is done there.

mod ask;
mod view;

use axum::{
    Json, Router,
    body::Bytes,
    extract::{
        DefaultBodyLimit, Path, Query, State,
        rejection::{BytesRejection, JsonRejection, QueryRejection},
    },
    http::{HeaderMap, HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
    routing::{get, post},
};
use komadai_ids::UserId;
use komadai_rating::Speed;
use komadai_rules::Variant;
use komadai_service::{
    Member,
    clubs::{ClubError, ClubRefusal, Look, Slug, Viewer, roster},
    names::Handle,
};
use komadai_store::{PageKey, Role, accounts};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use self::ask::{ActRequest, FoundRequest};
use super::{
    Problem,
    account::read,
    caching::Cached,
    files::attachment,
    players::{self, bad_query, graded, rapid},
    tournaments::{member, must_be_member},
};
use crate::app::App;

/// The longest body that is read: an announcement in Japanese, and a long name.
const BODY_BYTES_MAX: usize = 65_536;

/// The longest list that is read: 2,000 players with notes.
const FILE_BYTES_MAX: usize = 512 * 1024;

/// Its addresses.
pub(super) fn router() -> Router<App> {
    Router::new()
        .route("/", get(list).post(found))
        .route("/{slug}", get(show))
        .route("/{slug}/members", get(members))
        .route("/{slug}/members.csv", get(table))
        .route("/{slug}/desk", get(desk))
        .route("/{slug}/acts", get(trail).post(act))
        .layer(DefaultBodyLimit::max(BODY_BYTES_MAX))
        .merge(
            Router::new()
                .route("/{slug}/import", post(import))
                .layer(DefaultBodyLimit::max(FILE_BYTES_MAX)),
        )
}

impl From<ClubRefusal> for Problem {
    fn from(refusal: ClubRefusal) -> Self {
        use ClubRefusal as R;
        let status = match &refusal {
            R::Unknown | R::UnknownThing(_) | R::UnknownPlayer | R::BadInvitation => {
                StatusCode::NOT_FOUND
            }
            R::Private
            | R::NotAllowed
            | R::Silenced(_)
            | R::ByInvitation
            | R::Banned
            | R::KeptApart => StatusCode::FORBIDDEN,
            R::ReadOnly => StatusCode::SERVICE_UNAVAILABLE,
            R::Words(_) => StatusCode::UNPROCESSABLE_ENTITY,
            R::TooMany => StatusCode::TOO_MANY_REQUESTS,
            R::SlugTaken
            | R::Full(_)
            | R::CannotCome
            | R::AlreadyMember
            | R::DeclinedLately
            | R::LastOwner
            | R::NoAccount => StatusCode::CONFLICT,
        };
        Self::new(status, refusal.code(), refusal.to_string())
    }
}

impl From<ClubError> for Problem {
    fn from(error: ClubError) -> Self {
        match error {
            ClubError::Refused(refusal) => refusal.into(),
            ClubError::Store(cause) => Self::store(&cause),
            rows @ ClubError::Rows(_) => {
                Self::new(StatusCode::UNPROCESSABLE_ENTITY, "bad_rows", rows.to_string())
            }
        }
    }
}

fn viewer(member: &Member) -> Viewer {
    Viewer { user: member.player.id, runs_site: member.role >= Some(Role::Admin) }
}

/// The club as whoever asks may see it.
async fn look(app: &App, headers: &HeaderMap, slug: &str) -> Result<(Look, bool), Problem> {
    let member = member(app, headers).await?;
    let look = app.service.clubs.look(slug, member.as_ref().map(viewer)).await?;
    Ok((look, member.is_some()))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Which {
    /// In the name, the address or the city.
    #[serde(default)]
    q: String,
    /// Only one's own.
    #[serde(default)]
    mine: bool,
    /// Only those of the player with this user name.
    player: Option<String>,
}

async fn list(
    State(app): State<App>,
    query: Result<Query<Which>, QueryRejection>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let Query(Which { q, mine, player }) = query.map_err(bad_query)?;
    let clubs = &app.service.clubs;
    let found = if let Some(handle) = player {
        let player = players::find(&mut app.service.store.read().await?, &handle).await?.user.id;
        let asks = member(&app, &headers).await?.map(|member| member.player.id);
        clubs.of_player(player, asks).await?
    } else if mine {
        match member(&app, &headers).await? {
            Some(member) => clubs.of_user(member.player.id).await?,
            None => Vec::new(),
        }
    } else {
        clubs.search(&q).await?
    };
    Ok(Json(view::List::of(found)).into_response())
}

#[derive(Serialize)]
struct Founded {
    slug: String,
}

async fn found(
    State(app): State<App>,
    headers: HeaderMap,
    body: Result<Json<FoundRequest>, JsonRejection>,
) -> Result<Response, Problem> {
    let member = must_be_member(&app, &headers).await?;
    let FoundRequest { create, slug, settings } = read(body)?;
    let (slug, settings) = (Slug::parse(&slug)?, settings.settings()?);
    let club = app.service.clubs.found(member.player.id, create, &slug, &settings).await?;
    Ok((StatusCode::CREATED, Json(Founded { slug: club.slug })).into_response())
}

/// An answer that differs from reader to reader, which need not be sent twice.
fn cached(headers: &HeaderMap, answer: &impl Serialize) -> Result<Response, Problem> {
    let json = serde_json::to_vec(answer).map_err(|cause| {
        tracing::error!("a club cannot be written: {cause}");
        Problem::new(StatusCode::INTERNAL_SERVER_ERROR, "internal", "something went wrong here")
    })?;
    let cached = Cached::own(&json);
    if let Some(known) = cached.known(headers) {
        return Ok(known);
    }
    let kind = [(header::CONTENT_TYPE, "application/json")];
    let mut response = cached.mark((kind, json).into_response());
    response.headers_mut().insert(header::VARY, HeaderValue::from_static("cookie"));
    Ok(response)
}

async fn show(
    State(app): State<App>,
    Path(slug): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let (look, signed_in) = look(&app, &headers, &slug).await?;
    let announcements = match look.sees_inside() {
        true => app.service.clubs.announcements(&look).await?,
        false => Vec::new(),
    };
    let tournaments = match look.sees_inside() {
        true => app.service.tournaments.of_club(look.club.id, look.organises()).await?,
        false => Vec::new(),
    };
    cached(&headers, &view::Club::of(look, signed_in, announcements, tournaments))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Strength {
    #[serde(default = "graded")]
    variant: String,
    #[serde(default = "rapid")]
    speed: String,
}

async fn members(
    State(app): State<App>,
    Path(slug): Path<String>,
    query: Result<Query<Strength>, QueryRejection>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let Query(Strength { variant, speed }) = query.map_err(bad_query)?;
    if Variant::from_name(&variant).is_none() || Speed::from_name(&speed).is_none() {
        let detail = "there is no such variant or speed";
        return Err(Problem::new(StatusCode::BAD_REQUEST, "bad_query", detail));
    }
    let (look, _) = look(&app, &headers, &slug).await?;
    let found = app.service.clubs.members(&look, &variant, &speed).await?;
    let now_ms = app.service.timebase.now_ms() as i64;
    cached(&headers, &view::Members::of(found, look.organises(), now_ms))
}

async fn table(
    State(app): State<App>,
    Path(slug): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let (look, _) = look(&app, &headers, &slug).await?;
    let found = app.service.clubs.members(&look, &graded(), &rapid()).await?;
    let headers = [
        (header::CONTENT_TYPE, "text/csv; charset=utf-8".to_owned()),
        (header::CONTENT_DISPOSITION, attachment(&format!("{}.csv", look.club.slug))),
    ];
    Ok((headers, roster::table(&found, look.organises())).into_response())
}

async fn desk(
    State(app): State<App>,
    Path(slug): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let (look, _) = look(&app, &headers, &slug).await?;
    cached(&headers, &view::Desk::of(app.service.clubs.desk(&look).await?))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TrailFrom {
    after_ms: Option<i64>,
    after: Option<Uuid>,
}

async fn trail(
    State(app): State<App>,
    Path(slug): Path<String>,
    query: Result<Query<TrailFrom>, QueryRejection>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let Query(TrailFrom { after_ms, after }) = query.map_err(bad_query)?;
    let (look, _) = look(&app, &headers, &slug).await?;
    let after = PageKey::after(after_ms.zip(after));
    let deeds = app.service.clubs.trail(&look, after).await?;
    Ok(Json(view::Trail::of(deeds)).into_response())
}

#[derive(Serialize)]
struct ActAnswer {
    /// What is in a link that was made. It is told once.
    #[serde(skip_serializing_if = "Option::is_none")]
    token: Option<String>,
}

async fn act(
    State(app): State<App>,
    Path(slug): Path<String>,
    headers: HeaderMap,
    body: Result<Json<ActRequest>, JsonRejection>,
) -> Result<Response, Problem> {
    let member = must_be_member(&app, &headers).await?;
    let ActRequest { id, act } = read(body)?;
    let act = act.translate(&app).await?;
    let done = app.service.clubs.act(&slug, viewer(&member), id, &act).await?;
    Ok(Json(ActAnswer { token: done.token }).into_response())
}

/// The account with this user name.
async fn account(app: &App, handle: &str) -> Result<UserId, Problem> {
    let handle = Handle::parse_any(handle).map_err(|_| ClubRefusal::UnknownPlayer)?;
    let mut conn = app.service.store.read().await?;
    let found = accounts::find_by_key(&mut conn, handle.key()).await?;
    Ok(found.ok_or(ClubRefusal::UnknownPlayer)?.user.id)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Once {
    /// Drawn by the client: a file that is sent again is known.
    id: Uuid,
}

async fn import(
    State(app): State<App>,
    Path(slug): Path<String>,
    query: Result<Query<Once>, QueryRejection>,
    headers: HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Result<Response, Problem> {
    let member = must_be_member(&app, &headers).await?;
    let Query(Once { id }) = query.map_err(bad_query)?;
    let body = body.map_err(|rejection| {
        Problem::new(rejection.status(), "bad_request", rejection.body_text())
    })?;
    let file = std::str::from_utf8(&body).map_err(|_| {
        let detail = "this file is not in UTF-8; save it as “CSV UTF-8”";
        Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "not_utf8", detail)
    })?;
    match app.service.clubs.import(&slug, viewer(&member), id, file).await {
        Ok(imported) => Ok(Json(view::Imported::of(imported)).into_response()),
        Err(ClubError::Rows(rows)) => {
            let detail = ClubError::Rows(rows.clone()).to_string();
            Ok(view::BadRows::of(rows, detail).into_response())
        }
        Err(error) => Err(error.into()),
    }
}
