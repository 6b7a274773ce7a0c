//! What takes a place that everybody shares, and keeps it: bodies that stand still, answers that
//! nobody reads, reviews that are open, and files and documents that are dear.

use std::{
    io::{Read as _, Write as _},
    time::Duration,
};

use serde_json::{Value, json};

use super::Hand;
use crate::{dial::dial, http::Request};

/// How much the kernel keeps for who reads nothing, in bytes.
const UNREAD_BYTES: usize = 2_048;

/// How large a body is said to be, and how much of it is sent before it stands still, in bytes.
const BODY_BYTES: usize = 4 << 20;
const SENT_BYTES: usize = 3_700_000;

/// How long a place is kept that nobody takes away.
const KEPT_FOR: Duration = Duration::from_secs(30);

/// Reviews that one guest makes and follows.
const REVIEWS: usize = 6;

const SECOND: Duration = Duration::from_secs(1);

/// Sends nearly all of a large file, and then nothing more.
pub(super) fn still_body(hand: &mut Hand) {
    let server = hand.shared.server;
    let Ok(mut stream) = dial(server, hand.origin.address, None) else {
        hand.note("not connected");
        return hand.pause(SECOND);
    };
    let head = format!(
        "POST /api/v1/me/imports?format=kif HTTP/1.1\r\nHost: {server}\r\nCookie: {}\r\n{}\
         Content-Length: {BODY_BYTES}\r\n\r\n",
        hand.shared.prepared.account,
        hand.origin.header()
    );
    // Where it is refused or cut early, that is read below.
    let _ = stream.set_write_timeout(Some(KEPT_FOR));
    let _ = stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(&[b'x'; SENT_BYTES]));
    read_status(hand, &mut stream);
    hand.pause(SECOND);
}

/// Asks for something large and reads nothing of it.
pub(super) fn unread(hand: &mut Hand) {
    let shared = hand.shared.clone();
    let path = match hand.n_rounds % 4 {
        0 => "/api/openapi.json".to_owned(),
        1 => shared.prepared.script.clone(),
        2 => format!("/api/v1/reviews/{}", hand.any(&shared.prepared.large_reviews)),
        _ => format!("/api/v1/tournaments/{}", shared.prepared.large_tournament),
    };
    let headers = hand.origin.header();
    let from = hand.origin.address;
    let request = Request { from, method: "GET", path: &path, headers: &headers, body: b"" };
    let asked = dial(shared.server, from, Some(UNREAD_BYTES)).and_then(|mut stream| {
        stream.write_all(request.head(shared.server).as_bytes())?;
        Ok(stream)
    });
    let Ok(mut stream) = asked else {
        hand.note("not connected");
        return hand.pause(SECOND);
    };
    hand.pause(KEPT_FOR);
    read_status(hand, &mut stream);
}

/// Reads how an answer begins, and notes it.
fn read_status(hand: &Hand, stream: &mut std::net::TcpStream) {
    let mut status = [0; 12];
    let _ = stream.set_read_timeout(Some(KEPT_FOR));
    match stream.read_exact(&mut status) {
        Ok(()) => hand.note(String::from_utf8_lossy(&status[9..])),
        Err(_) => hand.note("cut, or nothing said"),
    }
}

/// A guest makes reviews of their own, and keeps them open.
pub(super) fn open_reviews(hand: &mut Hand) {
    let Some(mut socket) = hand.open(None, None) else { return hand.pause(SECOND) };
    let draft = json!({ "tree": hand.shared.prepared.tree, "public": false }).to_string();
    let headers = format!("Cookie: {}\r\n", socket.cookie());
    for _ in 0..REVIEWS {
        let made = hand.ask_with("POST", "/api/v1/reviews", &headers, draft.as_bytes());
        let made = made.and_then(|it| it.json::<Value>().ok());
        let Some(review) = made.as_ref().and_then(|it| it["review"].as_str()) else { break };
        if socket.follow_review(review).is_err() {
            break;
        }
    }
    hand.hear(&mut socket, KEPT_FOR);
}

/// Asks for files of a large event.
pub(super) fn dear_files(hand: &mut Hand) {
    const FILES: [&str; 4] = ["turnering.txt", "standings.txt", "event.json", "games.csv"];
    let event = &hand.shared.prepared.large_tournament;
    let file = FILES[hand.n_rounds % FILES.len()];
    hand.ask_for_packed(&format!("/api/v1/tournaments/{event}/files/{file}"));
    hand.pause(SECOND / 10);
}

/// Asks for what is large and the same for everybody, packed and plain.
pub(super) fn documents(hand: &mut Hand) {
    let shared = hand.shared.clone();
    let path = match hand.n_rounds % 3 {
        0 => "/api/openapi.json".to_owned(),
        1 => format!("/api/v1/tournaments/{}", shared.prepared.large_tournament),
        _ => shared.prepared.script.clone(),
    };
    match hand.n_rounds % 2 {
        0 => hand.ask_for_packed(&path),
        _ => {
            hand.ask_with("GET", &path, "", b"");
        }
    }
}
