//! Games and results line by line, for the programs of everybody.

use serde_json::{Value, json};

use super::{
    play_opening,
    ratings::member,
    tournaments::{Desk, settings},
};
use crate::fixture::{TestServer, both_servers, lines::Lines, until};

/// All lines of an answer, which anybody may read.
async fn lines(server: &TestServer, path: &str) -> Vec<Value> {
    let mut lines = Lines::open(server.address, path, "").await;
    assert_eq!(lines.status, 200, "{path}: {}", lines.head);
    for part in [
        "content-type: application/x-ndjson",
        "access-control-allow-origin: *",
        "transfer-encoding: chunked",
    ] {
        assert!(lines.head.contains(part), "{path}: {}", lines.head);
    }
    assert!(!lines.head.contains("content-encoding"), "{path}: {}", lines.head);
    let mut all = Vec::new();
    while let Some(line) = lines.next().await {
        all.push(line);
    }
    all
}

both_servers!(a_tournament_comes_line_by_line, |server| async {
    let organiser = member(server, "organiser", "1d").await;
    let mut anh = member(server, "anh", "5k").await;
    let mut binh = member(server, "binh", "5k").await;
    let desk =
        Desk::set_up(server, &organiser, &settings(json!({ "t": "swiss", "rounds": 1 }))).await;
    let [own, lishogis] =
        [format!("/api/v1/tournaments/{}", desk.code), format!("/api/tournament/{}", desk.code)];
    // A draft is its organiser's alone.
    assert_eq!(server.get(&format!("{own}/games.ndjson")).await.status, 404);
    assert_eq!(server.get(&format!("{lishogis}/results")).await.status, 404);
    desk.act(&organiser, json!({ "t": "open" })).await;
    for player in [&anh, &binh] {
        desk.act(player, json!({ "t": "join" })).await;
    }
    assert_eq!(lines(server, &format!("{own}/results.ndjson")).await, Vec::<Value>::new());
    desk.act(&organiser, json!({ "t": "begin" })).await;
    let game = anh.sit_down().await;
    assert_eq!(binh.sit_down().await, game);
    // It is played still.
    assert_eq!(lines(server, &format!("{own}/games.ndjson")).await, Vec::<Value>::new());
    let is_sente = anh.view.you == Some(komadai_rules::Side::Sente);
    let (sente, gote) = if is_sente { (&mut anh, &mut binh) } else { (&mut binh, &mut anh) };
    play_opening(sente, gote).await;
    anh.resign().await.unwrap();
    binh.sees_end().await;
    desk.sees("it is over", |view| view["phase"] == "over").await;
    until("the game is told", || async {
        let all = lines(server, &format!("{own}/games.ndjson")).await;
        all.len() == 1 && all[0]["game"] == json!(game.to_string())
    })
    .await;
    let told = lines(server, &format!("{lishogis}/games")).await;
    assert_eq!(told[0]["id"], json!(game.to_string()));
    let results = lines(server, &format!("{own}/results.ndjson")).await;
    let known: Vec<_> = results.iter().map(|it| (&it["place"], &it["handle"])).collect();
    assert_eq!(known, [(&json!(1), &json!("binh")), (&json!(2), &json!("anh"))]);
    let results = lines(server, &format!("{lishogis}/results?nb=1")).await;
    assert_eq!(results.len(), 1);
    assert_eq!(
        (&results[0]["rank"], &results[0]["score"], &results[0]["username"]),
        (&json!(1), &json!(1), &json!("binh"))
    );
});
