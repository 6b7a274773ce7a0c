//! The report of an event.

use std::fmt::Write as _;

use komadai_rules::Side;

use super::{ROUNDS_AT, federations::federation, scoring, teams};
use crate::{
    CellResult, Event, Points, Scoring, Standings,
    files::{
        About, FileError,
        crosstable::{Cell, CrossTable, Forbidden, Kind, Line, LineOrder},
        names, plain,
    },
};

/// The length of a name.
const NAME_MAX: usize = 33;

/// How many players a line `240` has at most.
const PLAYERS_A_LINE: usize = 20;

pub(in crate::files) fn write(
    event: &Event,
    standings: &Standings,
    about: &About,
) -> Result<String, FileError> {
    let table = CrossTable::of(event, standings, LineOrder::Strength)?;
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
    scoring::write(&mut text, &table.scoring);
    // What is announced of the next round, pairing engines want to know.
    let coming = table.n_published;
    let is_known = |line: &Line| line.cells.get(coming).is_some_and(|cell| *cell != Cell::Open);
    let n_written = coming + usize::from(table.lines.iter().any(is_known));
    for (number, line) in (1..).zip(&table.lines) {
        write_line(&mut text, &table, number, line, n_written);
    }
    teams::write(&mut text, &table);
    write_byes(&mut text, &table, n_written);
    write_forbidden(&mut text, &table);
    write_pairing_points(&mut text, &table);
    Ok(text)
}

/// `240`: who is not there in rounds behind the coming one.
fn write_byes(text: &mut String, table: &CrossTable, n_written: usize) {
    for round in n_written..table.n_rounds {
        for kind in ['F', 'H', 'Z'] {
            let is_one = |(_, line): &(usize, &Line)| {
                let cell = line.cells.get(round);
                cell.and_then(|cell| absence_letter(table, cell)) == Some(kind)
            };
            let players: Vec<usize> =
                (1..).zip(&table.lines).filter(is_one).map(|(number, _)| number).collect();
            for some in players.chunks(PLAYERS_A_LINE) {
                let _ = write!(text, "240 {kind} {:03}", round + 1);
                some.iter().for_each(|number| _ = write!(text, " {number:>4}"));
                text.push('\n');
            }
        }
    }
}

/// `XXP`, and `260` where it is for one round only.
fn write_forbidden(text: &mut String, table: &CrossTable) {
    for Forbidden { pair: [a, b], round } in &table.forbidden {
        let (a, b) = (a + 1, b + 1);
        let _ = match round {
            Some(round) => writeln!(text, "260 {round:03} {round:03} {a:>4} {b:>4}"),
            None => writeln!(text, "XXP {a:>4} {b:>4}"),
        };
    }
}

/// `XXA`: the start scores of a McMahon, or what an acceleration gives the upper half.
fn write_pairing_points(text: &mut String, table: &CrossTable) {
    let rules = &table.pairing;
    let n_leading = if rules.accelerated > 0 { rules.n_leading(table.lines.len()) } else { 0 };
    for (number, line) in (1..).zip(&table.lines) {
        let start = line.entry.start.filter(|start| *start != Points::ZERO);
        if start.is_none() && number > n_leading {
            continue;
        }
        let _ = write!(text, "XXA {number:>4}");
        for round in 1..=table.n_rounds as u32 {
            let points = start.unwrap_or_else(|| Points::halves(rules.lead(round)));
            let _ = write!(text, " {:>4.1}", points.as_f64());
        }
        text.push('\n');
    }
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
    // With what the coming round brings without a game, which JaVaFo expects there.
    let ahead = line.cells.get(table.n_published..n_cells).unwrap_or_default();
    let ahead: Points = ahead.iter().filter_map(|cell| table.worth(cell)).sum();
    let points = line.points + ahead;
    let points = [format!("{:.1}", points.as_f64()), points.as_halves().div_euclid(2).to_string()];
    let points = points.iter().find(|points| points.len() <= 4).map_or("", String::as_str);
    let _ = write!(
        text,
        "001 {number:>4}      {name:<NAME_MAX$} {rating:>4} {nation:<3} {:>11} {:>10} {points:>4} {place:>4}",
        "", "",
    );
    for cell in line.cells.iter().take(n_cells) {
        let Cell::Game(seat) = cell else {
            let sign = if *cell == Cell::Bye { Some('U') } else { absence_letter(table, cell) };
            let _ = match sign {
                Some(sign) => write!(text, "  0000 - {sign}"),
                None => write!(text, "{:10}", ""),
            };
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

/// `F`, `H` or `Z` for somebody who is not there, by what that is worth; nothing for others.
fn absence_letter(table: &CrossTable, cell: &Cell) -> Option<char> {
    let Scoring { win, absence, .. } = table.scoring;
    match cell {
        Cell::Absent => Some('H'),
        Cell::Off(points) if *points <= Points::ZERO => Some('Z'),
        Cell::Off(points) if *points >= win => Some('F'),
        // The nearest that there is.
        Cell::Off(points) => Some(if *points >= absence { 'H' } else { 'Z' }),
        Cell::Game(_) | Cell::Bye | Cell::Open => None,
    }
}
