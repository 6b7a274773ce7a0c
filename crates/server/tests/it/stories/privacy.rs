//! What somebody lets others do, and see of them.

use komadai_protocol::{ClientMessage, RefusalCode};
use serde_json::{Value, json};

use super::{
    accounts::{code, register},
    site::send,
};
use crate::fixture::{Tab, TestServer, both_servers, clock, setup, uuid};

async fn set(server: &TestServer, cookie: &str, from: &str, tells: bool) {
    let mut body = json!({ "challenges_from": from, "tells_followers": tells });
    let page = send(server, cookie, "PUT", "/account/privacy", body.clone()).await;
    assert_eq!(page.status, 204, "{page:?}");
    // What is not said stays as it is: open to all, here.
    body["accepts_guests"] = json!(true);
    let kept = send(server, cookie, "GET", "/account/privacy", Value::Null).await.json();
    assert_eq!(kept, body);
}

async fn challenge(tab: &mut Tab, to: &str) -> Option<RefusalCode> {
    let (challenge, to) = (uuid(), to.to_owned());
    let setup = setup(clock("5+30"));
    let asked = tab.ask(|id| ClientMessage::Challenge { id, challenge, to, setup, hours: 1 }).await;
    if asked.is_ok() {
        tab.ask(|id| ClientMessage::WithdrawChallenge { id, challenge }).await.unwrap();
    }
    asked.err()
}

both_servers!(challenges_are_taken_from_whom_one_likes, |server| async {
    let minh = register(server, "", "minh-anh").await;
    let bobs = register(server, "", "bob-by").await;
    let mut bob = Tab::open(server.address, "bob", Some(bobs)).await;
    assert_eq!(challenge(&mut bob, "minh-anh").await, None);
    set(server, &minh, "none", true).await;
    assert_eq!(challenge(&mut bob, "minh-anh").await, Some(RefusalCode::TakesNoChallenges));
    set(server, &minh, "followed", true).await;
    assert_eq!(challenge(&mut bob, "minh-anh").await, Some(RefusalCode::TakesNoChallenges));
    let page = send(server, &minh, "PUT", "/me/follows/bob-by", Value::Null).await;
    assert_eq!(page.status, 204, "{page:?}");
    assert_eq!(challenge(&mut bob, "minh-anh").await, None);
    set(server, &minh, "all", true).await;
    assert_eq!(challenge(&mut bob, "minh-anh").await, None);

    let mut body =
        json!({ "challenges_from": "all", "tells_followers": true, "accepts_guests": false });
    send(server, &minh, "PUT", "/account/privacy", body.clone()).await;
    let older = json!({ "challenges_from": "none", "tells_followers": true });
    let page = send(server, &minh, "PUT", "/account/privacy", older).await;
    assert_eq!(page.status, 204, "{page:?}");
    body["challenges_from"] = json!("none");
    let kept = send(server, &minh, "GET", "/account/privacy", Value::Null).await.json();
    assert_eq!(kept, body, "who does not know of guests leaves them as they are");

    let body = json!({ "challenges_from": "friends", "tells_followers": true });
    let page = send(server, &minh, "PUT", "/account/privacy", body.clone()).await;
    assert_eq!(code(&page), (422, "bad_body".to_owned()));
    let guest = server.enter("guest").await.cookie.clone();
    for cookie in [&guest, ""] {
        let page = send(server, cookie, "PUT", "/account/privacy", body.clone()).await;
        assert!([401, 422].contains(&page.status), "{page:?}");
        let page = send(server, cookie, "GET", "/account/privacy", Value::Null).await;
        assert_eq!(code(&page), (401, "not_signed_in".to_owned()));
    }
});

both_servers!(followers_are_told_what_is_played_where_that_is_liked, |server| async {
    let minh = register(server, "", "minh-anh").await;
    let follower = register(server, "", "bob-by").await;
    send(server, &follower, "PUT", "/me/follows/minh-anh", Value::Null).await;
    let mut tab = Tab::open(server.address, "minh", Some(minh.clone())).await;
    let mut other = server.enter("other").await;
    let game = tab.create(setup(clock("60+30"))).await;
    other.join(game).await;
    let told = async || {
        let page = send(server, &follower, "GET", "/me/follows", Value::Null).await.json();
        page["follows"][0]["playing"].as_array().map(Vec::len)
    };
    assert_eq!(told().await, Some(1));
    set(server, &minh, "all", false).await;
    assert_eq!(told().await, Some(0));
    let page = send(server, &follower, "GET", "/watch?followed=true", Value::Null).await.json();
    assert_eq!(page["n_games"], 0, "{page}");
    set(server, &minh, "all", true).await;
    assert_eq!(told().await, Some(1));
});
