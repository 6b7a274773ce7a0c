//! `/api/v1/site/first-admin`: who starts a server becomes its first admin.

use axum::{Json, extract::State};
use komadai_protocol::{RefusalCode, http::account::WhoAmI, http::staff as wire};
use komadai_service::{FirstAdmin, Secret, branding::Branding, mail::MailAddress};
use tracing::{info, warn};

use super::account::{account, comer};
use crate::{
    app::App,
    config,
    http::{
        answer::{Answer, WithCookie},
        at_machine::AtMachine,
        contract::Routes,
        extract::{Body, Visitor},
        problem::Problem,
    },
};

pub(super) fn routes() -> Routes {
    Routes::new("site").get("/site/first-admin", show, "Whether the first admin can be made").post(
        "/site/first-admin",
        make,
        "Makes the first admin of a new site",
    )
}

/// Lets the first admin be made, where nobody runs the site, and logs the link for it.
pub(crate) async fn open(app: &App) -> komadai_store::Result<()> {
    if let Some(token) = app.service.accounts.open_founding().await? {
        let site = &app.config.site_on_this_machine();
        info!(
            "nobody runs this site yet: whoever opens {site}/first-admin#{token} first becomes its \
             admin; the link is good until then, or until the server starts again"
        );
    }
    Ok(())
}

async fn show(State(app): State<App>, AtMachine(at_machine): AtMachine) -> Answer<wire::Founding> {
    let accounts = &app.service.accounts;
    let token = accounts.founding().await?;
    let open = token.is_some();
    // Where people have accounts already there may be a proxy that says nothing of itself.
    let is_shown = open && at_machine && accounts.has_none().await?;
    Ok(Json(wire::Founding {
        open,
        token: token.filter(|_| is_shown),
        mail: accounts.can_write(),
        has_public_url: !app.config.server.public_url.is_empty(),
    }))
}

async fn make(
    State(app): State<App>,
    visitor: Visitor,
    Body(asked): Body<wire::NewFirstAdmin>,
) -> Result<WithCookie<Json<WhoAmI>>, Problem> {
    app.throttle.register(visitor.peer)?;
    let wire::NewFirstAdmin { token, handle, password, email, site_name, language, public_url } =
        asked;
    let public_url = public_url.trim().trim_end_matches('/').to_owned();
    config::check_public_url(&public_url)
        .map_err(|why| Problem::new(RefusalCode::BadPublicUrl, why.to_string()))?;
    let before = Branding::clone(&app.service.site.branding().get());
    let name = if site_name.trim().is_empty() { before.name.clone() } else { site_name };
    let branding = Branding { name, language: Some(language), ..before };
    let branding = branding.checked().map_err(|why| Problem::new(RefusalCode::BadBranding, why))?;
    let email = email.trim().to_owned();
    if !email.is_empty() && email.parse::<MailAddress>().is_err() {
        return Err(komadai_service::AccountError::Email.into());
    }

    let accounts = &app.service.accounts;
    let asked = FirstAdmin { token: Secret(token), handle, password: Secret(password.clone()) };
    let (member, session) = accounts.found(&comer(&app, &visitor), asked).await?;
    let by = member.player.id;
    info!("{} is the first admin of this site", member.handle);
    // They are the admin now: what is amiss from here on they set right on the site itself.
    let site = &app.service.site;
    let settled = async {
        site.set_branding(by, branding).await?;
        if !public_url.is_empty() {
            site.set_public_url(by, &public_url).await?;
        }
        if email.is_empty() {
            return Ok(());
        }
        if accounts.can_write() {
            accounts.propose_email(session.hash(), password, &email, language).await
        } else {
            accounts.set_email_of(by, by, Some(&email)).await
        }
    };
    if let Err(cause) = settled.await {
        warn!("not all that the first admin said could be kept: {cause}");
    }
    let who = WhoAmI { account: Some(account(member)), second_step: None };
    Ok(WithCookie::new(&app, &session, Json(who)))
}
