//! A mail address, and a new password by mail.

use komadai_server::config::Config;
use komadai_service::mail::Encryption;
use serde_json::{Value, json};

use super::accounts::{PASSWORD, POLICY, account, ask, code, new_cookie, register};
use super::programs::{as_program, token};
use crate::fixture::{
    Kind, Tab, TestServer, both_servers,
    mail::{self, MailServer},
};

pub(super) const ADDRESS: &str = "Minh.Anh@Example.org";

pub(super) fn with_mail(config: &mut Config, mail: &MailServer) {
    config.server.public_url = "http://localhost:8080".to_owned();
    config.mail.host = mail.address.ip().to_string();
    config.mail.port = mail.address.port();
    config.mail.encryption = Encryption::None;
    config.mail.user = mail::USER.to_owned();
    config.mail.password = mail::PASSWORD.to_owned();
    config.mail.from = "Komadai <komadai@example.org>".to_owned();
}

/// Runs a test on both databases with a mail server beside it.
macro_rules! both_with_mail {
    ($name:ident, |$server:ident, $mail:ident| $test:expr) => {
        mod $name {
            use super::*;

            async fn test(kind: Kind) {
                let $mail = &mut MailServer::start().await;
                let $server = &TestServer::with(kind, |config| with_mail(config, $mail)).await;
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
pub(super) use both_with_mail;

pub(super) fn propose(email: &str, password: &str) -> Value {
    json!({ "email": email, "password": password, "lang": "vi" })
}

/// An account with an address.
pub(super) async fn with_address(
    server: &TestServer,
    mail: &mut MailServer,
    handle: &str,
) -> String {
    let visitor = server.enter("visitor").await;
    let cookie = register(server, &visitor.cookie, handle).await;
    assert_eq!(ask(server, &cookie, "email", propose(ADDRESS, PASSWORD)).await.status, 202);
    let ticket = mail.letter().await.ticket("verify");
    let page = ask(server, "", "email/verify", json!({ "ticket": ticket, "lang": "vi" })).await;
    assert_eq!(page.status, 204, "{page:?}");
    cookie
}

both_with_mail!(an_address_is_the_accounts_when_its_letter_is_read, |server, mail| async {
    let visitor = server.enter("visitor").await;
    let cookie = register(server, &visitor.cookie, "minh-anh").await;
    let refused = ask(server, &cookie, "email", propose(ADDRESS, "wrong one")).await;
    assert_eq!(code(&refused), (401, "wrong_password".to_owned()));
    let refused = ask(server, &cookie, "email", propose("a@b\r\nBcc: c@d", PASSWORD)).await;
    assert_eq!(code(&refused), (422, "bad_email".to_owned()));
    assert_eq!(ask(server, &cookie, "email", propose(ADDRESS, PASSWORD)).await.status, 202);
    let letter = mail.letter().await;
    assert_eq!(letter.to, ADDRESS);
    assert!(letter.headers["from"].contains("komadai@example.org"), "{letter:?}");
    assert!(letter.body.contains("Chào minh-anh"), "{letter:?}");
    assert!(letter.body.contains("http://localhost:8080/account#verify="), "{letter:?}");
    let member = account(server, &cookie).await;
    assert_eq!((&member["email"], &member["unverified_email"]), (&Value::Null, &json!(ADDRESS)));

    let verify = json!({ "ticket": letter.ticket("verify"), "lang": "vi" });
    for wrong in ["", "zz", &"0".repeat(64)] {
        let body = json!({ "ticket": wrong, "lang": "vi" });
        let page = ask(server, "", "email/verify", body).await;
        assert_eq!(code(&page), (403, "bad_ticket".to_owned()), "{wrong}");
    }
    let reset =
        json!({ "ticket": letter.ticket("verify"), "password": "tám con tốt đen", "lang": "vi" });
    assert_eq!(code(&ask(server, "", "reset", reset).await).1, "bad_ticket", "it is no reset");
    assert_eq!(ask(server, "", "email/verify", verify.clone()).await.status, 204);
    assert_eq!(code(&ask(server, "", "email/verify", verify).await).1, "bad_ticket", "used");
    let member = account(server, &cookie).await;
    assert_eq!((&member["email"], &member["unverified_email"]), (&json!(ADDRESS), &Value::Null));

    let headers = [("Cookie", cookie.as_str())];
    let body = json!({ "password": PASSWORD, "lang": "ja" }).to_string();
    let page = server.request("DELETE", "/api/v1/account/email", &headers, &body).await;
    assert_eq!(page.status, 204, "{page:?}");
    assert_eq!(account(server, &cookie).await["email"], Value::Null);
    let told = mail.letter().await;
    assert!(told.to == ADDRESS && told.body.contains("使わなくなりました"), "{told:?}");
});

both_with_mail!(who_has_forgotten_their_password_chooses_another, |server, mail| async {
    let cookie = with_address(server, mail, "minh-anh").await;
    let mut tab = Tab::open(server.address, "tab", Some(cookie.clone())).await;
    let bearer = token(server, &cookie, &["read"]).await;
    assert!(mail.letter().await.body.contains("chương trình"), "a token is told of");
    // The mail server puts it off; the letter comes a little later.
    mail.put_off(1).await;
    let body = json!({ "email": "minh.anh@example.ORG", "lang": "en" });
    assert_eq!(ask(server, "", "forgotten", body).await.status, 202);
    let letter = mail.letter().await;
    assert!(letter.body.contains("Hello minh-anh"), "{letter:?}");
    let ticket = letter.ticket("reset");
    let reset = |password: &str| json!({ "ticket": ticket, "password": password, "lang": "en" });
    assert_eq!(code(&ask(server, "", "reset", reset("short")).await).1, "bad_password");
    tab.now().await;
    assert_eq!(ask(server, "", "reset", reset("tám con tốt đen")).await.status, 204);
    assert_eq!(tab.closed().await, Some(POLICY), "all sessions have ended");
    assert_eq!(account(server, &cookie).await, Value::Null);
    let program = as_program(server, &bearer, "GET", "/me/imports", "").await;
    assert_eq!(code(&program).1, "bad_token", "programs have to ask again");
    assert_eq!(code(&ask(server, "", "reset", reset("chín con tốt đen")).await).1, "bad_ticket");
    assert!(mail.letter().await.body.contains("has been changed"));
    for (password, status) in [(PASSWORD, 401), ("tám con tốt đen", 200)] {
        let body = json!({ "handle": "minh-anh", "password": password });
        assert_eq!(ask(server, "", "sign-in", body).await.status, status, "{password}");
    }
});

both_with_mail!(nobody_learns_whose_address_is_known, |server, mail| async {
    with_address(server, mail, "minh-anh").await;
    let mut answers = Vec::new();
    for email in ["nobody@example.org", "minh.anh@example.org"] {
        let page = ask(server, "", "forgotten", json!({ "email": email, "lang": "vi" })).await;
        let mut head: Vec<_> = page.head.lines().map(str::to_owned).collect();
        head.retain(|line| !line.starts_with("x-request-id") && !line.starts_with("date"));
        answers.push((page.status, head, page.body));
    }
    assert_eq!(answers[0], answers[1]);
    assert_eq!(mail.letter().await.to, "minh.anh@example.org", "nobody else is written to");
});

both_with_mail!(a_new_password_ends_what_was_sent_before, |server, mail| async {
    let cookie = with_address(server, mail, "minh-anh").await;
    let forgotten = json!({ "email": ADDRESS, "lang": "vi" });
    assert_eq!(ask(server, "", "forgotten", forgotten).await.status, 202);
    let ticket = mail.letter().await.ticket("reset");
    let change = json!({ "old": PASSWORD, "new": "tám con tốt đen" });
    assert_eq!(ask(server, &cookie, "password", change).await.status, 204);
    let reset = json!({ "ticket": ticket, "password": "chín con tốt đen", "lang": "vi" });
    assert_eq!(code(&ask(server, "", "reset", reset).await).1, "bad_ticket");
    let body = json!({ "handle": "minh-anh", "password": "tám con tốt đen" });
    let page = ask(server, "", "sign-in", body).await;
    assert_ne!(new_cookie(&page), cookie);
});

both_servers!(a_site_without_mail_says_so, |server| async {
    assert_eq!(server.get("/api/v1/site").await.json()["mail"], false);
    let body = json!({ "email": ADDRESS, "lang": "vi" });
    assert_eq!(code(&ask(server, "", "forgotten", body).await), (404, "no_mail".to_owned()));
});

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_doctor_greets_the_mail_server() {
    let mail = MailServer::start().await;
    let server = TestServer::with(Kind::Sqlite, |config| with_mail(config, &mail)).await;
    let port = mail.address.port().to_string();
    let settings = |password| {
        vec![
            ("KOMADAI__SERVER__PUBLIC_URL", "http://localhost:8080"),
            ("KOMADAI__MAIL__HOST", "127.0.0.1"),
            ("KOMADAI__MAIL__PORT", &port),
            ("KOMADAI__MAIL__ENCRYPTION", "none"),
            ("KOMADAI__MAIL__USER", mail::USER),
            ("KOMADAI__MAIL__PASSWORD", password),
            ("KOMADAI__MAIL__FROM", "komadai@example.org"),
        ]
    };
    let run = |password| {
        let server = &server;
        let settings = settings(password);
        tokio::task::block_in_place(move || server.run_beside_with(&["doctor"], "", &settings))
    };
    for (password, said) in [(mail::PASSWORD, "answers and accepts email"), ("x", "cannot be used")]
    {
        let (_, text) = run(password);
        assert!(text.contains(said), "{text}");
    }
}
