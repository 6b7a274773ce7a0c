//! What the visitor makes before the attack: an account, reviews, imported games, tournaments.

use std::net::SocketAddr;

use anyhow::{Context as _, bail};
use serde_json::{Value, json};

use super::{COMMENTS, files, members, origin::Origin, uuid};
use crate::{
    http::{self, Answer, Request},
    report::progress,
    script::{Lot, Script},
};

/// Reviews that are as large as may be.
const LARGE_REVIEWS: usize = 8;

/// Reviews with as many moves as may be.
const LONG_REVIEWS: usize = 2;

/// Players of the large round robin: with as many games as may be, it is shown in five megabytes.
const PLAYERS: usize = 200;

/// Imported files.
const IMPORTS: usize = 5;

/// What there is to ask for.
#[derive(Debug)]
pub(super) struct Targets {
    /// The cookie of the visitor's account.
    pub(super) account: String,
    pub(super) large_reviews: Vec<String>,
    pub(super) long_reviews: Vec<String>,
    /// A large review's tree, as it is kept.
    pub(super) tree: Value,
    /// One that players may still enter.
    pub(super) tournament: String,
    /// A round robin whose games are all published.
    pub(super) large_tournament: String,
    /// A script of the client's.
    pub(super) script: String,
    /// Files that are expensive to read.
    pub(super) dear_files: Vec<(&'static str, Vec<u8>)>,
}

/// The visitor while nothing is attacked.
struct Preparation {
    server: SocketAddr,
    origin: Origin,
    account: String,
    lot: Lot,
}

/// Makes all of it.
pub(super) fn prepare(server: SocketAddr) -> anyhow::Result<Targets> {
    let origin = Origin::nth(0);
    let account = members::register_one(server, origin.address, "koma-stranger")?.cookie.into();
    let mut by = Preparation { server, origin, account, lot: Lot::new(66) };
    let mut tree = by.tree(700)?;
    for node in tree["nodes"].as_array_mut().into_iter().flatten().take(COMMENTS) {
        node["comment"] = "駒".repeat(1_000).into();
    }
    let prepared = Targets {
        large_reviews: by.keep(&tree, LARGE_REVIEWS)?,
        long_reviews: by.keep(&by.tree(1_900)?, LONG_REVIEWS)?,
        tree,
        tournament: by.open(&json!({ "t": "round_robin" }), false)?,
        large_tournament: by.begin_large()?,
        script: by.script()?,
        dear_files: files::dear(),
        account: by.account.clone(),
    };
    for _ in 0..IMPORTS {
        by.post("/me/imports?format=kif", &files::long_comments())?;
    }
    progress("the visitor has all that it needs");
    Ok(prepared)
}

impl Preparation {
    fn send(&self, method: &str, path: &str, body: &[u8]) -> anyhow::Result<Answer> {
        let headers = format!("Cookie: {}\r\n{}", self.account, self.origin.header());
        let from = self.origin.address;
        let request = Request { from, method, path, headers: &headers, body };
        let answer = http::send(self.server, request)?;
        if answer.status >= 300 && method != "GET" {
            bail!("what the visitor prepares at {path} is answered by {}", answer.code());
        }
        Ok(answer)
    }

    fn post(&self, path: &str, body: &[u8]) -> anyhow::Result<Answer> {
        self.send("POST", &format!("/api/v1{path}"), body)
    }

    /// Makes something, and returns what the answer calls it.
    fn make(&self, path: &str, body: &Value, name: &str) -> anyhow::Result<String> {
        let made: Value = self.post(path, &serde_json::to_vec(body)?)?.json()?;
        made[name].as_str().map(str::to_owned).context("what was made has no code")
    }

    /// A tree of so many moves.
    fn tree(&self, n_plies: usize) -> anyhow::Result<Value> {
        let script = Script::random(66, n_plies);
        let file = format!("position startpos moves {}", script.moves.join(" "));
        let read: Value = self.post("/reviews/read?format=usi", file.as_bytes())?.json()?;
        Ok(read["trees"][0].clone())
    }

    /// Keeps a tree in so many reviews.
    fn keep(&self, tree: &Value, n: usize) -> anyhow::Result<Vec<String>> {
        let draft = json!({ "tree": tree, "public": true });
        (0..n).map(|_| self.make("/reviews", &draft, "review")).collect()
    }

    /// Makes a tournament that players may enter.
    fn open(&mut self, format: &Value, at_the_board: bool) -> anyhow::Result<String> {
        let settings = json!({
            "name": "Giải mùa thu",
            "format": format,
            "plan": {
                "about": "駒".repeat(1_000),
                "variant": "standard",
                "rules": "tournament",
                "rated": false,
                "at_the_board": at_the_board,
                "clock": { "kind": "byoyomi", "main_ms": 600_000, "byoyomi_ms": 30_000 },
                "grace_ms": 600_000,
            },
        });
        let new = json!({ "create": uuid(&mut self.lot), "settings": settings });
        let tournament = self.make("/tournaments", &new, "code")?;
        self.act(&tournament, &json!({ "t": "open" }))?;
        Ok(tournament)
    }

    fn act(&mut self, tournament: &str, act: &Value) -> anyhow::Result<()> {
        let body = json!({ "id": uuid(&mut self.lot), "act": act, "reason": "" });
        let path = format!("/tournaments/{tournament}/acts");
        self.post(&path, &serde_json::to_vec(&body)?).map(drop)
    }

    /// Begins a round robin that publishes all rounds at once.
    fn begin_large(&mut self) -> anyhow::Result<String> {
        let tournament = self.open(&json!({ "t": "round_robin", "pace": "free" }), true)?;
        let names = (0..PLAYERS).map(|n| json!({ "name": format!("Kỳ thủ {n}") }));
        let entries: Vec<_> = names.collect();
        self.act(&tournament, &json!({ "t": "enter_all", "entries": entries }))?;
        self.act(&tournament, &json!({ "t": "begin" }))?;
        Ok(tournament)
    }

    /// The first script that the start page names; the page itself where the server was built
    /// without the client.
    fn script(&self) -> anyhow::Result<String> {
        let answer = self.send("GET", "/", b"")?;
        let page = answer.text();
        let is_script = |it: &&str| it.starts_with("/assets/") && it.ends_with(".js");
        Ok(page.split('"').find(is_script).unwrap_or("/").to_owned())
    }
}
