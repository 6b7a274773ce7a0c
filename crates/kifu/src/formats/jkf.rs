//! JKF: a record as JSON, as Kifu for JS and its relatives have it.
//!
//! ```json
//! {"header": {"先手": "…"}, "initial": {"preset": "HIRATE"}, "moves": [
//!   {"comments": ["on the start"]},
//!   {"move": {"color": 0, "from": {"x": 7, "y": 7}, "to": {"x": 7, "y": 6}, "piece": "FU"},
//!    "time": {"now": {"m": 0, "s": 2}, "total": {"h": 0, "m": 0, "s": 2}},
//!    "forks": [[{"move": …}]]},
//!   {"special": "TORYO"}]}
//! ```
//!
//! Written is the normalised form, which says all of each move; read is also the form that leaves
//! squares to be found from `relative` and `same`. A file may hold a list of such records.

use std::cmp::Reverse;

use serde::{
    Deserialize, Deserializer,
    de::{MapAccess, Visitor},
};
use serde_json::{Map, Value, value::RawValue};

use komadai_rules::{Move, Piece, Position, Side, Square, Variant};

use super::{
    Def,
    csa::{by_letters, read_end},
    kakinoki,
};
use crate::{
    Cause, Encoding, Error, Key, Outcome, Record, TextPlace,
    board::Setup,
    cursor::is_blank,
    error::{Problem, quote},
    limits,
    notations::{Goal, NoMove, WrittenMove, japanese::Which},
    starts::{self, NamedStart},
    tape::{Notes, Tape},
    text::end_of,
};

mod writing;

pub(super) static DEF: Def = Def {
    name: "jkf",
    extensions: &[("jkf", Encoding::Utf8), ("json", Encoding::Utf8)],
    media_type: "application/json",
    is_it: |text| {
        let text = text.trim_start_matches(|sign: char| sign.is_whitespace() || sign == '\u{feff}');
        text.starts_with('{') || text.starts_with("[{") || text.starts_with("[\n")
    },
    read,
    write: writing::write,
    write_all: Some(writing::write_all),
    between: "",
    has_lines: false,
    crlf: false,
};

/// How deep variations may stand inside one another: each level is read once more.
const DEPTH_MAX: usize = 64;

#[derive(Deserialize)]
struct File<'a> {
    #[serde(default)]
    header: HeaderList,
    #[serde(default)]
    initial: Option<Initial>,
    #[serde(borrow)]
    moves: Vec<&'a RawValue>,
}

/// The headers in the order of the file.
#[derive(Default)]
struct HeaderList(Vec<(String, String)>);

#[derive(Deserialize)]
struct Initial {
    preset: String,
    #[serde(default)]
    data: Option<Data>,
}

#[derive(Deserialize)]
struct Data {
    color: Color,
    #[serde(default)]
    board: Vec<Vec<Cell>>,
    #[serde(default)]
    hands: Vec<Map<String, Value>>,
}

#[derive(Deserialize)]
struct Cell {
    #[serde(default)]
    color: Option<Color>,
    #[serde(default)]
    kind: Option<String>,
}

/// 0 and 1; old files have true for sente.
#[derive(Clone, Copy, Deserialize)]
#[serde(untagged)]
enum Color {
    Number(u8),
    IsSente(bool),
}

impl Color {
    fn side(self) -> Side {
        match self {
            Self::Number(0) | Self::IsSente(true) => Side::Sente,
            Self::Number(_) | Self::IsSente(false) => Side::Gote,
        }
    }
}

#[derive(Deserialize)]
struct JkfMove<'a> {
    #[serde(default)]
    comments: Option<Vec<String>>,
    #[serde(default, rename = "move")]
    mv: Option<Mv>,
    #[serde(default)]
    time: Option<Time>,
    #[serde(default)]
    special: Option<String>,
    #[serde(default)]
    komadai: Option<OwnEnding>,
    #[serde(default, borrow)]
    forks: Option<Vec<&'a RawValue>>,
}

/// Our own word on an end for which JKF has none.
#[derive(Deserialize)]
struct OwnEnding {
    cause: String,
    #[serde(default)]
    winner: Option<Side>,
}

#[derive(Deserialize)]
struct Mv {
    #[serde(default)]
    color: Option<Color>,
    #[serde(default)]
    from: Option<Xy>,
    #[serde(default)]
    to: Option<Xy>,
    #[serde(default)]
    piece: Option<String>,
    #[serde(default)]
    same: Option<bool>,
    #[serde(default)]
    promote: Option<bool>,
    #[serde(default)]
    relative: Option<String>,
}

#[derive(Deserialize)]
struct Xy {
    x: u8,
    y: u8,
}

impl Xy {
    fn square(&self) -> Option<Square> {
        Square::new(self.x, self.y).filter(|square| Variant::standard().has(*square))
    }
}

#[derive(Deserialize)]
struct Time {
    now: Span,
}

#[derive(Deserialize)]
struct Span {
    #[serde(default)]
    h: Option<u32>,
    #[serde(default)]
    m: u32,
    #[serde(default)]
    s: f64,
}

impl<'de> Deserialize<'de> for HeaderList {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct InOrder;
        impl<'de> Visitor<'de> for InOrder {
            type Value = HeaderList;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("headers with their texts")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<HeaderList, A::Error> {
                let mut list = Vec::new();
                while let Some(entry) = map.next_entry()? {
                    list.push(entry);
                }
                Ok(HeaderList(list))
            }
        }
        deserializer.deserialize_map(InOrder)
    }
}

fn read(text: &str, _: Option<Variant>, notes: &mut Notes) -> Result<Vec<Record>, Error> {
    let text = text.trim_start_matches('\u{feff}');
    let whole = Source { places: Places { text, marks: marks(text) }, notes };
    if text.trim_start().starts_with('[') {
        let list: Vec<&RawValue> = whole.parse(text)?;
        if list.len() > limits::GAMES_MAX {
            let problem = Problem::TooMany { what: "games in one file", max: limits::GAMES_MAX };
            return Err(Error::at(TextPlace::START, problem));
        }
        let mut whole = whole;
        return list.into_iter().map(|raw| whole.read_record(raw.get())).collect();
    }
    let mut whole = whole;
    Ok(vec![whole.read_record(text)?])
}

/// What is being read.
struct Source<'a, 'n> {
    places: Places<'a>,
    notes: &'n mut Notes,
}

/// The text, to tell where a part of it stands.
struct Places<'a> {
    text: &'a str,
    /// Offsets with their places, [`MARK_BYTES`] apart.
    marks: Vec<(usize, TextPlace)>,
}

/// How far the offsets are apart of which the places are kept.
const MARK_BYTES: usize = 4_096;

/// The places of every so many bytes, each at the character before that offset or on it.
fn marks(text: &str) -> Vec<(usize, TextPlace)> {
    let mut marks = vec![(0, TextPlace::START)];
    while let Some((from, place)) = marks.last().copied() {
        let to = text.floor_char_boundary(marks.len() * MARK_BYTES);
        if marks.len() * MARK_BYTES > text.len() {
            break;
        }
        marks.push((to, end_of(place, text.get(from..to).unwrap_or_default())));
    }
    marks
}

impl Places<'_> {
    /// Where a part of the text begins. It takes a walk from the last mark.
    fn of(&self, part: &str) -> TextPlace {
        let offset = (part.as_ptr() as usize).saturating_sub(self.text.as_ptr() as usize);
        let mark = self.marks.get(offset / MARK_BYTES).copied();
        let (from, place) = mark.unwrap_or((0, TextPlace::START));
        end_of(place, self.text.get(from..offset).unwrap_or_default())
    }
}

impl<'a> Source<'a, '_> {
    fn place(&self, part: &str) -> TextPlace {
        self.places.of(part)
    }

    fn parse<T: Deserialize<'a>>(&self, part: &'a str) -> Result<T, Error> {
        serde_json::from_str(part).map_err(|error| {
            let start = self.place(part);
            let (line, column) = (error.line() as u32, error.column() as u32);
            let at = match line {
                0 => start,
                1 => {
                    TextPlace { line: start.line, column: start.column + column.saturating_sub(1) }
                }
                _ => TextPlace { line: start.line + line - 1, column: column.max(1) },
            };
            let text = error.to_string();
            let why = text.split(" at line ").next().unwrap_or_default();
            Error::at(at, Problem::Json(why.to_owned()))
        })
    }

    fn expected(&self, part: &str, expected: &'static str) -> Error {
        Error::at(self.place(part), Problem::Expected { expected, found: quote(part) })
    }

    fn read_record(&mut self, part: &'a str) -> Result<Record, Error> {
        let file: File<'a> = self.parse(part)?;
        let handicap = file.header.0.iter().find(|(word, _)| word == "手合割");
        let start = match (&file.initial, handicap) {
            (Some(initial), _) => {
                let start = self.read_start(part, initial)?;
                self.compare_handicap(part, handicap.map(|(_, name)| name.as_str()), &start);
                start
            }
            (None, Some((_, name))) => self.read_handicap(part, &file, name)?,
            (None, None) => Variant::standard().start().clone(),
        };
        let mut tape = Tape::new(start);
        for (word, text) in &file.header.0 {
            match Key::from_kif(word) {
                // A remnant of the record it was made from; the start is given elsewhere.
                None if word == "手合割" || word.ends_with("の持駒") => {}
                Some(key) => {
                    if !tape.record.headers.set(key, text) {
                        self.notes.add(|| self.places.of(part), Problem::TOO_MANY_HEADERS);
                    }
                }
                None => {
                    self.notes.add(|| self.places.of(part), Problem::Unknown(quote(word)));
                }
            }
        }
        // Lines still to be read: how many moves come before, how deep they lie, their entries.
        let mut lines = vec![(0, 0, file.moves)];
        while let Some((n_moves, depth, entries)) = lines.pop() {
            // A line was begun by what came before it, so the place is on the way to it.
            tape.back_to(n_moves);
            let mut forks = Vec::new();
            for raw in entries {
                let part = raw.get();
                self.notes.go_on()?;
                let entry: JkfMove<'a> = self.parse(part)?;
                let n_moves = tape.n_moves();
                self.read_entry(part, &entry, &mut tape)?;
                for fork in entry.forks.unwrap_or_default() {
                    if depth >= DEPTH_MAX {
                        let what = "variations inside one another";
                        let problem = Problem::TooMany { what, max: DEPTH_MAX };
                        return Err(Error::at(self.place(fork.get()), problem));
                    }
                    let nth = Reverse(forks.len());
                    forks.push((n_moves, nth, self.parse::<Vec<&RawValue>>(fork.get())?));
                }
            }
            // The last move's variations are read first, so that the place is always on the way;
            // those of one move in their order.
            forks.sort_unstable_by_key(|(n_moves, nth, _)| (*n_moves, *nth));
            lines.extend(forks.into_iter().map(|(n_moves, _, fork)| (n_moves, depth + 1, fork)));
        }
        Ok(tape.record)
    }

    /// Notes a header with another handicap than the start has. What that of a tsume or a start of
    /// one's own says is none.
    fn compare_handicap(&mut self, part: &str, name: Option<&str>, start: &Position) {
        let Some(name) = name else { return };
        let named = starts::by_name(Some(Variant::standard()), name.trim_matches(is_blank), false);
        // An uncertain name may mean this start.
        let is_other = |named: NamedStart| named.assumed.is_none() && named.sfen != start.sfen();
        if named.is_some_and(is_other) {
            self.notes.add(|| self.places.of(part), Problem::Contradiction(quote(name)));
        }
    }

    fn read_handicap(
        &mut self,
        part: &str,
        file: &File<'_>,
        name: &str,
    ) -> Result<Position, Error> {
        let place = self.place(part);
        let name = name.trim_matches(is_blank);
        let mut header = file.header.0.iter();
        let site = header.find(|(word, _)| word == Key::Site.kif()).map(|(_, text)| text);
        let is_of_lishogi = site.is_some_and(|site| starts::is_of_lishogi(site));
        let start = starts::by_name(Some(Variant::standard()), name, is_of_lishogi)
            .ok_or_else(|| Error::at(place, Problem::Handicap(quote(name))))?;
        if let Some(piece) = start.assumed {
            let name = quote(name);
            self.notes.add(|| place, Problem::UncertainHandicap { name, piece });
        }
        Position::from_sfen(start.variant, start.sfen).map_err(|error| {
            Error::at(place, Problem::Sfen { text: start.sfen.to_owned(), why: error.to_string() })
        })
    }

    fn read_start(&self, part: &str, initial: &Initial) -> Result<Position, Error> {
        let at = || self.place(part);
        let wrong = |why| Error::at(at(), Problem::Board(why));
        if initial.preset != "OTHER" {
            let sfen = starts::sfen_by_jkf(&initial.preset)
                .ok_or_else(|| Error::at(at(), Problem::Handicap(quote(&initial.preset))))?;
            return Position::from_sfen(Variant::standard(), sfen).map_err(|error| {
                Error::at(at(), Problem::Sfen { text: sfen.to_owned(), why: error.to_string() })
            });
        }
        let data =
            initial.data.as_ref().ok_or_else(|| wrong("a start of one's own has no data"))?;
        let mut setup = Setup::empty(Variant::standard());
        setup.turn = data.color.side();
        for (file, ranks) in (1..).zip(&data.board) {
            for (rank, cell) in (1..).zip(ranks) {
                let Some(kind) = &cell.kind else { continue };
                let kind = by_letters(kind).ok_or_else(|| wrong("a piece is unknown"))?;
                let square = Xy { x: file, y: rank }.square();
                let square = square.ok_or_else(|| wrong("it has more than 9×9 squares"))?;
                let side = cell.color.map_or(Side::Sente, Color::side);
                setup.put(square, Some(Piece { side, kind }));
            }
        }
        for (side, hand) in Side::ALL.into_iter().zip(&data.hands) {
            for (letters, number) in hand {
                let kind =
                    by_letters(letters).ok_or_else(|| wrong("a piece in hand is unknown"))?;
                let number = number.as_u64().and_then(|number| u8::try_from(number).ok());
                let number = number.ok_or_else(|| wrong("a number in hand is none"))?;
                if number > 0 && !setup.add_to_hand(side, kind, number) {
                    return Err(wrong("there are too many pieces in hand"));
                }
            }
        }
        setup.finish(at())
    }

    fn read_entry(
        &mut self,
        part: &str,
        entry: &JkfMove<'_>,
        tape: &mut Tape,
    ) -> Result<(), Error> {
        let at = || self.places.of(part);
        if let Some(mv) = &entry.mv {
            let mv = self.read_move(part, mv, tape)?;
            tape.play(mv, at, part, self.notes)?;
        }
        if let Some(word) = &entry.special {
            let mut outcome = read_end(word, tape);
            if outcome.cause.is_unknown() {
                outcome = kakinoki::ends::read_end(word, tape);
            }
            if let Some(told) = &entry.komadai
                && let Some(cause) = Cause::from_name(&told.cause)
            {
                outcome = Outcome::new(cause, told.winner);
            }
            if outcome.cause.is_unknown() {
                self.notes.add(at, Problem::Unknown(quote(word)));
            }
            tape.end(outcome, at, word, self.notes)?;
        }
        if let Some(Time { now }) = &entry.time {
            let minutes = u64::from(now.h.unwrap_or(0)) * 60 + u64::from(now.m);
            let ms = (now.s * 1_000.0).round();
            if (0.0..=f64::from(u32::MAX)).contains(&ms) {
                tape.spend(minutes * 60_000 + ms as u64);
            } else {
                self.notes.add(at, Problem::Time(now.s.to_string()));
            }
        }
        for line in entry.comments.iter().flatten().flat_map(|text| text.split('\n')) {
            tape.comment(line);
        }
        Ok(())
    }

    fn read_move(&self, part: &str, mv: &Mv, tape: &Tape) -> Result<Move, Error> {
        let position = tape.position();
        if mv.color.is_some_and(|color| color.side() != tape.turn()) {
            return Err(self.expected(
                part,
                match tape.turn() {
                    Side::Sente => "a move of sente",
                    Side::Gote => "a move of gote",
                },
            ));
        }
        let wrong = || self.expected(part, "a move with its square and its piece");
        let to = match (&mv.to, mv.same) {
            (Some(to), _) => to.square(),
            (None, Some(true)) => tape.last_move().map(Move::to),
            (None, _) => None,
        };
        let to = to.ok_or_else(wrong)?;
        let kind = mv.piece.as_deref().map(|letters| by_letters(letters).ok_or_else(wrong));
        if let Some(from) = &mv.from {
            let from = from.square().ok_or_else(wrong)?;
            let kind = kind.transpose()?;
            if position
                .piece_at(from)
                .is_some_and(|piece| kind.is_some_and(|kind| kind != piece.kind))
            {
                return Err(self.expected(part, "the piece that is on the square it left"));
            }
            return Ok(Move::board(from, to, mv.promote.unwrap_or(false)));
        }
        let kind = kind.ok_or_else(wrong)??;
        let words = mv.relative.as_deref().unwrap_or_default();
        let drops = words.contains('H').then_some(true);
        let which = Which::from_jkf(words);
        let (kinds, goal) = (vec![kind], Goal::To(to));
        let said = WrittenMove { kinds, goal, from: None, drops, promotes: mv.promote, which };
        said.find(position).map_err(|why| {
            let text = quote(part);
            Error::at(
                self.place(part),
                match why {
                    NoMove::Ambiguous => Problem::Ambiguous(text),
                    _ => Problem::NoSuchMove(text),
                },
            )
        })
    }
}
