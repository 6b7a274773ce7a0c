//! Formats put together, and prizes by category, from the settings to the files.

use serde_json::{Value, json};

use super::{
    ratings::member,
    tournaments::{Desk, settings},
};
use crate::fixture::{Tab, both_servers};

/// A tournament at real boards.
fn in_the_hall(format: Value, prizes: Value) -> Value {
    let mut settings = settings(format);
    settings["plan"]["at_the_board"] = json!(true);
    settings["plan"]["rated"] = json!(false);
    settings["prizes"] = prizes;
    settings
}

/// Eight players, the strongest first; the last two are marked.
fn players() -> Value {
    let names = ["An", "Bình", "Chi", "Dung", "Em", "Giang", "Hà", "Khoa"];
    let entries = names.iter().enumerate().map(|(n, name)| {
        let tags = if n < 6 { json!([]) } else { json!(["Thiếu niên", " Thiếu niên"]) };
        json!({ "name": name, "rating": 1900 - 50 * n, "tags": tags })
    });
    entries.collect()
}

fn names(view: &Value, ids: &Value) -> Vec<String> {
    let entries = view["entries"].as_array().unwrap();
    let name = |id: &Value| entries.iter().find(|it| it["id"] == *id).unwrap()["name"].clone();
    ids.as_array().unwrap().iter().map(|id| name(id).as_str().unwrap().to_owned()).collect()
}

/// Lets the stronger of every pairing win, round after round, until it is over.
async fn play(desk: &Desk<'_>, organiser: &Tab) {
    for _ in 0..20 {
        let view = desk.view().await;
        let rating = |id: &Value| {
            let entries = view["entries"].as_array().unwrap();
            entries.iter().find(|it| it["id"] == *id).unwrap()["rating"].as_i64().unwrap()
        };
        for game in desk.open().await {
            let is_sente = rating(&game["sente"]) > rating(&game["gote"]);
            let outcome = if is_sente { "sente" } else { "gote" };
            let act = json!({ "t": "result", "game": game["key"], "outcome": outcome });
            desk.act(organiser, act).await;
        }
        if desk.view().await["phase"] == "over" {
            return;
        }
        desk.act(organiser, json!({ "t": "next_round" })).await;
    }
    panic!("it does not end");
}

both_servers!(a_knockout_within_a_swiss_and_its_prizes, |server| async {
    let organiser = member(server, "organiser", "1d").await;
    let format = json!({ "t": "championship", "best": 4, "inner": { "t": "swiss", "rounds": 3 } });
    let prizes = json!({ "categories": [
        { "name": "", "prizes": ["cup", "book"] },
        { "name": "juniors", "who": { "tags": ["thiếu niên"] }, "prizes": ["clock"] },
    ] });
    let wanted = in_the_hall(format, prizes);
    let desk = Desk::set_up(server, &organiser, &wanted).await;
    // What cannot be is said before anybody is entered.
    let edit = |settings: Value| json!({ "t": "edit", "settings": settings });
    let mut too_long = wanted.clone();
    too_long["format"]["best"] = json!(16);
    desk.refused(&organiser, edit(too_long), "", "contradiction").await;
    let mut nothing = wanted.clone();
    nothing["prizes"]["categories"][0]["prizes"] = json!([]);
    desk.refused(&organiser, edit(nothing), "", "bad_settings").await;

    desk.act(&organiser, json!({ "t": "open" })).await;
    desk.act(&organiser, json!({ "t": "enter_all", "entries": players() })).await;
    let view = desk.view().await;
    assert_eq!(view["entries"][7]["tags"], json!(["Thiếu niên"]), "none twice");
    assert_eq!(view["prizes"]["categories"][1]["name"], "juniors");
    let why = desk.own(&organiser, &format!("{}/why", desk.code)).await;
    let slots: Vec<&Value> = why["why"].as_array().unwrap().iter().map(|it| &it["slot"]).collect();
    assert_eq!(slots[..2], [&json!("R1-1"), &json!("R1-2")], "{why}");
    desk.act(&organiser, json!({ "t": "begin" })).await;
    play(&desk, &organiser).await;

    let view = desk.view().await;
    let rankings = view["standings"]["rankings"].as_array().unwrap();
    assert_eq!((rankings.len(), &rankings[1]["title"]), (2, &json!("knock-out")));
    assert_eq!(names(&view, &json!([rankings[1]["rows"][0]["entry"]])), ["An"]);
    assert_eq!(rankings[0]["rows"].as_array().unwrap().len(), 8);
    let awards = view["standings"]["prizes"].as_array().unwrap();
    let won: Vec<String> =
        awards.iter().flat_map(|award| names(&view, &award["entries"])).collect();
    let rows = rankings[0]["rows"].as_array().unwrap().iter().map(|row| row["entry"].clone());
    let order = names(&view, &rows.collect());
    let junior = order.iter().find(|name| ["Hà", "Khoa"].contains(&name.as_str())).unwrap();
    assert_eq!(won, [&order[0], &order[1], junior].map(Clone::clone), "{awards:?}");
    let path = format!("/api/v1/tournaments/{}/files", desk.code);
    let csv = server.get(&format!("{path}/prizes.csv")).await.body;
    let csv = String::from_utf8(csv).unwrap();
    assert!(csv.contains(&format!("\"juniors\",\"1\",\"clock\",\"{junior}\"")), "{csv}");
    for file in ["event.trf", "turnering.txt", "standings.csv", "standings.txt"] {
        assert_eq!(server.get(&format!("{path}/{file}")).await.status, 200, "{file}");
    }
    // After the start the format stays, and prizes may still change.
    let document = server.get(&format!("{path}/event.json")).await.json();
    assert_eq!(document["prizes"]["categories"][1]["who"]["tags"], json!(["thiếu niên"]));
});

both_servers!(groups_lead_to_two_brackets, |server| async {
    let organiser = member(server, "organiser", "1d").await;
    let format = json!({ "t": "stages", "stages": [
        { "name": "Bảng", "format": { "t": "pools", "groups": 2 } },
        { "name": "Cúp", "format": { "t": "single_elimination" },
          "from": [{ "stage": "Bảng", "last": 2 }] },
        { "name": "An ủi", "format": { "t": "single_elimination" },
          "from": [{ "stage": "Bảng", "first": 3 }] },
    ] });
    let desk = Desk::set_up(server, &organiser, &in_the_hall(format, json!({}))).await;
    desk.act(&organiser, json!({ "t": "enter_all", "entries": players() })).await;
    desk.act(&organiser, json!({ "t": "begin" })).await;
    play(&desk, &organiser).await;
    let view = desk.view().await;
    assert_eq!(view["rounds"].as_array().unwrap().len(), 5);
    let rankings = view["standings"]["rankings"].as_array().unwrap();
    let titles: Vec<&str> = rankings.iter().filter_map(|it| it["title"].as_str()).collect();
    assert_eq!(titles, ["Bảng/group 1", "Bảng/group 2", "Cúp", "An ủi"]);
    let entries = |n: usize| -> Value {
        rankings[n]["rows"].as_array().unwrap().iter().map(|row| row["entry"].clone()).collect()
    };
    assert_eq!(names(&view, &entries(0))[..2], ["An", "Bình"]);
    assert_eq!(names(&view, &entries(4))[0], "Em");
    let matches = view["standings"]["matches"].as_array().unwrap();
    assert!(matches.iter().any(|it| it["slot"] == "Cúp/R2-1" && it["round"] == 5), "{matches:?}");
    let path = format!("/api/v1/tournaments/{}/files", desk.code);
    for file in ["event.trf", "turnering.txt", "standings.csv", "games.csv"] {
        assert_eq!(server.get(&format!("{path}/{file}")).await.status, 200, "{file}");
    }
});
