//! From what was decided to what is durable, and from there to those who hear of it.

use std::{
    ops::ControlFlow::{self, Break, Continue},
    sync::atomic::Ordering::Relaxed,
};

use komadai_game::{Event, Game, Phase, Record, Setup, journal};
use tracing::info;

use super::{MAILBOX_MAX, Mailbox, NO_POS, Room, UNKNOWN_POS, message::Verdict};
use crate::{
    game_log::GameLog,
    journal::{EntryKind, with_thought},
    metrics::METRICS,
    opponents::Seat,
    render::Announcement,
};

impl Room {
    /// Makes a record durable, then applies and announces it, with the answer to whoever gave the
    /// command.
    pub(super) async fn commit(
        &mut self,
        record: Record,
        verdict: Option<Verdict>,
        mailbox: &mut Mailbox,
    ) -> ControlFlow<()> {
        let is_over = self.game.phase() == Phase::Over;
        if !record.events.is_empty() {
            let mut bytes = Vec::with_capacity(48);
            journal::encode(&record, self.game.line().position().variant(), &mut bytes);
            let pos = if is_over || self.base_pos.load(Relaxed) == NO_POS {
                // The journal's floor waits for this entry, or could pass it before its position
                // is known here.
                self.base_pos.store(UNKNOWN_POS, Relaxed);
                // It may be settled or have slept, and its records be gone from the journal.
                let (kind, bytes) = self.whole_with(&record, &bytes);
                self.whole_ms = self.now_ms();
                self.write(kind, bytes, mailbox).await?
            } else {
                self.write(EntryKind::Record, bytes.clone(), mailbox).await?
            };
            self.forget_superseded(&record);
            self.log.push(&bytes);
            if self.base_pos.load(Relaxed) == UNKNOWN_POS {
                self.base_pos.store(pos, Relaxed);
            }
        }
        let timed_read_ms = self.timed_read_ms.take();
        if let Some(read_ms) = timed_read_ms {
            METRICS.durable(self.now_ms().saturating_sub(read_ms));
        }
        if record.events.iter().any(|event| matches!(event, Event::Ended { .. })) {
            // Who hears of it may look for the next game at once.
            self.directory.set_free(&self.game);
        }
        self.announce(&record, verdict).await;
        if let Some(read_ms) = timed_read_ms {
            METRICS.announced(self.now_ms().saturating_sub(read_ms));
        }
        if is_over && !record.events.is_empty() {
            self.settle().await;
        }
        Continue(())
    }

    /// The entry of the game as a whole, as it is after a record.
    // Not in `commit`, whose future would have room for a game.
    fn whole_with(&self, record: &Record, bytes: &[u8]) -> (EntryKind, Vec<u8>) {
        let mut log = self.log.clone();
        log.push(bytes);
        let mut game = self.game.clone();
        for event in &record.events {
            game.apply(event);
        }
        whole(&game, &log, self.now_ms())
    }

    // What happens once or seldom in a game has no room in the future of every game.
    async fn settle(&self) {
        Box::pin(self.directory.settle(&self.game, &self.log, &self.base_pos)).await;
    }

    /// Waits until an entry is durable. Meanwhile commands wait, and everything else goes on.
    async fn write(
        &mut self,
        kind: EntryKind,
        bytes: Vec<u8>,
        mailbox: &mut Mailbox,
    ) -> ControlFlow<(), i64> {
        let mut written = self.journal.append(self.game.id(), kind, bytes).await;
        loop {
            tokio::select! {
                biased;
                written = &mut written => return match written {
                    Ok(written) => Continue(written.pos),
                    // The writer is gone, and so is the process.
                    Err(_) => Break(()),
                },
                message = mailbox.recv(), if self.waiting.len() < MAILBOX_MAX => match message {
                    Some(message) => self.receive_quiet(*message),
                    None => return Break(()),
                },
            }
        }
    }

    pub(super) async fn rewrite(&mut self, mailbox: &mut Mailbox) -> ControlFlow<()> {
        let (kind, bytes) = whole(&self.game, &self.log, self.now_ms());
        let pos = self.write(kind, bytes, mailbox).await?;
        self.base_pos.store(pos, Relaxed);
        self.whole_ms = self.now_ms();
        Continue(())
    }

    /// Applies a durable record and tells everybody, with an answer to whoever asked for it.
    async fn announce(&mut self, record: &Record, verdict: Option<Verdict>) {
        let conditions = self.conditions();
        let turn = self.turn();
        let rematch = self.rematch_asker();
        let code = self.game.id().code();
        let mut answer = verdict.map(|it| it.into_answer(self.directory.render(), code));
        for event in &record.events {
            let seq = self.game.seq();
            self.game.apply(event);
            if !event.is_numbered() {
                continue;
            }
            // Before anybody can ask about it.
            self.list_position();
            if let Some(delayed) = &mut self.delayed {
                delayed.hold(seq, event);
            }
            let now_ms = self.now_ms();
            match event {
                Event::Created(_) => continue,
                Event::Interrupted { .. } => self.wait_for_mover(now_ms),
                // A clock that waits for its player goes on waiting.
                Event::AwayUntil { .. } if self.resume_by_ms.is_some() => {}
                Event::Started { .. } => {
                    self.game.announced(now_ms);
                    METRICS.begun();
                    self.started();
                }
                _ => {
                    self.resume_by_ms = None;
                    self.game.announced(now_ms);
                }
            }
            // The next game is there before anybody hears of it.
            match event {
                Event::Ended { next, .. } => self.follow(next.as_deref()),
                Event::Rematch { next } => self.follow(Some(next)),
                _ => {}
            }
            if !self.audience.is_empty() {
                let to_watchers = {
                    let render = &**self.directory.render();
                    let news = Announcement::new(render, &self.game, (seq, event), now_ms);
                    self.audience.announce_to_players(&news, &mut answer);
                    let hear = self.delayed.is_none() && self.audience.has_watchers();
                    let audience = &mut self.audience;
                    // In a future of its own, so that those of the rooms stay small.
                    hear.then(|| {
                        Box::pin(async move { audience.announce_to_watchers(&news).await })
                    })
                };
                if let Some(to_watchers) = to_watchers {
                    to_watchers.await;
                }
            }
            if self.delayed.is_some() {
                Box::pin(self.catch_up(now_ms)).await;
            }
            if let Event::Ended { outcome, .. } = event {
                let reason = outcome.reason;
                METRICS.ended();
                info!(game.id = %self.game.id(), "game {} ended by {reason}", self.game.id());
                self.settle().await;
            }
        }
        if let Some(answer) = answer {
            answer.send();
        }
        self.game.remember(record);
        self.tell_conditions(&conditions);
        self.tell_turn(turn);
        self.tell_rematch(rematch);
        let takes = match self.game.phase() {
            Phase::Waiting => true,
            Phase::Playing => self.engine.is_some(),
            Phase::Over => false,
        };
        if !takes {
            self.counted = None;
        }
        self.consult();
    }

    /// Lets a built-in opponent do what it has to do.
    pub(super) fn consult(&self) {
        if let Some(seat) = self.engine {
            self.directory.opponents().act(&self.directory, &self.game, seat, self.maker_address);
        }
    }

    /// Both players are known: the sockets that follow the game learn whose they are.
    fn started(&mut self) {
        let Some(players) = self.game.players() else { return };
        let seats = players.as_ref().map(|player| player.id);
        self.audience.seat(&seats);
        self.engine = Seat::at(&self.game);
        if let Some(seat) = self.engine {
            self.audience.seat_engine(seat.side);
        }
        self.directory.begin(&self.game, &self.log);
        self.presence_changed();
    }

    /// Opens the room of the game that follows.
    fn follow(&self, next: Option<&Setup>) {
        if let Some(setup) = next {
            self.directory.follow(setup, self.maker_address);
        }
    }
}

/// The entry of a game as a whole, as it is at that instant.
fn whole(game: &Game, log: &GameLog, now_ms: u64) -> (EntryKind, Vec<u8>) {
    match game.running() {
        Some(_) => (EntryKind::WholeRunning, with_thought(game.thought_ms(now_ms), log.bytes())),
        None => (EntryKind::Whole, log.bytes().to_vec()),
    }
}
