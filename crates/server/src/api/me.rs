//! `/api/v1/me`: the games that somebody played, and the other addresses of their archive.

use axum::{Json, extract::State};
use komadai_ids::UserId;
use komadai_protocol::http::{
    archive::{PlayedGame, PlayedList},
    paging::After,
};
use komadai_rules::Side;
use komadai_store::{GameSummary, games as stored};

use super::{export, files, imports, own_data};
use crate::{
    app::App,
    http::{
        answer::Answer,
        contract::Routes,
        extract::{Ask, Reader},
        paging::{self, PAGE},
    },
};

/// The addresses of the games that a player has played and imported.
pub(super) fn routes() -> Routes {
    Routes::new("archive")
        .get("/me/games", games, "The games that the caller finished here, newest first")
        .get(
            "/me/games.zip",
            export::games,
            "The records of these games; `Link` leads to the next page",
        )
        .get("/me/imports", imports::list, "The games that the caller imported, newest first")
        .post("/me/imports", imports::add, "Imports the games of a file")
        .post(
            "/me/imports/by-address",
            imports::fetch,
            "Imports the games of a record on another site",
        )
        .get(
            "/me/imports.zip",
            export::imports,
            "The records of these games; `Link` leads to the next page",
        )
        .get("/me/imports/{id}", imports::show, "An imported game with all its variations")
        .delete("/me/imports/{id}", imports::remove, "Deletes an imported game")
        .get("/me/imports/{id}/{file}", imports::file, files::SUMMARY)
        .get("/me/data.json", own_data::file, "All data stored about the account, except its games")
}

async fn games(
    State(app): State<App>,
    Reader(reader): Reader,
    Ask(after): Ask<After>,
) -> Answer<PlayedList> {
    let Some(player) = reader else { return Ok(Json(PlayedList::default())) };
    let mut conn = app.service.store.read().await?;
    let games = stored::by_player(&mut conn, player.id, paging::key(after), PAGE).await?;
    let next = paging::last(&games).map(|last| paging::next(last.page_key()));
    let view = |game| played(game, player.id);
    Ok(Json(PlayedList { games: games.into_iter().map(view).collect(), next }))
}

/// A game, for one of its players.
pub(super) fn played(game: GameSummary, player: UserId) -> PlayedGame {
    PlayedGame {
        game: game.id.code(),
        variant: game.variant,
        side: match Some(player) {
            it if it == game.sente => Some(Side::Sente),
            it if it == game.gote => Some(Side::Gote),
            _ => None,
        },
        sente: game.sente_name,
        gote: game.gote_name,
        plies: game.plies,
        reason: game.reason,
        winner: game.winner,
        sfen: game.final_sfen,
        ended_ms: game.ended_ms,
    }
}
