//! Direct encounter: points made against the others who are tied; only if all of them have met.

use crate::{
    Points, Table,
    table::{Cell, Verdict},
    tiebreaks::TieBreak,
};

/// `direct`
#[derive(Debug)]
pub(super) struct DirectEncounter;

impl TieBreak for DirectEncounter {
    fn name(&self) -> &'static str {
        "direct"
    }

    fn label(&self) -> &'static str {
        "DE"
    }

    fn values(&self, table: &Table, tied: &[usize]) -> Vec<Option<Points>> {
        let mut values = Vec::with_capacity(tied.len());
        for &index in tied {
            let Some(one) = table.contestants.get(index) else { return vec![None; tied.len()] };
            let mut met: Vec<usize> = Vec::new();
            let mut sum = Points::ZERO;
            for (opponent, verdict) in one.cells.iter().filter_map(|cell| game(table, cell)) {
                if tied.contains(&opponent) {
                    sum += verdict.points(&table.scoring);
                    met.push(opponent);
                }
            }
            met.sort_unstable();
            met.dedup();
            if met.len() + 1 < tied.len() {
                return vec![None; tied.len()];
            }
            values.push((tied.len() > 1).then_some(sum));
        }
        values
    }
}

/// The opponent and the result, if the cell is a game as far as tie-breaks go.
fn game(table: &Table, cell: &Cell) -> Option<(usize, Verdict)> {
    let (meeting, verdict) = cell.decided()?;
    table.counts_as_game(verdict).then_some((meeting.opponent, verdict))
}
