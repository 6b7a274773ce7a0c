//! What a game of a pool changes, in the transaction that settles it.

use komadai_live::rated::PooledGame;
use komadai_rating::{GradeTable, Points, Rating, rate};
use komadai_store::{
    Result, Tx,
    league::{self as stored, Program},
};

use super::days::day_of;
use crate::ratings::{numbers, rating};

/// Adds a game to its day, and rates it where its result counts.
pub(crate) async fn settle(tx: &mut Tx, game: &PooledGame, table: &GradeTable) -> Result<()> {
    let day = day_of(u64::try_from(game.ended_ms).unwrap_or(0));
    stored::add_game(tx, &game.pool, game.id, day, game.ended_ms).await?;
    let Some(points) = game.points_of_gote else { return Ok(()) };
    let sente = stored::program(tx, &game.pool, game.sente).await?;
    let gote = stored::program(tx, &game.pool, game.gote).await?;
    // Whose account was deleted meanwhile is in no pool, and says nothing of others any more.
    let (Some(mut sente), Some(mut gote)) = (sente, gote) else { return Ok(()) };
    let before = |program: &Program| rating_now(program, game.ended_ms);
    let Some((of_gote, of_sente)) = rate(before(&gote), before(&sente), points, None, table) else {
        return Ok(());
    };
    count(&mut gote, points, of_gote, game.ended_ms);
    count(&mut sente, points.other(), of_sente, game.ended_ms);
    stored::rated(tx, &game.pool, &sente).await?;
    stored::rated(tx, &game.pool, &gote).await
}

/// What a program is rated at, less certain the longer it has not played.
pub fn rating_now(program: &Program, now_ms: i64) -> Rating {
    let idle_ms = now_ms.saturating_sub(program.rated_ms);
    rating(program.numbers).after_idle(u64::try_from(idle_ms).unwrap_or(0))
}

fn count(program: &mut Program, points: Points, after: Rating, ended_ms: i64) {
    program.numbers = numbers(after);
    program.n_games += 1;
    program.wins += u32::from(points == Points::Win);
    program.losses += u32::from(points == Points::Loss);
    program.rated_ms = program.rated_ms.max(ended_ms);
}
