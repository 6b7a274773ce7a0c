//! `/api/v1/bots`: the accounts of programs.

use axum::{Json, extract::State};
use komadai_protocol::http::people::BotList;
use komadai_store::bots;

use super::people;
use crate::{
    app::App,
    http::{answer::Answer, contract::Routes, extract::Reader},
};

/// Their address.
pub(super) fn routes() -> Routes {
    Routes::new("people").get("/bots", list, "Programs, those that can be challenged now first")
}

async fn list(State(app): State<App>, Reader(reader): Reader) -> Answer<BotList> {
    let mut conn = app.service.store.read().await?;
    let found = bots::all(&mut conn).await?;
    let here: Vec<_> = found.iter().map(|it| app.open_streams.is_connected(it.user.id)).collect();
    let found = found.into_iter().map(Into::into).collect();
    let mut bots = people::all(&app, &mut conn, reader.as_ref(), found).await?;
    for (bot, here) in bots.iter_mut().zip(here) {
        bot.here = here;
    }
    bots.sort_by_key(|bot| !bot.here);
    Ok(Json(BotList { bots }))
}
