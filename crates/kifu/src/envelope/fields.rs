//! What stands beside a record in JSON: who played, how it ended, how many moves it had, when and
//! where it was.
//!
//! Names, results and counts are used where the record does not tell them, and compared where it
//! does. Other texts and numbers become headers under their own keys; numbers of accounts and games
//! and addresses are not kept.

use komadai_rules::{BySide, Move, Side, Variant};
use serde_json::{Map, Value};

use super::{plain, results};
use crate::{
    Format, Key, Record, TextPlace,
    error::{Problem, quote},
    record::name_of,
    tape::Notes,
    variant_names,
};

/// The keys for the name of sente or gote, without what stands between their parts.
const NAMES: BySide<&[&str]> = BySide {
    sente: &[
        "sente",
        "black",
        "sentename",
        "blackname",
        "senteplayer",
        "blackplayer",
        "playersente",
        "playerblack",
        "sentelogin",
        "blacklogin",
        "senteuser",
        "blackuser",
        "先手",
        "下手",
        "先手名",
    ],
    gote: &[
        "gote",
        "white",
        "gotename",
        "whitename",
        "goteplayer",
        "whiteplayer",
        "playergote",
        "playerwhite",
        "gotelogin",
        "whitelogin",
        "goteuser",
        "whiteuser",
        "後手",
        "上手",
        "後手名",
    ],
};

/// The keys of objects whose fields are about the record as well.
const GROUPS: [&str; 10] = [
    "players", "player", "names", "users", "header", "headers", "info", "gameinfo", "meta",
    "metadata",
];

/// The keys for the number of moves.
const COUNTS: [&str; 18] = [
    "moves",
    "nmoves",
    "nummoves",
    "movecount",
    "movescount",
    "movenumber",
    "movesnumber",
    "movelength",
    "numberofmoves",
    "totalmoves",
    "plies",
    "ply",
    "nplies",
    "plycount",
    "turns",
    "turncount",
    "手数",
    "総手数",
];

/// The keys for what a file tells in headers of their own.
const HEADERS: [(Key, &[&str]); 11] = [
    (Key::Started, &["started", "startedat", "starttime", "startdate", "startat", "開始日時"]),
    (Key::Ended, &["ended", "endedat", "endtime", "enddate", "finishedat", "終了日時"]),
    (Key::Date, &["date", "playedat", "gamedate", "対局日"]),
    (Key::Event, &["event", "tournament", "tournamentname", "棋戦"]),
    (Key::Title, &["title", "gamename", "表題"]),
    (Key::Opening, &["opening", "戦型"]),
    (Key::Site, &["site", "place", "location", "場所"]),
    (Key::TimeLimit, &["timelimit", "timecontrol", "timerule", "持ち時間"]),
    (Key::Byoyomi, &["byoyomi", "秒読み"]),
    (Key::MaxMoves, &["maxmoves", "最大手数"]),
    (Key::Remark, &["remark", "note", "備考"]),
];

/// The keys for the times of moves, for which there is no usual form.
const TIMES: [&str; 7] =
    ["time", "times", "movetimes", "clock", "clocks", "consumption", "消費時間"];

/// The keys for the game.
const VARIANTS: [&str; 4] = ["variant", "rule", "gametype", "gamevariant"];

/// The keys for where the game began.
const STARTS: [&str; 4] = ["initialsfen", "startsfen", "startingsfen", "initialposition"];

/// A field of JSON, and what its key says.
#[derive(Clone, Debug)]
pub(super) struct Field {
    pub(super) key: String,
    subject: Subject,
    pub(super) value: Value,
}

/// What a field is about.
#[derive(Clone, Debug, PartialEq)]
enum Subject {
    Name(Side),
    Result,
    Count,
    Header(Key),
    Times,
    Variant,
    /// Something else that can be a header.
    Other,
    /// Something that should be a record, and is none.
    NoRecord,
}

/// The fields of an object that say something of a record.
pub(super) fn of(object: &Map<String, Value>) -> Vec<Field> {
    let mut fields = Vec::new();
    for (key, value) in object {
        match value {
            Value::Object(group) if GROUPS.contains(&plain(key).as_str()) => {
                fields.extend(of(group));
            }
            _ => fields.extend(field(key, value)),
        }
    }
    fields
}

fn field(key: &str, value: &Value) -> Option<Field> {
    let word = plain(key);
    let has = |keys: &[&str]| keys.contains(&word.as_str());
    let side = Side::ALL.into_iter().find(|side| has(NAMES[*side]));
    let header = HEADERS.iter().find(|(_, keys)| has(keys)).map(|(key, _)| key.clone());
    let subject = match (side, header) {
        _ if value.is_null() || value.is_boolean() => return None,
        (Some(side), _) => Subject::Name(side),
        (_, Some(key)) => Subject::Header(key),
        _ if has(&results::KEYS) => Subject::Result,
        _ if has(&COUNTS) => Subject::Count,
        _ if has(&TIMES) => Subject::Times,
        _ if has(&VARIANTS) => Subject::Variant,
        _ if is_reference(&word) || has(&STARTS) || is_record(value) => return None,
        _ if has(&super::KEYS) && value.is_string() => Subject::NoRecord,
        _ if value.is_string() || value.is_number() => Subject::Other,
        _ => return None,
    };
    let value = match &subject {
        Subject::Name(_) => name(value)?,
        _ => value.clone(),
    };
    Some(Field { key: key.to_owned(), subject, value })
}

/// Whether a key is that of a number or an address under which others know something.
fn is_reference(word: &str) -> bool {
    const ENDS: [&str; 5] = ["id", "url", "uri", "token", "hash"];
    ENDS.iter().any(|end| word.ends_with(end))
}

/// Whether it is a record in another format.
fn is_record(value: &Value) -> bool {
    value.as_str().is_some_and(|text| Format::detect(text).is_some())
}

/// A player's name: a text, or the name in an object.
fn name(value: &Value) -> Option<Value> {
    const KEYS: [&str; 6] = ["name", "username", "login", "displayname", "userid", "user"];
    match value {
        Value::Object(player) => {
            let inside = |wanted: &str| player.iter().find(|(key, _)| plain(key) == wanted);
            KEYS.into_iter().find_map(|wanted| name(inside(wanted)?.1))
        }
        Value::String(_) => Some(value.clone()),
        _ => None,
    }
}

impl Field {
    /// Whether it can be about each of several records, each of which then has a copy.
    pub(super) fn is_for_several(&self) -> bool {
        /// Longer texts are not copied, in bytes.
        const BYTES_MAX: usize = 256;
        let is_short = self.value.as_str().is_none_or(|text| text.len() <= BYTES_MAX);
        is_short && matches!(self.subject, Subject::Header(_) | Subject::Variant)
    }

    /// Whether it must not be lost where it cannot be said of which record it is.
    pub(super) fn is_for_one(&self) -> bool {
        let is_of_record = matches!(
            self.subject,
            Subject::Name(_) | Subject::Result | Subject::Count | Subject::Header(_)
        );
        is_of_record && !self.is_for_several()
    }

    /// Its value as one line.
    pub(super) fn text(&self) -> String {
        self.value.as_str().map_or_else(|| self.value.to_string(), str::to_owned)
    }

    /// As it is quoted in a note.
    pub(super) fn quoted(&self) -> String {
        quote(&format!("{}: {}", self.key, self.text()))
    }
}

/// The variant that is named.
pub(super) fn variant(fields: &[Field]) -> Option<Variant> {
    let field = fields.iter().find(|field| field.subject == Subject::Variant)?;
    variant_by_name(field.value.as_str()?)
}

fn variant_by_name(name: &str) -> Option<Variant> {
    let named = variant_names::read(name).filter(|(_, rest)| rest.is_empty());
    named.map(|(variant, _)| variant).or_else(|| {
        let name = plain(name);
        let stem = name.strip_suffix("shogi").unwrap_or(&name);
        Variant::all().iter().copied().find(|it| [&*name, stem].contains(&it.name()))
    })
}

/// A list of moves in USI as a line of it, from the start that stands beside it.
pub(super) fn usi(moves: &Value, object: &Map<String, Value>) -> Option<String> {
    let text = |value: &Value| value.as_str().map(str::to_owned);
    let moves = match moves {
        Value::String(moves) => moves.clone(),
        Value::Array(moves) => moves.iter().map(text).collect::<Option<Vec<_>>>()?.join(" "),
        _ => return None,
    };
    let variant = variant(&of(object)).unwrap_or_else(Variant::standard);
    let is_move = |word: &str| Move::from_usi(variant, word).is_ok();
    if moves.trim().is_empty() || !moves.split_whitespace().all(is_move) {
        return None;
    }
    let mut starts = object.iter().filter(|(key, _)| STARTS.contains(&plain(key).as_str()));
    let start = starts.find_map(|(_, value)| value.as_str());
    Some(match start.filter(|start| !matches!(*start, "" | "startpos")) {
        Some(start) => format!("sfen {start} moves {moves}"),
        None => format!("startpos moves {moves}"),
    })
}

/// Notes everything that would be lost, where it cannot be said of which record it is.
pub(super) fn note_all(fields: &[Field], at: TextPlace, notes: &mut Notes) {
    for field in fields {
        notes.add(|| at, Problem::Unknown(field.quoted()));
    }
}

/// Tells a record what stands beside it.
pub(super) fn tell(fields: Vec<Field>, record: &mut Record, at: TextPlace, notes: &mut Notes) {
    let (results, fields): (Vec<_>, Vec<_>) =
        fields.into_iter().partition(|field| field.subject == Subject::Result);
    for field in fields {
        let told = match &field.subject {
            Subject::Name(side) => set(record, name_of(*side), &field.text(), is_same_text),
            Subject::Header(key @ (Key::Started | Key::Ended | Key::Date)) => {
                set(record, key.clone(), &field.text(), is_same_date)
            }
            Subject::Header(key) => set(record, key.clone(), &field.text(), is_same_text),
            Subject::Count => check_count(&field, record),
            Subject::Variant => check_variant(&field, record),
            Subject::Other => match Key::other(&field.key) {
                Some(key) => set(record, key, &field.text(), is_same_text),
                None => Agreement::Unknown,
            },
            Subject::Times | Subject::NoRecord | Subject::Result => Agreement::Unknown,
        };
        note(told, &field, at, notes);
    }
    for (field, told) in results::tell(&results, record) {
        note(told, field, at, notes);
    }
}

/// How a field and the record agree.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Agreement {
    /// It has been used, or says what the record says.
    Told,
    /// The record says something else.
    Contradiction,
    /// It has no meaning that is known.
    Unknown,
}

fn note(told: Agreement, field: &Field, at: TextPlace, notes: &mut Notes) {
    match told {
        Agreement::Told => {}
        Agreement::Contradiction => notes.add(|| at, Problem::Contradiction(field.quoted())),
        Agreement::Unknown => notes.add(|| at, Problem::Unknown(field.quoted())),
    }
}

/// Sets a header that the record does not have.
fn set(record: &mut Record, key: Key, text: &str, is_same: fn(&str, &str) -> bool) -> Agreement {
    if let Some(there) = record.headers.get(&key) {
        return if is_same(there, text) { Agreement::Told } else { Agreement::Contradiction };
    }
    if record.headers.set(key, text) { Agreement::Told } else { Agreement::Unknown }
}

fn is_same_text(text: &str, other: &str) -> bool {
    text.trim() == other.trim()
}

/// Whether two days are the same, as far as both are told; clocks differ between zones.
fn is_same_date(date: &str, other: &str) -> bool {
    let day = |date: &str| date.chars().filter(char::is_ascii_digit).take(8).collect::<String>();
    let (day, other) = (day(date), day(other));
    day.starts_with(&other) || other.starts_with(&day)
}

fn check_count(field: &Field, record: &Record) -> Agreement {
    let found = match &field.value {
        Value::Array(moves) => Some(moves.len() as u64),
        Value::String(text) => text.trim().parse().ok(),
        value => value.as_u64(),
    };
    match found {
        Some(found) if found == record.moves().count() as u64 => Agreement::Told,
        Some(_) => Agreement::Contradiction,
        None => Agreement::Unknown,
    }
}

fn check_variant(field: &Field, record: &Record) -> Agreement {
    match field.value.as_str().and_then(variant_by_name) {
        Some(variant) if variant == record.variant() => Agreement::Told,
        Some(_) => Agreement::Contradiction,
        None => Agreement::Unknown,
    }
}
