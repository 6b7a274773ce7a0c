//! A tournament as everybody sees it.

use std::collections::HashSet;

use komadai_ids::UserId;
use komadai_protocol::http::tournaments as wire;
use komadai_service::tournaments::{
    Announcement, Application, Call, Invitee, Phase, RoundTakenBack, StoredTournament, Tournament,
};
use komadai_store::{Error, TournamentSummary};
use komadai_tournament::{
    ByeKind, CheckedEvent, Entry, Next, Reach, Standings, State, formats::Attendance,
};

use super::rounds::Rounds;

pub(in crate::api) fn phase(phase: Phase) -> wire::TournamentPhase {
    match phase {
        Phase::Draft => wire::TournamentPhase::Draft,
        Phase::Open => wire::TournamentPhase::Open,
        Phase::Running => wire::TournamentPhase::Running,
        Phase::Over => wire::TournamentPhase::Over,
        Phase::Cancelled => wire::TournamentPhase::Cancelled,
    }
}

/// The stage that is asked for.
pub(super) fn phase_of(asked: wire::TournamentPhase) -> Phase {
    Phase::ALL.into_iter().find(|it| phase(*it) == asked).unwrap_or_default()
}

/// A line of a list.
pub(in crate::api) fn summary(
    it: TournamentSummary,
) -> komadai_store::Result<wire::TournamentSummary> {
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
        format: it.format,
        variant: it.variant,
        starts_ms: it.starts_ms,
        listed_ms: it.listed_ms,
        first_day: it.first_day,
        last_day: it.last_day,
        place: it.place,
        players: it.players,
        winners: it.winners.lines().map(str::to_owned).collect(),
        changed_ms: it.changed_ms,
    })
}

/// Lines of a list.
pub(in crate::api) fn summaries(
    found: Vec<TournamentSummary>,
) -> komadai_store::Result<Vec<wire::TournamentSummary>> {
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
pub(super) fn invited((user, invited): (&UserId, &Invitee)) -> wire::InvitedPlayer {
    let person = invited.entry.person.as_ref();
    wire::InvitedPlayer {
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
                rating: known.entry.details.rating,
                grade: known.entry.details.grade,
                provisional: known.entry.details.provisional,
                application: application(known),
            })
        })
        .collect();
    all.sort_by_key(|it| (it.application.at_ms, it.user));
    all
}

/// What somebody asks for who wants to come into a team.
pub(super) fn team_request(it: &Tournament, user: UserId) -> Option<wire::TeamRequest> {
    let known = it.team_requests.get(&user).filter(|_| it.phase == Phase::Open)?;
    let open = it.open_team_request(user);
    Some(wire::TeamRequest {
        team: open.and_then(|request| request.team.clone()),
        rejected_by: known.rejected_by.iter().cloned().collect(),
    })
}

/// Those who ask for a place in a team, for whoever may say yes to them.
pub(super) fn team_applicants(
    it: &Tournament,
    reader: UserId,
    organises: bool,
) -> Vec<wire::TeamApplicant> {
    let may_decide = |user| organises || it.is_team_decided_by(reader, user);
    let open = it.team_requests.keys().filter(|user| may_decide(**user));
    let mut open: Vec<_> = open.filter_map(|user| it.open_team_request(*user)).collect();
    open.sort_by_key(|request| (request.at_ms, request.entry.user()));
    open.into_iter()
        .filter_map(|request| {
            let person = request.entry.person.as_ref()?;
            Some(wire::TeamApplicant {
                user: person.user.code(),
                name: person.name.clone(),
                handle: person.handle.clone(),
                bot: person.bot,
                rating: request.entry.details.rating,
                grade: request.entry.details.grade,
                provisional: request.entry.details.provisional,
                team: request.team.clone()?,
            })
        })
        .collect()
}

/// All of it.
pub(super) fn whole(stored: &StoredTournament) -> wire::Tournament {
    tournament(stored, Rounds::of(&stored.tournament).all())
}

/// What the page of a large one shows at first: the latest rounds, and the standings without their
/// cells.
pub(super) fn latest(stored: &StoredTournament) -> wire::Tournament {
    let mut view = tournament(stored, Rounds::of(&stored.tournament).latest());
    let cells = if view.attendance == Attendance::Free { FREE_CELLS } else { 0 };
    let n_matches = view.standings.as_mut().map_or(0, |it| leave_out(it, &view.rounds, cells));
    view.left_out = Some(wire::Omissions {
        games: view.rounds.iter().filter_map(|round| round.left_out).sum(),
        matches: n_matches as u32,
        cells: view.standings.is_some(),
    });
    view
}

/// So many of a player's last cells stay where players come and go: how it goes for them just now.
const FREE_CELLS: usize = 6;

/// Leaves out all but so many of the last cells, and the matches that are over and whose games are
/// not shown. Returns the number of these matches.
fn leave_out(standings: &mut Standings, rounds: &[wire::TournamentRound], cells: usize) -> usize {
    for row in standings.rankings.iter_mut().flat_map(|ranking| &mut ranking.rows) {
        row.rounds.drain(..row.rounds.len().saturating_sub(cells));
    }
    let shown: HashSet<_> =
        rounds.iter().flat_map(|round| &round.games).map(|game| &game.key).collect();
    let complete = rounds.iter().find(|round| round.left_out.is_none());
    let n_matches = standings.matches.len();
    standings.matches.retain(|it| {
        complete.is_none_or(|first| it.round >= first.round)
            || it.games.iter().any(|game| shown.contains(game))
    });
    n_matches - standings.matches.len()
}

/// The standings with their cells, once they can be determined.
pub(super) fn standings(it: &Tournament) -> Option<Standings> {
    it.event.check().ok().and_then(|checked| standings_of(it, &checked))
}

fn standings_of(it: &Tournament, checked: &CheckedEvent<'_>) -> Option<Standings> {
    // Of what a file has brought they are there before anybody else sees it.
    let has_begun = it.imported || matches!(it.phase, Phase::Running | Phase::Over);
    has_begun.then(|| checked.standings())
}

/// A published round.
pub(super) fn complete_round(it: &Tournament, round: u32) -> wire::CompleteRound {
    let round = Rounds::of(it).complete(round);
    let games: HashSet<_> = round.games.iter().map(|game| &game.key).collect();
    // Whatever belongs to a match has a slot.
    let standings = round.games.iter().any(|game| game.slot.is_some()).then(|| standings(it));
    let mut matches = standings.flatten().map(|it| it.matches).unwrap_or_default();
    matches.retain(|it| it.games.iter().any(|game| games.contains(game)));
    wire::CompleteRound { round, matches }
}

fn tournament(stored: &StoredTournament, rounds: Vec<wire::TournamentRound>) -> wire::Tournament {
    let it = &*stored.tournament;
    let checked = it.event.check().ok();
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
        reopened: it.reopened,
        last_from: (it.phase == Phase::Running)
            .then(|| it.event.last_rounds())
            .flatten()
            .map(|rounds| rounds.first),
        taken_back: it.taken_back.iter().map(taken_back).collect(),
        takes_orders: it.event.format.takes_orders(),
        takes_swaps: it.event.n_rounds() == 0 && !it.event.draw().is_empty(),
        ending: it.event.closed && it.phase == Phase::Running,
        obstacle: it.obstacle().map(|(refusal, entries)| wire::Obstacle {
            code: refusal.code(),
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
        plan: it.plan.shown(),
        rules: it.plan.rule_set().into(),
        club: it
            .plan
            .of_club()
            .map(|club| wire::TournamentClub { slug: club.slug.clone(), name: club.name.clone() }),
        entries: it.event.entries.iter().map(|known| entry(it, known)).collect(),
        host: it.event.host().map(|host| host.id.clone()),
        rounds,
        n_rounds: checked.as_ref().and_then(|checked| checked.n_rounds()),
        next_ms: it.next_ms,
        standings: checked.and_then(|checked| standings_of(it, &checked)),
        orders: it.event.orders.clone(),
        decisions: it.event.decisions.clone(),
        created_ms: stored.created_ms,
        imported: it.imported,
        left_out: None,
    }
}

fn taken_back(it: &RoundTakenBack) -> wire::RoundTakenBack {
    wire::RoundTakenBack { round: it.round, at_ms: it.at_ms, reason: it.reason.clone() }
}

/// A round as it would be published; nothing where there is nothing to publish.
pub(super) fn coming(next: &Next) -> Option<wire::ComingRound> {
    let mut games: Vec<_> = next
        .games
        .iter()
        .map(|game| wire::ComingGame {
            round: game.round,
            board: game.board,
            sente: game.sente.clone(),
            gote: game.gote.clone(),
        })
        .collect();
    games.sort_by_key(|game| (game.round, game.board));
    let alone = next.byes.iter().filter(|bye| bye.kind == ByeKind::Bye);
    (next.state == State::Pair).then(|| wire::ComingRound {
        seen: next.mark(),
        games,
        byes: alone.map(|bye| bye.entry.clone()).collect(),
    })
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
        provisional: entry.provisional,
        club: entry.club.clone(),
        club_grade: person.and_then(|person| person.club_grade),
        team: entry.team.clone(),
        board: entry.board,
        captain: entry.team.as_deref().and_then(|team| it.captain(team)) == Some(&entry.id),
        class: entry.class.clone(),
        seed: entry.seed,
        here: it.players_come_and_go() && it.is_here(&entry.id),
        online: entry.reach == Reach::Online,
        start: entry.start,
        table: entry.table,
        odds: entry.odds,
        checked_in: it.checked_in.contains(&entry.id),
        left: entry.withdrawn_after.is_some(),
        absent: entry.missed_rounds().collect(),
    }
}

#[cfg(test)]
mod tests {
    use std::{io::Write as _, sync::Arc};

    use flate2::{Compression, write::GzEncoder};
    use komadai_tournament::Outcome;
    use serde::Serialize;
    use serde_json::json;

    use super::{
        super::samples::{finished, round_robin},
        *,
    };

    fn stored(tournament: Tournament) -> StoredTournament {
        StoredTournament { tournament: Arc::new(tournament), version: 1, created_ms: 0 }
    }

    /// How long something is as JSON, and compressed.
    fn sizes(of: &impl Serialize) -> (usize, usize) {
        let json = serde_json::to_vec(of).unwrap();
        let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
        encoder.write_all(&json).unwrap();
        (json.len(), encoder.finish().unwrap().len())
    }

    #[test]
    fn the_page_of_a_large_event_is_short() {
        let swiss = |n_players, n_rounds| {
            finished(json!({ "t": "swiss", "rounds": n_rounds }), n_players, n_rounds)
        };
        for (name, it, bytes_max, packed_max) in [
            ("a round robin of 200", round_robin(200), 250_000, 25_000),
            ("a Swiss of 300 in 9 rounds", swiss(300, 9), 250_000, 25_000),
            ("a Swiss of 3,000 in 9 rounds", swiss(3_000, 9), 2_000_000, 150_000),
        ] {
            let it = stored(it);
            let (all, page) = (sizes(&whole(&it)), sizes(&latest(&it)));
            let round = sizes(&complete_round(&it.tournament, 1));
            let cells = sizes(&standings(&it.tournament));
            println!("{name}: all {all:?}, page {page:?}, round {round:?}, standings {cells:?}");
            assert!(page.0 <= bytes_max && page.1 <= packed_max, "{name}: {page:?}");
            assert!(all.0 > 2 * page.0, "{name}: {all:?}");
        }
    }

    #[test]
    fn what_a_page_leaves_out_can_be_asked_for() {
        let it = stored(round_robin(42));
        let (all, page) = (whole(&it), latest(&it));
        // Twenty-one boards a round are 399 in the last 19 of 41 rounds.
        let shown = page.rounds.iter().skip_while(|round| round.left_out.is_some());
        assert!(shown.eq(&all.rounds[22..]));
        for (round, full) in page.rounds[..22].iter().zip(&all.rounds) {
            assert_eq!((round.games.len(), round.left_out), (0, Some(21)));
            assert_eq!(complete_round(&it.tournament, round.round).round, *full);
        }
        let omissions = wire::Omissions { games: 22 * 21, matches: 0, cells: true };
        assert_eq!((page.left_out, all.left_out), (Some(omissions), None));
        let rows = |of: wire::Tournament| of.standings.unwrap().rankings.remove(0).rows;
        let (rows_shown, mut rows_all) = (rows(page), rows(all));
        assert!(rows_all.iter().all(|row| row.rounds.len() == 41));
        rows_all.iter_mut().for_each(|row| row.rounds.clear());
        assert_eq!(rows_shown, rows_all);
    }

    #[test]
    fn what_is_still_played_in_earlier_rounds_is_shown() {
        let mut it = round_robin(42);
        it.phase = Phase::Running;
        for game in &mut it.event.games {
            game.result = Some(Outcome::Draw).filter(|_| ![1, 2].contains(&game.round));
        }
        it.event.games[0].result = Some(Outcome::Draw);
        let page = latest(&stored(it));
        let left_out = page.rounds.iter().take(3).map(|round| (round.games.len(), round.left_out));
        let expected = [(20, Some(1)), (21, Some(0)), (0, Some(21))];
        assert_eq!(left_out.collect::<Vec<_>>(), expected);
    }

    #[test]
    fn matches_go_with_the_rounds_they_are_played_in() {
        let mut it = finished(json!({ "t": "single_elimination" }), 512, 0);
        loop {
            let mut next = it.event.check().unwrap().pairings(0);
            if next.games.is_empty() {
                break;
            }
            next.games.iter_mut().for_each(|game| game.result = Some(Outcome::Sente));
            it.event.publish(&next).unwrap();
        }
        let it = stored(it);
        let page = latest(&it);
        let left_out = page.rounds.iter().map(|round| round.left_out).collect::<Vec<_>>();
        assert_eq!(left_out[..2], [Some(256), None]);
        let omissions = wire::Omissions { games: 256, matches: 256, cells: true };
        assert_eq!(page.left_out, Some(omissions));
        let matches = page.standings.unwrap().matches;
        assert!(matches.len() == 255 && matches.iter().all(|it| it.round > 1));
        let first = complete_round(&it.tournament, 1).matches;
        assert!(first.len() == 256 && first.iter().all(|it| it.round == 1));
    }
}
