//! The boards of broadcasts that show games of a tournament, and what its organisers say to them.

use axum::{
    Json,
    extract::{Path, State},
};
use komadai_protocol::http::tournaments as wire;
use komadai_service::{
    broadcasts::{BoardOfEvent, BroadcastRefusal},
    tournaments::{TournamentError, TournamentRefusal},
};

use super::{BODY_BYTES_MAX, find};
use crate::{
    app::App,
    http::{
        answer::{Answer, Completion, NoContent},
        extract::{Body, MaybeMember, Member},
        problem::Problem,
    },
};

fn board(it: BoardOfEvent) -> wire::BoardOfEvent {
    let BoardOfEvent { row, game, is_over, outcome } = it;
    wire::BoardOfEvent {
        game,
        broadcast: row.study.code(),
        board: row.review.code(),
        title: row.title,
        by: row.owner_name,
        taken: row.takes,
        is_over,
        outcome,
    }
}

pub(super) async fn list(
    State(app): State<App>,
    MaybeMember(member): MaybeMember,
    Path(code): Path<String>,
) -> Answer<wire::BroadcastsOfEvent> {
    let stored = find(&app, member.as_ref(), &code).await?;
    let organises = app.service.tournaments.is_organiser(&stored.tournament, member.as_ref());
    let organises = organises.await?;
    let boards = app.service.broadcasts.of_event(&stored, organises).await?;
    Ok(Json(wire::BroadcastsOfEvent { boards: boards.into_iter().map(board).collect() }))
}

pub(super) async fn answer(
    State(app): State<App>,
    member: Member,
    Path((code, broadcast)): Path<(String, String)>,
    Body(sent): Body<wire::BroadcastAnswer, BODY_BYTES_MAX>,
) -> Completion {
    let stored = find(&app, Some(&member), &code).await?;
    if !app.service.tournaments.is_organiser(&stored.tournament, Some(&member)).await? {
        return Err(TournamentError::Refused(TournamentRefusal::NotOrganiser).into());
    }
    let unknown = |_| Problem::from(BroadcastRefusal::Unknown);
    let broadcast = broadcast.parse().map_err(unknown)?;
    app.service.broadcasts.answer_event(&stored, broadcast, sent.takes).await?;
    Ok(NoContent)
}
