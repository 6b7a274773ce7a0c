//! Clients that do what none should: the game beside them goes on, and each hears what it did.

use std::net::SocketAddr;

use komadai_protocol::{ClientMessage, RefusalCode, ServerMessage};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::{TcpSocket, TcpStream},
    time::{Instant, timeout},
};
use tokio_tungstenite::tungstenite::Message;

use crate::fixture::{Kind, PATIENCE, Tab, TestServer, clock, random, real_games, setup};

/// Sente and gote of a game, who play on while somebody misbehaves.
struct Table {
    sente: Tab,
    gote: Tab,
    moves: std::str::SplitWhitespace<'static>,
}

impl Table {
    async fn at(server: &TestServer) -> Self {
        let mut sente = server.enter("sente").await;
        let mut gote = server.enter("gote").await;
        let game = sente.create(setup(clock("10+30"))).await;
        gote.join(game).await;
        let moves = real_games()[0].moves.split_whitespace();
        Self { sente, gote, moves }
    }

    /// Both make a move, which the other sees.
    async fn plays_on(&mut self) {
        for _ in 0..2 {
            let usi = self.moves.next().expect("there are moves left");
            let ply = self.sente.view.ply;
            let (mover, other) = match ply % 2 {
                0 => (&mut self.sente, &mut self.gote),
                _ => (&mut self.gote, &mut self.sente),
            };
            mover.play(usi).await;
            other.sees_ply(ply + 1).await;
        }
    }
}

/// A socket on which the handshake is done, and nothing else.
async fn raw(address: SocketAddr) -> TcpStream {
    let mut socket = TcpStream::connect(address).await.unwrap();
    upgrade(&mut socket, address, "").await;
    socket
}

/// Asks for the upgrade; the status of the answer.
pub(crate) async fn upgrade(socket: &mut TcpStream, address: SocketAddr, headers: &str) -> u16 {
    let request = format!(
        "GET /ws HTTP/1.1\r\nHost: {address}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
         Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n{headers}\r\n"
    );
    socket.write_all(request.as_bytes()).await.unwrap();
    let mut head = Vec::new();
    let read = async {
        while !head.ends_with(b"\r\n\r\n") {
            head.push(socket.read_u8().await.unwrap());
        }
    };
    timeout(PATIENCE, read).await.expect("the upgrade is answered");
    let head = String::from_utf8_lossy(&head);
    head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0)
}

/// Reads until the server has closed the socket.
async fn until_closed(socket: &mut TcpStream) {
    let mut rest = Vec::new();
    let read = timeout(PATIENCE, socket.read_to_end(&mut rest)).await;
    // A reset is as good an end as any.
    let _ = read.expect("the server closes the socket");
}

#[tokio::test]
async fn half_frames_and_garbage() {
    let server = TestServer::start().await;
    let mut table = Table::at(&server).await;
    // The head of a text frame of 100 bytes, masked, and some of it; then the client is gone.
    let half = [0x81, 0x80 | 100, 1, 2, 3, 4, 5, 6, 7];
    for cut in 1..half.len() {
        let mut socket = raw(server.address).await;
        socket.write_all(&half[..cut]).await.unwrap();
    }
    // It stays, but says no more.
    let mut silent = raw(server.address).await;
    silent.write_all(&half).await.unwrap();
    table.plays_on().await;
    // No frames at all.
    for n in 0..50_u8 {
        let mut socket = raw(server.address).await;
        let garbage: Vec<u8> = (0..200).map(|_| random() as u8 ^ n).collect();
        socket.write_all(&garbage).await.unwrap();
    }
    // What breaks the rules of WebSocket for sure closes the socket: no mask, a reserved opcode,
    // text that is no UTF-8.
    for frame in [
        &[0x81, 2, b'{', b'}'][..],
        &[0x83, 0x80, 0, 0, 0, 0],
        &[0x81, 0x82, 0, 0, 0, 0, 0xff, 0xfe],
    ] {
        let mut socket = raw(server.address).await;
        socket.write_all(frame).await.unwrap();
        until_closed(&mut socket).await;
    }
    // Not even HTTP.
    let mut socket = TcpStream::connect(server.address).await.unwrap();
    socket.write_all(&[0x16, 3, 1, 2, 0, 1, 0, 1, 0xfc, 3, 3, b'\r', b'\n']).await.unwrap();
    until_closed(&mut socket).await;
    table.plays_on().await;
}

#[tokio::test]
async fn frames_that_are_too_long() {
    let server = TestServer::start().await;
    let mut table = Table::at(&server).await;
    let mut tab = server.enter("talker").await;
    tab.strict = false;
    let padding = " ".repeat(komadai_protocol::FRAME_BYTES_MAX - r#"{"t":"ping","id":900}"#.len());
    tab.send_raw(Message::text(format!(r#"{{"t":"ping","id":900}}{padding}"#))).await;
    let is_pong = |message: &ServerMessage| matches!(message, ServerMessage::Pong { id: 900, .. });
    tab.hears(|message| is_pong(message).then_some(())).await;

    tab.send_raw(Message::text(format!(r#"{{"t":"ping","id":901}}{padding} "#))).await;
    let too_long = tab
        .hears(|message| match message {
            ServerMessage::Refused { code, .. } => Some(*code),
            _ => None,
        })
        .await;
    assert_eq!(too_long, RefusalCode::TooLong);
    assert_eq!(tab.closed().await, Some(1009));

    // The length that a frame claims is not believed.
    let mut socket = raw(server.address).await;
    socket.write_all(&[0x81, 0xff, 0x7f, 0xff, 0xff, 0xff, 0, 0, 0, 0, 0, 0, 0, 0]).await.unwrap();
    until_closed(&mut socket).await;
    table.plays_on().await;
}

#[tokio::test]
async fn floods() {
    let server = TestServer::with(Kind::Sqlite, |config| {
        config.limits.messages_per_second = 20;
        config.limits.messages_burst = 100;
    })
    .await;
    let mut table = Table::at(&server).await;
    let mut tab = server.enter("flood").await;
    tab.strict = false;
    let (mut answered, mut too_fast) = (0, 0);
    for id in 1_000..1_200 {
        tab.deliver(&ClientMessage::Ping { id }).await;
    }
    for _ in 0..200 {
        match timeout(PATIENCE, tab.read()).await.expect("each is answered") {
            Some(ServerMessage::Pong { .. }) => answered += 1,
            Some(ServerMessage::Refused { code: RefusalCode::TooFast, .. }) => too_fast += 1,
            other => panic!("{other:?}"),
        }
    }
    assert!(answered >= 90 && too_fast > 0, "{answered} were answered, {too_fast} refused");
    table.plays_on().await;

    for id in 2_000..4_000 {
        tab.deliver(&ClientMessage::Ping { id }).await;
    }
    assert_eq!(tab.closed().await, Some(1008));
    table.plays_on().await;
    // A client that floods may come again.
    tab.reconnect(server.address).await;
}

#[tokio::test]
async fn pages_from_elsewhere() {
    let server = TestServer::start().await;
    let port = server.address.port();
    for (origin, status) in [
        ("http://evil.example", 403),
        ("https://komadai.evil.example", 403),
        ("null", 403),
        ("", 403),
        (&format!("http://127.0.0.1.evil.example:{port}"), 403),
        (&format!("http://localhost:{port}"), 101),
        (&format!("http://127.0.0.1:{port}"), 101),
        (&format!("http://[::1]:{port}"), 101),
    ] {
        let mut socket = TcpStream::connect(server.address).await.unwrap();
        let header = format!("Origin: {origin}\r\n");
        let answered = upgrade(&mut socket, server.address, &header).await;
        assert_eq!(answered, status, "Origin: {origin}");
    }
    // Programs send none.
    let mut socket = TcpStream::connect(server.address).await.unwrap();
    assert_eq!(upgrade(&mut socket, server.address, "").await, 101);
}

#[tokio::test]
async fn somebody_who_does_not_read() {
    let server = TestServer::with(Kind::Sqlite, |config| {
        config.limits.messages_per_second = 100_000;
        config.limits.messages_burst = 100_000;
        config.limits.chat_burst = 100_000;
    })
    .await;
    let mut table = Table::at(&server).await;
    let game = table.sente.the_game();

    // With little room on its side, so that what it does not read piles up at the server.
    let slow = TcpSocket::new_v4().unwrap();
    slow.set_recv_buffer_size(4096).unwrap();
    let mut slow = slow.connect(server.address).await.unwrap();
    assert_eq!(upgrade(&mut slow, server.address, "").await, 101);
    for frame in [
        r#"{"t":"hello","id":1,"protocol":1,"client":"1"}"#.to_owned(),
        format!(r#"{{"t":"subscribe","id":2,"stream":"game:{game}"}}"#),
    ] {
        let mut bytes = vec![0x81, 0x80 | 126, 0, frame.len() as u8, 0, 0, 0, 0];
        bytes.extend_from_slice(frame.as_bytes());
        slow.write_all(&bytes).await.unwrap();
    }
    // Others talk until the server has had enough of waiting. They watch too, so as to count.
    let mut talker = server.enter("talker").await;
    let began = Instant::now();
    while talker.look_at(game).await.watchers < 2 {
        assert!(began.elapsed() < PATIENCE, "the slow one does not watch");
    }
    let line = "あ".repeat(300);
    let mut lines = 0;
    while talker.look_at(game).await.watchers == 2 {
        for _ in 0..200 {
            talker.chat(&line).await.unwrap();
        }
        lines += 200;
        assert!(lines < 50_000, "{lines} lines are waiting for one that does not read");
        table.plays_on().await;
        talker.rest();
        table.sente.rest();
        table.gote.rest();
    }
    until_closed(&mut slow).await;
    table.plays_on().await;
    println!("one that does not read was let go after {lines} lines");
}
