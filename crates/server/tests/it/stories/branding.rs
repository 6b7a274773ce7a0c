//! A club moves in: its name on the door, its sign, its colours, its languages.

use serde_json::{Value, json};

use super::{
    accounts::{PASSWORD, ask, code, register},
    pair, play,
    site::{send, sign_in_as},
};
use crate::fixture::{TestServer, both_servers, http::Page};

const NAME: &str = "CLB Shogi <Hà Nội>";

fn branding() -> Value {
    json!({
        "name": NAME,
        "colour": "#0a7f2e",
        "welcome": [{ "language": "vi", "text": "Chào mừng đến câu lạc bộ!" }],
        "conduct": [{ "language": "vi", "text": "Lịch sự với mọi người." }],
        "links": [{ "label": "Zalo", "url": "https://zalo.me/g/abc" }],
        "languages": ["vi", "ja"],
        "language": "vi",
    })
}

async fn page(server: &TestServer, path: &str, languages: &str) -> Page {
    server.request("GET", path, &[("Accept-Language", languages)], "").await
}

both_servers!(a_site_goes_by_its_own_name, |server| async {
    let (mut sente, mut gote, game) = pair(server, "5+30").await;
    play(&mut sente, &mut gote, "7g7f 3c3d".split(' ')).await;
    gote.resign().await.unwrap();
    sente.sees_end().await;
    let admin = sign_in_as(server, "root-user", "admin").await;
    let minh = register(server, &server.enter("minh").await.cookie, "minh-anh").await;
    for (cookie, status) in [("", 401), (&*minh, 403), (&*admin, 204)] {
        let answer = send(server, cookie, "POST", "/admin/branding", branding()).await;
        assert_eq!(answer.status, status, "{answer:?}");
    }
    server.restart().await;
    let site = server.get("/api/v1/site").await.json();
    assert_eq!(site["branding"], branding());
    assert_eq!(site["sign"], Value::Null);

    let escaped = "CLB Shogi &lt;Hà Nội&gt;";
    for (path, languages, lang) in
        [("/", "en", "vi"), ("/clubs", "ja", "ja"), ("/review", "", "vi")]
    {
        let text = page(server, path, languages).await.text();
        assert!(text.contains(&format!("{escaped}</title>")), "{path}: {text}");
        assert!(!text.contains("· Komadai") && !text.contains(NAME), "{path}: {text}");
        for meta in [
            format!("<meta name=\"application-name\" content=\"{escaped}\" />"),
            "<meta name=\"languages\" content=\"vi ja\" />".to_owned(),
            "<meta name=\"default-language\" content=\"vi\" />".to_owned(),
            "<link rel=\"stylesheet\" href=\"/branding.css?0a7f2e\" />".to_owned(),
        ] {
            assert!(text.contains(&meta), "{path} lacks {meta}");
        }
        let built_in = text.contains("<html lang=\"");
        assert!(!built_in || text.contains(&format!("<html lang=\"{lang}\"")), "{path}");
    }
    let colours = server.get("/branding.css").await;
    // A little darker than it was chosen, to be read on every ground.
    assert!(colours.text().contains("--accent: light-dark(#09752a, #60ac77)"), "{colours:?}");

    let kif = server.get(&format!("/api/v1/games/{game}/record.kifu")).await;
    assert!(kif.text().contains(&format!("場所：{NAME}")), "{}", kif.text());
    let calendar = server.get("/calendar.ics").await.text();
    assert!(calendar.contains("NAME:CLB Shogi <Hà Nội>"), "{calendar}");

    // Nobody is called what the site is called, however it is spelt.
    let body = json!({ "handle": "someone", "name": "clb SHOGI Ha Noi", "password": PASSWORD });
    let refused = ask(server, "", "register", body).await;
    assert_eq!(refused.status, 422, "{refused:?}");
    let body = json!({ "handle": "clb-shogi-hanoi", "name": "Nam", "password": PASSWORD });
    let refused = ask(server, "", "register", body).await;
    assert_eq!(refused.status, 422, "{refused:?}");

    let plain = json!({ "name": "Komadai" });
    assert_eq!(send(server, &admin, "POST", "/admin/branding", plain).await.status, 204);
    let text = page(server, "/clubs", "en").await.text();
    assert!(text.contains("· Komadai</title>") && !text.contains("branding.css"), "{text}");
    let audit = send(server, &admin, "GET", "/admin/audit", Value::Null).await.json();
    assert_eq!(audit["entries"][0]["action"], "branding");
    assert_eq!(audit["entries"][1]["details"], NAME);
});

both_servers!(what_does_not_fit_a_site_is_refused, |server| async {
    let admin = sign_in_as(server, "root-user", "admin").await;
    for (wrong, said) in [
        (json!({ "name": " " }), "a site has a name"),
        (json!({ "name": "A", "colour": "red" }), "a colour is written #24497a"),
        (
            json!({ "name": "A", "links": [{ "label": "x", "url": "javascript:alert(1)" }] }),
            "the address of x begins with https://, http:// or mailto:",
        ),
        (json!({ "name": "A", "languages": ["tlh"] }), "not one of the site's languages"),
    ] {
        let answer = send(server, &admin, "POST", "/admin/branding", wrong.clone()).await;
        assert!((400..=422).contains(&answer.status), "{wrong}: {answer:?}");
        assert!(answer.text().contains(said), "{wrong}: {}", answer.text());
    }
    assert_eq!(server.get("/api/v1/site").await.json()["branding"]["name"], "Komadai");
});

both_servers!(a_site_has_a_sign_of_its_own, |server| async {
    let admin = sign_in_as(server, "root-user", "admin").await;
    let put = async |file: &str| {
        server.request("PUT", "/api/v1/admin/sign", &[("Cookie", &admin)], file).await
    };
    let square = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 8 8'>\
                  <path d='M0 0h8v8h-8z' fill='#0a7f2e'/></svg>";
    let dangerous = square.replace("<path", "<script>alert(1)</script><path");
    let refused = put(&dangerous).await;
    assert_eq!(code(&refused), (422, "bad_sign".to_owned()));
    assert!(refused.text().contains("<script>"), "it says what is in the way: {refused:?}");
    assert_eq!(code(&put("hello").await).1, "bad_sign");

    assert_eq!(put(square).await.status, 204);
    server.restart().await;
    let version = server.get("/api/v1/site").await.json()["sign"].clone();
    assert!(version.is_string(), "{version}");
    for (path, media_type) in [
        ("/favicon.svg", "image/svg+xml"),
        ("/icons/icon-192.png", "image/png"),
        ("/icons/icon-512.png", "image/png"),
        ("/icons/maskable-512.png", "image/png"),
        ("/icons/apple-180.png", "image/png"),
    ] {
        let icon = server.get(path).await;
        assert_eq!(icon.status, 200, "{path}");
        assert_eq!(icon.header("content-type"), Some(media_type), "{path}");
    }
    let favicon = server.get("/favicon.svg").await;
    assert!(favicon.text().contains("data:image/png;base64,"), "{favicon:?}");
    let policy = favicon.header("content-security-policy");
    assert_eq!(policy, Some("default-src 'none'; img-src data:"));

    let forgotten = send(server, &admin, "DELETE", "/admin/sign", Value::Null).await;
    assert_eq!(forgotten.status, 204);
    assert_eq!(server.get("/api/v1/site").await.json()["sign"], Value::Null);
    assert!(!server.get("/favicon.svg").await.text().contains("base64"));
});
