//! KI2: moves as people write them, six in a line, without times.
//!
//! ```text
//! 手合割：平手
//! ▲７六歩    △３四歩    ▲２二角成  △同　銀
//! *A comment on the position after the move.
//! まで4手で後手の勝ち
//!
//! 変化：2手
//! △８四歩
//! ```

use std::fmt::Write;

use komadai_rules::{Move, Side};

use super::{
    Def, KI2,
    kakinoki::{
        self, is_marked_move, is_numbered_move, preamble::write_preamble, verdict::write_verdict,
        write_remarks,
    },
    only_standard,
};
use crate::{
    Encoding, Error, Record,
    cursor::lines,
    notations::japanese::{Style, spell},
    record::Step,
};

pub(super) static DEF: Def = Def {
    name: "ki2",
    extensions: &[("ki2", Encoding::ShiftJis), ("ki2u", Encoding::Utf8)],
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
    let mut moves = lines(text).filter(|line| is_marked_move(*line) || is_numbered_move(*line));
    moves.next().is_some_and(is_marked_move)
}

fn write(record: &Record, encoding: Encoding, out: &mut String) -> Result<(), Error> {
    only_standard(KI2, record)?;
    let _ = writeln!(out, "#KI2 version=2.0 encoding={}", encoding.charset());
    out.push_str("# ---- Komadai ----\n");
    write_preamble(record, out);
    let mut row = MoveRow::default();
    let mut walk = record.walk();
    while let Some(visit) = walk.next() {
        let ply = visit.node.ply();
        let turn = visit.before.turn();
        if visit.begins_variation {
            row.finish(out);
            let _ = writeln!(out, "\n変化：{ply}手");
        }
        match &visit.node.step {
            Step::Start => {}
            Step::Move(mv) => {
                let last = record.node(record.parent(visit.id)).mv().map(Move::to);
                let mark = if turn == Side::Sente { '▲' } else { '△' };
                row.add(format!("{mark}{}", spell(visit.before, *mv, last, Style::KI2)), out);
            }
            Step::End(_) => row.finish(out),
        }
        if !visit.node.comments.is_empty() || visit.node.bookmark.is_some() {
            row.finish(out);
        }
        // The end stands above what is said about it, where the move would.
        if let Step::End(outcome) = &visit.node.step {
            write_verdict(outcome, turn, ply - 1, record, true, out);
        }
        write_remarks(visit.node, out);
    }
    row.finish(out);
    Ok(())
}

/// A line of moves that is being written.
#[derive(Default)]
struct MoveRow {
    n_moves: u8,
    /// Narrow characters to the next column.
    gap: usize,
}

impl MoveRow {
    const MOVES_MAX: u8 = 6;
    /// How wide a column is, in narrow characters.
    const WIDTH: usize = 12;

    fn add(&mut self, text: String, out: &mut String) {
        if self.n_moves == Self::MOVES_MAX {
            self.finish(out);
        }
        let _ = write!(out, "{:gap$}{text}", "", gap = self.gap);
        let width: usize = text.chars().map(|sign| if sign.is_ascii() { 1 } else { 2 }).sum();
        self.gap = Self::WIDTH.saturating_sub(width).max(1);
        self.n_moves += 1;
    }

    fn finish(&mut self, out: &mut String) {
        if self.n_moves > 0 {
            out.push('\n');
        }
        *self = Self::default();
    }
}
