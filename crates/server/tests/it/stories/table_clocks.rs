//! Phones that are the clocks of tables: who may report from them, and what comes of it.

use serde_json::{Value, json};

use super::{
    ratings::member,
    tournaments::{Desk, post, settings},
};
use crate::fixture::{Tab, TestServer, both_servers, http::Page, uuid};

fn in_the_hall() -> Value {
    let mut settings = settings(json!({ "t": "swiss", "rounds": 3 }));
    settings["plan"]["at_the_board"] = json!(true);
    settings["plan"]["rated"] = json!(false);
    settings
}

async fn four(server: &TestServer) -> (Tab, Desk<'_>) {
    let organiser = member(server, "organiser", "1d").await;
    let desk = Desk::set_up(server, &organiser, &in_the_hall()).await;
    desk.act(&organiser, json!({ "t": "open" })).await;
    let names = ["An", "Bình", "Chi", "Dũng"].map(|name| json!({ "name": name }));
    desk.act(&organiser, json!({ "t": "enter_all", "entries": names })).await;
    desk.act(&organiser, json!({ "t": "begin" })).await;
    (organiser, desk)
}

/// The keys of the tables, by the games.
async fn keys(desk: &Desk<'_>, by: &Tab) -> Vec<(Value, String)> {
    let found = desk.own(by, &format!("{}/tables", desk.code)).await;
    let keys = found["keys"].as_array().expect("keys").iter();
    keys.map(|it| (it["game"].clone(), it["key"].as_str().unwrap().to_owned())).collect()
}

fn body(key: &str, outcome: &str) -> Value {
    let report = json!({ "outcome": outcome, "moves": 43, "sente_ms": 1_000, "gote_ms": 2_000 });
    json!({ "id": uuid(), "key": key, "report": report })
}

async fn send(desk: &Desk<'_>, game: &Value, body: &Value) -> Page {
    let game = game.as_str().unwrap();
    let path = format!("/api/v1/tournaments/{}/tables/{game}/report", desk.code);
    desk.server.request("POST", &path, &[], &body.to_string()).await
}

async fn shown(desk: &Desk<'_>, key: &Value) -> Value {
    let view = desk.view().await;
    let rounds = view["rounds"].as_array().unwrap().iter();
    let mut games = rounds.flat_map(|round| round["games"].as_array().unwrap());
    games.find(|game| game["key"] == *key).expect("the game").clone()
}

both_servers!(a_table_reports_by_its_key_and_the_arbiter_decides, |server| async {
    let (organiser, desk) = four(server).await;
    let none = desk.own(&organiser, &format!("{}/tables", desk.code)).await;
    assert_eq!(none, json!({ "on": false, "keys": [] }), "no organiser has asked for them");
    desk.act(&organiser, json!({ "t": "table_clocks", "on": true })).await;
    let stranger = member(server, "stranger", "5k").await;
    let refused = desk.own(&stranger, &format!("{}/tables", desk.code)).await;
    assert_eq!(refused["code"], "not_organiser", "keys are for the slips");
    let tables = keys(&desk, &organiser).await;
    let [(one, key), (other, other_key)] = &tables[..] else { panic!("{tables:?}") };

    // Forged, of another game, or nothing a clock says.
    for wrong in ["", "00", other_key, &key.replace(|_: char| true, "0")] {
        let page = send(&desk, one, &body(wrong, "sente")).await;
        assert_eq!(page.json()["code"], "player_only", "{wrong}");
    }
    let page = send(&desk, one, &body(key, "gote_no_show")).await;
    assert_eq!(page.json()["code"], "bad_settings", "{page:?}");

    // Sent twice it is one report, two tabs correct each other, and none of it counts.
    let first = body(key, "sente");
    for _ in 0..2 {
        assert_eq!(send(&desk, one, &first).await.status, 200);
    }
    assert_eq!(shown(&desk, one).await["table"]["outcome"], "sente");
    assert_eq!(send(&desk, one, &body(key, "gote")).await.status, 200);
    let game = shown(&desk, one).await;
    let said = json!({ "outcome": "gote", "moves": 43, "sente_ms": 1_000, "gote_ms": 2_000 });
    assert_eq!((&game["result"], &game["table"]), (&Value::Null, &said));
    let path = format!("/api/v1/tournaments/{}/tables/{}", desk.code, one.as_str().unwrap());
    let table = server.get(&format!("{path}?key={key}")).await.json();
    assert_eq!((&table["may_report"], &table["report"]), (&json!(true), &said));
    assert_eq!(server.get(&path).await.json()["may_report"], false, "without the key");

    // What the arbiter enters counts; the same result keeps the times, for the card too.
    desk.act(&organiser, json!({ "t": "result", "game": one, "outcome": "gote" })).await;
    assert_eq!(shown(&desk, one).await["table"], said);
    let entry = game["gote"].as_str().unwrap();
    let card = server.get(&format!("/api/v1/tournaments/{}/players/{entry}", desk.code)).await;
    let tables = &card.json()["tables"];
    assert_eq!(
        tables,
        &json!([{ "key": one, "moves": 43, "own_ms": 2_000, "opponent_ms": 1_000 }])
    );
    assert_eq!(send(&desk, one, &body(key, "sente")).await.json()["code"], "not_played");
    assert_eq!(shown(&desk, one).await["result"], "gote", "never overwritten");
    assert_eq!(send(&desk, other, &body(other_key, "sente")).await.status, 200);
    desk.act(&organiser, json!({ "t": "result", "game": other, "outcome": "draw" })).await;
    assert_eq!(shown(&desk, other).await["table"], Value::Null, "it was otherwise");

    // The slip of one round is nothing in the next, not even at the same table.
    desk.act(&organiser, json!({ "t": "next_round" })).await;
    let tables = keys(&desk, &organiser).await;
    let next = server.get(&path).await.json()["next"].clone();
    assert!(tables.iter().any(|(game, _)| *game == next), "{next} of {tables:?}");
    assert_eq!(send(&desk, &next, &body(key, "sente")).await.json()["code"], "player_only");
    // Nor is that of a round that was taken back, though the same pairing comes again.
    let (game, key) = &tables[0];
    let (players, second) = (shown(&desk, game).await, key.clone());
    assert_eq!(send(&desk, game, &body(&second, "sente")).await.status, 200);
    desk.act(&organiser, json!({ "t": "take_back" })).await;
    assert_eq!(send(&desk, game, &body(&second, "sente")).await.json()["code"], "player_only");
    desk.act(&organiser, json!({ "t": "next_round" })).await;
    let again = shown(&desk, game).await;
    assert_eq!((&again["sente"], &again["gote"]), (&players["sente"], &players["gote"]));
    assert_eq!(again["table"], Value::Null, "what was said of the other");
    assert_eq!(send(&desk, game, &body(&second, "sente")).await.json()["code"], "player_only");
    // Switched off, no key is any good.
    let (game, key) = &keys(&desk, &organiser).await[0];
    desk.act(&organiser, json!({ "t": "table_clocks", "on": false })).await;
    assert_eq!(send(&desk, game, &body(key, "sente")).await.json()["code"], "player_only");
    let trail = desk.own(&organiser, &format!("{}/acts", desk.code)).await.to_string();
    assert!(!trail.contains(key.as_str()), "keys are not kept in the log");
});

both_servers!(a_players_own_phone_needs_no_key, |server| async {
    let organiser = member(server, "organiser", "1d").await;
    let players = [member(server, "anh", "5k").await, member(server, "binh", "5k").await];
    let desk = Desk::set_up(server, &organiser, &in_the_hall()).await;
    desk.act(&organiser, json!({ "t": "open" })).await;
    for player in &players {
        desk.act(player, json!({ "t": "join" })).await;
    }
    desk.act(&organiser, json!({ "t": "begin" })).await;
    let game = desk.open().await[0]["key"].clone();
    let path =
        format!("/api/v1/tournaments/{}/tables/{}/report", desk.code, game.as_str().unwrap());
    let page = post(server, &organiser, &path, &body("", "sente")).await;
    assert_eq!(page.json()["code"], "player_only", "the desk has its own way");
    assert_eq!(post(server, &players[0], &path, &body("", "sente")).await.status, 200);
    let now = shown(&desk, &game).await;
    assert_eq!((&now["result"], now["reports"].as_array().unwrap().len()), (&Value::Null, 1));
    assert_eq!(post(server, &players[1], &path, &body("", "sente")).await.status, 200);
    assert_eq!(shown(&desk, &game).await["result"], "sente", "both have said so");
});
