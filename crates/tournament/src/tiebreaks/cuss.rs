//! CUSS: the sum of the scores after each round, so that early points count more often.

use crate::{Points, Table, tiebreaks::TieBreak};

/// `cuss`
#[derive(Debug)]
pub(super) struct Cuss;

impl TieBreak for Cuss {
    fn name(&self) -> &'static str {
        "cuss"
    }

    fn label(&self) -> &'static str {
        "CUSS"
    }

    fn values(&self, table: &Table, tied: &[usize]) -> Vec<Option<Points>> {
        super::each(table, tied, |one| Some(one.running.iter().skip(1).copied().sum()))
    }
}
