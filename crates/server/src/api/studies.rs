//! Reviews: reading a file into one, keeping, listing and exporting them.

use axum::{
    Json,
    body::Bytes,
    extract::{
        Path, Query, State,
        rejection::{BytesRejection, JsonRejection, QueryRejection},
    },
    http::{HeaderMap, StatusCode},
    response::{IntoResponse, Response},
};
use komadai_ids::Code;
use komadai_kifu::read_as;
use komadai_protocol::{
    EngineLeave, StudiesRead, StudyDraft, StudyList, StudyListed, StudyMade, StudyTerms,
};
use komadai_service::Refused;
use komadai_store::{StudySummary, studies as stored};
use komadai_study::{Study, StudyError};

use super::{
    Problem,
    caching::Cached,
    files::{self, File, Look, Subject},
    imports::{self, Sent},
    me,
};
use crate::{app::App, origin, studies};

/// Bytes of one tree.
pub(super) const TREE_BYTES_MAX: usize = studies::BYTES_MAX + 4_096;

/// Bytes of what is said about who sees a review.
pub(super) const TERMS_BYTES_MAX: usize = 1 << 10;

/// Games of one file that are read at once.
const GAMES_READ_MAX: usize = 100;

/// Reviews of one player.
const STUDIES_MAX: u64 = 500;

impl From<Refused> for Problem {
    fn from(refused: Refused) -> Self {
        let status = match refused.code {
            "unknown_study" => StatusCode::NOT_FOUND,
            "not_your_study" => StatusCode::FORBIDDEN,
            "game_not_over" => StatusCode::CONFLICT,
            "bad_edit" => StatusCode::UNPROCESSABLE_ENTITY,
            "study_too_large" => StatusCode::PAYLOAD_TOO_LARGE,
            _ => StatusCode::SERVICE_UNAVAILABLE,
        };
        let known = komadai_protocol::RefusalCode::from_name(refused.code);
        let usual = known.map_or("this cannot be done just now", |code| code.message());
        let detail = if refused.message.is_empty() { usual } else { &refused.message };
        Self::new(status, refused.code, detail)
    }
}

impl From<StudyError> for Problem {
    fn from(cause: StudyError) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, "bad_study", cause.to_string())
    }
}

fn code(text: &str) -> Result<Code, Problem> {
    text.parse().map_err(|_| Refused::code("unknown_study").into())
}

fn body<T>(body: Result<Json<T>, JsonRejection>) -> Result<T, Problem> {
    body.map(|Json(body)| body)
        .map_err(|rejection| Problem::new(rejection.status(), "bad_body", rejection.body_text()))
}

/// `POST /api/v1/studies/read`: the games of a file, which is the body, as trees. Nothing is kept.
pub(super) async fn read(
    State(app): State<App>,
    query: Result<Query<Sent>, QueryRejection>,
    headers: HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Result<Response, Problem> {
    origin::check(&headers, &app.config)?;
    let format = imports::format_of(query)?;
    let body = imports::file_in(body)?;
    let read = app.workshop.run(move || -> Result<StudiesRead, Problem> {
        let reading = read_as(&body, format, None).map_err(|cause| Problem::unreadable(&cause))?;
        if reading.records.len() > GAMES_READ_MAX {
            let detail = format!("a file to review may have {GAMES_READ_MAX} games; split it");
            return Err(imports::too_large(detail));
        }
        let studies: Result<Vec<_>, _> = reading.records.iter().map(Study::of).collect();
        Ok(StudiesRead {
            studies: studies?,
            format: reading.format.name().to_owned(),
            charset: reading.charset.to_owned(),
            notes: imports::notes(reading.notes),
        })
    });
    Ok(Json(read.await??).into_response())
}

/// `POST /api/v1/studies`: keeps a review of one's own.
pub(super) async fn create(
    State(app): State<App>,
    headers: HeaderMap,
    draft: Result<Json<StudyDraft>, JsonRejection>,
) -> Result<Response, Problem> {
    let player = me::find_to_change(&app, &headers).await?;
    let StudyDraft { tree, public } = body(draft)?;
    let judged = app.workshop.run(move || tree.record().map(|_| tree));
    let tree = judged.await??;
    let mut conn = app.service.store.read().await?;
    if stored::count(&mut conn, player.id).await? >= STUDIES_MAX {
        let detail = format!("you have {STUDIES_MAX} reviews; take one away first");
        return Err(Problem::new(StatusCode::CONFLICT, "too_many_studies", detail));
    }
    drop(conn);
    let mut random = [0; 10];
    getrandom::fill(&mut random).map_err(|_| Problem::from(Refused::code("internal")))?;
    let study = app.studies.create(&player, tree, public, random).await?;
    Ok((StatusCode::CREATED, Json(StudyMade { study })).into_response())
}

/// `GET /api/v1/studies/{code}`: a review, or the one of the finished game with that code.
pub(super) async fn show(
    State(app): State<App>,
    Path(text): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let reader = me::find(&app, &headers).await?.map(|player| player.id);
    let review = app.studies.look(code(&text)?).await?;
    Ok(Json(review.view(reader)).into_response())
}

/// `GET /api/v1/studies/{code}/record.{ending}`, `…/diagram.…`: as for games.
pub(super) async fn file(
    State(app): State<App>,
    Path((text, name)): Path<(String, String)>,
    query: Result<Query<Look>, QueryRejection>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let (file, look) = (File::from_name(&name)?, Look::of(query)?);
    let review = app.studies.look(code(&text)?).await?;
    let summary = &review.summary;
    let subject = Subject {
        record: review.tree.record()?,
        name: format!("komadai-{}", summary.id),
        king: None,
        cached: Cached::public((summary.id, summary.seq, file, &look), false),
    };
    files::send(&app.workshop, &headers, subject, file, &look).await
}

/// `POST /api/v1/studies/file/record.{ending}`: a tree, which is the body, as a file. Nothing is
/// kept.
pub(super) async fn write(
    State(app): State<App>,
    Path(name): Path<String>,
    headers: HeaderMap,
    tree: Result<Json<Study>, JsonRejection>,
) -> Result<Response, Problem> {
    origin::check(&headers, &app.config)?;
    let file = File::from_name(&name)?;
    let tree = body(tree)?;
    let record = app.workshop.run(move || tree.record()).await??;
    let (name, look) = ("komadai-review".to_owned(), Look::default());
    let subject = Subject { record, name, king: None, cached: Cached::private(0) };
    // What is sent depends on the body, so it is not to be kept by its address.
    files::send(&app.workshop, &HeaderMap::new(), subject, file, &look).await
}

/// `PUT /api/v1/studies/{code}`: whether one's own review is listed for everybody.
pub(super) async fn set_terms(
    State(app): State<App>,
    Path(text): Path<String>,
    headers: HeaderMap,
    terms: Result<Json<StudyTerms>, JsonRejection>,
) -> Result<Response, Problem> {
    let player = me::find_to_change(&app, &headers).await?;
    app.studies.publish(code(&text)?, player.id, body(terms)?.public).await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}

/// `DELETE /api/v1/studies/{code}`: takes one's own review away.
pub(super) async fn delete(
    State(app): State<App>,
    Path(text): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let player = me::find_to_change(&app, &headers).await?;
    app.studies.delete(code(&text)?, player.id).await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}

fn listed(it: StudySummary) -> StudyListed {
    StudyListed {
        study: it.id.code(),
        title: it.title,
        variant: it.variant,
        of_game: it.of_game,
        plies: it.plies,
        public: it.is_public,
        updated_ms: it.updated_ms,
    }
}

/// `GET /api/v1/me/studies`: one's own reviews.
pub(super) async fn own(State(app): State<App>, headers: HeaderMap) -> Result<Response, Problem> {
    let Some(player) = me::find(&app, &headers).await? else {
        return Ok(Json(StudyList::default()).into_response());
    };
    let mut conn = app.service.store.read().await?;
    let studies = stored::by_owner(&mut conn, player.id).await?;
    Ok(Json(StudyList { studies: studies.into_iter().map(listed).collect() }).into_response())
}

/// `GET /api/v1/studies`: those that are for everybody.
pub(super) async fn public(State(app): State<App>) -> Result<Response, Problem> {
    let mut conn = app.service.store.read().await?;
    let studies = stored::public(&mut conn).await?;
    Ok(Json(StudyList { studies: studies.into_iter().map(listed).collect() }).into_response())
}

/// `GET /api/v1/me/engine`: whether one may have positions judged by an engine: not while one
/// plays a rated game.
pub(super) async fn engine_leave(
    State(app): State<App>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let mut leave = EngineLeave { allowed: true, game: None };
    if let Some(player) = me::find(&app, &headers).await? {
        for (code, _) in app.service.directory.games_of(player.id) {
            if super::games::look(&app, code).await?.setup().rated {
                leave = EngineLeave { allowed: false, game: Some(code) };
            }
        }
    }
    Ok(Json(leave).into_response())
}
