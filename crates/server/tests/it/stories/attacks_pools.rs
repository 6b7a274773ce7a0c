//! Those who would keep for themselves what many share: three addresses take all they can of each
//! pool, and a member and another visitor are served all the same.

use std::{
    net::{Ipv4Addr, SocketAddr},
    time::Duration,
};

use komadai_ids::Code;
use komadai_protocol::StreamName;
use serde_json::json;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::{TcpSocket, TcpStream},
    time::timeout,
};

use super::{
    accounts::{PASSWORD, ask, register},
    attacks_memory::{COMMENTS_MAX, deaf_follower, follow, keep, with_large_review},
};
use crate::fixture::{Kind, PATIENCE, Tab, TestServer, http};

/// Addresses of this machine from which the greedy come.
const GREEDY: [Ipv4Addr; 3] =
    [Ipv4Addr::new(127, 3, 0, 1), Ipv4Addr::new(127, 3, 0, 2), Ipv4Addr::new(127, 3, 0, 3)];

async fn connect(server: SocketAddr, from: Ipv4Addr) -> TcpStream {
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(4_096).unwrap();
    socket.bind(SocketAddr::from((from, 0))).unwrap();
    socket.connect(server).await.unwrap()
}

/// A member with this handle; the cookie.
async fn member(server: &TestServer, handle: &str) -> String {
    let tab = Tab::open(server.address, handle, None).await;
    register(server, &tab.cookie, handle).await
}

/// Somebody signs in and somebody else registers.
async fn others_come_in(server: &TestServer) {
    let body = json!({ "handle": "haru", "password": PASSWORD });
    let page = ask(server, "", "sign-in", body).await;
    assert_eq!(page.status, 200, "{page:?}");
    member(server, "natsu").await;
}

/// Sends the head of an upload and most of it, and stops.
async fn begin_upload(server: SocketAddr, from: Ipv4Addr) -> TcpStream {
    let mut socket = connect(server, from).await;
    let head = format!(
        "POST /api/v1/me/imports HTTP/1.1\r\nHost: {server}\r\nContent-Type: text/plain\r\n\
         Content-Length: {}\r\n\r\n",
        4 << 20
    );
    socket.write_all(head.as_bytes()).await.unwrap();
    // The server reads no more of it than there is room for.
    let _ = timeout(Duration::from_secs(2), socket.write_all(&vec![b'x'; 3_700_000])).await;
    socket
}

#[tokio::test]
async fn uploads_that_stand_still_keep_nobody_from_signing_in() {
    let server = TestServer::start().await;
    member(&server, "haru").await;
    let mut stuck = Vec::new();
    for from in GREEDY.into_iter().cycle().take(9) {
        stuck.push(begin_upload(server.address, from).await);
    }
    others_come_in(&server).await;
    // They are cut once nothing has come of them for a while.
    for mut socket in stuck {
        let mut answer = Vec::new();
        let read = timeout(PATIENCE, socket.read_to_end(&mut answer)).await;
        assert!(read.is_ok(), "an upload that stands still is not waited for");
    }
}

/// Asks for a review of a megabyte again and again, and reads nothing of it.
async fn deaf_readers(server: SocketAddr, review: Code, n: usize) -> Vec<TcpStream> {
    let mut deaf = Vec::new();
    for from in GREEDY.into_iter().cycle().take(n) {
        let mut socket = connect(server, from).await;
        let path = format!("/api/v1/reviews/{review}");
        let head = format!("GET {path} HTTP/1.1\r\nHost: {server}\r\n\r\n");
        socket.write_all(head.as_bytes()).await.unwrap();
        deaf.push(socket);
    }
    deaf
}

#[tokio::test]
async fn answers_that_nobody_reads_keep_nobody_from_theirs() {
    let server = TestServer::with(Kind::Sqlite, |config| config.limits.chat_burst = 1_000).await;
    member(&server, "haru").await;
    let (_owner, review) = with_large_review(server.address).await;
    let _deaf = deaf_readers(server.address, review, 90).await;
    let path = format!("/api/v1/reviews/{review}");
    let page = http::get(server.address, &path, &[]).await;
    assert!(page.status == 200 && page.body.len() > 100_000, "{}", page.head);
    others_come_in(&server).await;
}

#[tokio::test]
async fn open_reviews_of_three_visitors_keep_nobody_from_theirs() {
    let server = TestServer::with(Kind::Sqlite, |config| config.limits.chat_burst = 1_000).await;
    // What is theirs takes all that visitors may have.
    let (mut greedy, first) = with_large_review(server.address).await;
    let mut reviews = vec![first];
    while reviews.len() < 8 {
        let page = keep(&mut greedy, COMMENTS_MAX).await;
        assert_eq!(page.status, 201, "{page:?}");
        reviews.push(page.json()["review"].as_str().unwrap().parse().unwrap());
    }
    let addresses = GREEDY.into_iter().chain([Ipv4Addr::new(127, 3, 0, 4)]);
    let mut deaf = Vec::new();
    for (from, review) in addresses.cycle().zip(reviews) {
        deaf.push(deaf_follower(server.address, from, StreamName::Review(review)).await);
    }
    let cookie = member(&server, "haru").await;
    let mut member = Tab::open(server.address, "haru", Some(cookie)).await;
    let page = keep(&mut member, COMMENTS_MAX).await;
    assert_eq!(page.status, 201, "{page:?}");
    let own = page.json()["review"].as_str().unwrap().parse().unwrap();
    follow(&mut member, own).await;
    let (mut visitor, own) = with_large_review(server.address).await;
    follow(&mut visitor, own).await;
}
