//! Visitors without an account who take more than is theirs, all from one address. Nothing they do
//! keeps an account out.

use std::num::NonZeroU32;

use komadai_protocol::{ClientMessage, RefusalCode};
use serde_json::{Value, json};

use super::{
    accounts::{code, register},
    site::{send, sign_in_as},
};
use crate::fixture::{Kind, Tab, TestServer, both_servers, clock, http::Page, setup, uuid};

const TWO: NonZeroU32 = NonZeroU32::new(2).expect("it is not 0");

/// Makes a game that waits for somebody.
async fn create(tab: &mut Tab) -> Result<(), RefusalCode> {
    let create = uuid();
    tab.ask(|id| ClientMessage::Create { id, create, setup: setup(clock("5+30")) }).await.map(drop)
}

async fn play_engine(tab: &mut Tab) -> Result<(), RefusalCode> {
    let create = uuid();
    let setup = setup(clock("5+30"));
    tab.ask(|id| ClientMessage::PlayEngine { id, create, setup, engine: None, level: 1 })
        .await
        .map(drop)
}

/// Somebody with an account, on the same address as everybody.
async fn member(server: &TestServer, handle: &str) -> Tab {
    let cookie = register(server, &server.enter(handle).await.cookie, handle).await;
    Tab::open(server.address, handle, Some(cookie)).await
}

both_servers!(
    guests_without_end,
    |config| {
        config.visitors.guests_per_hour = TWO;
    },
    |server| async {
        let (mut first, mut second) = (server.enter("first").await, server.enter("second").await);
        create(&mut first).await.unwrap();
        create(&mut second).await.unwrap();
        let mut third = server.enter("third").await;
        assert_eq!(create(&mut third).await, Err(RefusalCode::TooManyGuests));
        let lesson = json!({ "lesson": "king" });
        let page = send(server, &third.cookie, "POST", "/me/lessons", lesson.clone()).await;
        assert_eq!(code(&page), (429, "too_many_guests".to_owned()));
        // Those who are somebody stay who they are, and an account can be had all the same.
        create(&mut first).await.unwrap();
        let page = send(server, &second.cookie, "POST", "/me/lessons", lesson).await;
        assert_eq!(page.status, 204, "{page:?}");
        create(&mut member(server, "minh-anh").await).await.unwrap();
    }
);

#[tokio::test]
async fn games_that_nobody_joins_without_end() {
    let server = &TestServer::with(Kind::Sqlite, |config| {
        config.visitors.waiting_games_per_address = 3;
    })
    .await;
    let (mut tabs, mut games) = (Vec::new(), Vec::new());
    for n in 0..3 {
        let mut tab = server.enter(&format!("guest {n}")).await;
        games.push(tab.create(setup(clock("5+30"))).await);
        tabs.push(tab);
    }
    let mut late = server.enter("late").await;
    assert_eq!(create(&mut late).await, Err(RefusalCode::TooManyGames));
    create(&mut member(server, "minh-anh").await).await.unwrap();
    // A game that somebody joins waits no longer.
    late.join(games[0]).await;
    create(&mut late).await.unwrap();
}

#[tokio::test]
async fn games_against_the_machine_without_end() {
    let server = &TestServer::with(Kind::Sqlite, |config| {
        config.visitors.engine_games_per_address = 4;
    })
    .await;
    let mut first = server.enter("first").await;
    for _ in 0..3 {
        play_engine(&mut first).await.unwrap();
    }
    assert_eq!(play_engine(&mut first).await, Err(RefusalCode::TooManyGames), "three are enough");
    let mut second = server.enter("second").await;
    play_engine(&mut second).await.unwrap();
    assert_eq!(play_engine(&mut second).await, Err(RefusalCode::TooManyGames), "four from here");
    let mut account = member(server, "minh-anh").await;
    for _ in 0..4 {
        play_engine(&mut account).await.unwrap();
    }
}

/// A review of one move.
async fn tree(server: &TestServer, cookie: &str) -> Value {
    let file = "position startpos moves 7g7f";
    let path = "/api/v1/reviews/read?format=usi";
    let page = server.request("POST", path, &[("Cookie", cookie)], file).await;
    assert_eq!(page.status, 200, "{page:?}");
    page.json()["trees"][0].clone()
}

async fn keep_review(server: &TestServer, cookie: &str, tree: &Value) -> Page {
    send(server, cookie, "POST", "/reviews", json!({ "tree": tree, "public": false })).await
}

async fn import(server: &TestServer, cookie: &str, format: &str, file: &str) -> Page {
    let path = format!("/api/v1/me/imports?format={format}");
    server.request("POST", &path, &[("Cookie", cookie)], file).await
}

#[tokio::test]
async fn reviews_without_end() {
    let server = &TestServer::start().await;
    let guest = server.enter("guest").await.cookie;
    let tree = tree(server, &guest).await;
    for _ in 0..10 {
        assert_eq!(keep_review(server, &guest, &tree).await.status, 201);
    }
    let page = keep_review(server, &guest, &tree).await;
    assert_eq!(code(&page), (409, "too_many_own_reviews".to_owned()));
    let account = register(server, &guest, "minh-anh").await;
    assert_eq!(keep_review(server, &account, &tree).await.status, 201, "accounts have more");
}

both_servers!(
    more_than_one_may_keep,
    |config| {
        config.storage.guest_mb = 0;
    },
    |server| async {
        let guest = server.enter("guest").await.cookie;
        let tree = tree(server, &guest).await;
        let page = keep_review(server, &guest, &tree).await;
        assert_eq!(code(&page), (409, "archive_full".to_owned()));
        let page = import(server, &guest, "usi", "position startpos moves 7g7f").await;
        assert_eq!(code(&page), (409, "archive_full".to_owned()));
        let list = send(server, &guest, "GET", "/me/imports", Value::Null).await;
        assert_eq!(list.json()["imports"], json!([]), "nothing of it is kept");
        let account = register(server, &guest, "minh-anh").await;
        assert_eq!(keep_review(server, &account, &tree).await.status, 201);
        assert_eq!(
            import(server, &account, "usi", "position startpos moves 7g7f").await.status,
            201
        );
    }
);

#[tokio::test]
async fn a_disk_that_is_nearly_full_is_left_to_the_games() {
    let server = &TestServer::with(Kind::Sqlite, |config| {
        config.storage.disk_percent_max = 0;
    })
    .await;
    let guest = server.enter("guest").await.cookie;
    let tree = tree(server, &guest).await;
    let page = keep_review(server, &guest, &tree).await;
    assert_eq!(code(&page), (507, "storage_full".to_owned()));
    let page = import(server, &guest, "usi", "position startpos moves 7g7f").await;
    assert_eq!(code(&page), (507, "storage_full".to_owned()));
    let (mut sente, mut gote, _) = super::pair(server, "5+30").await;
    super::play(&mut sente, &mut gote, "7g7f 3c3d".split(' ')).await;
}

#[tokio::test]
async fn an_import_that_could_not_be_read_again() {
    let server = &TestServer::start().await;
    let guest = server.enter("guest").await.cookie;
    let comment = format!("*{}\n", "a".repeat(1_000)).repeat(600);
    let file = format!("手合割：平手\n   1 ７六歩(77)\n{comment}   2 ３四歩(33)\n");
    let page = import(server, &guest, "kif", &file).await;
    assert_eq!(page.status, 201, "{page:?}");
    let id = page.json()["imports"][0]["import"].as_str().expect("an id").to_owned();
    let page = send(server, &guest, "GET", &format!("/me/imports/{id}"), Value::Null).await;
    assert_eq!(page.status, 200, "{page:?}");
    let comments = page.json()["steps"][1]["comments"].clone();
    assert_eq!(comments.as_array().map(Vec::len), Some(600), "all of it is kept");
    assert_eq!(send(server, &guest, "GET", "/me/imports.zip", Value::Null).await.status, 200);

    // A format without lines may have a line that no other can have.
    let moves = json!([{ "comments": ["a".repeat(600_000)] }]);
    let file = json!({ "header": {}, "initial": { "preset": "HIRATE" }, "moves": moves });
    let page = import(server, &guest, "jkf", &file.to_string()).await;
    assert_eq!(code(&page), (422, "cannot_be_kept".to_owned()));
    assert!(page.json()["detail"].as_str().is_some_and(|it| it.contains("bytes in one line")));
    let list = send(server, &guest, "GET", "/me/imports", Value::Null).await;
    assert_eq!(list.json()["imports"].as_array().map(Vec::len), Some(1));
}

both_servers!(
    reports_that_bury_others,
    |config| {
        config.visitors.reports_per_day = TWO;
    },
    |server| async {
        register(server, &server.enter("minh").await.cookie, "minh-anh").await;
        let moderator = sign_in_as(server, "watchful", "moderator").await;
        let report =
            |words: &str| json!({ "handle": "minh-anh", "reason": "name", "words": words });
        let first = server.enter("first").await.cookie;
        for words in ["one", "two"] {
            let page = send(server, &first, "POST", "/reports", report(words)).await;
            assert_eq!(page.status, 204, "{page:?}");
        }
        let second = server.enter("second").await.cookie;
        let page = send(server, &second, "POST", "/reports", report("three")).await;
        assert_eq!(code(&page), (429, "too_many_reports".to_owned()));
        let account = register(server, &second, "an-account").await;
        assert_eq!(send(server, &account, "POST", "/reports", report("four")).await.status, 204);
        let listed = send(server, &moderator, "GET", "/moderation/reports", Value::Null).await;
        let listed = listed.json()["reports"].clone();
        let words: Vec<_> =
            listed.as_array().unwrap().iter().map(|it| it["words"].clone()).collect();
        assert_eq!(words, ["four", "one\ntwo"], "accounts' first, and one's own together");
    }
);
