//! CSA's words for the end of a game, and the comment with which game servers say more.

use std::fmt::Write;

use komadai_rules::{BySide, Side};

use super::Version;
use crate::{Outcome, Record, outcome::Cause};

/// The word after the `%`. The side to move is `turn`.
pub(in crate::formats) fn end_word(outcome: &Outcome, turn: Side, version: Version) -> &str {
    let turn_wins = outcome.winner == Some(turn);
    match &outcome.cause {
        Cause::Checkmate | Cause::NoMoves => "TSUMI",
        Cause::Resignation => "TORYO",
        Cause::Time => "TIME_UP",
        Cause::IllegalMove | Cause::PerpetualCheck | Cause::DeclarationFailed => {
            match (turn_wins, turn) {
                (false, _) => "ILLEGAL_MOVE",
                (true, Side::Sente) => "-ILLEGAL_ACTION",
                (true, Side::Gote) => "+ILLEGAL_ACTION",
            }
        }
        Cause::Repetition => "SENNICHITE",
        Cause::Declaration => "KACHI",
        Cause::ImpasseAgreement => "JISHOGI",
        Cause::MaxMoves => match version {
            Version::V2 => "JISHOGI",
            Version::V3 => "MAX_MOVES",
        },
        Cause::Draw => "HIKIWAKE",
        Cause::NoMate => "FUZUMI",
        Cause::Error => "ERROR",
        Cause::Try
        | Cause::BareKing
        | Cause::RoyalCaptured
        | Cause::Check
        | Cause::PerpetualAttack
        | Cause::BareRoyals
        | Cause::Agreement
        | Cause::NoShow
        | Cause::Forfeit
        | Cause::Adjudicated
        | Cause::Annulled
        | Cause::Abandoned
        | Cause::Aborted
        | Cause::Interrupted => "CHUDAN",
        Cause::Other(word) => {
            let is_word = |byte: u8| matches!(byte, b'A'..=b'Z' | b'_' | b'+' | b'-');
            if word.bytes().all(is_word) && !word.is_empty() { word } else { "CHUDAN" }
        }
    }
}

/// The end that the word after the `%` tells when the side to move is `turn`.
pub(in crate::formats) fn read_end_word(word: &str, turn: Side) -> Outcome {
    let cause = match word {
        "TORYO" => Cause::Resignation,
        // No word tells no more than that it ended.
        "CHUDAN" | "" => Cause::Interrupted,
        "SENNICHITE" => Cause::Repetition,
        "TIME_UP" => Cause::Time,
        "ILLEGAL_MOVE" => Cause::IllegalMove,
        "+ILLEGAL_ACTION" => return Outcome::new(Cause::IllegalMove, Some(Side::Gote)),
        "-ILLEGAL_ACTION" => return Outcome::new(Cause::IllegalMove, Some(Side::Sente)),
        "JISHOGI" => Cause::ImpasseAgreement,
        "KACHI" => Cause::Declaration,
        "HIKIWAKE" => Cause::Draw,
        "MAX_MOVES" => Cause::MaxMoves,
        "TSUMI" => Cause::Checkmate,
        "FUZUMI" => Cause::NoMate,
        "ERROR" => Cause::Error,
        _ => Cause::Other(word.to_owned()),
    };
    Outcome::usual(cause, turn)
}

/// Says more about the end, where the word does not say it all, in the form of shogi-server:
/// `'summary:max_moves:NAME draw:NAME draw`.
pub(super) fn write_summary(
    record: &Record,
    outcome: &Outcome,
    turn: Side,
    version: Version,
    out: &mut String,
) {
    if read_end_word(end_word(outcome, turn, version), turn) == *outcome {
        return;
    }
    let cause = outcome.cause.as_str().replace([':', '\n'], "_");
    let names = BySide::from_fn(|side| name(record, side));
    let result = |side| match outcome.winner {
        None => "draw",
        Some(winner) if winner == side => "win",
        Some(_) => "lose",
    };
    let (sente, gote) = (result(Side::Sente), result(Side::Gote));
    let _ = writeln!(out, "'summary:{cause}:{} {sente}:{} {gote}", names.sente, names.gote);
}

/// Reads such a comment, given the meaning of the word. None if it is another comment, or contains
/// nothing that can be understood; it is then kept as a comment.
pub(super) fn read_summary(
    comment: &str,
    record: &Record,
    told: Option<&Outcome>,
) -> Option<Outcome> {
    let told = told?;
    let mut parts = comment.strip_prefix("summary:")?.split(':');
    let cause = parts.next()?;
    let mut result = |side| {
        let (name_told, result) = parts.next()?.trim().rsplit_once(' ')?;
        // Sign by sign, so that a long name is not rewritten for each such comment.
        let is_same = name_told.trim().chars().eq(name_signs(record, side));
        is_same.then_some(result)
    };
    let results = (result(Side::Sente)?, result(Side::Gote)?);
    let winner = match results {
        ("win", "lose") => Some(Side::Sente),
        ("lose", "win") => Some(Side::Gote),
        ("draw", "draw") => None,
        _ => return None,
    };
    let cause = match cause {
        "toryo" => Cause::Resignation,
        "time up" | "time_up" => Cause::Time,
        "kachi" => Cause::Declaration,
        "sennichite" => Cause::Repetition,
        "oute_sennichite" => Cause::PerpetualCheck,
        "jishogi" => Cause::ImpasseAgreement,
        "illegal move" | "uchifuzume" | "oute_kaihimore" => Cause::IllegalMove,
        "abnormal" | "chudan" => Cause::Interrupted,
        other => match Cause::from_name(other) {
            Some(cause) => cause,
            None if told.cause == Cause::Interrupted && !other.is_empty() => {
                Cause::Other(other.to_owned())
            }
            None => told.cause.clone(),
        },
    };
    Some(Outcome { cause, winner })
}

/// A player's name in such a comment, where colons and blanks mean something else.
fn name(record: &Record, side: Side) -> String {
    name_signs(record, side).collect()
}

fn name_signs(record: &Record, side: Side) -> impl Iterator<Item = char> {
    let name = record.player(side).unwrap_or("?");
    name.chars().map(|sign| if matches!(sign, ':' | ' ' | '\u{3000}') { '_' } else { sign })
}
