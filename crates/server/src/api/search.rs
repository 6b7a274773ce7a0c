//! Searching finished games.

use axum::{
    Json,
    extract::{Query, State, rejection::QueryRejection},
    response::{IntoResponse, Response},
};
use komadai_ids::UserId;
use komadai_protocol::{FoundGame, FoundList};
use komadai_store::{
    Conn, GameSummary, PageKey,
    search::{self as stored, Outcome},
};
use serde::Deserialize;
use uuid::Uuid;

use super::{
    Problem,
    me::{After, PAGE, side_name},
    players::{bad_query, named},
};
use crate::app::App;

/// What is looked for.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Wanted {
    player: Option<String>,
    opponent: Option<String>,
    result: Option<WantedResult>,
    reason: Option<String>,
    variant: Option<String>,
    /// `even` for none.
    handicap: Option<String>,
    opening: Option<String>,
    rated: Option<bool>,
    from_ms: Option<i64>,
    until_ms: Option<i64>,
    after_ms: Option<i64>,
    after: Option<Uuid>,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
enum WantedResult {
    Won,
    Lost,
    Drawn,
}

/// `GET /api/v1/games?player=…&result=…`: finished games that fit, the newest first.
pub(super) async fn games(
    State(app): State<App>,
    query: Result<Query<Wanted>, QueryRejection>,
) -> Result<Response, Problem> {
    let Query(wanted) = query.map_err(bad_query)?;
    let mut conn = app.service.store.read().await?;
    let nobody = || Json(FoundList { games: Vec::new(), next: None }).into_response();
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
            WantedResult::Won => Outcome::Won,
            WantedResult::Lost => Outcome::Lost,
            WantedResult::Drawn => Outcome::Drawn,
        }),
        reason: wanted.reason,
        variant: wanted.variant,
        handicap: wanted.handicap.map(|it| if it == "even" { String::new() } else { it }),
        opening: wanted.opening,
        rated: wanted.rated,
        from_ms: wanted.from_ms,
        until_ms: wanted.until_ms,
    };
    let after = PageKey::after(wanted.after_ms.zip(wanted.after));
    let found = stored::games(&mut conn, &search, after, PAGE).await?;
    let next = (found.len() == PAGE as usize).then(|| found.last()).flatten();
    let next = next.map(|last| After::next(last.ended_ms, last.id.uuid()));
    Ok(Json(FoundList { games: found.into_iter().map(view).collect(), next }).into_response())
}

/// Who is meant: `Some(None)` when nobody is asked for, `None` when nobody has that name.
async fn user(conn: &mut Conn, name: Option<&str>) -> Result<Option<Option<UserId>>, Problem> {
    match name {
        None => Ok(Some(None)),
        Some(name) => Ok(named(conn, name).await?.map(|account| Some(account.user.id))),
    }
}

fn view(game: GameSummary) -> FoundGame {
    FoundGame {
        game: game.id.code().to_string(),
        variant: game.variant,
        handicap: game.handicap,
        sente: game.sente_name,
        gote: game.gote_name,
        plies: game.plies,
        reason: game.reason,
        winner: game.winner.map(side_name),
        rated: game.rated,
        opening: game.opening,
        ended_ms: game.ended_ms,
    }
}
