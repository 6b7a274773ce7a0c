//! A tournament line by line, for programs: its games and standings.

use std::collections::VecDeque;

use axum::extract::{Path, State};
use komadai_ids::Code;
use komadai_protocol::{GameSnapshot, http::tournaments as wire};
use komadai_service::tournaments::{Phase, Tournament};

use super::find;
use crate::{
    api::{
        games,
        walk::{Walk, Which},
    },
    app::App,
    http::{extract::MaybeMember, lines::Lines, peer::Peer, problem::Problem},
};

/// The games that count and were played here, round by round.
pub(in crate::api) fn games_of(it: &Tournament) -> VecDeque<Code> {
    let played = it.event.played().into_iter();
    played.filter_map(|(game, _)| Some(it.current(&game.key)?.id.code())).collect()
}

/// How everybody stands, the best first, one class or group after the other; nothing before it has
/// begun.
pub(in crate::api) fn results_of(it: &Tournament) -> Vec<wire::TournamentResult> {
    if !matches!(it.phase, Phase::Running | Phase::Over) {
        return Vec::new();
    }
    let Ok(checked) = it.event.check() else { return Vec::new() };
    let rankings = checked.standings().rankings.into_iter();
    let rows = rankings.flat_map(|it| it.rows.into_iter().map(move |row| (it.title.clone(), row)));
    rows.map(|(class, row)| {
        let entry = it.event.entry(&row.entry);
        let person = it.people.get(&row.entry);
        wire::TournamentResult {
            class,
            name: entry.map_or(row.entry.as_str(), |it| it.display_name()).to_owned(),
            handle: person.map(|it| it.handle.clone()).filter(|handle| !handle.is_empty()),
            bot: person.is_some_and(|it| it.bot),
            rating: entry.and_then(|it| it.rating),
            grade: entry.and_then(|it| it.grade),
            team: entry.and_then(|it| it.team.clone()),
            row,
        }
    })
    .collect()
}

pub(super) async fn games(
    State(app): State<App>,
    peer: Peer,
    MaybeMember(member): MaybeMember,
    Path(code): Path<String>,
) -> Result<Lines<GameSnapshot>, Problem> {
    let stored = find(&app, member.as_ref(), &code).await?;
    let walk = Walk::begin(&app, peer, Which::These(games_of(&stored.tournament)), None)?;
    Ok(games::lines(app, walk))
}

pub(super) async fn results(
    State(app): State<App>,
    MaybeMember(member): MaybeMember,
    Path(code): Path<String>,
) -> Result<Lines<wire::TournamentResult>, Problem> {
    let stored = find(&app, member.as_ref(), &code).await?;
    let results = results_of(&stored.tournament);
    let lines = Lines::new(|out| async move {
        for it in &results {
            out.line(it).await?;
        }
        Ok(())
    });
    Ok(lines.for_every_page())
}
