//! A tournament's downloads: the document, tables, a calendar.

use std::collections::HashMap;

use axum::{
    body::Bytes,
    extract::{Path, State},
    http::{HeaderMap, header},
};
use jiff::Timestamp;
use komadai_game::TimeControl;
use komadai_protocol::RefusalCode;
use komadai_service::{csv::Table, tournaments::Tournament};
use komadai_tournament::{
    EntryId, Game, RoundSchedule, Standings, cross_table,
    files::{About, ProgramFile},
};
use serde_json::Value;

use super::{CHEAP_GAMES_MAX, fesa, find, not_found};
use crate::{
    app::App,
    blocking_pool::{Deadline, Lane, NotDone},
    http::{
        answer::{self, Download, Kind},
        extract::MaybeMember,
        peer::Peer,
        problem::Problem,
    },
    tournament_cache::TournamentAnswer,
};

/// So many moves of each player are reckoned for a round, with what the clock gives for a move; of
/// byoyomi a third of it is taken.
const MOVES: u64 = 60;

/// Calendars go by quarters of an hour.
const QUARTER_MS: u64 = 15 * 60 * 1_000;

/// What each player has, in milliseconds, and has more with every move.
fn time(clock: &TimeControl) -> (u64, u64) {
    match clock {
        TimeControl::Byoyomi(it) => (it.main_ms.into(), u64::from(it.byoyomi_ms) / 3),
        TimeControl::Consideration(it) => {
            let considered_ms = u64::from(it.periods) * u64::from(it.period_ms);
            (u64::from(it.main_ms) + considered_ms, u64::from(it.byoyomi_ms) / 3)
        }
        TimeControl::Fischer(it) => (it.main_ms.into(), it.increment_ms.into()),
        TimeControl::SuddenDeath(it) => (it.main_ms.into(), 0),
        TimeControl::Stopwatch(it) => (u64::from(it.main_minutes) * 60_000, 0),
        TimeControl::Untimed(_) | TimeControl::Correspondence(_) => (30 * 60_000, 0),
    }
}

/// For how long a round is in the calendar, in milliseconds, if both use all their time.
fn round_ms(clock: &TimeControl) -> u64 {
    let (main_ms, each_ms) = time(clock);
    (2 * (main_ms + MOVES * each_ms)).next_multiple_of(QUARTER_MS).max(QUARTER_MS)
}

/// When what begins as the nth is over: an arena when its time is up, a round when all have used
/// their time, at the latest when the next one begins, and where only the first has a time all of
/// them.
fn end_ms(it: &Tournament, times: &[u64], nth: usize) -> u64 {
    let begins = times.get(nth).copied().unwrap_or_default();
    if it.players_come_and_go() {
        let duration = it.event.format.settings.get("duration_ms").and_then(Value::as_u64);
        return begins.saturating_add(duration.unwrap_or(QUARTER_MS));
    }
    let round_ms = round_ms(&it.plan.control());
    let lasts = match (times.len(), &it.plan.schedule) {
        (1, schedule) => {
            let rounds = it.event.check().ok().and_then(|checked| checked.n_rounds()).unwrap_or(1);
            let gap = if let RoundSchedule::Gap { ms } = schedule { *ms } else { 0 };
            let n_gaps = u64::from(rounds.max(1)) - 1;
            round_ms.saturating_mul(n_gaps + 1).saturating_add(gap.saturating_mul(n_gaps))
        }
        _ => round_ms,
    };
    let next = times.get(nth + 1).copied().unwrap_or(u64::MAX);
    begins.saturating_add(lasts).min(next.max(begins))
}

/// What a tournament may be downloaded as.
#[derive(Debug)]
pub(super) struct TournamentFile;

impl Kind for TournamentFile {
    fn files() -> Vec<(String, String)> {
        answer::files([
            ("event.json", "application/json"),
            ("standings.csv", "text/csv"),
            ("games.csv", "text/csv"),
            ("prizes.csv", "text/csv"),
            ("standings.txt", "text/plain"),
            ("turnering.txt", "text/plain"),
            ("event.trf", "text/plain"),
            ("opengotha.xml", "application/xml"),
            ("event.h9", "text/plain"),
            ("calendar.ics", "text/calendar"),
        ])
    }
}

/// A download.
#[derive(Clone, Copy, Debug)]
struct FileKind {
    name: &'static str,
    content_type: &'static str,
}

impl FileKind {
    const ALL: [(&'static str, &'static str); 10] = [
        ("event.json", "application/json"),
        ("standings.csv", "text/csv; charset=utf-8"),
        ("standings.txt", "text/plain; charset=utf-8"),
        ("games.csv", "text/csv; charset=utf-8"),
        ("prizes.csv", "text/csv; charset=utf-8"),
        ("turnering.txt", "text/plain; charset=iso-8859-1"),
        ("calendar.ics", "text/calendar; charset=utf-8"),
        ("event.trf", "text/plain; charset=utf-8"),
        ("event.h9", "text/plain; charset=utf-8"),
        ("opengotha.xml", "application/xml; charset=utf-8"),
    ];

    fn from_name(name: &str) -> Option<Self> {
        // The older name of the same.
        let name = if name == "fesa.txt" { "turnering.txt" } else { name };
        let found = Self::ALL.into_iter().find(|(it, _)| *it == name);
        found.map(|(name, content_type)| Self { name, content_type })
    }
}

/// A download that was not written.
#[derive(Clone, Debug)]
enum Unwritten {
    /// There is none, and why.
    Nothing(String),
    /// It took too long, or nobody waits for it any more.
    TooLong,
}

impl From<Unwritten> for Problem {
    fn from(unwritten: Unwritten) -> Self {
        match unwritten {
            Unwritten::Nothing(detail) => Self::new(RefusalCode::NotFound, detail),
            Unwritten::TooLong => NotDone::Busy.into(),
        }
    }
}

pub(super) async fn file(
    State(app): State<App>,
    peer: Peer,
    MaybeMember(member): MaybeMember,
    Path((code, file)): Path<(String, String)>,
    headers: HeaderMap,
) -> Result<Download<TournamentFile>, Problem> {
    let stored = find(&app, member.as_ref(), &code).await?;
    let asked = FileKind::from_name(&file).ok_or_else(not_found)?;
    let base = crate::preview::base(&headers, &app.config);
    let (it, address) = (stored.tournament.clone(), format!("{base}/tournaments/{code}"));
    let is_large = it.event.games.len() > CHEAP_GAMES_MAX;
    let lane = if is_large { Lane::Dear } else { Lane::Cheap };
    let pool = &app.blocking_pool;
    let write = async move {
        let write =
            move |deadline: &Deadline| write(&it, asked.name, &address, &|| deadline.is_over());
        Ok::<_, Problem>(Bytes::from(pool.run(lane, peer, write).await??))
    };
    // A calendar depends on who asks where.
    let bytes = if is_large && asked.name != "calendar.ics" {
        app.tournament_cache.get_or_make(TournamentAnswer::of(&stored, asked.name), write).await?
    } else {
        write.await?
    };
    let name = format!("attachment; filename=\"{code}-{file}\"");
    let kind = asked.content_type;
    Ok(Download::new((
        [(header::CONTENT_TYPE, kind)],
        [(header::CONTENT_DISPOSITION, name)],
        bytes,
    )))
}

/// The file, or why there is none.
fn write(
    it: &Tournament,
    file: &str,
    address: &str,
    is_over: &dyn Fn() -> bool,
) -> Result<Vec<u8>, Unwritten> {
    let nothing = || Unwritten::Nothing("there is nothing to export yet".to_owned());
    let standings = || it.event.check().map(|checked| checked.standings()).map_err(|_| nothing());
    let of_program = |kind| of_program(it, kind, &standings()?).map_err(Unwritten::Nothing);
    let text = match file {
        "turnering.txt" => {
            let file = fesa::file(&it.event, &it.plan, &standings()?, is_over);
            return file.ok_or(Unwritten::TooLong);
        }
        "event.json" => serde_json::to_string_pretty(&it.event).ok(),
        "standings.csv" => Some(standings_csv(it, &standings()?)),
        "standings.txt" => Some(cross_table(&it.event, &standings()?)),
        "event.trf" => Some(of_program("trf16")?),
        "opengotha.xml" => Some(of_program("opengotha")?),
        "event.h9" => Some(of_program("h9")?),
        "games.csv" => Some(games_csv(it)),
        "prizes.csv" => Some(prizes_csv(it, &standings()?)),
        "calendar.ics" => calendar(it, address),
        _ => None,
    };
    text.map(String::into_bytes).ok_or_else(nothing)
}

/// The file of another pairing program, or why that has no place for the event.
fn of_program(it: &Tournament, kind: &str, standings: &Standings) -> Result<String, String> {
    let (first_day, last_day) = fesa::days(&it.event, &it.plan)
        .map(|(first, last)| (first.to_string(), last.to_string()))
        .unwrap_or_default();
    // The database of go counts in minutes.
    let time_control = match kind {
        "h9" => (time(&it.plan.control()).0 / 60_000).to_string(),
        _ => fesa::time_control(&it.plan.control()),
    };
    let kept = it.from_file.clone().unwrap_or_default();
    let time_control =
        if kept.time_control.is_empty() || kind == "h9" { time_control } else { kept.time_control };
    let about = About {
        round_days: kept.round_days,
        place: it.plan.place.clone(),
        // In words it means nothing to them.
        country: Some(&it.plan.country).filter(|it| it.len() <= 3).cloned().unwrap_or_default(),
        first_day,
        last_day,
        time_control,
        arbiter: if it.plan.arbiter.is_empty() { &it.owner_name } else { &it.plan.arbiter }.clone(),
    };
    let known = ProgramFile::of(kind).ok_or("there is no such kind of file")?;
    known.write(&it.event, standings, &about).map_err(|cause| cause.to_string())
}

/// What each entry is called.
struct Names<'t>(HashMap<&'t EntryId, &'t str>);

impl<'t> Names<'t> {
    fn of(it: &'t Tournament) -> Self {
        let entries = it.event.entries.iter();
        Self(entries.map(|entry| (&entry.id, entry.display_name())).collect())
    }

    fn get(&self, entry: &'t EntryId) -> String {
        self.0.get(entry).copied().unwrap_or(entry.as_str()).to_owned()
    }
}

fn standings_csv(it: &Tournament, standings: &Standings) -> String {
    let names = Names::of(it);
    let entries: HashMap<_, _> = it.event.entries.iter().map(|entry| (&entry.id, entry)).collect();
    let mut table = Table::new();
    for ranking in &standings.rankings {
        let mut head: Vec<String> =
            ["place", "name", "grade", "rating", "club", "group"].map(str::to_owned).to_vec();
        head.extend(ranking.criteria.iter().map(|tie| tie.to_string()));
        head.extend(["won", "drawn", "lost"].map(str::to_owned));
        table.row(head);
        for row in &ranking.rows {
            let entry = entries.get(&row.entry);
            let mut values = vec![
                row.place.to_string(),
                names.get(&row.entry),
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

fn prizes_csv(it: &Tournament, standings: &Standings) -> String {
    let names = Names::of(it);
    let mut table = Table::new();
    table.row(["category", "place", "prize", "name", "grade", "rating", "club"].map(str::to_owned));
    for award in &standings.prizes {
        let Some(category) = it.event.prizes.categories.get(award.category) else { continue };
        for id in &award.entries {
            let entry = it.event.entry(id);
            table.row([
                category.name.clone(),
                award.places(),
                category.shared(award),
                names.get(id),
                entry.and_then(|it| it.grade).map(|it| it.to_string()).unwrap_or_default(),
                entry.and_then(|it| it.rating).map(|it| it.to_string()).unwrap_or_default(),
                entry.and_then(|it| it.club.clone()).unwrap_or_default(),
            ]);
        }
    }
    table.into_text()
}

fn games_csv(it: &Tournament) -> String {
    let names = Names::of(it);
    let head = ["round", "board", "sente", "gote", "handicap", "result", "ruled", "game"];
    let mut table = Table::new();
    table.row(head);
    for (game, outcome) in it.event.played() {
        let outcome = outcome.and_then(|it| serde_json::to_value(it).ok());
        let outcome = outcome.and_then(|it| it.as_str().map(str::to_owned));
        table.row([
            game.round.to_string(),
            game.board.to_string(),
            names.get(&game.sente),
            names.get(&game.gote),
            game.handicap.map(|it| it.as_str().to_owned()).unwrap_or_default(),
            outcome.unwrap_or_default(),
            game.ruling.as_ref().map(|it| it.reason.clone()).unwrap_or_default(),
            it.current(&game.key).map(|it| it.id.code().to_string()).unwrap_or_default(),
        ]);
    }
    table.into_text()
}

/// Something in a calendar.
struct CalendarEntry {
    /// What tells it from the others of the tournament.
    key: String,
    begins_ms: u64,
    ends_ms: u64,
    summary: String,
}

/// The rounds and the games whose times are known, as iCalendar has them.
fn calendar(it: &Tournament, address: &str) -> Option<String> {
    let entries: Vec<_> = rounds_of(it).into_iter().chain(appointments_of(it)).collect();
    let first = entries.iter().map(|entry| entry.begins_ms).min()?;
    let mut text = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Komadai//EN\r\n".to_owned();
    for CalendarEntry { key, begins_ms, ends_ms, summary } in entries {
        let lines = [
            "BEGIN:VEVENT".to_owned(),
            format!("UID:{}-{key}@komadai", it.code()),
            format!("DTSTAMP:{}", stamp(first)?),
            format!("DTSTART:{}", stamp(begins_ms)?),
            format!("DTEND:{}", stamp(ends_ms)?),
            format!("SUMMARY:{}", escaped(&summary)),
            format!("URL:{address}"),
        ];
        let place = [it.plan.place.as_str(), it.plan.country.as_str()];
        let place: Vec<&str> = place.into_iter().filter(|part| !part.is_empty()).collect();
        let told = [("LOCATION", place.join(", ")), ("DESCRIPTION", it.plan.about.clone())];
        let told = told.into_iter().filter(|(_, text)| !text.is_empty());
        let told = told.map(|(name, text)| format!("{name}:{}", escaped(&text)));
        for line in lines.into_iter().chain(told).chain(["END:VEVENT".to_owned()]) {
            text += &folded(&line);
        }
    }
    Some(text + "END:VCALENDAR\r\n")
}

/// The rounds that begin at set times.
fn rounds_of(it: &Tournament) -> Vec<CalendarEntry> {
    let Some(first) = it.plan.starts_ms else { return Vec::new() };
    let mut times = vec![first];
    if let RoundSchedule::Times { at_ms } = &it.plan.schedule {
        times.extend(at_ms);
    }
    let entry = |(at, begins_ms): (usize, &u64)| CalendarEntry {
        key: (at + 1).to_string(),
        begins_ms: *begins_ms,
        ends_ms: end_ms(it, &times, at),
        summary: match times.len() {
            1 => it.event.name.clone(),
            _ => format!("{} – {}", it.event.name, at + 1),
        },
    };
    times.iter().enumerate().map(entry).collect()
}

/// The games whose players have agreed on when they play.
fn appointments_of(it: &Tournament) -> Vec<CalendarEntry> {
    let name = |entry: &EntryId| it.event.entry(entry).map_or("", |known| known.name.as_str());
    let entry = |game: &Game| {
        let begins_ms = it.agreed_ms(game)?;
        Some(CalendarEntry {
            key: format!("game-{}", game.key),
            begins_ms,
            ends_ms: begins_ms.saturating_add(round_ms(&it.plan.clock_of(game.round))),
            summary: format!("{} – {} · {}", name(&game.sente), name(&game.gote), it.event.name),
        })
    };
    it.games_to_appoint().into_iter().filter_map(entry).collect()
}

/// An instant as calendars write it; none after the year 9999.
fn stamp(ms: u64) -> Option<String> {
    let at = Timestamp::from_millisecond(i64::try_from(ms).ok()?).ok()?;
    Some(at.strftime("%Y%m%dT%H%M%SZ").to_string())
}

fn escaped(text: &str) -> String {
    let text = text.replace('\\', "\\\\").replace(';', "\\;").replace(',', "\\,");
    text.replace("\r\n", "\n").replace('\n', "\\n").replace('\r', " ")
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
    use std::hint::black_box;

    use komadai_fuzz::growth;

    use super::{super::samples::round_robin, *};

    #[test]
    fn a_round_lasts_as_long_as_both_have_time() {
        let minutes = |json: &str| {
            let clock: TimeControl = serde_json::from_str(json).unwrap();
            round_ms(&clock) / 60_000
        };
        let byoyomi = |main_ms: u32, byoyomi_ms: u32| {
            minutes(&format!(
                r#"{{"kind":"byoyomi","main_ms":{main_ms},"byoyomi_ms":{byoyomi_ms},"periods":1}}"#
            ))
        };
        // Twice (30 + 60 × ⅙) minutes are 80, in whole quarters 90.
        assert_eq!(byoyomi(1_800_000, 30_000), 90);
        assert_eq!(minutes(r#"{"kind":"sudden_death","main_ms":600000}"#), 30);
        assert_eq!(minutes(r#"{"kind":"sudden_death","main_ms":1000}"#), 15, "a quarter at least");
        assert_eq!(minutes(r#"{"kind":"fischer","main_ms":300000,"increment_ms":10000}"#), 30);
    }

    #[test]
    fn four_times_as_many_players_make_sixteen_times_as_much_to_write() {
        let (small, large) = (round_robin(32), round_robin(128));
        growth::warm_up();
        // The one that is left out holds twenty rounds at most.
        for (name, _) in FileKind::ALL.into_iter().filter(|(name, _)| *name != "opengotha.xml") {
            let written = |it: &Tournament| write(it, name, "", &|| false).expect(name).len();
            let sizes = [written(&small), written(&large)];
            let work = |it| {
                black_box(written(it));
            };
            growth::check(name, || work(&small), || work(&large));
            assert!(sizes[0] > 0 && sizes[1] <= 20 * sizes[0], "{name}: {sizes:?}");
        }
    }

    #[test]
    fn a_file_that_nobody_waits_for_is_left() {
        let it = round_robin(4);
        let left = write(&it, "turnering.txt", "", &|| true);
        assert!(matches!(left, Err(Unwritten::TooLong)), "{left:?}");
    }

    #[test]
    fn instants_are_written_as_calendars_have_them() {
        for (ms, expected) in [
            (0, Some("19700101T000000Z")),
            (951_782_400_999, Some("20000229T000000Z")),
            (1_795_253_415_000, Some("20261121T093015Z")),
            (u64::MAX, None),
        ] {
            assert_eq!(stamp(ms).as_deref(), expected);
        }
    }

    #[test]
    fn long_lines_are_folded_between_signs() {
        let line = folded(&format!("SUMMARY:{}", "ệ".repeat(60)));
        assert!(line.split("\r\n").all(|part| part.len() <= 75), "{line}");
        assert_eq!(line.replace("\r\n ", "").trim_end(), format!("SUMMARY:{}", "ệ".repeat(60)));
    }
}
