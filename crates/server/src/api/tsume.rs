//! `/api/v1/tsume`: problems to solve. Anybody may look at them; the first attempt makes whoever
//! asks a player.

use axum::{
    Json, Router,
    extract::{DefaultBodyLimit, Path, State, rejection::JsonRejection},
    http::{HeaderMap, StatusCode},
    response::{IntoResponse, Response},
    routing::{get, post},
};
use komadai_protocol::Dests;
use komadai_rules::{
    Move,
    tsume::{Answer, Tsume, answer, collection, find, mating_moves, of_day},
};
use komadai_service::{ratings::rating, tsume::start_of};
use komadai_store::tsume::{self as rows, First};
use serde::{Deserialize, Serialize};

use super::{
    Problem,
    account::read,
    me::{self, Asker, find_to_change},
    ratings::whole,
};
use crate::{app::App, blocking_pool::Lane};

/// The longest body that is read: a line of a few moves.
const BODY_BYTES_MAX: usize = 1_024;

/// Milliseconds of a day; days are counted in UTC.
const DAY_MS: u64 = 24 * 60 * 60 * 1_000;

/// Its addresses.
pub(super) fn router() -> Router<App> {
    Router::new()
        .route("/", get(list))
        .route("/{number}", get(show))
        .route("/{number}/answer", post(try_line))
        .route("/{number}/hint", post(hint))
        .route("/{number}/solution", post(give_up))
        .layer(DefaultBodyLimit::max(BODY_BYTES_MAX))
}

#[derive(Debug, Serialize)]
struct List {
    problems: Vec<ListedView>,
    /// The number of today's, by UTC.
    daily: Option<u32>,
    /// The solver; `null` before the first attempt that counts.
    solver: Option<SolverView>,
}

#[derive(Debug, Serialize)]
struct ListedView {
    number: u32,
    plies: u32,
    rating: i32,
    /// How the asker's first attempt ended: `solved`, `failed` or `helped`; `null` without one.
    first: Option<&'static str>,
    /// Whether the asker has solved it, at the first attempt or a later one.
    solved: bool,
}

#[derive(Debug, Serialize)]
struct SolverView {
    rating: i32,
    provisional: bool,
    n_tried: u32,
    streak: u32,
    best_streak: u32,
}

async fn list(State(app): State<App>, headers: HeaderMap) -> Result<Response, Problem> {
    let player = me::find(&app, &headers).await?;
    let mut conn = app.service.store.read().await?;
    let rated = rows::problems(&mut conn).await?;
    let (mut attempts, mut solver) = (Vec::new(), None);
    if let Some(player) = player {
        attempts = rows::attempts(&mut conn, player.id).await?;
        solver = rows::solver(&mut conn, player.id).await?;
    }
    let now_ms = app.service.timebase.now_ms();
    let problems = collection().iter().map(|problem| {
        let of_players = rated.iter().find(|it| it.number == problem.number);
        let attempt = attempts.iter().find(|it| it.number == problem.number);
        ListedView {
            number: problem.number,
            plies: problem.plies,
            rating: whole(of_players.map_or(start_of(problem).rating, |it| it.numbers.rating)),
            first: attempt.map(|it| it.first.as_str()),
            solved: attempt.is_some_and(|it| it.solved_ms.is_some()),
        }
    });
    let problems = problems.collect();
    let solver = solver.map(|it| SolverView {
        rating: whole(it.numbers.rating),
        provisional: rating(it.numbers).is_provisional(),
        n_tried: it.n_tried,
        streak: it.streak,
        best_streak: it.best_streak,
    });
    let daily = of_day(now_ms / DAY_MS).map(|it| it.number);
    Ok(Json(List { problems, daily, solver }).into_response())
}

#[derive(Debug, Serialize)]
struct ProblemView {
    number: u32,
    plies: u32,
    sfen: String,
    rating: i32,
    /// How many first attempts there were, and how many solved it.
    n_tried: u32,
    n_solved: u32,
    dests: Dests,
}

async fn show(State(app): State<App>, Path(number): Path<String>) -> Result<Response, Problem> {
    let problem = numbered(&number)?;
    let mut conn = app.service.store.read().await?;
    let rated = rows::problem(&mut conn, problem.number).await?;
    Ok(Json(ProblemView {
        number: problem.number,
        plies: problem.plies,
        sfen: problem.start.sfen(),
        rating: whole(rated.map_or(start_of(problem).rating, |it| it.numbers.rating)),
        n_tried: rated.map_or(0, |it| it.n_tried),
        n_solved: rated.map_or(0, |it| it.n_solved),
        dests: Dests::of(&problem.start),
    })
    .into_response())
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    /// The solver's moves and the replies between them, in USI.
    moves: Vec<String>,
}

/// What comes of the last move.
#[derive(Debug, Serialize)]
#[serde(tag = "t", rename_all = "snake_case")]
enum Verdict {
    /// The defender holds out.
    Reply { usi: String, sfen: String, dests: Dests },
    /// It is mate.
    Solved { change: Option<ChangeView> },
    /// It does not mate in time.
    Failed { change: Option<ChangeView> },
}

/// What the first attempt did to the solver's rating.
#[derive(Debug, Serialize)]
struct ChangeView {
    before: i32,
    after: i32,
}

/// `POST …/{number}/answer`: the solver plays.
async fn try_line(
    State(app): State<App>,
    Path(number): Path<String>,
    asker: Asker,
    body: Result<Json<Line>, JsonRejection>,
) -> Result<Response, Problem> {
    let problem = numbered(&number)?;
    let moves = line(problem, read(body)?)?;
    let player = find_to_change(&app, &asker).await?;
    let answered = app.blocking_pool.run(Lane::Cheap, asker.peer, move |_| answer(problem, &moves));
    let answered = answered.await?;
    let how = match answered {
        Answer::NoLine => return Err(no_line()),
        Answer::Reply(mv, position) => {
            return Ok(Json(Verdict::Reply {
                usi: mv.usi(position.variant()).to_string(),
                sfen: position.sfen(),
                dests: Dests::of(&position),
            })
            .into_response());
        }
        Answer::Solved => First::Solved,
        Answer::Failed => First::Failed,
    };
    let change = app.service.tsume.settle(player.id, problem, how).await?;
    let change = change.map(|it| ChangeView { before: whole(it.before), after: whole(it.after) });
    Ok(Json(match how {
        First::Solved => Verdict::Solved { change },
        First::Failed | First::Helped => Verdict::Failed { change },
    })
    .into_response())
}

#[derive(Debug, Serialize)]
struct Hint {
    /// The square of the piece that moves, or its letter and `*` when it is dropped.
    from: String,
}

/// `POST …/{number}/hint`: which piece mates; the attempt counts for nothing any more.
async fn hint(
    State(app): State<App>,
    Path(number): Path<String>,
    asker: Asker,
    body: Result<Json<Line>, JsonRejection>,
) -> Result<Response, Problem> {
    let problem = numbered(&number)?;
    let moves = line(problem, read(body)?)?;
    let player = find_to_change(&app, &asker).await?;
    let told =
        app.blocking_pool.run(Lane::Cheap, asker.peer, move |_| origin_of_next(problem, &moves));
    let from = told.await?.ok_or_else(no_line)?;
    app.service.tsume.settle(player.id, problem, First::Helped).await?;
    Ok(Json(Hint { from }).into_response())
}

/// Where the move begins that goes on from a line which the solver has got right.
fn origin_of_next(problem: &Tsume, moves: &[Move]) -> Option<String> {
    let mut position = problem.start.clone();
    if let Some((reply, before)) = moves.split_last() {
        match answer(problem, before) {
            Answer::Reply(mv, after) if mv == *reply => position = *after,
            _ => return None,
        }
    }
    let left = problem.plies.checked_sub(u32::try_from(moves.len()).ok()?)?;
    let mv = mating_moves(&position, left).into_iter().next()?;
    Some(match (mv.from(), mv.dropped()) {
        (Some(from), _) => from.to_string(),
        (None, kind) => format!("{}*", position.variant().piece(kind?).letter),
    })
}

#[derive(Debug, Serialize)]
struct Solution {
    moves: Vec<String>,
}

/// `POST …/{number}/solution`: shows it; who has not tried has failed.
async fn give_up(
    State(app): State<App>,
    Path(number): Path<String>,
    asker: Asker,
) -> Result<Response, Problem> {
    let problem = numbered(&number)?;
    let player = find_to_change(&app, &asker).await?;
    app.service.tsume.settle(player.id, problem, First::Failed).await?;
    let variant = problem.start.variant();
    let moves = problem.solution.iter().map(|mv| mv.usi(variant).to_string()).collect();
    Ok(Json(Solution { moves }).into_response())
}

fn numbered(number: &str) -> Result<&'static Tsume, Problem> {
    let found = number.parse().ok().and_then(find);
    found.ok_or_else(|| {
        Problem::new(StatusCode::NOT_FOUND, "unknown_problem", "there is no such problem")
    })
}

/// The moves of a line that is not longer than the problem.
fn line(problem: &Tsume, Line { moves }: Line) -> Result<Vec<Move>, Problem> {
    if moves.len() > problem.solution.len() {
        return Err(no_line());
    }
    let variant = problem.start.variant();
    let read = moves.iter().map(|usi| Move::from_usi(variant, usi));
    read.collect::<Result<_, _>>().map_err(|error| {
        Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "bad_move", error.to_string())
    })
}

fn no_line() -> Problem {
    let detail = "these moves are no line of this problem; start it again";
    Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "bad_line", detail)
}
