//! Rating at the start; nobody's rating is below every rating.

use crate::{Points, Table, tiebreaks::TieBreak};

/// `rating`
#[derive(Debug)]
pub(super) struct Rating;

impl TieBreak for Rating {
    fn name(&self) -> &'static str {
        "rating"
    }

    fn label(&self) -> &'static str {
        "Rating"
    }

    fn values(&self, table: &Table, tied: &[usize]) -> Vec<Option<Points>> {
        super::each(table, tied, |one| one.rating.map(|rating| Points::whole(i64::from(rating))))
    }
}
