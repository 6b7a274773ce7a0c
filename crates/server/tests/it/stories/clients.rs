//! The client libraries of `clients/`: their own tests, and a whole game of their examples while
//! the server dies under them.

mod installing;
mod libraries;
mod relay;

use komadai_ids::Code;

use self::{
    libraries::{Example, Library},
    relay::Relay,
};
use super::programs::token_of;
use crate::fixture::{Kind, Launch, Program, Tab, http::request};

/// After how many moves the server is killed.
const KILLED_AFTER: [u32; 3] = [6, 17, 40];

#[test]
fn what_python_has_tests_of_passes() {
    Library::Python.tests();
}

#[test]
fn what_typescript_has_tests_of_passes() {
    Library::TypeScript.tests();
}

#[test]
fn the_page_for_authors_shows_the_example() {
    let example = include_str!("../../../../../clients/python/examples/random_bot.py");
    let page = include_str!("../../../../../docs/programs.md");
    assert!(page.contains(&format!("```python\n{example}```\n")), "docs/programs.md is old");
    assert!(example.lines().count() <= 40);
}

/// The token of a new bot account.
async fn bot(server: &Program, handle: &str) -> String {
    let token = token_of(server, handle, &["play", "bot"]).await;
    let bearer = format!("Bearer {token}");
    let headers = [("Authorization", bearer.as_str())];
    let page = request(server.address, "POST", "/api/bot/account/upgrade", &headers, "").await;
    assert_eq!(page.status, 200, "{page:?}");
    token
}

/// Waits until so many moves were made, by looking on.
async fn is_played_to(server: &Program, game: Code, ply: u32) {
    let mut watcher = Tab::open(server.address, "watcher", None).await;
    let seen = watcher.look_at(game).await;
    if seen.ply < ply {
        watcher.sees_ply(ply).await;
    }
}

/// One challenges the other, both play at random, and the server is killed again and again.
async fn they_play(challenger: Library, challenged: Library) {
    let mut server = Program::start(Launch::on(Kind::Sqlite).await).await;
    let relay = Relay::to(server.address).await;
    let (one, other) = (bot(&server, "bot-one").await, bot(&server, "bot-two").await);
    let mut other = Example::start(challenged, relay.address(), &[&other]);
    let mut one = Example::start(challenger, relay.address(), &[&one, "bot-two"]);
    let begins = one.says().await;
    let (game, word) = begins.split_once(' ').unwrap();
    assert_eq!(word, "begins");
    assert_eq!(other.says().await, begins);
    let code: Code = game.parse().unwrap();
    for ply in KILLED_AFTER {
        is_played_to(&server, code, ply).await;
        server.kill();
        server.restart().await;
        relay.turn_to(server.address);
    }
    // However long the game takes: moves are made.
    let (mut end, mut ply) = (one.says_in_time().await, 0);
    while end.is_none() {
        let seen = Tab::open(server.address, "patient", None).await.look_at(code).await;
        assert!(seen.ply > ply, "the game stands still after {ply} moves");
        (end, ply) = (one.says_in_time().await, seen.ply);
    }
    let end = end.unwrap();
    println!("{challenger:?} and {challenged:?} played {end}");
    assert_eq!(other.says().await, end, "both were told the same");
    let n_moves: u32 = end.split(' ').nth(1).unwrap().parse().unwrap();
    assert!(end.starts_with(game) && n_moves >= KILLED_AFTER[2], "{end}");
    server.settles(code).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn python_challenges_typescript() {
    they_play(Library::Python, Library::TypeScript).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn typescript_challenges_python() {
    they_play(Library::TypeScript, Library::Python).await;
}
