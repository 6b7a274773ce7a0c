//! The wall clock is put forward and back by an hour under play, and the server does not notice:
//! no flag falls, and nothing is charged.
//!
//! The server runs with libfaketime (Debian: `apt-get install libfaketime`), which shows it
//! another wall clock than the machine's and leaves its monotonic clock alone.

use std::{fs, path::PathBuf, sync::atomic::Ordering::SeqCst};

use super::crowd::Crowd;
use crate::fixture::{Kind, Launch, Program};

/// How many games run at the same time.
const GAMES: usize = 10;

/// Where Debian and its relatives put it, on every architecture.
pub(crate) fn libfaketime() -> PathBuf {
    let folders = fs::read_dir("/usr/lib").into_iter().flatten().filter_map(Result::ok);
    let mut found = folders
        .flat_map(|folder| {
            let folder = folder.path();
            [folder.join("faketime/libfaketime.so.1"), folder.join("libfaketime.so.1")]
        })
        .filter(|file| file.exists());
    found.next().expect("libfaketime is needed here: apt-get install libfaketime")
}

/// The hour of day in the newest line that the server has logged.
fn hour(server: &Program) -> String {
    let said = server.said();
    let newest = said.lines().rev().find_map(|line| line.get(..13)?.contains('T').then_some(line));
    newest.map_or_else(|| panic!("no time in {said}"), |line| line[11..13].to_owned())
}

#[tokio::test]
async fn an_hour_forward_and_back() {
    let mut launch = Launch::on(Kind::Sqlite).await;
    let offset = launch.data_dir().join("offset");
    let set = |text: &str| fs::write(&offset, text).unwrap();
    set("+0");
    launch.set("LD_PRELOAD", libfaketime().display().to_string());
    launch.set("FAKETIME_TIMESTAMP_FILE", offset.display().to_string());
    launch.set("FAKETIME_NO_CACHE", "1");
    launch.set("FAKETIME_DONT_FAKE_MONOTONIC", "1");
    // So that it says something whenever a game is made.
    launch.set("KOMADAI__LOG__FILTER", "debug");
    let mut server = Program::start(launch).await;
    let mut crowd = Crowd::sit_down(server.address, GAMES).await;
    crowd.plays(100).await;
    let before = hour(&server);

    for step in ["+3600", "+0", "-3600"] {
        set(step);
        // Nobody is asked to wait, or to hurry: the games go on as they did.
        crowd.plays(300).await;
        assert!(!crowd.ledger.has_interrupted());
        let longest_ms = crowd.ledger.longest_ms.load(SeqCst);
        assert!(longest_ms < 60_000, "{longest_ms} ms were charged");
    }

    // It is another hour when the server starts again, and yet again.
    for step in ["+3600", "-3600", "+0"] {
        server.kill();
        crowd.loses_connection().await;
        set(step);
        server.restart().await;
        let announced = crowd.ledger.announced();
        assert_eq!(crowd.ledger.compare(server.address).await, announced);
        crowd.finds_it_at(server.address);
        crowd.plays(300).await;
        let longest_ms = crowd.ledger.longest_ms.load(SeqCst);
        assert!(longest_ms < 60_000, "{longest_ms} ms were charged");
    }
    set("+3600");
    let later = hour_after_noise(&mut server).await;
    assert_ne!(later, before, "the server has never seen another hour");
}

/// The hour that the server logs now: somebody comes in, and that is logged.
async fn hour_after_noise(server: &mut Program) -> String {
    let before = server.said().len();
    let mut tab = server.enter("noise").await;
    tab.now().await;
    let game = tab.create(crate::fixture::setup(crate::fixture::clock("5+30"))).await;
    tab.look_at(game).await;
    tab.abort().await.unwrap();
    crate::fixture::until("the server logs something", || async { server.said().len() > before })
        .await;
    hour(server)
}
