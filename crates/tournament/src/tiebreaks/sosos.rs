//! SOSOS: the sum of the opponents' SOS.
//!
//! The opponent that an unplayed round stands for is assumed to have met one of its own score in
//! every round published so far, so its SOS is that score times the number of those rounds.

use crate::{Points, Table, tiebreaks::TieBreak};

/// `sosos`
#[derive(Debug)]
pub(super) struct Sosos;

impl TieBreak for Sosos {
    fn name(&self) -> &'static str {
        "sosos"
    }

    fn label(&self) -> &'static str {
        "SOSOS"
    }

    fn values(&self, table: &Table, tied: &[usize]) -> Vec<Option<Points>> {
        let sos: Vec<Points> =
            table.contestants.iter().map(|one| super::sos::sos(table, one)).collect();
        super::each(table, tied, |one| {
            let sum = one.cells.iter().enumerate().filter_map(|(index, cell)| {
                match table.virtual_score(one, index) {
                    Some(score) => Some(score * i64::from(table.n_rounds)),
                    None => sos.get(cell.decided()?.0.opponent).copied(),
                }
            });
            Some(sum.sum())
        })
    }
}
