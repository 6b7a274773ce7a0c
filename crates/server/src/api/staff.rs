//! `/api/v1/admin/accounts`: all accounts, for admins; what can be done with one at the command line
//! as well.

use std::net::IpAddr;

use axum::{
    Json,
    extract::{Path, State},
};
use komadai_ids::UserId;
use komadai_protocol::http::{
    moderation::NewAccountName,
    paging::{After, NextPage},
    staff as wire,
};
use komadai_service::{AccountError, account as account_of};
use komadai_store::{SanctionKind, staff};

use super::moderation::{bad, words};
use crate::{
    app::App,
    http::{
        answer::{Answer, Completion, NoContent},
        contract::Routes,
        extract::{Administering, Ask, Body, Operator},
        paging,
        peer::Peer,
        problem::Problem,
    },
};
use komadai_protocol::RefusalCode;

pub(super) fn routes() -> Routes {
    Routes::new("site")
        .get("/admin/accounts", list, "The accounts, all or those that are looked for")
        .post("/admin/accounts/{handle}/name", rename, "Gives an account another display name")
        .post("/admin/accounts/{handle}/email", set_email, "Gives an account an email address")
        .post("/admin/accounts/{handle}/lift", lift, "Lifts all bans and mutes of an account")
        .post("/admin/accounts/{handle}/delete", delete, "Deletes an account")
}

async fn list(
    State(app): State<App>,
    _: Operator<Administering>,
    Ask(wire::WhichAccounts { q }): Ask<wire::WhichAccounts>,
    Ask(after): Ask<After>,
) -> Answer<wire::AdminAccounts> {
    let address = q.trim().parse::<IpAddr>().ok().map(|it| Peer::of(it).to_string());
    let found = app.service.accounts.search(&q, address.as_deref(), paging::key(after)).await?;
    let last = found.last().filter(|_| q.trim().is_empty());
    let next = last
        .filter(|_| found.len() == staff::LISTED_MAX as usize)
        .map(|it| NextPage::after(it.registered_ms, it.user.uuid()));
    let in_force = app.service.moderation.in_force().await?;
    let is = |user: UserId, kind| in_force.iter().any(|it| it.user == user && it.kind == kind);
    let accounts = found.into_iter().map(|it| wire::AdminAccount {
        banned: is(it.user, SanctionKind::Ban),
        muted: is(it.user, SanctionKind::Mute),
        user: it.user.uuid(),
        handle: it.handle,
        name: it.name,
        bot: it.bot,
        role: it.role,
        email: it.email,
        registered_ms: it.registered_ms,
        seen_ms: it.seen_ms,
        frozen: it.frozen,
    });
    Ok(Json(wire::AdminAccounts { accounts: accounts.collect(), next }))
}

/// Whose account it is, where it has no role: those that have one are changed at the command line.
async fn meant(app: &App, handle: &str) -> Result<UserId, Problem> {
    let found = account_of(&mut app.service.store.read().await?, handle).await?;
    let account = found.ok_or_else(Problem::unknown_player)?;
    if account.role.is_some() {
        return Err(AccountError::HasRole.into());
    }
    Ok(account.user.id)
}

/// Why something is done to somebody.
fn reason(said: &str) -> Result<String, Problem> {
    let said = words(said)?;
    if said.is_empty() {
        return Err(bad(RefusalCode::BadReason, "give a reason"));
    }
    Ok(said)
}

async fn rename(
    State(app): State<App>,
    by: Operator<Administering>,
    Path(handle): Path<String>,
    Body(wire::GiveName { name, reason: said }): Body<wire::GiveName>,
) -> Answer<NewAccountName> {
    let said = reason(&said)?;
    let user = meant(&app, &handle).await?;
    let name = Some(name.trim()).filter(|it| !it.is_empty());
    let given = app.service.rename_by_staff(by.player.id, user, name, &said).await?;
    Ok(Json(NewAccountName { name: given.ok_or_else(Problem::unknown_player)? }))
}

async fn set_email(
    State(app): State<App>,
    by: Operator<Administering>,
    Path(handle): Path<String>,
    Body(wire::GiveEmail { email }): Body<wire::GiveEmail>,
) -> Completion {
    let user = meant(&app, &handle).await?;
    let email = Some(email.trim()).filter(|it| !it.is_empty());
    app.service.accounts.set_email_of(by.player.id, user, email).await?;
    Ok(NoContent)
}

async fn lift(
    State(app): State<App>,
    by: Operator<Administering>,
    Path(handle): Path<String>,
) -> Answer<wire::LiftedSanctions> {
    let user = meant(&app, &handle).await?;
    let n_lifted = app.service.moderation.lift_of(by.player.id, user).await?;
    Ok(Json(wire::LiftedSanctions { n_lifted }))
}

async fn delete(
    State(app): State<App>,
    by: Operator<Administering>,
    Path(handle): Path<String>,
    Body(wire::DeleteAccountOf { reason: said }): Body<wire::DeleteAccountOf>,
) -> Completion {
    let said = reason(&said)?;
    let user = meant(&app, &handle).await?;
    app.service.delete_account_of(Some(by.player.id), user, &said).await?;
    Ok(NoContent)
}
