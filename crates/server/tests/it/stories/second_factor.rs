//! The second step of signing in.

use std::time::{SystemTime, UNIX_EPOCH};

use hmac::{Hmac, KeyInit as _, Mac as _};
use serde_json::{Value, json};
use sha1::Sha1;

use super::accounts::{PASSWORD, account, ask, code, new_cookie, register};
use crate::fixture::{TestServer, both_servers, http::Page};

/// The step of 30 seconds in which the test is.
#[expect(clippy::disallowed_methods, reason = "an app on a telephone looks at its clock")]
pub(super) fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_secs() / 30
}

/// What an app shows in a step.
pub(super) fn shown(secret: &str, step: u64) -> String {
    let mut bits = secret.bytes().flat_map(|sign| {
        let digit = match sign {
            b'A'..=b'Z' => sign - b'A',
            _ => sign - b'2' + 26,
        };
        (0..5).rev().map(move |bit| digit >> bit & 1)
    });
    let mut key = Vec::new();
    while let (Some(first), rest) = (bits.next(), bits.by_ref().take(7)) {
        key.push(rest.fold(first, |byte, bit| byte << 1 | bit));
    }
    let mut mac = Hmac::<Sha1>::new_from_slice(&key).unwrap();
    mac.update(&step.to_be_bytes());
    let digest = mac.finalize().into_bytes();
    let at = usize::from(digest[19] & 15);
    let number = u32::from_be_bytes(digest[at..at + 4].try_into().unwrap()) & 0x7fff_ffff;
    format!("{:06}", number % 1_000_000)
}

pub(super) async fn first_step(server: &TestServer) -> Value {
    let body = json!({ "handle": "minh-anh", "password": PASSWORD });
    let page = ask(server, "", "sign-in", body).await;
    assert_eq!((page.status, page.header("set-cookie")), (200, None), "{page:?}");
    assert_eq!(page.json()["account"], Value::Null);
    page.json()["second_step"].clone()
}

pub(super) async fn second_step(server: &TestServer, ticket: &Value, typed: &str) -> Page {
    ask(server, "", "sign-in/code", json!({ "ticket": ticket, "code": typed })).await
}

async fn turn_off(server: &TestServer, cookie: &str, password: &str, code: &Value) -> Page {
    let body = json!({ "password": password, "code": code }).to_string();
    let path = "/api/v1/account/second-factor";
    server.request("DELETE", path, &[("Cookie", cookie)], &body).await
}

both_servers!(a_code_is_asked_for_and_is_good_once, |server| async {
    let cookie = register(server, &server.enter("visitor").await.cookie, "minh-anh").await;
    let wrong = ask(server, &cookie, "second-factor", json!({ "password": "wrong" })).await;
    assert_eq!(code(&wrong).1, "wrong_password");
    let offer = ask(server, &cookie, "second-factor", json!({ "password": PASSWORD })).await.json();
    let secret = offer["secret"].as_str().expect("a secret");
    assert!(offer["uri"].as_str().unwrap().starts_with("otpauth://totp/Komadai:minh-anh?secret="));
    let rows = offer["qr"].as_array().unwrap();
    assert!(rows.len() > 20 && rows.iter().all(|row| row.as_str().unwrap().len() == rows.len()));
    // Nothing is asked for as long as no code has come.
    assert_eq!(account(server, &cookie).await["recovery_codes"], Value::Null);
    let wrong = ask(server, &cookie, "second-factor/confirm", json!({ "code": "000000x" })).await;
    assert_eq!(code(&wrong), (401, "wrong_code".to_owned()));
    let step = now();
    let body = json!({ "code": shown(secret, step) });
    let codes = ask(server, &cookie, "second-factor/confirm", body).await.json();
    let codes = codes["recovery_codes"].as_array().expect("codes").clone();
    assert_eq!(codes.len(), 10);
    assert_eq!(account(server, &cookie).await["recovery_codes"], 10);
    let again = ask(server, &cookie, "second-factor", json!({ "password": PASSWORD })).await;
    assert_eq!(code(&again), (409, "as_it_is".to_owned()));

    let ticket = first_step(server).await;
    let used = second_step(server, &ticket, &shown(secret, step)).await;
    assert_eq!(code(&used), (401, "wrong_code".to_owned()), "it was used to turn it on");
    let page = second_step(server, &ticket, &shown(secret, now().max(step + 1))).await;
    assert_eq!(page.status, 200, "{page:?}");
    let second = new_cookie(&page);
    assert_eq!(account(server, &second).await["handle"], "minh-anh");
    let again = second_step(server, &ticket, codes[0].as_str().unwrap()).await;
    assert_eq!(code(&again), (403, "bad_ticket".to_owned()), "a ticket is good once");

    let recovery = codes[0].as_str().unwrap().to_lowercase();
    for expected in [200, 401] {
        let ticket = first_step(server).await;
        assert_eq!(second_step(server, &ticket, &recovery).await.status, expected);
    }
    assert_eq!(account(server, &cookie).await["recovery_codes"], 9);

    for (password, typed, expected) in [
        ("wrong", &codes[1], "wrong_password"),
        (PASSWORD, &json!(""), "wrong_code"),
        (PASSWORD, &codes[0], "wrong_code"),
    ] {
        assert_eq!(code(&turn_off(server, &cookie, password, typed).await).1, expected);
    }
    let alone = json!({ "password": PASSWORD, "code": "" });
    let page = ask(server, &cookie, "second-factor/codes", alone).await;
    assert_eq!(code(&page).1, "wrong_code", "the password alone makes no codes");
    assert_eq!(turn_off(server, &cookie, PASSWORD, &codes[1]).await.status, 204);
    let body = json!({ "handle": "minh-anh", "password": PASSWORD });
    assert_eq!(ask(server, "", "sign-in", body).await.json()["account"]["handle"], "minh-anh");
});

both_servers!(guessing_codes_leads_nowhere, |server| async {
    let cookie = register(server, &server.enter("visitor").await.cookie, "minh-anh").await;
    let offer = ask(server, &cookie, "second-factor", json!({ "password": PASSWORD })).await.json();
    let secret = offer["secret"].as_str().unwrap();
    let body = json!({ "code": shown(secret, now()) });
    assert_eq!(ask(server, &cookie, "second-factor/confirm", body).await.status, 200);
    let ticket = first_step(server).await;
    // What was once for something else, or for nobody, is no ticket.
    for wrong in ["", "x", &"0".repeat(64)] {
        assert_eq!(code(&second_step(server, &json!(wrong), "1").await).1, "bad_ticket");
    }
    let mut last = 401;
    for _ in 0..25 {
        last = second_step(server, &ticket, "not it").await.status;
        if last != 401 {
            break;
        }
    }
    assert_eq!(last, 429);
    let (done, said) = server.run_beside(&["admin", "remove-second-factor", "minhanh"], "");
    assert!(done, "{said}");
    assert_eq!(account(server, &cookie).await["recovery_codes"], Value::Null);
    let (done, said) = server.run_beside(&["admin", "remove-second-factor", "minhanh"], "");
    assert!(!done && said.contains("already"), "{said}");
});
