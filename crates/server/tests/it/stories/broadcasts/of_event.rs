//! Boards that show games of a tournament: who may say so, who takes it, and what follows.

use serde_json::{Value, json};

use super::{Hall, draft, mv};
use crate::{
    fixture::both_servers,
    stories::{
        accounts::code,
        ratings::member,
        site::send,
        tournaments::{Desk, settings},
    },
};

both_servers!(a_board_of_an_event_is_taken_by_its_organisers, |server| async {
    let organiser = member(server, "organiser", "1d").await;
    let mut wanted = settings(json!({ "t": "swiss", "rounds": 2 }));
    (wanted["plan"]["at_the_board"], wanted["plan"]["rated"]) = (json!(true), json!(false));
    let event = Desk::set_up(server, &organiser, &wanted).await;
    event.act(&organiser, json!({ "t": "open" })).await;
    for name in ["An", "Binh"] {
        event.act(&organiser, json!({ "t": "enter", "entry": { "name": name } })).await;
    }
    event.act(&organiser, json!({ "t": "begin" })).await;
    let view = event.view().await;
    let game = view["rounds"][0]["games"][0].clone();
    let links = format!("/tournaments/{}/broadcasts", view["code"].as_str().unwrap());

    // Gote of the pairing has drawn sente.
    let mut shown = draft(0);
    let event_of = |game: &Value, sente: &Value| json!({ "tournament": view["code"], "game": game, "sente": sente });
    shown["boards"][0]["event"] = event_of(&game["key"], &game["gote"]);
    let hall = Hall::open(server, shown).await;
    let broadcast = hall.path.rsplit('/').next().unwrap().to_owned();
    let listed = async |cookie: &str| hall.get(cookie, &links).await.json()["boards"].clone();
    let seen = hall.get("", &hall.path).await.json();
    assert_eq!(seen["boards"][0]["event"], event_of(&game["key"], &game["gote"]));

    // Whoever broadcasts does not organise: the organisers are asked, nobody else sees it. As long
    // as the broadcast is not public, nor do they.
    let rung = async || {
        let page = hall.get(&organiser.cookie, "/me/bell").await.json();
        let items = page["items"].as_array().unwrap().clone();
        items.into_iter().filter(|it| it["item"]["t"] == "broadcast_offered").collect::<Vec<_>>()
    };
    let terms = |visibility: &str| {
        let mut terms = draft(0)["terms"].clone();
        terms["visibility"] = json!(visibility);
        terms
    };
    if draft(0)["terms"]["visibility"] != "public" {
        assert!(rung().await.is_empty());
    }
    for visibility in ["unlisted", "public", "unlisted", "public"] {
        let page = send(server, &hall.owner.cookie, "PUT", &hall.path, terms(visibility)).await;
        assert!(page.status < 300, "{page:?}");
    }
    let told = rung().await;
    assert_eq!(told.len(), 1, "asked once: {told:?}");
    assert_eq!(told[0]["item"]["broadcast"], json!(broadcast));
    assert_eq!(told[0]["item"]["tournament"]["code"], view["code"]);
    assert_eq!(listed("").await, json!([]));
    assert_eq!(listed(&hall.owner.cookie).await, json!([]));
    let asked = listed(&organiser.cookie).await;
    assert_eq!((&asked[0]["game"], asked[0].get("taken")), (&game["key"], None), "{asked}");
    let answer = format!("{links}/{broadcast}");
    let takes = json!({ "takes": true });
    let page = send(server, &hall.owner.cookie, "PUT", &answer, takes.clone()).await;
    assert_eq!(page.status, 403, "{page:?}");
    let page = send(server, &organiser.cookie, "PUT", &answer, takes.clone()).await;
    assert_eq!(page.status, 204, "{page:?}");
    assert_eq!(listed("").await[0]["board"], hall.board);

    // An organiser of the event has no rights in the broadcast.
    let page = send(server, &organiser.cookie, "PUT", &hall.path, draft(0)["terms"].clone()).await;
    assert!((400..500).contains(&page.status), "{page:?}");

    // What the board shows is proposed in terms of the pairing, and changes nothing by itself.
    let over = json!({ "t": "result", "cause": "resignation", "winner": "sente" });
    hall.write(&hall.owner.cookie, 0, 1, json!([mv("7g7f"), over])).await;
    hall.shows(1).await;
    assert_eq!(listed("").await[0]["outcome"], "gote");
    assert_eq!(event.view().await["rounds"][0]["games"][0]["result"], Value::Null);

    // A second board is taken with the first; no longer, both are gone.
    let mut more = draft(0)["boards"][0].clone();
    more["event"] = event_of(&game["key"], &game["sente"]);
    let boards = format!("{}/boards", hall.path);
    let page = send(server, &hall.owner.cookie, "POST", &boards, json!({ "boards": [more] })).await;
    assert_eq!(page.status, 201, "{page:?}");
    assert_eq!(listed("").await.as_array().unwrap().len(), 2);
    send(server, &organiser.cookie, "PUT", &answer, json!({ "takes": false })).await;
    assert_eq!(listed("").await, json!([]));

    // What is not paired, or whoever does not play there, is no board.
    for wrong in [event_of(&json!("nothing"), &game["sente"]), event_of(&game["key"], &json!("x"))]
    {
        let mut board = draft(0)["boards"][0].clone();
        board["event"] = wrong;
        let sent = json!({ "boards": [board] });
        let page = send(server, &hall.owner.cookie, "POST", &boards, sent).await;
        assert_eq!(code(&page), (404, "not_found".to_owned()), "{page:?}");
    }

    // The tournament is taken away again; the boards stay, and show a game of nobody's.
    let mut wanted = settings(json!({ "t": "swiss", "rounds": 2 }));
    (wanted["plan"]["at_the_board"], wanted["plan"]["rated"]) = (json!(true), json!(false));
    wanted["name"] = json!("By mistake");
    let other = Desk::set_up(server, &organiser, &wanted).await;
    other.act(&organiser, json!({ "t": "open" })).await;
    for name in ["Chi", "Dung"] {
        other.act(&organiser, json!({ "t": "enter", "entry": { "name": name } })).await;
    }
    other.act(&organiser, json!({ "t": "begin" })).await;
    let game = other.view().await["rounds"][0]["games"][0].clone();
    let mut board = draft(0)["boards"][0].clone();
    board["event"] =
        json!({ "tournament": other.code, "game": game["key"], "sente": game["sente"] });
    let page =
        send(server, &hall.owner.cookie, "POST", &boards, json!({ "boards": [board] })).await;
    assert_eq!(page.status, 201, "{page:?}");
    // Strangers' answers are kept for a moment.
    let shown = async || {
        let seen = hall.get(&hall.owner.cookie, &hall.path).await.json();
        seen["boards"][2].clone()
    };
    assert_eq!(shown().await["event"]["tournament"], json!(other.code));
    let path = format!("/tournaments/{}", other.code);
    let page = send(server, &organiser.cookie, "DELETE", &path, Value::Null).await;
    assert_eq!(page.status, 204, "{page:?}");
    assert_eq!(shown().await["event"], Value::Null);
});
