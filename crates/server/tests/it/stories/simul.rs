//! A simul: one host plays everybody else at once.

use komadai_ids::Code;
use komadai_rules::Side;
use serde_json::{Value, json};

use super::{
    ratings::member_from,
    tournaments::{Desk, post, settings},
};
use crate::fixture::{Tab, TestServer, both_servers, until};

/// How the guests declare themselves, and what a 1-dan gives them.
const GUESTS: [(&str, &str); 12] = [
    ("1d", ""),
    ("1k", "first_move"),
    ("2k", "lance"),
    ("3k", "bishop"),
    ("4k", "rook"),
    ("5k", "rook_lance"),
    ("6k", "2_piece"),
    ("8k", "4_piece"),
    ("10k", "6_piece"),
    ("12k", "6_piece"),
    ("14k", "8_piece"),
    ("15k", "8_piece"),
];

fn simul(changes: &Value) -> Value {
    let mut simul = settings(json!({ "t": "simul" }));
    simul["handicap"] = json!({ "table": "jsa" });
    simul["plan"]["rated"] = json!(false);
    simul["plan"]["rules"] = json!("casual");
    for (key, value) in changes.as_object().unwrap() {
        simul["plan"][key] = value.clone();
    }
    simul
}

async fn host_and_guests(server: &TestServer, n: usize) -> (Tab, Vec<Tab>) {
    let host = member_from(server, "10.9.0.1", "sensei", "1d").await;
    let mut guests = Vec::new();
    for (i, (grade, _)) in GUESTS[..n].iter().enumerate() {
        let address = format!("10.9.1.{i}");
        guests.push(member_from(server, &address, &format!("pupil{i:02}"), grade).await);
    }
    (host, guests)
}

fn id_of(tab: &Tab) -> Value {
    json!(tab.user.as_ref().expect("it has an account").id)
}

async fn game_of(server: &TestServer, pairing: &Value) -> Code {
    let games = pairing["games"].as_array().unwrap();
    assert_eq!(games.len(), 1, "no game is made twice: {pairing}");
    let game: Code = games[0].as_str().unwrap().parse().unwrap();
    until("the game is there", || async {
        server.get(&format!("/api/v1/games/{game}")).await.status == 200
    })
    .await;
    game
}

both_servers!(
    a_host_plays_twelve_guests_through_every_death,
    |config| {
        config.server.trusted_proxies = 1;
    },
    |server| async {
        let (host, guests) = host_and_guests(server, 12).await;
        let clock = json!({ "kind": "byoyomi", "main_ms": 1_200_000, "byoyomi_ms": 60_000 });
        let host_clock = json!({ "clock": clock, "per_guest_ms": 60_000 });
        let settings = simul(&json!({ "host_clock": host_clock }));
        let desk = Desk::set_up(server, &host, &settings).await;
        let code = desk.code;
        let view = desk.own(&host, &code.to_string()).await;
        assert_eq!(view["host"], id_of(&host), "the organiser is the host: {view}");
        assert_eq!(view["entries"].as_array().unwrap().len(), 1, "{view}");
        desk.act(&host, json!({ "t": "open" })).await;
        for guest in &guests {
            desk.act(guest, json!({ "t": "join" })).await;
        }
        // What it says of somebody goes before what grades suggest.
        let even = json!({ "t": "amend", "entry": id_of(&guests[11]),
                           "to": { "grade": "15k", "odds": "even" } });
        desk.refused(&guests[0], even.clone(), "", "not_organiser").await;
        desk.act(&host, even).await;
        // It begins, and nothing follows from that before the server has died.
        server.service().tournaments.die_after(1);
        let begin = json!({ "id": crate::fixture::uuid(), "act": { "t": "begin" } });
        let path = format!("/api/v1/tournaments/{code}/acts");
        let headers = [("Cookie", host.cookie.as_str())];
        server.request("POST", &path, &headers, &begin.to_string()).await;
        server.restart().await;
        let desk = Desk { server, code };
        let view = desk.sees("it has begun", |view| view["phase"] == "running").await;
        let pairings = view["rounds"][0]["games"].as_array().unwrap().clone();
        assert_eq!(pairings.len(), 12, "{view}");
        let mut codes = Vec::new();
        for pairing in &pairings {
            let guest = if pairing["sente"] == view["host"] { "gote" } else { "sente" };
            let nth = guests.iter().position(|it| id_of(it) == pairing[guest]).unwrap();
            let expected = if nth == 11 { "" } else { GUESTS[nth].1 };
            assert_eq!(pairing["handicap"].as_str().unwrap_or_default(), expected, "{pairing}");
            let host_side = if expected.is_empty() { "sente" } else { "gote" };
            assert_eq!(pairing[host_side], view["host"], "uwate, or else sente: {pairing}");
            let game = game_of(server, pairing).await;
            let clocks = server.game(game).await.clock;
            let clocks = serde_json::to_value(clocks).unwrap();
            assert_eq!(clocks[host_side]["main_ms"], 1_200_000 + 12 * 60_000, "{clocks}");
            assert_eq!(clocks[guest]["main_ms"], 600_000, "{clocks}");
            codes.push((game, nth));
        }
        let boards = desk.own(&host, &format!("{code}/boards")).await;
        assert_eq!(boards["boards"].as_array().unwrap().len(), 12, "{boards}");
        // The host gives up at the first three boards, one guest after the other at all others; the
        // server dies in between.
        let is_host_up = |n: usize| n < 3;
        for (n, (game, nth)) in codes.iter().enumerate() {
            if n == 5 {
                server.restart().await;
            }
            let who = if is_host_up(n) { &host } else { &guests[*nth] };
            let mut tab = Tab::open(server.address, "player", Some(who.cookie.clone())).await;
            tab.look_at(*game).await;
            tab.resign().await.unwrap();
        }
        let desk = Desk { server, code };
        let view = desk.sees("it is over", |view| view["phase"] == "over").await;
        let rankings = view["standings"]["rankings"].as_array().unwrap().clone();
        assert_eq!(rankings[0]["rows"].as_array().unwrap().len(), 12);
        let row = &rankings[1]["rows"][0];
        assert_eq!((&row["wins"], &row["losses"]), (&json!(9), &json!(3)), "{row}");
        for pairing in view["rounds"][0]["games"].as_array().unwrap() {
            game_of(server, pairing).await;
        }
    }
);

both_servers!(
    the_host_chooses_among_those_who_apply,
    |config| {
        config.server.trusted_proxies = 1;
    },
    |server| async {
        let (host, guests) = host_and_guests(server, 4).await;
        let settings = simul(&json!({ "by_application": true, "players_max": 2 }));
        let desk = Desk::set_up(server, &host, &settings).await;
        let code = desk.code;
        desk.refused(&guests[0], json!({ "t": "apply" }), "", "not_found").await;
        desk.act(&host, json!({ "t": "open" })).await;
        desk.refused(&guests[0], json!({ "t": "join" }), "", "not_open").await;
        for guest in &guests {
            desk.act(guest, json!({ "t": "apply", "text": " Em xin  học ạ " })).await;
        }
        desk.act(&guests[3], json!({ "t": "unapply" })).await;
        let of_guest = desk.own(&guests[0], &format!("{code}/me")).await;
        assert_eq!(of_guest["application"]["text"], "Em xin học ạ");
        assert!(of_guest["application"].get("chosen").is_none(), "{of_guest}");
        assert!(of_guest.get("applicants").is_none(), "only the host sees who applies: {of_guest}");
        let of_host = desk.own(&host, &format!("{code}/me")).await;
        assert_eq!(of_host["applicants"].as_array().unwrap().len(), 3, "{of_host}");
        let choose = |who: &Tab| json!({ "t": "choose", "user": id_of(who) });
        desk.refused(&guests[1], choose(&guests[1]), "", "not_organiser").await;
        desk.act(&host, choose(&guests[0])).await;
        desk.act(&host, json!({ "t": "pass_over", "user": id_of(&guests[1]) })).await;
        desk.refused(&guests[1], json!({ "t": "apply" }), "", "not_open").await;
        // Who was passed over may still be chosen, as long as there is room.
        desk.act(&host, choose(&guests[1])).await;
        desk.refused(&host, choose(&guests[2]), "", "full").await;
        // Who is taken out again is told, and so is who has heard nothing by the start.
        desk.act(&host, json!({ "t": "leave", "entry": id_of(&guests[1]) })).await;
        desk.act(&host, json!({ "t": "begin" })).await;
        for (guest, chosen) in [(&guests[0], true), (&guests[1], false), (&guests[2], false)] {
            let own = desk.own(guest, &format!("{code}/me")).await;
            assert_eq!(own["application"]["chosen"], chosen, "{own}");
        }
        // Without the start nobody has answered who was left out by it; the next one does again.
        desk.act(&host, json!({ "t": "take_back" })).await;
        let chosen = async |guest: &Tab| {
            desk.own(guest, &format!("{code}/me")).await["application"].get("chosen").cloned()
        };
        assert_eq!(
            (chosen(&guests[1]).await, chosen(&guests[2]).await),
            (Some(json!(false)), None)
        );
        desk.act(&host, json!({ "t": "begin" })).await;
        assert_eq!(chosen(&guests[2]).await, Some(json!(false)));
        let open = desk.open().await;
        assert_eq!(open.len(), 1, "{open:?}");
        // Lessons are not rated.
        let game = game_of(server, &open[0]).await;
        assert!(!server.game(game).await.rated);
        let mut rated = simul(&json!({ "rated": true }));
        rated["name"] = json!("Rated");
        let body = json!({ "create": crate::fixture::uuid(), "settings": rated });
        let page = post(server, &host, "/api/v1/tournaments", &body).await;
        assert_eq!(page.json()["code"], "bad_settings", "{page:?}");
    }
);

both_servers!(
    guests_wait_until_the_host_has_come_to_their_boards,
    |config| {
        config.server.trusted_proxies = 1;
    },
    |server| async {
        let (host, guests) = host_and_guests(server, 2).await;
        // Nobody is waited for, but the host has many boards to come to.
        let untimed = json!({ "clock": { "kind": "untimed" } });
        let mut settings = simul(&json!({ "grace_ms": 0, "host_clock": untimed }));
        settings["handicap"] = json!({ "table": "none" });
        let desk = Desk::set_up(server, &host, &settings).await;
        desk.act(&host, json!({ "t": "open" })).await;
        for guest in &guests {
            desk.act(guest, json!({ "t": "join" })).await;
        }
        desk.act(&host, json!({ "t": "begin" })).await;
        let open = desk.open().await;
        assert_eq!(open.len(), 2);
        let first = game_of(server, &open[0]).await;
        let mut at_first = Tab::open(server.address, "host", Some(host.cookie.clone())).await;
        assert_eq!(at_first.look_at(first).await.you, Some(Side::Sente));
        at_first.play("7g7f").await;
        // A guest who is not there when the host has moved loses.
        let result = |view: &Value, n: usize| view["rounds"][0]["games"][n]["result"].clone();
        let view = desk.sees("the guest has not come", |view| !result(view, 0).is_null()).await;
        assert_eq!(result(&view, 0), "gote_no_show", "{view}");
        // At the other board the host has not been, and nobody has lost anything.
        assert_eq!(result(&view, 1), Value::Null, "{view}");
    }
);
