//! JSON around records, as servers answer: `{"contents": "V2\n…", "result": "SENTE_WIN"}`.
//!
//! The records may stand under any key and at any depth, one or many, as texts or as JKF. What
//! stands beside a record is told in [`fields`]; it may also stand beside JKF that is the whole
//! file.

use komadai_rules::Variant;
use serde::{Deserialize, de::IgnoredAny};
use serde_json::{Map, Value, value::RawValue};

use self::fields::Field;
use crate::{Format, Record, TextPlace, cursor::lines, formats, tape::Notes};

mod fields;
pub(crate) mod results;

/// Longer files are not taken apart, in bytes: what a JSON value takes in memory is many times its
/// text.
const BYTES_MAX: usize = 4 << 20;

/// How deep in the JSON a text is found.
const DEPTH_MAX: usize = 8;

/// The keys under which a record is looked for first. Elsewhere it must have several lines.
const KEYS: [&str; 16] = [
    "contents",
    "content",
    "kifu",
    "kif",
    "ki2",
    "csa",
    "jkf",
    "usi",
    "record",
    "gamerecord",
    "body",
    "text",
    "data",
    "position",
    "moves",
    "sfen",
];

/// The keys of a record in JKF.
const JKF_KEYS: [&str; 3] = ["header", "initial", "moves"];

/// The records of an envelope as one text.
pub(crate) struct Envelope {
    /// The format of all of them.
    pub(crate) format: Format,
    /// The variant that is named beside all of them.
    pub(crate) variant: Option<Variant>,
    /// The texts, one after the other.
    pub(crate) text: String,
    /// Of each, where it begins and what stands beside it.
    besides: Vec<(TextPlace, Vec<Field>)>,
    /// What stands around several records and can be about only one.
    loose: Vec<Field>,
}

impl Envelope {
    /// Opens it. None if the text is something else, or has no record or records of several
    /// formats in it.
    pub(crate) fn open(text: &str) -> Option<Self> {
        let text = text.trim_start_matches(|sign: char| sign.is_whitespace() || sign == '\u{feff}');
        if !text.starts_with(['{', '[']) || text.len() > BYTES_MAX {
            return None;
        }
        if is_jkf(text) {
            return Self::around_jkf(text);
        }
        let (mut found, mut loose) = (Vec::new(), Vec::new());
        collect(serde_json::from_str(text).ok()?, 0, &mut found, &mut loose);
        let format = found.first()?.format;
        if found.iter().any(|one| one.format != format) {
            return None;
        }
        let variant = found.first().and_then(|one| fields::variant(&one.fields));
        let variant = variant.filter(|variant| {
            found.iter().all(|one| fields::variant(&one.fields) == Some(*variant))
        });
        let (text, places) = join(format, found.iter().map(|one| one.text.as_str()));
        let besides = places.into_iter().zip(found.into_iter().map(|one| one.fields)).collect();
        Some(Self { format, variant, text, besides, loose })
    }

    /// What stands beside the moves of JKF that is the whole file.
    fn around_jkf(whole: &str) -> Option<Self> {
        #[derive(Deserialize)]
        struct Game {
            #[serde(default, rename = "header")]
            _header: IgnoredAny,
            #[serde(default, rename = "initial")]
            _initial: IgnoredAny,
            #[serde(default, rename = "moves")]
            _moves: IgnoredAny,
            #[serde(flatten)]
            others: Map<String, Value>,
        }
        let games = if whole.starts_with('[') {
            serde_json::from_str::<Vec<Game>>(whole).ok()?
        } else {
            vec![serde_json::from_str(whole).ok()?]
        };
        let besides = games.into_iter().map(|game| (TextPlace::START, fields::of(&game.others)));
        let (format, variant, text) = (formats::JKF, None, whole.to_owned());
        let besides = besides.collect();
        Some(Self { format, variant, text, besides, loose: Vec::new() })
    }

    /// Tells the records what stands beside them, where they do not say it themselves, and notes
    /// where they say something else.
    pub(crate) fn tell(self, records: &mut [Record], notes: &mut Notes) {
        fields::note_all(&self.loose, TextPlace::START, notes);
        let is_one_each = self.besides.len() == records.len();
        for (nth, (at, fields)) in self.besides.into_iter().enumerate() {
            match records.get_mut(nth).filter(|_| is_one_each) {
                Some(record) => fields::tell(fields, record, at, notes),
                None => fields::note_all(&fields, at, notes),
            }
        }
    }
}

/// Puts the texts of records one after the other, and says where each begins.
fn join<'a>(format: Format, texts: impl Iterator<Item = &'a str>) -> (String, Vec<TextPlace>) {
    let (mut whole, mut places, mut line) = (String::new(), Vec::new(), 1);
    let n_ends = |text: &str| lines(text).count() as u32 - 1;
    let divider = if format == formats::JKF { ",\n" } else { format.divider() };
    for text in texts {
        if !whole.is_empty() {
            whole.push_str(divider);
            line += n_ends(divider);
        }
        places.push(TextPlace { line, column: 1 });
        whole.push_str(text);
        line += n_ends(text);
    }
    if format == formats::JKF && places.len() > 1 {
        whole = format!("[{whole}]");
    }
    (whole, places)
}

/// Whether it has a list of moves, or is a list of what has.
fn is_jkf(text: &str) -> bool {
    #[derive(Deserialize)]
    struct Game<'a> {
        #[serde(default, borrow)]
        moves: Option<&'a RawValue>,
    }
    let has_moves = |game: &Game<'_>| game.moves.is_some_and(|moves| is_list_of_steps(moves.get()));
    if text.starts_with('[') {
        serde_json::from_str::<Vec<Game<'_>>>(text).is_ok_and(|games| games.iter().any(has_moves))
    } else {
        serde_json::from_str::<Game<'_>>(text).is_ok_and(|game| has_moves(&game))
    }
}

/// Whether it is a list, and not one of moves as texts.
fn is_list_of_steps(json: &str) -> bool {
    let inside = json.strip_prefix('[').map(str::trim_start);
    inside.is_some_and(|inside| inside.starts_with(['{', ']']))
}

/// A record in an envelope.
struct Enclosure {
    format: Format,
    text: String,
    fields: Vec<Field>,
}

fn collect(value: Value, depth: usize, found: &mut Vec<Enclosure>, loose: &mut Vec<Field>) {
    if depth > DEPTH_MAX {
        return;
    }
    match value {
        Value::Array(list) => {
            list.into_iter().for_each(|value| collect(value, depth + 1, found, loose))
        }
        Value::Object(mut object) => {
            if let Some((keys, format, text)) = find_record(&object) {
                object.retain(|key, _| !keys.contains(key));
                found.push(Enclosure { format, text, fields: fields::of(&object) });
                return;
            }
            let around = fields::of(&object);
            let n_before = found.len();
            object.into_iter().for_each(|(_, value)| collect(value, depth + 1, found, loose));
            let inside = found.get_mut(n_before..).unwrap_or_default();
            let is_for_one = inside.len() == 1;
            for enclosure in inside {
                let fits = |field: &&Field| is_for_one || field.is_for_several();
                enclosure.fields.extend(around.iter().filter(fits).cloned());
            }
            if found.len() > n_before + 1 {
                loose.extend(around.into_iter().filter(Field::is_for_one));
            }
        }
        _ => {}
    }
}

/// The record among the fields of an object: under which keys it stands, its format, its text.
fn find_record(object: &Map<String, Value>) -> Option<(Vec<String>, Format, String)> {
    if object.get("moves").is_some_and(has_steps) {
        let of_jkf = |(key, _): &(&String, &Value)| JKF_KEYS.contains(&key.as_str());
        let game: Map<_, _> =
            object.iter().filter(of_jkf).map(|(key, value)| (key.clone(), value.clone())).collect();
        let keys = JKF_KEYS.map(str::to_owned).to_vec();
        return Some((keys, formats::JKF, Value::Object(game).to_string()));
    }
    let usual = KEYS.iter().find_map(|wanted| {
        let (key, value) = object.iter().find(|(key, _)| plain(key) == *wanted)?;
        if let Some(text) = value.as_str()
            && let Some(format) = format_of(text)
        {
            return Some((vec![key.clone()], format, text.to_owned()));
        }
        let moves = fields::usi(value, object)?;
        Some((vec![key.clone()], formats::USI, moves))
    });
    let any = || {
        object.iter().find_map(|(key, value)| {
            let text = value.as_str().filter(|text| text.contains('\n'))?;
            Some((vec![key.clone()], format_of(text)?, text.to_owned()))
        })
    };
    usual.or_else(any)
}

/// The format of a text in a field.
fn format_of(text: &str) -> Option<Format> {
    Format::detect(text).filter(|format| *format != formats::JKF || is_jkf(text.trim_start()))
}

/// Whether it is a list, as that of the moves in JKF.
fn has_steps(value: &Value) -> bool {
    value.as_array().is_some_and(|steps| steps.first().is_none_or(Value::is_object))
}

/// A key in small letters, without what stands between its parts.
fn plain(key: &str) -> String {
    key.chars().filter(|sign| !"_- ".contains(*sign)).flat_map(char::to_lowercase).collect()
}
