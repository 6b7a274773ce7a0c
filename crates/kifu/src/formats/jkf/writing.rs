//! Writing JKF, in its normalised form.

use komadai_rules::{BySide, Move, Position, Side, Square};
use serde_json::{Map, Value, json};

use super::{
    super::{
        JKF,
        csa::{Version, end_word, letters, read_end_word},
        only_standard,
    },
    DEPTH_MAX,
};
use crate::{
    Encoding, Error, Key, NodeId, Record,
    board::side_names,
    notations::{could_promote, japanese::relative, moved},
    record::Step,
    starts,
};

pub(super) fn write(record: &Record, _: Encoding, out: &mut String) -> Result<(), Error> {
    out.push_str(&to_json(record)?.to_string());
    out.push('\n');
    Ok(())
}

/// Several records are a list.
pub(super) fn write_all(records: &[Record], _: Encoding, out: &mut String) -> Result<(), Error> {
    let list: Vec<_> = records.iter().map(to_json).collect::<Result<_, _>>()?;
    out.push_str(&Value::from(list).to_string());
    out.push('\n');
    Ok(())
}

fn to_json(record: &Record) -> Result<Value, Error> {
    only_standard(JKF, record)?;
    let names = side_names(record.is_handicap());
    let mut header = Map::new();
    for (key, text) in record.headers.iter() {
        let word = match key {
            Key::Sente => names.sente,
            Key::Gote => names.gote,
            _ => key.kif(),
        };
        header.insert(word.to_owned(), text.into());
    }
    let initial = match starts::jkf(record.start()) {
        Some(preset) => json!({ "preset": preset }),
        None => json!({ "preset": "OTHER", "data": start_to_json(record.start()) }),
    };
    let mut first = Map::new();
    put_comments(record, NodeId::START, &mut first);
    let mut moves = vec![Value::from(first)];
    if let Some(next) = record.node(NodeId::START).children().first() {
        moves.extend(line_to_json(record, *next, record.start(), BySide::default(), 0)?);
    }
    let mut file = Map::new();
    file.insert("header".to_owned(), header.into());
    file.insert("initial".to_owned(), initial);
    file.insert("moves".to_owned(), moves.into());
    Ok(file.into())
}

fn start_to_json(start: &Position) -> Value {
    let cell = |file, rank| {
        let piece = Square::new(file, rank).and_then(|square| start.piece_at(square));
        match piece {
            Some(piece) => json!({ "color": piece.side as u8, "kind": letters(piece.kind) }),
            None => json!({}),
        }
    };
    let file = |file| (1..=9).map(|rank| cell(file, rank)).collect::<Vec<_>>();
    let hand = |side| {
        let held = start.hand(side).map(|(kind, n)| (letters(kind).to_owned(), Value::from(n)));
        held.collect::<Map<_, _>>()
    };
    json!({
        "color": start.turn() as u8,
        "board": (1..=9).map(file).collect::<Vec<_>>(),
        "hands": Side::ALL.map(hand),
    })
}

fn put_comments(record: &Record, id: NodeId, entry: &mut Map<String, Value>) {
    let comments = &record.node(id).comments;
    if !comments.is_empty() {
        entry.insert("comments".to_owned(), json!(comments));
    }
}

/// A line of play from a node on, its variations inside it.
fn line_to_json(
    record: &Record,
    first: NodeId,
    before: &Position,
    mut sums_s: BySide<u64>,
    depth: usize,
) -> Result<Vec<Value>, Error> {
    if depth > DEPTH_MAX {
        let what = format!("more than {DEPTH_MAX} variations inside one another");
        return Err(Error::CannotHold { format: JKF, what });
    }
    let mut position = before.clone();
    let mut line = Vec::new();
    let mut next = Some(first);
    while let Some(id) = next {
        let node = record.node(id);
        let turn = position.turn();
        let mut entry = Map::new();
        match &node.step {
            Step::Start => {}
            Step::Move(mv) => {
                let last = record.node(record.parent(id)).mv();
                entry.insert("move".to_owned(), move_to_json(&position, *mv, last));
            }
            Step::End(outcome) => {
                let word = end_word(outcome, turn, Version::V3);
                entry.insert("special".to_owned(), word.into());
                if read_end_word(word, turn) != *outcome {
                    let (cause, winner) = (outcome.cause.as_str(), outcome.winner);
                    let told = json!({ "cause": cause, "winner": winner });
                    entry.insert("komadai".to_owned(), told);
                }
            }
        }
        let sums_before = sums_s;
        if let Some(ms) = node.spent_ms {
            let s = ms / 1_000;
            sums_s[turn] += s;
            let total = sums_s[turn];
            let now = json!({ "m": s / 60, "s": s % 60 });
            let total = json!({ "h": total / 3_600, "m": total / 60 % 60, "s": total % 60 });
            entry.insert("time".to_owned(), json!({ "now": now, "total": total }));
        }
        put_comments(record, id, &mut entry);
        let siblings = record.node(record.parent(id)).children();
        if let Some((main, others)) = siblings.split_first()
            && *main == id
            && !others.is_empty()
        {
            let forks: Result<Vec<_>, Error> = others
                .iter()
                .map(|fork| line_to_json(record, *fork, &position, sums_before, depth + 1))
                .collect();
            // Not by `json!`, which would copy what lies inside once for each level around it.
            let forks: Vec<Value> = forks?.into_iter().map(Value::from).collect();
            entry.insert("forks".to_owned(), forks.into());
        }
        line.push(Value::from(entry));
        if let Some(mv) = node.mv() {
            position.play(mv);
        }
        next = node.children().first().copied();
    }
    Ok(line)
}

fn move_to_json(position: &Position, mv: Move, last: Option<Move>) -> Value {
    let xy = |square: Square| json!({ "x": square.file(), "y": square.rank() });
    let mut said = Map::new();
    said.insert("color".to_owned(), json!(position.turn() as u8));
    if let Some(from) = mv.from() {
        said.insert("from".to_owned(), xy(from));
    }
    said.insert("to".to_owned(), xy(mv.to()));
    said.insert("piece".to_owned(), moved(position, mv).map_or("", letters).into());
    if last.is_some_and(|last| last.to() == mv.to()) {
        said.insert("same".to_owned(), true.into());
    }
    if mv.promotes() || could_promote(position, mv) {
        said.insert("promote".to_owned(), mv.promotes().into());
    }
    if let Some(taken) = position.piece_at(mv.to()) {
        said.insert("capture".to_owned(), letters(taken.kind).into());
    }
    let relative = relative(position, mv);
    if !relative.is_empty() {
        said.insert("relative".to_owned(), relative.into());
    }
    said.into()
}
