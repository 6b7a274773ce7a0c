//! What is asked over HTTP.

use std::{
    io::{Read as _, Write as _},
    time::Duration,
};

use serde::Deserialize;
use serde_json::{Value, json};

use super::{Hand, members};
use crate::{clock::now, dial::dial, http::Request};

/// How much the kernel keeps for who reads slowly, in bytes.
const SLOW_BYTES: usize = 2_048;

/// How long a slow one continues at most.
const SLOW_FOR: Duration = Duration::from_secs(60);

/// How often lists of games are asked for.
const LISTED_EVERY: Duration = Duration::from_secs(3);

const SECOND: Duration = Duration::from_secs(1);

/// Begins a request and says a byte of it a second.
pub(super) fn half_head(hand: &mut Hand) {
    let Ok(mut stream) = dial(hand.shared.server, hand.origin.address, None) else {
        hand.note("not connected");
        return hand.pause(SECOND);
    };
    let since = now();
    let begun =
        format!("GET /api/v1/site HTTP/1.1\r\nHost: x\r\n{}X-Nothing: ", hand.origin.header());
    let mut goes_on = stream.write_all(begun.as_bytes()).is_ok();
    while goes_on && since.elapsed() < SLOW_FOR && !hand.is_over() {
        hand.pause(SECOND);
        goes_on = stream.write_all(b"x").is_ok();
    }
    hand.note(if goes_on { "left alone" } else { "ended" });
}

/// Says that a large file comes, and sends very little of it.
pub(super) fn slow_body(hand: &mut Hand) {
    let server = hand.shared.server;
    let Ok(mut stream) = dial(server, hand.origin.address, None) else {
        hand.note("not connected");
        return hand.pause(SECOND);
    };
    let head = format!(
        "POST /api/v1/reviews/read HTTP/1.1\r\nHost: {server}\r\n{}Content-Length: {}\r\n\r\n",
        hand.origin.header(),
        4 << 20
    );
    let since = now();
    let mut goes_on = stream.write_all(head.as_bytes()).is_ok();
    while goes_on && since.elapsed() < SLOW_FOR && !hand.is_over() {
        goes_on = stream.write_all(&[b'x'; 100]).is_ok();
        hand.pause(SECOND);
    }
    hand.note(if goes_on { "left alone" } else { "ended" });
}

/// Asks for something large and reads a few bytes of it a second.
pub(super) fn slow_reader(hand: &mut Hand) {
    let shared = hand.shared.clone();
    let any = |of: &[String], hand: &mut Hand| hand.any(of).to_owned();
    let path = match hand.n_rounds % 6 {
        0 => format!("/reviews/{}/diagram.gif?width=800", any(&shared.prepared.long_reviews, hand)),
        1 => "/me/imports.zip?format=kif".to_owned(),
        2 => "/me/data.json".to_owned(),
        3 => format!("/reviews/{}", any(&shared.prepared.large_reviews, hand)),
        4 => format!("/reviews/{}/record.jkf", any(&shared.prepared.large_reviews, hand)),
        _ => format!("/games/{}/diagram.gif?width={}", hand.game(1), 100 + hand.lot.below(700)),
    };
    let headers = format!("Cookie: {}\r\n{}", shared.prepared.account, hand.origin.header());
    let path = format!("/api/v1{path}");
    let from = hand.origin.address;
    let request = Request { from, method: "GET", path: &path, headers: &headers, body: b"" };
    let asked = || {
        let mut stream = dial(shared.server, from, Some(SLOW_BYTES))?;
        stream.set_read_timeout(Some(SLOW_FOR))?;
        stream.write_all(request.head(shared.server).as_bytes())?;
        let mut status = [0; 12];
        stream.read_exact(&mut status)?;
        Ok::<_, std::io::Error>((stream, status))
    };
    let Ok((mut stream, status)) = asked() else {
        hand.note("closed");
        return hand.pause(SECOND);
    };
    let status = String::from_utf8_lossy(&status[9..]).into_owned();
    let (since, mut scratch) = (now(), [0; 64]);
    while status == "200" && since.elapsed() < SLOW_FOR && !hand.is_over() {
        if !matches!(stream.read(&mut scratch), Ok(1..)) {
            hand.note("ended");
            break;
        }
        hand.pause(SECOND);
    }
    hand.note(status);
    hand.pause(SECOND);
}

/// Asks for GIFs, each another one.
pub(super) fn gifs(hand: &mut Hand) {
    let width = 100 + hand.lot.below(701);
    let of = match hand.n_rounds % 3 {
        0 => {
            let reviews = hand.shared.prepared.long_reviews.clone();
            format!("reviews/{}", hand.any(&reviews))
        }
        _ => format!("games/{}", hand.game(1)),
    };
    hand.ask("GET", &format!("/api/v1/{of}/diagram.gif?width={width}"), b"");
    hand.pause(SECOND / 2);
}

/// Asks for pictures and records.
pub(super) fn files(hand: &mut Hand) {
    let file = match hand.lot.below(4) {
        0 => "diagram.svg".to_owned(),
        1 => "record.kif".to_owned(),
        2 => "record.ki2?lang=vi".to_owned(),
        _ => format!("diagram.png?width={}", 400 + hand.lot.below(400)),
    };
    let path = format!("/api/v1/games/{}/{file}", hand.game(1));
    hand.ask_for_packed(&path);
    hand.pause(SECOND / 2);
}

/// Imports files that are expensive to read.
pub(super) fn uploads(hand: &mut Hand) {
    let shared = hand.shared.clone();
    let Some((format, file)) =
        shared.prepared.dear_files.get(hand.n_rounds % shared.prepared.dear_files.len())
    else {
        return;
    };
    let path = if hand.n_rounds % 4 == 3 { "me/imports" } else { "reviews/read" };
    let answer = hand.ask("POST", &format!("/api/v1/{path}?format={format}"), file);
    hand.pause(if answer.is_some_and(|it| it.status == 429) { 2 * SECOND } else { SECOND });
}

/// Keeps, lists, hides and takes away reviews.
pub(super) fn reviews(hand: &mut Hand) {
    let shared = hand.shared.clone();
    if hand.n_rounds.is_multiple_of(5) {
        let draft = json!({ "tree": shared.prepared.tree, "public": false }).to_string();
        let made = hand.ask("POST", "/api/v1/reviews", draft.as_bytes());
        let made = made.and_then(|it| it.json::<Value>().ok());
        if let Some(review) = made.as_ref().and_then(|it| it["review"].as_str()) {
            hand.ask("DELETE", &format!("/api/v1/reviews/{review}"), b"");
        }
    } else {
        let path = format!("/api/v1/reviews/{}", hand.any(&shared.prepared.large_reviews));
        let terms = json!({ "public": hand.n_rounds.is_multiple_of(2) }).to_string();
        hand.ask("PUT", &path, terms.as_bytes());
    }
    hand.pause(SECOND);
}

/// Asks for everything that is kept, as one file.
pub(super) fn archives(hand: &mut Hand) {
    let files = ["me/imports.zip?format=kif", "me/data.json", "me/games.zip"];
    hand.ask("GET", &format!("/api/v1/{}", files[hand.n_rounds % files.len()]), b"");
    hand.pause(SECOND);
}

/// Tries passwords, of members and of nobody.
pub(super) fn sign_ins(hand: &mut Hand) {
    let who = match hand.lot.below(2) {
        0 => members::handle(hand.lot.below(96)),
        _ => format!("nobody-{}", hand.lot.below(100_000)),
    };
    let body = members::credentials(&who, "sai mật khẩu rồi");
    hand.ask_with("POST", "/api/v1/account/sign-in", "", body.as_bytes());
    hand.pause(2 * SECOND);
}

/// Registers one account after the other.
pub(super) fn registering(hand: &mut Hand) {
    let who = format!("thu-{:x}", hand.lot.next() >> 16);
    let body = members::credentials(&who, members::PASSWORD);
    hand.ask_with("POST", "/api/v1/account/register", "", body.as_bytes());
    hand.pause(SECOND);
}

/// Searches for what is expensive to find.
pub(super) fn searches(hand: &mut Hand) {
    let member = members::handle(hand.lot.below(96));
    let path = match hand.lot.below(8) {
        0 => format!("games?player={member}&result=lost&reason=illegal_move"),
        1 => "games?variant=minishogi&reason=declaration".to_owned(),
        2 => "games?handicap=2_piece&rated=false".to_owned(),
        3 => format!("games?after_ms={}&after={}", 1_u64 << 41, hand.uuid()),
        4 => format!("players/{member}/history?variant=standard"),
        5 => format!("players/{member}"),
        6 => {
            let reviews = &hand.shared.clone().prepared.large_reviews;
            format!("reviews/{}", hand.any(reviews))
        }
        _ => "reviews".to_owned(),
    };
    hand.ask_for_packed(&format!("/api/v1/{path}"));
    hand.pause(SECOND / 2);
}

/// Enters names in a tournament, and looks at it.
pub(super) fn tournaments(hand: &mut Hand) {
    let path = format!("/api/v1/tournaments/{}", hand.shared.prepared.tournament);
    let entry = json!({ "name": format!("Kỳ thủ {}", hand.lot.below(1_000_000)) });
    let act = json!({ "id": hand.uuid(), "act": { "t": "enter", "entry": entry }, "reason": "" });
    hand.ask("POST", &format!("{path}/acts"), act.to_string().as_bytes());
    hand.ask_for_packed(&path);
    hand.pause(SECOND);
}

/// Loads pages and files of the client as fast as it may.
pub(super) fn pages(hand: &mut Hand) {
    let path = match hand.lot.below(4) {
        0 => format!("/{}", hand.game(1)),
        1 => "/health/ready".to_owned(),
        2 => "/review".to_owned(),
        _ => "/".to_owned(),
    };
    hand.ask_with("GET", &path, "", b"");
    hand.pause(SECOND / 25);
}

/// Keeps the lists of games from which the others choose.
pub(super) fn lists(hand: &mut Hand) {
    #[derive(Deserialize)]
    struct GameList {
        games: Vec<Value>,
    }
    hand.pause(LISTED_EVERY);
    for (place, path) in ["/api/v1/watch", "/api/v1/games"].into_iter().enumerate() {
        let listed = hand.ask("GET", path, b"").and_then(|answer| answer.json::<GameList>().ok());
        let Some(GameList { games }) = listed else { continue };
        let code =
            |it: &Value| it["game"].as_str().or(it["game"]["game"].as_str()).map(str::to_owned);
        let codes: Vec<_> = games.iter().filter_map(code).collect();
        if !codes.is_empty() {
            hand.shared.games.lock()[place] = codes;
        }
    }
}
