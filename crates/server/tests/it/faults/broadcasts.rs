//! A game is entered while the server is killed: what was acknowledged is in the score once, and the
//! public sees all of it, wherever publishing was interrupted.

use komadai_review::Tree;
use serde_json::{Value, json};

use super::{
    asking::{goes_unheard, send},
    is_long,
};
use crate::fixture::{Kind, Launch, Program, until};

/// How many moves come at once.
const MOVES_AT_ONCE: usize = 5;

/// Moves that can be played for ever.
const MOVES: [&str; 4] = ["2h3h", "8b7b", "3h2h", "7b8b"];

async fn kill_it(kind: Kind) {
    let kills = if is_long() { 50 } else { 4 };
    let mut server = Program::start(Launch::on(kind).await).await;
    let visitor = server.enter("visitor").await;
    let body = json!({ "handle": "scorer", "password": "bảy con tốt đen", "declared": "5k" });
    let cookie = send(&server, &visitor.cookie, "POST", "/account/register", &body).await;
    let cookie = cookie.as_str().expect("a cookie").to_owned();
    let body = json!({
        "terms": { "title": "王将戦", "visibility": "public", "starts_ms": 1 },
        "boards": [{ "names": { "sente": "先", "gote": "後" } }],
    });
    let made = send(&server, &cookie, "POST", "/broadcasts", &body).await;
    let path = format!("/broadcasts/{}", made["broadcast"].as_str().unwrap());
    let page = send(&server, &cookie, "GET", &path, &Value::Null).await;
    let board = page["boards"][0]["board"].as_str().unwrap().to_owned();
    let entries = format!("{path}/boards/{board}/entries");

    for round in 0..kills {
        let first = round * MOVES_AT_ONCE;
        let sent: Vec<_> = (first..first + MOVES_AT_ONCE)
            .map(|n| {
                let id = format!("01930000-0000-7000-8000-{n:012}");
                json!({ "id": id, "entry": { "t": "move", "usi": MOVES[n % 4] } })
            })
            .collect();
        let body = json!({ "follows": first, "entries": sent });
        if round % 2 == 0 {
            // It dies while they are shown.
            send(&server, &cookie, "POST", &entries, &body).await;
        } else {
            // It dies while they are written; nobody hears how that went.
            goes_unheard(&server, &cookie, "POST", &entries, &body).await;
        }
        server.kill();
        server.restart().await;
        let written = send(&server, &cookie, "POST", &entries, &body).await;
        assert_eq!(written.get("refused"), None, "{written}");
        assert_eq!(written["last"], first + MOVES_AT_ONCE, "each of them is there once");
    }
    let n_moves = kills * MOVES_AT_ONCE;
    let score = send(&server, &cookie, "GET", &entries, &Value::Null).await;
    assert_eq!(score["entries"].as_array().unwrap().len(), n_moves);
    until("all of it is shown", || async {
        let page = send(&server, &cookie, "GET", &path, &Value::Null).await;
        page["boards"][0]["shown"]["plies"] == n_moves
    })
    .await;
    let review = send(&server, "", "GET", &format!("/reviews/{board}"), &Value::Null).await;
    let tree: Tree = serde_json::from_value(review["tree"].clone()).unwrap();
    let played: Vec<_> = tree.nodes.iter().filter_map(|it| it.usi.as_deref()).collect();
    let expected: Vec<_> = (0..n_moves).map(|n| MOVES[n % 4]).collect();
    assert_eq!(played, expected, "nothing is shown twice");
}

on_both_databases!(kill_it);
