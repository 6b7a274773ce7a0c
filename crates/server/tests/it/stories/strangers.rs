//! What an account sees and changes of another's: on every address, nothing.

use std::collections::{BTreeMap, BTreeSet};

use komadai_protocol::{ClientMessage, DeclineReason, RefusalCode};
use serde_json::{Value, json};

use super::{
    accounts::{PASSWORD, ask, new_cookie, register},
    addresses,
    attacks::changes,
    site::send,
};
use crate::fixture::{Tab, TestServer, both_servers, clock, http::Page, setup, uuid};

/// Stands in everything that is the owner's alone.
const SECRET: &str = "Geheimnis";

/// The addresses at which the owner must find it, so that the test looks where something is.
const KEPT_AT: [&str; 12] = [
    "/account/tokens",
    "/me/imports",
    "/me/imports/{id}",
    "/me/imports/{id}/{file}",
    "/me/settings",
    "/me/reviews",
    "/me/studies",
    "/studies/{code}",
    "/studies/{code}/{file}",
    "/tournaments",
    "/tournaments/{code}",
    "/tournaments/{code}/settings",
];

/// Everything that can be somebody's, under the name that addresses have for it.
pub(super) struct Belongings {
    import: String,
    token: String,
    review: String,
    study: String,
    chapter: String,
    draft: String,
}

async fn made(server: &TestServer, cookie: &str, path: &str, body: Value) -> Value {
    let page = send(server, cookie, "POST", path, body).await;
    assert!(page.status < 300, "{path}: {page:?}");
    page.json()
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_else(|| panic!("no text: {value}")).to_owned()
}

pub(super) async fn belongings(server: &TestServer, cookie: &str) -> Belongings {
    let file =
        format!("開始日時：2026/01/01\n先手：{SECRET}\n後手：某\n手合割：平手\n   1 ７六歩(77)\n");
    let headers = [("Cookie", cookie)];
    let page = server.request("POST", "/api/v1/me/imports", &headers, &file).await;
    assert_eq!(page.status, 201, "{page:?}");
    let import = text(&page.json()["imports"][0]["import"]);
    let body = json!({ "name": SECRET, "scopes": ["read"], "password": PASSWORD });
    made(server, cookie, "/account/tokens", body).await;
    let tokens = send(server, cookie, "GET", "/account/tokens", Value::Null).await.json();
    let page = server.request("POST", "/api/v1/reviews/read", &headers, &file).await;
    let tree = page.json()["trees"][0].clone();
    let review = made(server, cookie, "/reviews", json!({ "tree": tree, "public": false })).await;
    let draft = json!({ "title": SECRET, "chapters": [{ "review": review["review"] }] });
    let study = made(server, cookie, "/studies", draft).await;
    let path = format!("/studies/{}", text(&study["study"]));
    let chapter = send(server, cookie, "GET", &path, Value::Null).await.json();
    let settings = json!({
        "name": SECRET,
        "format": { "t": "swiss", "rounds": 3 },
        "plan": {
            "variant": "standard",
            "clock": { "kind": "byoyomi", "main_ms": 600_000, "byoyomi_ms": 30_000 },
            "grace_ms": 600_000,
        },
    });
    let body = json!({ "create": uuid(), "settings": settings });
    let draft = made(server, cookie, "/tournaments", body).await;
    let page = send(server, cookie, "PUT", "/me/settings", json!({ "x": SECRET })).await;
    assert_eq!(page.status, 204, "{page:?}");
    Belongings {
        import,
        token: text(&tokens["tokens"][0]["id"]),
        review: text(&review["review"]),
        study: text(&study["study"]),
        chapter: text(&chapter["chapters"][0]["review"]),
        draft: text(&draft["code"]),
    }
}

impl Belongings {
    /// An address with what is the owner's in the place of its parameters.
    pub(super) fn fill(&self, address: &str) -> String {
        let mut before = "";
        let parts = address.split('/').map(|part| {
            let filled = match (part, before) {
                ("{id}", "tokens") => &self.token,
                ("{id}", _) => &self.import,
                ("{code}", "reviews") => &self.review,
                ("{code}", "studies") => &self.study,
                ("{review}", _) => &self.chapter,
                ("{code}", _) => &self.draft,
                ("{handle}", _) => "the-owner",
                ("{file}", _) => "record.kifu",
                ("{grade}", _) => "1d",
                ("{number}" | "{round}", _) => "1",
                _ => part,
            };
            before = part;
            filled
        });
        let path = parts.collect::<Vec<_>>().join("/");
        if path == "/tournaments" { "/tournaments?mine=true".to_owned() } else { path }
    }

    /// What is read at every address, with this cookie.
    async fn read_all(&self, server: &TestServer, cookie: &str) -> BTreeMap<String, Page> {
        let mut pages = BTreeMap::new();
        for (_, address) in addresses::all().into_iter().filter(|(method, _)| method == "GET") {
            let page = send(server, cookie, "GET", &self.fill(&address), Value::Null).await;
            assert!(page.status < 500, "{address}: {page:?}");
            pages.insert(address, page);
        }
        pages
    }
}

fn tell(pages: BTreeMap<String, Page>) -> BTreeSet<String> {
    let told = pages.into_iter().filter(|(address, page)| {
        // Who knows a review's address sees it, which is how reviews are shared.
        !address.starts_with("/reviews/{code}")
            && String::from_utf8_lossy(&page.body).contains(SECRET)
    });
    told.map(|(address, _)| address).collect()
}

both_servers!(
    nobody_sees_or_changes_what_is_somebodys,
    |config| {
        config.limits.changes_per_minute = std::num::NonZeroU32::MAX;
    },
    |server| async {
        let owner = register(server, "", "the-owner").await;
        let thief = register(server, "", "the-thief").await;
        let guest = server.enter("guest").await.cookie.clone();
        let own = belongings(server, &owner).await;
        let seen = tell(own.read_all(server, &owner).await);
        for address in KEPT_AT {
            assert!(seen.contains(address), "{address} is kept: {seen:#?}");
        }
        let nothing = BTreeSet::new();
        for cookie in [&thief, &guest, ""] {
            assert_eq!(tell(own.read_all(server, cookie).await), nothing, "{cookie:?}");
        }

        // Every change, of what is the owner's.
        for (method, address) in addresses::all() {
            let Some((_, _, body)) = changes()
                .into_iter()
                .find(|(by, path, _)| *by == method && addresses::fits(&address, path))
                .filter(|_| address.contains('{'))
            else {
                continue;
            };
            let path = own.fill(&address);
            for cookie in [&thief, ""] {
                let page = send(server, cookie, &method, &path, body.clone()).await;
                assert!(page.status < 500, "{method} {path}: {page:?}");
            }
        }
        let still = tell(own.read_all(server, &owner).await);
        assert_eq!(still, seen, "everything is as it was");
        let review = format!("/reviews/{}", own.review);
        let review = send(server, "", "GET", &review, Value::Null).await.json();
        assert_eq!(review["public"], false, "{review}");

        // What was seen once is not seen by the session that has ended, or by all of them.
        let body = json!({ "handle": "the-owner", "password": PASSWORD });
        let page = ask(server, "", "sign-in", body).await;
        let second = new_cookie(&page);
        ask(server, &owner, "sign-out", json!({})).await;
        assert_eq!(tell(own.read_all(server, &owner).await), nothing);
        assert_eq!(tell(own.read_all(server, &second).await), seen);
        ask(server, &second, "sign-out-everywhere", json!({})).await;
        assert_eq!(tell(own.read_all(server, &second).await), nothing);
    }
);

both_servers!(nobody_answers_for_somebody_else, |server| async {
    let owner = register(server, "", "the-owner").await;
    let friend = register(server, "", "the-friend").await;
    let thief = register(server, "", "the-thief").await;
    let mut owner = Tab::open(server.address, "owner", Some(owner)).await;
    let mut friend = Tab::open(server.address, "friend", Some(friend)).await;
    let mut thief = Tab::open(server.address, "thief", Some(thief)).await;
    let challenge = uuid();
    let asked = |id| ClientMessage::Challenge {
        id,
        challenge,
        to: "the-friend".to_owned(),
        setup: setup(clock("5+30")),
        hours: 1,
    };
    owner.ask(asked).await.unwrap();
    let seek = owner.seek("5+30").await;
    let game = owner.create(setup(clock("5+30"))).await;
    thief.game = Some(game);
    use RefusalCode as C;
    for (what, refused) in [
        (
            thief.ask(|id| ClientMessage::AcceptChallenge { id, challenge }).await,
            C::UnknownChallenge,
        ),
        (
            thief
                .ask(|id| ClientMessage::DeclineChallenge {
                    id,
                    challenge,
                    reason: DeclineReason::No,
                })
                .await,
            C::UnknownChallenge,
        ),
        (
            thief.ask(|id| ClientMessage::WithdrawChallenge { id, challenge }).await,
            C::UnknownChallenge,
        ),
        (thief.abort().await, C::NotAPlayer),
        (thief.resign().await, C::NotAPlayer),
    ] {
        assert_eq!(what.err(), Some(refused));
    }
    // Cancelling what is somebody else's does nothing.
    let _ = thief.ask(|id| ClientMessage::Cancel { id, seek }).await;
    let taken = friend.ask(|id| ClientMessage::Accept { id, seek }).await.unwrap();
    assert!(taken.game.is_some());
    let accepted = friend.ask(|id| ClientMessage::AcceptChallenge { id, challenge }).await;
    assert!(accepted.is_ok(), "{accepted:?}");
});
