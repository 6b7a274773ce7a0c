//! Sections of teams (`013`): a name of 32 characters, and the numbers of its players in columns of
//! five. Each player is noted to be of that team; the pairing does not look at it.

use std::{collections::BTreeMap, fmt::Write as _};

use super::{columns::Columns, coming::Numbers};
use crate::files::{
    FileError,
    crosstable::{CrossTable, Line},
    plain, some,
};

/// Where the name begins and where it ends.
const NAME: [usize; 2] = [4, 36];

/// Where the first player's number begins.
const PLAYERS_AT: usize = 36;

pub(super) fn read(
    table: &mut CrossTable,
    numbers: &Numbers,
    (at, line): (usize, &str),
) -> Result<(), FileError> {
    let columns = Columns::plainly(line);
    let team = columns.get(NAME[0], NAME[1]);
    for from in (PLAYERS_AT..columns.len()).step_by(5) {
        let number = columns.get(from, from + 5);
        if number.is_empty() {
            continue;
        }
        let found = number.parse().ok().and_then(|number: u32| numbers.get(&number));
        let index = found.ok_or_else(|| {
            let message = format!(
                "no player has the number `{number}` in the columns {} to {}: correct it",
                from + 1,
                from + 5
            );
            FileError::line(at, message)
        })?;
        if let Some(line) = table.lines.get_mut(*index) {
            line.entry.team = some(&team);
        }
    }
    Ok(())
}

pub(super) fn write(text: &mut String, table: &CrossTable) {
    let mut teams: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (number, Line { entry, .. }) in (1..).zip(&table.lines) {
        if let Some(team) = entry.team.as_deref().map(plain).filter(|team| !team.is_empty()) {
            teams.entry(team).or_default().push(number);
        }
    }
    for (team, players) in teams {
        let width = NAME[1] - NAME[0];
        let name: String = team.chars().take(width).collect();
        let _ = write!(text, "013 {name:<width$}");
        players.iter().for_each(|number| _ = write!(text, "{number:>5}"));
        text.push('\n');
    }
}
