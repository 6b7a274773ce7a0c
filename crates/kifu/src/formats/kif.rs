//! KIF: numbered moves with the square they come from, times, comments, bookmarks, variations.
//!
//! ```text
//! 手合割：平手
//! 先手：…
//! 手数----指手---------消費時間--
//!    1 ７六歩(77)   ( 0:02/00:00:02)+
//! *A comment on the position after the move.
//!    2 投了         ( 0:01/00:00:01)
//! まで1手で先手の勝ち
//!
//! 変化：1手
//!    1 ２六歩(27)   ( 0:05/00:00:05)
//! ```

use std::fmt::Write;

use komadai_rules::{BySide, Move};

use super::{
    Def, KIF,
    kakinoki::{
        self, ends::end_word, is_known_header, is_numbered_move, preamble::write_preamble,
        verdict::write_verdict, wide, write_remarks,
    },
    only_named,
};
use crate::{
    Encoding, Error, Record,
    board::wide_digit,
    cursor::{kanji_count, lines},
    record::{Step, Visit},
    words,
};

pub(super) static DEF: Def = Def {
    name: "kif",
    extensions: &[("kif", Encoding::ShiftJis), ("kifu", Encoding::Utf8)],
    media_type: "text/plain",
    is_it,
    read: kakinoki::read,
    write,
    write_all: None,
    between: "\n",
    has_lines: true,
    crlf: true,
};

fn is_it(text: &str) -> bool {
    lines(text).any(|line| {
        line.text.starts_with("#KIF")
            || line.text.starts_with("手数--")
            || is_known_header(line)
            || is_numbered_move(line)
    })
}

fn write(record: &Record, encoding: Encoding, out: &mut String) -> Result<(), Error> {
    only_named(KIF, record)?;
    let _ = writeln!(out, "#KIF version=2.0 encoding={}", encoding.charset());
    out.push_str("# ---- Komadai ----\n");
    write_preamble(record, out);
    out.push_str("手数----指手---------消費時間--\n");
    // The seconds both sides have spent when each of the line's moves was played.
    let mut spent: Vec<BySide<u64>> = vec![BySide::default()];
    let mut walk = record.walk();
    while let Some(visit) = walk.next() {
        let ply = visit.node.ply() as usize;
        if ply > 0 {
            if visit.begins_variation {
                let _ = writeln!(out, "\n変化：{ply}手");
            }
            let turn = visit.before.turn();
            spent.truncate(ply);
            let mut sums = spent.last().copied().unwrap_or_default();
            sums[turn] += visit.node.spent_ms.unwrap_or(0) / 1_000;
            spent.push(sums);
            write_step(record, &visit, sums[turn], out);
        }
        write_remarks(visit.node, out);
        if let Step::End(outcome) = &visit.node.step {
            let turn = visit.before.turn();
            write_verdict(outcome, turn, ply as u32 - 1, record, false, out);
        }
    }
    Ok(())
}

/// `   1 ７六歩(77)   ( 0:02/00:00:02)+`.
fn write_step(record: &Record, visit: &Visit<'_>, sum_s: u64, out: &mut String) {
    /// How wide the column of the moves is, in narrow characters.
    const WIDTH: usize = 13;
    let turn = visit.before.turn();
    let step = match &visit.node.step {
        Step::Move(mv) => {
            let parent = record.parent(visit.id);
            let last = record.node(parent).mv();
            if record.variant().def().is_large() {
                let (first, second) = wide::spell(visit.before, *mv, last.map(Move::to));
                if second.is_some() {
                    let _ = writeln!(out, "{:4}手目{first}", visit.node.ply());
                }
                second.unwrap_or(first)
            } else {
                spell(record, visit, *mv, last)
            }
        }
        Step::End(outcome) if record.variant().def().is_large() => {
            format!(" {}", end_word(outcome, turn, record.variant()))
        }
        Step::End(outcome) => end_word(outcome, turn, record.variant()).to_owned(),
        Step::Start => String::new(),
    };
    let width: usize = step.chars().map(|sign| if sign.is_ascii() { 1 } else { 2 }).sum();
    // §9.7: where the squares are as in chu shogi, so is the number.
    let behind = if record.variant().def().is_large() { "手目" } else { " " };
    let _ = write!(out, "{:4}{behind}{step}", visit.node.ply());
    if let Some(ms) = visit.node.spent_ms {
        let s = ms / 1_000;
        let blanks = WIDTH.saturating_sub(width).max(1);
        let (hours, minutes, seconds) = (sum_s / 3_600, sum_s / 60 % 60, sum_s % 60);
        let _ = write!(
            out,
            "{:blanks$}({:2}:{:02}/{hours:02}:{minutes:02}:{seconds:02})",
            "",
            s / 60,
            s % 60
        );
    }
    // Behind a move without a time it is more than lishogi reads.
    if visit.has_later_sibling && visit.node.spent_ms.is_some() {
        out.push('+');
    }
    out.push('\n');
}

/// `７六歩(77)`, `同　銀(31)`, `５五角打`.
fn spell(record: &Record, visit: &Visit<'_>, mv: Move, last: Option<Move>) -> String {
    let variant = record.variant();
    let mut text = if last.is_some_and(|last| last.to() == mv.to()) {
        "同　".to_owned()
    } else {
        format!("{}{}", wide_digit(mv.to().file()), kanji_count(mv.to().rank()))
    };
    match (mv.from(), mv.dropped()) {
        (Some(from), _) => {
            if let Some(piece) = visit.before.piece_at(from) {
                text += &words::in_kif_move(variant, piece.kind);
            }
            let promotes = if mv.promotes() { "成" } else { "" };
            text += &format!("{promotes}({}{})", from.file(), from.rank());
        }
        (None, Some(kind)) => {
            text += &words::in_kif_move(variant, kind);
            text.push('打');
        }
        (None, None) => {}
    }
    text
}
