//! What admins see of the server.

use serde_json::{Value, json};

use super::{
    accounts::{code, register},
    pair, play,
    site::{send, sign_in_as},
};
use crate::fixture::{both_servers, until};

both_servers!(an_admin_sees_how_the_server_is, |server| async {
    let admin = sign_in_as(server, "root-user", "admin").await;
    let (mut sente, mut gote, _game) = pair(server, "10+30").await;
    play(&mut sente, &mut gote, ["7g7f", "3c3d", "2g2f", "8c8d"].into_iter()).await;
    let show = async |after_ms: u64| {
        let path = format!("/admin/metrics?after_ms={after_ms}");
        let page = send(server, &admin, "GET", &path, Value::Null).await;
        assert_eq!(page.status, 200, "{page:?}");
        page.json()
    };
    // Tests share a process, so that others may have moved as well.
    until("the moves are in a reading", || async {
        let readings = show(0).await["readings"].clone();
        let readings = readings.as_array().unwrap();
        readings.iter().any(|it| it["moves_per_s"].as_f64().unwrap() > 0.0 && it["rooms"] == 1)
    })
    .await;
    let shown = show(0).await;
    let last = shown["readings"].as_array().unwrap().last().unwrap().clone();
    assert_eq!(last["connections"], 2, "{last}");
    assert!(last["memory_bytes"].as_u64().unwrap() > 1 << 20, "{last}");
    assert!(shown["started_ms"].as_u64().unwrap() <= shown["now_ms"].as_u64().unwrap());
    assert!(shown["warnings"].as_array().unwrap().iter().all(|it| it != "not_ready"), "{shown}");
    let newest = last["at_ms"].as_u64().unwrap();
    let later = show(newest).await;
    let later = later["readings"].as_array().unwrap();
    assert!(later.iter().all(|it| it["at_ms"].as_u64().unwrap() > newest), "only what is new");

    let path = "/admin/metrics";
    let moderator = sign_in_as(server, "some-mod", "moderator").await;
    let page = send(server, &moderator, "GET", path, Value::Null).await;
    assert_eq!(code(&page), (403, "not_allowed".to_owned()));
    let player = register(server, &server.enter("player").await.cookie, "a-player").await;
    let page = send(server, &player, "GET", path, json!(null)).await;
    assert_eq!(code(&page), (403, "not_allowed".to_owned()));
    assert_eq!(server.get("/api/v1/admin/metrics").await.status, 401);
});
