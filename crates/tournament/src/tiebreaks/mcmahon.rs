//! McMahon score: start score and points.

use crate::{Points, Table, tiebreaks::TieBreak};

/// `mcmahon`
#[derive(Debug)]
pub(super) struct McMahonScore;

impl TieBreak for McMahonScore {
    fn name(&self) -> &'static str {
        "mcmahon"
    }

    fn label(&self) -> &'static str {
        "MMS"
    }

    fn values(&self, table: &Table, tied: &[usize]) -> Vec<Option<Points>> {
        super::each(table, tied, |one| Some(one.score()))
    }
}
