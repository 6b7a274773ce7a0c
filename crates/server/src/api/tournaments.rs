//! `/api/v1/tournaments`: what is played, how it stands, and what organisers and players do.

mod fesa;
mod files;
pub(super) mod lines;
mod settings;
pub(super) mod view;

use axum::{
    Json,
    extract::{Path, State},
    http::{HeaderMap, StatusCode},
};
use komadai_ids::Code;
use komadai_live::{Refused, rated::speed_of};
use komadai_protocol::RefusalCode;
use komadai_protocol::http::tournaments as wire;
use komadai_service::{
    clubs::{ClubRefusal, Viewer},
    names::Handle,
    read_json,
    tournaments::{
        Act, Actor, BoardGame, NewEntry, OfClub, Person, Phase, Settings, Stored, Tournament,
        TournamentError, TournamentRefusal, Waiting,
    },
};
use komadai_store::{Club, ClubRole, Role, accounts};
use komadai_tournament::{EntryId, GameKey};

use super::{
    Problem,
    answer::{Answer, Created, Tagged},
    caching::Cached,
    contract::Routes,
    extract::{Ask, Body, MaybeMember, Member, Reader},
};
use crate::{app::App, blocking_pool::Lane, refused, throttle::Peer};

/// The longest body that is read: settings with a long description.
const BODY_BYTES_MAX: usize = 65_536;

/// How many tournaments of a phase are listed.
const LISTED_MAX: u32 = 50;

/// How many lines of an audit log are listed.
const AUDIT_LISTED: u32 = 200;

pub(super) fn routes() -> Routes {
    Routes::new("tournaments")
        .get("/", list, "Tournaments that whoever asks sees")
        .post("/", create, "Makes a tournament, as a draft")
        .get("/agenda", agenda, "What comes next in the tournaments of whoever asks")
        .get("/{code}", show, "A tournament")
        .get("/{code}/games/{game}", place, "Where in a tournament a game is played")
        .get("/{code}/me", own, "What concerns whoever asks")
        .get("/{code}/settings", show_settings, "What its organiser decides")
        .get("/{code}/acts", audit_log, "What was done, for its organisers")
        .post("/{code}/acts", act, "Does something")
        .get("/{code}/why", why, "Why pairings are as they are")
        .get("/{code}/games.ndjson", lines::games, "Its games that are over, line by line")
        .get("/{code}/results.ndjson", lines::results, "How it stands, line by line")
        .get("/{code}/files/{file}", files::file, "A tournament as a file")
}

impl From<TournamentError> for Problem {
    fn from(error: TournamentError) -> Self {
        let code = match &error {
            TournamentError::Unknown => RefusalCode::NotFound,
            TournamentError::Store(cause) => return Self::store(cause),
            TournamentError::Document(cause) => {
                tracing::error!("a tournament cannot be read: {cause}");
                RefusalCode::Internal
            }
            TournamentError::TooMany => RefusalCode::TooManyTournaments,
            TournamentError::Refused(refusal) => code_of(refusal),
        };
        Self::new(code, error.to_string())
    }
}

fn code_of(refusal: &TournamentRefusal) -> RefusalCode {
    use RefusalCode as C;
    use TournamentRefusal as R;
    match refusal {
        R::NotOrganiser => C::NotOrganiser,
        R::ReadOnly => C::ReadOnly,
        R::Phase(_) => C::WrongPhase,
        R::NotOpen(_) => C::NotOpen,
        R::MembersOnly => C::MembersOnly,
        R::PlayerOnly(_) => C::PlayerOnly,
        R::Declined => C::Declined,
        R::StaysCasual => C::StaysCasual,
        R::Full(_) => C::Full,
        R::Reason => C::ReasonNeeded,
        R::Unknown(_) => C::Unknown,
        R::Settings(_) => C::BadSettings,
        R::Begun => C::HasBegun,
        R::Problems(problems) => match problems.0.first().map(|it| it.code) {
            Some("team") => C::TeamMissing,
            Some("class") => C::ClassMissing,
            Some("late_entry") => C::NoLateEntries,
            Some("orders") => C::NoOrders,
            Some("tiebreak_twice") => C::TiebreakTwice,
            Some("tiebreaks") => C::NoTiebreaks,
            Some("points") => C::BadPoints,
            _ => C::Contradiction,
        },
        R::Edit(_) => C::NotPossible,
        R::NotYet(_) => C::NotYet,
        R::Waits { what, .. } => match what {
            Waiting::HeldUp => C::HeldUp,
            Waiting::Results => C::ResultsMissing,
            Waiting::Players => C::PlayersMissing,
            Waiting::Challenger => C::ChallengerMissing,
            Waiting::Order => C::OrderInTheWay,
            Waiting::Time => C::NotYet,
        },
        R::NotPlayed => C::NotPlayed,
    }
}

fn bad(detail: impl Into<String>) -> Problem {
    Problem::new(RefusalCode::BadSettings, detail)
}

/// Somebody may not be asked, and why.
fn not_asked(refused: Refused) -> Problem {
    let code = refused::code(&refused.why);
    let text = match code {
        RefusalCode::KeptApart => "you and this player keep each other away",
        RefusalCode::TakesNoChallenges => {
            "this player is asked only by those they know; send them the link"
        }
        _ => {
            let detail = "this cannot be looked up just now; try again";
            return Problem::new(code, detail).with_status(StatusCode::SERVICE_UNAVAILABLE);
        }
    };
    Problem::new(code, text)
}

fn not_found() -> Problem {
    TournamentError::Unknown.into()
}

/// Whoever acts: those who run the site, or the club whose it is, organise it too.
async fn actor(
    app: &App,
    it: &Tournament,
    member: &komadai_service::Member,
) -> Result<Actor, Problem> {
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
async fn organises(
    app: &App,
    it: &Tournament,
    member: Option<&komadai_service::Member>,
) -> Result<bool, Problem> {
    Ok(match member {
        Some(member) => it.is_organiser(&actor(app, it, member).await?),
        None => false,
    })
}

/// The settings that are sent. They may name a club that whoever sends them organises, or the one
/// that was named before.
async fn settings_of(
    app: &App,
    member: &komadai_service::Member,
    settings: wire::TournamentSettings,
    before: Option<&OfClub>,
) -> Result<Settings, Problem> {
    let club = match settings::club(&settings) {
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
    settings::read(settings, club).map_err(bad)
}

fn person(member: &komadai_service::Member) -> Person {
    Person {
        user: member.player.id,
        name: member.player.name.clone(),
        handle: member.handle.clone(),
        bot: member.player.bot,
        club_grade: None,
    }
}

/// The tournament, if whoever asks sees it.
pub(super) async fn find(
    app: &App,
    member: Option<&komadai_service::Member>,
    code: &str,
) -> Result<Stored, Problem> {
    let code: Code = code.parse().map_err(|_| not_found())?;
    let reader = member.map(|member| member.player.id);
    Ok(app.service.tournaments.look(code, reader).await?)
}

async fn list(
    State(app): State<App>,
    Reader(reader): Reader,
    Ask(wire::WhichTournaments { mine }): Ask<wire::WhichTournaments>,
) -> Answer<wire::TournamentList> {
    let tournaments = &app.service.tournaments;
    let reader = reader.map(|player| player.id);
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
    Ok(Json(wire::TournamentList { tournaments: view::summaries(found)? }))
}

async fn create(
    State(app): State<App>,
    member: Member,
    Body(asked): Body<wire::NewTournament, BODY_BYTES_MAX>,
) -> Result<Created<wire::TournamentVersion>, Problem> {
    let wire::NewTournament { create, settings } = asked;
    let settings = settings_of(&app, &member, settings, None).await?;
    let stored = app.service.tournaments.create(&person(&member), create, settings).await?;
    Ok(Created(version(&stored)))
}

async fn show(
    State(app): State<App>,
    peer: Peer,
    MaybeMember(member): MaybeMember,
    Path(code): Path<String>,
    headers: HeaderMap,
) -> Result<Tagged<wire::Tournament>, Problem> {
    let stored = find(&app, member.as_ref(), &code).await?;
    let of = ("tournament", &code, stored.version);
    let cached = match app.service.tournaments.is_hidden(&stored.tournament).await? {
        true => Cached::own(of),
        false => Cached::public(of, false),
    };
    if let Some(known) = Tagged::known(&headers, &cached) {
        return Ok(known);
    }
    let json = view::json(&app, peer, &stored).await?;
    Ok(Tagged::of(&headers, &cached, || json))
}

async fn place(
    State(app): State<App>,
    MaybeMember(member): MaybeMember,
    Path((code, game)): Path<(String, String)>,
) -> Answer<wire::TournamentPlace> {
    let stored = find(&app, member.as_ref(), &code).await?;
    let it = &stored.tournament;
    let game: Code = game.parse().map_err(|_| not_found())?;
    let found = it.place_of(game).ok_or_else(not_found)?;
    Ok(Json(wire::TournamentPlace {
        code: it.code(),
        name: it.event.name.clone(),
        round: found.round,
        board: found.board,
    }))
}

async fn agenda(State(app): State<App>, MaybeMember(member): MaybeMember) -> Answer<wire::Agenda> {
    let now = app.service.timebase.now_ms();
    let Some(member) = member else { return Ok(Json(wire::Agenda::default())) };
    let user = member.player.id;
    let asked = app.service.tournaments.inviting(user);
    let invitations = asked.iter().filter_map(|it| view::invitation(&it.tournament, user));
    let found = app.service.tournaments.played_by(user).into_iter();
    let events = found.filter_map(|stored| appointment(&stored.tournament, &member, now));
    Ok(Json(wire::Agenda { events: events.collect(), invitations: invitations.collect() }))
}

fn appointment(
    it: &Tournament,
    member: &komadai_service::Member,
    now: u64,
) -> Option<wire::Appointment> {
    let entry = it.entry_of(member.player.id)?;
    let known = it.event.entry(entry)?;
    let round = it.event.n_rounds() + 1;
    let opens = it.plan.starts_ms.zip(it.plan.check_in_ms).map(|(at, ms)| at.saturating_sub(ms));
    let must_check_in = it.phase == Phase::Open
        && opens.is_some_and(|opens| opens <= now)
        && !it.checked_in.contains(entry);
    let is_there = it.players_come_and_go() || known.takes_part(round);
    let at_ms = match it.phase {
        Phase::Open => it.plan.starts_ms,
        _ => it.due_ms(),
    };
    Some(wire::Appointment {
        code: it.code(),
        name: it.event.name.clone(),
        round,
        // An arena is asked every few seconds, which is nobody's appointment.
        at_ms: at_ms
            .filter(|_| is_there && !(it.players_come_and_go() && it.phase == Phase::Running)),
        check_in_until_ms: it.plan.starts_ms.filter(|_| must_check_in),
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
    MaybeMember(member): MaybeMember,
    Path(code): Path<String>,
) -> Answer<wire::OwnPart> {
    let stored = find(&app, member.as_ref(), &code).await?;
    let it = &stored.tournament;
    let entry = member.as_ref().and_then(|member| it.entry_of(member.player.id)).cloned();
    let board = entry.as_ref().and_then(|entry| own_game(it, entry));
    let organiser = organises(&app, it, member.as_ref()).await?;
    let mut waits_until_ms = None;
    if let Some(board) = board
        && let Some(room) = app.service.directory.live(board.id.code())
        && room.game().await.is_some_and(|game| game.line().n_moves() < 2)
    {
        waits_until_ms = Some(board.opened_ms.saturating_add(it.plan.grace_ms));
    }
    Ok(Json(wire::OwnPart {
        organiser,
        invitation: member.as_ref().and_then(|member| view::invitation(it, member.player.id)),
        invited: organiser.then(|| it.invited.iter().map(view::invited).collect()),
        checked_in: entry.as_ref().is_some_and(|entry| it.checked_in.contains(entry)),
        signed_in: member.is_some(),
        entry,
        game: board.map(|board| board.id.code()),
        waits_until_ms,
    }))
}

async fn show_settings(
    State(app): State<App>,
    MaybeMember(member): MaybeMember,
    Path(code): Path<String>,
) -> Answer<wire::TournamentSettings> {
    let stored = find(&app, member.as_ref(), &code).await?;
    Ok(Json(settings::told(stored.tournament.settings())))
}

fn version(stored: &Stored) -> wire::TournamentVersion {
    wire::TournamentVersion { code: stored.tournament.code(), version: stored.version }
}

async fn act(
    State(app): State<App>,
    member: Member,
    Path(code): Path<String>,
    Body(wire::ToDo { id, act, reason }): Body<wire::ToDo, BODY_BYTES_MAX>,
) -> Answer<wire::TournamentVersion> {
    let stored = find(&app, Some(&*member), &code).await?;
    if app.service.tournaments.was_done(id).await? {
        return Ok(Json(version(&stored)));
    }
    let act = translate(&app, &stored, &member, act).await?;
    let code = stored.tournament.code();
    let by = actor(&app, &stored.tournament, &member).await?;
    let changed = app.service.tournaments.act(code, id, by, act, &reason).await?;
    Ok(Json(version(&changed)))
}

/// What is asked for, with what the server knows of accounts.
async fn translate(
    app: &App,
    stored: &Stored,
    member: &komadai_service::Member,
    act: wire::TournamentAct,
) -> Result<Act, Problem> {
    use wire::TournamentAct as Wire;
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
            to: Box::new(entered(app, stored, wire::NewEntry { handle: None, ..to }).await?),
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
            let times = komadai_rules::BySide { sente: sente.into(), gote: gote.into() };
            Act::SetClocks { game, times }
        }
        Wire::Adjudicate { game, winner } => Act::Adjudicate { game, winner },
        Wire::Restart { game } => Act::Restart { game },
        Wire::Helper { handle, helps } => {
            let person = account(app, &handle).await?;
            if helps && person.user != member.player.id {
                let by = member.player.id;
                let asked = app.service.may_ask(by, &stored.tournament, person.user).await;
                asked.map_err(not_asked)?;
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
    let unknown = || Problem::new(RefusalCode::UnknownPlayer, "there is no such player");
    let handle = Handle::parse_any(handle).map_err(|_| unknown())?;
    let mut conn = app.service.store.read().await?;
    let found = accounts::find_by_key(&mut conn, handle.key()).await?.ok_or_else(unknown)?;
    let komadai_store::User { id: user, name, bot, .. } = found.user;
    Ok(Person { user, name, handle: found.handle, bot, club_grade: None })
}

/// An account's entry, with how strong it is here.
async fn entry_of(app: &App, stored: &Stored, mut person: Person) -> Result<NewEntry, Problem> {
    let plan = &stored.tournament.plan;
    let line = match &plan.club {
        Some(club) => app.service.clubs.line_of(club.id, person.user).await?,
        None => None,
    };
    let is_club_member = line.is_some();
    person.club_grade = line.and_then(|line| line.grade?.parse().ok());
    let speed = speed_of(&plan.clock);
    let now_ms = app.service.timebase.now_ms() as i64;
    let mut conn = app.service.store.read().await?;
    let ratings = &app.service.ratings;
    let shown = ratings.shown(&mut conn, person.user, &plan.variant, speed, now_ms).await?;
    Ok(NewEntry {
        person: Some(person),
        name: String::new(),
        rating: Some(shown.estimate.round() as i32),
        grade: Some(shown.level),
        club: None,
        team: None,
        board: None,
        class: None,
        seed: None,
        given: None,
        family: None,
        nationality: None,
        unlisted: false,
        is_club_member,
    })
}

/// Somebody the organiser enters: an account, or a name that is typed.
async fn entered(app: &App, stored: &Stored, entry: wire::NewEntry) -> Result<NewEntry, Problem> {
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
        grade: entry.grade.or(level),
        club: entry.club,
        team: entry.team,
        board: entry.board,
        class: entry.class,
        seed: entry.seed,
        given: entry.given,
        family: entry.family,
        nationality: entry.nationality,
        unlisted: entry.unlisted,
        is_club_member: false,
    })
}

async fn audit_log(
    State(app): State<App>,
    MaybeMember(member): MaybeMember,
    Path(code): Path<String>,
) -> Answer<wire::TournamentAuditLog> {
    let stored = find(&app, member.as_ref(), &code).await?;
    if !organises(&app, &stored.tournament, member.as_ref()).await? {
        return Err(TournamentError::Refused(TournamentRefusal::NotOrganiser).into());
    }
    let id = stored.tournament.id;
    let acts = app.service.tournaments.audit_log(id, i64::MAX, AUDIT_LISTED).await?.into_iter();
    let entry = |named: komadai_store::NamedAct| {
        Ok(wire::TournamentAuditEntry {
            version: named.act.version,
            at_ms: named.act.at_ms,
            by: named.by_name,
            act: read_json(&named.act.act, "tournament_acts", "act", named.act.id)?,
            reason: named.act.reason,
        })
    };
    let entries = acts.map(entry).collect::<komadai_store::Result<_>>()?;
    Ok(Json(wire::TournamentAuditLog { entries }))
}

async fn why(
    State(app): State<App>,
    peer: Peer,
    MaybeMember(member): MaybeMember,
    Path(code): Path<String>,
    Ask(wire::WhichPairing { round, a, b }): Ask<wire::WhichPairing>,
) -> Answer<wire::PairingReasons> {
    let stored = find(&app, member.as_ref(), &code).await?;
    let now_ms = app.service.timebase.now_ms();
    let it = stored.tournament.clone();
    let answer = app.blocking_pool.run(Lane::Dear, peer, move |_| {
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
    let why = answer.map_err(TournamentError::Refused)?;
    Ok(Json(wire::PairingReasons { why }))
}

// For clubs, until their addresses are described.
