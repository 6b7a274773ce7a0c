//! Players' pages: ratings, grades and what they were earned by.

use std::collections::BTreeMap;

use axum::{
    Json,
    extract::{Path, State},
};
use komadai_ids::UserId;
use komadai_live::rated::GRADED;
use komadai_protocol::http::{
    games::PlayerResult,
    paging::{After, NextPage},
    players::{
        Award, AwardGame, Certificate, ChartOf, NextGrade, PlayerGamesWanted, Profile,
        ProfileRating, RankedList, RankedOf, RankingRow, RatedEvening, RatingHistory, RatingPoint,
        ResultRow, Rival, WinsDrawsLosses,
    },
    ratings::{PairingStrength, StrengthOf},
    tournaments::PlayedTournaments,
};
use komadai_protocol::{GameSnapshot, RefusalCode};
use komadai_rating::{DeclaredStrength, GRADES_GIVEN, Speed};
use komadai_rules::{Grade, variants};
use komadai_service::{
    account,
    ratings::{StrengthBasis, rated_now},
};
use komadai_store::{
    Account, Conn, accounts, games as stored,
    ratings::{self as rows, RankedPlayer, Standing, Tally},
    search::Search,
};

use super::{
    certificate, people,
    ratings::result_of,
    tournaments::archive,
    walk::{Walk, Which},
};
use crate::{
    app::App,
    http::{
        answer::Answer,
        contract::Routes,
        extract::{Ask, Reader},
        lines::Lines,
        paging::{self, PAGE},
        peer::Peer,
        problem::Problem,
    },
    render::ratings::{view, whole},
};

/// How many of those whom a player has met most often are shown.
const RIVALS: u32 = 6;

/// How many games of a chart are shown.
const CHART_GAMES_MAX: u32 = 1_000;

pub(super) fn routes() -> Routes {
    Routes::new("players")
        .get("/", strongest, "The ranking of players, without provisional ratings")
        .get("/{handle}", show, "A player's page")
        .get("/{handle}/games.ndjson", games, "The player's finished games, line by line")
        .get("/{handle}/history", history, "The ratings after a player's last games")
        .get("/{handle}/tournaments", tournaments, "The tournaments a player plays and has played")
        .get("/{handle}/strength", strength, "What a player's pairings go by")
        .get("/{handle}/awards/{grade}", award, "The content of a grade's certificate")
        .get(
            "/{handle}/awards/{grade}/{file}",
            certificate::file,
            "The certificate as `certificate.svg` or `certificate.png`",
        )
}

async fn tournaments(
    State(app): State<App>,
    Reader(reader): Reader,
    Path(handle): Path<String>,
    Ask(after): Ask<After>,
) -> Answer<PlayedTournaments> {
    let player = find(&mut app.service.store.read().await?, &handle).await?.user.id;
    let reader = reader.map(|player| player.id);
    archive::played(&app, player, reader, paging::key(after)).await
}

async fn show(
    State(app): State<App>,
    Reader(reader): Reader,
    Path(handle): Path<String>,
) -> Answer<Profile> {
    let reader = reader.map(|player| player.id);
    let mut conn = app.service.store.read().await?;
    let account = find(&mut conn, &handle).await?;
    let user = account.user.id;
    let now_ms = app.service.timebase.now_ms() as i64;
    let basis = StrengthBasis::of(&mut conn, user).await?;
    let career = rows::career(&mut conn, user, GRADED).await?.unwrap_or_default();
    let next = next_grade(&app, &mut conn, user, &basis, now_ms).await?;
    let awards = rows::awards(&mut conn, user).await?;
    let strength = view(&app.service.ratings.shown_at_all(&basis, now_ms));
    let elsewhere = match &basis.declared {
        Some(DeclaredStrength::Elsewhere(it)) => Some(*it),
        _ => None,
    };
    let rivals = rows::rivals(&mut conn, user, None, RIVALS).await?;
    let against_you = match reader.filter(|reader| *reader != user) {
        Some(reader) => rows::rivals(&mut conn, user, Some(reader), 1).await?.pop(),
        None => None,
    };
    let about = accounts::about(&mut conn, user).await?;
    let playing = people::playing(&app, &mut conn, reader, user).await?;
    Ok(Json(Profile {
        user: user.code(),
        name: account.user.name,
        bot: account.user.bot,
        handle: account.handle,
        registered_ms: account.registered_ms,
        about,
        grade: basis.grade,
        declared: strength.declared,
        strength,
        elsewhere,
        rivals: rivals.into_iter().map(rival).collect(),
        against_you: against_you.map(|it| score(&it)),
        next,
        awards: awards.iter().filter(|it| !it.annulled).filter_map(award_told).collect(),
        ratings: profile_ratings(&basis, now_ms),
        wins: career.wins,
        draws: career.n_games.saturating_sub(career.wins + career.losses),
        losses: career.losses,
        streak: career.streak as i32,
        best_streak: career.best_streak as i32,
        by_grade: by_grade(rows::by_grade(&mut conn, user, GRADED).await?),
        by_handicap: by_handicap(rows::by_handicap(&mut conn, user, GRADED).await?),
        playing,
    }))
}

fn score(it: &rows::Rival) -> WinsDrawsLosses {
    WinsDrawsLosses { wins: it.wins, draws: it.draws, losses: it.losses }
}

fn rival(it: rows::Rival) -> Rival {
    let score = score(&it);
    Rival { user: it.user.code(), handle: it.handle, name: it.name, bot: it.bot, score }
}

async fn games(
    State(app): State<App>,
    peer: Peer,
    Path(handle): Path<String>,
    Ask(wanted): Ask<PlayerGamesWanted>,
) -> Result<Lines<GameSnapshot>, Problem> {
    let mut conn = app.service.store.read().await?;
    let player = find(&mut conn, &handle).await?.user.id;
    let opponent = match &wanted.opponent {
        Some(handle) => Some(find(&mut conn, handle).await?.user.id),
        None => None,
    };
    drop(conn);
    let search = Search {
        player: Some(player),
        opponent,
        variant: wanted.variant,
        rated: wanted.rated,
        from_ms: wanted.from_ms,
        until_ms: wanted.until_ms,
        voids: true,
        ..Search::default()
    };
    let walk = Walk::begin(&app, peer, Which::Found(Box::new(search)), wanted.n_max)?;
    Ok(super::games::lines(app, walk))
}

/// The account whose page has this address.
pub(super) async fn find(conn: &mut Conn, handle: &str) -> Result<Account, Problem> {
    account(conn, handle).await?.ok_or_else(Problem::unknown_player)
}

/// What a player is rated at, variant by variant.
pub(super) fn profile_ratings(basis: &StrengthBasis, now_ms: i64) -> Vec<ProfileRating> {
    let of_variant = |variant: &'static str| {
        let standings = basis.standings(variant).iter();
        standings.filter_map(move |it| profile_rating(variant, it, now_ms))
    };
    variants::ALL.iter().flat_map(|variant| of_variant(variant.name)).collect()
}

fn profile_rating(variant: &str, standing: &Standing, now_ms: i64) -> Option<ProfileRating> {
    let now = rated_now(standing, now_ms);
    Some(ProfileRating {
        variant: variant.to_owned(),
        speed: Speed::from_name(&standing.speed)?,
        rating: whole(now.rating),
        deviation: whole(now.deviation),
        provisional: now.is_provisional(),
        n_games: standing.n_games,
    })
}

/// What is missing for the grade above the one that is held; for who holds none, above the band
/// in which the rating lies, or that band itself.
async fn next_grade(
    app: &App,
    conn: &mut Conn,
    user: UserId,
    basis: &StrengthBasis,
    now_ms: i64,
) -> Result<Option<NextGrade>, Problem> {
    let ratings = &app.service.ratings;
    let table = ratings.table();
    let last = basis.standings(GRADED).iter().max_by_key(|it| it.rated_ms);
    let now = match (last, &basis.declared) {
        (Some(last), _) => rated_now(last, now_ms),
        (None, Some(declared)) => declared.begin(table),
        (None, None) => komadai_rating::Rating::starting_at(table.start()),
    };
    let wanted = match basis.grade {
        Some(held) => held.above(),
        None => Some(table.band(now.rating)),
    };
    let Some(wanted) = wanted else { return Ok(None) };
    let missing = ratings.missing(conn, user, wanted, &now).await?;
    let Some(missing) = missing else { return Ok(None) };
    Ok(Some(NextGrade {
        grade: missing.grade,
        floor: whole(missing.floor),
        middle: whole(missing.middle),
        above_floor: missing.above_floor.0,
        above_floor_needed: missing.above_floor.1,
        above_middle: missing.above_middle.0,
        above_middle_needed: missing.above_middle.1,
        games_missing: missing.games_in_all.1 - missing.games_in_all.0,
        games_needed: missing.games_in_all.1,
        uncertain: missing.is_uncertain,
        plies_min: table.evidence().plies,
        opponents: missing.opponents.0,
        opponents_needed: missing.opponents.1,
        friends_left_out: table.evidence().friends,
        unproven: missing.is_unproven,
    }))
}

fn award_told(award: &rows::Award) -> Option<Award> {
    Some(Award {
        grade: award.grade.parse().ok()?,
        awarded_ms: award.awarded_ms,
        n_games: award.n_games,
        n_opponents: award.n_opponents,
        rating: whole(award.rating),
    })
}

fn by_grade(tallies: Vec<Tally>) -> Vec<ResultRow> {
    let mut rows = gathered(tallies);
    // The highest grade first, none last.
    rows.sort_by_key(|row| {
        std::cmp::Reverse(row.kind.as_ref().and_then(|grade| grade.parse::<Grade>().ok()))
    });
    rows
}

fn by_handicap(tallies: Vec<Tally>) -> Vec<ResultRow> {
    let mut rows = gathered(tallies);
    let worth = |row: &ResultRow| {
        let place =
            |name: &String| GRADES_GIVEN.iter().position(|(known, _)| known.as_str() == name);
        row.kind.as_ref().map_or(0, |name| 1 + place(name).unwrap_or(usize::MAX - 1))
    };
    rows.sort_by_key(|row| (worth(row), row.gave));
    rows
}

/// One row for each kind.
fn gathered(tallies: Vec<Tally>) -> Vec<ResultRow> {
    let mut rows: BTreeMap<(Option<String>, bool), [u32; 3]> = BTreeMap::new();
    for Tally { kind, gave, points, n } in tallies {
        let [wins, draws, losses] = rows.entry((kind, gave)).or_default();
        match result_of(&points) {
            PlayerResult::Won => *wins += n,
            PlayerResult::Drawn => *draws += n,
            PlayerResult::Lost => *losses += n,
        }
    }
    rows.into_iter()
        .map(|((kind, gave), [wins, draws, losses])| ResultRow { kind, gave, wins, draws, losses })
        .collect()
}

pub(super) fn graded() -> String {
    GRADED.to_owned()
}

async fn history(
    State(app): State<App>,
    Reader(reader): Reader,
    Path(handle): Path<String>,
    Ask(ChartOf { variant }): Ask<ChartOf>,
) -> Answer<RatingHistory> {
    let mut conn = app.service.store.read().await?;
    let user = find(&mut conn, &handle).await?.user.id;
    let mut changes = rows::latest(&mut conn, user, &variant, 0, CHART_GAMES_MAX).await?;
    changes.reverse();
    let point = |change: rows::Change| {
        Some(RatingPoint {
            ended_ms: change.ended_ms,
            speed: Speed::from_name(&change.speed)?,
            rating: whole(change.after.rating),
            over_the_board: change.over_the_board.is_some(),
        })
    };
    let reader = reader.map(|player| player.id);
    let evenings = rows::evenings(&mut conn, user, &variant, reader).await?;
    let evening = |it: rows::RatedEvening| RatedEvening {
        code: it.id.code(),
        name: it.name,
        club: it.club,
        slug: it.slug,
    };
    Ok(Json(RatingHistory {
        points: changes.into_iter().filter_map(point).collect(),
        evenings: evenings.into_iter().map(evening).collect(),
    }))
}

async fn strength(
    State(app): State<App>,
    Path(handle): Path<String>,
    Ask(StrengthOf { variant, speed }): Ask<StrengthOf>,
) -> Answer<PairingStrength> {
    let mut conn = app.service.store.read().await?;
    let user = find(&mut conn, &handle).await?.user.id;
    let now_ms = app.service.timebase.now_ms() as i64;
    let shown = app.service.ratings.shown(&mut conn, user, &variant, speed, now_ms).await?;
    Ok(Json(PairingStrength { rating: whole(shown.estimate), level: shown.level }))
}

async fn award(
    State(app): State<App>,
    Path((handle, grade)): Path<(String, String)>,
) -> Answer<Certificate> {
    Ok(Json(certificate(&app, &handle, &grade).await?))
}

/// What the certificate of a grade says.
pub(super) async fn certificate(
    app: &App,
    handle: &str,
    grade: &str,
) -> Result<Certificate, Problem> {
    let unknown = || Problem::new(RefusalCode::UnknownAward, "there is no such grade");
    let wanted: Grade = grade.parse().map_err(|_| unknown())?;
    let mut conn = app.service.store.read().await?;
    let account = find(&mut conn, handle).await?;
    let user = account.user.id;
    let awards = rows::awards(&mut conn, user).await?;
    let found = awards.into_iter().find(|it| it.grade == wanted.to_string() && !it.annulled);
    let award = found.ok_or_else(unknown)?;
    let (span, plies) = ((0, award.n), award.plies_min);
    let earned_by = rows::counted(&mut conn, user, GRADED, span, plies, award.n_games).await?;
    let mut games = Vec::new();
    for rows::CountedGame { change, .. } in earned_by.into_iter().rev() {
        let summary = stored::summary(&mut conn, change.game).await?;
        let opponent = summary.and_then(|it| {
            if it.sente == Some(change.opponent) { it.sente_name } else { it.gote_name }
        });
        games.push(AwardGame {
            game: change.game.code(),
            ended_ms: change.ended_ms,
            opponent: opponent.unwrap_or_default(),
            result: result_of(&change.points),
            rating: whole(change.after.rating),
        });
    }
    let table = app.service.ratings.table();
    // Fewer games are enough above the middle of the band.
    let kept = table.rules().get(wanted.index()).map(|rule| {
        let is_above_middle =
            award.n_games == rule.games_above_middle && award.n_games < rule.games;
        if is_above_middle { table.middle(wanted) } else { rule.floor }
    });
    Ok(Certificate {
        handle: account.handle,
        name: account.user.name,
        bot: account.user.bot,
        award: award_told(&award).ok_or_else(unknown)?,
        floor: whole(kept.unwrap_or_default()),
        games,
    })
}

pub(super) fn rapid() -> String {
    Speed::Rapid.as_str().to_owned()
}

async fn strongest(
    State(app): State<App>,
    Ask(RankedOf { variant, speed, after_rating, after }): Ask<RankedOf>,
) -> Answer<RankedList> {
    let after = after_rating.zip(after.map(UserId::from_uuid));
    let now_ms = app.service.timebase.now_ms() as i64;
    let mut conn = app.service.store.read().await?;
    let found = rows::strongest(&mut conn, &variant, speed.as_str(), now_ms, after, PAGE).await?;
    let next = paging::last(&found);
    let next =
        next.map(|it| NextPage(format!("after_rating={}&after={}", it.rating, it.user.uuid())));
    let users: Vec<UserId> = found.iter().map(|it| it.user).collect();
    let shown = app.service.ratings.shown_of_all(&mut conn, &users, now_ms).await?;
    let row = |it: RankedPlayer| {
        let shown = shown.get(&it.user);
        RankingRow {
            handle: it.handle,
            name: it.name,
            bot: it.bot,
            rating: whole(it.rating),
            grade: shown.and_then(|it| it.grade),
            provisional_grade: shown.and_then(|it| it.provisional_grade),
            n_games: it.n_games,
        }
    };
    Ok(Json(RankedList { players: found.into_iter().map(row).collect(), next }))
}
