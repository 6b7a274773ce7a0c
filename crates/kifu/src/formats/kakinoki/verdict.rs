//! The last line of a game: まで117手で先手の勝ち.

use std::fmt::Write;

use komadai_rules::{BySide, Side};

use super::{
    ends::{end_word, kakinoki_word, read_end_word},
    is_mark,
};
use crate::{
    Outcome, Record,
    board::side_names,
    cursor::{Cursor, TextLine, is_blank},
    outcome::Cause,
    tape::Tape,
};

/// What the last line of a game says about its end: `まで117手で先手の勝ち`.
#[derive(Clone, Debug, Default)]
pub(in crate::formats) struct Verdict<'a> {
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
    /// What stands behind it, apart by a blank, and cannot be understood.
    pub(super) aside: Option<Cursor<'a>>,
}

impl<'a> Verdict<'a> {
    /// Reads such a line. None if it is none. The players may be called by their names.
    pub(in crate::formats) fn read(
        line: TextLine<'a>,
        names: BySide<Option<&str>>,
    ) -> Option<Self> {
        let mut cursor = line.cursor();
        cursor.skip_blanks();
        let is_announced = cursor.eat("まで") || cursor.eat("以上");
        if !is_announced && !line.text.contains(['勝', '負']) {
            return None;
        }
        let verdict = Self::read_behind(cursor, names);
        let is_whole = verdict.winner.is_some() && verdict.aside.is_none();
        (is_announced || is_whole).then_some(verdict)
    }

    /// Reads what stands behind まで: the number of moves, and how it ended.
    fn read_behind(mut cursor: Cursor<'a>, names: BySide<Option<&str>>) -> Self {
        cursor.take_while(|sign| is_blank(sign) || sign == '、');
        let mut ahead = cursor;
        let number = ahead.number().or_else(|| ahead.kanji_number());
        let mut n_moves = None;
        if number.is_some() && ahead.eat("手") {
            n_moves = number;
            let _ = ["で", "にて", "まで"].into_iter().any(|word| ahead.eat(word));
            ahead.eat("、");
            cursor = ahead;
        }
        let whole = Self { n_moves, ..Self::of_words(cursor.rest(), names) };
        cursor.skip_blanks();
        let first = cursor.take_while(|sign| !is_blank(sign));
        cursor.skip_blanks();
        if whole.is_known() || cursor.is_at_end() {
            return whole;
        }
        let part = Self { n_moves, aside: Some(cursor), ..Self::of_words(first, names) };
        if part.is_known() { part } else { whole }
    }

    /// Whether all of its words are.
    fn is_known(&self) -> bool {
        self.usual(Side::Sente).is_none_or(|usual| !usual.cause.is_unknown())
    }

    /// `時間切れにより先手の勝ち`, `先手の勝ち（時間切れ）`, `千日手`.
    fn of_words(words: &str, names: BySide<Option<&str>>) -> Self {
        let mut verdict = Self::default();
        let text: String = words.chars().filter(|sign| !is_blank(*sign)).collect();
        let mut text = text.trim_end_matches('。');
        let bracket = text.strip_suffix(['）', ')']).and_then(|text| text.rsplit_once(['（', '(']));
        if let Some((before, inside)) = bracket {
            verdict.cause = cause_by_word(inside);
            verdict.is_explained = verdict.cause.is_some();
            text = before;
        }
        let Some((why, side, result)) = split_at_player(text, names) else {
            let text = text.split_once("により").map_or(text, |(why, result)| {
                verdict.cause = verdict.cause.take().or_else(|| cause_by_word(why));
                result
            });
            verdict.word = (!text.is_empty()).then(|| text.to_owned());
            return verdict;
        };
        verdict.cause = verdict.cause.or_else(|| cause_by_word(why));
        let result = result.strip_prefix('番').unwrap_or(result);
        verdict.read_result(result.strip_prefix(['の', 'が', 'は']).unwrap_or(result), side);
        verdict
    }

    /// What stands behind a player.
    fn read_result(&mut self, result: &str, side: Side) {
        match result {
            "勝ち" | "勝" | "勝利" | "中押し勝ち" | "中押勝" => {
                self.winner = Some(side)
            }
            "負け" | "負" | "敗北" => self.winner = Some(side.other()),
            "反則勝ち" | "反則勝" => {
                self.winner = Some(side);
                self.by_fault = true;
            }
            "反則負け" | "反則負" => {
                self.winner = Some(side.other());
                self.by_fault = true;
            }
            "" => {}
            // 先手の入玉勝ち and 先手の不戦勝 name who wins, 先手の切れ負け who loses; else the
            // side named is the one that the word alone would mean.
            other => {
                let told = read_end_word(other, side);
                let has_won = other.ends_with("勝ち") || other.ends_with('勝');
                let is_known = !told.cause.is_unknown();
                self.winner = if has_won && is_known { Some(side) } else { told.winner };
                self.cause.get_or_insert(told.cause);
            }
        }
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
            let draw = ["引き分け", "引分け", "引分"].iter().find_map(|end| word.strip_suffix(end));
            let drawn = draw.and_then(cause_by_word).filter(Cause::is_draw);
            let cause = drawn.or_else(|| Cause::from_japanese(word));
            Some(cause.map_or_else(|| read_end_word(word, turn), usual))
        };
        let by_fault = self.by_fault.then(|| usual(Cause::IllegalMove));
        self.cause.clone().map(usual).or_else(by_word).or(by_fault)
    }
}

/// The cause and the winner that a sentence tells as a last line does: `先手の勝ち`. None if it has
/// words that are not known, or tells neither.
pub(crate) fn read_sentence(text: &str) -> Option<(Option<Cause>, Option<Side>)> {
    let line = TextLine { number: 1, text: text.trim().trim_start_matches("まで") };
    let verdict = Verdict::read_behind(line.cursor(), BySide::default());
    if !verdict.is_known() || verdict.aside.is_some() {
        return None;
    }
    let cause = verdict.usual(Side::Sente).map(|usual| usual.cause);
    (cause.is_some() || verdict.winner.is_some()).then_some((cause, verdict.winner))
}

/// Splits `時間切れにより△後手の勝ち` where a player is named.
fn split_at_player<'t>(
    text: &'t str,
    names: BySide<Option<&str>>,
) -> Option<(&'t str, Side, &'t str)> {
    const PLAYERS: [(&str, Side); 4] =
        [("先手", Side::Sente), ("下手", Side::Sente), ("後手", Side::Gote), ("上手", Side::Gote)];
    const LINKS: [&str; 7] = ["により", "によって", "のため", "につき", "で", "、", "，"];
    let named = Side::ALL.into_iter().filter_map(|side| Some((names[side]?, side)));
    let found = PLAYERS.into_iter().chain(named).filter(|(player, _)| !player.is_empty());
    let (at, player, side) = found
        .filter_map(|(player, side)| Some((text.find(player)?, player, side)))
        .min_by_key(|(at, player, _)| (*at, std::cmp::Reverse(player.len())))?;
    let (before, after) = text.split_at(at);
    let why = before.trim_end_matches(is_mark);
    let why = LINKS.iter().find_map(|link| why.strip_suffix(link)).unwrap_or(why);
    let is_reason = why.is_empty() || cause_by_word(why).is_some_and(|cause| !cause.is_unknown());
    is_reason.then(|| (why, side, after.strip_prefix(player).unwrap_or(after)))
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
