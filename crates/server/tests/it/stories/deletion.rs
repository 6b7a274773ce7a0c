//! An account is deleted; what it played stays.

use std::io::{Cursor, Read as _};

use komadai_protocol::{GameEvent, http::own_data::OwnData};
use serde_json::{Value, json};
use zip::ZipArchive;

use super::{
    accounts::{PASSWORD, POLICY, account, ask, code, register},
    site::send,
};
use crate::fixture::{Tab, both_servers, clock, setup, until, uuid};

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

    // Those who have the room open may see the old name until it closes; nobody does after that.
    server.restart().await;
    let page = server.get(&played).await;
    assert_eq!(page.status, 200);
    let record = String::from_utf8(page.body).unwrap();
    assert!(record.contains("(deleted)") && !record.contains("Minh Ánh"), "{record}");
    assert!(record.contains("７六歩"), "{record}");
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
