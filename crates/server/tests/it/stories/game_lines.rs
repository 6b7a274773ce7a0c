//! Games and results line by line, for the programs of everybody.

use komadai_protocol::GameEvent;
use serde_json::{Value, json};

use super::{
    play_opening,
    ratings::member,
    tournaments::{Desk, settings},
};
use crate::fixture::{Tab, TestServer, both_servers, clock, lines::Lines, setup, until};

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

/// A game that the first of them gives up; its code.
async fn given_up(one: &Tab, other: &Tab) -> String {
    // In tabs that have seen no other game.
    let (mut one, mut other) = (one.another_tab().await, other.another_tab().await);
    let game = one.create(setup(clock("5+30"))).await;
    other.join(game).await;
    one.event(|event| matches!(event, GameEvent::Started { .. }).then_some(())).await;
    play_opening(&mut one, &mut other).await;
    one.resign().await.unwrap();
    other.sees_end().await;
    game.to_string()
}

both_servers!(a_players_games_come_line_by_line, |server| async {
    let anh = member(server, "anh", "5k").await;
    let binh = member(server, "binh", "5k").await;
    let chi = member(server, "chi", "5k").await;
    let mut games = Vec::new();
    games.push(given_up(&anh, &binh).await);
    games.push(given_up(&anh, &chi).await);
    games.push(given_up(&anh, &binh).await);
    games.reverse();
    let own = "/api/v1/players/anh/games.ndjson";
    until("all are in the archive", || async { lines(server, own).await.len() == 3 }).await;
    let all = lines(server, own).await;
    let codes: Vec<_> = all.iter().map(|it| it["game"].as_str().unwrap().to_owned()).collect();
    assert_eq!(codes, games, "the newest first");
    let page = server.get(&format!("/api/v1/games/{}", games[0])).await.json();
    assert_eq!((&all[0]["moves"], &all[0]["result"]), (&page["moves"], &page["result"]));

    for (query, wanted) in [
        ("?opponent=binh", vec![&games[0], &games[2]]),
        ("?n_max=1", vec![&games[0]]),
        ("?variant=minishogi", vec![]),
        ("?rated=true", vec![]),
        ("?until_ms=1", vec![]),
    ] {
        let found = lines(server, &format!("{own}{query}")).await;
        let found: Vec<_> = found.iter().map(|it| it["game"].as_str().unwrap()).collect();
        assert_eq!(found, wanted, "{query}");
    }

    // As lishogi gives them: seconds, and moves in one text.
    let found = lines(server, "/api/games/user/anh?vs=chi&perfType=realTime").await;
    assert_eq!(found.len(), 1);
    assert_eq!(found[0]["id"], json!(games[1]));
    assert_eq!(found[0]["clock"]["initial"], json!(300));
    assert_eq!(found[0]["moves"].as_str().unwrap().split(' ').count(), 10);
    assert_eq!(found[0]["status"], json!("resign"));
    let short = lines(server, "/api/games/user/anh?max=1&moves=false").await;
    assert_eq!((short.len(), &short[0]["moves"]), (1, &json!("")));
    assert_eq!(server.get("/api/games/user/nobody").await.status, 404);
    assert_eq!(server.get("/api/games/user/anh?perfType=chess").await.status, 400);
    assert_eq!(server.get("/api/v1/players/nobody/games.ndjson").await.status, 404);
});

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
