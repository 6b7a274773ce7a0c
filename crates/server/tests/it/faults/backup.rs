//! A back-up taken while fifty games run, restored on the other kind of database: what had been
//! announced when it began is in it.

use std::{
    fs,
    path::Path,
    process::{Command, Stdio},
};

use rustix::process::{Pid, Signal, kill_process};

use super::{crowd::Crowd, is_long};
use crate::fixture::{Kind, Launch, PROGRAM, Program, until};

/// How many games run at the same time.
const GAMES: usize = 50;

async fn back_up(kind: Kind, restored_on: Kind) {
    let n_moves = if is_long() { 20_000 } else { 1_500 };
    let server = Program::start(Launch::on(kind).await).await;
    let mut crowd = Crowd::sit_down(server.address, GAMES).await;
    crowd.plays(n_moves).await;

    let before = crowd.ledger.so_far();
    let dir = tempfile::tempdir().unwrap();
    let folder = dir.path().join("backup").display().to_string();
    server.command(&["backup", &folder]).await;
    // The players have noticed nothing.
    crowd.plays(200).await;
    drop(crowd);

    let launch = Launch::on(restored_on).await;
    launch.command(&["restore", &folder]).await;
    let restored = Program::start(launch).await;
    let (announced, found) = (before.announced(), before.compare(restored.address).await);
    println!("{kind:?} on {restored_on:?}: {announced} moves before the back-up, {found} in it");
    assert_eq!(found, announced);
    assert!(announced >= n_moves);
    let live = restored.said();
    assert!(live.contains(" games continue"), "{live}");
}

#[tokio::test]
async fn sqlite_on_postgres() {
    back_up(Kind::Sqlite, Kind::Postgres).await;
}

#[tokio::test]
async fn postgres_on_sqlite() {
    back_up(Kind::Postgres, Kind::Sqlite).await;
}

/// What is in a folder.
fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap().map(|it| it.unwrap().file_name());
    let mut names: Vec<_> = entries.map(|name| name.into_string().unwrap()).collect();
    names.sort();
    names
}

/// The server makes one while people play, tries it, and only then removes what is too old.
async fn makes_its_own(kind: Kind) {
    let dir = tempfile::tempdir().unwrap();
    let to = dir.path().join("backups");
    // Two old ones, what a server that was killed has left, and what is none of its own.
    for name in [
        "komadai-20200101T000000Z",
        "komadai-20200102T000000Z",
        "komadai-20200103T000000Z.new",
        "komadai-20200103T000000Z.new.part",
        "komadai-verify.new",
        "mine",
    ] {
        fs::create_dir_all(to.join(name)).unwrap();
        fs::write(to.join(name).join("komadai.db"), "").unwrap();
    }
    let mut launch = Launch::on(kind).await;
    launch.set("KOMADAI__BACKUP__TO", to.display().to_string());
    launch.set("KOMADAI__BACKUP__KEEP", "2");
    launch.set("KOMADAI__METRICS__LISTEN", "127.0.0.1:0");
    let mut server = Program::start(launch).await;
    let mut crowd = Crowd::sit_down(server.address, 10).await;
    crowd.plays(200).await;
    until("the back-up is made", || async { server.said().contains(" backed up into ") }).await;
    crowd.plays(100).await;
    drop(crowd);
    let kept = names(&to);
    assert_eq!(kept.len(), 3, "{kept:?}");
    assert_eq!([kept[0].as_str(), kept[2].as_str()], ["komadai-20200102T000000Z", "mine"]);
    let said = server.command(&["doctor"]).await;
    assert!(said.contains("is 0 minutes old"), "{said}");
    let said = server.command(&["backup", "--verify"]).await;
    assert!(said.contains(&kept[1]) && said.contains("is good: it was restored"), "{said}");

    // One that was not kept as it was made is found out.
    let good = to.join(&kept[1]);
    let counted = fs::read_to_string(good.join("contents.json")).unwrap();
    fs::write(good.join("contents.json"), counted.replace("\"games\": 0", "\"games\": 1")).unwrap();
    let path = good.display().to_string();
    let refused = server.launch().refused(&["backup", "--verify", &path]).await;
    assert!(refused.contains("is no good back-up") && refused.contains("games: 1"), "{refused}");
    fs::write(good.join("contents.json"), counted).unwrap();
    let mut bytes = fs::read(good.join("journal.db")).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle..].fill(0x55);
    fs::write(good.join("journal.db"), bytes).unwrap();
    server.launch().refused(&["backup", "--verify", &path]).await;
}

mod the_server_makes_its_own {
    on_both_databases!(super::makes_its_own);
}

/// What in a folder is no good back-up yet.
fn unfinished(folder: &Path) -> Vec<String> {
    let names = if folder.exists() { names(folder) } else { Vec::new() };
    names.into_iter().filter(|it| it.contains(".new")).collect()
}

/// How often a back-up may be quicker than who is to kill its server.
const TRIES_MAX: usize = 20;

/// SIGKILL in the middle of one: what is left of it is never taken for a good one, and the next
/// start removes it and makes another.
async fn is_killed_in_the_middle(kind: Kind) {
    let dir = tempfile::tempdir().unwrap();
    let to = dir.path().join("backups");
    let mut launch = Launch::on(kind).await;
    launch.set("KOMADAI__BACKUP__TO", to.display().to_string());
    let mut server = Program::start(launch).await;
    let mut crowd = Crowd::sit_down(server.address, 10).await;
    crowd.plays(100).await;
    for n in 0.. {
        server.kill();
        crowd.loses_connection().await;
        if !unfinished(&to).is_empty() {
            break;
        }
        assert!(n < TRIES_MAX, "no back-up was interrupted");
        if to.exists() {
            fs::remove_dir_all(&to).unwrap();
        }
        server.restart().await;
        crowd.finds_it_at(server.address);
        let (killed, folder) = (server.pid(), to.clone());
        // Nothing tells of the instant at which the folder is there.
        let seen = tokio::task::spawn_blocking(move || {
            while !folder.exists() || names(&folder).is_empty() {
                std::hint::spin_loop();
            }
            kill_process(Pid::from_raw(killed as i32).unwrap(), Signal::STOP)
        });
        seen.await.unwrap().unwrap();
    }
    assert_eq!(names(&to), unfinished(&to), "nothing of it has the name of a good one");
    let said = server.command(&["doctor"]).await;
    assert!(said.contains("there is no good back-up"), "{said}");
    server.launch().refused(&["backup", "--verify"]).await;

    let announced = crowd.ledger.announced();
    server.restart().await;
    assert_eq!(crowd.ledger.compare(server.address).await, announced);
    until("the back-up is made", || async { server.said_lately().contains(" backed up into ") })
        .await;
    assert!(unfinished(&to).is_empty(), "{:?}", names(&to));
    server.command(&["backup", "--verify"]).await;
}

mod its_server_is_killed_in_the_middle {
    on_both_databases!(super::is_killed_in_the_middle);
}

#[tokio::test]
async fn a_full_disk_leaves_no_half_of_one() {
    let server = Program::start(Launch::on(Kind::Sqlite).await).await;
    let dir = tempfile::tempdir().unwrap();
    let mut command = Command::new("/bin/sh");
    command
        .args(["-c", "trap '' XFSZ && ulimit -f 100 && exec \"$0\" backup \"$1\"", PROGRAM])
        .arg(dir.path().join("backup"))
        .env("KOMADAI__DATABASE__DATA_DIR", server.data_dir())
        .stdin(Stdio::null());
    let ran = tokio::task::spawn_blocking(move || command.output()).await.unwrap().unwrap();
    let said = String::from_utf8_lossy(&ran.stderr).into_owned();
    assert!(!ran.status.success() && said.contains("cannot copy"), "{said}");
    assert!(names(dir.path()).is_empty(), "{:?}", names(dir.path()));
}
