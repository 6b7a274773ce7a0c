//! What the first page shows somebody of their own.

use komadai_rules::{
    Variant,
    tsume::{self, collection},
};
use komadai_service::tsume::repeats::day_of;
use komadai_store::tsume::daily::{self as days, DailyStreak};
use serde_json::{Value, json};

use super::{
    learning::{answer, user_of, usi},
    play_opening,
    ratings::member,
    site::send,
};
use crate::fixture::{TestServer, both_servers, clock, setup, until, uuid};

async fn home(server: &TestServer, cookie: &str) -> Value {
    let page = send(server, cookie, "GET", "/home", Value::Null).await;
    assert_eq!(page.status, 200, "{page:?}");
    page.json()
}

both_servers!(a_stranger_is_known_once_they_have_learnt_something, |server| async {
    let shown = server.get("/api/v1/home").await.json();
    assert_eq!((&shown["known"], &shown["daily"]["level"]), (&json!(false), &json!("easy")));
    assert_eq!(shown["daily"]["problems"][0]["plies"], 1);

    // A browser that has looked around is nobody's yet.
    let guest = server.enter("guest").await;
    assert_eq!(home(server, &guest.cookie).await, shown);
    let done = json!({ "lesson": "rook" });
    assert_eq!(send(server, &guest.cookie, "POST", "/me/lessons", done).await.status, 204);
    let known = home(server, &guest.cookie).await;
    assert_eq!((&known["known"], &known["lessons"]), (&json!(true), &json!(["rook"])));

    let solver = server.enter("solver").await;
    let page = send(server, &solver.cookie, "POST", "/tsume/1/solution", json!({})).await;
    assert_eq!(page.status, 200, "{page:?}");
    assert_eq!(home(server, &solver.cookie).await["known"], true, "who has failed has been here");
});

both_servers!(a_member_sees_the_last_game_and_who_is_here, |server| async {
    let mut minh = member(server, "minh", "1d").await;
    let mut lan = member(server, "lan", "5k").await;
    let shown = home(server, &minh.cookie).await;
    assert_eq!((&shown["known"], &shown["last_game"]), (&json!(true), &Value::Null));
    assert_eq!(shown["daily"]["level"], "hard", "a dan needs no mate in one");
    assert_eq!(home(server, &lan.cookie).await["daily"]["level"], "medium");

    // A game that nobody played is none.
    let called_off = minh.create(setup(clock("5+30"))).await;
    lan.join(called_off).await;
    minh.look_at(called_off).await;
    minh.abort().await.unwrap();
    server.over(called_off).await;
    until("the game is in the archive", async || {
        let page = server.get("/api/v1/games?player=minh&reason=aborted").await.json();
        page["games"].as_array().is_some_and(|games| games.len() == 1)
    })
    .await;
    assert_eq!(home(server, &minh.cookie).await["last_game"], Value::Null);
    let game = minh.create(setup(clock("5+30"))).await;
    lan.join(game).await;
    minh.look_at(game).await;
    lan.look_at(game).await;
    assert_eq!(home(server, &minh.cookie).await["at_the_board"][0]["game"], json!(game));
    play_opening(&mut minh, &mut lan).await;
    lan.resign().await.unwrap();
    server.over(game).await;
    until("the game is in the archive", async || {
        home(server, &minh.cookie).await["last_game"].is_object()
    })
    .await;
    let shown = home(server, &minh.cookie).await;
    assert_eq!(shown["at_the_board"], json!([]), "it is over");
    let last = &home(server, &minh.cookie).await["last_game"];
    assert_eq!(last["game"], json!(game), "{last}");
    assert_eq!(last["winner"], last["side"], "{last}");

    // Who is followed is here as long as they say so.
    assert_eq!(home(server, &minh.cookie).await["here"], json!([]));
    let page = send(server, &minh.cookie, "PUT", "/me/follows/lan", Value::Null).await;
    assert_eq!(page.status, 204, "{page:?}");
    let shown = home(server, &minh.cookie).await;
    assert_eq!(shown["here"][0]["handle"], "lan", "{shown}");
    let silent = json!({ "challenges_from": "all", "tells_followers": false });
    let page = send(server, &lan.cookie, "PUT", "/account/privacy", silent).await;
    assert!(page.status < 300, "{page:?}");
    assert_eq!(home(server, &minh.cookie).await["here"], json!([]));
});

both_servers!(members_see_what_is_new_in_their_clubs, |server| async {
    let owner = member(server, "owner", "1d").await;
    let fan = member(server, "fan", "5k").await;
    let late = member(server, "late", "5k").await;
    let settings = json!({
        "name": "Shogi Hà Nội", "city": "", "about": "", "for_members": "", "link": "",
        "lang": "vi", "private": true, "joining": "open",
    });
    let body = json!({ "create": uuid(), "slug": "hanoi", "settings": settings });
    assert_eq!(send(server, &owner.cookie, "POST", "/clubs", body).await.status, 201);
    let act = async |cookie: &str, act: Value| {
        let body = json!({ "id": uuid(), "act": act });
        let page = send(server, cookie, "POST", "/clubs/hanoi/acts", body).await;
        assert_eq!(page.status, 200, "{page:?}");
    };
    act(&fan.cookie, json!({ "t": "join" })).await;
    let announce = json!({ "t": "announce", "title": "Giải tháng 12", "text": "Chủ nhật" });
    act(&owner.cookie, announce).await;
    act(&late.cookie, json!({ "t": "join" })).await;
    let seen = home(server, &fan.cookie).await["clubs"].clone();
    let told = json!(["hanoi", "Shogi Hà Nội", "Giải tháng 12", 1, 1]);
    let fields = ["slug", "name", "announcement", "n_announcements", "n_members"];
    assert_eq!(json!(fields.map(|it| &seen[0][it])), told, "{seen}");
    // One's own words are no news, nor is who was there before.
    let seen = home(server, &owner.cookie).await["clubs"].clone();
    assert_eq!((&seen[0]["announcement"], &seen[0]["n_members"]), (&Value::Null, &json!(2)));
    let seen = home(server, &late.cookie).await["clubs"].clone();
    assert_eq!((&seen[0]["n_announcements"], &seen[0]["n_members"]), (&json!(1), &json!(0)));
    // Of a private club nobody else hears.
    let stranger = member(server, "stranger", "5k").await;
    assert_eq!(home(server, &stranger.cookie).await["clubs"], json!([]));
});

both_servers!(a_day_with_a_problem_of_the_day_counts_once, |server| async {
    let cookie = server.enter("guest").await.cookie;
    let daily =
        async || send(server, &cookie, "GET", "/home", Value::Null).await.json()["daily"].clone();
    let before = daily().await;
    let number = |level: usize| before["problems"][level]["number"].as_u64().unwrap() as u32;
    let solve = async |number: u32| {
        let problem = tsume::find(number).expect("one of the collection");
        assert_eq!(answer(server, &cookie, number, &usi(problem)).await["t"], "solved");
    };
    // Any other problem is none of the day.
    let other = collection(Variant::standard())
        .iter()
        .find(|it| it.plies == 1 && (0..3).all(|level| it.number != number(level)));
    solve(other.expect("another").number).await;
    assert_eq!(daily().await, before);
    for (n_solved, level) in [(1, 1), (2, 0)] {
        solve(number(level)).await;
        let now = daily().await;
        let solved = now["problems"].as_array().into_iter().flatten();
        assert_eq!(solved.filter(|it| it["solved"] == true).count(), n_solved, "{now}");
        assert_eq!(now["problems"][level]["solved"], true);
        assert_eq!((&now["n_days"], &now["best_days"]), (&json!(1), &json!(1)), "{now}");
    }

    // Solved yesterday too, it is the second day; with a day between it is the first again.
    let user = user_of(&mut server.store().read().await.unwrap(), &cookie).await;
    let today = day_of(server.service().timebase.now_ms() as i64);
    for (last, expected) in [(today - 1, 1), (today - 2, 0)] {
        let mut tx = server.store().write().await.unwrap();
        let known = days::find(&mut tx, user).await.unwrap().expect("days");
        days::put(&mut tx, user, DailyStreak { day: last, ..known }).await.unwrap();
        tx.commit().await.unwrap();
        let shown = daily().await;
        assert_eq!(shown["n_days"], expected, "until today's is solved");
        assert_eq!(shown["problems"], before["problems"], "nothing of today is solved");
        solve(number(1)).await;
        assert_eq!(daily().await["n_days"], expected + 1);
    }
});
