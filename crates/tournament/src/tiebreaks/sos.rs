//! SOS: the sum of the opponents' scores, with the lowest one or two left out if wanted.
//!
//! A score is points plus start score. An unplayed round counts as an opponent with the
//! contestant's own score at that point ([`Table::virtual_score`]).

use crate::{
    Points, Table,
    table::{Cell, Contestant},
    tiebreaks::TieBreak,
};

/// `sos`, `sos_1`, `sos_2`
#[derive(Debug)]
pub(super) struct Sos {
    /// How many of the lowest are left out.
    pub(super) drop: usize,
}

impl TieBreak for Sos {
    fn name(&self) -> &'static str {
        match self.drop {
            0 => "sos",
            1 => "sos_1",
            _ => "sos_2",
        }
    }

    fn label(&self) -> &'static str {
        match self.drop {
            0 => "SOS",
            1 => "SOS-1",
            _ => "SOS-2",
        }
    }

    fn values(&self, table: &Table, tied: &[usize]) -> Vec<Option<Points>> {
        super::each(table, tied, |one| {
            let mut scores = opponents_scores(table, one);
            scores.sort();
            Some(scores.into_iter().skip(self.drop).sum())
        })
    }
}

/// What each round that is over adds to SOS.
fn opponents_scores(table: &Table, one: &Contestant) -> Vec<Points> {
    let score_in = |(index, cell): (usize, &Cell)| {
        table.virtual_score(one, index).or_else(|| {
            let (meeting, _) = cell.decided()?;
            table.contestants.get(meeting.opponent).map(Contestant::score)
        })
    };
    one.cells.iter().enumerate().filter_map(score_in).collect()
}

/// SOS of one contestant, for the sums of it.
pub(super) fn sos(table: &Table, one: &Contestant) -> Points {
    opponents_scores(table, one).into_iter().sum()
}
