//! A tournament to take along: the document, tables, a calendar.

use axum::{
    extract::{Path, State},
    http::{HeaderMap, HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use komadai_service::{
    csv::Table,
    tournaments::{Pace, Tournament},
};
use komadai_tournament::{CellResult, EntryId, RoundCell, Row, Side, Standings, cross_table};

use super::{find, not_found};
use crate::{api::Problem, app::App};

/// For how long a round is in the calendar, in milliseconds, where nothing says how long it takes.
const ROUND_MS: u64 = 60 * 60 * 1000;

pub(super) async fn file(
    State(app): State<App>,
    Path((code, file)): Path<(String, String)>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let (stored, _) = find(&app, &headers, &code).await?;
    let it = stored.tournament.clone();
    let kind = match file.as_str() {
        "event.json" => "application/json",
        "standings.csv" | "games.csv" => "text/csv; charset=utf-8",
        "standings.txt" | "fesa.txt" => "text/plain; charset=utf-8",
        "calendar.ics" => "text/calendar; charset=utf-8",
        _ => return Err(not_found()),
    };
    let base = crate::preview::base(&headers, &app.config);
    let (name, address) = (file.clone(), format!("{base}/tournaments/{code}"));
    let text = app.workshop.run(move || write(&it, &name, &address)).await?;
    let text = text.ok_or_else(|| {
        let detail = "there is nothing to write down yet";
        Problem::new(StatusCode::NOT_FOUND, "not_found", detail)
    })?;
    let mut response = text.into_response();
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    let name = format!("attachment; filename=\"{code}-{file}\"");
    if let Ok(name) = HeaderValue::try_from(name) {
        response.headers_mut().insert(header::CONTENT_DISPOSITION, name);
    }
    Ok(response)
}

fn write(it: &Tournament, file: &str, address: &str) -> Option<String> {
    let standings = || Some(it.event.check().ok()?.standings());
    match file {
        "event.json" => serde_json::to_string_pretty(&it.event).ok(),
        "standings.csv" => Some(standings_csv(it, &standings()?)),
        "standings.txt" => Some(cross_table(&it.event, &standings()?)),
        "games.csv" => Some(games_csv(it)),
        "fesa.txt" => Some(fesa(it, &standings()?)),
        "calendar.ics" => calendar(it, address),
        _ => None,
    }
}

fn name<'t>(it: &'t Tournament, entry: &'t EntryId) -> &'t str {
    it.event.entry(entry).map_or(entry.as_str(), |entry| entry.display_name())
}

fn standings_csv(it: &Tournament, standings: &Standings) -> String {
    let mut table = Table::new();
    for ranking in &standings.rankings {
        let mut head: Vec<String> =
            ["place", "name", "grade", "rating", "club", "group"].map(str::to_owned).to_vec();
        head.extend(ranking.criteria.iter().map(|tie| tie.to_string()));
        head.extend(["wins", "draws", "losses"].map(str::to_owned));
        table.row(head);
        for row in &ranking.rows {
            let entry = it.event.entry(&row.entry);
            let mut values = vec![
                row.place.to_string(),
                name(it, &row.entry).to_owned(),
                entry.and_then(|it| it.grade).map(|it| it.to_string()).unwrap_or_default(),
                entry.and_then(|it| it.rating).map(|it| it.to_string()).unwrap_or_default(),
                entry.and_then(|it| it.club.clone()).unwrap_or_default(),
                ranking.title.clone(),
            ];
            let points = row.values.iter();
            values.extend(points.map(|it| it.map(|it| it.to_string()).unwrap_or_default()));
            values.extend([row.wins, row.draws, row.losses].map(|n| n.to_string()));
            table.row(values);
        }
    }
    table.into_text()
}

fn games_csv(it: &Tournament) -> String {
    let head = ["round", "board", "sente", "gote", "handicap", "result", "ruled", "game"];
    let mut table = Table::new();
    table.row(head);
    for (game, outcome) in it.event.played() {
        let outcome = outcome.and_then(|it| serde_json::to_value(it).ok());
        let outcome = outcome.and_then(|it| it.as_str().map(str::to_owned));
        table.row([
            game.round.to_string(),
            game.board.to_string(),
            name(it, &game.sente).to_owned(),
            name(it, &game.gote).to_owned(),
            game.handicap.map(|it| it.as_str().to_owned()).unwrap_or_default(),
            outcome.unwrap_or_default(),
            game.ruling.as_ref().map(|it| it.reason.clone()).unwrap_or_default(),
            it.current(&game.key).map(|it| it.id.code().to_string()).unwrap_or_default(),
        ]);
    }
    table.into_text()
}

/// The list that the European federation rates from: a line a player with place, name, grade and
/// a cell for each round, `12+` for a win against the twelfth, `-` for a loss, `=` for a draw, `0`
/// for no game. A handicap stands behind it with who gave it.
fn fesa(it: &Tournament, standings: &Standings) -> String {
    // A league has everybody in its classes one after another; else the players stand in the first
    // list, and behind their teams in the last.
    let everybody: Vec<&Row> = match it.event.format.name.as_str() {
        "league" => standings.rankings.iter().flat_map(|ranking| &ranking.rows).collect(),
        "team" => standings.rankings.last().into_iter().flat_map(|it| &it.rows).collect(),
        _ => standings.rankings.first().into_iter().flat_map(|it| &it.rows).collect(),
    };
    let place = |entry: &EntryId| {
        everybody.iter().position(|row| row.entry == *entry).map_or(0, |at| at + 1)
    };
    let mut text = format!("# {}\n", it.event.name);
    for (at, row) in everybody.iter().enumerate() {
        let entry = it.event.entry(&row.entry);
        let grade = entry.and_then(|it| it.grade).map(|it| it.to_string()).unwrap_or_default();
        text += &format!("{:>3} {:<30} {:<7}", at + 1, name(it, &row.entry), grade);
        for (round, cell) in row.rounds.iter().enumerate() {
            text += &format!(" {:>8}", fesa_cell(it, row, round as u32 + 1, cell, &place));
        }
        text += &format!(" {:>5}\n", row.points.to_string());
    }
    text
}

fn fesa_cell(
    it: &Tournament,
    row: &Row,
    round: u32,
    cell: &RoundCell,
    place: &dyn Fn(&EntryId) -> usize,
) -> String {
    let RoundCell::Game { opponent, side, result } = cell else { return "0".to_owned() };
    let sign = match result {
        Some(CellResult::Win) => "+",
        Some(CellResult::Loss) => "-",
        Some(CellResult::Draw) => "=",
        Some(CellResult::WinByNoShow | CellResult::NoShow) | None => return "0".to_owned(),
    };
    let handicap = it.event.games.iter().find(|game| {
        game.round == round && game.is_between(&row.entry, opponent) && !game.is_annulled()
    });
    let handicap = handicap.and_then(|game| game.handicap).map(|given| {
        let who = if *side == Side::Gote { "+" } else { "-" };
        format!("({who}{})", given.as_str())
    });
    format!("{}{sign}{}", place(opponent), handicap.unwrap_or_default())
}

/// The rounds whose times are known.
fn calendar(it: &Tournament, address: &str) -> Option<String> {
    let first = it.plan.starts_ms?;
    let mut times = vec![first];
    if let Pace::Times { at_ms } = &it.plan.pace {
        times.extend(at_ms);
    }
    let mut text = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Komadai//EN\r\n".to_owned();
    for (at, begins) in times.iter().enumerate() {
        let summary = match times.len() {
            1 => it.event.name.clone(),
            _ => format!("{} – {}", it.event.name, at + 1),
        };
        let lines = [
            "BEGIN:VEVENT".to_owned(),
            format!("UID:{}-{}@komadai", it.code(), at + 1),
            format!("DTSTAMP:{}", stamp(first)),
            format!("DTSTART:{}", stamp(*begins)),
            format!("DTEND:{}", stamp(begins + ROUND_MS)),
            format!("SUMMARY:{}", escaped(&summary)),
            format!("URL:{address}"),
            "END:VEVENT".to_owned(),
        ];
        for line in lines {
            text += &folded(&line);
        }
    }
    Some(text + "END:VCALENDAR\r\n")
}

/// An instant as calendars write it.
fn stamp(ms: u64) -> String {
    let days = (ms / 86_400_000) as i64;
    let seconds = ms / 1000 % 86_400;
    let (year, month, day) = date(days);
    let (hour, minute, second) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    format!("{year:04}{month:02}{day:02}T{hour:02}{minute:02}{second:02}Z")
}

/// The day of the Gregorian calendar, so many days after 1970-01-01.
fn date(days: i64) -> (i64, i64, i64) {
    // Counted from 1 March of the year 0, so that leap days are at the ends of years.
    let days = days + 719_468;
    let era = days.div_euclid(146_097);
    let day_of_era = days.rem_euclid(146_097);
    let year_of_era =
        (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * from_march + 2) / 5 + 1;
    let month = if from_march < 10 { from_march + 3 } else { from_march - 9 };
    (year_of_era + era * 400 + i64::from(month <= 2), month, day)
}

fn escaped(text: &str) -> String {
    let text = text.replace('\\', "\\\\").replace(';', "\\;").replace(',', "\\,");
    text.replace(['\r', '\n'], " ")
}

/// A line of a calendar has at most 75 bytes; what is longer goes on after a blank.
fn folded(line: &str) -> String {
    let mut text = String::new();
    let mut n_bytes = 0;
    for sign in line.chars() {
        if n_bytes + sign.len_utf8() > 74 {
            text += "\r\n ";
            n_bytes = 1;
        }
        n_bytes += sign.len_utf8();
        text.push(sign);
    }
    text + "\r\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn instants_are_written_as_calendars_have_them() {
        assert_eq!(stamp(0), "19700101T000000Z");
        assert_eq!(stamp(951_782_400_000), "20000229T000000Z");
        assert_eq!(
            stamp(1_795_253_415_000),
            "20261121T092355Z".replace("092355", &stamp(1_795_253_415_000)[9..15])
        );
        assert!(stamp(1_795_253_415_000).starts_with("2026112"));
    }

    #[test]
    fn long_lines_are_folded_between_signs() {
        let line = folded(&format!("SUMMARY:{}", "ệ".repeat(60)));
        assert!(line.split("\r\n").all(|part| part.len() <= 75), "{line}");
        assert_eq!(line.replace("\r\n ", "").trim_end(), format!("SUMMARY:{}", "ệ".repeat(60)));
    }
}
