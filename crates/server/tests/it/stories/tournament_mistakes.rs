//! What is put right in a tournament: a round taken back, the draw changed, the end undone.

use std::num::NonZeroU32;

use komadai_ids::Code;
use komadai_protocol::{ClientMessage, RefusalCode};
use komadai_rules::Side;
use komadai_tournament::command;
use serde_json::{Value, json};

use super::{
    ratings::member,
    tournaments::{Desk, post, settings},
};
use crate::fixture::{Kind, Tab, TestServer, both_servers, until, uuid};

/// A tournament at real boards.
fn in_the_hall(format: Value) -> Value {
    let mut settings = settings(format);
    settings["plan"]["at_the_board"] = json!(true);
    settings["plan"]["rated"] = json!(false);
    settings
}

/// The event document, as anybody may download it.
async fn document(desk: &Desk<'_>) -> String {
    let path = format!("/api/v1/tournaments/{}/files/event.json", desk.code);
    let page = desk.server.get(&path).await;
    assert_eq!(page.status, 200, "{page:?}");
    String::from_utf8(page.body).expect("JSON")
}

/// Round, sente and gote of every pairing of these documents' lists of games.
fn pairs(document: &Value) -> Vec<[Value; 3]> {
    let games = document["games"].as_array().expect("games").iter();
    games.map(|game| ["round", "sente", "gote"].map(|key| game[key].clone())).collect()
}

/// Who meets whom in what is published now, by the document alone.
fn computed(before: &str) -> Vec<[Value; 3]> {
    pairs(&serde_json::from_str(&command::next(before, 0).expect("a round")).expect("JSON"))
}

/// Who meets whom since the document was so.
fn published(before: &str, after: &str) -> Vec<[Value; 3]> {
    let [before, after] = [before, after].map(|text| pairs(&serde_json::from_str(text).unwrap()));
    after.into_iter().filter(|pair| !before.contains(pair)).collect()
}

/// The boards' games of the first round.
fn boards(view: &Value) -> Vec<Code> {
    let games = view["rounds"][0]["games"].as_array().expect("games").iter();
    games.map(|game| game["games"][0].as_str().expect("a board").parse().unwrap()).collect()
}

/// Whether nobody can play at a board any more; a while later nothing is known of it at all.
async fn is_closed(server: &TestServer, game: Code) -> bool {
    let page = server.get(&format!("/api/v1/games/{game}")).await;
    page.status == 404 || page.json()["result"]["reason"] == "aborted"
}

both_servers!(a_round_is_taken_back_before_its_first_move, |server| async {
    let organiser = member(server, "organiser", "1d").await;
    let mut players = Vec::new();
    for handle in ["anh", "binh", "chi", "dung"] {
        players.push(member(server, handle, "5k").await);
    }
    let swiss = settings(json!({ "t": "swiss", "rounds": 2 }));
    let desk = Desk::set_up(server, &organiser, &swiss).await;
    desk.act(&organiser, json!({ "t": "open" })).await;
    for player in &players {
        desk.act(player, json!({ "t": "join" })).await;
    }
    let before = document(&desk).await;
    let take_back = || json!({ "t": "take_back" });
    desk.refused(&organiser, take_back(), "too early", "wrong_phase").await;
    desk.act(&organiser, json!({ "t": "begin" })).await;
    let first = boards(&desk.view().await);
    desk.refused(&organiser, take_back(), " ", "reason_needed").await;
    desk.refused(&players[0], take_back(), "I lose", "not_organiser").await;
    desk.act(&organiser, take_back()).await;
    assert_eq!(document(&desk).await, before, "as if it had not begun");
    let view = desk.view().await;
    assert_eq!((&view["phase"], &view["rounds"]), (&json!("open"), &json!([])));
    assert_eq!(view["taken_back"][0]["reason"], "theo luật", "everybody reads why");
    for game in &first {
        until("its board is closed", || is_closed(server, *game)).await;
    }
    let listed = server.get("/api/v1/games?player=anh").await.json();
    assert_eq!(listed["games"], json!([]), "no trace of it");

    // Somebody leaves, somebody comes, and the same is drawn as from the document elsewhere.
    desk.act(&players[3], json!({ "t": "leave" })).await;
    let mut giang = member(server, "giang", "1k").await;
    desk.act(&giang, json!({ "t": "join" })).await;
    let before = document(&desk).await;
    desk.act(&organiser, json!({ "t": "begin" })).await;
    assert_eq!(published(&before, &document(&desk).await), computed(&before));
    let anew = boards(&desk.view().await);
    assert!(anew.iter().all(|game| !first.contains(game)), "other boards: {anew:?}");

    // From the first move on it stands.
    let game = anew[0];
    for player in &mut players[..3] {
        if player.look_at(game).await.you == Some(Side::Sente) {
            player.play("7g7f").await;
        }
    }
    if giang.look_at(game).await.you == Some(Side::Sente) {
        giang.play("7g7f").await;
    }
    desk.refused(&organiser, take_back(), "too late", "round_played").await;
});

both_servers!(a_round_stays_taken_back_whenever_the_director_ends, |server| async {
    let organiser = member(server, "organiser", "1d").await;
    let players = [member(server, "anh", "5k").await, member(server, "binh", "5k").await];
    let swiss = settings(json!({ "t": "swiss", "rounds": 1 }));
    let code = Desk::set_up(server, &organiser, &swiss).await.code;
    {
        let desk = Desk { server, code };
        desk.act(&organiser, json!({ "t": "open" })).await;
        for player in &players {
            desk.act(player, json!({ "t": "join" })).await;
        }
        desk.act(&organiser, json!({ "t": "begin" })).await;
    }
    let old = boards(&Desk { server, code }.view().await)[0];
    until("the board is there", || async {
        server.get(&format!("/api/v1/games/{old}")).await.status == 200
    })
    .await;
    // It is stored, and nothing follows from it any more.
    server.service().tournaments.die_after(1);
    let path = format!("/api/v1/tournaments/{code}/acts");
    let body = json!({ "id": uuid(), "act": { "t": "take_back" }, "reason": "two are missing" });
    let headers = [("Cookie", organiser.cookie.as_str())];
    server.request("POST", &path, &headers, &body.to_string()).await;
    server.restart().await;
    until("the board is closed all the same", || is_closed(server, old)).await;
    let headers = [("Cookie", organiser.cookie.as_str())];
    let view = server.get_with(&format!("/api/v1/tournaments/{code}"), &headers).await.json();
    assert_eq!((&view["phase"], &view["rounds"]), (&json!("open"), &json!([])));
    let body = json!({ "id": uuid(), "act": { "t": "begin" } });
    let page = server.request("POST", &path, &headers, &body.to_string()).await;
    assert_eq!(page.status, 200, "{page:?}");
    let anew = boards(&Desk { server, code }.view().await)[0];
    assert_ne!(anew, old);
    until("there is another one", || async {
        server.get(&format!("/api/v1/games/{anew}")).await.status == 200
    })
    .await;
});

/// A move that comes after the boards were looked at, and before it is stored that the round is taken
/// back: it waits, and is refused with the game, or played if the round stays.
async fn a_move_between(server: &mut TestServer, dies: bool) {
    let organiser = member(server, "organiser", "1d").await;
    let mut players = [member(server, "anh", "5k").await, member(server, "binh", "5k").await];
    let swiss = settings(json!({ "t": "swiss", "rounds": 1 }));
    let code = Desk::set_up(server, &organiser, &swiss).await.code;
    let desk = Desk { server, code };
    desk.act(&organiser, json!({ "t": "open" })).await;
    for player in &players {
        desk.act(player, json!({ "t": "join" })).await;
    }
    desk.act(&organiser, json!({ "t": "begin" })).await;
    let game = boards(&desk.view().await)[0];
    let [one, other] = &mut players;
    let is_sente = one.look_at(game).await.you == Some(Side::Sente);
    other.look_at(game).await;
    let sente = if is_sente { one } else { other };

    if dies {
        // It is never stored, as if the process ended.
        server.service().tournaments.die_after(0);
    }
    let (comes, goes) = server.service().tournaments.stop_halfway();
    let path = format!("/api/v1/tournaments/{code}/acts");
    let body = json!({ "id": uuid(), "act": { "t": "take_back" }, "reason": "two are missing" });
    let moving = async {
        comes.await.expect("it has come halfway");
        let usi = "7g7f".to_owned();
        let id = sente.say(|id| ClientMessage::Move { id, game, ply: 0, usi }).await;
        // What came before on this connection has been taken in.
        sente.now().await;
        goes.send(()).expect("it waits");
        sente.answer(id).await
    };
    let (page, moved) = tokio::join!(post(server, &organiser, &path, &body), moving);
    if dies {
        assert_ne!(page.status, 200, "{page:?}");
        assert!(moved.is_ok(), "the game goes on: {moved:?}");
        server.restart().await;
        let page = server.get(&format!("/api/v1/games/{game}")).await;
        assert_eq!((page.status, &page.json()["ply"]), (200, &json!(1)), "{page:?}");
    } else {
        assert_eq!(page.status, 200, "{page:?}");
        assert_eq!(moved.unwrap_err(), RefusalCode::GameOver);
        until("its board is closed", || is_closed(server, game)).await;
    }
}

both_servers!(no_move_is_taken_in_while_its_round_is_taken_back, |server| async {
    a_move_between(server, false).await;
});

both_servers!(a_move_is_played_if_its_round_is_not_taken_back_after_all, |server| async {
    a_move_between(server, true).await;
});

/// Enters players without accounts.
async fn enter(desk: &Desk<'_>, by: &Tab, format: &str, n: usize) {
    let player = |n: usize| {
        let mut player = json!({ "name": format!("Player {n}"), "rating": 2000 - 10 * n });
        if format == "league" {
            player["class"] = json!(["A", "B"][n % 2]);
        }
        if format == "team" {
            player["team"] = json!(format!("Team {}", n / 2));
        }
        player
    };
    let players: Vec<Value> = (0..n).map(player).collect();
    desk.act(by, json!({ "t": "enter_all", "entries": players })).await;
}

#[tokio::test]
async fn rounds_are_taken_back_in_every_format() {
    let server = &TestServer::with(Kind::Sqlite, |config| {
        config.limits.changes_per_minute = NonZeroU32::MAX;
        config.limits.requests_per_minute = NonZeroU32::MAX;
        config.limits.files_per_minute = NonZeroU32::MAX;
    })
    .await;
    let organiser = member(server, "organiser", "1d").await;
    let classes = json!([{ "name": "A" }, { "name": "B" }]);
    let everybody = json!({ "t": "round_robin", "pace": "free" });
    for (format, n) in [
        (json!({ "t": "swiss", "rounds": 4 }), 9),
        (json!({ "t": "mcmahon", "rounds": 4, "bars": { "by": "rating", "floors": [1950] } }), 8),
        (json!({ "t": "round_robin" }), 6),
        (everybody.clone(), 6),
        (json!({ "t": "league", "classes": classes, "inner": everybody }), 8),
        (json!({ "t": "single_elimination", "third_place": true }), 7),
        (json!({ "t": "double_elimination" }), 8),
        (json!({ "t": "groups" }), 8),
        (json!({ "t": "pools", "groups": 2 }), 8),
        (json!({ "t": "championship", "best": 4, "inner": { "t": "swiss", "rounds": 3 } }), 8),
        (json!({ "t": "team", "boards": 2, "inner": { "t": "swiss", "rounds": 2 } }), 8),
        (json!({ "t": "title_match", "best_of": 3, "holder": "p1" }), 2),
        (json!({ "t": "simul", "host": "p1" }), 5),
        (
            json!({ "t": "stages", "stages": [
                { "name": "groups", "format": { "t": "pools", "groups": 2 } },
                { "name": "cup", "format": { "t": "single_elimination" },
                  "from": [{ "stage": "groups", "last": 2 }] },
            ] }),
            6,
        ),
    ] {
        let desk = Desk::set_up(server, &organiser, &in_the_hall(format.clone())).await;
        desk.act(&organiser, json!({ "t": "open" })).await;
        enter(&desk, &organiser, format["t"].as_str().unwrap(), n).await;
        for round in 0..3 {
            let before = document(&desk).await;
            let step = if round == 0 { "begin" } else { "next_round" };
            desk.act(&organiser, json!({ "t": step })).await;
            let after = document(&desk).await;
            assert_eq!(published(&before, &after), computed(&before), "{format}");
            // Over the board it is taken back with what was entered of it.
            if let Some(game) = desk.open().await.first() {
                let done = json!({ "t": "result", "game": game["key"], "outcome": "sente" });
                desk.act(&organiser, done).await;
            }
            if desk.view().await["phase"] == "over" {
                break;
            }
            desk.act(&organiser, json!({ "t": "take_back" })).await;
            assert_eq!(document(&desk).await, before, "{format}, round {}", round + 1);
            desk.act(&organiser, json!({ "t": step })).await;
            assert_eq!(document(&desk).await, after, "{format}, round {}", round + 1);
            for game in desk.open().await {
                let done = json!({ "t": "result", "game": game["key"], "outcome": "sente" });
                desk.act(&organiser, done).await;
            }
            if desk.view().await["phase"] == "over" {
                break;
            }
        }
    }
    let format = json!({ "t": "arena", "start_ms": 0, "duration_ms": 3_600_000 });
    let arena = Desk::set_up(server, &organiser, &in_the_hall(format)).await;
    arena.act(&organiser, json!({ "t": "open" })).await;
    enter(&arena, &organiser, "arena", 4).await;
    arena.act(&organiser, json!({ "t": "begin" })).await;
    arena.refused(&organiser, json!({ "t": "take_back" }), "why", "not_possible").await;
}

both_servers!(what_was_looked_at_is_what_begins, |server| async {
    let organiser = member(server, "organiser", "1d").await;
    let mut swiss = in_the_hall(json!({ "t": "swiss", "rounds": 2 }));
    swiss["plan"]["schedule"] = json!({ "t": "gap", "ms": 3_600_000 });
    let desk = Desk::set_up(server, &organiser, &swiss).await;
    desk.act(&organiser, json!({ "t": "open" })).await;
    enter(&desk, &organiser, "swiss", 4).await;
    let coming =
        || async { desk.own(&organiser, &format!("{}/why", desk.code)).await["coming"].clone() };
    let seen = coming().await;
    assert_eq!(seen["games"].as_array().unwrap().len(), 2, "{seen}");
    enter(&desk, &organiser, "swiss", 2).await;
    let begin = |seen: &Value| json!({ "t": "begin", "seen": seen["seen"] });
    desk.refused(&organiser, begin(&seen), "", "pairings_changed").await;
    let seen = coming().await;
    desk.act(&organiser, begin(&seen)).await;
    let both = |games: &Value| -> Vec<[Value; 2]> {
        let games = games.as_array().unwrap().iter();
        games.map(|game| [game["sente"].clone(), game["gote"].clone()]).collect()
    };
    assert_eq!(both(&desk.view().await["rounds"][0]["games"]), both(&seen["games"]));
    // What goes on by itself waits for the organiser once a round was taken back.
    desk.act(&organiser, json!({ "t": "take_back" })).await;
    assert_eq!(desk.view().await["paused"], true);
    desk.act(&organiser, json!({ "t": "begin" })).await;
    assert_eq!(desk.view().await["paused"], false);
});

both_servers!(the_draw_is_changed_by_hand, |server| async {
    let organiser = member(server, "organiser", "1d").await;
    let cup = in_the_hall(json!({ "t": "single_elimination" }));
    let desk = Desk::set_up(server, &organiser, &cup).await;
    enter(&desk, &organiser, "single_elimination", 4).await;
    assert_eq!(desk.view_as(&organiser).await["takes_swaps"], true);
    desk.act(&organiser, json!({ "t": "swap", "a": "p4", "b": "p2" })).await;
    desk.act(&organiser, json!({ "t": "begin" })).await;
    let first = desk.view().await["rounds"][0]["games"][0].clone();
    let both = [&first["sente"], &first["gote"]].map(|it| it.as_str().unwrap().to_owned());
    assert!(both.contains(&"p1".to_owned()) && both.contains(&"p2".to_owned()), "{first}");
    desk.refused(&organiser, json!({ "t": "swap", "a": "p4", "b": "p2" }), "", "wrong_phase").await;

    let teams = json!({ "t": "team", "boards": 2, "inner": { "t": "swiss", "rounds": 2 } });
    let desk = Desk::set_up(server, &organiser, &in_the_hall(teams)).await;
    enter(&desk, &organiser, "team", 8).await;
    assert_eq!(desk.view_as(&organiser).await["takes_orders"], true);
    // The first two teams, who would not meet by themselves.
    let order = json!({ "t": "pair", "round": 1, "sente": "p1", "gote": "p3" });
    desk.act(&organiser, json!({ "t": "order", "order": order })).await;
    desk.act(&organiser, json!({ "t": "begin" })).await;
    let games = desk.view().await["rounds"][0]["games"].clone();
    let mut pairs =
        games.as_array().unwrap().iter().map(|it| [it["sente"].clone(), it["gote"].clone()]);
    assert!(pairs.any(|pair| pair == ["p1", "p3"]), "{games}");
});

both_servers!(what_is_over_is_opened_for_corrections, |server| async {
    let organiser = member(server, "organiser", "1d").await;
    let anh = member(server, "anh", "5k").await;
    let desk =
        Desk::set_up(server, &organiser, &in_the_hall(json!({ "t": "swiss", "rounds": 1 }))).await;
    desk.act(&organiser, json!({ "t": "open" })).await;
    desk.act(&anh, json!({ "t": "join" })).await;
    enter(&desk, &organiser, "swiss", 3).await;
    desk.act(&organiser, json!({ "t": "begin" })).await;
    desk.refused(&organiser, json!({ "t": "reopen" }), "early", "wrong_phase").await;
    let games = desk.open().await;
    for game in &games {
        let done = json!({ "t": "result", "game": game["key"], "outcome": "sente" });
        desk.act(&organiser, done).await;
    }
    assert_eq!(desk.view().await["phase"], "over");
    let edited = |name: &str| {
        let mut settings = in_the_hall(json!({ "t": "swiss", "rounds": 1 }));
        settings["name"] = json!(name);
        settings["tiebreaks"] = json!(["points", "wins"]);
        json!({ "t": "edit", "settings": settings })
    };
    desk.refused(&organiser, edited("Giải đã sửa"), "", "wrong_phase").await;
    desk.refused(&anh, json!({ "t": "reopen" }), "I want to", "not_organiser").await;
    desk.refused(&organiser, json!({ "t": "reopen" }), "", "reason_needed").await;
    desk.act(&organiser, json!({ "t": "reopen" })).await;
    let view = desk.view().await;
    assert_eq!((&view["phase"], &view["reopened"]), (&json!("running"), &json!(true)));
    desk.act(&organiser, edited("Giải đã sửa")).await;
    let rule = json!({ "t": "rule", "game": games[0]["key"], "outcome": "draw" });
    desk.act(&organiser, rule).await;
    assert_eq!(desk.view().await["phase"], "running", "until the organiser closes it");
    desk.refused(&organiser, json!({ "t": "next_round" }), "", "wrong_phase").await;
    desk.refused(&anh, json!({ "t": "leave" }), "", "wrong_phase").await;
    let enter = json!({ "t": "enter", "entry": { "name": "Late" } });
    desk.refused(&organiser, enter, "", "wrong_phase").await;
    desk.act(&organiser, json!({ "t": "close" })).await;
    let view = desk.view().await;
    assert_eq!((&view["phase"], &view["reopened"]), (&json!("over"), &Value::Null));
    assert_eq!(view["name"], "Giải đã sửa");
});

both_servers!(the_federation_is_asked_before_the_file_is_made, |server| async {
    let organiser = member(server, "organiser", "1d").await;
    let desk =
        Desk::set_up(server, &organiser, &in_the_hall(json!({ "t": "swiss", "rounds": 3 }))).await;
    let players = json!([
        { "name": "Nguyễn Thị Ánh", "nationality": "VN", "grade": "20 cấp" },
        { "name": "佐藤 健", "nationality": "JP", "grade": "二段" },
        { "name": "O'Neill, Seán", "grade": "nhị đẳng" },
    ]);
    desk.act(&organiser, json!({ "t": "enter_all", "entries": players })).await;
    let view = desk.view_as(&organiser).await;
    let entries = view["entries"].as_array().unwrap();
    let grades: Vec<_> = entries.iter().map(|entry| entry["grade"].clone()).collect();
    assert_eq!(grades, ["20k", "2d", "2d"], "one reader of grades");
    let check = desk.own(&organiser, &format!("{}/fesa-check", desk.code)).await;
    assert_eq!((&check["too_short"], &check["no_place"]), (&json!(true), &json!(true)), "{check}");
    let wrong: Vec<_> = check["players"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| (it["entry"].clone(), it["not_latin"].clone(), it["no_nationality"].clone()))
        .collect();
    assert_eq!(
        wrong,
        [(json!("p2"), json!(true), json!(false)), (json!("p3"), json!(false), json!(true))]
    );
    let enter = json!({ "t": "enter", "entry": { "name": "X", "grade": "mạnh" } });
    desk.refused(&organiser, enter, "", "bad_body").await;
});
