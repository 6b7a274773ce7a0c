//! KIF and KI2: the two forms of Kakinoki's records.
//!
//! They differ in how a move is written and are otherwise one; files mix them, so there is one
//! reader for both.

use std::fmt::Write;

use komadai_rules::{BySide, Position, Side, Variant};

pub(crate) use self::marked::{is_bare_move, is_mark, is_marked_move};
use self::{
    ends::{read_end_word, take_end_word},
    preamble::{Preamble, begins_a_game, set_bookmark, set_header, split_header},
    steps::{begins_move, has_kif_move, read_step, with_winner},
    verdict::Verdict,
    wide::FirstStep,
};
use crate::{
    Error, Record, TextPlace,
    cursor::{Cursor, TextLine, digit, is_blank, lines},
    error::{Problem, quote},
    limits,
    record::{Node, Step},
    tape::{Notes, Tape},
    variant_names, words,
};

mod diagram;
pub(super) mod ends;
mod lishogi;
mod marked;
pub(super) mod preamble;
mod steps;
mod times;
pub(crate) mod verdict;
pub(super) mod wide;

/// Whether the line has a number and then a move, as in KIF.
pub(super) fn is_numbered_move(line: TextLine<'_>) -> bool {
    let mut cursor = line.cursor();
    numbered(&mut cursor).is_some() && begins_move(&cursor)
}

/// Whether the line is a header that only such records have.
pub(super) fn is_known_header(line: TextLine<'_>) -> bool {
    split_header(line.cursor()).is_some_and(|(key, _)| begins_a_game(key))
}

/// Reads the number of a move: `12`, if something else follows that is apart from it; `12.`, if a
/// move or an end follows; `12手目` and `十二手目` always.
fn numbered(cursor: &mut Cursor<'_>) -> Option<u32> {
    cursor.skip_blanks();
    let number = match cursor.number() {
        Some(number) => number,
        None => {
            let number = cursor.kanji_number()?;
            return eat_move_word(cursor).then_some(number);
        }
    };
    if eat_move_word(cursor) {
        return Some(number);
    }
    let is_dotted = !cursor.take_while(|sign| ".．。:：、)）".contains(sign)).is_empty();
    let is_apart = !cursor.take_while(is_blank).is_empty() || wide::begins_step(cursor);
    let is_number = if is_dotted {
        let rest = cursor.rest();
        let is_end = || {
            let word = take_end_word(&mut cursor.clone());
            !word.is_empty() && !read_end_word(word, Side::Sente).cause.is_unknown()
        };
        is_bare_move(rest) || wide::is_step(cursor) || is_end()
    } else {
        is_apart && !cursor.is_at_end()
    };
    is_number.then_some(number)
}

/// Reads 手目 behind a number, with the blanks behind it.
fn eat_move_word(cursor: &mut Cursor<'_>) -> bool {
    let is_eaten = cursor.eat("手目");
    if is_eaten {
        cursor.skip_blanks();
    }
    is_eaten
}

/// Reads every game in a text.
pub(super) fn read(
    text: &str,
    _: Option<Variant>,
    notes: &mut Notes,
) -> Result<Vec<Record>, Error> {
    let mut reader = Reader {
        notes,
        records: Vec::new(),
        preamble: Preamble::default(),
        tape: None,
        lead: None,
        loose: None,
        n_further_ends: 0,
        first_step: None,
    };
    for line in lines(text) {
        reader.notes.go_on()?;
        reader.read_line(line)?;
    }
    reader.finish_game(TextLine { number: 1, text: "" })?;
    Ok(reader.records)
}

struct Reader<'n, 'a> {
    notes: &'n mut Notes,
    records: Vec<Record>,
    preamble: Preamble<'a>,
    /// The game whose moves are being read.
    tape: Option<Tape>,
    /// How far the numbers of the moves are ahead of their count: a game from a diagram may begin
    /// with the number that its first move had elsewhere.
    lead: Option<u32>,
    /// A variation that hangs on no move of the line before it, as long as it may still be that
    /// its moves have numbers that do.
    loose: Option<(TextPlace, u32)>,
    /// How many ends came after the first one of the line of play, each with the next number.
    n_further_ends: u32,
    /// The first step of a move on two lines (§9.7).
    first_step: Option<FirstStep<'a>>,
}

impl<'a> Reader<'_, 'a> {
    fn read_line(&mut self, line: TextLine<'a>) -> Result<(), Error> {
        let mut cursor = line.cursor();
        cursor.skip_blanks();
        if line.text.starts_with("#KIF") || line.text.starts_with("#KI2") {
            return self.finish_game(line);
        }
        if cursor.is_at_end() || line.text.starts_with('#') {
            return Ok(());
        }
        if line.text.starts_with("手数-") {
            return if self.tape.is_some() { self.finish_game(line) } else { Ok(()) };
        }
        if eat_variation(&mut cursor) {
            return self.read_variation(line, cursor);
        }
        if let Some(verdict) = Verdict::read(line, self.names()) {
            return self.read_verdict(line, verdict);
        }
        let mut ahead = line.cursor();
        let number = numbered(&mut ahead).filter(|_| !is_file_numbers(line));
        let wide = variant_names::wide().filter(|variant| wide::is_move(line, *variant));
        if number.is_none() && wide.is_some() {
            self.check_loose()?;
            let tape = begun(&mut self.tape, &mut self.preamble, line, self.notes)?;
            return read_step(tape, line.cursor(), &mut self.first_step, self.notes);
        }
        if is_marked_move(line)
            || marked::is_marked_end(line)
            || (self.lead.is_none() && is_bare_move(line.text))
        {
            self.check_loose()?;
            let tape = begun(&mut self.tape, &mut self.preamble, line, self.notes)?;
            return marked::read(tape, line, self.notes);
        }
        if let Some(number) = number {
            return self.read_numbered(line, number, ahead);
        }
        match &mut self.tape {
            None => match self.preamble.read(line, self.notes) {
                Some(result) => result,
                None => unknown(line, self.notes),
            },
            Some(tape) => {
                if let Some(comment) = cursor.rest().strip_prefix(['*', '＊']) {
                    tape.comment(comment);
                } else if let Some(bookmark) = line.text.strip_prefix('&') {
                    set_bookmark(&mut tape.node_mut().bookmark, bookmark, line, self.notes);
                } else if let Some((key, value)) = split_header(cursor) {
                    if begins_a_game(key) {
                        self.finish_game(line)?;
                        return self.read_line(line);
                    }
                    let text = value.rest().trim_matches(is_blank);
                    set_header(&mut tape.record.headers, key, text, line, self.notes);
                } else {
                    return unknown(line, self.notes);
                }
                Ok(())
            }
        }
    }

    /// `   1 ７六歩(77)   ( 0:02/00:00:02)+`, read as far as the number.
    fn read_numbered(
        &mut self,
        line: TextLine<'a>,
        number: u32,
        cursor: Cursor<'a>,
    ) -> Result<(), Error> {
        let tape = begun(&mut self.tape, &mut self.preamble, line, self.notes)?;
        let lead = *self.lead.get_or_insert(number.saturating_sub(1));
        let expected = tape.n_moves().saturating_add(lead).saturating_add(1);
        // Some programs number one more end as the next move, others as the same.
        let is_further_end =
            tape.has_ended() && number >= expected && self.loose.is_none() && !begins_move(&cursor);
        self.n_further_ends = if is_further_end { number - expected } else { 0 };
        let is_back = !is_further_end && number > lead && tape.back_to(number - lead - 1);
        if let Some((at, number)) = self.loose.take().filter(|_| !is_back) {
            return Err(Error::at(at, Problem::LooseVariation(number)));
        }
        if !is_further_end && (!is_back || number < expected) {
            self.notes.add(|| line.place(), Problem::MoveNumber { expected, found: number });
        }
        read_step(tape, cursor, &mut self.first_step, self.notes)
    }

    /// An error if a variation hangs on no move.
    fn check_loose(&self) -> Result<(), Error> {
        match self.loose {
            Some((at, number)) => Err(Error::at(at, Problem::LooseVariation(number))),
            None => Ok(()),
        }
    }

    /// An error if a move has only its first step.
    fn check_first_step(&self) -> Result<(), Error> {
        self.first_step.map_or(Ok(()), |step| Err(step.alone()))
    }

    fn read_variation(&mut self, line: TextLine<'_>, mut cursor: Cursor<'_>) -> Result<(), Error> {
        self.check_first_step()?;
        cursor.skip_blanks();
        let start = cursor;
        let Some(number) = cursor.number().filter(|number| *number > 0) else {
            return Err(start.expected("the number of a move"));
        };
        let Some(tape) = &mut self.tape else {
            self.notes.add(|| line.place(), Problem::Unknown(quote(line.text)));
            return Ok(());
        };
        let lead = self.lead.unwrap_or(0);
        let is_back = number > lead && tape.back_to(number - lead - 1);
        self.loose = (!is_back).then_some((start.place(), number));
        Ok(())
    }

    /// The names of the players, as far as they are known.
    fn names(&self) -> BySide<Option<&str>> {
        match &self.tape {
            Some(tape) => BySide::from_fn(|side| tape.record.player(side)),
            None => self.preamble.names(),
        }
    }

    fn read_verdict(&mut self, line: TextLine<'_>, verdict: Verdict<'_>) -> Result<(), Error> {
        self.check_first_step()?;
        let tape = begun(&mut self.tape, &mut self.preamble, line, self.notes)?;
        let turn = tape.turn();
        let n_moves = tape.n_moves().saturating_add(self.lead.unwrap_or(0));
        // Programs count all that stands above the last end, an end as a move.
        let counted = n_moves..=n_moves.saturating_add(self.n_further_ends);
        if let Some(found) = verdict.n_moves
            && !counted.contains(&found)
        {
            let problem = Problem::MoveNumber { expected: n_moves, found };
            self.notes.add(|| line.place(), problem);
        }
        if let Some(aside) = verdict.aside {
            self.notes.add(|| aside.place(), Problem::Unknown(quote(aside.rest())));
        }
        match tape.take_outcome() {
            Some(told) => {
                let outcome = verdict.join(told, tape).unwrap_or_else(|told| {
                    self.notes.add(|| line.place(), Problem::AfterEnd(quote(line.text)));
                    told
                });
                tape.set_outcome(outcome);
                Ok(())
            }
            None => {
                let outcome = with_winner(verdict.alone(turn), tape);
                if outcome.cause.is_unknown() {
                    self.notes.add(|| line.place(), Problem::Unknown(quote(line.text)));
                }
                tape.end(outcome, || line.place(), line.text, self.notes)
            }
        }
    }

    /// Ends the game that is being read, if there is one.
    fn finish_game(&mut self, line: TextLine<'_>) -> Result<(), Error> {
        self.check_loose()?;
        self.check_first_step()?;
        if self.tape.is_none() && self.preamble.is_empty() {
            return Ok(());
        }
        begun(&mut self.tape, &mut self.preamble, line, self.notes)?;
        self.lead = None;
        self.n_further_ends = 0;
        if self.records.len() >= limits::GAMES_MAX {
            let problem = Problem::TooMany { what: "games in one file", max: limits::GAMES_MAX };
            return Err(Error::at(line.place(), problem));
        }
        if let Some(mut tape) = self.tape.take() {
            end_by_comment(&mut tape.record);
            self.records.push(tape.record);
        }
        Ok(())
    }
}

/// Reads `変化：`, also with blanks before the colon.
fn eat_variation(cursor: &mut Cursor<'_>) -> bool {
    let mut ahead = *cursor;
    let is_word = ahead.eat("変化");
    ahead.skip_blanks();
    let is_variation = is_word && ahead.next_if(|sign| matches!(sign, '：' | ':')).is_some();
    if is_variation {
        *cursor = ahead;
    }
    is_variation
}

/// Whether the rules allow the first move from a start; yes if the line has no move.
fn can_begin(start: &Position, line: TextLine<'_>) -> bool {
    let mut tape = Tape::new(start.clone());
    let mut notes = Notes::default();
    let mut cursor = line.cursor();
    let is_numbered = numbered(&mut cursor).is_some();
    let result = if is_marked_move(line) || is_bare_move(line.text) {
        marked::read(&mut tape, line, &mut notes)
    } else if is_numbered && begins_move(&cursor) {
        read_step(&mut tape, cursor, &mut None, &mut notes)
    } else {
        return true;
    };
    result.is_ok() && notes.list.is_empty()
}

/// Ends the main line as a comment on its last move says, if nothing else does.
fn end_by_comment(record: &mut Record) {
    let Some(last) = record.main_line().last() else { return };
    let node = record.node(last);
    if node.mv().is_none() {
        return;
    }
    if let Some(outcome) = node.comments.last().and_then(|comment| lishogi::outcome(comment)) {
        // A game of the greatest length has no room for it; then the comment alone tells it.
        let _ = record.add_new(last, Step::End(outcome));
    }
}

/// A line that means nothing here; an error if it has a move.
fn unknown(line: TextLine<'_>, notes: &mut Notes) -> Result<(), Error> {
    let number = line.text.trim_matches(is_blank);
    let is_count = |sign| digit(sign).is_some() || "十百千".contains(sign);
    let is_numbered = number.trim_start_matches(is_count).starts_with("手目");
    let after_mark = number.strip_prefix(is_mark).and_then(|rest| rest.chars().next());
    let is_piece =
        after_mark.is_some_and(|sign| words::by_sign(Variant::standard(), sign).is_some());
    if is_numbered || is_piece || has_kif_move(line.text) {
        return Err(line.expected("the number of a move"));
    }
    notes.add(|| line.place(), Problem::Unknown(quote(line.text)));
    Ok(())
}

/// The game that is being read; its moves begin here if they have not begun.
fn begun<'a>(
    tape: &'a mut Option<Tape>,
    preamble: &mut Preamble<'_>,
    line: TextLine<'_>,
    notes: &mut Notes,
) -> Result<&'a mut Tape, Error> {
    match tape {
        Some(tape) => Ok(tape),
        none => Ok(none.insert(preamble.begin(line, notes)?)),
    }
}

/// `９ ８ ７ ６ ５ ４ ３ ２ １` above a diagram, in wide or narrow digits.
fn is_file_numbers(line: TextLine<'_>) -> bool {
    line.text.chars().all(|sign| is_blank(sign) || digit(sign).is_some())
}

/// Comments and the bookmark of a node.
pub(super) fn write_remarks(node: &Node, out: &mut String) {
    for comment in &node.comments {
        let _ = writeln!(out, "*{comment}");
    }
    if let Some(bookmark) = &node.bookmark {
        let _ = writeln!(out, "&{bookmark}");
    }
}
