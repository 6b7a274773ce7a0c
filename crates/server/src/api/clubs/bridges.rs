//! `/api/v1/clubs/{slug}/bridges`: where a club's news goes besides its page.

use axum::{
    extract::{Path, State},
    http::HeaderMap,
};
use komadai_protocol::http::bridges as wire;
use komadai_service::{bridges::topics_of, clubs::bridges::BridgeView};

use super::look;
use crate::{
    app::App,
    http::{answer::TaggedJson, extract::MaybeMember, problem::Problem},
};

pub(super) async fn show(
    State(app): State<App>,
    Path(slug): Path<String>,
    asks: MaybeMember,
    headers: HeaderMap,
) -> Result<TaggedJson<wire::ClubBridges>, Problem> {
    let look = look(&app, &asks, &slug).await?;
    let clubs = &app.service.clubs;
    let found = clubs.bridges(&look).await?;
    let bridges = wire::ClubBridges {
        allowed: clubs.has_bridges(),
        most: wire::BRIDGES_MAX as u32,
        bridges: found.into_iter().map(view).collect(),
    };
    TaggedJson::own(&headers, &bridges)
}

fn view(BridgeView { bridge, n_waiting }: BridgeView) -> wire::ClubBridge {
    let topics = topics_of(&bridge);
    wire::ClubBridge {
        id: bridge.id,
        settings: wire::BridgeSettings {
            kind: bridge.kind,
            name: bridge.title,
            lang: bridge.lang,
            topics,
            names: bridge.names,
            host: bridge.host,
            target: bridge.target,
        },
        made_ms: bridge.made_ms,
        sent_ms: bridge.sent_ms,
        fault: bridge.fault,
        fault_ms: bridge.fault_ms,
        paused_ms: bridge.paused_ms,
        n_waiting: u32::try_from(n_waiting).unwrap_or_default(),
    }
}
