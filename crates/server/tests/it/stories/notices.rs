//! Notifications for those who are away, and none for those who are there.

use komadai_protocol::{ClientMessage, ClockSetup, GameEvent};
use komadai_server::config::Config;
use komadai_store::accounts;
use serde_json::{Value, json};
use tokio::time::Instant;
use uuid::Uuid;

use super::{
    accounts::{PASSWORD, ask, code, new_cookie},
    email::with_mail,
    ratings::member,
    site::send,
    tournaments::{Desk, settings as event_settings},
};
use crate::fixture::{
    Kind, Tab, TestServer, both_servers, clock,
    http::get,
    mail::{MailServer, Received},
    push::{Browser, PushService},
    setup, until, uuid,
};

const ADDRESS: &str = "binh@example.org";

fn at_once(config: &mut Config) {
    config.notices.away_s = 0;
    config.notices.push_to_private = true;
}

/// Runs a test on both databases with a mail server and a push service beside it.
macro_rules! both_with_post {
    ($name:ident, |$server:ident, $mail:ident, $push:ident| $test:expr) => {
        mod $name {
            use super::*;

            async fn test(kind: Kind) {
                let $mail = &mut MailServer::start().await;
                let $push = &mut PushService::start().await;
                let configure = |config: &mut Config| {
                    with_mail(config, $mail);
                    at_once(config);
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

/// Gives an account an address.
async fn give_address(server: &TestServer, mail: &mut MailServer, cookie: &str, address: &str) {
    let body = json!({ "email": address, "password": PASSWORD, "lang": "vi" });
    assert_eq!(ask(server, cookie, "email", body).await.status, 202);
    let ticket = mail.letter().await.ticket("verify");
    let page = ask(server, "", "email/verify", json!({ "ticket": ticket, "lang": "vi" })).await;
    assert_eq!(page.status, 204, "{page:?}");
}

fn described(browser: &Browser, lang: &str) -> Value {
    json!({
        "endpoint": browser.endpoint,
        "p256dh": browser.p256dh(),
        "auth": browser.auth(),
        "lang": lang,
    })
}

async fn allow(server: &TestServer, cookie: &str, browser: &Browser, lang: &str) {
    let page = send(server, cookie, "PUT", "/me/notices/browser", described(browser, lang)).await;
    assert_eq!(page.status, 204, "{page:?}");
}

async fn challenge(tab: &mut Tab, to: &str) -> Uuid {
    let (challenge, to, setup) = (uuid(), to.to_owned(), setup(clock("10+30")));
    let asked = tab.ask(|id| ClientMessage::Challenge { id, challenge, to, setup, hours: 24 });
    asked.await.expect("a challenge");
    challenge
}

/// Waits until the server knows that somebody has left.
async fn leave(server: &TestServer, tab: Tab, handle: &str) -> String {
    let cookie = tab.cookie.clone();
    let mut conn = server.store().read().await.unwrap();
    let account = accounts::find_by_key(&mut conn, handle).await.unwrap().expect("an account");
    drop((conn, tab));
    let user = account.user.id;
    until("somebody has left", || async { !server.service().presence.is_online(user) }).await;
    cookie
}

fn subject(letter: &Received) -> String {
    // Encoded words, as headers have them; what is tested here is only that there is one.
    letter.headers["subject"].clone()
}

both_with_post!(who_is_away_hears_of_a_challenge_once, |server, mail, push| async {
    let mut anh = member(server, "anh", "5k").await;
    let mut chi = member(server, "chi", "5k").await;
    let binh = member(server, "binh", "5k").await;
    give_address(server, mail, &binh.cookie, ADDRESS).await;
    let browser = push.browser();
    allow(server, &binh.cookie, &browser, "ja").await;
    let spoken = json!({ "language": "auto", "spoken": "en" });
    let page = send(server, &binh.cookie, "PUT", "/me/settings", spoken).await;
    assert_eq!(page.status, 204, "{page:?}");

    // There is nothing to tell somebody who is there; of what comes later they hear.
    let dung = member(server, "dung", "5k").await;
    give_address(server, mail, &dung.cookie, "dung@example.org").await;
    leave(server, dung, "dung").await;
    challenge(&mut anh, "binh").await;
    challenge(&mut anh, "dung").await;
    let letter = mail.letter().await;
    assert_eq!(letter.to, "dung@example.org", "{letter:?}");
    assert!(letter.body.contains("nhận lời"), "Vietnamese where nothing is known: {letter:?}");

    let binh = leave(server, binh, "binh").await;
    challenge(&mut chi, "binh").await;
    let letter = mail.letter().await;
    assert!(letter.to == ADDRESS && letter.body.contains("Open the lobby"), "{letter:?}");
    assert!(letter.body.contains("http://localhost:8080/\n"), "{letter:?}");
    assert!(!subject(&letter).is_empty());
    let told = push.message().await;
    assert_eq!(told.said["path"], "/");
    assert!(told.said["title"].as_str().unwrap().contains("対局の申し込み"), "{told:?}");
    assert!(browser.endpoint.ends_with(&told.path));
    assert_eq!(told.headers["content-encoding"], "aes128gcm");
    assert!(told.headers["authorization"].starts_with("vapid t="), "{told:?}");
    assert!(told.headers["topic"].len() <= 32 && told.headers.contains_key("ttl"), "{told:?}");

    // A start looks again and says nothing again; the next thing is said.
    let key = show(server, &binh).await["push_key"].clone();
    drop((anh, chi));
    server.restart().await;
    assert_eq!(show(server, &binh).await["push_key"], key, "the key is kept");
    let mut khanh = member(server, "khanh", "5k").await;
    challenge(&mut khanh, "binh").await;
    let told = push.message().await;
    let letter = mail.letter().await;
    assert!(letter.to == ADDRESS, "{letter:?}");
    assert!(told.said["body"].as_str().unwrap().starts_with("「khanh」"), "{told:?}");

    // No more letters, by one request of a mail program that is nobody.
    let off = letter.headers["list-unsubscribe"].trim_matches(['<', '>']).to_owned();
    assert_eq!(letter.headers["list-unsubscribe-post"], "List-Unsubscribe=One-Click");
    let path = off.strip_prefix("http://localhost:8080").expect("an address of ours");
    assert!(letter.body.contains(&off.replace("/api/v1/notices/off/", "/notices#")), "{letter:?}");
    let forged = format!("{}AAAA", &path[..path.len() - 4]);
    assert_eq!(code(&server.request("POST", &forged, &[], "").await).1, "bad_ticket");
    let page = server.request("POST", path, &[], "").await;
    assert_eq!((page.status, page.json()["kind"].clone()), (200, json!("challenge")), "{page:?}");
    let off = show(server, &binh).await["off"].clone();
    assert_eq!(off, json!([{ "kind": "challenge", "channel": "mail" }]));
    let mut giang = member(server, "giang", "5k").await;
    challenge(&mut giang, "binh").await;
    let told = push.message().await;
    assert!(told.said["body"].as_str().unwrap().starts_with("「giang」"), "{told:?}");
    // Had there been a letter, it would stand before this one.
    let body = json!({ "email": ADDRESS, "lang": "vi" });
    assert_eq!(ask(server, "", "forgotten", body).await.status, 202);
    assert!(mail.letter().await.body.contains("#reset="));
});

async fn show(server: &TestServer, cookie: &str) -> Value {
    let page = send(server, cookie, "GET", "/me/notices", Value::Null).await;
    assert_eq!(page.status, 200, "{page:?}");
    page.json()
}

both_with_post!(who_is_away_hears_that_it_is_their_move, |server, mail, push| async {
    let mut anh = member(server, "anh", "5k").await;
    let mut binh = member(server, "binh", "5k").await;
    give_address(server, mail, &binh.cookie, ADDRESS).await;
    let browser = push.browser();
    allow(server, &binh.cookie, &browser, "vi").await;
    let page = json!({ "kind": "turn", "channel": "mail", "on": false });
    assert_eq!(send(server, &binh.cookie, "PUT", "/me/notices", page).await.status, 204);
    let game = anh.create(setup(clock("10+30"))).await;
    binh.join(game).await;
    anh.event(|event| matches!(event, GameEvent::Started { .. }).then_some(())).await;
    anh.play("7g7f").await;
    binh.sees_ply(1).await;
    binh.play("3c3d").await;
    anh.sees_ply(2).await;
    leave(server, binh, "binh").await;
    anh.play("2g2f").await;
    let told = push.message().await;
    assert_eq!(told.said["path"], format!("/{game}"));
    assert_eq!(told.said["title"], "Đến lượt bạn đi", "{told:?}");
    let body = told.said["body"].as_str().unwrap();
    assert!(body.contains("“anh”, nước thứ 4"), "{told:?}");
    let body = json!({ "email": ADDRESS, "lang": "vi" });
    assert_eq!(ask(server, "", "forgotten", body).await.status, 202);
    assert!(mail.letter().await.body.contains("#reset="), "letters of moves are off");
});

both_with_post!(who_is_away_hears_once_of_a_move_by_correspondence, |server, mail, push| async {
    let mut anh = member(server, "anh", "5k").await;
    let mut binh = member(server, "binh", "5k").await;
    give_address(server, mail, &binh.cookie, ADDRESS).await;
    allow(server, &binh.cookie, &push.browser(), "en").await;
    let game = anh.create(setup(ClockSetup::Correspondence { days: 3, weekends_off: false })).await;
    binh.join(game).await;
    anh.event(|event| matches!(event, GameEvent::Started { .. }).then_some(())).await;
    anh.play("7g7f").await;
    binh.sees_ply(1).await;
    leave(server, binh, "binh").await;
    let told = push.message().await;
    assert_eq!(told.said["path"], format!("/{game}"));
    assert_eq!(told.said["title"], "It is your turn", "{told:?}");
    let body = told.said["body"].as_str().unwrap();
    assert!(body.starts_with("Move 1: P-76\n"), "{told:?}");
    assert!(body.contains("with “anh”. You have more than 2 days left"), "{told:?}");
    let image = told.said["image"].as_str().unwrap();
    assert!(image.ends_with("/diagram.png?ply=1&lang=en&bottom=gote&width=480"), "{image}");
    let picture = get(server.address, image, &[]).await;
    assert_eq!((picture.status, picture.header("content-type")), (200, Some("image/png")));
    let letter = mail.letter().await;
    assert!(letter.body.starts_with("Nước 1: "), "{letter:?}");
    assert!(letter.body.contains("ván cờ thư tín với “anh”"), "{letter:?}");
    assert!(letter.picture.unwrap().starts_with(b"\x89PNG"));
    // A start looks again and says nothing again.
    drop(anh);
    server.restart().await;
    let mut chi = member(server, "chi", "5k").await;
    challenge(&mut chi, "binh").await;
    assert!(push.message().await.said["body"].as_str().unwrap().starts_with("“chi”"));
});

both_with_post!(
    who_is_away_hears_of_announcements_and_that_their_board_is_open,
    |server, _mail, push| async {
        let organiser = member(server, "organiser", "5k").await;
        let players = [member(server, "anh", "5k").await, member(server, "binh", "5k").await];
        let settings = json!({
            "name": "Giải mùa thu",
            "format": { "t": "swiss", "rounds": 1 },
            "plan": {
                "variant": "standard",
                "rules": "tournament",
                "clock": { "kind": "byoyomi", "main_ms": 600_000, "byoyomi_ms": 30_000 },
                "grace_ms": 600_000,
            },
        });
        let body = json!({ "create": uuid(), "settings": settings });
        let page = send(server, &organiser.cookie, "POST", "/tournaments", body).await;
        assert_eq!(page.status, 201, "{page:?}");
        let path = format!("/tournaments/{}", page.json()["code"].as_str().unwrap());
        let act = async |cookie: &str, act: Value| {
            let body = json!({ "id": uuid(), "act": act, "reason": "" });
            let page = send(server, cookie, "POST", &format!("{path}/acts"), body).await;
            assert_eq!(page.status, 200, "{act}: {page:?}");
        };
        act(&organiser.cookie, json!({ "t": "open" })).await;
        for player in &players {
            act(&player.cookie, json!({ "t": "join" })).await;
            allow(server, &player.cookie, &push.browser(), "en").await;
        }
        let [anh, _binh] = players;
        leave(server, anh, "anh").await;
        // What the organisers say is on the page alone, and nowhere that others could quote it.
        act(&organiser.cookie, json!({ "t": "announce", "text": "Trời mưa, bắt đầu muộn" })).await;
        let told = push.message().await;
        assert_eq!(told.said["title"], "The organisers have an announcement", "{told:?}");
        assert!(told.said["body"].as_str().unwrap().contains("“Giải mùa thu”"), "{told:?}");
        assert!(!told.said.to_string().contains("Trời mưa"), "{told:?}");
        assert_eq!(told.said["path"], path);

        act(&organiser.cookie, json!({ "t": "begin" })).await;
        let told = push.message().await;
        assert_eq!(told.said["title"], "Your board is open", "{told:?}");
        let body = told.said["body"].as_str().unwrap();
        assert!(body.contains("“Giải mùa thu”") && body.contains("you play “binh”"), "{told:?}");
        let game = told.said["path"].as_str().unwrap().trim_start_matches('/').parse().unwrap();
        assert_eq!(server.game(game).await.ply, 0);
    }
);

both_with_post!(a_browser_that_is_gone_is_forgotten, |server, _mail, push| async {
    let mut anh = member(server, "anh", "5k").await;
    let binh = member(server, "binh", "5k").await;
    let (gone, here, signed_out) = (push.browser(), push.browser(), push.browser());
    allow(server, &binh.cookie, &gone, "vi").await;
    allow(server, &binh.cookie, &here, "vi").await;
    // The same account in another browser, where it signs out again.
    let body = json!({ "handle": "binh", "password": PASSWORD });
    let visitor = server.enter("visitor").await;
    let page = ask(server, &visitor.cookie, "sign-in", body).await;
    let other = new_cookie(&page);
    allow(server, &other, &signed_out, "vi").await;
    assert_eq!(show(server, &binh.cookie).await["n_browsers"], 3);
    assert_eq!(ask(server, &other, "sign-out", json!({})).await.status, 200);
    assert_eq!(show(server, &binh.cookie).await["n_browsers"], 2);

    let page = json!({ "kind": "turn", "channel": "mail", "on": false });
    assert_eq!(send(server, &binh.cookie, "PUT", "/me/notices", page).await.status, 204);
    let data = send(server, &binh.cookie, "GET", "/me/data.json", Value::Null).await;
    let text = String::from_utf8(data.body.clone()).unwrap();
    for secret in [here.endpoint.rsplit('/').next().unwrap(), &here.p256dh(), &here.auth()] {
        assert!(!text.contains(secret), "{secret}: {text}");
    }
    let kept = data.json()["notices"].clone();
    assert_eq!(kept["off"], json!([{ "kind": "turn", "channel": "mail" }]));
    let kept = kept["browsers"].as_array().unwrap();
    assert_eq!(kept.len(), 3, "all rows there are, also of the one signed out: {kept:?}");
    for browser in kept {
        let is_here = here.endpoint.contains(browser["push_service"].as_str().unwrap());
        assert!(is_here && browser["lang"] == "vi" && browser["since_ms"].is_u64(), "{browser}");
    }

    push.forget(&gone);
    let binh = leave(server, binh, "binh").await;
    challenge(&mut anh, "binh").await;
    let told = push.message().await;
    assert!(here.endpoint.ends_with(&told.path));
    until("the browser is forgotten", || async { show(server, &binh).await["n_browsers"] == 1 })
        .await;
    let page = json!({ "endpoint": here.endpoint });
    assert_eq!(send(server, &binh, "DELETE", "/me/notices/browser", page).await.status, 204);
    assert_eq!(show(server, &binh).await["n_browsers"], 0);
});

both_with_post!(a_browser_is_told_again_while_it_matters, |server, _mail, push| async {
    let mut anh = member(server, "anh", "5k").await;
    let mut chi = member(server, "chi", "5k").await;
    let binh = member(server, "binh", "5k").await;
    allow(server, &binh.cookie, &push.browser(), "en").await;
    leave(server, binh, "binh").await;
    // A challenge is over before the push service says that it is busy: due in 2 s.
    let hold = push.refuse_next("503 Service Unavailable\r\n");
    let withdrawn = challenge(&mut anh, "binh").await;
    until("it has come", || async { push.n_to_refuse() == 0 }).await;
    let asked = anh.ask(|id| ClientMessage::WithdrawChallenge { id, challenge: withdrawn });
    asked.await.expect("withdrawn");
    drop(hold);
    // This one is due after it, when the push service wants it.
    let hold = push.refuse_next("429 Too Many Requests\r\nRetry-After: 4\r\n");
    challenge(&mut chi, "binh").await;
    until("it has come", || async { push.n_to_refuse() == 0 }).await;
    let refused = Instant::now();
    drop(hold);
    let told = push.message().await;
    assert!(refused.elapsed().as_secs() >= 4, "told again after {:?}", refused.elapsed());
    let body = told.said["body"].as_str().unwrap();
    assert!(body.starts_with("“chi” "), "what is over is not told: {told:?}");
});

both_servers!(only_push_services_are_asked, |server| async {
    let tab = member(server, "anh", "5k").await;
    let service = PushService::start().await;
    let browser = service.browser();
    let put = async |what: Value| {
        code(&send(server, &tab.cookie, "PUT", "/me/notices/browser", what).await)
    };
    for endpoint in [
        browser.endpoint.as_str(),
        "https://127.0.0.1/x",
        "https://[::1]/x",
        "https://169.254.169.254/latest/meta-data",
        "file:///etc/passwd",
        "nonsense",
    ] {
        let mut described = described(&browser, "vi");
        described["endpoint"] = endpoint.into();
        assert_eq!(put(described).await, (422, "bad_browser".to_owned()), "{endpoint}");
    }
    let mut described = described(&browser, "vi");
    described["endpoint"] = "https://push.example/x".into();
    described["p256dh"] = browser.auth().into();
    assert_eq!(put(described).await, (422, "bad_browser".to_owned()));
    let nonsense = json!({ "kind": "sun", "channel": "mail", "on": true });
    let page = send(server, &tab.cookie, "PUT", "/me/notices", nonsense).await;
    assert_eq!(code(&page), (422, "bad_body".to_owned()));
    let guest = server.enter("guest").await;
    let page = send(server, &guest.cookie, "GET", "/me/notices", Value::Null).await;
    assert_eq!(code(&page), (403, "needs_account".to_owned()));
});

both_with_post!(who_decides_hears_of_requests_while_away, |server, mail, push| async {
    let anh = member(server, "anh", "5k").await;
    let binh = member(server, "binh", "5k").await;
    give_address(server, mail, &binh.cookie, ADDRESS).await;
    allow(server, &binh.cookie, &push.browser(), "en").await;
    let settings = json!({ "name": "Hà Nội", "joining": "request" });
    let body = json!({ "create": uuid(), "slug": "hanoi", "settings": settings });
    let page = send(server, &binh.cookie, "POST", "/clubs", body).await;
    assert_eq!(page.status, 201, "{page:?}");
    let mut event = event_settings(json!({ "t": "swiss", "rounds": 3 }));
    event["plan"]["by_application"] = json!(true);
    let desk = Desk::set_up(server, &binh, &event).await;
    desk.act(&binh, json!({ "t": "open" })).await;
    let mut event =
        event_settings(json!({ "t": "team", "boards": 2, "inner": { "t": "swiss", "rounds": 1 } }));
    event["plan"]["team_entry"] = json!({ "founding": true, "admission": "captain" });
    let teams = Desk::set_up(server, &anh, &event).await;
    teams.act(&anh, json!({ "t": "open" })).await;
    teams.act(&binh, json!({ "t": "found_team", "team": "Huế" })).await;
    leave(server, binh, "binh").await;

    let asks = json!({ "id": uuid(), "act": { "t": "join", "words": "" } });
    let page = send(server, &anh.cookie, "POST", "/clubs/hanoi/acts", asks).await;
    assert_eq!(page.status, 200, "{page:?}");
    let told = push.message().await;
    assert_eq!(told.said["path"], "/clubs/hanoi");
    assert!(told.said["body"].as_str().unwrap().contains("“Hà Nội”"), "{told:?}");
    assert!(mail.letter().await.body.contains("“Hà Nội”"));
    desk.act(&anh, json!({ "t": "apply" })).await;
    let told = push.message().await;
    assert_eq!(told.said["path"], format!("/tournaments/{}", desk.code));
    assert_eq!(told.said["title"], "Somebody waits for your decision");
    mail.letter().await;
    teams.act(&anh, json!({ "t": "join_team", "team": "Huế" })).await;
    let told = push.message().await;
    assert_eq!(told.said["path"], format!("/tournaments/{}", teams.code));
    assert!(told.said["body"].as_str().unwrap().contains("“Huế”"), "{told:?}");
    mail.letter().await;
});
