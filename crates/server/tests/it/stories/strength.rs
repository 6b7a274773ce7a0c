//! How strong somebody is: said when registering, shown alike everywhere, and what a page says of
//! its owner besides.

use komadai_protocol::{
    LobbyEvent, ServerMessage, StreamEvent, StreamName, StreamSnapshot,
    http::{people::Person, players::Profile, ratings::Strength},
};
use serde_json::{Value, json};

use super::{
    play_opening,
    ratings::{member, strengths},
    site::send,
    tournaments::{Desk, settings},
};
use crate::fixture::{Tab, TestServer, both_servers, clock, setup, until};

/// Somebody who registers and says this of their strength.
async fn who_says(server: &TestServer, handle: &str, declared: Value) -> Tab {
    let visitor = server.enter(handle).await;
    let body = json!({ "handle": handle, "password": "bảy con tốt đen", "declared": declared });
    let page = send(server, &visitor.cookie, "POST", "/account/register", body).await;
    assert_eq!(page.status, 200, "{page:?}");
    let cookie = page.header("set-cookie").expect("a cookie").split(';').next().map(str::to_owned);
    Tab::open(server.address, handle, cookie).await
}

async fn profile(server: &TestServer, handle: &str, reader: &str) -> Profile {
    let page = send(server, reader, "GET", &format!("/players/{handle}"), Value::Null).await;
    serde_json::from_value(page.json()).unwrap()
}

both_servers!(a_rating_from_elsewhere_is_shown_alike_everywhere, |server| async {
    let club24 = json!({ "place": "club24", "rating": 1775 });
    let mut tanaka = who_says(server, "tanaka", club24.clone()).await;
    let expected = Strength {
        rating: Some(1_860),
        provisional: true,
        grade: None,
        provisional_grade: "2d".parse().ok(),
        declared: "2d".parse().ok(),
    };
    let seen = profile(server, "tanaka", "").await;
    assert_eq!(seen.strength, expected);
    assert_eq!(
        seen.elsewhere.map(|it| (it.place.as_str(), it.rating)),
        Some(("club24", Some(1775)))
    );
    let person: Person =
        serde_json::from_value(server.get("/api/v1/people/@tanaka").await.json()).unwrap();
    assert_eq!(person.strength, expected);

    let mut wanted = setup(clock("10+30"));
    wanted.rated = true;
    tanaka.seek_for(wanted).await.unwrap();
    let mut watcher = server.enter("watcher").await;
    watcher.follow(StreamName::Lobby).await;
    let in_lobby = watcher
        .hears(|message| match message {
            ServerMessage::Snapshot { snapshot: StreamSnapshot::Lobby(lobby), .. } => {
                lobby.seeks.first()?.strength.clone()
            }
            ServerMessage::Event {
                event: StreamEvent::Lobby(LobbyEvent::SeekAdded { seek }),
                ..
            } => seek.strength.clone(),
            _ => None,
        })
        .await;
    assert_eq!(in_lobby, expected);

    let organiser = member(server, "organiser", "1d").await;
    let swiss = settings(json!({ "t": "swiss", "rounds": 1 }));
    let desk = Desk::set_up(server, &organiser, &swiss).await;
    desk.act(&organiser, json!({ "t": "open" })).await;
    desk.act(&tanaka, json!({ "t": "join" })).await;
    let entry = desk.view().await["entries"][0].clone();
    let listed = ["grade", "provisional", "rating"].map(|key| entry[key].clone());
    assert_eq!(listed, [json!("2d"), json!(true), json!(1_860)]);
    // What an organiser enters is not provisional.
    let amend = json!({ "t": "amend", "entry": entry["id"], "to": { "grade": "1d" } });
    desk.act(&organiser, amend).await;
    let entry = desk.view().await["entries"][0].clone();
    assert_eq!((&entry["grade"], entry.get("provisional")), (&json!("1d"), None));

    // Nothing is known of somebody who says nothing.
    who_says(server, "nobody-knows", Value::Null).await;
    assert_eq!(
        profile(server, "nobody-knows", "").await.strength,
        Strength { provisional: true, ..Strength::default() }
    );
    for bad in [
        json!("7d"),
        json!({ "place": "club24", "rating": 9_000 }),
        json!({ "place": "club24", "grade": "2d" }),
        json!({ "place": "wars", "rating": 1_500 }),
    ] {
        let visitor = server.enter("bad").await;
        let body = json!({ "handle": "bad", "password": "bảy con tốt đen", "declared": bad });
        let page = send(server, &visitor.cookie, "POST", "/account/register", body).await;
        assert_eq!(
            (page.status, page.json()["code"].as_str()),
            (422, Some("bad_declared")),
            "{bad}"
        );
    }
});

both_servers!(a_strength_can_be_put_right_until_games_say_it, |server| async {
    let mut alice = who_says(server, "alice", json!("1d")).await;
    let mut bob = member(server, "bob", "3k").await;
    let own = async |cookie: &str| {
        send(server, cookie, "GET", "/account/profile", Value::Null).await.json()
    };
    let declare = async |cookie: &str, declared: Value| {
        let body = json!({ "declared": declared });
        send(server, cookie, "PUT", "/account/profile/declared", body).await
    };
    let cookie = alice.cookie.clone();
    let told = own(&cookie).await;
    assert_eq!((&told["declared"], &told["may_declare"]), (&json!("1d"), &json!(true)));
    let fesa = json!({ "place": "fesa", "rating": 1_900 });
    assert_eq!(declare(&cookie, fesa.clone()).await.json()["declared"], fesa);
    assert_eq!(profile(server, "alice", "").await.strength.rating, Some(1_900));
    assert_eq!(declare(&cookie, json!("9d")).await.status, 422);
    assert_eq!(declare("", json!("1d")).await.status, 401);

    let about = async |text: &str| {
        let body = json!({ "about": text });
        send(server, &cookie, "PUT", "/account/profile/about", body).await
    };
    assert_eq!(about("  Chơi shogi\u{202e} ở \n Huế ").await.json()["about"], "Chơi shogi ở Huế");
    assert_eq!(about(&"歩".repeat(201)).await.json()["code"], "long_about");
    assert_eq!(about(&"歩".repeat(200)).await.status, 200);
    about("Chơi shogi ở Huế").await;
    assert_eq!(profile(server, "alice", "").await.about, "Chơi shogi ở Huế");

    let mut wanted = setup(clock("10+30"));
    wanted.rated = true;
    let game = alice.create(wanted.clone()).await;
    bob.join(game).await;
    alice.look_at(game).await;
    play_opening(&mut alice, &mut bob).await;
    bob.resign().await.unwrap();
    strengths(server, game).await;
    let refused = declare(&cookie, json!("6d")).await;
    assert_eq!((refused.status, refused.json()["code"].as_str()), (409, Some("already_rated")));
    assert_eq!(own(&cookie).await["may_declare"], json!(false));

    // The score is told from both sides, and a game that came to nothing is in no list.
    let void = alice.create(wanted).await;
    bob.join(void).await;
    alice.look_at(void).await;
    alice.abort().await.unwrap();
    let found = async |query: &str| {
        let page = server.get(&format!("/api/v1/games?player=alice{query}")).await.json();
        page["games"].as_array().map(Vec::len)
    };
    until("the game is in the archive", || async { found("&reason=aborted").await == Some(1) })
        .await;
    let seen = profile(server, "alice", &bob.cookie).await;
    let rivals: Vec<_> = seen
        .rivals
        .iter()
        .map(|it| (it.handle.as_str(), it.score.wins, it.score.draws, it.score.losses))
        .collect();
    assert_eq!(rivals, [("bob", 1, 0, 0)]);
    assert_eq!(seen.against_you.map(|it| (it.wins, it.losses)), Some((1, 0)));
    assert_eq!(profile(server, "alice", &cookie).await.against_you, None);
    assert_eq!(found("").await, Some(1));
});
