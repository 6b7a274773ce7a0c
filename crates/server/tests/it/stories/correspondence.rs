//! Games by correspondence, beside everything else that their players do.

use komadai_ids::Code;
use komadai_protocol::{
    ClientMessage, ClockSetup, GameEvent, MeEvent, RefusalCode, ServerMessage, SetupRequest,
    StreamEvent, StreamName, Vacation, http::correspondence::CorrespondenceList,
};
use komadai_rules::Side;
use serde_json::{Value, json};

use super::{
    play_opening,
    ratings::{member, strengths},
    site::send,
    tournaments::{Desk, post, settings},
};
use crate::fixture::{Tab, TestServer, both_servers, clock, setup, until, uuid};

const DAY_MS: u64 = 24 * 60 * 60 * 1000;

fn by_correspondence(days: u8) -> SetupRequest {
    setup(ClockSetup::Correspondence { days, weekends_off: false })
}

async fn list(server: &TestServer, tab: &Tab) -> CorrespondenceList {
    let page = send(server, &tab.cookie, "GET", "/me/correspondence", Value::Null).await;
    assert_eq!(page.status, 200, "{page:?}");
    serde_json::from_value(page.json()).unwrap()
}

both_servers!(a_rated_game_by_correspondence_lasts_through_a_restart, |server| async {
    let mut alice = member(server, "alice", "1k").await;
    let mut bob = member(server, "bob", "3k").await;
    let wanted = SetupRequest { rated: true, ..by_correspondence(3) };
    alice.seek_for(wanted).await.unwrap();
    alice.follow(StreamName::Me).await;
    let game = bob.accept().await;
    let correspondence = alice
        .hears(|message| match message {
            ServerMessage::Event {
                event: StreamEvent::Me(MeEvent::GameStarted { correspondence, .. }),
                ..
            } => Some(*correspondence),
            _ => None,
        })
        .await;
    assert!(correspondence, "nobody is called to the board");
    assert_eq!(server.get("/api/v1/watch").await.json()["n_games"], 0);

    server.restart().await;
    let mut players = [alice, bob];
    for player in &mut players {
        player.reconnect(server.address).await;
        player.look_at(game).await;
    }
    let sente_is_alice = players[0].view.you == Some(Side::Sente);
    let [alice, bob] = &mut players;
    let (sente, gote) = if sente_is_alice { (alice, bob) } else { (bob, alice) };
    let of_sente = list(server, sente).await;
    let [own] = of_sente.games.as_slice() else { panic!("{of_sente:?}") };
    assert!(own.my_turn && own.rated && own.game.game == game, "{own:?}");
    let left_ms = own.due_ms.map(|due_ms| due_ms - of_sente.now_ms);
    assert!(left_ms.is_none_or(|ms| (2 * DAY_MS..=3 * DAY_MS + 1_000).contains(&ms)), "{own:?}");
    assert!(!list(server, gote).await.games[0].my_turn);

    play_opening(sente, gote).await;
    gote.resign().await.unwrap();
    let after = strengths(server, game).await;
    assert_eq!((after.rated, after.speed.as_str()), (true, "correspondence"));
    for (tab, won) in [(&*sente, true), (&*gote, false)] {
        let bell = send(server, &tab.cookie, "GET", "/me/bell", Value::Null).await.json();
        let item = json!({ "t": "game_over", "game": game, "won": won });
        assert_eq!(bell["items"][0]["item"], item, "{bell}");
    }
    assert_eq!(list(server, sente).await.games, []);
    for format in ["kifu", "csa"] {
        let page = server.get(&format!("/api/v1/games/{game}/record.{format}")).await;
        let record = String::from_utf8_lossy(&page.body);
        assert!(record.contains("1手3日"), "{record}");
    }
    let players = server.get("/api/v1/players?variant=standard&speed=correspondence").await;
    assert_eq!(players.status, 200, "{players:?}");
});

/// What a player hears next, on any page, of whose move it is.
async fn hears_whose_move(tab: &mut Tab) -> (Code, bool) {
    tab.hears(|message| match message {
        ServerMessage::Event { event: StreamEvent::Me(MeEvent::Turn { game, yours }), .. } => {
            Some((*game, *yours))
        }
        _ => None,
    })
    .await
}

both_servers!(whose_move_it_is_is_heard_on_every_page, |server| async {
    let mut alice = member(server, "alice", "1k").await;
    let mut bob = member(server, "bob", "1k").await;
    let game = alice.create(by_correspondence(3)).await;
    bob.join(game).await;
    // Neither of these tabs looks at the board.
    let mut of_alice = alice.another_tab().await;
    let mut of_bob = bob.another_tab().await;
    alice.play("7g7f").await;
    assert_eq!(hears_whose_move(&mut of_bob).await, (game, true));
    assert_eq!(hears_whose_move(&mut of_alice).await, (game, false));
    assert!(list(server, &of_bob).await.games[0].my_turn);
    bob.sees_ply(1).await;
    bob.play("3c3d").await;
    assert_eq!(hears_whose_move(&mut of_alice).await, (game, true));
    assert_eq!(hears_whose_move(&mut of_bob).await, (game, false));

    // An answer that was decided before is one event with the move that it answers.
    alice.sees_ply(2).await;
    alice.play("2g2f").await;
    assert_eq!(hears_whose_move(&mut of_bob).await, (game, true));
    decide(&mut alice, game, &["8c8d 2f2e"]).await.unwrap();
    server.restart().await;
    for tab in [&mut alice, &mut bob, &mut of_alice, &mut of_bob] {
        tab.reconnect(server.address).await;
    }
    bob.look_at(game).await;
    bob.play("8c8d").await;
    assert_eq!(hears_whose_move(&mut of_alice).await, (game, false));
    assert_eq!(hears_whose_move(&mut of_bob).await, (game, true));

    bob.sees_ply(5).await;
    bob.resign().await.unwrap();
    for tab in [&mut of_alice, &mut of_bob] {
        assert_eq!(hears_whose_move(tab).await, (game, false), "it is over");
        assert_eq!(list(server, tab).await.games, []);
    }
});

async fn decide(tab: &mut Tab, game: Code, lines: &[&str]) -> Result<(), RefusalCode> {
    let (ply, lines) = (tab.view.ply, lines.iter().map(|&line| line.to_owned()).collect());
    tab.ask(|id| ClientMessage::Conditions { id, game, ply, lines }).await.map(|_| ())
}

/// Everything that is said about conditional moves among these messages.
fn told(messages: &[ServerMessage]) -> Vec<String> {
    let texts = messages.iter().map(|message| serde_json::to_string(message).unwrap());
    texts.filter(|text| text.contains("conditions") || text.contains("8c8d")).collect()
}

both_servers!(an_answer_that_was_decided_before_is_carried_out, |server| async {
    let mut alice = member(server, "alice", "1k").await;
    let mut bob = member(server, "bob", "1k").await;
    let game = alice.create(by_correspondence(3)).await;
    bob.join(game).await;
    alice.play("7g7f").await;
    bob.sees_ply(1).await;
    let mut carol = server.enter("carol").await;
    carol.look_at(game).await;
    let mut elsewhere = alice.another_tab().await;
    elsewhere.look_at(game).await;

    let refused = decide(&mut alice, game, &["8c8d 2g2f", "8c8e 2g2f"]).await;
    assert_eq!(refused, Err(RefusalCode::BadConditions));
    assert_eq!(decide(&mut carol, game, &["8c8d 2g2f"]).await, Err(RefusalCode::NotAPlayer));
    decide(&mut alice, game, &["3c3d 2g2f", "8c8d 2g2f"]).await.unwrap();
    decide(&mut alice, game, &["3c3d 2g2f 8c8d 2f2e", "8c8d 2g2f"]).await.unwrap();
    alice.now().await;
    assert_eq!(alice.view.conditions, ["3c3d 2g2f 8c8d 2f2e", "8c8d 2g2f"]);
    elsewhere.now().await;
    assert_eq!(elsewhere.view.conditions, alice.view.conditions, "all their tabs know");
    for other in [&mut bob, &mut carol] {
        other.now().await;
        assert_eq!(told(&other.rest()), [""; 0], "nobody else learns of it");
    }

    server.restart().await;
    for tab in [&mut alice, &mut bob, &mut carol] {
        tab.reconnect(server.address).await;
    }
    let kept = alice.look_at(game).await;
    assert_eq!(kept.conditions, ["3c3d 2g2f 8c8d 2f2e", "8c8d 2g2f"]);
    for other in [&mut bob, &mut carol] {
        assert_eq!(other.look_at(game).await.conditions, [""; 0]);
    }
    let public = server.get(&format!("/api/v1/games/{game}")).await;
    assert!(!String::from_utf8_lossy(&public.body).contains("conditions"), "{public:?}");

    bob.play("3c3d").await;
    for tab in [&mut alice, &mut bob, &mut carol] {
        tab.sees_ply(3).await;
        assert_eq!(tab.view.moves, ["7g7f", "3c3d", "2g2f"]);
    }
    alice.now().await;
    assert_eq!(alice.view.conditions, ["8c8d 2f2e"]);
    bob.play("8c8d").await;
    alice.sees_ply(5).await;
    let seen = alice.look_at(game).await;
    assert_eq!((seen.moves[2].thought_ms, seen.moves[4].thought_ms), (0, 0), "it costs no time");
    bob.resign().await.unwrap();
    let over = server.over(game).await;
    assert_eq!((over.ply, over.conditions.len()), (5, 0));
});

both_servers!(notes_of_a_game_are_seen_by_nobody_else, |server| async {
    let mut alice = member(server, "alice", "1k").await;
    let mut bob = member(server, "bob", "1k").await;
    let carol = member(server, "carol", "1k").await;
    let guest = server.enter("guest").await;
    let game = alice.create(by_correspondence(3)).await;
    bob.join(game).await;
    alice.play("7g7f").await;
    bob.sees_ply(1).await;
    let path = format!("/me/notes/{game}");
    let note = async |tab: &Tab, method: &str, body: Value| {
        let page = send(server, &tab.cookie, method, &path, body).await;
        (page.status, page.json())
    };
    let read = async |tab: &Tab| note(tab, "GET", Value::Null).await;
    let write = async |tab: &Tab, version: i64, text: &str| {
        note(tab, "PUT", json!({ "version": version, "text": text })).await
    };
    assert_eq!(read(&alice).await, (200, json!({ "text": "", "version": 0 })));
    let first = json!({ "text": "Xe giữa.\nfiles: 5", "version": 1 });
    let stored = write(&alice, 0, "  Xe giữa.\nfiles: 5\n").await;
    assert_eq!(stored, (200, json!({ "stored": true, "note": first })));
    // Another tab, which has not seen it, loses nothing by it.
    let late = write(&alice, 0, "from another tab").await;
    assert_eq!(late, (200, json!({ "stored": false, "note": first })));
    assert_eq!(write(&alice, 7, "from nowhere").await.1["stored"], false);
    assert_eq!(write(&alice, i64::MAX, "from nowhere").await.1["stored"], false);
    assert_eq!(write(&alice, 1, &"歩".repeat(4_000)).await.1["note"]["version"], 2);
    let long = write(&alice, 2, &"歩".repeat(4_001)).await;
    assert_eq!((long.0, &long.1["code"]), (422, &json!("bad_words")));
    assert_eq!(write(&alice, 2, "Xe giữa.\nfiles: 5").await.1["stored"], true);
    // Everybody has a note of their own, and others have none.
    assert_eq!(read(&bob).await, (200, json!({ "text": "", "version": 0 })));
    for (other, status, code) in [(&carol, 403, "not_a_player"), (&guest, 403, "needs_account")] {
        for (found, said) in [read(other).await, write(other, 0, "x").await] {
            assert_eq!((found, &said["code"]), (status, &json!(code)));
        }
    }
    assert_eq!(list(server, &alice).await.games[0].note.as_deref(), Some("Xe giữa."));
    assert_eq!(list(server, &bob).await.games[0].note, None);

    bob.resign().await.unwrap();
    server.over(game).await;
    server.restart().await;
    let kept = send(server, &alice.cookie, "GET", &path, Value::Null).await.json();
    assert_eq!(kept, json!({ "text": "Xe giữa.\nfiles: 5", "version": 3 }));
    let data = send(server, &alice.cookie, "GET", "/me/data.json", Value::Null).await.json();
    let notes = data["notes"].as_array().unwrap();
    assert_eq!((notes.len(), &notes[0]["text"]), (1, &kept["text"]), "{data}");
    assert_eq!(notes[0]["game"], json!(game));
});

/// What the players of a game hear next of a vacation.
async fn hears_of_vacation(tab: &mut Tab) -> (Side, Option<Vacation>) {
    tab.hears(|message| match message {
        ServerMessage::Event { event: StreamEvent::Game(event), .. } => match **event {
            GameEvent::Away { side, vacation, .. } => Some((side, vacation)),
            _ => None,
        },
        _ => None,
    })
    .await
}

/// How long gote has, in days.
async fn days_left(server: &TestServer, gote: &Tab) -> u64 {
    let games = list(server, gote).await;
    let [game] = games.games.as_slice() else { panic!("{games:?}") };
    assert!(game.my_turn, "{game:?}");
    (game.due_ms.unwrap() - games.now_ms).div_ceil(DAY_MS)
}

both_servers!(who_is_on_vacation_loses_no_game, |server| async {
    let mut alice = member(server, "alice", "1k").await;
    let mut bob = member(server, "bob", "1k").await;
    let game = alice.create(by_correspondence(3)).await;
    bob.join(game).await;
    alice.play("7g7f").await;
    bob.sees_ply(1).await;

    let vacation = async |tab: &Tab, method: &str, body: Value| {
        send(server, &tab.cookie, method, "/account/vacation", body).await
    };
    let long = vacation(&bob, "POST", json!({ "days": 31 })).await;
    assert_eq!((long.status, &long.json()["code"]), (403, &json!("not_allowed")), "{long:?}");
    let begun = vacation(&bob, "POST", json!({ "days": 14 })).await;
    assert_eq!(begun.status, 200, "{begun:?}");
    assert_eq!(vacation(&bob, "POST", json!({ "days": 1 })).await.status, 403, "one at a time");
    let (side, told) = hears_of_vacation(&mut alice).await;
    assert_eq!((side, json!(told)), (Side::Gote, begun.json()["vacation"].clone()));
    assert_eq!(days_left(server, &bob).await, 17);
    let seen = server.enter("carol").await.look_at(game).await;
    assert_eq!((seen.vacations.sente, seen.vacations.gote), (None, told), "everybody sees it");

    // Back after a day that has begun; the others are left.
    let back = vacation(&bob, "DELETE", Value::Null).await;
    assert_eq!((back.status, &back.json()["days_left"]), (200, &json!(29)), "{back:?}");
    assert_eq!(hears_of_vacation(&mut alice).await, (Side::Gote, None));
    assert_eq!(days_left(server, &bob).await, 3);

    // Later: nobody plays differently until then, and not going costs nothing.
    let from_ms = back.json()["now_ms"].as_u64().unwrap() + 2 * DAY_MS;
    let planned = vacation(&bob, "POST", json!({ "days": 5, "from_ms": from_ms })).await;
    assert_eq!(planned.json()["vacation"]["from_ms"], json!(from_ms), "{planned:?}");
    assert_eq!(days_left(server, &bob).await, 3);
    let back = vacation(&bob, "DELETE", Value::Null).await;
    assert_eq!((&back.json()["vacation"], &back.json()["days_left"]), (&Value::Null, &json!(29)));
});

both_servers!(what_was_said_of_a_vacation_is_told_after_a_restart, |server| async {
    let mut alice = member(server, "alice", "1k").await;
    let mut bob = member(server, "bob", "1k").await;
    let game = alice.create(by_correspondence(3)).await;
    bob.join(game).await;
    alice.play("7g7f").await;
    bob.sees_ply(1).await;
    // Whether or not the game has learnt of it by the time the server stops.
    let begun = send(server, &bob.cookie, "POST", "/account/vacation", json!({ "days": 7 })).await;
    assert_eq!(begun.status, 200, "{begun:?}");
    server.restart().await;
    alice.reconnect(server.address).await;
    bob.reconnect(server.address).await;
    let seen = alice.look_at(game).await;
    if seen.vacations.gote.is_none() {
        assert_eq!(hears_of_vacation(&mut alice).await.0, Side::Gote);
    }
    assert_eq!(json!(alice.look_at(game).await.vacations.gote), begun.json()["vacation"]);
    // Bob's clock runs again since he is there; what does not count of it, does not.
    bob.look_at(game).await;
    bob.now().await;
    assert_eq!(days_left(server, &bob).await, 10);
    // A game that begins meanwhile learns of it too.
    let other = alice.create(by_correspondence(1)).await;
    bob.join(other).await;
    let (side, vacation) = hears_of_vacation(&mut alice).await;
    assert_eq!((side, json!(vacation)), (Side::Gote, begun.json()["vacation"].clone()));
});

both_servers!(weekends_are_off_where_both_agreed_to_it, |server| async {
    let mut alice = member(server, "alice", "1k").await;
    let mut bob = member(server, "bob", "1k").await;
    let weekdays = setup(ClockSetup::Correspondence { days: 7, weekends_off: true });
    let game = alice.create(weekdays).await;
    bob.join(game).await;
    let seen = bob.look_at(game).await;
    let clock = json!({ "kind": "correspondence", "days": 7, "weekends_off": true });
    assert_eq!(json!(seen.clock), clock);
    alice.play("7g7f").await;
    bob.sees_ply(1).await;
    let games = list(server, &bob).await;
    let left_ms = games.games[0].due_ms.unwrap() - games.now_ms;
    // Seven days that count: the end is behind one weekend at least, and two at most.
    assert!((8 * DAY_MS..=11 * DAY_MS + 1_000).contains(&left_ms), "{left_ms}");
    server.restart().await;
    bob.reconnect(server.address).await;
    assert_eq!(json!(bob.look_at(game).await.clock)["weekends_off"], true);
    bob.resign().await.unwrap();
    server.over(game).await;
    let page = server.get(&format!("/api/v1/games/{game}/record.kifu")).await;
    let record = String::from_utf8_lossy(&page.body).into_owned();
    assert!(record.contains("1手7日（土日を除く）"), "{record}");
    // Other games know no weekends.
    alice.reconnect(server.address).await;
    let usual = alice.create(by_correspondence(7)).await;
    let clock = json!({ "kind": "correspondence", "days": 7 });
    assert_eq!(json!(alice.look_at(usual).await.clock), clock);
});

both_servers!(a_round_robin_by_correspondence_is_played_all_at_once, |server| async {
    let organiser = member(server, "organiser", "1d").await;
    let mut players = Vec::new();
    for handle in ["anh", "binh", "chi"] {
        players.push(member(server, handle, "5k").await);
    }
    let slow = |format: Value| {
        let mut settings = settings(format);
        settings["plan"]["clock"] = json!({ "kind": "correspondence", "days": 3 });
        // Nobody is missed, however soon others would be.
        settings["plan"]["grace_ms"] = json!(0);
        settings
    };
    let round_robin = slow(json!({ "t": "round_robin", "pace": "free" }));
    let mut checked_in = round_robin.clone();
    checked_in["plan"]["check_in_ms"] = json!(600_000);
    checked_in["plan"]["starts_ms"] = json!(4_000_000_000_000_u64);
    let mut mixed = round_robin.clone();
    let quick = json!({ "kind": "sudden_death", "main_ms": 600_000 });
    mixed["plan"]["later_clocks"] = json!([{ "from_round": 2, "clock": quick }]);
    for refused in [slow(json!({ "t": "swiss", "rounds": 2 })), checked_in, mixed] {
        let body = json!({ "create": uuid(), "settings": refused });
        let page = post(server, &organiser, "/api/v1/tournaments", &body).await;
        assert_eq!(page.json()["code"], "bad_settings", "{page:?}");
    }
    let desk = Desk::set_up(server, &organiser, &round_robin).await;
    desk.act(&organiser, json!({ "t": "open" })).await;
    for player in &players {
        desk.act(player, json!({ "t": "join" })).await;
    }
    desk.act(&organiser, json!({ "t": "begin" })).await;
    assert_eq!(desk.open().await.len(), 3, "every pair at once");
    let begun = send(server, &players[1].cookie, "POST", "/account/vacation", json!({ "days": 7 }));
    let vacation = begun.await.json()["vacation"].clone();
    let code = desk.code;
    server.restart().await;
    for player in &mut players {
        player.reconnect(server.address).await;
    }
    let desk = Desk { server, code };
    let all = list(server, &players[1]).await.games;
    assert_eq!(all.len(), 2, "nobody has lost by being away: {all:?}");
    for it in &all {
        until("its game knows of the vacation", || async {
            let game = server.game(it.game.game).await;
            json!(game.vacations)
                .as_object()
                .is_some_and(|of| of.values().any(|it| *it == vacation))
        })
        .await;
    }
    // One after the other gives up, in whatever order; the standings follow.
    for (player, n_left) in [(0, 1), (2, 0)] {
        let tab = &mut players[player];
        for it in list(server, tab).await.games {
            tab.look_at(it.game.game).await;
            tab.resign().await.unwrap();
        }
        let is_shown = |view: &Value| {
            let rounds = view["rounds"].as_array().unwrap().iter();
            let games = rounds.flat_map(|round| round["games"].as_array().unwrap());
            games.filter(|game| game["result"].is_null()).count() == n_left
        };
        desk.sees("its games are over", is_shown).await;
    }
    let view = desk.sees("it is over", |view| view["phase"] == "over").await;
    let first = &view["standings"]["rankings"][0]["rows"][0];
    assert_eq!(first["points"], 2.0, "{first}");
});

both_servers!(a_round_robin_goes_on_some_games_at_a_time, |server| async {
    let organiser = member(server, "organiser", "1d").await;
    let mut players = Vec::new();
    for handle in ["anh", "binh", "chi", "dung"] {
        players.push(member(server, handle, "5k").await);
    }
    let mut limited = settings(json!({ "t": "round_robin", "pace": "free" }));
    limited["plan"]["games_at_once"] = json!(1);
    // At once nobody has more than one game anyway.
    let body = json!({ "create": uuid(), "settings": limited });
    let page = post(server, &organiser, "/api/v1/tournaments", &body).await;
    assert_eq!(page.json()["code"], "bad_settings", "{page:?}");
    limited["plan"]["clock"] = json!({ "kind": "correspondence", "days": 3 });
    limited["plan"]["grace_ms"] = json!(0);
    let desk = Desk::set_up(server, &organiser, &limited).await;
    desk.act(&organiser, json!({ "t": "open" })).await;
    for player in &players {
        desk.act(player, json!({ "t": "join" })).await;
    }
    desk.act(&organiser, json!({ "t": "begin" })).await;
    let unplayed = |view: &Value| -> Vec<Value> {
        let rounds = view["rounds"].as_array().unwrap().iter();
        let games = rounds.flat_map(|round| round["games"].as_array().unwrap());
        games.filter(|game| game["result"].is_null()).cloned().collect()
    };
    for n_left in [6, 4, 2] {
        // Two games of four players; the others wait, and nobody enters their results.
        let view = desk
            .sees("two games are played", |view| {
                let all = unplayed(view);
                let waiting = all.iter().filter(|game| game["waits"] == true).count();
                all.len() == n_left && waiting == n_left - 2
            })
            .await;
        let all = unplayed(&view);
        for waiting in all.iter().filter(|game| game["waits"] == true) {
            assert_eq!(waiting["games"], json!([]));
            let result = json!({ "t": "result", "game": waiting["key"], "outcome": "draw" });
            desk.refused(&organiser, result, "", "bad_settings").await;
        }
        for played in all.iter().filter(|game| game["waits"] != true) {
            let game: Code = serde_json::from_value(played["games"][0].clone()).unwrap();
            until("the game is made", || async {
                server.get(&format!("/api/v1/games/{game}")).await.status == 200
            })
            .await;
            for player in &mut players {
                player.look_at(game).await;
                if player.view.you.is_some() {
                    player.resign().await.unwrap();
                    break;
                }
            }
        }
    }
    desk.sees("it is over", |view| view["phase"] == "over").await;
});

both_servers!(who_plays_by_correspondence_plays_other_games_too, |server| async {
    let mut alice = member(server, "alice", "1k").await;
    let mut bob = member(server, "bob", "3k").await;
    let slow = alice.create(by_correspondence(1)).await;
    bob.join(slow).await;
    alice.seek_for(setup(clock("10+30"))).await.unwrap();
    bob.accept().await;
    // At that board both look for nobody else who plays at once, but write letters still.
    let again = alice.seek_for(setup(clock("10+30"))).await;
    assert_eq!(again.unwrap_err(), RefusalCode::StillPlaying);
    alice.seek_for(by_correspondence(7)).await.unwrap();
});

both_servers!(guests_and_machines_play_no_games_by_correspondence, |server| async {
    let mut guest = server.enter("guest").await;
    let refused = guest.seek_for(by_correspondence(3)).await;
    assert_eq!(refused.unwrap_err(), RefusalCode::NeedsAccount);
    let (create, setup) = (uuid(), by_correspondence(3));
    let refused = guest.ask(|id| ClientMessage::Create { id, create, setup }).await;
    assert_eq!(refused.unwrap_err(), RefusalCode::NeedsAccount);
    let mut alice = member(server, "alice", "1k").await;
    let refused = alice.seek_for(by_correspondence(4)).await;
    assert_eq!(refused.unwrap_err(), RefusalCode::BadSetup);
    let game = alice.create(by_correspondence(3)).await;
    let joined = guest.ask(|id| ClientMessage::Join { id, game }).await;
    assert_eq!(joined.unwrap_err(), RefusalCode::NeedsAccount);
});
