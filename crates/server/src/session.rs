//! One client's socket: frames in, frames out.

mod challenges;
mod commands;
mod goodbye;
mod identity;
mod lag;
mod polling;
mod streams;
mod translating;

use std::{
    collections::{HashMap, HashSet},
    error::Error,
    pin::{Pin, pin},
    sync::{
        Arc,
        atomic::{AtomicU32, Ordering::Relaxed},
    },
    time::Duration,
};

use bytes::Bytes;
use futures_util::{Sink, SinkExt as _, Stream, future::OptionFuture};
use komadai_game::Player;
use komadai_ids::Code;
use komadai_live::{
    Connection, Goodbye, Limit, Outgoing, Reply, RoomHandle, room::PLAYER_SILENCE_MAX_MS,
};
use komadai_protocol::RefusalCode;
use komadai_protocol::parse;
use komadai_store::TokenHash;
use tokio::time::{Instant, Interval, MissedTickBehavior, Sleep, interval_at, sleep, timeout};
use tokio_tungstenite::tungstenite::Message;
use tracing::debug;

pub use self::streams::STREAMS_MAX;
use self::{goodbye::Fault, lag::Lag, polling::Poller};
use crate::{
    app::App,
    refused::Refused,
    render,
    sockets::{Place, Said},
    throttle::Peer,
    websocket::pieces,
};

/// How many frames are written before the socket is flushed.
const FRAMES_AT_ONCE: usize = 16;

/// How often an idle socket is asked whether it is still there.
const IDLE_PING_EVERY: Duration = Duration::from_secs(30);

/// Sockets are asked together at such intervals, not one by one.
const PING_BEAT: Duration = Duration::from_millis(250);

/// A socket from which nothing came for so long is gone: it has not answered two pings.
const SILENCE_MAX: Duration = Duration::from_secs(60);

/// How often the socket of somebody at a board is asked, if nothing comes from it: a client that is
/// there has then answered before it is taken to be away.
const BOARD_PING_EVERY: Duration = Duration::from_secs(5);

const _: () = assert!(
    PLAYER_SILENCE_MAX_MS == komadai_protocol::PLAYER_SILENCE_MAX_MS,
    "what clients are told is what rooms do"
);

/// How long the last words to a client may take.
const GOODBYE_WITHIN: Duration = Duration::from_secs(1);

/// By what it is known whose socket it is.
#[derive(Clone, Copy, Debug)]
pub enum Pass {
    /// A browser's cookie.
    Browser(TokenHash),
    /// A program's token, which may play.
    Program(TokenHash),
    /// The secret with which a program has logged in over CSA.
    Csa(TokenHash),
}

impl Pass {
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

/// The state of one socket.
struct Session {
    app: App,
    connection: Arc<Connection>,
    /// Where it comes from.
    peer: Peer,
    pass: Pass,
    /// The client's 64 random bits; `None` before its `hello`.
    client: Option<u64>,
    user: Option<Player>,
    /// The handle of their account, once it was asked for.
    handle: Option<String>,
    games: HashMap<Code, RoomHandle>,
    /// The reviews it follows.
    reviews: HashSet<Code>,
    in_lobby: bool,
    /// The tournament it follows: one page shows one.
    tournament: Option<Code>,
    place: Place,
    lag: Lag,
    last_heard: Instant,
    /// Until when nothing is read, because its address has said too much.
    quiet: Option<Pin<Box<Sleep>>>,
    /// When it is asked whether it is still there, while it sits at a board.
    asks: Option<Pin<Box<Sleep>>>,
    /// Why it ends, where it is the client's doing.
    fault: Option<Fault>,
}

/// A session that begins.
// Boxed, because a future keeps room for an argument twice.
pub(crate) struct Beginning {
    session: Box<Session>,
    queue: Outgoing,
}

/// Begins the session of a socket.
pub(crate) fn begin(app: App, peer: Peer, place: Place, pass: Pass) -> Beginning {
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
        games: HashMap::new(),
        reviews: HashSet::new(),
        in_lobby: false,
        tournament: None,
        place,
        lag: Lag::new(now),
        last_heard: now,
        quiet: None,
        asks: None,
        fault: None,
    });
    Beginning { session, queue }
}

impl Beginning {
    /// Serves the socket until it ends. `true` when that is because of what its client sent, of
    /// which something may be unread.
    pub(crate) async fn run<S, E>(self, socket: &mut S) -> bool
    where
        S: Stream<Item = Result<Message, E>> + Sink<Message, Error = E> + Unpin,
        E: Error + 'static,
    {
        let Self { mut session, mut queue } = self;
        let first = first_ping_after(session.connection.id, session.app.service.timebase.now_ms());
        let mut ticks = interval_at(Instant::now() + first, IDLE_PING_EVERY);
        // A late one does not lose its beat.
        ticks.set_missed_tick_behavior(MissedTickBehavior::Skip);
        let poller = Poller::new(&session.connection);
        loop {
            // What goes out comes first: a task that waits for it is woken by the socket's bell
            // too. It cannot keep what comes in waiting for long: a client that is sent more than
            // can be written is closed.
            let goes_on = tokio::select! {
                biased;
                frame = queue.next() => match frame {
                    Some(frame) => session.speak(socket, frame, &mut queue, &mut ticks).await,
                    None => false,
                },
                message = poller.hear(socket), if session.quiet.is_none() => match message {
                    Some(Ok(message)) => session.hear(message).await,
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
                Some(()) = OptionFuture::from(session.asks.as_mut()) => {
                    session.ask(socket, &mut ticks).await
                }
                _ = ticks.tick() => session.tick(socket, &mut ticks).await,
            };
            if !goes_on {
                break;
            }
            session.see_to_asking();
        }
        // What waits is not sent any more.
        drop(queue);
        Box::pin(session.leave()).await;
        // The other side may be gone already.
        let _ = timeout(GOODBYE_WITHIN, session.say_goodbye(socket)).await;
        let is_at_fault = session.fault.is_some();
        session.end();
        is_at_fault
    }
}

/// How long it is until a connection is pinged first. By its number it has one of the beats of the
/// server's clock: the thousands who come at once after a restart are not all pinged at once ever
/// after, nor is the server woken for each of them.
fn first_ping_after(connection: u64, now_ms: u64) -> Duration {
    let every_ms = IDLE_PING_EVERY.as_millis() as u64;
    let beat_ms = PING_BEAT.as_millis() as u64;
    let beat = connection % (every_ms / beat_ms);
    Duration::from_millis((beat * beat_ms + every_ms - now_ms % every_ms) % every_ms)
}

impl Session {
    /// Takes in one message; `false` ends the session.
    async fn hear(&mut self, message: Message) -> bool {
        self.last_heard = Instant::now();
        // The instant that counts for clocks: before any queue.
        let read_ms = self.app.service.timebase.now_ms();
        if self.connection.heard(read_ms) {
            self.comes_back();
        }
        let said = self.place.say(self.last_heard);
        let quiet_for = self.place.quiet_for(self.last_heard);
        self.quiet = (!quiet_for.is_zero()).then(|| Box::pin(sleep(quiet_for)));
        if said == Said::Flood {
            Limit::Flood.reached();
            self.fault = Some(Fault::Flood);
            return false;
        }
        match message {
            Message::Text(text) => {
                self.receive(read_ms, &text, said).await;
            }
            Message::Pong(payload) => {
                if let Some(round_trip_ms) = self.lag.answered(&payload, self.last_heard) {
                    self.connection.measured(round_trip_ms, read_ms);
                }
            }
            Message::Binary(_) => self.refuse(None, &Refused::new(RefusalCode::BadMessage)),
            // Answered by the socket itself.
            Message::Ping(_) | Message::Frame(_) => {}
            Message::Close(_) => return false,
        }
        true
    }

    /// Sends what is queued, in one write where it fits; `false` ends the session.
    async fn speak<S, E>(
        &mut self,
        socket: &mut S,
        first: Bytes,
        queue: &mut Outgoing,
        ticks: &mut Interval,
    ) -> bool
    where
        S: Sink<Message, Error = E> + Unpin,
    {
        let now = Instant::now();
        let ping = self.lag.is_due(now).then(|| Message::Ping(self.lag.ping(now)));
        let n_taken = AtomicU32::new(0);
        let write = async {
            let mut next = Some(first);
            let mut n_frames = 0;
            while let Some(frame) = next {
                for piece in pieces(frame) {
                    socket.feed(piece).await?;
                    n_taken.fetch_add(1, Relaxed);
                }
                n_frames += 1;
                next = if n_frames < FRAMES_AT_ONCE { queue.try_next() } else { None };
            }
            if let Some(ping) = ping {
                socket.feed(ping).await?;
            }
            socket.flush().await
        };
        self.write(pin!(write), &n_taken, ticks).await
    }

    /// Lets `write` continue as long as the socket takes a piece now and then; `false` ends the
    /// session.
    async fn write<E>(
        &self,
        mut write: Pin<&mut impl Future<Output = Result<(), E>>>,
        n_taken: &AtomicU32,
        ticks: &mut Interval,
    ) -> bool {
        let mut taken_before = None;
        loop {
            tokio::select! {
                biased;
                written = &mut write => return written.is_ok(),
                () = self.connection.closing() => return false,
                _ = ticks.tick() => {
                    let taken = Some(n_taken.load(Relaxed));
                    if taken_before == taken {
                        self.connection.close(Goodbye::TooSlow);
                        return false;
                    }
                    taken_before = taken;
                }
            }
        }
    }

    async fn tick<S, E>(&mut self, socket: &mut S, ticks: &mut Interval) -> bool
    where
        S: Sink<Message, Error = E> + Unpin,
    {
        let now = Instant::now();
        if now.duration_since(self.last_heard) > SILENCE_MAX {
            return false;
        }
        let ping = Message::Ping(self.lag.ping(now));
        self.write(pin!(socket.send(ping)), &AtomicU32::new(0), ticks).await
    }

    /// Rooms that had missed the client are informed that it is there again.
    fn comes_back(&self) {
        for room in self.games.values() {
            if !room.speaks(self.connection.id) {
                // The next thing it says is reported then.
                self.connection.miss();
            }
        }
    }

    /// Who sits at a board is asked more often than others.
    fn see_to_asking(&mut self) {
        let plays = self.connection.plays() && !self.games.is_empty();
        if plays != self.asks.is_some() {
            self.asks = plays.then(|| Box::pin(sleep(BOARD_PING_EVERY)));
        }
    }

    /// Asks whether the client is there, unless something has come or was asked of late; `false`
    /// ends the session.
    async fn ask<S, E>(&mut self, socket: &mut S, ticks: &mut Interval) -> bool
    where
        S: Sink<Message, Error = E> + Unpin,
    {
        let now = Instant::now();
        let due = self.lag.last_ping().map_or(self.last_heard, |ping| ping.max(self.last_heard))
            + BOARD_PING_EVERY;
        let is_due = due <= now;
        if let Some(asks) = &mut self.asks {
            asks.as_mut().reset(if is_due { now + BOARD_PING_EVERY } else { due });
        }
        if !is_due {
            return true;
        }
        let ping = Message::Ping(self.lag.ping(now));
        self.write(pin!(socket.send(ping)), &AtomicU32::new(0), ticks).await
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

    async fn receive(&mut self, read_ms: u64, frame: &str, said: Said) {
        let message = match parse(frame) {
            Ok(message) => message,
            Err(problem) => {
                let refused = Refused::said(problem.code, problem.message);
                return self.refuse(problem.id, &refused);
            }
        };
        let id = message.id();
        if said != Said::InBudget {
            return self.refuse(Some(id), &Refused::new(RefusalCode::TooFast));
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn those_who_come_at_once_are_pinged_on_many_beats() {
        let now_ms = 1_790_000_012_345;
        let mut each_beat = std::collections::BTreeMap::new();
        for connection in 5_000..8_000 {
            let after = first_ping_after(connection, now_ms);
            assert!(after < IDLE_PING_EVERY, "{after:?}");
            let due_ms = now_ms + after.as_millis() as u64;
            assert_eq!(due_ms % 250, 0);
            *each_beat.entry(due_ms).or_insert(0) += 1;
        }
        assert!(each_beat.len() == 120 && each_beat.values().all(|&n| n == 25), "{each_beat:?}");
    }
}
