//! News of clubs in the chats of groups elsewhere, and for programs, at stand-ins of each server.

use base64::{Engine as _, engine::general_purpose::STANDARD};
use komadai_protocol::{ClientMessage, SeekWants, SetupRequest, SideWish};
use komadai_server::config::Config;
use komadai_store::clubs::bridges as rows;
use ring::hmac;
use serde_json::{Value, json};

use super::{
    accounts::code,
    ratings::member,
    site::send,
    studies::get,
    tournaments::{Desk, post, settings as event_settings},
};
use crate::fixture::{
    Kind, Tab, TestServer, clock,
    hooks::{HookServer, Hooked},
    http::Page,
    setup, until, uuid,
};

/// How the servers of the tests call themselves.
const SITE: &str = "http://127.0.0.1:0";

/// Runs a test on both databases with a server beside it that stands for all others.
macro_rules! both_with_hooks {
    ($name:ident, |$server:ident, $hooks:ident| $test:expr) => {
        mod $name {
            use super::*;

            async fn test(kind: Kind) {
                let $hooks = &mut HookServer::start().await;
                let base = $hooks.url("");
                let configure = |config: &mut Config| {
                    config.bridges.to_private = true;
                    config.bridges.gap_s = 0;
                    config.bridges.seek_after_s = 0;
                    config.bridges.telegram = base.clone();
                    config.bridges.line = base.clone();
                    config.bridges.zalo = base.clone();
                };
                let $server = &mut TestServer::with(kind, configure).await;
                $test.await;
            }

            #[tokio::test]
            async fn sqlite() {
                test(Kind::Sqlite).await;
            }

            #[tokio::test]
            async fn postgres() {
                test(Kind::Postgres).await;
            }
        }
    };
}

/// A club of its host and one member.
async fn club(server: &TestServer, host: &Tab, member: &Tab) {
    let about = json!({ "name": "Câu lạc bộ Shogi Hà Nội", "joining": "open" });
    let body = json!({ "create": uuid(), "slug": "hanoi", "settings": about });
    assert_eq!(post(server, host, "/api/v1/clubs", &body).await.status, 201);
    act(server, member, json!({ "t": "join" })).await;
}

async fn try_act(server: &TestServer, by: &Tab, act: &Value) -> Page {
    let body = json!({ "id": uuid(), "act": act });
    post(server, by, "/api/v1/clubs/hanoi/acts", &body).await
}

async fn act(server: &TestServer, by: &Tab, act: Value) -> Value {
    let page = try_act(server, by, &act).await;
    assert_eq!(page.status, 200, "{act}: {page:?}");
    page.json()
}

fn bridge(kind: &str, more: Value) -> Value {
    let mut settings = json!({
        "kind": kind,
        "name": kind,
        "lang": "vi",
        "topics": ["seek", "open", "round", "result"],
        "names": true,
    });
    for (key, value) in more.as_object().unwrap() {
        settings[key] = value.clone();
    }
    settings
}

/// Adds a bridge; what is answered.
async fn add(server: &TestServer, by: &Tab, settings: Value, secret: &str) -> Value {
    act(server, by, json!({ "t": "add_bridge", "bridge": settings, "secret": secret })).await
}

async fn bridges(server: &TestServer, by: &Tab) -> Vec<Value> {
    let page = get(server, &by.cookie, "/clubs/hanoi/bridges").await;
    page.json()["bridges"].as_array().unwrap_or_else(|| panic!("{page:?}")).clone()
}

async fn attempt(server: &TestServer, by: &Tab, bridge: &Value) {
    act(server, by, json!({ "t": "try_bridge", "bridge": bridge["id"] })).await;
}

/// What a program checks.
fn assert_signed(hooked: &Hooked, secret: &str) {
    let key = STANDARD.decode(secret.strip_prefix("whsec_").expect("a secret")).unwrap();
    let key = hmac::Key::new(hmac::HMAC_SHA256, &key);
    let (id, at) = (&hooked.headers["webhook-id"], &hooked.headers["webhook-timestamp"]);
    let said = format!("{id}.{at}.{}", hooked.body);
    let tag = hooked.headers["webhook-signature"].strip_prefix("v1,").expect("a signature");
    let tag = STANDARD.decode(tag).unwrap();
    hmac::verify(&key, said.as_bytes(), &tag).expect("signed with the secret");
}

async fn seek(tab: &mut Tab, rated: bool) {
    let setup = SetupRequest { side: SideWish::Random, rated, ..setup(clock("10+30")) };
    let seek = uuid();
    let wants = SeekWants::default();
    let asked = tab.ask(|id| ClientMessage::Seek { id, seek, setup, wants, quick: false }).await;
    asked.expect("a seek");
}

both_with_hooks!(a_program_is_told_once_and_knows_who_tells, |server, hooks| async {
    let host = member(server, "host", "1d").await;
    let mut anh = member(server, "anh", "5k").await;
    club(server, &host, &anh).await;
    let mut stranger = member(server, "stranger", "5k").await;
    let made =
        add(server, &host, bridge("webhook", json!({ "host": hooks.url("/hook") })), "").await;
    let secret = made["token"].as_str().expect("shown once").to_owned();

    let mut silent = member(server, "silent", "5k").await;
    act(server, &silent, json!({ "t": "join" })).await;
    let privacy = json!({ "challenges_from": "all", "tells_followers": false });
    let page = send(server, &silent.cookie, "PUT", "/account/privacy", privacy).await;
    assert_eq!(page.status, 204, "{page:?}");

    // Others want a game as well: somebody who is not in the club, and somebody who does not tell
    // others when they are here.
    seek(&mut stranger, true).await;
    seek(&mut silent, true).await;
    hooks.answer_next("503 Service Unavailable\r\nRetry-After: 1\r\n", "");
    // What a program says besides its status is not read, however long it is.
    hooks.answer_next("200 OK\r\n", "x".repeat(100_000).leak());
    seek(&mut anh, true).await;
    let first = hooks.hooked().await;
    assert_eq!((first.method.as_str(), first.path.as_str()), ("POST", "/hook"));
    assert_signed(&first, &secret);
    let again = hooks.hooked().await;
    assert_signed(&again, &secret);
    assert_eq!(first.headers["webhook-id"], again.headers["webhook-id"], "the same, again");
    assert_eq!(first.body, again.body);
    let said = again.json();
    assert_eq!(said["type"], "club.news");
    assert_eq!(said["data"]["club"]["slug"], "hanoi");
    let news = said["data"]["news"].as_array().unwrap();
    assert_eq!(news.len(), 1, "{said}");
    assert_eq!((&news[0]["t"], &news[0]["name"]), (&json!("seek"), &json!("anh")));
    assert_eq!(news[0]["title"], "anh đang tìm người chơi");
    assert_eq!(news[0]["text"], "10 phút, rồi 30 giây mỗi nước · có tính điểm");
    let picture = news[0]["picture"].as_str().unwrap().strip_prefix(SITE);
    let page = server.get(picture.expect("of the site")).await;
    assert_eq!(page.header("content-type"), Some("image/png"), "{page:?}");

    until("it has arrived", || async {
        let known = &bridges(server, &host).await[0];
        known["sent_ms"] != Value::Null && known["fault"] == Value::Null
    })
    .await;
    // Nothing is said of them again for a quarter of an hour, not even after a restart.
    seek(&mut anh, false).await;
    server.restart().await;
    attempt(server, &host, &bridges(server, &host).await[0]).await;
    let trial = hooks.hooked().await.json();
    assert_eq!(trial["data"]["news"][0]["t"], "trial", "nothing else was sent: {trial}");
    assert!(hooks.is_quiet());
});

both_with_hooks!(each_chat_is_told_in_its_own_way, |server, hooks| async {
    let host = member(server, "host", "1d").await;
    let anh = member(server, "anh", "5k").await;
    club(server, &host, &anh).await;
    let url = hooks.url("/secret");
    let own = json!({ "host": hooks.url("") });
    let title = "Tin nhắn thử của “Câu lạc bộ Shogi Hà Nội”";
    let link = format!("{SITE}/clubs/hanoi");
    let text = format!("{title}\nTin của câu lạc bộ trên Komadai sẽ được gửi vào đây.\n{link}");
    for (kind, more, secret, path, told) in [
        ("discord", json!({}), url.as_str(), "/secret", ("/embeds/0/title", title)),
        ("slack", json!({}), url.as_str(), "/secret", ("/attachments/0/title", title)),
        (
            "telegram",
            json!({ "target": "-100123" }),
            "12:ab-c_d",
            "/bot12:ab-c_d/sendMessage",
            ("/text", text.as_str()),
        ),
        (
            "zalo",
            json!({ "target": "g1" }),
            "12:ab",
            "/bot12:ab/sendMessage",
            ("/text", text.as_str()),
        ),
        (
            "line",
            json!({ "target": "C1" }),
            "token",
            "/v2/bot/message/push",
            ("/messages/0/text", text.as_str()),
        ),
        (
            "matrix",
            json!({ "target": "!r:x", "host": own["host"] }),
            "token",
            "/_matrix/client/v3/rooms/%21r%3Ax/send/m.room.message/",
            ("/body", text.as_str()),
        ),
    ] {
        add(server, &host, bridge(kind, more), secret).await;
        let known = bridges(server, &host).await.pop().unwrap();
        attempt(server, &host, &known).await;
        let hooked = hooks.hooked().await;
        assert!(hooked.path.starts_with(path), "{kind}: {hooked:?}");
        let (place, said) = told;
        let body = hooked.json();
        assert_eq!(body.pointer(place), Some(&json!(said)), "{kind}: {body}");
        let bearer = hooked.headers.get("authorization").map(String::as_str);
        let expected = (secret == "token").then_some("Bearer token");
        assert_eq!(bearer, expected, "{kind}");
        until("it has arrived", || async {
            bridges(server, &host).await.pop().unwrap()["sent_ms"] != Value::Null
        })
        .await;
    }
    // Nobody reads a secret again.
    let page = get(server, &host.cookie, "/clubs/hanoi/bridges").await.text();
    assert!(
        !page.contains("/secret") && !page.contains("12:ab") && !page.contains("\"token"),
        "{page}"
    );
    let log = get(server, &host.cookie, "/clubs/hanoi/acts").await.text();
    assert!(log.contains("add_bridge") && !log.contains("12:ab"), "{log}");
    // Others than organisers see and change nothing.
    let page = get(server, &anh.cookie, "/clubs/hanoi/bridges").await;
    assert_eq!(code(&page), (403, "not_allowed".to_owned()));
    let known = bridges(server, &host).await.pop().unwrap();
    for it in [
        json!({ "t": "try_bridge", "bridge": known["id"] }),
        json!({ "t": "remove_bridge", "bridge": known["id"] }),
        json!({ "t": "add_bridge", "bridge": bridge("discord", json!({})), "secret": url }),
    ] {
        assert_eq!(code(&try_act(server, &anh, &it).await).1, "not_allowed", "{it}");
    }
});

both_with_hooks!(a_token_that_is_no_longer_valid_pauses_and_rings, |server, hooks| async {
    let host = member(server, "host", "1d").await;
    let mut anh = member(server, "anh", "5k").await;
    club(server, &host, &anh).await;
    let settings = bridge("telegram", json!({ "target": "-100123" }));
    add(server, &host, settings.clone(), "12:old").await;
    hooks.answer_next("401 Unauthorized\r\n", r#"{"ok":false,"error_code":401}"#);
    seek(&mut anh, true).await;
    assert_eq!(hooks.hooked().await.path, "/bot12:old/sendMessage");
    until("it is paused", || async {
        let known = &bridges(server, &host).await[0];
        known["paused_ms"] != Value::Null && known["fault"] == "token" && known["n_waiting"] == 0
    })
    .await;
    let bell = get(server, &host.cookie, "/me/bell").await.json();
    let told =
        bell["items"].as_array().unwrap().iter().find(|it| it["item"]["t"] == "bridge_paused");
    let item = &told.unwrap_or_else(|| panic!("{bell}"))["item"];
    assert_eq!((&item["bridge"], &item["fault"]), (&json!("telegram"), &json!("token")));

    // An organiser gives it another one, and it goes on.
    let id = bridges(server, &host).await[0]["id"].clone();
    let change = json!({
        "t": "change_bridge", "bridge": id, "settings": settings, "secret": "12:new",
    });
    act(server, &host, change).await;
    assert_eq!(bridges(server, &host).await[0]["paused_ms"], Value::Null);
    attempt(server, &host, &bridges(server, &host).await[0]).await;
    assert_eq!(hooks.hooked().await.path, "/bot12:new/sendMessage");
    act(server, &host, json!({ "t": "remove_bridge", "bridge": id })).await;
    assert!(bridges(server, &host).await.is_empty());
});

both_with_hooks!(an_answer_to_an_old_token_says_nothing_about_the_new_one, |server, hooks| async {
    let host = member(server, "host", "1d").await;
    let anh = member(server, "anh", "5k").await;
    club(server, &host, &anh).await;
    let settings = bridge("telegram", json!({ "target": "-100123" }));
    add(server, &host, settings.clone(), "12:old").await;
    let known = bridges(server, &host).await.remove(0);
    hooks.answer_next_later("401 Unauthorized\r\n", "");
    attempt(server, &host, &known).await;
    assert_eq!(hooks.hooked().await.path, "/bot12:old/sendMessage");
    let change = json!({
        "t": "change_bridge", "bridge": known["id"], "settings": settings, "secret": "12:new",
    });
    act(server, &host, change).await;
    hooks.release();
    assert_eq!(hooks.hooked().await.path, "/bot12:new/sendMessage");
    until("it has arrived", || async {
        let known = &bridges(server, &host).await[0];
        known["sent_ms"] != Value::Null && known["paused_ms"] == Value::Null
    })
    .await;
});

both_with_hooks!(an_event_is_told_from_its_entries_to_its_end, |server, hooks| async {
    let host = member(server, "host", "1d").await;
    let anh = member(server, "anh", "5k").await;
    club(server, &host, &anh).await;
    add(server, &host, bridge("discord", json!({})), &hooks.url("/secret")).await;
    let mut settings = event_settings(json!({ "t": "swiss", "rounds": 1 }));
    settings["plan"]["club"] = json!("hanoi");
    settings["plan"]["at_the_board"] = json!(true);
    settings["plan"]["rated"] = json!(false);
    let desk = Desk::set_up(server, &host, &settings).await;
    // The first look at what there is tells nothing.
    desk.act(&host, json!({ "t": "open" })).await;
    let title = |hooked: &Hooked| {
        let body = hooked.json();
        let embed = &body["embeds"][0];
        (embed["title"].as_str().unwrap().to_owned(), embed["description"].clone())
    };
    let (opened, _) = title(&hooks.hooked().await);
    assert!(opened.contains("Đã mở đăng ký"), "{opened}");
    for player in [&host, &anh] {
        desk.act(player, json!({ "t": "join" })).await;
    }
    desk.act(&host, json!({ "t": "enter", "entry": { "name": "Nguyễn Văn Tèo" } })).await;
    desk.act(&host, json!({ "t": "begin" })).await;
    let (round, games) = title(&hooks.hooked().await);
    assert!(round.contains("vòng 1 bắt đầu"), "{round}");
    assert_eq!(games, json!("1 ván"));
    let game = desk.open().await[0]["key"].clone();
    desk.act(&host, json!({ "t": "result", "game": game, "outcome": "sente" })).await;
    let (over, first) = title(&hooks.hooked().await);
    assert!(over.contains("đã kết thúc"), "{over}");
    assert!(!first.to_string().contains("Tèo"), "who has no account is not named: {first}");
});

both_with_hooks!(only_what_can_be_asked_is_taken, |server, hooks| async {
    let host = member(server, "host", "1d").await;
    let anh = member(server, "anh", "5k").await;
    club(server, &host, &anh).await;
    for (settings, secret) in [
        (bridge("discord", json!({})), ""),
        (bridge("discord", json!({})), "ftp://x.example/hook"),
        (bridge("discord", json!({})), "no address"),
        (bridge("telegram", json!({})), "12:ab"),
        (bridge("telegram", json!({ "target": "-1" })), "12/../ab"),
        (bridge("matrix", json!({ "target": "!r:x", "host": "" })), "token"),
        (bridge("webhook", json!({ "host": "x" })), ""),
        (bridge("webhook", json!({ "host": hooks.url("/"), "topics": [] })), ""),
        (bridge("webhook", json!({ "host": hooks.url("/"), "lang": "tlh" })), ""),
    ] {
        let add = json!({ "t": "add_bridge", "bridge": settings, "secret": secret });
        assert_eq!(code(&try_act(server, &host, &add).await).1, "bad_words", "{add}");
    }
    // A token goes to no other server than the one for which it was given.
    let settings = bridge("matrix", json!({ "target": "!r:x", "host": hooks.url("") }));
    add(server, &host, settings, "token").await;
    let id = bridges(server, &host).await[0]["id"].clone();
    let elsewhere = bridge("matrix", json!({ "target": "!r:x", "host": "http://127.0.0.1:1" }));
    let change = json!({ "t": "change_bridge", "bridge": id, "settings": elsewhere, "secret": "" });
    assert_eq!(code(&try_act(server, &host, &change).await).1, "bad_words");
    for _ in 1..8 {
        add(server, &host, bridge("webhook", json!({ "host": hooks.url("/") })), "").await;
    }
    let settings = bridge("webhook", json!({ "host": hooks.url("/") }));
    let add = json!({ "t": "add_bridge", "bridge": settings, "secret": "" });
    assert_eq!(code(&try_act(server, &host, &add).await).1, "club_full");
    // A redirect is not followed: what stands there was not asked for.
    hooks.answer_next("302 Found\r\nLocation: /elsewhere\r\n", "");
    let all = bridges(server, &host).await;
    let place = all.iter().position(|it| it["settings"]["kind"] == "webhook").unwrap();
    attempt(server, &host, &all[place]).await;
    assert_eq!(hooks.hooked().await.path, "/");
    until("it is refused", || async { bridges(server, &host).await[place]["fault"] == "refused" })
        .await;
    assert!(hooks.is_quiet());
});

#[tokio::test]
async fn no_bridge_leads_into_the_own_network() {
    let server = TestServer::start().await;
    let host = member(&server, "host", "1d").await;
    let anh = member(&server, "anh", "5k").await;
    club(&server, &host, &anh).await;
    for address in [
        "http://hooks.example/x",
        "https://127.0.0.1/x",
        "https://[::1]/x",
        "https://localhost/x",
        "https://169.254.169.254/latest",
        "https://10.0.0.1/x",
        "https://hooks.example:8443/x",
        "https://user:password@hooks.example/x",
    ] {
        for (settings, secret) in [
            (bridge("discord", json!({})), address),
            (bridge("webhook", json!({ "host": address })), ""),
            (bridge("matrix", json!({ "host": address, "target": "!r:x" })), "token"),
        ] {
            let add = json!({ "t": "add_bridge", "bridge": settings, "secret": secret });
            assert_eq!(code(&try_act(&server, &host, &add).await).1, "bad_words", "{add}");
        }
    }
}

#[tokio::test]
async fn a_token_that_lies_in_clear_is_sealed_at_the_next_start() {
    let server = &mut TestServer::start().await;
    let host = member(server, "host", "1d").await;
    let anh = member(server, "anh", "5k").await;
    club(server, &host, &anh).await;
    add(server, &host, bridge("telegram", json!({ "target": "-1" })), "12:ab").await;
    let store = server.store();
    let (id, sealed) = rows::secrets(&mut store.read().await.unwrap()).await.unwrap().remove(0);
    // As a server without a key has stored it.
    let clear = [&[0], b"12:ab".as_slice()].concat();
    let mut tx = store.write().await.unwrap();
    rows::replace_secret(&mut tx, id, &sealed, &clear).await.unwrap();
    tx.commit().await.unwrap();
    drop(store);
    server.restart().await;
    let store = server.store();
    let stored = rows::secrets(&mut store.read().await.unwrap()).await.unwrap().remove(0).1;
    assert_eq!(stored.len(), sealed.len());
    assert_eq!(stored[..5], sealed[..5], "by the same key");
}
