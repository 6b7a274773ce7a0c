//! Who is let in, and what becomes of lines that nobody should send.

use serde_json::json;
use tokio::time::Instant;

use super::{program, programs, secret, with_csa};
use crate::{
    fixture::{TestServer, csa::CsaProgram},
    stories::{
        accounts::{PASSWORD, ask, code},
        programs::{as_program, token},
    },
};

#[tokio::test]
async fn only_the_account_and_its_secret_open_the_door() {
    let server = with_csa().await;
    let (cookie, own) = secret(&server, "minh-anh").await;
    let (_, other) = secret(&server, "duc-anh").await;
    assert!(own.len() <= 14, "{own}");
    // Alone it is, and it is good for nothing else.
    let both = json!({ "name": "x", "scopes": ["csa", "play"], "password": PASSWORD });
    assert_eq!(code(&ask(&server, &cookie, "tokens", both).await), (422, "bad_scopes".to_owned()));
    for bearer in [format!("Bearer {own}"), format!("Bearer komadai_{own}")] {
        let page = as_program(&server, &bearer, "GET", "/me/imports", "").await;
        assert_eq!(code(&page), (401, "bad_token".to_owned()));
    }
    let api = token(&server, &cookie, &["play"]).await;
    let api = api.trim_start_matches("Bearer ");

    let mut stranger = CsaProgram::connect(server.csa_address(), "stranger").await;
    for line in [
        format!("LOGIN minh-anh lobby-60-5,{other}"),
        format!("LOGIN duc-anh lobby-60-5,{own}"),
        format!("LOGIN minh-anh lobby-60-5,{api}"),
        format!("LOGIN minh-anh lobby-60-5,{PASSWORD}"),
        format!("LOGIN minh-anh floodgate-60-5,{own}"),
        format!("LOGIN nobody-here lobby-60-5,{own}"),
        "LOGIN minh-anh".to_owned(),
        "AGREE".to_owned(),
        "GET / HTTP/1.1".to_owned(),
    ] {
        stranger.say(&line).await;
        stranger.expects(&["LOGIN:incorrect"]).await;
    }
    // The same connection may still be right.
    stranger.send(b"\r\n").await;
    stranger.expects(&[""]).await;
    stranger.send(format!("LOGIN minh-anh lobby-60-5,{own}\r\n").as_bytes()).await;
    stranger.expects(&["LOGIN:minh-anh OK"]).await;
}

/// Guesses until nothing more is looked at, on a connection for each guess; how often it was.
async fn guess(server: &TestServer) -> u64 {
    let mut n_looked_at = 0;
    loop {
        let mut guesser = CsaProgram::connect(server.csa_address(), "guesser").await;
        guesser.say("LOGIN minh-anh lobby-60-5,aaaaaaaaaaaaaa").await;
        guesser.expects(&["LOGIN:incorrect"]).await;
        guesser.say("").await;
        if guesser.hears().await.is_none() {
            return n_looked_at;
        }
        n_looked_at += 1;
        assert!(n_looked_at < 1_000, "nobody counts");
    }
}

#[tokio::test]
async fn who_guesses_is_let_go() {
    let server = with_csa().await;
    let (_, own) = secret(&server, "minh-anh").await;
    let began = Instant::now();
    let n_looked_at = guess(&server).await;
    // One more every three seconds, which a busy machine may take.
    let n_more = began.elapsed().as_secs() / 3;
    assert!((20..=20 + n_more).contains(&n_looked_at), "{n_looked_at}");
    // Not even a right guess is one then, unless those three seconds have just passed.
    for _ in 0..5 {
        let mut next = CsaProgram::connect(server.csa_address(), "next").await;
        next.say(&format!("LOGIN minh-anh lobby-60-5,{own}")).await;
        if next.hears().await.as_deref() == Some("LOGIN:incorrect") {
            return;
        }
        guess(&server).await;
    }
    panic!("a new connection always has one more guess");
}

/// As after a restart of the server.
#[tokio::test]
async fn many_programs_at_one_address_log_in_at_once() {
    let server = with_csa().await;
    let mut secrets = Vec::new();
    for n in 0..30 {
        let handle = format!("engine-no-{n}");
        let (_, own) = secret(&server, &handle).await;
        secrets.push((handle, own));
    }
    let log_in = async |(handle, own): &(String, String)| {
        let mut program = CsaProgram::connect(server.csa_address(), handle).await;
        program.say(&format!("LOGIN {handle} lobby-60-5,{own}")).await;
        program.expects(&[&format!("LOGIN:{handle} OK")]).await;
    };
    futures_util::future::join_all(secrets.iter().map(log_in)).await;
}

/// Whoever plays short games, and many programs behind one address.
#[tokio::test]
async fn who_is_right_logs_in_as_often_as_games_are_short() {
    let server = with_csa().await;
    let (_, own) = secret(&server, "minh-anh").await;
    let (_, other) = secret(&server, "duc-anh").await;
    let log_in = async |handle: &str, own: &str| {
        let mut program = CsaProgram::connect(server.csa_address(), handle).await;
        program.say(&format!("LOGIN {handle} lobby-60-5,{own}")).await;
        program.hears().await.unwrap()
    };
    let began = Instant::now();
    let mut n_in = 0;
    while log_in("minh-anh", &own).await == "LOGIN:minh-anh OK" {
        n_in += 1;
        assert!(n_in < 1_000, "nobody counts");
    }
    let n_more = began.elapsed().as_secs() / 3;
    assert!((20..=20 + n_more).contains(&n_in), "{n_in}");
    // Others of the same address log in all the same.
    assert_eq!(log_in("duc-anh", &other).await, "LOGIN:duc-anh OK");
}

#[tokio::test]
async fn a_secret_that_is_taken_back_ends_the_connection() {
    let server = with_csa().await;
    let (cookie, own) = secret(&server, "minh-anh").await;
    let mut program = program(server.csa_address(), "minh-anh", &own, "lobby-60-5").await;
    let page = server.get_with("/api/v1/account/tokens", &[("Cookie", &cookie)]).await.json();
    assert_eq!(page["tokens"][0]["scopes"], json!(["csa"]));
    let id = page["tokens"][0]["id"].as_str().unwrap().to_owned();
    let path = format!("/api/v1/account/tokens/{id}");
    assert_eq!(server.request("DELETE", &path, &[("Cookie", &cookie)], "").await.status, 204);
    program.ends().await;
}

#[tokio::test]
async fn a_newer_login_takes_the_place_of_an_older() {
    let server = with_csa().await;
    let (_, own) = secret(&server, "minh-anh").await;
    let mut old = program(server.csa_address(), "minh-anh", &own, "lobby-60-5").await;
    let mut new = program(server.csa_address(), "minh-anh", &own, "lobby-60-5").await;
    old.ends().await;
    new.say("").await;
    new.expects(&[""]).await;
}

/// ShogiHome's bridge logs in for its next game some milliseconds after it has said goodbye.
#[tokio::test]
async fn a_goodbye_that_crosses_with_the_next_login_is_answered() {
    let server = with_csa().await;
    let (_, own) = secret(&server, "minh-anh").await;
    let mut old = program(server.csa_address(), "minh-anh", &own, "lobby-60-5").await;
    for _ in 0..4 {
        let mut new = program(server.csa_address(), "minh-anh", &own, "lobby-60-5").await;
        // It has taken its place by now.
        new.say("").await;
        new.expects(&[""]).await;
        old.say("").await;
        old.say("AGREE").await;
        old.say("LOGOUT").await;
        old.expects(&["", "LOGOUT:completed"]).await;
        old.ends().await;
        old = new;
    }
}

#[tokio::test]
async fn lines_that_nobody_should_send_change_nothing() {
    let server = with_csa().await;
    let (mut sente, mut gote) = programs(&server, "600-0").await;
    tokio::join!(sente.starts(), gote.starts());
    sente.say("HELLO").await;
    sente.expects(&["##[ERROR] unknown command: HELLO"]).await;
    sente.say("%%WHO").await;
    sente.expects(&["##[ERROR] unknown command: %%WHO"]).await;
    // A blank is no sign of life that is answered, and no move.
    sente.say(" ").await;
    sente.say("%%%CHAT hello").await;
    let long = format!("+7776FU,'* 30 {}", "+7776FU ".repeat(4_000));
    sente.say(&long).await;
    for program in [&mut sente, &mut gote] {
        program.hears_move("+7776FU").await;
    }
    // A move before its turn waits for it; one that is said twice is said once.
    sente.say("+7776FU").await;
    sente.say("+2726FU").await;
    sente.say("").await;
    sente.expects(&[""]).await;
    gote.say("-3334FU").await;
    for program in [&mut sente, &mut gote] {
        program.hears_move("-3334FU").await;
        assert!(program.hears().await.unwrap().starts_with("+2726FU,T"));
    }
}
