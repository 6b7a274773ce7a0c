//! What the watchers of a game see when it is broadcast late.
//!
//! They are so many moves behind, and see everything once it is over. What they see follows from
//! the game's events alone, so a restart and a late watcher change nothing about it.

use std::{borrow::Cow, collections::VecDeque};

use komadai_game::{Event, Game, Phase, journal};

use super::Room;
use crate::{
    game_log::{GameLog, without_conditions},
    render::Announcement,
};

/// The game as its watchers see it.
pub(super) struct DelayedGame {
    game: Game,
    /// What has not been sent to them yet, the oldest first, with its number.
    held: VecDeque<(u32, Event)>,
    /// How many of those are moves.
    n_moves_held: u32,
}

impl DelayedGame {
    /// Nothing, when the game is not broadcast late. `log` has its events so far.
    pub(super) fn of(game: &Game, log: &GameLog) -> Option<Box<Self>> {
        if game.setup().delay == 0 {
            return None;
        }
        // It was made from this set-up before.
        let shown = Game::new(game.setup().clone()).ok()?;
        let mut delayed = Box::new(Self { game: shown, held: VecDeque::new(), n_moves_held: 0 });
        if !log.bytes().is_empty() {
            let read = log.replay(|_, seq, event| {
                delayed.hold(seq, event);
                while delayed.release().is_some() {}
            });
            if let Err(error) = read {
                tracing::error!("game {} cannot be replayed: {error}", game.id());
            }
        }
        Some(delayed)
    }

    fn game(&self) -> &Game {
        &self.game
    }

    /// It is now: the clock of the side to move runs from here on.
    fn announced(&mut self, now_ms: u64) {
        self.game.announced(now_ms);
    }

    /// Something has happened that they do not know yet.
    pub(super) fn hold(&mut self, seq: u32, event: &Event) {
        self.n_moves_held += u32::from(matches!(event, Event::Moved { .. }));
        self.held.push_back((seq, event.clone()));
    }

    /// The next thing they may know, which the game that they see contains from now on.
    fn release(&mut self) -> Option<(u32, Event)> {
        let is_over = || self.held.iter().any(|(_, event)| matches!(event, Event::Ended { .. }));
        let is_move = matches!(self.held.front(), Some((_, Event::Moved { .. })));
        if is_move && self.n_moves_held <= self.game.setup().delay && !is_over() {
            return None;
        }
        let (seq, event) = self.held.pop_front()?;
        self.n_moves_held -= u32::from(is_move);
        self.game.apply(&event);
        Some((seq, event))
    }
}

impl Room {
    /// Tells those who watch late what they may know by now.
    pub(super) async fn catch_up(&mut self, now_ms: u64) {
        while let Some(delayed) = &mut self.delayed {
            let Some((seq, event)) = delayed.release() else { break };
            delayed.announced(now_ms);
            let render = &**self.directory.render();
            let news = Announcement::new(render, delayed.game(), (seq, &event), now_ms);
            self.audience.announce_to_watchers(&news).await;
            self.tell_held_chat(seq);
        }
        if self.delayed.as_ref().is_some_and(|delayed| delayed.game().phase() == Phase::Over) {
            self.delayed = None;
        }
    }

    /// The game as those see it who do not play it.
    pub(super) fn seen(&self) -> &Game {
        self.delayed.as_ref().map_or(&self.game, |delayed| delayed.game())
    }

    /// The records of the game as those see it who do not play it, and since when its clock runs.
    pub(super) fn record_seen(&self) -> (Vec<u8>, Option<u64>) {
        let seen = self.seen();
        let since_ms = seen.running().map(|running| running.since_ms);
        let log = if self.game.setup().is_correspondence() {
            Cow::Owned(without_conditions(&self.log, None))
        } else {
            Cow::Borrowed(&self.log)
        };
        if self.delayed.is_none() {
            return (log.bytes().to_vec(), since_ms);
        }
        let (mut shown, mut n_left) = (GameLog::default(), seen.seq());
        for mut record in log.records().map_while(Result::ok) {
            record.events.truncate(n_left as usize);
            if record.events.is_empty() {
                break;
            }
            n_left -= record.events.len() as u32;
            let mut bytes = Vec::new();
            journal::encode(&record, seen.line().position().variant(), &mut bytes);
            shown.push(&bytes);
        }
        (shown.bytes().to_vec(), since_ms)
    }
}
