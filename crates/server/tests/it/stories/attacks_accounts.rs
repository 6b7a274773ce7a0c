//! What somebody who once knew a password, or never did, must not be able to do to an account.

use serde_json::{Value, json};

use super::{
    accounts::{PASSWORD, account, ask, code, new_cookie, register},
    email::{both_with_mail, propose, with_mail},
    programs::{as_program, token},
    second_factor::{first_step, now, second_step, shown},
};
use crate::fixture::{Kind, TestServer, both_servers, mail::MailServer};

/// Another password than the tests' own.
const OTHER: &str = "tám con tốt";

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
    // As older pages ask: without a body.
    let path = "/api/v1/account/sign-out-everywhere";
    let page = server.request("POST", path, &[("Cookie", &cookie)], "").await;
    assert_eq!((page.status, seen().await), (200, 401));
});
