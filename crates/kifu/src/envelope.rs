//! JSON around records in other formats, as servers answer: `{"contents": "V2\n…"}`.
//!
//! The texts may stand under any key and at any depth, one or many; what JKF is, with its list of
//! moves, is no envelope.

use komadai_rules::{BySide, Side};
use serde::Deserialize;
use serde_json::{Map, Value, value::RawValue};

use crate::{Format, Record, formats, headers::Key};

/// Longer files are not taken apart, in bytes: what a JSON value takes in memory is many times its
/// text.
const BYTES_MAX: usize = 4 << 20;

/// How deep in the JSON a text is found.
const DEPTH_MAX: usize = 8;

/// The keys under which a record is looked for first. Elsewhere it must have several lines.
const KEYS: [&str; 12] = [
    "contents",
    "content",
    "kifu",
    "kif",
    "ki2",
    "csa",
    "usi",
    "record",
    "gamerecord",
    "body",
    "text",
    "data",
];

/// The keys for the name of sente or gote, without what stands between their parts.
const NAMES: BySide<&[&str]> = BySide {
    sente: &[
        "sente",
        "black",
        "sentename",
        "blackname",
        "senteplayer",
        "blackplayer",
        "sentelogin",
        "blacklogin",
        "先手",
    ],
    gote: &[
        "gote",
        "white",
        "gotename",
        "whitename",
        "goteplayer",
        "whiteplayer",
        "gotelogin",
        "whitelogin",
        "後手",
    ],
};

/// The records of an envelope as one text.
pub(crate) struct Envelope {
    /// The format of all of them.
    pub(crate) format: Format,
    /// The texts, one after the other.
    pub(crate) text: String,
    /// The names that stand beside each.
    names: Vec<BySide<Option<String>>>,
}

impl Envelope {
    /// Opens it. None if the text is something else, or has no record or records of several
    /// formats in it.
    pub(crate) fn open(text: &str) -> Option<Self> {
        let text = text.trim_start_matches(|sign: char| sign.is_whitespace() || sign == '\u{feff}');
        let is_json = text.starts_with(['{', '[']) && text.len() <= BYTES_MAX;
        if !is_json || is_jkf(text) {
            return None;
        }
        let mut found = Vec::new();
        collect(serde_json::from_str(text).ok()?, 0, &mut found);
        let format = found.first()?.format;
        if found.iter().any(|one| one.format != format) {
            return None;
        }
        let texts: Vec<_> = found.iter().map(|one| one.text.as_str()).collect();
        let text = texts.join(format.divider());
        Some(Self { format, text, names: found.into_iter().map(|one| one.names).collect() })
    }

    /// Gives the records the names that they do not have themselves.
    pub(crate) fn name(self, records: &mut [Record]) {
        if self.names.len() != records.len() {
            return;
        }
        for (record, names) in records.iter_mut().zip(self.names) {
            for (key, name) in [(Key::Sente, names.sente), (Key::Gote, names.gote)] {
                if let Some(name) = name
                    && record.headers.get(&key).is_none()
                {
                    record.headers.set(key, &name);
                }
            }
        }
    }
}

/// Whether it has a list of moves, or is a list of what has.
fn is_jkf(text: &str) -> bool {
    #[derive(Deserialize)]
    struct Game<'a> {
        #[serde(default, borrow)]
        moves: Option<&'a RawValue>,
    }
    let has_moves = |game: &Game<'_>| game.moves.is_some_and(|moves| moves.get().starts_with('['));
    if text.starts_with('[') {
        serde_json::from_str::<Vec<Game<'_>>>(text).is_ok_and(|games| games.iter().any(has_moves))
    } else {
        serde_json::from_str::<Game<'_>>(text).is_ok_and(|game| has_moves(&game))
    }
}

/// A record in an envelope.
struct Enclosure {
    format: Format,
    text: String,
    names: BySide<Option<String>>,
}

fn collect(value: Value, depth: usize, found: &mut Vec<Enclosure>) {
    if depth > DEPTH_MAX {
        return;
    }
    match value {
        Value::Array(list) => list.into_iter().for_each(|value| collect(value, depth + 1, found)),
        Value::Object(mut fields) => match find_text(&fields) {
            Some((key, format)) => {
                let names = BySide::from_fn(|side| find_name(&fields, side));
                if let Some(Value::String(text)) = fields.remove(&key) {
                    found.push(Enclosure { format, text, names });
                }
            }
            None => fields.into_iter().for_each(|(_, value)| collect(value, depth + 1, found)),
        },
        _ => {}
    }
}

/// The key of the record among the fields, and its format.
fn find_text(fields: &Map<String, Value>) -> Option<(String, Format)> {
    let format_of = |text: &str| Format::detect(text).filter(|format| *format != formats::JKF);
    let usual = KEYS.iter().find_map(|wanted| {
        let (key, text) = fields.iter().find(|(key, _)| plain(key) == *wanted)?;
        Some((key.clone(), format_of(text.as_str()?)?))
    });
    let any = || {
        fields.iter().find_map(|(key, text)| {
            let text = text.as_str().filter(|text| text.contains('\n'))?;
            Some((key.clone(), format_of(text)?))
        })
    };
    usual.or_else(any)
}

/// A player's name: a text, or the name in an object.
fn find_name(fields: &Map<String, Value>, side: Side) -> Option<String> {
    let (_, value) = fields.iter().find(|(key, _)| NAMES[side].contains(&plain(key).as_str()))?;
    let name = match value {
        Value::Object(player) => {
            ["name", "login", "username"].iter().find_map(|key| player.get(*key))
        }
        value => Some(value),
    };
    name?.as_str().map(str::to_owned)
}

/// A key in small letters, without what stands between its parts.
fn plain(key: &str) -> String {
    key.chars().filter(|sign| !"_- ".contains(*sign)).flat_map(char::to_lowercase).collect()
}
