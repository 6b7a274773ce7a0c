//! Who has solved which problem, and how hard the problems are: a solver and a problem meet once,
//! at the first attempt, and are rated as two players are. Only shogi's problems are rated: one
//! rating says how well somebody mates in one game, and of the other variants' problems only who
//! has solved them is noted. The first tries are practice, which [place](placement) a solver.

pub mod compositions;
pub mod daily;
pub mod placement;
pub mod repeats;
pub mod rush;

use std::{fmt, sync::Arc};

use bytes::Bytes;
use komadai_ids::UserId;
use komadai_live::{Directory, Timebase};
use komadai_rating::{Points, Rating, rate};
use komadai_rules::{
    Variant,
    tsume::{Tsume as Problem, TsumeLevel},
};
use komadai_store::{
    Result, Store, Tx,
    clubs::homework,
    ratings::Numbers,
    tsume::{self as rows, ProblemRating, Solver, TsumeFirst},
};

use self::{
    compositions::FoundProblem,
    placement::{first_rating, practice_left},
    repeats::day_of,
};
use crate::{
    Ratings,
    bell::ring_if_done,
    ratings::{numbers, rating},
};

/// Where solvers begin, in rating points.
const SOLVER_START: f64 = 900.0;

/// How certain a problem's first estimate is: its plies and its checks say something.
const PROBLEM_DEVIATION: f64 = 200.0;

/// What an attempt did to the solver's rating.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Effect {
    /// It was practice, of which so many tries are left.
    Practice { left: u32 },
    /// It was the last of practice, and this is the first rating.
    Placement { rating: f64 },
    /// It changed.
    Change { before: f64, after: f64 },
}

/// Turns what happens to problems into frames.
pub trait RenderTsume: fmt::Debug + Send + Sync + 'static {
    /// A problem of one's own is published.
    fn tsume_published(&self, epoch: u64, number: u32) -> Bytes;

    /// A problem of one's own was taken away by a moderator.
    fn tsume_removed(&self, epoch: u64, number: u32) -> Bytes;
}

/// Problems and their solvers. Cheap to clone.
#[derive(Clone, Debug)]
pub struct TsumeClub {
    store: Store,
    directory: Arc<Directory>,
    timebase: Timebase,
    ratings: Ratings,
}

impl TsumeClub {
    pub(crate) fn new(store: Store, directory: Arc<Directory>, ratings: Ratings) -> Self {
        let timebase = directory.timebase();
        Self { store, directory, timebase, ratings }
    }

    /// Notes how an attempt ended; what it did to the solver's rating, if it was the first, without
    /// help, and at a problem that is rated.
    pub async fn settle(
        &self,
        user: UserId,
        found: &FoundProblem,
        how: TsumeFirst,
    ) -> Result<Option<Effect>> {
        let problem = &found.problem;
        let now_ms = self.timebase.now_ms() as i64;
        let solved = how == TsumeFirst::Solved;
        let of_today = if solved { self.of_today(problem.number, now_ms).await? } else { None };
        let mut tx = self.store.write().await?;
        let is_first = rows::note_first(&mut tx, user, problem.number, how, now_ms).await?;
        if solved {
            rows::note_solved(&mut tx, user, problem.number, now_ms).await?;
            let tasks = homework::undone(&mut tx, user, problem.number).await?;
            homework::note_solved(&mut tx, user, problem.number, now_ms).await?;
            if let Some(level) = of_today {
                daily::note_solved(&mut tx, user, level, now_ms).await?;
            }
            for it in tasks {
                ring_if_done(&mut tx, it.homework, it.pupil, user, now_ms).await?;
            }
        }
        let counts = found.counts_for(Some(user));
        if counts {
            repeats::note(&mut tx, user, problem.number, how, now_ms).await?;
        }
        let mut effect = None;
        if counts && is_first && how != TsumeFirst::Helped {
            let rated = rows::problem(&mut tx, problem.number).await?;
            let tried = tried(rated, problem, solved, now_ms);
            if is_rated(problem) {
                effect = self.rate(&mut tx, user, tried, solved, now_ms).await?;
            } else {
                rows::put_problem(&mut tx, &tried).await?;
            }
        }
        tx.commit().await?;
        Ok(effect)
    }

    /// At which level a problem is one of today's. On Sundays many rows have to be read for that,
    /// so it happens before anybody waits for the transaction.
    async fn of_today(&self, number: u32, now_ms: i64) -> Result<Option<TsumeLevel>> {
        let problems = daily::of(&mut self.store.read().await?, day_of(now_ms)).await?;
        Ok(problems.into_iter().find(|it| it.number == number).map(|it| it.level))
    }

    /// Rates a problem, and the solver by it; in practice the solver's tries are only counted, and
    /// with the last of them all are rated at once.
    async fn rate(
        &self,
        tx: &mut Tx,
        user: UserId,
        problem: ProblemRating,
        solved: bool,
        now_ms: i64,
    ) -> Result<Option<Effect>> {
        let known = rows::solver(tx, user).await?;
        let n_before = known.map_or(0, |it| it.n_tried);
        let practised = known.filter(|_| practice_left(n_before) == 0);
        let Some((numbers_after, problem, before)) = self.meet(practised, problem, solved, now_ms)
        else {
            return Ok(None);
        };
        rows::put_problem(tx, &problem).await?;
        let n_tried = n_before + 1;
        let (numbers, effect) = match practice_left(n_tried) {
            _ if practised.is_some() => {
                let after = numbers_after.rating;
                (numbers_after, Effect::Change { before, after })
            }
            0 => {
                let first = first_rating(tx, user).await?;
                (numbers(first), Effect::Placement { rating: first.rating })
            }
            left => (numbers(solver_start()), Effect::Practice { left }),
        };
        let streak = if solved { known.map_or(0, |it| it.streak) + 1 } else { 0 };
        let best_streak = streak.max(known.map_or(0, |it| it.best_streak));
        let solver = Solver { numbers, n_tried, streak, best_streak, rated_ms: now_ms };
        rows::put_solver(tx, user, &solver).await?;
        Ok(Some(effect))
    }

    /// Notes that somebody is shown the solution, and what that is where it is the first they do
    /// about it: a failure, or help for whoever makes an exercise of it.
    pub async fn show_solution(
        &self,
        user: UserId,
        found: &FoundProblem,
        first: TsumeFirst,
    ) -> Result<()> {
        self.settle(user, found, first).await?;
        let now_ms = self.timebase.now_ms() as i64;
        let mut tx = self.store.write().await?;
        // Who has solved it has nothing to be shown.
        if !rows::is_solved(&mut tx, user, found.problem.number).await? {
            rows::note_shown(&mut tx, user, found.problem.number, now_ms).await?;
        }
        tx.commit().await
    }

    /// What both are rated at after they have met, and what the solver was rated at before.
    fn meet(
        &self,
        solver: Option<Solver>,
        problem: ProblemRating,
        solved: bool,
        now_ms: i64,
    ) -> Option<(Numbers, ProblemRating, f64)> {
        let idle = |since_ms: i64| u64::try_from(now_ms.saturating_sub(since_ms)).unwrap_or(0);
        let before =
            solver.map_or_else(solver_start, |it| rating(it.numbers).after_idle(idle(it.rated_ms)));
        // A problem does not become harder or easier by lying about.
        let hardness = rating(problem.numbers);
        let points = if solved { Points::Win } else { Points::Loss };
        let (after, hardness) = rate(before, hardness, points, None, self.ratings.table())?;
        let rated = ProblemRating { numbers: numbers(hardness), ..problem };
        Some((numbers(after), rated, before.rating))
    }
}

/// What a solver is taken for of whom nothing is known.
fn solver_start() -> Rating {
    Rating::starting_at(SOLVER_START)
}

/// The finaliser of SplitMix64: neighbouring numbers have nothing in common after it.
fn mixed(mut bits: u64) -> u64 {
    bits = bits.wrapping_add(0x9e37_79b9_7f4a_7c15);
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ (bits >> 31)
}

/// Whether first attempts at a problem change ratings.
pub fn is_rated(problem: &Problem) -> bool {
    problem.start.variant() == Variant::standard()
}

/// A problem after one more first attempt, as hard as it was before.
fn tried(
    rated: Option<ProblemRating>,
    problem: &Problem,
    solved: bool,
    now_ms: i64,
) -> ProblemRating {
    ProblemRating {
        number: problem.number,
        numbers: rated.map_or_else(|| numbers(start_of(problem)), |it| it.numbers),
        n_tried: rated.map_or(0, |it| it.n_tried) + 1,
        n_solved: rated.map_or(0, |it| it.n_solved) + u32::from(solved),
        rated_ms: now_ms,
    }
}

/// What a problem is rated at before anybody has tried it.
pub fn start_of(problem: &Problem) -> Rating {
    let rating = Rating::starting_at(f64::from(problem.rating));
    Rating { deviation: PROBLEM_DEVIATION, ..rating }
}
