//! What is left in a browser's or a proxy's cache: of what depends on who asks, nothing.

use serde_json::Value;

use super::{accounts::register, addresses, pair, site::send, strangers::belongings};
use crate::fixture::TestServer;

/// The answers that anybody may keep, because they are the same for everybody.
const PUBLIC: [&str; 3] =
    ["/games/{code}/{file}", "/reviews/{code}/{file}", "/players/{handle}/awards/{grade}/{file}"];

#[tokio::test]
async fn what_depends_on_who_asks_is_kept_nowhere() {
    let server = TestServer::start().await;
    let owner = register(&server, "", "the-owner").await;
    let own = belongings(&server, &owner).await;
    let (_sente, _gote, game) = pair(&server, "5+30").await;
    let mut n_answered = 0;
    for (_, address) in addresses::all().into_iter().filter(|(method, _)| method == "GET") {
        let path = match address.as_str() {
            "/games/{code}" | "/games/{code}/{file}" => {
                address.replace("{code}", &game.to_string()).replace("{file}", "record.kifu")
            }
            _ => own.fill(&address),
        };
        let by_owner = send(&server, &owner, "GET", &path, Value::Null).await;
        let by_nobody = send(&server, "", "GET", &path, Value::Null).await;
        n_answered += u32::from(by_owner.status == 200);
        if PUBLIC.contains(&address.as_str()) && by_owner.status == 200 {
            assert_eq!(by_owner.header("cache-control"), Some("no-cache"), "{address}");
            assert_eq!(by_owner.body, by_nobody.body, "{address}");
        } else {
            for page in [by_owner, by_nobody] {
                let control = page.header("cache-control");
                assert_eq!(control, Some("no-store"), "{address}: {}", page.head);
            }
        }
    }
    assert!(n_answered > 25, "{n_answered}");
    for path in ["record.kifu", "diagram.svg"] {
        let page = server.get(&format!("/api/v1/games/{game}/{path}")).await;
        assert_eq!((page.status, page.header("cache-control")), (200, Some("no-cache")), "{path}");
    }

    // A cookie that is given with a page is one browser's.
    let page = server.get("/").await;
    assert!(page.header("set-cookie").is_some(), "{}", page.head);
    assert_eq!(page.header("cache-control"), Some("private, no-cache"));
    let again = server.get_with("/", &[("Cookie", &owner)]).await;
    assert_eq!(again.header("set-cookie"), None);
}
