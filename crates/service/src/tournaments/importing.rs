//! Events out of files: they begin as drafts with all that has been played, and their organiser
//! publishes them as they are.

use komadai_tournament::{
    Event,
    files::{About, File},
};

use super::{
    TournamentRefusal,
    entry_words::check_entry,
    rounds::has_room,
    state::{ActOutcome, ORDERS_MAX, Phase, Tournament},
};

impl Tournament {
    /// Takes over an event that was begun elsewhere, as far as it has come; before anything else is
    /// done.
    pub(super) fn load(&mut self, File { event, about, .. }: File) -> ActOutcome {
        if !self.plan.at_the_board || self.plan.rated {
            let text = "an event from elsewhere is played over the board here, and is not rated";
            return Err(TournamentRefusal::Settings(text.to_owned()));
        }
        has_room(event.games.len())?;
        event.check()?;
        event.entries.iter().try_for_each(check_entry)?;
        if event.orders.len() > ORDERS_MAX {
            let text = format!("there are at most {ORDERS_MAX} orders");
            return Err(TournamentRefusal::Settings(text));
        }
        let (name, seed) = (self.event.name.clone(), self.event.seed);
        // Pairings to come go by its own lots, if it has any.
        let seed = if event.seed == 0 { seed } else { event.seed };
        self.n_typed = event.entries.len() as u32;
        self.event = Event { name, seed, ..event };
        self.imported = self.event.n_rounds() > 0;
        // What the plan has no place for goes out again as it came; the rest is in the plan.
        let About { round_days, time_control, .. } = about;
        let kept = About { round_days, time_control, ..About::default() };
        self.from_file = Some(kept).filter(|kept| *kept != About::default());
        Ok(())
    }

    /// A draft is shown to everybody: what has been played elsewhere is running from then on, or
    /// over.
    pub(super) fn make_public(&mut self, now_ms: u64) -> ActOutcome {
        if !self.imported {
            self.phase = Phase::Open;
            return Ok(());
        }
        self.phase = Phase::Running;
        self.end_invitations();
        self.end_applications(now_ms);
        self.advance(now_ms)
    }

    /// How far it has come, to be compared after an act.
    pub(super) fn progress(&self) -> Progress {
        Progress { phase: self.phase, n_rounds: self.event.n_rounds(), n_results: self.n_results() }
    }

    fn n_results(&self) -> usize {
        self.event.games.iter().filter(|game| game.outcome().is_some()).count()
    }

    /// Notes when it ended, and that more has been played in it than what a file has brought.
    pub(super) fn note_progress(&mut self, now_ms: u64, before: Progress) {
        match self.phase {
            Phase::Over if before.phase == Phase::Over => {}
            Phase::Over => self.ended_ms = Some(now_ms),
            _ => self.ended_ms = None,
        }
        self.imported &=
            self.event.n_rounds() <= before.n_rounds && self.n_results() <= before.n_results;
    }

    /// Whether nothing has been played in it here, so that nobody loses anything with it.
    pub(super) fn is_deletable(&self) -> bool {
        self.boards.is_empty() && (self.imported || self.n_results() == 0)
    }
}

/// How far a tournament has come.
#[derive(Clone, Copy, Debug)]
pub(super) struct Progress {
    phase: Phase,
    n_rounds: u32,
    n_results: usize,
}
