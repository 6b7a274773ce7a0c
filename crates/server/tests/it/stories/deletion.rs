//! An account is deleted; what it played stays.

use std::io::{Cursor, Read as _};

use komadai_protocol::{ClientMessage, GameEvent, http::own_data::OwnData};
use serde_json::{Value, json};
use zip::ZipArchive;

use super::{
    accounts::{PASSWORD, POLICY, account, ask, code, register},
    email::{ADDRESS, with_address, with_mail},
    programs,
    site::send,
    studies::draft,
};
use crate::fixture::{
    Kind, Tab, TestServer, both_servers, clock, mail::MailServer, setup, until, uuid,
};

both_servers!(who_deletes_the_account_leaves_the_games, |server| async {
    let cookie = register(server, &server.enter("minh").await.cookie, "minh-anh").await;
    let mut minh = Tab::open(server.address, "minh", Some(cookie.clone())).await;
    let mut bob = server.enter("bob").await;
    let game = minh.create(setup(clock("5+30"))).await;
    bob.join(game).await;
    minh.event(|event| matches!(event, GameEvent::Started { .. }).then_some(())).await;
    minh.play("7g7f").await;
    bob.sees_ply(1).await;
    let delete = |password| ask(server, &cookie, "delete", json!({ "password": password }));
    assert_eq!(code(&delete(PASSWORD).await), (409, "still_playing".to_owned()));
    bob.resign().await.unwrap();
    server.over(game).await;
    let played = format!("/api/v1/games/{game}/record.kifu");
    until("the game is settled", || async {
        let path = "/api/v1/me/games";
        let page = server.get_with(path, &[("Cookie", &cookie)]).await.json();
        page["games"].as_array().is_some_and(|games| games.len() == 1)
    })
    .await;
    let kept = server.get_with("/api/v1/me/data.json", &[("Cookie", &cookie)]).await.json();
    assert_eq!(kept["account"]["handle"], "minh-anh");
    assert_eq!(kept["sessions"].as_array().map(Vec::len), Some(1), "{kept}");
    assert!(!kept.to_string().contains("argon2"), "{kept}");
    let nobodys = server.get_with("/api/v1/me/data.json", &[("Cookie", &bob.cookie)]).await;
    assert_eq!(nobodys.status, 401, "a guest has no account");
    assert_eq!(code(&delete("wrong one").await).1, "wrong_password");
    assert_eq!(delete(PASSWORD).await.status, 200);
    assert_eq!(minh.closed().await, Some(POLICY));
    assert_eq!(account(server, &cookie).await, Value::Null);
    let body = json!({ "handle": "minh-anh", "password": PASSWORD });
    assert_eq!(code(&ask(server, "", "sign-in", body).await).1, "wrong_password");
    for handle in ["minh-anh", "Minh_Anh"] {
        let body = json!({ "handle": handle, "password": PASSWORD });
        assert_eq!(code(&ask(server, "", "register", body).await), (409, "name_taken".to_owned()));
    }
    assert_eq!(server.get("/api/v1/players/minh-anh").await.status, 404);

    // Neither the room that is still open nor the stored game has the old name.
    for restarts in [false, true] {
        if restarts {
            server.restart().await;
        }
        let page = server.get(&played).await;
        assert_eq!(page.status, 200);
        let record = String::from_utf8(page.body).unwrap();
        assert!(record.contains("(deleted)") && !record.contains("Minh Ánh"), "{record}");
        assert!(record.contains("７六歩"), "{record}");
        let page = server.get(&format!("/api/v1/games/{game}")).await.json().to_string();
        assert!(!page.contains("Minh Ánh"), "{page}");
    }
    let bobs = server.get_with("/api/v1/me/games", &[("Cookie", &bob.cookie)]).await.json();
    assert_eq!(bobs["games"][0]["sente"], "(deleted)", "{bobs}");
});

both_servers!(what_an_account_had_goes_with_it, |server| async {
    let cookie = register(server, &server.enter("minh").await.cookie, "minh-anh").await;
    let bobs = register(server, "", "bob-by").await;
    let named = json!({ "name": "Bob" });
    assert_eq!(send(server, &bobs, "PATCH", "/account", named).await.status, 200);
    let mut minh = Tab::open(server.address, "minh", Some(cookie.clone())).await;
    let mut bob = Tab::open(server.address, "bob", Some(bobs.clone())).await;
    let game = minh.create(setup(clock("5+30"))).await;
    bob.join(game).await;
    minh.event(|event| matches!(event, GameEvent::Started { .. }).then_some(())).await;
    minh.play("7g7f").await;
    bob.sees_ply(1).await;
    bob.resign().await.unwrap();
    server.over(game).await;
    let own = async |path: &str| send(server, &cookie, "GET", path, Value::Null).await.json();
    until("the game is settled", || async {
        own("/me/games").await["games"].as_array().is_some_and(|games| games.len() == 1)
    })
    .await;

    // A review of the game, one of minh's own, and everything else that is kept.
    let edit = komadai_review::Edit::Comment { node: 0, text: "?".to_owned() };
    let edited = |id| komadai_protocol::ClientMessage::Edit { id, review: game, edit };
    minh.follow(komadai_protocol::StreamName::Review(game)).await;
    minh.ask(edited).await.unwrap();
    let tree = own(&format!("/reviews/{game}")).await["tree"].clone();
    let draft = json!({ "tree": tree, "public": true });
    let page = send(server, &cookie, "POST", "/reviews", draft).await;
    assert!(page.status < 300, "{page:?}");
    let review = page.json()["review"].as_str().expect("its code").to_owned();
    for (method, path, body) in [
        ("PUT", "/me/follows/bob-by", Value::Null),
        ("POST", "/me/lessons", json!({ "lesson": "king" })),
        ("PUT", "/me/settings", json!({ "sound": false })),
    ] {
        let page = send(server, &cookie, method, path, body).await;
        assert!(page.status < 300, "{method} {path}: {page:?}");
    }

    // A tournament of bob's that minh has entered and helps with, and one of minh's own.
    let settings = json!({
        "name": "Giải",
        "format": { "t": "swiss", "rounds": 3 },
        "plan": {
            "variant": "standard",
            "clock": { "kind": "byoyomi", "main_ms": 600_000, "byoyomi_ms": 30_000 },
            "grace_ms": 600_000,
        },
    });
    let mut tournaments = Vec::new();
    for cookie in [&bobs, &cookie] {
        let body = json!({ "create": uuid(), "settings": settings });
        let page = send(server, cookie, "POST", "/tournaments", body).await;
        assert_eq!(page.status, 201, "{page:?}");
        tournaments.push(page.json()["code"].as_str().expect("its code").to_owned());
    }
    let act = async |cookie: &str, tournament: &str, act: Value| {
        let body = json!({ "id": uuid(), "act": act, "reason": "theo luật" });
        let path = format!("/tournaments/{tournament}/acts");
        let page = send(server, cookie, "POST", &path, body).await;
        assert_eq!(page.status, 200, "{act}: {page:?}");
    };
    let [of_bob, of_minh] = &tournaments[..] else { unreachable!("there are two") };
    act(&bobs, of_bob, json!({ "t": "open" })).await;
    act(&cookie, of_bob, json!({ "t": "join" })).await;
    act(&bobs, of_bob, json!({ "t": "enter", "entry": { "name": "An" } })).await;
    act(&bobs, of_bob, json!({ "t": "enter", "entry": { "name": "Chi" } })).await;
    act(&bobs, of_bob, json!({ "t": "helper", "handle": "minh-anh", "helps": true })).await;
    act(&bobs, of_bob, json!({ "t": "begin" })).await;
    let delete = || ask(server, &cookie, "delete", json!({ "password": PASSWORD }));
    act(&cookie, of_minh, json!({ "t": "open" })).await;
    assert_eq!(code(&delete().await), (409, "organises".to_owned()));
    act(&cookie, of_minh, json!({ "t": "cancel" })).await;

    let kept = own("/me/data.json").await;
    let read: OwnData = serde_json::from_value(kept.clone()).expect("it is as documented");
    assert_eq!(serde_json::to_value(&read).unwrap(), kept, "nothing of it is undocumented");
    assert_eq!(kept["follows"][0]["handle"], "bob-by", "{kept}");
    assert_eq!(kept["lessons"], json!(["king"]), "{kept}");
    assert_eq!(kept["settings"]["sound"], false, "{kept}");
    assert_eq!(kept["tournaments"].as_array().map(Vec::len), Some(2), "{kept}");
    let reviews = kept["reviews"].as_array().expect("reviews");
    assert!(reviews.len() == 2 && reviews.iter().all(|it| it["tree"].is_object()), "{kept}");

    assert_eq!(delete().await.status, 200);
    server.restart().await;
    assert_eq!(server.get(&format!("/api/v1/reviews/{review}")).await.status, 404);
    for path in [
        format!("/reviews/{game}"),
        format!("/reviews/{game}/record.kifu"),
        format!("/games/{game}"),
        format!("/tournaments/{of_bob}"),
        format!("/tournaments/{of_bob}/acts"),
        format!("/tournaments/{of_minh}"),
        "/tournaments".to_owned(),
        "/tournaments?mine=true".to_owned(),
        "/me/reviews".to_owned(),
        "/reviews".to_owned(),
        "/me/games".to_owned(),
        "/me/data.json".to_owned(),
        "/games".to_owned(),
        "/players".to_owned(),
        "/watch".to_owned(),
    ] {
        let page = send(server, &bobs, "GET", &path, Value::Null).await;
        assert_eq!(page.status, 200, "{path}: {page:?}");
        let text = String::from_utf8(page.body).unwrap();
        assert!(!text.contains("Minh") && !text.contains("minh-anh"), "{path}: {text}");
    }
    let review = send(server, &bobs, "GET", &format!("/reviews/{game}"), Value::Null).await;
    assert!(String::from_utf8(review.body).unwrap().contains("(deleted)"));
    // Minh has withdrawn: the next round is without.
    let view = server.get(&format!("/api/v1/tournaments/{of_bob}")).await.json();
    assert!(view.to_string().contains("(deleted)"), "{view}");

    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.zip");
    let (done, said) =
        server.run_beside(&["export", "--format", "kifu", file.to_str().unwrap()], "");
    assert!(done, "{said}");
    let mut archive = ZipArchive::new(Cursor::new(std::fs::read(&file).unwrap())).unwrap();
    assert_eq!(archive.len(), 1);
    let mut record = String::new();
    let mut packed = archive.by_index(0).unwrap();
    assert!(!packed.name().unwrap().contains("Minh"));
    packed.read_to_string(&mut record).unwrap();
    assert!(record.contains("(deleted)") && !record.contains("Minh"), "{record}");
});

/// What stands in the files of the database, without its journal of running games.
fn stored(server: &TestServer) -> Vec<u8> {
    let folder = &server.config.database.data_dir;
    let files = ["komadai.db", "komadai.db-wal"];
    files.iter().flat_map(|name| std::fs::read(folder.join(name)).unwrap_or_default()).collect()
}

fn contains(bytes: &[u8], needle: &str) -> bool {
    bytes.windows(needle.len()).any(|window| window.eq_ignore_ascii_case(needle.as_bytes()))
}

#[tokio::test]
async fn no_byte_of_a_deleted_account_stays_in_the_database() {
    let mail = &mut MailServer::start().await;
    let server = &TestServer::with(Kind::Sqlite, |config| {
        with_mail(config, mail);
        config.server.trusted_proxies = 1;
    })
    .await;
    let address = "203.0.113.77";
    let cookie = with_address(server, mail, "quoc-khanh").await;
    let bobs = register(server, "", "bob-by").await;
    let mut quoc = Tab::open_from(server.address, "quoc", Some(cookie.clone()), address).await;
    let headers = [("Cookie", cookie.as_str()), ("X-Forwarded-For", address)];
    let done = async |method: &str, path: &str, body: Value| {
        let path = format!("/api/v1{path}");
        let page = server.request(method, &path, &headers, &body.to_string()).await;
        assert!(page.status < 300, "{method} {path}: {page:?}");
        page
    };
    // Signing in again, from there, is what an address is stored with.
    let body = json!({ "handle": "quoc-khanh", "password": PASSWORD });
    let again =
        server.request("POST", "/api/v1/account/sign-in", &headers[1..], &body.to_string()).await;
    assert_eq!(again.status, 200, "{again:?}");
    let file = "position startpos moves 7g7f 3c3d";
    let long = format!("{file} {}", "2g2f 8c8d 2f2g 8d8c ".repeat(40));
    for file in [file.to_owned(), long] {
        let path = "/api/v1/me/imports?format=usi";
        let page = server.request("POST", path, &headers, &file).await;
        assert_eq!(page.status, 201, "{page:?}");
    }
    programs::token(server, &cookie, &["read"]).await;
    let mut study = draft("Bí mật của Khánh", "private");
    study["description"] = json!("chỗ kín ".repeat(120));
    done("POST", "/studies", study).await;
    done("PUT", "/me/settings", json!({ "sound": false })).await;
    done(
        "POST",
        "/clubs",
        json!({
            "create": uuid(), "slug": "lang-co",
            "settings": {
                "name": "Làng cờ quoc-khanh", "city": "", "about": "", "link": "", "lang": "vi",
                "joining": "open", "private": false,
            },
        }),
    )
    .await;
    let (challenge, to, game) = (uuid(), "bob-by".to_owned(), setup(clock("5+30")));
    quoc.ask(|id| ClientMessage::Challenge { id, challenge, to, setup: game, hours: 1 })
        .await
        .unwrap();
    let settings = json!({
        "name": "Giải",
        "format": { "t": "swiss", "rounds": 3 },
        "plan": {
            "variant": "standard",
            "clock": { "kind": "byoyomi", "main_ms": 600_000, "byoyomi_ms": 30_000 },
            "grace_ms": 600_000,
        },
    });
    let body = json!({ "create": uuid(), "settings": settings });
    let made = send(server, &bobs, "POST", "/tournaments", body).await.json();
    let acts = format!("/tournaments/{}/acts", made["code"].as_str().expect("its code"));
    for act in [
        json!({ "t": "helper", "handle": "quoc-khanh", "helps": true }),
        json!({ "t": "helper", "handle": "quoc-khanh", "helps": false }),
        json!({ "t": "enter", "entry": { "handle": "quoc-khanh" } }),
    ] {
        let body = json!({ "id": uuid(), "act": act, "reason": "" });
        let page = send(server, &bobs, "POST", &acts, body).await;
        assert_eq!(page.status, 200, "{page:?}");
    }

    let needles = ["quoc-khanh", ADDRESS, "máy của tôi", address, "Bí mật của Khánh", "chỗ kín"];
    let before = stored(server);
    for needle in needles {
        assert!(contains(&before, needle), "{needle} is not there before");
    }
    drop(quoc);
    let page = ask(server, &cookie, "delete", json!({ "password": PASSWORD })).await;
    assert_eq!(page.status, 200, "{page:?}");
    let after = stored(server);
    for needle in needles {
        assert!(!contains(&after, needle), "{needle} is still there");
    }
}
