//! `/api/v1/moderation/grades`: annulling a grade, for fraud.

use axum::{
    extract::State,
    http::StatusCode,
    response::{IntoResponse, Response},
};
use komadai_ids::UserId;
use komadai_rating::{Grade, GradeError};
use komadai_store::{Conn, ratings};
use serde::Deserialize;
use uuid::Uuid;

use super::{
    Problem,
    moderation::{bad, words},
    sent::{Moderator, Sent},
};
use crate::app::App;

/// The grades that a player has and that stand, the latest first.
pub(super) async fn standing(
    conn: &mut Conn,
    user: UserId,
) -> Result<Vec<String>, komadai_store::Error> {
    let awards = ratings::awards(conn, user).await?;
    Ok(awards.into_iter().filter(|it| !it.annulled).map(|it| it.grade).collect())
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Annul {
    user: Uuid,
    grade: String,
    reason: String,
}

/// `POST`: the grade is gone, and the games up to now earn none any more (§6.4).
pub(super) async fn annul(
    State(app): State<App>,
    Moderator(by): Moderator,
    Sent(Annul { user, grade, reason }): Sent<Annul>,
) -> Result<Response, Problem> {
    let grade: Grade =
        grade.parse().map_err(|problem: GradeError| bad("bad_grade", problem.to_string()))?;
    let reason = words(&reason)?;
    if reason.is_empty() {
        return Err(bad("no_reason", "say why"));
    }
    let service = &app.service;
    let user = UserId::from_uuid(user);
    let annulled =
        service.ratings.annul(&service.store, service.timebase, by.id, user, grade, &reason);
    match annulled.await? {
        true => Ok(StatusCode::NO_CONTENT.into_response()),
        false => {
            let detail = "the player has no such grade, or not any more";
            Err(Problem::new(StatusCode::NOT_FOUND, "not_found", detail))
        }
    }
}
