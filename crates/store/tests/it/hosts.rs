//! Several PostgreSQL servers in one address: which of them is written to.

use std::{fs, path::Path};

use komadai_store::{
    DatabaseSettings, Error, PostgresRole, Store,
    testing::{Cluster, Database},
};

/// The same database with these servers in its address, by their sockets' folders.
fn with_hosts(url: &str, hosts: &[&Path]) -> String {
    let (address, _) = url.split_once('?').unwrap();
    let hosts: Vec<_> = hosts.iter().map(|it| it.display().to_string()).collect();
    format!("{address}?host={}&target_session_attrs=read-write", hosts.join(","))
}

async fn refusal(url: &str, data_dir: &Path) -> Error {
    Store::open(&DatabaseSettings::postgres(url, data_dir)).await.map(|_| ()).unwrap_err()
}

#[tokio::test]
async fn one_that_was_left_for_another_is_refused() {
    let shared = Cluster::shared();
    let (database, dir) = (Database::create_on(shared).await, tempfile::tempdir().unwrap());
    let nowhere = dir.path().join("nowhere");
    let url = with_hosts(database.url(), &[&nowhere, shared.socket_dir()]);
    let settings = DatabaseSettings::postgres(&url, dir.path());
    let store = Store::open(&settings).await.unwrap();
    let roles: Vec<_> = store.postgres_hosts().await.into_iter().map(|it| it.role).collect();
    assert!(matches!(roles[..], [PostgresRole::Away(_), PostgresRole::Leads]), "{roles:?}");
    store.close().await;
    drop(store);

    // The same database has been seen to go on elsewhere.
    let file = dir.path().join("postgres-timeline");
    let kept = fs::read_to_string(&file).unwrap();
    let (system, first) = kept.trim().split_once(' ').unwrap();
    assert_eq!(first, "1");
    fs::write(&file, format!("{system} 7\n")).unwrap();
    let error = refusal(&url, dir.path()).await;
    assert!(matches!(error, Error::Behind { timeline: 1, newest: 7, .. }), "{error:?}");
    assert!(error.is_passing() && error.to_string().contains("postgres-timeline"), "{error}");
    // What was seen of another database says nothing of this one.
    fs::write(&file, "4711 7\n").unwrap();
    Store::open(&settings).await.unwrap().close().await;
    assert_eq!(fs::read_to_string(&file).unwrap(), kept);
}

#[tokio::test]
async fn servers_that_are_not_copies_are_refused() {
    let other = Cluster::start();
    let dir = tempfile::tempdir().unwrap();
    let shared = Cluster::shared();
    let hosts = [other.socket_dir(), shared.socket_dir()];
    let error = refusal(&with_hosts(&shared.url("postgres"), &hosts), dir.path()).await;
    assert!(matches!(error, Error::Strangers), "{error:?}");
    // One that follows is left out, and alone is not enough.
    other.follow();
    let error = refusal(&with_hosts(&shared.url("none"), &hosts), dir.path()).await;
    assert!(matches!(error, Error::NoDatabase { .. }), "{error:?}");
    let only = with_hosts(&shared.url("postgres"), &[hosts[0], hosts[0]]);
    let error = refusal(&only, dir.path()).await;
    assert!(matches!(error, Error::Replica { .. }), "{error:?}");
}

#[tokio::test]
async fn an_address_of_several_is_read_as_psql_reads_it() {
    let dir = tempfile::tempdir().unwrap();
    for (url, at) in [
        ("postgres:///games?host=/nowhere", "/nowhere/games"),
        ("postgres://u:hunter2@localhost:1,localhost:2/games", "localhost:1/games"),
        ("postgres://u:hunter2@localhost,[::1]:2/games?port=3", "localhost:3/games"),
        ("postgres://u:hunter2@/games?host=localhost,127.0.0.1&port=4,5", "localhost:4/games"),
    ] {
        let error = refusal(url, dir.path()).await;
        let said = error.to_string();
        assert!(
            matches!(error, Error::Unreachable { .. }) && said.contains(at),
            "{url}: {error:?}"
        );
    }
    for (url, why) in [
        ("postgres://u:hunter2@a,b,c/games?host=x,y", "2 hosts and 3"),
        ("postgres://u:hunter2@a,b/games?port=1,2,3", "2 hosts and 3"),
        ("postgres://u:hunter2@a,b/games?target_session_attrs=standby", "read-write"),
    ] {
        let error = refusal(url, dir.path()).await;
        let said = format!("{error:?}");
        assert!(matches!(error, Error::Url { .. }) && said.contains(why), "{url}: {said}");
        assert!(!said.contains("hunter2"), "{said}");
    }
}
