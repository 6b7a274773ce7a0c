//! `.h9`, the table from which the European Go Database (EGD) rates; the pairing programs for go
//! write it.
//!
//! ```text
//! ; EV[Hanoi Open]
//! ; PC[VN, Hanoi]
//! ; DT[2026-11-21,2026-11-22]
//! 1 Nguyen An 3d VN Hano 12 2 20 31  2+/b0 3-/w1 0=
//! ```
//! Behind a player's place, name, grade, country and club stand McMahon score, points, SOS and
//! SOSOS, then a cell for each round: the opponent's place, `+`, `-` or `=`, `!` when nobody came
//! to play, and `/b` or `/w` with a handicap. Black moves first there as sente does.

use std::{collections::HashMap, fmt::Write as _};

use komadai_rules::Side;

use crate::{
    CellResult, ENTRIES_MAX, EntryId, Event, Points, ROUNDS_MAX, Row, Standings, Tie,
    files::{
        About, File, FileError,
        crosstable::{Cell, CrossTable, Kind, Line, LineOrder, Seat},
        grade, handicap, handicap_number, named, names, nationality, plain, points, some,
    },
};

/// Stands for a grade, a country or a club that is not known.
const NO_GRADE: &str = "30k";
const NO_COUNTRY: &str = "XX";
const NO_CLUB: &str = "xxxx";

pub(super) fn is_it(text: &str) -> bool {
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    lines.clone().any(|line| line.starts_with(';') && line.contains('['))
        || lines.any(|line| {
            let mut words = line.split_whitespace();
            words.next().is_some_and(|word| word.parse::<u32>().is_ok()) && words.any(is_cell)
        })
}

/// Whether a word begins as a cell does.
fn is_cell(word: &str) -> bool {
    let rest = word.trim_start_matches(|sign: char| sign.is_ascii_digit());
    rest.len() < word.len() && rest.starts_with(['+', '-', '=', '?'])
}

pub(super) fn read(text: &str) -> Result<File, FileError> {
    let mut table = CrossTable::default();
    let mut about = About::default();
    // The place, the score before the rounds, and the cells as they stand there.
    let mut rows: Vec<(usize, Option<Points>, Vec<&str>)> = Vec::new();
    let mut places: Vec<Option<u32>> = Vec::new();
    for (at, line) in (1..).zip(text.lines()) {
        let (line, comment) = line.split_once(';').unwrap_or((line, ""));
        header(comment, &mut table.name, &mut about);
        let words: Vec<&str> = line.split_whitespace().collect();
        if words.is_empty() {
            continue;
        }
        let (place, read, score, cells) = player(at, &words)?;
        if rows.first().is_some_and(|(_, _, first)| first.len() != cells.len()) {
            let message =
                "another number of rounds than before: write 0- for a round without a game";
            return Err(FileError::line(at, message));
        }
        if rows.len() >= ENTRIES_MAX || cells.len() > ROUNDS_MAX as usize {
            let message = format!("{ENTRIES_MAX} players and {ROUNDS_MAX} rounds at most are read");
            return Err(FileError::line(at, message));
        }
        rows.push((at, score, cells));
        places.push(place);
        table.lines.push(read);
    }
    let index_of = index_of(&places);
    for (line, (at, _, cells)) in table.lines.iter_mut().zip(&rows) {
        let cell = |(round, word): (u32, &&str)| {
            cell(word, &index_of).map_err(|message| {
                FileError::at(format_args!("line {at}, round {round}, `{word}`"), message)
            })
        };
        line.cells = (1..).zip(cells).map(cell).collect::<Result<_, _>>()?;
    }
    table.n_rounds = rows.first().map_or(0, |(_, _, cells)| cells.len());
    let n_played = table.n_played();
    for (line, (_, score, _)) in table.lines.iter_mut().zip(&rows) {
        let made = line.cells.iter().map(made).sum();
        line.entry.start = Some(score.map_or(Points::ZERO, |score| score - made));
        // Behind the last game `0-` stands for a round that is still to come.
        let ahead = line.cells.iter_mut().skip(n_played);
        ahead.filter(|cell| **cell == Cell::Off(Points::ZERO)).for_each(|cell| *cell = Cell::Open);
    }
    let is_even = |line: &Line| line.entry.start == Some(Points::ZERO);
    if !table.lines.iter().all(is_even) {
        table.kind = Kind::McMahon;
    }
    Ok(File { about, ..File::of(table.into_event()?) })
}

/// The player meant by a number: the one with that place, or, where some share one and lines have
/// none, the one in that line.
fn index_of(places: &[Option<u32>]) -> HashMap<u32, usize> {
    let by_place: HashMap<u32, usize> =
        places.iter().zip(0..).filter_map(|(place, index)| Some(((*place)?, index))).collect();
    if by_place.len() == places.len() { by_place } else { (1..).zip(0..places.len()).collect() }
}

/// `EV[…]` and its like.
fn header(comment: &str, name: &mut String, about: &mut About) {
    let Some((tag, said)) = comment.split_once('[') else { return };
    let said = plain(said.rsplit_once(']').map_or(said, |(said, _)| said));
    let (first, last) = said.split_once(',').unwrap_or((&said, ""));
    match tag.trim() {
        "EV" => *name = said,
        "PC" => (about.country, about.place) = (plain(first), plain(last)),
        "DT" => (about.first_day, about.last_day) = (plain(first), plain(last)),
        "TM" => about.time_control = said,
        _ => {}
    }
}

type Player<'t> = (Option<u32>, Line, Option<Points>, Vec<&'t str>);

/// What stands before the rounds, and the words of the rounds.
fn player<'t>(at: usize, words: &[&'t str]) -> Result<Player<'t>, FileError> {
    let wrong = |message: &str| FileError::line(at, message);
    let place = words.first().and_then(|word| word.parse().ok());
    let words = if place.is_some() { words.get(1..).unwrap_or_default() } else { words };
    let n_before = words.iter().position(|word| is_cell(word)).unwrap_or(words.len());
    let (before, cells) = words.split_at(n_before);
    // A name comes first, so that nobody is called 3d.
    let graded = before.iter().skip(1).position(|word| grade(word).is_some()).map(|at| at + 1);
    let graded = graded.ok_or_else(|| wrong("there is no grade behind a name: write 30k or 1d"))?;
    let (names, rest) = before.split_at(graded);
    let (family, given) = names.split_first().ok_or_else(|| wrong("there is no name"))?;
    let unspaced = |text: &str| text.replace('_', " ");
    let mut entry = named(&unspaced(family), &unspaced(&given.join(" ")));
    if entry.name.is_empty() {
        return Err(wrong("there is no name before the grade: write one"));
    }
    let (graded, rest) = rest.split_first().ok_or_else(|| wrong("there is no grade"))?;
    entry.grade = grade(graded);
    let n_words = rest.iter().position(|word| points(word).is_some()).unwrap_or(rest.len());
    let (home, scores) = rest.split_at(n_words);
    let (country, club) = home.split_first().map_or(("", [].as_slice()), |(it, rest)| (*it, rest));
    entry.nationality = nationality(country);
    let club = if entry.nationality.is_none() && country != NO_COUNTRY { home } else { club };
    entry.club = some(&unspaced(&club.join(" ")))
        .filter(|club| !["-", "?", "xxx", NO_CLUB].contains(&club.as_str()));
    let line = Line { at: format!("line {at}"), entry, ..Line::default() };
    let score = scores.first().and_then(|score| points(score));
    // What the EGD adds behind the rounds, its own numbers, begins with a bar.
    let cells = cells.iter().take_while(|word| !word.starts_with('|')).copied().collect();
    Ok((place, line, score, cells))
}

fn cell(word: &str, index_of: &HashMap<u32, usize>) -> Result<Cell, String> {
    let wrong = || "write the opponent's place and +, - or =, as in 12+/b0".to_owned();
    let is_played = !word.contains('!');
    let word = word.replace('!', "");
    let at = word.find(|sign: char| !sign.is_ascii_digit()).ok_or_else(wrong)?;
    let (opponent, rest) = word.split_at(at);
    let opponent: u32 = opponent.parse().map_err(|_| wrong())?;
    let (sign, given) = rest.split_once('/').unwrap_or((rest, ""));
    if opponent == 0 {
        return Ok(match sign {
            "+" => Cell::Bye,
            "=" => Cell::Absent,
            "-" => Cell::Off(Points::ZERO),
            _ => return Err("write 0+, 0= or 0- for a round without a game".to_owned()),
        });
    }
    let &opponent =
        index_of.get(&opponent).ok_or("no line has the opponent's place: correct it")?;
    let result = match (sign, is_played) {
        ("+", true) => Some(CellResult::Win),
        ("+", false) => Some(CellResult::WinByNoShow),
        ("-", true) => Some(CellResult::Loss),
        ("-", false) => Some(CellResult::NoShow),
        ("=", _) => Some(CellResult::Draw),
        ("?", _) => None,
        _ => return Err(wrong()),
    };
    let size = given.get(1..).filter(|size| !size.is_empty());
    let side = match given.get(..1) {
        None => None,
        Some("b" | "B") => Some(Side::Sente),
        Some("w" | "W") => Some(Side::Gote),
        Some(_) => return Err("write /b or /w with a handicap behind the result".to_owned()),
    };
    if !given.is_empty() && side.is_none() {
        return Err("write /b or /w with a handicap behind the result".to_owned());
    }
    let odds = size.map(handicap).transpose()?.flatten();
    Ok(Cell::Game(Seat { opponent, side, board: 0, odds, result }))
}

/// What a round has added to the McMahon score.
fn made(cell: &Cell) -> Points {
    match cell {
        Cell::Game(seat) => match seat.result {
            Some(CellResult::Win | CellResult::WinByNoShow) => Points::ONE,
            Some(CellResult::Draw) => Points::HALF,
            _ => Points::ZERO,
        },
        Cell::Bye => Points::ONE,
        Cell::Absent => Points::HALF,
        Cell::Off(points) => *points,
        Cell::Open => Points::ZERO,
    }
}

pub(super) fn write(
    event: &Event,
    standings: &Standings,
    about: &About,
) -> Result<String, FileError> {
    let table = CrossTable::of(event, standings, LineOrder::Place)?;
    // Whatever ranks in this event, the table has these.
    let sums = Event { tiebreaks: Tie::list(&["points", "sos", "sosos"]), ..event.clone() };
    let sums = sums.check()?.standings();
    let sums: HashMap<&EntryId, &Row> =
        sums.rankings.iter().flat_map(|it| &it.rows).map(|row| (&row.entry, row)).collect();
    let tag = |text: &str| plain(&text.replace(['[', ']'], " "));
    let mut text = format!("; EV[{}]\n", tag(&table.name));
    let (country, place) = (tag(&about.country), tag(&about.place));
    let _ = writeln!(text, "; PC[{country}, {place}]");
    let _ = writeln!(text, "; DT[{},{}]", tag(&about.first_day), tag(&about.last_day));
    let _ = writeln!(text, "; HA[h9]\n; KM[0]\n; TM[{}]\n;", tag(&about.time_control));
    text.push_str("; Pl Name Grade Country Club MMS Pts SOS SOSOS Rounds\n");
    let n_published = table.n_published;
    for (number, line) in (1..).zip(&table.lines) {
        let (family, given) = names(&line.entry);
        let grade = line.entry.grade.map_or(NO_GRADE.to_owned(), |grade| grade.to_string());
        let country = line.entry.nationality.as_deref().map_or(NO_COUNTRY.to_owned(), word);
        let club = line.entry.club.as_deref().map_or(NO_CLUB.to_owned(), word);
        let score = line.points + line.entry.start.unwrap_or_default();
        let row = sums.get(&line.entry.id);
        let sum = |at: usize| row.and_then(|row| *row.values.get(at)?).unwrap_or_default();
        let _ = write!(
            text,
            "{number:>4} {:<16} {:<12} {grade:>3} {country:<2} {club:<8} {score:>5} {:>5} {:>6} {:>6} ",
            word(&family),
            word(&given),
            line.points,
            sum(1),
            sum(2),
        );
        for cell in line.cells.iter().take(n_published) {
            let _ = write!(text, " {:<8}", written(&table, cell));
        }
        text.truncate(text.trim_end_matches(' ').len());
        text.push('\n');
    }
    Ok(text)
}

/// One word that has no other meaning there.
fn word(text: &str) -> String {
    let text = plain(&text.replace([';', '|', '_'], " ")).replace(' ', "_");
    let has_meaning = is_cell(&text) || grade(&text).is_some() || points(&text).is_some();
    if text.is_empty() || has_meaning || text == NO_CLUB { format!("_{text}") } else { text }
}

fn written(table: &CrossTable, cell: &Cell) -> String {
    let Cell::Game(seat) = cell else {
        let worth = table.worth(cell).unwrap_or_default();
        let sign = match worth {
            worth if worth >= Points::ONE => '+',
            worth if worth > Points::ZERO => '=',
            _ => '-',
        };
        return format!("0{sign}");
    };
    let sign = match seat.result {
        Some(CellResult::Win) => "+",
        Some(CellResult::Draw) => "=",
        Some(CellResult::Loss) => "-",
        Some(CellResult::WinByNoShow) => "+!",
        Some(CellResult::NoShow) => "-!",
        None => "?",
    };
    let side = match seat.side {
        Some(Side::Sente) => format!("/b{}", handicap_number(seat.odds)),
        Some(Side::Gote) => format!("/w{}", handicap_number(seat.odds)),
        None => String::new(),
    };
    format!("{}{sign}{side}", seat.opponent + 1)
}
