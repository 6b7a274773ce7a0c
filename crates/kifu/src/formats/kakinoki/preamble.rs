//! What stands above the moves: headers, the start as a handicap or a diagram, first comments.

use std::fmt::Write;

use komadai_rules::{Position, Side, Variant};

use crate::{
    Error, Place, Record,
    board::{Setup, side_names},
    cursor::{Cursor, Line, is_blank},
    error::{Problem, quote},
    headers::{Headers, Key},
    record::comment_line,
    starts,
    tape::{Notes, Tape},
};

/// What is known of a game before its first move.
#[derive(Debug, Default)]
pub(in crate::formats) struct Preamble {
    headers: Headers,
    /// The variant, if a 手合割 named one that is not shogi.
    variant: Option<Variant>,
    /// The handicap's SFEN.
    handicap: Option<String>,
    board: Option<Board>,
    comments: Vec<String>,
    bookmark: Option<String>,
}

/// A diagram that is being read.
#[derive(Debug)]
struct Board {
    setup: Setup,
    n_ranks: u8,
    /// The line of its first part.
    line: u32,
}

impl Preamble {
    /// Whether nothing has been read yet.
    pub(in crate::formats) fn is_empty(&self) -> bool {
        self.headers.iter().next().is_none()
            && self.handicap.is_none()
            && self.variant.is_none()
            && self.board.is_none()
            && self.comments.is_empty()
    }

    /// Reads a line that is not a move. None if it is none that stands above the moves.
    pub(in crate::formats) fn read(
        &mut self,
        line: Line<'_>,
        notes: &mut Notes,
    ) -> Option<Result<(), Error>> {
        let mut cursor = line.cursor();
        match cursor.peek() {
            Some('*') => {
                cursor.next();
                self.comments.push(comment_line(cursor.rest()));
                return Some(Ok(()));
            }
            Some('&') => {
                cursor.next();
                self.bookmark = Some(comment_line(cursor.rest()));
                return Some(Ok(()));
            }
            Some('|') => return Some(self.read_rank(line)),
            Some('+') if cursor.rest().starts_with("+-") => return Some(Ok(())),
            _ => {}
        }
        cursor.skip_blanks();
        let rest = cursor.rest();
        if is_file_numbers(rest) {
            return Some(Ok(()));
        }
        for (word, side) in [
            ("先手番", Side::Sente),
            ("下手番", Side::Sente),
            ("後手番", Side::Gote),
            ("上手番", Side::Gote),
        ] {
            if rest.trim_end_matches(is_blank) == word {
                self.board(line).setup.turn = side;
                return Some(Ok(()));
            }
        }
        if cursor.eat("手数＝") {
            if let Some(number) = cursor.number().and_then(|number| number.checked_add(1)) {
                self.board(line).setup.number = number;
            }
            return Some(Ok(()));
        }
        let (key, value) = split_header(cursor)?;
        Some(self.read_header(line, key, value, notes))
    }

    fn read_header(
        &mut self,
        line: Line<'_>,
        key: &str,
        value: Cursor<'_>,
        notes: &mut Notes,
    ) -> Result<(), Error> {
        let text = value.rest().trim_matches(is_blank);
        match key {
            "手合割" => {
                if let Some(variant) = starts::variant_by_name(text) {
                    self.variant = Some(variant);
                    return Ok(());
                }
                match starts::sfen_by_name(text) {
                    Some(sfen) => self.handicap = Some(sfen),
                    // その他 and what tsume programs write announce a diagram.
                    None if matches!(
                        text,
                        "" | "その他" | "詰将棋" | "詰め将棋" | "詰将棋問題"
                    ) => {}
                    None => notes.add(|| value.place(), Problem::Handicap(quote(text))),
                }
                Ok(())
            }
            "先手の持駒" | "下手の持駒" => {
                self.board(line).setup.read_hand(Side::Sente, value)
            }
            "後手の持駒" | "上手の持駒" => {
                self.board(line).setup.read_hand(Side::Gote, value)
            }
            _ => {
                set_header(&mut self.headers, key, text, line, notes);
                Ok(())
            }
        }
    }

    fn board(&mut self, line: Line<'_>) -> &mut Board {
        let variant = self.variant.unwrap_or_else(Variant::standard);
        self.board.get_or_insert_with(|| Board {
            setup: Setup::empty(variant),
            n_ranks: 0,
            line: line.number,
        })
    }

    fn read_rank(&mut self, line: Line<'_>) -> Result<(), Error> {
        if self.board.is_none() && self.variant.is_none() {
            self.variant = starts::wide_variant(count_squares(line.text));
        }
        let board = self.board(line);
        if board.n_ranks >= board.setup.variant.ranks() {
            return Err(line.cursor().error(Problem::Board("it has too many ranks")));
        }
        board.setup.read_rank(line, board.n_ranks)?;
        board.n_ranks += 1;
        Ok(())
    }

    /// The record, ready for its first move.
    pub(in crate::formats) fn begin(&mut self, at: Line<'_>) -> Result<Tape, Error> {
        let this = std::mem::take(self);
        let start = match (this.board, this.handicap) {
            (Some(board), _) if board.n_ranks > 0 => {
                let place = Place { line: board.line, column: 1 };
                if board.n_ranks < board.setup.variant.ranks() {
                    return Err(Error::at(place, Problem::Board("it has too few ranks")));
                }
                board.setup.finish(place)?
            }
            // Some programs write empty hands and the turn alongside the name of a handicap.
            (_, Some(sfen)) => {
                Position::from_sfen(Variant::standard(), &sfen).map_err(|error| {
                    let problem = Problem::Sfen { text: quote(&sfen), why: error.to_string() };
                    Error::at(at.place(), problem)
                })?
            }
            (_, None) => this.variant.unwrap_or_else(Variant::standard).start().clone(),
        };
        let mut tape = Tape::new(start);
        tape.record.headers = this.headers;
        let root = tape.node_mut();
        root.comments = this.comments;
        root.bookmark = this.bookmark;
        Ok(tape)
    }
}

/// Splits `先手：羽生善治` into the word and what follows.
pub(in crate::formats) fn split_header(mut cursor: Cursor<'_>) -> Option<(&str, Cursor<'_>)> {
    let key = cursor.take_while(|sign| !matches!(sign, '：' | ':') && !is_blank(sign));
    let is_header = !key.is_empty() && cursor.next_if(|sign| matches!(sign, '：' | ':')).is_some();
    is_header.then_some((key, cursor))
}

/// Whether a header begins another game in the same file.
pub(in crate::formats) fn begins_a_game(key: &str) -> bool {
    matches!(
        key,
        "手合割"
            | "開始日時"
            | "対局日"
            | "棋戦"
            | "先手"
            | "後手"
            | "下手"
            | "上手"
            | "表題"
            | "先手の持駒"
            | "後手の持駒"
            | "下手の持駒"
            | "上手の持駒"
    )
}

/// Puts a header where it belongs.
pub(in crate::formats) fn set_header(
    headers: &mut Headers,
    key: &str,
    text: &str,
    line: Line<'_>,
    notes: &mut Notes,
) {
    let is_kept = match Key::from_kif(key) {
        Some(Key::Remark) => headers.set(Key::Remark, &unescape(text)),
        Some(key) => headers.set(key, text),
        None if text.is_empty() => true,
        None => return notes.add(|| line.place(), Problem::Unknown(quote(line.text))),
    };
    if !is_kept {
        notes.add(|| line.place(), Problem::TOO_MANY_HEADERS);
    }
}

/// How many squares a rank of a diagram has.
fn count_squares(text: &str) -> usize {
    let inside = text.trim_start_matches('|').split('|').next().unwrap_or_default();
    inside.chars().filter(|&sign| !is_blank(sign) && !matches!(sign, 'v' | '^' | '成')).count()
}

/// `９ ８ ７ ６ ５ ４ ３ ２ １` above a diagram.
fn is_file_numbers(text: &str) -> bool {
    let mut numbers = text.chars().filter(|sign| !is_blank(*sign)).peekable();
    numbers.peek().is_some() && numbers.all(|sign| ('０'..='９').contains(&sign))
}

/// `\n` for a line end and `\\` for the backslash, in the one header that may have several lines.
pub(in crate::formats) fn unescape(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut signs = text.chars().peekable();
    while let Some(sign) = signs.next() {
        match (sign, signs.peek()) {
            ('\\', Some('n')) => {
                signs.next();
                plain.push('\n');
            }
            ('\\', Some('\\')) => {
                signs.next();
                plain.push('\\');
            }
            _ => plain.push(sign),
        }
    }
    plain
}

/// What [`unescape`] reads.
pub(in crate::formats) fn escape(text: &str) -> String {
    text.replace('\\', "\\\\").replace('\n', "\\n")
}

/// Writes headers and the start, and what is said about it.
pub(in crate::formats) fn write_preamble(record: &Record, out: &mut String) {
    let is_handicap = record.is_handicap();
    let mut is_start_written = false;
    for (key, text) in record.headers.iter() {
        // The start stands before the names, where Kakinoki's programs have it.
        if matches!(key, Key::Sente | Key::Gote | Key::SenteShort | Key::GoteShort)
            && !is_start_written
        {
            write_start(record, is_handicap, out);
            is_start_written = true;
        }
        let word = match key {
            Key::Sente => side_names(is_handicap).sente,
            Key::Gote => side_names(is_handicap).gote,
            _ => key.kif(),
        };
        let text = if *key == Key::Remark { escape(text) } else { text.to_owned() };
        let _ = writeln!(out, "{word}：{text}");
    }
    if !is_start_written {
        write_start(record, is_handicap, out);
    }
}

fn write_start(record: &Record, is_handicap: bool, out: &mut String) {
    // §9.7: readers know chu shogi by its diagram alone.
    let name = starts::name(record.start()).filter(|_| !record.variant().def().is_large());
    // A variant is named above a diagram, too.
    let variant = record.variant();
    let named = variant.def().kif.filter(|_| variant != Variant::standard());
    let _ = writeln!(out, "手合割：{}", name.or(named).unwrap_or("その他"));
    if name.is_none() {
        Setup::from_position(record.start()).write(out, is_handicap);
    }
}
