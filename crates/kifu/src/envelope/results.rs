//! Results beside a record in JSON: `"result": "SENTE_WIN_TORYO"`, `"winner": "gote"`, `"status":
//! "outoftime"`, `先手の勝ち`.

use komadai_rules::Side;
use serde_json::Value;

use super::{
    fields::{Agreement, Field},
    plain,
};
use crate::{
    Cause, NodeId, Outcome, Record, Step, TextPlace,
    error::{Problem, quote},
    formats::{kakinoki::verdict::read_sentence, servers},
    tape::Notes,
};

/// The keys under which results stand, without what stands between their parts.
pub(super) const KEYS: [&str; 27] = [
    "result",
    "results",
    "gameresult",
    "resulttext",
    "finalresult",
    "outcome",
    "score",
    "winner",
    "win",
    "wonby",
    "winningside",
    "winnercolor",
    "loser",
    "reason",
    "endreason",
    "resultreason",
    "winreason",
    "finishreason",
    "status",
    "gamestatus",
    "end",
    "ending",
    "termination",
    "special",
    "結果",
    "勝者",
    "終局",
];

/// What a field says of the end.
#[derive(Clone, Debug, Default, PartialEq)]
struct GameResult {
    cause: Option<Cause>,
    winner: Option<Side>,
    is_draw: bool,
}

impl GameResult {
    /// Adds what another field says. False if that is something else.
    fn add(&mut self, other: Self) -> bool {
        let is_same =
            |one: Option<Side>, two: Option<Side>| one.is_none() || two.is_none() || one == two;
        let cause = match (&self.cause, other.cause) {
            (Some(cause), Some(other)) if other.may_stand_for(cause) => Some(other),
            (Some(cause), Some(other)) if !cause.may_stand_for(&other) => return false,
            (cause, other) => cause.clone().or(other),
        };
        let winner = self.winner.or(other.winner);
        let is_draw = self.is_draw || other.is_draw;
        if !is_same(self.winner, other.winner) || (is_draw && winner.is_some()) {
            return false;
        }
        *self = Self { cause, winner, is_draw };
        true
    }
}

impl From<&Outcome> for GameResult {
    fn from(outcome: &Outcome) -> Self {
        let Outcome { cause, winner } = outcome.clone();
        Self { is_draw: cause.is_draw() && winner.is_none(), cause: Some(cause), winner }
    }
}

/// Tells a record its end, and says how each field agrees with it.
pub(super) fn tell<'a>(fields: &'a [Field], record: &mut Record) -> Vec<(&'a Field, Agreement)> {
    let last = record.main_line().last().unwrap_or(NodeId::START);
    let before = record.node(last).outcome().map(GameResult::from);
    let mut result = before.clone().unwrap_or_default();
    let mut add = |field: &Field| match read(&field.key, &field.value, record) {
        Some(told) if result.add(told.clone()) => Agreement::Told,
        Some(_) => Agreement::Contradiction,
        None => Agreement::Unknown,
    };
    let mut told: Vec<_> = fields.iter().map(|field| (field, add(field))).collect();
    if result != before.unwrap_or_default() && !set_end(record, last, result) {
        told.iter_mut().for_each(|(_, telling)| *telling = Agreement::Unknown);
    }
    told
}

/// The headers that tell a result.
const HEADERS: [&str; 10] = [
    "結果",
    "勝敗",
    "勝者",
    "終局",
    "終局理由",
    "終了理由",
    "Result",
    "RESULT",
    "Winner",
    "Termination",
];

/// Tells a record the end that its own headers have, if its moves have none, and notes where they
/// have another. Headers that cannot be understood stay what they are.
pub(crate) fn tell_headers(record: &mut Record, notes: &mut Notes) {
    let last = record.main_line().last().unwrap_or(NodeId::START);
    let before = record.node(last).outcome().map(GameResult::from);
    let mut result = before.clone().unwrap_or_default();
    for (key, text) in record.headers.iter().filter(|(key, _)| HEADERS.contains(&key.kif())) {
        let value = Value::String(text.to_owned());
        let told = read(key.kif(), &value, record);
        if told.is_some_and(|told| !result.add(told)) {
            let header = quote(&format!("{}：{text}", key.kif()));
            notes.add(|| TextPlace::START, Problem::Contradiction(header));
        }
    }
    if result != before.unwrap_or_default() {
        set_end(record, last, result);
    }
}

/// Sets the end of a game of which this is the last node. False if there is no room for it.
fn set_end(record: &mut Record, last: NodeId, result: GameResult) -> bool {
    let nothing_more = if result.is_draw { Cause::Draw } else { Cause::Interrupted };
    let cause = result.cause.unwrap_or(nothing_more);
    let winner = result.winner.or(cause.usual_winner(record.position(last).turn()));
    let end = Step::End(Outcome::new(cause, winner));
    if record.node(last).outcome().is_some() {
        record.node_mut(last).step = end;
        return true;
    }
    record.add_new(last, end).is_ok()
}

/// What a value says of the end; none if it cannot be understood.
fn read(key: &str, value: &Value, record: &Record) -> Option<GameResult> {
    match value {
        Value::String(text) => {
            let named = |side: &Side| record.player(*side).is_some_and(|name| name == text.trim());
            let mut sides = Side::ALL.into_iter().filter(named);
            match (sides.next(), sides.next()) {
                (Some(side), None) => {
                    Some(GameResult { winner: Some(meant(key, side)), ..GameResult::default() })
                }
                _ => read_text(key, text),
            }
        }
        Value::Object(parts) => {
            let mut whole = GameResult::default();
            let mut parts = parts.iter().filter(|(_, value)| !value.is_null());
            let is_one = parts
                .all(|(key, value)| read(key, value, record).is_some_and(|part| whole.add(part)));
            is_one.then_some(whole)
        }
        _ => None,
    }
}

/// The winner where a field has the name of a side.
fn meant(key: &str, side: Side) -> Side {
    if plain(key).contains("lose") { side.other() } else { side }
}

fn read_text(key: &str, text: &str) -> Option<GameResult> {
    let won_by = |side| Some(GameResult { winner: Some(side), ..GameResult::default() });
    match text.trim() {
        "" | "*" => return Some(GameResult::default()),
        "1-0" => return won_by(Side::Sente),
        "0-1" => return won_by(Side::Gote),
        "1/2-1/2" | "0.5-0.5" | "½-½" => {
            return Some(GameResult { is_draw: true, ..GameResult::default() });
        }
        "先手" | "下手" | "▲" | "☗" => return won_by(meant(key, Side::Sente)),
        "後手" | "上手" | "△" | "☖" => return won_by(meant(key, Side::Gote)),
        _ => {}
    }
    if !text.is_ascii() {
        let (cause, winner) = read_sentence(text)?;
        let is_draw = cause.as_ref().is_some_and(Cause::is_draw) && winner.is_none();
        return Some(GameResult { cause, winner, is_draw });
    }
    read_english(key, text)
}

/// `SENTE_WIN_TORYO`, `Black wins by resignation`, `outOfTime`.
fn read_english(key: &str, text: &str) -> Option<GameResult> {
    /// Words that say no more than that the game is over, or is not.
    const NOTHING: [&str; 12] = [
        "",
        "finished",
        "ended",
        "over",
        "done",
        "ok",
        "closed",
        "completed",
        "normal",
        "unknownfinish",
        "started",
        "playing",
    ];
    let (mut side, mut has_won, mut is_draw) = (None, None, false);
    let mut cause = String::new();
    for word in words(text) {
        match word.as_str() {
            "sente" | "black" | "b" => side = Some(Side::Sente),
            "gote" | "white" | "w" => side = Some(Side::Gote),
            "win" | "wins" | "won" | "winner" | "victory" => has_won = Some(true),
            "lose" | "loses" | "lost" | "loss" | "loser" => has_won = Some(false),
            "draw" | "drawn" => is_draw = true,
            "by" | "on" | "the" | "game" | "is" | "was" | "due" | "to" | "a" | "for" => {}
            _ => cause.push_str(&word),
        }
    }
    let cause = if NOTHING.contains(&cause.as_str()) {
        None
    } else {
        Some(servers::cause(&cause).or_else(|| Cause::from_name(&cause))?)
    };
    is_draw |= cause.as_ref().is_some_and(Cause::is_draw);
    let is_of_winner = plain(key).contains("win");
    let winner = match (side, has_won) {
        // Which side is not said.
        (None, Some(_)) => return None,
        (None, None) => None,
        (Some(side), Some(true)) => Some(side),
        (Some(side), Some(false)) => Some(side.other()),
        // Black resigns.
        (Some(side), None) if cause.is_some() && !is_of_winner => Some(side.other()),
        (Some(side), None) => Some(meant(key, side)),
    };
    Some(GameResult { cause, winner, is_draw })
}

/// The words of a text, in small letters; `outOfTime` is three.
fn words(text: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut was_small = false;
    for sign in text.chars() {
        if !sign.is_ascii_alphanumeric() || (was_small && sign.is_ascii_uppercase()) {
            words.push(String::new());
        }
        if let Some(word) = words.last_mut().filter(|_| sign.is_ascii_alphanumeric()) {
            word.push(sign.to_ascii_lowercase());
        }
        was_small = sign.is_ascii_lowercase();
    }
    words.retain(|word| !word.is_empty());
    words
}
