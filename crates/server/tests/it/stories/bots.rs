//! Programs of lishogi, which know nothing of this server: what they do here was seen of
//! lishogi-bot 1.1.2.

use komadai_ids::Code;
use komadai_protocol::{
    ClientMessage, DeclineReason, GameEvent, MeEvent, RefusalCode, ServerMessage, SetupRequest,
    SideWish, StreamEvent,
};
use serde_json::{Value, json};

use super::{
    accounts::{code, register},
    pair, play_opening,
    programs::token,
    site::send,
};
use crate::fixture::{
    Tab, TestServer, both_servers, clock, http::Page, lines::Lines, setup, until, uuid,
};

/// A program with its token.
pub(super) struct Bot {
    pub(super) handle: &'static str,
    pub(super) bearer: String,
    pub(super) cookie: String,
}

impl Bot {
    /// An account that its program makes its own.
    pub(super) async fn new(server: &TestServer, handle: &'static str) -> Self {
        let bot = Self::person(server, handle).await;
        assert_eq!(bot.account(server).await["title"], Value::Null);
        let done = bot.post(server, "/api/bot/account/upgrade").await;
        assert_eq!((done.status, done.json()), (200, json!({ "ok": true })));
        bot
    }

    /// An account that is a person's.
    async fn person(server: &TestServer, handle: &'static str) -> Self {
        let cookie = register(server, &server.enter(handle).await.cookie, handle).await;
        let bearer = token(server, &cookie, &["play", "bot"]).await;
        Self { handle, bearer, cookie }
    }

    pub(super) async fn ask(&self, server: &TestServer, method: &str, path: &str) -> Page {
        let headers = [("Authorization", self.bearer.as_str()), ("Accept", "*/*")];
        server.request(method, path, &headers, "").await
    }

    pub(super) async fn post(&self, server: &TestServer, path: &str) -> Page {
        self.ask(server, "POST", path).await
    }

    /// A form, as chat is sent.
    pub(super) async fn send(&self, server: &TestServer, path: &str, form: &str) -> Page {
        let headers = [
            ("Authorization", self.bearer.as_str()),
            ("Content-Type", "application/x-www-form-urlencoded"),
        ];
        server.request("POST", path, &headers, form).await
    }

    async fn account(&self, server: &TestServer) -> Value {
        self.ask(server, "GET", "/api/account").await.json()
    }

    pub(super) async fn events(&self, server: &TestServer) -> Lines {
        Lines::open(server.address, "/api/stream/event", &self.bearer).await
    }

    pub(super) async fn game(&self, server: &TestServer, id: &str) -> Lines {
        let path = format!("/api/bot/game/stream/{id}");
        Lines::open(server.address, &path, &self.bearer).await
    }

    /// Makes a move and sees it answered.
    pub(super) async fn plays(&self, server: &TestServer, id: &str, usi: &str) {
        let page = self.post(server, &format!("/api/bot/game/{id}/move/{usi}")).await;
        assert_eq!((page.status, page.json()), (200, json!({ "ok": true })), "{usi}");
    }
}

/// A person with an account.
pub(super) async fn person(server: &TestServer, handle: &str) -> Tab {
    let cookie = register(server, &server.enter(handle).await.cookie, handle).await;
    Tab::open(server.address, handle, Some(cookie)).await
}

pub(super) async fn challenge(
    tab: &mut Tab,
    to: &str,
    setup: SetupRequest,
) -> Result<(), RefusalCode> {
    let (challenge, to) = (uuid(), to.to_owned());
    tab.ask(|id| ClientMessage::Challenge { id, challenge, to, setup, hours: 1 }).await.map(drop)
}

pub(super) fn text<'v>(value: &'v Value, at: &str) -> &'v str {
    value.pointer(at).and_then(Value::as_str).unwrap_or_else(|| panic!("no {at} in {value}"))
}

/// A person challenges a program, which accepts: the person's tab, and the game's id. The person
/// is gote.
pub(super) async fn begun(server: &TestServer, bot: &Bot, events: &mut Lines) -> (Tab, String) {
    let wanted = setup(clock("1+5"));
    begun_as(server, bot, events, wanted).await
}

async fn begun_as(
    server: &TestServer,
    bot: &Bot,
    events: &mut Lines,
    wanted: SetupRequest,
) -> (Tab, String) {
    let mut hana = person(server, "hana").await;
    let wanted = SetupRequest { side: SideWish::Gote, ..wanted };
    challenge(&mut hana, bot.handle, wanted).await.unwrap();
    let asked = events.hears("challenge").await;
    let id = text(&asked, "/challenge/id").to_owned();
    let done = bot.post(server, &format!("/api/challenge/{id}/accept")).await;
    assert_eq!((done.status, done.json()), (200, json!({ "ok": true })));
    assert_eq!(hana.sit_down().await.to_string(), id);
    assert_eq!(events.hears("gameStart").await["game"]["id"], json!(id));
    (hana, id)
}

both_servers!(a_program_passes_twice_running, |server| async {
    let bot = Bot::new(server, "RandoBot").await;
    let mut events = bot.events(server).await;
    let wanted = SetupRequest { variant: "chu".to_owned(), ..setup(clock("1+5")) };
    let (mut hana, id) = begun_as(server, &bot, &mut events, wanted).await;
    let pairs = [["7i7h", "6d6e"], ["7j7i7j", "7d7e"], ["7j7i7j", "8d8e"], ["7j7i7j", "6e6f"]];
    for (n, [mine, theirs]) in pairs.into_iter().enumerate() {
        bot.plays(server, &id, mine).await;
        // The same again, while it is the other's turn, was carried out.
        bot.plays(server, &id, mine).await;
        hana.sees_ply(2 * n as u32 + 1).await;
        hana.play(theirs).await;
    }
});

both_servers!(a_program_is_challenged_and_plays_to_the_end, |server| async {
    let bot = Bot::new(server, "RandoBot").await;
    let account = bot.account(server).await;
    assert_eq!((&account["username"], &account["title"]), (&json!("RandoBot"), &json!("BOT")));
    assert_eq!(account["perfs"]["realTime"]["rating"], json!(1500), "a number before any game");

    let mut events = bot.events(server).await;
    assert_eq!(events.status, 200);
    for wanted in [
        "content-type: application/x-ndjson",
        "transfer-encoding: chunked",
        "x-accel-buffering: no",
    ] {
        assert!(events.head.contains(wanted), "{wanted}: {}", events.head);
    }
    assert!(!events.head.contains("content-encoding"), "{}", events.head);

    let mut hana = person(server, "hana").await;
    let wanted = SetupRequest { side: SideWish::Gote, ..setup(clock("1+5")) };
    challenge(&mut hana, "randobot", wanted).await.unwrap();
    let asked = events.hears("challenge").await;
    let asked = &asked["challenge"];
    // All that lishogi-bot cannot do without.
    assert_eq!(asked["variant"], json!({ "key": "standard", "name": "Standard" }));
    assert_eq!((&asked["rated"], &asked["speed"]), (&json!(false), &json!("bullet")));
    assert_eq!((text(asked, "/perf/name"), text(asked, "/challenger/name")), ("realTime", "hana"));
    assert_eq!(asked["challenger"]["rating"], json!(1500));
    assert_eq!(asked["destUser"]["title"], json!("BOT"));
    let times = json!({
        "type": "clock", "limit": 60, "increment": 0, "byoyomi": 5, "periods": 1, "show": "1|5",
    });
    assert_eq!(asked["timeControl"], times, "seconds");
    let id = text(asked, "/id").to_owned();
    assert_eq!(text(asked, "/url").rsplit('/').next(), Some(id.as_str()));
    let accept = format!("/api/challenge/{id}/accept");
    for _ in 0..2 {
        // Given up after two seconds, it comes again.
        assert_eq!(bot.post(server, &accept).await.status, 200);
    }
    assert_eq!(hana.sit_down().await.to_string(), id);
    let start = events.hears("gameStart").await;
    assert_eq!((text(&start, "/game/id"), text(&start, "/game/color")), (id.as_str(), "sente"));
    assert_eq!(start["game"]["opponent"]["username"], json!("hana"));
    assert_eq!(start["game"]["isMyTurn"], json!(true));

    let mut game = bot.game(server, &id).await;
    assert_eq!(game.status, 200);
    let first = game.line().await.expect("a first line");
    let full: Value = serde_json::from_str(&first).expect("the first line is no empty one");
    assert_eq!((&full["type"], &full["id"]), (&json!("gameFull"), &json!(id)));
    assert_eq!(full["initialSfen"], json!("startpos"));
    assert_eq!(full["clock"]["initial"], json!(60_000), "milliseconds");
    assert_eq!((text(&full, "/sente/name"), text(&full, "/gote/name")), ("RandoBot", "hana"));
    assert_eq!(full["variant"]["name"], json!("Standard"));
    let state = json!({
        "type": "gameState", "moves": "", "btime": 60_000, "wtime": 60_000, "binc": 0, "winc": 0,
        "byo": 5_000, "sdraw": false, "gdraw": false, "status": "started",
    });
    assert_eq!(full["state"], state);
    let playing = bot.ask(server, "GET", "/api/account/playing").await.json();
    assert_eq!(playing["nowPlaying"][0]["gameId"], json!(id));

    // A greeting, and one for nobody; both are well.
    let chat = format!("/api/bot/game/{id}/chat");
    for form in ["room=player&text=Xin+ch%C3%A0o", "room=spectator&text=Hello", "room=player&text="]
    {
        assert_eq!(bot.send(server, &chat, form).await.json(), json!({ "ok": true }));
    }
    let line = game.hears("chatLine").await;
    assert_eq!(
        (text(&line, "/room"), text(&line, "/username"), text(&line, "/text")),
        ("player", "RandoBot", "Xin chào")
    );
    let said = bot.ask(server, "GET", &chat).await.json();
    assert_eq!(said, json!([{ "user": "RandoBot", "text": "Xin chào" }]));

    for (n, pair) in [["7g7f", "3c3d"], ["8h2b+", "3a2b"], ["B*5e", "2b3c"]].iter().enumerate() {
        let [mine, theirs] = pair;
        bot.plays(server, &id, mine).await;
        // The same again was carried out.
        bot.plays(server, &id, mine).await;
        hana.sees_ply(2 * n as u32 + 1).await;
        hana.play(theirs).await;
        let mut state = game.hears("gameState").await;
        assert!(text(&state, "/moves").ends_with(mine), "{state}");
        state = game.hears("gameState").await;
        assert!(text(&state, "/moves").ends_with(theirs), "{state}");
        // Also when the other has answered.
        bot.plays(server, &id, mine).await;
    }
    let refused = bot.post(server, &format!("/api/bot/game/{id}/move/7g7z")).await;
    assert_eq!((refused.status, text(&refused.json(), "/error")), (400, "Invalid USI: 7g7z"));
    bot.plays(server, &id, "5e3c+").await;
    let early = bot.post(server, &format!("/api/bot/game/{id}/move/1g1f")).await;
    assert_eq!((early.status, text(&early.json(), "/error").is_empty()), (400, false));
    assert_eq!(game.hears("gameState").await["status"], "started");
    // An engine's last word.
    hana.sees_ply(7).await;
    hana.play("2a3c").await;
    bot.plays(server, &id, "resign").await;
    let last = loop {
        let state = game.hears("gameState").await;
        if state["status"] != "started" {
            break state;
        }
    };
    assert_eq!((text(&last, "/status"), text(&last, "/winner")), ("resign", "gote"));
    assert_eq!(game.next().await, None, "the server closes the stream");
    assert_eq!(events.hears("gameFinish").await["game"]["id"], json!(id));
    // Once more, of a game that is over: all of it, and the end.
    let mut over = bot.game(server, &id).await;
    assert_eq!(over.hears("gameFull").await["state"]["winner"], json!("gote"));
    assert_eq!(over.next().await, None);
});

both_servers!(what_a_program_does_not_play_it_declines, |server| async {
    let bot = Bot::new(server, "randobot").await;
    let mut events = bot.events(server).await;
    let mut hana = person(server, "hana").await;
    let wanted = SetupRequest { variant: "minishogi".to_owned(), ..setup(clock("10+30")) };
    challenge(&mut hana, "randobot", wanted).await.unwrap();
    let asked = events.hears("challenge").await;
    assert_eq!(asked["challenge"]["variant"]["key"], json!("minishogi"));
    let id = text(&asked, "/challenge/id").to_owned();
    let path = format!("/api/challenge/{id}/decline");
    assert_eq!(bot.send(server, &path, "reason=variant").await.status, 200);
    assert_eq!(events.hears("challengeDeclined").await["challenge"]["id"], json!(id));
    let reason = hana
        .hears(|message| match message {
            ServerMessage::Event {
                event: StreamEvent::Me(MeEvent::Challenge { challenge }),
                ..
            } => challenge.declined,
            _ => None,
        })
        .await;
    assert_eq!(reason, DeclineReason::Start);
    assert_eq!(bot.post(server, &format!("/api/challenge/{id}/accept")).await.status, 404);
});

both_servers!(a_program_comes_back_after_its_stream_and_after_the_server, |server| async {
    let bot = Bot::new(server, "randobot").await;
    let mut events = bot.events(server).await;
    let (mut hana, id) = begun(server, &bot, &mut events).await;
    let mut game = bot.game(server, &id).await;
    game.hears("gameFull").await;
    bot.plays(server, &id, "7g7f").await;
    // One stream is cut: the game is announced again, until it is followed.
    drop(game);
    assert_eq!(events.hears("gameStart").await["game"]["id"], json!(id));
    let mut game = bot.game(server, &id).await;
    assert_eq!(game.hears("gameFull").await["state"]["moves"], json!("7g7f"));
    hana.sees_ply(1).await;
    hana.play("3c3d").await;
    assert_eq!(text(&game.hears("gameState").await, "/moves"), "7g7f 3c3d");

    server.restart().await;
    while events.next().await.is_some() {}
    while game.next().await.is_some() {}
    hana.reconnect(server.address).await;
    let mut events = bot.events(server).await;
    // At the beginning, and again: its process may wait for the game that broke.
    for _ in 0..2 {
        assert_eq!(events.hears("gameStart").await["game"]["id"], json!(id));
    }
    let mut game = bot.game(server, &id).await;
    assert_eq!(game.hears("gameFull").await["state"]["moves"], json!("7g7f 3c3d"));
    bot.plays(server, &id, "2g2f").await;
    assert_eq!(text(&game.hears("gameState").await, "/moves"), "7g7f 3c3d 2g2f");
    let code: Code = id.parse().unwrap();
    until("the move stands", || async { server.game(code).await.ply == 3 }).await;
});

both_servers!(a_program_hears_who_ends_the_game, |server| async {
    let bot = Bot::new(server, "randobot").await;
    let mut events = bot.events(server).await;
    let (mut hana, id) = begun(server, &bot, &mut events).await;
    let mut game = bot.game(server, &id).await;
    game.hears("gameFull").await;
    for (mine, theirs) in [("7g7f", "3c3d"), ("2g2f", "4c4d")] {
        bot.plays(server, &id, mine).await;
        hana.event(|event| matches!(event, GameEvent::Moved { .. }).then_some(())).await;
        hana.play(theirs).await;
    }
    hana.resign().await.unwrap();
    let last = loop {
        let state = game.hears("gameState").await;
        if state["status"] != "started" {
            break state;
        }
    };
    assert_eq!((text(&last, "/status"), text(&last, "/winner")), ("resign", "sente"));
    // An empty line tells that the stream of events lives.
    while !events.line().await.expect("it goes on").is_empty() {}
});

both_servers!(one_that_is_not_known_hears_it_in_lishogis_words, |server| async {
    let bot = Bot::new(server, "randobot").await;
    let read = token(server, &bot.cookie, &["read"]).await;
    for (bearer, words) in [
        (None, "Missing authorization header"),
        (Some("Bearer komadai_none"), "No such token"),
        (Some(read.as_str()), "Missing scope"),
    ] {
        let headers: Vec<_> = bearer.into_iter().map(|it| ("Authorization", it)).collect();
        let page = server.get_with("/api/account", &headers).await;
        assert_eq!((page.status, text(&page.json(), "/error")), (401, words));
    }
    let unknown = bot.post(server, "/api/bot/game/123456789A/move/7g7f").await;
    assert_eq!((unknown.status, unknown.json()), (404, json!({ "error": "No such game" })));
    // A game of others.
    let (_sente, _gote, game) = pair(server, "5+30").await;
    let others = bot.post(server, &format!("/api/bot/game/{game}/resign")).await;
    assert_eq!((others.status, others.json()), (404, json!({ "error": "Not your game" })));
    // A stream that is refused is refused late: its reader asks again at once.
    let refused = bot.game(server, "123456789A").await;
    assert_eq!(refused.status, 404);
});

both_servers!(programs_and_people_are_kept_apart, |server| async {
    let bot = Bot::new(server, "randobot").await;
    let human = Bot::person(server, "minh-anh").await;
    let path = "/api/bot/game/123456789A/move/7g7f";
    assert_eq!(human.post(server, path).await.status, 400, "for programs alone");
    assert_eq!(bot.post(server, &path.replace("bot", "board")).await.status, 400);

    // A player who looks for an opponent has not asked for a program.
    let mut hana = person(server, "hana").await;
    let seek = hana.seek("5+30").await;
    let mut program = Tab::open(server.address, "program", Some(bot.bearer.clone())).await;
    let accepted = program.ask(|id| ClientMessage::Accept { id, seek }).await;
    assert_eq!(accepted.err(), Some(RefusalCode::NotWanted));

    // An account that has played can no longer become a program's.
    let (mut sente, mut gote, _) = pair(server, "5+30").await;
    play_opening(&mut sente, &mut gote).await;
    sente.resign().await.unwrap();
    gote.sees_end().await;
    let cookie = register(server, &sente.cookie, "has-played").await;
    until("the game is settled", || async {
        let page = server.get_with("/api/v1/me/games", &[("Cookie", &cookie)]).await;
        page.json()["games"].as_array().is_some_and(|games| !games.is_empty())
    })
    .await;
    let page = send(server, &cookie, "POST", "/account/bot", json!({})).await;
    assert_eq!(code(&page), (409, "has_played".to_owned()));
    let bearer = token(server, &cookie, &["bot"]).await;
    let page =
        server.request("POST", "/api/bot/account/upgrade", &[("Authorization", &bearer)], "").await;
    assert_eq!(page.status, 400, "{page:?}");

    // On the settings page as well.
    let cookie = register(server, &server.enter("other").await.cookie, "other-bot").await;
    let page = send(server, &cookie, "POST", "/account/bot", json!({})).await;
    assert_eq!(page.status, 204, "{page:?}");

    // Those that hear of challenges are listed.
    let listed = async || server.get("/api/v1/bots").await.json()["bots"].clone();
    assert_eq!(listed().await[0]["here"], json!(false));
    let _events = bot.events(server).await;
    let bots = listed().await;
    assert_eq!((&bots[0]["handle"], &bots[0]["here"]), (&json!("randobot"), &json!(true)));
    assert_eq!(bots[0]["bot"], json!(true));
    assert_eq!(bots.as_array().map(Vec::len), Some(2));
    let online = server.get("/api/bot/online").await;
    assert_eq!(online.header("content-type"), Some("application/x-ndjson"));
    assert_eq!(online.json()["username"], json!("randobot"));
});

both_servers!(a_program_challenges_and_plays_the_machine, |server| async {
    let bot = Bot::new(server, "randobot").await;
    let other = Bot::new(server, "other-bot").await;
    let mut events = bot.events(server).await;
    let mut heard = other.events(server).await;
    let form = "rated=true&clock.limit=60&clock.increment=0&clock.byoyomi=10&clock.periods=1\
                &color=gote&variant=standard";
    let made = bot.send(server, "/api/challenge/other-bot", form).await;
    assert_eq!(made.status, 200, "{made:?}");
    let id = text(&made.json(), "/id").to_owned();
    assert_eq!(heard.hears("challenge").await["challenge"]["rated"], json!(true));
    assert_eq!(events.hears("challenge").await["challenge"]["id"], json!(id));
    assert_eq!(other.post(server, &format!("/api/challenge/{id}/accept")).await.status, 200);
    assert_eq!(text(&events.hears("gameStart").await, "/game/color"), "gote");
    // Called off before both have moved, by the word for giving up.
    assert_eq!(bot.post(server, &format!("/api/bot/game/{id}/resign")).await.status, 200);
    let finished = events.hears("gameFinish").await;
    assert_eq!(text(&finished, "/game/status/name"), "aborted");

    let form = "level=1&clock.limit=60&clock.increment=5&color=sente";
    let made = bot.send(server, "/api/challenge/ai", form).await;
    assert_eq!(made.status, 201, "{made:?}");
    let id = text(&made.json(), "/id").to_owned();
    bot.plays(server, &id, "7g7f").await;
    let refused = bot.send(server, "/api/challenge/nobody-there", form).await;
    assert_eq!(refused.status, 400, "{refused:?}");
});

both_servers!(records_are_where_programs_look, |server| async {
    let (mut sente, mut gote, game) = pair(server, "5+30").await;
    sente.play("7g7f").await;
    gote.sees_ply(1).await;
    // Of a running game too, with status 200 at once, and for the pages of every site.
    for (ending, part) in [
        ("kif", &b"(77)"[..]),
        ("kifu", "７六歩(77)".as_bytes()),
        ("csa", b"+7776FU"),
        ("usi", b"7g7f"),
        ("ki2", &[0x81][..]),
        ("jkf", b"7"),
    ] {
        let page = server.get(&format!("/{game}.{ending}")).await;
        assert_eq!(page.status, 200, "{ending}: {page:?}");
        assert!(page.body.windows(part.len()).any(|it| it == part), "{ending}: {page:?}");
        assert_eq!(page.header("access-control-allow-origin"), Some("*"), "{ending}");
        let same = server.get(&format!("/api/v1/games/{game}/record.{ending}")).await;
        assert_eq!(same.body, page.body, "{ending}");
        assert_eq!(same.header("access-control-allow-origin"), Some("*"), "{ending}");
    }
    for path in [format!("/{game}.exe"), "/123456789A.kif".to_owned()] {
        assert_eq!(server.get(&path).await.status, 404, "{path}");
    }
    gote.resign().await.unwrap();
    sente.sees_end().await;
    let path = format!("/game/export/{game}");
    let kif = server.get(&path).await;
    assert_eq!(kif.header("content-type"), Some("text/plain; charset=utf-8"));
    assert!(String::from_utf8(kif.body).unwrap().contains("７六歩(77)"));
    let exported = server.get_with(&path, &[("Accept", "application/json")]).await.json();
    assert_eq!((text(&exported, "/id"), text(&exported, "/moves")), (&*game.to_string(), "7g7f"));
    assert_eq!((text(&exported, "/status"), text(&exported, "/winner")), ("resign", "sente"));
    assert_eq!(exported["clock"]["initial"], json!(300), "seconds");
});

/// It cannot be undone, so a program that plays is not trusted with it.
#[tokio::test]
async fn only_a_token_that_may_turns_the_account_into_a_bots() {
    let server = TestServer::start().await;
    let cookie = register(&server, &server.enter("hana").await.cookie, "hana").await;
    let upgrade = async |scopes: &[&str]| {
        let bearer = token(&server, &cookie, scopes).await;
        let headers = [("Authorization", bearer.as_str())];
        server.request("POST", "/api/bot/account/upgrade", &headers, "").await
    };
    for scopes in [&["play"][..], &["read", "play", "import"]] {
        let page = upgrade(scopes).await;
        assert_eq!((page.status, page.json()), (401, json!({ "error": "Missing scope: bot" })));
    }
    let is_bot = async || {
        let account = server.get_with("/api/v1/account", &[("Cookie", &cookie)]).await.json();
        account["account"]["bot"] == json!(true)
    };
    assert!(!is_bot().await);
    assert_eq!(upgrade(&["bot"]).await.status, 200);
    assert!(is_bot().await);
    // It does nothing else.
    let bearer = token(&server, &cookie, &["bot"]).await;
    let page = server.get_with("/api/account", &[("Authorization", &bearer)]).await;
    assert_eq!(page.status, 401, "{page:?}");
}
