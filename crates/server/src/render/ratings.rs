//! Ratings and grades on the wire.

use komadai_protocol::http::ratings::Strength;
use komadai_rating::ShownRating;

/// A strength on the wire.
pub(crate) fn view(shown: &ShownRating) -> Strength {
    Strength {
        rating: shown.rating.map(whole),
        provisional: shown.provisional,
        grade: shown.grade,
        provisional_grade: shown.provisional_grade,
        declared: shown.declared,
    }
}

/// A rating in whole points.
pub(crate) fn whole(rating: f64) -> i32 {
    rating.round() as i32
}
