//! The caller's games by correspondence, by which a player goes from board to board.

use axum::{Json, extract::State};
use komadai_game::Game;
use komadai_ids::UserId;
use komadai_live::{LiveGame, OngoingGame};
use komadai_protocol::http::correspondence::{CorrespondenceGame, CorrespondenceList};
use komadai_rules::BySide;

use super::games;
use crate::{
    app::App,
    http::{answer::Answer, contract::Routes, extract::Reader, problem::Problem},
    render,
};

pub(super) fn routes() -> Routes {
    Routes::new("correspondence").get(
        "/me/correspondence",
        list,
        "The caller's running games by correspondence: those with the caller to move first, the \
         one that is due soonest at the top",
    )
}

async fn list(State(app): State<App>, Reader(reader): Reader) -> Answer<CorrespondenceList> {
    let games = match reader {
        Some(reader) => {
            of(&app, reader.id, app.service.directory.all_playing(reader.id).await?).await?
        }
        None => Vec::new(),
    };
    Ok(Json(CorrespondenceList { games, now_ms: app.service.timebase.now_ms() }))
}

/// Those of a player's games that are played by correspondence, in the order of the list.
pub(super) async fn of(
    app: &App,
    player: UserId,
    playing: Vec<OngoingGame>,
) -> Result<Vec<CorrespondenceGame>, Problem> {
    let mut listed = Vec::new();
    for it in playing.into_iter().filter(|it| it.is_correspondence) {
        let game = games::look(app, it.game).await?;
        let note = app.service.notes.beginning(player, game.id()).await?;
        listed.extend(view(&game, &it, note, app.service.timebase.now_ms()));
    }
    listed.sort_by_key(|it| (!it.my_turn, it.due_ms.unwrap_or(u64::MAX), it.game.game));
    Ok(listed)
}

/// `None` once it is over.
fn view(
    game: &Game,
    playing: &OngoingGame,
    note: Option<String>,
    now_ms: u64,
) -> Option<CorrespondenceGame> {
    Some(CorrespondenceGame {
        game: render::summary(&LiveGame::of(game)?),
        side: playing.side,
        my_turn: game.turn() == playing.side,
        due_ms: game.deadline_ms(None),
        rated: game.setup().rated,
        vacations: BySide::from_fn(|side| render::vacation(game, side, now_ms)),
        note,
    })
}
