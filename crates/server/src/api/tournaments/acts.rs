//! What organisers and players do in a tournament.

use axum::{
    Json,
    extract::{Path, State},
};
use komadai_protocol::http::tournaments as wire;

use super::{BODY_BYTES_MAX, not_found, version};
use crate::{
    app::App,
    http::{
        answer::Answer,
        extract::{Body, Member},
    },
};

pub(super) async fn act(
    State(app): State<App>,
    member: Member,
    Path(code): Path<String>,
    Body(wire::ToDo { id, act, reason }): Body<wire::ToDo, BODY_BYTES_MAX>,
) -> Answer<wire::TournamentVersion> {
    let code = code.parse().map_err(|_| not_found())?;
    let changed = app.service.tournaments.ask(code, id, &member, act, &reason).await?;
    Ok(Json(version(&changed)))
}
