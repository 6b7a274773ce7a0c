//! `komadai doctor`: what it says about the machine, the database and the addresses.

use std::{
    io::{Read as _, Write as _},
    net::{SocketAddr, TcpListener},
    thread,
};

use komadai_server::version::VERSION;

use crate::{
    faults::wall_clock::libfaketime,
    fixture::{Kind, Launch, Program},
};

#[tokio::test]
async fn the_doctor_says_what_is_amiss() {
    let server = Program::start(Launch::on(Kind::Postgres).await).await;
    let address = server.address.to_string();
    let mut launch = Launch::on(Kind::Sqlite).await;
    launch.set("KOMADAI__SERVER__LISTEN", address.clone());
    let said = launch.command(&["doctor"]).await;
    assert!(said.contains("no database yet"), "{said}");
    assert!(said.contains(&format!("Komadai {VERSION} answers on {address}")), "{said}");
    assert!(said.contains("data durable"), "{said}");
    let said = launch.command(&["health"]).await;
    assert!(said.contains("\"ready\""), "{said}");
    launch.set("KOMADAI__SERVER__LISTEN", "127.0.0.1:1");
    let said = launch.refused(&["health"]).await;
    assert!(said.contains("nothing answers on 127.0.0.1:1"), "{said}");
    launch.set("KOMADAI__DATABASE__URL", "postgres://u:hunter2@127.0.0.1:1/none");
    let said = launch.refused(&["doctor"]).await;
    assert!(said.contains("WRONG") && said.contains("127.0.0.1:1/none"), "{said}");
    assert!(!said.contains("hunter2"), "{said}");
}

/// A program that gives everybody this answer.
fn another_program(answer: &'static str) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    thread::spawn(move || {
        for mut socket in listener.incoming().map_while(Result::ok) {
            // Who only looks whether anybody listens asks nothing.
            if socket.read(&mut [0; 1024]).is_ok_and(|n| n > 0) {
                socket.write_all(answer.as_bytes()).unwrap();
            }
        }
    });
    address
}

#[tokio::test]
async fn another_program_in_its_place_is_told_from_it() {
    let page = "HTTP/1.1 200 OK\r\nDate: Thu, 01 Jan 2026 00:00:00 GMT\r\nContent-Length: 9\r\n\
                Connection: close\r\n\r\nIt works!";
    let other = another_program(page);
    let mut launch = Launch::on(Kind::Sqlite).await;
    launch.set("KOMADAI__SERVER__LISTEN", other.to_string());
    launch.set("KOMADAI__SERVER__PUBLIC_URL", format!("http://{other}"));
    let said = launch.refused(&["doctor"]).await;
    assert!(said.contains(&format!("another program answers on {other}")), "{said}");
    let found = format!("something else than Komadai answers at http://{other} (status 200)");
    assert!(said.contains(&found), "{said}");
    assert!(said.contains(&format!("days ahead of that of http://{other}")), "{said}");

    // One that does not speak HTTP, and a proxy with nothing behind it.
    let other = another_program("220 mail.example ESMTP\r\n");
    let proxy = another_program("HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n");
    launch.set("KOMADAI__SERVER__LISTEN", other.to_string());
    launch.set("KOMADAI__SERVER__PUBLIC_URL", format!("http://{proxy}"));
    let said = launch.refused(&["doctor"]).await;
    assert!(said.contains(&format!("another program answers on {other}")), "{said}");
    assert!(said.contains("the proxy there does not reach the server"), "{said}");

    // One that says nothing may be the server itself, before its turn.
    let silent = TcpListener::bind("127.0.0.1:0").unwrap();
    let at = silent.local_addr().unwrap();
    launch.set("KOMADAI__SERVER__LISTEN", at.to_string());
    let said = launch.refused(&["doctor"]).await;
    assert!(said.contains(&format!("{at} gives no answer within")), "{said}");
    assert!(!said.contains("another program answers on"), "{said}");

    // Two servers, of which people reach the wrong one.
    let mut named = Launch::on(Kind::Sqlite).await;
    named.set("KOMADAI__SITE__CONTACT", "somebody else");
    let (here, there) =
        (Program::start(Launch::on(Kind::Sqlite).await).await, Program::start(named).await);
    launch.set("KOMADAI__SERVER__LISTEN", here.address.to_string());
    launch.set("KOMADAI__SERVER__PUBLIC_URL", format!("http://{}", there.address));
    let said = launch.refused(&["doctor"]).await;
    assert!(
        said.contains(&format!("another Komadai answers at http://{}", there.address)),
        "{said}"
    );
    launch.set("KOMADAI__SERVER__PUBLIC_URL", format!("http://{}", here.address));
    let said = launch.command(&["doctor"]).await;
    assert!(
        said.contains(&format!("Komadai {VERSION} answers at http://{}", here.address)),
        "{said}"
    );
}

async fn clock(kind: Kind) {
    let mut server = Program::start(Launch::on(kind).await).await;
    let address = server.address.to_string();
    let launch = server.launch();
    launch.set("KOMADAI__SERVER__LISTEN", address);
    let said = launch.command(&["doctor"]).await;
    assert!(said.contains("ok     the machine's clock"), "{said}");
    // As a command sees it whose clock was set since the server started.
    launch.set("LD_PRELOAD", libfaketime().display().to_string());
    launch.set("FAKETIME_DONT_FAKE_MONOTONIC", "1");
    launch.set("FAKETIME", "+270m");
    let said = launch.command(&["doctor"]).await;
    let ahead = "clock is 4 hours ahead of the time of the server that runs here";
    assert!(said.contains(ahead), "{said}");
    launch.set("FAKETIME", "-270m");
    let said = launch.refused(&["doctor"]).await;
    let behind = "clock is 4 hours behind the time at which a server last ran here";
    assert!(said.contains(behind), "{said}");
    if matches!(kind, Kind::Postgres) {
        assert!(said.contains("clock is 4 hours behind the database's"), "{said}");
    }
}

#[tokio::test]
async fn a_clock_that_was_set_is_noticed_on_sqlite() {
    clock(Kind::Sqlite).await;
}

#[tokio::test]
async fn a_clock_that_was_set_is_noticed_on_postgres() {
    clock(Kind::Postgres).await;
}
