//! An upgrade, rehearsed: the database that a released version has left, in the middle of a round of
//! a tournament, is brought up to date and played on with.
//!
//! `KOMADAI_FREEZE=1 cargo test -p komadai-server --test it upgrades::the_evening` writes what this
//! version leaves, once for each release (docs/releasing.md); the program of another version may be
//! named in place of the 1. It is what the same evening leaves each time, and every run of the tests
//! plays that evening.

mod evening;

use std::{
    env, fs,
    io::{Read as _, Write as _},
    path::{Path, PathBuf},
    process::Command,
};

use flate2::{Compression, read::GzDecoder, write::GzEncoder};
use komadai_store::testing::Database;
use serde_json::Value;

use self::evening::Evening;
use crate::fixture::{Kind, Launch, Program};

/// The largest that all files of a version may be together.
const BYTES_MAX: u64 = 1 << 20;

/// The contents of PostgreSQL as SQL.
const POSTGRES: &str = "postgres.sql";

/// The files of the embedded database.
const SQLITE: [&str; 2] = ["komadai.db", "journal.db"];

/// The file with what the version itself said of what it left on this kind of database.
fn said_file(version: &str, kind: Kind) -> PathBuf {
    folder(version).join(match kind {
        Kind::Sqlite => "sqlite.json",
        Kind::Postgres => "postgres.json",
    })
}

fn said(version: &str, kind: Kind) -> Value {
    let text = fs::read_to_string(said_file(version, kind)).unwrap();
    serde_json::from_str(&text).unwrap()
}

/// Where the databases of a version are.
fn folder(version: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/databases").join(version)
}

/// The released versions of which there are databases.
fn versions() -> Vec<String> {
    let entries = fs::read_dir(folder("")).unwrap().map(|it| it.unwrap().file_name());
    let mut names: Vec<_> = entries.map(|name| name.into_string().unwrap()).collect();
    names.sort();
    names
}

fn pack(path: &Path, bytes: &[u8]) {
    let packed = fs::File::create(path.with_added_extension("gz")).unwrap();
    let mut packer = GzEncoder::new(packed, Compression::best());
    packer.write_all(bytes).unwrap();
    packer.finish().unwrap();
}

fn unpack(path: &Path) -> Vec<u8> {
    let packed = fs::File::open(path.with_added_extension("gz")).unwrap();
    let mut bytes = Vec::new();
    GzDecoder::new(packed).read_to_end(&mut bytes).unwrap();
    bytes
}

/// What a version has left on this kind of database, for the program of this one.
async fn thawed(version: &str, kind: Kind) -> Launch {
    let folder = folder(version);
    match kind {
        Kind::Sqlite => {
            let launch = Launch::on(kind).await;
            for name in SQLITE {
                fs::write(launch.data_dir().join(name), unpack(&folder.join(name))).unwrap();
            }
            launch
        }
        Kind::Postgres => {
            let database = Database::create_empty().await;
            database.load(&String::from_utf8(unpack(&folder.join(POSTGRES))).unwrap()).await;
            Launch::with(Some(database))
        }
    }
}

async fn rehearse(kind: Kind) {
    for version in versions() {
        let said = said(&version, kind);
        let launch = thawed(&version, kind).await;
        let migrated = launch.command(&["migrate"]).await;
        assert!(migrated.contains("the tables are up to date"), "{migrated}");
        let mut server = Program::start(evening::behind_a_proxy(launch)).await;
        let evening = Evening::found(&server, &said).await;
        assert_eq!(evening.describe(&server).await, said, "what {version} has left on {kind:?}");
        evening.goes_on(&server).await;
        server.terminate().await;
        assert!(!server.said().contains("ERROR"), "{}", server.said());
    }
}

#[tokio::test]
async fn sqlite_is_played_on_with() {
    rehearse(Kind::Sqlite).await;
}

#[tokio::test]
async fn postgres_is_played_on_with() {
    rehearse(Kind::Postgres).await;
}

/// A back-up that a version has made moves to the other kind of database.
#[tokio::test]
async fn back_ups_are_restored() {
    for version in versions() {
        let dir = tempfile::tempdir().unwrap();
        for name in SQLITE {
            fs::write(dir.path().join(name), unpack(&folder(&version).join(name))).unwrap();
        }
        let launch = Launch::on(Kind::Postgres).await;
        launch.command(&["restore", &dir.path().display().to_string()]).await;
        let server = Program::start(evening::behind_a_proxy(launch)).await;
        let said = said(&version, Kind::Sqlite);
        let evening = Evening::found(&server, &said).await;
        assert_eq!(evening.describe(&server).await, said, "{version}");
    }
}

/// Every version that people may have has its databases here, and they are small.
#[test]
fn every_released_version_is_rehearsed() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let changes = fs::read_to_string(root.join("CHANGELOG.md")).unwrap();
    let released = changes.lines().filter_map(|line| line.strip_prefix("## "));
    // Nothing was kept of the first.
    let released = released.filter(|it| !["Unreleased", "0.1.0"].contains(it));
    let mut released: Vec<_> = released.map(str::to_owned).collect();
    released.sort();
    assert_eq!(versions(), released, "docs/releasing.md says how a release adds its databases");
    for version in released {
        let files = fs::read_dir(folder(&version)).unwrap().map(|it| it.unwrap().metadata());
        let bytes: u64 = files.map(|it| it.unwrap().len()).sum();
        assert!(bytes <= BYTES_MAX, "{version} takes {bytes} bytes");
    }
}

/// Plays the evening, and keeps what it leaves if that is wanted.
async fn freeze(kind: Kind) {
    let keeps = env::var_os("KOMADAI_FREEZE");
    // The program makes the tables itself: another version has others.
    let launch = match kind {
        Kind::Sqlite => Launch::on(kind).await,
        Kind::Postgres => Launch::with(Some(Database::create_empty().await)),
    };
    let mut launch = evening::behind_a_proxy(launch);
    if let Some(program) = keeps.clone().filter(|it| it != "1") {
        launch.program = program.into();
    }
    let asked = Command::new(&launch.program).arg("--version").output().unwrap();
    let asked = String::from_utf8(asked.stdout).unwrap();
    let version = asked.split_whitespace().nth(1).unwrap().to_owned();
    let mut server = Program::start(launch).await;
    let evening = Evening::play(&server).await;
    let said = evening.describe(&server).await;
    let dir = tempfile::tempdir().unwrap();
    let backup = dir.path().join("backup");
    server.command(&["backup", &backup.display().to_string()]).await;
    server.kill();
    if keeps.is_none() {
        return;
    }
    let into = folder(&version);
    fs::create_dir_all(&into).unwrap();
    match kind {
        Kind::Sqlite => {
            for name in SQLITE {
                pack(&into.join(name), &fs::read(backup.join(name)).unwrap());
            }
        }
        Kind::Postgres => pack(&into.join(POSTGRES), server.launch().database().dump().as_bytes()),
    }
    let text = serde_json::to_string_pretty(&said).unwrap();
    fs::write(said_file(&version, kind), text + "\n").unwrap();
}

#[tokio::test]
async fn the_evening_on_sqlite() {
    freeze(Kind::Sqlite).await;
}

#[tokio::test]
async fn the_evening_on_postgres() {
    freeze(Kind::Postgres).await;
}
