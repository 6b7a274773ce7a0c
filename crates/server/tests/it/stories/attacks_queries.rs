//! What stands behind the question mark of an address: inputs that are kept, and mutations of them.

use std::fmt::Write as _;

use super::addresses;
use crate::fixture::TestServer;

/// At how many addresses each is tried; together they come to every address.
const AT: usize = 3;

/// Every query is answered or refused with a code, wherever it is asked.
#[tokio::test]
async fn no_query_is_too_much_for_any_address() {
    let server = TestServer::start().await;
    let visitor = server.enter("visitor").await;
    let headers = [("Cookie", visitor.cookie.as_str())];
    let all: Vec<_> = addresses::all().into_iter().filter(|(method, _)| method == "GET").collect();
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/queries.txt");
    for (nth, input) in komadai_fuzz::inputs(file).enumerate() {
        let query = input.iter().fold(String::new(), |mut query, byte| {
            // What cannot stand in an address comes in the one way in which it can.
            match byte {
                b'!'..=b'~' if !matches!(byte, b'#' | b'"' | b'<' | b'>') => {
                    query.push(char::from(*byte));
                }
                // Writing to a string cannot fail.
                _ => {
                    let _ = write!(query, "%{byte:02x}");
                }
            }
            query.truncate(2_000);
            query
        });
        for (_, address) in all.iter().cycle().skip(nth * AT % all.len()).take(AT) {
            let address = address.split('/').map(|it| match it {
                it if it.starts_with('{') => "1111111111",
                it => it,
            });
            let path = format!("/api/v1{}?{query}", address.collect::<Vec<_>>().join("/"));
            let page = server.get_with(&path, &headers).await;
            assert!((200..500).contains(&page.status), "{path}: {page:?}");
            if page.status >= 400 && page.status != 414 {
                assert!(page.json()["code"].is_string(), "{path}: {page:?}");
            }
        }
    }
}
