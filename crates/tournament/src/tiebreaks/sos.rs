//! SOS: the sum of the opponents' scores, with the lowest one or two, or the lowest
//! and the highest, left out if wanted.
//!
//! A score is points plus start score. An unplayed round counts as an opponent with the
//! contestant's own score at that point ([`Table::virtual_score`]).

use crate::{
    Points, Table,
    table::{Cell, Contestant},
    tiebreaks::TieBreak,
};

/// `sos`, `sos_1`, `sos_2`, `median`
#[derive(Debug)]
pub(super) struct Sos {
    name: &'static str,
    label: &'static str,
    /// How many of the lowest are left out.
    lowest: usize,
    /// How many of the highest.
    highest: usize,
}

impl Sos {
    pub(super) const WHOLE: Self = Self { name: "sos", label: "SOS", lowest: 0, highest: 0 };
    pub(super) const WITHOUT_LOWEST: Self =
        Self { name: "sos_1", label: "SOS-1", lowest: 1, highest: 0 };
    pub(super) const WITHOUT_TWO_LOWEST: Self =
        Self { name: "sos_2", label: "SOS-2", lowest: 2, highest: 0 };
    pub(super) const MEDIAN: Self = Self { name: "median", label: "Median", lowest: 1, highest: 1 };
}

impl TieBreak for Sos {
    fn name(&self) -> &'static str {
        self.name
    }

    fn label(&self) -> &'static str {
        self.label
    }

    fn values(&self, table: &Table, tied: &[usize]) -> Vec<Option<Points>> {
        super::each(table, tied, |one| {
            let mut scores = opponents_scores(table, one);
            scores.sort();
            let kept = scores.len().saturating_sub(self.highest);
            Some(scores.into_iter().take(kept).skip(self.lowest).sum())
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
