//! One client: what it has said, what it has heard, and the game as it sees it.

use std::{collections::BTreeMap, sync::Arc};

use komadai_game::{Command, CommandKey, Event, Game, Offer, Phase, Player, Refusal, Setup};
use komadai_ids::Code;
use komadai_live::{ChatLine, Connection, Live, LiveRefusal, QueueReader, Reply, Timebase, Why};
use komadai_store::TokenHash;

use super::{
    effects::is_effect,
    script::Say,
    truth::{Truth, state},
    window::{Frame, Window},
};

/// What is delivered, as often as need be.
#[derive(Clone, Debug)]
pub(super) enum Delivery {
    Create(Box<Setup>),
    Subscribe { last: Option<u32> },
    Do(Command),
    Chat,
}

/// Something that was said, and what came of it.
struct Said {
    id: u32,
    game: Code,
    delivery: Delivery,
    /// `None`: no answer has been heard yet.
    acked: Option<bool>,
}

/// One client.
pub(super) struct Tab {
    player: Player,
    client: u64,
    game: Code,
    next_id: u32,
    said: Vec<Said>,
    socket: Option<Socket>,
    /// The game as this client sees it.
    seen: Option<Game>,
    is_deaf: bool,
    /// How many commands were refused because the game had ended before it heard of the end.
    pub(super) n_late: u64,
}

struct Socket {
    connection: Arc<Connection>,
    frames: QueueReader,
    /// Deliveries on this connection that wait for their answer.
    open: BTreeMap<u32, u32>,
}

/// The process that the tabs talk to.
pub(super) struct Server {
    pub(super) live: Live,
    pub(super) window: Arc<Window>,
    pub(super) truth: Truth,
    pub(super) timebase: Timebase,
}

impl Tab {
    pub(super) fn new(player: Player, client: u64, game: Code) -> Self {
        Self {
            player,
            client,
            game,
            next_id: 1,
            said: Vec::new(),
            socket: None,
            seen: None,
            is_deaf: false,
            n_late: 0,
        }
    }

    /// The game at which it sits.
    pub(super) fn game(&self) -> Code {
        self.game
    }

    /// Says something new.
    pub(super) async fn say(&mut self, server: &Server, delivery: Delivery) {
        let id = self.next_id;
        self.next_id += 1;
        self.said.push(Said { id, game: self.game, delivery, acked: None });
        self.deliver(server, self.said.len() - 1).await;
    }

    /// Says something about the game as it sees it.
    pub(super) async fn speak(&mut self, server: &Server, say: Say) {
        let Some(seen) = &self.seen else { return };
        let command = match say {
            Say::Move(pick) | Say::Stale(pick) => {
                let position = seen.line().position();
                let moves = position.legal_moves();
                let Some(mv) = moves.get(pick % moves.len().max(1)) else { return };
                let usi = mv.usi(position.variant()).to_string();
                let stale = u32::from(matches!(say, Say::Stale(_)));
                let ply = seen.line().n_moves().saturating_sub(stale);
                Command::Move { ply, usi, read_ms: 0, srtt_ms: None }
            }
            Say::Resign => Command::Resign,
            Say::Abort => Command::Abort,
            Say::Claim { win } => Command::Claim { win, left: false },
            Say::Declare => Command::Declare { read_ms: 0, srtt_ms: None },
            Say::Offer(offer) => Command::Offer(offer),
            // As the protocol has it, a rematch is agreed to by offering one.
            Say::Answer(Offer::Rematch, true) => Command::Offer(Offer::Rematch),
            Say::Answer(offer, accept) => Command::Answer { offer, accept },
            Say::Plan(pick) => match plan(seen, pick) {
                Some(line) => Command::Conditions { ply: seen.line().n_moves(), lines: vec![line] },
                None => return,
            },
            Say::Chat => return self.say(server, Delivery::Chat).await,
        };
        self.say(server, Delivery::Do(command)).await;
    }

    /// Delivers again what was said so many commands ago.
    pub(super) async fn repeat(&mut self, server: &Server, back: usize) {
        let at = self.said.len().checked_sub(1 + back);
        let is_wish = |said: &Said| matches!(said.delivery, Delivery::Subscribe { .. });
        if let Some(at) = at.filter(|&at| !is_wish(&self.said[at])) {
            self.deliver(server, at).await;
        }
    }

    async fn deliver(&mut self, server: &Server, at: usize) {
        let Some(socket) = &mut self.socket else { return };
        // A refusal is not remembered, so that this is an open question again.
        self.said[at].acked.take_if(|acked| !*acked);
        let Said { id, game, delivery, .. } = &self.said[at];
        let (id, game) = (*id, *game);
        *socket.open.entry(id).or_default() += 1;
        let reply = Reply { connection: socket.connection.clone(), id };
        let key = CommandKey { client: self.client, id };
        let by = self.player.id;
        let directory = &server.live.directory;
        let room = directory.open(game).await.unwrap();
        let done = match (room, delivery) {
            (_, Delivery::Create(setup)) => {
                directory.create((**setup).clone(), Some(reply.clone()))
            }
            (None, _) => Err(LiveRefusal::new(Why::UnknownGame)),
            (Some(room), Delivery::Subscribe { last }) => {
                room.subscribe(Some(by), *last, reply.clone())
            }
            (Some(room), Delivery::Do(command)) => {
                let mut command = command.clone();
                if let Command::Move { read_ms, .. } | Command::Declare { read_ms, .. } =
                    &mut command
                {
                    *read_ms = server.timebase.now_ms();
                }
                room.command(by, key, command, reply.clone())
            }
            (Some(room), _) => {
                let (by_name, text) = (self.player.name.clone(), "…".to_owned());
                let guest = self.player.guest;
                let line = ChatLine {
                    user: by,
                    by: by_name,
                    handle: None,
                    guest,
                    bot: false,
                    side: None,
                    text,
                    at_ms: 0,
                };
                room.chat(by, key, line, reply.clone())
            }
        };
        if let Err(refused) = done {
            // As a session does.
            let render: Arc<dyn komadai_live::Render> = server.window.clone();
            reply.refuse(&render, &refused);
        }
    }

    /// Connects, goes on from where it was, and delivers what was not answered.
    pub(super) async fn come_back(&mut self, server: &Server) {
        self.is_deaf = false;
        if self.socket.is_none() {
            let session = TokenHash([self.client as u8; 32]);
            let (connection, frames) = server.live.presence.connect(session);
            server.live.presence.identify(&connection, self.player.id);
            self.socket = Some(Socket { connection, frames, open: BTreeMap::new() });
            self.follow(server).await;
            for at in 0..self.said.len() {
                let Said { delivery, acked, .. } = &self.said[at];
                if acked.is_none() && !matches!(delivery, Delivery::Subscribe { .. }) {
                    self.deliver(server, at).await;
                }
            }
        }
    }

    async fn follow(&mut self, server: &Server) {
        let last = self.seen.as_ref().map(|game| game.seq() - 1);
        self.say(server, Delivery::Subscribe { last }).await;
    }

    pub(super) fn deafen(&mut self) {
        self.is_deaf = true;
    }

    /// The connection is gone; the session tells the room and `Presence`.
    pub(super) async fn break_off(&mut self, server: &Server) {
        if let Some(socket) = self.socket.take() {
            if let Some(room) = server.live.directory.live(self.game) {
                room.unsubscribe(socket.connection.id).await;
            }
            server.live.presence.disconnect(&socket.connection, Some(self.player.id));
        }
    }

    /// The process is gone. What was on its way has arrived.
    pub(super) fn is_left_alone(&mut self, server: &Server) {
        self.take_in(server);
        self.socket = None;
    }

    /// Reads what has come, and follows the game that follows.
    pub(super) async fn read(&mut self, server: &Server) {
        let next = self.take_in(server);
        let closed = self.socket.as_ref().is_some_and(|it| it.connection.is_closed());
        if closed {
            self.break_off(server).await;
        }
        if let Some(next) = next {
            self.game = next;
            self.seen = None;
            if self.socket.is_some() {
                self.follow(server).await;
            }
        }
    }

    fn take_in(&mut self, server: &Server) -> Option<Code> {
        let mut next = None;
        while !self.is_deaf
            && let Some(socket) = &mut self.socket
            && let Some(frame) = socket.frames.try_next()
        {
            match server.window.read(&frame) {
                Frame::Ack(id) => {
                    self.answered(server, id, true);
                    self.was_carried_out(&server.truth, id);
                }
                Frame::Refused(id, why) => {
                    self.answered(server, id, false);
                    if why == Why::Game(Refusal::GameOver) {
                        self.came_too_late(&server.truth, id);
                    }
                }
                Frame::Snapshot(game) if game.id().code() == self.game => {
                    next = game.next().map(|id| id.code());
                    self.seen = Some(*game);
                }
                Frame::Event { game, seq, event } if game == self.game => {
                    next = self.hears(server, seq, &event).or(next);
                }
                Frame::Snapshot(_) | Frame::Event { .. } | Frame::Presence(_) | Frame::Aside => {}
            }
        }
        next
    }

    fn answered(&mut self, server: &Server, id: u32, acked: bool) {
        let socket = self.socket.as_mut();
        let open = socket.and_then(|it| it.open.get_mut(&id)).filter(|open| **open > 0);
        let is_last = match open {
            Some(open) => {
                *open -= 1;
                *open == 0
            }
            None => {
                server.truth.breaks(|| format!("{id} was answered more often than asked"));
                true
            }
        };
        let Some(said) = self.said.iter_mut().find(|said| said.id == id) else { return };
        if said.acked == Some(true) && !acked && is_kept(&said.delivery) {
            server.truth.breaks(|| format!("{id} was acknowledged and then refused"));
        }
        if acked || (is_last && said.acked.is_none()) {
            said.acked = Some(acked);
        }
    }

    /// What is acknowledged is durable, and it is the command's own effect.
    fn was_carried_out(&self, truth: &Truth, id: u32) {
        let said = self.said.iter().find(|said| said.id == id);
        let Some(Said { delivery: Delivery::Do(command), .. }) = said else { return };
        let events = truth.effect(CommandKey { client: self.client, id });
        if !events.as_ref().is_some_and(|events| is_effect(command, events)) {
            let name = &self.player.name;
            truth.breaks(|| format!("{command:?} by {name} was acknowledged: {events:?}"));
        }
    }

    /// The end because of which something is refused is durable.
    fn came_too_late(&mut self, truth: &Truth, id: u32) {
        let Some(Said { game, .. }) = self.said.iter().find(|said| said.id == id) else { return };
        if !truth.look(*game, |durable| durable.is_some_and(|it| it.game.outcome().is_some())) {
            truth.breaks(|| format!("{id} was refused because of an end that is not durable"));
        }
        self.n_late += u64::from(*game == self.game && self.plays());
    }

    fn hears(&mut self, server: &Server, seq: u32, event: &Event) -> Option<Code> {
        let Some(seen) = &mut self.seen else {
            server.truth.breaks(|| format!("event {seq} came before any snapshot"));
            return None;
        };
        if seq != seen.seq() {
            let newest = seen.seq() - 1;
            server.truth.breaks(|| format!("event {seq} came after {newest}"));
        }
        seen.apply(event);
        match event {
            Event::Ended { next: Some(next), .. } | Event::Rematch { next } => Some(next.id.code()),
            _ => None,
        }
    }

    /// Whether its game is being played, as far as it knows.
    fn plays(&self) -> bool {
        self.seen.as_ref().is_some_and(|game| game.phase() == Phase::Playing)
    }

    /// Whether it may move now, as far as it knows.
    pub(super) fn is_on_turn(&self) -> bool {
        let seen = self.seen.as_ref().filter(|_| self.socket.is_some());
        seen.is_some_and(|game| {
            game.phase() == Phase::Playing && game.side_of(self.player.id) == Some(game.turn())
        })
    }

    /// With everything calm again, everything is answered, and everything is seen.
    pub(super) fn is_content(&self, truth: &Truth) {
        let name = &self.player.name;
        let Some(socket) = &self.socket else {
            truth.breaks(|| format!("{name} is not connected"));
            return;
        };
        if let Some((id, open)) = socket.open.iter().find(|(_, open)| **open > 0) {
            let said = self.said.iter().find(|said| said.id == *id).map(|it| &it.delivery);
            truth.breaks(|| format!("{open} deliveries of {said:?} by {name} have no answer"));
        }
        for said in &self.said {
            let key = CommandKey { client: self.client, id: said.id };
            let Delivery::Do(command) = &said.delivery else { continue };
            match (said.acked, truth.effect(key)) {
                (Some(true), None) => {
                    truth.breaks(|| format!("{command:?} by {name} was acknowledged and not done"));
                }
                (Some(true), Some(events)) if !is_effect(command, &events) => truth.breaks(|| {
                    format!("{command:?} by {name} was acknowledged and led to {events:?}")
                }),
                (Some(false), Some(events)) => truth
                    .breaks(|| format!("{command:?} by {name} was refused and led to {events:?}")),
                _ => {}
            }
        }
        let wrong = truth.look(self.game, |durable| match (durable, &self.seen) {
            (Some(durable), Some(seen)) => {
                let (kept, seen) = (state(&durable.game), state(seen));
                (kept != seen).then(|| format!("{seen}, but kept is {kept}"))
            }
            (None, None) => None,
            (durable, seen) => {
                Some(format!("{:?} of {:?}", seen.is_some(), durable.map(|it| it.events.len())))
            }
        });
        if let Some(wrong) = wrong {
            truth.breaks(|| format!("in the end {name} sees {wrong}"));
        }
    }
}

/// A line of conditional moves for the side that is not to move: a move and its answer.
fn plan(game: &Game, pick: usize) -> Option<String> {
    let mut position = game.line().position().clone();
    let mut line = Vec::new();
    for pick in [pick, pick >> 8] {
        let moves = position.legal_moves();
        let mv = *moves.get(pick % moves.len().max(1))?;
        line.push(mv.usi(position.variant()).to_string());
        position.play(mv);
    }
    Some(line.join(" "))
}

/// Whether the journal remembers it; a wish to follow may be refused at another time.
fn is_kept(delivery: &Delivery) -> bool {
    matches!(delivery, Delivery::Do(_))
}
