//! What an hour of play leaves behind, made in the store of a server that does not run: the games
//! that are in it and over, copied as often as they would have been played.
//!
//! A copy is a game like any other, with an id of its own in the journal and in the archive.

use std::path::Path;

use anyhow::{Context as _, bail};
use rusqlite::{Connection, Transaction, params, params_from_iter, types::Value};

/// 58¹⁰: how many codes there are; an id's is made from its low 62 bits.
const CODES: u64 = 58u64.pow(10);

/// The tables with a row or two for each game that is over, and their column with its id.
const TABLES: [(&str, &str); 3] =
    [("games", "id"), ("game_players", "game_id"), ("settlements", "game_id")];

pub(crate) type Id = [u8; 16];

/// Copies every game in the data directory `n_copies` times; all of them must be over.
pub(crate) fn copy_games(data_dir: &Path, n_copies: u32) -> anyhow::Result<()> {
    copy_archive(&data_dir.join("komadai.db"), n_copies)?;
    copy_journal(&data_dir.join("journal.db"), n_copies)
}

/// A game by correspondence that is being played.
pub(crate) struct Model {
    pub(crate) id: Id,
    pub(crate) players: [Id; 2],
    /// All its records.
    pub(crate) log: Vec<u8>,
    /// How many there are.
    pub(crate) n_records: i64,
    pub(crate) since_ms: i64,
    pub(crate) wake_ms: i64,
}

/// Copies a game so often that sleeps, each time with other players. The copies' ids.
pub(crate) fn sleep_copies(data_dir: &Path, model: &Model, n: u32) -> anyhow::Result<Vec<Id>> {
    let mut connection = open(&data_dir.join("komadai.db"))?;
    let tx = connection.transaction()?;
    let mut insert = tx.prepare(
        "INSERT INTO sleeping_games \
             (game_id, code, sente, gote, log, n_records, since_ms, thought_ms, wake_ms) \
         VALUES (?, ?, ?, ?, ?, ?, ?, 0, ?)",
    )?;
    let ids: Vec<_> = (1..=n).map(|copy| copied(model.id, copy)).collect();
    for (copy, id) in (1..).zip(&ids) {
        let log = replaced(&model.log, uuid_text(model.id).as_bytes(), uuid_text(*id).as_bytes());
        // Each player has about twenty games.
        let [sente, gote] = model.players.map(|player| copied(player, copy / 20));
        let code = code_of(*id).cast_signed();
        let Model { n_records, since_ms, wake_ms, .. } = *model;
        insert.execute(params![id, code, sente, gote, log, n_records, since_ms, wake_ms])?;
    }
    drop(insert);
    tx.commit()?;
    Ok(ids)
}

fn open(file: &Path) -> anyhow::Result<Connection> {
    Connection::open(file).with_context(|| format!("{} cannot be opened", file.display()))
}

fn copy_archive(file: &Path, n_copies: u32) -> anyhow::Result<()> {
    let mut connection = open(file)?;
    let tx = connection.transaction()?;
    for (table, id_column) in TABLES {
        copy_table(&tx, table, id_column, n_copies)?;
    }
    tx.commit()?;
    Ok(())
}

fn copy_table(tx: &Transaction<'_>, table: &str, id: &str, n_copies: u32) -> anyhow::Result<()> {
    let mut select = tx.prepare(&format!("SELECT * FROM {table}"))?;
    let columns: Vec<_> = select.column_names().into_iter().map(str::to_owned).collect();
    let place = |name: &str| columns.iter().position(|it| it == name);
    let id_at = place(id).context("the table has another shape")?;
    let code_at = place("code");
    let rows: Vec<Vec<Value>> = select
        .query_map([], |row| (0..columns.len()).map(|n| row.get(n)).collect())?
        .collect::<Result<_, _>>()?;
    let marks = vec!["?"; columns.len()].join(", ");
    let mut insert = tx.prepare(&format!("INSERT INTO {table} VALUES ({marks})"))?;
    for copy in 1..=n_copies {
        for row in &rows {
            let mut row = row.clone();
            let Some(Value::Blob(bytes)) = row.get(id_at) else { bail!("an id is none") };
            let id = copied(bytes.as_slice().try_into()?, copy);
            if let Some(code) = code_at.and_then(|at| row.get_mut(at)) {
                *code = Value::Integer(code_of(id).cast_signed());
            }
            row[id_at] = Value::Blob(id.to_vec());
            insert.execute(params_from_iter(row))?;
        }
    }
    Ok(())
}

fn copy_journal(file: &Path, n_copies: u32) -> anyhow::Result<()> {
    let mut connection = open(file)?;
    let tx = connection.transaction()?;
    let mut select = tx.prepare(
        "SELECT node, epoch, at_ms, payload FROM journal WHERE LENGTH(payload) > 0 ORDER BY pos",
    )?;
    let rows: Vec<(Vec<u8>, i64, i64, Vec<u8>)> = select
        .query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?)))?
        .collect::<Result<_, _>>()?;
    let mut head: i64 = tx.query_row("SELECT MAX(pos) FROM journal", [], |row| row.get(0))?;
    let mut insert = tx.prepare("INSERT INTO journal VALUES (?, ?, ?, ?, ?)")?;
    for copy in 1..=n_copies {
        for (node, epoch, at_ms, payload) in &rows {
            head += 1;
            let payload = copied_row(payload, copy).context("a row has another shape")?;
            insert.execute(params![node, head, epoch, at_ms, payload])?;
        }
    }
    drop((select, insert));
    tx.commit()?;
    Ok(())
}

/// A row of the journal with the ids of other games: a version, and for each entry its kind, the
/// game, its length and itself.
fn copied_row(row: &[u8], copy: u32) -> Option<Vec<u8>> {
    let mut out = vec![*row.first()?];
    let mut rest = row.get(1..)?;
    while let Some((kind, after)) = rest.split_first() {
        let (id, after) = after.split_first_chunk::<16>()?;
        let n_digits = 1 + after.iter().position(|byte| byte & 0x80 == 0)?;
        let (digits, after) = after.split_at(n_digits);
        let len = digits.iter().rev().fold(0, |sum, digit| sum << 7 | usize::from(digit & 0x7F));
        let (entry, after) = after.split_at_checked(len)?;
        out.push(*kind);
        out.extend(copied(*id, copy));
        out.extend(digits);
        // The first entry of a game says its id once more, as text.
        let text = |id: Id| uuid_text(id).into_bytes();
        out.extend(replaced(entry, &text(*id), &text(copied(*id, copy))));
        rest = after;
    }
    Some(out)
}

/// The id of a copy: another one of the same instant.
fn copied(mut id: Id, copy: u32) -> Id {
    for (byte, other) in id[12..].iter_mut().zip(copy.to_le_bytes()) {
        *byte ^= other;
    }
    id
}

fn code_of(id: Id) -> u64 {
    (u128::from_be_bytes(id) as u64 & (u64::MAX >> 2)) % CODES
}

fn uuid_text(id: Id) -> String {
    let hex = format!("{:032x}", u128::from_be_bytes(id));
    [&hex[..8], &hex[8..12], &hex[12..16], &hex[16..20], &hex[20..]].join("-")
}

fn replaced(bytes: &[u8], from: &[u8], to: &[u8]) -> Vec<u8> {
    let mut out = bytes.to_vec();
    if let Some(at) = bytes.windows(from.len()).position(|it| it == from) {
        out[at..at + to.len()].copy_from_slice(to);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_copy_is_another_game_and_says_so_twice() {
        let id: Id = std::array::from_fn(|n| n as u8);
        let text = uuid_text(id);
        assert_eq!(text, "00010203-0405-0607-0809-0a0b0c0d0e0f");
        let entry = [&[7; 150], text.as_bytes()].concat();
        let mut row = vec![1, 1];
        row.extend(id);
        row.extend([186, 1]);
        row.extend(&entry);

        let copy = copied_row(&row, 3).unwrap();
        let other = copied(id, 3);
        assert_ne!(other, id);
        assert_eq!(copy.len(), row.len());
        assert_eq!(copy[2..18], other);
        assert!(copy.ends_with(uuid_text(other).as_bytes()));
        assert_eq!(copied_row(&copy, 3).unwrap(), row);
        assert_eq!(copied_row(&row[..row.len() - 1], 3), None);
    }
}
