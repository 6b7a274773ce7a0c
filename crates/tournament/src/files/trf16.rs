//! TRF16, the tournament report file of FIDE (the world chess federation), which chess's pairing
//! programs and engines read.
//!
//! ```text
//! 012 Hanoi Open
//! XXR 3
//! 001    1      Nguyen, An                        2100 VIE                         1.5    1     2 w 1     3 b =  0000 - H
//! ```
//! Columns are counted in characters. A cell takes ten: the opponent's number, `w` or `b`, a result.
//! Sente is `w`, who moves first in chess. `XXA`, which pairing engines know from accelerated
//! events, has the start scores of a McMahon.

use std::{collections::HashMap, fmt::Write as _};

use komadai_rules::Side;

use crate::{
    CellResult, ENTRIES_MAX, Event, Points, ROUNDS_MAX, Standings,
    files::{
        About, File, FileError,
        crosstable::{Cell, CrossTable, Kind, Line, Order, Seat},
        named, names, plain, points, some,
    },
};

/// Where the first round's ten columns begin, with two blanks.
const ROUNDS_AT: usize = 89;

/// The length of a name.
const NAME_MAX: usize = 33;

pub(super) fn is_it(text: &str) -> bool {
    text.lines().any(|line| line.starts_with("001 "))
}

/// Characters by their columns, counted from 0.
struct Columns(Vec<char>);

impl Columns {
    fn get(&self, from: usize, to: usize) -> String {
        let to = to.min(self.0.len());
        self.0.get(from..to).unwrap_or_default().iter().collect::<String>().trim().to_owned()
    }
}

/// A player's line before everybody's number is known.
struct Player {
    at: usize,
    number: u32,
    line: Line,
    columns: Columns,
}

pub(super) fn read(text: &str) -> Result<File, FileError> {
    let mut table = CrossTable { bye: Points::ONE, absence: Points::HALF, ..CrossTable::default() };
    let mut about = About::default();
    let mut players: Vec<Player> = Vec::new();
    let mut starts: HashMap<u32, Points> = HashMap::new();
    for (at, line) in (1..).zip(text.lines()) {
        let (code, rest) = line.split_at_checked(3).unwrap_or((line, ""));
        let rest = plain(rest);
        match code {
            "001" => players.push(player(at, line)?),
            "012" => table.name = rest,
            "022" => about.place = rest,
            "032" => about.country = rest,
            "042" => about.first_day = rest.replace('/', "-"),
            "052" => about.last_day = rest.replace('/', "-"),
            "092" if rest.to_ascii_lowercase().replace('-', " ").contains("round robin") => {
                table.kind = Kind::RoundRobin;
            }
            "102" => about.arbiter = rest,
            "122" => about.time_control = rest,
            "132" => about.round_days = days(line),
            "XXR" => table.n_rounds = n_rounds(at, &rest)?,
            "XXA" => starts.extend(start(at, &rest)?),
            _ => {}
        }
        if players.len() > ENTRIES_MAX {
            let message = format!("more than {ENTRIES_MAX} players: divide the event");
            return Err(FileError::line(at, message));
        }
    }
    if starts.values().any(|start| *start != Points::ZERO) {
        table.kind = Kind::McMahon;
    }
    let mut index_of = HashMap::new();
    for (index, player) in players.iter().enumerate() {
        if index_of.insert(player.number, index).is_some() {
            let message = format!("another line has the number {} too: change one", player.number);
            return Err(FileError::line(player.at, message));
        }
    }
    for player in players {
        let mut line = player.line;
        line.entry.start = Some(starts.get(&player.number).copied().unwrap_or_default());
        line.cells = cells(player.at, &player.columns, &index_of)?;
        table.lines.push(line);
    }
    Ok(File { event: table.into_event()?, about })
}

fn n_rounds(at: usize, text: &str) -> Result<usize, FileError> {
    let max = ROUNDS_MAX as usize;
    text.parse().ok().filter(|n| (1..=max).contains(n)).ok_or_else(|| {
        FileError::line(at, format!("`{text}` is no number of rounds: write 1 to {max}"))
    })
}

/// The number and the start score of a line `XXA`: points that stand in every round. Those that
/// change from round to round are another thing and are left out.
fn start(at: usize, text: &str) -> Result<Option<(u32, Points)>, FileError> {
    let mut words = text.split(' ');
    let number = words.next().and_then(|word| word.parse::<u32>().ok());
    let each: Option<Vec<Points>> = words.map(points).collect();
    let (Some(number), Some(each)) = (number, each) else {
        let message = "write `XXA`, a player's number, and points for every round";
        return Err(FileError::line(at, message));
    };
    let Some(first) = each.first().copied() else { return Ok(None) };
    Ok(each.iter().all(|points| *points == first).then_some((number, first)))
}

/// `132`: a day of eight characters in the columns of each round.
fn days(line: &str) -> Vec<String> {
    let columns = Columns(line.chars().collect());
    let starts = (ROUNDS_AT + 2..columns.0.len()).step_by(10);
    let day = |from| columns.get(from, from + 8).replace('/', "-");
    // The century is left out there.
    starts.map(day).map(|day| if day.len() == 8 { format!("20{day}") } else { day }).collect()
}

fn player(at: usize, line: &str) -> Result<Player, FileError> {
    // Blanks at the end tell nothing.
    let columns = Columns(line.trim_end().chars().collect());
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
    index_of: &HashMap<u32, usize>,
) -> Result<Vec<Cell>, FileError> {
    let n = columns.0.len().saturating_sub(ROUNDS_AT).div_ceil(10);
    if n > ROUNDS_MAX as usize {
        return Err(FileError::line(at, format!("more than {ROUNDS_MAX} rounds: leave some out")));
    }
    let cell = |round: usize| {
        let from = ROUNDS_AT + 10 * round;
        let text = [(from, from + 6), (from + 6, from + 8), (from + 8, from + 10)]
            .map(|(from, to)| columns.get(from, to));
        cell(&text, index_of).map_err(|message| {
            let column = from + 3;
            FileError::at(format_args!("line {at}, round {} (column {column})", round + 1), message)
        })
    };
    (0..n).map(cell).collect()
}

/// An opponent, a side and a result.
fn cell(
    [opponent, side, result]: &[String; 3],
    index_of: &HashMap<u32, usize>,
) -> Result<Cell, String> {
    if opponent.is_empty() || opponent.chars().all(|sign| sign == '0') {
        return Ok(match result.to_ascii_uppercase().as_str() {
            "F" | "U" | "+" | "1" | "W" => Cell::Bye,
            "H" | "=" | "D" => Cell::Off(Points::HALF),
            "Z" | "-" | "0" | "L" => Cell::Off(Points::ZERO),
            "" => Cell::Open,
            _ => return Err(format!("`{result}` is no result without an opponent: write Z")),
        });
    }
    let opponent = opponent.parse().ok().and_then(|number: u32| index_of.get(&number));
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

pub(super) fn write(
    event: &Event,
    standings: &Standings,
    about: &About,
) -> Result<String, FileError> {
    let table = CrossTable::of(event, standings, Order::Strength)?;
    let mut text = String::new();
    let mut put = |code: &str, said: &str| {
        let said = plain(said);
        if !said.is_empty() {
            let _ = writeln!(text, "{code} {said}");
        }
    };
    let kind = match table.kind {
        Kind::Swiss => "Individual: Swiss-System",
        Kind::McMahon => "Individual: McMahon",
        Kind::RoundRobin => "Individual: Round-Robin",
    };
    put("012", &table.name);
    put("022", &about.place);
    put("032", &about.country);
    put("042", &about.first_day.replace('-', "/"));
    put("052", &about.last_day.replace('-', "/"));
    put("062", &table.lines.len().to_string());
    let n_rated = table.lines.iter().filter(|line| line.entry.rating.is_some()).count();
    put("072", &n_rated.to_string());
    put("082", "0");
    put("092", kind);
    put("102", &about.arbiter);
    put("122", &about.time_control);
    if !about.round_days.is_empty() {
        let _ = write!(text, "{:ROUNDS_AT$}", "132");
        for day in &about.round_days {
            let day = plain(day).replace('-', "/");
            let _ = write!(text, "  {:8}", day.strip_prefix("20").unwrap_or(&day));
        }
        text.push('\n');
    }
    let _ = writeln!(text, "XXR {}", table.n_rounds);
    // What is announced of the next round, pairing engines want to know.
    let n_published = table.n_published();
    let is_off = |line: &Line| matches!(line.cells.get(n_published), Some(Cell::Off(_)));
    let n_written = n_published + usize::from(table.lines.iter().any(is_off));
    for (number, line) in (1..).zip(&table.lines) {
        write_line(&mut text, &table, number, line, n_written);
    }
    for (number, line) in (1..).zip(&table.lines) {
        let start = line.entry.start.filter(|start| *start != Points::ZERO);
        if let Some(start) = start {
            let each = format!(" {:>4.1}", start.as_f64()).repeat(table.n_rounds);
            let _ = writeln!(text, "XXA {number:>4}{each}");
        }
    }
    Ok(text)
}

fn write_line(text: &mut String, table: &CrossTable, number: usize, line: &Line, n_cells: usize) {
    let (family, given) = names(&line.entry);
    let name = if given.is_empty() { family } else { format!("{family}, {given}") };
    let name: String = name.chars().take(NAME_MAX).collect();
    let rating =
        line.entry.rating.map_or(String::new(), |rating| rating.clamp(0, 9_999).to_string());
    let nation = line.entry.nationality.as_deref().map_or("", federation);
    let nation: String = plain(nation).chars().take(3).collect();
    let place = line.place;
    let points =
        [format!("{:.1}", line.points.as_f64()), line.points.as_halves().div_euclid(2).to_string()];
    let points = points.iter().find(|points| points.len() <= 4).map_or("", String::as_str);
    let _ = write!(
        text,
        "001 {number:>4}      {name:<NAME_MAX$} {rating:>4} {nation:<3} {:>11} {:>10} {points:>4} {place:>4}",
        "", "",
    );
    for cell in line.cells.iter().take(n_cells) {
        let Cell::Game(seat) = cell else {
            let worth = table.worth(cell).unwrap_or_default();
            let sign = match cell {
                Cell::Open => ' ',
                Cell::Bye if worth >= Points::ONE => 'U',
                _ if worth >= Points::ONE => 'F',
                _ if worth > Points::ZERO => 'H',
                _ => 'Z',
            };
            let _ = write!(text, "  {} {sign}", if sign == ' ' { "      " } else { "0000 -" });
            continue;
        };
        let side = match seat.side {
            Some(Side::Sente) => 'w',
            Some(Side::Gote) => 'b',
            None => '-',
        };
        let result = match seat.result {
            Some(CellResult::Win) => '1',
            Some(CellResult::Draw) => '=',
            Some(CellResult::Loss) => '0',
            Some(CellResult::WinByNoShow) => '+',
            Some(CellResult::NoShow) => '-',
            None => ' ',
        };
        let _ = write!(text, "  {:>4} {side} {result}", seat.opponent + 1);
    }
    text.push('\n');
}

/// FIDE's letters for a federation, and ISO 3166's for its country.
const FEDERATIONS: &str = "ALB AL ALG DZ AND AD ANG AO ARG AR ARM AM AUS AU AUT AT AZE AZ BAN BD \
    BEL BE BIH BA BLR BY BOL BO BRA BR BUL BG CAM KH CAN CA CHI CL CHN CN COL CO CRC CR CRO HR \
    CUB CU CYP CY CZE CZ DEN DK DOM DO ECU EC EGY EG ENG GB SCO GB WLS GB ESP ES EST EE FAI FO \
    FIN FI FRA FR GEO GE GER DE GRE GR GUA GT HKG HK HUN HU INA ID IND IN IRI IR IRL IE ISL IS \
    ISR IL ITA IT JPN JP KAZ KZ KGZ KG KOR KR KOS XK LAO LA LAT LV LIE LI LTU LT LUX LU MAC MO \
    MAR MA MAS MY MDA MD MEX MX MGL MN MKD MK MLT MT MNC MC MNE ME MYA MM NED NL NEP NP NGR NG \
    NOR NO NZL NZ PAK PK PAN PA PAR PY PER PE PHI PH POL PL POR PT PUR PR ROU RO RSA ZA RUS RU \
    SGP SG SLO SI SMR SM SRB RS SRI LK SUI CH SVK SK SWE SE SYR SY THA TH TPE TW TUN TN TUR TR \
    UAE AE UKR UA URU UY USA US UZB UZ VEN VE VIE VN";

fn federations() -> impl Iterator<Item = (&'static str, &'static str)> {
    let words: Vec<&str> = FEDERATIONS.split_whitespace().collect();
    words
        .chunks_exact(2)
        .filter_map(|pair| Some((*pair.first()?, *pair.get(1)?)))
        .collect::<Vec<_>>()
        .into_iter()
}

/// The federation of a country; the country's own letters where it is not known.
fn federation(nation: &str) -> &str {
    federations().find(|(_, two)| *two == nation).map_or(nation, |(three, _)| three)
}

/// The country of a federation.
fn nation(text: &str) -> Option<String> {
    let text = some(text)?.to_ascii_uppercase();
    let known = federations().find(|(three, _)| *three == text);
    known.map(|(_, two)| two.to_owned()).or_else(|| super::nationality(&text))
}
