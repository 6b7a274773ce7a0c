//! `/api/v1/account/profile`: what somebody says of themselves.

use axum::{Json, extract::State};
use komadai_protocol::http::account as wire;
use komadai_service::OwnProfile;

use crate::{
    app::App,
    http::{
        answer::Answer,
        contract::Routes,
        extract::{Body, Session},
    },
};

pub(super) fn routes() -> Routes {
    Routes::new("account")
        .get("/profile", show, "What the caller says of themselves")
        .put("/profile/about", set_about, "Changes the line about themselves")
        .put("/profile/declared", declare, "Changes the strength with which ratings begin")
}

async fn show(State(app): State<App>, Session(session): Session) -> Answer<wire::OwnProfile> {
    let OwnProfile { about, declared, may_declare } = app.service.accounts.profile(session).await?;
    Ok(Json(wire::OwnProfile { about, declared, may_declare }))
}

async fn set_about(
    State(app): State<App>,
    Session(session): Session,
    Body(wire::About { about }): Body<wire::About>,
) -> Answer<wire::OwnProfile> {
    app.service.accounts.set_about(session, &about).await?;
    show(State(app), Session(session)).await
}

async fn declare(
    State(app): State<App>,
    Session(session): Session,
    Body(wire::Declare { declared }): Body<wire::Declare>,
) -> Answer<wire::OwnProfile> {
    app.service.accounts.declare(session, declared).await?;
    show(State(app), Session(session)).await
}
