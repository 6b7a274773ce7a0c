//! What is sent to a socket.

use std::{
    io::{self, Cursor},
    sync::atomic::{AtomicU32, Ordering::Relaxed},
};

use bytes::{Buf, Bytes, buf::Chain};
use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt as _};
use tokio_tungstenite::{
    WebSocketStream,
    tungstenite::{
        self,
        protocol::frame::{
            FrameHeader,
            coding::{Data, OpCode},
        },
    },
};

/// What is gathered before it is written, in bytes: more than a move's answer and its event.
const WRITE_BYTES: usize = 512;

/// A longer message is written from where it is shared, not copied to others.
const COPIED_BYTES_MAX: usize = 4096;

/// A message of text.
pub(super) const TEXT: OpCode = OpCode::Data(Data::Text);

/// What has not been written of messages that were to be sent.
#[derive(Debug)]
pub(crate) struct Unsent(Chain<Cursor<Vec<u8>>, Bytes>);

impl Unsent {
    pub(crate) fn nothing() -> Self {
        Self(Buf::chain(Cursor::new(Vec::new()), Bytes::new()))
    }

    /// Writes what is left and then messages of text, to a socket whose library has nothing to
    /// write. The library would copy them into a buffer of the socket's, which stays as large as the
    /// longest of them.
    ///
    /// `n_taken` counts how often the socket has taken something. If this is given up, a message may
    /// have been begun; [`finish`](Self::finish) writes the rest.
    pub(crate) async fn write_texts<S: AsyncRead + AsyncWrite + Unpin>(
        &mut self,
        socket: &mut WebSocketStream<S>,
        texts: impl Iterator<Item = Bytes>,
        n_taken: &AtomicU32,
    ) -> tungstenite::Result<()> {
        let stream = socket.get_mut();
        self.write(stream, n_taken).await?;
        self.gathered().reserve_exact(WRITE_BYTES);
        for text in texts {
            write_head(TEXT, text.len(), self.gathered());
            if text.len() > COPIED_BYTES_MAX {
                *self.0.last_mut() = text;
            } else {
                self.gathered().extend_from_slice(&text);
            }
            if self.0.remaining() >= WRITE_BYTES {
                self.write(stream, n_taken).await?;
            }
        }
        self.write(stream, n_taken).await?;
        *self = Self::nothing();
        Ok(stream.flush().await?)
    }

    /// What was begun by somebody else, of which this is left.
    pub(crate) fn begun(rest: Bytes) -> Self {
        Self(Buf::chain(Cursor::new(Vec::new()), rest))
    }

    /// Writes what is left of a message that was begun.
    pub(crate) async fn finish<S: AsyncRead + AsyncWrite + Unpin>(
        &mut self,
        socket: &mut WebSocketStream<S>,
    ) -> io::Result<()> {
        self.write(socket.get_mut(), &AtomicU32::new(0)).await
    }

    async fn write<S: AsyncWrite + Unpin>(
        &mut self,
        stream: &mut S,
        n_taken: &AtomicU32,
    ) -> io::Result<()> {
        while self.0.has_remaining() {
            if stream.write_buf(&mut self.0).await? == 0 {
                return Err(io::ErrorKind::WriteZero.into());
            }
            n_taken.fetch_add(1, Relaxed);
        }
        let gathered = self.0.first_mut();
        gathered.set_position(0);
        gathered.get_mut().clear();
        Ok(())
    }

    fn gathered(&mut self) -> &mut Vec<u8> {
        self.0.first_mut().get_mut()
    }
}

/// Writes the head of the frame of a message, which is a single frame.
pub(super) fn write_head(opcode: OpCode, len: usize, out: &mut Vec<u8>) {
    let header = FrameHeader { opcode, ..FrameHeader::default() };
    header.format(len as u64, out).expect("a vector takes everything");
}

#[cfg(test)]
mod tests {
    use futures_util::{FutureExt as _, SinkExt as _, StreamExt as _};
    use tokio::io::DuplexStream;
    use tokio_tungstenite::tungstenite::{Message, protocol::Role};

    use super::*;

    #[tokio::test]
    async fn texts_are_read_as_they_were_written() {
        let lengths = [0, 1, 125, 126, WRITE_BYTES, COPIED_BYTES_MAX, COPIED_BYTES_MAX + 1, 70_000];
        let texts: Vec<_> = lengths.map(|n| Bytes::from(vec![b'x'; n])).into();
        for fits_in in [1, 64, 5000, 1 << 20] {
            let (near, far) = tokio::io::duplex(fits_in);
            let mut near = WebSocketStream::from_raw_socket(near, Role::Server, None).await;
            let mut far = WebSocketStream::from_raw_socket(far, Role::Client, None).await;
            let n_taken = AtomicU32::new(0);
            let write = async {
                let mut unsent = Unsent::nothing();
                unsent.write_texts(&mut near, texts.iter().cloned(), &n_taken).await.unwrap();
                near.send(Message::Ping(Bytes::new())).await.unwrap();
            };
            let ((), read) = tokio::join!(write, read_until_ping(&mut far));
            assert!(read == texts, "{fits_in}");
            let n_bytes: usize = texts.iter().map(Bytes::len).sum();
            assert!(n_taken.into_inner() as usize >= n_bytes / fits_in);
        }
    }

    #[tokio::test]
    async fn a_message_that_was_begun_is_finished_before_the_last_words() {
        for len in [1000, 100_000] {
            let (near, far) = tokio::io::duplex(600);
            let mut near = WebSocketStream::from_raw_socket(near, Role::Server, None).await;
            let mut far = WebSocketStream::from_raw_socket(far, Role::Client, None).await;
            let texts = [300, len, 200].map(|n| Bytes::from(vec![b'x'; n]));
            let (mut unsent, n_taken) = (Unsent::nothing(), AtomicU32::new(0));
            let written = unsent.write_texts(&mut near, texts.iter().cloned(), &n_taken);
            assert_eq!(written.now_or_never().map(|it| it.is_ok()), None);
            let write = async {
                unsent.finish(&mut near).await.unwrap();
                near.send(Message::Ping(Bytes::new())).await.unwrap();
            };
            let ((), read) = tokio::join!(write, read_until_ping(&mut far));
            assert!(read == texts[..2], "{len}");
        }
    }

    async fn read_until_ping(socket: &mut WebSocketStream<DuplexStream>) -> Vec<Bytes> {
        let mut read = Vec::new();
        while let Message::Text(text) = socket.next().await.unwrap().unwrap() {
            read.push(Bytes::from(text));
        }
        read
    }
}
