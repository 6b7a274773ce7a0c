//! The ladder of a club: challenges are answered, played and counted, once.

use komadai_ids::Code;
use komadai_protocol::{MeEvent, ServerMessage, StreamEvent};
use komadai_rules::Side;
use komadai_store::clubs::{
    self,
    ladder::{self, LadderPlace, NewChallenge},
};
use serde_json::{Value, json};
use uuid::Uuid;

use super::{accounts::code, play_opening, ratings::member, site::send};
use crate::fixture::{Tab, TestServer, both_servers, http::Page, setup, sudden_death, until, uuid};

const CLUB: &str = "/clubs/hanoi";

const DAY_MS: i64 = 24 * 60 * 60 * 1000;

/// Founds the club of `owner`, with a ladder by correspondence.
async fn found(server: &TestServer, owner: &Tab) {
    let settings = json!({ "name": "Hà Nội", "joining": "open" });
    let body = json!({ "create": uuid(), "slug": "hanoi", "settings": settings });
    let page = send(server, &owner.cookie, "POST", "/clubs", body).await;
    assert_eq!(page.status, 201, "{page:?}");
    act(server, owner, json!({ "t": "set_ladder", "settings": settings_with(slow()) })).await;
}

fn slow() -> Value {
    json!({ "kind": "correspondence", "days": 3 })
}

fn at_once() -> Value {
    json!({ "kind": "byoyomi", "main_ms": 600_000, "byoyomi_ms": 30_000, "periods": 1 })
}

fn settings_with(clock: Value) -> Value {
    json!({
        "variant": "standard", "clock": clock, "rated": true, "reach": 2, "answer_days": 7,
        "refusals": 2, "rest_days": 14,
    })
}

async fn try_act(server: &TestServer, by: &Tab, act: &Value) -> Page {
    let body = json!({ "id": uuid(), "act": act });
    send(server, &by.cookie, "POST", &format!("{CLUB}/acts"), body).await
}

async fn act(server: &TestServer, by: &Tab, act: Value) {
    let page = try_act(server, by, &act).await;
    assert_eq!(page.status, 200, "{act}: {page:?}");
}

async fn refused(server: &TestServer, by: &Tab, act: Value, expected: &str) {
    let page = try_act(server, by, &act).await;
    assert_eq!(code(&page).1, expected, "{act}: {page:?}");
}

/// These join the club of `owner`, and then the ladder, behind the owner.
async fn all_join(server: &TestServer, owner: &Tab, others: &[&Tab]) {
    for tab in others {
        act(server, tab, json!({ "t": "join" })).await;
    }
    for tab in [&[owner], others].concat() {
        act(server, tab, json!({ "t": "join_ladder" })).await;
    }
}

async fn shown(server: &TestServer, by: &Tab) -> Value {
    let page = send(server, &by.cookie, "GET", &format!("{CLUB}/ladder"), Value::Null).await;
    assert_eq!(page.status, 200, "{page:?}");
    page.json()
}

/// The places as they are stored.
async fn places(server: &TestServer) -> Vec<LadderPlace> {
    let mut conn = server.service().store.read().await.unwrap();
    let club = clubs::find_by_slug(&mut conn, "hanoi").await.unwrap().unwrap().id;
    ladder::places(&mut conn, club, 0).await.unwrap()
}

/// Who is on the ladder, from the first place.
fn order(ladder: &Value) -> Vec<&str> {
    let places = ladder["places"].as_array().unwrap();
    places.iter().map(|it| it["player"]["handle"].as_str().unwrap()).collect()
}

fn challenge_to(handle: &str) -> Value {
    json!({ "t": "ladder_challenge", "handle": handle })
}

/// An answer to the only challenge that is open.
fn answer(ladder: &Value, what: &str) -> Value {
    json!({ "t": what, "challenge": ladder["open"][0]["id"] })
}

/// Waits until the last challenge that is over is this.
async fn ends(server: &TestServer, by: &Tab, state: &str) -> Value {
    until("the challenge is over", || async {
        shown(server, by).await["history"][0]["state"] == json!(state)
    })
    .await;
    shown(server, by).await
}

both_servers!(
    a_challenger_who_wins_takes_the_place,
    |config| {
        config.notices.away_s = 0;
    },
    |server| async {
        let (an, mut binh) =
            (member(server, "minh", "1k").await, member(server, "binh", "2k").await);
        let (chi, mut dung) =
            (member(server, "chi", "3k").await, member(server, "dung", "4k").await);
        found(server, &an).await;
        let settings = settings_with(slow());
        let set = |settings: &Value| json!({ "t": "set_ladder", "settings": settings });
        refused(server, &chi, json!({ "t": "join_ladder" }), "not_allowed").await;
        all_join(server, &an, &[&binh, &chi, &dung]).await;
        refused(server, &chi, json!({ "t": "join_ladder" }), "already_on_ladder").await;
        // Organisers decide, and what cannot be says why.
        refused(server, &chi, set(&settings), "not_allowed").await;
        for (what, bad) in [("reach", json!(0)), ("rest_days", json!(366)), ("refusals", json!(21))]
        {
            let mut settings = settings.clone();
            settings[what] = bad;
            refused(server, &an, set(&settings), "bad_words").await;
        }
        let untimed = settings_with(json!({ "kind": "untimed" }));
        refused(server, &an, set(&untimed), "bad_words").await;

        // Up to two places above, and one challenge at a time.
        assert_eq!(order(&shown(server, &dung).await), ["minh", "binh", "chi", "dung"]);
        refused(server, &dung, challenge_to("minh"), "out_of_reach").await;
        refused(server, &an, challenge_to("binh"), "out_of_reach").await;
        refused(server, &dung, challenge_to("dung"), "out_of_reach").await;
        refused(server, &dung, challenge_to("nobody"), "unknown_player").await;
        let seen = shown(server, &dung).await;
        let open: Vec<_> =
            seen["places"].as_array().unwrap().iter().map(|it| &it["open_to_you"]).collect();
        assert_eq!(json!(open), json!([false, true, true, false]));
        act(server, &dung, challenge_to("binh")).await;
        refused(server, &dung, challenge_to("chi"), "ladder_busy").await;
        refused(server, &chi, challenge_to("binh"), "ladder_busy").await;
        let told = binh
            .hears(|message| match message {
                ServerMessage::Event {
                    event: StreamEvent::Me(MeEvent::LadderChallenge { club, by }),
                    ..
                } => Some((club.clone(), by.clone())),
                _ => None,
            })
            .await;
        assert_eq!(told, ("hanoi".to_owned(), "dung".to_owned()));
        let seen = shown(server, &binh).await;
        assert_eq!((&seen["open"][0]["state"], &seen["you"]), (&json!("open"), &json!("binh")));
        refused(server, &chi, answer(&seen, "ladder_accept"), "unknown_challenge").await;
        refused(server, &dung, answer(&seen, "ladder_accept"), "unknown_challenge").await;
        refused(server, &binh, answer(&seen, "ladder_withdraw"), "unknown_challenge").await;

        // The game is there at once, and the ladder hears of its end after a restart too.
        act(server, &binh, answer(&seen, "ladder_accept")).await;
        let seen = shown(server, &binh).await;
        assert_eq!(seen["open"][0]["state"], "playing", "{seen}");
        let game: Code = serde_json::from_value(seen["open"][0]["game"].clone()).unwrap();
        server.restart().await;
        let mut watcher = an;
        watcher.reconnect(server.address).await;
        for tab in [&mut binh, &mut dung] {
            tab.reconnect(server.address).await;
            tab.look_at(game).await;
        }
        let binh_is_sente = binh.view.you == Some(Side::Sente);
        let (sente, gote) =
            if binh_is_sente { (&mut binh, &mut dung) } else { (&mut dung, &mut binh) };
        play_opening(sente, gote).await;
        binh.resign().await.unwrap();
        let seen = ends(server, &dung, "won").await;
        assert_eq!(order(&seen), ["minh", "dung", "binh", "chi"]);
        let over = &seen["history"][0];
        assert_eq!((&over["by_place"], &over["to_place"]), (&json!(4), &json!(2)));
        assert_eq!((&over["game"], &seen["open"]), (&json!(game), &json!([])));
        // The same two rest.
        refused(server, &binh, challenge_to("dung"), "met_lately").await;

        let data = send(server, &dung.cookie, "GET", "/me/data.json", Value::Null).await.json();
        assert_eq!(data["ladders"][0]["place"], 2);
        assert_eq!(
            (&data["ladder_challenges"][0]["club"], &data["ladder_challenges"][0]["state"]),
            (&json!("hanoi"), &json!("won"))
        );
        let path = format!("{CLUB}/acts");
        let log = send(server, &watcher.cookie, "GET", &path, Value::Null).await.json();
        let actions: Vec<_> =
            log["entries"].as_array().unwrap().iter().map(|it| &it["act"]["t"]).collect();
        let n_wins = actions.iter().filter(|it| **it == "ladder_win").count();
        assert_eq!(n_wins, 1, "{actions:?}");
        for action in ["open_ladder", "join_ladder", "ladder_challenge", "ladder_accept"] {
            assert!(actions.contains(&&json!(action)), "{action}: {actions:?}");
        }
    }
);

both_servers!(a_challenge_that_is_not_accepted_counts_in_the_end, |server| async {
    let (an, binh) = (member(server, "minh", "1k").await, member(server, "binh", "2k").await);
    let chi = member(server, "chi", "3k").await;
    found(server, &an).await;
    all_join(server, &an, &[&binh, &chi]).await;
    // Taken back, it counts for nothing, and can be made again.
    act(server, &binh, challenge_to("minh")).await;
    act(server, &binh, answer(&shown(server, &binh).await, "ladder_withdraw")).await;
    act(server, &binh, challenge_to("minh")).await;
    act(server, &an, answer(&shown(server, &an).await, "ladder_refuse")).await;
    let seen = shown(server, &an).await;
    assert_eq!(
        (order(&seen), &seen["places"][0]["refused"]),
        (vec!["minh", "binh", "chi"], &json!(1))
    );
    // The second in a row is not answered in time, and counts as lost.
    let places = places(server).await;
    let service = server.service();
    let mut tx = service.databases().write().await.unwrap();
    let now_ms = service.timebase.now_ms() as i64;
    let overdue = NewChallenge {
        id: Uuid::from_u128(1),
        club: clubs::find_by_slug(&mut tx, "hanoi").await.unwrap().unwrap().id,
        challenger: &places[2],
        challenged: &places[0],
        made_ms: now_ms - 8 * DAY_MS,
        due_ms: now_ms - DAY_MS,
    };
    ladder::challenge(&mut tx, overdue).await.unwrap();
    tx.commit().await.unwrap();
    let seen = ends(server, &an, "forfeited").await;
    assert_eq!(
        (order(&seen), &seen["places"][1]["refused"]),
        (vec!["chi", "minh", "binh"], &json!(0))
    );
    // One who is on vacation is not challenged, and has time.
    let begun = send(server, &chi.cookie, "POST", "/account/vacation", json!({ "days": 9 })).await;
    assert_eq!(begun.status, 200, "{begun:?}");
    refused(server, &binh, challenge_to("chi"), "on_vacation").await;
    assert!(shown(server, &binh).await["places"][0]["away_until_ms"].is_i64());
    // Leaving is for good; who comes back is last.
    act(server, &chi, json!({ "t": "leave_ladder" })).await;
    refused(server, &chi, json!({ "t": "leave_ladder" }), "not_on_ladder").await;
    refused(server, &chi, challenge_to("minh"), "not_on_ladder").await;
    act(server, &chi, json!({ "t": "join_ladder" })).await;
    assert_eq!(order(&shown(server, &an).await), ["minh", "binh", "chi"]);
    let block = json!({ "handle": "minh", "distance": "block" });
    let page = send(server, &chi.cookie, "POST", "/me/relations", block).await;
    assert!(page.status < 300, "{page:?}");
    refused(server, &chi, challenge_to("minh"), "kept_apart").await;
    act(server, &an, json!({ "t": "close_ladder" })).await;
    let seen = shown(server, &chi).await;
    assert_eq!((&seen["settings"], &seen["places"]), (&Value::Null, &json!([])));
    refused(server, &chi, json!({ "t": "join_ladder" }), "unknown_entry").await;
});

both_servers!(a_game_at_once_waits_until_both_are_there, |server| async {
    let (mut an, binh) = (member(server, "minh", "1k").await, member(server, "binh", "2k").await);
    found(server, &an).await;
    act(server, &an, json!({ "t": "set_ladder", "settings": settings_with(at_once()) })).await;
    all_join(server, &an, &[&binh]).await;
    act(server, &binh, challenge_to("minh")).await;
    let cookie = binh.cookie.clone();
    let user = places(server).await[1].climber.user;
    drop(binh);
    let presence = &server.service().presence;
    until("the challenger has gone", || async { !presence.is_online(user) }).await;
    let seen = shown(server, &an).await;
    act(server, &an, answer(&seen, "ladder_accept")).await;
    let seen = shown(server, &an).await;
    assert_eq!(seen["open"][0]["state"], "agreed");
    refused(server, &an, answer(&seen, "ladder_begin"), "away").await;
    // Called off by the challenger, it counts for nothing.
    let mut binh = Tab::open(server.address, "binh", Some(cookie)).await;
    act(server, &binh, answer(&seen, "ladder_begin")).await;
    let seen = shown(server, &an).await;
    let game: Code = serde_json::from_value(seen["open"][0]["game"].clone()).unwrap();
    for tab in [&mut an, &mut binh] {
        tab.look_at(game).await;
    }
    binh.abort().await.unwrap();
    let seen = ends(server, &an, "void").await;
    assert_eq!(order(&seen), ["minh", "binh"]);
    assert_eq!(seen["places"][0]["refused"], 0);
});

both_servers!(
    a_challenger_hears_that_a_game_at_once_is_accepted,
    |config| {
        config.notices.away_s = 0;
    },
    |server| async {
        let (mut an, mut binh) =
            (member(server, "minh", "1k").await, member(server, "binh", "2k").await);
        let mut chi = member(server, "chi", "3k").await;
        found(server, &an).await;
        act(server, &an, json!({ "t": "set_ladder", "settings": settings_with(at_once()) })).await;
        all_join(server, &an, &[&binh]).await;
        act(server, &binh, challenge_to("minh")).await;
        // The game waits while the challenged player sits at another board.
        let other = an.meet(&mut chi, setup(sudden_death(600_000))).await;
        act(server, &an, answer(&shown(server, &an).await, "ladder_accept")).await;
        assert_eq!(shown(server, &binh).await["open"][0]["state"], "agreed");
        let told = binh
            .hears(|message| match message {
                ServerMessage::Event {
                    event: StreamEvent::Me(MeEvent::LadderAccepted { club, by }),
                    ..
                } => Some((club.clone(), by.clone())),
                _ => None,
            })
            .await;
        assert_eq!(told, ("hanoi".to_owned(), "minh".to_owned()));
        an.look_at(other).await;
        an.abort().await.unwrap();
    }
);

both_servers!(
    organisers_move_players_and_take_them_off,
    |config| {
        config.notices.away_s = 0;
    },
    |server| async {
        let (an, mut binh) =
            (member(server, "minh", "1k").await, member(server, "binh", "2k").await);
        let (mut chi, dung) =
            (member(server, "chi", "3k").await, member(server, "dung", "4k").await);
        found(server, &an).await;
        all_join(server, &an, &[&binh, &chi, &dung]).await;
        let put = |handle: &str, place: u32| json!({ "t": "ladder_place", "handle": handle, "place": place });
        let remove = |handle: &str, reason: &str| json!({ "t": "ladder_remove", "handle": handle, "reason": reason });
        refused(server, &chi, put("chi", 1), "not_allowed").await;
        refused(server, &chi, remove("minh", "slow"), "not_allowed").await;
        for place in [0, 5] {
            refused(server, &an, put("chi", place), "bad_words").await;
        }
        refused(server, &an, put("nobody", 1), "unknown_player").await;
        refused(server, &an, remove("chi", " "), "bad_words").await;
        act(server, &an, put("dung", 1)).await;
        assert_eq!(order(&shown(server, &an).await), ["dung", "minh", "binh", "chi"]);
        act(server, &an, put("dung", 3)).await;
        assert_eq!(order(&shown(server, &an).await), ["minh", "binh", "dung", "chi"]);

        // A running game is played to its end, and moves nobody; who is taken off reads why.
        act(server, &chi, challenge_to("binh")).await;
        act(server, &binh, answer(&shown(server, &binh).await, "ladder_accept")).await;
        act(server, &dung, challenge_to("minh")).await;
        let seen = shown(server, &chi).await;
        let playing = seen["open"].as_array().unwrap().iter().find(|it| !it["game"].is_null());
        let game: Code = serde_json::from_value(playing.unwrap()["game"].clone()).unwrap();
        act(server, &an, remove("binh", "moved away")).await;
        refused(server, &an, remove("binh", "moved away"), "unknown_entry").await;
        refused(server, &an, put("binh", 1), "unknown_entry").await;
        let told = binh
            .hears(|message| match message {
                ServerMessage::Event {
                    event: StreamEvent::Me(MeEvent::LadderRemoved { club, name, reason }),
                    ..
                } => Some([club.clone(), name.clone(), reason.clone()]),
                _ => None,
            })
            .await;
        assert_eq!(told, ["hanoi", "Hà Nội", "moved away"]);
        let seen = shown(server, &binh).await;
        assert_eq!(seen["removed"]["reason"], "moved away");
        assert_eq!(shown(server, &chi).await["removed"], Value::Null);
        let data = send(server, &binh.cookie, "GET", "/me/data.json", Value::Null).await.json();
        assert_eq!(data["ladder_removals"][0]["reason"], "moved away");
        assert_eq!(data["ladder_removals"][0]["club"], "hanoi");
        for tab in [&mut binh, &mut chi] {
            tab.look_at(game).await;
        }
        let binh_is_sente = binh.view.you == Some(Side::Sente);
        let (sente, gote) =
            if binh_is_sente { (&mut binh, &mut chi) } else { (&mut chi, &mut binh) };
        play_opening(sente, gote).await;
        binh.resign().await.unwrap();
        chi.sees_end().await;
        assert_eq!(order(&shown(server, &an).await), ["minh", "dung", "chi"]);

        // An open challenge ends; the others may challenge and be challenged again.
        act(server, &an, remove("dung", "did not come")).await;
        let seen = ends(server, &an, "void").await;
        assert_eq!((order(&seen), &seen["open"]), (vec!["minh", "chi"], &json!([])));
        act(server, &chi, challenge_to("minh")).await;
        act(server, &binh, json!({ "t": "join_ladder" })).await;
        let seen = shown(server, &binh).await;
        assert_eq!((order(&seen), &seen["removed"]), (vec!["minh", "chi", "binh"], &Value::Null));
        let log = send(server, &an.cookie, "GET", &format!("{CLUB}/acts"), Value::Null).await;
        let log = log.json();
        let entries = log["entries"].as_array().unwrap();
        let of = |action: &str| entries.iter().find(|it| it["act"]["t"] == action).unwrap();
        let removed = of("ladder_remove");
        assert_eq!(
            (&removed["about"], &removed["act"]["reason"]),
            (&json!("dung"), &json!("did not come"))
        );
        assert_eq!(of("ladder_place")["act"]["place"], 3);
    }
);
