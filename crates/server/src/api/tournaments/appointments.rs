//! Games by appointment, as their players and the organisers see them, and what comes next for a
//! player.

use komadai_ids::UserId;
use komadai_protocol::http::tournaments as wire;
use komadai_service::tournaments::{Phase, Tournament};
use komadai_tournament::{EntryId, Game};
use serde_json::{Map, Value};

use crate::app::App;

/// A player is shown so many of their own games.
const OWN_MAX: usize = 30;

/// Organisers are shown so many games.
const SHOWN_MAX: usize = 500;

/// So many matters of one tournament are named to its organisers.
const MATTERS_MAX: usize = 20;

/// The name of a time zone is no longer than this.
const ZONE_CHARS_MAX: usize = 64;

/// Somebody's own games by appointment that have not begun.
pub(super) async fn own(
    app: &App,
    it: &Tournament,
    entry: &EntryId,
) -> komadai_store::Result<Vec<wire::OwnAppointment>> {
    let now_ms = app.service.timebase.now_ms();
    let user_of = |of: &EntryId| it.people.get(of).map(|person| person.user);
    let games: Vec<_> = games_of(it, entry).take(OWN_MAX).collect();
    let opponents: Vec<_> = games.iter().filter_map(|(_, of)| user_of(of)).collect();
    let settings = app.service.preferences.of_all(&opponents).await?;
    let zone_of = |of: &EntryId| user_of(of).and_then(|user| settings.get(&user)).map(zone_in);
    let shown = games.into_iter().map(|(game, opponent)| {
        let known = it.appointments.get(&game.key).cloned().unwrap_or_default();
        let times = |of: &EntryId| {
            let theirs = known.proposals.iter().filter(|proposal| proposal.by == *of);
            theirs.map(|proposal| proposal.at_ms).collect()
        };
        let word = |of: &EntryId| known.words.get(of).cloned().unwrap_or_default();
        wire::OwnAppointment {
            game: game.key.clone(),
            round: game.round,
            opponent: opponent.clone(),
            until_ms: it.deadline_ms(game),
            agreed_ms: known.agreed_ms,
            changed_until_ms: it.changed_until_ms(&game.key),
            mine: times(entry),
            theirs: times(opponent),
            own_words: word(entry),
            words: word(opponent),
            zone: zone_of(opponent).unwrap_or_default(),
            ready: known.is_ready(entry, now_ms),
            opponent_ready: known.is_ready(opponent, now_ms),
            absentees: known.absentees.clone(),
            overdue: known.overdue,
        }
    });
    Ok(shown.collect())
}

/// The games of a player that have no board yet, with the opponents.
fn games_of<'t>(
    it: &'t Tournament,
    entry: &'t EntryId,
) -> impl Iterator<Item = (&'t Game, &'t EntryId)> {
    it.games_to_appoint()
        .into_iter()
        .filter_map(move |game| Some((game, game.player(game.side_of(entry)?.other()))))
}

/// Where somebody lives as far as clocks go, as their browser has said; empty if it has not.
fn zone_in(set: &Map<String, Value>) -> String {
    let zone = set.get("zone").and_then(|zone| zone.as_str()).unwrap_or_default();
    let is_one = zone.len() <= ZONE_CHARS_MAX
        && zone.chars().all(|sign| sign.is_ascii_alphanumeric() || "/_+-".contains(sign));
    if is_one { zone.to_owned() } else { String::new() }
}

/// The games that organisers may have to see to, those first that wait for them.
pub(super) fn to_appoint(it: &Tournament) -> Vec<wire::GameToAppoint> {
    let mut games: Vec<_> = it
        .games_to_appoint()
        .into_iter()
        .map(|game| {
            let known = it.appointments.get(&game.key).cloned().unwrap_or_default();
            let proposed = known.proposals.into_iter();
            wire::GameToAppoint {
                game: game.key.clone(),
                round: game.round,
                sente: game.sente.clone(),
                gote: game.gote.clone(),
                until_ms: it.deadline_ms(game),
                agreed_ms: known.agreed_ms,
                proposals: proposed
                    .map(|it| wire::ProposedTime { entry: it.by, at_ms: it.at_ms })
                    .collect(),
                absentees: known.absentees,
                overdue: known.overdue,
            }
        })
        .collect();
    games.sort_by_key(|it| (!it.overdue && it.absentees.is_empty(), it.round, it.until_ms));
    games.truncate(SHOWN_MAX);
    games
}

/// What waits for the organisers of a tournament.
pub(super) fn matters(it: &Tournament) -> Vec<wire::OpenMatter> {
    let name = |entry: &EntryId| {
        let known = it.event.entry(entry);
        known.map(|entry| entry.name.clone()).unwrap_or_default()
    };
    let matter = |t, players, text: &str| wire::OpenMatter {
        code: it.code(),
        name: it.event.name.clone(),
        t,
        players,
        text: text.to_owned(),
        entry: None,
    };
    let calls = it.hall.calls.iter().map(|call| wire::OpenMatter {
        entry: Some(call.entry.clone()),
        ..matter(wire::DeskMatter::Call, vec![name(&call.entry)], &call.text)
    });
    let games = it.games_to_appoint().into_iter().filter_map(|game| {
        let known = it.appointments.get(&game.key)?;
        let missed = (!known.absentees.is_empty()).then(|| {
            let players = known.absentees.iter().map(name).collect();
            matter(wire::DeskMatter::Missed, players, "")
        });
        let both = || vec![name(&game.sente), name(&game.gote)];
        missed.or_else(|| known.overdue.then(|| matter(wire::DeskMatter::Overdue, both(), "")))
    });
    let asking = it.applications.values().filter(|known| known.answer.is_none());
    let applied = asking.map(|known| {
        let person = known.entry.person.as_ref();
        let name = person.map(|person| person.name.clone()).unwrap_or_default();
        matter(wire::DeskMatter::Applied, vec![name], &known.word)
    });
    let for_teams = it.asked_of_organisers().map(|known| {
        let person = known.entry.person.as_ref();
        let name = person.map(|person| person.name.clone()).unwrap_or_default();
        matter(wire::DeskMatter::Applied, vec![name], known.team.as_deref().unwrap_or_default())
    });
    calls.chain(games).chain(applied).chain(for_teams).take(MATTERS_MAX).collect()
}

/// What somebody has to come to in a tournament in which they play.
pub(super) fn appointments(it: &Tournament, user: UserId, now_ms: u64) -> Vec<wire::Appointment> {
    let Some(of_round) = of_round(it, user, now_ms) else { return Vec::new() };
    let Some(entry) = it.entry_of(user).filter(|_| it.plan.by_appointment.is_some()) else {
        return vec![of_round];
    };
    let opponent = |game: &Game| {
        let side = game.side_of(entry)?.other();
        it.event.entry(game.player(side)).map(|known| known.name.clone())
    };
    let open = it.open().into_iter().filter_map(|(key, board)| {
        let game = it.event.game(&key)?;
        let opponent = Some(opponent(game)?);
        Some(wire::Appointment {
            round: game.round,
            at_ms: None,
            check_in_until_ms: None,
            game: Some(board.id.code()),
            opponent,
            ..of_round.clone()
        })
    });
    let waiting = games_of(it, entry).filter_map(|(game, other)| {
        let known = it.appointments.get(&game.key)?;
        let proposed = known.proposals.iter().any(|proposal| proposal.by == *other);
        (proposed || known.agreed_ms.is_some()).then(|| wire::Appointment {
            round: game.round,
            at_ms: known.agreed_ms,
            check_in_until_ms: None,
            game: None,
            opponent: opponent(game),
            proposed,
            ..of_round.clone()
        })
    });
    let mut all: Vec<_> = open.chain(waiting).collect();
    let is_due = of_round.at_ms.is_some() || of_round.check_in_until_ms.is_some();
    if is_due || all.is_empty() {
        all.push(wire::Appointment { game: None, ..of_round });
    }
    all
}

fn of_round(it: &Tournament, user: UserId, now_ms: u64) -> Option<wire::Appointment> {
    let entry = it.entry_of(user)?;
    let known = it.event.entry(entry)?;
    let round = it.event.n_rounds() + 1;
    let opens = it.plan.starts_ms.zip(it.plan.check_in_ms).map(|(at, ms)| at.saturating_sub(ms));
    let must_check_in = it.phase == Phase::Open
        && opens.is_some_and(|opens| opens <= now_ms)
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
        opponent: None,
        proposed: false,
        check_in_until_ms: it.plan.starts_ms.filter(|_| must_check_in),
        game: it.open_of(entry).map(|board| board.id.code()),
    })
}
