//! An evening in a club: people come and go, whoever is free is paired, results come by phone, and
//! what was played over the board counts in ratings here.

use serde_json::{Value, json};

use super::{
    ratings::member,
    studies::get,
    tournaments::{Desk, post, settings},
};
use crate::fixture::{Tab, TestServer, both_servers, uuid};

/// As the page of a club begins one.
fn evening(rated: bool) -> Value {
    let mut settings = settings(json!({
        "t": "arena", "start_ms": 0, "duration_ms": 50_400_000, "wave_ms": 0, "by": "strength",
    }));
    settings["handicap"] = json!({ "table": "jsa" });
    settings["plan"]["club"] = json!("hanoi");
    settings["plan"]["at_the_board"] = json!(true);
    settings["plan"]["rated"] = json!(rated);
    settings
}

/// A club with its host and members, of whom each has joined.
async fn club(server: &TestServer, host: &Tab, members: &[Tab]) {
    let about = json!({ "name": "Câu lạc bộ Shogi Hà Nội", "joining": "open" });
    let body = json!({ "create": uuid(), "slug": "hanoi", "settings": about });
    assert_eq!(post(server, host, "/api/v1/clubs", &body).await.status, 201);
    for member in members {
        let body = json!({ "id": uuid(), "act": { "t": "join" } });
        let page = post(server, member, "/api/v1/clubs/hanoi/acts", &body).await;
        assert_eq!(page.status, 200, "{page:?}");
    }
}

async fn entry(desk: &Desk<'_>, of: &Tab) -> Value {
    desk.own(of, &format!("{}/me", desk.code)).await["entry"].clone()
}

/// What somebody's ratings show of this evening.
async fn counted(server: &TestServer, who: &Tab, handle: &str, desk: &Desk<'_>) -> usize {
    let page =
        get(server, &who.cookie, &format!("/players/{handle}/history?variant=standard")).await;
    let known = page.json();
    let points = known["points"].as_array().unwrap_or_else(|| panic!("{page:?}"));
    let n = points.iter().filter(|point| point["over_the_board"] == true).count();
    let club = json!([{
        "code": desk.code, "name": known["evenings"][0]["name"],
        "club": "Câu lạc bộ Shogi Hà Nội", "slug": "hanoi",
    }]);
    assert_eq!(known["evenings"], if n > 0 { club } else { Value::Null }, "marked as such");
    n
}

/// How somebody stands in the club's own rating.
async fn own_rating(server: &TestServer, who: &Tab, name: &str) -> Value {
    let page = get(server, &who.cookie, "/clubs/hanoi/rating").await;
    let known = page.json();
    let players = known["players"].as_array().unwrap_or_else(|| panic!("{page:?}"));
    let found = players.iter().find(|it| it["name"] == name || it["handle"] == name);
    found.unwrap_or_else(|| panic!("{name}: {page:?}")).clone()
}

fn by_name(view: &Value, name: &str) -> Value {
    let entries = view["entries"].as_array().unwrap();
    entries.iter().find(|it| it["name"] == name).unwrap_or_else(|| panic!("{name}: {view}")).clone()
}

fn is_of(game: &Value, entry: &Value) -> bool {
    game["sente"] == *entry || game["gote"] == *entry
}

both_servers!(an_evening_arranges_itself_and_counts_once_when_it_is_over, |server| async {
    let host = member(server, "host", "1d").await;
    let names = ["anh", "binh", "chi", "dung", "emi", "giang", "hoa", "khanh"];
    let grades = ["3d", "2d", "1k", "2k", "5k", "6k", "9k", "10k"];
    let mut members = Vec::new();
    for (name, grade) in names.iter().zip(grades) {
        members.push(member(server, name, grade).await);
    }
    club(server, &host, &members).await;
    let _stranger = member(server, "stranger", "5k").await;
    let desk = Desk::set_up(server, &host, &evening(true)).await;
    desk.act(&host, json!({ "t": "open" })).await;

    // The host ticks who of the club is in the room, and types in two guests; others are asked.
    for name in &names[..4] {
        desk.act(&host, json!({ "t": "enter", "entry": { "handle": name } })).await;
    }
    for (name, grade) in [("Ông Tư", "1d"), ("Cô Năm", "5k")] {
        desk.act(&host, json!({ "t": "enter", "entry": { "name": name, "grade": grade } })).await;
    }
    desk.act(&host, json!({ "t": "enter", "entry": { "handle": "stranger" } })).await;
    let view = desk.view().await;
    assert_eq!(view["entries"].as_array().unwrap().len(), 6, "a stranger is only invited: {view}");
    // Whom the host does not see is asked.
    let at_home = json!({ "handle": "khanh", "online": true });
    desk.act(&host, json!({ "t": "enter", "entry": at_home })).await;
    assert_eq!(desk.view().await["entries"].as_array().unwrap().len(), 6, "no board is opened");
    // Nobody but the host brings in others, and a guest has no board at home.
    let other = json!({ "t": "enter", "entry": { "handle": "emi" } });
    desk.refused(&members[0], other, "", "not_organiser").await;
    let guest = by_name(&view, "Ông Tư")["id"].clone();
    let online = json!({ "t": "check_in", "entry": guest, "online": true });
    desk.refused(&host, online, "", "bad_settings").await;
    let own = desk.own(&members[0], &format!("{}/me", desk.code)).await["entry"].clone();
    let online = json!({ "t": "check_in", "entry": own, "online": true });
    desk.refused(&host, online.clone(), "", "player_only").await;
    // Two sit at home.
    for player in [&members[4], &members[5]] {
        desk.act(player, json!({ "t": "join", "online": true })).await;
    }
    desk.act(&host, json!({ "t": "begin" })).await;

    let open = desk.open().await;
    assert_eq!(open.len(), 4, "all eight play: {open:?}");
    let (em, giang) = (entry(&desk, &members[4]).await, entry(&desk, &members[5]).await);
    let mut tables = Vec::new();
    for game in &open {
        let is_online = is_of(game, &em) || is_of(game, &giang);
        assert_eq!(!game["games"].as_array().unwrap().is_empty(), is_online, "{game}");
        tables.extend(game["board"].as_u64().filter(|&board| board > 0));
    }
    tables.sort_unstable();
    assert_eq!(tables, [1, 2, 3], "the two at home play each other online: {open:?}");
    let anh = entry(&desk, &members[0]).await;
    let first = open.iter().find(|game| is_of(game, &anh)).unwrap().clone();
    let binh = entry(&desk, &members[1]).await;
    assert!(is_of(&first, &binh), "3-dan meets 2-dan: {first}");

    // Both report: both are free, and play others at once when they can.
    let winner = if first["sente"] == anh { "sente" } else { "gote" };
    for player in &members[..2] {
        let report = json!({ "t": "report", "game": first["key"], "outcome": winner });
        desk.act(player, report).await;
    }
    let open = desk.open().await;
    assert!(
        !open.iter().any(|game| is_of(game, &anh) && is_of(game, &binh)),
        "not again: {open:?}"
    );
    // A guest goes home in the middle of a game; the pairing is called off.
    let guests = open.iter().find(|game| is_of(game, &guest)).unwrap().clone();
    desk.act(&host, json!({ "t": "leave", "entry": guest })).await;
    let off = json!({ "t": "rule", "game": guests["key"], "outcome": "annulled" });
    desk.act(&host, off).await;
    let open = desk.open().await;
    assert!(!open.iter().any(|game| is_of(game, &guest)), "{open:?}");
    assert!(open.iter().any(|game| is_of(game, &anh) || is_of(game, &binh)), "{open:?}");

    // The host enters the rest; each result makes two free, who are paired anew.
    for n in 0..6 {
        let mut open = desk.open().await;
        open.retain(|game| game["games"].as_array().unwrap().is_empty());
        // At each table in turn, so that all four members and a guest have played.
        let Some(game) = open.get(n % open.len().max(1)) else { break };
        let result = json!({ "t": "result", "game": game["key"], "outcome": "draw" });
        desk.act(&host, result).await;
    }
    let before = own_rating(server, &host, "anh").await;
    let guest = own_rating(server, &host, "Cô Năm").await;
    assert_eq!(guest["handle"], Value::Null, "guests count in the club's own rating: {guest}");
    // It was the other way round.
    let other = if winner == "sente" { "gote" } else { "sente" };
    let corrected = json!({ "t": "rule", "game": first["key"], "outcome": other });
    desk.act(&host, corrected).await;
    let after = own_rating(server, &host, "anh").await;
    assert_eq!(after["wins"].as_u64().map(|n| n + 1), before["wins"].as_u64(), "{after}");
    assert!(after["rating"].as_i64() < before["rating"].as_i64(), "{before} {after}");
    assert_eq!(counted(server, &members[0], "anh", &desk).await, 0, "nothing counts until the end");
    let code = desk.code;
    server.restart().await;
    let desk = Desk { server, code };
    desk.act(&host, json!({ "t": "close", "at_once": true })).await;
    let view = desk.view().await;
    assert_eq!(view["phase"], "over", "{view}");
    // Of the four in the room these two have reported themselves; a guest has no rating.
    let history = get(server, &members[0].cookie, "/players/anh/history?variant=standard").await;
    let n = counted(server, &members[0], "anh", &desk).await;
    assert!(n >= 1, "{history:?} {view}");
    assert_eq!(counted(server, &members[1], "binh", &desk).await, n, "they have met {n} times");
    assert!(n <= 2, "no more than two of a pair count in a day");
    assert_eq!(counted(server, &members[2], "chi", &desk).await, 0, "the host's word alone");
    // Whoever was corrected to have won is up.
    let page = get(server, &members[1].cookie, "/players/binh/history?variant=standard").await;
    let points = page.json()["points"].as_array().unwrap().clone();
    assert!(points[0]["rating"].as_i64() > Some(1_860), "2-dan beat 3-dan: {points:?}");
    // Once it is over, a correction leaves ratings as they are, and nothing counts twice.
    desk.act(&host, json!({ "t": "reopen" })).await;
    let back = json!({ "t": "rule", "game": first["key"], "outcome": winner });
    desk.act(&host, back).await;
    desk.act(&host, json!({ "t": "close" })).await;
    server.restart().await;
    let desk = Desk { server, code };
    assert_eq!(counted(server, &members[0], "anh", &desk).await, n);
    assert_eq!(own_rating(server, &host, "anh").await, before, "the club's own follows");
    let acts = desk.own(&host, &format!("{}/acts", desk.code)).await;
    assert!(acts.to_string().contains("reopen"), "{acts}");
});

both_servers!(an_evening_without_ratings_leaves_them_alone, |server| async {
    let host = member(server, "host", "1d").await;
    let members = [member(server, "anh", "5k").await, member(server, "binh", "5k").await];
    club(server, &host, &members).await;
    let desk = Desk::set_up(server, &host, &evening(false)).await;
    desk.act(&host, json!({ "t": "open" })).await;
    for player in &members {
        desk.act(player, json!({ "t": "join" })).await;
    }
    desk.act(&host, json!({ "t": "begin" })).await;
    let game = desk.open().await[0].clone();
    for player in &members {
        let report = json!({ "t": "report", "game": game["key"], "outcome": "sente" });
        desk.act(player, report).await;
    }
    desk.act(&host, json!({ "t": "close", "at_once": true })).await;
    assert_eq!(desk.view().await["phase"], "over");
    assert_eq!(counted(server, &members[0], "anh", &desk).await, 0);
});
