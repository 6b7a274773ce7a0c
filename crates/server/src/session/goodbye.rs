//! The last words to a client.

use std::error::Error;

use axum::extract::ws::{CloseFrame, Message, close_code};
use futures_util::{Sink, SinkExt as _, Stream, StreamExt as _};
use komadai_service::{Goodbye, Refused};
use tokio_tungstenite::tungstenite;

use super::{Session, text};
use crate::render;

/// What a client has done that ends its connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    /// Far too many frames.
    Flood,
    /// A frame that is too long to be read.
    TooLong,
}

impl Fault {
    /// What a socket's error says of its client: nothing, or that a frame is too long.
    pub(super) fn of(error: &(dyn Error + 'static)) -> Option<Self> {
        let mut cause = Some(error);
        while let Some(error) = cause {
            if matches!(error.downcast_ref(), Some(tungstenite::Error::Capacity(_))) {
                return Some(Self::TooLong);
            }
            cause = error.source();
        }
        None
    }
}

impl Session {
    /// Says why the connection ends, if it was not the client that ended it.
    pub(super) async fn say_goodbye<S, E>(&self, socket: &mut S) -> Result<(), E>
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
}
