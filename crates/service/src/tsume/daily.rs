//! The problems of the day, one at each level, and how many days in a row somebody has solved one.
//! On Sundays they are problems that players have composed, where there are any.

use komadai_ids::UserId;
use komadai_rules::{
    Grade,
    tsume::{TsumeLevel, of_day},
};
use komadai_store::{
    Conn, Result, Tx,
    tsume::{
        self as problems,
        compositions::{self, PublishedLength},
        daily::{self as rows, DailyStreak},
    },
};

use super::{
    mixed,
    repeats::{day_of, start_of_day},
};
use crate::ratings::{declared_of, grade_of, rating};

/// The first day that was a Sunday: days are counted from a Thursday.
const FIRST_SUNDAY: i64 = 3;

/// From which rating as a solver a level is offered first; what is uncertain of it is taken off.
const MEDIUM_RATING: f64 = 1_050.0;
const HARD_RATING: f64 = 1_650.0;

/// From which grade at the board, of those who have hardly tried any problem.
const MEDIUM_KYU: i8 = 9;
const HARD_DAN: i8 = 1;

/// One of the problems of a day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DailyProblem {
    pub level: TsumeLevel,
    pub number: u32,
    pub plies: u32,
    /// Whether the reader has solved it today.
    pub is_solved: bool,
}

/// The problems of a day, for a reader.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DailyProblems {
    /// One at each level, the easy one first.
    pub problems: Vec<DailyProblem>,
    /// The reader's level.
    pub level: TsumeLevel,
    /// How many days in a row the reader has solved one, up to today or yesterday.
    pub n_days: u32,
    /// The most there ever were.
    pub best_days: u32,
}

impl DailyProblems {
    /// The problems of today, for a reader.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn read(conn: &mut Conn, reader: Option<UserId>, now_ms: i64) -> Result<Self> {
        let today = day_of(now_ms);
        let mut problems = of(conn, today).await?;
        let (mut level, mut streak) = (TsumeLevel::Easy, None);
        if let Some(reader) = reader {
            level = level_of(conn, reader).await?;
            streak = rows::find(conn, reader).await?;
        }
        if let Some(streak) = streak.filter(|it| it.day == today) {
            for it in &mut problems {
                it.is_solved = is_solved(streak, it.level);
            }
        }
        Ok(Self {
            problems,
            level,
            n_days: streak.filter(|it| it.day >= today - 1).map_or(0, |it| it.n_days),
            best_days: streak.map_or(0, |it| it.best_days),
        })
    }
}

/// The problems of a day, solved by nobody.
///
/// # Errors
/// When the database fails.
pub async fn of(conn: &mut Conn, day: i64) -> Result<Vec<DailyProblem>> {
    let composed = if is_sunday(day) {
        compositions::published_before(conn, start_of_day(day)).await?
    } else {
        Vec::new()
    };
    let at = |level| {
        let of_level = composed.iter().filter(|it| TsumeLevel::of_plies(it.plies) == level);
        let (number, plies) = drawn(of_level, day)
            .map(|it| (it.number, it.plies))
            .or_else(|| of_day(level, day.unsigned_abs()).map(|it| (it.number, it.plies)))?;
        Some(DailyProblem { level, number, plies, is_solved: false })
    };
    Ok(TsumeLevel::ALL.into_iter().filter_map(at).collect())
}

/// Whether somebody has solved a problem of the day on it.
///
/// # Errors
/// When the database fails.
pub async fn has_solved(conn: &mut Conn, user: UserId, day: i64) -> Result<bool> {
    Ok(rows::find(conn, user).await?.is_some_and(|it| it.day == day))
}

fn is_sunday(day: i64) -> bool {
    (day - FIRST_SUNDAY).rem_euclid(7) == 0
}

/// One of the compositions, each as likely as the others. When one of those that are not drawn is
/// taken away during the day, the one that is drawn stays.
fn drawn<'a>(
    composed: impl Iterator<Item = &'a PublishedLength>,
    day: i64,
) -> Option<&'a PublishedLength> {
    composed.max_by_key(|it| mixed(mixed(day.unsigned_abs()) ^ u64::from(it.number)))
}

/// The level of somebody as a solver, or as a player of games where that is higher and they have
/// not shown yet how they solve.
async fn level_of(conn: &mut Conn, user: UserId) -> Result<TsumeLevel> {
    let solver = problems::solver(conn, user).await?.map(|it| rating(it.numbers));
    let shown = solver.map_or(TsumeLevel::Easy, |it| level_at(it.rating - it.deviation));
    if solver.is_some_and(|it| !it.is_provisional()) {
        return Ok(shown);
    }
    let grade = match grade_of(conn, user).await? {
        Some(grade) => Some(grade),
        None => declared_of(conn, user).await?.map(|it| it.grade()),
    };
    Ok(grade.map_or(shown, |grade| shown.max(level_for(grade))))
}

fn level_at(rating: f64) -> TsumeLevel {
    if rating >= HARD_RATING {
        TsumeLevel::Hard
    } else if rating >= MEDIUM_RATING {
        TsumeLevel::Medium
    } else {
        TsumeLevel::Easy
    }
}

fn level_for(grade: Grade) -> TsumeLevel {
    if Grade::dan(HARD_DAN).is_some_and(|dan| grade >= dan) {
        TsumeLevel::Hard
    } else if Grade::kyu(MEDIUM_KYU).is_some_and(|kyu| grade >= kyu) {
        TsumeLevel::Medium
    } else {
        TsumeLevel::Easy
    }
}

fn is_solved(streak: DailyStreak, level: TsumeLevel) -> bool {
    match level {
        TsumeLevel::Easy => streak.easy,
        TsumeLevel::Medium => streak.medium,
        TsumeLevel::Hard => streak.hard,
    }
}

/// The days of somebody who solves today's problem of a level.
fn after(before: Option<DailyStreak>, level: TsumeLevel, today: i64) -> DailyStreak {
    let same_day = before.filter(|it| it.day == today);
    let n_days = match before {
        Some(it) if it.day == today => it.n_days,
        Some(it) if it.day == today - 1 => it.n_days.saturating_add(1),
        _ => 1,
    };
    let was_solved = |of| same_day.is_some_and(|it| is_solved(it, of));
    let solved = |of| of == level || was_solved(of);
    DailyStreak {
        day: today,
        easy: solved(TsumeLevel::Easy),
        medium: solved(TsumeLevel::Medium),
        hard: solved(TsumeLevel::Hard),
        n_days,
        best_days: n_days.max(before.map_or(0, |it| it.best_days)),
    }
}

/// Notes that somebody has solved today's problem of a level.
pub(super) async fn note_solved(
    tx: &mut Tx,
    user: UserId,
    level: TsumeLevel,
    now_ms: i64,
) -> Result<()> {
    let before = rows::find(tx, user).await?;
    let now = after(before, level, day_of(now_ms));
    if before != Some(now) {
        rows::put(tx, user, now).await?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sundays_are_every_seventh_day() {
        // 2026-11-29 is a Sunday.
        assert!(is_sunday(20_786) && is_sunday(20_786 + 7) && is_sunday(3));
        assert!((20_787..20_793).all(|day| !is_sunday(day)));
    }

    #[test]
    fn every_composition_has_its_day_and_stays_for_it() {
        let all: Vec<_> =
            (500_001..500_011).map(|number| PublishedLength { number, plies: 3 }).collect();
        let number_of = |of: &[PublishedLength], day| drawn(of.iter(), day).map(|it| it.number);
        let mut met = [0; 10];
        for day in 0..1_000 {
            let number = number_of(&all, day).expect("one of them");
            met[(number - 500_001) as usize] += 1;
            for gone in all.iter().filter(|it| it.number != number) {
                let left: Vec<_> = all.iter().copied().filter(|it| it != gone).collect();
                assert_eq!(number_of(&left, day), Some(number), "without {gone:?} on day {day}");
            }
        }
        assert!(met.iter().all(|n| (60..140).contains(n)), "{met:?}");
        assert_eq!(number_of(&[], 1), None);
    }

    #[test]
    fn days_in_a_row_are_counted_once_each() {
        use TsumeLevel::{Easy, Hard, Medium};
        let streak = |day, [easy, medium, hard]: [bool; 3], n_days, best_days| DailyStreak {
            day,
            easy,
            medium,
            hard,
            n_days,
            best_days,
        };
        let first = after(None, Easy, 100);
        assert_eq!(first, streak(100, [true, false, false], 1, 1));
        // Another one of the same day, and the same once more, are the same day.
        let both = after(Some(first), Hard, 100);
        assert_eq!(both, streak(100, [true, false, true], 1, 1));
        assert_eq!(after(Some(both), Easy, 100), both);
        let next = after(Some(both), Medium, 101);
        assert_eq!(next, streak(101, [false, true, false], 2, 2));
        // A day without one, and it begins anew; the best stays.
        assert_eq!(after(Some(next), Easy, 103), streak(103, [true, false, false], 1, 2));
    }

    #[test]
    fn who_is_strong_is_offered_hard_ones_and_a_newcomer_easy_ones() {
        let grades = ["15k", "10k", "9k", "1k", "1d", "5d"];
        let levels = grades.map(|grade| level_for(grade.parse().expect(grade)));
        use TsumeLevel::{Easy, Hard, Medium};
        assert_eq!(levels, [Easy, Easy, Medium, Medium, Hard, Hard]);
        assert_eq!([550.0, 1_049.0, 1_050.0, 1_650.0].map(level_at), [Easy, Easy, Medium, Hard]);
    }
}
