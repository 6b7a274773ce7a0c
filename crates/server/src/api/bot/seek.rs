//! A seek that stays open as long as its answer is read.

use axum::extract::State;
use komadai_protocol::{
    ClientMessage, MeEvent, SeekWants, ServerMessage, StreamEvent,
    http::bot_api::{BotDone, BotSeek},
};
use tokio::time::{Instant, MissedTickBehavior, interval_at};

use super::{
    asking::{Fields, People, Program},
    challenges::new_id,
    errors::refused,
    wishes,
};
use crate::{
    app::App,
    http::{
        lines::{LIFE_EVERY, Lines},
        problem::Problem,
    },
};

/// Looks for an opponent; the answer ends when a game begins, which the stream of events announces.
/// A client that stops reading looks for nobody any more.
pub(super) async fn follow(
    State(app): State<App>,
    program: Program<People>,
    Fields(wish): Fields<BotSeek>,
) -> Result<Lines<BotDone>, Problem> {
    let setup = wishes::of_seek(&wish)?;
    let mut client = program.client(&app).await?;
    let seek = new_id();
    let wants = SeekWants::default();
    let quick = false;
    let message = |id| ClientMessage::Seek { id, seek, setup, wants, quick };
    client.ask(message).await.map_err(refused)?;
    Ok(Lines::new(|out| async move {
        let mut life = interval_at(Instant::now() + LIFE_EVERY, LIFE_EVERY);
        life.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                biased;
                heard = client.hear() => match heard {
                    None => return Ok(()),
                    Some(ServerMessage::Event {
                        event: StreamEvent::Me(MeEvent::GameStarted { correspondence: false, .. }), ..
                    }) => return Ok(()),
                    Some(_) => {}
                },
                _ = life.tick() => out.life().await?,
            }
        }
    }))
}
