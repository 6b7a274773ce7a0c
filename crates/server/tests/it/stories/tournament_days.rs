//! Tournaments as they are played: hundreds at their boards at once, and watched late.

use std::time::Duration;

use komadai_ids::Code;
use komadai_protocol::{GameEvent, StreamName};
use komadai_rules::Side;
use serde_json::{Value, json};
use tokio::{task::JoinSet, time::Instant};

use super::{
    play,
    ratings::{member, member_from},
    tournaments::{Desk, settings},
};
use crate::fixture::{Kind, Tab, TestServer, both_servers, is_long, until};

/// What somebody sees of a game who does not play it: over HTTP, in its record, among the games
/// that can be watched.
async fn plies_seen(server: &TestServer, game: Code) -> [usize; 3] {
    let shown = server.game(game).await.ply as usize;
    let csa = server.get(&format!("/api/v1/games/{game}/record.csa")).await;
    let is_move = |line: &&str| {
        line.len() == 7
            && line.starts_with(['+', '-'])
            && line[1..3].bytes().all(|b| b.is_ascii_digit())
    };
    let text = String::from_utf8_lossy(&csa.body).into_owned();
    let recorded = text.lines().filter(is_move).count();
    let listed = server.get("/api/v1/watch").await.json();
    let games = listed["games"].as_array().unwrap().clone();
    let listed = games.iter().find(|it| it["game"]["game"] == game.to_string());
    let listed = listed.and_then(|it| it["game"]["ply"].as_u64()).unwrap_or(u64::MAX);
    [shown, recorded, listed as usize]
}

both_servers!(watchers_are_moves_behind_until_it_is_over, |server| async {
    let organiser = member(server, "organiser", "1d").await;
    let mut players = [member(server, "anh", "5k").await, member(server, "binh", "5k").await];
    let mut late = settings(json!({ "t": "single_elimination" }));
    late["plan"]["delay_moves"] = json!(2);
    let code = {
        let desk = Desk::set_up(server, &organiser, &late).await;
        desk.act(&organiser, json!({ "t": "open" })).await;
        for player in &mut players {
            desk.act(player, json!({ "t": "join" })).await;
            player.follow(StreamName::Me).await;
        }
        desk.act(&organiser, json!({ "t": "begin" })).await;
        desk.code
    };
    let game = players[0].sit_down().await;
    players[1].sit_down().await;
    let mut early = server.enter("early").await;
    assert_eq!(early.look_at(game).await.delay, 2);
    let [one, two] = &mut players;
    let (sente, gote) = if one.view.you == Some(Side::Sente) { (one, two) } else { (two, one) };
    play(sente, gote, ["7g7f", "3c3d", "2g2f", "8c8d", "2f2e"].into_iter()).await;
    assert_eq!((sente.view.ply, gote.view.ply), (5, 5), "those who play see everything");
    early.sees_ply(3).await;
    let seen = async |server: &TestServer, plies: usize| {
        until("the list of games follows", || async {
            plies_seen(server, game).await == [plies; 3]
        })
        .await;
    };
    seen(server, 3).await;
    let mut latecomer = server.enter("latecomer").await;
    assert_eq!(latecomer.look_at(game).await.ply, 3);

    let cookies = [sente.cookie.clone(), gote.cookie.clone()];
    server.restart().await;
    let mut tabs = Vec::new();
    for cookie in cookies {
        let mut tab = Tab::open(server.address, "player", Some(cookie)).await;
        assert_eq!(tab.look_at(game).await.ply, 5);
        tabs.push(tab);
    }
    let mut after = server.enter("after").await;
    assert_eq!(after.look_at(game).await.ply, 3, "a restart tells nothing");
    seen(server, 3).await;
    let (sente, gote) = tabs.split_at_mut(1);
    // What is said of the fifth move is heard with it, but by those who play at once.
    sente[0].chat("a fork, isn’t it?").await.unwrap();
    let heard = |event: &GameEvent| match event {
        GameEvent::Chat { line } => Some(line.text.clone()),
        GameEvent::Moved { ply, .. } => Some(format!("move {ply}")),
        _ => None,
    };
    assert_eq!(gote[0].event(heard).await, "a fork, isn’t it?");
    play(&mut sente[0], &mut gote[0], ["8d8e"].into_iter()).await;
    let usi = after
        .event(|event| match event {
            GameEvent::Moved { usi, ply, .. } => Some((usi.to_string(), *ply)),
            _ => None,
        })
        .await;
    assert_eq!(usi, ("8c8d".to_owned(), 4));
    seen(server, 4).await;
    let mut latest = server.enter("latest").await;
    assert!(latest.look_at(game).await.chat.is_empty(), "what was said before is not read either");
    // Once it is over nothing is kept back.
    sente[0].resign().await.unwrap();
    for expected in ["move 5", "a fork, isn’t it?", "move 6"] {
        assert_eq!(after.event(heard).await, expected);
    }
    after.sees_end().await;
    assert_eq!(after.view.ply, 6);
    assert_eq!(server.game(game).await.ply, 6);
    until("its end is noted", || async {
        let view = server.get(&format!("/api/v1/tournaments/{code}")).await.json();
        view["phase"] == "over"
    })
    .await;
});

/// Sits down, plays two moves, and gives up if it is the loser.
async fn play_a_round(mut tab: Tab, loses: impl Fn(Code) -> Side) -> (Tab, Duration) {
    let began = Instant::now();
    let game = tab.sit_down().await;
    let sat_down = began.elapsed();
    let you = tab.view.you;
    let moves = match you {
        Some(Side::Sente) => ["7g7f", "2g2f"],
        _ => ["3c3d", "8c8d"],
    };
    for usi in moves {
        tab.play(usi).await;
    }
    tab.sees_ply(4).await;
    if you == Some(loses(game)) {
        tab.resign().await.expect("it is played");
    } else {
        tab.sees_end().await;
    }
    (tab, sat_down)
}

/// A Swiss whose games are all played over sockets of their own: 40 players and two rounds, and
/// 300 and five in a long run. Whatever is refused ends the test.
#[tokio::test]
async fn a_large_swiss_is_played_at_the_boards() {
    let (n_players, n_rounds) = if is_long() { (300, 5) } else { (40, 2) };
    let server = TestServer::with(Kind::Sqlite, |config| {
        config.limits.changes_per_minute = std::num::NonZeroU32::MAX;
        config.limits.requests_per_minute = std::num::NonZeroU32::MAX;
        config.server.trusted_proxies = 1;
    })
    .await;
    let organiser = member(&server, "organiser", "1d").await;
    let swiss = settings(json!({ "t": "swiss", "rounds": n_rounds }));
    let desk = Desk::set_up(&server, &organiser, &swiss).await;
    desk.act(&organiser, json!({ "t": "open" })).await;
    let mut people = Vec::new();
    for n in 0..n_players {
        let declared = format!("{}k", 1 + n % 15);
        let address = format!("10.0.{}.{}", n / 50, n % 50);
        let handle = format!("ky-thu-{n}");
        let tab = member_from(&server, &address, &handle, &declared).await;
        desk.act(&tab, json!({ "t": "join" })).await;
        people.push((handle, tab.cookie.clone()));
    }
    // Players who do not listen while hundreds register are taken for gone; they all come now.
    let mut tabs = Vec::new();
    for (handle, cookie) in people {
        let mut tab = Tab::open(server.address, &handle, Some(cookie)).await;
        tab.follow(StreamName::Me).await;
        tabs.push(tab);
    }
    for round in 1..=n_rounds {
        let began = Instant::now();
        let mut playing: JoinSet<(Tab, Duration)> = tabs
            .drain(..)
            .map(|tab| {
                let side = |game: Code| {
                    let sum: u32 = game.to_string().bytes().map(u32::from).sum();
                    if sum.is_multiple_of(2) { Side::Sente } else { Side::Gote }
                };
                play_a_round(tab, side)
            })
            .collect();
        desk.act(&organiser, json!({ "t": if round == 1 { "begin" } else { "next_round" } })).await;
        let published = began.elapsed();
        let mut slowest = Duration::ZERO;
        while let Some(played) = playing.join_next().await {
            let (tab, sat_down) = played.expect("nothing was refused");
            slowest = slowest.max(sat_down);
            tabs.push(tab);
        }
        let played = began.elapsed();
        let is_noted = |view: &Value| {
            let games = view["rounds"][round - 1]["games"].as_array().cloned().unwrap_or_default();
            games.len() == n_players / 2 && games.iter().all(|game| !game["result"].is_null())
        };
        desk.sees("all results", is_noted).await;
        println!(
            "round {round} of {n_players} players: published in {published:?}, the last sat down \
             after {slowest:?}, all {} games played after {played:?}, noted after {:?}, 0 errors",
            n_players / 2,
            began.elapsed()
        );
    }
    let view = desk.sees("the end", |view| view["phase"] == "over").await;
    let rows = view["standings"]["rankings"][0]["rows"].as_array().unwrap();
    assert_eq!(rows.len(), n_players);
}
