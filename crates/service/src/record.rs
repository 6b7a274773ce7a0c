//! A game of ours as a record that other programs read.

use komadai_game::{EndReason, Game, TimeControl, clocks};
use komadai_kifu::{BuildError, Cause, Key, Outcome, Record, TimeLimit};
use komadai_rules::{BySide, Move, Side};
use komadai_store::game_comments::GameComment;

/// The game as a record: names, times and its end; `site` is what the site calls itself.
///
/// # Errors
/// When the game has more moves than a record holds.
pub fn record(game: &Game, site: &str) -> Result<Record, BuildError> {
    let setup = game.setup();
    let mut builder = Record::builder(game.line().start().clone());
    if let Some(players) = game.players() {
        for side in Side::ALL {
            builder.player(side, &players[side].name);
        }
    }
    builder.started(game.started_ms().unwrap_or(setup.created_ms), 0).header(Key::Site, site);
    let [sente, gote] = Side::ALL.map(|side| time_limit(setup.clocks[side]));
    if let (Some(sente), Some(gote)) = (sente, gote) {
        builder.time_limits(BySide { sente, gote });
    }
    let time_in_words = in_words(&setup.clocks);
    if !time_in_words.is_empty() {
        builder.header(Key::Remark, &time_in_words);
    }
    if let Some(ended_ms) = game.ended_ms() {
        builder.ended(ended_ms, 0);
    }
    for (&mv, played) in game.line().moves().iter().zip(game.played()) {
        builder.play(mv, Some(u64::from(played.thought_ms)))?;
    }
    if let Some(outcome) = game.outcome() {
        let variant = game.line().position().variant();
        let lost_by =
            outcome.illegal_usi.as_deref().and_then(|usi| Move::from_usi(variant, usi).ok());
        match lost_by {
            Some(mv) => builder.end_by_illegal_move(mv, None)?,
            None => builder.end(Outcome::new(cause(outcome.reason), outcome.winner), None)?,
        };
    }
    Ok(builder.finish())
}

/// The game as a record with what programs have thought of its moves.
///
/// # Errors
/// When the game has more moves than a record holds.
pub fn with_comments(
    game: &Game,
    comments: &[GameComment],
    site: &str,
) -> Result<Record, BuildError> {
    let mut record = record(game, site)?;
    for GameComment { ply, text } in comments {
        let node = record.at_ply(*ply);
        if record.node(node).ply() == *ply {
            record.node_mut(node).comments.push(text.clone());
        }
    }
    Ok(record)
}

fn cause(reason: EndReason) -> Cause {
    match reason {
        EndReason::Board(reason) => reason.into(),
        EndReason::Resignation => Cause::Resignation,
        EndReason::Time => Cause::Time,
        EndReason::NoFirstMove | EndReason::Aborted => Cause::Aborted,
        EndReason::Abandoned => Cause::Abandoned,
        EndReason::NoShow => Cause::NoShow,
        EndReason::Forfeit => Cause::Forfeit,
        EndReason::Adjudicated => Cause::Adjudicated,
        EndReason::Annulled => Cause::Annulled,
    }
}

/// What no format has a header for, as people write it: days for each move, and periods of
/// consideration.
fn in_words(clocks: &BySide<TimeControl>) -> String {
    let [sente, gote] = Side::ALL.map(|side| match clocks[side] {
        TimeControl::Correspondence(it) if it.weekends_off => {
            format!("1手{}日（土日を除く）", it.days)
        }
        TimeControl::Correspondence(it) => format!("1手{}日", it.days),
        TimeControl::Consideration(it) => {
            format!("考慮時間{}秒×{}回", it.period_ms / 1_000, it.periods)
        }
        _ => String::new(),
    });
    if sente == gote {
        return sente;
    }
    let of_sides = [("先手", sente), ("後手", gote)].into_iter().filter(|(_, it)| !it.is_empty());
    of_sides.map(|(side, it)| format!("{side}{it}")).collect::<Vec<_>>().join("、")
}

/// The time of one player, as records can say it.
fn time_limit(control: TimeControl) -> Option<TimeLimit> {
    let main_ms = u64::from(control.start().main_ms);
    let main = TimeLimit { main_ms, ..TimeLimit::default() };
    let limit = match control {
        TimeControl::Byoyomi(clocks::Byoyomi { byoyomi_ms, .. })
        | TimeControl::Consideration(clocks::Consideration { byoyomi_ms, .. }) => {
            TimeLimit { byoyomi_ms: u64::from(byoyomi_ms), ..main }
        }
        TimeControl::Fischer(clocks::Fischer { increment_ms, .. }) => {
            TimeLimit { increment_ms: u64::from(increment_ms), ..main }
        }
        TimeControl::SuddenDeath(_) => main,
        TimeControl::Untimed(_) | TimeControl::Correspondence(_) => return None,
        // §4: its last minute has no end, which is a byoyomi of 60 s by another name.
        TimeControl::Stopwatch(_) => {
            TimeLimit { main_ms: main_ms.saturating_sub(60_000), byoyomi_ms: 60_000, ..main }
        }
    };
    Some(limit)
}
