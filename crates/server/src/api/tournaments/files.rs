//! A tournament's downloads: the document, tables; its calendar is in `api/calendar.rs`.

use std::collections::HashMap;

use axum::{
    body::Bytes,
    extract::{Path, State},
    http::{HeaderMap, header},
};
use komadai_protocol::RefusalCode;
use komadai_service::{csv::Table, tournaments::Tournament};
use komadai_tournament::{
    EntryId, Standings, cross_table,
    files::{About, ProgramFile},
};

use super::{CHEAP_GAMES_MAX, fesa, find, not_found};
use crate::{
    api::calendar::{self, time},
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
    let it = stored.tournament.clone();
    let is_large = it.event.games.len() > CHEAP_GAMES_MAX;
    let lane = if is_large { Lane::Dear } else { Lane::Cheap };
    let pool = &app.blocking_pool;
    let write = async move {
        let write = move |deadline: &Deadline| write(&it, asked.name, &|| deadline.is_over());
        Ok::<_, Problem>(Bytes::from(pool.run(lane, peer, write).await??))
    };
    // A calendar depends on who asks where.
    let bytes = if asked.name == "calendar.ics" {
        let base = crate::preview::base(&headers, &app.config);
        let nothing = || Problem::new(RefusalCode::NotFound, "no time is set yet");
        calendar::of_one(&app, peer, &stored, &base).await?.ok_or_else(nothing)?.into()
    } else if is_large {
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
fn write(it: &Tournament, file: &str, is_over: &dyn Fn() -> bool) -> Result<Vec<u8>, Unwritten> {
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

#[cfg(test)]
mod tests {
    use std::hint::black_box;

    use komadai_fuzz::growth;

    use super::{super::samples::round_robin, *};

    #[test]
    fn four_times_as_many_players_make_sixteen_times_as_much_to_write() {
        let (small, large) = (round_robin(32), round_robin(128));
        growth::warm_up();
        // One holds twenty rounds at most, and a calendar has no more than rounds.
        for (name, _) in FileKind::ALL
            .into_iter()
            .filter(|(name, _)| !["opengotha.xml", "calendar.ics"].contains(name))
        {
            let written = |it: &Tournament| write(it, name, &|| false).expect(name).len();
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
        let left = write(&it, "turnering.txt", &|| true);
        assert!(matches!(left, Err(Unwritten::TooLong)), "{left:?}");
    }
}
