//! The last words to a client.

use std::{error::Error, iter, sync::atomic::AtomicU32};

use futures_util::{SinkExt as _, StreamExt as _};
use komadai_live::{Goodbye, Limit};
use komadai_protocol::RefusalCode;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio_tungstenite::{
    WebSocketStream,
    tungstenite::{
        self, Message,
        protocol::{CloseFrame, frame::coding::CloseCode},
    },
};

use super::Session;
use crate::{
    refused::WireRefusal,
    render,
    websocket::{TooManyPieces, Unsent},
};

/// What a client has done that ends its connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    /// Far too many frames.
    Flood,
    /// A frame that is too long to be read.
    TooLong,
}

impl Fault {
    /// What a socket's error says of its client: nothing, or that what it sent is too long or in
    /// too many pieces.
    pub(super) fn of(error: &(dyn Error + 'static)) -> Option<Self> {
        let mut cause = Some(error);
        while let Some(error) = cause {
            match error.downcast_ref() {
                Some(tungstenite::Error::Capacity(_)) => return Some(Self::TooLong),
                Some(tungstenite::Error::Io(cause))
                    if cause.get_ref().is_some_and(|cause| cause.is::<TooManyPieces>()) =>
                {
                    Limit::Flood.reached();
                    return Some(Self::Flood);
                }
                _ => {}
            }
            cause = error.source();
        }
        None
    }
}

impl Session {
    /// Says why the connection ends, if it was not the client that ended it.
    pub(super) async fn say_goodbye<S: AsyncRead + AsyncWrite + Unpin>(
        &self,
        socket: &mut WebSocketStream<S>,
        mut unsent: Unsent,
    ) -> tungstenite::Result<()> {
        unsent.finish(socket).await?;
        if self.fault == Some(Fault::TooLong) {
            let refusal = render::refusal(None, &WireRefusal::new(RefusalCode::TooLong));
            socket.flush().await?;
            let refusal = iter::once(render::frame(&refusal));
            unsent.write_texts(socket, refusal, &AtomicU32::new(0)).await?;
        }
        let frame = match (self.fault, self.connection.goodbye()) {
            (Some(Fault::Flood), _) => Some((CloseCode::Policy, "too many messages")),
            (Some(Fault::TooLong), _) => Some((CloseCode::Size, "the message is too long")),
            (None, Some(Goodbye::TooSlow)) => {
                Some((CloseCode::Again, "the client reads too slowly"))
            }
            (None, Some(Goodbye::Stopping)) => {
                Some((CloseCode::Restart, "the server is restarting"))
            }
            (None, Some(Goodbye::SignedOut)) => Some((CloseCode::Policy, "signed out")),
            (None, Some(Goodbye::Banned)) => Some((CloseCode::Policy, "banned")),
            (None, None) => None,
        };
        let frame = frame.map(|(code, reason)| CloseFrame { code, reason: reason.into() });
        socket.send(Message::Close(frame)).await?;
        // A socket that is closed with something unread takes back what was sent last.
        while let Some(Ok(_)) = socket.next().await {}
        Ok(())
    }
}
