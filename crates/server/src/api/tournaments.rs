//! `/api/v1/tournaments`: what is played, how it stands, and what organisers and players do.

mod ask;
mod files;
pub(super) mod view;

use axum::{
    Json, Router,
    extract::{
        DefaultBodyLimit, Path, Query, State,
        rejection::{JsonRejection, QueryRejection},
    },
    http::{HeaderMap, StatusCode},
    response::{IntoResponse, Response},
    routing::get,
};
use komadai_ids::Code;
use komadai_service::{
    Member, Refused,
    clubs::{ClubRefusal, Viewer},
    names::Handle,
    ratings::speed_of,
    tournaments::{
        Act, Actor, BoardGame, NewEntry, OfClub, Person, Phase, Settings, Stored, Tournament,
        TournamentError, TournamentRefusal,
    },
};
use komadai_store::{Club, ClubRole, Role, accounts};
use komadai_tournament::{EntryId, GameKey};
use serde::{Deserialize, Serialize};

use self::ask::{ActRequest, CreateRequest, EntryRequest};
use super::{Problem, account::read, caching::Cached, me};
use crate::{app::App, cookies, origin};

/// The longest body that is read: settings with a long description.
const BODY_BYTES_MAX: usize = 65_536;

/// How many tournaments of a phase are listed.
const LISTED_MAX: u32 = 50;

/// How many lines of a trail are listed.
const TRAIL_MAX: u32 = 200;

/// Its addresses.
pub(super) fn router() -> Router<App> {
    Router::new()
        .route("/", get(list).post(create))
        .route("/agenda", get(agenda))
        .route("/{code}", get(show))
        .route("/{code}/me", get(own))
        .route("/{code}/settings", get(settings))
        .route("/{code}/acts", get(trail).post(act))
        .route("/{code}/why", get(why))
        .route("/{code}/files/{file}", get(files::file))
        .layer(DefaultBodyLimit::max(BODY_BYTES_MAX))
}

impl From<TournamentError> for Problem {
    fn from(error: TournamentError) -> Self {
        let status = match &error {
            TournamentError::Unknown => StatusCode::NOT_FOUND,
            TournamentError::Store(cause) => return Self::store(cause),
            TournamentError::Document(cause) => {
                tracing::error!("a tournament cannot be read: {cause}");
                StatusCode::INTERNAL_SERVER_ERROR
            }
            TournamentError::TooMany => StatusCode::TOO_MANY_REQUESTS,
            TournamentError::Refused(TournamentRefusal::ReadOnly) => {
                StatusCode::SERVICE_UNAVAILABLE
            }
            TournamentError::Refused(
                TournamentRefusal::NotOrganiser | TournamentRefusal::MembersOnly,
            ) => StatusCode::FORBIDDEN,
            TournamentError::Refused(_) => StatusCode::UNPROCESSABLE_ENTITY,
        };
        let code = match &error {
            TournamentError::Unknown => "not_found",
            TournamentError::TooMany => "too_many_tournaments",
            TournamentError::Refused(refusal) => refusal.code(),
            TournamentError::Store(_) | TournamentError::Document(_) => "internal",
        };
        Self::new(status, code, error.to_string())
    }
}

fn bad(detail: impl Into<String>) -> Problem {
    Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "bad_settings", detail)
}

/// Somebody may not be asked, and why.
fn not_asked(refused: Refused) -> Problem {
    let (status, text) = match refused.code {
        "kept_apart" => (StatusCode::FORBIDDEN, "you and this player keep each other away"),
        "takes_no_challenges" => (
            StatusCode::FORBIDDEN,
            "this player is asked only by those they know; send them the link",
        ),
        _ => (StatusCode::SERVICE_UNAVAILABLE, "this cannot be looked up just now; try again"),
    };
    Problem::new(status, refused.code, text)
}

fn not_found() -> Problem {
    TournamentError::Unknown.into()
}

/// Whoever asks, if they are signed in.
pub(super) async fn member(app: &App, headers: &HeaderMap) -> Result<Option<Member>, Problem> {
    match cookies::token(headers, &app.config) {
        Some(token) => Ok(app.service.accounts.member(token.hash()).await?),
        None => Ok(None),
    }
}

/// Whoever acts: those who run the site, or the club whose it is, organise it too.
async fn actor(app: &App, it: &Tournament, member: &Member) -> Result<Actor, Problem> {
    let id = member.player.id;
    let runs_site = member.role >= Some(Role::Admin);
    let runs_club = match &it.plan.club {
        Some(club) if !runs_site => {
            app.service.clubs.role_of(club.id, id).await? >= Some(ClubRole::Organiser)
        }
        _ => false,
    };
    let name = member.player.name.clone();
    Ok(Actor::User { id, name, runs_it: runs_site || runs_club })
}

/// Whether somebody organises a tournament.
async fn organises(app: &App, it: &Tournament, member: Option<&Member>) -> Result<bool, Problem> {
    Ok(match member {
        Some(member) => it.is_organiser(&actor(app, it, member).await?),
        None => false,
    })
}

/// The settings that are sent. They may name a club that whoever sends them organises, or the one
/// that was named before.
async fn settings_of(
    app: &App,
    member: &Member,
    wire: ask::SettingsWire,
    before: Option<&OfClub>,
) -> Result<Settings, Problem> {
    let club = match wire.club() {
        None => None,
        Some(slug) => match before.filter(|club| club.slug == slug) {
            Some(club) => Some(club.clone()),
            None => {
                let runs_site = member.role >= Some(Role::Admin);
                let viewer = Viewer { user: member.player.id, runs_site };
                let look = app.service.clubs.look(slug, Some(viewer)).await?;
                if !look.organises() {
                    return Err(ClubRefusal::NotAllowed.into());
                }
                let Club { id, slug, name, .. } = look.club;
                Some(OfClub { id, slug, name })
            }
        },
    };
    wire.settings(club).map_err(bad)
}

fn person(member: &Member) -> Person {
    Person {
        user: member.player.id,
        name: member.player.name.clone(),
        handle: member.handle.clone(),
        club_grade: None,
    }
}

/// The tournament, if whoever asks sees it.
async fn find(
    app: &App,
    headers: &HeaderMap,
    code: &str,
) -> Result<(Stored, Option<Member>), Problem> {
    let code: Code = code.parse().map_err(|_| not_found())?;
    let member = member(app, headers).await?;
    let reader = member.as_ref().map(|member| member.player.id);
    let stored = app.service.tournaments.look(code, reader).await?;
    Ok((stored, member))
}

#[derive(Deserialize)]
struct Which {
    /// Only one's own.
    #[serde(default)]
    mine: bool,
}

#[derive(Serialize)]
struct List {
    tournaments: Vec<view::Summary>,
}

async fn list(
    State(app): State<App>,
    query: Result<Query<Which>, QueryRejection>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let Query(Which { mine }) = query.map_err(|rejection| {
        Problem::new(StatusCode::BAD_REQUEST, "bad_query", rejection.body_text())
    })?;
    let tournaments = &app.service.tournaments;
    let reader = me::find(&app, &headers).await?.map(|player| player.id);
    let mut found = Vec::new();
    if mine {
        if let Some(reader) = reader {
            found = tournaments.of_user(reader).await?;
        }
    } else {
        for phase in [Phase::Running, Phase::Open, Phase::Over] {
            found.extend(tournaments.in_phase(phase, reader, LISTED_MAX).await?);
        }
    }
    let tournaments = found.into_iter().map(view::Summary::from).collect();
    Ok(Json(List { tournaments }).into_response())
}

async fn create(
    State(app): State<App>,
    headers: HeaderMap,
    body: Result<Json<CreateRequest>, JsonRejection>,
) -> Result<Response, Problem> {
    let member = must_be_member(&app, &headers).await?;
    let CreateRequest { create, settings } = read(body)?;
    let settings = settings_of(&app, &member, settings, None).await?;
    let stored = app.service.tournaments.create(&person(&member), create, settings).await?;
    Ok((StatusCode::CREATED, Json(Changed::of(&stored))).into_response())
}

pub(super) async fn must_be_member(app: &App, headers: &HeaderMap) -> Result<Member, Problem> {
    origin::check(headers, &app.config)?;
    member(app, headers)
        .await?
        .ok_or_else(|| Problem::new(StatusCode::UNAUTHORIZED, "not_signed_in", "sign in first"))
}

async fn show(
    State(app): State<App>,
    Path(code): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let (stored, _) = find(&app, &headers, &code).await?;
    let of = ("tournament", &code, stored.version);
    let cached = match app.service.tournaments.is_hidden(&stored.tournament).await? {
        true => Cached::own(of),
        false => Cached::public(of, false),
    };
    if let Some(known) = cached.known(&headers) {
        return Ok(known);
    }
    let json = view::json(&app, &stored).await?;
    let content = [(axum::http::header::CONTENT_TYPE, "application/json")];
    Ok(cached.mark((content, json).into_response()))
}

/// What the page shows of whoever looks at it.
#[derive(Serialize)]
struct Own {
    entry: Option<EntryId>,
    /// What they are asked, if they are.
    invitation: Option<view::Invitation>,
    /// Who is asked, for organisers.
    invited: Option<Vec<view::InvitedView>>,
    organiser: bool,
    checked_in: bool,
    /// The game that is being played.
    game: Option<Code>,
    /// Until when its first moves are waited for, in Unix milliseconds.
    waits_until: Option<u64>,
    signed_in: bool,
}

/// Somebody's tournaments that are not over, as far as something begins there by itself.
#[derive(Serialize)]
struct Agenda {
    events: Vec<Appointment>,
    /// To which tournaments they are asked.
    invitations: Vec<view::Invitation>,
}

/// What comes next for a player in a tournament.
#[derive(Serialize)]
struct Appointment {
    code: Code,
    name: String,
    /// The round that begins.
    round: u32,
    /// When it does, in Unix milliseconds.
    at: Option<u64>,
    /// Until when one has to say that one is there, in Unix milliseconds; nothing for those who
    /// have, or need not.
    check_in: Option<u64>,
    /// The game that is being played.
    game: Option<Code>,
}

async fn agenda(State(app): State<App>, headers: HeaderMap) -> Result<Response, Problem> {
    let now = app.service.timebase.now_ms();
    let Some(member) = member(&app, &headers).await? else {
        let none = Agenda { events: Vec::new(), invitations: Vec::new() };
        return Ok(Json(none).into_response());
    };
    let user = member.player.id;
    let asked = app.service.tournaments.inviting(user);
    let invitations = asked.iter().filter_map(|stored| {
        let it = &stored.tournament;
        Some(view::Invitation::of(it, it.invitation_of(user)?))
    });
    let found = app.service.tournaments.played_by(member.player.id).into_iter();
    let events = found.filter_map(|stored| appointment(&stored.tournament, &member, now));
    let agenda = Agenda { events: events.collect(), invitations: invitations.collect() };
    Ok(Json(agenda).into_response())
}

fn appointment(it: &Tournament, member: &Member, now: u64) -> Option<Appointment> {
    let entry = it.entry_of(member.player.id)?;
    let known = it.event.entry(entry)?;
    let round = it.event.n_rounds() + 1;
    let opens = it.plan.starts_ms.zip(it.plan.check_in_ms).map(|(at, ms)| at.saturating_sub(ms));
    let must_check_in = it.phase == Phase::Open
        && opens.is_some_and(|opens| opens <= now)
        && !it.checked_in.contains(entry);
    let is_there = it.is_arena() || known.takes_part(round);
    let at = match it.phase {
        Phase::Open => it.plan.starts_ms,
        _ => it.due_ms(),
    };
    Some(Appointment {
        code: it.code(),
        name: it.event.name.clone(),
        round,
        // An arena is asked every few seconds, which is nobody's appointment.
        at: at.filter(|_| is_there && !(it.is_arena() && it.phase == Phase::Running)),
        check_in: it.plan.starts_ms.filter(|_| must_check_in),
        game: own_game(it, entry).map(|board| board.id.code()),
    })
}

/// The game that somebody is playing there.
fn own_game(it: &Tournament, entry: &EntryId) -> Option<BoardGame> {
    let is_own = |key: &GameKey| it.event.game(key).is_some_and(|it| it.side_of(entry).is_some());
    it.open().into_iter().find(|(key, _)| is_own(key)).map(|(_, board)| board)
}

async fn own(
    State(app): State<App>,
    Path(code): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let (stored, member) = find(&app, &headers, &code).await?;
    let it = &stored.tournament;
    let entry = member.as_ref().and_then(|member| it.entry_of(member.player.id)).cloned();
    let board = entry.as_ref().and_then(|entry| own_game(it, entry));
    let organiser = organises(&app, it, member.as_ref()).await?;
    let invitation = member.as_ref().and_then(|member| it.invitation_of(member.player.id));
    let mut waits_until = None;
    if let Some(board) = board
        && let Some(room) = app.service.directory.live(board.id.code())
        && room.game().await.is_some_and(|game| game.line().n_moves() < 2)
    {
        waits_until = Some(board.opened_ms.saturating_add(it.plan.grace_ms));
    }
    Ok(Json(Own {
        organiser,
        invitation: invitation.map(|invited| view::Invitation::of(it, invited)),
        invited: organiser.then(|| it.invited.iter().map(view::InvitedView::of).collect()),
        checked_in: entry.as_ref().is_some_and(|entry| it.checked_in.contains(entry)),
        signed_in: member.is_some(),
        entry,
        game: board.map(|board| board.id.code()),
        waits_until,
    })
    .into_response())
}

async fn settings(
    State(app): State<App>,
    Path(code): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let (stored, _) = find(&app, &headers, &code).await?;
    Ok(Json(ask::SettingsWire::from(stored.tournament.settings())).into_response())
}

#[derive(Serialize)]
struct Changed {
    code: Code,
    version: u64,
}

impl Changed {
    fn of(stored: &Stored) -> Self {
        Self { code: stored.tournament.code(), version: stored.version }
    }
}

async fn act(
    State(app): State<App>,
    Path(code): Path<String>,
    headers: HeaderMap,
    body: Result<Json<ActRequest>, JsonRejection>,
) -> Result<Response, Problem> {
    let member = must_be_member(&app, &headers).await?;
    let ActRequest { id, act, reason } = read(body)?;
    let (stored, _) = find(&app, &headers, &code).await?;
    if app.service.tournaments.was_done(id).await? {
        return Ok(Json(Changed::of(&stored)).into_response());
    }
    let act = translate(&app, &stored, &member, act).await?;
    let code = stored.tournament.code();
    let by = actor(&app, &stored.tournament, &member).await?;
    let changed = app.service.tournaments.act(code, id, by, act, &reason).await?;
    Ok(Json(Changed::of(&changed)).into_response())
}

/// What is asked for, with what the server knows of accounts.
async fn translate(
    app: &App,
    stored: &Stored,
    member: &Member,
    act: ask::ActWire,
) -> Result<Act, Problem> {
    use ask::ActWire as Wire;
    let own = || {
        let entry = stored.tournament.entry_of(member.player.id).cloned();
        entry.ok_or_else(|| bad("you are not entered"))
    };
    let meant = |entry: Option<EntryId>| entry.map_or_else(own, Ok);
    Ok(match act {
        Wire::Edit { settings } => {
            let before = stored.tournament.plan.club.as_ref();
            Act::Edit { settings: Box::new(settings_of(app, member, *settings, before).await?) }
        }
        Wire::Open => Act::Open,
        Wire::Cancel => Act::Cancel,
        Wire::Join => {
            if member.player.guest {
                return Err(bad("register first"));
            }
            Act::Enter { entry: Box::new(entry_of(app, stored, person(member)).await?) }
        }
        Wire::Enter { entry } => {
            let entry = Box::new(entered(app, stored, entry).await?);
            match entry.person.as_ref().map(|person| person.user) {
                Some(user) if user != member.player.id => {
                    let by = member.player.id;
                    let asked = app.service.may_ask(by, &stored.tournament, user).await;
                    Act::Invite { entry, is_acquainted: asked.map_err(not_asked)? }
                }
                _ => Act::Enter { entry },
            }
        }
        Wire::Uninvite { user } => {
            let mut invited = stored.tournament.invited.keys();
            let known = invited.find(|id| id.code() == user);
            Act::Uninvite { user: *known.ok_or_else(|| bad("nobody of that name is invited"))? }
        }
        Wire::Accept => Act::Accept { user: member.player.id },
        Wire::Decline => Act::Decline { user: member.player.id },
        Wire::Amend { entry, to } => Act::Amend {
            entry,
            to: Box::new(entered(app, stored, EntryRequest { handle: None, ..to }).await?),
        },
        Wire::Return { entry } => Act::Return { entry: meant(entry)? },
        Wire::Leave { entry } => Act::Leave { entry: meant(entry)? },
        Wire::CheckIn { entry } => Act::CheckIn { entry: meant(entry)? },
        Wire::Absent { entry, round, comes } => Act::Absent { entry: meant(entry)?, round, comes },
        Wire::Begin => Act::Begin,
        Wire::NextRound => Act::NextRound,
        Wire::Pause => Act::Pause,
        Wire::GoOn => Act::GoOn,
        Wire::Result { game, outcome } => Act::Result { game, outcome },
        Wire::Rule { game, outcome } => Act::Rule { game, outcome },
        Wire::Repair { round, pairs } => Act::Repair { round, pairs },
        Wire::Order { order } => Act::Order { order },
        Wire::Unorder { index } => Act::Unorder { index },
        Wire::Halt { game } => Act::Halt { game },
        Wire::Release { game } => Act::Release { game },
        Wire::SetClocks { game, sente, gote } => {
            let times = komadai_rules::BySide { sente: sente.time(), gote: gote.time() };
            Act::SetClocks { game, times }
        }
        Wire::Adjudicate { game, winner } => {
            Act::Adjudicate { game, winner: winner.map(Into::into) }
        }
        Wire::Restart { game } => Act::Restart { game },
        Wire::Helper { handle, helps } => {
            let person = account(app, &handle).await?;
            if helps && person.user != member.player.id {
                app.service.may_meet(member.player.id, person.user).await.map_err(not_asked)?;
            }
            Act::Helper { user: person.user, name: person.name, helps }
        }
        Wire::Dismiss { user } => {
            let mut helpers = stored.tournament.helpers.iter();
            let unknown = || bad("nobody of that name organises it");
            let (&user, name) = helpers.find(|(id, _)| id.code() == user).ok_or_else(unknown)?;
            Act::Helper { user, name: name.clone(), helps: false }
        }
        Wire::Close => Act::Close,
    })
}

/// The account with this handle.
async fn account(app: &App, handle: &str) -> Result<Person, Problem> {
    let unknown =
        || Problem::new(StatusCode::NOT_FOUND, "unknown_player", "there is no such player");
    let handle = Handle::parse_any(handle).map_err(|_| unknown())?;
    let mut conn = app.service.store.read().await?;
    let found = accounts::find_by_key(&mut conn, handle.key()).await?.ok_or_else(unknown)?;
    let (user, name, handle) = (found.user.id, found.user.name, found.handle);
    Ok(Person { user, name, handle, club_grade: None })
}

/// An account's entry, with how strong it is here.
async fn entry_of(app: &App, stored: &Stored, mut person: Person) -> Result<NewEntry, Problem> {
    let plan = &stored.tournament.plan;
    let line = match &plan.club {
        Some(club) => app.service.clubs.line_of(club.id, person.user).await?,
        None => None,
    };
    let is_club_member = line.is_some();
    person.club_grade = line.and_then(|line| line.grade);
    let speed = speed_of(&plan.clock);
    let now_ms = app.service.timebase.now_ms() as i64;
    let mut conn = app.service.store.read().await?;
    let ratings = &app.service.ratings;
    let shown = ratings.shown(&mut conn, person.user, &plan.variant, speed, now_ms).await?;
    Ok(NewEntry {
        person: Some(person),
        name: String::new(),
        rating: Some(shown.estimate.round() as i32),
        grade: shown.level.to_string().parse().ok(),
        club: None,
        team: None,
        board: None,
        class: None,
        seed: None,
        is_club_member,
    })
}

/// Somebody the organiser enters: an account, or a name that is typed.
async fn entered(app: &App, stored: &Stored, entry: EntryRequest) -> Result<NewEntry, Problem> {
    let grade = match entry.grade.as_deref().filter(|grade| !grade.is_empty()) {
        Some(grade) => Some(grade.parse().map_err(|error| bad(format!("{error}")))?),
        None => None,
    };
    let known = match entry.handle.as_deref().filter(|handle| !handle.is_empty()) {
        Some(handle) => Some(entry_of(app, stored, account(app, handle).await?).await?),
        None => None,
    };
    let (person, rating, level) =
        known.map_or((None, None, None), |it| (it.person, it.rating, it.grade));
    Ok(NewEntry {
        person,
        name: entry.name,
        rating: entry.rating.or(rating),
        grade: grade.or(level),
        club: entry.club,
        team: entry.team,
        board: entry.board,
        class: entry.class,
        seed: entry.seed,
        is_club_member: false,
    })
}

#[derive(Serialize)]
struct Deed {
    version: i64,
    at: i64,
    by: Option<String>,
    act: serde_json::Value,
    reason: String,
}

#[derive(Serialize)]
struct Trail {
    acts: Vec<Deed>,
}

async fn trail(
    State(app): State<App>,
    Path(code): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let (stored, member) = find(&app, &headers, &code).await?;
    if !organises(&app, &stored.tournament, member.as_ref()).await? {
        return Err(TournamentError::Refused(TournamentRefusal::NotOrganiser).into());
    }
    let id = stored.tournament.id;
    let acts = app.service.tournaments.trail(id, i64::MAX, TRAIL_MAX).await?.into_iter();
    let view = |named: komadai_store::NamedAct| Deed {
        version: named.act.version,
        at: named.act.at_ms,
        by: named.by_name,
        act: serde_json::from_str(&named.act.act).unwrap_or_default(),
        reason: named.act.reason,
    };
    Ok(Json(Trail { acts: acts.map(view).collect() }).into_response())
}

#[derive(Deserialize)]
struct WhyQuery {
    /// A published round, and who plays there; without it the round to come.
    round: Option<u32>,
    a: Option<EntryId>,
    b: Option<EntryId>,
}

async fn why(
    State(app): State<App>,
    Path(code): Path<String>,
    query: Result<Query<WhyQuery>, QueryRejection>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let Query(WhyQuery { round, a, b }) = query.map_err(|rejection| {
        Problem::new(StatusCode::BAD_REQUEST, "bad_query", rejection.body_text())
    })?;
    let (stored, _) = find(&app, &headers, &code).await?;
    let now_ms = app.service.timebase.now_ms();
    let it = stored.tournament.clone();
    let answer = app.workshop.run(move || {
        let checked = it.event.check()?;
        Ok::<_, TournamentRefusal>(match (round, a, b) {
            (Some(round), Some(a), b) => {
                it.event.why_published(round, &a, b.as_ref())?.into_iter().collect()
            }
            (None, Some(a), Some(b)) => checked.why(&a, &b).into_iter().collect(),
            _ => checked.next(now_ms).why,
        })
    });
    let answer = answer.await?;
    let reasons = answer.map_err(TournamentError::Refused)?;
    Ok(Json(serde_json::json!({ "why": reasons })).into_response())
}
