//! A rush: problems against the clock, harder and harder, until the time is up or too many were
//! not solved. The clock is the server's: an answer counts by when it arrives.
//!
//! The problems that come with Komadai are a ladder, parted into rungs. Each place of a rush is one
//! of a rung, or a composition of a player that is as hard by its solvers' results; all of them are
//! equally likely. Which compositions there are is settled when the rush begins; for one that is
//! taken away before its turn, or that cannot be missed, the rung has another.

use std::sync::LazyLock;

use komadai_ids::UserId;
use komadai_live::random;
use komadai_rules::{
    Variant,
    tsume::{Tsume as Problem, collection},
};
use komadai_store::{
    Conn, Result,
    tsume::{
        TsumeFirst,
        compositions::{self, TriedComposition},
        rushes::{self as rows, Rush, Score},
    },
};
use uuid::Uuid;

use super::{
    TsumeClub,
    compositions::FoundProblem,
    mixed,
    repeats::{self, day_of},
};

/// How long a rush takes.
pub const RUSH_MS: u32 = 180_000;

/// How many mistakes end it.
pub const MISTAKES_MAX: usize = 3;

/// How many problems there are in a rush: more than anybody solves in the time.
const PROBLEMS_MAX: usize = 50;

/// The longest problems that are in one: what is longer takes more time than there is.
const PLIES_MAX: u32 = 7;

/// How many must have tried a composition before it is in a rush: only then is it known how hard it
/// is.
const TRIED_MIN: u32 = 5;

/// The days of a week, today among them.
const WEEK_DAYS: i64 = 7;

/// The problems of standard shogi that a rush draws from, the easiest first.
fn ladder() -> &'static [&'static Problem] {
    static ALL: LazyLock<Vec<&Problem>> = LazyLock::new(|| {
        let all = collection(Variant::standard()).iter();
        let mut all: Vec<_> = all.filter(|it| it.plies <= PLIES_MAX && has_choice(it)).collect();
        all.sort_by_key(|it| (it.rating, it.number));
        all
    });
    &ALL
}

/// Whether it can be missed: one move that is the only one asks nothing.
fn has_choice(problem: &Problem) -> bool {
    problem.plies > 1 || problem.start.legal_moves().len() > 1
}

/// The problem of the ladder at a place of a rush, counted from 0, drawn by the rush's id. `None`
/// after the last.
fn problem_at(rush: Uuid, place: usize) -> Option<&'static Problem> {
    drawn(ladder(), rush, place).copied()
}

fn drawn<T>(ladder: &[T], rush: Uuid, place: usize) -> Option<&T> {
    let n_rungs = ladder.len().min(PROBLEMS_MAX);
    if place >= n_rungs {
        return None;
    }
    let rung = ladder.get(place * ladder.len() / n_rungs..(place + 1) * ladder.len() / n_rungs)?;
    rung.get(usize::try_from(draw(rush, place) % rung.len() as u64).ok()?)
}

/// The compositions that are drawn for a rush, with their places.
fn composed(ladder: &[&Problem], rush: Uuid, tried: &[TriedComposition]) -> Vec<(u32, u32)> {
    let n_rungs = ladder.len().min(PROBLEMS_MAX);
    let first = |place: usize| place * ladder.len() / n_rungs;
    let start = |place: &usize| ladder.get(first(*place)).map_or(0, |it| it.rating);
    let starts: Vec<u32> = (0..n_rungs).map(|place| start(&place)).collect();
    let place_of = |it: &TriedComposition| {
        starts.iter().rposition(|&start| f64::from(start) <= it.rating).unwrap_or_default()
    };
    let drawn = (0..n_rungs).filter_map(|place| {
        let as_hard: Vec<&TriedComposition> =
            tried.iter().filter(|it| place_of(it) == place).collect();
        let n_of_rung = first(place + 1) - first(place);
        let draw = mixed(draw(rush, place)) % (n_of_rung + as_hard.len()).max(1) as u64;
        let it = as_hard.get(usize::try_from(draw).ok()?)?;
        Some((u32::try_from(place).ok()?, it.number))
    });
    drawn.collect()
}

/// A number that a rush has for a place.
fn draw(rush: Uuid, place: usize) -> u64 {
    let (high, low) = rush.as_u64_pair();
    mixed(high ^ low.rotate_left(17) ^ place as u64)
}

fn begun(id: Uuid, tried: &[TriedComposition], now_ms: i64) -> Rush {
    Rush {
        id,
        started_ms: now_ms,
        ends_ms: now_ms + i64::from(RUSH_MS),
        n_solved: 0,
        solved_ms: now_ms,
        missed: Vec::new(),
        composed: composed(ladder(), id, tried),
    }
}

/// Which problem of a rush is up.
pub fn place_of(rush: &Rush) -> usize {
    rush.n_solved as usize + rush.missed.len()
}

/// The problem that is to be solved; `None` when the rush is over.
///
/// # Errors
/// When the database fails.
pub async fn problem_of(conn: &mut Conn, rush: &Rush, now_ms: i64) -> Result<Option<FoundProblem>> {
    let place = place_of(rush);
    if now_ms >= rush.ends_ms {
        return Ok(None);
    }
    if let Some((_, number)) = rush.composed.iter().find(|(it, _)| *it as usize == place) {
        let found =
            FoundProblem::read(conn, *number, None).await?.filter(FoundProblem::is_published);
        let found = found.filter(|it| has_choice(&it.problem));
        if found.is_some() {
            return Ok(found);
        }
    }
    let known = problem_at(rush.id, place).cloned();
    Ok(known.map(|problem| FoundProblem { problem, composed: None }))
}

/// What a rush is when the problem that is up, with this number, was solved, or was not; `None` when
/// it is over.
fn after(rush: &Rush, number: u32, solved: bool, now_ms: i64) -> Option<Rush> {
    if now_ms >= rush.ends_ms || problem_at(rush.id, place_of(rush)).is_none() {
        return None;
    }
    let mut next = rush.clone();
    if solved {
        next.n_solved += 1;
        next.solved_ms = now_ms;
    } else {
        next.missed.push(number);
    }
    if next.missed.len() >= MISTAKES_MAX || problem_at(next.id, place_of(&next)).is_none() {
        next.ends_ms = now_ms;
    }
    Some(next)
}

fn score_of(rush: &Rush) -> Score {
    Score {
        day: day_of(rush.started_ms),
        n_solved: rush.n_solved,
        took_ms: rush.solved_ms - rush.started_ms,
    }
}

/// A player's own best.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OwnBest {
    pub today: Option<Score>,
    pub ever: Option<Score>,
}

/// The first of the days that a list covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Since {
    pub today: i64,
    pub week: i64,
}

impl Since {
    pub fn at(now_ms: i64) -> Self {
        let today = day_of(now_ms);
        Self { today, week: today - (WEEK_DAYS - 1) }
    }
}

impl TsumeClub {
    /// Begins a rush, in place of the player's one before.
    pub async fn begin_rush(&self, user: UserId) -> Result<Rush> {
        let now_ms = self.timebase.now_ms();
        let mut tx = self.store.write().await?;
        let tried = compositions::tried(&mut tx, user, PLIES_MAX, TRIED_MIN).await?;
        let rush = begun(random::id(now_ms), &tried, now_ms as i64);
        rows::begin(&mut tx, user, &rush).await?;
        tx.commit().await?;
        Ok(rush)
    }

    /// A player's rush, if it is the latest.
    pub async fn rush(&self, user: UserId, id: Uuid) -> Result<Option<Rush>> {
        let latest = rows::latest(&mut self.store.read().await?, user).await?;
        Ok(latest.filter(|it| it.id == id))
    }

    /// Notes that the problem at this place was solved, or was not, by an answer that arrived at
    /// `at_ms`; returns how the rush stands, and whether the answer counts: not when it comes too
    /// late, or for a place that has been answered.
    pub async fn settle_rush(
        &self,
        user: UserId,
        id: Uuid,
        place: usize,
        solved: bool,
        at_ms: i64,
    ) -> Result<Option<(Rush, bool)>> {
        let mut tx = self.store.write().await?;
        let Some(rush) = rows::latest(&mut tx, user).await?.filter(|it| it.id == id) else {
            return Ok(None);
        };
        let up = problem_of(&mut tx, &rush, at_ms).await?.filter(|_| place_of(&rush) == place);
        let number = up.map(|it| it.problem.number);
        let next = number.and_then(|it| Some((it, after(&rush, it, solved, at_ms)?)));
        let Some((number, next)) = next else { return Ok(Some((rush, false))) };
        if !rows::go_on(&mut tx, user, &rush, &next).await? {
            // Another answer was quicker.
            return Ok(rows::latest(&mut tx, user).await?.map(|it| (it, false)));
        }
        // What a problem comes to besides: a score, and when it comes again.
        if solved {
            rows::note_score(&mut tx, user, score_of(&next)).await?;
        }
        let how = if solved { TsumeFirst::Solved } else { TsumeFirst::Failed };
        repeats::note(&mut tx, user, number, how, at_ms).await?;
        tx.commit().await?;
        Ok(Some((next, true)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const START_MS: i64 = 1_800_000_000_000;

    fn rush(seed: u64) -> Rush {
        begun(Uuid::from_u64_pair(mixed(seed), mixed(seed + 1)), &[], START_MS)
    }

    /// The rush after these answers, each with its time since the start.
    fn played(answers: &[(bool, i64)]) -> Rush {
        answers.iter().fold(rush(7), |it, &(solved, ms)| {
            after(&it, 7, solved, START_MS + ms).expect("the rush is not over")
        })
    }

    #[test]
    fn problems_become_harder_and_none_comes_twice() {
        for seed in 0..200 {
            let rush = rush(seed);
            let met: Vec<_> = (0..).map_while(|place| problem_at(rush.id, place)).collect();
            assert_eq!(met.len(), PROBLEMS_MAX.min(ladder().len()));
            assert!(met.windows(2).all(|pair| {
                (pair[0].rating, pair[0].number) < (pair[1].rating, pair[1].number)
            }));
        }
    }

    #[test]
    fn every_problem_can_be_missed() {
        let (all, with_choice) = (collection(Variant::standard()), ladder());
        let forced = all.iter().find(|it| it.number == 437).expect("a problem with one move");
        assert_eq!(forced.start.legal_moves().len(), 1);
        assert!(with_choice.iter().all(|it| it.number != forced.number));
        assert!(with_choice.iter().all(|it| it.plies > 1 || it.start.legal_moves().len() > 1));
    }

    #[test]
    fn every_problem_of_a_ladder_is_drawn_by_some_rush() {
        for n in [1_usize, 3, PROBLEMS_MAX, PROBLEMS_MAX + 1, 137] {
            let ladder: Vec<usize> = (0..n).collect();
            let mut met = vec![false; n];
            for seed in 0..200 {
                for place in 0..n.min(PROBLEMS_MAX) {
                    met[*drawn(&ladder, rush(seed).id, place).expect("a problem")] = true;
                }
            }
            assert!(met.iter().all(|it| *it), "of {n}");
            assert_eq!(drawn(&ladder, rush(0).id, n.min(PROBLEMS_MAX)), None);
        }
        assert_eq!(drawn::<usize>(&[], rush(0).id, 0), None);
    }

    #[test]
    fn a_composition_is_as_likely_as_the_problems_that_are_as_hard() {
        let tried = [(500_001, 700.0), (500_002, 1_400.0), (500_003, 1_400.0), (500_004, 9_000.0)];
        let tried = tried.map(|(number, rating)| TriedComposition { number, rating });
        let mut met = [0; 4];
        for seed in 0..2_000 {
            let mut last = None;
            for (place, number) in composed(ladder(), rush(seed).id, &tried) {
                assert!(last < Some(place), "the places go up");
                last = Some(place);
                let it = tried.iter().find(|it| it.number == number).expect("one of them");
                let of_ladder = ladder()[place as usize * ladder().len() / PROBLEMS_MAX].rating;
                assert!(f64::from(of_ladder) <= it.rating, "{number} at {place}");
                met[(number - 500_001) as usize] += 1;
            }
        }
        // A rung has some ten problems.
        assert!(met.iter().all(|n| (40..700).contains(n)), "{met:?}");
        assert_eq!(composed(ladder(), rush(1).id, &[]), []);
        assert_eq!(composed(&[], rush(1).id, &tried), []);
    }

    #[test]
    fn the_third_mistake_ends_it() {
        let two = played(&[(false, 1_000), (true, 2_000), (false, 3_000)]);
        assert_eq!((two.n_solved, two.missed.len()), (1, 2));
        assert_eq!(two.ends_ms, START_MS + i64::from(RUSH_MS));
        let three = after(&two, 7, false, START_MS + 4_000).expect("a rush");
        assert_eq!((three.missed.len(), three.ends_ms), (MISTAKES_MAX, START_MS + 4_000));
        assert_eq!(after(&three, 7, true, START_MS + 4_000), None);
    }

    #[test]
    fn the_clock_ends_it_to_the_millisecond() {
        let rush = rush(7);
        let end_ms = START_MS + i64::from(RUSH_MS);
        assert_eq!(after(&rush, 7, true, end_ms - 1).map(|it| it.n_solved), Some(1));
        assert_eq!(after(&rush, 7, true, end_ms), None);
    }

    #[test]
    fn who_solves_all_has_finished() {
        let n = PROBLEMS_MAX.min(ladder().len()) as i64;
        let all = played(&(0..n).map(|ms| (true, ms)).collect::<Vec<_>>());
        assert_eq!(all.ends_ms, START_MS + n - 1);
        assert_eq!(after(&all, 7, true, START_MS + n), None);
    }

    #[test]
    fn a_score_is_how_many_and_how_soon() {
        let rush = played(&[(true, 5_000), (true, 9_000), (false, 20_000)]);
        let day = day_of(START_MS);
        assert_eq!(score_of(&rush), Score { day, n_solved: 2, took_ms: 9_000 });
        assert_eq!(Since::at(START_MS), Since { today: day, week: day - 6 });
    }
}
