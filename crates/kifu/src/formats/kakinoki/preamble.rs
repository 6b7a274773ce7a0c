//! What stands above the moves: headers, the start as a handicap or a diagram, first comments.

use std::fmt::Write;

use komadai_rules::{BySide, Position, Side, Variant};

use super::{can_begin, diagram::Diagram, is_mark, marked::is_of_sente, wide};
use crate::{
    Error, Record, TextPlace,
    board::{Setup, side_names},
    cursor::{Cursor, TextLine, arabic, is_blank},
    error::{Problem, quote},
    headers::{Headers, Key},
    record::{comment_line, name_of},
    starts::{self, NamedStart},
    tape::{Notes, Tape},
    variant_names,
};

/// What is known of a game before its first move.
#[derive(Debug, Default)]
pub(in crate::formats) struct Preamble<'a> {
    headers: Headers,
    /// The variant, if a 手合割 names one.
    variant: Option<Variant>,
    /// What else the 手合割 says.
    handicap: Option<HandicapName>,
    /// Whether one of the players is called 上手 or 下手.
    has_uwate: bool,
    diagram: Diagram<'a>,
    comments: Vec<String>,
    bookmark: Option<String>,
}

/// The name of a start, whose meaning may depend on headers below it.
#[derive(Debug)]
struct HandicapName {
    /// All that the 手合割 says.
    text: String,
    /// What of it is not the name of a variant.
    name: String,
    at: TextPlace,
}

impl<'a> Preamble<'a> {
    /// Whether nothing has been read yet.
    pub(in crate::formats) fn is_empty(&self) -> bool {
        self.headers.iter().next().is_none()
            && self.handicap.is_none()
            && self.variant.is_none()
            && self.diagram.is_empty()
            && self.comments.is_empty()
    }

    /// The names of the players.
    pub(in crate::formats) fn names(&self) -> BySide<Option<&str>> {
        BySide::from_fn(|side| self.headers.get(&name_of(side)))
    }

    /// Reads a line that is not a move. None if it is none that stands above the moves.
    pub(in crate::formats) fn read(
        &mut self,
        line: TextLine<'a>,
        notes: &mut Notes,
    ) -> Option<Result<(), Error>> {
        let mut cursor = line.cursor();
        if line.text.trim_start_matches(is_blank).starts_with('|') {
            return Some(self.diagram.add_rank(line));
        }
        match cursor.peek() {
            Some('&') => {
                cursor.next();
                set_bookmark(&mut self.bookmark, cursor.rest(), line, notes);
                return Some(Ok(()));
            }
            _ => cursor.skip_blanks(),
        }
        if let Some(comment) = cursor.rest().strip_prefix(['*', '＊']) {
            self.comments.push(comment_line(comment));
            return Some(Ok(()));
        }
        if cursor.rest().starts_with("+-") {
            return Some(Ok(()));
        }
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
                self.has_uwate |= is_of_handicaps(word);
                self.diagram.set_turn(side, line);
                return Some(Ok(()));
            }
        }
        if cursor.eat("手数＝") || cursor.eat("手数=") {
            match cursor.number().and_then(|number| number.checked_add(1)) {
                Some(number) => {
                    let mark = cursor.rest().chars().find(|sign| is_mark(*sign));
                    let moved =
                        mark.map(|it| if is_of_sente(it) { Side::Sente } else { Side::Gote });
                    self.diagram.set_number(number, moved, line);
                }
                None => notes.add(|| line.place(), Problem::Unknown(quote(line.text))),
            }
            return Some(Ok(()));
        }
        let (key, value) = split_header(cursor)?;
        Some(self.read_header(line, key, value, notes))
    }

    fn read_header(
        &mut self,
        line: TextLine<'a>,
        key: &str,
        value: Cursor<'_>,
        notes: &mut Notes,
    ) -> Result<(), Error> {
        let text = value.rest().trim_matches(is_blank);
        self.has_uwate |= is_of_handicaps(key);
        if let Some(side) = holder(key) {
            self.diagram.set_hand(side, line);
            return Ok(());
        }
        match key {
            "手合割" => {
                self.read_start_name(text, value.place());
                Ok(())
            }
            _ => {
                set_header(&mut self.headers, key, text, line, notes);
                Ok(())
            }
        }
    }

    fn read_start_name(&mut self, text: &str, at: TextPlace) {
        let (variant, name) = match variant_names::read(text) {
            Some((variant, rest)) => (Some(variant), rest),
            None => (None, text),
        };
        self.variant = variant.or(self.variant);
        let is_even = variant.is_some() && name == "平手";
        // その他 and what tsume programs write announce a diagram.
        let is_drawn = matches!(name, "" | "その他" | "詰将棋" | "詰め将棋" | "詰将棋問題");
        if !is_even && !is_drawn {
            self.handicap = Some(HandicapName { text: text.to_owned(), name: name.to_owned(), at });
        }
    }

    /// The start that the 手合割 names. Where it is not certain or not known, that is noted.
    ///
    /// # Errors
    /// Nobody knows the handicap or the game, and no diagram shows the start.
    fn named_start(
        &self,
        below: TextLine<'_>,
        notes: &mut Notes,
    ) -> Result<Option<NamedStart>, Error> {
        let Some(HandicapName { text, name, at }) = &self.handicap else { return Ok(None) };
        let is_of_lishogi = self.headers.get(&Key::Site).is_some_and(starts::is_of_lishogi);
        let is_drawn = self.diagram.is_drawn();
        let start = starts::by_name(self.variant, name, is_of_lishogi);
        match start.map(|start| start.assumed) {
            Some(Some(piece)) if !is_drawn => {
                notes.add(|| *at, Problem::UncertainHandicap { name: quote(text), piece });
            }
            None if !is_drawn && self.is_another_start(name, below) => {
                return Err(Error::at(*at, Problem::Handicap(quote(text))));
            }
            None => notes.add(|| *at, Problem::Handicap(quote(text))),
            Some(_) => {}
        }
        Ok(start)
    }

    /// Whether an unknown name cannot be one for the usual start.
    fn is_another_start(&self, name: &str, below: TextLine<'_>) -> bool {
        let usual = self.variant.unwrap_or_else(Variant::standard);
        self.has_uwate || variant_names::is_of_game(name) || !can_begin(usual.start(), below)
    }

    /// The record, ready for its first move, which may be on this line.
    pub(in crate::formats) fn begin(
        &mut self,
        at: TextLine<'_>,
        notes: &mut Notes,
    ) -> Result<Tape, Error> {
        let named = self.named_start(at, notes)?;
        let this = std::mem::take(self);
        let start = if this.diagram.is_drawn() {
            this.diagram.position(this.variant, at, notes)?
        } else {
            let start = this.start(named, at)?;
            // Some programs write empty hands and the turn alongside the name of a handicap.
            this.diagram.note_loose(&start, notes);
            start
        };
        let mut tape = Tape::new(start);
        tape.record.headers = this.headers;
        let root = tape.node_mut();
        root.comments = this.comments;
        root.bookmark = this.bookmark;
        Ok(tape)
    }

    /// The start where nothing is drawn.
    fn start(&self, named: Option<NamedStart>, at: TextLine<'_>) -> Result<Position, Error> {
        let usual = Variant::standard();
        let is_even = |named: &NamedStart| named.sfen == named.variant.def().start;
        let Some(NamedStart { variant, sfen, .. }) = named.filter(|named| !is_even(named)) else {
            // §9.7: chu shogi is known by its moves, and some programs call its even game 平手.
            let wide = variant_names::wide().filter(|variant| wide::is_move(at, *variant));
            let named = self.variant.filter(|variant| *variant != usual);
            return Ok(named.or(wide).unwrap_or(usual).start().clone());
        };
        Position::from_sfen(variant, sfen).map_err(|error| {
            let problem = Problem::Sfen { text: quote(sfen), why: error.to_string() };
            Error::at(at.place(), problem)
        })
    }
}

/// Whose hand a key announces: 先手の持駒, 後手の持ち駒, ▲持駒.
fn holder(key: &str) -> Option<Side> {
    let player = key.strip_suffix("持駒").or_else(|| key.strip_suffix("持ち駒"))?;
    match player.trim_end_matches('の') {
        // Alone it is the hand of whoever is to give mate.
        "" | "先手" | "下手" | "攻方" | "攻め方" | "▲" | "☗" => Some(Side::Sente),
        "後手" | "上手" | "玉方" | "受方" | "△" | "☖" | "▽" => Some(Side::Gote),
        _ => None,
    }
}

/// Splits `先手：羽生善治` into the word, which is no number, and what follows.
pub(in crate::formats) fn split_header(mut cursor: Cursor<'_>) -> Option<(&str, Cursor<'_>)> {
    let key = cursor.take_while(|sign| !matches!(sign, '：' | ':') && !is_blank(sign));
    cursor.skip_blanks();
    let is_word = key.chars().next().is_some_and(|sign| arabic(sign).is_none());
    let is_header = is_word && cursor.next_if(|sign| matches!(sign, '：' | ':')).is_some();
    is_header.then_some((key, cursor))
}

/// Whether a header begins another game in the same file.
pub(in crate::formats) fn begins_a_game(key: &str) -> bool {
    matches!(
        key,
        "手合割" | "開始日時" | "対局日" | "棋戦" | "先手" | "後手" | "下手" | "上手" | "表題"
    ) || holder(key).is_some()
}

/// Sets the bookmark of a node, which has one.
pub(in crate::formats) fn set_bookmark(
    bookmark: &mut Option<String>,
    text: &str,
    line: TextLine<'_>,
    notes: &mut Notes,
) {
    match bookmark {
        Some(_) => notes.add(|| line.place(), Problem::Unknown(quote(line.text))),
        None => *bookmark = Some(comment_line(text)),
    }
}

/// Whether only handicap games have such a word.
fn is_of_handicaps(word: &str) -> bool {
    word.starts_with("上手") || word.starts_with("下手")
}

/// A remark that is as long, in bytes, does not grow by further lines.
const REMARK_BYTES_MAX: usize = 4 << 10;

/// Puts a header where it belongs.
pub(in crate::formats) fn set_header(
    headers: &mut Headers,
    key: &str,
    text: &str,
    line: TextLine<'_>,
    notes: &mut Notes,
) {
    let Some(key) = Key::from_kif(key) else {
        if !text.is_empty() {
            notes.add(|| line.place(), Problem::Unknown(quote(line.text)));
        }
        return;
    };
    let is_kept = match (headers.get(&key), &key) {
        (Some(above), Key::Remark) if above.len() < REMARK_BYTES_MAX => {
            let remark = format!("{above}\n{}", unescape(text));
            headers.set(key, &remark)
        }
        (None, Key::Remark) => headers.set(key, &unescape(text)),
        // The first counts, as of ends.
        (Some(above), _) if above != text && !text.is_empty() => {
            return notes.add(|| line.place(), Problem::Contradiction(quote(line.text)));
        }
        _ if text.is_empty() => true,
        _ => headers.set(key, text),
    };
    if !is_kept {
        notes.add(|| line.place(), Problem::TOO_MANY_HEADERS);
    }
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
