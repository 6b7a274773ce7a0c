//! Standings as plain text: a cross table for a terminal or a sheet of paper.

use std::{collections::HashMap, fmt::Write as _};

use komadai_rules::Side;

use crate::{CellResult, EntryId, Event, Match, Ranking, RoundCell, Row, Standings, prizes::Award};

/// Every ranking as a cross table, then the matches.
///
/// A round is the number of the opponent's line and `+` `=` `-`; `!` after it when one of them
/// did not come, `?` when it is being played. `s` and `g` are one's side. A match of several games
/// has its points in place of a side.
///
/// ```
/// use komadai_tournament::{Event, cross_table};
///
/// let event = Event::read(
///     r#"{
///         "format": { "t": "round_robin" },
///         "entries": [{ "id": "an" }, { "id": "binh" }],
///         "games": [{ "round": 1, "sente": "an", "gote": "binh", "result": "sente" }]
///     }"#,
/// )?;
/// let table = cross_table(&event, &event.check()?.standings());
/// assert!(table.contains("2+s"), "{table}");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn cross_table(event: &Event, standings: &Standings) -> String {
    let names: HashMap<&EntryId, &str> =
        event.entries.iter().map(|entry| (&entry.id, entry.display_name())).collect();
    let mut text = String::new();
    for ranking in &standings.rankings {
        if !ranking.title.is_empty() {
            let _ = writeln!(text, "{}", ranking.title);
        }
        write_table(&mut text, &lines(ranking, &names));
        text.push('\n');
    }
    if !standings.matches.is_empty() {
        write_table(&mut text, &matches(&standings.matches, &names));
    }
    if !standings.prizes.is_empty() {
        if !standings.matches.is_empty() {
            text.push('\n');
        }
        write_table(&mut text, &prizes(event, &standings.prizes, &names));
    }
    text
}

type Names<'e> = HashMap<&'e EntryId, &'e str>;

fn name<'a>(names: &Names<'a>, id: &'a EntryId) -> &'a str {
    names.get(id).copied().unwrap_or(id.as_str())
}

/// A name as it may stand in a line.
fn plain(name: &str) -> String {
    name.replace(char::is_control, " ")
}

fn lines(ranking: &Ranking, names: &Names<'_>) -> Vec<Vec<String>> {
    let numbers: HashMap<&EntryId, usize> =
        ranking.rows.iter().enumerate().map(|(n, row)| (&row.entry, n + 1)).collect();
    let n_rounds = ranking.rows.iter().map(|row| row.rounds.len()).max().unwrap_or(0);
    let mut head = vec!["Nr".to_owned(), "Pl".to_owned(), "Name".to_owned()];
    head.extend((1..=n_rounds).map(|round| round.to_string()));
    if ranking.criteria.is_empty() {
        head.push("Pts".to_owned());
    }
    head.extend(ranking.criteria.iter().map(|tie| tie.get().label().to_owned()));
    let mut lines = vec![head];
    for (n, row) in ranking.rows.iter().enumerate() {
        lines.push(line(n + 1, row, n_rounds, ranking, names, &numbers));
    }
    lines
}

fn line(
    number: usize,
    row: &Row,
    n_rounds: usize,
    ranking: &Ranking,
    names: &Names<'_>,
    numbers: &HashMap<&EntryId, usize>,
) -> Vec<String> {
    let mut said: Vec<String> = row.remark.map(|remark| remark.to_string()).into_iter().collect();
    if let (Some(word), Some(stage)) = (said.first_mut(), &row.to) {
        *word = format!("{word} to {}", plain(stage));
    }
    said.extend(row.by.map(|by| by.to_string()));
    let remark = if said.is_empty() { String::new() } else { format!(" ({})", said.join(", ")) };
    let named = format!("{}{remark}", plain(name(names, &row.entry)));
    let mut line = vec![number.to_string(), row.place.to_string(), named];
    let blank = String::new;
    line.extend(
        (0..n_rounds).map(|round| row.rounds.get(round).map_or_else(blank, |c| cell(c, numbers))),
    );
    if ranking.criteria.is_empty() {
        line.push(row.points.to_string());
    }
    line.extend(row.values.iter().map(|value| value.map_or("-".to_owned(), |v| v.to_string())));
    line
}

fn cell(cell: &RoundCell, numbers: &HashMap<&EntryId, usize>) -> String {
    match cell {
        RoundCell::Game { opponent, side, result } => {
            let number = numbers.get(opponent).copied().unwrap_or(0);
            let result = match result {
                None => "?",
                Some(CellResult::Win) => "+",
                Some(CellResult::Draw) => "=",
                Some(CellResult::Loss) => "-",
                Some(CellResult::WinByNoShow) => "+!",
                Some(CellResult::NoShow) => "-!",
            };
            let side = if *side == Side::Sente { "s" } else { "g" };
            format!("{number}{result}{side}")
        }
        RoundCell::Match { opponent, points, against, won } => {
            let number = numbers.get(opponent).copied().unwrap_or(0);
            let result = match won {
                None => "?",
                Some(true) => "+",
                Some(false) => "-",
            };
            format!("{number}{result}{points}:{against}")
        }
        RoundCell::Pass => "pass".to_owned(),
        RoundCell::Bye => "bye".to_owned(),
        RoundCell::Absent { points: None } => "absent".to_owned(),
        RoundCell::Absent { points: Some(points) } => format!("absent={points}"),
        RoundCell::Missed { points: None } => "late".to_owned(),
        RoundCell::Missed { points: Some(points) } => format!("late={points}"),
        RoundCell::Out => "-".to_owned(),
        RoundCell::Rest => "rest".to_owned(),
    }
}

fn prizes(event: &Event, awards: &[Award], names: &Names<'_>) -> Vec<Vec<String>> {
    let mut lines = vec![["Prize", "Pl", "", "Name"].map(str::to_owned).to_vec()];
    for award in awards {
        let Some(category) = event.prizes.categories.get(award.category) else { continue };
        let of: Vec<String> = award.entries.iter().map(|id| plain(name(names, id))).collect();
        let prize = plain(&category.shared(award));
        lines.push(vec![plain(&category.name), award.places(), prize, of.join(", ")]);
    }
    lines
}

fn matches(matches: &[Match], names: &Names<'_>) -> Vec<Vec<String>> {
    let mut lines = vec![["Round", "Match", "", "Score", "", "Winner"].map(str::to_owned).to_vec()];
    for match_ in matches {
        let seat = |id: &Option<EntryId>| {
            id.as_ref().map_or(if match_.walkover { "–" } else { "?" }.to_owned(), |id| {
                plain(name(names, id))
            })
        };
        let label = if match_.label.is_empty() { &match_.slot } else { &match_.label };
        let score = if match_.walkover {
            "walkover".to_owned()
        } else {
            format!("{}–{}", match_.a_points, match_.b_points)
        };
        let winner = match_.winner.as_ref().map_or_else(String::new, |id| plain(name(names, id)));
        lines.push(vec![
            match_.round.to_string(),
            label.clone(),
            seat(&match_.a),
            score,
            seat(&match_.b),
            winner,
        ]);
    }
    lines
}

/// Columns as wide as their widest cell; numbers to the right, words to the left.
fn write_table(text: &mut String, lines: &[Vec<String>]) {
    let n_columns = lines.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| {
        lines
            .iter()
            .filter_map(|line| line.get(column))
            .map(|cell| width_of(cell))
            .max()
            .unwrap_or(0)
    };
    let widths: Vec<usize> = (0..n_columns).map(width).collect();
    for line in lines {
        let mut shown = String::new();
        for (cell, width) in line.iter().zip(&widths) {
            let pad = " ".repeat(width.saturating_sub(width_of(cell)));
            let is_number = cell.starts_with(|c: char| c.is_ascii_digit() || c == '-')
                || cell == "Nr"
                || cell == "Pl";
            let _ = if is_number {
                write!(shown, "{pad}{cell}  ")
            } else {
                write!(shown, "{cell}{pad}  ")
            };
        }
        text.push_str(shown.trim_end());
        text.push('\n');
    }
}

/// How many columns of a terminal it takes: kanji, kana, hangul and pictures take two, accents
/// that stand alone none.
fn width_of(text: &str) -> usize {
    let columns = |sign: char| match sign {
        '\u{300}'..='\u{36f}' | '\u{200b}'..='\u{200f}' | '\u{fe00}'..='\u{fe0f}' => 0,
        '\u{1100}'..='\u{115f}'
        | '\u{2e80}'..='\u{a4cf}'
        | '\u{ac00}'..='\u{d7a3}'
        | '\u{f900}'..='\u{faff}'
        | '\u{fe30}'..='\u{fe6f}'
        | '\u{ff00}'..='\u{ff60}'
        | '\u{ffe0}'..='\u{ffe6}'
        | '\u{1f300}'..='\u{1faff}'
        | '\u{20000}'..='\u{3fffd}' => 2,
        _ => 1,
    };
    text.chars().map(columns).sum()
}
