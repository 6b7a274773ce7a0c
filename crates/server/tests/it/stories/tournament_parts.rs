//! The page of a large tournament, which comes in parts.

use std::num::NonZeroU32;

use serde_json::{Value, json};

use super::{
    ratings::member,
    tournaments::{Desk, post, settings},
};
use crate::fixture::{Kind, Tab, TestServer, both_servers, http::Page, uuid};

/// A round robin at real boards, of which only the last board of the first round and the last round
/// have no results.
async fn round_robin<'s>(server: &'s TestServer, organiser: &Tab, n_players: usize) -> Desk<'s> {
    let n_rounds = n_players - 1;
    let id = |n: usize| format!("p{n}");
    let entry = |n: usize| json!({ "id": id(n), "name": id(n), "seed": n + 1 });
    // The circle: one stays, the others go round.
    let pairs = (0..n_rounds).flat_map(|round| {
        let at = move |n: usize| if n == 0 { 0 } else { 1 + (n - 1 + round) % n_rounds };
        (0..n_players / 2).map(move |n| (round + 1, n + 1, at(n), at(n_players - 1 - n)))
    });
    let games = pairs.map(|(round, board, one, other)| {
        let is_open = round == n_rounds || (round, board) == (1, n_players / 2);
        let result = (!is_open).then_some("sente");
        json!({ "round": round, "board": board, "sente": id(one), "gote": id(other), "result": result })
    });
    let format = json!({ "t": "round_robin", "pace": "free" });
    let file = json!({
        "name": "League",
        "format": format,
        "entries": (0..n_players).map(entry).collect::<Vec<_>>(),
        "games": games.collect::<Vec<_>>(),
    });
    let mut wanted = settings(format);
    (wanted["plan"]["at_the_board"], wanted["plan"]["rated"]) = (json!(true), json!(false));
    let body = json!({ "create": uuid(), "file": file.to_string(), "settings": wanted });
    let page = post(server, organiser, "/api/v1/tournaments/from-file", &body).await;
    assert_eq!(page.status, 201, "{page:?}");
    let desk = Desk { server, code: page.json()["code"].as_str().unwrap().parse().unwrap() };
    desk.act(organiser, json!({ "t": "open" })).await;
    desk
}

async fn part(desk: &Desk<'_>, path: &str, known: Option<&str>) -> Page {
    let headers: Vec<_> = known.map(|tag| ("If-None-Match", tag)).into_iter().collect();
    desk.server.get_with(&format!("/api/v1/tournaments/{}{path}", desk.code), &headers).await
}

both_servers!(the_page_of_a_large_tournament_comes_in_parts, |server| async {
    let organiser = member(server, "organiser", "1d").await;
    let desk = round_robin(server, &organiser, 30).await;
    let whole = desk.view().await;
    let page = part(&desk, "?rounds=latest", None).await.json();
    // Fifteen boards a round are 390 in the last 26 of 29 rounds.
    assert_eq!(page["left_out"], json!({ "games": 44, "matches": 0, "cells": true }));
    let left_out = |round: usize| page["rounds"][round - 1]["left_out"].clone();
    assert_eq!([1, 2, 3, 4].map(left_out), [json!(14), json!(15), json!(15), Value::Null]);
    assert_eq!(page["rounds"][0]["games"], json!([whole["rounds"][0]["games"][14]]));
    assert_eq!(page["rounds"][28], whole["rounds"][28]);
    assert_eq!(page["standings"]["rankings"][0]["rows"][0]["rounds"], json!([]));

    let (first, last) =
        (part(&desk, "/rounds/1", None).await, part(&desk, "/rounds/29", None).await);
    assert_eq!(first.json(), whole["rounds"][0]);
    assert_eq!(part(&desk, "/standings", None).await.json(), whole["standings"]);
    for (path, status) in
        [("/rounds/0", 404), ("/rounds/30", 404), ("/rounds/x", 404), ("?rounds=newest", 400)]
    {
        let refused = part(&desk, path, None).await;
        assert_eq!(refused.status, status, "{path}: {refused:?}");
    }

    // A round that has not changed is not sent again.
    let key = &whole["rounds"][28]["games"][0]["key"];
    desk.act(&organiser, json!({ "t": "result", "game": key, "outcome": "draw" })).await;
    let again = async |path, before: &Page| part(&desk, path, before.header("etag")).await.status;
    assert_eq!(again("/rounds/1", &first).await, 304);
    assert_eq!(again("/rounds/29", &last).await, 200);
});

#[tokio::test]
async fn all_of_a_large_tournament_counts_as_work() {
    let server = TestServer::with(Kind::Sqlite, |config| {
        config.limits.files_per_minute = NonZeroU32::new(2).unwrap();
    })
    .await;
    let organiser = member(&server, "organiser", "1d").await;
    let desk = round_robin(&server, &organiser, 90).await;
    let mut statuses = Vec::new();
    for _ in 0..3 {
        statuses.push(part(&desk, "", None).await.status);
    }
    assert_eq!(statuses, [200, 200, 429]);
    for path in ["?rounds=latest", "/rounds/1", "/standings"] {
        assert_eq!(part(&desk, path, None).await.status, 200, "{path}");
    }
    let known = part(&desk, "?rounds=latest", None).await;
    assert_eq!(part(&desk, "?rounds=latest", known.header("etag")).await.status, 304);
}
