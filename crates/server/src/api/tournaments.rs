//! `/api/v1/tournaments`: games, standings, and the acts of organisers and players.

mod acts;
mod appointments;
pub(crate) mod archive;
mod broadcasts;
mod fesa;
mod fesa_check;
mod files;
pub(super) mod lines;
mod loading;
mod parts;
mod refusals;
mod rounds;
#[cfg(test)]
mod samples;
mod tables;
pub(super) mod view;

use axum::{
    Json,
    extract::{Path, State},
    http::HeaderMap,
};
use komadai_ids::{Code, GameId, UserId};
use komadai_protocol::RefusalCode;
use komadai_protocol::http::tournaments as wire;
use komadai_service::{
    read_json,
    tournaments::{Phase, StoredTournament, TournamentError, TournamentRefusal},
};
use komadai_tournament::formats::{self, SeasonError};
use serde_json::Value;

use crate::{
    app::App,
    blocking_pool::Lane,
    http::{
        answer::{Answer, CreatedAnswer, TaggedJson},
        contract::Routes,
        extract::{Ask, Body, MaybeMember, Member},
        peer::Peer,
        problem::Problem,
    },
};

/// The longest body that is read: settings with a long description.
const BODY_BYTES_MAX: usize = 65_536;

/// What has to do with every game of a tournament with more of them is expensive work.
const CHEAP_GAMES_MAX: usize = 2_000;

/// How many boards are looked at in one request.
const BOARDS_MAX: usize = 100;

/// How many lines of an audit log are listed.
const AUDIT_LISTED: u32 = 200;

pub(super) fn routes() -> Routes {
    Routes::new("tournaments")
        .get("/", archive::list, "The tournaments that the caller can see")
        .post("/", create, "Creates a tournament, as a draft")
        .post("/from-file", loading::load, "Continues an event that began elsewhere")
        .get("/agenda", agenda, "The caller's next appointments in tournaments")
        .get("/{code}", show, "A tournament")
        .delete("/{code}", archive::delete, "Deletes a tournament in which nothing was played")
        .get("/{code}/players/{entry}", archive::card, "How a player did, round by round")
        .get("/{code}/rounds/{round}", parts::round, "A round of a tournament")
        .get("/{code}/standings", parts::standings, "The standings of a tournament")
        .get("/{code}/games/{game}", place, "The place of a game in a tournament")
        .get("/{code}/boards", boards, "The boards at which a game is being played")
        .get("/{code}/tables", tables::keys, "The keys of the tables, for phones that are clocks")
        .get("/{code}/tables/{game}", tables::table, "A table, as its clock needs it")
        .post("/{code}/tables/{game}/report", tables::report, "Reports from the clock of a table")
        .get("/{code}/broadcasts", broadcasts::list, "The boards of broadcasts that show its games")
        .put("/{code}/broadcasts/{broadcast}", broadcasts::answer, "Takes what a broadcast shows")
        .get("/{code}/me", own, "The tournament from the point of view of the caller")
        .get("/{code}/settings", show_settings, "The organiser's settings")
        .get("/{code}/acts", audit_log, "The audit log, for organisers")
        .post("/{code}/acts", acts::act, "Carries out an action")
        .get("/{code}/why", why, "The explanation of pairings")
        .get("/{code}/next-season", next_season, "The players of a league's next season")
        .get("/{code}/games.ndjson", lines::games, "The tournament's finished games, line by line")
        .get("/{code}/results.ndjson", lines::results, "The results of a tournament, line by line")
        .get("/{code}/fesa-check", fesa_check::check, "What FESA would refuse in its file")
        .get("/{code}/files/{file}", files::file, "A tournament as a file")
}

fn not_found() -> Problem {
    TournamentError::Unknown.into()
}

/// The tournament, if the caller can see it.
pub(super) async fn find(
    app: &App,
    member: Option<&komadai_service::Member>,
    code: &str,
) -> Result<StoredTournament, Problem> {
    let code: Code = code.parse().map_err(|_| not_found())?;
    let reader = member.map(|member| member.player.id);
    Ok(app.service.tournaments.look(code, reader).await?)
}

async fn create(
    State(app): State<App>,
    member: Member,
    Body(asked): Body<wire::NewTournament, BODY_BYTES_MAX>,
) -> Result<CreatedAnswer<wire::TournamentVersion>, Problem> {
    let wire::NewTournament { create, settings } = asked;
    let stored = app.service.tournaments.create(&member, create, settings, None).await?;
    Ok(CreatedAnswer(version(&stored)))
}

async fn show(
    State(app): State<App>,
    peer: Peer,
    MaybeMember(member): MaybeMember,
    Path(code): Path<String>,
    Ask(wire::WhichRounds { rounds }): Ask<wire::WhichRounds>,
    headers: HeaderMap,
) -> Result<TaggedJson<wire::Tournament>, Problem> {
    let stored = find(&app, member.as_ref(), &code).await?;
    let request = parts::PartRequest { app: &app, peer, stored: &stored, headers: &headers };
    parts::tournament(request, rounds).await
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
        host: it.event.host().map(|host| host.id.clone()),
    }))
}

async fn boards(
    State(app): State<App>,
    MaybeMember(member): MaybeMember,
    Path(code): Path<String>,
) -> Answer<wire::OpenBoards> {
    let stored = find(&app, member.as_ref(), &code).await?;
    let it = &stored.tournament;
    let now_ms = app.service.timebase.now_ms();
    let mut boards = Vec::new();
    let plays = member.as_ref().is_some_and(|member| it.entry_of(member.player.id).is_some());
    if it.plan.delay_moves > 0 && !plays {
        return Ok(Json(wire::OpenBoards { boards }));
    }
    for (key, board) in it.open().into_iter().take(BOARDS_MAX) {
        let Some(room) = app.service.directory.live(board.id.code()) else { continue };
        let Some(game) = room.game().await.filter(|game| game.outcome().is_none()) else {
            continue;
        };
        let Some(paired) = it.event.game(&key) else { continue };
        let to_move = game.players().map(|players| players[game.turn()].id);
        let Some(to_move) = to_move.and_then(|user| it.entry_of(user)) else { continue };
        boards.push(wire::OpenBoard {
            game: board.id.code(),
            board: paired.board,
            to_move: to_move.clone(),
            ply: game.line().n_moves(),
            thinks_ms: game.thought_ms(now_ms),
        });
    }
    boards.sort_by_key(|board| (board.board, board.game));
    Ok(Json(wire::OpenBoards { boards }))
}

async fn agenda(State(app): State<App>, MaybeMember(member): MaybeMember) -> Answer<wire::Agenda> {
    let Some(member) = member else { return Ok(Json(wire::Agenda::default())) };
    let user = member.player.id;
    let asked = app.service.tournaments.inviting(user);
    let invitations = asked.iter().filter_map(|it| view::invitation(&it.tournament, user));
    let studies = app.service.studies.invitations_of(user).await?.into_iter();
    let studies = studies.map(super::studies::invitation).filter(|it| !it.declined);
    let waiting = app.service.tournaments.waiting_for(user).await?.into_iter();
    Ok(Json(wire::Agenda {
        events: appointments(&app, user),
        invitations: invitations.collect(),
        studies: studies.collect(),
        matters: waiting.flat_map(|it| appointments::matters(&it.tournament)).collect(),
    }))
}

/// What somebody has to come to in the tournaments in which they play.
pub(super) fn appointments(app: &App, user: UserId) -> Vec<wire::Appointment> {
    let now_ms = app.service.timebase.now_ms();
    let found = app.service.tournaments.played_by(user).into_iter();
    found.flat_map(|it| appointments::appointments(&it.tournament, user, now_ms)).collect()
}

async fn own(
    State(app): State<App>,
    MaybeMember(member): MaybeMember,
    Path(code): Path<String>,
) -> Answer<wire::OwnPart> {
    let stored = find(&app, member.as_ref(), &code).await?;
    let it = &stored.tournament;
    let entry = member.as_ref().and_then(|member| it.entry_of(member.player.id)).cloned();
    let board = entry.as_ref().and_then(|entry| it.open_of(entry));
    let playing = board.map(|board| board.id);
    let pairings = entry.as_ref().map(|entry| rounds::own_pairings(it, entry, playing));
    let organiser = app.service.tournaments.is_organiser(it, member.as_ref()).await?;
    let host = it.event.host().map(|host| &host.id);
    let hosts = entry.is_some() && entry.as_ref() == host;
    let mut waits_until_ms = None;
    if let Some(board) = board
        && let Some(room) = app.service.directory.live(board.id.code())
        && !it.event.format.is_hosted()
        && it.gives_up()
        && room.game().await.is_some_and(|game| game.line().n_moves() < 2)
    {
        waits_until_ms = Some(board.opened_ms.saturating_add(it.plan.grace_ms));
    }
    let own_appointments = match &entry {
        Some(entry) => appointments::own(&app, it, entry).await?,
        None => Vec::new(),
    };
    Ok(Json(wire::OwnPart {
        appointments: own_appointments,
        to_appoint: if organiser { appointments::to_appoint(it) } else { Vec::new() },
        calls: it
            .hall
            .calls
            .iter()
            .filter(|call| organiser || entry.as_ref() == Some(&call.entry))
            .map(view::call)
            .collect(),
        application: member
            .as_ref()
            .and_then(|member| it.applications.get(&member.player.id))
            .map(view::application),
        applicants: if organiser || hosts { view::applicants(it) } else { Vec::new() },
        team_request: member.as_ref().and_then(|member| view::team_request(it, member.player.id)),
        team_applicants: member
            .as_ref()
            .map(|member| view::team_applicants(it, member.player.id, organiser))
            .unwrap_or_default(),
        hosts,
        organiser,
        deletable: member.as_ref().is_some_and(|member| it.is_deletable_by(member)),
        invitation: member.as_ref().and_then(|member| view::invitation(it, member.player.id)),
        invited: organiser.then(|| it.invited.iter().map(view::invited).collect()),
        checked_in: entry.as_ref().is_some_and(|entry| it.checked_in.contains(entry)),
        pauses: entry.as_ref().is_some_and(|entry| {
            let said = it.event.presence.iter().rfind(|it| it.entry == *entry);
            it.players_come_and_go() && it.phase == Phase::Running && said.is_none_or(|it| !it.here)
        }),
        signed_in: member.is_some(),
        entry,
        game: playing.map(|game| game.code()),
        pairings: pairings.unwrap_or_default(),
        waits_until_ms,
    }))
}

async fn show_settings(
    State(app): State<App>,
    MaybeMember(member): MaybeMember,
    Path(code): Path<String>,
) -> Answer<wire::TournamentSettings> {
    let stored = find(&app, member.as_ref(), &code).await?;
    Ok(Json(stored.tournament.settings()))
}

fn version(stored: &StoredTournament) -> wire::TournamentVersion {
    wire::TournamentVersion { code: stored.tournament.code(), version: stored.version }
}

async fn audit_log(
    State(app): State<App>,
    MaybeMember(member): MaybeMember,
    Path(code): Path<String>,
) -> Answer<wire::TournamentAuditLog> {
    let stored = find(&app, member.as_ref(), &code).await?;
    let (tournaments, it) = (&app.service.tournaments, &stored.tournament);
    if !tournaments.is_organiser(it, member.as_ref()).await? {
        return Err(TournamentError::Refused(TournamentRefusal::NotOrganiser).into());
    }
    let id = stored.tournament.id;
    let acts = app.service.tournaments.audit_log(id, i64::MAX, AUDIT_LISTED).await?.into_iter();
    let entry = |named: komadai_store::NamedAct| {
        let mut act: wire::StoredAct =
            read_json(&named.act.act, "tournament_acts", "act", named.act.id)?;
        // That a game has ended is kept under the game's id.
        let ended = act.about.get("id").filter(|_| act.t == "ended").cloned();
        let ended = ended.and_then(|id| serde_json::from_value::<GameId>(id).ok());
        if let Some(game) = ended.and_then(|id| stored.tournament.place_of(id.code())) {
            act.about.insert("game".to_owned(), Value::from(game.key.as_str()));
        }
        Ok(wire::TournamentAuditEntry {
            version: named.act.version,
            at_ms: named.act.at_ms,
            by: named.by_name,
            act,
            reason: named.act.reason,
        })
    };
    let entries = acts.map(entry).collect::<komadai_store::Result<_>>()?;
    Ok(Json(wire::TournamentAuditLog { entries }))
}

async fn next_season(
    State(app): State<App>,
    peer: Peer,
    MaybeMember(member): MaybeMember,
    Path(code): Path<String>,
) -> Answer<wire::NextSeason> {
    let stored = find(&app, member.as_ref(), &code).await?;
    let it = stored.tournament.clone();
    let next = app.blocking_pool.run(Lane::Dear, peer, move |_| {
        let next = formats::next_season(&it.event, &it.event.name, it.event.seed)?;
        let entries = next.entries.iter().filter(|it| it.withdrawn_after.is_none());
        Ok::<_, SeasonError>(entries.map(|entry| view::entry(&it, entry)).collect())
    });
    let entries = next.await?.map_err(|cause| {
        let code = match cause {
            SeasonError::NotOver => RefusalCode::WrongPhase,
            SeasonError::NoLeague | SeasonError::Problems(_) => RefusalCode::NotPossible,
        };
        Problem::new(code, cause.to_string())
    })?;
    Ok(Json(wire::NextSeason { entries }))
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
        let (why, coming) = match (round, a, b) {
            (Some(round), Some(a), b) => {
                (it.event.why_published(round, &a, b.as_ref())?.into_iter().collect(), None)
            }
            (None, Some(a), Some(b)) => (it.event.check()?.why(&a, &b).into_iter().collect(), None),
            _ => {
                let next = it.coming(now_ms)?;
                let coming = view::coming(&next);
                (next.why, coming)
            }
        };
        Ok::<_, TournamentRefusal>(wire::PairingReasons { why, coming })
    });
    let answer = answer.await?;
    Ok(Json(answer.map_err(TournamentError::Refused)?))
}
