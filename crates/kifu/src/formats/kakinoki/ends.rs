//! The words for the end of a game: 投了 in the list of moves, まで117手で先手の勝ち below it.

use std::fmt::Write;

use komadai_rules::{Side, Variant};

use super::{super::servers, is_mark};
use crate::{
    Outcome, Record,
    board::side_names,
    cursor::{Cursor, Line, digit, is_blank},
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

fn kakinoki_word(outcome: &Outcome, turn: Side) -> &str {
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
            let is_move = word.starts_with(begins_move);
            let is_word =
                !word.is_empty() && !word.contains(|sign| is_blank(sign) || "(（".contains(sign));
            if is_word && !is_move { word } else { "中断" }
        }
    }
}

/// Reads the word for an end in the list of moves. Those that are known may be several words, as
/// `Illegal move`; of others it is the first.
pub(super) fn take_end_word<'a>(cursor: &mut Cursor<'a>) -> &'a str {
    let mut ahead = *cursor;
    let words =
        ahead.take_while(|sign| !matches!(sign, '(' | '（' | '+')).trim_end_matches(is_blank);
    if servers::cause(words).is_some() {
        *cursor = ahead;
        return words;
    }
    cursor.take_while(|sign| !is_blank(sign) && !matches!(sign, '(' | '（'))
}

/// The end that a word in the list of moves tells, where the board may say who lost.
pub(super) fn read_end(word: &str, tape: &Tape) -> Outcome {
    match servers::cause(word) {
        Some(cause) => tape.outcome_of(cause),
        None => read_end_word(word, tape.turn()),
    }
}

/// The end that a word in the list of moves tells.
pub(in crate::formats) fn read_end_word(word: &str, turn: Side) -> Outcome {
    let cause = match word {
        "詰み" | "詰" | "詰め" => Cause::Checkmate,
        "投了" => Cause::Resignation,
        "切れ負け" | "切負け" | "切負" | "時間切れ" | "時間切れ負け" => {
            Cause::Time
        }
        "反則勝ち" | "反則勝" => return Outcome::new(Cause::IllegalMove, Some(turn)),
        "切れ勝ち" | "時間切れ勝ち" => return Outcome::new(Cause::Time, Some(turn)),
        "反則負け" | "反則負" => Cause::IllegalMove,
        "千日手" => Cause::Repetition,
        "入玉勝ち" | "入玉勝" | "入玉宣言" | "入玉宣言勝ち" | "入玉" => {
            Cause::Declaration
        }
        "持将棋" => Cause::ImpasseAgreement,
        "最大手数" => Cause::MaxMoves,
        "引き分け" | "引分け" | "引分" => Cause::Draw,
        "トライ" | "トライ勝ち" => Cause::Try,
        "不戦勝" | "不戦勝ち" => return Outcome::new(Cause::NoShow, Some(turn)),
        "不戦敗" | "不戦負け" => Cause::NoShow,
        // No word tells no more than that it ended.
        "中断" | "" => Cause::Interrupted,
        "不詰" | "不詰み" => Cause::NoMate,
        "裸王" | "ベアキング" => Cause::BareKing,
        "キャッチ" | "ライオン取り" | "玉取られ" => Cause::RoyalCaptured,
        "王手勝ち" => Cause::Check,
        "ステイルメイト" | "手詰まり" => Cause::NoMoves,
        _ => Cause::from_japanese(word)
            .or_else(|| servers::cause(word))
            .unwrap_or_else(|| Cause::Other(word.to_owned())),
    };
    Outcome::usual(cause, turn)
}

/// What the last line of a game says about its end: `まで117手で先手の勝ち`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::formats) struct Verdict {
    /// The number of moves.
    pub(in crate::formats) n_moves: Option<u32>,
    /// Why it ended, if the line says so besides who won.
    cause: Option<Cause>,
    /// Whether the cause stands in brackets, as where the word in the list means another winner.
    is_explained: bool,
    winner: Option<Side>,
    /// Whether the winner wins by the other's fault.
    by_fault: bool,
    /// What stands there instead of who won.
    word: Option<String>,
}

impl Verdict {
    /// Reads such a line. None if it does not begin so.
    pub(in crate::formats) fn read(line: Line<'_>) -> Option<Self> {
        const NAMES: [(&str, Side); 4] = [
            ("先手", Side::Sente),
            ("下手", Side::Sente),
            ("後手", Side::Gote),
            ("上手", Side::Gote),
        ];
        let mut verdict = Self::default();
        let mut cursor = line.cursor();
        cursor.skip_blanks();
        cursor.eat("まで").then_some(())?;
        cursor.take_while(|sign| is_blank(sign) || sign == '、');
        let mut ahead = cursor;
        let number = ahead.number();
        if number.is_some() && ahead.eat("手") {
            verdict.n_moves = number;
            let _ = ["で", "にて", "まで"].into_iter().any(|word| ahead.eat(word));
            ahead.eat("、");
            cursor = ahead;
        }
        let text: String = cursor.rest().chars().filter(|sign| !is_blank(*sign)).collect();
        let mut text = text.trim_end_matches('。');
        let bracket = text.strip_suffix('）').and_then(|text| text.rsplit_once('（'));
        if let Some((before, inside)) = bracket {
            verdict.cause = cause_by_word(inside);
            verdict.is_explained = verdict.cause.is_some();
            text = before;
        }
        if let Some((why, result)) = text.split_once("により") {
            verdict.cause = verdict.cause.or_else(|| cause_by_word(why));
            text = result;
        }
        let named = NAMES.iter().find_map(|(name, side)| Some((text.strip_prefix(name)?, *side)));
        let Some((result, side)) = named else {
            verdict.word = (!text.is_empty()).then(|| text.to_owned());
            return Some(verdict);
        };
        match result.strip_prefix('の').unwrap_or(result) {
            "勝ち" | "勝" | "勝利" => verdict.winner = Some(side),
            "負け" | "負" => verdict.winner = Some(side.other()),
            "反則勝ち" | "反則勝" => {
                verdict.winner = Some(side);
                verdict.by_fault = true;
            }
            "反則負け" | "反則負" => {
                verdict.winner = Some(side.other());
                verdict.by_fault = true;
            }
            "" => {}
            // 先手の入玉勝ち and 先手の不戦勝 name who wins, 先手の切れ負け who loses: the side
            // named is the one that the word alone would mean.
            other => {
                let told = read_end_word(other, side);
                verdict.winner = told.winner;
                verdict.cause.get_or_insert(told.cause);
            }
        }
        Some(verdict)
    }

    /// The end that it tells where the list of moves has no word for one.
    pub(super) fn alone(self, turn: Side) -> Outcome {
        let usual = self.usual(turn).unwrap_or_else(|| match self.winner {
            Some(_) => Outcome::usual(Cause::Resignation, turn),
            None => Outcome::new(Cause::Interrupted, None),
        });
        Outcome { winner: self.winner.or(usual.winner), ..usual }
    }

    /// Joins it with the end that the list of moves tells: it may say more, but nothing else.
    ///
    /// # Errors
    /// The end as the word tells it, where the line contradicts that.
    pub(super) fn join(self, told: Outcome, tape: &Tape) -> Result<Outcome, Outcome> {
        let turn = tape.turn();
        if self.has_another_winner(&told, tape) {
            return Err(told);
        }
        let joined = match self.usual(turn) {
            Some(usual) if usual.cause == told.cause => told,
            Some(usual) if says_more(&usual.cause, &told.cause, turn) => usual,
            Some(usual) if usual.cause == Cause::Interrupted => return Err(told),
            Some(usual) if !says_more(&told.cause, &usual.cause, turn) => return Err(told),
            _ => told,
        };
        Ok(Outcome { winner: self.winner.or(joined.winner), ..joined })
    }

    /// Whether it names a winner whom the word in the list of moves rules out. A player may resign
    /// or leave while the other is to move; whose fault a move was that stands in the record, only
    /// the line says.
    fn has_another_winner(&self, told: &Outcome, tape: &Tape) -> bool {
        let is_ruled_out = match told.cause {
            Cause::Checkmate | Cause::NoMoves => true,
            Cause::Resignation | Cause::Abandoned => false,
            Cause::IllegalMove if tape.is_last_move_illegal() => false,
            Cause::Repetition
            | Cause::ImpasseAgreement
            | Cause::MaxMoves
            | Cause::Draw
            | Cause::Agreement
            | Cause::NoMate => !self.is_explained,
            _ => told.winner.is_some() && !self.is_explained,
        };
        is_ruled_out && self.winner.is_some() && self.winner != told.winner
    }

    /// The end for what the line says of its cause, if it says anything.
    fn usual(&self, turn: Side) -> Option<Outcome> {
        let usual = |cause| Outcome::usual(cause, turn);
        let by_word = || {
            let word = self.word.as_deref()?;
            let cause = Cause::from_japanese(word);
            Some(cause.map_or_else(|| read_end_word(word, turn), usual))
        };
        let by_fault = self.by_fault.then(|| usual(Cause::IllegalMove));
        self.cause.clone().map(usual).or_else(by_word).or(by_fault)
    }
}

/// The end that a sentence tells as a last line does, with まで or without: `先手の勝ち`. None if it
/// has words that are not known, [`Cause::Interrupted`] if it names only the winner.
pub(crate) fn read_sentence(text: &str) -> Option<Outcome> {
    let text = format!("まで{}", text.trim().trim_start_matches("まで"));
    let verdict = Verdict::read(Line { number: 1, text: &text })?;
    let cause = verdict.usual(Side::Sente).map(|usual| usual.cause);
    let is_known = verdict.winner.is_some() || cause.is_some();
    let cause = cause.unwrap_or(Cause::Interrupted);
    (is_known && !cause.is_unknown()).then(|| Outcome::new(cause, verdict.winner))
}

/// Whether the cause is one for which the other's word may stand: 反則負け for a perpetual check,
/// 引き分け for a repetition, 中断 for anything.
fn says_more(cause: &Cause, than: &Cause, turn: Side) -> bool {
    let outcomes = [cause, than].map(|cause| Outcome::new(cause.clone(), None));
    let [word, word_of_than] = outcomes.each_ref().map(|outcome| kakinoki_word(outcome, turn));
    match than {
        Cause::Interrupted => true,
        Cause::Other(_) => !cause.is_unknown(),
        Cause::Draw => matches!(cause, Cause::Repetition) || word == word_of_than,
        Cause::Repetition => matches!(cause, Cause::PerpetualCheck | Cause::PerpetualAttack),
        _ => word == word_of_than && read_end_word(word, turn).cause == *than,
    }
}

/// `None` where no word stands.
fn cause_by_word(word: &str) -> Option<Cause> {
    let word = (!word.is_empty()).then_some(word)?;
    Some(Cause::from_japanese(word).unwrap_or_else(|| read_end_word(word, Side::Sente).cause))
}

/// Writes the last line of a game. In KIF, where the list of moves has the end too, further words
/// follow in brackets; in KI2 they come first, since there the line stands alone.
pub(in crate::formats) fn write_verdict(
    outcome: &Outcome,
    turn: Side,
    n_moves: u32,
    record: &Record,
    is_alone: bool,
    out: &mut String,
) {
    let names = side_names(record.is_handicap());
    let word = end_word(outcome, turn, record.variant());
    let told = if is_alone { None } else { Some(read_end_word(word, turn)) };
    let _ = write!(out, "まで{n_moves}手で");
    let cause = outcome.cause.japanese();
    let Some(winner) = outcome.winner else {
        let _ = writeln!(out, "{cause}");
        return;
    };
    if is_alone && matches!(outcome.cause, Cause::Checkmate | Cause::NoShow) {
        let usual = read_end_word(word, turn);
        if usual == *outcome {
            let _ = writeln!(out, "{word}");
            return;
        }
    }
    let by_fault = matches!(
        outcome.cause,
        Cause::IllegalMove | Cause::PerpetualCheck | Cause::DeclarationFailed
    );
    let result = match (&outcome.cause, by_fault) {
        (_, true) if winner == turn => format!("{}の反則勝ち", names[winner]),
        (_, true) => format!("{}の反則負け", names[winner.other()]),
        (Cause::Declaration, _) => format!("{}の入玉勝ち", names[winner]),
        _ => format!("{}の勝ち", names[winner]),
    };
    // Where the word means another winner, the cause in brackets says that this one is meant.
    let is_usual = told.as_ref().is_some_and(|told| told == outcome);
    let is_told = match (&told, &outcome.cause) {
        (_, Cause::Time) => false,
        (Some(told), Cause::Resignation) => told.cause == Cause::Resignation,
        (Some(_), _) => is_usual,
        (None, Cause::Resignation | Cause::IllegalMove | Cause::Declaration) => true,
        (None, _) => false,
    };
    let _ = match (is_told, is_alone) {
        (true, _) => writeln!(out, "{result}"),
        (false, true) => writeln!(out, "{cause}により{result}"),
        (false, false) if outcome.cause == Cause::Time && is_usual => {
            writeln!(out, "{cause}により{result}")
        }
        (false, false) => writeln!(out, "{result}（{cause}）"),
    };
}
