//! Searching finished games.

use std::collections::{HashMap, HashSet};

use axum::{Json, extract::State};
use komadai_ids::UserId;
use komadai_protocol::http::games as wire;
use komadai_service::people as service_people;
use komadai_store::{
    Conn, GameSummary, accounts,
    people::FoundPerson,
    search::{self as stored, Outcome},
};

use super::people;
use crate::{
    app::App,
    http::{
        answer::Answer,
        extract::{Ask, Reader},
        paging::{self, PAGE},
        problem::Problem,
    },
};

pub(super) async fn games(
    State(app): State<App>,
    Reader(reader): Reader,
    Ask(wanted): Ask<wire::GameSearch>,
) -> Answer<wire::FoundList> {
    let mut conn = app.service.store.read().await?;
    let (mut players, mut maybe) = ([None, None], [Vec::new(), Vec::new()]);
    let mut is_clear = true;
    let places = players.iter_mut().zip(&mut maybe);
    for ((player, maybe), name) in places.zip([&wanted.player, &wanted.opponent]) {
        match user(&mut conn, name.as_deref()).await? {
            Meant::Anybody => {}
            Meant::One(user) => *player = Some(user),
            Meant::OneOf(people) => {
                is_clear = false;
                *maybe = people::all(&app, &mut conn, reader.as_ref(), people).await?;
            }
        }
    }
    let [maybe_player, maybe_opponent] = maybe;
    if !is_clear {
        let games = Vec::new();
        let found = wire::FoundList { games, next: None, maybe_player, maybe_opponent };
        return Ok(Json(found));
    }
    let [player, opponent] = players;
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
        voids: false,
    };
    let found = stored::games(&mut conn, &search, paging::key(wanted.page), PAGE).await?;
    let next = paging::last(&found).map(|last| paging::next(last.page_key()));
    let games = views(&mut conn, found).await?;
    Ok(Json(wire::FoundList { games, next, maybe_player, maybe_opponent }))
}

/// Games in a list, with the handles of those who play.
pub(super) async fn views(
    conn: &mut Conn,
    found: Vec<GameSummary>,
) -> komadai_store::Result<Vec<wire::FoundGame>> {
    let players: Vec<_> = found.iter().flat_map(|it| [it.sente, it.gote]).flatten().collect();
    let handles = accounts::handles(conn, &players).await?;
    let bots = komadai_store::bots::among(conn, &players).await?;
    Ok(found.into_iter().map(|game| view(game, &handles, &bots)).collect())
}

/// Whom a name stands for.
enum Meant {
    Anybody,
    One(UserId),
    /// It is not clear which of them; empty when nobody is called so.
    OneOf(Vec<FoundPerson>),
}

/// A handle stands for whose it is, and a display name for who alone has it.
async fn user(conn: &mut Conn, name: Option<&str>) -> Result<Meant, Problem> {
    let Some(name) = name else { return Ok(Meant::Anybody) };
    if let Some(account) = komadai_service::account(conn, name).await? {
        return Ok(Meant::One(account.user.id));
    }
    let found = service_people::find(conn, name).await?;
    let mut so_called = found.iter().filter(|it| service_people::is_called(it, name));
    match (so_called.next(), so_called.next()) {
        (Some(one), None) => Ok(Meant::One(one.user)),
        _ => Ok(Meant::OneOf(found)),
    }
}

/// The handles of those who play, where they have accounts.
type Handles = HashMap<UserId, String>;

fn view(game: GameSummary, handles: &Handles, bots: &HashSet<UserId>) -> wire::FoundGame {
    let is_bot = |user: Option<UserId>| user.is_some_and(|user| bots.contains(&user));
    let handle = |user: Option<UserId>| handles.get(&user?).cloned();
    wire::FoundGame {
        game: game.id.code(),
        variant: game.variant,
        handicap: game.handicap,
        sente: game.sente_name,
        gote: game.gote_name,
        sente_handle: handle(game.sente),
        gote_handle: handle(game.gote),
        sente_bot: is_bot(game.sente),
        gote_bot: is_bot(game.gote),
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
