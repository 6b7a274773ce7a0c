//! Calendars: of a tournament, of a club, of the site and of an account, as other programs subscribe
//! to them (iCalendar, RFC 5545).
//!
//! Instants are written in UTC, which every calendar shows in the time zone of whoever looks. A
//! round has the same UID in all of them and for good, so that it is in a calendar once, moves
//! there when it is moved, and is marked there when the tournament is cancelled.

use std::cmp::Reverse;

use axum::{
    Json,
    extract::{Path, State},
    http::{HeaderMap, header},
    response::{IntoResponse as _, Response},
};
use bytes::Bytes;
use jiff::Timestamp;
use komadai_game::TimeControl;
use komadai_ids::UserId;
use komadai_protocol::{RefusalCode, http::tournaments as wire};
use komadai_service::{
    clubs::ClubRefusal,
    tournaments::{Phase, StoredTournament, Tournament, TournamentError, TournamentQuery},
};
use komadai_store::{PageKey, calendar_secrets};
use komadai_tournament::{EntryId, Game, RoundSchedule};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{
    app::App,
    blocking_pool::Lane,
    http::{
        answer::{Answer, Completion, NoContent, TaggedJson},
        contract::Routes,
        extract::Member,
        peer::Peer,
        problem::Problem,
    },
    preview,
    tournament_cache::{FeedAnswer, TournamentAnswer},
};

/// The most tournaments of a feed, the latest.
const FEED_MAX: usize = 100;

/// How many tournaments of each phase a feed is made of: whatever they are, the latest are among
/// them.
const OF_PHASE_MAX: u32 = FEED_MAX as u32;

/// For how long a feed is kept at most, in milliseconds.
const KEPT_MS: u64 = 60_000;

/// For how long what is over stays in a feed, in milliseconds: somewhat more than a year.
const PAST_MS: i64 = 400 * 24 * 60 * 60 * 1_000;

/// How often programs ask again, in seconds.
const ASKED_EVERY_S: u32 = 15 * 60;

/// So many moves of each player are reckoned for a round, with what the clock gives for a move; of
/// byoyomi a third of it is taken.
const MOVES: u64 = 60;

/// Calendars go by quarters of an hour.
const QUARTER_MS: u64 = 15 * 60 * 1_000;

/// What each player has, in milliseconds, and has more with every move.
pub(super) fn time(clock: &TimeControl) -> (u64, u64) {
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

pub(super) fn routes() -> Routes {
    Routes::new("tournaments")
        .get("/me/calendar", own, "The private address of the caller's calendar")
        .post(
            "/me/calendar",
            renew,
            "Gives the caller's calendar a private address, in place of the one that it has",
        )
        .delete("/me/calendar", remove, "Removes the private address of the caller's calendar")
}

fn address(secret: Option<String>) -> Json<wire::OwnCalendar> {
    Json(wire::OwnCalendar { path: secret.map(|secret| format!("/calendars/{secret}.ics")) })
}

async fn own(State(app): State<App>, member: Member) -> Answer<wire::OwnCalendar> {
    let mut conn = app.service.store.read().await?;
    Ok(address(calendar_secrets::of(&mut conn, member.player.id).await?))
}

async fn renew(State(app): State<App>, member: Member) -> Answer<wire::OwnCalendar> {
    Ok(address(Some(app.service.tournaments.renew_calendar(member.player.id).await?)))
}

async fn remove(State(app): State<App>, member: Member) -> Completion {
    app.service.tournaments.remove_calendar(member.player.id).await?;
    Ok(NoContent)
}

/// `GET /calendars/SECRET.ics`: what an account plays, and what its clubs play. Whoever knows the
/// address reads it: programs that subscribe are not signed in.
pub(crate) async fn of_account(
    State(app): State<App>,
    peer: Peer,
    headers: HeaderMap,
    Path(file): Path<String>,
) -> Result<Response, Problem> {
    let unknown = || Problem::new(RefusalCode::NotFound, "there is no such calendar");
    let secret = file.strip_suffix(".ics").ok_or_else(unknown)?;
    let mut conn = app.service.store.read().await?;
    let user = calendar_secrets::user_of(&mut conn, secret).await?.ok_or_else(unknown)?;
    drop(conn);
    let of_player = TournamentQuery { player: Some(user), ..TournamentQuery::default() };
    let of_clubs = TournamentQuery { clubs_of: Some(user), ..TournamentQuery::default() };
    let asked = vec![of_player, of_clubs];
    let name = app.service.site.branding().name();
    let feed = Feed { name: &name, reader: Some(user), asked };
    feed.answer(&app, peer, &headers, &format!("account {user}")).await
}

/// `GET /clubs/{slug}/calendar.ics`: what a club plays, and has played lately. That of a private
/// club is for nobody: programs that subscribe are not signed in.
pub(crate) async fn of_club(
    State(app): State<App>,
    peer: Peer,
    headers: HeaderMap,
    Path(slug): Path<String>,
) -> Result<Response, Problem> {
    let look = app.service.clubs.look(&slug, None).await?;
    if !look.sees_inside() {
        return Err(ClubRefusal::Unknown.into());
    }
    let of_club = TournamentQuery { club: Some(look.club.id), ..TournamentQuery::default() };
    let feed = Feed { name: &look.club.settings.name, reader: None, asked: vec![of_club] };
    feed.answer(&app, peer, &headers, &format!("club {}", look.club.id)).await
}

/// `GET /calendar.ics`: what everybody sees of what is played on the site.
pub(crate) async fn of_site(
    State(app): State<App>,
    peer: Peer,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let name = app.service.site.branding().name();
    let feed = Feed { name: &name, reader: None, asked: vec![TournamentQuery::default()] };
    feed.answer(&app, peer, &headers, "site").await
}

/// The calendar of several tournaments.
struct Feed<'a> {
    name: &'a str,
    /// Whose it is, if it is not for everybody: of games by appointment it has theirs alone.
    reader: Option<UserId>,
    /// Where its tournaments are found.
    asked: Vec<TournamentQuery>,
}

impl Feed<'_> {
    /// The calendar, which is made once however many ask for it, until something changes.
    async fn answer(
        self,
        app: &App,
        peer: Peer,
        headers: &HeaderMap,
        of: &str,
    ) -> Result<Response, Problem> {
        let base = preview::base(headers, &app.config);
        let key = FeedAnswer {
            of: of.to_owned(),
            base: base.clone(),
            n_changes: app.service.tournaments.n_changes(),
            minute: app.service.timebase.now_ms() / KEPT_MS,
        };
        let control = match self.reader {
            Some(_) => format!("private, max-age={ASKED_EVERY_S}"),
            None => format!("public, max-age={ASKED_EVERY_S}"),
        };
        let text = app.feed_cache.get_or_make(key, self.write(app, peer, &base)).await?;
        let told = [
            (header::CONTENT_TYPE, "text/calendar; charset=utf-8"),
            (header::CACHE_CONTROL, control.as_str()),
        ];
        Ok((told, text).into_response())
    }

    async fn write(self, app: &App, peer: Peer, base: &str) -> Result<Bytes, Problem> {
        let mut text = head(Some(self.name));
        for stored in self.found(app).await? {
            let it = &stored.tournament;
            let mut entries = rounds(app, peer, &stored).await?;
            entries.extend(match self.reader {
                None => appointments_of(it, None),
                Some(user) => match it.entry_of(user) {
                    Some(entry) => appointments_of(it, Some(entry)),
                    None => Vec::new(),
                },
            });
            text += &events(&stored, entries, base);
        }
        Ok((text + END).into())
    }

    /// Its tournaments, those that begin last first.
    async fn found(&self, app: &App) -> Result<Vec<StoredTournament>, Problem> {
        let tournaments = &app.service.tournaments;
        let since_ms = app.service.timebase.now_ms() as i64 - PAST_MS;
        let mut listed = Vec::new();
        for asked in &self.asked {
            for phase in [Phase::Open, Phase::Running, Phase::Over, Phase::Cancelled] {
                let first = PageKey::first();
                let page = tournaments.search(phase, asked, self.reader, first, OF_PHASE_MAX);
                listed.extend(page.await?.tournaments);
            }
        }
        listed.retain(|it| {
            // A game by appointment has a time although its tournament has none.
            let time_ms = it.starts_ms.or_else(|| self.reader.map(|_| it.listed_ms));
            time_ms.is_some_and(|time_ms| time_ms > since_ms)
        });
        listed.sort_by_key(|it| Reverse((it.starts_ms, it.id)));
        listed.dedup_by_key(|it| it.id);
        let mut found = Vec::new();
        for it in listed.into_iter().take(FEED_MAX) {
            match tournaments.look(it.id.code(), self.reader).await {
                Ok(stored) => found.push(stored),
                Err(TournamentError::Unknown) => {}
                Err(cause) => return Err(cause.into()),
            }
        }
        Ok(found)
    }
}

/// The calendar of one tournament; none without a time.
pub(super) async fn of_one(
    app: &App,
    peer: Peer,
    stored: &StoredTournament,
    base: &str,
) -> Result<Option<String>, Problem> {
    let mut entries = rounds(app, peer, stored).await?;
    entries.extend(appointments_of(&stored.tournament, None));
    let is_empty = entries.is_empty();
    Ok((!is_empty).then(|| head(None) + &events(stored, entries, base) + END))
}

/// The rounds of a tournament that begin at set times, determined once for each of its versions:
/// how long they last follows from the whole event.
async fn rounds(
    app: &App,
    peer: Peer,
    stored: &StoredTournament,
) -> Result<Vec<CalendarEntry>, Problem> {
    if stored.tournament.plan.starts_ms.is_none() {
        return Ok(Vec::new());
    }
    let it = stored.tournament.clone();
    let write = async {
        let work = move |_: &_| TaggedJson::json(&rounds_of(&it));
        app.blocking_pool.run(Lane::Cheap, peer, work).await?
    };
    let key = TournamentAnswer::of(stored, "rounds of calendars");
    let json = app.tournament_cache.get_or_make(key, write).await?;
    serde_json::from_slice(&json).map_err(|cause| {
        tracing::error!("rounds that were written cannot be read: {cause}");
        Problem::new(RefusalCode::Internal, "something went wrong in the server")
    })
}

/// Something in a calendar.
#[derive(Debug, Serialize, Deserialize)]
struct CalendarEntry {
    /// What tells it from the others of the tournament.
    key: String,
    begins_ms: u64,
    ends_ms: u64,
    summary: String,
}

/// How a calendar ends.
const END: &str = "END:VCALENDAR\r\n";

/// How a calendar begins; only one that programs subscribe to has a name.
fn head(name: Option<&str>) -> String {
    let mut text = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Komadai//EN\r\n".to_owned();
    if let Some(name) = name {
        text +=
            "METHOD:PUBLISH\r\nREFRESH-INTERVAL;VALUE=DURATION:PT1H\r\nX-PUBLISHED-TTL:PT1H\r\n";
        text += &folded(&format!("NAME:{}", escaped(name)));
        text += &folded(&format!("X-WR-CALNAME:{}", escaped(name)));
    }
    text
}

/// What a calendar says of a tournament.
fn events(stored: &StoredTournament, entries: Vec<CalendarEntry>, base: &str) -> String {
    lines(stored, entries, base).into_iter().flatten().map(|line| folded(&line)).collect()
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

/// The games whose players have agreed on when they play: all of them, or a player's own.
fn appointments_of(it: &Tournament, own: Option<&EntryId>) -> Vec<CalendarEntry> {
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
    let is_meant = |game: &&Game| own.is_none_or(|own| game.side_of(own).is_some());
    it.games_to_appoint().into_iter().filter(is_meant).filter_map(entry).collect()
}

/// The lines of a tournament's entries.
fn lines(
    stored: &StoredTournament,
    entries: Vec<CalendarEntry>,
    base: &str,
) -> Option<Vec<String>> {
    let it = &stored.tournament;
    let made = stamp(stored.created_ms.unsigned_abs())?;
    let status = if it.phase == Phase::Cancelled { "CANCELLED" } else { "CONFIRMED" };
    let place = [it.plan.place.as_str(), it.plan.country.as_str()];
    let place: Vec<&str> = place.into_iter().filter(|part| !part.is_empty()).collect();
    let told = [("LOCATION", place.join(", ")), ("DESCRIPTION", it.plan.about.clone())];
    let told = told.into_iter().filter(|(_, text)| !text.is_empty());
    let told: Vec<_> = told.map(|(name, text)| format!("{name}:{}", escaped(&text))).collect();
    let mut lines = Vec::new();
    for CalendarEntry { key, begins_ms, ends_ms, summary } in entries {
        lines.extend([
            "BEGIN:VEVENT".to_owned(),
            format!("UID:{}-{key}@komadai", it.code()),
            format!("DTSTAMP:{made}"),
            format!("SEQUENCE:{}", stored.version),
            format!("DTSTART:{}", stamp(begins_ms)?),
            format!("DTEND:{}", stamp(ends_ms)?),
            format!("STATUS:{status}"),
            format!("SUMMARY:{}", escaped(&summary)),
            format!("URL:{base}/tournaments/{}", it.code()),
        ]);
        lines.extend(told.iter().cloned());
        lines.push("END:VEVENT".to_owned());
    }
    Some(lines)
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
    use super::*;

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
