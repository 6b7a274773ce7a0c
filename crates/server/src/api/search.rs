//! Searching finished games.

use axum::{Json, extract::State};
use komadai_ids::UserId;
use komadai_protocol::http::games as wire;
use komadai_store::{
    Conn, GameSummary,
    search::{self as stored, Outcome},
};

use super::{
    Problem,
    answer::Answer,
    extract::Ask,
    paging::{self, PAGE},
    players::named,
};
use crate::app::App;

pub(super) async fn games(
    State(app): State<App>,
    Ask(wanted): Ask<wire::GameSearch>,
) -> Answer<wire::FoundList> {
    let mut conn = app.service.store.read().await?;
    let nobody = || Json(wire::FoundList { games: Vec::new(), next: None });
    let Some(player) = user(&mut conn, wanted.player.as_deref()).await? else {
        return Ok(nobody());
    };
    let Some(opponent) = user(&mut conn, wanted.opponent.as_deref()).await? else {
        return Ok(nobody());
    };
    // One name alone is a player's, whichever field it stands in.
    let (player, opponent) = if player.is_none() { (opponent, None) } else { (player, opponent) };
    let search = stored::Search {
        player,
        opponent,
        result: wanted.result.map(|result| match result {
            wire::PlayerResult::Won => Outcome::Won,
            wire::PlayerResult::Lost => Outcome::Lost,
            wire::PlayerResult::Drawn => Outcome::Drawn,
        }),
        reason: wanted.reason,
        variant: wanted.variant,
        handicap: wanted.handicap.map(|it| if it == "even" { String::new() } else { it }),
        opening: wanted.opening,
        rated: wanted.rated,
        from_ms: wanted.from_ms,
        until_ms: wanted.until_ms,
    };
    let found = stored::games(&mut conn, &search, paging::key(wanted.page), PAGE).await?;
    let next = paging::last(&found).map(|last| paging::next(last.page_key()));
    Ok(Json(wire::FoundList { games: found.into_iter().map(view).collect(), next }))
}

/// Who is meant: `Some(None)` when nobody is asked for, `None` when nobody has that name.
async fn user(conn: &mut Conn, name: Option<&str>) -> Result<Option<Option<UserId>>, Problem> {
    match name {
        None => Ok(Some(None)),
        Some(name) => Ok(named(conn, name).await?.map(|account| Some(account.user.id))),
    }
}

fn view(game: GameSummary) -> wire::FoundGame {
    wire::FoundGame {
        game: game.id.code(),
        variant: game.variant,
        handicap: game.handicap,
        sente: game.sente_name,
        gote: game.gote_name,
        plies: game.plies,
        reason: game.reason,
        winner: game.winner,
        rated: game.rated,
        opening: game.opening,
        ended_ms: game.ended_ms,
    }
}

#[cfg(test)]
mod tests {
    use komadai_protocol::words;

    #[test]
    fn the_document_names_every_opening() {
        assert_eq!(words::OPENINGS, komadai_live::openings::ALL);
    }
}
