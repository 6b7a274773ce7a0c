//! `/api/v1/tsume`: problems to solve. Anybody may look at them; the first attempt makes the caller
//! a player.

use std::collections::HashMap;

use axum::{
    Json,
    extract::{Path, State},
};
use komadai_ids::UserId;
use komadai_protocol::{
    Dests, RefusalCode,
    http::tsume::{
        DailyProblem, DailyTsume, SolutionPurpose, TsumeChange, TsumeExamination, TsumeFault,
        TsumeHint, TsumeLine, TsumeList, TsumeListed, TsumePractice, TsumeProblem, TsumeRefutation,
        TsumeSolution, TsumeSolver, TsumeToExamine, TsumeVariant, TsumeVerdict, WhichTsume,
    },
};
use komadai_rules::{
    Move, Variant,
    tsume::{
        Answer as Judged, Examination, Fault, GaveUp, Refutation, Second, Solver, Tsume,
        answer_within, collection, examine, refutation, themes, usual_rating, variants,
    },
};
use komadai_service::{
    ratings::rating,
    tsume::{
        Effect,
        compositions::{ANSWER_NODES_MAX, FoundProblem, NODES_MAX},
        daily::DailyProblems,
        is_rated,
        placement::practice_left,
        start_of,
    },
};
use komadai_store::tsume::{
    self as rows, TsumeFirst,
    compositions::{self, CompositionState as Stage},
};

use super::compositions::{author, position, proposal};
use crate::{
    app::App,
    blocking_pool::Lane,
    http::{
        answer::Answer,
        contract::Routes,
        extract::{Ask, Body, Player, Reader},
        problem::Problem,
    },
    render::ratings::whole,
};

/// The longest body that is read: a line of a few moves.
pub(super) const BODY_BYTES_MAX: usize = 1_024;

pub(super) fn routes() -> Routes {
    let routes = super::rush::routes(Routes::new("tsume"));
    super::compositions::routes(routes)
        .get("/", list, "The problems of a variant, and the reader's progress")
        .post("/examine", examine_one, "Everything that is wrong with a composition")
        .get("/{number}", show, "A problem")
        .post("/{number}/answer", try_line, "Plays a move of the solver")
        .post(
            "/{number}/hint",
            hint,
            "A hint: the piece that mates; the attempt then does not count",
        )
        .post(
            "/{number}/solution",
            give_up,
            "The solution; without an earlier attempt, this counts as a failure, or for a chapter of \
             a study as a hint",
        )
}

async fn list(
    State(app): State<App>,
    Reader(player): Reader,
    Ask(WhichTsume { variant }): Ask<WhichTsume>,
) -> Answer<TsumeList> {
    let variant = match &variant {
        None => Variant::standard(),
        Some(name) => Variant::from_name(name)
            .ok_or_else(|| Problem::new(RefusalCode::BadQuery, "there is no such variant"))?,
    };
    let mut conn = app.service.store.read().await?;
    let rated = rows::problems(&mut conn).await?;
    let composed = compositions::published(&mut conn).await?;
    let (mut attempts, mut solver) = (Vec::new(), None);
    if let Some(player) = &player {
        attempts = rows::attempts(&mut conn, player.id).await?;
        solver = rows::solver(&mut conn, player.id).await?;
    }
    let now_ms = app.service.timebase.now_ms() as i64;
    let reader = player.as_ref().map(|it| it.id);
    let daily = daily(DailyProblems::read(&mut conn, reader, now_ms).await?);
    let rated: HashMap<u32, _> = rated.into_iter().map(|it| (it.number, it)).collect();
    let attempts: HashMap<u32, _> = attempts.into_iter().map(|it| (it.number, it)).collect();
    let is_solved = |number: u32| attempts.get(&number).is_some_and(|it| it.solved_ms.is_some());
    let listed = |(number, place): (u32, u32), plies: u32, usual: f64| {
        let of_players = rated.get(&number);
        TsumeListed {
            number,
            place,
            plies,
            rating: whole(of_players.map_or(usual, |it| it.numbers.rating)),
            themes: Vec::new(),
            first: attempts.get(&number).map(|it| it.first),
            solved: is_solved(number),
            author: None,
        }
    };
    let problems = collection(variant).iter().map(|problem| TsumeListed {
        themes: problem.themes.clone(),
        ..listed((problem.number, problem.place()), problem.plies, start_of(problem).rating)
    });
    // Players compose problems of shogi only.
    let composed = composed.iter().filter_map(|shown| {
        let posed = shown.composition.posed.as_ref()?;
        Some(TsumeListed {
            themes: posed.themes.split(' ').filter_map(|it| it.parse().ok()).collect(),
            author: Some(author(shown)),
            ..listed((posed.number, posed.number), posed.plies, usual_rating(posed.plies).into())
        })
    });
    let composed: Vec<_> = composed.collect();
    let variants = variants().map(|variant| {
        let of_players = if variant == Variant::standard() { composed.as_slice() } else { &[] };
        let solved = collection(variant).iter().filter(|it| is_solved(it.number)).count();
        let n_solved = solved + of_players.iter().filter(|it| it.solved).count();
        TsumeVariant {
            variant: variant.name().to_owned(),
            n_problems: (collection(variant).len() + of_players.len()) as u32,
            n_solved: n_solved as u32,
        }
    });
    let variants = variants.collect();
    let composed = if variant == Variant::standard() { composed } else { Vec::new() };
    let problems = problems.chain(composed).collect();
    let solver = solver.map(|it| {
        let is_placed = practice_left(it.n_tried) == 0;
        TsumeSolver {
            rating: is_placed.then(|| whole(it.numbers.rating)),
            provisional: is_placed && rating(it.numbers).is_provisional(),
            n_tried: it.n_tried,
            streak: it.streak,
            best_streak: it.best_streak,
        }
    });
    Ok(Json(TsumeList {
        variant: variant.name().to_owned(),
        rated: collection(variant).iter().any(is_rated),
        variants,
        problems,
        daily,
        solver,
    }))
}

/// Today's problems, as they are sent.
pub(super) fn daily(
    DailyProblems { problems, level, n_days, best_days }: DailyProblems,
) -> DailyTsume {
    let problem = |it: komadai_service::tsume::daily::DailyProblem| DailyProblem {
        level: it.level,
        number: it.number,
        plies: it.plies,
        solved: it.is_solved,
    };
    DailyTsume { problems: problems.into_iter().map(problem).collect(), level, n_days, best_days }
}

async fn examine_one(
    State(app): State<App>,
    player: Player,
    Body(sent): Body<TsumeToExamine, BODY_BYTES_MAX>,
) -> Answer<TsumeExamination> {
    let position = position(&sent.sfen)?;
    app.may_assist(Some(&player), player.peer, Some(&position))?;
    let examined = app
        .blocking_pool
        .run(Lane::Dear, player.peer, move |_| examine(&position, NODES_MAX))
        .await?;
    Ok(Json(told(&examined)))
}

/// What came of an examination, as it is sent.
fn told(examined: &Examination) -> TsumeExamination {
    let variant = examined.position.variant();
    let usi = |mv: &Move| mv.usi(variant).to_string();
    let second = |it: Second| (it.ply + 1, usi(&it.other));
    let faults = examined.faults.iter().map(|fault| match *fault {
        Fault::Illegal(problem) => TsumeFault::Illegal { problem: problem.to_string() },
        Fault::NoKing => TsumeFault::NoKing,
        Fault::EvenLength => TsumeFault::EvenLength,
        Fault::NoMate => TsumeFault::NoMate,
        Fault::TooLong(plies) => TsumeFault::TooLong { plies },
        Fault::SecondSolution(it) => {
            let (number, other) = second(it);
            TsumeFault::SecondSolution { number, other }
        }
        Fault::PiecesLeft => TsumeFault::PiecesLeft,
        Fault::GaveUp => TsumeFault::GaveUp,
        Fault::EitherPromotion(it) => {
            let (number, other) = second(it);
            TsumeFault::EitherPromotion { number, other }
        }
        Fault::OtherLastMove(it) => {
            let (number, other) = second(it);
            TsumeFault::OtherLastMove { number, other }
        }
    });
    TsumeExamination {
        sfen: examined.position.sfen(),
        sound: examined.is_sound(),
        solution: examined.solution.iter().map(usi).collect(),
        themes: themes(&examined.position, &examined.solution),
        faults: faults.collect(),
    }
}

async fn show(
    State(app): State<App>,
    Reader(reader): Reader,
    Path(number): Path<String>,
) -> Answer<TsumeProblem> {
    let reader = reader.map(|player| player.id);
    let found = numbered(&app, &number, reader).await?;
    let is_rated = found.is_rated_for(reader);
    let FoundProblem { problem, composed } = found;
    let mut conn = app.service.store.read().await?;
    let rated = rows::problem(&mut conn, problem.number).await?;
    let open = composed.as_ref().filter(|it| it.composition.state == Stage::Proposed);
    let is_solved = match reader.filter(|_| open.is_some()) {
        Some(reader) => rows::is_solved(&mut conn, reader, problem.number).await?,
        None => false,
    };
    let n_tried = match reader.filter(|_| is_rated) {
        Some(reader) => rows::solver(&mut conn, reader).await?.map_or(0, |it| it.n_tried),
        None => 0,
    };
    Ok(Json(TsumeProblem {
        number: problem.number,
        variant: problem.start.variant().name().to_owned(),
        place: problem.place(),
        rated: is_rated,
        practice: is_rated && practice_left(n_tried) > 0,
        plies: problem.plies,
        sfen: problem.start.sfen(),
        rating: whole(rated.map_or(start_of(&problem).rating, |it| it.numbers.rating)),
        n_tried: rated.map_or(0, |it| it.n_tried),
        n_solved: rated.map_or(0, |it| it.n_solved),
        dests: Dests::of(&problem.start),
        author: composed.as_ref().map(author),
        proposal: open.map(|shown| proposal(shown, reader, is_solved)),
    }))
}

async fn try_line(
    State(app): State<App>,
    player: Player,
    Path(number): Path<String>,
    Body(sent): Body<TsumeLine, BODY_BYTES_MAX>,
) -> Answer<TsumeVerdict> {
    let found = numbered(&app, &number, None).await?;
    let moves = line(&found.problem, &sent.moves)?;
    let (problem, nodes_max) = (found.problem.clone(), found.nodes_max());
    let (answered, refuted) = app
        .blocking_pool
        .run(Lane::Cheap, player.peer, move |_| {
            let answered = answer_within(&problem, &moves, nodes_max);
            let refuted = matches!(answered, Ok(Judged::Failed))
                .then(|| refutation(&problem, &moves, ANSWER_NODES_MAX).ok().flatten());
            (answered, refuted.flatten())
        })
        .await?;
    let how = match answered.map_err(|GaveUp| gave_up())? {
        Judged::NoLine => return Err(no_line()),
        Judged::Reply(mv, position) => {
            return Ok(Json(TsumeVerdict::Reply {
                usi: mv.usi(position.variant()).to_string(),
                sfen: position.sfen(),
                dests: Dests::of(&position),
            }));
        }
        Judged::Solved => TsumeFirst::Solved,
        Judged::Failed => TsumeFirst::Failed,
    };
    let (change, practice) = match app.service.tsume.settle(player.id, &found, how).await? {
        None => (None, None),
        Some(Effect::Change { before, after }) => {
            (Some(TsumeChange { before: whole(before), after: whole(after) }), None)
        }
        Some(Effect::Practice { left }) => (None, Some(TsumePractice { left, rating: None })),
        Some(Effect::Placement { rating }) => {
            (None, Some(TsumePractice { left: 0, rating: Some(whole(rating)) }))
        }
    };
    Ok(Json(match how {
        TsumeFirst::Solved => TsumeVerdict::Solved { change, practice },
        TsumeFirst::Failed | TsumeFirst::Helped => {
            let refutation = refuted.map(|it| match it {
                Refutation::NoCheck => TsumeRefutation::NoCheck,
                Refutation::Defence(mv, position) => TsumeRefutation::Defence {
                    usi: mv.usi(position.variant()).to_string(),
                    sfen: position.sfen(),
                },
            });
            TsumeVerdict::Failed { change, practice, refutation }
        }
    }))
}

async fn hint(
    State(app): State<App>,
    player: Player,
    Path(number): Path<String>,
    Body(sent): Body<TsumeLine, BODY_BYTES_MAX>,
) -> Answer<TsumeHint> {
    let found = numbered(&app, &number, None).await?;
    app.may_assist(Some(&player), player.peer, Some(&found.problem.start))?;
    let moves = line(&found.problem, &sent.moves)?;
    let (problem, nodes_max) = (found.problem.clone(), found.nodes_max());
    let told = app
        .blocking_pool
        .run(Lane::Cheap, player.peer, move |_| origin_of_next(&problem, &moves, nodes_max))
        .await?;
    let from = told.map_err(|GaveUp| gave_up())?.ok_or_else(no_line)?;
    app.service.tsume.settle(player.id, &found, TsumeFirst::Helped).await?;
    Ok(Json(TsumeHint { from }))
}

/// Where the move begins that continues from a line which the solver has got right.
fn origin_of_next(
    problem: &Tsume,
    moves: &[Move],
    nodes_max: u64,
) -> Result<Option<String>, GaveUp> {
    let mut position = problem.start.clone();
    if let Some((reply, before)) = moves.split_last() {
        match answer_within(problem, before, nodes_max)? {
            Judged::Reply(mv, after) if mv == *reply => position = *after,
            _ => return Ok(None),
        }
    }
    let left = problem.plies.saturating_sub(u32::try_from(moves.len()).unwrap_or(u32::MAX));
    let next = Solver::new(nodes_max).mating_moves(&position, left)?.into_iter().next();
    Ok(next.and_then(|mv| {
        Some(match (mv.from(), mv.dropped()) {
            (Some(from), _) => from.to_string(),
            (None, kind) => format!("{}*", position.variant().piece(kind?).letter),
        })
    }))
}

async fn give_up(
    State(app): State<App>,
    player: Player,
    Path(number): Path<String>,
    Ask(SolutionPurpose { chapter }): Ask<SolutionPurpose>,
) -> Answer<TsumeSolution> {
    let found = numbered(&app, &number, None).await?;
    let first = if chapter { TsumeFirst::Helped } else { TsumeFirst::Failed };
    app.service.tsume.show_solution(player.id, &found, first).await?;
    let problem = found.problem;
    let variant = problem.start.variant();
    let moves = problem.solution.iter().map(|mv| mv.usi(variant).to_string()).collect();
    Ok(Json(TsumeSolution { moves }))
}

async fn numbered(
    app: &App,
    number: &str,
    reader: Option<UserId>,
) -> Result<FoundProblem, Problem> {
    let unknown = || Problem::new(RefusalCode::UnknownProblem, "there is no such problem");
    let number = number.parse().map_err(|_| unknown())?;
    let mut conn = app.service.store.read().await?;
    FoundProblem::read(&mut conn, number, reader).await?.ok_or_else(unknown)
}

pub(super) fn gave_up() -> Problem {
    let detail = "the server cannot tell whether this mates; try another move";
    Problem::new(RefusalCode::BadLine, detail)
}

/// The moves of a line that is not longer than the problem.
pub(super) fn line(problem: &Tsume, moves: &[String]) -> Result<Vec<Move>, Problem> {
    if moves.len() > problem.solution.len() {
        return Err(no_line());
    }
    let variant = problem.start.variant();
    let read = moves.iter().map(|usi| Move::from_usi(variant, usi));
    read.collect::<Result<_, _>>()
        .map_err(|error| Problem::new(RefusalCode::BadMove, error.to_string()))
}

pub(super) fn no_line() -> Problem {
    let detail = "these moves are not a line of this problem; start it again";
    Problem::new(RefusalCode::BadLine, detail)
}
