//! Nobody learns from an answer, or from how long it takes, which accounts there are.

use std::time::Duration;

use komadai_server::config::Config;
use komadai_service::names::Handle;
use komadai_store::accounts;
use serde_json::{Value, json};
use tokio::time::Instant;

use super::accounts::{PASSWORD, ask, code, register};
use crate::fixture::{TestServer, both_servers, http::Page};

/// How often each is tried.
const TRIES: usize = 9;

/// How much longer, at the least, one may take than the other: loose, because machines are
/// busy. An answer that is not hashed for, or not looked up, is beyond it by far.
const TIMES_MAX: f64 = 3.0;

/// What nobody can measure over a network: a difference that is smaller says nothing.
const UNSEEN: Duration = Duration::from_millis(5);

/// How often all is tried at most.
const ROUNDS: usize = 4;

/// Asks from an address of its own, since attempts are counted by it.
async fn from(server: &TestServer, n: usize, what: &str, body: &Value) -> (Page, Duration) {
    let address = format!("10.9.{}.{}", n / 250, n % 250);
    let headers = [("X-Forwarded-For", address.as_str())];
    let path = format!("/api/v1/account/{what}");
    let since = Instant::now();
    let page = server.request("POST", &path, &headers, &body.to_string()).await;
    (page, since.elapsed())
}

fn are_alike(one: Duration, other: Duration) -> bool {
    let times = one.as_secs_f64() / other.as_secs_f64();
    (1.0 / TIMES_MAX..TIMES_MAX).contains(&times) || one.abs_diff(other) < UNSEEN
}

fn assert_alike(what: &str, one: Duration, other: Duration) {
    assert!(are_alike(one, other), "{what}: {one:?} and {other:?}");
}

/// What it takes when nothing else runs: a busy machine only ever adds to it.
fn shortest(times: Vec<Duration>) -> Duration {
    times.into_iter().min().expect("it was tried")
}

/// Asks in turn for what is known and what is not, and compares.
async fn compare(
    server: &TestServer,
    what: &str,
    known: impl Fn(usize) -> Value,
    unknown: impl Fn(usize) -> Value,
) {
    let (mut known_took, mut unknown_took) = (Duration::MAX, Duration::MAX);
    // What differs always differs in every round; what a busy machine does, in few.
    for round in 0..ROUNDS {
        for n in 0..TRIES {
            let from_n = 2 * (round * TRIES + n);
            let (a, took) = from(server, from_n, what, &known(n)).await;
            known_took = known_took.min(took);
            let (b, took) = from(server, from_n + 1, what, &unknown(n)).await;
            unknown_took = unknown_took.min(took);
            assert_eq!((a.status, &a.body), (b.status, &b.body), "{what}: {a:?} {b:?}");
        }
        if are_alike(known_took, unknown_took) {
            break;
        }
    }
    println!("{what}: {known_took:?} where there is an account, {unknown_took:?} elsewhere");
    assert_alike(what, known_took, unknown_took);
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
        compare(server, "sign-in", |n| attempt("known", n), |n| attempt("nobody", n)).await;

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
        let (mut taken, mut retired, mut free) = (Vec::new(), Vec::new(), Vec::new());
        for n in 0..TRIES {
            let at = 200 + 3 * n;
            let (page, took) = from(server, at, "register", &wish("known-a")).await;
            assert_eq!(code(&page), (409, "name_taken".to_owned()));
            taken.push(took);
            let (page, took) = from(server, at + 1, "register", &wish("was-here")).await;
            assert_eq!(code(&page), (409, "name_taken".to_owned()));
            retired.push(took);
            let new = format!("new-{}", names(n));
            let (page, took) = from(server, at + 2, "register", &wish(&new)).await;
            assert_eq!(page.status, 200, "{page:?}");
            free.push(took);
        }
        let (taken, retired, free) = (shortest(taken), shortest(retired), shortest(free));
        println!("register: {taken:?} taken, {retired:?} deleted, {free:?} free");
        assert_alike("register", taken, retired);
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
        compare(server, "forgotten", |n| forgotten("known", n), |n| forgotten("nobody", n)).await;
    }
);
