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
};
use crate::fixture::{Tab, TestServer, both_servers, clock, setup, uuid};

const DAY_MS: u64 = 24 * 60 * 60 * 1000;

fn by_correspondence(days: u8) -> SetupRequest {
    setup(ClockSetup::Correspondence { days })
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
    assert_eq!(list(server, sente).await.games, []);
    for format in ["kifu", "csa"] {
        let page = server.get(&format!("/api/v1/games/{game}/record.{format}")).await;
        let record = String::from_utf8_lossy(&page.body);
        assert!(record.contains("1手3日"), "{record}");
    }
    let players = server.get("/api/v1/players?variant=standard&speed=correspondence").await;
    assert_eq!(players.status, 200, "{players:?}");
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
