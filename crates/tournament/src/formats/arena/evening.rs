//! The pairing of an evening in a club: who is near in strength, and has met little tonight.

use std::collections::HashMap;

use super::Free;
use crate::{EntryId, Event, Reach, Table, table::Contestant};

/// So long after both are free the last opponent is better than nobody, in milliseconds.
pub(super) const REMATCH_MS: u64 = 10 * 60_000;

/// A grade is this far.
const GRADE: i128 = 10;

/// What two are apart of whom it is not known: five grades.
const UNKNOWN: i128 = 5 * GRADE;

/// Whoever is further apart than this is as far apart as can be.
const APART_MAX: i128 = 15 * GRADE;

/// A first meeting already had tonight counts as much as three grades between the two.
const MET: i128 = 3 * GRADE;
const MET_MAX: i128 = 10;

/// No pair costs more.
pub(super) const COST_MAX: i128 = APART_MAX * APART_MAX + MET * MET * MET_MAX * MET_MAX;

/// What is known of tonight's games before the next pairing.
pub(super) struct Tonight<'t> {
    table: &'t Table,
    /// How far everybody can be reached, by their places in the table.
    reach: Vec<Reach>,
    /// Who was paired last with whom, and whether that was called off.
    last: Vec<Option<(usize, bool)>>,
    /// Whom each of them has met, again and again.
    met: Vec<Vec<usize>>,
    /// Who is here, playing or not.
    here: Vec<usize>,
    at_ms: u64,
}

impl<'t> Tonight<'t> {
    pub(super) fn of(event: &Event, table: &'t Table, here: Vec<usize>, at_ms: u64) -> Self {
        let known: HashMap<&EntryId, Reach> =
            event.entries.iter().map(|entry| (&entry.id, entry.reach)).collect();
        let reach =
            table.contestants.iter().map(|one| known.get(&one.id).copied().unwrap_or_default());
        let mut last = vec![None; table.len()];
        let mut met = vec![Vec::new(); table.len()];
        let mut games: Vec<_> = event.games.iter().collect();
        games.sort_by_key(|game| game.started_ms);
        for game in games {
            let (Some(a), Some(b)) = (table.index(&game.sente), table.index(&game.gote)) else {
                continue;
            };
            for (one, other) in [(a, b), (b, a)] {
                if let Some(last) = last.get_mut(one) {
                    *last = Some((other, game.is_annulled()));
                }
                if let Some(met) = met.get_mut(one).filter(|_| !game.is_annulled()) {
                    met.push(other);
                }
            }
        }
        Self { table, reach: reach.collect(), last, met, here, at_ms }
    }

    /// Whether two could play each other, wherever they sit.
    fn can_meet(&self, a: usize, b: usize) -> bool {
        let reach = |at: usize| self.reach.get(at).copied().unwrap_or_default();
        a != b && reach(a).meets(reach(b))
    }

    /// Whether somebody has anybody here besides this one.
    fn has_others(&self, a: usize, but: usize) -> bool {
        self.here.iter().any(|&other| other != but && self.can_meet(a, other))
    }

    /// Whether two may be paired now: not at once again, unless there is nobody else, or there has
    /// been nobody else for long. Time does not bring back a pairing that was called off.
    pub(super) fn may_meet(&self, a: &Free, b: &Free) -> bool {
        if !self.can_meet(a.index, b.index) {
            return false;
        }
        let last_with = |one: usize, other: usize| {
            self.last.get(one).copied().flatten().filter(|(it, _)| *it == other)
        };
        let again = last_with(a.index, b.index).or_else(|| last_with(b.index, a.index));
        let Some((_, is_off)) = again else { return true };
        let have_others = self.has_others(a.index, b.index) && self.has_others(b.index, a.index);
        let since_ms = a.since_ms.max(b.since_ms);
        let is_long = since_ms.saturating_add(REMATCH_MS) <= self.at_ms;
        !have_others || (!is_off && is_long)
    }

    /// What it costs to pair two: their distance in strength, squared, and that they have met.
    pub(super) fn cost(&self, a: &Free, b: &Free) -> i128 {
        let of = |free: &Free| self.table.contestants.get(free.index);
        let apart = of(a).zip(of(b)).and_then(|(a, b)| apart(a, b)).unwrap_or(UNKNOWN);
        let apart = apart.min(APART_MAX);
        let met = self
            .met
            .get(a.index)
            .map_or(0, |met| met.iter().filter(|&&other| other == b.index).count() as i128);
        let met = MET * met.min(MET_MAX);
        apart * apart + met * met
    }
}

/// How far apart two are: by their grades, or by their ratings.
fn apart(a: &Contestant, b: &Contestant) -> Option<i128> {
    if let (Some(a), Some(b)) = (a.grade, b.grade) {
        return Some(i128::from(a.apart(b)) * GRADE);
    }
    Some(i128::from(a.rating?.abs_diff(b.rating?)) * GRADE / 100)
}
