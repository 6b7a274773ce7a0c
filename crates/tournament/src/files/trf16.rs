//! TRF16, the tournament report file of FIDE (the world chess federation), which chess's pairing
//! programs and engines read.
//!
//! ```text
//! 012 Hanoi Open
//! XXR 3
//! 001    1      Nguyen, An                        2100 VIE                         1.5    1     2 w 1     3 b =  0000 - H
//! ```
//! Columns are counted in characters. A cell takes ten: the opponent's number, `w` or `b`, a result.
//! Sente is `w`, who moves first in chess. The columns behind the last round in which anybody has a
//! game say who is not there in rounds to come, as for the engines JaVaFo and bbpPairings.
//! Lines with other codes are those of these engines (`XXR`, `XXS`, `XXZ`, `XXP`, `XXA`, `BBW` and
//! its like) and of the format of 2026 (`142`, `162`, `192`, `240`, `250`, `260`). What a line of
//! another code says is left out, and that is noted.

use komadai_rules::Side;

use self::{
    acceleration::{Meaning, PairingPoints},
    columns::{Columns, without_tabs},
    coming::{ForbiddenPairs, Numbers},
    federations::nation,
    scoring::Values,
};
use crate::{
    CellResult, ENTRIES_MAX, ROUNDS_MAX,
    files::{
        About, File, FileError,
        crosstable::{Cell, CrossTable, Kind, Line, Seat},
        named, plain,
    },
};

mod acceleration;
mod columns;
mod coming;
mod federations;
mod scoring;
mod teams;
mod write;

pub(super) use self::write::write;

/// Where the first round's ten columns begin, with two blanks.
const ROUNDS_AT: usize = 89;

/// Codes of lines that say nothing of what an event is here: numbers that follow from the rest, the
/// name of a system, deputies, how a program has drawn lots, and what it makes its tables from.
const IGNORED: [&str; 11] =
    ["062", "072", "082", "092", "112", "152", "172", "182", "202", "212", "222"];

/// Codes of lines that are read once everybody has a number.
const LATER: [&str; 8] = ["013", "192", "240", "250", "260", "XXA", "XXP", "XXZ"];

/// How many notes are made of lines that are left out.
const NOTES_MAX: usize = 20;

pub(super) fn is_it(text: &str) -> bool {
    text.lines().any(|line| line.starts_with("001 ") || line.starts_with("001\t"))
}

/// A player's line before everybody's number is known.
struct Player {
    at: usize,
    number: u32,
    line: Line,
    columns: Columns,
}

pub(super) fn read(text: &str) -> Result<File, FileError> {
    let mut reading = Reading::default();
    let text = without_tabs(text);
    let lines: Vec<CodedLine<'_>> = (1..).zip(text.lines()).map(CodedLine::new).collect();
    for line in &lines {
        reading.note(line)?;
    }
    reading.number_players()?;
    reading.table.scoring = reading.values.scoring()?;
    for player in std::mem::take(&mut reading.players) {
        let mut line = player.line;
        line.cells = cells(player.at, &player.columns, &reading.numbers, &reading.values)?;
        reading.table.lines.push(line);
    }
    for line in &lines {
        reading.note_byes(line)?;
    }
    reading.note_pairing(&lines)?;
    for line in lines.iter().filter(|line| line.code == "013") {
        teams::read(&mut reading.table, &reading.numbers, (line.at, line.line))?;
    }
    Ok(File { event: reading.table.into_event()?, about: reading.about, notes: reading.notes })
}

/// A line of the file with its number.
struct CodedLine<'t> {
    at: usize,
    line: &'t str,
    code: &'t str,
    /// What stands behind the code, with single blanks.
    rest: String,
}

impl<'t> CodedLine<'t> {
    fn new((at, line): (usize, &'t str)) -> Self {
        let (code, rest) = line.split_at_checked(3).unwrap_or((line, ""));
        Self { at, line, code, rest: plain(rest) }
    }
}

/// What has been read so far.
#[derive(Default)]
struct Reading {
    table: CrossTable,
    about: About,
    players: Vec<Player>,
    values: Values,
    numbers: Numbers,
    /// Whether players are seeded by their places in the file rather than by their numbers.
    is_by_place: bool,
    /// Which lines were left out.
    notes: Vec<String>,
}

impl Reading {
    /// Everything that can be understood without knowing who has which number.
    fn note(
        &mut self,
        &CodedLine { at, line, code, ref rest }: &CodedLine<'_>,
    ) -> Result<(), FileError> {
        let said = || rest.clone();
        let (table, about) = (&mut self.table, &mut self.about);
        match code {
            "001" if self.players.len() >= ENTRIES_MAX => {
                let message = format!("more than {ENTRIES_MAX} players: divide the event");
                return Err(FileError::line(at, message));
            }
            "001" => self.players.push(player(at, line)?),
            "012" => table.name = said(),
            "022" => about.place = said(),
            "032" => about.country = said(),
            "042" => about.first_day = rest.replace('/', "-"),
            "052" => about.last_day = rest.replace('/', "-"),
            "092" if rest.to_ascii_lowercase().replace('-', " ").contains("round robin") => {
                table.kind = Kind::RoundRobin;
            }
            "102" => about.arbiter = said(),
            "122" => about.time_control = said(),
            "132" => about.round_days = days(line),
            "142" | "XXR" => table.n_rounds = n_rounds(at, rest)?,
            "299" => {
                let message = "points that a result has for some only cannot be kept: delete the \
                               line, or give everybody the same";
                return Err(FileError::line(at, message));
            }
            "XXC" => self.is_by_place |= rest.split(' ').any(|word| word == "rank"),
            _ if self.values.read(at, code, rest)? => {}
            _ => self.note_left_out(at, code, line),
        }
        Ok(())
    }

    /// Notes that a line is left out that may mean something to somebody.
    fn note_left_out(&mut self, at: usize, code: &str, line: &str) {
        // `###` begins a comment, and `DDD` the ruler that some programs write above the players.
        let is_known = IGNORED.contains(&code) || LATER.contains(&code);
        let is_silent = is_known || line.trim().is_empty();
        if is_silent || code.starts_with('#') || code == "DDD" || self.notes.len() >= NOTES_MAX {
            return;
        }
        let begins: String = plain(line).chars().take(20).collect();
        let begins = begins.trim_end();
        self.notes.push(format!("line {at}: `{begins}` is left out: it is not known here"));
    }

    fn number_players(&mut self) -> Result<(), FileError> {
        for (index, player) in self.players.iter_mut().enumerate() {
            if self.numbers.insert(player.number, index).is_some() {
                let number = player.number;
                let message = format!("another line has the number {number} too: change one");
                return Err(FileError::line(player.at, message));
            }
            if self.is_by_place {
                player.line.entry.seed = Some(index as u32 + 1);
            }
        }
        Ok(())
    }

    /// Who is not there in rounds to come.
    fn note_byes(&mut self, line: &CodedLine<'_>) -> Result<(), FileError> {
        let said = (line.at, line.rest.as_str());
        match line.code {
            "XXZ" => coming::read_absent(&mut self.table, &self.numbers, &self.values, said),
            "240" => coming::read_byes(&mut self.table, &self.numbers, &self.values, said),
            _ => Ok(()),
        }
    }

    /// Who is not to meet, and points that stand for pairing only.
    fn note_pairing(&mut self, lines: &[CodedLine<'_>]) -> Result<(), FileError> {
        let (n_rounds, n_played) = (self.table.n_rounds_said(), self.table.n_played());
        let numbers = self.by_strength();
        let mut forbidden = ForbiddenPairs::default();
        let mut points = PairingPoints::default();
        for &CodedLine { at, line, code, ref rest } in lines {
            match code {
                "192" => points.read_code(rest),
                "250" => points.read_range(at, rest, &numbers, n_rounds)?,
                "260" => forbidden.read_rounds(&self.numbers, n_played, n_rounds, (at, rest))?,
                "XXA" => points.read_player(at, line)?,
                "XXP" => forbidden.read_always(&self.numbers, (at, rest))?,
                _ => {}
            }
        }
        self.table.forbidden = forbidden.into_vec();
        match points.meaning(&numbers, n_played, n_rounds)? {
            Meaning::Acceleration(rules) => self.table.pairing = rules,
            Meaning::Starts(starts) => {
                self.table.kind = Kind::McMahon;
                for (number, index) in &self.numbers {
                    if let Some(line) = self.table.lines.get_mut(*index) {
                        line.entry.start = Some(starts.get(number).copied().unwrap_or_default());
                    }
                }
            }
        }
        Ok(())
    }

    /// Everybody's numbers in the order of their seeds.
    fn by_strength(&self) -> Vec<u32> {
        let seed = |index: usize| self.table.lines.get(index).and_then(|line| line.entry.seed);
        let mut numbers: Vec<(Option<u32>, u32)> =
            self.numbers.iter().map(|(number, index)| (seed(*index), *number)).collect();
        numbers.sort_unstable();
        numbers.into_iter().map(|(_, number)| number).collect()
    }
}

fn n_rounds(at: usize, text: &str) -> Result<usize, FileError> {
    let max = ROUNDS_MAX as usize;
    text.parse().ok().filter(|n| (1..=max).contains(n)).ok_or_else(|| {
        FileError::line(at, format!("`{text}` is no number of rounds: write 1 to {max}"))
    })
}

/// `132`: a day of eight characters in the columns of each round.
fn days(line: &str) -> Vec<String> {
    let columns = Columns::plainly(line);
    let starts = (ROUNDS_AT + 2..columns.len()).step_by(10);
    let in_columns: Vec<String> = starts.map(|from| columns.get(from, from + 8)).collect();
    let is_one = |text: &String| text.is_empty() || super::day(text).is_some();
    // Some programs write them one after the other, in full.
    let days = if in_columns.iter().all(is_one) && !in_columns.is_empty() {
        in_columns
    } else {
        line.split_whitespace().skip(1).map(str::to_owned).collect()
    };
    let days = days.into_iter();
    days.map(|text| super::day(&text).unwrap_or(text)).collect()
}

fn player(at: usize, line: &str) -> Result<Player, FileError> {
    // Blanks at the end tell nothing.
    let columns = Columns::of(line.trim_end());
    let number = columns.get(4, 8);
    let number = number.parse().map_err(|_| {
        let message = format!("`{number}` in the columns 5 to 8 is no player's number");
        FileError::line(at, message)
    })?;
    let name = columns.get(14, 47);
    if name.is_empty() {
        return Err(FileError::line(at, "there is no name in the columns 15 to 47: write one"));
    }
    let (family, given) = name.split_once(',').unwrap_or((&name, ""));
    let mut entry = named(family, given);
    let rating = columns.get(48, 52);
    if !rating.is_empty() {
        let read = rating.parse::<i32>().map_err(|_| {
            let message = format!("`{rating}` in the columns 49 to 52 is no rating: clear it");
            FileError::line(at, message)
        })?;
        entry.rating = (read != 0).then_some(read);
    }
    entry.nationality = nation(&columns.get(53, 56));
    entry.seed = Some(number);
    let line = Line { at: format!("line {at}"), entry, ..Line::default() };
    Ok(Player { at, number, line, columns })
}

fn cells(
    at: usize,
    columns: &Columns,
    numbers: &Numbers,
    values: &Values,
) -> Result<Vec<Cell>, FileError> {
    let n = columns.len().saturating_sub(ROUNDS_AT).div_ceil(10);
    if n > ROUNDS_MAX as usize {
        return Err(FileError::line(at, format!("more than {ROUNDS_MAX} rounds: leave some out")));
    }
    let cell = |round: usize| {
        let from = ROUNDS_AT + 10 * round;
        let text = [(from, from + 6), (from + 6, from + 8), (from + 8, from + 10)]
            .map(|(from, to)| columns.get(from, to));
        cell(&text, numbers, values).map_err(|message| {
            let column = from + 3;
            FileError::at(format_args!("line {at}, round {} (column {column})", round + 1), message)
        })
    };
    (0..n).map(cell).collect()
}

/// An opponent, a side and a result.
fn cell(
    [opponent, side, result]: &[String; 3],
    numbers: &Numbers,
    values: &Values,
) -> Result<Cell, String> {
    if opponent.is_empty() || opponent.chars().all(|sign| sign == '0') {
        return Ok(match result.to_ascii_uppercase().as_str() {
            "U" | "+" | "1" | "W" => Cell::Bye,
            "F" => Cell::Off(values.of("FPB")),
            "H" | "=" | "D" => Cell::absence(values.of("HPB")),
            "Z" | "-" | "0" | "L" => Cell::Off(values.of("ZPB")),
            "" => Cell::Open,
            _ => return Err(format!("`{result}` is no result without an opponent: write Z")),
        });
    }
    let opponent = opponent.parse().ok().and_then(|number: u32| numbers.get(&number));
    let &opponent = opponent.ok_or("no line has the opponent's number: correct it")?;
    let side = match side.as_str() {
        "w" | "W" => Some(Side::Sente),
        "b" | "B" => Some(Side::Gote),
        "-" | "" => None,
        _ => return Err(format!("`{side}` is no side: write w or b")),
    };
    let result = match result.to_ascii_uppercase().as_str() {
        "1" | "W" => Some(CellResult::Win),
        "0" | "L" => Some(CellResult::Loss),
        "=" | "D" => Some(CellResult::Draw),
        "+" => Some(CellResult::WinByNoShow),
        "-" => Some(CellResult::NoShow),
        "" => None,
        _ => return Err(format!("`{result}` is no result against an opponent: write 1, = or 0")),
    };
    Ok(Cell::Game(Seat { opponent, side, board: 0, odds: None, result }))
}
