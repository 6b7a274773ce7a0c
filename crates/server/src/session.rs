//! One client's socket: frames in, frames out.

use std::{collections::HashMap, error::Error, sync::Arc, time::Duration};

use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, close_code};
use bytes::Bytes;
use futures_util::{Sink, SinkExt as _, Stream, StreamExt as _};
use komadai_engine::Level;
use komadai_game::{Command, CommandKey, Offer, Player, Seats, Setup};
use komadai_ids::{Code, GameId, UserId};
use komadai_protocol::{
    Answer, CHAT_CHARS_MAX, ClientMessage, Dests, MeEvent, PROTOCOL, PositionView, SeekWants,
    ServerMessage, SetupRequest, StartSetup, StreamName, UserView, parse,
};
use komadai_rating::GradeError;
use komadai_rules::{Position, Problem, Variant};
use komadai_service::{
    ChatLine, Connection, Goodbye, Outgoing, Refused, Reply, RoomHandle, Seek, SessionToken, Wants,
};
use tokio::time::{Instant, MissedTickBehavior, interval, timeout};
use tokio_tungstenite::tungstenite;
use tracing::debug;

use crate::{
    app::App,
    render::{self, SUGGESTED},
    throttle::Peer,
};

/// How many streams one socket may follow.
pub const STREAMS_MAX: usize = 32;

/// How many frames are written before the socket is flushed.
const FRAMES_AT_ONCE: usize = 16;

/// How often an idle socket is asked whether it is still there.
const IDLE_PING_EVERY: Duration = Duration::from_secs(30);

/// How often lag is measured at most, along with frames that are sent anyway.
const LAG_PING_EVERY: Duration = Duration::from_secs(5);

/// A socket from which nothing came for so long is gone.
const SILENCE_MAX: Duration = Duration::from_secs(75);

/// A socket that sends so many frames beyond its budget is closed.
const OVERDRAFT_MAX: f64 = 200.0;

/// How long the last words to a client may take.
const GOODBYE_WITHIN: Duration = Duration::from_secs(1);

/// The state of one socket.
struct Session {
    app: App,
    connection: Arc<Connection>,
    token: SessionToken,
    /// The client's 64 random bits; `None` before its `hello`.
    client: Option<u64>,
    user: Option<Player>,
    games: HashMap<Code, RoomHandle>,
    in_lobby: bool,
    budget: Budget,
    /// When the last ping went out, if one did; its payload counts from `epoch`.
    last_ping: Option<Instant>,
    /// The payload of a ping that has not been answered.
    awaited: Option<[u8; 8]>,
    last_heard: Instant,
    epoch: Instant,
    /// Why it ends, where it is the client's doing.
    fault: Option<Fault>,
}

/// What a client has done that ends its connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fault {
    /// Far too many frames.
    Flood,
    /// A frame that is too long to be read.
    TooLong,
}

/// Serves one socket until it ends.
pub async fn run<S, E>(mut socket: S, app: App, peer: Peer, token: SessionToken)
where
    S: Stream<Item = Result<Message, E>> + Sink<Message, Error = E> + Unpin,
    E: Error + 'static,
{
    let (connection, mut queue) = app.service.hub.connect(token.hash());
    connection.comes_from(peer.address());
    let now = Instant::now();
    let budget = Budget::new(&app, now);
    let mut session = Session {
        app,
        connection,
        token,
        client: None,
        user: None,
        games: HashMap::new(),
        in_lobby: false,
        budget,
        last_ping: None,
        awaited: None,
        last_heard: now,
        epoch: now,
        fault: None,
    };
    let mut ticks = interval(IDLE_PING_EVERY);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    ticks.reset();
    loop {
        // What goes out comes first, because looking at the socket costs more than looking at the
        // queue. It cannot keep what comes in waiting for long: a client that is sent more than
        // can be written is closed.
        let goes_on = tokio::select! {
            biased;
            frame = queue.next() => match frame {
                Some(frame) => session.speak(&mut socket, frame, &mut queue).await,
                None => false,
            },
            message = socket.next() => match message {
                Some(Ok(message)) => session.hear(message).await,
                Some(Err(error)) => {
                    session.fault = is_too_long(&error).then_some(Fault::TooLong);
                    false
                }
                None => false,
            },
            _ = ticks.tick() => session.tick(&mut socket).await,
        };
        if !goes_on {
            break;
        }
    }
    Box::pin(session.leave()).await;
    // The other side may be gone already.
    let _ = timeout(GOODBYE_WITHIN, session.say_goodbye(&mut socket)).await;
    session.end();
}

/// Whether a socket's error is that a frame is too long.
fn is_too_long(error: &(dyn Error + 'static)) -> bool {
    let mut cause = Some(error);
    while let Some(error) = cause {
        if matches!(error.downcast_ref(), Some(tungstenite::Error::Capacity(_))) {
            return true;
        }
        cause = error.source();
    }
    false
}

impl Session {
    /// Takes in one message; `false` ends the session.
    async fn hear(&mut self, message: Message) -> bool {
        self.last_heard = Instant::now();
        let within_budget = self.budget.spend(self.last_heard);
        if self.budget.tokens <= -OVERDRAFT_MAX {
            self.fault = Some(Fault::Flood);
            return false;
        }
        match message {
            Message::Text(text) => {
                // The instant that counts for clocks: before any queue.
                let read_ms = self.app.service.timebase.now_ms();
                self.receive(read_ms, &text, within_budget).await;
            }
            Message::Pong(payload) => self.measure(&payload),
            Message::Binary(_) => self.refuse(None, &Refused::code("bad_message")),
            // Answered by the socket itself.
            Message::Ping(_) => {}
            Message::Close(_) => return false,
        }
        true
    }

    /// Sends what is queued, in one write where it fits; `false` ends the session.
    async fn speak<S, E>(&mut self, socket: &mut S, first: Bytes, queue: &mut Outgoing) -> bool
    where
        S: Sink<Message, Error = E> + Unpin,
    {
        let connection = self.connection.clone();
        let now = Instant::now();
        let is_due = |last: Instant| now.duration_since(last) >= LAG_PING_EVERY;
        let ping = self.last_ping.is_none_or(is_due).then(|| self.ping_message(now));
        let write = async {
            let mut next = Some(first);
            let mut n_frames = 0;
            while let Some(frame) = next {
                socket.feed(text(frame)).await?;
                n_frames += 1;
                next = if n_frames < FRAMES_AT_ONCE { queue.try_next() } else { None };
            }
            if let Some(ping) = ping {
                socket.feed(ping).await?;
            }
            socket.flush().await
        };
        tokio::select! {
            biased;
            written = write => written.is_ok(),
            () = connection.closing() => false,
        }
    }

    async fn tick<S, E>(&mut self, socket: &mut S) -> bool
    where
        S: Sink<Message, Error = E> + Unpin,
    {
        let now = Instant::now();
        if now.duration_since(self.last_heard) > SILENCE_MAX {
            return false;
        }
        let ping = self.ping_message(now);
        let connection = self.connection.clone();
        tokio::select! {
            biased;
            sent = socket.send(ping) => sent.is_ok(),
            () = connection.closing() => false,
        }
    }

    fn ping_message(&mut self, now: Instant) -> Message {
        let payload = (now.duration_since(self.epoch).as_micros() as u64).to_be_bytes();
        self.last_ping = Some(now);
        self.awaited = Some(payload);
        Message::Ping(Bytes::copy_from_slice(&payload))
    }

    /// Takes the round trip from the answer to our latest ping; any other pong measures nothing,
    /// so that nobody can claim more lag than there was since that ping.
    fn measure(&mut self, payload: &[u8]) {
        if self.awaited.take_if(|awaited| awaited == payload).is_some()
            && let Some(last_ping) = self.last_ping
        {
            let round_trip = self.last_heard.duration_since(last_ping);
            let round_trip_ms = u32::try_from(round_trip.as_millis()).unwrap_or(u32::MAX);
            self.connection.measured(round_trip_ms, self.app.service.timebase.now_ms());
        }
    }

    fn reply(&self, id: u32) -> Reply {
        Reply { connection: self.connection.clone(), id }
    }

    fn send(&self, frame: Bytes) {
        // A full queue closes the connection by itself.
        let _ = self.connection.send(frame);
    }

    fn refuse(&self, id: Option<u32>, refused: &Refused) {
        self.send(render::frame(&render::refusal(id, refused)));
    }

    async fn receive(&mut self, read_ms: u64, frame: &str, within_budget: bool) {
        let message = match parse(frame) {
            Ok(message) => message,
            Err(problem) => {
                let refused = Refused::said(problem.code.as_str(), problem.message);
                return self.refuse(problem.id, &refused);
            }
        };
        let id = message.id();
        if !within_budget {
            return self.refuse(Some(id), &Refused::code("too_fast"));
        }
        if let Err(refused) = self.carry_out(read_ms, message).await {
            debug!("command refused: {}", refused.code);
            self.refuse(Some(id), &refused);
        }
    }

    /// Moves go straight to their room. What is rarer may wait for a database, in a future of
    /// its own, so that a socket that only moves or watches stays small.
    async fn carry_out(&mut self, read_ms: u64, message: ClientMessage) -> Result<(), Refused> {
        match message {
            ClientMessage::Move { id, game, ply, usi } => {
                let key = self.key(id)?;
                let srtt_ms = self.connection.srtt_ms(read_ms);
                let command = Command::Move { ply, usi, read_ms, srtt_ms };
                match (&self.user, self.app.service.directory.live(game)) {
                    (Some(user), Some(room)) => room.command(user.id, key, command, self.reply(id)),
                    _ => Box::pin(self.command(key, game, command)).await,
                }
            }
            ClientMessage::Hello { id, protocol, client } => {
                Box::pin(self.hello(id, protocol, &client)).await
            }
            message => Box::pin(self.carry_out_rest(read_ms, message)).await,
        }
    }

    fn key(&self, id: u32) -> Result<CommandKey, Refused> {
        let client = self.client.ok_or_else(|| Refused::code("hello_first"))?;
        Ok(CommandKey { client, id })
    }

    /// Who this is, if anybody: another tab may have become a guest meanwhile.
    async fn who(&mut self) -> Result<Option<UserId>, Refused> {
        if self.user.is_none()
            && let Some(user) =
                self.app.service.accounts.find(self.token.hash()).await.map_err(internal)?
        {
            self.become_somebody(user);
        }
        Ok(self.user.as_ref().map(|user| user.id))
    }

    fn become_somebody(&mut self, user: Player) {
        self.app.service.hub.identify(&self.connection, user.id);
        let you = MeEvent::You { user: user_view(&user) };
        self.send(render::me_frame(self.app.service.hub.epoch(), you));
        self.user = Some(user);
    }

    async fn carry_out_rest(
        &mut self,
        read_ms: u64,
        message: ClientMessage,
    ) -> Result<(), Refused> {
        let id = message.id();
        let key = self.key(id)?;
        match message {
            // Dealt with before.
            ClientMessage::Hello { .. } | ClientMessage::Move { .. } => Ok(()),
            ClientMessage::Subscribe { stream, last, epoch, .. } => {
                self.subscribe(id, stream, last, epoch).await
            }
            ClientMessage::Unsubscribe { stream, .. } => {
                self.unsubscribe(stream).await;
                self.send(self.app.service.directory.render().ack(id, None));
                Ok(())
            }
            ClientMessage::Seek { seek, mut setup, wants, quick, .. } => {
                let by = self.somebody().await?;
                let suggests = setup.start == StartSetup::Named(SUGGESTED.to_owned());
                if suggests {
                    setup.start = StartSetup::default();
                }
                let setup = draft(setup, by.clone(), read_ms)?;
                let wants = wants_of(&wants)?;
                let strength = None;
                let at_ms = read_ms;
                let seek = Seek { id: seek, by, strength, wants, quick, suggests, setup, at_ms };
                self.app.service.seek(seek, self.reply(id)).await
            }
            ClientMessage::Cancel { seek, .. } => {
                let by = self.somebody().await?;
                self.app.service.lobby.cancel(by.id, seek, self.reply(id))
            }
            ClientMessage::Accept { seek, .. } => {
                let by = self.somebody().await?;
                self.app.service.accept(by, seek, self.reply(id)).await
            }
            ClientMessage::Create { create, setup, .. } => {
                let by = self.somebody().await?;
                let setup = draft(setup, by.clone(), read_ms)?;
                self.app.service.create(by, create, setup, None, self.reply(id)).await
            }
            ClientMessage::PlayEngine { create, setup, level, .. } => {
                let Some(level) = Level::new(level) else {
                    let message =
                        format!("there is no level {level}: they go from 1 to {}", Level::COUNT);
                    return Err(Refused { message, ..Refused::code("bad_setup") });
                };
                let by = self.somebody().await?;
                let setup = draft(setup, by.clone(), read_ms)?;
                self.app.service.create(by, create, setup, Some(level), self.reply(id)).await
            }
            ClientMessage::Join { game, .. } => {
                let player = self.somebody().await?;
                self.app.service.may_sit_down(player.id, game).await?;
                self.command(key, game, Command::Join { player }).await
            }
            ClientMessage::Resign { game, .. } => self.command(key, game, Command::Resign).await,
            ClientMessage::Abort { game, .. } => self.command(key, game, Command::Abort).await,
            ClientMessage::Claim { game, win, .. } => {
                // Whether the other side has left is for the room to say.
                self.command(key, game, Command::Claim { win, left: false }).await
            }
            ClientMessage::Offer { game, kind, .. } => {
                self.command(key, game, Command::Offer(kind)).await
            }
            ClientMessage::Answer { game, kind, accept, .. } => {
                self.command(key, game, Command::Answer { offer: kind, accept }).await
            }
            ClientMessage::Declare { game, .. } => self.command(key, game, Command::Declare).await,
            ClientMessage::Rematch { game, .. } => {
                self.command(key, game, Command::Offer(Offer::Rematch)).await
            }
            ClientMessage::Chat { game, text, .. } => self.chat(key, game, text).await,
            ClientMessage::Position { variant, sfen, .. } => {
                let position = Some(look_at(&variant, &sfen)?);
                self.send(render::ack(id, Answer { position, ..Answer::default() }));
                Ok(())
            }
            ClientMessage::Ping { .. } => {
                let now = self.app.service.timebase.now_ms();
                self.send(render::frame(&ServerMessage::Pong { id, now }));
                Ok(())
            }
        }
    }

    async fn hello(&mut self, id: u32, protocol: u32, client: &str) -> Result<(), Refused> {
        if self.client.is_some() {
            return Err(Refused::code("hello_twice"));
        }
        if protocol != PROTOCOL {
            return Err(Refused::code("protocol_unsupported"));
        }
        let client = u64::from_str_radix(client, 16).map_err(|_| {
            Refused::said("bad_message", "`client` is 64 random bits in hexadecimal")
        })?;
        let user = self.app.service.accounts.find(self.token.hash()).await.map_err(internal)?;
        self.client = Some(client);
        if let Some(user) = user {
            self.app.service.hub.identify(&self.connection, user.id);
            self.user = Some(user);
        }
        self.send(render::frame(&ServerMessage::Welcome {
            id,
            protocol: PROTOCOL,
            server: env!("CARGO_PKG_VERSION").to_owned(),
            now: self.app.service.timebase.now_ms(),
            user: self.user.as_ref().map(user_view),
        }));
        Ok(())
    }

    /// Who this is; a guest from now on if it was nobody.
    async fn somebody(&mut self) -> Result<Player, Refused> {
        if let Some(user) = &self.user {
            return Ok(user.clone());
        }
        let accounts = &self.app.service.accounts;
        let user = accounts.find_or_make_guest(self.token.hash()).await.map_err(internal)?;
        self.become_somebody(user.clone());
        Ok(user)
    }

    async fn room(&self, game: Code) -> Result<RoomHandle, Refused> {
        if let Some(room) = self.app.service.directory.live(game) {
            return Ok(room);
        }
        let room = self.app.service.open(game).await?;
        room.ok_or_else(|| Refused::code("unknown_game"))
    }

    async fn command(
        &mut self,
        key: CommandKey,
        game: Code,
        command: Command,
    ) -> Result<(), Refused> {
        let who = self.who().await?.ok_or_else(|| Refused::code("not_a_player"))?;
        self.room(game).await?.command(who, key, command, self.reply(key.id))
    }

    async fn subscribe(
        &mut self,
        id: u32,
        stream: StreamName,
        last: Option<u32>,
        epoch: Option<u64>,
    ) -> Result<(), Refused> {
        match stream {
            StreamName::Lobby => {
                self.app.service.lobby.subscribe(epoch.zip(last), self.reply(id))?;
                self.in_lobby = true;
            }
            StreamName::Me => {
                let user = self.who().await?;
                let service = &self.app.service;
                let games = user.map(|user| service.directory.games_of(user)).unwrap_or_default();
                self.send(service.directory.render().ack(id, None));
                self.send(service.directory.render().me(service.hub.epoch(), &games));
            }
            StreamName::Game(game) => {
                if self.games.len() >= STREAMS_MAX && !self.games.contains_key(&game) {
                    return Err(Refused::code("too_many_streams"));
                }
                let user = self.who().await?;
                let room = self.room(game).await?;
                room.subscribe(user, last, self.reply(id))?;
                self.games.insert(game, room);
            }
        }
        Ok(())
    }

    async fn unsubscribe(&mut self, stream: StreamName) {
        match stream {
            StreamName::Lobby => {
                self.in_lobby = false;
                self.app.service.lobby.unsubscribe(self.connection.id).await;
            }
            StreamName::Me => {}
            StreamName::Game(game) => {
                if let Some(room) = self.games.remove(&game) {
                    room.unsubscribe(self.connection.id).await;
                }
            }
        }
    }

    async fn chat(&mut self, key: CommandKey, game: Code, text: String) -> Result<(), Refused> {
        let text = text.trim();
        if text.is_empty() || text.chars().count() > CHAT_CHARS_MAX {
            return Err(Refused::code("bad_chat"));
        }
        // Control characters, among them those that turn text around, have no place in a line.
        let text: String = text
            .chars()
            .filter(|sign| {
                !sign.is_control()
                    && !matches!(sign, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
            })
            .collect();
        let user = self.somebody().await?;
        let line = ChatLine { user: user.id, by: user.name.clone(), side: None, text, at_ms: 0 };
        self.room(game).await?.chat(user.id, key, line, self.reply(key.id))
    }

    /// Says why the connection ends, if it was not the client that ended it.
    async fn say_goodbye<S, E>(&self, socket: &mut S) -> Result<(), E>
    where
        S: Stream<Item = Result<Message, E>> + Sink<Message, Error = E> + Unpin,
    {
        if self.fault == Some(Fault::TooLong) {
            let refusal = render::refusal(None, &Refused::code("too_long"));
            socket.feed(text(render::frame(&refusal))).await?;
        }
        let frame = match (self.fault, self.connection.goodbye()) {
            (Some(Fault::Flood), _) => Some((close_code::POLICY, "too many messages")),
            (Some(Fault::TooLong), _) => Some((close_code::SIZE, "the message is too long")),
            (None, Some(Goodbye::TooSlow)) => Some((close_code::AGAIN, "you read too slowly")),
            (None, Some(Goodbye::Stopping)) => Some((close_code::RESTART, "the server restarts")),
            (None, Some(Goodbye::SignedOut)) => Some((close_code::POLICY, "signed out")),
            (None, Some(Goodbye::Banned)) => Some((close_code::POLICY, "banned")),
            (None, None) => None,
        };
        let frame = frame.map(|(code, reason)| CloseFrame { code, reason: reason.into() });
        socket.send(Message::Close(frame)).await?;
        // A socket that is closed with something unread takes back what was sent last.
        while let Some(Ok(_)) = socket.next().await {}
        Ok(())
    }

    /// Stops following everything.
    async fn leave(&mut self) {
        for (_, room) in self.games.drain() {
            room.unsubscribe(self.connection.id).await;
        }
        if self.in_lobby {
            self.app.service.lobby.unsubscribe(self.connection.id).await;
        }
    }

    fn end(self) {
        self.app.service.hub.disconnect(&self.connection, self.user.map(|user| user.id));
    }
}

/// How many frames a socket may send.
struct Budget {
    tokens: f64,
    per_second: f64,
    burst: f64,
    at: Instant,
}

impl Budget {
    fn new(app: &App, now: Instant) -> Self {
        let limits = &app.config.limits;
        let burst = f64::from(limits.messages_burst);
        Self { tokens: burst, per_second: f64::from(limits.messages_per_second), burst, at: now }
    }

    fn spend(&mut self, now: Instant) -> bool {
        let earned = now.duration_since(self.at).as_secs_f64() * self.per_second;
        self.at = now;
        self.tokens = (self.tokens + earned).min(self.burst) - 1.0;
        self.tokens >= 0.0
    }
}

fn text(frame: Bytes) -> Message {
    // Every frame is made of text; what were not would be dropped, not sent half.
    Message::Text(Utf8Bytes::try_from(frame).unwrap_or_default())
}

fn internal(cause: komadai_store::Error) -> Refused {
    tracing::warn!("the database did not answer: {cause}");
    Refused::code("internal")
}

fn user_view(user: &Player) -> UserView {
    UserView { id: user.id.code(), name: user.name.clone(), guest: user.guest }
}

/// Whom a seek is for.
fn wants_of(wants: &SeekWants) -> Result<Wants, Refused> {
    let grade = |grade: &Option<String>| match grade {
        None => Ok(None),
        Some(grade) => grade
            .parse()
            .map(Some)
            .map_err(|problem: GradeError| Refused::said("bad_setup", problem.to_string())),
    };
    Ok(Wants {
        rating_min: wants.rating_min,
        rating_max: wants.rating_max,
        grade_min: grade(&wants.grade_min)?,
        grade_max: grade(&wants.grade_max)?,
    })
}

/// The set-up that is asked for. Its id and seed are drawn when the game is made.
fn draft(request: SetupRequest, creator: Player, now_ms: u64) -> Result<Setup, Refused> {
    let rules = request.rules.rules().ok_or_else(|| {
        Refused::said("bad_setup", "rule sets are casual, tournament and professional")
    })?;
    let setup = Setup {
        id: GameId::new(now_ms, [0; 10]),
        seed: 0,
        created_ms: now_ms,
        variant: request.variant,
        start: request.start.into(),
        rules,
        clocks: request.clock.into(),
        seats: Seats { creator, opponent: None, side: request.side.into() },
        timed_at_once: rules.name() == Some("professional"),
        times: None,
        rated: request.rated,
        previous: None,
    };
    setup.check().map_err(|problem| Refused::said("bad_setup", problem.to_string()))?;
    Ok(setup)
}

fn look_at(variant: &str, sfen: &str) -> Result<PositionView, Refused> {
    let bad = |message: String| Refused::said("bad_position", message);
    let variant = Variant::from_name(variant)
        .ok_or_else(|| bad(format!("there is no variant {variant:?}")))?;
    let position = Position::from_sfen(variant, sfen).map_err(|error| bad(error.to_string()))?;
    let problems = position.problems();
    // A mate is worth looking at, and a tsume has no king for the attacker.
    let can_be_read = problems.without(Problem::NoMoves).without(Problem::NoKing).is_empty();
    Ok(PositionView {
        sfen: position.sfen(),
        turn: position.turn().into(),
        check: position.is_check(),
        mate: can_be_read && position.is_check() && !position.has_legal_move(),
        dests: if can_be_read { Dests::of(&position) } else { Dests::default() },
        problems: problems.iter().map(|it| it.to_string()).collect(),
    })
}
