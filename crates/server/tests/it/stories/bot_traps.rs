//! What programs of lishogi stumble over: each was seen of lishogi-bot 1.1.2.

use komadai_protocol::{
    ClientMessage, ClockSetup, DrawName, IllegalName, ImpasseName, Rules, RulesSetup, SetupRequest,
    SideWish, StartSetup,
};
use serde_json::{Value, json};

use super::bots::{Bot, begun, challenge, person, text};
use crate::fixture::{both_servers, clock, lines::Lines, setup};

/// The bare line of a head.
fn has(lines: &Lines, part: &str) -> bool {
    lines.head.lines().any(|line| line.starts_with(part))
}

both_servers!(streams_are_chunked_and_never_packed_and_end_lines_by_lf, |server| async {
    let bot = Bot::new(server, "randobot").await;
    let mut events = bot.events(server).await;
    let (_hana, id) = begun(server, &bot, &mut events).await;
    let mut game = bot.game(server, &id).await;
    for lines in [&events, &game] {
        assert!(has(lines, "transfer-encoding: chunked"), "{}", lines.head);
        assert!(has(lines, "content-type: application/x-ndjson"), "{}", lines.head);
        assert!(!has(lines, "content-encoding"), "{}", lines.head);
    }
    // An empty line before the first one breaks the client; each line comes whole and at once.
    let first = game.line().await.unwrap();
    assert!(first.starts_with("{\"type\":\"gameFull\"") && !first.ends_with('\r'), "{first}");
});

both_servers!(a_rating_is_a_number_and_nothing_that_is_needed_is_null, |server| async {
    let bot = Bot::new(server, "randobot").await;
    let mut events = bot.events(server).await;
    let mut hana = person(server, "hana").await;
    challenge(&mut hana, "randobot", setup(clock("1+5"))).await.unwrap();
    let asked = events.hears("challenge").await["challenge"].clone();
    for at in ["/challenger/rating", "/destUser/rating"] {
        assert!(asked.pointer(at).is_some_and(Value::is_number), "{at} in {asked}");
    }
    for at in ["/id", "/variant/key", "/perf/name", "/speed", "/challenger/name"] {
        assert!(!text(&asked, at).is_empty());
    }
    let times = asked["timeControl"].as_object().unwrap();
    assert!(asked["rated"].is_boolean() && !times.values().any(Value::is_null), "{asked}");
});

both_servers!(seconds_in_challenges_and_exports_milliseconds_in_games, |server| async {
    let bot = Bot::new(server, "randobot").await;
    let mut events = bot.events(server).await;
    let mut hana = person(server, "hana").await;
    let wanted = SetupRequest { side: SideWish::Gote, ..setup(clock("3+10")) };
    challenge(&mut hana, "randobot", wanted).await.unwrap();
    let asked = events.hears("challenge").await["challenge"].clone();
    assert_eq!(asked["timeControl"]["limit"], json!(180));
    let id = text(&asked, "/id").to_owned();
    assert_eq!(bot.post(server, &format!("/api/challenge/{id}/accept")).await.status, 200);
    let full = bot.game(server, &id).await.hears("gameFull").await;
    assert_eq!(
        (&full["clock"]["initial"], &full["state"]["btime"]),
        (&json!(180_000), &json!(180_000))
    );
    let export = format!("/game/export/{id}");
    let export = server.get_with(&export, &[("Accept", "application/json")]).await.json();
    assert_eq!(export["clock"]["initial"], json!(180));
});

both_servers!(chat_that_is_dropped_is_answered_with_200, |server| async {
    let bot = Bot::new(server, "randobot").await;
    let mut events = bot.events(server).await;
    let (_hana, id) = begun(server, &bot, &mut events).await;
    let chat = format!("/api/bot/game/{id}/chat");
    let long = format!("room=player&text={}", "x".repeat(400));
    for form in ["room=player&text=", &long, "room=spectator&text=Hi", "text=Hi", ""] {
        let page = bot.send(server, &chat, form).await;
        assert_eq!((page.status, page.json()), (200, json!({ "ok": true })), "{form}");
    }
    // And faster than anybody may talk.
    for _ in 0..20 {
        assert_eq!(bot.send(server, &chat, "room=player&text=Hi").await.status, 200);
    }
});

both_servers!(posts_need_no_body_no_origin_and_no_cookie, |server| async {
    let bot = Bot::new(server, "randobot").await;
    let mut events = bot.events(server).await;
    let (_hana, id) = begun(server, &bot, &mut events).await;
    let path = format!("/api/bot/game/{id}/move/7g7f");
    let headers = [("Authorization", bot.bearer.as_str())];
    let page = server.request("POST", &path, &headers, "").await;
    assert_eq!((page.status, page.json()), (200, json!({ "ok": true })));
    // A plus in the path is no blank.
    let refused = bot.post(server, &format!("/api/bot/game/{id}/move/8h2b+")).await;
    assert_eq!(text(&refused.json(), "/error"), "Not your turn, or game already over");
});

both_servers!(every_answer_has_a_body_of_json, |server| async {
    let bot = Bot::new(server, "randobot").await;
    for (method, path) in [
        ("GET", "/api/account"),
        ("GET", "/api/account/playing"),
        ("POST", "/api/bot/account/upgrade"),
        ("POST", "/api/challenge/nobody"),
        ("POST", "/api/challenge/123456789A/accept"),
        ("POST", "/api/challenge/123456789A/decline"),
        ("POST", "/api/bot/game/123456789A/resign"),
    ] {
        let page = bot.ask(server, method, path).await;
        assert!(page.json().is_object(), "{method} {path}: {page:?}");
    }
});

// lishogi tells a move and the end that it is in one; a bot that hears of the move first searches
// where it is mated.
both_servers!(a_mated_program_hears_of_no_move_to_answer, |server| async {
    let bot = Bot::new(server, "randobot").await;
    let mut events = bot.events(server).await;
    let mut hana = person(server, "hana").await;
    let start = StartSetup::Position { sfen: "4k4/9/4P4/9/9/9/9/9/4K4 b G 1".to_owned() };
    let wanted = SetupRequest { side: SideWish::Sente, start, ..setup(clock("1+5")) };
    challenge(&mut hana, bot.handle, wanted).await.unwrap();
    let id = text(&events.hears("challenge").await, "/challenge/id").to_owned();
    bot.post(server, &format!("/api/challenge/{id}/accept")).await;
    hana.sit_down().await;
    let mut game = bot.game(server, &id).await;
    game.hears("gameFull").await;
    hana.play("G*5b").await;
    let told = game.hears("gameState").await;
    assert_eq!((text(&told, "/moves"), text(&told, "/status")), ("G*5b", "mate"));
});

// What comes with a cookie may come from another site's page.
both_servers!(a_cookie_is_no_bearer, |server| async {
    let person = server.enter("person").await;
    let headers = [("Cookie", person.cookie.as_str())];
    for (method, path) in [
        ("GET", "/api/account"),
        ("GET", "/api/stream/event"),
        ("POST", "/api/bot/account/upgrade"),
        ("POST", "/api/bot/game/123456789A/move/7g7f"),
        ("POST", "/api/bot/game/123456789A/resign"),
        ("POST", "/api/board/game/123456789A/chat"),
        ("POST", "/api/challenge/nobody"),
        ("POST", "/api/challenge/123456789A/accept"),
    ] {
        let page = server.request(method, path, &headers, "").await;
        assert_eq!(page.status, 401, "{method} {path}: {page:?}");
        assert!(!text(&page.json(), "/error").is_empty(), "{method} {path}: {page:?}");
    }
});

both_servers!(a_rematch_comes_as_a_challenge, |server| async {
    let bot = Bot::new(server, "randobot").await;
    let mut events = bot.events(server).await;
    let (mut hana, id) = begun(server, &bot, &mut events).await;
    bot.plays(server, &id, "7g7f").await;
    hana.sees_ply(1).await;
    hana.play("3c3d").await;
    bot.plays(server, &id, "resign").await;
    hana.sees_end().await;
    assert_eq!(events.hears("gameFinish").await["game"]["id"], json!(id));
    hana.rematch().await.unwrap();
    let asked = events.hears("challenge").await["challenge"].clone();
    assert_eq!((text(&asked, "/id"), text(&asked, "/challenger/name")), (id.as_str(), "hana"));
    assert_eq!(text(&asked, "/color"), "sente", "sides are swapped");
    for _ in 0..2 {
        let done = bot.post(server, &format!("/api/challenge/{id}/accept")).await;
        assert_eq!((done.status, done.json()), (200, json!({ "ok": true })));
    }
    let next = events.hears("gameStart").await["game"].clone();
    assert_eq!(text(&next, "/color"), "gote");
    assert_ne!(text(&next, "/id"), id);
    // What nobody offers is accepted to no effect.
    assert_eq!(bot.post(server, &format!("/api/challenge/{id}/accept")).await.status, 200);
    let next: komadai_ids::Code = text(&next, "/id").parse().unwrap();
    hana.look_at(next).await;
    hana.ask(|id| ClientMessage::Abort { id, game: next }).await.unwrap();
    assert_eq!(events.hears("gameFinish").await["game"]["id"], json!(next.to_string()));
});

both_servers!(
    a_game_without_a_clock_and_one_in_fairy_letters_are_told_as_programs_expect,
    |server| async {
        let bot = Bot::new(server, "randobot").await;
        let mut events = bot.events(server).await;
        let mut hana = person(server, "hana").await;
        let wanted = SetupRequest {
            side: SideWish::Gote,
            variant: "dobutsu".to_owned(),
            ..setup(ClockSetup::Untimed {})
        };
        challenge(&mut hana, bot.handle, wanted).await.unwrap();
        let asked = events.hears("challenge").await["challenge"].clone();
        assert_eq!(asked["variant"], json!({ "key": "dobutsu", "name": "Dobutsu" }));
        assert_eq!(asked["timeControl"], json!({ "type": "correspondence", "daysPerTurn": 1 }));
        assert_eq!(
            (&asked["speed"], &asked["perf"]["name"]),
            (&json!("correspondence"), &json!("correspondence"))
        );
        let id = text(&asked, "/id").to_owned();
        assert_eq!(bot.post(server, &format!("/api/challenge/{id}/accept")).await.status, 200);
        hana.sit_down().await;
        let mut game = bot.game(server, &id).await;
        let full = game.hears("gameFull").await;
        assert_eq!((&full["clock"], &full["fairyInitialSfen"]), (&Value::Null, &json!("startpos")));
        let state = &full["state"];
        for left in ["btime", "wtime"] {
            assert_eq!(state[left], json!(i32::MAX), "{state}");
        }
        bot.plays(server, &id, "2c2b").await;
        let state = game.hears("gameState").await;
        assert_eq!((text(&state, "/moves"), text(&state, "/fairyMoves")), ("2c2b", "2c2b"));
    }
);

both_servers!(opening_the_stream_of_events_ends_the_earlier_one, |server| async {
    let bot = Bot::new(server, "randobot").await;
    let mut earlier = bot.events(server).await;
    let mut later = bot.events(server).await;
    while earlier.next().await.is_some() {}
    let (_hana, id) = begun(server, &bot, &mut later).await;
    let mut game = bot.game(server, &id).await;
    game.hears("gameFull").await;
});

// §2.2: a fourth repetition may be replayed, which is another game to a program.
both_servers!(a_replay_is_an_end_and_a_beginning, |server| async {
    let bot = Bot::new(server, "randobot").await;
    let mut events = bot.events(server).await;
    let mut hana = person(server, "hana").await;
    let rules = RulesSetup::Each(Rules {
        illegal: IllegalName::Reject,
        repetition: DrawName::Replay,
        impasse: ImpasseName::Points27,
        impasse_draw: DrawName::Draw,
        max_moves: Some(500),
        takeback: false,
    });
    let wanted = SetupRequest { side: SideWish::Gote, rules, ..setup(clock("10+5")) };
    challenge(&mut hana, bot.handle, wanted).await.unwrap();
    let id = text(&events.hears("challenge").await, "/challenge/id").to_owned();
    assert_eq!(bot.post(server, &format!("/api/challenge/{id}/accept")).await.status, 200);
    hana.sit_down().await;
    assert_eq!(events.hears("gameStart").await["game"]["id"], json!(id));
    let mut game = bot.game(server, &id).await;
    let mut ply = 0;
    for _ in 0..3 {
        for (mine, theirs) in [("2h1h", "8b9b"), ("1h2h", "9b8b")] {
            bot.plays(server, &id, mine).await;
            hana.sees_ply(ply + 1).await;
            hana.play(theirs).await;
            ply += 2;
        }
    }
    let last = loop {
        let state = game.hears("gameState").await;
        if state["status"] != "started" {
            break state;
        }
    };
    assert_eq!((text(&last, "/status"), &last["winner"]), ("repetition", &Value::Null));
    let finished = events.hears("gameFinish").await["game"].clone();
    assert_eq!((text(&finished, "/id"), &finished["status"]["id"]), (id.as_str(), &json!(44)));
    let next = events.hears("gameStart").await["game"].clone();
    assert_ne!(text(&next, "/id"), id);
    // Sides are swapped.
    assert_eq!(text(&next, "/color"), "gote");
});
