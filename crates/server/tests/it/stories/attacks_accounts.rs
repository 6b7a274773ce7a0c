//! What somebody who once knew a password, or never did, must not be able to do to an account.

use komadai_store::{api_tokens, second_factors};
use serde_json::{Value, json};

use super::{
    accounts::{PASSWORD, POLICY, account, ask, code, new_cookie, register},
    email::{ADDRESS, both_with_mail, propose, with_address, with_mail},
    programs::{as_program, token},
    second_factor::{first_step, now, second_step, shown},
    site::{send, sign_in_as},
};
use crate::fixture::{Kind, Tab, TestServer, both_servers, http::Page, mail::MailServer};

/// Another password than the tests' own.
const OTHER: &str = "tám con tốt đen";

/// What the owner does to be rid of somebody who knows the password.
#[derive(Clone, Copy, Debug)]
enum Rescue {
    Password,
    Everywhere,
    Operator,
}

async fn rescue(server: &TestServer, cookie: &str, handle: &str, how: Rescue) {
    let page = match how {
        Rescue::Password => {
            ask(server, cookie, "password", json!({ "old": PASSWORD, "new": OTHER })).await
        }
        Rescue::Everywhere => ask(server, cookie, "sign-out-everywhere", json!({})).await,
        Rescue::Operator => {
            let (done, said) = server.run_beside(&["admin", "reset-password", handle], "");
            assert!(done, "{said}");
            return;
        }
    };
    assert!(page.status < 300, "{page:?}");
}

both_with_mail!(no_ticket_outlives_the_password_it_was_given_under, |server, mail| async {
    for (handle, how) in [
        ("minh-anh", Rescue::Password),
        ("duc-anh", Rescue::Everywhere),
        ("bao-anh", Rescue::Operator),
    ] {
        let cookie = register(server, &server.enter("owner").await.cookie, handle).await;
        // Who knows the password asks for a letter to an address of their own.
        let evil = format!("{handle}@evil.example");
        assert_eq!(ask(server, &cookie, "email", propose(&evil, PASSWORD)).await.status, 202);
        let ticket = mail.letter().await.ticket("verify");
        rescue(server, &cookie, handle, how).await;
        let verify = json!({ "ticket": ticket, "lang": "en" });
        let page = ask(server, "", "email/verify", verify).await;
        assert_eq!(code(&page), (403, "bad_ticket".to_owned()), "{how:?}");
    }
});

both_servers!(a_second_step_ends_with_the_password_of_the_first, |server| async {
    let cookie = register(server, &server.enter("visitor").await.cookie, "minh-anh").await;
    let offer = ask(server, &cookie, "second-factor", json!({ "password": PASSWORD })).await.json();
    let secret = offer["secret"].as_str().unwrap();
    let body = json!({ "code": shown(secret, now()) });
    let codes = ask(server, &cookie, "second-factor/confirm", body).await.json();
    let ticket = first_step(server).await;
    rescue(server, &cookie, "minh-anh", Rescue::Password).await;
    let recovery = codes["recovery_codes"][0].as_str().unwrap();
    let page = second_step(server, &ticket, recovery).await;
    assert_eq!(code(&page), (403, "bad_ticket".to_owned()));
});

both_servers!(programs_stay_only_where_their_owner_says_so, |server| async {
    let cookie = register(server, &server.enter("minh").await.cookie, "minh-anh").await;
    let bearer = token(server, &cookie, &["read"]).await;
    let seen = async || as_program(server, &bearer, "GET", "/me/imports", "").await.status;
    let body = json!({ "old": PASSWORD, "new": OTHER, "programs": false });
    assert_eq!(ask(server, &cookie, "password", body).await.status, 204);
    assert_eq!(seen().await, 200);
    let keep = json!({ "programs": false });
    assert_eq!(ask(server, &cookie, "sign-out-everywhere", keep).await.status, 200);
    assert_eq!(seen().await, 200);
    assert_eq!(account(server, &cookie).await, Value::Null);
    let body = json!({ "handle": "minh-anh", "password": OTHER });
    let cookie = new_cookie(&ask(server, "", "sign-in", body).await);
    let page = ask(server, &cookie, "sign-out-everywhere", json!({})).await;
    assert_eq!((page.status, seen().await), (200, 401));
});

/// Tries to sign in from an address.
async fn sign_in(server: &TestServer, cookie: &str, from: &str, password: &str) -> Page {
    let headers = [("Cookie", cookie), ("X-Forwarded-For", from)];
    let body = json!({ "handle": "minh-anh", "password": password }).to_string();
    server.request("POST", "/api/v1/account/sign-in", &headers, &body).await
}

both_servers!(
    strangers_lock_nobody_out,
    |config| {
        config.server.trusted_proxies = 1;
    },
    |server| async {
        let own = register(server, &server.enter("owner").await.cookie, "minh-anh").await;
        let own = new_cookie(&ask(server, &own, "sign-out", json!({})).await);
        // Passwords that are too long to be hashed make the test quick, and are counted.
        let wrong = "x".repeat(300);
        let mut n_tried = 0;
        loop {
            n_tried += 1;
            let from = format!("203.0.113.{n_tried}");
            if sign_in(server, "", &from, &wrong).await.status == 429 {
                break;
            }
        }
        assert!(n_tried <= 32, "{n_tried} guesses");
        assert_eq!(sign_in(server, "", "198.51.100.1", PASSWORD).await.status, 429);
        let page = sign_in(server, &own, "198.51.100.1", PASSWORD).await;
        assert_eq!(page.status, 200, "the owner's browser is known");
        // A browser that is known to another account is none here.
        let other = register(server, &server.enter("other").await.cookie, "duc-anh").await;
        assert_eq!(sign_in(server, &other, "198.51.100.2", PASSWORD).await.status, 429);
    }
);

both_with_mail!(strangers_do_not_use_up_the_owners_letters, |server, mail| async {
    with_address(server, mail, "minh-anh").await;
    let forgotten = json!({ "email": ADDRESS, "lang": "vi" });
    assert_eq!(ask(server, "", "forgotten", forgotten.clone()).await.status, 202);
    let first = mail.letter().await.ticket("reset");
    for _ in 0..6 {
        assert_eq!(ask(server, "", "forgotten", forgotten.clone()).await.status, 202);
    }
    // The link of the first letter is as good as that of the last.
    let reset = json!({ "ticket": first, "password": OTHER, "lang": "vi" });
    assert_eq!(ask(server, "", "reset", reset).await.status, 204);
});

both_servers!(
    a_ban_does_not_shut_out_those_who_could_lift_it,
    |config| {
        config.server.trusted_proxies = 1;
    },
    |server| async {
        let home = "203.0.113.7";
        let bob = register(server, &server.enter("bob").await.cookie, "minh-anh").await;
        assert_eq!(sign_in(server, &bob, home, PASSWORD).await.status, 200);
        let moderator = sign_in_as(server, "watchful", "moderator").await;
        let path = "/moderation/accounts/minh-anh";
        let user = send(server, &moderator, "GET", path, Value::Null).await.json()["user"].clone();
        let body = json!({ "kind": "address", "user": user, "reason": "spam" });
        let impose = async |from: &str| {
            let headers = [("Cookie", moderator.as_str()), ("X-Forwarded-For", from)];
            let path = "/api/v1/moderation/sanctions";
            server.request("POST", path, &headers, &body.to_string()).await
        };
        // From the same house, the moderator would be shut out.
        assert_eq!(code(&impose(home).await), (422, "protected_address".to_owned()));
        assert_eq!(impose("198.51.100.1").await.json()["n_imposed"], 1);

        assert_eq!(code(&sign_in(server, "", home, PASSWORD).await).1, "banned");
        assert_eq!(code(&sign_in(server, "", home, "x").await).1, "banned", "nobody learns more");
        let body = json!({ "handle": "watchful", "password": PASSWORD }).to_string();
        let headers = [("X-Forwarded-For", home)];
        let page = server.request("POST", "/api/v1/account/sign-in", &headers, &body).await;
        let headers = [("Cookie", &*new_cookie(&page)), ("X-Forwarded-For", home)];
        let path = "/api/v1/moderation/sanctions";
        let listed = server.request("GET", path, &headers, "").await.json();
        let path = format!("{path}/{}", listed["sanctions"][0]["id"].as_str().unwrap());
        assert_eq!(server.request("DELETE", &path, &headers, "").await.status, 204);
    }
);

/// What somebody who knows the password makes of an account, and the link of the first email that
/// informed its owner.
async fn take_over(server: &TestServer, mail: &mut MailServer) -> String {
    let cookie = with_address(server, mail, "minh-anh").await;
    let evil = "evil@evil.example";
    assert_eq!(ask(server, &cookie, "email", propose(evil, PASSWORD)).await.status, 202);
    let verify = json!({ "ticket": mail.letter().await.ticket("verify"), "lang": "en" });
    assert_eq!(ask(server, "", "email/verify", verify).await.status, 204);
    let letter = mail.letter().await;
    assert_eq!(letter.to, ADDRESS);
    letter.ticket("freeze")
}

async fn freeze(server: &TestServer, ticket: &str) -> u16 {
    ask(server, "", "freeze", json!({ "ticket": ticket })).await.status
}

/// A new password by a letter to this address.
async fn recover(server: &TestServer, mail: &mut MailServer, email: &str, password: &str) {
    let forgotten = json!({ "email": email, "lang": "en" });
    assert_eq!(ask(server, "", "forgotten", forgotten).await.status, 202);
    let letter = mail.letter().await;
    assert_eq!(letter.to.to_lowercase(), email.to_lowercase());
    let reset = json!({ "ticket": letter.ticket("reset"), "password": password, "lang": "en" });
    assert_eq!(ask(server, "", "reset", reset).await.status, 204);
}

both_with_mail!(an_owner_takes_an_account_back_by_a_letter, |server, mail| async {
    let owners = take_over(server, mail).await;
    // The other has a session, a letter on its way and a factor of their own.
    let body = json!({ "handle": "minh-anh", "password": PASSWORD });
    let evil = new_cookie(&ask(server, "", "sign-in", body.clone()).await);
    let offer = ask(server, &evil, "second-factor", json!({ "password": PASSWORD })).await.json();
    let first = json!({ "code": shown(offer["secret"].as_str().unwrap(), now()) });
    assert_eq!(ask(server, &evil, "second-factor/confirm", first).await.status, 200);
    let theirs = mail.letter().await;
    assert_eq!(theirs.to, "evil@evil.example");
    let forgotten = json!({ "email": "evil@evil.example", "lang": "en" });
    assert_eq!(ask(server, "", "forgotten", forgotten).await.status, 202);
    let reset = mail.letter().await.ticket("reset");

    assert_eq!(freeze(server, &owners).await, 204);
    assert_eq!(account(server, &evil).await, Value::Null);
    let page = ask(server, "", "sign-in", body).await;
    assert_eq!(code(&page), (403, "frozen".to_owned()));
    let reset = json!({ "ticket": reset, "password": OTHER, "lang": "en" });
    assert_eq!(code(&ask(server, "", "reset", reset).await).1, "bad_ticket");
    // A later letter's link changes nothing, and their address is of no use.
    assert_eq!(freeze(server, &theirs.ticket("freeze")).await, 204);
    let forgotten = json!({ "email": "evil@evil.example", "lang": "en" });
    assert_eq!(ask(server, "", "forgotten", forgotten).await.status, 202);
    recover(server, mail, ADDRESS, OTHER).await;
    assert_eq!(mail.letter().await.to, ADDRESS, "the address is the owner's again");
    let body = json!({ "handle": "minh-anh", "password": OTHER });
    let page = ask(server, "", "sign-in", body).await;
    assert_eq!(page.json()["account"]["handle"], "minh-anh", "without the other's code");
    assert_eq!(freeze(server, &owners).await, 403, "a link is good once");
});

both_with_mail!(the_first_letter_outranks_what_came_after_it, |server, mail| async {
    let owners = take_over(server, mail).await;
    // Freezing and recovering by a letter of their own, and another password, gain them nothing.
    let body = json!({ "handle": "minh-anh", "password": PASSWORD });
    let evil = new_cookie(&ask(server, "", "sign-in", body).await);
    let change = json!({ "old": PASSWORD, "new": OTHER });
    assert_eq!(ask(server, &evil, "password", change).await.status, 204);
    let theirs = mail.letter().await.ticket("freeze");
    assert_eq!(freeze(server, &theirs).await, 204);
    recover(server, mail, "evil@evil.example", PASSWORD).await;
    let again = mail.letter().await.ticket("freeze");

    assert_eq!(freeze(server, &owners).await, 204);
    recover(server, mail, ADDRESS, OTHER).await;
    assert_eq!(mail.letter().await.to, ADDRESS);
    assert_eq!(freeze(server, &again).await, 403, "their links have ended");
});

both_with_mail!(the_operator_thaws_an_account, |server, mail| async {
    let owners = take_over(server, mail).await;
    assert_eq!(freeze(server, &owners).await, 204);
    let (done, password) = server.run_beside(&["admin", "reset-password", "minh-anh"], "");
    assert!(done, "{password}");
    let body = json!({ "handle": "minh-anh", "password": password.trim() });
    let page = ask(server, "", "sign-in", body).await;
    assert_eq!(page.json()["account"]["email"], ADDRESS, "{page:?}");
});

both_servers!(
    who_runs_the_site_needs_a_second_factor,
    |config| {
        config.site.staff_second_factor = true;
    },
    |server| async {
        let admin = sign_in_as(server, "minh-anh", "admin").await;
        for path in ["/moderation/reports", "/admin/audit"] {
            let page = send(server, &admin, "GET", path, Value::Null).await;
            assert_eq!(code(&page), (403, "needs_second_factor".to_owned()), "{path}");
        }
        let offer = ask(server, &admin, "second-factor", json!({ "password": PASSWORD })).await;
        let secret = offer.json()["secret"].as_str().unwrap().to_owned();
        let first = json!({ "code": shown(&secret, now()) });
        assert_eq!(ask(server, &admin, "second-factor/confirm", first).await.status, 200);
        assert_eq!(send(server, &admin, "GET", "/admin/audit", Value::Null).await.status, 200);
        // That there is nobody who asks, and that nobody else may, is said as before.
        let member = register(server, "", "duc-anh").await;
        for (cookie, expected) in [("", "not_signed_in"), (&*member, "not_allowed")] {
            let page = send(server, cookie, "GET", "/moderation/reports", Value::Null).await;
            assert_eq!(code(&page).1, expected);
        }
    }
);

both_servers!(one_session_is_ended_from_another, |server| async {
    let first = register(server, &server.enter("owner").await.cookie, "minh-anh").await;
    let headers = [("User-Agent", "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0")];
    let body = json!({ "handle": "minh-anh", "password": PASSWORD }).to_string();
    let page = server.request("POST", "/api/v1/account/sign-in", &headers, &body).await;
    let second = new_cookie(&page);
    let mut tab = Tab::open(server.address, "tab", Some(second.clone())).await;
    let path = "/api/v1/account/sessions";
    let listed = server.get_with(path, &[("Cookie", &first)]).await.json();
    let listed = listed["sessions"].as_array().unwrap().clone();
    let found = |this: bool| listed.iter().find(|it| it["this"] == this).unwrap();
    assert_eq!(listed.len(), 2);
    assert_eq!(found(false)["agent"], "Firefox, Linux");
    assert_eq!(found(false)["address"], "127.0.0.1");
    let one = format!("{path}/{}", found(false)["id"].as_str().unwrap());
    let stranger = register(server, "", "duc-anh").await;
    for (who, status) in [(&stranger, 404), (&first, 204), (&first, 404)] {
        let page = server.request("DELETE", &one, &[("Cookie", who)], "").await;
        assert_eq!(page.status, status);
    }
    assert_eq!(tab.closed().await, Some(POLICY));
    assert_eq!(account(server, &second).await, Value::Null);
    assert_eq!(account(server, &first).await["handle"], "minh-anh");
});

both_servers!(a_token_ends_when_its_time_is_over, |server| async {
    let cookie = register(server, &server.enter("minh").await.cookie, "minh-anh").await;
    let make = |days: Value| json!({ "name": "x", "scopes": ["play"], "password": PASSWORD, "days": days });
    assert_eq!(code(&ask(server, &cookie, "tokens", make(json!(0))).await).1, "bad_days");
    let made = ask(server, &cookie, "tokens", make(Value::Null)).await;
    let never = format!("Bearer {}", made.json()["token"].as_str().unwrap());
    let bearer = token(server, &cookie, &["play"]).await;
    let tokens = server.get_with("/api/v1/account/tokens", &[("Cookie", &cookie)]).await.json();
    let tokens = tokens["tokens"].as_array().unwrap().clone();
    let days: Vec<_> = tokens
        .iter()
        .map(|it| {
            it["expires_ms"].as_i64().map(|ms| (ms - it["made_ms"].as_i64().unwrap()) / 86_400_000)
        })
        .collect();
    assert_eq!(days, [None, Some(90)]);
    let mut kept = Tab::open(server.address, "kept", Some(never)).await;
    let mut program = Tab::open(server.address, "program", Some(bearer)).await;
    // Ninety days later.
    let store = server.store();
    let mut tx = store.write().await.unwrap();
    let id = tokens[1]["id"].as_str().unwrap().parse().unwrap();
    api_tokens::end_at(&mut tx, id, 1).await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!(program.closed().await, Some(POLICY));
    kept.now().await;
});

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_copy_of_the_database_shows_a_second_factor() {
    let server = &mut TestServer::start().await;
    let cookie = register(server, &server.enter("owner").await.cookie, "minh-anh").await;
    let offer = ask(server, &cookie, "second-factor", json!({ "password": PASSWORD })).await.json();
    let secret = offer["secret"].as_str().unwrap();
    let first = json!({ "code": shown(secret, now()) });
    assert_eq!(ask(server, &cookie, "second-factor/confirm", first).await.status, 200);
    let store = server.store();
    let (user, sealed) =
        second_factors::secrets(&mut store.read().await.unwrap()).await.unwrap().remove(0);
    assert!(sealed.len() > 20, "it is sealed");
    // As an older version has stored it; the next start seals it.
    let mut tx = store.write().await.unwrap();
    second_factors::replace_secret(&mut tx, user, &sealed, &[7; 20]).await.unwrap();
    tx.commit().await.unwrap();
    drop(store);
    server.restart().await;
    let store = server.store();
    let stored = second_factors::secrets(&mut store.read().await.unwrap()).await.unwrap();
    assert!(stored[0].1.len() > 20);
    drop(store);
    let doctor = |settings: &[(&str, &str)]| {
        let (_, said) =
            tokio::task::block_in_place(|| server.run_beside_with(&["doctor"], "", settings));
        said
    };
    assert!(doctor(&[]).contains("encrypted with a key of yours"));
    let other = "0".repeat(64);
    let said = doctor(&[("KOMADAI__SECRETS__KEY", &other)]);
    assert!(said.contains("encrypted with another key"), "{said}");
}
