//! Wins on the board; byes and forfeits do not count (forfeits do where they are games).

use crate::{Points, Table, table::Verdict, tiebreaks::TieBreak};

/// `wins`
#[derive(Debug)]
pub(super) struct Wins;

impl TieBreak for Wins {
    fn name(&self) -> &'static str {
        "wins"
    }

    fn label(&self) -> &'static str {
        "Wins"
    }

    fn values(&self, table: &Table, tied: &[usize]) -> Vec<Option<Points>> {
        super::each(table, tied, |one| {
            let won = |verdict| {
                verdict == Verdict::Win
                    || (verdict == Verdict::WinByNoShow && table.forfeits_are_games)
            };
            let wins = one.cells.iter().filter(|cell| cell.decided().is_some_and(|(_, v)| won(v)));
            Some(Points::whole(wins.count() as i64))
        })
    }
}
