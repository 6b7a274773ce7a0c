//! Positions that many games reached: counted, with a few of the games.

use std::collections::{BTreeMap, HashMap};

use komadai_rules::Move;

use crate::{Facts, Month, Outcome, Posting};

/// So many of the newest, and of the strongest, games of each band and speed are kept.
pub const KEPT: usize = 4;

/// What games have in common that are counted together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct CellKey {
    pub(crate) mv: Move,
    pub(crate) band: u8,
    pub(crate) speed: u8,
    pub(crate) month: Month,
}

/// How many of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Cell {
    pub(crate) sente: u64,
    pub(crate) gote: u64,
    pub(crate) draws: u64,
    /// Of the ratings in steps.
    pub(crate) rating_sum: u64,
}

impl Cell {
    pub(crate) fn count(&mut self, facts: Facts) {
        match facts.outcome {
            Outcome::Sente => self.sente += 1,
            Outcome::Gote => self.gote += 1,
            Outcome::Draw => self.draws += 1,
        }
        self.rating_sum += u64::from(facts.rating);
    }

    pub(crate) fn n_games(&self) -> u64 {
        self.sente + self.gote + self.draws
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    pub(crate) cells: BTreeMap<CellKey, Cell>,
    /// Some of the games that are counted, in the order of their numbers.
    pub(crate) kept: Vec<Posting>,
}

impl Tally {
    pub(crate) fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// Counts a game. [`prune`](Self::prune) comes after the last one.
    pub(crate) fn count(&mut self, posting: Posting) {
        let facts = posting.facts;
        let key =
            CellKey { mv: posting.mv, band: facts.band(), speed: facts.speed, month: facts.month };
        self.cells.entry(key).or_default().count(facts);
        self.kept.push(posting);
    }

    pub(crate) fn add(&mut self, other: Self) {
        for (key, cell) in other.cells {
            let own = self.cells.entry(key).or_default();
            own.sente += cell.sente;
            own.gote += cell.gote;
            own.draws += cell.draws;
            own.rating_sum += cell.rating_sum;
        }
        self.kept.extend(other.kept);
        self.prune();
    }

    /// Keeps the newest and the strongest games of each band and speed. What is kept of a part is
    /// kept of the whole or pushed out by better ones, so the order of adding does not matter.
    pub(crate) fn prune(&mut self) {
        self.kept.sort_unstable();
        if self.kept.len() <= KEPT {
            return;
        }
        let mut groups: HashMap<(u8, u8), Vec<Posting>> = HashMap::new();
        for &posting in &self.kept {
            groups.entry((posting.facts.band(), posting.facts.speed)).or_default().push(posting);
        }
        self.kept.clear();
        for mut group in groups.into_values() {
            if group.len() > KEPT {
                group.sort_unstable_by_key(newest_first);
                let (newest, others) = group.split_at_mut(KEPT);
                others.sort_unstable_by_key(strongest_first);
                newest.sort_unstable_by_key(strongest_first);
                // The strongest of all are among the newest and the strongest of the others.
                let strong = others.get(..KEPT.min(others.len())).unwrap_or_default();
                let mut strongest: Vec<_> = newest.iter().chain(strong).copied().collect();
                strongest.sort_unstable_by_key(strongest_first);
                strongest.truncate(KEPT);
                strongest.retain(|it| !newest.contains(it));
                self.kept.extend_from_slice(newest);
                self.kept.extend(strongest);
            } else {
                self.kept.extend(group);
            }
        }
        self.kept.sort_unstable();
    }
}

/// By which the newest games come first.
pub(crate) fn newest_first(posting: &Posting) -> impl Ord + use<> {
    std::cmp::Reverse((posting.facts.month, posting.game))
}

/// By which the strongest games come first, and the newest of equals.
pub(crate) fn strongest_first(posting: &Posting) -> impl Ord + use<> {
    std::cmp::Reverse((posting.facts.rating, posting.facts.month, posting.game))
}
