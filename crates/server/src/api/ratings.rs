//! How strong players are.

use axum::{
    Json,
    extract::{Path, State},
};
use komadai_game::Game;
use komadai_ids::UserId;
use komadai_live::rated::{GRADED, speed_of};
use komadai_protocol::http::{
    games::PlayerResult,
    ratings::{GameStrengths, PlayerStrength, Strength},
};
use komadai_rating::{PROVISIONAL_DEVIATION, Speed};
use komadai_rules::{BySide, Side};
use komadai_store::{
    Conn, accounts,
    ratings::{self as rows, Change},
};

use super::games;
use crate::{
    app::App,
    http::{answer::Answer, problem::Problem},
    render::ratings::{view, whole},
};

pub(super) async fn of_game(
    State(app): State<App>,
    Path(code): Path<String>,
) -> Answer<GameStrengths> {
    let game = games::find(&app, &code).await?;
    let speed = speed_of(&game.setup().clocks[Side::Sente]);
    let mut conn = app.service.store.read().await?;
    let changes = rows::of_game(&mut conn, game.id()).await?;
    let mut seat = [None, None];
    for (slot, side) in seat.iter_mut().zip(Side::ALL) {
        *slot = strength(&app, &mut conn, &game, side, speed, &changes).await?;
    }
    let [sente, gote] = seat;
    Ok(Json(GameStrengths { rated: game.setup().rated, speed, players: BySide { sente, gote } }))
}

async fn strength(
    app: &App,
    conn: &mut Conn,
    game: &Game,
    side: Side,
    speed: Speed,
    changes: &[Change],
) -> Result<Option<PlayerStrength>, Problem> {
    let Some(players) = game.players() else { return Ok(None) };
    let player = &players[side];
    let account = accounts::find(conn, player.id).await?;
    // Whoever was a guest when the game began may have registered since.
    if player.guest && account.is_none() {
        return Ok(None);
    }
    let name = account.as_ref().filter(|_| player.guest).map(|it| it.user.name.clone());
    let handle = account.map(|it| it.handle);
    let strength = now(app, conn, player.id, &game.setup().variant, speed).await?;
    let Some(change) = changes.iter().find(|it| it.user == player.id) else {
        return Ok(Some(PlayerStrength { handle, name, strength, change: None, awarded: None }));
    };
    let awards = rows::awards(conn, player.id).await?;
    let awarded = awards.into_iter().find(|it| it.game == game.id() && !it.annulled);
    let strength = Strength {
        rating: Some(whole(change.before.rating)),
        provisional: change.before.deviation > PROVISIONAL_DEVIATION,
        provisional_grade: match strength.provisional_grade {
            Some(_) if game.setup().variant == GRADED => {
                Some(app.service.ratings.table().band(change.before.rating))
            }
            grade => grade,
        },
        ..strength
    };
    // Whole points on both sides, so that the sum is what people add up.
    let moved = whole(change.after.rating) - whole(change.before.rating);
    Ok(Some(PlayerStrength {
        handle,
        name,
        strength,
        change: Some(moved),
        awarded: awarded.and_then(|award| award.grade.parse().ok()),
    }))
}

/// How strong a player is now.
async fn now(
    app: &App,
    conn: &mut Conn,
    user: UserId,
    variant: &str,
    speed: Speed,
) -> Result<Strength, Problem> {
    let now_ms = app.service.timebase.now_ms() as i64;
    let shown = app.service.ratings.shown(conn, user, variant, speed, now_ms).await?;
    Ok(view(&shown))
}

/// How a rated game ended, by what it was worth.
pub(super) fn result_of(points: &str) -> PlayerResult {
    match points {
        "win" => PlayerResult::Won,
        "draw" => PlayerResult::Drawn,
        _ => PlayerResult::Lost,
    }
}
