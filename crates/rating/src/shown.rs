//! A rating and a grade as others see them.

use komadai_rules::Grade;

/// What a player is rated at, as others see it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ShownRating {
    /// The rating in the variant and speed asked for, or with which it will begin; `None` where
    /// nothing is known: before the first rated game of somebody who has declared nothing.
    pub rating: Option<f64>,
    /// Whether it is not certain enough yet.
    pub provisional: bool,
    /// The highest grade that was earned.
    pub grade: Option<Grade>,
    /// What stands for a grade until one is earned: the band of the most certain rating of
    /// standard shogi, or of what was declared. `None` with a grade, and where nothing is known.
    pub provisional_grade: Option<Grade>,
    /// What the player says they are, on our scale.
    pub declared: Option<Grade>,
    /// What pairing goes by: the rating, or where it will begin.
    pub estimate: f64,
    /// How uncertain that is.
    pub deviation: f64,
    /// What handicaps and lists go by: the grade, or what stands for it, or the band of the
    /// estimate.
    pub level: Grade,
}

impl ShownRating {
    /// Whether somebody who is that strong ranks above another (§2.5): by the higher grade, earned
    /// or provisional, which no grade is below, and then by the higher rating. Guests have neither.
    pub fn ranks_above(own: Option<&Self>, other: Option<&Self>) -> bool {
        let rank = |shown: Option<&Self>| {
            let grade = shown.and_then(|it| it.grade.or(it.provisional_grade));
            (grade, shown.and_then(|it| it.rating))
        };
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
            provisional_grade: None,
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
