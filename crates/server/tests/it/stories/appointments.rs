//! Games by appointment: two players who live far from each other find a time, and the board opens by
//! itself.

use komadai_ids::Code;
use komadai_protocol::{BellItem, MeEvent, ServerMessage, StreamEvent, StreamName};
use serde_json::{Value, json};

use super::{
    ratings::member,
    site::{send, sign_in_as},
    studies::{done, get},
    tournaments::{Desk, post, settings},
};
use crate::fixture::{Tab, TestServer, both_servers, until};

const DAY_MS: u64 = 24 * 3_600_000;

fn now_ms(server: &TestServer) -> u64 {
    server.service().timebase.now_ms()
}

/// A round robin by appointment, published at once.
fn by_appointment(server: &TestServer, deadline_ms: u64, grace_ms: u64) -> Value {
    let mut settings = settings(json!({ "t": "round_robin", "pace": "free" }));
    settings["plan"]["rated"] = json!(false);
    settings["plan"]["grace_ms"] = json!(grace_ms);
    let deadlines = [now_ms(server) + deadline_ms];
    settings["plan"]["by_appointment"] = json!({ "deadlines_ms": deadlines, "fixed_ms": 0 });
    settings
}

/// It has begun with these players.
async fn begun<'s>(
    server: &'s TestServer,
    organiser: &Tab,
    settings: &Value,
    players: &[&Tab],
) -> Desk<'s> {
    let desk = Desk::set_up(server, organiser, settings).await;
    desk.act(organiser, json!({ "t": "open" })).await;
    for player in players {
        desk.act(player, json!({ "t": "join" })).await;
    }
    desk.act(organiser, json!({ "t": "begin" })).await;
    desk
}

/// A player's own games by appointment that have not begun.
async fn own(desk: &Desk<'_>, by: &Tab) -> Vec<Value> {
    let me = desk.own(by, &format!("{}/me", desk.code)).await;
    me["appointments"].as_array().cloned().unwrap_or_default()
}

async fn zone(server: &TestServer, who: &Tab, zone: &str) {
    done(server, who, "PUT", "/me/settings", json!({ "zone": zone, "spoken": "vi" })).await;
}

/// The board of the only game, once it is open.
async fn board(desk: &Desk<'_>) -> Code {
    let is_open = |view: &Value| {
        let games = view["rounds"][0]["games"][0]["games"].as_array();
        games.is_some_and(|games| !games.is_empty())
    };
    let view = desk.sees("the board opens", is_open).await;
    view["rounds"][0]["games"][0]["games"][0].as_str().unwrap().parse().unwrap()
}

/// The steps of appointments that an account has been told of, the earliest first.
async fn steps(server: &TestServer, tab: &Tab) -> Vec<String> {
    let page = get(server, &tab.cookie, "/me/bell").await.json();
    let items = page["items"].as_array().expect("items").clone().into_iter().rev();
    let step = |it: Value| it["item"]["step"].as_str().map(str::to_owned);
    items.filter_map(step).collect()
}

both_servers!(two_players_find_an_hour_and_the_board_opens_after_a_restart, |server| async {
    let organiser = member(server, "organiser", "1d").await;
    let an = member(server, "an-hanoi", "5k").await;
    let miguel = member(server, "miguel", "5k").await;
    zone(server, &an, "Asia/Ho_Chi_Minh").await;
    zone(server, &miguel, "Europe/Lisbon").await;
    let plan = by_appointment(server, 30 * DAY_MS, 600_000);
    let desk = begun(server, &organiser, &plan, &[&an, &miguel]).await;
    let pairing = desk.open().await[0].clone();
    assert_eq!((&pairing["waits"], &pairing["games"]), (&json!(true), &json!([])));
    let [mine] = own(&desk, &an).await.try_into().unwrap();
    let game = mine["game"].clone();
    assert_eq!(mine["zone"], "Europe/Lisbon", "where the opponent lives, and nobody else");
    assert_eq!(own(&desk, &organiser).await, Vec::<Value>::new());

    // Proposals are to come, and not after the deadline.
    let propose = |at: &[u64]| json!({ "t": "propose", "game": game, "at_ms": at, "text": "tối" });
    let past = now_ms(server) - 1_000;
    for at in [past, now_ms(server) + 31 * DAY_MS] {
        desk.refused(&an, propose(&[at]), "", "out_of_time").await;
    }
    let (one, two) = (now_ms(server) + DAY_MS, now_ms(server) + 2 * DAY_MS);
    desk.act(&an, propose(&[two, one])).await;
    let [seen] = own(&desk, &miguel).await.try_into().unwrap();
    assert_eq!((&seen["theirs"], &seen["words"]), (&json!([one, two]), &json!("tối")));
    assert_eq!(seen["zone"], "Asia/Ho_Chi_Minh");
    let agenda = get(server, &miguel.cookie, "/tournaments/agenda").await.json();
    let events = &agenda["events"][0];
    assert_eq!((&events["proposed"], &events["opponent"]), (&json!(true), &json!("an-hanoi")));

    // What was said can be reported by whoever it was said to, with both sides of it.
    let report = |game: &Value| {
        let appointment = json!({ "tournament": desk.code, "game": game });
        json!({ "appointment": appointment, "reason": "abuse", "words": "!" })
    };
    for (by, game) in [(&organiser, &game), (&miguel, &json!("r9-1"))] {
        let page = send(server, &by.cookie, "POST", "/reports", report(game)).await;
        assert_eq!(page.status, 404, "{page:?}");
    }
    done(server, &miguel, "POST", "/reports", report(&game)).await;
    let moderator = sign_in_as(server, "watchful", "moderator").await;
    let page = send(server, &moderator, "GET", "/moderation/reports", Value::Null).await.json();
    let seen = &page["reports"][0];
    assert_eq!((&seen["by"], &seen["about_name"]), (&json!("miguel"), &json!("an-hanoi")));
    assert_eq!(seen["game"], format!("tournaments/{}", desk.code));
    let line = &seen["lines"][0];
    assert_eq!((&line["text"], &line["by_reporter"]), (&json!("tối"), &json!(false)), "{seen}");

    // Two tabs accept different ones: the first word counts.
    let agree = |at: u64| json!({ "t": "agree", "game": game, "at_ms": at });
    desk.refused(&an, agree(one), "", "time_not_proposed").await;
    desk.act(&miguel, agree(two)).await;
    desk.refused(&miguel, agree(one), "", "time_not_proposed").await;
    desk.act(&miguel, agree(two)).await;
    assert_eq!(desk.open().await[0]["at_ms"], json!(two), "everybody sees it");

    // Another one is proposed, and the first stands until it is agreed upon.
    desk.act(&miguel, propose(&[one])).await;
    assert_eq!(own(&desk, &an).await[0]["agreed_ms"], json!(two));
    let file = format!("/api/v1/tournaments/{}/files/calendar.ics", desk.code);
    let calendar = server.get(&file).await;
    let calendar = String::from_utf8_lossy(&calendar.body).into_owned();
    let titles = ["an-hanoi – miguel", "miguel – an-hanoi"];
    assert!(titles.iter().any(|it| calendar.contains(&format!("SUMMARY:{it}"))), "{calendar}");
    // The organiser sets one that is near, and the server ends before it.
    let code = desk.code;
    let soon = now_ms(server) + 2_000;
    desk.act(&organiser, json!({ "t": "appoint", "game": game, "at_ms": soon })).await;
    server.restart().await;
    let desk = Desk { server, code };
    let game = board(&desk).await;
    until("the game is there", || async {
        server.get(&format!("/api/v1/games/{game}")).await.status == 200
    })
    .await;
    assert!(now_ms(server) >= soon, "not before its time");
    let agenda = get(server, &an.cookie, "/tournaments/agenda").await.json();
    assert_eq!(agenda["events"][0]["game"], json!(game.to_string()));
    assert_eq!(steps(server, &an).await, ["agreed", "proposed", "agreed"]);
    assert_eq!(steps(server, &miguel).await, ["proposed", "agreed"]);
});

both_servers!(both_begin_at_once_and_take_back_what_they_said, |server| async {
    let organiser = member(server, "organiser", "1d").await;
    let players = [member(server, "anh", "5k").await, member(server, "binh", "5k").await];
    let [anh, binh] = &players;
    let plan = by_appointment(server, 30 * DAY_MS, 600_000);
    let desk = begun(server, &organiser, &plan, &[anh, binh]).await;
    let game = own(&desk, anh).await[0]["game"].clone();
    let now = |ready: bool| json!({ "t": "play_now", "game": game, "ready": ready });
    desk.refused(&organiser, now(true), "", "player_only").await;
    desk.act(anh, now(true)).await;
    desk.act(anh, now(false)).await;
    desk.act(binh, now(true)).await;
    assert_eq!(own(&desk, anh).await[0]["opponent_ready"], json!(true));
    assert_eq!(desk.open().await[0]["games"], json!([]), "one alone does not begin");
    desk.act(anh, now(true)).await;
    board(&desk).await;
    let late = json!({ "t": "propose", "game": game, "at_ms": [now_ms(server) + DAY_MS] });
    desk.refused(anh, late, "", "not_played").await;
});

both_servers!(who_does_not_come_is_the_arbiters_to_decide, |server| async {
    let organiser = member(server, "organiser", "1d").await;
    let mut players = [member(server, "anh", "5k").await, member(server, "binh", "5k").await];
    let plan = by_appointment(server, 30 * DAY_MS, 1_000);
    let desk = {
        let [anh, binh] = &players;
        begun(server, &organiser, &plan, &[anh, binh]).await
    };
    let game = own(&desk, &players[0]).await[0]["game"].clone();
    let entry = desk.own(&players[1], &format!("{}/me", desk.code)).await["entry"].clone();
    for player in &players {
        let now = json!({ "t": "play_now", "game": game, "ready": true });
        desk.act(player, now).await;
    }
    let code = board(&desk).await;
    // The one sits down and moves if it is their turn; the other is nowhere.
    players[0].look_at(code).await;
    players.swap(0, 1);
    let [binh, anh] = players;
    let binh_cookie = binh.cookie.clone();
    drop(binh);
    until("it is noted who did not come", || async {
        let me = desk.own(&organiser, &format!("{}/me", desk.code)).await;
        me["to_appoint"][0]["absentees"] == json!([entry])
    })
    .await;
    assert_eq!(desk.open().await[0]["result"], Value::Null, "nobody has lost by it");
    assert_eq!(steps(server, &organiser).await, ["missed"]);
    let agenda = get(server, &organiser.cookie, "/tournaments/agenda").await.json();
    let matter = &agenda["matters"][0];
    assert_eq!((&matter["t"], &matter["players"]), (&json!("missed"), &json!(["binh"])));
    let place = format!("/api/v1/tournaments/{}/games/{code}", desk.code);
    assert_eq!(server.get(&place).await.status, 200, "the game that was missed has its place");

    // The players wait for the word, which is another chance here.
    let later = now_ms(server) + DAY_MS;
    let propose = json!({ "t": "propose", "game": game, "at_ms": [later] });
    desk.refused(&anh, propose.clone(), "", "wrong_phase").await;
    let extend = json!({ "t": "extend", "game": game, "until_ms": later });
    desk.refused(&organiser, extend.clone(), "", "reason_needed").await;
    desk.refused(&anh, extend.clone(), "theo luật", "not_organiser").await;
    desk.act(&organiser, extend).await;
    desk.act(&anh, propose).await;
    let agenda = get(server, &organiser.cookie, "/tournaments/agenda").await.json();
    assert_eq!(agenda["matters"], json!([]));
    let binh = Tab::open(server.address, "binh", Some(binh_cookie)).await;
    desk.act(&binh, json!({ "t": "agree", "game": game, "at_ms": later })).await;
    // The organiser sets another one, beyond the deadline; and in the end decides otherwise.
    let appoint = json!({ "t": "appoint", "game": game, "at_ms": later + DAY_MS });
    desk.act(&organiser, appoint).await;
    assert_eq!(own(&desk, &anh).await[0]["until_ms"], json!(later + DAY_MS));
    desk.act(&binh, json!({ "t": "call_off", "game": game })).await;
    // They come at once after all: to a board of its own.
    for player in [&anh, &binh] {
        desk.act(player, json!({ "t": "play_now", "game": game, "ready": true })).await;
    }
    assert_ne!(board(&desk).await, code, "the game that was missed is over");
    let forfeit = json!({ "t": "rule", "game": game, "outcome": "both_no_show" });
    desk.act(&organiser, forfeit).await;
    desk.sees("it is over", |view| view["phase"] == "over").await;
});

both_servers!(a_deadline_passes_without_an_appointment, |server| async {
    let organiser = member(server, "organiser", "1d").await;
    let players = [
        member(server, "anh", "5k").await,
        member(server, "binh", "5k").await,
        member(server, "chi", "5k").await,
    ];
    let [anh, binh, chi] = &players;
    let plan = by_appointment(server, 30 * DAY_MS, 600_000);
    let desk = begun(server, &organiser, &plan, &[anh, binh, chi]).await;
    let games = own(&desk, anh).await;
    assert_eq!(games.len(), 2, "all rounds at once");
    let of_binh = desk.own(binh, &format!("{}/me", desk.code)).await["entry"].clone();
    let game = games.iter().find(|it| it["opponent"] == of_binh).unwrap()["game"].clone();
    let at = now_ms(server) + DAY_MS;
    desk.act(anh, json!({ "t": "propose", "game": game, "at_ms": [at] })).await;
    // Whoever leaves has no appointments any more.
    desk.act(chi, json!({ "t": "leave" })).await;
    assert_eq!(own(&desk, chi).await, Vec::<Value>::new());
    let me = desk.own(&organiser, &format!("{}/me", desk.code)).await;
    let open = me["to_appoint"].as_array().unwrap();
    assert_eq!(open.len(), 1, "the only game that is not decided: {me}");
    let until_ms = now_ms(server) + 1_000;
    let extend = json!({ "t": "extend", "game": open[0]["game"], "until_ms": until_ms });
    desk.act(&organiser, extend).await;
    until("the deadline is noted", || async {
        let me = desk.own(&organiser, &format!("{}/me", desk.code)).await;
        let open = me["to_appoint"].as_array().cloned().unwrap_or_default();
        !open.is_empty() && open.iter().all(|it| it["overdue"] == true)
    })
    .await;
    let me = desk.own(&organiser, &format!("{}/me", desk.code)).await;
    let open = me["to_appoint"].as_array().unwrap();
    let of_anh = desk.own(anh, &format!("{}/me", desk.code)).await["entry"].clone();
    assert_eq!(open[0]["game"], game);
    assert_eq!(open[0]["proposals"], json!([{ "entry": of_anh, "at_ms": at }]));
    assert_eq!(steps(server, &organiser).await, ["overdue"]);
    let agree = json!({ "t": "agree", "game": open[0]["game"], "at_ms": at });
    desk.refused(binh, agree, "", "out_of_time").await;
});

both_servers!(a_player_who_is_gone_leaves_no_word, |server| async {
    let organiser = member(server, "organiser", "1d").await;
    let players = [member(server, "anh", "5k").await, member(server, "binh", "5k").await];
    let [anh, binh] = &players;
    let plan = by_appointment(server, 30 * DAY_MS, 600_000);
    let desk = begun(server, &organiser, &plan, &[anh, binh]).await;
    let game = own(&desk, anh).await[0]["game"].clone();
    let at = now_ms(server) + DAY_MS;
    let said = json!({ "t": "propose", "game": game, "at_ms": [at], "text": "sau giờ làm" });
    desk.act(anh, said).await;
    let stored = async || {
        let found = server.service().tournaments.find(desk.code).await.unwrap();
        serde_json::to_string(&*found.tournament).unwrap()
    };
    assert!(stored().await.contains("sau giờ làm"));
    let trail = desk.own(&organiser, &format!("{}/acts", desk.code)).await.to_string();
    assert!(trail.contains("propose") && !trail.contains("sau giờ làm"), "{trail}");
    let body = json!({ "password": "bảy con tốt đen" });
    let page = post(server, anh, "/api/v1/account/delete", &body).await;
    assert!(page.status < 300, "{page:?}");
    until("nothing of it is left", || async { !stored().await.contains("sau giờ làm") }).await;
});

/// What an account is told next that is a call, or the end of one.
async fn called(tab: &mut Tab) -> (BellItem, u32) {
    tab.hears(|message| match message {
        ServerMessage::Event {
            event: StreamEvent::Me(MeEvent::Bell { told, bell_new }), ..
        } => Some((told.item.clone(), *bell_new)),
        _ => None,
    })
    .await
}

both_servers!(a_call_reaches_every_arbiter_and_goes_with_the_answer, |server| async {
    let mut organiser = member(server, "organiser", "1d").await;
    let mut helper = member(server, "helper", "1d").await;
    let players = [member(server, "anh", "5k").await, member(server, "binh", "5k").await];
    let [anh, binh] = &players;
    let plan = by_appointment(server, 30 * DAY_MS, 600_000);
    let desk = begun(server, &organiser, &plan, &[anh, binh]).await;
    desk.act(&organiser, json!({ "t": "helper", "handle": "helper", "helps": true })).await;
    // Both are on other pages.
    for arbiter in [&mut organiser, &mut helper] {
        arbiter.follow(StreamName::Me).await;
    }
    desk.act(anh, json!({ "t": "call", "text": "đồng hồ" })).await;
    for arbiter in [&mut organiser, &mut helper] {
        let (item, new) = called(arbiter).await;
        let BellItem::ArbiterCalled { text, .. } = item else { panic!("{item:?}") };
        assert_eq!((text.as_str(), new), ("đồng hồ", 1));
    }
    let agenda = get(server, &helper.cookie, "/tournaments/agenda").await.json();
    let matter = &agenda["matters"][0];
    assert_eq!((&matter["t"], &matter["players"]), (&json!("call"), &json!(["anh"])));
    // One of them answers, and it is gone for both.
    let entry = matter["entry"].clone();
    desk.act(&helper, json!({ "t": "answer", "entry": entry })).await;
    for arbiter in [&mut organiser, &mut helper] {
        let (item, new) = called(arbiter).await;
        assert!(matches!(item, BellItem::ArbiterAnswered { .. }), "{item:?}");
        assert_eq!(new, 0);
    }
    let agenda = get(server, &organiser.cookie, "/tournaments/agenda").await.json();
    assert_eq!(agenda["matters"], json!([]));
    let bell = get(server, &organiser.cookie, "/me/bell").await.json();
    assert_eq!(bell["items"], json!([]), "nothing of it is left");
});
