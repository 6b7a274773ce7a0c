//! Changing: one event at a time. Nothing here decides.

use komadai_rules::Side;

use super::{Game, MoveFacts, Offers, Phase, RunningClock, SIDE_OF_NOBODY};
use crate::{Event, Offer, Record, conditions::Conditions};

/// For how many moves a game makes room at a time. Were it doubled each time, a quarter would be
/// empty on average, in every game that is played.
const GROWS_BY: usize = 16;

impl Game {
    /// Changes the game by a record that [`Game::handle`] led to.
    pub fn apply_record(&mut self, record: &Record) {
        for event in &record.events {
            self.apply(event);
        }
        self.remember(record);
    }

    /// Remembers the command that led to a record, whose events have been applied.
    pub fn remember(&mut self, record: &Record) {
        let side = record.side.or_else(|| self.players.is_none().then_some(SIDE_OF_NOBODY));
        if let (Some(side), Some(key)) = (side, record.key) {
            self.keys[side].insert(key);
        }
    }

    /// Makes room for so many more moves, and no more.
    pub fn reserve(&mut self, n_moves: usize) {
        self.line.reserve(n_moves);
        self.played.reserve_exact(n_moves);
    }

    /// Changes the game by one event.
    ///
    /// The clock of the side to move stands afterwards if the turn changed:
    /// [`Game::announced`] starts it.
    pub fn apply(&mut self, event: &Event) {
        match event {
            // The game was made from it.
            Event::Created(_) => return,
            // Of that nobody else learns, so no event is missing for them.
            Event::ConditionsSet { by, lines } => {
                self.conditions[*by] = Conditions::kept(&self.line, lines);
                return;
            }
            Event::Started { players, toss, king, at_ms } => {
                self.started_ms = *at_ms;
                self.players = Some(Box::new(players.clone()));
                self.toss = *toss;
                self.king = *king;
                self.phase = Phase::Playing;
                self.new_turn();
            }
            Event::Agreed { .. } => {
                self.agreed = true;
                self.running = None;
                self.carried_ms = 0;
                self.unannounced = true;
            }
            Event::Moved { mv, thought_ms, credit_ms, time } => {
                let side = self.turn();
                for side in Side::ALL {
                    self.conditions[side].follow(*mv);
                }
                if self.played.len() == self.played.capacity() {
                    self.reserve(GROWS_BY);
                }
                self.line.replay(*mv);
                self.played.push(MoveFacts {
                    thought_ms: *thought_ms,
                    main_ms: time.main_ms,
                    credit_ms: *credit_ms,
                    periods: time.periods,
                });
                self.times[side] = *time;
                self.lags[side] = self.lags[side].after(u64::from(*credit_ms));
                self.has_moved[side] = true;
                self.new_turn();
            }
            Event::Offered { by, offer } => self.offers[*by].set(*offer, true),
            Event::Answered { by, offer, .. } => self.offers[by.other()].set(*offer, false),
            Event::TakenBack { plies, times } => {
                let plies = usize::from(*plies);
                self.line.take_back(plies);
                self.played.truncate(self.played.len().saturating_sub(plies));
                self.times = *times;
                self.clear_conditions();
                self.new_turn();
            }
            Event::Interrupted { elapsed_ms, .. } => {
                self.running = None;
                self.carried_ms = u64::from(*elapsed_ms);
                self.unannounced = self.phase == Phase::Playing;
            }
            Event::AwayUntil { side, vacation, elapsed_ms } => {
                if let Some(elapsed_ms) = elapsed_ms {
                    self.running = None;
                    self.carried_ms = u64::from(*elapsed_ms);
                    self.unannounced = true;
                }
                self.vacations.get_or_insert_default()[*side] = Some(*vacation);
            }
            Event::Halted { elapsed_ms, .. } => {
                self.running = None;
                self.carried_ms = u64::from(*elapsed_ms);
                self.unannounced = true;
                self.halted = true;
            }
            Event::WentOn { .. } => self.halted = false,
            Event::ClocksSet { times, .. } => {
                self.times = *times;
                self.carried_ms = 0;
            }
            Event::Ended { outcome, times, at_ms, next } => {
                self.ended_ms = *at_ms;
                self.phase = Phase::Over;
                self.times = *times;
                self.outcome = Some(Box::new(outcome.clone()));
                self.next = next.as_ref().map(|setup| setup.id);
                self.replayed = next.is_some();
                self.running = None;
                self.carried_ms = 0;
                self.unannounced = false;
                self.halted = false;
                self.clear_offers();
                self.clear_conditions();
            }
            Event::Rematch { next } => {
                self.next = Some(next.id);
                self.clear_offers();
            }
        }
        self.seq += 1;
    }

    /// The move was announced to the side to move: its clock runs from `now_ms` on.
    ///
    /// Does nothing when the turn has not changed since the last call, and while an arbiter has
    /// stopped the game.
    pub fn announced(&mut self, now_ms: u64) {
        if !self.halted && std::mem::take(&mut self.unannounced) {
            self.running = Some(RunningClock { side: self.turn(), since_ms: now_ms });
        }
    }

    /// The side to move had thought that long when its clock began to run.
    pub fn has_thought(&mut self, thought_ms: u64) {
        if self.running.is_some() {
            self.carried_ms = thought_ms;
        }
    }

    fn new_turn(&mut self) {
        self.running = None;
        self.carried_ms = 0;
        self.unannounced = true;
        self.clear_offers();
    }

    /// They answer positions that are not reached any more.
    fn clear_conditions(&mut self) {
        self.conditions.sente.clear();
        self.conditions.gote.clear();
    }

    /// The next move, or the end, withdraws what was offered before it.
    fn clear_offers(&mut self) {
        debug_assert!(Offer::ALL.len() <= 8, "an offer has a bit in a byte");
        self.offers.sente = Offers::default();
        self.offers.gote = Offers::default();
    }
}
