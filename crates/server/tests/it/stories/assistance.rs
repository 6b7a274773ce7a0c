//! What the server does not compute or look up while a rated game is being played.

use komadai_ids::Code;
use komadai_protocol::{ClientMessage, RefusalCode, SetupRequest, SideWish, StartSetup};
use serde_json::{Value, json};

use super::{play, ratings::member};
use crate::fixture::{Tab, TestServer, both_servers, clock, setup, until, uuid};

/// After 7g7f 3c3d 2g2f 8c8d 2f2e.
const POSITION: &str = "lnsgkgsnl/1r5b1/p1pppp1pp/1p4p2/7P1/2P6/PP1PPPP1P/1B5R1/LNSGKGSNL w - 6";

const MOVES: [&str; 5] = ["7g7f", "3c3d", "2g2f", "8c8d", "2f2e"];

/// The same before the last of them.
const BEFORE: &str = "lnsgkgsnl/1r5b1/p1pppp1pp/1p4p2/9/2P4P1/PP1PPPP1P/1B5R1/LNSGKGSNL b - 5";

/// A mate in one, which has nothing to do with the game.
const TSUME: &str = "4k4/9/4P4/9/9/9/9/9/9 b G 1";

const REFUSED: RefusalCode = RefusalCode::RatedGameRunning;

/// A rated game with these moves, in which alice is sente.
async fn rated_game(alice: &mut Tab, bob: &mut Tab, moves: &[&str]) -> Code {
    let game = alice.create(rated()).await;
    bob.join(game).await;
    alice.look_at(game).await;
    play(alice, bob, moves.iter().copied()).await;
    game
}

fn rated() -> SetupRequest {
    SetupRequest { rated: true, ..setup(clock("10+30")) }
}

fn from(sfen: &str) -> SetupRequest {
    SetupRequest {
        start: StartSetup::Position { sfen: sfen.to_owned() },
        side: SideWish::Sente,
        ..setup(clock("5+30"))
    }
}

/// What comes of asking for a game against the machine.
async fn engine(tab: &mut Tab, setup: SetupRequest) -> Result<Code, RefusalCode> {
    let create = uuid();
    let asked =
        tab.ask(|id| ClientMessage::PlayEngine { id, create, setup, engine: None, level: 1 }).await;
    asked.map(|answer| answer.game.expect("a game was made"))
}

/// Each door over HTTP, and what it answers.
async fn doors(server: &TestServer, tab: &Tab, sfen: &str) -> Vec<(&'static str, Value)> {
    let mut headers = vec![("Cookie", tab.cookie.as_str())];
    if let Some(from) = &tab.from {
        headers.push(("X-Forwarded-For", from));
    }
    let send = async |method: &str, path: &str, body: Value| {
        let body = if method == "GET" { String::new() } else { body.to_string() };
        let page = server.request(method, &format!("/api/v1{path}"), &headers, &body).await;
        if page.status < 300 { Value::Null } else { page.json()["code"].clone() }
    };
    let coded = sfen.replace(' ', "%20").replace('+', "%2B");
    let explorer = format!("/explorer?variant=standard&sfen={coded}");
    vec![
        ("explorer", send("GET", &explorer, Value::Null).await),
        ("examine", send("POST", "/tsume/examine", json!({ "sfen": sfen })).await),
    ]
}

both_servers!(nothing_is_computed_for_who_plays_a_rated_game, |server| async {
    let mut alice = member(server, "alice", "1k").await;
    let mut bob = member(server, "bob", "1k").await;
    let draft = server
        .request(
            "POST",
            "/api/v1/tsume/compositions",
            &[("Cookie", alice.cookie.as_str())],
            &json!({ "sfen": TSUME }).to_string(),
        )
        .await
        .json()["id"]
        .clone();
    let propose =
        format!("/api/v1/tsume/compositions/{}/propose", draft.as_str().expect("a draft"));
    let earlier = engine(&mut alice, setup_as_sente()).await.expect("nobody plays yet");
    let game = rated_game(&mut alice, &mut bob, &[]).await;
    let path = format!("/api/v1/games/{earlier}/hint");
    let hint = server.request("POST", &path, &[("Cookie", alice.cookie.as_str())], "{}").await;
    assert_eq!(hint.json()["code"], REFUSED.as_str());

    for sfen in [POSITION, TSUME] {
        for player in [&alice, &bob] {
            for (door, code) in doors(server, player, sfen).await {
                assert_eq!(code, REFUSED.as_str(), "{door} for {}", player.name);
            }
        }
    }
    let headers = [("Cookie", alice.cookie.as_str())];
    let hint = server
        .request("POST", "/api/v1/tsume/1/hint", &headers, &json!({ "moves": [] }).to_string())
        .await;
    assert_eq!(hint.json()["code"], REFUSED.as_str());
    let proposed = server.request("POST", &propose, &headers, "{}").await;
    assert_eq!(proposed.json()["code"], REFUSED.as_str());
    for setup in [setup_as_sente(), from(POSITION)] {
        assert_eq!(engine(&mut bob, setup).await, Err(REFUSED));
    }
    // Nor does anybody's program play it for them.
    let (create, setup) = (uuid(), from(POSITION));
    let made = alice.ask(|id| ClientMessage::Create { id, create, setup }).await;
    assert_eq!(made.map(drop), Err(REFUSED));
    let (challenge, setup) = (uuid(), from(POSITION));
    let to = "bob".to_owned();
    let asked =
        alice.ask(|id| ClientMessage::Challenge { id, challenge, to, setup, hours: 1 }).await;
    assert_eq!(asked.map(drop), Err(REFUSED));

    // A game against the machine waits as long.
    alice.look_at(earlier).await;
    let (game_there, usi) = (earlier, "7g7f".to_owned());
    let moved = alice.ask(|id| ClientMessage::Move { id, game: game_there, ply: 0, usi }).await;
    assert_eq!(moved.map(drop), Err(REFUSED));

    bob.resign().await.unwrap();
    server.over(game).await;
    until("everything is answered again", || async {
        doors(server, &alice, TSUME).await.iter().all(|(_, code)| code.is_null())
    })
    .await;
    alice.play("7g7f").await;
    alice.sees_ply(2).await;
    engine(&mut bob, from(POSITION)).await.expect("it is over");
});

fn setup_as_sente() -> SetupRequest {
    SetupRequest { side: SideWish::Sente, ..setup(clock("5+30")) }
}

/// Two members who play each other, and a guest who comes from where the first one does.
async fn at_one_address(server: &TestServer) -> [Tab; 3] {
    let home = "203.0.113.7";
    let alice = member(server, "alice", "1k").await;
    let alice = Tab::open_from(server.address, "alice", Some(alice.cookie.clone()), home).await;
    let bob = member(server, "bob", "1k").await;
    let guest = Tab::open_from(server.address, "guest", None, home).await;
    [alice, bob, guest]
}

both_servers!(
    a_neighbour_is_not_told_about_the_position_of_a_rated_game,
    |config| {
        config.server.trusted_proxies = 1;
    },
    |server| async {
        let [mut alice, mut bob, mut guest] = at_one_address(server).await;
        let stranger = Tab::open_from(server.address, "stranger", None, "203.0.113.8").await;
        let mirror = engine(&mut guest, setup_as_sente()).await.unwrap();
        rated_game(&mut alice, &mut bob, &MOVES).await;

        for (door, code) in doors(server, &guest, POSITION).await {
            assert_eq!(code, REFUSED.as_str(), "{door}");
        }
        assert_eq!(engine(&mut guest, from(POSITION)).await, Err(REFUSED));
        for (tab, sfen) in [(&guest, TSUME), (&stranger, POSITION), (&stranger, TSUME)] {
            for (door, code) in doors(server, tab, sfen).await {
                assert_eq!(code, Value::Null, "{door} for {} of {sfen}", tab.name);
            }
        }
        engine(&mut guest, from(TSUME_TO_PLAY)).await.expect("another position");
        guest.look_at(mirror).await;
        guest.play("9g9f").await;
        guest.sees_ply(2).await;
        // Once the game has moved on, it is no secret.
        bob.play("8d8e").await;
        alice.sees_ply(6).await;
        for (door, code) in doors(server, &guest, POSITION).await {
            assert_eq!(code, Value::Null, "{door}");
        }
    }
);

/// From where a game can be played.
const TSUME_TO_PLAY: &str = "4k4/9/4P4/9/9/9/9/9/4K4 b G 1";

both_servers!(
    a_neighbours_machine_does_not_answer_in_the_position_of_a_rated_game,
    |config| {
        config.server.trusted_proxies = 1;
    },
    |server| async {
        let [mut alice, mut bob, mut guest] = at_one_address(server).await;
        let mirror = engine(&mut guest, from(BEFORE)).await.expect("nobody plays yet");
        rated_game(&mut alice, &mut bob, &MOVES).await;
        guest.look_at(mirror).await;
        let usi = "2f2e".to_owned();
        let moved = guest.ask(|id| ClientMessage::Move { id, game: mirror, ply: 0, usi }).await;
        assert_eq!(moved.map(drop), Err(REFUSED));
        bob.resign().await.unwrap();
        alice.sees_end().await;
        guest.play("2f2e").await;
        guest.sees_ply(2).await;
    }
);
