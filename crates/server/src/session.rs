//! One client's socket: frames in, frames out.

mod challenges;
mod commands;
mod goodbye;
mod heartbeat;
mod identity;
mod polling;
mod streams;
mod translating;
mod voice;

use std::{collections::HashSet, pin::Pin, sync::Arc, time::Duration};

use bytes::Bytes;
use futures_util::future::OptionFuture;
use komadai_game::Player;
use komadai_ids::Code;
use komadai_live::{
    Connection, Limit, Outlet, Ping, QueueReader, Reply, RoomHandle, room::PLAYER_SILENCE_MAX_MS,
};
use komadai_protocol::RefusalCode;
use komadai_protocol::parse;
use komadai_store::TokenHash;
use tokio::{
    io::{AsyncRead, AsyncWrite},
    time::{Instant, Sleep, sleep, timeout},
};
use tokio_tungstenite::{WebSocketStream, tungstenite::Message};
use tracing::debug;

pub use self::streams::STREAMS_MAX;
use self::{goodbye::Fault, heartbeat::Heartbeat, polling::Poller, voice::Voice};
use crate::{
    app::App,
    http::peer::Peer,
    refused::WireRefusal,
    render,
    sockets::{SocketPermit, Verdict},
};

/// A socket from which nothing came for so long is gone: it has not answered two pings.
const SILENCE_MAX: Duration = Duration::from_secs(60);

const _: () = assert!(
    PLAYER_SILENCE_MAX_MS == komadai_protocol::PLAYER_SILENCE_MAX_MS,
    "what clients are told is what rooms do"
);

/// How long the last words to a client may take.
const GOODBYE_WITHIN: Duration = Duration::from_secs(1);

/// By what it is known whose socket it is.
#[derive(Clone, Copy, Debug)]
pub enum Credential {
    /// A browser's cookie.
    Browser(TokenHash),
    /// A program's token, which may play.
    Program(TokenHash),
    /// The secret with which a program has logged in over CSA.
    Csa(TokenHash),
}

impl Credential {
    /// How long agreeing to a game takes that is asked for with it: a program may have to load
    /// first. Others have agreed by asking.
    fn agrees_within_ms(self) -> Option<u32> {
        match self {
            Self::Csa(_) => Some(komadai_service::league::AGREED_WITHIN_MS),
            Self::Browser(_) | Self::Program(_) => None,
        }
    }

    fn hash(self) -> TokenHash {
        match self {
            Self::Browser(hash) | Self::Program(hash) | Self::Csa(hash) => hash,
        }
    }
}

/// Whether a client is still there.
enum ClientSign {
    Ping(Ping),
    /// Something has come or was asked of late.
    Nothing,
    Gone,
}

/// The state of one socket.
struct Session {
    app: App,
    connection: Arc<Connection>,
    /// Where it comes from.
    peer: Peer,
    pass: Credential,
    /// The client's 64 random bits; `None` before its `hello`.
    client: Option<u64>,
    user: Option<Player>,
    /// The handle of their account, once it was asked for.
    handle: Option<String>,
    /// The games it follows. A list, because it is one or two for whoever moves.
    games: Vec<(Code, RoomHandle)>,
    /// The reviews it follows.
    reviews: HashSet<Code>,
    in_lobby: bool,
    /// The tournament it follows: one page shows one.
    tournament: Option<Code>,
    place: SocketPermit,
    last_heard: Instant,
    /// Until when nothing is read, because its address has said too much.
    quiet: Option<Pin<Box<Sleep>>>,
    /// Why it ends, where it is the client's doing.
    fault: Option<Fault>,
}

/// A session that begins.
// Boxed, because a future keeps room for an argument twice.
pub(crate) struct NewSession {
    session: Box<Session>,
    queue: QueueReader,
}

/// Begins the session of a socket.
pub(crate) fn begin(app: App, peer: Peer, place: SocketPermit, pass: Credential) -> NewSession {
    let (connection, queue) = app.service.presence.connect(pass.hash());
    connection.comes_from(peer.address());
    let now = Instant::now();
    let session = Box::new(Session {
        app,
        connection,
        peer,
        pass,
        client: None,
        user: None,
        handle: None,
        games: Vec::new(),
        reviews: HashSet::new(),
        in_lobby: false,
        tournament: None,
        place,
        last_heard: now,
        quiet: None,
        fault: None,
    });
    NewSession { session, queue }
}

impl NewSession {
    /// What is said to it at once goes there.
    pub(crate) fn speaks_through(&self, outlet: Arc<dyn Outlet>) {
        self.queue.set_outlet(outlet);
    }

    /// Serves the socket until it ends. `true` when that is because of what its client sent, of
    /// which something may be unread.
    pub(crate) async fn run<S>(self, socket: &mut WebSocketStream<S>) -> bool
    where
        S: AsyncRead + AsyncWrite + Unpin,
    {
        let Self { mut session, queue } = self;
        let now_ms = session.app.service.timebase.now_ms();
        let mut voice = Voice::new(&session.connection, queue);
        let mut heartbeat = Heartbeat::new(session.connection.id, now_ms);
        let poller = Poller::new(&session.connection);
        loop {
            // What goes out comes first: a task that waits for it is woken by the socket's bell
            // too. It cannot keep what comes in waiting for long: a client that is sent more than
            // can be written is closed.
            let goes_on = tokio::select! {
                biased;
                next = voice.queue.next() => match next {
                    Some(next) => voice.speak(socket, next).await,
                    None => false,
                },
                message = poller.hear(socket), if session.quiet.is_none() => match message {
                    Some(Ok(message)) => {
                        let is_ping = message.is_ping();
                        match session.hear(message).await {
                            // The library has an answer to it.
                            true if is_ping => voice.ping(socket, None).await,
                            goes_on => goes_on,
                        }
                    }
                    Some(Err(error)) => {
                        session.fault = Fault::of(&error);
                        false
                    }
                    None => false,
                },
                Some(()) = OptionFuture::from(session.quiet.as_mut()) => {
                    session.quiet = None;
                    true
                }
                () = heartbeat.beat() => match session.ask(&mut heartbeat) {
                    ClientSign::Ping(ping) => voice.ping(socket, Some(ping)).await,
                    ClientSign::Nothing => true,
                    ClientSign::Gone => false,
                },
            };
            if !goes_on {
                break;
            }
            heartbeat.sits(session.is_at_board());
        }
        let unsent = voice.fall_silent();
        Box::pin(session.leave()).await;
        // The other side may be gone already.
        let _ = timeout(GOODBYE_WITHIN, session.say_goodbye(socket, unsent)).await;
        let is_at_fault = session.fault.is_some();
        session.end();
        is_at_fault
    }
}

impl Session {
    /// Takes in one message; `false` ends the session.
    async fn hear(&mut self, message: Message) -> bool {
        self.last_heard = Instant::now();
        // The instant that counts for clocks: before any queue.
        let read_ms = self.app.service.timebase.ms(self.last_heard);
        if self.connection.heard(read_ms) {
            self.comes_back();
        }
        let said = self.place.say(self.last_heard);
        let quiet_for = self.place.quiet_for(self.last_heard);
        self.quiet = (!quiet_for.is_zero()).then(|| Box::pin(sleep(quiet_for)));
        if said == Verdict::Flood {
            Limit::Flood.reached();
            self.fault = Some(Fault::Flood);
            return false;
        }
        match message {
            Message::Text(text) => {
                self.receive(read_ms, &text, said).await;
            }
            Message::Pong(payload) => {
                self.connection.answered(&payload, self.last_heard, read_ms);
            }
            Message::Binary(_) => self.refuse(None, &WireRefusal::new(RefusalCode::BadMessage)),
            // The library answers.
            Message::Ping(_) | Message::Frame(_) => {}
            Message::Close(_) => return false,
        }
        true
    }

    /// Rooms that had missed the client are informed that it is there again.
    fn comes_back(&self) {
        for (_, room) in &self.games {
            if !room.speaks(self.connection.id) {
                // The next thing it says is reported then.
                self.connection.miss();
            }
        }
    }

    fn is_at_board(&self) -> bool {
        self.connection.plays() && !self.games.is_empty()
    }

    /// What is to be done when the heart beats.
    fn ask(&mut self, heartbeat: &mut Heartbeat) -> ClientSign {
        let now = Instant::now();
        if now.duration_since(self.last_heard) > SILENCE_MAX {
            return ClientSign::Gone;
        }
        let moved = self.connection.last_ping();
        let moved = moved.map_or(self.last_heard, |ping| ping.max(self.last_heard));
        if heartbeat.go_on(now, moved, self.app.service.timebase.ms(now)) {
            ClientSign::Ping(self.connection.ping(now))
        } else {
            ClientSign::Nothing
        }
    }

    fn reply(&self, id: u32) -> Reply {
        Reply { connection: self.connection.clone(), id }
    }

    fn send(&self, frame: Bytes) {
        // A full queue closes the connection by itself.
        let _ = self.connection.send(frame);
    }

    fn refuse(&self, id: Option<u32>, refused: &WireRefusal) {
        self.send(render::frame(&render::refusal(id, refused)));
    }

    async fn receive(&mut self, read_ms: u64, frame: &str, said: Verdict) {
        let message = match parse(frame) {
            Ok(message) => message,
            Err(problem) => {
                let refused = WireRefusal::said(problem.code, problem.message);
                return self.refuse(problem.id, &refused);
            }
        };
        let id = message.id();
        if said != Verdict::InBudget {
            return self.refuse(Some(id), &WireRefusal::new(RefusalCode::TooFast));
        }
        let carried_out = match self.carry_out(read_ms, message) {
            Ok(Some(rest)) => rest.await,
            Ok(None) => Ok(()),
            Err(refused) => Err(refused),
        };
        if let Err(refused) = carried_out {
            debug!("command refused: {}", refused.code.as_str());
            self.refuse(Some(id), &refused);
        }
    }

    fn end(self) {
        self.app.service.presence.disconnect(&self.connection, self.user.map(|user| user.id));
    }
}
