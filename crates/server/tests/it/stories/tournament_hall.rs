//! What arbiters and players say to each other between two rounds, and what the page says of a
//! tournament that stands still.

use serde_json::{Value, json};

use super::{
    ratings::member,
    tournaments::{Desk, post, settings},
};
use crate::fixture::{both_servers, until, uuid};

/// A tournament at real boards.
fn in_the_hall(format: Value) -> Value {
    let mut settings = settings(format);
    settings["plan"]["at_the_board"] = json!(true);
    settings["plan"]["rated"] = json!(false);
    settings
}

both_servers!(players_report_their_results_and_both_must_agree, |server| async {
    let organiser = member(server, "organiser", "1d").await;
    let players = [member(server, "anh", "5k").await, member(server, "binh", "5k").await];
    let format = json!({ "t": "round_robin" });
    let desk = Desk::set_up(server, &organiser, &in_the_hall(format)).await;
    desk.act(&organiser, json!({ "t": "open" })).await;
    for player in &players {
        desk.act(player, json!({ "t": "join" })).await;
    }
    for name in ["Ông Tư", "Cô Năm"] {
        desk.act(&organiser, json!({ "t": "enter", "entry": { "name": name } })).await;
    }
    desk.act(&organiser, json!({ "t": "begin" })).await;
    // Rounds follow until the two of them meet.
    let [anh, binh] = &players;
    let own = async |player| desk.own(player, &format!("{}/me", desk.code)).await["entry"].clone();
    let (one, two) = (own(anh).await, own(binh).await);
    let theirs = loop {
        let open = desk.open().await;
        let is_theirs = |game: &&Value| {
            [&game["sente"], &game["gote"]] == [&one, &two]
                || [&game["sente"], &game["gote"]] == [&two, &one]
        };
        if let Some(game) = open.iter().find(is_theirs) {
            break game.clone();
        }
        for game in open {
            let done = json!({ "t": "result", "game": game["key"], "outcome": "draw" });
            desk.act(&organiser, done).await;
        }
        desk.act(&organiser, json!({ "t": "next_round" })).await;
    };
    let me = desk.own(anh, &format!("{}/me", desk.code)).await;
    assert_eq!(me["pairings"], json!([theirs]), "what they report does not depend on the page");
    let report =
        |outcome: &str| json!({ "t": "report", "game": theirs["key"], "outcome": outcome });
    desk.refused(&organiser, report("sente"), "", "player_only").await;
    desk.refused(anh, report("gote_no_show"), "", "bad_settings").await;
    desk.act(anh, report("sente")).await;
    desk.act(binh, report("gote")).await;
    let shown = |view: &Value| {
        let rounds = view["rounds"].as_array().unwrap().clone();
        let mut games = rounds.iter().flat_map(|round| round["games"].as_array().unwrap());
        games.rfind(|game| game["key"] == theirs["key"]).unwrap().clone()
    };
    let game = shown(&desk.view().await);
    assert_eq!(game["reports"].as_array().unwrap().len(), 2, "{game}");
    assert_eq!(game["result"], Value::Null, "they do not agree");
    desk.act(binh, report("sente")).await;
    let game = shown(&desk.view().await);
    assert_eq!((&game["result"], &game["reports"]), (&json!("sente"), &Value::Null), "{game}");
    desk.refused(binh, report("gote"), "", "not_played").await;
});

both_servers!(a_typing_error_is_put_right_until_something_follows_from_it, |server| async {
    let organiser = member(server, "organiser", "1d").await;
    let format = json!({ "t": "swiss", "rounds": 3 });
    let desk = Desk::set_up(server, &organiser, &in_the_hall(format)).await;
    let names =
        json!([{ "name": "Anh" }, { "name": "Binh" }, { "name": "Chi" }, { "name": "Dung" }]);
    desk.act(&organiser, json!({ "t": "enter_all", "entries": names })).await;
    desk.act(&organiser, json!({ "t": "begin" })).await;
    let keys: Vec<Value> = desk.open().await.iter().map(|game| game["key"].clone()).collect();
    let result =
        |key: &Value, outcome: &str| json!({ "t": "result", "game": key, "outcome": outcome });
    for outcome in ["sente", "gote"] {
        for key in &keys {
            desk.act(&organiser, result(key, outcome)).await;
        }
    }
    let view = desk.view().await;
    for game in view["rounds"][0]["games"].as_array().unwrap() {
        assert_eq!((&game["result"], &game["ruling"]), (&json!("gote"), &Value::Null), "{game}");
    }
    desk.act(&organiser, json!({ "t": "next_round" })).await;
    desk.refused(&organiser, result(&keys[0], "sente"), "", "not_possible").await;
    let ruled = json!({ "t": "rule", "game": keys[0], "outcome": "sente" });
    desk.act(&organiser, ruled).await;
});

both_servers!(results_are_typed_where_sides_are_tossed_for, |server| async {
    let organiser = member(server, "organiser", "1d").await;
    let mut tossed = in_the_hall(json!({ "t": "swiss", "rounds": 2 }));
    tossed["sides"] = json!("furigoma");
    let desk = Desk::set_up(server, &organiser, &tossed).await;
    let names =
        json!([{ "name": "Anh" }, { "name": "Binh" }, { "name": "Chi" }, { "name": "Dung" }]);
    desk.act(&organiser, json!({ "t": "enter_all", "entries": names })).await;
    desk.act(&organiser, json!({ "t": "begin" })).await;
    let open = desk.open().await;
    assert!(open.iter().all(|game| game["toss"] == true), "{open:?}");
    let typed = json!({ "t": "result", "game": open[0]["key"], "outcome": "gote" });
    desk.act(&organiser, typed).await;
    let ruled = json!({ "t": "rule", "game": open[1]["key"], "outcome": "sente" });
    desk.act(&organiser, ruled).await;
    let view = desk.view().await;
    let game = |n: usize| view["rounds"][0]["games"][n].clone();
    for (n, result) in ["gote", "sente"].into_iter().enumerate() {
        assert_eq!((&game(n)["sente"], &game(n)["gote"]), (&open[n]["sente"], &open[n]["gote"]));
        assert_eq!(game(n)["result"], result);
    }
    desk.act(&organiser, json!({ "t": "next_round" })).await;
});

both_servers!(players_call_the_arbiter_and_organisers_tell_everybody, |server| async {
    let organiser = member(server, "organiser", "1d").await;
    let players = [member(server, "anh", "5k").await, member(server, "binh", "5k").await];
    let desk = Desk::set_up(server, &organiser, &in_the_hall(json!({ "t": "round_robin" }))).await;
    desk.act(&organiser, json!({ "t": "open" })).await;
    for player in &players {
        desk.act(player, json!({ "t": "join" })).await;
    }
    let [anh, binh] = &players;
    let call = json!({ "t": "call", "text": "Đồng hồ đứng yên" });
    desk.refused(anh, call.clone(), "", "wrong_phase").await;
    desk.act(&organiser, json!({ "t": "begin" })).await;
    desk.act(anh, call.clone()).await;
    desk.refused(&organiser, call, "", "player_only").await;
    let path = format!("{}/me", desk.code);
    let calls = async |who| desk.own(who, &path).await["calls"].as_array().unwrap().clone();
    assert_eq!(calls(&organiser).await[0]["text"], "Đồng hồ đứng yên");
    assert_eq!((calls(anh).await.len(), calls(binh).await.len()), (1, 0), "it is between the two");
    let acts = desk.own(&organiser, &format!("{}/acts", desk.code)).await;
    assert!(!acts.to_string().contains("Đồng hồ"), "{acts}");
    let entry = calls(&organiser).await[0]["entry"].clone();
    desk.refused(binh, json!({ "t": "answer", "entry": entry }), "", "not_organiser").await;
    desk.act(&organiser, json!({ "t": "answer", "entry": entry })).await;
    assert!(calls(&organiser).await.is_empty());

    let word = json!({ "t": "announce", "text": "Vòng 2 lúc 15 giờ." });
    desk.refused(anh, word.clone(), "", "not_organiser").await;
    desk.act(&organiser, word).await;
    let announced = desk.view().await["announcements"].clone();
    assert_eq!(announced[0]["text"], "Vòng 2 lúc 15 giờ.");
    assert_eq!((announced.as_array().unwrap().len(), &announced[0]["number"]), (1, &json!(1)));
});

both_servers!(what_stands_still_says_why_and_whom_it_is_about, |server| async {
    let organiser = member(server, "organiser", "1d").await;
    let teams = json!({ "t": "team", "boards": 1, "inner": { "t": "round_robin" } });
    let desk = Desk::set_up(server, &organiser, &settings(teams)).await;
    desk.act(&organiser, json!({ "t": "open" })).await;
    for (name, team) in [("Anh", Some("Owls")), ("Binh", None), ("Chi", None)] {
        let entry = json!({ "name": name, "team": team });
        desk.act(&organiser, json!({ "t": "enter", "entry": entry })).await;
    }
    let view = desk.view().await;
    let obstacle = &view["obstacle"];
    assert_eq!(obstacle["code"], "team_missing", "{view}");
    let whom: Vec<&Value> = obstacle["entries"].as_array().unwrap().iter().collect();
    assert_eq!(whom, [&view["entries"][1]["id"], &view["entries"][2]["id"]]);
    for (n, team) in [(1, "Foxes"), (2, "Foxes")] {
        let id = &view["entries"][n]["id"];
        let to = json!({ "name": view["entries"][n]["name"], "team": team });
        desk.act(&organiser, json!({ "t": "amend", "entry": id, "to": to })).await;
    }
    assert_eq!(desk.view().await["obstacle"], Value::Null);

    // One that begins by itself and cannot is held up, and says so.
    let mut alone = settings(json!({ "t": "swiss", "rounds": 3 }));
    alone["plan"]["schedule"] = json!({ "t": "gap", "ms": 60_000 });
    alone["plan"]["starts_ms"] = json!(1_000);
    let desk = Desk::set_up(server, &organiser, &alone).await;
    desk.act(&organiser, json!({ "t": "open" })).await;
    let view = desk.sees("it is held up", |view| view["paused"] == true).await;
    assert_eq!(view["obstacle"]["code"], "players_missing", "{view}");
    for name in ["Anh", "Binh"] {
        desk.act(&organiser, json!({ "t": "enter", "entry": { "name": name } })).await;
    }
    assert_eq!(desk.view().await["obstacle"], Value::Null);
    desk.act(&organiser, json!({ "t": "go_on" })).await;
    desk.sees("it begins", |view| view["phase"] == "running").await;
});

both_servers!(an_arena_pairs_those_who_are_connected, |server| async {
    let organiser = member(server, "organiser", "1d").await;
    let mut players = Vec::new();
    for handle in ["anh", "binh", "chi", "dung"] {
        players.push(member(server, handle, "5k").await);
    }
    let format = json!({ "t": "arena", "start_ms": 0, "duration_ms": 3_600_000, "wave_ms": 0 });
    let desk = Desk::set_up(server, &organiser, &settings(format)).await;
    desk.act(&organiser, json!({ "t": "open" })).await;
    let mut ids = Vec::new();
    for player in &players {
        desk.act(player, json!({ "t": "join" })).await;
        let own = desk.own(player, &format!("{}/me", desk.code)).await;
        ids.push(own["entry"].clone());
    }
    for player in &mut players[2..] {
        player.lose_connection();
    }
    let presence = &server.service().presence;
    until("they are gone", || async { presence.n_people() == 3 }).await;
    desk.act(&organiser, json!({ "t": "begin" })).await;
    let seats = |games: &[Value]| {
        let seats = games.iter().flat_map(|game| [game["sente"].clone(), game["gote"].clone()]);
        seats.collect::<Vec<_>>()
    };
    let seated = seats(&desk.open().await);
    assert_eq!(seated.len(), 2);
    assert!(ids[..2].iter().all(|id| seated.contains(id)), "{seated:?}");
    for player in &mut players[2..] {
        player.reconnect(server.address).await;
    }
    until("they are paired too", || async {
        let seated = seats(&desk.open().await);
        ids.iter().all(|id| seated.contains(id))
    })
    .await;
});

both_servers!(an_event_from_elsewhere_goes_on_here, |server| async {
    let organiser = member(server, "organiser", "1d").await;
    let format =
        json!({ "t": "mcmahon", "rounds": 3, "bars": { "by": "rating", "floors": [1500] } });
    let desk = Desk::set_up(server, &organiser, &in_the_hall(format.clone())).await;
    for (n, name) in ["Anh", "Binh", "Chi", "Dung", "Em"].into_iter().enumerate() {
        let entry = json!({ "name": name, "rating": 1_400 + 60 * n, "grade": "3k" });
        desk.act(&organiser, json!({ "t": "enter", "entry": entry })).await;
    }
    desk.act(&organiser, json!({ "t": "begin" })).await;
    for game in desk.open().await {
        let done = json!({ "t": "result", "game": game["key"], "outcome": "gote" });
        desk.act(&organiser, done).await;
    }
    let load = async |file: String| {
        let body = json!({
            "create": uuid(), "file": file, "settings": in_the_hall(json!({ "t": "swiss", "rounds": 1 })),
        });
        post(server, &organiser, "/api/v1/tournaments/from-file", &body).await
    };
    let table = |view: &Value| {
        let rows = view["standings"]["rankings"][0]["rows"].as_array().unwrap().clone();
        let name_of = |id: &Value| {
            let entries = view["entries"].as_array().unwrap();
            entries.iter().find(|it| it["id"] == *id).unwrap()["name"].clone()
        };
        let mut table: Vec<String> = rows
            .iter()
            .map(|row| format!("{} {} {}", name_of(&row["entry"]), row["start"], row["points"]))
            .collect();
        table.sort();
        table
    };
    let before = table(&desk.view().await);
    for name in ["event.json", "event.trf", "opengotha.xml", "event.h9"] {
        let path = format!("/api/v1/tournaments/{}/files/{name}", desk.code);
        let file = server.get(&path).await;
        assert_eq!(file.status, 200, "{file:?}");
        let page = load(String::from_utf8_lossy(&file.body).into_owned()).await;
        assert_eq!(page.status, 201, "{name}: {page:?}");
        let code = page.json()["code"].as_str().unwrap().parse().unwrap();
        let there = Desk { server, code };
        there.act(&organiser, json!({ "t": "open" })).await;
        let view = there.view().await;
        // A table of the database knows of no rounds to come.
        let is_over = name == "event.h9";
        assert_eq!(view["phase"], if is_over { "over" } else { "running" }, "{name}");
        assert_eq!((&view["format"]["t"], table(&view)), (&json!("mcmahon"), before.clone()));
        if is_over {
            continue;
        }
        // It goes on, with somebody who comes late.
        let mut settings = there.own(&organiser, &format!("{code}/settings")).await;
        settings["plan"]["late_until"] = json!(2);
        there.act(&organiser, json!({ "t": "edit", "settings": settings })).await;
        there.act(&organiser, json!({ "t": "enter", "entry": { "name": "Giang" } })).await;
        there.act(&organiser, json!({ "t": "next_round" })).await;
        assert_eq!(there.open().await.len(), 3, "{name}");
    }
    // A bracket is no cross table, and a file that cannot be leaves nothing behind.
    let bracket = Desk::set_up(server, &organiser, &in_the_hall(json!({ "t": "groups" }))).await;
    let path = format!("{}/files/event.trf", bracket.code);
    let refused = bracket.own(&organiser, &path).await;
    assert!(
        refused["detail"].as_str().unwrap().contains("`groups` has no cross table"),
        "{refused}"
    );
    let unseen = json!({ "format": { "t": "swiss", "rounds": 1 }, "entries": [{ "id": "a", "name": "A\u{202E}B" }] });
    let page = load(unseen.to_string()).await;
    assert_eq!((page.status, &page.json()["code"]), (422, &json!("bad_settings")), "{page:?}");
    let cookie = [("Cookie", organiser.cookie.as_str())];
    let own = server.get_with("/api/v1/tournaments?mine=true", &cookie).await;
    assert_eq!(own.json()["tournaments"].as_array().unwrap().len(), 6);
    for (file, said) in [
        ("hello", "no kind of file is recognised"),
        (r#"{"format":{"t":"go"},"entries":[]}"#, "there is no format `go`"),
        ("001    x", "line 1"),
    ] {
        let page = load(file.to_owned()).await;
        assert_eq!((page.status, &page.json()["code"]), (422, &json!("unreadable")), "{page:?}");
        assert!(page.json()["detail"].as_str().unwrap().contains(said), "{page:?}");
    }
});
