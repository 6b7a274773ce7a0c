//! Games against the built-in opponent.

use komadai_game::{EndReason, Offer};
use komadai_ids::Code;
use komadai_protocol::{
    ClientMessage, ClockSetup, Clocks, GameEvent, RefusalCode, SetupRequest, SideWish, StartSetup,
};

use komadai_rules::Side;
use komadai_server::config::{EngineLevel, EngineSettings};
use serde_json::{Value, json};

use super::{ratings::member, site::send};
use crate::fixture::{Tab, TestServer, both_servers, clock, http::Page, setup, uuid};

/// A game against the machine, in which this tab plays sente.
async fn sit_down(tab: &mut Tab, level: u8, changes: impl FnOnce(&mut SetupRequest)) {
    let mut setup = setup(clock("5+30"));
    setup.side = SideWish::Sente;
    changes(&mut setup);
    let create = uuid();
    let answer =
        tab.ask(|id| ClientMessage::PlayEngine { id, create, setup, engine: None, level }).await;
    let game = answer.expect("there is such a level").game.expect("a game was made");
    tab.look_at(game).await;
}

both_servers!(the_machine_answers_and_is_played_again, |server| async {
    let mut tab = server.enter("human").await;
    sit_down(&mut tab, 1, |_| {}).await;
    tab.play("7g7f").await;
    tab.sees_ply(2).await;

    // What was moved in error is given back.
    tab.play("2g2f").await;
    tab.sees_ply(4).await;
    tab.offer(Offer::Takeback).await.unwrap();
    tab.event(|event| matches!(event, GameEvent::TakenBack { .. }).then_some(())).await;

    // It thinks on after a restart, and nothing of the game is lost.
    tab.play("2g2f").await;
    server.restart().await;
    tab.reconnect(server.address).await;
    tab.resume().await.unwrap();
    tab.sees_ply(4).await;

    tab.resign().await.unwrap();
    assert_eq!(tab.sees_end().await.reason, EndReason::Resignation);
    tab.rematch().await.unwrap();
    tab.event(|event| matches!(event, GameEvent::Next { .. }).then_some(())).await;
});

both_servers!(the_machine_begins_where_it_is_its_turn, |server| async {
    let mut tab = server.enter("human").await;
    // §3.2: in a handicap game gote moves first.
    sit_down(&mut tab, 2, |setup| {
        setup.start = StartSetup::Named("2_piece".to_owned());
        setup.side = SideWish::Sente;
    })
    .await;
    tab.sees_ply(1).await;
});

both_servers!(the_machine_plays_without_a_clock, |server| async {
    let mut tab = server.enter("human").await;
    sit_down(&mut tab, 1, |setup| setup.clock = Clocks::Both(ClockSetup::Untimed {})).await;
    tab.play("7g7f").await;
    tab.sees_ply(2).await;
    let game = tab.game.expect("it sits there");
    tab.resign().await.unwrap();
    assert_eq!(tab.sees_end().await.reason, EndReason::Resignation);
    let kif = server.request("GET", &format!("/api/v1/games/{game}/record.kifu"), &[], "").await;
    let kif = String::from_utf8(kif.body).unwrap();
    assert!(kif.contains("手合割") && !kif.contains("持ち時間"), "{kif}");
});

both_servers!(a_first_move_against_the_machine_has_no_limit_of_its_own, |server| async {
    let mut tab = server.enter("human").await;
    sit_down(&mut tab, 1, |_| {}).await;
    let due = async |game| {
        let shown = server.get(&format!("/api/v1/games/{game}")).await.json();
        assert_eq!(shown["phase"], "playing", "{shown}");
        assert_eq!(shown["clocks"]["running"], "sente", "{shown}");
        shown["clocks"]["first_move_due_ms"].clone()
    };
    let game = tab.game.expect("it sits there");
    assert_eq!(due(game).await, Value::Null);
    // The same in the game after it, in which the sides are swapped and the machine begins.
    tab.play("7g7f").await;
    tab.sees_ply(2).await;
    tab.resign().await.unwrap();
    tab.sees_end().await;
    tab.rematch().await.unwrap();
    let next = tab.event(|event| match event {
        GameEvent::Next { game, .. } => Some(*game),
        _ => None,
    });
    let next = next.await;
    tab.look_at(next).await;
    tab.sees_ply(1).await;
    let shown = server.get(&format!("/api/v1/games/{next}")).await.json();
    assert_eq!(
        (&shown["clocks"]["running"], &shown["clocks"]["first_move_due_ms"]),
        (&json!("gote"), &Value::Null)
    );

    // Between people a first move is waited for half a minute.
    let mut other = server.enter("other").await;
    let waits = other.create(setup(clock("5+30"))).await;
    let mut third = server.enter("third").await;
    third.join(waits).await;
    assert!(due(waits).await.is_u64());
});

async fn hint(server: &TestServer, cookie: &str, game: Code) -> Page {
    send(server, cookie, "POST", &format!("/games/{game}/hint"), json!({})).await
}

both_servers!(who_plays_the_machine_is_given_hints, |server| async {
    let mut tab = server.enter("human").await;
    // A rook is there for the taking, and the gold is all that keeps its check away.
    sit_down(&mut tab, 1, |setup| {
        let sfen = "4k4/9/4r4/4G4/9/9/9/9/4K4 b - 1".to_owned();
        setup.start = StartSetup::Position { sfen };
    })
    .await;
    let game = tab.game.expect("it sits there");
    let told = hint(server, &tab.cookie, game).await;
    assert_eq!(told.status, 200, "{told:?}");
    let told = told.json();
    let usi = told["usi"].as_str().expect("a move").to_owned();
    assert_eq!((&usi[..], &told["ply"]), ("5d5c", &json!(0)));
    tab.play(&usi).await;
    tab.sees_ply(2).await;
    assert_eq!(hint(server, &tab.cookie, game).await.json()["ply"], 2);

    let refused = async |cookie: &str, game, expected: RefusalCode| {
        let page = hint(server, cookie, game).await;
        assert_eq!(page.json()["code"], expected.as_str(), "{page:?}");
    };
    let mut other = server.enter("other").await;
    refused(&other.cookie, game, RefusalCode::NotAPlayer).await;
    tab.resign().await.unwrap();
    tab.sees_end().await;
    refused(&tab.cookie, game, RefusalCode::GameOver).await;
    // Against a person there are none, rated or not.
    let waits = other.create(setup(clock("5+30"))).await;
    let mut third = server.enter("third").await;
    third.join(waits).await;
    for tab in [&other, &third] {
        refused(&tab.cookie, waits, RefusalCode::NotAllowed).await;
    }
});

both_servers!(there_are_eight_levels_and_no_ratings, |server| async {
    let mut tab = member(server, "minh-anh", "15k").await;
    let refused = |level, setup: SetupRequest| {
        move |id| ClientMessage::PlayEngine { id, create: uuid(), setup, engine: None, level }
    };
    for level in [0, 9, 255] {
        let answer = tab.ask(refused(level, setup(clock("5+30")))).await;
        assert_eq!(answer.map(|_| ()), Err(RefusalCode::BadSetup), "{level}");
    }
    let rated = SetupRequest { rated: true, ..setup(clock("5+30")) };
    let answer = tab.ask(refused(1, rated)).await;
    assert_eq!(answer.map(|_| ()), Err(RefusalCode::BadSetup));
});

fn engine(name: &str, command: &str) -> EngineSettings {
    let command = command.into();
    EngineSettings { name: name.to_owned(), command, ..EngineSettings::default() }
}

/// A shell script as an engine, which answers every question like this.
fn script(name: &str, answer: &str) -> EngineSettings {
    let text = format!(
        "while read -r word rest; do case $word in usi) echo usiok;; isready) echo readyok;; \
         go) {answer};; esac; done"
    );
    EngineSettings { args: vec!["-c".to_owned(), text], ..engine(name, "/bin/sh") }
}

async fn sit_down_with(tab: &mut Tab, engine: &str, level: u8) -> Result<Code, RefusalCode> {
    let setup = SetupRequest { side: SideWish::Sente, ..setup(clock("5+30")) };
    let (create, engine) = (uuid(), Some(engine.to_owned()));
    let answer =
        tab.ask(|id| ClientMessage::PlayEngine { id, create, setup, engine, level }).await?;
    let game = answer.game.expect("a game was made");
    tab.look_at(game).await;
    Ok(game)
}

both_servers!(
    engines_of_the_host_play,
    |config| {
        let quick = |name: &str| EngineLevel {
            name: name.to_owned(),
            think_ms: 100,
            nodes: Some(500),
            ..EngineLevel::default()
        };
        config.engines = vec![
            EngineSettings {
                levels: vec![quick("5 kyu"), quick("1 dan")],
                variants: vec!["standard".to_owned(), "minishogi".to_owned()],
                ..engine("Fairy", "/usr/games/fairy-stockfish")
            },
            EngineSettings {
                levels: vec![quick("")],
                ..engine("Stockfish", "/usr/games/fairy-stockfish")
            },
        ];
    },
    |server| async {
        let mut tab = server.enter("human").await;
        let listed = server.get("/api/v1/engines").await.json();
        assert_eq!(listed["engines"][0]["name"], Value::Null);
        assert_eq!(listed["engines"][1]["levels"], json!(["5 kyu", "1 dan"]));
        assert_eq!(listed["engines"][2]["variants"], json!(["standard"]));
        for (name, level, shown) in [("Fairy", 2, "Fairy 1 dan"), ("Stockfish", 1, "Stockfish")] {
            let game = sit_down_with(&mut tab, name, level).await.unwrap();
            let gote = server.game(game).await.players.gote.unwrap();
            assert_eq!((gote.name.as_str(), gote.engine), (shown, true));
            tab.play("7g7f").await;
            tab.sees_ply(2).await;
            // It goes on after a restart.
            tab.play("2g2f").await;
            server.restart().await;
            tab.reconnect(server.address).await;
            tab.resume().await.unwrap();
            tab.sees_ply(4).await;
            tab.resign().await.unwrap();
            tab.sees_end().await;
        }
        assert_eq!(sit_down_with(&mut tab, "Fairy", 3).await, Err(RefusalCode::BadSetup));
        assert_eq!(sit_down_with(&mut tab, "Ponanza", 1).await, Err(RefusalCode::BadSetup));
    }
);

both_servers!(
    an_engine_that_fails_loses_its_game_and_nothing_else,
    |config| {
        config.engines = vec![
            script("dead", "exit 1"),
            script("cheat", "echo bestmove 5a5i"),
            script("boast", "echo bestmove win"),
            EngineSettings { games: 1, ..script("gives up", "echo bestmove resign") },
            engine("missing", "/nowhere/engine"),
        ];
    },
    |server| async {
        let mut tab = server.enter("human").await;
        for name in ["dead", "cheat", "boast", "missing", "gives up"] {
            sit_down_with(&mut tab, name, 1).await.unwrap();
            let again = sit_down_with(&mut tab, name, 1).await;
            assert_eq!(again, Err(RefusalCode::TooManyGames), "one for everybody");
            if name == "gives up" {
                let mut other = member(server, "other", "5k").await;
                let busy = sit_down_with(&mut other, name, 1).await;
                assert_eq!(busy, Err(RefusalCode::EngineBusy));
            }
            tab.play("7g7f").await;
            let result = tab.sees_end().await;
            assert_eq!((result.reason, result.winner), (EndReason::Resignation, Some(Side::Sente)));
        }
    }
);
