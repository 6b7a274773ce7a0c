//! Koya: what one made against those who made at least half of what could be made.

use crate::{Points, Table, table::Cell, tiebreaks::TieBreak};

/// `koya`
#[derive(Debug)]
pub(super) struct Koya;

impl TieBreak for Koya {
    fn name(&self) -> &'static str {
        "koya"
    }

    fn label(&self) -> &'static str {
        "Koya"
    }

    fn values(&self, table: &Table, tied: &[usize]) -> Vec<Option<Points>> {
        // Of rounds that the schedule leaves out nobody can make anything.
        let is_half = |opponent: usize| {
            table.contestants.get(opponent).is_some_and(|one| {
                let rounds = one.cells.iter().filter(|cell| **cell != Cell::Rest).count();
                one.points() * 2 >= table.scoring.win * rounds as i64
            })
        };
        super::each(table, tied, |one| {
            let games = one.cells.iter().filter_map(Cell::decided);
            let counts = games.filter(|(meeting, verdict)| {
                table.counts_as_game(*verdict) && is_half(meeting.opponent)
            });
            Some(counts.map(|(_, verdict)| verdict.points(&table.scoring)).sum())
        })
    }
}
