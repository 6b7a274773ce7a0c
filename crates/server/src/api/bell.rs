//! `/api/v1/me/bell`: what the caller was told of that concerns them.

use axum::{Json, extract::State};
use komadai_protocol::http::{
    bell::{BellPage, BellSeen},
    paging::After,
};
use komadai_store::PageKey;

use crate::{
    app::App,
    http::{
        answer::{Answer, Completion, NoContent},
        contract::Routes,
        extract::{Ask, Body, Player, Reader},
        paging::{self, PAGE},
    },
    render::bell::bell_view,
};

pub(super) fn routes() -> Routes {
    Routes::new("me")
        .get("/me/bell", list, "What the caller was told of that concerns them, newest first")
        .post("/me/bell/seen", seen, "Records up to where the caller has looked at it")
}

async fn list(
    State(app): State<App>,
    Reader(reader): Reader,
    Ask(after): Ask<After>,
) -> Answer<BellPage> {
    let Some(player) = reader.filter(|player| !player.guest) else {
        return Ok(Json(BellPage::default()));
    };
    let (items, seen_ms) = app.service.bell.of(player.id, paging::key(after), PAGE).await?;
    let last = paging::last(&items).map(|it| PageKey { at_ms: it.stored.at_ms, id: it.stored.id });
    let items = items.into_iter().map(bell_view).collect();
    Ok(Json(BellPage { items, seen_ms, next: last.map(paging::next) }))
}

/// A guest is told nothing, and so has seen it all.
async fn seen(
    State(app): State<App>,
    player: Player,
    Body(BellSeen { until_ms }): Body<BellSeen>,
) -> Completion {
    if !player.guest {
        app.service.bell.seen(player.id, until_ms).await?;
    }
    Ok(NoContent)
}
