//! Finding people by either of their names.

use serde_json::{Value, json};

use super::{
    accounts::{PASSWORD, ask, code, new_cookie, register},
    site::send,
};
use crate::fixture::{Tab, TestServer, both_servers, byoyomi, setup};

async fn register_as(server: &TestServer, handle: &str, name: &str) -> String {
    let body = json!({ "handle": handle, "name": name, "password": PASSWORD });
    let page = ask(server, "", "register", body).await;
    assert_eq!(page.status, 200, "{page:?}");
    new_cookie(&page)
}

/// The handles of those who are found; `name` is ready for an address.
async fn found(server: &TestServer, name: &str) -> Vec<String> {
    let page = server.get(&format!("/api/v1/people?name={name}")).await;
    assert_eq!(page.status, 200, "{page:?}");
    let people = page.json()["people"].as_array().cloned().unwrap_or_default();
    people.iter().map(|it| it["handle"].as_str().unwrap_or_default().to_owned()).collect()
}

both_servers!(people_are_found_by_both_their_names, |server| async {
    let minh = register_as(server, "Minh_90", "Nguyễn Văn Minh").await;
    register_as(server, "akiyama", "秋山 太郎").await;
    register_as(server, "minhtri", "Đỗ Trí").await;
    for (name, expected) in [
        ("minh", vec!["Minh_90", "minhtri"]),
        ("NGUYEN%20van", vec!["Minh_90"]),
        ("%40minh_90", vec!["Minh_90"]),
        ("%E7%A7%8B%E5%B1%B1", vec!["akiyama"]),
        ("do%20tri", vec!["minhtri"]),
        ("nobody", vec![]),
        ("", vec![]),
    ] {
        assert_eq!(found(server, name).await, expected, "{name}");
    }
    let page = server.get("/api/v1/people").await;
    assert_eq!(code(&page), (400, "bad_query".to_owned()));

    // By the new name from the change on, and not by the old one.
    let page = send(server, &minh, "PATCH", "/account", json!({ "name": "Trần Bảo" })).await;
    assert_eq!(page.status, 200, "{page:?}");
    assert_eq!(found(server, "tran%20bao").await, ["Minh_90"]);
    assert_eq!(found(server, "nguyen").await, Vec::<String>::new());
    let page = ask(server, &minh, "delete", json!({ "password": PASSWORD })).await;
    assert!(page.status < 300, "{page:?}");
    assert_eq!(found(server, "tran").await, Vec::<String>::new());
});

both_servers!(whoever_has_an_account_is_known_by_their_id, |server| async {
    let cookie = register(server, "", "minh-anh").await;
    let tab = Tab::open(server.address, "minh", Some(cookie.clone())).await;
    let user = tab.user.clone().expect("an account").id;
    let path = format!("/people/{user}");
    let page = server.get(&format!("/api/v1{path}")).await.json();
    assert_eq!((page["handle"].as_str(), page["here"].as_bool()), (Some("minh-anh"), Some(true)));
    let body = json!({ "challenges_from": "all", "tells_followers": false });
    send(server, &cookie, "PUT", "/account/privacy", body).await;
    assert_eq!(server.get(&format!("/api/v1{path}")).await.json()["here"], false);
    assert_eq!(send(server, &cookie, "GET", &path, Value::Null).await.json()["here"], true);

    let page = server.get("/api/v1/people/@Minh_Anh").await.json();
    assert_eq!(page["user"], user.to_string(), "handles that look alike are one");

    let mut guest = server.enter("guest").await;
    guest.create(setup(byoyomi(600_000, 30_000))).await;
    let id = guest.user.clone().expect("a guest").id;
    for path in
        [format!("/people/{id}"), "/people/nobody".to_owned(), "/people/@nobody-at-all".to_owned()]
    {
        let page = server.get(&format!("/api/v1{path}")).await;
        assert_eq!(code(&page), (404, "unknown_player".to_owned()), "{path}");
    }
});

both_servers!(a_new_name_is_on_the_next_game_of_every_tab, |server| async {
    let cookie = register(server, "", "changes").await;
    let mut tab = Tab::open(server.address, "changes", Some(cookie.clone())).await;
    send(server, &cookie, "PATCH", "/account", json!({ "name": "Nguyễn Văn Minh" })).await;
    let game = tab.create(setup(byoyomi(600_000, 30_000))).await;
    server.enter("opponent").await.join(game).await;
    let players = &server.get(&format!("/api/v1/games/{game}")).await.json()["players"];
    let names = ["sente", "gote"].map(|side| players[side]["name"].as_str().unwrap_or_default());
    assert!(names.contains(&"Nguyễn Văn Minh"), "{names:?}");
});

both_servers!(games_are_found_by_display_names, |server| async {
    for (handle, name) in [("first-one", "Lan Anh"), ("second-one", "Lan Anh"), ("third", "秋山")]
    {
        register_as(server, handle, name).await;
    }
    let meant = async |name: &str| -> Vec<String> {
        let page = server.get(&format!("/api/v1/games?player={name}")).await;
        assert_eq!(page.status, 200, "{page:?}");
        let meant = page.json()["maybe_player"].as_array().cloned().unwrap_or_default();
        meant.iter().map(|it| it["handle"].as_str().unwrap_or_default().to_owned()).collect()
    };
    let nobody = Vec::<String>::new();
    assert_eq!(meant("lan%20anh").await, ["first-one", "second-one"], "which of them?");
    assert_eq!(meant("thir").await, ["third"], "nobody is called just so");
    assert_eq!(meant("%E7%A7%8B%E5%B1%B1").await, nobody, "one alone has that name");
    assert_eq!(meant("first-one").await, nobody, "a handle is one's own");
});
