//! `/api/v1/tsume/rush`: problems against the clock, which is the server's; `/api/v1/tsume/due`:
//! problems that come again.

use axum::{
    Json,
    extract::{Path, State},
};
use komadai_protocol::{
    Dests, RefusalCode,
    http::rush::{
        OwnRushBest, Rush, RushBest, RushBests, RushLine, RushProblem, RushScore, RushVerdict,
        TsumeDue,
    },
};
use komadai_rules::tsume::{Answer as Judged, GaveUp, answer_within};
use komadai_service::tsume::{
    repeats::day_of,
    rush::{MISTAKES_MAX, RUSH_MS, Since, place_of, problem_of},
};
use komadai_store::{
    Conn,
    tsume::{
        repeats,
        rushes::{self as rows, Best, Score},
    },
};
use uuid::Uuid;

use super::tsume::{BODY_BYTES_MAX, gave_up, line, no_line};
use crate::{
    app::App,
    blocking_pool::Lane,
    http::{
        answer::Answer,
        contract::Routes,
        extract::{Body, Player, Reader},
        problem::Problem,
    },
};

/// How long the lists of the best are.
const LISTED_MAX: u32 = 20;

/// What is below `/tsume` besides single problems.
pub(super) fn routes(routes: Routes) -> Routes {
    routes
        .get("/due", due, "The problems that the reader has not solved and that come again")
        .get("/rush", bests, "The best rushes of the day and the week, and the reader's own")
        .post("/rush", begin, "Begins a rush: problems against the clock, easy ones first")
        .get("/rush/{rush}", show, "The caller's rush, as long as it is their latest")
        .post("/rush/{rush}/answer", try_line, "Plays a move of the solver in a rush")
}

async fn due(State(app): State<App>, Reader(player): Reader) -> Answer<TsumeDue> {
    let Some(player) = player else { return Ok(Json(TsumeDue::default())) };
    let today = day_of(app.service.timebase.now_ms() as i64);
    let all = repeats::of(&mut app.service.store.read().await?, player.id).await?;
    let (due, later): (Vec<_>, Vec<_>) = all.into_iter().partition(|it| it.due_day <= today);
    let due = due.into_iter().map(|it| it.number).collect();
    Ok(Json(TsumeDue { due, n_later: u32::try_from(later.len()).unwrap_or(u32::MAX) }))
}

async fn bests(State(app): State<App>, Reader(player): Reader) -> Answer<RushBests> {
    let since = Since::at(app.service.timebase.now_ms() as i64);
    let mut conn = app.service.store.read().await?;
    let mut own = OwnRushBest::default();
    if let Some(player) = player {
        own.today = rows::own_best(&mut conn, player.id, since.today).await?.map(score);
        own.ever = rows::own_best(&mut conn, player.id, 0).await?.map(score);
    }
    let day = rows::best(&mut conn, since.today, LISTED_MAX).await?;
    let week = rows::best(&mut conn, since.week, LISTED_MAX).await?;
    Ok(Json(RushBests {
        own,
        day: day.into_iter().map(best).collect(),
        week: week.into_iter().map(best).collect(),
    }))
}

async fn begin(State(app): State<App>, player: Player) -> Answer<Rush> {
    let rush = app.service.tsume.begin_rush(player.id).await?;
    let now_ms = rush.started_ms;
    Ok(Json(told(&mut app.service.store.read().await?, &rush, now_ms).await?))
}

async fn show(
    State(app): State<App>,
    Reader(player): Reader,
    Path(id): Path<String>,
) -> Answer<Rush> {
    let player = player.ok_or_else(unknown)?;
    let rush = app.service.tsume.rush(player.id, id_of(&id)?).await?.ok_or_else(unknown)?;
    let now_ms = app.service.timebase.now_ms() as i64;
    Ok(Json(told(&mut app.service.store.read().await?, &rush, now_ms).await?))
}

async fn try_line(
    State(app): State<App>,
    player: Player,
    Path(id): Path<String>,
    Body(RushLine { place, moves }): Body<RushLine, BODY_BYTES_MAX>,
) -> Answer<RushVerdict> {
    // Whatever the answer has to wait for afterwards is not charged.
    let at_ms = app.service.timebase.now_ms() as i64;
    let id = id_of(&id)?;
    let rush = app.service.tsume.rush(player.id, id).await?.ok_or_else(unknown)?;
    let place = place as usize;
    let mut conn = app.service.store.read().await?;
    let up = problem_of(&mut conn, &rush, at_ms).await?.filter(|_| place_of(&rush) == place);
    let Some(found) = up else {
        return Ok(Json(RushVerdict::Late { rush: told(&mut conn, &rush, at_ms).await? }));
    };
    drop(conn);
    let moves = line(&found.problem, &moves)?;
    let answered = app.blocking_pool.run(Lane::Cheap, player.peer, move |_| {
        answer_within(&found.problem, &moves, found.nodes_max())
    });
    let solved = match answered.await?.map_err(|GaveUp| gave_up())? {
        Judged::NoLine => return Err(no_line()),
        Judged::Reply(mv, position) => {
            return Ok(Json(RushVerdict::Reply {
                usi: mv.usi(position.variant()).to_string(),
                sfen: position.sfen(),
                dests: Dests::of(&position),
            }));
        }
        Judged::Solved => true,
        Judged::Failed => false,
    };
    let settled = app.service.tsume.settle_rush(player.id, id, place, solved, at_ms).await?;
    let (rush, counts) = settled.ok_or_else(unknown)?;
    let now_ms = app.service.timebase.now_ms() as i64;
    let rush = told(&mut app.service.store.read().await?, &rush, now_ms).await?;
    Ok(Json(match (counts, solved) {
        (false, _) => RushVerdict::Late { rush },
        (true, true) => RushVerdict::Solved { rush },
        (true, false) => RushVerdict::Failed { rush },
    }))
}

async fn told(conn: &mut Conn, rush: &rows::Rush, now_ms: i64) -> komadai_store::Result<Rush> {
    let up = problem_of(conn, rush, now_ms).await?;
    let problem = up.map(|it| it.problem).map(|problem| RushProblem {
        place: u32::try_from(place_of(rush)).unwrap_or(u32::MAX),
        plies: problem.plies,
        sfen: problem.start.sfen(),
        dests: Dests::of(&problem.start),
    });
    Ok(Rush {
        rush: rush.id,
        length_ms: RUSH_MS,
        mistakes_max: MISTAKES_MAX as u32,
        left_ms: u32::try_from(rush.ends_ms - now_ms).unwrap_or(0),
        n_solved: rush.n_solved,
        missed: rush.missed.clone(),
        problem,
    })
}

fn score(score: Score) -> RushScore {
    let took_ms = u32::try_from(score.took_ms).unwrap_or(u32::MAX);
    RushScore { n_solved: score.n_solved, took_ms }
}

fn best(Best { handle, name, bot, score: it, .. }: Best) -> RushBest {
    RushBest { handle, name, bot, score: score(it) }
}

fn id_of(text: &str) -> Result<Uuid, Problem> {
    text.parse().map_err(|_| unknown())
}

fn unknown() -> Problem {
    Problem::new(RefusalCode::UnknownRush, "there is no such rush, or there is a later one")
}
