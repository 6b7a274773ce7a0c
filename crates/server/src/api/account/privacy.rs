//! `/api/v1/account/privacy`: what somebody lets others do, and see of them.

use axum::{Json, extract::State};
use komadai_protocol::http::account as wire;
use komadai_store::Privacy;

use crate::{
    app::App,
    http::{
        answer::{Answer, Completion, NoContent},
        contract::Routes,
        extract::{Body, Session},
    },
};

pub(super) fn routes() -> Routes {
    Routes::new("account").get("/privacy", show, "The privacy settings").put(
        "/privacy",
        set,
        "Changes the privacy settings",
    )
}

/// It on the wire.
pub(in crate::api) fn told(privacy: Privacy) -> wire::Privacy {
    let Privacy { challenges_from, tells_followers, accepts_guests } = privacy;
    wire::Privacy { challenges_from, tells_followers, accepts_guests }
}

async fn show(State(app): State<App>, Session(session): Session) -> Answer<wire::Privacy> {
    Ok(Json(told(app.service.accounts.privacy(session).await?)))
}

async fn set(
    State(app): State<App>,
    Session(session): Session,
    Body(wanted): Body<wire::Privacy>,
) -> Completion {
    let wire::Privacy { challenges_from, tells_followers, accepts_guests } = wanted;
    let privacy = Privacy { challenges_from, tells_followers, accepts_guests };
    app.service.accounts.set_privacy(session, privacy).await?;
    Ok(NoContent)
}
