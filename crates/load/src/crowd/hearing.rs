//! What players, watchers and those who are only there do about what they hear.

use std::time::Instant;

use komadai_protocol::{
    GameEvent, PhaseView, RefusalCode, ServerMessage, StreamEvent, StreamName, StreamSnapshot,
};

use super::{Crowd, Expectation, SENT_KEPT};
use crate::{
    clock::micros,
    wire::{self, Say, ServerFrame, Stream},
};

impl Crowd {
    pub(super) fn seat_hears(
        &mut self,
        game: usize,
        side: usize,
        when: Instant,
        text: &[u8],
    ) -> anyhow::Result<()> {
        match wire::hear(text) {
            ServerFrame::Moved { game: code, seq, ply, usi } => {
                if let Some(witness) = &mut self.witness {
                    let known = self.games[game].heard_by(side, code);
                    witness.heard(code, seq, ply, usi, known, &mut self.tally);
                }
                self.games[game].hears(side, code, seq);
                if !self.games[game].is(code) {
                    return Ok(());
                }
                let is_own = ply as usize % 2 != side;
                self.tally.moved_bytes[usize::from(is_own)].add(text.len());
                self.moved(game, side, ply, when);
            }
            // The echo to the mover is its acknowledgement.
            ServerFrame::Relayed { ply } if ply as usize % 2 == side => {
                if let Some((_, due)) = self.games[game].seats[side].unanswered.take() {
                    self.tally.acked.add(micros(due, when));
                }
            }
            ServerFrame::Relayed { ply } => self.moved(game, side, ply + 1, when),
            ServerFrame::Ack { id, game: code } => self.acked(game, side, id, code, when),
            ServerFrame::Presence => {}
            ServerFrame::Message(message) => return self.seat_told(game, side, when, *message),
            ServerFrame::Nonsense => self.tally.error("frame that cannot be read"),
        }
        Ok(())
    }

    /// A seat learns that `ply` moves have been made.
    fn moved(&mut self, at: usize, side: usize, ply: u32, when: Instant) {
        let game = &mut self.games[at];
        if ply as usize % 2 != side || ply != game.ply + 1 {
            return;
        }
        game.ply = ply;
        let Some(pending) = game.pending.take() else { return };
        self.tally.moves += 1;
        self.tally.heard(game.group, micros(pending.due, when));
        self.go_on(at);
    }

    fn acked(&mut self, at: usize, side: usize, id: u32, code: Option<&str>, when: Instant) {
        let seat = &self.games[at].seats[side];
        match seat.asked {
            Expectation::Seat if seat.asked_id == id => {
                if self.nodes.is_some() {
                    self.found(at, side, code);
                } else if side == 0 {
                    let Some(code) = code else { return };
                    self.games[at].code = Some(code.into());
                    self.follow(at, 0);
                    if self.games[at].seats[1].asked == Expectation::Opponent {
                        self.join(at);
                    }
                } else {
                    self.follow(at, 1);
                }
            }
            Expectation::Follow if seat.asked_id == id => {
                self.games[at].seats[side].asked = Expectation::Start;
                if self.games[at].seats[side].seq.is_some() {
                    self.back(at, side);
                }
            }
            _ => {
                let unanswered = &mut self.games[at].seats[side].unanswered;
                if let Some((_, due)) = unanswered.take_if(|(number, _)| *number == id) {
                    self.tally.acked.add(micros(due, when));
                }
            }
        }
    }

    fn seat_told(
        &mut self,
        at: usize,
        side: usize,
        when: Instant,
        message: ServerMessage,
    ) -> anyhow::Result<()> {
        match message {
            ServerMessage::Welcome { .. } => self.welcomed(at, side),
            ServerMessage::Snapshot { snapshot: StreamSnapshot::Game(game), seq, .. } => {
                self.games[at].seats[side].seq = Some(seq);
                if game.phase == PhaseView::Playing {
                    self.begun(at, side);
                }
                self.moved(at, side, game.ply, when);
            }
            ServerMessage::Event { stream: StreamName::Game(code), seq, event, .. } => {
                let StreamEvent::Game(event) = event else { return Ok(()) };
                let code = code.to_string();
                if let Some(seq) = seq {
                    if let Some(witness) = &mut self.witness {
                        let known = self.games[at].heard_by(side, &code);
                        witness.numbered(seq, known, &mut self.tally);
                    }
                    self.games[at].hears(side, &code, seq);
                }
                if !self.games[at].is(&code) {
                    return Ok(());
                }
                match *event {
                    GameEvent::Started { .. } => self.begun(at, side),
                    GameEvent::Ended { .. } => self.ended(at),
                    _ => {}
                }
            }
            ServerMessage::Refused { code: RefusalCode::Elsewhere, node: Some(node), .. } => {
                self.go_there(at, side, &node)?;
            }
            ServerMessage::Refused { code, .. } => {
                self.tally.error(&format!("refused: {code:?}"));
                // Whatever it was, the game has to continue.
                if let Some(pending) = self.games[at].pending
                    && pending.side == side
                {
                    self.games[at].pending = None;
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// A game whose script is over has ended, and another one begins.
    fn ended(&mut self, at: usize) {
        let game = &mut self.games[at];
        if game.is_over {
            return;
        }
        game.is_over = true;
        game.pending = None;
        self.tally.games_over += 1;
        if let (Some(witness), Some(code)) = (&mut self.witness, &game.code) {
            witness.over(code, game.ply);
        }
        if self.turnover {
            self.begin_anew(at);
        }
    }

    pub(super) fn watcher_hears(
        &mut self,
        at: usize,
        when: Instant,
        text: &[u8],
    ) -> anyhow::Result<()> {
        let heard = wire::hear(text);
        match heard {
            ServerFrame::Moved { game: code, seq, ply, usi } => {
                if let Some(witness) = &mut self.witness {
                    let known = self.watchers[at].seq;
                    witness.heard(code, seq, ply, usi, known, &mut self.tally);
                }
                self.watchers[at].seq = Some(seq);
                self.tally.moved_bytes[2].add(text.len());
                self.delivered(at, ply.saturating_sub(1), when);
            }
            ServerFrame::Relayed { ply } => self.delivered(at, ply, when),
            ServerFrame::Presence => {}
            ServerFrame::Ack { .. } => {
                let watcher = &mut self.watchers[at];
                if watcher.asked == Expectation::Follow {
                    watcher.asked = Expectation::Nothing;
                    self.arrivals.is_there();
                }
            }
            ServerFrame::Message(message) => match *message {
                ServerMessage::Welcome { .. } => {
                    let (id, game) = (self.watchers[at].at, self.watchers[at].game);
                    let Some(code) = self.games[game].code.clone() else { return Ok(()) };
                    let stream = Stream::Game(&code);
                    self.watchers[at].asked = Expectation::Follow;
                    self.say(id, 2, Say::Subscribe { stream, last: None });
                }
                ServerMessage::Snapshot { seq, .. } => self.watchers[at].seq = Some(seq),
                ServerMessage::Event { stream: StreamName::Game(_), seq: Some(seq), .. } => {
                    if let Some(witness) = &mut self.witness {
                        let known = self.watchers[at].seq;
                        witness.numbered(seq, known, &mut self.tally);
                    }
                    self.watchers[at].seq = Some(seq);
                }
                ServerMessage::Refused {
                    code: RefusalCode::Elsewhere, node: Some(node), ..
                } => self.watch_there(at, &node)?,
                ServerMessage::Refused { code, .. } => {
                    self.tally.error(&format!("refused: {code:?}"));
                }
                _ => {}
            },
            ServerFrame::Nonsense => self.tally.error("frame that cannot be read"),
        }
        Ok(())
    }

    fn delivered(&mut self, at: usize, ply: u32, when: Instant) {
        let game = &self.games[self.watchers[at].game];
        // One that has just come may receive an older move.
        if game.ply.saturating_sub(ply) < SENT_KEPT as u32 {
            self.tally.delivered.add(micros(game.sent[ply as usize % SENT_KEPT], when));
        }
        self.tally.deliveries += 1;
    }

    pub(super) fn idler_hears(&mut self, at: usize, text: &[u8]) {
        match wire::hear(text) {
            ServerFrame::Ack { .. } => self.idler_answered(at),
            ServerFrame::Message(message) => match *message {
                ServerMessage::Welcome { user, .. } => self.idler_welcomed(at, user.is_some()),
                ServerMessage::Refused { code, .. } => {
                    self.tally.error(&format!("refused: {code:?}"));
                }
                _ => {}
            },
            ServerFrame::Nonsense => self.tally.error("frame that cannot be read"),
            ServerFrame::Moved { .. } | ServerFrame::Relayed { .. } | ServerFrame::Presence => {}
        }
    }
}
