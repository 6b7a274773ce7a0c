//! `/api/v1/clubs`: what clubs there are, who belongs to them, and what is done there.

mod archive;
mod bridges;
pub(super) mod coaching;
pub(super) mod ladder;
mod rating;
mod view;

use axum::{
    Json,
    extract::{Path, State},
    http::{HeaderMap, header},
};
use komadai_game::Player as Known;
use komadai_ids::{ClubId, UserId};
use komadai_protocol::RefusalCode;
use komadai_protocol::http::{clubs as wire, paging::After, tournaments::TournamentSummary};
use komadai_rating::Speed;
use komadai_rules::Variant;
use komadai_service::{
    Member,
    clubs::{ClubError, ClubRefusal, ClubView, Slug, Viewer, roster},
    people as service_people,
    tournaments::{Phase, TournamentQuery},
};
use komadai_store::{PageKey, Role, clubs::members as stored, games, people as stored_people};

use super::{
    files::attachment,
    people,
    players::{self, graded, rapid},
    search,
    tournaments::view::summaries,
};
use crate::{
    app::App,
    http::{
        answer::{self, Answer, CreatedAnswer, Download, Kind, TaggedJson},
        contract::Routes,
        extract::{self, Ask, Body, File, MaybeMember},
        paging,
        problem::Problem,
    },
    refused,
};

/// The longest body that is read: an announcement in Japanese, and a long name.
const BODY_BYTES_MAX: usize = 64 << 10;

/// The longest list that is read: 2,000 players with notes.
const FILE_BYTES_MAX: usize = 512 << 10;

/// How many games of members are shown at most.
const GAMES_MAX: usize = 6;

/// How many members who are here are named.
const HERE_MAX: usize = 24;

/// How many results are shown.
const RESULTS_MAX: u32 = 20;

/// For how long a result is shown, in milliseconds: a day.
const RESULTS_MS: i64 = 24 * 60 * 60 * 1_000;

pub(super) fn routes() -> Routes {
    Routes::new("clubs")
        .get("/", list, "Clubs, found by search or of a player, or the caller's own")
        .post("/", found, "Founds a club")
        .get("/{slug}", show, "A club")
        .get("/{slug}/members", members, "The members of a club")
        .get("/{slug}/members.csv", table, "The same as a table")
        .get("/{slug}/desk", desk, "What only organisers see, in addition to the member list")
        .get("/{slug}/acts", audit_log, "The audit log of a club, for organisers")
        .post("/{slug}/acts", act, "Carries out an action in a club")
        .get("/{slug}/coaching", coaching::show, "The teachers, the caller's pupils, and homework")
        .get("/{slug}/pupils/{pupil}", coaching::pupil, "How one of the caller's pupils gets on")
        .get("/{slug}/ladder", ladder::show, "The ladder of a club")
        .get("/{slug}/archive", archive::show, "What a club has played, a line for each year")
        .get(
            "/{slug}/archive.csv",
            archive::table,
            "The tournaments of a club that are over, as a table",
        )
        .get("/{slug}/bridges", bridges::show, "Where a club's news goes besides, for organisers")
        .get("/{slug}/rating", rating::show, "A club's own rating, from its evenings")
        .post("/{slug}/import", import, "Imports a list of members from a CSV file")
}

/// What concerns the caller in all clubs.
pub(super) fn own_routes() -> Routes {
    Routes::new("clubs").get(
        "/me/homework",
        coaching::own_homework,
        "The homework that the caller has to do",
    )
}

impl From<ClubRefusal> for Problem {
    fn from(refusal: ClubRefusal) -> Self {
        Self::new(refusal.code(), refusal.to_string())
    }
}

impl From<ClubError> for Problem {
    fn from(error: ClubError) -> Self {
        match error {
            ClubError::Refused(refusal) => refusal.into(),
            ClubError::Silenced(ref why) | ClubError::Game(ref why) => {
                Self::new(refused::code(why), error.to_string())
            }
            ClubError::Store(cause) => Self::store(&cause),
            ClubError::Rows(rows) => {
                let detail = ClubError::Rows(rows.clone()).to_string();
                Self::new(RefusalCode::BadRows, detail).with_rows(rows)
            }
        }
    }
}

pub(super) fn viewer(member: &Member) -> Viewer {
    Viewer { user: member.player.id, runs_site: member.role >= Some(Role::Admin) }
}

/// The club as the caller may see it.
async fn look(
    app: &App,
    MaybeMember(member): &MaybeMember,
    slug: &str,
) -> Result<ClubView, Problem> {
    Ok(app.service.clubs.look(slug, member.as_ref().map(viewer)).await?)
}

async fn list(
    State(app): State<App>,
    MaybeMember(asks): MaybeMember,
    Ask(wire::WhichClubs { q, mine, player }): Ask<wire::WhichClubs>,
) -> Answer<wire::ClubList> {
    let clubs = &app.service.clubs;
    let found = match (player, mine, asks) {
        (Some(handle), _, asks) => {
            let found = players::find(&mut app.service.store.read().await?, &handle).await?;
            clubs.of_player(found.user.id, asks.map(|member| member.player.id)).await?
        }
        (None, true, Some(member)) => clubs.of_user(member.player.id).await?,
        (None, true, None) => Vec::new(),
        (None, false, _) => clubs.search(&q).await?,
    };
    Ok(Json(view::list(found)))
}

async fn found(
    State(app): State<App>,
    member: extract::Member,
    Body(wire::NewClub { create, slug, settings }): Body<wire::NewClub, BODY_BYTES_MAX>,
) -> Result<CreatedAnswer<wire::ClubFounded>, Problem> {
    let slug = Slug::parse(&slug)?;
    let club = app.service.clubs.found(member.player.id, create, &slug, &settings).await?;
    Ok(CreatedAnswer(wire::ClubFounded { slug: club.slug }))
}

async fn show(
    State(app): State<App>,
    Path(slug): Path<String>,
    asks: MaybeMember,
    headers: HeaderMap,
) -> Result<TaggedJson<wire::Club>, Problem> {
    let look = look(&app, &asks, &slug).await?;
    let (mut announcements, mut tournaments, mut activity) = Default::default();
    if look.sees_inside() {
        let reader = asks.0.as_ref().map(|it| &it.player);
        activity = activity_of(&app, look.club.id, reader, look.member.is_some()).await?;
        announcements = app.service.clubs.announcements(&look).await?;
        let reader = reader.map(|it| it.id);
        tournaments = of_club(&app, look.club.id, reader, look.organises()).await?;
    }
    let club = view::club(look, asks.0.is_some(), announcements, tournaments, activity);
    TaggedJson::own(&headers, &club)
}

/// A club's tournaments that are not over, and the latest of the others; drafts are for its
/// organisers.
async fn of_club(
    app: &App,
    club: ClubId,
    reader: Option<UserId>,
    organises: bool,
) -> Result<Vec<TournamentSummary>, Problem> {
    let tournaments = &app.service.tournaments;
    let asked = TournamentQuery { club: Some(club), ..TournamentQuery::default() };
    let drafts = organises.then_some(Phase::Draft).into_iter();
    let mut found = Vec::new();
    // What follows the first page is read from the list of tournaments.
    for phase in drafts.chain([Phase::Running, Phase::Open, Phase::Over]) {
        let page = tournaments.search(phase, &asked, reader, PageKey::first(), paging::PAGE);
        found.extend(page.await?.tournaments);
    }
    Ok(summaries(found)?)
}

/// What goes on in a club: games that members are playing, each once, what they have played, and,
/// for members, which of the others are here.
async fn activity_of(
    app: &App,
    club: ClubId,
    reader: Option<&Known>,
    is_member: bool,
) -> Result<view::ClubActivity, Problem> {
    let mut conn = app.service.store.read().await?;
    let own = reader.map(|it| it.id);
    let (mut playing, mut here) = (Vec::new(), Vec::new());
    for user in stored::users_of(&mut conn, club).await? {
        let (may_play, may_be_here) =
            (playing.len() < GAMES_MAX, is_member && here.len() < HERE_MAX);
        if !may_play && !may_be_here {
            break;
        }
        if may_play {
            for game in people::playing(app, &mut conn, own, user).await? {
                if playing.len() < GAMES_MAX && !playing.contains(&game) {
                    playing.push(game);
                }
            }
        }
        let is_online = || app.service.presence.is_online(user);
        if may_be_here
            && own != Some(user)
            && is_online()
            && service_people::tells(&mut conn, own, user).await?
        {
            here.extend(stored_people::by_code(&mut conn, user.code()).await?);
        }
    }
    let here = people::all(app, &mut conn, reader, here).await?;
    let since_ms = app.service.timebase.now_ms() as i64 - RESULTS_MS;
    let results = games::between_members(&mut conn, club, since_ms, RESULTS_MAX).await?;
    let results = search::views(&mut conn, results).await?;
    Ok(view::ClubActivity { playing, here, results })
}

async fn members(
    State(app): State<App>,
    Path(slug): Path<String>,
    asks: MaybeMember,
    Ask(at): Ask<wire::RatedAt>,
    headers: HeaderMap,
) -> Result<TaggedJson<wire::ClubMembers>, Problem> {
    let variant = at.variant.unwrap_or_else(graded);
    let speed = at.speed.unwrap_or_else(rapid);
    if Variant::from_name(&variant).is_none() || Speed::from_name(&speed).is_none() {
        let detail = "there is no such variant or speed";
        return Err(Problem::new(RefusalCode::BadQuery, detail));
    }
    let look = look(&app, &asks, &slug).await?;
    let found = app.service.clubs.members(&look, &variant, &speed).await?;
    let now_ms = app.service.timebase.now_ms() as i64;
    TaggedJson::own(&headers, &view::members(found, look.organises(), now_ms))
}

/// A table for a spreadsheet.
#[derive(Debug)]
struct Csv;

impl Kind for Csv {
    fn files() -> Vec<(String, String)> {
        answer::files([("", "text/csv")])
    }
}

async fn table(
    State(app): State<App>,
    Path(slug): Path<String>,
    asks: MaybeMember,
) -> Result<Download<Csv>, Problem> {
    let look = look(&app, &asks, &slug).await?;
    let found = app.service.clubs.members(&look, &graded(), &rapid()).await?;
    let headers = [
        (header::CONTENT_TYPE, "text/csv; charset=utf-8".to_owned()),
        (header::CONTENT_DISPOSITION, attachment(&format!("{}.csv", look.club.slug))),
    ];
    Ok(Download::new((headers, roster::table(&found, look.organises()))))
}

async fn desk(
    State(app): State<App>,
    Path(slug): Path<String>,
    asks: MaybeMember,
    headers: HeaderMap,
) -> Result<TaggedJson<wire::ClubDesk>, Problem> {
    let look = look(&app, &asks, &slug).await?;
    TaggedJson::own(&headers, &view::desk(app.service.clubs.desk(&look).await?))
}

async fn audit_log(
    State(app): State<App>,
    Path(slug): Path<String>,
    asks: MaybeMember,
    Ask(after): Ask<After>,
) -> Answer<wire::ClubAuditLog> {
    let look = look(&app, &asks, &slug).await?;
    let found = app.service.clubs.audit_log(&look, paging::key(after)).await?;
    Ok(Json(view::audit_log(found)?))
}

async fn act(
    State(app): State<App>,
    Path(slug): Path<String>,
    member: extract::Member,
    Body(wire::ClubActRequest { id, act }): Body<wire::ClubActRequest, BODY_BYTES_MAX>,
) -> Answer<wire::ClubActDone> {
    let done = app.service.clubs.act(&slug, viewer(&member), id, &act).await?;
    Ok(Json(wire::ClubActDone { token: done.token }))
}

async fn import(
    State(app): State<App>,
    Path(slug): Path<String>,
    member: extract::Member,
    Ask(wire::SentOnce { id }): Ask<wire::SentOnce>,
    File(file): File<FILE_BYTES_MAX>,
) -> Answer<wire::RosterImported> {
    let file = std::str::from_utf8(&file).map_err(|_| {
        let detail = "this file is not in UTF-8; save it as “CSV UTF-8”";
        Problem::new(RefusalCode::NotUtf8, detail)
    })?;
    let imported = app.service.clubs.import(&slug, viewer(&member), id, file).await?;
    Ok(Json(wire::RosterImported { added: imported.added, changed: imported.changed }))
}
