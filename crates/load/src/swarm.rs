//! Thousands of WebSocket clients in one thread.
//!
//! A load generator shares the machine with the server that it measures, so it has to cost little.
//! Here a client is a socket and two buffers that are empty nearly always, and all of them are
//! waited for together. What arrives is handed out in batches, with the instant at which it was
//! read. Only what a server of ours does is understood: text frames in one piece, pings, closing.

use std::{
    io::{self, Read as _, Write as _},
    net::{Ipv4Addr, SocketAddr, TcpStream},
    ops::Range,
    time::{Duration, Instant},
};

use rustix::{
    event::{Timespec, epoll},
    fd::OwnedFd,
    io::Errno,
};

use crate::{clock::now, dial::dial, http};

/// How much one socket is read at once, in bytes.
const READ_BYTES: usize = 64 * 1024;

/// How many sockets are looked at before what they said is handed out.
const EVENTS_AT_ONCE: usize = 256;

/// No frame of a server is longer.
const FRAME_BYTES_MAX: usize = 1 << 20;

pub(crate) const TEXT: u8 = 1;
pub(crate) const CLOSE: u8 = 8;
pub(crate) const PING: u8 = 9;
pub(crate) const PONG: u8 = 10;

/// One client. Numbers are given out in order and never again.
pub(crate) type Id = usize;

/// All clients.
pub(crate) struct Swarm {
    epoll: OwnedFd,
    server: SocketAddr,
    sockets: Vec<Option<Socket>>,
    ready: Vec<epoll::Event>,
    scratch: Vec<u8>,
    frame: Vec<u8>,
    n_open: usize,
}

#[derive(Debug)]
struct Socket {
    stream: TcpStream,
    upgraded: bool,
    /// The beginning of a frame whose end has not arrived.
    partial: Vec<u8>,
    /// What the kernel would not take yet.
    unsent: Vec<u8>,
}

/// What has arrived, in order.
#[derive(Debug, Default)]
pub(crate) struct Inbox {
    bytes: Vec<u8>,
    items: Vec<Arrival>,
}

/// One thing that has arrived.
#[derive(Clone, Debug)]
pub(crate) struct Arrival {
    /// At which client.
    pub(crate) at: Id,
    /// When it was read.
    pub(crate) when: Instant,
    pub(crate) what: What,
}

#[derive(Clone, Debug)]
pub(crate) enum What {
    /// The server speaks WebSocket from now on. With the cookie it gave, if it gave one.
    Open(Range<usize>),
    /// A text frame.
    Text(Range<usize>),
    /// The connection is gone.
    Closed,
}

impl Inbox {
    /// How many things.
    pub(crate) fn len(&self) -> usize {
        self.items.len()
    }

    /// The `n`th thing.
    pub(crate) fn item(&self, n: usize) -> Arrival {
        self.items[n].clone()
    }

    /// The text of a thing.
    pub(crate) fn text(&self, range: &Range<usize>) -> &[u8] {
        self.bytes.get(range.clone()).unwrap_or_default()
    }

    fn clear(&mut self) {
        self.bytes.clear();
        self.items.clear();
    }

    fn keep(&mut self, at: Id, when: Instant, text: &[u8], what: fn(Range<usize>) -> What) {
        let start = self.bytes.len();
        self.bytes.extend_from_slice(text);
        self.items.push(Arrival { at, when, what: what(start..self.bytes.len()) });
    }
}

impl Swarm {
    /// No clients yet, for the server at this address.
    pub(crate) fn new(server: SocketAddr) -> io::Result<Self> {
        Ok(Self {
            epoll: epoll::create(epoll::CreateFlags::CLOEXEC)?,
            server,
            sockets: Vec::new(),
            ready: Vec::with_capacity(EVENTS_AT_ONCE),
            scratch: vec![0; READ_BYTES],
            frame: Vec::new(),
            n_open: 0,
        })
    }

    /// How many clients are connected, or on their way.
    pub(crate) fn n_open(&self) -> usize {
        self.n_open
    }

    /// Connects one more client.
    pub(crate) fn connect(
        &mut self,
        path: &str,
        from: Ipv4Addr,
        cookie: Option<&str>,
    ) -> io::Result<Id> {
        self.connect_to(self.server, path, from, cookie)
    }

    /// Connects one more client, to another server.
    pub(crate) fn connect_to(
        &mut self,
        server: SocketAddr,
        path: &str,
        from: Ipv4Addr,
        cookie: Option<&str>,
    ) -> io::Result<Id> {
        let mut stream = dial(server, from, None)?;
        stream.write_all(upgrade(server, path, cookie).as_bytes())?;
        stream.set_nonblocking(true)?;
        let id = self.sockets.len();
        epoll::add(
            &self.epoll,
            &stream,
            epoll::EventData::new_u64(id as u64),
            epoll::EventFlags::IN,
        )?;
        let socket = Socket { stream, upgraded: false, partial: Vec::new(), unsent: Vec::new() };
        self.sockets.push(Some(socket));
        self.n_open += 1;
        Ok(id)
    }

    /// Cuts a client's connection without a word.
    pub(crate) fn cut(&mut self, id: Id) {
        if self.sockets.get_mut(id).is_some_and(|socket| socket.take().is_some()) {
            self.n_open -= 1;
        }
    }

    /// Sends a text frame. To a client that is gone it is not sent.
    pub(crate) fn send(&mut self, id: Id, text: &[u8]) {
        self.send_frame(id, TEXT, text);
    }

    fn send_frame(&mut self, id: Id, opcode: u8, payload: &[u8]) {
        let Some(Some(socket)) = self.sockets.get_mut(id) else { return };
        let frame = &mut self.frame;
        frame.clear();
        put_frame(0x80 | opcode, payload, frame);
        if !socket.unsent.is_empty() {
            socket.unsent.extend_from_slice(frame);
            return;
        }
        let sent = match socket.stream.write(frame) {
            Ok(sent) => sent,
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => 0,
            // Reading tells that the connection is gone.
            Err(_) => return,
        };
        if sent < frame.len() {
            socket.unsent.extend_from_slice(&frame[sent..]);
            let both = epoll::EventFlags::IN | epoll::EventFlags::OUT;
            let data = epoll::EventData::new_u64(id as u64);
            // When this fails the connection is gone, and reading tells.
            let _ = epoll::modify(&self.epoll, &socket.stream, data, both);
        }
    }

    /// Waits until something arrives, `timeout` at most, and puts what did into `inbox`.
    pub(crate) fn wait(&mut self, inbox: &mut Inbox, timeout: Duration) -> io::Result<()> {
        inbox.clear();
        let timeout = Timespec {
            tv_sec: i64::try_from(timeout.as_secs()).unwrap_or(i64::MAX),
            tv_nsec: timeout.subsec_nanos().into(),
        };
        let mut ready = std::mem::take(&mut self.ready);
        ready.clear();
        match epoll::wait(&self.epoll, rustix::buffer::spare_capacity(&mut ready), Some(&timeout)) {
            Ok(_) | Err(Errno::INTR) => {}
            Err(error) => return Err(error.into()),
        }
        for event in &ready {
            let id = event.data.u64() as Id;
            let flags = event.flags;
            if flags.contains(epoll::EventFlags::OUT) {
                self.flush(id);
            }
            self.read(id, inbox);
        }
        self.ready = ready;
        Ok(())
    }

    fn flush(&mut self, id: Id) {
        let Some(Some(socket)) = self.sockets.get_mut(id) else { return };
        match socket.stream.write(&socket.unsent) {
            Ok(sent) => {
                socket.unsent.drain(..sent);
            }
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
            // Reading tells that the connection is gone.
            Err(_) => socket.unsent.clear(),
        }
        if socket.unsent.is_empty() {
            let data = epoll::EventData::new_u64(id as u64);
            // When this fails the connection is gone, and reading tells.
            let _ = epoll::modify(&self.epoll, &socket.stream, data, epoll::EventFlags::IN);
        }
    }

    fn read(&mut self, id: Id, inbox: &mut Inbox) {
        let Some(Some(socket)) = self.sockets.get_mut(id) else { return };
        let mut scratch = std::mem::take(&mut self.scratch);
        let outcome = match socket.stream.read(&mut scratch) {
            Ok(0) => Err(()),
            Ok(n) if socket.partial.is_empty() => {
                let done = self.take(id, &scratch[..n], inbox);
                if let (Ok(done), Some(Some(socket))) = (done, self.sockets.get_mut(id)) {
                    socket.partial.extend_from_slice(&scratch[done..n]);
                }
                done.map(drop)
            }
            Ok(n) => {
                let mut bytes = std::mem::take(&mut socket.partial);
                bytes.extend_from_slice(&scratch[..n]);
                let done = self.take(id, &bytes, inbox);
                if let (Ok(done), Some(Some(socket))) = (done, self.sockets.get_mut(id))
                    && done < bytes.len()
                {
                    bytes.drain(..done);
                    socket.partial = bytes;
                }
                done.map(drop)
            }
            Err(error)
                if matches!(
                    error.kind(),
                    io::ErrorKind::WouldBlock | io::ErrorKind::Interrupted
                ) =>
            {
                Ok(())
            }
            Err(_) => Err(()),
        };
        self.scratch = scratch;
        if outcome.is_err() {
            self.cut(id);
            inbox.items.push(Arrival { at: id, when: now(), what: What::Closed });
        }
    }

    /// Takes whole frames off `bytes`; how many bytes they were, or that this is the end.
    fn take(&mut self, id: Id, bytes: &[u8], inbox: &mut Inbox) -> Result<usize, ()> {
        let when = now();
        let mut done = 0;
        let upgraded =
            self.sockets.get(id).and_then(Option::as_ref).is_some_and(|socket| socket.upgraded);
        if !upgraded {
            let Some(end) = bytes.windows(4).position(|it| it == b"\r\n\r\n") else {
                return Ok(0);
            };
            done = end + 4;
            let answer = String::from_utf8_lossy(&bytes[..end]);
            if !answer.starts_with("HTTP/1.1 101") {
                return Err(());
            }
            inbox.keep(id, when, http::cookie(&answer).as_bytes(), What::Open);
            if let Some(Some(socket)) = self.sockets.get_mut(id) {
                socket.upgraded = true;
            }
        }
        while let Some((opcode, payload)) = frame(&bytes[done..])? {
            let end = done + payload.end;
            let payload = &bytes[done + payload.start..end];
            match opcode {
                TEXT => inbox.keep(id, when, payload, What::Text),
                PING => self.send_frame(id, PONG, payload),
                CLOSE => return Err(()),
                _ => {}
            }
            done = end;
        }
        Ok(done)
    }
}

/// What is asked to speak WebSocket from then on.
pub(crate) fn upgrade(server: SocketAddr, path: &str, cookie: Option<&str>) -> String {
    let cookie = cookie.map(|cookie| format!("Cookie: {cookie}\r\n")).unwrap_or_default();
    format!(
        "GET {path} HTTP/1.1\r\nHost: {server}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
         Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n{cookie}\r\n"
    )
}

/// Appends a client's frame that begins with this byte.
pub(crate) fn put_frame(first: u8, payload: &[u8], out: &mut Vec<u8>) {
    out.push(first);
    match payload.len() {
        len @ 0..126 => out.push(0x80 | len as u8),
        len @ 126..65_536 => {
            out.push(0x80 | 126);
            out.extend_from_slice(&(len as u16).to_be_bytes());
        }
        len => {
            out.push(0x80 | 127);
            out.extend_from_slice(&(len as u64).to_be_bytes());
        }
    }
    // The mask: all zeros, so the payload stays as it is. The server has its work all the same.
    out.extend_from_slice(&[0; 4]);
    out.extend_from_slice(payload);
}

/// The first frame's kind and where its payload is; `None` when its end has not arrived.
pub(crate) fn frame(bytes: &[u8]) -> Result<Option<(u8, Range<usize>)>, ()> {
    let &[head, len, ref rest @ ..] = bytes else { return Ok(None) };
    let (start, len) = match (len, rest) {
        (126, &[high, low, ..]) => (4, usize::from(u16::from_be_bytes([high, low]))),
        (127, &[a, b, c, d, e, f, g, h, ..]) => {
            let len = u64::from_be_bytes([a, b, c, d, e, f, g, h]);
            (10, usize::try_from(len).map_err(|_| ())?)
        }
        (126 | 127, _) => return Ok(None),
        (len, _) => (2, usize::from(len)),
    };
    if len > FRAME_BYTES_MAX {
        return Err(());
    }
    Ok((bytes.len() >= start + len).then_some((head & 15, start..start + len)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_are_told_apart() {
        let mut bytes = vec![0x81, 2, b'h', b'i', 0x89, 0];
        bytes.extend_from_slice(&[0x81, 126, 1, 0]);
        bytes.extend_from_slice(&[b'x'; 256]);
        assert_eq!(frame(&bytes), Ok(Some((TEXT, 2..4))));
        assert_eq!(frame(&bytes[4..]), Ok(Some((PING, 2..2))));
        assert_eq!(frame(&bytes[6..]), Ok(Some((TEXT, 4..260))));
        for cut in 7..bytes.len() {
            assert_eq!(frame(&bytes[6..cut]), Ok(None), "{cut}");
        }
        assert_eq!(frame(&[0x81, 127, 1, 0, 0, 0, 0, 0, 0, 0]), Err(()));
    }
}
