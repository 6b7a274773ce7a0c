//! An account is deleted; what it played stays.

use komadai_protocol::GameEvent;
use serde_json::{Value, json};

use super::accounts::{PASSWORD, POLICY, account, ask, code, register};
use crate::fixture::{Tab, both_servers, clock, setup};

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
    crate::fixture::until("the game is settled", || async {
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
