//! Games by correspondence while the server is killed: conditional moves that were acknowledged are
//! carried out once, vacations that were said reach every game, and notes are what was stored last.

use komadai_ids::Code;
use komadai_protocol::{ClientMessage, ClockSetup, RefusalCode};
use serde_json::{Value, json};

use super::{
    asking::{Seed, goes_unheard, member, send},
    is_long,
};
use crate::fixture::{Kind, Launch, Program, Tab, setup, until};

const GAMES: usize = 6;

/// How many times each game is gone on with before others are begun.
const ROUNDS: usize = 4;

/// The moves of both sides, which never meet: two of each in a round.
const SENTE: [&str; 8] = ["1g1f", "2g2f", "3g3f", "4g4f", "5g5f", "6g6f", "8g8f", "9g9f"];
const GOTE: [&str; 8] = ["1c1d", "2c2d", "3c3d", "4c4d", "5c5d", "6c6d", "8c8d", "9c9d"];

/// Delivers all of it and hears some answers; the server is killed, and the rest is repeated.
async fn through_a_kill(
    server: &mut Program,
    [tab, other]: [&mut Tab; 2],
    seed: &mut Seed,
    messages: impl IntoIterator<Item = ClientMessage>,
) {
    let sent: Vec<_> = messages.into_iter().collect();
    for message in &sent {
        tab.deliver(message).await;
    }
    let n_heard = seed.below(sent.len() + 1);
    for message in &sent[..n_heard] {
        tab.answer(message.id()).await.unwrap();
    }
    server.kill();
    server.restart().await;
    tab.reconnect(server.address).await;
    other.reconnect(server.address).await;
    for message in &sent[n_heard..] {
        tab.deliver(message).await;
        while let Err(refused) = tab.answer(message.id()).await {
            assert_eq!(refused, RefusalCode::Stalled, "{message:?}");
            tab.deliver(message).await;
        }
    }
}

fn moves(tab: &mut Tab, games: &[Code], ply: u32, usi: &str) -> Vec<ClientMessage> {
    let of = |&game| ClientMessage::Move { id: tab.take_id(), game, ply, usi: usi.to_owned() };
    games.iter().map(of).collect()
}

async fn kill_it(kind: Kind) {
    let rounds = if is_long() { 40 } else { ROUNDS };
    let mut launch = Launch::on(kind).await;
    launch.set("KOMADAI__LIMITS__VACATION_DAYS", "365");
    launch.set("KOMADAI__LIMITS__REQUESTS_PER_MINUTE", "1000000");
    launch.set("KOMADAI__LIMITS__CHANGES_PER_MINUTE", "1000000");
    let mut server = Program::start(launch).await;
    let (mut alice, mut bob) = (member(&server, "alice").await, member(&server, "bob").await);
    let mut seed = Seed(31);
    let mut games = Vec::new();
    for n in 0..rounds {
        let round = n % ROUNDS;
        if round == 0 {
            games.clear();
            for _ in 0..GAMES {
                let days = ClockSetup::Correspondence { days: 3, weekends_off: true };
                let game = alice.create(setup(days)).await;
                bob.join(game).await;
                games.push(game);
            }
        }
        let ply = 4 * round as u32;
        let [first, answer] = [SENTE[2 * round], SENTE[2 * round + 1]];
        let [theirs, last] = [GOTE[2 * round], GOTE[2 * round + 1]];
        let messages = moves(&mut alice, &games, ply, first);
        through_a_kill(&mut server, [&mut alice, &mut bob], &mut seed, messages).await;

        // Alice decides on an answer in every game, and bob goes on vacation: heard or unheard.
        let line = format!("{theirs} {answer}");
        let decide = |id, game| {
            let lines = vec![line.clone()];
            ClientMessage::Conditions { id, game, ply: ply + 1, lines }
        };
        let decisions: Vec<_> = games.iter().map(|&game| decide(alice.take_id(), game)).collect();
        let week = json!({ "days": 7 });
        if n % 2 == 0 {
            drop(send(&server, &bob.cookie, "POST", "/account/vacation", &week).await)
        } else {
            goes_unheard(&server, &bob.cookie, "POST", "/account/vacation", &week).await
        }
        through_a_kill(&mut server, [&mut alice, &mut bob], &mut seed, decisions).await;
        let mut away = send(&server, &bob.cookie, "GET", "/account/vacation", &Value::Null).await;
        if n % 2 == 0 {
            assert!(away["vacation"].is_object(), "what was acknowledged is there: {away}");
        } else if away["vacation"].is_null() {
            away = send(&server, &bob.cookie, "POST", "/account/vacation", &week).await;
        }
        for &game in &games {
            assert_eq!(alice.look_at(game).await.conditions, [line.as_str()]);
            let path = format!("/games/{game}");
            until("the game has learnt of the vacation", || async {
                let seen = send(&server, "", "GET", &path, &Value::Null).await;
                seen["vacations"]["gote"] == away["vacation"]
            })
            .await;
        }

        // Notes are kept beside it, in place of the version before.
        let path = format!("/me/notes/{}", games[0]);
        let body = json!({ "version": round, "text": format!("note {n}") });
        goes_unheard(&server, &alice.cookie, "PUT", &path, &body).await;
        // Bob plays although he is away; each answer is made once, and costs nothing.
        let messages = moves(&mut bob, &games, ply + 1, theirs);
        through_a_kill(&mut server, [&mut bob, &mut alice], &mut seed, messages).await;
        send(&server, &alice.cookie, "PUT", &path, &body).await;
        let note = send(&server, &alice.cookie, "GET", &path, &Value::Null).await;
        assert_eq!(note, json!({ "version": round + 1, "text": format!("note {n}") }));
        send(&server, &bob.cookie, "DELETE", "/account/vacation", &Value::Null).await;
        let messages = moves(&mut bob, &games, ply + 3, last);
        through_a_kill(&mut server, [&mut bob, &mut alice], &mut seed, messages).await;
        for &game in &games {
            let seen = alice.look_at(game).await;
            let played: Vec<_> = seen.moves.iter().map(|it| it.usi.as_str()).collect();
            let expected: Vec<_> = (0..2 * (round + 1)).flat_map(|n| [SENTE[n], GOTE[n]]).collect();
            assert_eq!(played, expected, "nothing is lost or played twice");
            assert_eq!(seen.moves[ply as usize + 2].thought_ms, 0);
            assert!(seen.conditions.is_empty());
            let path = format!("/games/{game}");
            until("the game has learnt that bob is back", || async {
                let seen = send(&server, "", "GET", &path, &Value::Null).await;
                seen["vacations"]["gote"].is_null()
            })
            .await;
        }
    }
    println!("{kind:?}: killed {} times, {GAMES} games by correspondence", 4 * rounds);
}

on_both_databases!(kill_it);
