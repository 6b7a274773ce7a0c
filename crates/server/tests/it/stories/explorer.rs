//! What was played in a position, once and for all who ask.

use serde_json::{Value, json};

use super::{
    pair, play,
    ratings::{member, strengths},
};
use crate::fixture::{Tab, TestServer, both_servers, clock, setup, until};

const START: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";

/// What is answered of a position of standard shogi.
async fn ask(server: &TestServer, sfen: &str, more: &str) -> Value {
    let sfen = sfen.replace(' ', "%20").replace('+', "%2B");
    let path = format!("/api/v1/explorer?variant=standard&sfen={sfen}{more}");
    let page = server.get(&path).await;
    assert_eq!(page.status, 200, "{page:?}");
    page.json()
}

/// The same when so many games have been counted.
async fn counted(server: &TestServer, n_games: u64, sfen: &str, more: &str) -> Value {
    until("the games are counted", || async {
        let told = ask(server, START, "").await;
        told["n_games"] == n_games && told["n_waiting"] == 0
    })
    .await;
    ask(server, sfen, more).await
}

/// A game with these moves, in which gote gives up.
async fn game(server: &TestServer, moves: &[&str]) -> (Tab, Tab, String) {
    let (mut sente, mut gote, code) = pair(server, "5+30").await;
    play(&mut sente, &mut gote, moves.iter().copied()).await;
    gote.resign().await.unwrap();
    sente.sees_end().await;
    (sente, gote, code.to_string())
}

/// The moves of an answer with how often they were played.
fn moves(told: &Value) -> Vec<(&str, u64)> {
    let moves = told["moves"].as_array().expect("moves").iter();
    let n = |it: &Value| ["sente", "gote", "draws"].iter().map(|by| it[by].as_u64().unwrap()).sum();
    moves.map(|it| (it["usi"].as_str().unwrap(), n(it))).collect()
}

both_servers!(games_that_end_are_shown_once_also_after_a_restart, |server| async {
    assert_eq!(ask(server, START, "").await["n_games"], 0);
    game(server, &["7g7f", "3c3d", "2g2f", "8c8d"]).await;
    game(server, &["2g2f", "3c3d", "7g7f", "4c4d"]).await;
    let (.., last) = game(server, &["7g7f", "8c8d"]).await;
    let told = counted(server, 3, START, "").await;
    assert_eq!(moves(&told), [("7g7f", 2), ("2g2f", 1)]);
    assert_eq!((&told["total"]["sente"], &told["total"]["gote"]), (&json!(3), &json!(0)));
    assert_eq!(told["newest"][0]["game"], json!(last));
    assert_eq!(told["sources"][0], json!({ "name": "people", "n_games": 3 }));
    // Two ways to one position.
    let after = "lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P4P1/PP1PPPP1P/1B5R1/LNSGKGSNL w - 4";
    let told = ask(server, after, "").await;
    let mut found = moves(&told);
    found.sort_unstable();
    assert_eq!(found, [("4c4d", 1), ("8c8d", 1)]);
    // A server that starts anew settles again what the journal has, and counts it no more.
    server.restart().await;
    game(server, &["7g7f", "8c8d"]).await;
    let told = counted(server, 4, START, "").await;
    assert_eq!(moves(&told), [("7g7f", 3), ("2g2f", 1)]);
    let unknown = server.get("/api/v1/explorer?variant=standard&sfen=9/9").await;
    assert_eq!((unknown.status, &unknown.json()["code"]), (422, &json!("bad_position")));
});

both_servers!(what_is_filtered_is_what_is_asked_for, |server| async {
    game(server, &["7g7f", "8c8d"]).await;
    counted(server, 1, START, "").await;
    for (more, n) in [
        ("&speeds=classical,rapid", 1),
        ("&speeds=bullet", 0),
        ("&rating_from=1000", 0),
        ("&until=2000-01", 0),
        ("&from=2000-01", 1),
        ("&source=programs", 0),
    ] {
        let told = ask(server, START, more).await;
        assert_eq!(told["total"]["sente"], n, "{more}");
    }
    for more in ["&speeds=fast", "&rating_from=1001", "&from=yesterday", "&what=1"] {
        let sfen = START.replace(' ', "%20");
        let path = format!("/api/v1/explorer?variant=standard&sfen={sfen}{more}");
        assert_eq!(server.get(&path).await.status, 400, "{more}");
    }
    let nobody = START.replace(' ', "%20");
    let path = format!("/api/v1/explorer?variant=standard&sfen={nobody}&source=nobody");
    assert_eq!(server.get(&path).await.status, 404);
});

both_servers!(a_players_games_are_told_by_the_side_they_sat_on, |server| async {
    let mut alice = member(server, "alice", "1k").await;
    let mut bob = member(server, "bob", "1k").await;
    let rest = ["3i4h", "3a4b", "5g5f", "5c5d", "4i5h", "4b4c"];
    for first in [["7g7f", "3c3d", "2g2f", "4c4d"], ["2g2f", "4c4d", "7g7f", "3c3d"]] {
        let mut wanted = setup(clock("10+30"));
        wanted.rated = true;
        wanted.side = komadai_protocol::SideWish::Random;
        alice.seek_for(wanted).await.unwrap();
        let code = bob.accept().await;
        alice.sit_down().await;
        play(&mut alice, &mut bob, first.into_iter().chain(rest)).await;
        bob.resign().await.unwrap();
        alice.sees_end().await;
        strengths(server, code).await;
        // What was made before the game ended is made anew.
        ask(server, START, "&player=alice").await;
    }
    let told = ask(server, START, "&player=alice").await;
    assert_eq!((&told["n_games"], moves(&told).len()), (&json!(2), 2), "{told}");
    let sente = ask(server, START, "&player=bob&side=sente").await;
    let gote = ask(server, START, "&player=bob&side=gote").await;
    assert_eq!(moves(&sente).len() + moves(&gote).len(), 2, "{sente} {gote}");
    // Who gave up has lost, on whichever side.
    assert_eq!((&sente["total"]["sente"], &gote["total"]["gote"]), (&json!(0), &json!(0)));
    let told = counted(server, 2, START, "&rating_from=800").await;
    assert_eq!(moves(&told).len(), 2, "{told}");
    assert_eq!(told["strongest"].as_array().map(Vec::len), Some(2));
    assert!(told["total"]["rating"].as_u64() > Some(800), "{told}");
    let sfen = START.replace(' ', "%20");
    let path = format!("/api/v1/explorer?variant=standard&sfen={sfen}&player=nobody");
    assert_eq!(server.get(&path).await.status, 404);
});

both_servers!(collections_and_a_count_anew_are_made_beside_the_server, |server| async {
    game(server, &["7g7f", "8c8d"]).await;
    counted(server, 1, START, "").await;
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("old.csa");
    let record = "V2.2\nN+木村\nN-升田\n$START_TIME:1949/03/01\nPI\n+\n+2726FU\n-3334FU\n%TORYO\n";
    std::fs::write(&file, record).unwrap();
    let path = file.to_str().unwrap();
    for expected in ["1 games, 1 of them new", "1 games, 0 of them new"] {
        let (done, said) = server.run_beside(&["explorer", "import", "meijin", path], "");
        assert!(done && said.contains(expected), "{said}");
    }
    let (done, said) = server.run_beside(&["explorer", "import", "Meijin!", path], "");
    assert!(!done, "{said}");
    let told = ask(server, START, "&source=meijin").await;
    assert_eq!(moves(&told), [("2g2f", 1)]);
    let shown = &told["newest"][0];
    assert_eq!((&shown["sente"], &shown["game"]), (&json!("木村"), &Value::Null));
    assert_eq!(told["total"]["last"], "1949-03");
    let (done, said) = server.run_beside(&["explorer", "rebuild"], "");
    assert!(done && said.contains("people: 1 games") && said.contains("meijin: 1 games"), "{said}");
    assert_eq!(moves(&ask(server, START, "").await), [("7g7f", 1)]);
    assert_eq!(moves(&ask(server, START, "&source=meijin").await), [("2g2f", 1)]);
});
