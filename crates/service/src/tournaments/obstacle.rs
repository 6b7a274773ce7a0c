//! What keeps a paused tournament from continuing, for those who look at it.

use komadai_tournament::{EntryId, Problems, Wait};

use super::{
    TournamentRefusal, Waiting,
    state::{Phase, Tournament},
};

/// Above so many players it is not tried whether a round could be paired: that takes a while, and
/// does not fail for want of players.
const TRIED_MAX: usize = 300;

impl Tournament {
    /// Why it would not begin, or not continue, if somebody said so now, and whom that is about. Of
    /// one that is not held up, only what is wrong with its entries.
    pub fn obstacle(&self) -> Option<(TournamentRefusal, Vec<EntryId>)> {
        if !matches!(self.phase, Phase::Draft | Phase::Open | Phase::Running) {
            return None;
        }
        if let Err(problems) = self.event.check() {
            let whom = self.entries_in(&problems);
            let is_shown = self.paused || !whom.is_empty();
            return is_shown.then_some((problems.into(), whom));
        }
        if !self.paused || self.event.entries.len() > TRIED_MAX {
            return None;
        }
        let mut tried = self.clone();
        tried.paused = false;
        // Nothing that is asked here goes by the time.
        let refusal = match self.phase {
            Phase::Running => tried.publish(0),
            _ => tried.begin(0),
        }
        .err()?;
        match refusal {
            // It waits for these whether or not it is held up.
            TournamentRefusal::Waits(Waiting::Results | Waiting::Time, _) => None,
            TournamentRefusal::Waits(Waiting::Order, _) => {
                let next = self.event.check().ok()?.pairings(0);
                let Some(Wait::Orders { entries }) = next.waiting_for else { return None };
                Some((refusal, entries))
            }
            refusal => Some((refusal, Vec::new())),
        }
    }

    /// The entries that problems name by their places.
    fn entries_in(&self, problems: &Problems) -> Vec<EntryId> {
        let first = problems.0.first().map(|problem| problem.code);
        let alike = problems.0.iter().filter(|problem| Some(problem.code) == first);
        let place = |at: &str| at.strip_prefix("entries[")?.split(']').next()?.parse().ok();
        let places = alike.filter_map(|problem| place(&problem.at));
        places.filter_map(|at: usize| Some(self.event.entries.get(at)?.id.clone())).collect()
    }
}
