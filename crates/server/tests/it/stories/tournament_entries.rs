//! Who plays in a tournament, with an account or without, and what is typed in for them.

use std::{collections::HashSet, time::Duration};

use komadai_protocol::StreamName;
use serde_json::{Value, json};
use tokio::time::Instant;

use super::{
    ratings::member,
    studies::get,
    tournaments::{Desk, post, settings},
};
use crate::fixture::{Kind, TestServer, both_servers, is_long, uuid};

both_servers!(entries_are_amended_and_players_come_and_go, |server| async {
    let organiser = member(server, "organiser", "1d").await;
    let anh = member(server, "anh", "5k").await;
    let format = json!({ "t": "team", "boards": 1, "inner": { "t": "swiss", "rounds": 1 } });
    let teams = Desk::set_up(server, &organiser, &settings(format)).await;
    teams.act(&organiser, json!({ "t": "open" })).await;
    teams.act(&anh, json!({ "t": "join" })).await;
    let ong = json!({ "name": "Ông Tư", "team": "Huế" });
    teams.act(&organiser, json!({ "t": "enter", "entry": ong })).await;
    teams.refused(&organiser, json!({ "t": "begin" }), "", "team_missing").await;
    let entry = teams.view().await["entries"][0]["id"].clone();
    let to = json!({ "grade": "3k", "team": "Hà Nội", "board": 2 });
    let amend = json!({ "t": "amend", "entry": entry, "to": to });
    teams.refused(&anh, amend.clone(), "", "not_organiser").await;
    teams.act(&organiser, amend.clone()).await;
    let seen = teams.view().await["entries"][0].clone();
    let known = ["name", "grade", "team", "board"].map(|key| seen[key].clone());
    assert_eq!(known, [json!("anh"), json!("3k"), json!("Hà Nội"), json!(2)]);
    teams.act(&organiser, json!({ "t": "begin" })).await;
    // What the draw was made from stays; the rest is put right whenever that is noticed.
    let other = json!({ "grade": "3k", "team": "Huế", "board": 2 });
    let other = json!({ "t": "amend", "entry": entry, "to": other });
    teams.refused(&organiser, other, "", "wrong_phase").await;
    teams.act(&organiser, amend).await;

    let mut swiss = settings(json!({ "t": "swiss", "rounds": 5 }));
    swiss["plan"]["no_show_leaves"] = json!(true);
    swiss["plan"]["grace_ms"] = json!(1_500);
    swiss["plan"]["rated"] = json!(false);
    let desk = Desk::set_up(server, &organiser, &swiss).await;
    let mut binh = member(server, "binh", "5k").await;
    desk.act(&organiser, json!({ "t": "open" })).await;
    for player in [&anh, &binh] {
        desk.act(player, json!({ "t": "join" })).await;
    }
    for name in ["Chi", "Dung"] {
        desk.act(&organiser, json!({ "t": "enter", "entry": { "name": name } })).await;
    }
    let me = desk.own(&anh, &format!("{}/me", desk.code)).await;
    let entry = me["entry"].clone();
    let order = json!({ "t": "pair", "round": 1, "sente": entry,
        "gote": desk.own(&binh, &format!("{}/me", desk.code)).await["entry"] });
    desk.act(&organiser, json!({ "t": "order", "order": order })).await;
    binh.follow(StreamName::Me).await;
    desk.act(&organiser, json!({ "t": "begin" })).await;
    // One sits down and the other never comes: it is out from then on, until it is let in again.
    binh.sit_down().await;
    let page = get(server, &binh.cookie, "/me/bell").await.json();
    let told = (&page["items"][0]["item"]["t"], &page["items"][0]["by"]["handle"]);
    assert_eq!(told, (&json!("round_paired"), &json!("anh")), "{page}");
    desk.sees("the forfeit", |view| {
        view["rounds"][0]["games"]
            .as_array()
            .unwrap()
            .iter()
            .any(|game| game["sente"] == entry && game["result"] == "sente_no_show")
    })
    .await;
    let left = |view: &Value| {
        let entries = view["entries"].as_array().unwrap().clone();
        entries.into_iter().find(|it| it["id"] == entry).unwrap()["left"].clone()
    };
    assert_eq!(left(&desk.view().await), true);
    let agenda = desk.own(&anh, "agenda").await;
    assert!(!agenda["events"].to_string().contains(&desk.code.to_string()), "{agenda}");
    for pairing in desk.open().await {
        let result = json!({ "t": "result", "game": pairing["key"], "outcome": "sente" });
        desk.act(&organiser, result).await;
    }
    desk.act(&organiser, json!({ "t": "next_round" })).await;
    let view = desk.view().await;
    assert!(!view["rounds"][1].to_string().contains(entry.as_str().unwrap()), "{view}");
    desk.act(&organiser, json!({ "t": "return", "entry": entry })).await;
    assert_eq!(left(&desk.view().await), false);
    let agenda = desk.own(&anh, "agenda").await;
    let mine = agenda["events"].as_array().unwrap().clone();
    let mine = mine.iter().find(|it| it["code"] == desk.code.to_string()).unwrap().clone();
    assert_eq!((&mine["round"], &mine["at_ms"]), (&json!(3), &Value::Null), "{agenda}");
    // An absence is announced, and taken back.
    for comes in [false, true] {
        let absent = json!({ "t": "absent", "round": 3, "comes": comes });
        desk.act(&anh, absent).await;
        let view = desk.view().await;
        let entries = view["entries"].as_array().unwrap().clone();
        let it = entries.into_iter().find(|it| it["id"] == entry).unwrap();
        assert_eq!(it["absent"], if comes { json!([]) } else { json!([3]) });
    }
    // A published round is explained; the first was the organiser's word.
    let game = &view["rounds"][1]["games"][0];
    let path = |a: &Value, b: &Value, round: u32| {
        let (a, b) = (a.as_str().unwrap(), b.as_str().unwrap());
        format!("/api/v1/tournaments/{}/why?round={round}&a={a}&b={b}", desk.code)
    };
    let why = server.get(&path(&game["sente"], &game["gote"], 2)).await.json();
    assert_eq!(why["why"][0]["sente"], game["sente"], "{why}");
    assert_eq!(why["why"][0]["scores"].as_array().unwrap().len(), 2, "{why}");
    let first = &view["rounds"][0]["games"][0];
    let why = server.get(&path(&first["sente"], &first["gote"], 1)).await.json();
    assert_eq!(why["why"][0]["ordered"], true, "{why}");
});

both_servers!(entries_are_put_right_after_the_start, |server| async {
    let organiser = member(server, "organiser", "1d").await;
    let names = ["Nguyen Thi Anh", "佐藤 健", "O'Neill, Seán", "Chi"];
    for (format, strength_may) in [
        (json!({ "t": "swiss", "rounds": 2 }), true),
        (json!({ "t": "round_robin" }), false),
        (json!({ "t": "single_elimination" }), false),
    ] {
        let mut hall = settings(format.clone());
        hall["plan"]["at_the_board"] = json!(true);
        hall["plan"]["rated"] = json!(false);
        let desk = Desk::set_up(server, &organiser, &hall).await;
        desk.act(&organiser, json!({ "t": "open" })).await;
        for name in names {
            desk.act(&organiser, json!({ "t": "enter", "entry": { "name": name } })).await;
        }
        desk.act(&organiser, json!({ "t": "begin" })).await;
        let before = desk.view().await;
        let entry = before["entries"][1]["id"].clone();
        let amend = |to: Value| json!({ "t": "amend", "entry": entry, "to": to });
        let words = json!({
            "name": "佐藤　健", "family": "Sato", "given": "Takeru", "nationality": "JP",
            "club": "Huế", "tags": ["junior"],
        });
        desk.act(&organiser, amend(words.clone())).await;
        let after = desk.view().await;
        let seen = after["entries"][1].clone();
        for key in ["family", "given", "nationality", "club", "tags"] {
            assert_eq!(seen[key], words[key], "{format}: {key}");
        }
        assert_eq!(after["rounds"], before["rounds"], "{format}");

        let mut stronger = words.clone();
        stronger["grade"] = json!("2d");
        if strength_may {
            desk.act(&organiser, amend(stronger.clone())).await;
            assert_eq!(desk.view().await["entries"][1]["grade"], "2d");
            assert_eq!(desk.view().await["rounds"], before["rounds"], "it was paired before");
        } else {
            desk.refused(&organiser, amend(stronger.clone()), "", "wrong_phase").await;
        }
        for pairing in desk.open().await {
            let result = json!({ "t": "result", "game": pairing["key"], "outcome": "sente" });
            desk.act(&organiser, result).await;
        }
        desk.act(&organiser, json!({ "t": "close" })).await;
        let mut last = if strength_may { stronger } else { words };
        last["family"] = json!("Satō");
        desk.act(&organiser, amend(last.clone())).await;
        assert_eq!(desk.view().await["entries"][1]["family"], "Satō", "{format}");
        last["rating"] = json!(1_900);
        desk.refused(&organiser, amend(last), "", "wrong_phase").await;
    }
});

both_servers!(a_list_comes_in_whole_or_not_at_all, |server| async {
    let organiser = member(server, "organiser", "1d").await;
    let anh = member(server, "anh", "5k").await;
    let desk =
        Desk::set_up(server, &organiser, &settings(json!({ "t": "swiss", "rounds": 3 }))).await;
    desk.act(&organiser, json!({ "t": "open" })).await;
    let path = format!("/api/v1/tournaments/{}/acts", desk.code);
    let bring = async |entries: Value| {
        let act = json!({ "t": "enter_all", "entries": entries });
        post(server, &organiser, &path, &json!({ "id": uuid(), "act": act })).await
    };
    for (wrong, code) in [
        (json!({ "handle": "nobody-at-all" }), "unknown_player"),
        (json!({ "name": " " }), "bad_settings"),
        (json!({ "name": "Cô Chín", "nationality": "Vietnam" }), "bad_settings"),
    ] {
        let page = bring(json!([{ "name": "Ông Tám" }, wrong, { "name": "Bà Mười" }])).await;
        let told = page.json();
        assert_eq!((&told["code"], &told["line"]), (&json!(code), &json!(2)), "{told}");
        assert!(told["detail"].as_str().unwrap().starts_with("row 2: "), "{told}");
    }
    let many: Vec<_> = (0..201).map(|n| json!({ "name": format!("player {n}") })).collect();
    assert_eq!(bring(json!(many)).await.json()["code"], "bad_settings");
    assert_eq!(desk.view().await["entries"], json!([]), "nobody has come in");

    let list = json!([
        { "name": "Ông Tám", "grade": "1k", "rating": 1500, "club": "Huế" },
        { "handle": "anh", "club": "Hà Nội" },
        { "handle": "organiser" },
        { "name": "Anna Müller", "family": "Müller", "given": "Anna", "nationality": "DE" },
    ]);
    let page = bring(list).await;
    assert_eq!(page.status, 200, "{page:?}");
    let names = |view: &Value| -> Vec<String> {
        let entries = view["entries"].as_array().unwrap();
        entries.iter().map(|it| it["name"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(names(&desk.view().await), ["Ông Tám", "organiser", "Anna Müller"]);
    // Players with an account say yes by themselves, and are entered as the list has it.
    desk.act(&anh, json!({ "t": "accept" })).await;
    let view = desk.view().await;
    let entries = view["entries"].as_array().unwrap();
    let of = |name: &str| entries.iter().find(|it| it["name"] == name).unwrap().clone();
    assert_eq!(of("anh")["club"], "Hà Nội");
    assert_eq!((&of("Ông Tám")["grade"], &of("Ông Tám")["rating"]), (&json!("1k"), &json!(1500)));
});

both_servers!(it_begins_by_word_and_goes_on_by_itself, |server| async {
    let organiser = member(server, "organiser", "1d").await;
    let mut swiss = settings(json!({ "t": "swiss", "rounds": 3 }));
    swiss["plan"]["at_the_board"] = json!(true);
    swiss["plan"]["rated"] = json!(false);
    let by_word = swiss.clone();
    swiss["plan"]["schedule"] = json!({ "t": "gap", "ms": 1 });
    let desk = Desk::set_up(server, &organiser, &swiss).await;
    let names =
        json!([{ "name": "Anh" }, { "name": "Binh" }, { "name": "Chi" }, { "name": "Dung" }]);
    let all_win = async || {
        for pairing in desk.open().await {
            let result = json!({ "t": "result", "game": pairing["key"], "outcome": "sente" });
            desk.act(&organiser, result).await;
        }
    };
    desk.act(&organiser, json!({ "t": "enter_all", "entries": names })).await;
    desk.act(&organiser, json!({ "t": "begin" })).await;
    all_win().await;
    desk.sees("the second round", |view| view["rounds"].as_array().unwrap().len() == 2).await;
    // By word after all, and by itself again when the last result is there already.
    desk.act(&organiser, json!({ "t": "edit", "settings": by_word })).await;
    all_win().await;
    assert_eq!(desk.view().await["next_ms"], json!(null));
    desk.act(&organiser, json!({ "t": "edit", "settings": swiss })).await;
    desk.sees("the third round", |view| view["rounds"].as_array().unwrap().len() == 3).await;
});

both_servers!(an_arena_ends_with_its_last_game_or_at_once, |server| async {
    let organiser = member(server, "organiser", "1d").await;
    let names =
        json!([{ "name": "Anh" }, { "name": "Binh" }, { "name": "Chi" }, { "name": "Dung" }]);
    for at_once in [false, true] {
        let mut arena = settings(json!({ "t": "arena", "start_ms": 0, "duration_ms": 3_600_000 }));
        arena["plan"]["at_the_board"] = json!(true);
        arena["plan"]["rated"] = json!(false);
        let desk = Desk::set_up(server, &organiser, &arena).await;
        desk.act(&organiser, json!({ "t": "enter_all", "entries": names })).await;
        desk.act(&organiser, json!({ "t": "begin" })).await;
        let playing = desk.open().await;
        assert_eq!(playing.len(), 2);
        desk.act(&organiser, json!({ "t": "close", "at_once": at_once })).await;
        assert_eq!(desk.view().await["phase"], if at_once { "over" } else { "running" });
        for pairing in playing.iter().filter(|_| !at_once) {
            let result = json!({ "t": "result", "game": pairing["key"], "outcome": "sente" });
            desk.act(&organiser, result).await;
        }
        let view = desk.view().await;
        assert_eq!(view["phase"], "over", "{view}");
        let rounds = view["rounds"].as_array().unwrap();
        let games = rounds.iter().flat_map(|round| round["games"].as_array().unwrap());
        let results: Vec<_> = games.map(|game| game["result"].clone()).collect();
        // What was stopped is struck out.
        let expected = if at_once { Vec::new() } else { vec![json!("sente"); 2] };
        assert_eq!(results, expected);
    }
});

both_servers!(a_league_goes_on_in_its_next_season, |server| async {
    let organiser = member(server, "organiser", "1d").await;
    let class = |name: &str| json!({ "name": name, "size": 2, "up": 1, "down": 1 });
    let format = json!({ "t": "league", "classes": [class("A"), class("B")] });
    let desk = Desk::set_up(server, &organiser, &settings(format)).await;
    for (name, class) in [("Anh", "A"), ("Binh", "A"), ("Chi", "B"), ("Dung", "B")] {
        let entry = json!({ "name": name, "class": class });
        desk.act(&organiser, json!({ "t": "enter", "entry": entry })).await;
    }
    desk.act(&organiser, json!({ "t": "begin" })).await;
    let path = format!("/api/v1/tournaments/{}/next-season", desk.code);
    assert_eq!(server.get(&path).await.json()["code"], "wrong_phase");
    for pairing in desk.open().await {
        let result = json!({ "t": "result", "game": pairing["key"], "outcome": "sente" });
        desk.act(&organiser, result).await;
    }
    desk.sees("the season is over", |view| view["phase"] == "over").await;
    let view = desk.view().await;
    let games = view["rounds"][0]["games"].as_array().unwrap();
    let name_of = |id: &Value| {
        let entries = view["entries"].as_array().unwrap();
        entries.iter().find(|it| it["id"] == *id).unwrap()["name"].clone()
    };
    let won: Vec<_> = games.iter().map(|game| name_of(&game["sente"])).collect();
    let next = server.get(&path).await.json();
    let next = next["entries"].as_array().unwrap().clone();
    let classes: Vec<_> = next.iter().map(|it| (it["name"].clone(), it["class"].clone())).collect();
    // Both winners play in A: one stays, one comes up.
    for (name, class) in &classes {
        assert_eq!(*class, if won.contains(name) { "A" } else { "B" }, "{classes:?}");
    }
    assert_eq!(classes.len(), 4);
});

both_servers!(typed_results_and_players_without_accounts, |server| async {
    let organiser = member(server, "organiser", "1d").await;
    let mut player = member(server, "anh", "5k").await;
    let format = json!({ "t": "round_robin", "pace": "free" });
    let desk = Desk::set_up(server, &organiser, &settings(format)).await;
    desk.refused(&organiser, json!({ "t": "begin" }), "", "players_missing").await;
    desk.act(&organiser, json!({ "t": "open" })).await;
    desk.act(&player, json!({ "t": "join" })).await;
    for (name, grade) in [("Ông Tư", "3-kyu"), ("佐藤", "2-dan")] {
        let entry = json!({ "name": name, "grade": grade });
        desk.act(&organiser, json!({ "t": "enter", "entry": entry })).await;
    }
    let entry = json!({ "handle": "anh" });
    desk.refused(&organiser, json!({ "t": "enter", "entry": entry }), "", "not_possible").await;
    desk.refused(&organiser, json!({ "t": "enter", "entry": { "name": "" } }), "", "bad_settings")
        .await;
    player.follow(StreamName::Me).await;
    desk.act(&organiser, json!({ "t": "begin" })).await;
    let open = desk.open().await;
    assert_eq!(open.len(), 3);
    assert!(open.iter().all(|it| it["games"].as_array().unwrap().is_empty()), "played at boards");
    for pairing in &open {
        let act = json!({ "t": "result", "game": pairing["key"], "outcome": "draw" });
        desk.refused(&player, act.clone(), "", "not_organiser").await;
        desk.act(&organiser, act).await;
    }
    let view = desk.view().await;
    assert_eq!(view["phase"], "over");
    let again = json!({ "t": "result", "game": open[0]["key"], "outcome": "sente" });
    desk.refused(&organiser, again, "", "wrong_phase").await;
    let ruled = json!({ "t": "rule", "game": open[0]["key"], "outcome": "sente" });
    desk.act(&organiser, ruled).await;
    let rows = desk.view().await["standings"]["rankings"][0]["rows"].clone();
    assert_eq!(rows[0]["points"], 1.5, "{rows}");
});

/// A Swiss in which results are typed in, from the first round to the last: 40 players, and 300
/// in a long run.
#[tokio::test]
async fn a_large_field_is_paired_and_ranked() {
    let n_players = if is_long() { 300 } else { 40 };
    let server = TestServer::with(Kind::Sqlite, |config| {
        config.limits.changes_per_minute = std::num::NonZeroU32::MAX;
    })
    .await;
    let organiser = member(&server, "organiser", "1d").await;
    let swiss = settings(json!({ "t": "swiss", "rounds": 7 }));
    let desk = Desk::set_up(&server, &organiser, &swiss).await;
    let path = format!("/api/v1/tournaments/{}/acts", desk.code);
    let act = async |act: Value| {
        let began = Instant::now();
        let body = json!({ "id": uuid(), "act": act });
        let page = post(&server, &organiser, &path, &body).await;
        assert_eq!(page.status, 200, "{page:?}");
        began.elapsed()
    };
    for n in 1..=n_players {
        let rating = 600 + n * 7;
        act(json!({ "t": "enter", "entry": { "name": format!("Kỳ thủ {n}"), "rating": rating } }))
            .await;
    }
    let (mut rounds, mut results, mut views) = (Vec::new(), Vec::new(), Vec::new());
    rounds.push(act(json!({ "t": "begin" })).await);
    for round in 1..=7 {
        for (n, pairing) in desk.open().await.into_iter().enumerate() {
            let outcome = ["sente", "gote", "sente", "draw"][n % 4];
            let done = json!({ "t": "result", "game": pairing["key"], "outcome": outcome });
            results.push(act(done).await);
        }
        let began = Instant::now();
        desk.view().await;
        views.push(began.elapsed());
        if round < 7 {
            rounds.push(act(json!({ "t": "next_round" })).await);
        }
    }
    let view = desk.view().await;
    assert_eq!(view["phase"], "over");
    let rows = view["standings"]["rankings"][0]["rows"].as_array().unwrap();
    assert_eq!(rows.len(), n_players as usize);
    let met: HashSet<_> = view["rounds"]
        .as_array()
        .unwrap()
        .iter()
        .flat_map(|round| round["games"].as_array().unwrap())
        .map(|game| {
            let mut pair = [game["sente"].to_string(), game["gote"].to_string()];
            pair.sort();
            pair
        })
        .collect();
    assert_eq!(met.len(), n_players as usize / 2 * 7, "nobody meets the same player twice");
    let worst = |times: &[Duration]| times.iter().max().copied().unwrap_or_default();
    println!(
        "{n_players} players, 7 rounds: a round is published within {:?}, a result noted within \
         {:?}, and all of it shown within {:?}",
        worst(&rounds),
        worst(&results),
        worst(&views)
    );
}
