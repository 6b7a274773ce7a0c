//! Those who send more than anybody means, and those who say nothing at all.

use tokio::{
    io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufStream},
    net::TcpStream,
    time::{Instant, timeout},
};

use super::attacks_memory::{close_code, frame, raw};
use crate::fixture::{Kind, PATIENCE, TestServer};

/// Reads one answer to its end; its status.
async fn status(socket: &mut BufStream<TcpStream>) -> u16 {
    let (mut status, mut length) = (0, None);
    loop {
        let mut line = String::new();
        let read = timeout(PATIENCE, socket.read_line(&mut line)).await;
        read.expect("it is answered").unwrap();
        match line.trim_end().split_once([':', ' ']) {
            Some(("HTTP/1.1", rest)) => status = rest[..3].parse().unwrap(),
            Some((name, value)) if name.eq_ignore_ascii_case("content-length") => {
                length = value.trim().parse().ok();
            }
            Some(_) => {}
            None => break,
        }
    }
    let mut body = vec![0; length.expect("the answer says how long it is")];
    socket.read_exact(&mut body).await.unwrap();
    status
}

#[tokio::test]
async fn an_address_has_so_many_pages_a_minute() {
    /// As many as there are at once, and in a second.
    const PAGES: f64 = 12_000.0;
    const PAGES_PER_SECOND: f64 = 200.0;
    let server = TestServer::with(Kind::Sqlite, |config| config.server.trusted_proxies = 1).await;
    let ask =
        |path| format!("GET {path} HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 203.0.113.1\r\n\r\n");
    // A game's page, the first page, and whether the server is there: they count together. The last
    // is asked for most, so that a slow machine asks faster than it earns.
    let pages = ["/DNRnZ9U16K", "/"].map(ask).concat();
    let all = pages + &ask("/health/live").repeat(148);
    let mut socket = BufStream::new(TcpStream::connect(server.address).await.unwrap());
    let began = Instant::now();
    let (mut n_shown, mut n_refused) = (0.0, 0);
    while n_refused == 0 {
        socket.write_all(all.as_bytes()).await.unwrap();
        socket.flush().await.unwrap();
        for _ in 0..150 {
            match status(&mut socket).await {
                200 => n_shown += 1.0,
                429 => n_refused += 1,
                other => panic!("{other}"),
            }
        }
        // Two clocks are not quite one.
        let most = 1.01 * (PAGES + began.elapsed().as_secs_f64() * PAGES_PER_SECOND);
        assert!(n_shown <= most, "{n_shown} of {most}");
    }
    assert!(n_shown >= PAGES, "{n_shown}");
    let elsewhere = [("X-Forwarded-For", "203.0.113.2")];
    assert_eq!(server.get_with("/health/live", &elsewhere).await.status, 200);
}

#[tokio::test]
async fn a_socket_takes_so_many_bytes_in_whatever_frames_they_come() {
    let server = TestServer::with(Kind::Sqlite, |config| {
        // So slow that nothing is earned while the test runs.
        (config.limits.messages_per_second, config.limits.messages_burst) = (0, 100);
    })
    .await;
    let short = |first: u8, len: usize| [vec![first, 0x80 | len as u8], vec![0; 4 + len]].concat();
    let in_pieces = [short(0x01, 0), short(0x00, 0).repeat(14), short(0x80, 0)].concat();
    for (what, message) in [
        ("pings", short(0x89, 125)),
        ("answers to no ping", short(0x8A, 125)),
        ("nothing", short(0x81, 0)),
        ("nothing, in sixteen pieces", in_pieces),
        ("bytes that are no text", short(0x82, 125)),
        ("as much as may be said at once", frame(&" ".repeat(4_096))),
    ] {
        // A hundred are answered and two hundred forgiven.
        let mut socket = raw(server.address).await;
        socket.write_all(&message.repeat(310)).await.unwrap();
        assert_eq!(close_code(&mut socket).await, Some(1008), "{what}");
    }
}

/// Only with RUN_SLOW_TESTS: it takes more than a minute until two pings were not answered.
#[tokio::test]
async fn a_socket_that_answers_no_ping_is_closed() {
    if std::env::var_os("RUN_SLOW_TESTS").is_none() {
        return;
    }
    let server = TestServer::start().await;
    let mut answering = server.enter("somebody who answers").await;
    let mut silent = raw(server.address).await;
    let mut heard = Vec::new();
    tokio::select! {
        read = timeout(PATIENCE, silent.read_to_end(&mut heard)) => {
            read.expect("the silent one is closed").unwrap();
        }
        // It answers pings as long as it reads.
        message = answering.read() => panic!("{message:?}"),
    }
    let n_pings = heard.iter().filter(|byte| **byte == 0x89).count();
    assert!(n_pings >= 2, "{heard:?}");
    answering.now().await;
}
