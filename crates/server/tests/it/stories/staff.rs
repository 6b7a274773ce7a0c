//! How a site gets its first admin, and what admins and the command line do with accounts.

use komadai_service::site::Registration;
use serde_json::{Value, json};

use super::{
    accounts::{PASSWORD, POLICY, account, ask, code, new_cookie, register},
    site::{send, sign_in_as},
};
use crate::fixture::{Tab, TestServer, both_servers, clock, setup};

async fn founding(server: &TestServer, headers: &[(&str, &str)]) -> Value {
    let page = server.get_with("/api/v1/site/first-admin", headers).await;
    assert_eq!(page.status, 200, "{page:?}");
    page.json()
}

fn first(token: &str, handle: &str) -> Value {
    json!({
        "token": token, "handle": handle, "password": PASSWORD, "email": "chu@nha.example",
        "site_name": "Hội quán", "language": "vi", "public_url": "https://shogi.example/",
    })
}

both_servers!(who_starts_a_server_becomes_its_first_admin, |server| async {
    // Through a proxy nobody is at the machine.
    let passed_on = founding(server, &[("X-Forwarded-For", "203.0.113.7")]).await;
    assert_eq!((&passed_on["open"], &passed_on["token"]), (&json!(true), &Value::Null));
    let here = founding(server, &[]).await;
    let token = here["token"].as_str().expect("at the machine").to_owned();

    let found = async |body: Value| send(server, "", "POST", "/site/first-admin", body).await;
    let wrong = found(first(&"0".repeat(64), "chu-nha")).await;
    assert_eq!(code(&wrong), (403, "bad_ticket".to_owned()));
    let mut amiss = first(&token, "chu-nha");
    amiss["public_url"] = json!("shogi.example");
    assert_eq!(code(&found(amiss).await), (422, "bad_public_url".to_owned()));
    let mut amiss = first(&token, "chu-nha");
    amiss["password"] = json!("short");
    assert_eq!(code(&found(amiss).await).0, 422);

    let made = found(first(&token, "chu-nha")).await;
    assert_eq!(made.status, 200, "{made:?}");
    let cookie = new_cookie(&made);
    let admin = account(server, &cookie).await;
    assert_eq!((&admin["role"], &admin["email"]), (&json!("admin"), &json!("chu@nha.example")));
    let site = server.get("/api/v1/site").await.json();
    assert_eq!(site["branding"]["name"], "Hội quán");
    assert_eq!(site["branding"]["language"], "vi");

    // The link is used up, and none is made any more.
    assert_eq!(code(&found(first(&token, "another")).await), (403, "bad_ticket".to_owned()));
    let after = founding(server, &[]).await;
    assert_eq!((&after["open"], &after["token"]), (&json!(false), &Value::Null));
    let log = send(server, &cookie, "GET", "/admin/audit", Value::Null).await.json();
    let actions: Vec<_> =
        log["entries"].as_array().unwrap().iter().map(|it| &it["action"]).collect();
    assert!(actions.contains(&&json!("first_admin")), "{log}");

    // The address counts from the next start on.
    let header = "strict-transport-security";
    assert!(server.get("/api/v1/site").await.header(header).is_none());
    server.restart().await;
    assert!(server.get("/api/v1/site").await.header(header).is_some());
    let after = founding(server, &[]).await;
    assert_eq!(after["open"], false);
});

both_servers!(an_admin_of_the_command_line_ends_the_link, |server| async {
    let here = founding(server, &[]).await;
    let token = here["token"].as_str().unwrap().to_owned();
    sign_in_as(server, "root-user", "admin").await;
    let late = send(server, "", "POST", "/site/first-admin", first(&token, "chu-nha")).await;
    assert_eq!(code(&late), (403, "bad_ticket".to_owned()));
    assert_eq!(founding(server, &[]).await["open"], false);
});

both_servers!(where_people_have_accounts_the_link_is_in_the_log_alone, |server| async {
    let new = founding(server, &[]).await;
    let token = new["token"].as_str().expect("nobody has an account").to_owned();
    register(server, &server.enter("minh").await.cookie, "minh-anh").await;
    let later = founding(server, &[]).await;
    assert_eq!((&later["open"], &later["token"]), (&json!(true), &Value::Null));
    let made = send(server, "", "POST", "/site/first-admin", first(&token, "chu-nha")).await;
    assert_eq!(made.status, 200, "{made:?}");
});

/// Runs a command that must do what it is to do; what it says.
async fn does(server: &TestServer, words: &[&str]) -> String {
    let words: Vec<_> = ["admin"].into_iter().chain(words.iter().copied()).collect();
    let (done, said) = server.run_meanwhile(&words).await;
    assert!(done, "{words:?}: {said}");
    said
}

async fn is_refused(server: &TestServer, words: &[&str]) -> String {
    let words: Vec<_> = ["admin"].into_iter().chain(words.iter().copied()).collect();
    let (done, said) = server.run_meanwhile(&words).await;
    assert!(!done, "{words:?}: {said}");
    said
}

both_servers!(the_command_line_looks_after_accounts, |server| async {
    let admin = sign_in_as(server, "root-user", "admin").await;
    let minh = register(server, &server.enter("minh").await.cookie, "minh-anh").await;
    let said = does(server, &["list", "minh"]).await;
    assert!(said.contains("minh-anh") && !said.contains("root-user"), "{said}");
    assert!(does(server, &["list", "127.0.0.1"]).await.contains("minh-anh"));
    assert!(is_refused(server, &["list", "nobody"]).await.contains("no account is found"));

    does(server, &["set-email", "minh-anh", "minh@nha.example"]).await;
    assert_eq!(account(server, &minh).await["email"], "minh@nha.example");
    assert!(does(server, &["list", "minh@"]).await.contains("minh-anh"));
    assert!(is_refused(server, &["set-email", "minh-anh", "no address"]).await.contains("email"));
    does(server, &["set-email", "minh-anh", "--none"]).await;
    assert_eq!(account(server, &minh).await["email"], Value::Null);

    // A running server notices.
    let mut tab = Tab::open(server.address, "minh", Some(minh.clone())).await;
    does(server, &["rename", "minh-anh", "Minh Ánh", "--reason", "as asked"]).await;
    assert_eq!(account(server, &minh).await["name"], "Minh Ánh");
    is_refused(server, &["ban", "minh-anh", "--hours", "0"]).await;
    is_refused(server, &["ban", "minh-anh", "--hours", &u64::MAX.to_string()]).await;
    does(server, &["ban", "minh-anh", "--hours", "2", "--reason", "rude"]).await;
    assert_eq!(tab.closed().await, Some(POLICY), "the server has noticed");
    let body = json!({ "handle": "minh-anh", "password": PASSWORD });
    assert_eq!(code(&ask(server, "", "sign-in", body.clone()).await), (403, "banned".to_owned()));
    let said = does(server, &["show", "minh-anh"]).await;
    assert!(said.contains("banned") && said.contains("rude"), "{said}");
    does(server, &["lift", "minh-anh"]).await;
    let said = does(server, &["show", "minh-anh"]).await;
    assert!(!said.contains("banned"), "{said}");

    let said = is_refused(server, &["delete", "root-user"]).await;
    assert!(said.contains("role"), "{said}");
    let said = does(server, &["delete", "minh-anh", "--reason", "as asked"]).await;
    assert!(said.contains("minh-anh is deleted"), "{said}");
    assert_eq!(code(&ask(server, "", "sign-in", body).await).1, "wrong_password");
    let log = send(server, &admin, "GET", "/admin/audit", Value::Null).await.json();
    let lines = log["entries"].as_array().unwrap().iter();
    let by_console: Vec<_> =
        lines.filter(|it| it["by"].is_null()).map(|it| &it["action"]).collect();
    let expected =
        ["delete_account", "lift", "ban", "rename", "set_email", "set_email", "create_account"];
    assert_eq!(by_console, expected);
});

both_servers!(a_player_is_not_deleted_during_a_game, |server| async {
    let minh = register(server, &server.enter("minh").await.cookie, "minh-anh").await;
    let mut one = Tab::open(server.address, "minh", Some(minh)).await;
    let mut two = server.enter("anh").await;
    let game = one.create(setup(clock("5+30"))).await;
    two.join(game).await;
    let said = is_refused(server, &["delete", "minh-anh"]).await;
    assert!(said.contains("minh-anh is not deleted") && said.contains("unfinished game"), "{said}");
    one.abort().await.unwrap();
    assert!(does(server, &["delete", "minh-anh"]).await.contains("is deleted"));
});

both_servers!(
    an_invitation_gives_a_role_once,
    |config| {
        config.site.registration = Registration::Closed;
    },
    |server| async {
        let said = does(server, &["invite", "--role", "moderator"]).await;
        let invitation = said.split_once("#invitation=").unwrap().1.lines().next().unwrap();
        let mut seen = Vec::new();
        for (handle, invitation) in [("minh", ""), ("minh", invitation), ("anh", invitation)] {
            let body = json!({ "handle": handle, "password": PASSWORD, "invitation": invitation });
            let page = ask(server, "", "register", body).await;
            seen.push(page.status);
            if page.status == 200 {
                let role = account(server, &new_cookie(&page)).await["role"].clone();
                assert_eq!(role, "moderator");
            }
        }
        assert_eq!(seen, [403, 200, 403]);
    }
);

both_servers!(what_an_admin_gives_ends_with_their_role_and_their_password, |server| async {
    let invite = async |cookie: &str| {
        let path = "/admin/invitations?role=admin";
        let made = send(server, cookie, "POST", path, json!({})).await;
        made.json()["code"].as_str().unwrap_or_else(|| panic!("{made:?}")).to_owned()
    };
    let registers = async |handle: &str, invitation: &str| {
        let body = json!({ "handle": handle, "password": PASSWORD, "invitation": invitation });
        code(&ask(server, "", "register", body).await)
    };
    let one = invite(&sign_in_as(server, "root-user", "admin").await).await;
    does(server, &["reset-password", "root-user"]).await;
    assert_eq!(registers("minh", &one).await.1, "bad_invitation");
    let two = invite(&sign_in_as(server, "second-root", "admin").await).await;
    does(server, &["role", "second-root", "player"]).await;
    does(server, &["role", "second-root", "admin"]).await;
    assert_eq!(registers("minh", &two).await.1, "bad_invitation");
    let three = invite(&sign_in_as(server, "third-root", "admin").await).await;
    assert_eq!(registers("minh", &three).await.0, 200);
});

both_servers!(admins_look_after_accounts_in_the_browser, |server| async {
    let admin = sign_in_as(server, "root-user", "admin").await;
    let minh = register(server, &server.enter("minh").await.cookie, "minh-anh").await;
    let list = async |cookie: &str, q: &str| {
        send(server, cookie, "GET", &format!("/admin/accounts?q={q}"), Value::Null).await
    };
    assert_eq!(code(&list(&minh, "").await), (403, "not_allowed".to_owned()));
    let handles = async |q: &str| -> Vec<String> {
        let page = list(&admin, q).await.json();
        let found = page["accounts"].as_array().unwrap().iter();
        found.map(|it| it["handle"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(handles("").await, ["minh-anh", "root-user"], "the newest first");
    assert_eq!(handles("Minh").await, ["minh-anh"]);
    assert_eq!(handles("127.0.0.1").await.len(), 2);
    assert_eq!(handles("203.0.113.7").await.len(), 0);

    let act = async |handle: &str, what: &str, body: Value| {
        send(server, &admin, "POST", &format!("/admin/accounts/{handle}/{what}"), body).await
    };
    let email = json!({ "email": "minh@nha.example" });
    assert_eq!(act("minh-anh", "email", email.clone()).await.status, 204);
    assert_eq!(handles("MINH@").await, ["minh-anh"]);
    assert_eq!(code(&act("root-user", "email", email).await).1, "has_role");
    let name = json!({ "name": "Minh Ánh", "reason": "as asked" });
    assert_eq!(act("minh-anh", "name", name).await.json()["name"], "Minh Ánh");
    let nameless = act("minh-anh", "name", json!({ "name": "x", "reason": "" })).await;
    assert_eq!(code(&nameless).1, "bad_reason");

    let user = list(&admin, "minh").await.json()["accounts"][0]["user"].clone();
    let ban = json!({ "kind": "ban", "user": user, "reason": "rude", "hours": null });
    assert_eq!(send(server, &admin, "POST", "/moderation/sanctions", ban).await.status, 200);
    assert_eq!(list(&admin, "minh").await.json()["accounts"][0]["banned"], true);
    assert_eq!(act("minh-anh", "lift", json!({})).await.json()["n_lifted"], 1);
    assert_eq!(list(&admin, "minh").await.json()["accounts"][0]["banned"], false);

    assert_eq!(act("minh-anh", "delete", json!({ "reason": "as asked" })).await.status, 204);
    assert_eq!(handles("").await, ["root-user"]);
    let gone = act("minh-anh", "delete", json!({ "reason": "as asked" })).await;
    assert_eq!(code(&gone).0, 404);

    // Nobody with a role is changed here, not even by who is above them.
    sign_in_as(server, "who-judges", "moderator").await;
    let email = json!({ "email": "minh@nha.example" });
    assert_eq!(code(&act("who-judges", "email", email).await).1, "has_role");
});
