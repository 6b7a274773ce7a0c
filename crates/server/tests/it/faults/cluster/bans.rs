//! Who is banned loses the board that another server hosts, too.

use komadai_protocol::{ClientMessage, RefusalCode, ServerMessage, StreamName};
use komadai_store::testing::Cluster;
use serde_json::{Value, json};

use super::Servers;
use crate::{
    fixture::{
        Program, Tab, byoyomi,
        http::{Page, request},
        setup, until,
    },
    stories::accounts::{PASSWORD, POLICY, new_cookie},
};

async fn send(server: &Program, cookie: &str, method: &str, path: &str, body: Value) -> Page {
    let path = format!("/api/v1{path}");
    request(server.address, method, &path, &[("Cookie", cookie)], &body.to_string()).await
}

#[tokio::test]
async fn a_ban_closes_a_board_at_another_server() {
    let settings = [("KOMADAI__SITE__STAFF_SECOND_FACTOR", "false")];
    let mut servers = Servers::start_with(Cluster::shared(), &settings).await;
    servers.are_linked().await;
    let works = &servers.programs[servers.who_works().await];
    let register = async |handle: &str| {
        let new = json!({ "handle": handle, "name": handle, "password": PASSWORD });
        let page = send(works, "", "POST", "/account/register", new).await;
        assert_eq!(page.status, 200, "{page:?}");
        new_cookie(&page)
    };
    let (watchful, bobs) = (register("watchful").await, register("bob-the-bad").await);
    works.command(&["admin", "role", "watchful", "moderator"]).await;

    let mut alice = Tab::open_wide(works.address, "alice", None).await;
    let mut bob = Tab::open_wide(works.address, "bob", Some(bobs.clone())).await;
    let game = alice.meet(&mut bob, setup(byoyomi(600_000, 60_000))).await;
    let stream = StreamName::Game(game);
    let subscribe =
        |id| ClientMessage::Subscribe { id, stream, last: None, epoch: None, glance: false };
    bob.say(subscribe).await;
    let node = bob.hears(|message| match message {
        ServerMessage::Refused { code: RefusalCode::Elsewhere, node, .. } => node.clone(),
        _ => None,
    });
    let node = node.await;
    let mut board = Tab::open_at(works.address, "bob's board", Some(bobs), node.clone()).await;
    board.look_at(game).await;
    let mut watcher = Tab::open_at(works.address, "watcher", None, node).await;
    watcher.look_at(game).await;

    let path = "/moderation/accounts/bob-the-bad";
    // What the command line decides, the server notices.
    until("the moderator is known", || async {
        send(works, &watchful, "GET", path, Value::Null).await.status == 200
    })
    .await;
    let page = send(works, &watchful, "GET", path, Value::Null).await;
    let body = json!({ "kind": "ban", "user": page.json()["user"], "reason": "…", "hours": 24 });
    let page = send(works, &watchful, "POST", "/moderation/sanctions", body).await;
    assert_eq!(page.status, 200, "{page:?}");
    assert_eq!(bob.closed().await, Some(POLICY), "at the server that works");
    assert!(board.closed().await.is_some(), "at the one that has the game");
    // Whoever comes back is nobody who plays there.
    board.reconnect(works.address).await;
    assert_eq!(board.look_at(game).await.you, None);
    // Nobody else notices.
    watcher.leave(game).await;
}
