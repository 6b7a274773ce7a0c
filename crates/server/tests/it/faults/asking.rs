//! What is asked of a server that is killed again and again.

use serde_json::{Value, json};

use crate::fixture::{Program, Tab, http};

/// A line of numbers that is the same in every run.
pub(super) struct Seed(pub(super) u64);

impl Seed {
    pub(super) fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (self.0 >> 33) as usize % n
    }
}

/// Asks the API; the cookie, where one is set. Whatever is refused ends the test.
pub(crate) async fn send(
    server: &Program,
    cookie: &str,
    method: &str,
    path: &str,
    body: &Value,
) -> Value {
    // Many register at once, each from a network of their own.
    let network = format!("10.0.{}.1", cookie.bytes().map(usize::from).sum::<usize>() % 250);
    let headers = [
        ("Cookie", cookie),
        ("Content-Type", "application/json"),
        ("X-Forwarded-For", network.as_str()),
    ];
    let path = format!("/api/v1{path}");
    let page = http::request(server.address, method, &path, &headers, &body.to_string()).await;
    assert!(page.status < 300, "{method} {path}: {page:?}");
    match (page.header("set-cookie"), page.body.is_empty()) {
        (Some(set), _) => json!(set.split(';').next()),
        (None, true) => Value::Null,
        (None, false) => page.json(),
    }
}

/// Somebody with an account.
pub(crate) async fn member(server: &Program, handle: &str) -> Tab {
    let visitor = server.enter("visitor").await;
    let body = json!({ "handle": handle, "password": "bảy con tốt đen", "declared": "1k" });
    let cookie = send(server, &visitor.cookie, "POST", "/account/register", &body).await;
    Tab::open(server.address, handle, cookie.as_str().map(str::to_owned)).await
}

/// Begins a request and lets it go when the server dies; nobody hears how it went.
pub(super) async fn goes_unheard(
    server: &Program,
    cookie: &str,
    method: &'static str,
    path: &str,
    body: &Value,
) {
    let (address, cookie) = (server.address, cookie.to_owned());
    let (path, body) = (format!("/api/v1{path}"), body.to_string());
    let asked = tokio::spawn(async move {
        let headers = [("Cookie", cookie.as_str()), ("Content-Type", "application/json")];
        http::request(address, method, &path, &headers, &body).await
    });
    tokio::task::yield_now().await;
    asked.abort();
}
