//! The organiser's seeding, or in a league the rank from last season: 1 is the best. Written as
//! a negative number, so that here too more is better.

use crate::{Points, Table, tiebreaks::TieBreak};

/// `seed`
#[derive(Debug)]
pub(super) struct Seed;

impl TieBreak for Seed {
    fn name(&self) -> &'static str {
        "seed"
    }

    fn label(&self) -> &'static str {
        "Seed"
    }

    fn values(&self, table: &Table, tied: &[usize]) -> Vec<Option<Points>> {
        super::each(table, tied, |one| one.seed.map(|seed| Points::whole(-i64::from(seed))))
    }
}
