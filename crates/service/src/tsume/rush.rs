//! A rush: problems against the clock, harder and harder, until the time is up or too many were
//! not solved. The clock is the server's: an answer counts by when it arrives.

use std::sync::LazyLock;

use komadai_ids::UserId;
use komadai_live::random;
use komadai_rules::{
    Variant,
    tsume::{Tsume as Problem, collection},
};
use komadai_store::{
    Result, Tx,
    tsume::{
        First,
        rushes::{self as rows, Rush, Score},
    },
};
use uuid::Uuid;

use super::{
    TsumeClub,
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

/// The days of a week, today among them.
const WEEK_DAYS: i64 = 7;

/// The problems of standard shogi that a rush draws from, the easiest first.
fn ladder() -> &'static [&'static Problem] {
    static ALL: LazyLock<Vec<&Problem>> = LazyLock::new(|| {
        let all = collection(Variant::standard()).iter();
        let mut all: Vec<_> = all.filter(|it| it.plies <= PLIES_MAX).collect();
        all.sort_by_key(|it| (it.rating, it.number));
        all
    });
    &ALL
}

/// The problem at a place of a rush, counted from 0: one of a rung of the ladder, drawn by the
/// rush's id. `None` after the last.
pub fn problem_at(rush: Uuid, place: usize) -> Option<&'static Problem> {
    drawn(ladder(), rush, place).copied()
}

fn drawn<T>(ladder: &[T], rush: Uuid, place: usize) -> Option<&T> {
    let n_rungs = ladder.len().min(PROBLEMS_MAX);
    if place >= n_rungs {
        return None;
    }
    let rung = ladder.get(place * ladder.len() / n_rungs..(place + 1) * ladder.len() / n_rungs)?;
    let (high, low) = rush.as_u64_pair();
    let draw = mixed(high ^ low.rotate_left(17) ^ place as u64);
    rung.get(usize::try_from(draw % rung.len() as u64).ok()?)
}

/// The finaliser of SplitMix64: neighbouring numbers have nothing in common after it.
fn mixed(mut bits: u64) -> u64 {
    bits = bits.wrapping_add(0x9e37_79b9_7f4a_7c15);
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ (bits >> 31)
}

fn begun(id: Uuid, now_ms: i64) -> Rush {
    let ends_ms = now_ms + i64::from(RUSH_MS);
    Rush { id, started_ms: now_ms, ends_ms, n_solved: 0, solved_ms: now_ms, missed: Vec::new() }
}

/// Which problem of a rush is up.
pub fn place_of(rush: &Rush) -> usize {
    rush.n_solved as usize + rush.missed.len()
}

/// The problem that is to be solved; `None` when the rush is over.
pub fn problem_of(rush: &Rush, now_ms: i64) -> Option<&'static Problem> {
    if now_ms >= rush.ends_ms { None } else { problem_at(rush.id, place_of(rush)) }
}

/// What a rush is when the problem that is up was solved, or was not; `None` when it is over.
fn after(rush: &Rush, solved: bool, now_ms: i64) -> Option<Rush> {
    let problem = problem_of(rush, now_ms)?;
    let mut next = rush.clone();
    if solved {
        next.n_solved += 1;
        next.solved_ms = now_ms;
    } else {
        next.missed.push(problem.number);
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
        let rush = begun(random::id(now_ms), now_ms as i64);
        let mut tx = self.store.write().await?;
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
        let Some(next) = after(&rush, solved, at_ms).filter(|_| place_of(&rush) == place) else {
            return Ok(Some((rush, false)));
        };
        if !rows::go_on(&mut tx, user, &rush, &next).await? {
            // Another answer was quicker.
            return Ok(rows::latest(&mut tx, user).await?.map(|it| (it, false)));
        }
        note(&mut tx, user, &rush, &next, solved, at_ms).await?;
        tx.commit().await?;
        Ok(Some((next, true)))
    }
}

/// Notes what a problem of a rush comes to besides: a score, and when the problem comes again.
async fn note(
    tx: &mut Tx,
    user: UserId,
    before: &Rush,
    next: &Rush,
    solved: bool,
    at_ms: i64,
) -> Result<()> {
    if solved {
        rows::note_score(tx, user, score_of(next)).await?;
    }
    let how = if solved { First::Solved } else { First::Failed };
    match problem_at(before.id, place_of(before)) {
        Some(problem) => repeats::note(tx, user, problem.number, how, at_ms).await,
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const START_MS: i64 = 1_800_000_000_000;

    fn rush(seed: u64) -> Rush {
        begun(Uuid::from_u64_pair(mixed(seed), mixed(seed + 1)), START_MS)
    }

    /// The rush after these answers, each with its time since the start.
    fn played(answers: &[(bool, i64)]) -> Rush {
        answers.iter().fold(rush(7), |it, &(solved, ms)| {
            after(&it, solved, START_MS + ms).expect("the rush is not over")
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
    fn the_third_mistake_ends_it() {
        let two = played(&[(false, 1_000), (true, 2_000), (false, 3_000)]);
        assert_eq!((two.n_solved, two.missed.len()), (1, 2));
        assert_eq!(two.ends_ms, START_MS + i64::from(RUSH_MS));
        let three = after(&two, false, START_MS + 4_000).expect("a rush");
        assert_eq!((three.missed.len(), three.ends_ms), (MISTAKES_MAX, START_MS + 4_000));
        assert_eq!(after(&three, true, START_MS + 4_000), None);
        assert_eq!(problem_of(&three, START_MS + 4_000), None);
    }

    #[test]
    fn the_clock_ends_it_to_the_millisecond() {
        let rush = rush(7);
        let end_ms = START_MS + i64::from(RUSH_MS);
        assert_eq!(after(&rush, true, end_ms - 1).map(|it| it.n_solved), Some(1));
        assert_eq!(after(&rush, true, end_ms), None);
        assert!(problem_of(&rush, end_ms - 1).is_some() && problem_of(&rush, end_ms).is_none());
    }

    #[test]
    fn who_solves_all_has_finished() {
        let n = PROBLEMS_MAX.min(ladder().len()) as i64;
        let all = played(&(0..n).map(|ms| (true, ms)).collect::<Vec<_>>());
        assert_eq!(all.ends_ms, START_MS + n - 1);
        assert_eq!(after(&all, true, START_MS + n), None);
    }

    #[test]
    fn a_score_is_how_many_and_how_soon() {
        let rush = played(&[(true, 5_000), (true, 9_000), (false, 20_000)]);
        let day = day_of(START_MS);
        assert_eq!(score_of(&rush), Score { day, n_solved: 2, took_ms: 9_000 });
        assert_eq!(Since::at(START_MS), Since { today: day, week: day - 6 });
    }
}
