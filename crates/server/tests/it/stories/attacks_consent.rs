//! Nobody is entered, paired or rated without a word of their own.

use komadai_game::UnratedReason;
use komadai_ids::Code;
use komadai_protocol::{RefusalCode, SetupRequest, StreamName};
use serde_json::{Value, json};

use super::{
    accounts::{PASSWORD, ask},
    play, play_opening,
    ratings::member,
    site::{send, sign_in_as},
    tournaments::{Desk, settings},
};
use crate::fixture::{Tab, TestServer, both_servers, clock, setup, until, uuid};

fn swiss() -> Value {
    settings(json!({ "t": "swiss", "rounds": 3 }))
}

async fn block(server: &TestServer, by: &Tab, handle: &str, on: bool) {
    let distance = if on { json!("block") } else { Value::Null };
    let body = json!({ "handle": handle, "distance": distance });
    let page = send(server, &by.cookie, "POST", "/me/relations", body).await;
    assert!(page.status < 300, "{page:?}");
}

async fn me(desk: &Desk<'_>, tab: &Tab) -> Value {
    desk.own(tab, &format!("{}/me", desk.code)).await
}

both_servers!(an_account_is_asked_and_not_entered, |server| async {
    let organiser = member(server, "organiser", "1d").await;
    let anh = member(server, "anh", "5k").await;
    let desk = Desk::set_up(server, &organiser, &swiss()).await;
    let invite = json!({ "t": "enter", "entry": { "handle": "anh", "seed": 7 } });
    desk.act(&organiser, invite.clone()).await;
    assert_eq!(desk.own(&anh, "agenda").await["invitations"], json!([]), "it is a draft");
    desk.act(&organiser, json!({ "t": "open" })).await;
    assert_eq!(desk.view().await["entries"], json!([]), "nobody has said yes");
    let asked = me(&desk, &anh).await["invitation"].clone();
    assert_eq!((&asked["by"], &asked["declined"]), (&json!("organiser"), &json!(false)));
    let agenda = desk.own(&anh, "agenda").await;
    assert_eq!(agenda["invitations"][0]["code"], desk.code.to_string(), "{agenda}");
    let invited = me(&desk, &organiser).await["invited"].clone();
    assert_eq!(invited[0]["handle"], "anh", "{invited}");
    assert_eq!(me(&desk, &anh).await["invited"], Value::Null, "only organisers see whom they ask");
    // Nobody answers for another.
    desk.refused(&organiser, json!({ "t": "accept" }), "", "unknown").await;
    let kept = async || {
        let data = send(server, &anh.cookie, "GET", "/me/data.json", Value::Null).await.json();
        let kept = data["invitations"].as_array().unwrap().clone();
        let told =
            |it: &Value| (it["tournament"].clone(), it["by"].clone(), it["declined"].clone());
        kept.iter().map(told).collect::<Vec<_>>()
    };
    let asked = |declined| (json!(desk.code), json!("organiser"), json!(declined));
    assert_eq!(kept().await, [asked(false)]);
    desk.act(&anh, json!({ "t": "decline" })).await;
    assert_eq!(kept().await, [asked(true)]);
    desk.refused(&organiser, invite.clone(), "", "declined").await;
    assert_eq!(desk.own(&anh, "agenda").await["invitations"], json!([]));
    // It may still be accepted, as it was meant.
    desk.act(&anh, json!({ "t": "accept" })).await;
    let entries = desk.view().await["entries"].clone();
    assert_eq!((&entries[0]["handle"], &entries[0]["seed"]), (&json!("anh"), &json!(7)));
    let check_in = json!({ "t": "check_in", "entry": entries[0]["id"] });
    desk.refused(&organiser, check_in, "", "player_only").await;
    // A player who has left is not asked again, and comes back by themself.
    desk.act(&anh, json!({ "t": "leave" })).await;
    desk.refused(&organiser, invite, "", "declined").await;
    desk.act(&anh, json!({ "t": "join" })).await;
    assert_eq!(desk.view().await["entries"].as_array().map(Vec::len), Some(1));
});

both_servers!(blocks_and_privacy_refuse_an_invitation, |server| async {
    let organiser = member(server, "organiser", "1d").await;
    let anh = member(server, "anh", "5k").await;
    let desk = Desk::set_up(server, &organiser, &swiss()).await;
    desk.act(&organiser, json!({ "t": "open" })).await;
    let invite = json!({ "t": "enter", "entry": { "handle": "anh" } });
    let privacy = json!({ "challenges_from": "none", "tells_followers": true });
    let page = send(server, &anh.cookie, "PUT", "/account/privacy", privacy).await;
    assert_eq!(page.status, 204, "{page:?}");
    let helper = json!({ "t": "helper", "handle": "anh", "helps": true });
    for asked in [&invite, &helper] {
        desk.refused(&organiser, asked.clone(), "", "takes_no_challenges").await;
    }
    // Whom one follows one knows.
    let page = send(server, &anh.cookie, "PUT", "/me/follows/organiser", Value::Null).await;
    assert_eq!(page.status, 204, "{page:?}");
    desk.act(&organiser, invite.clone()).await;
    for (one, other) in [(&anh, "organiser"), (&organiser, "anh")] {
        block(server, one, other, true).await;
        for asked in [&invite, &helper] {
            desk.refused(&organiser, asked.clone(), "", "kept_apart").await;
        }
        block(server, one, other, false).await;
    }
});

both_servers!(a_rated_tournament_waits_for_its_players, |server| async {
    let organiser = member(server, "organiser", "1d").await;
    let anh = member(server, "anh", "5k").await;
    let mut hasty = swiss();
    hasty["plan"]["grace_ms"] = json!(59_999);
    let create = |settings: &Value| json!({ "create": uuid(), "settings": settings });
    let page = send(server, &organiser.cookie, "POST", "/tournaments", create(&hasty)).await;
    assert_eq!((page.status, page.json()["code"].clone()), (422, json!("bad_settings")));
    assert!(page.json()["detail"].as_str().unwrap().contains("60 seconds"), "{page:?}");
    hasty["plan"]["rated"] = json!(false);
    let desk = Desk::set_up(server, &organiser, &hasty).await;
    desk.act(&organiser, json!({ "t": "open" })).await;
    desk.act(&anh, json!({ "t": "join" })).await;
    // A player who has entered a casual tournament plays casual games.
    let mut rated = swiss();
    rated["plan"]["rated"] = json!(true);
    desk.refused(&organiser, json!({ "t": "edit", "settings": rated }), "", "stays_casual").await;
});

both_servers!(a_board_that_others_opened_keeps_no_account, |server| async {
    let organiser = member(server, "organiser", "1d").await;
    let anh = member(server, "anh", "5k").await;
    let mut binh = member(server, "binh", "5k").await;
    let desk = Desk::set_up(server, &organiser, &swiss()).await;
    desk.act(&organiser, json!({ "t": "open" })).await;
    for player in [&anh, &binh] {
        desk.act(player, json!({ "t": "join" })).await;
    }
    let invite = json!({ "t": "enter", "entry": { "handle": "organiser" } });
    desk.act(&organiser, invite).await;
    binh.follow(StreamName::Me).await;
    desk.act(&organiser, json!({ "t": "begin" })).await;
    let other = Desk::set_up(server, &organiser, &swiss()).await;
    other.act(&organiser, json!({ "t": "enter", "entry": { "handle": "anh" } })).await;
    other.act(&organiser, json!({ "t": "open" })).await;
    let deleted = ask(server, &anh.cookie, "delete", json!({ "password": PASSWORD })).await;
    assert_eq!(deleted.status, 200, "{deleted:?}");
    assert_eq!(me(&other, &organiser).await["invited"], json!([]));
});

/// Plays a game to its end, which bob resigns after so many moves; why it is not rated.
async fn game(server: &TestServer, alice: &mut Tab, bob: &mut Tab, n_moves: usize) -> Value {
    play_rated(server, alice, bob, n_moves).await.1
}

/// The same, with the game.
async fn play_rated(
    server: &TestServer,
    alice: &mut Tab,
    bob: &mut Tab,
    n_moves: usize,
) -> (Code, Value) {
    let wanted = SetupRequest { rated: true, ..setup(clock("10+30")) };
    let game = alice.create(wanted).await;
    bob.join(game).await;
    alice.look_at(game).await;
    if n_moves == 10 {
        play_opening(alice, bob).await;
    } else {
        let moves = ["7g7f", "3c3d", "2g2f", "8c8d"];
        play(alice, bob, moves.into_iter().take(n_moves)).await;
    }
    bob.resign().await.unwrap();
    server.over(game).await;
    let page = server.get(&format!("/api/v1/games/{game}")).await.json();
    (game, page["result"]["unrated"].clone())
}

both_servers!(
    a_farm_behind_one_address_is_not_rated,
    |config| {
        config.limits.rated_at_one_address = 2;
    },
    |server| async {
        let mut alice = member(server, "alice", "5k").await;
        let mut bob = member(server, "bob", "5k").await;
        let mut chi = member(server, "chi", "5k").await;
        for (n_moves, expected) in [
            (0, Some(UnratedReason::TooShort)),
            (3, Some(UnratedReason::TooShort)),
            (4, Some(UnratedReason::OneAddress)),
            (10, None),
            (10, None),
            (10, Some(UnratedReason::OneAddressOften)),
        ] {
            let told = game(server, &mut alice, &mut bob, n_moves).await;
            let expected = expected.map_or(Value::Null, |it| it.as_str().into());
            assert_eq!(told, expected, "after {n_moves} moves");
        }
        // A club's evening goes on: others have their own games, and its tournament counts.
        assert_eq!(game(server, &mut alice, &mut chi, 10).await, Value::Null);
        let knockout = settings(json!({ "t": "single_elimination" }));
        let desk = Desk::set_up(server, &chi, &knockout).await;
        desk.act(&chi, json!({ "t": "open" })).await;
        for player in [&mut alice, &mut bob] {
            desk.act(player, json!({ "t": "join" })).await;
        }
        desk.act(&chi, json!({ "t": "begin" })).await;
        let board = desk.view().await["rounds"][0]["games"][0]["games"][0].clone();
        let board: Code = board.as_str().unwrap().parse().unwrap();
        until("the board is open", || async {
            server.get(&format!("/api/v1/games/{board}")).await.status == 200
        })
        .await;
        for player in [&mut alice, &mut bob] {
            player.look_at(board).await;
        }
        let alice_begins = alice.view.turn() == alice.view.you;
        let (sente, gote) =
            if alice_begins { (&mut alice, &mut bob) } else { (&mut bob, &mut alice) };
        play(sente, gote, ["7g7f", "3c3d", "2g2f", "8c8d"].into_iter()).await;
        sente.resign().await.unwrap();
        let over = server.over(board).await;
        assert_eq!(over.result.expect("it is over").unrated, None);
        let profile = async |handle: &str| {
            server.get(&format!("/api/v1/players/{handle}")).await.json()["losses"].clone()
        };
        until("the games are rated", || async {
            let losses = [profile("bob").await, profile("alice").await];
            losses.iter().filter_map(Value::as_u64).sum::<u64>() == 3
        })
        .await;
    }
);

both_servers!(
    a_farm_from_two_addresses_is_not_rated,
    |config| {
        config.server.trusted_proxies = 1;
        config.limits.rated_of_a_pair = 3;
    },
    |server| async {
        let alice = member(server, "alice", "5k").await;
        let bob = member(server, "bob", "5k").await;
        let chi = member(server, "chi", "5k").await;
        let from = async |tab: &Tab, address| {
            Tab::open_from(server.address, &tab.name, Some(tab.cookie.clone()), address).await
        };
        let mut alice = from(&alice, "203.0.113.7").await;
        let mut bob = from(&bob, "203.0.113.8").await;
        let mut chi = from(&chi, "203.0.113.9").await;
        let admin = sign_in_as(server, "keeper", "admin").await;
        let mut last = Value::Null;
        for (n_moves, expected) in [
            (4, None),
            (4, Some(UnratedReason::GivenUpAgain)),
            (4, Some(UnratedReason::GivenUpAgain)),
            (10, None),
            (10, None),
            (10, Some(UnratedReason::PairOften)),
            (10, Some(UnratedReason::PairOften)),
        ] {
            let (game, told) = play_rated(server, &mut alice, &mut bob, n_moves).await;
            let expected = expected.map_or(Value::Null, |it| it.as_str().into());
            assert_eq!(told, expected, "after {n_moves} moves");
            if last != told && !told.is_null() {
                first_of_a_kind(server, &admin, game, &told).await;
            }
            last = told;
        }
        assert_eq!(game(server, &mut alice, &mut chi, 10).await, Value::Null);
    }
);

/// Moderators find a game of a pair that was not rated in their log, once for each reason.
async fn first_of_a_kind(server: &TestServer, admin: &str, game: Code, reason: &Value) {
    until("it is in the log", || async {
        let log = send(server, admin, "GET", "/admin/audit", Value::Null).await.json();
        let lines = log["entries"].as_array().cloned().unwrap_or_default();
        let lines: Vec<_> = lines.into_iter().filter(|it| it["action"] == *reason).collect();
        assert!(lines.len() <= 1, "{lines:?}");
        lines.iter().any(|it| it["by"].is_null() && it["details"] == format!("/{game}"))
    })
    .await;
}

both_servers!(
    one_move_from_the_others_address_is_enough,
    |config| {
        config.server.trusted_proxies = 1;
        config.limits.rated_at_one_address = 0;
    },
    |server| async {
        let home = "203.0.113.7";
        let alice = member(server, "alice", "5k").await;
        let bob = member(server, "bob", "5k").await;
        let mut alice =
            Tab::open_from(server.address, "alice", Some(alice.cookie.clone()), home).await;
        let mut bob = Tab::open_from(server.address, "bob", Some(bob.cookie.clone()), home).await;
        let game = alice.create(SetupRequest { rated: true, ..setup(clock("10+30")) }).await;
        bob.join(game).await;
        alice.look_at(game).await;
        play_opening(&mut alice, &mut bob).await;
        // Only the resignation comes from a phone.
        bob.from = Some("198.51.100.4".to_owned());
        bob.lose_connection();
        bob.reconnect(server.address).await;
        bob.look_at(game).await;
        bob.resign().await.unwrap();
        let over = server.over(game).await;
        assert_eq!(over.result.expect("it is over").unrated, Some(UnratedReason::OneAddressOften));
    }
);

both_servers!(who_calls_games_off_waits, |server| async {
    let mut caller = server.enter("caller").await;
    let mut other = server.enter("other").await;
    for n in 1..=3 {
        let game = caller.create(setup(clock("5+30"))).await;
        other.join(game).await;
        caller.look_at(game).await;
        caller.abort().await.unwrap();
        until("the game is settled", || async {
            let headers = [("Cookie", caller.cookie.as_str())];
            let list = server.get_with("/api/v1/me/games", &headers).await.json();
            list["games"].as_array().is_some_and(|games| games.len() == n)
        })
        .await;
    }
    let wanted = setup(clock("5+30"));
    assert_eq!(caller.seek_for(wanted.clone()).await.err(), Some(RefusalCode::LeftTooOften));
    assert!(other.seek_for(wanted).await.is_ok(), "it is not the other's doing");
});
