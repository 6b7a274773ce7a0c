//! Lists of tournaments, and how players did in them.

use axum::{
    Json,
    extract::{Path, State},
    http::HeaderMap,
};
use jiff::{Timestamp, civil::date, tz::TimeZone};
use komadai_ids::UserId;
use komadai_protocol::{RefusalCode, http::tournaments as wire};
use komadai_rules::Variant;
use komadai_service::tournaments::{
    FoundPage, Phase, StoredTournament, Tournament, TournamentQuery,
};
use komadai_store::{PageKey, TournamentSummary, clubs, tournaments::archive::PlayedTournament};
use komadai_tournament::{EntryId, GameKey, Points, formats};
use serde::{Serialize, de::DeserializeOwned};

use super::{find, not_found, parts, view};
use crate::{
    api::players,
    app::App,
    http::{
        answer::{Answer, Completion, NoContent, TaggedJson},
        extract::{Ask, MaybeMember, Member, Reader},
        paging,
        peer::Peer,
        problem::Problem,
    },
    preview::events::{CardLook, PODIUM},
    tournament_cache::TournamentAnswer,
};

/// The stages that are listed where none is asked for.
const LISTED: [Phase; 3] = [Phase::Running, Phase::Open, Phase::Over];

pub(super) async fn list(
    State(app): State<App>,
    Reader(reader): Reader,
    Ask(asked): Ask<wire::WhichTournaments>,
) -> Answer<wire::TournamentList> {
    let reader = reader.map(|player| player.id);
    let tournaments = &app.service.tournaments;
    let page_key = paging::key(asked.page);
    if asked.mine {
        let Some(reader) = reader else { return answer(Vec::new(), None, None) };
        let page = tournaments.of_user(reader, page_key, paging::PAGE).await?;
        return answer(page.tournaments, page.last, None);
    }
    let is_first = asked.page.after.is_none();
    let wanted = wanted(&app, &asked).await?;
    let mut found = Vec::new();
    let mut last = None;
    for phase in phases(asked.phase, is_first) {
        let page = tournaments.search(phase, &wanted, reader, page_key, paging::PAGE).await?;
        found.extend(page.tournaments);
        last = page.last;
    }
    let mut first_ms = None;
    // Of a private club strangers hear nothing.
    if is_first && (wanted.club.is_none() || !found.is_empty()) {
        first_ms = tournaments.oldest_ms(wanted.club).await?;
    }
    answer(found, last, first_ms)
}

/// Which stages a page has: the next pages have what is over.
fn phases(asked: Option<wire::TournamentPhase>, is_first: bool) -> Vec<Phase> {
    match asked.map(view::phase_of) {
        // Drafts are for their organisers, among their own.
        Some(Phase::Draft) => Vec::new(),
        Some(phase) => vec![phase],
        None if is_first => LISTED.to_vec(),
        None => vec![Phase::Over],
    }
}

fn answer(
    found: Vec<TournamentSummary>,
    last: Option<PageKey>,
    first_ms: Option<i64>,
) -> Answer<wire::TournamentList> {
    let year = |ms| Some(Timestamp::from_millisecond(ms).ok()?.to_zoned(TimeZone::UTC).year());
    Ok(Json(wire::TournamentList {
        tournaments: view::summaries(found)?,
        next: last.map(paging::next),
        first_year: first_ms.and_then(year),
    }))
}

/// What is looked for.
async fn wanted(app: &App, asked: &wire::WhichTournaments) -> Result<TournamentQuery, Problem> {
    let unknown = |what: &str| Problem::new(RefusalCode::BadQuery, what.to_owned());
    let format = asked.format.clone().unwrap_or_default();
    if !format.is_empty() && !formats::ALL.iter().any(|known| known.name == format) {
        return Err(unknown("there is no such format"));
    }
    let variant = asked.variant.clone().unwrap_or_default();
    if !variant.is_empty() && Variant::from_name(&variant).is_none() {
        return Err(unknown("there is no such variant"));
    }
    let mut conn = app.service.store.read().await?;
    let mut club = None;
    if let Some(slug) = asked.club.as_deref().filter(|slug| !slug.is_empty()) {
        let found = clubs::find_by_slug(&mut conn, slug).await?;
        let missing = || Problem::new(RefusalCode::NotFound, "there is no such club");
        club = Some(found.ok_or_else(missing)?.id);
    }
    let mut player = None;
    if let Some(handle) = asked.player.as_deref().filter(|handle| !handle.is_empty()) {
        player = Some(players::find(&mut conn, handle).await?.user.id);
    }
    let time = asked.year.map(|year| bounds(year).ok_or_else(|| unknown("there is no such year")));
    let time = time.transpose()?;
    Ok(TournamentQuery {
        words: asked.q.clone(),
        format,
        variant,
        club,
        player,
        time,
        clubs_of: None,
    })
}

/// When a year begins and when it ends, in Unix milliseconds.
fn bounds(year: i16) -> Option<(i64, i64)> {
    let begins = |year: i16| {
        let is_year = (1..=9_998).contains(&year);
        let at =
            is_year.then(|| date(year, 1, 1).at(0, 0, 0, 0).to_zoned(TimeZone::UTC).ok())??;
        Some(at.timestamp().as_millisecond())
    };
    Some((begins(year)?, begins(year.checked_add(1)?)?))
}

/// What a player plays and has played.
pub(in crate::api) async fn played(
    app: &App,
    player: UserId,
    reader: Option<UserId>,
    after: PageKey,
) -> Answer<wire::PlayedTournaments> {
    let page = app.service.tournaments.played(player, reader, after, paging::PAGE).await?;
    let FoundPage { tournaments, last } = page;
    let line = |it: PlayedTournament| {
        Ok(wire::PlayedTournament {
            tournament: view::summary(it.summary)?,
            entry: it.entry.map(EntryId::from),
            place_reached: it.place,
            points: it.quarters.map(|n| Points::QUARTER * n),
        })
    };
    let tournaments = tournaments.into_iter().map(line).collect::<komadai_store::Result<_>>()?;
    Ok(Json(wire::PlayedTournaments { tournaments, next: last.map(paging::next) }))
}

pub(super) async fn card(
    State(app): State<App>,
    peer: Peer,
    MaybeMember(member): MaybeMember,
    Path((code, entry)): Path<(String, String)>,
    headers: HeaderMap,
) -> Result<TaggedJson<wire::PlayerCard>, Problem> {
    let stored = find(&app, member.as_ref(), &code).await?;
    let entry = EntryId::from(entry);
    stored.tournament.event.entry(&entry).ok_or_else(not_found)?;
    let request = parts::PartRequest { app: &app, peer, stored: &stored, headers: &headers };
    let name = format!("players/{entry}");
    request.part(&name, parts::lane(&stored), move |of| card_of(of, &entry)).await
}

/// A tournament that everybody sees, with the first of it by place and name once it is over.
pub(crate) async fn public_event(
    app: &App,
    peer: Peer,
    code: &str,
) -> Option<(StoredTournament, Vec<(usize, String)>)> {
    let stored = find(app, None, code).await.ok()?;
    if stored.tournament.phase != Phase::Over {
        return Some((stored, Vec::new()));
    }
    let podium = look(app, peer, &stored, "podium", |it| {
        let standings = view::standings(it)?;
        let rankings = standings.of_players(it.event.format.players_in());
        let rows = &rankings.first().copied().or(standings.rankings.first())?.rows;
        let name = |id: &EntryId| {
            let known = it.event.entry(id).map(|entry| entry.display_name());
            known.unwrap_or(id.as_str()).to_owned()
        };
        Some(rows.iter().take(PODIUM).map(|row| (row.place, name(&row.entry))).collect::<Vec<_>>())
    });
    let podium = podium.await.unwrap_or_default();
    Some((stored, podium))
}

/// How a player stands in a tournament that everybody sees.
pub(crate) async fn public_card(
    app: &App,
    peer: Peer,
    code: &str,
    entry: &str,
) -> Option<(StoredTournament, CardLook)> {
    let stored = find(app, None, code).await.ok()?;
    let id = EntryId::from(entry);
    let name = stored.tournament.event.entry(&id)?.display_name().to_owned();
    let part = format!("look/{id}");
    let card = look(app, peer, &stored, &part, move |it| {
        let card = it.event.card(&view::standings(it).unwrap_or_default(), &id)?;
        let points = (card.start + card.points).to_string();
        Some(CardLook { name, place: card.place, n_ranked: card.n_ranked, points })
    });
    let card = card.await?;
    Some((stored, card))
}

/// What a link shows of a tournament, made once for each version.
async fn look<T: Serialize + DeserializeOwned>(
    app: &App,
    peer: Peer,
    stored: &StoredTournament,
    name: &str,
    make: impl FnOnce(&Tournament) -> Option<T> + Send + 'static,
) -> Option<T> {
    let it = stored.tournament.clone();
    let work = move |_: &_| serde_json::to_vec(&make(&it)).unwrap_or_default();
    let lane = parts::lane(stored);
    let made = async { Ok::<_, Problem>(app.blocking_pool.run(lane, peer, work).await?.into()) };
    let answer = TournamentAnswer::of(stored, name);
    let json = app.tournament_cache.get_or_make(answer, made).await.ok()?;
    serde_json::from_slice::<Option<T>>(&json).ok().flatten()
}

/// A player's card; its rounds are empty before the first.
pub(in crate::api) fn card_of(stored: &StoredTournament, id: &EntryId) -> Option<wire::PlayerCard> {
    let it = &stored.tournament;
    let player = view::entry(it, it.event.entry(id)?);
    let card = it.event.card(&view::standings(it).unwrap_or_default(), id)?;
    let opponents = card.rounds.iter().filter_map(|round| round.opponent.as_ref());
    let mut others: Vec<&EntryId> = opponents.chain(&card.previous).chain(&card.next).collect();
    others.sort_unstable();
    others.dedup();
    let others = others.into_iter().filter_map(|id| it.event.entry(id));
    let others = others.map(|known| view::entry(it, known)).collect();
    let keys = card.rounds.iter().filter_map(|round| round.game.as_ref());
    let game =
        |key: &GameKey| Some(wire::CardGame { key: key.clone(), game: it.current(key)?.id.code() });
    Some(wire::PlayerCard {
        code: it.code(),
        name: it.event.name.clone(),
        phase: view::phase(it.phase),
        player,
        others,
        games: keys.clone().filter_map(game).collect(),
        tables: keys.filter_map(|key| table_of(it, id, key)).collect(),
        card,
    })
}

/// What the clock of a table has said of a game of somebody's.
fn table_of(it: &Tournament, id: &EntryId, key: &GameKey) -> Option<wire::CardTable> {
    let report = it.table_report(key)?;
    let game = it.event.game(key).filter(|game| game.outcome().is_some())?;
    let (own_ms, opponent_ms) = if game.sente == *id {
        (report.sente_ms, report.gote_ms)
    } else {
        (report.gote_ms, report.sente_ms)
    };
    Some(wire::CardTable { key: key.clone(), moves: report.moves, own_ms, opponent_ms })
}

pub(super) async fn delete(
    State(app): State<App>,
    member: Member,
    Path(code): Path<String>,
) -> Completion {
    let code = code.parse().map_err(|_| not_found())?;
    app.service.tournaments.delete(code, &member).await?;
    Ok(NoContent)
}
