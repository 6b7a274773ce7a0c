//! What is said of rounds to come in lines of its own: who is not there (`XXZ`, `240`), and who is
//! not to meet (`XXP`, `260`).

use std::collections::{BTreeSet, HashMap};

use super::scoring::Values;
use crate::{
    ROUNDS_MAX,
    files::{
        FileError,
        crosstable::{Cell, CrossTable, Forbidden},
    },
};

/// The most pairs that are kept from meeting, counted as often as they are given.
const FORBIDDEN_MAX: usize = 20_000;

/// Players by their numbers.
pub(super) type Numbers = HashMap<u32, usize>;

/// `XXZ`: these are not there in the coming round; what that is worth their own lines may say.
pub(super) fn read_absent(
    table: &mut CrossTable,
    numbers: &Numbers,
    values: &Values,
    (at, rest): (usize, &str),
) -> Result<(), FileError> {
    let round = table.n_played();
    for index in players(numbers, at, words(rest))? {
        put(table, index, round, Cell::Off(values.of("ZPB")));
    }
    Ok(())
}

/// `240`: a kind of bye, a round, and players.
pub(super) fn read_byes(
    table: &mut CrossTable,
    numbers: &Numbers,
    values: &Values,
    (at, rest): (usize, &str),
) -> Result<(), FileError> {
    let mut words = words(rest);
    let cell = match words.next().unwrap_or_default() {
        "F" | "f" => Cell::Off(values.of("FPB")),
        "H" | "h" => Cell::absence(values.of("HPB")),
        "Z" | "z" => Cell::Off(values.of("ZPB")),
        other => {
            let message = format!("`{other}` is no kind of bye: write F, H or Z");
            return Err(FileError::line(at, message));
        }
    };
    let round = round(at, words.next())?;
    for index in players(numbers, at, words)? {
        put(table, index, round as usize - 1, cell.clone());
    }
    Ok(())
}

fn put(table: &mut CrossTable, index: usize, round: usize, cell: Cell) {
    if let Some(line) = table.lines.get_mut(index) {
        line.said.push((round, cell));
    }
}

/// Pairs that do not meet, each once.
#[derive(Default)]
pub(super) struct ForbiddenPairs {
    pairs: BTreeSet<Forbidden>,
    /// How often one has been given, again or not.
    n_given: usize,
}

impl ForbiddenPairs {
    /// `XXP`: none of these players meets another of them.
    pub(super) fn read_always(
        &mut self,
        numbers: &Numbers,
        (at, rest): (usize, &str),
    ) -> Result<(), FileError> {
        let players = players(numbers, at, words(rest))?;
        self.add(at, &players, None)
    }

    /// `260`: the same in the rounds from the first to the last that are given. Those that have
    /// been played no longer matter.
    pub(super) fn read_rounds(
        &mut self,
        numbers: &Numbers,
        n_played: usize,
        n_rounds: usize,
        (at, rest): (usize, &str),
    ) -> Result<(), FileError> {
        let mut words = words(rest);
        let (first, last) = (round(at, words.next())?, round(at, words.next())?);
        let players = players(numbers, at, words)?;
        let (coming, end) = (n_played as u32 + 1, n_rounds as u32);
        if first <= coming && last >= end && coming < end {
            return self.add(at, &players, None);
        }
        (first.max(coming)..=last.min(end))
            .try_for_each(|round| self.add(at, &players, Some(round)))
    }

    fn add(
        &mut self,
        at: usize,
        players: &BTreeSet<usize>,
        round: Option<u32>,
    ) -> Result<(), FileError> {
        self.n_given += players.len() * players.len().saturating_sub(1) / 2;
        if self.n_given > FORBIDDEN_MAX {
            let message =
                format!("more than {FORBIDDEN_MAX} pairs that do not meet: leave some out");
            return Err(FileError::line(at, message));
        }
        for (n, &a) in players.iter().enumerate() {
            let others = players.iter().skip(n + 1);
            self.pairs.extend(others.map(|&b| Forbidden { pair: [a, b], round }));
        }
        Ok(())
    }

    pub(super) fn into_vec(self) -> Vec<Forbidden> {
        self.pairs.into_iter().collect()
    }
}

fn round(at: usize, word: Option<&str>) -> Result<u32, FileError> {
    let word = word.unwrap_or_default();
    word.parse().ok().filter(|round| (1..=ROUNDS_MAX).contains(round)).ok_or_else(|| {
        FileError::line(at, format!("`{word}` is no round: write 1 to {ROUNDS_MAX}"))
    })
}

/// Some programs write commas between them.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split([' ', '\t', ',']).filter(|word| !word.is_empty())
}

/// The lines of the players whose numbers these words are.
fn players<'t>(
    numbers: &Numbers,
    at: usize,
    words: impl Iterator<Item = &'t str>,
) -> Result<BTreeSet<usize>, FileError> {
    let player = |word: &str| {
        let found = word.parse().ok().and_then(|number: u32| numbers.get(&number));
        found.copied().ok_or_else(|| {
            FileError::line(at, format!("no player has the number `{word}`: correct it"))
        })
    };
    words.map(player).collect()
}
