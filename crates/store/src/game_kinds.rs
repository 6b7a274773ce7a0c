//! What a search asks of a game besides who played it and when: each combination that occurs is a
//! row, a *kind*, and a game has its number. So one index leads to any combination of filters.

use komadai_rules::Side;

use crate::{
    GameSummary, Result, Tx,
    db::{execute, optional, row},
    search::Outcome,
};

row! { struct Kind(i64 = "id") in "game_kinds"; }

/// The kind of a game as this side sees it; it is added if there is none like it.
pub(crate) async fn of(tx: &mut Tx, game: &GameSummary, side: Side) -> Result<i64> {
    let handicap = game.handicap.as_deref().unwrap_or_default();
    let opening = game.opening.as_deref().unwrap_or_default();
    let outcome = match game.winner {
        None => Outcome::Drawn,
        Some(winner) if winner == side => Outcome::Won,
        Some(_) => Outcome::Lost,
    };
    loop {
        let known: Option<Kind> = optional!(
            tx,
            "SELECT id FROM game_kinds WHERE variant = $1 AND handicap = $2 AND opening = $3 \
                 AND reason = $4 AND rated = $5 AND result = $6",
            &game.variant,
            handicap,
            opening,
            &game.reason,
            game.rated,
            outcome.as_str()
        )
        .await?;
        if let Some(Kind(id)) = known {
            return Ok(id);
        }
        // Another transaction may take the number, or add the same kind, first: then this one has
        // waited for it, and looks again.
        execute!(
            tx,
            "INSERT INTO game_kinds (id, variant, handicap, opening, reason, rated, result) \
             SELECT COALESCE(MAX(id), 0) + 1, $1, $2, $3, $4, $5, $6 FROM game_kinds WHERE 1 = 1 \
             ON CONFLICT DO NOTHING",
            &game.variant,
            handicap,
            opening,
            &game.reason,
            game.rated,
            outcome.as_str()
        )
        .await?;
    }
}
