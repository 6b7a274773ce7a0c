//! A rating and a grade as others see them.

use komadai_rules::Grade;

/// What a player is rated at, as others see it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ShownRating {
    /// The rating in the variant and speed asked for; `None` before the first rated game.
    pub rating: Option<f64>,
    /// Whether it is not certain enough yet.
    pub provisional: bool,
    /// The highest grade that was earned.
    pub grade: Option<Grade>,
    /// What the player said to be when registering.
    pub declared: Option<Grade>,
    /// What pairing goes by: the rating, or where it will begin.
    pub estimate: f64,
    /// How uncertain that is.
    pub deviation: f64,
    /// What handicaps go by: the grade, or the band of the estimate.
    pub level: Grade,
}

impl ShownRating {
    /// Whether somebody who is that strong ranks above another (§2.5): by the higher grade, which
    /// no grade is below, and then by the higher rating. Guests have neither.
    pub fn ranks_above(own: Option<&Self>, other: Option<&Self>) -> bool {
        let rank =
            |shown: Option<&Self>| (shown.and_then(|it| it.grade), shown.and_then(|it| it.rating));
        let ((grade, rating), (other_grade, other_rating)) = (rank(own), rank(other));
        (grade > other_grade) || (grade == other_grade && rating > other_rating)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_grade_ranks_before_the_rating() {
        let shown = |grade: &str, rating: Option<f64>| ShownRating {
            rating,
            provisional: true,
            grade: grade.parse().ok(),
            declared: None,
            estimate: 1_040.0,
            deviation: 350.0,
            level: "6k".parse().unwrap(),
        };
        let (dan, kyu) = (shown("1d", Some(900.0)), shown("1k", Some(1_700.0)));
        let (none, better) = (shown("", Some(1_800.0)), shown("", Some(1_900.0)));
        let unrated = shown("", None);
        let order = [Some(&dan), Some(&kyu), Some(&better), Some(&none), Some(&unrated)];
        for (n, own) in order.iter().enumerate() {
            for (m, other) in order.iter().enumerate() {
                assert_eq!(ShownRating::ranks_above(*own, *other), n < m, "{own:?} {other:?}");
            }
        }
        assert!(
            !ShownRating::ranks_above(None, Some(&unrated))
                && !ShownRating::ranks_above(None, None)
        );
        assert!(ShownRating::ranks_above(Some(&none), None));
    }
}
