//! A tournament as everybody sees it.

use std::collections::BTreeMap;

use bytes::Bytes;
use komadai_ids::UserId;
use komadai_protocol::RefusalCode;
use komadai_protocol::http::tournaments as wire;
use komadai_service::tournaments::{
    Announcement, Application, Call, Invited, Phase, Stored, Tournament,
};
use komadai_store::{Error, TournamentSummary};
use komadai_tournament::{Entry, EntryId, Game, Outcome};

use super::{refusals::code_of, settings::told_plan};
use crate::{
    app::App,
    blocking_pool::Lane,
    http::{peer::Peer, problem::Problem},
};

fn phase(phase: Phase) -> wire::TournamentPhase {
    match phase {
        Phase::Draft => wire::TournamentPhase::Draft,
        Phase::Open => wire::TournamentPhase::Open,
        Phase::Running => wire::TournamentPhase::Running,
        Phase::Over => wire::TournamentPhase::Over,
        Phase::Cancelled => wire::TournamentPhase::Cancelled,
    }
}

/// Lines of a list.
pub(in crate::api) fn summaries(
    found: Vec<TournamentSummary>,
) -> komadai_store::Result<Vec<wire::TournamentSummary>> {
    let summary = |it: TournamentSummary| {
        let known = Phase::ALL.into_iter().find(|phase| phase.as_str() == it.phase);
        let code = it.id.code();
        Ok(wire::TournamentSummary {
            code,
            name: it.name,
            phase: phase(known.ok_or_else(|| Error::Corrupt {
                table: "tournaments",
                key: code.to_string(),
                column: "phase",
            })?),
            starts_ms: it.starts_ms,
            players: it.players,
            changed_ms: it.changed_ms,
        })
    };
    found.into_iter().map(summary).collect()
}

/// What a player is asked, if they are.
pub(super) fn invitation(it: &Tournament, user: UserId) -> Option<wire::Invitation> {
    let invited = it.invitation_of(user)?;
    Some(wire::Invitation {
        code: it.code(),
        name: it.event.name.clone(),
        by: invited.by.clone(),
        at_ms: invited.at_ms,
        starts_ms: it.plan.starts_ms,
        rated: it.plan.rated,
        declined: invited.declined,
    })
}

/// Somebody who is asked, as organisers see it.
pub(super) fn invited((user, invited): (&UserId, &Invited)) -> wire::Invited {
    let person = invited.entry.person.as_ref();
    wire::Invited {
        user: user.code(),
        name: person.map(|person| person.name.clone()).unwrap_or_default(),
        handle: person.map(|person| person.handle.clone()).unwrap_or_default(),
        bot: person.is_some_and(|person| person.bot),
        at_ms: invited.at_ms,
        declined: invited.declined,
    }
}

/// What somebody has applied with, and what has become of it.
pub(super) fn application(it: &Application) -> wire::Application {
    wire::Application {
        text: it.word.clone(),
        at_ms: it.at_ms,
        chosen: it.answer.map(|answer| answer.chosen),
    }
}

/// Those who have applied, as organisers and the host see them.
pub(super) fn applicants(it: &Tournament) -> Vec<wire::Applicant> {
    let mut all: Vec<_> = it
        .applications
        .values()
        .filter_map(|known| {
            let person = known.entry.person.as_ref()?;
            Some(wire::Applicant {
                user: person.user.code(),
                name: person.name.clone(),
                handle: person.handle.clone(),
                bot: person.bot,
                rating: known.entry.rating,
                grade: known.entry.grade,
                application: application(known),
            })
        })
        .collect();
    all.sort_by_key(|it| (it.application.at_ms, it.user));
    all
}

/// A [`wire::Tournament`] as JSON: made once for each version.
pub(super) async fn json(app: &App, peer: Peer, stored: &Stored) -> Result<Bytes, Problem> {
    if let Some(json) = stored.shown.get() {
        return Ok(json.clone());
    }
    let of = stored.clone();
    let write = move |_: &_| serde_json::to_vec(&tournament(&of)).map(Bytes::from);
    let made = app.blocking_pool.run(Lane::Cheap, peer, write).await?;
    let made = made.map_err(|cause| {
        tracing::error!("a tournament has no JSON form: {cause}");
        let detail = "this tournament cannot be shown";
        Problem::new(RefusalCode::Internal, detail)
    })?;
    Ok(stored.shown.get_or_init(|| made).clone())
}

fn tournament(stored: &Stored) -> wire::Tournament {
    let it = &*stored.tournament;
    let checked = it.event.check().ok();
    let is_played = matches!(it.phase, Phase::Running | Phase::Over);
    let helper = |(user, name): (&UserId, &String)| wire::TournamentHelper {
        user: user.code(),
        name: name.clone(),
    };
    wire::Tournament {
        code: it.code(),
        version: stored.version,
        name: it.event.name.clone(),
        phase: phase(it.phase),
        paused: it.paused,
        obstacle: it.obstacle().map(|(refusal, entries)| wire::Obstacle {
            code: code_of(&refusal),
            entries,
            detail: refusal.to_string(),
        }),
        owner: it.owner_name.clone(),
        helpers: it.helpers.iter().map(helper).collect(),
        format: it.event.format.clone(),
        attendance: it.event.format.attendance(),
        criteria: it.event.criteria(),
        scoring: it.event.scoring.clone(),
        prizes: it.event.prizes.clone(),
        announcements: it.hall.announcements.iter().map(announcement).collect(),
        plan: told_plan(&it.plan),
        rules: it.plan.rules.into(),
        club: it
            .plan
            .club
            .as_ref()
            .map(|club| wire::TournamentClub { slug: club.slug.clone(), name: club.name.clone() }),
        entries: it.event.entries.iter().map(|known| entry(it, known)).collect(),
        host: it.event.host().map(|host| host.id.clone()),
        rounds: (1..=it.event.n_rounds()).map(|n| round(it, n)).collect(),
        n_rounds: checked.as_ref().and_then(|checked| checked.n_rounds()),
        next_ms: it.next_ms,
        standings: checked.filter(|_| is_played).map(|checked| checked.standings()),
        orders: it.event.orders.clone(),
        created_ms: stored.created_ms,
    }
}

fn announcement(it: &Announcement) -> wire::Announcement {
    wire::Announcement {
        number: it.number,
        at_ms: it.at_ms,
        by: it.by.clone(),
        text: it.text.clone(),
    }
}

/// Somebody who calls the arbiter.
pub(super) fn call(it: &Call) -> wire::Call {
    wire::Call { entry: it.entry.clone(), at_ms: it.at_ms, text: it.text.clone() }
}

pub(super) fn entry(it: &Tournament, entry: &Entry) -> wire::TournamentEntry {
    let person = it.people.get(&entry.id);
    wire::TournamentEntry {
        id: entry.id.clone(),
        name: entry.display_name().to_owned(),
        handle: person.map(|person| person.handle.clone()).filter(|handle| !handle.is_empty()),
        bot: person.is_some_and(|person| person.bot),
        given: entry.given.clone(),
        family: entry.family.clone(),
        nationality: entry.nationality.clone(),
        unlisted: entry.unlisted,
        tags: entry.tags.clone(),
        rating: entry.rating,
        grade: entry.grade,
        club: entry.club.clone(),
        club_grade: person.and_then(|person| person.club_grade),
        team: entry.team.clone(),
        board: entry.board,
        class: entry.class.clone(),
        seed: entry.seed,
        start: entry.start,
        table: entry.table,
        odds: entry.odds,
        checked_in: it.checked_in.contains(&entry.id),
        left: entry.withdrawn_after.is_some(),
        absent: entry.missed_rounds().collect(),
    }
}

fn reports(of: &BTreeMap<EntryId, Outcome>) -> Vec<wire::Report> {
    let report = |(entry, outcome): (&EntryId, &Outcome)| wire::Report {
        entry: entry.clone(),
        outcome: *outcome,
    };
    of.iter().map(report).collect()
}

fn round(it: &Tournament, round: u32) -> wire::TournamentRound {
    let mut games: Vec<&Game> = it.event.games.iter().filter(|game| game.round == round).collect();
    games.sort_by_key(|game| (game.board, &game.key));
    wire::TournamentRound {
        round,
        games: games.into_iter().map(|game| pairing(it, game)).collect(),
        byes: it.event.byes.iter().filter(|bye| bye.round == round).cloned().collect(),
    }
}

fn pairing(it: &Tournament, game: &Game) -> wire::Pairing {
    let board = it.boards.get(&game.key);
    wire::Pairing {
        key: game.key.clone(),
        board: game.board,
        sente: game.sente.clone(),
        gote: game.gote.clone(),
        toss: game.toss,
        handicap: game.handicap,
        slot: game.slot.clone(),
        result: it.event.outcome_of(game, &|id| it.event.entry(id)),
        ruling: game.ruling.clone(),
        reason: game.reason.clone(),
        reports: it.hall.reports.get(&game.key).map(reports).unwrap_or_default(),
        typed_ms: game.ended_ms.filter(|_| board.is_none()),
        boards: game.boards,
        games: board.iter().flat_map(|it| &it.games).map(|game| game.id.code()).collect(),
        waits: it.waits(game),
    }
}
