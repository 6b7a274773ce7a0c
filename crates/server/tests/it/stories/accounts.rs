//! Registering, signing in, and what must not be possible.

use komadai_protocol::GameEvent;
use serde_json::{Value, json};

use super::pair;
use crate::fixture::{Tab, TestServer, both_servers, http::Page, until};

pub(crate) const PASSWORD: &str = "bảy con tốt đen";

/// The close code of a socket whose session has ended.
pub(crate) const POLICY: u16 = 1008;

/// Does something about the account behind this cookie.
pub(super) async fn ask(server: &TestServer, cookie: &str, what: &str, body: Value) -> Page {
    let path = format!("/api/v1/account/{what}");
    let headers = [("Cookie", cookie)];
    server.request("POST", &path, &headers, &body.to_string()).await
}

pub(super) async fn account(server: &TestServer, cookie: &str) -> Value {
    server.get_with("/api/v1/account", &[("Cookie", cookie)]).await.json()["account"].clone()
}

/// The cookie that an answer sets.
pub(crate) fn new_cookie(page: &Page) -> String {
    let set = page.header("set-cookie").unwrap_or_else(|| panic!("no cookie: {page:?}"));
    set.split(';').next().unwrap_or_default().to_owned()
}

pub(super) fn code(page: &Page) -> (u16, String) {
    (page.status, page.json()["code"].as_str().unwrap_or_default().to_owned())
}

pub(super) async fn register(server: &TestServer, cookie: &str, handle: &str) -> String {
    let body = json!({ "handle": handle, "name": "Minh Ánh", "password": PASSWORD });
    let page = ask(server, cookie, "register", body).await;
    assert_eq!(page.status, 200, "{page:?}");
    new_cookie(&page)
}

both_servers!(a_guest_who_registers_has_the_games_under_the_new_name, |server| async {
    let (mut alice, mut bob, first) = pair(server, "5+30").await;
    alice.resign().await.unwrap();
    bob.sees_end().await;
    bob.rematch().await.unwrap();
    alice.rematch().await.unwrap();
    let next = |event: &GameEvent| match event {
        GameEvent::Next { game } => Some(*game),
        _ => None,
    };
    let second = bob.event(next).await;
    settled(server, &alice.cookie, 1).await;

    let cookie = register(server, &alice.cookie, "Minh_Anh").await;
    // The game that is played, while it is and after it.
    let strengths = server.get(&format!("/api/v1/games/{second}/ratings")).await.json();
    let names = ["sente", "gote"].map(|side| strengths["players"][side]["name"].clone());
    assert!(names.contains(&json!("Minh Ánh")), "{strengths}");
    bob.look_at(second).await;
    bob.resign().await.unwrap();
    let games = settled(server, &cookie, 2).await;
    for (game, listed) in [second, first].into_iter().zip(games) {
        assert_eq!(listed["game"].as_str(), Some(&game.to_string()[..]));
        let own = listed["side"].as_str().unwrap();
        assert_eq!(listed[own].as_str(), Some("Minh Ánh"), "{listed}");
    }
    let shown = server.game(first).await;
    let players = [shown.players.sente, shown.players.gote].map(Option::unwrap);
    assert!(players.iter().any(|it| it.name == "Minh Ánh" && !it.guest), "{players:?}");
});

/// So many of somebody's games, once they are stored.
async fn settled(server: &TestServer, cookie: &str, n: usize) -> Vec<Value> {
    let list = || async {
        let page = server.get_with("/api/v1/me/games", &[("Cookie", cookie)]).await.json();
        page["games"].as_array().cloned().unwrap_or_default()
    };
    until("the games are settled", || async { list().await.len() == n }).await;
    list().await
}

both_servers!(a_guest_registers_and_plays_on, |server| async {
    let (mut alice, mut bob, game) = pair(server, "5+30").await;
    let guest = alice.user.clone().expect("a guest");
    let before = alice.cookie.clone();
    let cookie = register(server, &before, "Minh_Anh").await;
    assert_eq!(alice.closed().await, Some(POLICY));
    assert_eq!(account(server, &before).await, Value::Null, "the old cookie is of no use");
    let member = account(server, &cookie).await;
    assert_eq!(
        (member["handle"].as_str(), member["name"].as_str()),
        (Some("Minh_Anh"), Some("Minh Ánh"))
    );

    let mut alice = Tab::open(server.address, "alice", Some(cookie)).await;
    let user = alice.user.clone().expect("it is known");
    assert_eq!((user.id, user.name.as_str(), user.guest), (guest.id, "Minh Ánh", false));
    alice.look_at(game).await;
    let (sente, gote) = if alice.view.you == alice.view.turn() {
        (&mut alice, &mut bob)
    } else {
        (&mut bob, &mut alice)
    };
    sente.play("7g7f").await;
    gote.sees_ply(1).await;
});

both_servers!(a_session_ends_where_it_is_ended, |server| async {
    let visitor = server.enter("visitor").await;
    let first = register(server, &visitor.cookie, "minh-anh").await;
    let body = json!({ "handle": "MinhAnh", "password": PASSWORD });
    // A cookie that somebody has slipped in is not the one that is signed in.
    let slipped_in = format!("komadai={}", "ab".repeat(32));
    let second = new_cookie(&ask(server, &slipped_in, "sign-in", body.clone()).await);
    assert_ne!(second, slipped_in);
    assert_eq!(account(server, &slipped_in).await, Value::Null);
    let third = new_cookie(&ask(server, &slipped_in, "sign-in", body).await);

    let mut tabs = Vec::new();
    for cookie in [&first, &second, &third] {
        tabs.push(Tab::open(server.address, "tab", Some(cookie.clone())).await);
    }
    let page = ask(server, &first, "sign-out", json!({})).await;
    assert_eq!(page.status, 200, "{page:?}");
    assert_ne!(new_cookie(&page), first);
    assert_eq!(tabs[0].closed().await, Some(POLICY));
    assert_eq!(account(server, &first).await, Value::Null);
    tabs[1].now().await;

    let body = json!({ "old": PASSWORD, "new": "tám con tốt đen" });
    assert_eq!(ask(server, &second, "password", body).await.status, 204);
    assert_eq!(tabs[2].closed().await, Some(POLICY), "a new password ends all other sessions");
    tabs[1].now().await;
    let body = json!({ "handle": "minhanh", "password": PASSWORD });
    assert_eq!(code(&ask(server, "", "sign-in", body).await), (401, "wrong_password".to_owned()));

    assert_eq!(ask(server, &second, "sign-out-everywhere", json!({})).await.status, 200);
    assert_eq!(tabs[1].closed().await, Some(POLICY));
    assert_eq!(account(server, &second).await, Value::Null);
});

both_servers!(nobody_learns_which_accounts_there_are, |server| async {
    let visitor = server.enter("visitor").await;
    register(server, &visitor.cookie, "minh-anh").await;
    let mut answers = Vec::new();
    for handle in ["minh-anh", "nobody-here", "' OR 1=1 --", "minh-anh\u{0}"] {
        let body = json!({ "handle": handle, "password": "' OR ''='" });
        let page = ask(server, "", "sign-in", body).await;
        assert_eq!(page.header("set-cookie"), None);
        answers.push((page.status, String::from_utf8(page.body).unwrap()));
    }
    answers.dedup();
    assert_eq!(answers.len(), 1, "{answers:?}");
    assert_eq!(answers[0].0, 401);
});

both_servers!(what_cannot_be_is_refused_and_changes_nothing, |server| async {
    let cookie = register(server, &server.enter("one").await.cookie, "minh-anh").await;
    for (handle, name, password, expected) in [
        ("minhanh", "", PASSWORD, (409, "name_taken")),
        ("rninh_anh", "", PASSWORD, (409, "name_taken")),
        ("Adm1n", "", PASSWORD, (422, "reserved_handle")),
        ("đức", "", PASSWORD, (422, "bad_handle")),
        ("duc-anh", "<script>", PASSWORD, (422, "bad_name")),
        ("duc-anh", "", "1234567", (422, "bad_password")),
        ("duc-anh", "", "password12345", (422, "guessable_password")),
        ("duc-anh", "", "Duc-Anh-1985", (422, "guessable_password")),
    ] {
        let body = json!({ "handle": handle, "name": name, "password": password });
        let page = ask(server, "", "register", body).await;
        assert_eq!(code(&page), (expected.0, expected.1.to_owned()), "{handle} {name}");
    }
    let body = json!({ "handle": "another", "password": PASSWORD });
    assert_eq!(code(&ask(server, &cookie, "register", body).await).1, "has_account");

    for (body, expected) in [
        ("{", 400),
        ("[]", 422),
        (r#"{"handle":"a"}"#, 422),
        (r#"{"handle":7,"password":"x"}"#, 422),
        (r#"{"handle":"a","password":"x","admin":true}"#, 422),
    ] {
        let page = server.request("POST", "/api/v1/account/sign-in", &[], body).await;
        assert_eq!(page.status, expected, "{body}: {page:?}");
    }
    let long = json!({ "handle": "a".repeat(5_000), "password": "x" }).to_string();
    let page = server.request("POST", "/api/v1/account/sign-in", &[], &long).await;
    assert_eq!(page.status, 413);

    for header in [
        ("Origin", "https://evil.example"),
        ("Origin", "null"),
        ("Sec-Fetch-Site", "cross-site"),
        ("Sec-Fetch-Site", "same-site"),
    ] {
        for what in ["sign-out", "sign-out-everywhere", "register", "sign-in", "password"] {
            let path = format!("/api/v1/account/{what}");
            let headers = [("Cookie", cookie.as_str()), header];
            let page = server.request("POST", &path, &headers, "{}").await;
            assert_eq!(code(&page), (403, "wrong_origin".to_owned()), "{what} {header:?}");
        }
    }
    assert_eq!(account(server, &cookie).await["handle"], "minh-anh");
});

both_servers!(attempts_are_counted_whoever_is_asked_for, |server| async {
    let began = tokio::time::Instant::now();
    let mut n_tried = 0;
    let refused = loop {
        n_tried += 1;
        let body = json!({ "handle": "minh-anh", "password": "x" });
        // What a client says of its own address does not count.
        let forwarded = format!("10.0.0.{n_tried}");
        let headers = [("X-Forwarded-For", forwarded.as_str())];
        let path = "/api/v1/account/sign-in";
        let page = server.request("POST", path, &headers, &body.to_string()).await;
        if page.status != 401 {
            break page;
        }
    };
    assert_eq!(code(&refused), (429, "too_many_attempts".to_owned()));
    // Ten at once, and one more every six seconds, which a busy machine may take to refuse.
    let n_more = began.elapsed().as_secs() / 6;
    assert!((11..=11 + n_more).contains(&n_tried), "{n_tried}");
});

// Somebody makes bots: each has an account with two tokens, for which its password is asked.
both_servers!(a_dozen_bots_are_made_at_one_address, |server| async {
    for n in 0..12 {
        let handle = format!("bot-{n}-of-mine");
        let cookie = register(server, &server.enter("maker").await.cookie, &handle).await;
        for scopes in [["play"], ["csa"]] {
            let new = json!({ "name": "engine", "scopes": scopes, "password": PASSWORD });
            let page = ask(server, &cookie, "tokens", new).await;
            assert_eq!(page.status, 200, "{handle}: {page:?}");
        }
    }
    // Nobody guesses at a password by asking for tokens.
    let cookie = register(server, &server.enter("maker").await.cookie, "minh-anh").await;
    let began = tokio::time::Instant::now();
    let mut n_tried = 0;
    loop {
        let new = json!({ "name": "engine", "scopes": ["play"], "password": "x" });
        let page = ask(server, &cookie, "tokens", new).await;
        if code(&page).1 != "wrong_password" {
            assert_eq!(code(&page), (429, "too_many_attempts".to_owned()));
            break;
        }
        n_tried += 1;
    }
    let n_more = began.elapsed().as_secs() / 6;
    assert!((10..=10 + n_more).contains(&n_tried), "{n_tried}");
});

both_servers!(every_answer_says_what_browsers_may_do, |server| async {
    for path in ["/", "/api/v1/account", "/nowhere.js", "/api/v1/nowhere"] {
        let page = server.get(path).await;
        let policy = page.header("content-security-policy").unwrap_or_default();
        assert!(policy.contains("frame-ancestors 'none'"), "{path}: {policy:?}");
        assert!(!policy.contains("unsafe"), "{path}: {policy:?}");
        assert_eq!(page.header("x-content-type-options"), Some("nosniff"), "{path}");
        assert_eq!(page.header("strict-transport-security"), None, "{path}");
    }
    let page = ask(server, "", "sign-out", json!({})).await;
    assert_eq!(page.header("cache-control"), Some("no-store"));
});
