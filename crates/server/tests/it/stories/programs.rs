//! Programs that act for an account.

use serde_json::{Value, json};

use super::accounts::{PASSWORD, POLICY, account, ask, code, new_cookie, register};
use crate::fixture::{
    Program, Tab, TestServer, both_servers, clock,
    http::{Page, request},
    setup,
};

/// A new token of the account behind this cookie, as a header has it.
pub(super) async fn token(server: &TestServer, cookie: &str, scopes: &[&str]) -> String {
    let body = json!({ "name": "máy của tôi", "scopes": scopes, "password": PASSWORD });
    let page = ask(server, cookie, "tokens", body).await;
    assert_eq!(page.status, 200, "{page:?}");
    format!("Bearer {}", page.json()["token"].as_str().expect("a token"))
}

/// A new token of a new account on a server in a process of its own.
pub(super) async fn token_of(server: &Program, handle: &str, scopes: &[&str]) -> String {
    let guest = server.enter(handle).await.cookie.clone();
    let post = async |what: &str, cookie: &str, body: Value| {
        let path = format!("/api/v1/account/{what}");
        let (headers, body) = ([("Cookie", cookie)], body.to_string());
        let page = request(server.address, "POST", &path, &headers, &body).await;
        assert_eq!(page.status, 200, "{page:?}");
        page
    };
    let new = json!({ "handle": handle, "name": handle, "password": PASSWORD });
    let cookie = new_cookie(&post("register", &guest, new).await);
    let new = json!({ "name": "engine", "scopes": scopes, "password": PASSWORD });
    post("tokens", &cookie, new).await.json()["token"].as_str().unwrap().to_owned()
}

pub(super) async fn as_program(
    server: &TestServer,
    bearer: &str,
    method: &str,
    path: &str,
    body: &str,
) -> Page {
    let path = format!("/api/v1{path}");
    server.request(method, &path, &[("Authorization", bearer)], body).await
}

async fn listed(server: &TestServer, cookie: &str) -> Vec<Value> {
    let page = server.get_with("/api/v1/account/tokens", &[("Cookie", cookie)]).await;
    page.json()["tokens"].as_array().expect("tokens").clone()
}

both_servers!(a_program_does_what_its_token_says, |server| async {
    let cookie = register(server, &server.enter("minh").await.cookie, "minh-anh").await;
    let wrong = json!({ "name": "x", "scopes": ["read"], "password": "wrong" });
    assert_eq!(code(&ask(server, &cookie, "tokens", wrong).await).1, "wrong_password");
    let wrong = json!({ "name": "x", "scopes": ["admin"], "password": PASSWORD });
    assert_eq!(code(&ask(server, &cookie, "tokens", wrong).await), (422, "bad_body".to_owned()));

    let reader = token(server, &cookie, &["read"]).await;
    let importer = token(server, &cookie, &["import"]).await;
    let game = "position startpos moves 7g7f 3c3d";
    assert_eq!(
        code(&as_program(server, &reader, "POST", "/me/imports", game).await),
        (403, "no_scope".to_owned())
    );
    let imported = as_program(server, &importer, "POST", "/me/imports", game).await;
    assert!(imported.status < 300, "{imported:?}");
    let seen = as_program(server, &reader, "GET", "/me/imports", "").await.json();
    assert_eq!(seen["imports"].as_array().map(Vec::len), Some(1), "{seen}");
    let unseen = as_program(server, &importer, "GET", "/me/imports", "").await;
    assert_eq!(code(&unseen).1, "no_scope");

    let tokens = listed(server, &cookie).await;
    assert_eq!(tokens.len(), 2);
    assert_eq!(
        (&tokens[0]["name"], &tokens[0]["scopes"]),
        (&json!("máy của tôi"), &json!(["read"]))
    );
    assert!(tokens.iter().all(|token| token["used_ms"].is_u64()), "{tokens:?}");
    assert!(!tokens.iter().any(|it| it.to_string().contains("komadai_")), "{tokens:?}");

    let id = tokens[0]["id"].as_str().unwrap();
    let path = format!("/api/v1/account/tokens/{id}");
    let stranger = register(server, &server.enter("other").await.cookie, "somebody").await;
    for (who, status) in [(&stranger, 404), (&cookie, 204), (&cookie, 404)] {
        let page = server.request("DELETE", &path, &[("Cookie", who)], "").await;
        assert_eq!(page.status, status);
    }
    let gone = as_program(server, &reader, "GET", "/me/imports", "").await;
    assert_eq!(code(&gone), (401, "bad_token".to_owned()));
});

both_servers!(no_token_touches_the_account, |server| async {
    let cookie = register(server, &server.enter("minh").await.cookie, "minh-anh").await;
    let bearer = token(server, &cookie, &["read", "play", "import"]).await;
    let secret = bearer.trim_start_matches("Bearer komadai_");
    for (method, path, body) in [
        ("PATCH", "/account", json!({ "name": "Somebody" })),
        ("POST", "/account/password", json!({ "old": PASSWORD, "new": "tám con tốt đen" })),
        ("POST", "/account/sign-out-everywhere", json!({})),
        ("GET", "/account/tokens", Value::Null),
        (
            "POST",
            "/account/tokens",
            json!({ "name": "x", "scopes": ["play"], "password": PASSWORD }),
        ),
        ("POST", "/account/second-factor", json!({ "password": PASSWORD })),
        ("DELETE", "/account/email", json!({ "password": PASSWORD, "lang": "vi" })),
    ] {
        let page = as_program(server, &bearer, method, path, &body.to_string()).await;
        assert_eq!(page.status, 401, "{method} {path}: {page:?}");
        // Neither as a cookie, nor beside a good one.
        let headers = [("Cookie", cookie.as_str()), ("Authorization", bearer.as_str())];
        let path = format!("/api/v1{path}");
        let page = server.request(method, &path, &headers, &body.to_string()).await;
        assert_eq!(page.status, 401, "{method} {path}: {page:?}");
        let slipped_in = format!("komadai={secret}");
        let headers = [("Cookie", slipped_in.as_str())];
        let page = server.request(method, &path, &headers, &body.to_string()).await;
        assert_eq!(page.status, 401, "{method} {path}: {page:?}");
    }
    assert_eq!(account(server, &cookie).await["name"], "Minh Ánh");
});

both_servers!(a_program_plays_until_its_token_is_taken_back, |server| async {
    let cookie = register(server, &server.enter("minh").await.cookie, "minh-anh").await;
    let bearer = token(server, &cookie, &["play"]).await;
    let mut program = Tab::open(server.address, "program", Some(bearer.clone())).await;
    assert_eq!(program.user.as_ref().map(|it| it.name.as_str()), Some("Minh Ánh"));
    let mut bob = server.enter("bob").await;
    let game = program.create(setup(clock("5+30"))).await;
    bob.join(game).await;
    program.play("7g7f").await;
    bob.sees_ply(1).await;
    let id = listed(server, &cookie).await[0]["id"].as_str().unwrap().to_owned();
    let path = format!("/api/v1/account/tokens/{id}");
    let page = server.request("DELETE", &path, &[("Cookie", &cookie)], "").await;
    assert_eq!(page.status, 204);
    assert_eq!(program.closed().await, Some(POLICY));
    let upgrade = [
        ("Authorization", bearer.as_str()),
        ("Upgrade", "websocket"),
        ("Sec-WebSocket-Version", "13"),
        ("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ=="),
    ];
    let refused = server.get_with("/ws", &upgrade).await;
    assert!(matches!(refused.status, 400 | 401), "{refused:?}");
});

both_servers!(a_new_password_takes_every_token_back, |server| async {
    let cookie = register(server, &server.enter("minh").await.cookie, "minh-anh").await;
    let is_gone = async |bearer: &str, mut program: Tab| {
        assert_eq!(program.closed().await, Some(POLICY));
        let page = as_program(server, bearer, "GET", "/me/imports", "").await;
        assert_eq!(code(&page), (401, "bad_token".to_owned()));
    };
    let bearer = token(server, &cookie, &["play", "read"]).await;
    let program = Tab::open(server.address, "program", Some(bearer.clone())).await;
    let body = json!({ "old": PASSWORD, "new": "tám con tốt đen" });
    assert_eq!(ask(server, &cookie, "password", body).await.status, 204);
    is_gone(&bearer, program).await;
    assert_eq!(listed(server, &cookie).await, Vec::<Value>::new());

    let body = json!({ "name": "x", "scopes": ["play", "read"], "password": "tám con tốt đen" });
    let made = ask(server, &cookie, "tokens", body).await.json();
    let bearer = format!("Bearer {}", made["token"].as_str().expect("a token"));
    let program = Tab::open(server.address, "program", Some(bearer.clone())).await;
    let (done, password) = server.run_beside(&["admin", "reset-password", "minh-anh"], "");
    assert!(done, "{password}");
    is_gone(&bearer, program).await;
    // What is made after it stays, also while the server still looks at what was done.
    let body = json!({ "handle": "minh-anh", "password": password.trim() });
    let cookie = new_cookie(&ask(server, "", "sign-in", body).await);
    let body = json!({ "name": "x", "scopes": ["play"], "password": password.trim() });
    let made = ask(server, &cookie, "tokens", body).await.json();
    let bearer = format!("Bearer {}", made["token"].as_str().expect("a token"));
    let mut program = Tab::open(server.address, "program", Some(bearer)).await;
    let mut bystander =
        Tab::open(server.address, "bystander", Some(register(server, "", "other-one").await)).await;
    assert!(server.run_beside(&["admin", "reset-password", "other-one"], "").0);
    assert_eq!(bystander.closed().await, Some(POLICY), "the server has looked");
    program.now().await;
});
