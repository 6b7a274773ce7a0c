//! Those who look on.

use komadai_protocol::GameEvent;

use komadai_ids::Code;
use serde_json::{Value, json};

use super::{pair, play_opening, ratings::member, site::send};
use crate::fixture::{Tab, TestServer, both_servers, clock, http, setup, until};

/// Waits for the next line of chat that this tab hears.
async fn hears(tab: &mut Tab) -> String {
    tab.event(|event| match event {
        GameEvent::Chat { line } => Some(line.text.clone()),
        _ => None,
    })
    .await
}

both_servers!(watchers_talk_among_themselves_while_a_game_is_played, |server| async {
    let (mut sente, mut gote, game) = pair(server, "5+30").await;
    let mut watcher = server.enter("watcher").await;
    watcher.look_at(game).await;
    watcher.chat("7六歩!").await.unwrap();
    assert_eq!(hears(&mut watcher).await, "7六歩!");
    gote.chat("よろしくお願いします").await.unwrap();
    assert_eq!(
        hears(&mut sente).await,
        "よろしくお願いします",
        "what came first was not for players"
    );
    assert_eq!(hears(&mut watcher).await, "よろしくお願いします");
    assert_eq!(sente.look_at(game).await.chat.len(), 1);
    assert_eq!(watcher.look_at(game).await.chat.len(), 2);

    gote.resign().await.unwrap();
    watcher.sees_end().await;
    assert_eq!(sente.look_at(game).await.chat.len(), 2, "afterwards they may hear it");
    watcher.chat("おつかれさま").await.unwrap();
    assert_eq!(hears(&mut sente).await, "おつかれさま");
});

both_servers!(what_is_said_has_the_handle_of_whoever_says_it, |server| async {
    let mut minh = member(server, "minh-anh", "5k").await;
    let mut guest = server.enter("guest").await;
    let game = minh.create(setup(clock("5+30"))).await;
    guest.join(game).await;
    for text in ["一", "二"] {
        minh.chat(text).await.unwrap();
        // A name may change while the socket is open; the handle says who it is all the same.
        let page = send(server, &minh.cookie, "PATCH", "/account", json!({ "name": "Lan" })).await;
        assert_eq!(page.status, 200, "{page:?}");
    }
    guest.chat("三").await.unwrap();
    let said: Vec<_> =
        guest.look_at(game).await.chat.into_iter().map(|it| (it.text, it.handle)).collect();
    let handle = || Some("minh-anh".to_owned());
    let expected = [("一", handle()), ("二", handle()), ("三", None)];
    assert_eq!(said, expected.map(|(text, handle)| (text.to_owned(), handle)));
});

/// A game that these two begin.
async fn begin(maker: &mut Tab, joiner: &mut Tab, time: &str) -> Code {
    let game = maker.create(setup(clock(time))).await;
    joiner.join(game).await;
    game
}

async fn watched(server: &TestServer, cookie: &str, query: &str) -> Value {
    let path = format!("/api/v1/watch{query}");
    http::get(server.address, &path, &[("Cookie", cookie)]).await.json()
}

both_servers!(games_are_listed_by_rating_and_one_stands_out_to_its_end, |server| async {
    let mut strong = member(server, "strong", "1d").await;
    let mut good = member(server, "good", "1k").await;
    let mut weak = member(server, "weak", "10k").await;
    let mut weaker = member(server, "weaker", "12k").await;
    let fan = member(server, "fan", "5k").await;
    let codes = |list: &Value| -> Vec<String> {
        let games = list["games"].as_array().unwrap();
        games.iter().map(|it| it["game"]["game"].as_str().unwrap().to_owned()).collect()
    };
    // Ratings begin with the first rated game.
    for (one, two) in [(&mut strong, &mut good), (&mut weak, &mut weaker)] {
        let mut wanted = setup(clock("10+30"));
        wanted.rated = true;
        let game = one.create(wanted).await;
        two.join(game).await;
        one.look_at(game).await;
        play_opening(one, two).await;
        two.resign().await.unwrap();
        let rated = async || {
            server.get(&format!("/api/v1/games/{game}/ratings")).await.json()["players"]["sente"]
                ["change"]
                .is_number()
        };
        until("the game is rated", rated).await;
    }
    let low = begin(&mut weak, &mut weaker, "10+30").await;
    assert_eq!(codes(&watched(server, "", "").await), [low.to_string()]);
    let high = begin(&mut strong, &mut good, "10+30").await;
    // The list is a few seconds old at most.
    until("both games are listed", || async {
        codes(&watched(server, "", "").await) == [high.to_string(), low.to_string()]
    })
    .await;
    let list = watched(server, "", "").await;
    let rating = |at: usize| list["games"][at]["ratings"]["sente"].as_i64().unwrap();
    assert!(rating(0) > rating(1), "{list}");
    assert_eq!(list["featured"], json!(low.to_string()), "what stands out does so to its end");
    assert_eq!(codes(&watched(server, "", "?variant=minishogi").await).len(), 0);
    assert_eq!(codes(&watched(server, "", "?speed=rapid").await).len(), 2);
    let bad = server.get("/api/v1/watch?speed=warp").await;
    assert_eq!((bad.status, bad.json()["code"].as_str()), (400, Some("bad_query")));

    // Whom one follows is kept with the account.
    let cookie = [("Cookie", fan.cookie.as_str())];
    let set = async |method: &str, handle: &str| {
        let path = format!("/api/v1/me/follows/{handle}");
        http::request(server.address, method, &path, &cookie, "").await.status
    };
    assert_eq!(codes(&watched(server, &fan.cookie, "?followed=true").await).len(), 0);
    assert_eq!((set("PUT", "good").await, set("PUT", "good").await), (204, 204));
    assert_eq!((set("PUT", "fan").await, set("PUT", "nobody").await), (422, 404));
    assert_eq!(codes(&watched(server, &fan.cookie, "?followed=true").await), [high.to_string()]);
    let follows = http::get(server.address, "/api/v1/me/follows", &cookie).await.json();
    assert_eq!(follows["follows"][0]["playing"], json!([high.to_string()]), "{follows}");
    assert_eq!(set("DELETE", "good").await, 204);
    assert_eq!(codes(&watched(server, &fan.cookie, "?followed=true").await).len(), 0);

    weaker.look_at(low).await;
    weaker.resign().await.unwrap();
    until("the other game stands out", || async {
        watched(server, "", "").await["featured"] == json!(high.to_string())
    })
    .await;
});
