//! Who somebody is, and what can be fetched.

use komadai_protocol::{MeEvent, ServerMessage, StreamEvent, StreamName, StreamSnapshot};
use komadai_rules::Side;

use super::{pair, play};
use crate::fixture::{Tab, TestServer, both_servers, clock, setup};

both_servers!(a_guest_is_the_same_by_its_cookie, |server| async {
    let mut alice = server.enter("alice").await;
    assert_eq!(alice.user, None, "looking on makes nobody a guest");
    let game = alice.create(setup(clock("5+30"))).await;
    let guest = alice.user.clone().expect("now it is a guest");
    assert!(guest.guest && guest.name.starts_with("Guest "), "{guest:?}");

    alice.reload().await;
    assert_eq!(alice.user.as_ref(), Some(&guest));
    server.restart().await;
    alice.address = server.address;
    alice.reload().await;
    assert_eq!(alice.user.as_ref(), Some(&guest));
    assert_eq!(alice.look_at(game).await.creator.user, guest.id);

    let stranger = server.enter("stranger").await;
    assert_eq!(stranger.user, None);
    let made_up = Some(format!("komadai={}", "0".repeat(64)));
    assert_eq!(Tab::open(server.address, "impostor", made_up).await.user, None);
});

both_servers!(a_tab_is_known_when_another_became_a_guest, |server| async {
    let mut first = server.enter("first").await;
    let mut second = first.another_tab().await;
    assert_eq!(second.user, None);
    let game = first.create(setup(clock("5+30"))).await;
    let mut bob = server.enter("bob").await;
    bob.join(game).await;
    second.look_at(game).await;
    assert_eq!(second.user, first.user);
    assert_eq!(second.view.you, Some(Side::Sente));
    second.play("7g7f").await;
    bob.sees_ply(1).await;
});

both_servers!(the_running_games_are_listed, |server| async {
    let (mut alice, _bob, game) = pair(server, "5+30").await;
    alice.reload().await;
    alice.follow(StreamName::Me).await;
    let mine = alice
        .hears(|message| match message {
            ServerMessage::Snapshot { snapshot: StreamSnapshot::Me(me), .. } => {
                Some(me.my_games.clone())
            }
            _ => None,
        })
        .await;
    assert_eq!(mine.iter().map(|it| it.game).collect::<Vec<_>>(), [game]);
});

both_servers!(every_tab_hears_that_a_game_begins, |server| async {
    let mut alice = server.enter("alice").await;
    alice.seek("5+30").await;
    let mut second = alice.another_tab().await;
    let mut bob = server.enter("bob").await;
    let game = bob.accept().await;
    for tab in [&mut alice, &mut second] {
        let started = |message: &ServerMessage| match message {
            ServerMessage::Event {
                event: StreamEvent::Me(MeEvent::GameStarted { game, .. }),
                ..
            } => Some(*game),
            _ => None,
        };
        assert_eq!(tab.hears(started).await, game);
    }
});

#[tokio::test]
async fn the_page_sets_the_cookie_and_keeps_it() {
    let server = TestServer::start().await;
    let page = server.get("/").await;
    let cookie = page.header("set-cookie").expect("a visitor gets a cookie").to_owned();
    for part in ["komadai=", "HttpOnly", "SameSite=Lax", "Path=/"] {
        assert!(cookie.contains(part), "{cookie}");
    }
    let pair = cookie.split(';').next().unwrap();
    let again = server.get_with("/", &[("cookie", pair)]).await;
    assert_eq!(again.header("set-cookie"), None);
}

both_servers!(games_are_fetched_over_http, |server| async {
    let (mut sente, mut gote, game) = pair(server, "5+30").await;
    play(&mut sente, &mut gote, "7g7f 3c3d".split(' ')).await;
    assert_eq!(server.game(game).await.dests, None, "that is for players");
    let usi = server.get(&format!("/api/v1/games/{game}/record.usi")).await;
    assert_eq!(usi.status, 200, "{usi:?}");
    assert!(usi.header("content-type").is_some_and(|kind| kind.starts_with("text/plain")));
    assert!(String::from_utf8_lossy(&usi.body).contains("moves 7g7f 3c3d"), "{usi:?}");
    for format in ["kif", "kifu", "csa"] {
        let record = server.get(&format!("/api/v1/games/{game}/record.{format}")).await;
        assert_eq!(record.status, 200, "{record:?}");
        assert!(record.body.len() > 100, "{record:?}");
    }
    for (path, code) in [
        ("/api/v1/games/123456789A", "unknown_game"),
        ("/api/v1/games/nonsense", "unknown_game"),
        ("/api/v1/nothing", "not_found"),
    ] {
        let page = server.get(path).await;
        assert_eq!(page.status, 404, "{path}");
        assert_eq!(page.header("content-type"), Some("application/problem+json"), "{path}");
        assert_eq!(page.json()["code"], code, "{path}");
    }
});
