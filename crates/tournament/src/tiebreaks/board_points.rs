//! Board points: what a team made on all boards of its matches.

use crate::{Points, Table, table::Cell, tiebreaks::TieBreak};

/// `board_points`
#[derive(Debug)]
pub(super) struct BoardPoints;

impl TieBreak for BoardPoints {
    fn name(&self) -> &'static str {
        "board_points"
    }

    fn label(&self) -> &'static str {
        "BP"
    }

    fn values(&self, table: &Table, tied: &[usize]) -> Vec<Option<Points>> {
        super::each(table, tied, |one| {
            let made = |cell: &Cell| match cell {
                Cell::Game(meeting) => meeting.boards,
                _ => Points::ZERO,
            };
            Some(one.cells.iter().map(made).sum())
        })
    }
}
