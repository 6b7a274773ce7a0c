//! Games as records and pictures, and what players bring along.

use komadai_kifu::{Key, formats, read};
use komadai_rules::Variant;
use serde_json::json;
use tokio::net::TcpListener;

use super::{pair, play};
use crate::fixture::{
    Kind, Tab, TestServer, both_servers,
    http::{self, Page},
};

/// What a player's browser asks for.
async fn ask(who: &Tab, method: &str, path: &str, body: &str) -> Page {
    http::request(who.address, method, path, &[("Cookie", &who.cookie)], body).await
}

#[tokio::test]
async fn a_position_of_no_game_is_had_as_a_picture_and_as_a_record() {
    let server = TestServer::start().await;
    let at = |name: &str, variant: &str, sfen: &str| {
        let sfen = sfen.replace(' ', "%20").replace('+', "%2B");
        format!("/api/v1/positions/{name}?variant={variant}&sfen={sfen}")
    };
    let problem = "7k1/5R3/6s2/9/9/9/9/9/9 b GSr2b3g2s4n4l18p 1";
    let svg = server.get(&at("diagram.svg", "standard", problem)).await;
    assert_eq!((svg.status, svg.header("content-type")), (200, Some("image/svg+xml")), "{svg:?}");
    assert!(svg.header("cache-control").unwrap().contains("immutable"), "{}", svg.head);
    let png = format!("{}&width=90", at("diagram.png", "dobutsu", "gle/1c1/1C1/ELG b - 1"));
    assert!(server.get(&png).await.body.starts_with(b"\x89PNG"));
    let kifu = server.get(&at("record.kifu", "standard", problem)).await;
    let record = &read(&kifu.body, None).unwrap().records[0];
    assert_eq!((record.start().sfen().as_str(), record.n_nodes()), (problem, 1));
    for (variant, sfen) in [("standard", "9/9"), ("standard", ""), ("xiangqi", problem)] {
        let refused = server.get(&at("diagram.svg", variant, sfen)).await;
        assert_eq!(
            (refused.status, &refused.json()["code"]),
            (422, &json!("bad_position")),
            "{sfen}"
        );
    }
    assert_eq!(server.get("/api/v1/positions/diagram.svg?variant=standard").await.status, 400);
}

/// What the page offers of each variant is there, and nothing else that it does not offer.
#[tokio::test]
async fn each_variant_is_had_in_the_files_that_hold_it() {
    let server = TestServer::start().await;
    for &variant in Variant::all() {
        let def = variant.def();
        let sfen = def.start.replace(' ', "%20").replace('+', "%2B");
        let at = |file: &str| format!("/api/v1/positions/{file}?variant={variant}&sfen={sfen}");
        for ending in ["kif", "kifu", "ki2", "csa", "jkf", "usi", "western.txt", "vietnamese.txt"] {
            let held = match ending {
                "kif" | "kifu" => def.kif.is_some(),
                "ki2" | "csa" | "jkf" => variant == Variant::standard(),
                _ => true,
            };
            let file = server.get(&at(&format!("record.{ending}"))).await;
            let expected = if held { 200 } else { 422 };
            assert_eq!(file.status, expected, "{variant} {ending}: {}", file.head);
        }
        for (ending, begins) in [("svg", &b"<svg"[..]), ("png", b"\x89PNG"), ("gif", b"GIF89a")] {
            let file = server.get(&format!("{}&width=120", at(&format!("diagram.{ending}")))).await;
            assert_eq!(file.status, 200, "{variant} {ending}: {}", file.head);
            assert!(file.body.starts_with(begins), "{variant} {ending}");
        }
    }
}

#[tokio::test]
async fn a_game_is_had_in_every_format_and_as_pictures() {
    let server = TestServer::start().await;
    let (mut sente, mut gote, code) = pair(&server, "5+30").await;
    let moves = ["7g7f", "3c3d", "8h2b+", "3a2b"];
    play(&mut sente, &mut gote, moves.into_iter()).await;

    let at = |name: &str| format!("/api/v1/games/{code}/{name}");
    let running = server.get(&at("diagram.svg?ply=3")).await;
    assert_eq!((running.status, running.header("cache-control")), (200, Some("no-cache")));

    sente.resign().await.unwrap();
    gote.sees_end().await;
    for (ending, media_type) in [
        ("kif", "text/plain; charset=Shift_JIS"),
        ("kifu", "text/plain; charset=UTF-8"),
        ("ki2", "text/plain; charset=Shift_JIS"),
        ("csa", "text/plain; charset=UTF-8"),
        ("usi", "text/plain; charset=UTF-8"),
        ("jkf", "application/json; charset=UTF-8"),
        ("vietnamese.txt", "text/plain; charset=UTF-8"),
    ] {
        let file = server.get(&at(&format!("record.{ending}"))).await;
        assert_eq!((file.status, file.header("content-type")), (200, Some(media_type)), "{ending}");
        let record = &read(&file.body, None).unwrap().records[0];
        let found: Vec<_> = record.moves().map(|mv| mv.usi(record.variant()).to_string()).collect();
        assert_eq!(found, moves, "{ending}");
        if ending != "usi" {
            assert_eq!(record.headers.get(&Key::Site), Some("Komadai"), "{ending}");
        }
    }

    let over = server.get(&at("diagram.svg?ply=3&lang=ja")).await;
    assert!(over.header("cache-control").unwrap().contains("immutable"), "{}", over.head);
    assert!(String::from_utf8_lossy(&over.body).contains("<title>3手目 2二角成</title>"));
    let etag = over.header("etag").unwrap();
    let again = server.get_with(&at("diagram.svg?ply=3&lang=ja"), &[("If-None-Match", etag)]).await;
    assert_eq!((again.status, again.body.len()), (304, 0));
    let other = server.get_with(&at("diagram.svg?ply=2&lang=ja"), &[("If-None-Match", etag)]).await;
    assert_eq!(other.status, 200);
    let png = server.get(&at("diagram.png?width=100")).await;
    assert!(png.body.starts_with(b"\x89PNG"));
    let accept = [("Accept", "application/octet-stream")];
    let bytes = server.get_with(&at("diagram.png?width=100"), &accept).await;
    assert_eq!(bytes.header("content-type"), Some("application/octet-stream"));
    assert_eq!(bytes.header("cache-control"), Some("no-store"), "browsers are not given it");
    assert_eq!(bytes.body, png.body);
    assert!(server.get(&at("diagram.gif?width=80&ply=1")).await.body.starts_with(b"GIF89a"));
    for (name, status, code) in [
        ("record.exe", 404, "unknown_format"),
        ("diagram.svg?ply=5", 404, "unknown_ply"),
        ("diagram.svg?ply=x", 400, "bad_query"),
        ("diagram.png?width=9999", 400, "bad_query"),
        ("diagram.png?theme=pink", 400, "bad_query"),
    ] {
        let page = server.get(&at(name)).await;
        assert_eq!((page.status, page.json()["code"].as_str()), (status, Some(code)), "{name}");
    }

    let page = server.get_with(&format!("/{code}"), &[("Accept-Language", "en")]).await;
    let html = String::from_utf8(page.body).unwrap();
    let gote_name = &gote.user.as_ref().unwrap().name;
    let told = format!("content=\"{gote_name} won after 4 moves.\"");
    assert!(html.contains("property=\"og:title\"") && html.contains(&told), "{html}");

    let listed = ask(&gote, "GET", "/api/v1/me/games", "").await.json();
    assert_eq!(listed["games"][0]["game"], json!(code.to_string()), "{listed}");
    assert_eq!(listed["games"][0]["side"], "gote");
    let zip = ask(&gote, "GET", "/api/v1/me/games.zip?format=csa", "").await;
    assert_eq!(zip.header("content-type"), Some("application/zip"));
    let name = format!("{code}_Guest");
    assert!(zip.body.windows(name.len()).any(|part| part == name.as_bytes()));
}

/// Two games, one with a variation.
const FILE: &str = "\
手合割：平手
先手：羽生
   1 ７六歩(77)   ( 0:16/00:00:16)
   2 ３四歩(33)
   3 投了
変化：2手
   2 ８四歩(83)
手合割：平手
   1 ２六歩(27)
";

both_servers!(what_a_player_brings_along_is_kept_for_that_player, |server| async {
    let alice = server.enter("alice").await;
    let bob = server.enter("bob").await;
    let added = ask(&alice, "POST", "/api/v1/me/imports", FILE).await;
    assert_eq!(added.status, 201, "{added:?}");
    let added = added.json();
    assert_eq!((&added["format"], &added["n_known"]), (&json!("kif"), &json!(0)));
    assert_eq!(added["imports"][0]["sente"], "羽生");
    let id = added["imports"][0]["import"].as_str().unwrap().to_owned();

    let again = ask(&alice, "POST", "/api/v1/me/imports", FILE).await;
    assert_eq!((again.status, &again.json()["n_known"]), (200, &json!(2)));
    assert_eq!(again.json()["imports"][0]["import"], json!(id));

    server.restart().await;
    let alice = [("Cookie", alice.cookie.as_str())];
    let list = http::get(server.address, "/api/v1/me/imports", &alice).await.json();
    assert_eq!(list["imports"].as_array().unwrap().len(), 2, "{list}");
    let tree = format!("/api/v1/me/imports/{id}?notation=japanese");
    let tree = http::get(server.address, &tree, &alice).await.json();
    let texts: Vec<_> = tree["steps"].as_array().unwrap().iter().map(|it| &it["text"]).collect();
    assert_eq!(
        texts,
        [&json!(null), &json!("7六歩"), &json!("3四歩"), &json!(null), &json!("8四歩")]
    );
    let kif =
        http::get(server.address, &format!("/api/v1/me/imports/{id}/record.kif"), &alice).await;
    let told = read(&kif.body, Some(formats::KIF)).unwrap();
    assert_eq!(told.records[0], read(FILE.as_bytes(), None).unwrap().records[0]);

    // Nobody else sees it, or takes it away.
    let bob = [("Cookie", bob.cookie.as_str())];
    let path = format!("/api/v1/me/imports/{id}");
    for method in ["GET", "DELETE"] {
        assert_eq!(http::request(server.address, method, &path, &bob, "").await.status, 404);
    }
    for status in [204, 404] {
        let gone = http::request(server.address, "DELETE", &path, &alice, "").await;
        assert_eq!(gone.status, status);
    }
});

#[tokio::test]
async fn what_is_said_about_a_file_is_beside_its_line() {
    let server = TestServer::start().await;
    let alice = server.enter("alice").await;
    let odd = format!("手合割：平手\n{}   1 ７六歩(77)\n", "なんだろう\n".repeat(120));
    for path in ["/api/v1/me/imports", "/api/v1/reviews/read"] {
        let read = ask(&alice, "POST", path, &odd).await.json();
        assert_eq!((&read["n_notes"], read["notes"].as_array().unwrap().len()), (&json!(120), 100));
        let first = &read["notes"][0];
        assert_eq!((&first["line"], &first["wrong"]["excerpt"]), (&json!(2), &json!("なんだろう")));
        let broken = ask(&alice, "POST", path, "手合割：平手\n   1 ３五歩(34)\n").await;
        assert_eq!(broken.status, 422, "{broken:?}");
        assert_eq!(broken.json()["wrong"]["excerpt"], "   1 ３五歩(34)");
        let fine = ask(&alice, "POST", path, "手合割：平手\n   1 ７六歩(77)\n").await.json();
        assert_eq!((&fine["n_notes"], &fine["notes"]), (&json!(0), &json!([])), "{fine}");
    }
}

#[tokio::test]
async fn a_record_is_fetched_from_its_address() {
    let elsewhere = TestServer::start().await;
    let (mut sente, mut gote, code) = pair(&elsewhere, "5+30").await;
    play(&mut sente, &mut gote, ["7g7f", "3c3d"].into_iter()).await;
    sente.resign().await.unwrap();
    gote.sees_end().await;

    let server = TestServer::with(Kind::Sqlite, |config| {
        config.imports.hosts = vec!["127.0.0.1".to_owned()];
        config.imports.from_private = true;
    })
    .await;
    let alice = server.enter("alice").await;
    let fetch = async |address: &str| {
        let body = json!({ "address": address }).to_string();
        let headers = [("Cookie", &*alice.cookie), ("Content-Type", "application/json")];
        let path = "/api/v1/me/imports/by-address";
        http::request(server.address, "POST", path, &headers, &body).await
    };
    let there = format!("http://{}", elsewhere.address);
    let page = fetch(&format!("{there}/{code}")).await;
    assert_eq!(page.status, 201, "{page:?}");
    let import = &page.json()["imports"][0];
    assert_eq!((&import["plies"], &import["reason"]), (&json!(2), &json!("resignation")));
    // The file itself is the same game.
    let page = fetch(&format!("{there}/api/v1/games/{code}/record.kifu")).await;
    assert_eq!((page.status, &page.json()["n_known"]), (200, &json!(1)), "{page:?}");

    let gone = TcpListener::bind(("127.0.0.1", 0)).await.unwrap().local_addr().unwrap();
    for (address, status, code) in [
        (format!("{there}/api/v1/games/AAAAAAAAAA/record.kifu"), 502, "nothing_fetched"),
        (format!("http://{gone}/a.kif"), 502, "nothing_fetched"),
        (format!("{there}/favicon.svg"), 422, "unreadable"),
        (format!("http://localhost:{}/{code}", elsewhere.address.port()), 422, "bad_address"),
        ("file:///etc/passwd".to_owned(), 422, "bad_address"),
        (String::new(), 422, "bad_address"),
    ] {
        let page = fetch(&address).await;
        assert_eq!((page.status, page.json()["code"].as_str()), (status, Some(code)), "{address}");
    }
}

#[tokio::test]
async fn what_cannot_be_brought_along_is_answered_with_the_reason() {
    let server = TestServer::start().await;
    let alice = server.enter("alice").await;
    let broken = "手合割：平手\n   1 ７六歩(77)\n   2 ３五歩(34)\n";
    let page = ask(&alice, "POST", "/api/v1/me/imports", broken).await;
    assert_eq!(page.status, 422);
    assert_eq!(page.header("content-type"), Some("application/problem+json"));
    let problem = page.json();
    assert_eq!((&problem["line"], &problem["column"]), (&json!(3), &json!(6)), "{problem}");

    let cookie = ("Cookie", alice.cookie.as_str());
    for (headers, body, status, code) in [
        (vec![cookie], "hello", 422, "unreadable"),
        (vec![cookie, ("Origin", "https://evil.example")], FILE, 403, "wrong_origin"),
        (vec![], FILE, 401, "no_session"),
    ] {
        let path = "/api/v1/me/imports";
        let page = http::request(server.address, "POST", path, &headers, body).await;
        assert_eq!((page.status, page.json()["code"].as_str()), (status, Some(code)), "{code}");
    }
    let list = ask(&alice, "GET", "/api/v1/me/imports", "").await.json();
    assert_eq!(list, json!({ "imports": [], "next": null }));
}
