//! Points: what the rounds were worth, without the McMahon start score.

use crate::{Points, Table, tiebreaks::TieBreak};

/// `points`
#[derive(Debug)]
pub(super) struct Points_;

impl TieBreak for Points_ {
    fn name(&self) -> &'static str {
        "points"
    }

    fn label(&self) -> &'static str {
        "Pts"
    }

    fn values(&self, table: &Table, tied: &[usize]) -> Vec<Option<Points>> {
        super::each(table, tied, |one| Some(one.points()))
    }
}
