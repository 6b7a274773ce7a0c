//! Challenges, as programs make and answer them.

use axum::{
    Json,
    extract::{Path, State},
};
use komadai_game::Offer;
use komadai_ids::Code;
use komadai_protocol::{
    ChallengeView, ClientMessage, DeclineReason,
    http::bot_api::{BotChallenge, BotDecline, BotDone, BotGame, BotWish},
};
use komadai_service::challenges::game_of;
use uuid::Uuid;

use super::{
    asking::{Fields, Program},
    errors::{bad_request, not_found, refused},
    view, wishes,
};
use crate::{
    api::games,
    app::App,
    gateway::Client,
    http::{
        answer::{Answer, CreatedAnswer},
        problem::Problem,
    },
};

/// How long a challenge stands.
const HOURS: u32 = 1;

/// How strong the built-in opponent is where nothing is said.
const LEVEL: u8 = 1;

/// Nobody else draws the same.
pub(super) fn new_id() -> Uuid {
    let [first, second] = [(); 2].map(|()| komadai_live::random::number());
    Uuid::from_u64_pair(first, second)
}

pub(super) async fn make(
    State(app): State<App>,
    program: Program,
    Path(to): Path<String>,
    Fields(wish): Fields<BotWish>,
) -> Answer<BotChallenge> {
    let setup = wishes::of_challenge(&wish)?;
    let challenge = new_id();
    let message = |id| ClientMessage::Challenge { id, challenge, to, setup, hours: HOURS };
    program.client(&app).await?.ask(message).await.map_err(|refusal| {
        // To its programs everything that a challenge cannot be is one thing.
        let problem = refused(refusal);
        if problem.status == 404 { bad_request(&*problem.detail) } else { problem }
    })?;
    let kept = app.service.kept_challenge(challenge).await.map_err(|it| refused(it.into()))?;
    let Some((row, setup)) = kept else { return Err(not_found("Not found")) };
    let shown = view::challenge(&app, &row, &setup, "created").await?;
    shown.map(Json).ok_or_else(|| not_found("Not found"))
}

pub(super) async fn play_machine(
    State(app): State<App>,
    program: Program,
    Fields(wish): Fields<BotWish>,
) -> Result<CreatedAnswer<BotGame>, Problem> {
    let setup = wishes::of_challenge(&wish)?;
    let (create, level) = (new_id(), wish.level.unwrap_or(LEVEL));
    let message = |id| ClientMessage::PlayEngine { id, create, setup, engine: None, level };
    let made = program.ask(&app, message).await?.game;
    let made = made.ok_or_else(|| not_found("No such game"))?;
    let game = games::look(&app, made).await?;
    let side = game.side_of(program.player.id).ok_or_else(|| not_found("Not your game"))?;
    let shown = view::listed(&app, &game, side).await?;
    shown.map(CreatedAnswer).ok_or_else(|| not_found("No such game"))
}

/// The challenge that leads to this game, as the session of the account tells.
async fn find(client: &mut Client, id: &str) -> Result<Option<ChallengeView>, Problem> {
    let code: Code = id.parse().map_err(|_| not_found("Not found"))?;
    let standing = client.challenges().await.map_err(refused)?;
    Ok(standing.into_iter().find(|it| game_of(it.challenge) == code))
}

pub(super) async fn accept(
    State(app): State<App>,
    program: Program,
    Path(id): Path<String>,
) -> Answer<BotDone> {
    let mut client = program.client(&app).await?;
    match find(&mut client, &id).await?.filter(|it| !it.mine) {
        Some(ChallengeView { challenge, .. }) => {
            let message = |id| ClientMessage::AcceptChallenge { id, challenge };
            client.ask(message).await.map_err(refused)?;
        }
        // It was accepted before, or is another game that the opponent of this one offers.
        None => {
            let (game, side) = program.game(&app, &id).await.map_err(|_| not_found("Not found"))?;
            if game.offers().any(|it| it == (side.other(), Offer::Rematch)) {
                let game = game.id().code();
                let message = |id| ClientMessage::Rematch { id, game };
                client.ask(message).await.map_err(refused)?;
            }
        }
    }
    Ok(Json(BotDone::YES))
}

pub(super) async fn decline(
    State(app): State<App>,
    program: Program,
    Path(id): Path<String>,
    Fields(BotDecline { reason }): Fields<BotDecline>,
) -> Answer<BotDone> {
    let mut client = program.client(&app).await?;
    let found = find(&mut client, &id).await?.filter(|it| !it.mine);
    let Some(ChallengeView { challenge, .. }) = found else {
        let (game, _) = program.game(&app, &id).await.map_err(|_| not_found("Not found"))?;
        let game = game.id().code();
        let kind = Offer::Rematch;
        let message = |id| ClientMessage::Answer { id, game, kind, accept: false };
        client.ask(message).await.map_err(|_| not_found("Not found"))?;
        return Ok(Json(BotDone::YES));
    };
    let reason = match reason.as_str() {
        "later" => DeclineReason::Later,
        "tooFast" | "tooSlow" | "timeControl" => DeclineReason::Clock,
        "rated" | "casual" => DeclineReason::Rated,
        "standard" | "variant" => DeclineReason::Start,
        _ => DeclineReason::No,
    };
    let message = |id| ClientMessage::DeclineChallenge { id, challenge, reason };
    client.ask(message).await.map_err(refused)?;
    Ok(Json(BotDone::YES))
}

pub(super) async fn cancel(
    State(app): State<App>,
    program: Program,
    Path(id): Path<String>,
) -> Answer<BotDone> {
    let mut client = program.client(&app).await?;
    let found = find(&mut client, &id).await?.filter(|it| it.mine);
    let challenge = found.ok_or_else(|| not_found("Not found"))?.challenge;
    client.ask(|id| ClientMessage::WithdrawChallenge { id, challenge }).await.map_err(refused)?;
    Ok(Json(BotDone::YES))
}
