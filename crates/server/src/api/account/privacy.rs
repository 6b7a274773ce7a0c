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
    Body(wanted): Body<wire::PrivacyWanted>,
) -> Completion {
    let changed = |before: Privacy| Privacy {
        challenges_from: wanted.challenges_from,
        tells_followers: wanted.tells_followers,
        accepts_guests: wanted.accepts_guests.unwrap_or(before.accepts_guests),
    };
    app.service.accounts.change_privacy(session, changed).await?;
    Ok(NoContent)
}
