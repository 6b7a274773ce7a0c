//! Programs that use another protocol than ours, as clients like any other.
//!
//! A gateway translates between its own protocol and a session (`session.rs`) at the end of a pipe,
//! with which it uses `docs/protocol.md` like a remote program. So clocks, journal, rules, limits,
//! answers and resuming are the same as on every socket.

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
    http::peer::Peer,
    refused::WireRefusal,
    session::{self, Credential},
    sockets::TooMany,
};

/// The capacity of the pipe between a gateway and its session, in bytes.
const PIPE_BYTES: usize = 16 * 1024;

/// How long the pipe may be full before the session counts as gone.
const SAY_WITHIN: Duration = Duration::from_secs(5);

/// The id of the first message.
pub(crate) const HELLO: u32 = 1;

/// The session has ended: the server is stopping, the token was revoked, or its frames were not
/// read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the session has ended")]
pub(crate) struct SessionEnded;

/// A client in the server itself.
#[derive(Debug)]
pub(crate) struct Client {
    socket: WebSocketStream<DuplexStream>,
    last_id: u32,
}

impl Client {
    /// A session for the user of this pass, who came from `peer`. `client` is the 64 bits by which
    /// its commands are recognised when repeated.
    ///
    /// # Errors
    /// When the address already has the maximum number of sockets.
    pub(crate) async fn connect(
        app: &App,
        peer: Peer,
        pass: Credential,
        client: u64,
    ) -> Result<Self, TooMany> {
        let place = app.sockets.let_in(peer, Instant::now())?;
        // A program of a league knows the rules.
        let positions = !matches!(pass, Credential::Csa(_));
        let (near, far) = duplex(PIPE_BYTES);
        let config = WebSocketConfig::default()
            .max_message_size(Some(FRAME_BYTES_MAX))
            .max_frame_size(Some(FRAME_BYTES_MAX));
        let mut far = WebSocketStream::from_raw_socket(far, Role::Server, Some(config)).await;
        let session = session::begin(app.clone(), peer, place, pass);
        tokio::spawn(async move { session.run(&mut far).await });
        let socket = WebSocketStream::from_raw_socket(near, Role::Client, None).await;
        let mut it = Self { socket, last_id: 0 };
        let client = format!("{client:016x}");
        let hello = |id| ClientMessage::Hello {
            id,
            protocol: PROTOCOL,
            client,
            elsewhere: false,
            positions,
        };
        // A refused client is sent the reason.
        let _ = it.say(hello).await;
        Ok(it)
    }

    /// Sends a command under the next id, which the answer carries.
    ///
    /// # Errors
    /// When the session has ended.
    pub(crate) async fn say(
        &mut self,
        message: impl FnOnce(u32) -> ClientMessage,
    ) -> Result<u32, SessionEnded> {
        self.last_id += 1;
        let id = self.last_id;
        let Ok(text) = serde_json::to_string(&message(id)) else {
            warn!("a gateway sent a message that cannot be serialised");
            return Err(SessionEnded);
        };
        match timeout(SAY_WITHIN, self.socket.send(Message::text(text))).await {
            Ok(Ok(())) => Ok(id),
            Ok(Err(_)) | Err(_) => Err(SessionEnded),
        }
    }

    /// Sends a command and waits for its answer; anything that arrives before it is dropped.
    ///
    /// # Errors
    /// Why it was not carried out.
    pub(crate) async fn ask(
        &mut self,
        message: impl FnOnce(u32) -> ClientMessage,
    ) -> Result<Answer, WireRefusal> {
        let gone = || WireRefusal::new(RefusalCode::Stopping);
        let id = self.say(message).await.map_err(|SessionEnded| gone())?;
        loop {
            match self.hear().await.ok_or_else(gone)? {
                ServerMessage::Ack { id: it, answer } if it == id => return Ok(answer),
                // The first message may be refused too: then nothing is carried out.
                ServerMessage::Refused { id: Some(it), code, message, until, node }
                    if it == id || it == HELLO =>
                {
                    return Err(WireRefusal { code, message, until_ms: until, node });
                }
                _ => {}
            }
        }
    }

    /// The open challenges, from and to the user.
    ///
    /// # Errors
    /// Why they cannot be read.
    pub(crate) async fn challenges(&mut self) -> Result<Vec<ChallengeView>, WireRefusal> {
        match self.snapshot(StreamName::Me).await? {
            StreamSnapshot::Me(me) => Ok(me.challenges),
            _ => Ok(Vec::new()),
        }
    }

    /// The latest lines of chat of a game.
    ///
    /// # Errors
    /// Why they cannot be read.
    pub(crate) async fn chat(&mut self, game: Code) -> Result<Vec<ChatLine>, WireRefusal> {
        match self.snapshot(StreamName::Game(game)).await? {
            StreamSnapshot::Game(game) => Ok(game.chat),
            _ => Ok(Vec::new()),
        }
    }

    /// A snapshot of a stream, to which the client is subscribed from now on.
    async fn snapshot(&mut self, stream: StreamName) -> Result<StreamSnapshot, WireRefusal> {
        let follow =
            |id| ClientMessage::Subscribe { id, stream, last: None, epoch: None, glance: false };
        self.ask(follow).await?;
        loop {
            match self.hear().await.ok_or_else(|| WireRefusal::new(RefusalCode::Stopping))? {
                ServerMessage::Snapshot { stream: it, snapshot, .. } if it == stream => {
                    return Ok(snapshot);
                }
                _ => {}
            }
        }
    }

    /// The next message; `None` when the session has ended. Can be cancelled at any time without
    /// losing a message.
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
