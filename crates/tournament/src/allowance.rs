//! How many absences of a player have points, and until which round.

use crate::{Points, Scoring};

/// What is left of it, round after round: absences are asked about in the order of their rounds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Allowance<'s> {
    scoring: &'s Scoring,
    /// How many absences have had points.
    n_granted: u32,
}

impl<'s> Allowance<'s> {
    /// One of which nothing has been used.
    pub(crate) fn new(scoring: &'s Scoring) -> Self {
        Self { scoring, n_granted: 0 }
    }

    /// What an absence from that round has instead of its `usual` points, if it has anything else:
    /// its `own` points, which are never reduced, or nothing once the allowance is used up.
    pub(crate) fn grant(
        &mut self,
        round: u32,
        usual: Points,
        own: Option<Points>,
    ) -> Option<Points> {
        if own.unwrap_or(usual) <= Points::ZERO {
            return own;
        }
        let is_used_up = self.scoring.absences_max.is_some_and(|max| self.n_granted >= max);
        let is_late = self.scoring.absences_until.is_some_and(|last| round > last);
        if own.is_none() && (is_used_up || is_late) {
            return Some(Points::ZERO);
        }
        self.n_granted += 1;
        own
    }
}
