//! Reading CSA.

use komadai_rules::{Kind, Move, Piece, Side, Square, Variant};

use super::{
    super::kakinoki::preamble::unescape,
    by_letters,
    ends::{Summary, read_end},
    server::{Announcement, Field, read_field},
};
use crate::{
    Error, Record, TimeLimit,
    board::Setup,
    clock,
    cursor::{Cursor, TextLine, digit, is_blank, lines},
    error::{Problem, quote},
    headers::{Headers, Key},
    limits,
    record::comment_line,
    tape::{Notes, Tape},
};

pub(super) fn read(
    text: &str,
    _: Option<Variant>,
    notes: &mut Notes,
) -> Result<Vec<Record>, Error> {
    let mut reader = Reader { notes, records: Vec::new(), game: Game::default() };
    for line in lines(text) {
        reader.notes.go_on()?;
        reader.read_line(line)?;
    }
    reader.finish_game(TextLine { number: 1, text: "" })?;
    Ok(reader.records)
}

struct Reader<'a> {
    notes: &'a mut Notes,
    records: Vec<Record>,
    game: Game,
}

/// The game that is being read.
#[derive(Default)]
struct Game {
    headers: Headers,
    comments: Vec<String>,
    setup: Option<Setup>,
    turn: Option<Side>,
    announcement: Announcement,
    /// Its moves, once they have begun.
    tape: Option<Tape>,
}

impl Game {
    fn headers(&mut self) -> &mut Headers {
        match &mut self.tape {
            Some(tape) => &mut tape.record.headers,
            None => &mut self.headers,
        }
    }

    fn is_empty(&self) -> bool {
        self.tape.is_none() && self.setup.is_none() && self.headers.iter().next().is_none()
    }

    /// The game's moves; they begin here if they have not begun.
    fn begin(&mut self, line: TextLine<'_>, notes: &mut Notes) -> Result<&mut Tape, Error> {
        if self.tape.is_none() {
            let start = match self.setup.take() {
                Some(mut setup) => {
                    setup.turn = self.turn.unwrap_or_default();
                    setup.finish(line.place())?
                }
                None => {
                    notes.add(|| line.place(), Problem::NoStart);
                    let mut setup = Setup::from_position(Variant::standard().start());
                    setup.turn = self.turn.unwrap_or_default();
                    setup.finish(line.place())?
                }
            };
            let mut tape = Tape::new(start);
            tape.record.headers = std::mem::take(&mut self.headers);
            tape.node_mut().comments = std::mem::take(&mut self.comments);
            self.tape = Some(tape);
        }
        self.tape.as_mut().ok_or_else(|| line.expected("a position"))
    }
}

impl Reader<'_> {
    fn read_line(&mut self, line: TextLine<'_>) -> Result<(), Error> {
        if let Some(comment) = line.text.strip_prefix('\'') {
            return self.read_comment(line, comment);
        }
        let text = line.text.trim_start_matches('\u{feff}').trim_end();
        let line = TextLine { text, ..line };
        let mut cursor = line.cursor();
        match cursor.next() {
            None => Ok(()),
            Some('/') if cursor.is_at_end() => self.finish_game(line),
            Some('N') if matches!(cursor.peek(), Some('+' | '-')) => {
                if self.game.tape.is_some() {
                    self.finish_game(line)?;
                }
                self.read_name(Part { line, from: 0, text });
                Ok(())
            }
            Some('$') => {
                self.read_header(line, cursor);
                Ok(())
            }
            Some('#') => match &mut self.game.tape {
                Some(tape) => self.game.announcement.read(line, tape, self.notes),
                None => {
                    self.notes.add(|| line.place(), Problem::Unknown(quote(text)));
                    Ok(())
                }
            },
            _ => match read_field(text) {
                Some(field) => {
                    self.read_field(line, field);
                    Ok(())
                }
                None => self.read_statements(line),
            },
        }
    }

    /// `N+NAKAHARA`.
    fn read_name(&mut self, part: Part<'_>) {
        let name = part.text.trim_start_matches(is_blank).get(1..).unwrap_or_default();
        let side = name.chars().next().map_or(Side::Sente, side);
        let name = name.get(1..).unwrap_or_default();
        self.set_header(crate::record::name_of(side), name, part.line);
    }

    /// Sets a header. The first of one key counts.
    fn set_header(&mut self, key: Key, text: &str, line: TextLine<'_>) {
        let headers = self.game.headers();
        let above = headers.get(&key).map(|above| above == text.trim() || text.trim().is_empty());
        let problem = match above {
            Some(true) => return,
            Some(false) => Problem::Contradiction(quote(line.text)),
            None if headers.set(key, text) => return,
            None => Problem::TOO_MANY_HEADERS,
        };
        self.notes.add(|| line.place(), problem);
    }

    fn read_field(&mut self, line: TextLine<'_>, field: Field<'_>) {
        match field {
            Field::Header(key, text) => self.set_header(key, text, line),
            Field::ToMove(side) => {
                self.game.turn.get_or_insert(side);
            }
            Field::YourTurn(side) => self.game.announcement.owner = Some(side),
        }
    }

    /// Statements that stand apart by commas, and perhaps a comment behind them.
    fn read_statements(&mut self, line: TextLine<'_>) -> Result<(), Error> {
        let mut from = 0;
        for text in line.text.split(',') {
            if text.starts_with('\'') {
                let comment = line.text.get(from + 1..).unwrap_or_default();
                return self.read_comment(line, comment);
            }
            self.read_statement(Part { line, from, text })?;
            from += text.len() + 1;
        }
        Ok(())
    }

    fn read_comment(&mut self, line: TextLine<'_>, text: &str) -> Result<(), Error> {
        if text.starts_with("CSA encoding=") {
            return Ok(());
        }
        let Some(tape) = &mut self.game.tape else {
            self.game.comments.push(comment_line(text.strip_prefix('*').unwrap_or(text)));
            return Ok(());
        };
        if let Some(date) = text.strip_prefix("$END_TIME:") {
            tape.record.headers.set(Key::Ended, date);
            return Ok(());
        }
        let Some(summary) = Summary::read(text, &tape.record) else {
            tape.comment(text.strip_prefix('*').unwrap_or(text));
            return Ok(());
        };
        match (tape.node().outcome(), summary.join(tape.node().outcome())) {
            (Some(_), Some(outcome)) => tape.set_outcome(outcome),
            (None, Some(outcome)) => {
                return tape.end(outcome, || line.place(), line.text, self.notes);
            }
            (_, None) => {
                self.notes.add(|| line.place(), Problem::AfterEnd(quote(line.text)));
                tape.comment(text);
            }
        }
        Ok(())
    }

    fn read_header(&mut self, line: TextLine<'_>, mut cursor: Cursor<'_>) {
        let word = cursor.take_while(|sign| sign != ':');
        let is_header = cursor.next().is_some();
        let Some(key) = Key::from_csa(word).filter(|_| is_header) else {
            return self.notes.add(|| line.place(), Problem::Unknown(quote(line.text)));
        };
        let text = cursor.rest();
        match key {
            Key::Remark => self.set_header(key, &unescape(text), line),
            Key::TimeLimit | Key::SenteTimeLimit | Key::GoteTimeLimit
                if self.game.headers().get(&key).is_none() =>
            {
                // In a record times stand as in Japanese files.
                match TimeLimit::parse(text, None) {
                    Some(limit) => limit.put(self.game.headers(), key),
                    None => self.set_header(key, text, line),
                }
            }
            _ => self.set_header(key, text, line),
        }
    }

    fn read_statement(&mut self, part: Part<'_>) -> Result<(), Error> {
        let text = part.text.trim_matches(is_blank);
        match text.as_bytes() {
            [] => Ok(()),
            [b'V', b'0'..=b'9', ..] => {
                if self.game.tape.is_some() {
                    self.finish_game(part.line)
                } else {
                    Ok(())
                }
            }
            [b'P', b'I', ..] => self.read_usual_start(part, text),
            [b'P', rank @ b'1'..=b'9', ..] => self.read_rank(part, rank - b'0', part.text),
            [b'P', sign @ (b'+' | b'-'), ..] => {
                let side = side(char::from(*sign));
                self.read_pieces(part, side, text.get(2..).unwrap_or_default())
            }
            [sign @ (b'+' | b'-')] => {
                let side = side(char::from(*sign));
                match &self.game.tape {
                    // Floodgate repeats the turn after the last move.
                    Some(tape) if tape.turn() == side => Ok(()),
                    Some(_) => Err(part.expected("a move")),
                    None => {
                        self.game.turn = Some(side);
                        self.game.begin(part.line, self.notes).map(|_| ())
                    }
                }
            }
            [sign @ (b'+' | b'-'), ..] => self.read_move(part, side(char::from(*sign)), text),
            [b'%', ..] => self.read_end(part, text.get(1..).unwrap_or_default()),
            [b'N', b'+' | b'-', ..] if self.game.tape.is_none() => {
                self.read_name(Part { text, ..part });
                Ok(())
            }
            [b'T', b'0'..=b'9' | b'.', ..] => {
                self.read_time(part, text);
                Ok(())
            }
            _ => {
                self.notes.add(|| part.place(), Problem::Unknown(quote(text)));
                Ok(())
            }
        }
    }

    /// `T12`: the time of the step above, which has no other.
    fn read_time(&mut self, part: Part<'_>, text: &str) {
        let timed = self.game.tape.as_mut().filter(|tape| {
            tape.is_past_end() || (!tape.is_at_start() && tape.node().spent_ms.is_none())
        });
        let problem = match (timed, text.get(1..).and_then(clock::from_seconds)) {
            (Some(tape), Some(ms)) => return tape.spend(ms),
            (Some(_), None) => Problem::Time(quote(text)),
            (None, _) => Problem::Unknown(quote(text)),
        };
        self.notes.add(|| part.place(), problem);
    }

    /// `PI82HI22KA`: the usual start without these pieces.
    fn read_usual_start(&mut self, part: Part<'_>, text: &str) -> Result<(), Error> {
        let mut setup = Setup::from_position(Variant::standard().start());
        for (square, kind) in squares_and_kinds(part, text.get(2..).unwrap_or_default())? {
            let square = square.ok_or_else(|| part.expected("squares and pieces to take away"))?;
            if setup.piece_at(square).is_none_or(|piece| Some(piece.kind) != kind) {
                return Err(part.error(Problem::Board("a piece to take away is not there")));
            }
            setup.put(square, None);
        }
        self.game.setup = Some(setup);
        Ok(())
    }

    /// `P2 * -HI *  *  *  *  * -KA * `, also with fewer blanks, as mail programs leave it.
    fn read_rank(&mut self, part: Part<'_>, rank: u8, text: &str) -> Result<(), Error> {
        let setup = self.setup(part)?;
        let mut rest = text.trim_start_matches(is_blank).get(2..).unwrap_or_default();
        for file in (1..=9).rev() {
            rest = rest.trim_start_matches(is_blank);
            let square = Square::new(file, rank);
            let piece = if let Some(after) = rest.strip_prefix('*') {
                rest = after;
                None
            } else {
                let sign = rest.chars().next().filter(|sign| matches!(sign, '+' | '-'));
                let kind = rest.get(1..3).and_then(by_letters);
                let (Some(sign), Some(kind)) = (sign, kind) else {
                    return Err(part.expected("a rank of nine squares such as -FU or *"));
                };
                rest = rest.get(3..).unwrap_or_default();
                Some(Piece { side: side(sign), kind })
            };
            if let Some(square) = square {
                setup.put(square, piece);
            }
        }
        if !rest.trim_matches(is_blank).is_empty() {
            return Err(part.error(Problem::Board("a rank has more than nine squares")));
        }
        Ok(())
    }

    /// `P+99KY00FU`, `P-00AL`.
    fn read_pieces(&mut self, part: Part<'_>, side: Side, text: &str) -> Result<(), Error> {
        let all = squares_and_kinds(part, text)?;
        let setup = self.setup(part)?;
        for (square, kind) in all {
            match (square, kind) {
                (None, None) => setup.add_the_rest(side),
                (Some(square), Some(kind)) => setup.put(square, Some(Piece { side, kind })),
                (None, Some(kind)) => {
                    if setup.variant.unpromoted(kind) != kind || !setup.add_to_hand(side, kind, 1) {
                        return Err(part.expected("a piece that can be in hand"));
                    }
                }
                (Some(_), None) => return Err(part.expected("a piece for the square")),
            }
        }
        Ok(())
    }

    fn setup(&mut self, part: Part<'_>) -> Result<&mut Setup, Error> {
        if self.game.tape.is_some() {
            return Err(part.error(Problem::Board("it stands after the moves")));
        }
        Ok(self.game.setup.get_or_insert_with(|| Setup::empty(Variant::standard())))
    }

    fn read_move(&mut self, part: Part<'_>, side: Side, text: &str) -> Result<(), Error> {
        if self.game.tape.is_none() && self.game.turn.is_none() {
            self.game.turn = Some(side);
        }
        let tape = self.game.begin(part.line, self.notes)?;
        let wrong = || part.expected("a move such as +7776FU");
        if !text.is_ascii() || text.len() != 7 {
            return Err(wrong());
        }
        if side != tape.turn() {
            return Err(part.expected(match side {
                Side::Sente => "a move of gote",
                Side::Gote => "a move of sente",
            }));
        }
        let from = text.get(1..3).ok_or_else(wrong)?;
        let to = text.get(3..5).and_then(square).ok_or_else(wrong)?;
        let kind = text.get(5..).and_then(by_letters).ok_or_else(wrong)?;
        let mv = if from == "00" {
            Move::drop(kind, to)
        } else {
            let from = square(from).ok_or_else(wrong)?;
            let variant = Variant::standard();
            match tape.position().piece_at(from) {
                Some(piece) if variant.promoted(piece.kind) == Some(kind) => {
                    Move::board(from, to, true)
                }
                Some(piece) if piece.kind != kind => {
                    return Err(part.expected("the piece that is on the square it left"));
                }
                _ => Move::board(from, to, false),
            }
        };
        tape.play(mv, || part.place(), text, self.notes)
    }

    fn read_end(&mut self, part: Part<'_>, word: &str) -> Result<(), Error> {
        let tape = self.game.begin(part.line, self.notes)?;
        if word == "MATTA" {
            // A move was taken back in the game; the record continues with the one that stood.
            tape.comment("待った");
            self.notes.add(|| part.place(), Problem::Unknown(quote(part.text)));
            return Ok(());
        }
        let outcome = read_end(word, tape);
        if outcome.cause.is_unknown() {
            self.notes.add(|| part.place(), Problem::Unknown(quote(part.text)));
        }
        tape.end(outcome, || part.place(), part.text, self.notes)
    }

    fn finish_game(&mut self, line: TextLine<'_>) -> Result<(), Error> {
        let mut game = std::mem::take(&mut self.game);
        if game.is_empty() {
            return Ok(());
        }
        game.begin(line, self.notes)?;
        if self.records.len() >= limits::GAMES_MAX {
            let problem = Problem::TooMany { what: "games in one file", max: limits::GAMES_MAX };
            return Err(Error::at(line.place(), problem));
        }
        self.records.extend(game.tape.map(|tape| tape.record));
        Ok(())
    }
}

/// A statement in a line; several stand apart by commas.
#[derive(Clone, Copy)]
struct Part<'a> {
    line: TextLine<'a>,
    /// Where in the line it begins, in bytes.
    from: usize,
    text: &'a str,
}

impl Part<'_> {
    fn place(self) -> crate::TextPlace {
        let before = self.line.text.get(..self.from).unwrap_or_default();
        crate::TextPlace { line: self.line.number, column: before.chars().count() as u32 + 1 }
    }

    fn error(self, problem: Problem) -> Error {
        Error::at(self.place(), problem)
    }

    fn expected(self, expected: &'static str) -> Error {
        self.error(Problem::Expected { expected, found: quote(self.text) })
    }
}

/// The side of a sign.
fn side(sign: char) -> Side {
    if sign == '-' { Side::Gote } else { Side::Sente }
}

/// Two digits.
fn square(text: &str) -> Option<Square> {
    let mut digits = text.chars().map(digit);
    let square = Square::new(digits.next()??, digits.next()??)?;
    Variant::standard().has(square).then_some(square)
}

/// A piece in a set-up; no square for `00`, no kind for `AL`.
type SetupPiece = (Option<Square>, Option<Kind>);

/// `82HI22KA`.
fn squares_and_kinds(part: Part<'_>, text: &str) -> Result<Vec<SetupPiece>, Error> {
    let wrong = || part.expected("squares and pieces such as 82HI");
    let signs: Vec<char> = text.chars().filter(|sign| !is_blank(*sign)).collect();
    let one = |four: &[char]| {
        let four: String = four.iter().collect();
        let (place, letters) = four.split_at_checked(2).ok_or_else(wrong)?;
        let square = if place == "00" { None } else { Some(square(place).ok_or_else(wrong)?) };
        let kind = by_letters(letters);
        let is_all = square.is_none() && letters == "AL";
        if kind.is_some() || is_all { Ok((square, kind)) } else { Err(wrong()) }
    };
    signs.chunks(4).map(one).collect()
}
