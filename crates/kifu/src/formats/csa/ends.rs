//! CSA's words for the end of a game, and the comment with which game servers say more.

use std::fmt::Write;

use komadai_rules::{BySide, Side};

use super::{super::servers, Version};
use crate::{Outcome, Record, outcome::Cause, tape::Tape};

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

/// The end that a word tells, in the words of the rules or in those of servers; `+TORYO` names who
/// resigned.
pub(in crate::formats) fn read_end(word: &str, tape: &Tape) -> Outcome {
    let outcome = read_end_word(word, tape.turn());
    let (by, plain) = match word.split_at_checked(1) {
        Some(("+", plain)) => (Some(Side::Sente), plain),
        Some(("-", plain)) => (Some(Side::Gote), plain),
        _ => (None, word),
    };
    match servers::cause(plain).filter(|_| outcome.cause.is_unknown()) {
        Some(cause) => match by {
            Some(by) => Outcome::usual(cause, by),
            None => tape.outcome_of(cause),
        },
        None => outcome,
    }
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

/// What such a comment says.
pub(super) struct Summary<'a> {
    cause: &'a str,
    winner: Option<Side>,
}

impl<'a> Summary<'a> {
    /// Reads it. None if it is another comment, or contains nothing that can be understood.
    pub(super) fn read(comment: &'a str, record: &Record) -> Option<Self> {
        let mut parts = comment.strip_prefix("summary:")?.split(':');
        let cause = parts.next()?;
        let mut result = |side| {
            let (name_told, result) = parts.next()?.trim().rsplit_once(' ')?;
            // Sign by sign, so that a long name is not rewritten for each such comment.
            let is_same = name_told.trim().chars().eq(name_signs(record, side));
            is_same.then_some(result)
        };
        let winner = match (result(Side::Sente)?, result(Side::Gote)?) {
            ("win", "lose") => Some(Side::Sente),
            ("lose", "win") => Some(Side::Gote),
            ("draw", "draw") => None,
            _ => return None,
        };
        Some(Self { cause, winner })
    }

    /// The end with what the word says of it, if there is one. None if that is another.
    pub(super) fn join(&self, told: Option<&Outcome>) -> Option<Outcome> {
        let winner = self.winner;
        let Some(cause) = self.cause() else {
            let unknown = || Cause::Other(self.cause.to_owned());
            return Some(match told.map(|told| &told.cause) {
                None | Some(Cause::Interrupted) if self.cause.is_empty() => {
                    Outcome::new(Cause::Interrupted, winner)
                }
                None | Some(Cause::Interrupted) => Outcome::new(unknown(), winner),
                Some(cause) => Outcome::new(cause.clone(), winner),
            });
        };
        let is_same = told.is_none_or(|told| cause.may_stand_for(&told.cause));
        is_same.then_some(Outcome { cause, winner })
    }

    fn cause(&self) -> Option<Cause> {
        Some(match self.cause {
            "toryo" => Cause::Resignation,
            "time up" | "time_up" => Cause::Time,
            "kachi" => Cause::Declaration,
            "illegal kachi" => Cause::DeclarationFailed,
            "sennichite" => Cause::Repetition,
            "oute_sennichite" => Cause::PerpetualCheck,
            "jishogi" => Cause::ImpasseAgreement,
            "illegal move" | "uchifuzume" | "oute_kaihimore" => Cause::IllegalMove,
            "abnormal" | "chudan" => Cause::Interrupted,
            other => return Cause::from_name(other),
        })
    }
}

/// A player's name in such a comment, where colons and blanks mean something else.
fn name(record: &Record, side: Side) -> String {
    name_signs(record, side).collect()
}

fn name_signs(record: &Record, side: Side) -> impl Iterator<Item = char> {
    let name = record.player(side).unwrap_or("?");
    name.chars().map(|sign| if matches!(sign, ':' | ' ' | '\u{3000}') { '_' } else { sign })
}
