//! What ranks in a tournament, and what its results are worth, as the organiser chooses.

use serde_json::{Value, json};

use super::{
    ratings::member,
    tournaments::{Desk, settings},
};
use crate::fixture::both_servers;

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
    assert_eq!(view["scoring"]["win"], 1);
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
