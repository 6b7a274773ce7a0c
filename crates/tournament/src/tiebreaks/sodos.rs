//! SODOS: the sum of the defeated opponents' scores, half of it for draws. Rounds that were
//! not played add nothing.

use crate::{
    Points, Table,
    table::{Contestant, Verdict},
    tiebreaks::TieBreak,
};

/// `sodos`
#[derive(Debug)]
pub(super) struct Sodos;

impl TieBreak for Sodos {
    fn name(&self) -> &'static str {
        "sodos"
    }

    fn label(&self) -> &'static str {
        "SODOS"
    }

    fn values(&self, table: &Table, tied: &[usize]) -> Vec<Option<Points>> {
        super::each(table, tied, |one| {
            let sum = one.cells.iter().filter_map(|cell| {
                let (meeting, verdict) = cell.decided()?;
                let score = table.contestants.get(meeting.opponent).map(Contestant::score)?;
                match verdict {
                    Verdict::Win => Some(score),
                    Verdict::WinByNoShow => table.counts_as_game(verdict).then_some(score),
                    Verdict::Draw => Some(score.half()),
                    Verdict::Loss | Verdict::NoShow => None,
                }
            });
            Some(sum.sum())
        })
    }
}
