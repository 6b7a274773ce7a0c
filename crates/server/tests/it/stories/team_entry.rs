//! Team events whose players found teams and choose them.

use serde_json::{Value, json};

use super::{
    accounts::{PASSWORD, ask},
    ratings::member,
    site::send,
    studies::get,
    tournaments::{Desk, settings},
};
use crate::fixture::{Tab, TestServer, both_servers};

/// Two boards, of which players come by themselves.
fn teams(founding: bool, admission: &str, reserves: u32) -> Value {
    let format = json!({ "t": "team", "boards": 2, "inner": { "t": "swiss", "rounds": 1 } });
    let mut it = settings(format);
    it["plan"]["team_entry"] =
        json!({ "founding": founding, "admission": admission, "reserves": reserves });
    it
}

async fn open<'s>(server: &'s TestServer, organiser: &Tab, settings: &Value) -> Desk<'s> {
    let desk = Desk::set_up(server, organiser, settings).await;
    desk.act(organiser, json!({ "t": "open" })).await;
    desk
}

fn founds(team: &str) -> Value {
    json!({ "t": "found_team", "team": team })
}

fn joins(team: &str) -> Value {
    json!({ "t": "join_team", "team": team })
}

async fn me(desk: &Desk<'_>, by: &Tab) -> Value {
    desk.own(by, &format!("{}/me", desk.code)).await
}

/// Each team with its players in the order of the boards, the captain with a star.
async fn line_ups(desk: &Desk<'_>) -> Vec<String> {
    let view = desk.view().await;
    let mut entries = view["entries"].as_array().unwrap().clone();
    entries.sort_by_key(|it| (it["team"].as_str().map(str::to_owned), it["board"].as_u64()));
    let name = |it: &Value| {
        let star = if it["captain"] == true { "*" } else { "" };
        let team = it["team"].as_str().unwrap_or("–");
        format!("{team} {} {}{star}", it["board"], it["name"].as_str().unwrap())
    };
    entries.iter().map(name).collect()
}

async fn bells(server: &TestServer, of: &Tab) -> Vec<String> {
    let page = get(server, &of.cookie, "/me/bell").await.json();
    let items = page["items"].as_array().expect("items").clone();
    let name = |it: Value| it["item"]["t"].as_str().unwrap_or_default().to_owned();
    items.into_iter().map(name).filter(|it| it.starts_with("team_")).collect()
}

both_servers!(players_found_teams_and_their_captains_take_others_in, |server| async {
    let organiser = member(server, "organiser", "1d").await;
    let anh = member(server, "anh", "5k").await;
    let binh = member(server, "binh", "5k").await;
    let chi = member(server, "chi", "5k").await;
    let dung = member(server, "dung", "5k").await;
    let desk = open(server, &organiser, &teams(true, "captain", 1)).await;

    desk.refused(&anh, json!({ "t": "join" }), "", "not_open").await;
    desk.refused(&anh, joins("Huế"), "", "unknown").await;
    desk.act(&anh, founds(" Huế ")).await;
    desk.refused(&anh, founds("Đà Nẵng"), "", "not_possible").await;
    for name in ["huế", "", "Komadai", &"x".repeat(61)] {
        desk.refused(&binh, founds(name), "", "bad_settings").await;
    }

    // The captain decides, and an organiser might as well; nobody else.
    for player in [&binh, &chi] {
        desk.act(player, joins("HUẾ")).await;
    }
    assert_eq!(me(&desk, &binh).await["team_request"], json!({ "team": "Huế" }));
    let asking = me(&desk, &anh).await["team_applicants"].as_array().unwrap().clone();
    assert_eq!(asking.len(), 2, "{asking:?}");
    assert_eq!(me(&desk, &organiser).await["team_applicants"].as_array().map(Vec::len), Some(2));
    assert_eq!(me(&desk, &dung).await.get("team_applicants"), None);
    assert_eq!(bells(server, &anh).await, ["team_asked", "team_asked"]);
    let user_of = |name: &str| {
        asking.iter().find(|it| it["name"] == name).map(|it| it["user"].clone()).unwrap()
    };
    let admit = |user: Value| json!({ "t": "admit_to_team", "user": user });
    let reject = json!({ "t": "reject_from_team", "user": user_of("chi") });
    for by in [&binh, &dung] {
        desk.refused(by, admit(user_of("binh")), "", "not_organiser").await;
        desk.refused(by, reject.clone(), "", "not_organiser").await;
    }
    desk.act(&anh, admit(user_of("binh"))).await;
    desk.act(&anh, reject).await;
    assert_eq!(bells(server, &binh).await, ["team_admitted"]);
    assert_eq!(bells(server, &chi).await, ["team_rejected"]);
    desk.refused(&chi, joins("Huế"), "", "not_open").await;
    assert_eq!(me(&desk, &chi).await["team_request"], json!({ "rejected_by": ["Huế"] }));

    // Another team, and back out of the request.
    desk.act(&dung, founds("Hà Nội")).await;
    desk.act(&chi, joins("Hà Nội")).await;
    desk.act(&chi, json!({ "t": "unjoin_team" })).await;
    desk.refused(&chi, json!({ "t": "unjoin_team" }), "", "unknown").await;
    desk.act(&chi, joins("Hà Nội")).await;
    desk.act(&organiser, admit(user_of("chi"))).await;
    let all = ["Huế 1 anh*", "Huế 2 binh", "Hà Nội 1 dung*", "Hà Nội 2 chi"];
    assert_eq!(line_ups(&desk).await, all);

    // The captain orders the own team, and takes somebody out of it.
    let view = desk.view().await;
    let id = |name: &str| {
        let entries = view["entries"].as_array().unwrap();
        entries.iter().find(|it| it["name"] == name).unwrap()["id"].clone()
    };
    let line_up = |names: &[&str]| {
        let entries: Vec<Value> = names.iter().map(|name| id(name)).collect();
        json!({ "t": "line_up", "entries": entries })
    };
    desk.refused(&anh, line_up(&["dung", "chi"]), "", "not_organiser").await;
    desk.refused(&binh, line_up(&["binh", "anh"]), "", "not_organiser").await;
    desk.refused(&anh, line_up(&["binh"]), "", "bad_settings").await;
    desk.act(&anh, line_up(&["binh", "anh"])).await;
    let leave = |name: &str| json!({ "t": "leave", "entry": id(name) });
    desk.refused(&anh, leave("chi"), "", "not_organiser").await;
    desk.act(&dung, leave("chi")).await;
    let told = bells(server, &chi).await;
    assert_eq!(told.iter().filter(|it| *it == "team_rejected").count(), 2, "{told:?}");
    let all = ["Huế 1 binh", "Huế 2 anh*", "Hà Nội 1 dung*"];
    assert_eq!(line_ups(&desk).await, all);

    // Whoever leads leaves, and the first of the others does; what a team has said is not forgotten.
    desk.act(&anh, json!({ "t": "leave" })).await;
    desk.refused(&chi, joins("Huế"), "", "not_open").await;
    assert_eq!(line_ups(&desk).await, ["Huế 1 binh*", "Hà Nội 1 dung*"]);
    desk.act(&anh, founds("Đà Nẵng")).await;
    desk.act(&organiser, json!({ "t": "begin" })).await;
    desk.refused(&binh, line_up(&["binh"]), "", "wrong_phase").await;
    desk.refused(&chi, joins("Hà Nội"), "", "wrong_phase").await;
});

both_servers!(the_organisers_decide_or_nobody_does, |server| async {
    let organiser = member(server, "organiser", "1d").await;
    let anh = member(server, "anh", "5k").await;
    let binh = member(server, "binh", "5k").await;
    let chi = member(server, "chi", "5k").await;

    // Where anyone may come in there is room for so many.
    let desk = open(server, &organiser, &teams(true, "anyone", 0)).await;
    desk.act(&anh, founds("Huế")).await;
    desk.act(&binh, joins("Huế")).await;
    desk.refused(&chi, joins("Huế"), "", "full").await;
    assert_eq!(line_ups(&desk).await, ["Huế 1 anh*", "Huế 2 binh"]);

    // Where the organisers found teams and decide, a captain does not.
    let desk = open(server, &organiser, &teams(false, "organiser", 1)).await;
    desk.refused(&anh, founds("Huế"), "", "not_open").await;
    let typed = json!({ "name": "Ông Tư", "team": "Huế" });
    desk.act(&organiser, json!({ "t": "enter", "entry": typed })).await;
    desk.act(&anh, joins("huế")).await;
    assert_eq!(bells(server, &organiser).await, ["team_asked"]);
    let agenda = get(server, &organiser.cookie, "/tournaments/agenda").await.json();
    assert_eq!(agenda["matters"][0]["players"], json!(["anh"]), "{agenda}");
    let user = me(&desk, &organiser).await["team_applicants"][0]["user"].clone();
    desk.act(&organiser, json!({ "t": "admit_to_team", "user": user })).await;
    // Whoever has no account speaks for nobody.
    assert_eq!(line_ups(&desk).await, ["Huế null Ông Tư", "Huế 2 anh*"]);
    desk.act(&binh, joins("Huế")).await;
    let asked = me(&desk, &organiser).await["team_applicants"][0].clone();
    let admit = json!({ "t": "admit_to_team", "user": asked["user"] });
    desk.refused(&anh, admit.clone(), "", "not_organiser").await;

    // Who deletes their account asks for nothing any more.
    let page = ask(server, &binh.cookie, "delete", json!({ "password": PASSWORD })).await;
    assert_eq!(page.status, 200, "{page:?}");
    assert_eq!(me(&desk, &organiser).await.get("team_applicants"), None);
    desk.refused(&organiser, admit, "", "bad_settings").await;

    // Who was invited without a team chooses one.
    let invite = json!({ "t": "enter", "entry": { "handle": "chi" } });
    desk.act(&organiser, invite).await;
    desk.act(&chi, json!({ "t": "accept" })).await;
    desk.act(&chi, joins("Huế")).await;
    let user = me(&desk, &organiser).await["team_applicants"][0]["user"].clone();
    desk.act(&organiser, json!({ "t": "admit_to_team", "user": user })).await;
    assert_eq!(line_ups(&desk).await, ["Huế null Ông Tư", "Huế 2 anh*", "Huế 3 chi"]);

    // The settings contradict nothing.
    for (key, value) in [("by_invitation", json!(true)), ("by_application", json!(true))] {
        let mut wrong = teams(true, "captain", 1);
        wrong["plan"][key] = value;
        let body = json!({ "create": crate::fixture::uuid(), "settings": wrong });
        let page = send(server, &organiser.cookie, "POST", "/tournaments", body).await;
        assert_eq!(page.status, 422, "{page:?}");
    }
    let mut swiss = settings(json!({ "t": "swiss", "rounds": 3 }));
    swiss["plan"]["team_entry"] = json!({ "founding": true });
    let body = json!({ "create": crate::fixture::uuid(), "settings": swiss });
    let page = send(server, &organiser.cookie, "POST", "/tournaments", body).await;
    assert_eq!(page.status, 422, "{page:?}");
});

both_servers!(a_team_without_a_captain_is_the_organisers_to_decide, |server| async {
    let organiser = member(server, "organiser", "1d").await;
    let anh = member(server, "anh", "5k").await;
    let desk = open(server, &organiser, &teams(true, "captain", 1)).await;
    let typed = json!({ "name": "Ông Tư", "team": "Huế" });
    desk.act(&organiser, json!({ "t": "enter", "entry": typed })).await;
    desk.act(&anh, joins("Huế")).await;
    let waiting = || async {
        let agenda = get(server, &organiser.cookie, "/tournaments/agenda").await.json();
        agenda["matters"][0]["players"].clone()
    };
    assert_eq!(waiting().await, json!(["anh"]));
    // Once the organisers put the teams together, nothing waits that nobody can answer.
    let mut closed = teams(true, "captain", 1);
    closed["plan"].as_object_mut().unwrap().remove("team_entry");
    desk.act(&organiser, json!({ "t": "edit", "settings": closed })).await;
    assert_eq!(waiting().await, Value::Null);
    assert_eq!(me(&desk, &organiser).await.get("team_applicants"), None);
});
