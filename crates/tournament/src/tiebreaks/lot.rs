//! A lot from the recorded seed ([`crate::lot`]): its upper 53 bits, so that every program reads
//! the number exactly.

use crate::{Points, Table, tiebreaks::TieBreak};

/// `lot`
#[derive(Debug)]
pub(super) struct Lot;

impl TieBreak for Lot {
    fn name(&self) -> &'static str {
        "lot"
    }

    fn label(&self) -> &'static str {
        "Lot"
    }

    fn values(&self, table: &Table, tied: &[usize]) -> Vec<Option<Points>> {
        super::each(table, tied, |one| Some(Points::whole((one.lot >> 11) as i64)))
    }
}
