//! The key that is in no back-up: moved along, missing, or another one.

use std::{fs, path::Path};

use komadai_ids::UserId;
use komadai_store::{DatabaseSettings, Store, second_factors, users};

use crate::fixture::{Kind, Launch, Program};

/// An account whose second factor the next start seals.
async fn with_second_factor(data_dir: &Path) {
    let store = Store::open(&DatabaseSettings::sqlite(data_dir)).await.unwrap();
    let mut tx = store.write().await.unwrap();
    let user = UserId::new(1, [1; 10]);
    users::create_guest(&mut tx, user, "Minh Ánh", 5).await.unwrap();
    assert!(second_factors::propose(&mut tx, user, &[7; 20]).await.unwrap());
    assert!(second_factors::turn_on(&mut tx, user, 6).await.unwrap());
    tx.commit().await.unwrap();
    store.close().await;
}

#[tokio::test]
async fn secrets_move_with_their_key_or_not_at_all() {
    let mut server = Program::start(Launch::on(Kind::Sqlite).await).await;
    server.terminate().await;
    with_second_factor(server.data_dir()).await;
    server.restart().await;
    let dir = tempfile::tempdir().unwrap();
    let backup = dir.path().join("backup").display().to_string();
    server.command(&["backup", &backup]).await;
    assert!(server.command(&["doctor"]).await.contains("encrypted with a key of yours"));
    server.terminate().await;
    let old = server.data_dir().display().to_string();
    let key = fs::read_to_string(server.data_dir().join("secrets.key")).unwrap();

    // To the other kind, from the folder: the key comes along, and is read there.
    let moved = Launch::on(Kind::Postgres).await;
    let said = moved.command(&["restore", &old]).await;
    assert!(said.contains("the key was taken along into"), "{said}");
    assert_eq!(fs::read_to_string(moved.data_dir().join("secrets.key")).unwrap(), key);
    let moved = Program::start(moved).await;
    let said = moved.command(&["doctor"]).await;
    assert!(said.contains("encrypted with a key of yours"), "{said}");
    drop(moved);

    // From a back-up, which has none.
    for kind in [Kind::Sqlite, Kind::Postgres] {
        let mut launch = Launch::on(kind).await;
        let refused = launch.refused(&["restore", &backup]).await;
        assert!(refused.contains("1 second factors") && refused.contains("--without-key"));
        let names: Vec<_> = fs::read_dir(launch.data_dir()).unwrap().collect();
        assert_eq!(names.len(), 1, "only the lock: {names:?}");
        launch.set("KOMADAI__SECRETS__KEY", "0".repeat(64));
        let refused = launch.refused(&["restore", &backup]).await;
        assert!(refused.contains("Nothing was restored"), "{refused}");
        launch.set("KOMADAI__SECRETS__KEY", key.trim());
        launch.command(&["restore", &backup]).await;
        // Another one is put in its place by mistake.
        launch.set("KOMADAI__SECRETS__KEY", "0".repeat(64));
        let refused = launch.refused(&["serve", "--listen", "127.0.0.1:0"]).await;
        assert!(refused.contains("komadai admin accept-key"), "{refused}");
        launch.command(&["admin", "accept-key"]).await;
        let program = Program::start(launch).await;
        assert!(program.said().contains("can sign in only with recovery codes"));
    }

    // It is lost, and the operator says so.
    let launch = Launch::on(Kind::Sqlite).await;
    launch.command(&["restore", "--without-key", &backup]).await;
    let program = Program::start(launch).await;
    assert!(program.said().contains("can sign in only with recovery codes"));

    // The file went missing in the place where the server was.
    fs::remove_file(server.data_dir().join("secrets.key")).unwrap();
    let refused = server.launch().refused(&["serve", "--listen", "127.0.0.1:0"]).await;
    assert!(refused.contains("there is none here"), "{refused}");
    assert!(!server.data_dir().join("secrets.key").exists(), "none is made in its place");
}
