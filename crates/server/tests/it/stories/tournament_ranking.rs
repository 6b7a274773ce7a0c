//! What ranks in a tournament, and what its results are worth, as the organiser chooses.

use serde_json::{Value, json};

use super::{
    ratings::member,
    tournaments::{Desk, post, settings},
};
use crate::fixture::{both_servers, uuid};

fn with(changes: &[(&str, Value)]) -> Value {
    let mut wanted = settings(json!({ "t": "round_robin", "pace": "free" }));
    for (key, value) in changes {
        wanted[key] = value.clone();
    }
    wanted
}

both_servers!(the_organiser_chooses_what_ranks_and_what_a_win_is_worth, |server| async {
    let organiser = member(server, "organiser", "1d").await;
    let desk = Desk::set_up(server, &organiser, &with(&[])).await;
    let edit = |settings: Value| json!({ "t": "edit", "settings": settings });
    let bracket = json!({ "t": "single_elimination" });
    for (changes, code) in [
        (vec![("tiebreaks", json!(["points", "sos", "points"]))], "tiebreak_twice"),
        (vec![("format", bracket), ("tiebreaks", json!(["points"]))], "no_tiebreaks"),
        (vec![("scoring", json!({ "win": 0.25 }))], "bad_points"),
        (vec![("scoring", json!({ "draw": 10_000.5 }))], "bad_points"),
    ] {
        desk.refused(&organiser, edit(with(&changes)), "", code).await;
    }
    desk.act(&organiser, json!({ "t": "open" })).await;
    let view = desk.view().await;
    assert_eq!(view["criteria"], json!(["points", "direct", "sodos", "wins"]), "the format's own");
    assert_eq!((&view["scoring"]["win"], &view["scoring"]["absences_max"]), (&json!(1), &json!(2)));
    let order = ("tiebreaks", json!(["wins", "points", "seed"]));
    let football = ("scoring", json!({ "win": 3, "draw": 1, "no_show": -0.5 }));
    desk.act(&organiser, edit(with(&[order, football.clone()]))).await;
    let view = desk.view().await;
    assert_eq!(view["criteria"], json!(["wins", "points", "seed"]));
    assert_eq!(view["scoring"]["no_show"], -0.5);
    for name in ["An", "Bình", "Chi"] {
        desk.act(&organiser, json!({ "t": "enter", "entry": { "name": name } })).await;
    }
    desk.act(&organiser, json!({ "t": "begin" })).await;
    for (pairing, outcome) in desk.open().await.iter().zip(["sente", "draw", "draw"]) {
        let act = json!({ "t": "result", "game": pairing["key"], "outcome": outcome });
        desk.act(&organiser, act).await;
    }
    let ranking = desk.view().await["standings"]["rankings"][0].clone();
    assert_eq!(ranking["criteria"], json!(["wins", "points", "seed"]));
    let points = ranking["rows"].as_array().unwrap().iter().map(|row| row["points"].clone());
    assert_eq!(points.collect::<Vec<_>>(), [4, 2, 1], "{ranking}");
});

both_servers!(after_the_start_tie_breaks_may_change_and_points_may_not, |server| async {
    let organiser = member(server, "organiser", "1d").await;
    let desk = Desk::set_up(server, &organiser, &with(&[])).await;
    desk.act(&organiser, json!({ "t": "open" })).await;
    for name in ["An", "Bình", "Chi"] {
        desk.act(&organiser, json!({ "t": "enter", "entry": { "name": name } })).await;
    }
    desk.act(&organiser, json!({ "t": "begin" })).await;
    let edit = |settings: Value| json!({ "t": "edit", "settings": settings });
    let worth = with(&[("scoring", json!({ "win": 3 }))]);
    desk.refused(&organiser, edit(worth), "", "has_begun").await;
    desk.act(&organiser, edit(with(&[("tiebreaks", json!(["points", "lot"]))]))).await;
    let ranking = desk.view().await["standings"]["rankings"][0].clone();
    assert_eq!(ranking["criteria"], json!(["points", "lot"]));
});

both_servers!(absences_have_points_as_far_as_the_organiser_says, |server| async {
    let organiser = member(server, "organiser", "1d").await;
    let limited = |most: u32| {
        let mut wanted = settings(json!({ "t": "swiss", "rounds": 3 }));
        wanted["scoring"] = json!({ "absences_max": most });
        wanted
    };
    let desk = Desk::set_up(server, &organiser, &limited(1)).await;
    desk.act(&organiser, json!({ "t": "open" })).await;
    for name in ["An", "Bình", "Chi", "Dung", "Én"] {
        desk.act(&organiser, json!({ "t": "enter", "entry": { "name": name } })).await;
    }
    let view = desk.view().await;
    assert_eq!(view["scoring"]["absences_max"], 1);
    assert_eq!(view["scoring"].get("absences_until"), None);
    let away = view["entries"][4]["id"].clone();
    desk.act(&organiser, json!({ "t": "begin" })).await;
    for game in desk.open().await {
        let drawn = json!({ "t": "result", "game": game["key"], "outcome": "draw" });
        desk.act(&organiser, drawn).await;
    }
    // The limit belongs to the points.
    let edit = json!({ "t": "edit", "settings": limited(2) });
    desk.refused(&organiser, edit, "", "has_begun").await;
    for round in [2, 3] {
        let absent = json!({ "t": "absent", "entry": away, "round": round, "comes": false });
        desk.act(&organiser, absent).await;
    }
    for _ in [2, 3] {
        desk.act(&organiser, json!({ "t": "next_round" })).await;
        for game in desk.open().await {
            let drawn = json!({ "t": "result", "game": game["key"], "outcome": "draw" });
            desk.act(&organiser, drawn).await;
        }
    }
    let view = desk.view().await;
    let rows = view["standings"]["rankings"][0]["rows"].as_array().unwrap().clone();
    let row = rows.into_iter().find(|row| row["entry"] == away).unwrap();
    let usual = json!({ "t": "absent" });
    assert_eq!(
        [&row["rounds"][1], &row["rounds"][2]],
        [&usual, &json!({ "t": "absent", "points": 0 })]
    );
});

both_servers!(an_event_is_loaded_with_what_is_said_of_its_coming_round, |server| async {
    let organiser = member(server, "organiser", "1d").await;
    let line = |number: u32, cells: &str| {
        format!(
            "001 {number:>4}      {:33} {:>4}{:28} 1.0    1{cells}\n",
            format!("P{number}"),
            2000,
            ""
        )
    };
    let file = [
        "XXR 4\nBBU  0.5\n".to_owned(),
        line(1, "     2 w 1  0000 - Z"),
        line(2, "     1 b 0  0000 - U"),
        line(3, "     4 w 1  0000 - H"),
        line(4, "     3 b 0"),
        line(5, "  0000 - U"),
    ]
    .concat();
    let mut wanted = settings(json!({ "t": "swiss", "rounds": 1 }));
    (wanted["plan"]["at_the_board"], wanted["plan"]["rated"]) = (json!(true), json!(false));
    let body = json!({ "create": uuid(), "file": file, "settings": wanted });
    let page = post(server, &organiser, "/api/v1/tournaments/from-file", &body).await;
    assert_eq!(page.status, 201, "{page:?}");
    let code = page.json()["code"].as_str().unwrap().parse().unwrap();
    let desk = Desk { server, code };
    desk.act(&organiser, json!({ "t": "open" })).await;
    let view = desk.view().await;
    assert_eq!(view["scoring"]["bye"], 0.5);
    assert_eq!(view["rounds"].as_array().unwrap().len(), 1);
    let entries = view["entries"].as_array().unwrap().clone();
    let absent = entries.iter().map(|entry| entry["absent"].clone()).collect::<Vec<_>>();
    assert_eq!(absent, [json!([2]), json!([]), json!([2]), json!([]), json!([])]);
    desk.act(&organiser, json!({ "t": "next_round" })).await;
    let round = desk.view().await["rounds"][1].clone();
    let games = round["games"].as_array().unwrap();
    assert_eq!(games.len(), 1, "{round}");
    let byes = round["byes"].as_array().unwrap();
    assert_eq!(byes.len(), 3, "{round}");
});
