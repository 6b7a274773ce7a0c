//! `/api/v1/clubs/{slug}/ladder`: the places, and who has challenged whom.

use axum::{
    extract::{Path, State},
    http::HeaderMap,
};
use komadai_protocol::http::ladder as wire;
use komadai_service::clubs::ladder::{Due, settings_of};
use komadai_store::clubs::ladder::{Climber, LadderChallenge, LadderPlace, removals::Removal};

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
) -> Result<TaggedJson<wire::Ladder>, Problem> {
    let look = look(&app, &asks, &slug).await?;
    let user = look.member.as_ref().and_then(|it| it.user);
    let found = app.service.clubs.ladder(&look).await?;
    let mut ladder = wire::Ladder {
        settings: None,
        places: Vec::new(),
        open: Vec::new(),
        history: Vec::new(),
        you: asks.0.as_ref().map(|it| it.handle.clone()),
        member: look.member.is_some(),
        removed: None,
        organises: look.organises(),
        public: !look.club.settings.private,
    };
    if let Some(found) = found {
        let opponents = user.map(|user| found.opponents_of(user)).unwrap_or_default();
        let place = |it: LadderPlace| wire::LadderPlace {
            place: n(it.place),
            open_to_you: opponents.contains(&it.climber.user),
            player: player(it.climber),
            joined_ms: it.joined_ms,
            refused: n(it.refused),
            away_until_ms: it.away_until_ms,
        };
        ladder.settings = Some(settings_of(&found.ladder)?);
        ladder.places = found.places.into_iter().map(place).collect();
        let open = |it: Due| challenge_view(it.challenge, it.due_ms);
        ladder.open = found.unfinished.into_iter().map(open).collect();
        let over = |it| challenge_view(it, None);
        ladder.history = found.finished.into_iter().map(over).collect();
        ladder.removed = found.removed.map(removal_view);
    }
    TaggedJson::own(&headers, &ladder)
}

fn n(n: i64) -> u32 {
    u32::try_from(n).unwrap_or_default()
}

fn player(it: Climber) -> wire::LadderPlayer {
    wire::LadderPlayer { handle: it.handle, name: it.name, bot: it.bot }
}

pub(in crate::api) fn removal_view(it: Removal) -> wire::LadderRemoval {
    wire::LadderRemoval { at_ms: it.at_ms, reason: it.reason }
}

/// A challenge, with when it ends by itself.
pub(in crate::api) fn challenge_view(
    it: LadderChallenge,
    due_ms: Option<i64>,
) -> wire::LadderChallenge {
    wire::LadderChallenge {
        id: it.id,
        by: player(it.challenger),
        by_place: n(it.challenger_place),
        to: player(it.challenged),
        to_place: n(it.challenged_place),
        state: it.state,
        made_ms: it.made_ms,
        due_ms,
        ended_ms: it.ended_ms,
        game: it.game.map(|game| game.code()),
    }
}
