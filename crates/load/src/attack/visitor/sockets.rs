//! What is done with WebSockets.

use std::{
    io::{self, ErrorKind, Read as _, Write as _},
    net::TcpStream,
    time::Duration,
};

use super::Hand;
use crate::{
    clock::now,
    dial::dial,
    http,
    swarm::{self, CLOSE, PING, PONG, TEXT},
    wire::{Say, Stream},
};

/// How much the kernel keeps for who reads nothing, in bytes.
const DEAF_BYTES: usize = 2_048;

/// How long somebody reads nothing. The server ends who does not answer pings after a minute.
const DEAF_FOR: Duration = Duration::from_secs(75);

/// Frames that a socket may send at once, and a second; and the pace at which they are sent.
const BURST: usize = 500;
const FRAMES_PER_SECOND: usize = 60;
const BEATS_PER_SECOND: usize = 10;

/// How long somebody talks without end before they come again.
const TALK_FOR: Duration = Duration::from_secs(30);

/// How long an answer is waited for.
const ANSWER_WITHIN: Duration = Duration::from_secs(2);

/// A socket whose upgrade was answered.
pub(super) struct Socket {
    stream: TcpStream,
    /// What has come and was not understood yet.
    heard: Vec<u8>,
    cookie: String,
    next_id: u32,
}

impl Hand {
    /// Opens a socket and says hello; notes why it is not let in.
    pub(super) fn open(
        &mut self,
        cookie: Option<&str>,
        receive_bytes: Option<usize>,
    ) -> Option<Socket> {
        match self.try_open(cookie, receive_bytes) {
            Ok(socket) => socket,
            Err(error) => {
                self.note(format!("not connected: {}", error.kind()));
                None
            }
        }
    }

    fn try_open(
        &mut self,
        cookie: Option<&str>,
        receive_bytes: Option<usize>,
    ) -> io::Result<Option<Socket>> {
        let server = self.shared.server;
        let mut stream = dial(server, self.origin.address, receive_bytes)?;
        stream.set_read_timeout(Some(10 * ANSWER_WITHIN))?;
        stream.set_write_timeout(Some(ANSWER_WITHIN))?;
        let upgrade = swarm::upgrade(server, "/ws", cookie);
        let head = upgrade.strip_suffix("\r\n").unwrap_or(&upgrade);
        stream.write_all(format!("{head}{}\r\n", self.origin.header()).as_bytes())?;
        let (mut head, mut byte) = (Vec::new(), [0]);
        while !head.ends_with(b"\r\n\r\n") {
            stream.read_exact(&mut byte)?;
            head.push(byte[0]);
        }
        let head = String::from_utf8_lossy(&head);
        let status = head.split(' ').nth(1).unwrap_or_default();
        self.note(status);
        if status != "101" {
            return Ok(None);
        }
        let cookie = cookie.map_or_else(|| http::cookie(&head).to_owned(), str::to_owned);
        let mut socket = Socket { stream, heard: Vec::new(), cookie, next_id: 1 };
        let client = self.lot.next();
        socket.say(Say::Hello { client, elsewhere: false })?;
        Ok(Some(socket))
    }

    /// Hears for so long; `false` when the socket has ended.
    pub(super) fn hear(&mut self, socket: &mut Socket, how_long: Duration) -> bool {
        let since = now();
        let mut scratch = [0; 4_096];
        loop {
            let left = how_long.saturating_sub(since.elapsed());
            if left.is_zero() || self.is_over() {
                return !self.is_over();
            }
            // It is never zero, which alone is refused.
            let _ = socket.stream.set_read_timeout(Some(left));
            match socket.stream.read(&mut scratch) {
                Ok(0) => {
                    self.note("ended");
                    return false;
                }
                Ok(n) => socket.heard.extend_from_slice(&scratch[..n]),
                Err(error) if is_waiting(&error) => continue,
                Err(_) => {
                    self.note("reset");
                    return false;
                }
            }
            if !self.understand(socket) {
                return false;
            }
        }
    }

    /// Takes note of the frames that are complete; `false` when the socket is closed.
    fn understand(&mut self, socket: &mut Socket) -> bool {
        let heard = std::mem::take(&mut socket.heard);
        let mut done = 0;
        let mut goes_on = true;
        while let Ok(Some((opcode, payload))) = swarm::frame(&heard[done..]) {
            let end = done + payload.end;
            let payload = &heard[done + payload.start..end];
            done = end;
            match opcode {
                TEXT if payload.starts_with(br#"{"t":"refused""#) => {
                    let text = String::from_utf8_lossy(payload);
                    let code = text.split(r#""code":""#).nth(1);
                    self.note(code.and_then(|rest| rest.split('"').next()).unwrap_or("refused"));
                }
                PING => {
                    let mut pong = Vec::new();
                    swarm::put_frame(0x80 | PONG, payload, &mut pong);
                    // That it is closed is heard next.
                    let _ = socket.stream.write_all(&pong);
                }
                CLOSE => {
                    let code = payload.get(..2).map_or(0, |it| u16::from_be_bytes([it[0], it[1]]));
                    self.note(format!("close {code}"));
                    goes_on = false;
                }
                _ => {}
            }
        }
        socket.heard.extend_from_slice(&heard[done..]);
        goes_on
    }
}

fn is_waiting(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut | ErrorKind::Interrupted)
}

impl Socket {
    fn id(&mut self) -> u32 {
        self.next_id += 1;
        self.next_id - 1
    }

    fn say(&mut self, say: Say<'_>) -> io::Result<()> {
        let mut text = Vec::new();
        say.write(self.id(), &mut text);
        self.send(&text)
    }

    /// The cookie of whoever it is.
    pub(super) fn cookie(&self) -> &str {
        &self.cookie
    }

    pub(super) fn follow_review(&mut self, review: &str) -> io::Result<()> {
        self.follow(Stream::Review(review))
    }

    fn follow(&mut self, stream: Stream<'_>) -> io::Result<()> {
        self.say(Say::Subscribe { stream, last: None })
    }

    fn send(&mut self, text: &[u8]) -> io::Result<()> {
        let mut frame = Vec::new();
        swarm::put_frame(0x80 | TEXT, text, &mut frame);
        self.stream.write_all(&frame)
    }
}

/// Follows all that there is and reads nothing of it.
pub(super) fn deaf(hand: &mut Hand) {
    let Some(mut socket) = hand.open(None, Some(DEAF_BYTES)) else {
        return hand.pause(ANSWER_WITHIN);
    };
    let reviews = hand.shared.prepared.large_reviews.clone();
    let tournament = hand.shared.prepared.tournament.clone();
    let mut follow = |hand: &mut Hand| -> io::Result<()> {
        socket.follow(Stream::Lobby)?;
        socket.follow(Stream::Tournament(&tournament))?;
        for review in &reviews {
            socket.follow(Stream::Review(review))?;
        }
        for _ in 0..20 {
            socket.follow(Stream::Game(&hand.game(0)))?;
        }
        Ok(())
    };
    // A client that is cut off while it speaks notices below.
    let _ = follow(hand);
    hand.pause(DEAF_FOR);
    hand.hear(&mut socket, Duration::from_millis(200));
}

/// What is asked for again and again, without being anybody.
fn chatter(hand: &mut Hand, socket: &mut Socket, out: &mut Vec<u8>) {
    let id = socket.id();
    let over = usize::from(hand.lot.below(4) == 0);
    let game = hand.game(over);
    let text = match hand.lot.below(12) {
        0..3 => format!(r#"{{"t":"subscribe","id":{id},"stream":"game:{game}","last":0}}"#),
        3 => format!(r#"{{"t":"unsubscribe","id":{id},"stream":"game:{game}"}}"#),
        4 => format!(r#"{{"t":"subscribe","id":{id},"stream":"lobby"}}"#),
        5 => format!(r#"{{"t":"unsubscribe","id":{id},"stream":"lobby"}}"#),
        6 => format!(r#"{{"t":"subscribe","id":{id},"stream":"me"}}"#),
        7 => format!(r#"{{"t":"move","id":{id},"game":"{game}","ply":0,"usi":"7g7f"}}"#),
        8 => format!(r#"{{"t":"resign","id":{id},"game":"{game}"}}"#),
        9 => {
            // Whatever may be dropped may be so nearly everywhere.
            let sfen = "4k4/9/9/9/9/9/9/9/4K4 b 2R2B4G4S4N4L18P 1";
            format!(r#"{{"t":"position","id":{id},"variant":"standard","sfen":"{sfen}"}}"#)
        }
        10 if hand.lot.below(2) == 0 => {
            let reviews = &hand.shared.clone().prepared.large_reviews;
            let review = hand.any(reviews);
            format!(r#"{{"t":"subscribe","id":{id},"stream":"review:{review}"}}"#)
        }
        10 => format!(r#"{{"t":"fly","id":{id},"to":"{}"}}"#, "x".repeat(3_900)),
        _ => format!(r#"{{"t":"ping","id":{id}}}"#),
    };
    swarm::put_frame(0x80 | TEXT, text.as_bytes(), out);
}

/// Says as much as may be said at once, and then more than may be said in the long run.
pub(super) fn talker(hand: &mut Hand) {
    let Some(mut socket) = hand.open(None, None) else { return hand.pause(ANSWER_WITHIN) };
    let since = now();
    let mut n_frames = BURST;
    while since.elapsed() < TALK_FOR {
        let mut frames = Vec::new();
        for _ in 0..n_frames {
            chatter(hand, &mut socket, &mut frames);
        }
        n_frames = FRAMES_PER_SECOND / BEATS_PER_SECOND;
        let sent = socket.stream.write_all(&frames);
        // What came meanwhile is read in any case: why it has ended, for one.
        let goes_on = hand.hear(&mut socket, Duration::from_secs(1) / BEATS_PER_SECOND as u32);
        if sent.is_err() || !goes_on {
            hand.note("talk broken off");
            return;
        }
    }
}

/// Becomes a guest, again each time as long as that is allowed, and takes all that guests may have.
pub(super) fn guest(hand: &mut Hand) {
    let known = hand.shared.guests.lock().clone();
    let cookie = (hand.n_rounds % 2 == 1).then(|| hand.any(&known).to_owned());
    let cookie = cookie.filter(|it| !it.is_empty());
    let Some(mut socket) = hand.open(cookie.as_deref(), None) else {
        return hand.pause(ANSWER_WITHIN);
    };
    let setup =
        r#"{"variant":"standard","clock":{"kind":"byoyomi","main_ms":600000,"byoyomi_ms":30000}}"#;
    let wishes: Vec<String> = (0..14)
        .map(|n| {
            let (id, own, game) = (socket.id(), hand.uuid(), hand.game(0));
            match n {
                0..6 => format!(r#"{{"t":"seek","id":{id},"seek":"{own}","setup":{setup}}}"#),
                6..10 => format!(r#"{{"t":"create","id":{id},"create":"{own}","setup":{setup}}}"#),
                10 => format!(
                    r#"{{"t":"play_engine","id":{id},"create":"{own}","level":8,"setup":{setup}}}"#
                ),
                11 => format!(r#"{{"t":"join","id":{id},"game":"{game}"}}"#),
                _ => format!(r#"{{"t":"chat","id":{id},"game":"{game}","text":"{own}"}}"#),
            }
        })
        .collect();
    for wish in wishes {
        if socket.send(wish.as_bytes()).is_err() {
            break;
        }
    }
    let mut guests = hand.shared.guests.lock();
    if cookie.is_none() && guests.len() < 200 {
        guests.push(socket.cookie.clone());
    }
    drop(guests);
    hand.hear(&mut socket, TALK_FOR);
}

/// Sends what is no frame, or too much of one.
pub(super) fn broken(hand: &mut Hand) {
    let Some(mut socket) = hand.open(None, None) else { return hand.pause(ANSWER_WITHIN) };
    let masked = |first: u8, payload: &[u8]| {
        let mut frame = Vec::new();
        swarm::put_frame(first, payload, &mut frame);
        frame
    };
    let abuse = match hand.n_rounds % 12 {
        0 => masked(0x81, &vec![b'['; 1 << 20]),
        // Four gigabytes are said to come.
        1 => [&[0x81, 0xFF][..], &(1_u64 << 32).to_be_bytes(), &[0; 4]].concat(),
        2 => masked(0x82, &[0; 4_096]).repeat(600),
        3 => [masked(0x01, b""), masked(0x00, b"").repeat(10_000)].concat(),
        4 => [masked(0x01, &[b' '; 4_000]), masked(0x00, &[b' '; 4_000]).repeat(100)].concat(),
        5 => masked(0x81, b"\xFF\xFE\xFD"),
        6 => masked(0xF1, b"{}"),
        7 => masked(0x83, b"{}"),
        8 => b"\x81\x02{}".to_vec(),
        9 => masked(0x89, &[0; 125]).repeat(2_000),
        10 => masked(0x81, "[".repeat(4_000).as_bytes()).repeat(600),
        _ => masked(0x81, b"{}").repeat(2_000),
    };
    // It may be closed before all is written.
    let _ = socket.stream.write_all(&abuse);
    hand.hear(&mut socket, ANSWER_WITHIN);
    drop(socket);
    hand.pause(3 * ANSWER_WITHIN);
}

/// Changes the reviews that the deaf ones follow.
pub(super) fn editor(hand: &mut Hand) {
    let (cookie, reviews) =
        (hand.shared.prepared.account.clone(), hand.shared.prepared.large_reviews.clone());
    let Some(mut socket) = hand.open(Some(&cookie), None) else { return hand.pause(ANSWER_WITHIN) };
    let review = reviews[hand.n_rounds % reviews.len()].clone();
    // A client that is cut off while it speaks notices below.
    let _ = socket.follow(Stream::Review(&review));
    let since = now();
    while since.elapsed() < TALK_FOR {
        for _ in 0..2 {
            // A step through the moves is kept with all of the review.
            let (id, node) = (socket.id(), hand.lot.below(super::COMMENTS));
            let edit = match hand.lot.below(8) {
                0 => {
                    format!(r#"{{"t":"comment","node":{node},"text":"{}"}}"#, "歩".repeat(1_000))
                }
                _ => format!(r#"{{"t":"look","node":{node}}}"#),
            };
            let frame = format!(r#"{{"t":"edit","id":{id},"review":"{review}","edit":{edit}}}"#);
            if socket.send(frame.as_bytes()).is_err() {
                return;
            }
        }
        if !hand.hear(&mut socket, Duration::from_millis(250)) {
            return;
        }
    }
}

/// Opens more sockets than there may be, and keeps one.
pub(super) fn more(hand: &mut Hand) {
    let sockets: Vec<_> = (0..3).map(|_| hand.open(None, None)).collect();
    let Some(mut kept) = sockets.into_iter().flatten().next() else {
        return hand.pause(5 * ANSWER_WITHIN);
    };
    hand.hear(&mut kept, TALK_FOR);
}
