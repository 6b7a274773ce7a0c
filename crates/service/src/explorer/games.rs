//! Games as the explorer sees them.

use komadai_explorer::{Facts, Month, NO_SPEED, Outcome};
use komadai_game::Game;
use komadai_ids::GameId;
use komadai_live::{game_log::GameLog, opponents::is_machine, rated::speed_of};
use komadai_rating::Speed;
use komadai_rules::{Move, Position, Side, Variant};
use komadai_store::{
    Conn, Result,
    explorer::{self as stored, CollectedGame},
    games, ratings,
};
use uuid::Uuid;

/// A game: where it began, and what was played.
pub(crate) struct GameLine {
    pub(crate) start: Position,
    pub(crate) moves: Vec<Move>,
}

/// A game as the database has it, which becomes a [`GameLine`] where a processor may be busy.
#[derive(Debug)]
pub(crate) enum Raw {
    Here(Vec<u8>),
    Collected(Box<CollectedGame>),
}

/// A game that was played here, as the database has it, with what is known of its players.
pub(crate) struct EndedGame {
    record: Vec<u8>,
    rating: Option<u32>,
    month: Month,
    winner: Option<Side>,
}

/// The place of a speed among all, by which it is counted.
pub fn place_of(speed: Speed) -> u8 {
    Speed::ALL.iter().position(|&it| it == speed).map_or(NO_SPEED, |place| place as u8)
}

/// A game that was played here, if it is there.
pub(crate) async fn here(conn: &mut Conn, id: GameId) -> Result<Option<EndedGame>> {
    let Some(game) = games::find(conn, id).await? else { return Ok(None) };
    let summary = game.summary;
    let rating = if summary.rated {
        let changes = ratings::of_game(conn, id).await?;
        let sum: f64 = changes.iter().map(|it| it.before.rating).sum();
        // A rating is no more than a few thousand.
        (!changes.is_empty()).then(|| (sum / changes.len() as f64).max(0.0).round() as u32)
    } else {
        None
    };
    let month = Month::of_ms(summary.ended_ms);
    Ok(Some(EndedGame { record: game.record, rating, month, winner: summary.winner }))
}

/// A game of a source.
pub(crate) async fn raw(conn: &mut Conn, source: i64, id: Uuid) -> Result<Option<Raw>> {
    if source > stored::PROGRAMS {
        let record = stored::record(conn, id).await?;
        return Ok(record.map(|it| Raw::Collected(Box::new(it))));
    }
    let game = games::find(conn, GameId::from_uuid(id)).await?;
    Ok(game.map(|it| Raw::Here(it.record)))
}

impl Raw {
    /// The game, where it can be read.
    pub(crate) fn line(self) -> Option<GameLine> {
        match self {
            Self::Here(record) => Some(line_of(&replay(record)?)),
            Self::Collected(game) => collected(&game),
        }
    }
}

impl EndedGame {
    /// The game, where it can be read, and what filters look at.
    pub(crate) fn game(self) -> Option<(Game, Facts)> {
        let game = replay(self.record)?;
        let clock = &game.setup().clocks[Side::Sente];
        let speed = if clock.is_timed() { place_of(speed_of(clock)) } else { NO_SPEED };
        let facts = Facts::new(self.rating, speed, Outcome::of(self.winner), self.month);
        Some((game, facts))
    }
}

fn replay(record: Vec<u8>) -> Option<Game> {
    GameLog::from_bytes(record).replay(|_, _, _| {}).ok()
}

pub(crate) fn line_of(game: &Game) -> GameLine {
    GameLine { start: game.line().start().clone(), moves: game.line().moves().to_vec() }
}

/// Whether a game says anything of how people or programs play: it was played, and its result
/// stands.
pub(crate) fn counts(game: &Game) -> bool {
    let outcome = game.outcome();
    game.line().n_moves() > 0
        && game
            .players()
            .is_some_and(|players| Side::ALL.into_iter().all(|side| !is_machine(players[side].id)))
        && outcome.is_some_and(|outcome| !outcome.reason.is_void())
}

/// A game of a collection: what cannot be played ends it.
pub(crate) fn collected(game: &CollectedGame) -> Option<GameLine> {
    let variant = Variant::from_name(&game.variant)?;
    let start = Position::from_sfen(variant, &game.start_sfen).ok()?;
    let (mut position, mut moves) = (start.clone(), Vec::new());
    for text in game.moves.split(' ').filter(|it| !it.is_empty()) {
        let Ok(mv) = Move::from_usi(variant, text) else { break };
        if position.judge(mv).is_err() {
            break;
        }
        position.play(mv);
        moves.push(mv);
    }
    Some(GameLine { start, moves })
}

/// What filters look at of a game of a collection.
pub(crate) fn facts_of(game: &CollectedGame) -> Facts {
    let month = game.played.as_deref().and_then(month_in).unwrap_or(Month::FIRST);
    Facts::new(game.rating, NO_SPEED, Outcome::of(game.winner), month)
}

/// The month in a text like `2005/05/03 10:30` or `2005-5-3`; of a year alone its January.
fn month_in(text: &str) -> Option<Month> {
    let mut numbers = text.split(|c: char| !c.is_ascii_digit()).filter(|it| !it.is_empty());
    let year = numbers.next().filter(|it| it.len() == 4)?.parse().ok()?;
    let month = numbers.next().and_then(|it| it.parse().ok());
    Some(Month::new(year, month.filter(|it| (1..=12).contains(it)).unwrap_or(1)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn months_are_found_in_the_words_of_records() {
        for (text, expected) in [
            ("2005/05/03 10:30", Some("2005-05")),
            ("1998-12-01", Some("1998-12")),
            ("1949", Some("1949-01")),
            ("2010年7月2日", Some("2010-07")),
            ("昭和60年", None),
            ("", None),
        ] {
            assert_eq!(month_in(text).map(|it| it.to_string()).as_deref(), expected, "{text}");
        }
    }
}
