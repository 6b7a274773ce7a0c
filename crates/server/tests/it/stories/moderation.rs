//! What players do about one another, and moderators about them.

use komadai_protocol::{ClientMessage, RefusalCode};
use serde_json::{Value, json};

use super::{
    accounts::{PASSWORD, POLICY, account, ask, code, register},
    pair,
    site::{send, sign_in_as},
};
use crate::fixture::{Tab, both_servers, clock, setup, until};

both_servers!(who_is_blocked_does_not_come_to_the_board, |server| async {
    let (mut alice, mut bob, game) = pair(server, "5+30").await;
    alice.resign().await.unwrap();
    let keep = |distance: Value| json!({ "game": game, "side": "gote", "distance": distance });
    let relations = "/me/relations";
    let page = send(server, &alice.cookie, "POST", relations, keep("block".into())).await;
    let bobs = page.json()["relations"][0].clone();
    assert_eq!(bobs["distance"], "block", "{page:?}");
    assert_eq!(bobs["user"], bob.user.as_ref().unwrap().id.to_string());

    let seek = alice.seek("5+30").await;
    let accept = bob.ask(|id| ClientMessage::Accept { id, seek }).await;
    assert_eq!(accept.err(), Some(RefusalCode::KeptApart));
    let mine = bob.create(setup(clock("5+30"))).await;
    let join = alice.ask(|id| ClientMessage::Join { id, game: mine }).await;
    assert_eq!(join.err(), Some(RefusalCode::KeptApart), "the other way round too");

    let listed = send(server, &bob.cookie, "GET", relations, Value::Null).await;
    assert_eq!(listed.json()["relations"], json!([]), "nobody learns who has blocked them");
    let again = json!({ "user": bobs["user"], "distance": null });
    let page = send(server, &alice.cookie, "POST", relations, again).await;
    assert_eq!(page.json()["relations"], json!([]));
    bob.ask(|id| ClientMessage::Accept { id, seek }).await.unwrap();

    let own = json!({ "game": game, "side": "sente", "distance": "mute" });
    assert_eq!(send(server, &alice.cookie, "POST", relations, own).await.status, 422);
    let stranger = json!({ "user": "123456789A", "distance": "mute" });
    assert_eq!(send(server, &alice.cookie, "POST", relations, stranger).await.status, 404);
});

both_servers!(a_report_leads_to_silence_and_to_a_ban, |server| async {
    let (mut alice, bob, game) = pair(server, "5+30").await;
    let bobs = register(server, &bob.cookie, "bob-the-bad").await;
    let mut bob = Tab::open(server.address, "bob", Some(bobs.clone())).await;
    bob.look_at(game).await;
    let moderator = sign_in_as(server, "watchful", "moderator").await;

    let report =
        json!({ "game": game, "side": "gote", "reason": "abuse", "words": "Chửi <b>bậy</b>" });
    for (side, reason, status) in [("sente", "abuse", 422), ("gote", "boredom", 422)] {
        let wrong = json!({ "game": game, "side": side, "reason": reason });
        assert_eq!(send(server, &alice.cookie, "POST", "/reports", wrong).await.status, status);
    }
    assert_eq!(send(server, &alice.cookie, "POST", "/reports", report).await.status, 204);
    let from_page = json!({ "handle": "Bob-The-Bad", "reason": "name" });
    assert_eq!(send(server, &alice.cookie, "POST", "/reports", from_page).await.status, 204);
    for body in [json!({ "reason": "name" }), json!({ "handle": "nobody-here", "reason": "name" })]
    {
        let page = send(server, &alice.cookie, "POST", "/reports", body).await;
        assert!([404, 422].contains(&page.status), "{page:?}");
    }
    for cookie in ["", &bobs, &alice.cookie] {
        let page = send(server, cookie, "GET", "/moderation/reports", Value::Null).await;
        assert!([401, 403].contains(&page.status), "{page:?}");
    }
    let page = send(server, &moderator, "GET", "/moderation/reports", Value::Null).await;
    let report = page.json()["reports"][0].clone();
    // What the same player reports of the same other is one report.
    assert_eq!(page.json()["reports"].as_array().map(Vec::len), Some(1));
    let words = "Chửi <b>bậy</b>\nname";
    assert_eq!((&report["reason"], &report["words"]), (&"abuse".into(), &words.into()));
    assert_eq!(report["game"], game.to_string());

    // Silence.
    let about = report["about"].clone();
    let impose = |kind: &str| json!({ "kind": kind, "user": about, "reason": "…", "hours": 24 });
    let sanctions = "/moderation/sanctions";
    bob.chat("a").await.unwrap();
    let page = send(server, &moderator, "POST", sanctions, impose("mute")).await;
    assert_eq!(page.status, 200, "{page:?}");
    assert_eq!(bob.chat("b").await, Err(RefusalCode::Muted));
    server.restart().await;
    bob.reconnect(server.address).await;
    bob.look_at(game).await;
    assert_eq!(bob.chat("c").await, Err(RefusalCode::Muted), "it outlives a restart");
    let page = send(server, &moderator, "GET", sanctions, Value::Null).await;
    let id = page.json()["sanctions"][0]["id"].as_str().unwrap().to_owned();
    let lift = format!("{sanctions}/{id}");
    assert_eq!(send(server, &moderator, "DELETE", &lift, Value::Null).await.status, 204);
    assert_eq!(send(server, &moderator, "DELETE", &lift, Value::Null).await.status, 404);
    bob.chat("d").await.unwrap();

    // A ban bites at once, and stays.
    assert_eq!(send(server, &moderator, "POST", sanctions, impose("ban")).await.status, 200);
    assert_eq!(bob.closed().await, Some(POLICY));
    assert_eq!(account(server, &bobs).await, Value::Null);
    let body = json!({ "handle": "bob-the-bad", "password": PASSWORD });
    assert_eq!(code(&ask(server, "", "sign-in", body).await), (403, "banned".to_owned()));
    let body = json!({ "handle": "bob-the-bad", "password": "wrong" });
    let page = ask(server, "", "sign-in", body).await;
    assert_eq!(code(&page), (401, "wrong_password".to_owned()), "only the owner learns of it");

    let close = format!("/moderation/reports/{}/close", report["id"].as_str().unwrap());
    assert_eq!(send(server, &moderator, "POST", &close, json!({})).await.status, 204);
    assert_eq!(send(server, &moderator, "POST", &close, json!({})).await.status, 404);
    let page = send(server, &moderator, "GET", "/admin/audit", Value::Null).await;
    assert_eq!(page.status, 403, "the log is for admins");
    let admin = sign_in_as(server, "root-user", "admin").await;
    let entries = send(server, &admin, "GET", "/admin/audit", Value::Null).await.json();
    let actions: Vec<_> =
        entries["entries"].as_array().unwrap().iter().map(|it| it["action"].clone()).collect();
    let expected = ["create_account", "close_report", "ban", "lift", "mute", "create_account"];
    assert_eq!(actions, expected);
    alice.reconnect(server.address).await;
});

both_servers!(nobody_bans_those_above, |server| async {
    let moderator = sign_in_as(server, "watchful", "moderator").await;
    sign_in_as(server, "root-user", "admin").await;
    sign_in_as(server, "colleague", "moderator").await;
    for handle in ["root-user", "colleague", "watchful"] {
        let path = format!("/moderation/accounts/{handle}");
        let user = send(server, &moderator, "GET", &path, Value::Null).await.json()["user"].clone();
        let body = json!({ "kind": "ban", "user": user, "reason": "" });
        let page = send(server, &moderator, "POST", "/moderation/sanctions", body).await;
        assert_eq!(code(&page), (403, "has_role".to_owned()), "{handle}");
    }
});

both_servers!(
    a_banned_address_is_closed,
    |config| {
        config.server.trusted_proxies = 1;
    },
    |server| async {
        let home = "203.0.113.7";
        let bob = server.enter("bob").await;
        let bobs = register(server, &bob.cookie, "bob-the-bad").await;
        let mut bob = Tab::open_from(server.address, "bob", Some(bobs), home).await;
        let moderator = sign_in_as(server, "watchful", "moderator").await;
        let path = "/moderation/accounts/bob-the-bad";
        let user = send(server, &moderator, "GET", path, Value::Null).await.json()["user"].clone();
        let body = json!({ "kind": "address", "user": user, "reason": "spam", "hours": 1 });
        let page = send(server, &moderator, "POST", "/moderation/sanctions", body).await;
        // The proxy's own address, from which bob registered, stays open.
        assert_eq!(
            (&page.json()["n_imposed"], &page.json()["n_spared"]),
            (&json!(1), &json!(1)),
            "{page:?}"
        );
        assert_eq!(bob.closed().await, Some(POLICY));
        assert!(!bob.try_reconnect(server.address).await);
        let headers = [("X-Forwarded-For", home)];
        let out = async || server.request("POST", "/api/v1/account/sign-out", &headers, "{}").await;
        assert_eq!(code(&out().await), (403, "banned".to_owned()));
        let site = server.get_with("/api/v1/site", &headers).await;
        assert!(site.json()["banned_until_ms"].is_u64());
        assert_eq!(ask(server, "", "sign-out", json!({})).await.status, 200);

        // What the command line lifts, the server notices.
        let (done, said) = server.run_beside(&["admin", "lift", home], "");
        assert!(done && said.starts_with('1'), "{said}");
        until("the ban is lifted", || async { out().await.status == 200 }).await;
        let (done, said) = server.run_beside(&["admin", "lift", "bob-the-bad"], "");
        assert!(!done && said.contains("there is no ban or mute"), "{said}");
    }
);

both_servers!(a_flood_of_chat_is_stopped, |server| async {
    let (mut alice, _bob, _) = pair(server, "5+30").await;
    let mut refused = None;
    for n in 0..50 {
        if let Err(code) = alice.chat(&n.to_string()).await {
            refused = Some(code);
            break;
        }
    }
    assert_eq!(refused, Some(RefusalCode::TooMuchChat));
});
