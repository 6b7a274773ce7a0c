//! Programs that speak another protocol than ours, as clients like any other.
//!
//! A gateway translates: on one side its own protocol, on the other a session (`session.rs`) at
//! the end of a pipe, to which it speaks `docs/protocol.md` as a program far away does. So clock,
//! journal, rules, limits, answers and resuming are those of every socket.

use std::time::Duration;

use futures_util::{SinkExt as _, StreamExt as _};
use komadai_ids::Code;
use komadai_protocol::{
    Answer, ChallengeView, ChatLine, ClientMessage, FRAME_BYTES_MAX, PROTOCOL, RefusalCode,
    ServerMessage, StreamName, StreamSnapshot,
};
use tokio::{
    io::{DuplexStream, duplex},
    time::{Instant, timeout},
};
use tokio_tungstenite::{
    WebSocketStream,
    tungstenite::{
        Message,
        protocol::{Role, WebSocketConfig},
    },
};
use tracing::warn;

use crate::{
    app::App,
    refused::Refused,
    session::{self, Pass},
    sockets::TooMany,
    throttle::Peer,
};

/// What lies in the pipe between a gateway and its session, in bytes.
const PIPE_BYTES: usize = 16 * 1024;

/// How long the pipe may be full before the session counts as gone.
const SAY_WITHIN: Duration = Duration::from_secs(5);

/// The id of the first word.
pub(crate) const HELLO: u32 = 1;

/// The session has ended: the server stops, the token was taken back, or what came was not read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the session has ended")]
pub(crate) struct Ended;

/// A client in the server itself.
#[derive(Debug)]
pub(crate) struct Client {
    socket: WebSocketStream<DuplexStream>,
    last_id: u32,
}

impl Client {
    /// A session for whom this pass is of, who came from `peer`. `client` are the 64 bits by
    /// which its commands are known again.
    ///
    /// # Errors
    /// When as many sockets come from there as may.
    pub(crate) async fn connect(
        app: &App,
        peer: Peer,
        pass: Pass,
        client: u64,
    ) -> Result<Self, TooMany> {
        let place = app.sockets.let_in(peer, Instant::now())?;
        let (near, far) = duplex(PIPE_BYTES);
        let config = WebSocketConfig::default()
            .max_message_size(Some(FRAME_BYTES_MAX))
            .max_frame_size(Some(FRAME_BYTES_MAX));
        let mut far = WebSocketStream::from_raw_socket(far, Role::Server, Some(config)).await;
        let app = app.clone();
        tokio::spawn(async move {
            session::run(&mut far, app, peer, place, pass).await;
        });
        let socket = WebSocketStream::from_raw_socket(near, Role::Client, None).await;
        let mut it = Self { socket, last_id: 0 };
        let client = format!("{client:016x}");
        let hello = |id| ClientMessage::Hello { id, protocol: PROTOCOL, client, elsewhere: false };
        // Who is refused hears so.
        let _ = it.say(hello).await;
        Ok(it)
    }

    /// Says something under the next id, which is the answer's.
    ///
    /// # Errors
    /// When nobody is there any more.
    pub(crate) async fn say(
        &mut self,
        message: impl FnOnce(u32) -> ClientMessage,
    ) -> Result<u32, Ended> {
        self.last_id += 1;
        let id = self.last_id;
        let Ok(text) = serde_json::to_string(&message(id)) else {
            warn!("a gateway said what cannot be written");
            return Err(Ended);
        };
        match timeout(SAY_WITHIN, self.socket.send(Message::text(text))).await {
            Ok(Ok(())) => Ok(id),
            Ok(Err(_)) | Err(_) => Err(Ended),
        }
    }

    /// Says something and waits for its answer; what comes before that is let go.
    ///
    /// # Errors
    /// Why it was not done.
    pub(crate) async fn ask(
        &mut self,
        message: impl FnOnce(u32) -> ClientMessage,
    ) -> Result<Answer, Refused> {
        let gone = || Refused::new(RefusalCode::Stopping);
        let id = self.say(message).await.map_err(|Ended| gone())?;
        loop {
            match self.hear().await.ok_or_else(gone)? {
                ServerMessage::Ack { id: it, answer } if it == id => return Ok(answer),
                // Also the first word may be refused: nothing is carried out then.
                ServerMessage::Refused { id: Some(it), code, message, until, node }
                    if it == id || it == HELLO =>
                {
                    return Err(Refused { code, message, until_ms: until, node });
                }
                _ => {}
            }
        }
    }

    /// The challenges that stand, of either side.
    ///
    /// # Errors
    /// Why they are not told.
    pub(crate) async fn challenges(&mut self) -> Result<Vec<ChallengeView>, Refused> {
        match self.snapshot(StreamName::Me).await? {
            StreamSnapshot::Me(me) => Ok(me.challenges),
            _ => Ok(Vec::new()),
        }
    }

    /// The last lines of chat at a game.
    ///
    /// # Errors
    /// Why they are not told.
    pub(crate) async fn chat(&mut self, game: Code) -> Result<Vec<ChatLine>, Refused> {
        match self.snapshot(StreamName::Game(game)).await? {
            StreamSnapshot::Game(game) => Ok(game.chat),
            _ => Ok(Vec::new()),
        }
    }

    /// All of a stream at this instant, which is followed from now on.
    async fn snapshot(&mut self, stream: StreamName) -> Result<StreamSnapshot, Refused> {
        let follow =
            |id| ClientMessage::Subscribe { id, stream, last: None, epoch: None, glance: false };
        self.ask(follow).await?;
        loop {
            match self.hear().await.ok_or_else(|| Refused::new(RefusalCode::Stopping))? {
                ServerMessage::Snapshot { stream: it, snapshot, .. } if it == stream => {
                    return Ok(snapshot);
                }
                _ => {}
            }
        }
    }

    /// What comes next; `None` when the session has ended. May be given up at any time without
    /// losing anything.
    pub(crate) async fn hear(&mut self) -> Option<ServerMessage> {
        loop {
            // A ping is answered by the socket itself.
            let Message::Text(text) = self.socket.next().await?.ok()? else { continue };
            match serde_json::from_str(&text) {
                Ok(message) => return Some(message),
                Err(cause) => warn!("a gateway does not understand its server: {cause}"),
            }
        }
    }
}
