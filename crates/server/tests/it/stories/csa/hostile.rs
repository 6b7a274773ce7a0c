//! Who means no good: floods, half lines, and lines without end.

use std::num::NonZeroU32;

use tokio::time::Instant;

use super::{agree, listens, play, playing, programs, secret, with_csa};
use crate::fixture::{Kind, TestServer, csa::CsaProgram};

async fn extended(server: &TestServer, name: &str) -> CsaProgram {
    let (_, own) = secret(server, name).await;
    let mut program = CsaProgram::connect(server.csa_address(), name).await;
    program.say(&format!("LOGIN {name} {own} x1")).await;
    program.hears_until("##[LOGIN] +OK x1").await;
    program
}

#[tokio::test]
async fn a_line_may_come_in_pieces_and_one_without_end_is_none() {
    let server = with_csa().await;
    let (_, own) = secret(&server, "minh-anh").await;
    let mut slow = CsaProgram::connect(server.csa_address(), "slow").await;
    for byte in format!("LOGIN minh-anh lobby-60-5,{own}\n").bytes() {
        slow.send(&[byte]).await;
    }
    slow.expects(&["LOGIN:minh-anh OK"]).await;
    // One that is longer than any move is cut, and one that never ends is not waited for.
    let mut endless = CsaProgram::connect(server.csa_address(), "endless").await;
    endless.send(&[b'x'; 60 << 10]).await;
    endless.send(b"\n").await;
    endless.expects(&["LOGIN:incorrect"]).await;
    endless.send(b"\xff\xfe\0 LOGIN\n").await;
    endless.expects(&["LOGIN:incorrect"]).await;
    endless.send(&[b'x'; 64 << 10]).await;
    endless.ends().await;
    slow.say("").await;
    slow.expects(&[""]).await;
}

#[tokio::test]
async fn half_a_move_of_who_is_gone_is_not_played() {
    let server = with_csa().await;
    let (mut sente, mut gote, code) = playing(&server, "600-10").await;
    play(&mut sente, &mut gote, &["+7776FU"]).await;
    gote.send(b"-3334FU").await;
    drop(gote);
    // The seat is kept, and nothing was played.
    sente.say("").await;
    sente.expects(&[""]).await;
    assert_eq!(server.game(code).await.ply, 1);
}

/// Each 8 KB of a line that does not end count as a line, so that an address sends no more of it
/// than of anything else.
#[tokio::test]
async fn a_line_without_end_is_read_no_faster_than_others() {
    let server = TestServer::with(Kind::Sqlite, |config| {
        listens(config);
        config.limits.messages_per_address = 10;
    })
    .await;
    let began = Instant::now();
    for _ in 0..5 {
        let mut endless = CsaProgram::connect(server.csa_address(), "endless").await;
        endless.send(&[b'x'; 64 << 10]).await;
        endless.ends().await;
    }
    // 20 at once, and 10 a second after that, for five times eight.
    assert!(began.elapsed().as_millis() >= 1_900, "{:?}", began.elapsed());
}

/// More than an address may say is read later, and all of it is answered.
#[tokio::test]
async fn a_flood_waits_its_turn_and_costs_nobody_a_game() {
    let server = TestServer::with(Kind::Sqlite, |config| {
        listens(config);
        config.limits.messages_per_address = 200;
    })
    .await;
    let (mut sente, mut gote) = programs(&server, "600-10").await;
    tokio::join!(agree(&mut sente), agree(&mut gote));
    let mut flood = CsaProgram::connect(server.csa_address(), "flood").await;
    let began = Instant::now();
    flood.send(&[b'\n'; 1_000]).await;
    play(&mut sente, &mut gote, &["+7776FU", "-3334FU"]).await;
    for _ in 0..1_000 {
        flood.expects(&[""]).await;
    }
    // 400 at once, and 200 a second after that.
    assert!(began.elapsed().as_secs() >= 2, "{:?}", began.elapsed());
    play(&mut sente, &mut gote, &["+2726FU"]).await;
}

#[tokio::test]
async fn questions_count_as_requests_of_the_address() {
    let server = TestServer::with(Kind::Sqlite, |config| {
        listens(config);
        config.limits.requests_per_minute = NonZeroU32::new(200).unwrap();
    })
    .await;
    let mut asks = extended(&server, "asks").await;
    let mut n_answered = 0;
    let refused = loop {
        asks.say("%%LIST").await;
        match asks.hears().await.unwrap() {
            line if line == "##[LIST] +OK" => n_answered += 1,
            line => break line,
        }
        assert!(n_answered < 1_000, "nobody counts");
    };
    assert_eq!(refused, "##[ERROR] too many requests; wait a minute and try again");
    assert!(n_answered > 100, "{n_answered}");
    // What costs nothing is still answered.
    asks.say("").await;
    asks.say("%%VERSION").await;
    asks.expects(&[""]).await;
    assert!(asks.hears().await.unwrap().starts_with("##[VERSION]"));
}
