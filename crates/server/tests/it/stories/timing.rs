//! Nobody learns from an answer, or from how long it takes, which accounts there are.

use komadai_server::config::Config;
use komadai_service::names::Handle;
use komadai_store::accounts;
use serde_json::{Value, json};

use super::accounts::{PASSWORD, ask, code, register};
use crate::fixture::{TestServer, both_servers, http::Page};

/// How often each is tried.
const TRIES: usize = 3;

/// Asks from an address of its own, since attempts are counted by it; returns how many passwords
/// were hashed for the answer as well, which takes longer than all the rest: some 20 ms.
async fn from(server: &TestServer, n: usize, what: &str, body: &Value) -> (Page, u64) {
    let address = format!("10.9.{}.{}", n / 250, n % 250);
    let headers = [("X-Forwarded-For", address.as_str())];
    let path = format!("/api/v1/account/{what}");
    let before = server.n_hashed();
    let page = server.request("POST", &path, &headers, &body.to_string()).await;
    (page, server.n_hashed() - before)
}

/// Asks in turn for what is known and what is not, and compares.
async fn compare(
    server: &TestServer,
    what: &str,
    n_hashed: u64,
    known: impl Fn(usize) -> Value,
    unknown: impl Fn(usize) -> Value,
) {
    for n in 0..TRIES {
        let (a, of_known) = from(server, 2 * n, what, &known(n)).await;
        let (b, of_unknown) = from(server, 2 * n + 1, what, &unknown(n)).await;
        assert_eq!((a.status, &a.body), (b.status, &b.body), "{what}: {a:?} {b:?}");
        assert_eq!((of_known, of_unknown), (n_hashed, n_hashed), "{what}");
    }
}

both_servers!(
    signing_in_says_nothing_of_who_is_there,
    |config| {
        config.server.trusted_proxies = 1;
    },
    |server| async {
        for n in 0..TRIES {
            register(server, "", &format!("known-{}", names(n))).await;
        }
        let attempt = |who: &str, n: usize| json!({ "handle": format!("{who}-{}", names(n)), "password": "not the right one" });
        compare(server, "sign-in", 1, |n| attempt("known", n), |n| attempt("nobody", n)).await;

        // The same words for everybody.
        let deleted = register(server, "", "was-here").await;
        let body = json!({ "password": PASSWORD });
        assert_eq!(ask(server, &deleted, "delete", body).await.status, 200);
        let mut answers = Vec::new();
        for (n, handle) in
            ["known-a", "nobody", "was-here", "admin", "x", "", "known-a ", "' OR 1=1", "Komadai"]
                .into_iter()
                .enumerate()
        {
            let body = json!({ "handle": handle, "password": "not the right one" });
            let (page, _) = from(server, 100 + n, "sign-in", &body).await;
            answers.push((code(&page), page.body));
        }
        assert!(answers.iter().all(|it| *it == answers[0]), "{answers:?}");
        assert_eq!(answers[0].0, (401, "wrong_password".to_owned()));

        // That a name is taken is announced, because another must be chosen; one that was
        // somebody's takes as long.
        let wish = |handle: &str| json!({ "handle": handle, "password": PASSWORD });
        for n in 0..TRIES {
            let new = format!("new-{}", names(n));
            for (at, handle, status) in [(0, "known-a", 409), (1, "was-here", 409), (2, &new, 200)]
            {
                let at = 200 + 3 * n + at;
                let (page, n_hashed) = from(server, at, "register", &wish(handle)).await;
                assert_eq!((page.status, n_hashed), (status, 1), "{handle}: {page:?}");
                if status == 409 {
                    assert_eq!(code(&page).1, "name_taken");
                }
            }
        }
    }
);

/// A name's end without digits, which look like letters.
fn names(n: usize) -> char {
    char::from(b'a' + n as u8)
}

both_servers!(
    a_forgotten_password_says_nothing_of_who_is_there,
    |config| {
        // Nobody takes the letters, which are written all the same.
        let mail = [
            ("KOMADAI__SERVER__PUBLIC_URL", "http://localhost:8080"),
            ("KOMADAI__SERVER__TRUSTED_PROXIES", "1"),
            ("KOMADAI__MAIL__HOST", "127.0.0.1"),
            ("KOMADAI__MAIL__PORT", "1"),
            ("KOMADAI__MAIL__ENCRYPTION", "none"),
            ("KOMADAI__MAIL__FROM", "komadai@example.org"),
        ];
        let mail = mail.map(|(key, value)| (key.to_owned(), value.to_owned()));
        let with_mail = Config::load(None, mail).unwrap();
        config.mail = with_mail.mail;
        config.server.public_url = with_mail.server.public_url;
        config.server.trusted_proxies = with_mail.server.trusted_proxies;
    },
    |server| async {
        // As if the links to their addresses had been opened.
        for n in 0..TRIES {
            let handle = format!("known-{}", names(n));
            register(server, "", &handle).await;
            let key = Handle::parse_any(&handle).unwrap();
            let mut tx = server.store().write().await.unwrap();
            let account = accounts::find_by_key(&mut tx, key.key()).await.unwrap();
            let user = account.expect("it has just registered").user.id;
            let email = format!("{handle}@example.org");
            accounts::set_email(&mut tx, user, Some((&email, &email))).await.unwrap();
            tx.commit().await.unwrap();
        }
        let forgotten = |who: &str, n: usize| json!({ "email": format!("{who}-{}@example.org", names(n)), "lang": "vi" });
        compare(server, "forgotten", 0, |n| forgotten("known", n), |n| forgotten("nobody", n))
            .await;
    }
);
