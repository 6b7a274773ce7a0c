//! The usual attacks, on every address that changes or tells something.

use serde_json::{Value, json};

use super::{
    accounts::{PASSWORD, account, ask, code, new_cookie, register},
    addresses, pair,
    site::{send, sign_in_as},
};
use crate::fixture::{TestServer, both_servers, http::Page, uuid};

/// What breaks out of a text in some database, page or file.
const HOSTILE: [&str; 7] = [
    "' OR '1'='1",
    "'; DROP TABLE users; --",
    "\" UNION SELECT password_hash FROM accounts --",
    "<script>alert(1)</script>",
    "../../etc/passwd",
    "%00\u{0}",
    "\u{202E}\u{2066}x",
];

/// Every address that changes something, with a body that it would take.
pub(super) fn changes() -> Vec<(&'static str, &'static str, Value)> {
    let id = "00000000-0000-0000-0000-000000000000";
    vec![
        (
            "POST",
            "/tournaments",
            json!({ "create": id, "settings": { "name": "x", "format": { "t": "swiss" }, "plan": {} } }),
        ),
        (
            "POST",
            "/tournaments/from-file",
            json!({ "create": id, "file": "{}", "settings": { "name": "x", "format": { "t": "swiss" }, "plan": {} } }),
        ),
        (
            "POST",
            "/tournaments/1111111111/acts",
            json!({ "id": id, "act": { "t": "begin" }, "reason": "x" }),
        ),
        (
            "POST",
            "/tournaments/1111111111/tables/1/report",
            json!({
                "id": id,
                "report": { "outcome": "sente", "moves": 1, "sente_ms": 1, "gote_ms": 1 },
            }),
        ),
        ("DELETE", "/tournaments/1111111111", Value::Null),
        ("POST", "/circuits", json!({ "create": id, "settings": { "name": "x" } })),
        ("POST", "/circuits/1111111111/acts", json!({ "act": { "t": "delete" } })),
        (
            "POST",
            "/clubs",
            json!({ "create": id, "slug": "x-y-z", "settings": { "name": "x", "joining": "open" } }),
        ),
        ("POST", "/clubs/x-y-z/acts", json!({ "id": id, "act": { "t": "join" } })),
        ("POST", "/clubs/x-y-z/import?id=00000000-0000-0000-0000-000000000000", json!("name")),
        ("POST", "/account/register", json!({ "handle": "x-y-z", "password": PASSWORD })),
        ("POST", "/account/sign-in", json!({ "handle": "x-y-z", "password": PASSWORD })),
        ("POST", "/account/sign-out", json!({})),
        ("POST", "/account/sign-out-everywhere", json!({})),
        ("POST", "/account/password", json!({ "old": PASSWORD, "new": "another one" })),
        (
            "POST",
            "/account/email",
            json!({ "email": "a@b.example", "password": PASSWORD, "lang": "vi" }),
        ),
        ("DELETE", "/account/email", json!({ "password": PASSWORD, "lang": "vi" })),
        ("PUT", "/account/privacy", json!({ "challenges_from": "none", "tells_followers": true })),
        ("POST", "/account/vacation", json!({ "days": 1 })),
        ("DELETE", "/account/vacation", Value::Null),
        ("PUT", "/me/notes/123456789A", json!({ "text": "x", "version": 0 })),
        ("POST", "/account/email/verify", json!({ "ticket": "x", "lang": "vi" })),
        ("POST", "/account/forgotten", json!({ "email": "a@b.example", "lang": "vi" })),
        ("POST", "/account/reset", json!({ "ticket": "x", "password": PASSWORD, "lang": "vi" })),
        ("POST", "/account/freeze", json!({ "ticket": "x" })),
        ("DELETE", "/account/sessions/00000000-0000-0000-0000-000000000000", Value::Null),
        (
            "POST",
            "/account/tokens",
            json!({ "name": "x", "scopes": ["read"], "password": PASSWORD }),
        ),
        ("DELETE", "/account/tokens/00000000-0000-0000-0000-000000000000", Value::Null),
        ("POST", "/account/delete", json!({ "password": "not the right one" })),
        ("POST", "/account/second-factor", json!({ "password": PASSWORD })),
        ("POST", "/account/second-factor/confirm", json!({ "code": "123456" })),
        ("POST", "/account/second-factor/codes", json!({ "password": PASSWORD })),
        ("DELETE", "/account/second-factor", json!({ "password": PASSWORD })),
        ("POST", "/account/bot", json!({})),
        ("POST", "/account/sign-in/code", json!({ "ticket": "x", "code": "123456" })),
        ("PATCH", "/account", json!({ "name": "Somebody" })),
        ("PUT", "/account/profile/about", json!({ "about": "x" })),
        ("PUT", "/account/profile/declared", json!({ "declared": "1k" })),
        ("POST", "/me/calendar", Value::Null),
        ("DELETE", "/me/calendar", Value::Null),
        ("POST", "/me/bell/seen", json!({ "until_ms": 1 })),
        ("POST", "/games/1111111111/hint", Value::Null),
        ("POST", "/reports", json!({ "handle": "minh-anh", "reason": "other" })),
        ("POST", "/me/relations", json!({ "handle": "minh-anh", "distance": "mute" })),
        ("PUT", "/me/notices", json!({ "kind": "turn", "channel": "mail", "on": false })),
        (
            "PUT",
            "/me/notices/browser",
            json!({ "endpoint": "https://push.example/x", "p256dh": "x", "auth": "x", "lang": "vi" }),
        ),
        ("DELETE", "/me/notices/browser", json!({ "endpoint": "https://push.example/x" })),
        ("POST", "/notices/off/x", json!({})),
        ("POST", "/me/imports", json!("moves 7g7f")),
        ("POST", "/me/imports/by-address", json!({ "address": "https://lishogi.org/8RHsVvwG" })),
        ("DELETE", "/me/imports/00000000-0000-0000-0000-000000000000", Value::Null),
        ("POST", "/reviews", json!("a tree")),
        ("POST", "/reviews/read", json!("moves 7g7f")),
        ("POST", "/reviews/file/record.kif", json!("a tree")),
        ("PUT", "/reviews/123456789A", json!({ "public": true })),
        ("DELETE", "/reviews/123456789A", Value::Null),
        ("POST", "/broadcasts", json!("a broadcast")),
        ("PUT", "/broadcasts/123456789A", json!({ "title": "x", "starts_ms": 1 })),
        ("POST", "/broadcasts/123456789A/boards", json!({ "boards": [] })),
        (
            "PUT",
            "/broadcasts/123456789A/boards/123456789A",
            json!({ "names": { "sente": "x", "gote": "y" } }),
        ),
        (
            "POST",
            "/broadcasts/123456789A/boards/123456789A/entries",
            json!({ "follows": 0, "entries": [] }),
        ),
        ("PUT", "/tournaments/123456789A/broadcasts/123456789A", json!({ "takes": true })),
        ("PUT", "/broadcasts/123456789A/boards/123456789A/record", json!("moves 7g7f")),
        ("POST", "/studies", json!("a study")),
        ("PUT", "/studies/123456789A", json!({ "title": "x" })),
        ("DELETE", "/studies/123456789A", Value::Null),
        ("POST", "/studies/123456789A/chapters", json!({ "chapters": [] })),
        (
            "PUT",
            "/studies/123456789A/chapters/123456789A",
            json!({ "name": "x", "orientation": "sente", "mode": "normal" }),
        ),
        ("DELETE", "/studies/123456789A/chapters/123456789A", Value::Null),
        ("PUT", "/studies/123456789A/chapters/123456789A/solution", json!({ "n_shown": 0 })),
        ("PUT", "/studies/123456789A/order", json!({ "chapters": [] })),
        ("PUT", "/studies/123456789A/members/minh-anh", json!({ "role": "viewer" })),
        ("DELETE", "/studies/123456789A/members/minh-anh", Value::Null),
        ("PUT", "/studies/123456789A/invitation", Value::Null),
        ("DELETE", "/studies/123456789A/invitation", Value::Null),
        ("PUT", "/studies/123456789A/link", json!({ "role": null })),
        ("POST", "/studies/123456789A/join", json!({ "link": "x" })),
        ("PUT", "/studies/123456789A/like", Value::Null),
        ("DELETE", "/studies/123456789A/like", Value::Null),
        ("POST", "/studies/123456789A/copy", Value::Null),
        ("POST", "/me/lessons", json!({ "lesson": "king" })),
        ("PUT", "/me/settings", json!({ "sound": "on" })),
        ("POST", "/tsume/rush", Value::Null),
        (
            "POST",
            "/tsume/rush/00000000-0000-0000-0000-000000000000/answer",
            json!({ "place": 0, "moves": [] }),
        ),
        ("POST", "/tsume/examine", json!({ "sfen": "4k4/9/4P4/9/9/9/9/9/9 b G 1" })),
        ("POST", "/tsume/compositions", json!({ "sfen": "4k4/9/4P4/9/9/9/9/9/9 b G 1" })),
        (
            "PUT",
            "/tsume/compositions/00000000-0000-0000-0000-000000000000",
            json!({ "sfen": "4k4/9/4P4/9/9/9/9/9/9 b G 1" }),
        ),
        ("DELETE", "/tsume/compositions/00000000-0000-0000-0000-000000000000", Value::Null),
        ("POST", "/tsume/compositions/00000000-0000-0000-0000-000000000000/propose", Value::Null),
        ("POST", "/tsume/compositions/00000000-0000-0000-0000-000000000000/withdraw", Value::Null),
        ("PUT", "/tsume/500001/vote", json!({ "yes": true })),
        ("POST", "/tsume/1/answer", json!({ "moves": ["7g7f"] })),
        ("POST", "/tsume/1/hint", json!({ "moves": [] })),
        ("POST", "/tsume/1/solution", Value::Null),
        ("PUT", "/me/follows/minh-anh", Value::Null),
        ("DELETE", "/me/follows/minh-anh", Value::Null),
        ("POST", "/admin/site", json!({ "banner": "x", "read_only": false })),
        ("POST", "/admin/branding", json!({ "name": "x" })),
        ("PUT", "/admin/sign", json!("x")),
        ("DELETE", "/admin/sign", Value::Null),
        ("POST", "/admin/invitations", json!({})),
        (
            "POST",
            "/site/first-admin",
            json!({ "token": "x", "handle": "x-y-z", "password": PASSWORD, "language": "vi" }),
        ),
        ("POST", "/admin/accounts/x-y-z/name", json!({ "name": "x", "reason": "x" })),
        ("POST", "/admin/accounts/x-y-z/email", json!({ "email": "" })),
        ("POST", "/admin/accounts/x-y-z/lift", json!({})),
        ("POST", "/admin/accounts/x-y-z/delete", json!({ "reason": "x" })),
        ("POST", "/moderation/reports/00000000-0000-0000-0000-000000000000/close", json!({})),
        ("POST", "/moderation/names", json!({ "user": id, "reason": "x" })),
        ("POST", "/moderation/grades", json!({ "user": id, "grade": "1d", "reason": "x" })),
        ("POST", "/moderation/sanctions", json!({ "kind": "ban", "user": id, "reason": "" })),
        ("POST", "/moderation/reviews/123456789A/remove", json!({ "reason": "x" })),
        ("POST", "/moderation/studies/123456789A/remove", json!({ "reason": "x" })),
        ("POST", "/moderation/tsume/500001/remove", json!({ "reason": "x" })),
        ("DELETE", "/moderation/sanctions/00000000-0000-0000-0000-000000000000", Value::Null),
    ]
}

/// What lists and searches are asked by.
const ASKED_BY: [&str; 22] = [
    "a", "after", "after_ms", "b", "followed", "format", "from_ms", "handicap", "lang", "mine",
    "name", "opening", "opponent", "order", "player", "rated", "reason", "result", "speed", "text",
    "topic", "variant",
];

#[test]
fn nothing_that_changes_something_is_left_out() {
    let known = addresses::all();
    for (method, address) in known.iter().filter(|(method, _)| method != "GET") {
        let is_attacked =
            changes().iter().any(|(by, path, _)| by == method && addresses::fits(address, path));
        assert!(is_attacked, "{method} {address} is to be among changes()");
    }
    for (method, path, _) in changes() {
        let mut known = known.iter();
        let is_there = known.any(|(by, address)| by == method && addresses::fits(address, path));
        assert!(is_there, "{method} {path} is no address any more");
    }
}

async fn request(
    server: &TestServer,
    method: &str,
    path: &str,
    headers: &[(&str, &str)],
    body: &Value,
) -> Page {
    server.request(method, &format!("/api/v1{path}"), headers, &body.to_string()).await
}

both_servers!(no_other_site_changes_anything, |server| async {
    let admin = sign_in_as(server, "root-user", "admin").await;
    for (method, path, body) in changes() {
        for header in [
            ("Origin", "https://evil.example"),
            ("Origin", "null"),
            ("Sec-Fetch-Site", "cross-site"),
            ("Sec-Fetch-Site", "same-site"),
        ] {
            let headers = [("Cookie", admin.as_str()), header];
            let page = request(server, method, path, &headers, &body).await;
            assert_eq!(code(&page), (403, "wrong_origin".to_owned()), "{method} {path} {header:?}");
        }
    }
    assert_eq!(account(server, &admin).await["handle"], "root-user");
    assert_eq!(server.get("/api/v1/site").await.json()["banner"], "");
});

both_servers!(a_session_that_has_ended_is_nobodys, |server| async {
    let cookie = sign_in_as(server, "root-user", "admin").await;
    let page = ask(server, &cookie, "sign-out", json!({})).await;
    assert_ne!(new_cookie(&page), cookie);
    for (method, path, body) in changes() {
        if path.starts_with("/admin") || path.starts_with("/moderation") {
            let page = request(server, method, path, &[("Cookie", &cookie)], &body).await;
            assert_eq!(page.status, 401, "{method} {path}");
        }
    }
    for path in ["/admin/audit", "/admin/metrics", "/moderation/reports", "/moderation/sanctions"] {
        let page = send(server, &cookie, "GET", path, Value::Null).await;
        assert_eq!(page.status, 401, "{path}");
    }
    // A cookie that somebody has slipped in is not the one that is signed in.
    let slipped_in = format!("komadai={}", "cd".repeat(32));
    let body = json!({ "handle": "root-user", "password": PASSWORD });
    assert_ne!(new_cookie(&ask(server, &slipped_in, "sign-in", body).await), slipped_in);
    assert_eq!(account(server, &slipped_in).await, Value::Null);
});

both_servers!(nobody_reaches_into_another_account, |server| async {
    let owner = register(server, &server.enter("owner").await.cookie, "the-owner").await;
    let thief = register(server, &server.enter("thief").await.cookie, "the-thief").await;
    let file = "position startpos moves 7g7f 3c3d";
    let headers = [("Cookie", owner.as_str())];
    let page = server.request("POST", "/api/v1/me/imports?format=usi", &headers, file).await;
    assert_eq!(page.status, 201, "{page:?}");
    let id = page.json()["imports"][0]["import"].as_str().expect("an id").to_owned();
    for (method, path) in [
        ("GET", format!("/me/imports/{id}")),
        ("GET", format!("/me/imports/{id}/record.kif")),
        ("DELETE", format!("/me/imports/{id}")),
    ] {
        let page = send(server, &thief, method, &path, Value::Null).await;
        assert_eq!(page.status, 404, "{method} {path}: {page:?}");
    }
    let page = send(server, &owner, "GET", &format!("/me/imports/{id}"), Value::Null).await;
    assert_eq!(page.status, 200, "{page:?}");
    for (method, path, body) in changes() {
        if path.starts_with("/admin") || path.starts_with("/moderation") {
            let page = request(server, method, path, &[("Cookie", &thief)], &body).await;
            assert_eq!(code(&page), (403, "not_allowed".to_owned()), "{method} {path}");
        }
    }
});

both_servers!(
    hostile_words_are_words,
    |config| {
        config.limits.changes_per_minute = std::num::NonZeroU32::MAX;
    },
    |server| async {
        let (mut alice, mut bob, game) = pair(server, "60+30").await;
        // First moves must come soon, and the attacks take their time.
        alice.play("7g7f").await;
        bob.sees_ply(1).await;
        bob.play("3c3d").await;
        alice.sees_ply(2).await;
        let minh = register(server, &server.enter("minh").await.cookie, "minh-anh").await;
        let admin = sign_in_as(server, "root-user", "admin").await;
        for words in HOSTILE {
            for (method, path, body) in changes() {
                // Each text of the body in turn is the hostile one.
                let fields = body.as_object().into_iter().flatten();
                for (field, _) in fields.filter(|(_, value)| value.is_string()) {
                    if field == "password" && path.ends_with("sign-in") {
                        continue;
                    }
                    let mut body = body.clone();
                    body[field] = words.into();
                    let cookie = if path.starts_with("/admin") { &admin } else { &minh };
                    // Who tries too often is sent away, which is no harm either.
                    let page = request(server, method, path, &[("Cookie", cookie)], &body).await;
                    let may_fail = [200, 202, 204, 400, 401, 403, 404, 409, 422, 429];
                    assert!(may_fail.contains(&page.status), "{path} {field}: {page:?}");
                }
            }
            // Signing out is one of them.
            let encoded: String = words.bytes().map(|byte| format!("%{byte:02X}")).collect();
            for path in [
                "/games/@",
                "/games/@/record.kif",
                "/me/imports/@",
                "/players/@",
                "/clubs/@",
                "/clubs/@/members.csv",
                "/clubs/x-y-z/members?variant=@",
                "/moderation/accounts/@",
                "/me/games?after_ms=@&after=@",
            ] {
                let path = path.replace('@', &encoded);
                let page = send(server, &admin, "GET", &path, Value::Null).await;
                assert!([400, 401, 404, 422].contains(&page.status), "{path}: {page:?}");
            }
            let _ = alice.chat(words).await;
        }
        // Everything is still there, and plays.
        let game_now = server.game(game).await;
        assert_eq!(game_now.ply, 2);
        alice.play("2g2f").await;
        bob.sees_ply(3).await;
        assert_eq!(account(server, &admin).await["handle"], "root-user");
    }
);

both_servers!(
    bodies_that_cannot_be_are_refused,
    |config| {
        config.limits.changes_per_minute = std::num::NonZeroU32::MAX;
    },
    |server| async {
        let admin = sign_in_as(server, "root-user", "admin").await;
        let headers = [("Cookie", admin.as_str())];
        for (method, path, body) in changes() {
            if !body.is_object() || body.as_object().is_some_and(serde_json::Map::is_empty) {
                continue;
            }
            let path = format!("/api/v1{path}");
            // A whole event may come in a file, and chapters with all their moves.
            let too_long = match path.rsplit('/').next() {
                Some("from-file") => 3 << 20,
                Some("chapters") => 5 << 20,
                // What a site says of itself, in every language.
                Some("branding") => 1 << 20,
                _ => 100_000,
            };
            let long = format!("{{\"x\":\"{}\"}}", "a".repeat(too_long));
            let page = server.request(method, &path, &headers, &long).await;
            assert_eq!(page.status, 413, "{path}: {page:?}");
            let deep = "[".repeat(3_000);
            for broken in
                ["", "{", "[]", "null", "7", "{\"x\":1}", "{\"handle\":{}}", "\u{FEFF}{}", &deep]
            {
                // Settings are the client's: any object of plain values.
                if path.ends_with("/me/settings") && broken == "{\"x\":1}" {
                    continue;
                }
                let page = server.request(method, &path, &headers, broken).await;
                assert!([400, 413, 415, 422].contains(&page.status), "{path} {broken:?}: {page:?}");
                assert!(page.json()["code"].is_string(), "{path} {broken:?}");
            }
        }
    }
);

both_servers!(
    hostile_words_in_every_address,
    |config| {
        config.limits.changes_per_minute = std::num::NonZeroU32::MAX;
    },
    |server| async {
        let admin = sign_in_as(server, "root-user", "admin").await;
        let encode =
            |words: &str| -> String { words.bytes().map(|byte| format!("%{byte:02X}")).collect() };
        let fill = |address: &str, words: &str| -> String {
            let parts = address.split('/');
            let parts = parts.map(|it| if it.starts_with('{') { words } else { it });
            parts.collect::<Vec<_>>().join("/")
        };
        let ask = async |method: &str, path: String| {
            let headers = [("Cookie", admin.as_str())];
            let page = request(server, method, &path, &headers, &json!({})).await;
            assert!(page.status < 500, "{method} {path}: {page:?}");
            if page.status >= 400 {
                assert!(page.json()["code"].is_string(), "{method} {path}: {page:?}");
            }
        };
        let all_at_once = encode(&HOSTILE.concat());
        for (method, address) in addresses::all() {
            if address.contains('{') {
                for words in HOSTILE {
                    ask(&method, fill(&address, &encode(words))).await;
                }
                ask(&method, fill(&address, "%FF%FE")).await;
                ask(&method, fill(&address, &"9".repeat(400))).await;
            }
            // A method that nobody has thought of.
            let page = request(server, "TRACE", &fill(&address, "1"), &[], &Value::Null).await;
            assert_eq!(code(&page), (405, "method_not_allowed".to_owned()), "{address}");
            if method == "GET" {
                for key in ASKED_BY {
                    let path = fill(&address, "1111111111");
                    ask(&method, format!("{path}?{key}={all_at_once}")).await;
                }
            }
        }
        assert_eq!(account(server, &admin).await["handle"], "root-user");
    }
);

both_servers!(a_zero_byte_in_a_text_breaks_nothing, |server| async {
    let minh = register(server, "", "minh-anh").await;
    let settings = |name: &str| {
        json!({
            "name": name,
            "format": { "t": "swiss", "rounds": 3 },
            "plan": {
                "about": "\0",
                "variant": "standard",
                "clock": { "kind": "byoyomi", "main_ms": 600_000, "byoyomi_ms": 30_000 },
                "grace_ms": 600_000,
            },
        })
    };
    let create = |name: &str| json!({ "create": uuid(), "settings": settings(name) });
    let page = send(server, &minh, "POST", "/tournaments", create("Gi\0ải")).await;
    assert_eq!(code(&page), (422, "bad_settings".to_owned()));
    let page = send(server, &minh, "POST", "/tournaments", create("Giải")).await;
    assert_eq!(page.status, 201, "{page:?}");
    let acts = format!("/tournaments/{}/acts", page.json()["code"].as_str().unwrap());
    let open = json!({ "id": uuid(), "act": { "t": "open" }, "reason": "v\0ì" });
    assert_eq!(send(server, &minh, "POST", &acts, open).await.status, 422);
    let entry = json!({ "name": "A\0n", "club": "\0" });
    let enter = json!({ "id": uuid(), "act": { "t": "enter", "entry": entry }, "reason": "" });
    assert_eq!(send(server, &minh, "POST", &acts, enter).await.status, 422);

    let file = "先手：a\0b\n後手：\0\n棋戦：\0\n手合割：平手\n   1 ７六歩(77)\n";
    let headers = [("Cookie", minh.as_str())];
    for path in ["/api/v1/me/imports", "/api/v1/reviews/read"] {
        let page = server.request("POST", path, &headers, file).await;
        assert!(page.status < 500, "{path}: {page:?}");
        if let Some(tree) = page.json()["trees"].get(0) {
            let draft = json!({ "tree": tree, "public": true });
            let page = send(server, &minh, "POST", "/reviews", draft).await;
            assert!(page.status < 500, "{page:?}");
        }
    }
    let named = json!({ "name": "Minh\0" });
    assert_eq!(send(server, &minh, "PATCH", "/account", named).await.status, 422);
    let settings = json!({ "a\0": "\0" });
    assert_eq!(send(server, &minh, "PUT", "/me/settings", settings).await.status, 204);
    let kept = send(server, &minh, "GET", "/me/settings", Value::Null).await.json();
    assert_eq!(kept["settings"]["a\0"], "\0");
});
