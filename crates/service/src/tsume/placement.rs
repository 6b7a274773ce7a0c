//! A solver's first rating: the first tries are practice, after which it is computed from all of
//! them at once, so that it does not matter in which order they went well.

use std::f64::consts::{LN_10, PI};

use komadai_ids::UserId;
use komadai_rating::Rating;
use komadai_rules::tsume::find;
use komadai_store::{
    Conn, Result,
    tsume::{self as rows, TsumeFirst},
};

use super::{is_rated, solver_start, start_of};
use crate::ratings::rating;

/// How many first attempts are practice.
pub const PRACTICE_TRIES: u32 = 10;

/// How many tries are still practice after so many.
pub fn practice_left(n_tried: u32) -> u32 {
    PRACTICE_TRIES.saturating_sub(n_tried)
}

/// What one point of a rating is on the scale of natural logarithms.
const SCALE: f64 = LN_10 / 400.0;

/// After so many steps the estimate moves no more: it is drawn towards where solvers begin.
const STEPS: u32 = 30;

/// What somebody is rated at after practice: the likeliest rating, given how each problem went.
pub(super) async fn first_rating(conn: &mut Conn, user: UserId) -> Result<Rating> {
    let mut tries = Vec::new();
    for attempt in rows::attempts(conn, user).await? {
        // Of what players composed nothing but the rating is known here.
        let problem = find(attempt.number);
        if problem.is_some_and(|it| !is_rated(it)) {
            continue;
        }
        let is_solved = match attempt.first {
            TsumeFirst::Solved => true,
            TsumeFirst::Failed => false,
            TsumeFirst::Helped => continue,
        };
        let known = rows::problem(conn, attempt.number).await?.map(|it| rating(it.numbers));
        tries.extend(known.or_else(|| problem.map(start_of)).map(|it| (it, is_solved)));
    }
    Ok(likeliest(&tries))
}

/// The likeliest rating of somebody who has solved these problems, or not.
fn likeliest(tries: &[(Rating, bool)]) -> Rating {
    let start = solver_start();
    let doubt = start.deviation.powi(-2);
    let mut at = start.rating;
    let mut certainty = doubt;
    for _ in 0..STEPS {
        let mut slope = -(at - start.rating) * doubt;
        certainty = doubt;
        for (hardness, is_solved) in tries {
            // Glickman's g: a problem of which little is known says less.
            let weight = (1.0 + 3.0 * (SCALE * hardness.deviation / PI).powi(2)).sqrt().recip();
            let chance = (1.0 + (-weight * SCALE * (at - hardness.rating)).exp()).recip();
            let points = if *is_solved { 1.0 } else { 0.0 };
            slope += weight * SCALE * (points - chance);
            certainty += (weight * SCALE).powi(2) * chance * (1.0 - chance);
        }
        // Half a step where a whole one could go past it.
        at += (slope / certainty).clamp(-start.deviation / 2.0, start.deviation / 2.0);
    }
    Rating { rating: at, deviation: certainty.sqrt().recip().min(start.deviation), ..start }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(rating: f64) -> Rating {
        Rating { deviation: 60.0, ..Rating::starting_at(rating) }
    }

    fn placed(tries: &[(f64, bool)]) -> f64 {
        let tries: Vec<_> = tries.iter().map(|&(at, solved)| (of(at), solved)).collect();
        likeliest(&tries).rating
    }

    #[test]
    fn whoever_solves_half_is_as_strong_as_the_problems() {
        let half: Vec<_> = (0..10).map(|n| (900.0, n % 2 == 0)).collect();
        assert!((placed(&half) - 900.0).abs() < 0.1, "{}", placed(&half));
        let harder: Vec<_> = half.iter().map(|&(_, solved)| (1_200.0, solved)).collect();
        assert!((1_050.0..1_200.0).contains(&placed(&harder)), "{}", placed(&harder));
    }

    #[test]
    fn each_that_is_solved_counts_and_their_order_does_not() {
        let mut last = f64::MIN;
        for n_solved in 0..=10 {
            let tries: Vec<_> = (0..10).map(|n| (700.0, n < n_solved)).collect();
            let back: Vec<_> = tries.iter().rev().copied().collect();
            let at = placed(&tries);
            assert!((at - placed(&back)).abs() < 1e-6);
            assert!(at > last, "{n_solved}: {at}");
            last = at;
        }
        assert!((200.0..1_400.0).contains(&last), "{last}");
    }

    #[test]
    fn it_is_more_certain_than_a_guess() {
        let tries: Vec<_> = (0..10).map(|n| (of(800.0), n < 7)).collect();
        let placed = likeliest(&tries);
        assert!(placed.deviation < 150.0 && placed.deviation > 60.0, "{placed:?}");
        assert_eq!(likeliest(&[]), solver_start());
    }

    #[test]
    fn ten_tries_are_practice() {
        assert_eq!([0, 1, 9, 10, 200].map(practice_left), [10, 9, 1, 0, 0]);
    }
}
