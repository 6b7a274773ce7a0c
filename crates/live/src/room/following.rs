//! How somebody begins to follow a game, or continues where a connection broke.

use komadai_rules::Side;
use tracing::error;

use super::{Room, message::Subscribe};
use crate::{
    Connection, LiveRefusal, Why,
    render::{Announcement, RoomFacts},
};

/// How many missed events are sent one by one; a client that missed more gets a snapshot.
pub const RESUME_EVENTS_MAX: u32 = 64;

impl Room {
    pub(super) fn subscribe(&mut self, subscribe: Subscribe) {
        let Subscribe { user, last, glances, reply } = subscribe;
        let side = user.and_then(|user| self.game.side_of(user));
        let render = self.directory.render().clone();
        if side.is_none() && self.audience.n_others() >= self.directory.limits().watchers {
            reply.refuse(&render, &LiveRefusal::new(Why::TooManyWatchers));
            return;
        }
        let connection = reply.connection.clone();
        let now_ms = self.now_ms();
        // Anything without a number that was announced while the client was away is only in the
        // snapshot.
        let newest = self.newest_seq();
        let mut last = last.filter(|&last| self.aside_seq.is_none_or(|aside| last > aside));
        if side == Some(self.game.turn()) && self.resume_by_ms.is_some() {
            self.resume();
            // The last of the missed events tells it too, if there is one.
            last = last.filter(|&last| last < newest);
        }
        if glances {
            self.audience.add_glance(connection.clone())
        } else {
            self.audience.add(connection.clone(), user, side)
        }
        if side.is_none() && self.delayed.is_some() {
            last = None;
        }
        let game = if side.is_some() { &self.game } else { self.seen() };
        let missed = last.and_then(|last| self.missed(last, &connection, side, now_ms));
        // The answer and what it is about come together: who has the one has the other.
        let mut frames = vec![render.ack(reply.id, None)];
        match missed {
            Some(missed) => {
                frames.extend(missed);
                // They have no number by which they could be missed.
                if let Some(side) = side.filter(|_| game.setup().is_correspondence()) {
                    frames.push(render.conditions(game.id().code(), &game.conditions(side)));
                }
            }
            None => {
                let chat = self.heard(user, side);
                let facts = RoomFacts { chat: &chat, ..self.facts() };
                frames.push(render.snapshot(game, &facts, user, now_ms));
            }
        }
        if self.stalled_since_ms.is_some() {
            frames.push(render.stalled(self.game.id().code()));
        }
        connection.send_all(frames);
        // A list that is looked at is nobody who comes.
        if !glances {
            self.presence_changed();
        }
    }

    /// What a client that has everything up to `last` missed; `None` when that is too much, or
    /// when `last` lies in the future.
    fn missed(
        &self,
        last: u32,
        connection: &Connection,
        side: Option<Side>,
        now_ms: u64,
    ) -> Option<Vec<bytes::Bytes>> {
        let newest = self.newest_seq();
        let n_missed = newest.checked_sub(last)?;
        if n_missed > RESUME_EVENTS_MAX {
            return None;
        }
        let render = self.directory.render();
        let mut frames = Vec::with_capacity(n_missed as usize);
        if n_missed == 0 {
            return Some(frames);
        }
        self.log
            .replay(|game, seq, event| {
                if seq > last {
                    // The last one comes with the clocks as they are now.
                    let state = if seq == newest { &self.game } else { game };
                    let news = Announcement::new(&**render, state, (seq, event), now_ms);
                    frames.push(news.frame(connection, side));
                }
            })
            .inspect_err(|error| error!("game {} cannot be replayed: {error}", self.game.id()))
            .ok()?;
        Some(frames)
    }

    /// The number of the newest event.
    pub(super) fn newest_seq(&self) -> u32 {
        self.game.seq() - 1
    }
}
