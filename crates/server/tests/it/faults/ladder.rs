//! Games on a ladder end while the server is killed: each has moved the places once.

use komadai_ids::Code;
use komadai_protocol::{ClientMessage, RefusalCode};
use komadai_rules::Side;
use serde_json::{Value, json};

use super::{
    asking::{Seed, goes_unheard, member, send},
    is_long,
};
use crate::fixture::{Kind, Launch, Program, Tab, until};

const CLUB: &str = "/clubs/hanoi";

/// The players, from the first place at the beginning.
const PLAYERS: [&str; 5] = ["minh", "binh", "chi", "dung", "hoa"];

/// How many games are played at a time.
const GAMES: usize = 2;

/// What both sides play before one of them resigns: a game that is over sooner counts for nothing.
const OPENING: [[&str; 2]; 2] = [["7g7f", "3c3d"], ["2g2f", "8c8d"]];

/// Who has challenged whom in a round, and who is to win.
#[derive(Clone, Copy)]
struct Pair {
    challenger: usize,
    challenged: usize,
    is_won: bool,
}

/// Does something in the club, with an id that it keeps when it is repeated. Where it is unheard, the
/// server is killed in the middle of it.
async fn through_a_kill(
    server: &mut Program,
    tabs: &[Tab],
    acts: Vec<(usize, Value)>,
    unheard: bool,
) {
    let path = format!("{CLUB}/acts");
    for (by, act) in &acts {
        if unheard {
            goes_unheard(server, &tabs[*by].cookie, "POST", &path, act).await
        } else {
            drop(send(server, &tabs[*by].cookie, "POST", &path, act).await)
        }
    }
    server.kill();
    server.restart().await;
    for (by, act) in &acts {
        send(server, &tabs[*by].cookie, "POST", &path, act).await;
    }
}

async fn ladder(server: &Program, tab: &Tab) -> Value {
    send(server, &tab.cookie, "GET", &format!("{CLUB}/ladder"), &Value::Null).await
}

/// The players by their places.
fn order(ladder: &Value) -> Vec<&str> {
    let places = ladder["places"].as_array().unwrap();
    places.iter().map(|it| it["player"]["handle"].as_str().unwrap()).collect()
}

/// The challenge of a player that is not over.
fn challenge_of<'a>(ladder: &'a Value, challenger: &str) -> &'a Value {
    let open = ladder["open"].as_array().unwrap();
    open.iter().find(|it| it["by"]["handle"] == challenger).unwrap()
}

/// Two pairs of players, drawn; in each of them the lower one challenges the higher one.
fn draw(seed: &mut Seed, order: &[usize]) -> Vec<Pair> {
    let mut left: Vec<usize> = (0..order.len()).collect();
    let mut pairs = Vec::new();
    for _ in 0..GAMES {
        let one = left.remove(seed.below(left.len()));
        let other = left.remove(seed.below(left.len()));
        let (challenger, challenged) = (order[one.max(other)], order[one.min(other)]);
        pairs.push(Pair { challenger, challenged, is_won: seed.below(3) > 0 });
    }
    pairs
}

/// Plays the opening of a game, and has its loser resign, whose answer is not waited for.
async fn play(tabs: &mut [Tab], game: Code, pair: Pair) -> (usize, ClientMessage) {
    for player in [pair.challenger, pair.challenged] {
        tabs[player].look_at(game).await;
    }
    let (sente, gote) = match tabs[pair.challenger].view.you {
        Some(Side::Sente) => (pair.challenger, pair.challenged),
        _ => (pair.challenged, pair.challenger),
    };
    for (n, [first, second]) in OPENING.into_iter().enumerate() {
        let ply = 2 * n as u32;
        tabs[sente].sees_ply(ply).await;
        tabs[sente].play(first).await;
        tabs[gote].sees_ply(ply + 1).await;
        tabs[gote].play(second).await;
    }
    let loser = if pair.is_won { pair.challenged } else { pair.challenger };
    let id = tabs[loser].take_id();
    let resigns = ClientMessage::Resign { id, game };
    tabs[loser].deliver(&resigns).await;
    (loser, resigns)
}

async fn kill_it(kind: Kind) {
    let rounds = if is_long() { 30 } else { 3 };
    let mut launch = Launch::on(kind).await;
    launch.set("KOMADAI__SERVER__TRUSTED_PROXIES", "1");
    launch.set("KOMADAI__LIMITS__REQUESTS_PER_MINUTE", "1000000");
    launch.set("KOMADAI__LIMITS__CHANGES_PER_MINUTE", "1000000");
    let mut server = Program::start(launch).await;
    let mut tabs = Vec::new();
    for handle in PLAYERS {
        tabs.push(member(&server, handle).await);
    }
    let (owner, path) = (tabs[0].cookie.clone(), format!("{CLUB}/acts"));
    let mut n_acts = 0;
    let mut act = |act: Value| {
        n_acts += 1;
        json!({ "id": format!("01930000-0000-7000-8000-{n_acts:012}"), "act": act })
    };
    let club = json!({
        "create": "01930000-0000-7000-8001-000000000000", "slug": "hanoi",
        "settings": { "name": "Hà Nội", "joining": "open" },
    });
    send(&server, &owner, "POST", "/clubs", &club).await;
    let settings = json!({
        "variant": "standard", "clock": { "kind": "correspondence", "days": 3 }, "reach": 4,
        "answer_days": 7, "refusals": 20, "rest_days": 0,
    });
    let opens = act(json!({ "t": "set_ladder", "settings": settings }));
    send(&server, &owner, "POST", &path, &opens).await;
    for (n, tab) in tabs.iter().enumerate() {
        if n > 0 {
            send(&server, &tab.cookie, "POST", &path, &act(json!({ "t": "join" }))).await;
        }
        send(&server, &tab.cookie, "POST", &path, &act(json!({ "t": "join_ladder" }))).await;
    }

    let mut seed = Seed(41);
    let mut expected: Vec<usize> = (0..PLAYERS.len()).collect();
    let (mut n_won, mut n_held) = (0, 0);
    for round in 0..rounds {
        let pairs = draw(&mut seed, &expected);
        let challenges = pairs.iter().map(|it| {
            let handle = PLAYERS[it.challenged];
            (it.challenger, act(json!({ "t": "ladder_challenge", "handle": handle })))
        });
        let challenges = challenges.collect();
        through_a_kill(&mut server, &tabs, challenges, round % 2 == 0).await;
        let seen = ladder(&server, &tabs[0]).await;
        let accepts = pairs.iter().map(|it| {
            let challenge = &challenge_of(&seen, PLAYERS[it.challenger])["id"];
            (it.challenged, act(json!({ "t": "ladder_accept", "challenge": challenge })))
        });
        let accepts = accepts.collect();
        through_a_kill(&mut server, &tabs, accepts, round % 2 == 1).await;

        let seen = ladder(&server, &tabs[0]).await;
        for tab in &mut tabs {
            tab.reconnect(server.address).await;
        }
        let mut resigned = Vec::new();
        for pair in &pairs {
            let game = challenge_of(&seen, PLAYERS[pair.challenger])["game"].clone();
            resigned.push(play(&mut tabs, serde_json::from_value(game).unwrap(), *pair).await);
        }
        // Some of it is acknowledged before it dies. Then it dies again and again, while it takes in
        // how the games have ended.
        let n_heard = seed.below(GAMES + 1);
        for (loser, message) in &resigned[..n_heard] {
            tabs[*loser].answer(message.id()).await.unwrap();
        }
        server.kill();
        server.restart().await;
        for (loser, message) in &resigned[n_heard..] {
            let tab = &mut tabs[*loser];
            tab.reconnect(server.address).await;
            tab.deliver(message).await;
            while let Err(refused) = tab.answer(message.id()).await {
                assert_eq!(refused, RefusalCode::Stalled, "{message:?}");
                tab.deliver(message).await;
            }
        }
        for _ in 0..2 {
            for _ in 0..seed.below(60) {
                ladder(&server, &tabs[0]).await;
            }
            server.kill();
            server.restart().await;
        }
        until("both challenges are over", || async {
            ladder(&server, &tabs[0]).await["open"] == json!([])
        })
        .await;

        for pair in &pairs {
            if pair.is_won {
                expected.retain(|it| *it != pair.challenger);
                let place = expected.iter().position(|it| *it == pair.challenged).unwrap();
                expected.insert(place, pair.challenger);
                n_won += 1;
            } else {
                n_held += 1
            }
        }
        // It dies once more: whatever is over stays as it is.
        server.kill();
        server.restart().await;
        let seen = ladder(&server, &tabs[0]).await;
        let handles: Vec<_> = expected.iter().map(|it| PLAYERS[*it]).collect();
        assert_eq!(order(&seen), handles, "round {round}");
    }
    let log = send(&server, &owner, "GET", &path, &Value::Null).await;
    let mut entries = log["entries"].as_array().unwrap().clone();
    let mut next = log["next"].clone();
    while let Some(at) = next.as_str() {
        let log = send(&server, &owner, "GET", &format!("{path}?{at}"), &Value::Null).await;
        entries.extend(log["entries"].as_array().unwrap().iter().cloned());
        next = log["next"].clone();
    }
    let n = |action: &str| entries.iter().filter(|it| it["act"]["t"] == action).count();
    let n_games = rounds * GAMES;
    assert_eq!([n("ladder_challenge"), n("ladder_accept")], [n_games, n_games]);
    assert_eq!([n("ladder_win"), n("ladder_hold")], [n_won, n_held], "each is counted once");
    assert_eq!(n_won + n_held, n_games);
    println!("{kind:?}: killed {} times, {n_games} games on a ladder", 6 * rounds);
}

on_both_databases!(kill_it);
