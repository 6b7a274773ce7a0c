//! How the site is run, and by whom.

use komadai_protocol::RefusalCode;
use komadai_service::site::Registration;
use serde_json::{Value, json};

use super::{
    accounts::{PASSWORD, POLICY, account, ask, code, new_cookie, register},
    pair, play,
};
use crate::fixture::{Tab, TestServer, both_servers, clock, http::Page, setup};

/// Makes an account at the command line and signs it in.
pub(super) async fn sign_in_as(server: &TestServer, handle: &str, role: &str) -> String {
    let made = server.run_beside(&["admin", "create", handle, "--role", role], PASSWORD);
    assert!(made.0, "{}", made.1);
    let body = json!({ "handle": handle, "password": PASSWORD });
    let page = ask(server, "", "sign-in", body).await;
    assert_eq!(page.status, 200, "{page:?}");
    new_cookie(&page)
}

pub(super) async fn send(
    server: &TestServer,
    cookie: &str,
    method: &str,
    path: &str,
    body: Value,
) -> Page {
    let path = format!("/api/v1{path}");
    server.request(method, &path, &[("Cookie", cookie)], &body.to_string()).await
}

both_servers!(roles_come_from_the_command_line, |server| async {
    // A handle that nobody else may have.
    let cookie = sign_in_as(server, "Admin", "admin").await;
    assert_eq!(account(server, &cookie).await["role"], "admin");
    let again = server.run_beside(&["admin", "create", "adm1n"], PASSWORD);
    assert!(!again.0 && again.1.contains("taken"), "{}", again.1);
    let nobody = server.run_beside(&["admin", "role", "nobody-here", "moderator"], "");
    assert!(!nobody.0 && nobody.1.contains("no such account"), "{}", nobody.1);

    let minh = register(server, &server.enter("minh").await.cookie, "minh-anh").await;
    let audit = || send(server, &minh, "GET", "/admin/audit", Value::Null);
    assert_eq!(code(&audit().await), (403, "not_allowed".to_owned()));
    assert!(server.run_beside(&["admin", "role", "minhanh", "admin"], "").0);
    let entries = audit().await.json()["entries"].clone();
    let actions: Vec<_> = entries.as_array().unwrap().iter().map(|it| &it["action"]).collect();
    assert_eq!(actions, ["role", "create_account"]);

    let mut tab = Tab::open(server.address, "minh", Some(minh.clone())).await;
    let (done, password) = server.run_beside(&["admin", "reset-password", "minh-anh"], "");
    assert!(done, "{password}");
    assert_eq!(tab.closed().await, Some(POLICY), "the server has noticed");
    assert_eq!(account(server, &minh).await, Value::Null, "it is signed out");
    let body = json!({ "handle": "minh-anh", "password": password.trim() });
    assert_eq!(ask(server, "", "sign-in", body).await.status, 200);
    assert_eq!(code(&send(server, "", "POST", "/admin/invitations", json!({})).await).0, 401);
});

both_servers!(
    who_is_invited_may_register_once,
    |config| {
        config.site.registration = Registration::Invitation;
    },
    |server| async {
        let admin = sign_in_as(server, "root-user", "admin").await;
        let page = send(server, &admin, "POST", "/admin/invitations", json!({})).await;
        let invitation = page.json()["code"].as_str().expect("a code").to_owned();
        let mut seen = Vec::new();
        for (handle, invitation) in
            [("minh", ""), ("minh", "wrong"), ("minh", &invitation), ("anh", &invitation)]
        {
            let body = json!({
                "handle": handle, "password": PASSWORD, "invitation": invitation,
            });
            seen.push(code(&ask(server, "", "register", body).await).0);
        }
        assert_eq!(seen, [403, 403, 200, 403]);
        assert_eq!(server.get("/api/v1/site").await.json()["registration"], "invitation");
    }
);

both_servers!(
    nobody_registers_where_it_is_closed,
    |config| {
        config.site.registration = Registration::Closed;
    },
    |server| async {
        let body = json!({ "handle": "minh", "password": PASSWORD });
        let page = ask(server, "", "register", body).await;
        assert_eq!(code(&page), (403, "registration_closed".to_owned()));
    }
);

both_servers!(a_site_to_read_only_lets_games_end, |server| async {
    let (mut sente, mut gote, _) = pair(server, "5+30").await;
    let admin = sign_in_as(server, "root-user", "admin").await;
    let said = json!({ "banner": "Bảo trì lúc 22 giờ", "read_only": true });
    assert_eq!(send(server, "", "POST", "/admin/site", said.clone()).await.status, 401);
    assert_eq!(send(server, &admin, "POST", "/admin/site", said).await.status, 204);
    server.restart().await;
    let site = server.get("/api/v1/site").await.json();
    assert_eq!((&site["banner"], &site["read_only"]), (&"Bảo trì lúc 22 giờ".into(), &true.into()));
    assert_eq!(site["guests_days"], 30);

    sente.reconnect(server.address).await;
    gote.reconnect(server.address).await;
    let game = sente.the_game();
    sente.look_at(game).await;
    gote.look_at(game).await;
    play(&mut sente, &mut gote, "7g7f 3c3d".split(' ')).await;
    assert_eq!(sente.chat("?").await, Err(RefusalCode::ReadOnly));
    gote.resign().await.unwrap();
    sente.sees_end().await;
    assert_eq!(sente.seek_for(setup(clock("5+30"))).await, Err(RefusalCode::ReadOnly));
    let body = json!({ "handle": "minh", "password": PASSWORD });
    assert_eq!(code(&ask(server, "", "register", body).await).1, "read_only");
    let games = send(server, &sente.cookie, "POST", "/me/imports", json!("moves 7g7f")).await;
    assert_eq!(code(&games).1, "read_only");
});

/// Also where there is nothing, and where no game can be.
#[tokio::test]
async fn every_answer_counts() {
    for path in [
        "/game/export/no-code",
        "/game/export/123456789A",
        "/api/openapi.json",
        "/api/v1/nowhere",
        "/api/v1/site",
        "/api/account",
    ] {
        let server = TestServer::with(crate::fixture::Kind::Sqlite, |config| {
            config.limits.requests_per_minute = 20.try_into().unwrap();
        })
        .await;
        let mut n_answered = 0;
        while server.get(path).await.status != 429 {
            n_answered += 1;
            assert!(n_answered < 200, "{path} is not counted");
        }
    }
}

both_servers!(
    requests_are_counted,
    |config| {
        config.limits.requests_per_minute = 30.try_into().unwrap();
        config.limits.changes_per_minute = 5.try_into().unwrap();
        config.limits.files_per_minute = 3.try_into().unwrap();
    },
    |server| async {
        let began = tokio::time::Instant::now();
        let path = "/api/v1/games/123456789A/record.kif";
        let mut n_tried = 0;
        let refused = loop {
            n_tried += 1;
            let forwarded = format!("10.0.0.{n_tried}");
            let page = server.get_with(path, &[("X-Forwarded-For", &forwarded)]).await;
            if page.status != 404 {
                break page;
            }
        };
        assert_eq!(code(&refused), (429, "too_many_attempts".to_owned()));
        let n_more = began.elapsed().as_secs() / 20;
        assert!((4..=4 + n_more).contains(&n_tried), "{n_tried}");
        let mut seen = Vec::new();
        for _ in 0..8 {
            seen.push(ask(server, "", "sign-out", json!({})).await.status);
        }
        assert!(seen.contains(&429) && seen.starts_with(&[200; 5]), "{seen:?}");
        assert_eq!(server.get("/api/v1/site").await.status, 200, "reading goes on");
    }
);

#[tokio::test]
async fn the_settings_are_checked_without_a_server() {
    let server = TestServer::start().await;
    let (fine, text) = server.run_beside(&["config", "check"], "");
    assert!(fine && text.contains("registration = \"open\""), "{text}");
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mine.toml");
    std::fs::write(&path, "[site]\nbanner = \"x\"\n").unwrap();
    let (fine, text) =
        server.run_beside(&["--config", path.to_str().unwrap(), "config", "check"], "");
    assert!(!fine && text.contains("mine.toml") && text.contains("line 2"), "{text}");
}
