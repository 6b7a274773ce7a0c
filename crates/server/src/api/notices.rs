//! Notifications of players who are away: `/api/v1/me/notices`, and the address in emails that
//! turns them off.

use axum::{
    Json,
    extract::{Path, State},
};
use komadai_ids::UserId;
use komadai_language::Language;
use komadai_protocol::RefusalCode;
use komadai_protocol::http::me as wire;
use komadai_service::notices::{BrowserError, NoticeChannel, NoticeKind};
use komadai_store::accounts;

use crate::{
    app::App,
    http::{
        answer::{Answer, Completion, NoContent},
        contract::Routes,
        extract::{Body, Player, Reader, Session, Visitor},
        problem::Problem,
    },
};

pub(super) fn routes() -> Routes {
    Routes::new("me")
        .get("/me/notices", show, "The notification settings")
        .put("/me/notices", switch, "Switches a kind of notification on or off")
        .put("/me/notices/browser", add_browser, "Subscribes this browser to push messages")
        .delete("/me/notices/browser", remove_browser, "Ends this browser's push subscription")
        .post(
            "/notices/off/{token}",
            off_by_link,
            "Unsubscribes from a kind of email, by an email's link",
        )
}

/// `GET /api/v1/me/notices`.
async fn show(State(app): State<App>, Reader(reader): Reader) -> Answer<wire::Notices> {
    let player = reader.filter(|player| !player.guest);
    let player = player.ok_or_else(needs_account)?;
    Ok(Json(view(&app, player.id).await?))
}

async fn view(app: &App, user: UserId) -> Result<wire::Notices, Problem> {
    let notices = &app.service.notices;
    let (off, browsers) = notices.of(user).await?;
    let mut conn = app.service.store.read().await?;
    let account = accounts::find(&mut conn, user).await?;
    Ok(wire::Notices {
        mail: notices.can_write(),
        address: account.is_some_and(|account| account.email.is_some()),
        push_key: notices.push_key(),
        n_browsers: browsers,
        // What a later version has switched off is its to show.
        off: off
            .into_iter()
            .filter_map(|off| {
                let kind = NoticeKind::from_name(&off.kind)?;
                Some(wire::NoticeOff { kind, channel: NoticeChannel::from_name(&off.channel)? })
            })
            .collect(),
    })
}

/// `PUT /api/v1/me/notices`: tells the asker of something by this channel, or no longer.
async fn switch(
    State(app): State<App>,
    player: Player,
    Body(wire::NoticeSwitch { kind, channel, on }): Body<wire::NoticeSwitch>,
) -> Completion {
    has_account(&player)?;
    app.service.notices.switch(player.id, kind, channel, on).await?;
    Ok(NoContent)
}

/// `PUT /api/v1/me/notices/browser`: tells the asker in this browser, while they are signed in.
async fn add_browser(
    State(app): State<App>,
    player: Player,
    Session(session): Session,
    Body(wire::PushBrowser { endpoint, p256dh, auth, lang }): Body<wire::PushBrowser>,
) -> Completion {
    has_account(&player)?;
    let language = Language::from_tag(&lang).unwrap_or(Language::VIETNAMESE);
    let keys = (p256dh.as_str(), auth.as_str());
    app.service
        .notices
        .add_browser(player.id, session, &endpoint, keys, language)
        .await
        .map_err(refused)?;
    Ok(NoContent)
}

/// `DELETE /api/v1/me/notices/browser`: no longer.
async fn remove_browser(
    State(app): State<App>,
    player: Player,
    Body(wire::FormerBrowser { endpoint }): Body<wire::FormerBrowser>,
) -> Completion {
    has_account(&player)?;
    app.service.notices.remove_browser(player.id, &endpoint).await?;
    Ok(NoContent)
}

/// `POST /api/v1/notices/off/{token}`: no more letters of the kind in which the token stood. Mail
/// programs ask this by themselves (RFC 8058), so nobody needs to be signed in, and what they send
/// along is not looked at.
async fn off_by_link(
    State(app): State<App>,
    _: Visitor,
    Path(token): Path<String>,
) -> Answer<wire::LettersOff> {
    let kind = app.service.notices.off_by_link(&token).await?.ok_or_else(|| {
        let detail = "this is not a link from one of our emails";
        Problem::new(RefusalCode::BadTicket, detail)
    })?;
    Ok(Json(wire::LettersOff { kind }))
}

fn has_account(player: &Player) -> Result<(), Problem> {
    if player.guest { Err(needs_account()) } else { Ok(()) }
}

fn needs_account() -> Problem {
    let detail = "notifications need an account";
    Problem::new(RefusalCode::NeedsAccount, detail)
}

fn refused(cause: BrowserError) -> Problem {
    match cause {
        BrowserError::Off => Problem::new(RefusalCode::NoPush, cause.to_string()),
        BrowserError::Endpoint | BrowserError::Keys => {
            Problem::new(RefusalCode::BadBrowser, cause.to_string())
        }
        BrowserError::Store(cause) => cause.into(),
    }
}
