//! The words for the end of a game in the list of moves: 投了.

use komadai_rules::{Side, Variant};

use super::{super::servers, is_mark, verdict::read_sentence};
use crate::{
    Outcome,
    cursor::{Cursor, arabic, digit, is_blank},
    outcome::Cause,
    tape::Tape,
};

/// The words for an end that lishogi reads. Behind another it reads no move of the game.
const LISHOGI: [&str; 9] =
    ["中断", "投了", "持将棋", "千日手", "引き分け", "詰み", "切れ負け", "反則勝ち", "入玉勝ち"];

/// The word for an end in the list of moves. In games that only lishogi reads it is one of its
/// words; the last line tells the rest.
pub(in crate::formats) fn end_word(outcome: &Outcome, turn: Side, variant: Variant) -> &str {
    let word = kakinoki_word(outcome, turn);
    if variant == Variant::standard() || LISHOGI.contains(&word) { word } else { "中断" }
}

pub(super) fn kakinoki_word(outcome: &Outcome, turn: Side) -> &str {
    let turn_wins = outcome.winner == Some(turn);
    match &outcome.cause {
        Cause::Checkmate | Cause::NoMoves => "詰み",
        Cause::Resignation => "投了",
        Cause::Time => "切れ負け",
        Cause::IllegalMove
        | Cause::PerpetualCheck
        | Cause::PerpetualAttack
        | Cause::DeclarationFailed => {
            if turn_wins {
                "反則勝ち"
            } else {
                "反則負け"
            }
        }
        Cause::Repetition => "千日手",
        Cause::Declaration => "入玉勝ち",
        Cause::ImpasseAgreement
        | Cause::MaxMoves
        | Cause::Draw
        | Cause::BareRoyals
        | Cause::Agreement => "持将棋",
        Cause::Try => "トライ",
        Cause::NoShow => {
            if turn_wins {
                "不戦勝"
            } else {
                "不戦敗"
            }
        }
        Cause::NoMate => "不詰",
        Cause::BareKing
        | Cause::RoyalCaptured
        | Cause::Check
        | Cause::Forfeit
        | Cause::Adjudicated
        | Cause::Annulled
        | Cause::Abandoned
        | Cause::Aborted
        | Cause::Interrupted
        | Cause::Error => "中断",
        Cause::Other(word) => {
            // What would be read as a move, or in part, stands only in the last line.
            let begins_move = |sign| sign == '同' || is_mark(sign) || digit(sign).is_some();
            let is_move =
                word.starts_with(begins_move) || word.contains(|sign| arabic(sign).is_some());
            let is_word =
                !word.is_empty() && !word.contains(|sign| is_blank(sign) || "(（".contains(sign));
            if is_word && !is_move { word } else { "中断" }
        }
    }
}

/// Reads the word for an end in the list of moves. Those that are known may have blanks in them, as
/// `Illegal move` and 投　了; of others it is the first.
pub(super) fn take_end_word<'a>(cursor: &mut Cursor<'a>) -> &'a str {
    let mut ahead = *cursor;
    let words =
        ahead.take_while(|sign| !matches!(sign, '(' | '（' | '+')).trim_end_matches(is_blank);
    if is_known_end(words) {
        *cursor = ahead;
        return words;
    }
    cursor.take_while(|sign| !is_blank(sign) && !matches!(sign, '(' | '（'))
}

/// Whether an end goes on that is known, although it may begin as a move does: 二歩.
pub(super) fn begins_known_end(cursor: &Cursor<'_>) -> bool {
    is_known_end(take_end_word(&mut cursor.clone()))
}

fn is_known_end(words: &str) -> bool {
    let is_word = || !read_end_word(words, Side::Sente).cause.is_unknown();
    !words.is_empty() && (is_word() || read_sentence(words).is_some())
}

/// The end that a word or a sentence in the list of moves tells, where the board may say who lost.
pub(in crate::formats) fn read_end(word: &str, tape: &Tape) -> Outcome {
    if let Some(cause) = servers::cause(word) {
        return tape.outcome_of(cause);
    }
    let outcome = read_end_word(word, tape.turn());
    match read_sentence(word).filter(|_| outcome.cause.is_unknown()) {
        // A winner alone has won as the last line means it.
        Some((cause, winner)) => Outcome::new(cause.unwrap_or(Cause::Resignation), winner),
        None => outcome,
    }
}

/// The end that a word in the list of moves tells.
pub(in crate::formats) fn read_end_word(word: &str, turn: Side) -> Outcome {
    let plain: String = word.chars().filter(|sign| !is_blank(*sign) && *sign != '。').collect();
    let cause = match plain.as_str() {
        "詰み" | "詰" | "詰め" => Cause::Checkmate,
        "投了" => Cause::Resignation,
        "切れ負け" | "切負け" | "切負" | "時間切れ" | "時間切れ負け" => {
            Cause::Time
        }
        "反則勝ち" | "反則勝" => return Outcome::new(Cause::IllegalMove, Some(turn)),
        "切れ勝ち" | "時間切れ勝ち" => return Outcome::new(Cause::Time, Some(turn)),
        "反則負け" | "反則負" => Cause::IllegalMove,
        "千日手" | "千日手成立" => Cause::Repetition,
        "入玉勝ち" | "入玉勝" | "入玉宣言" | "入玉宣言勝ち" | "入玉" => {
            Cause::Declaration
        }
        "持将棋" | "相入玉" => Cause::ImpasseAgreement,
        "最大手数" => Cause::MaxMoves,
        "引き分け" | "引分け" | "引分" => Cause::Draw,
        "トライ" | "トライ勝ち" | "トライ成功" => Cause::Try,
        "不戦勝" | "不戦勝ち" => return Outcome::new(Cause::NoShow, Some(turn)),
        "不戦敗" | "不戦負け" => Cause::NoShow,
        // No word tells no more than that it ended.
        "中断" | "" => Cause::Interrupted,
        "不詰" | "不詰み" => Cause::NoMate,
        "裸王" | "ベアキング" => Cause::BareKing,
        "キャッチ" | "ライオン取り" | "玉取られ" => Cause::RoyalCaptured,
        "王手勝ち" => Cause::Check,
        "ステイルメイト" | "手詰まり" => Cause::NoMoves,
        plain => Cause::from_japanese(plain)
            .or_else(|| servers::cause(word))
            .unwrap_or_else(|| Cause::Other(word.to_owned())),
    };
    Outcome::usual(cause, turn)
}
