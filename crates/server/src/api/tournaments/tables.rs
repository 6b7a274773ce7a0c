//! Phones that are the clocks of an event's tables.

use axum::{
    Json,
    extract::{Path, State},
};
use komadai_ids::Code;
use komadai_protocol::http::tournaments as wire;
use komadai_service::tournaments::{
    Act, TableReport, Tournament, TournamentError, TournamentRefusal,
};
use komadai_tournament::{EntryId, Game, GameKey};

use super::{find, not_found, version};
use crate::{
    app::App,
    http::{
        answer::Answer,
        extract::{Ask, Body, MaybeMember, Visitor},
    },
};

/// The keys of the tables at which a game is being played.
pub(super) async fn keys(
    State(app): State<App>,
    MaybeMember(member): MaybeMember,
    Path(code): Path<String>,
) -> Answer<wire::TableKeys> {
    let stored = find(&app, member.as_ref(), &code).await?;
    let it = &stored.tournament;
    if !app.service.tournaments.is_organiser(it, member.as_ref()).await? {
        return Err(TournamentError::Refused(TournamentRefusal::NotOrganiser).into());
    }
    let key_of = |game: GameKey| Some(wire::TableKey { key: it.table_key(&game)?, game });
    let pending = it.event.pending().into_iter().filter(|key| it.is_on_table(key));
    Ok(Json(wire::TableKeys {
        on: it.hall.table_secret.is_some(),
        keys: pending.filter_map(key_of).collect(),
    }))
}

pub(super) async fn table(
    State(app): State<App>,
    MaybeMember(member): MaybeMember,
    Path((code, game)): Path<(String, String)>,
    Ask(wire::WhichTable { key }): Ask<wire::WhichTable>,
) -> Answer<wire::TableOfEvent> {
    let game = GameKey::from(game);
    let code: Code = code.parse().map_err(|_| not_found())?;
    let stored = app.service.tournaments.find(code).await?;
    let it = &stored.tournament;
    let has_key = it.is_table_key(&game, &key);
    // The slip lets its holder see this table, whoever sees the event.
    if !has_key {
        find(&app, member.as_ref(), &code.to_string()).await?;
    }
    let plays = member.is_some_and(|member| it.plays_game(member.player.id, &game));
    let shown = it.event.game(&game).ok_or_else(not_found)?;
    Ok(Json(wire::TableOfEvent {
        code: it.code(),
        name: it.event.name.clone(),
        round: shown.round,
        board: shown.board,
        sente: seated(it, &shown.sente),
        gote: seated(it, &shown.gote),
        toss: shown.toss,
        handicap: shown.handicap,
        clock: it.plan.clock_of(shown.round).into(),
        result: it.event.outcome_of(shown, &|id| it.event.entry(id)),
        may_report: (has_key || plays) && it.is_on_table(&game),
        report: report_of(it, &game),
        next: next_at(it, shown).map(|game| game.key.clone()),
        game,
    }))
}

fn seated(it: &Tournament, entry: &EntryId) -> wire::SeatedEntry {
    let known = it.event.entry(entry);
    let name = known.map_or(entry.as_str(), |known| known.display_name()).to_owned();
    wire::SeatedEntry { entry: entry.clone(), name }
}

/// The latest game at the same board in a later round.
fn next_at<'t>(it: &'t Tournament, game: &Game) -> Option<&'t Game> {
    let later = it.event.games.iter().filter(|other| {
        other.board == game.board && other.round > game.round && it.is_on_table(&other.key)
    });
    later.filter(|_| game.board > 0).max_by_key(|other| other.round)
}

/// What the clock of a table has said of a game.
pub(super) fn report_of(it: &Tournament, game: &GameKey) -> Option<wire::TableReport> {
    let TableReport { outcome, moves, sente_ms, gote_ms } = *it.table_report(game)?;
    Some(wire::TableReport { outcome, moves, sente_ms, gote_ms })
}

pub(super) async fn report(
    State(app): State<App>,
    visitor: Visitor,
    Path((code, game)): Path<(String, String)>,
    Body(wire::NewTableReport { id, key, report }): Body<wire::NewTableReport>,
) -> Answer<wire::TournamentVersion> {
    let code: Code = code.parse().map_err(|_| not_found())?;
    let game = GameKey::from(game);
    let stored = app.service.tournaments.find(code).await?;
    let it = &stored.tournament;
    let member = match visitor.browser {
        Some(token) => app.service.accounts.member(token.hash()).await?,
        None => None,
    };
    let player = member.filter(|member| it.plays_game(member.player.id, &game));
    let by = player.map(|member| (member.player.id, member.player.name.clone()));
    // Nobody learns by a wrong key whether there is such a game.
    if by.is_none() && !it.is_table_key(&game, &key) {
        let why = "this table has another key";
        return Err(TournamentError::Refused(TournamentRefusal::PlayerOnly(why)).into());
    }
    let wire::TableReport { outcome, moves, sente_ms, gote_ms } = report;
    let report = TableReport { outcome, moves, sente_ms, gote_ms };
    let key = by.is_none().then_some(key);
    let act = Act::TableReport { game, key, report };
    let changed = app.service.tournaments.report_from_table(code, id, by, act).await?;
    Ok(Json(version(&changed)))
}
