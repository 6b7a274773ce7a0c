//! `/api/v1/moderation/grades`: annulling a grade, for fraud.

use axum::extract::State;
use komadai_ids::UserId;
use komadai_protocol::RefusalCode;
use komadai_protocol::http::moderation as wire;
use komadai_store::{Conn, ratings};

use super::moderation::{BODY_BYTES_MAX, bad, words};
use crate::{
    app::App,
    http::{
        answer::{Completion, NoContent},
        extract::{Body, Moderating, Operator},
        problem::Problem,
    },
};

/// The grades that a player has and that stand, the latest first.
pub(super) async fn standing(
    conn: &mut Conn,
    user: UserId,
) -> Result<Vec<String>, komadai_store::Error> {
    let awards = ratings::awards(conn, user).await?;
    Ok(awards.into_iter().filter(|it| !it.annulled).map(|it| it.grade).collect())
}

/// `POST`: the grade is gone, and the games up to now earn none any more (§6.4).
pub(super) async fn annul(
    State(app): State<App>,
    by: Operator<Moderating>,
    Body(wire::AnnulGrade { user, grade, reason }): Body<wire::AnnulGrade, BODY_BYTES_MAX>,
) -> Completion {
    let reason = words(&reason)?;
    if reason.is_empty() {
        return Err(bad(RefusalCode::NoReason, "say why"));
    }
    let user = UserId::from_uuid(user);
    if app.service.annul_grade(by.player.id, user, grade, &reason).await? {
        Ok(NoContent)
    } else {
        let detail = "the player does not have this grade";
        Err(Problem::new(RefusalCode::NotFound, detail))
    }
}
