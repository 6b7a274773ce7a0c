//! `/api/v1/site`: how the site is run, for everybody; `/api/v1/admin`: for those who run it.

use axum::{Json, extract::State};
use komadai_protocol::RefusalCode;
use komadai_protocol::http::{audit::AuditLog, paging::After, site as wire, staff::InvitedAs};
use komadai_service::{
    branding::Branding,
    lines::clean_line,
    site::{BANNER_CHARS_MAX, SiteState},
};

use super::{audit, metrics};
use crate::{
    app::App,
    blocking_pool::Lane,
    branding::sign::{self, FILE_BYTES_MAX},
    http::{
        answer::{Answer, Completion, NoContent},
        contract::Routes,
        extract::{Administering, Ask, Body, File, Operator},
        paging,
        peer::Peer,
        problem::Problem,
    },
    version::{COMMIT, VERSION},
};

/// Addresses for everybody, and for those who run it.
pub(super) fn routes() -> Routes {
    Routes::new("site")
        .get("/site", show, "Public information about the site")
        .post("/admin/site", set, "Changes the site's settings")
        .post("/admin/branding", set_branding, "Gives the site a name, colours, texts and links")
        .put("/admin/sign", set_sign, "Gives the site a sign of its own, from a PNG or an SVG")
        .delete("/admin/sign", forget_sign, "Gives the site the program's sign again")
        .post("/admin/invitations", invite, "Creates an invitation code for registration")
        .get("/admin/audit", audit_log, "The audit log of the site's staff")
        .get("/admin/metrics", metrics::show, "The state of the server now and over the last hour")
}

/// `GET /api/v1/site`.
async fn show(State(app): State<App>, peer: Peer) -> Json<wire::Site> {
    let SiteState { banner, read_only } = app.service.site.state();
    let now_ms = app.service.timebase.now_ms();
    let sanctions = app.service.directory.sanctions();
    let banned_until = sanctions.address_banned_until_ms(&peer.to_string(), now_ms);
    Json(wire::Site {
        registration: app.config.site.registration,
        banner,
        read_only,
        mail: app.service.accounts.can_write(),
        contact: app.config.site.contact.clone(),
        source: app.config.site.source_of(COMMIT),
        commit: COMMIT.map(str::to_owned),
        version: VERSION.to_owned(),
        banned_until_ms: banned_until.map(|ms| if ms == u64::MAX { 0 } else { ms }),
        branding: Branding::clone(&app.service.site.branding().get()),
        sign: app.service.site.branding().sign().map(|it| it.version.clone()),
        guests_days: app.config.retention.guests_days,
    })
}

async fn set(
    State(app): State<App>,
    by: Operator<Administering>,
    Body(wire::SiteSettings { banner, read_only }): Body<wire::SiteSettings>,
) -> Completion {
    let banner = clean_line(&banner);
    if banner.chars().count() > BANNER_CHARS_MAX {
        let detail =
            format!("an announcement is one line of at most {BANNER_CHARS_MAX} characters");
        return Err(Problem::new(RefusalCode::BadBanner, detail));
    }
    app.service.site.set(by.player.id, SiteState { banner, read_only }).await?;
    Ok(NoContent)
}

/// The longest branding: its texts, in every language.
const BRANDING_BYTES_MAX: usize = 512 * 1024;

async fn set_branding(
    State(app): State<App>,
    by: Operator<Administering>,
    Body(branding): Body<wire::Branding, BRANDING_BYTES_MAX>,
) -> Completion {
    let unfit = |detail| Problem::new(RefusalCode::BadBranding, detail);
    let branding = branding.checked().map_err(unfit)?;
    app.service.site.set_branding(by.player.id, branding).await?;
    Ok(NoContent)
}

async fn set_sign(
    State(app): State<App>,
    peer: Peer,
    by: Operator<Administering>,
    File(file): File<FILE_BYTES_MAX>,
) -> Completion {
    let drawn = app.blocking_pool.run(Lane::Cheap, peer, move |_| sign::draw(&file)).await?;
    let png = drawn.map_err(|cause| Problem::new(RefusalCode::BadSign, cause.to_string()))?;
    app.service.site.set_sign(by.player.id, Some(png)).await?;
    Ok(NoContent)
}

async fn forget_sign(State(app): State<App>, by: Operator<Administering>) -> Completion {
    app.service.site.set_sign(by.player.id, None).await?;
    Ok(NoContent)
}

async fn invite(
    State(app): State<App>,
    by: Operator<Administering>,
    Ask(InvitedAs { role }): Ask<InvitedAs>,
) -> Answer<wire::SiteInvitation> {
    let invitation = app.service.site.invite(by.player.id, role).await?;
    Ok(Json(wire::SiteInvitation { code: invitation.reveal().to_owned() }))
}

async fn audit_log(
    State(app): State<App>,
    _: Operator<Administering>,
    Ask(after): Ask<After>,
) -> Answer<AuditLog> {
    Ok(Json(audit::page(app.service.moderation.entries(paging::key(after)).await?)))
}
