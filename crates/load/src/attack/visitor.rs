//! One visitor from one address who tries to make the server do as much as possible, and keep as
//! much in memory as possible. Each attack is a function, which many workers call again and again,
//! at a pace that is at the limits or above them.

mod files;
mod requests;
mod sockets;

use std::{
    collections::BTreeMap,
    net::{Ipv4Addr, SocketAddr},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
    thread,
    time::Duration,
};

use anyhow::{Context as _, bail};
use parking_lot::Mutex;
use serde_json::{Value, json};

use super::members;
use crate::{
    clock::now,
    http::{self, Answer, Request},
    report::progress,
    script::{Lot, Script},
};

/// Where the visitor comes from.
const ADDRESS: Ipv4Addr = Ipv4Addr::new(127, 0, 0, 66);

/// Memory of a hand's calls.
const STACK_BYTES: usize = 256 << 10;

/// How much the hands yield to the members, who share their core.
const NICENESS: i32 = 19;

/// No hand does more rounds than one in this time.
const ROUND_MIN: Duration = Duration::from_millis(20);

/// Reviews that are as large as may be.
const LARGE_REVIEWS: usize = 8;

/// Reviews with as many moves as may be.
const LONG_REVIEWS: usize = 2;

/// Comments in a review that is nearly as large as may be.
const COMMENTS: usize = 320;

/// One attack: its name, by how many hands, and what one does in a round.
type Attack = (&'static str, usize, fn(&mut Hand));

/// All of them: 400 sockets, and 100 other connections.
const ALL: [Attack; 20] = [
    ("deaf sockets", 120, sockets::deaf),
    ("frames without end", 120, sockets::talker),
    ("guests", 60, sockets::guest),
    ("broken frames", 60, sockets::broken),
    ("edits", 16, sockets::editor),
    ("more sockets", 24, sockets::more),
    ("half heads", 24, requests::half_head),
    ("slow bodies", 10, requests::slow_body),
    ("slow reading", 16, requests::slow_reader),
    ("gifs", 4, requests::gifs),
    ("files", 4, requests::files),
    ("uploads", 3, requests::uploads),
    ("reviews", 3, requests::reviews),
    ("archives", 2, requests::archives),
    ("sign-ins", 4, requests::sign_ins),
    ("registering", 1, requests::registering),
    ("searches", 6, requests::searches),
    ("tournaments", 2, requests::tournaments),
    ("pages", 8, requests::pages),
    ("lists", 1, requests::lists),
];

/// Refuses names of attacks that there are not.
pub(super) fn check(only: &[String]) -> anyhow::Result<()> {
    let names: Vec<_> = ALL.iter().map(|(name, ..)| *name).collect();
    match only.iter().find(|it| !names.contains(&it.as_str())) {
        Some(unknown) => bail!("there is no attack {unknown:?}; there are {}", names.join(", ")),
        None => Ok(()),
    }
}

/// The visitor, until stopped.
pub(super) struct Visitor(Arc<Shared>);

/// What all hands share.
struct Shared {
    server: SocketAddr,
    stop: AtomicBool,
    answers: Mutex<BTreeMap<&'static str, BTreeMap<String, u64>>>,
    /// Games that are being played, and games that are over.
    games: Mutex<[Vec<String>; 2]>,
    /// The cookie of the visitor's account.
    account: String,
    /// The cookies that make a client one of the guests.
    guests: Mutex<Vec<String>>,
    large_reviews: Vec<String>,
    long_reviews: Vec<String>,
    /// A review's tree, as it is kept.
    tree: Value,
    tournament: String,
    /// Files that are expensive to read.
    dear_files: Vec<(&'static str, Vec<u8>)>,
}

/// One of many that do the same.
struct Hand {
    shared: Arc<Shared>,
    attack: &'static str,
    lot: Lot,
    n_rounds: usize,
}

impl Visitor {
    /// Prepares what is needed, and begins.
    pub(super) fn start(server: SocketAddr, only: &[String]) -> anyhow::Result<Self> {
        let shared = Arc::new(prepare(server)?);
        let mut first = shared.hand("lists", 0);
        requests::lists(&mut first);
        for (attack, n_hands, act) in ALL {
            if !only.is_empty() && !only.iter().any(|it| it == attack) {
                continue;
            }
            for n in 0..n_hands {
                let mut hand = shared.hand(attack, n);
                // They end with the process, or when they see that they should.
                thread::Builder::new().stack_size(STACK_BYTES).spawn(move || hand.work(act))?;
            }
        }
        Ok(Self(shared))
    }

    /// Stops, and says what came of it all.
    pub(super) fn stop(self) -> BTreeMap<&'static str, BTreeMap<String, u64>> {
        self.0.stop.store(true, Relaxed);
        std::mem::take(&mut *self.0.answers.lock())
    }
}

impl Shared {
    /// The `n`th hand of an attack.
    fn hand(self: &Arc<Self>, attack: &'static str, n: usize) -> Hand {
        let lot = Lot::new((attack.len() * 1_000 + n) as u64);
        Hand { shared: self.clone(), attack, lot, n_rounds: n }
    }
}

impl Hand {
    fn work(&mut self, act: fn(&mut Self)) {
        // Without it the members feel the visitor's own work too.
        let _ = rustix::process::nice(NICENESS);
        // Not all at the same instant.
        let begins_after = Duration::from_millis(self.lot.below(2_000) as u64);
        self.pause(begins_after);
        while !self.is_over() {
            let began = now();
            act(self);
            self.n_rounds += 1;
            thread::sleep(ROUND_MIN.saturating_sub(began.elapsed()));
        }
    }

    fn is_over(&self) -> bool {
        self.shared.stop.load(Relaxed)
    }

    /// Waits so long, or until everything is over.
    fn pause(&self, how_long: Duration) {
        let since = now();
        while since.elapsed() < how_long && !self.is_over() {
            let left = how_long.saturating_sub(since.elapsed());
            thread::sleep(left.min(Duration::from_millis(100)));
        }
    }

    fn note(&self, answer: impl Into<String>) {
        if self.is_over() {
            return;
        }
        let mut answers = self.shared.answers.lock();
        *answers.entry(self.attack).or_default().entry(answer.into()).or_default() += 1;
    }

    /// Asks with the account's cookie and notes the answer.
    fn ask(&self, method: &str, path: &str, body: &[u8]) -> Option<Answer> {
        let headers = format!("Cookie: {}\r\n", self.shared.account);
        self.ask_with(method, path, &headers, body)
    }

    /// Asks for something to be packed, which may cost more than anything else about it.
    fn ask_for_packed(&self, path: &str) {
        let headers = format!("Cookie: {}\r\nAccept-Encoding: gzip\r\n", self.shared.account);
        self.ask_with("GET", path, &headers, b"");
    }

    fn ask_with(&self, method: &str, path: &str, headers: &str, body: &[u8]) -> Option<Answer> {
        let request = Request { from: ADDRESS, method, path, headers, body };
        match http::send(self.shared.server, request) {
            Ok(answer) => {
                self.note(answer.code());
                Some(answer)
            }
            Err(_) => {
                self.note("closed");
                None
            }
        }
    }

    /// One of some; an empty word when there is none.
    fn any<'a>(&mut self, of: &'a [String]) -> &'a str {
        of.get(self.lot.below(of.len())).map_or("", String::as_str)
    }

    /// A game that is being played (0), or is over (1) as soon as one is.
    fn game(&mut self, which: usize) -> String {
        let games = self.shared.games.lock();
        let some = if games[which].is_empty() { &games[0] } else { &games[which] };
        some.get(self.lot.below(some.len())).cloned().unwrap_or_default()
    }

    /// An id that nobody has drawn before.
    fn uuid(&mut self) -> String {
        uuid(&mut self.lot)
    }
}

fn uuid(lot: &mut Lot) -> String {
    let (a, b) = (lot.next() ^ u64::from(std::process::id()) << 32, lot.next());
    let [c, d, e] = [a >> 16 & 0xFFFF, a & 0x0FFF | 0x4000, b >> 48 & 0x3FFF | 0x8000];
    format!("{:08x}-{c:04x}-{d:04x}-{e:04x}-{:012x}", a >> 32, b & 0xFFFF_FFFF_FFFF)
}

/// What the visitor uploads: an account, reviews, imported games, a tournament.
fn prepare(server: SocketAddr) -> anyhow::Result<Shared> {
    let account = members::register_one(server, ADDRESS, "koma-stranger")?.cookie;
    let headers = format!("Cookie: {account}\r\n");
    let send = |path: &str, body: &[u8]| -> anyhow::Result<Answer> {
        let request = Request { from: ADDRESS, method: "POST", path, headers: &headers, body };
        let answer = http::send(server, request)?;
        if answer.status >= 300 {
            bail!("what the visitor prepares at {path} is answered by {}", answer.code());
        }
        Ok(answer)
    };
    let tree = |n_plies: usize| -> anyhow::Result<Value> {
        let script = Script::random(66, n_plies);
        let file = format!("position startpos moves {}", script.moves.join(" "));
        let read: Value = send("/api/v1/reviews/read?format=usi", file.as_bytes())?.json()?;
        Ok(read["trees"][0].clone())
    };
    let text = |value: &Value| -> anyhow::Result<String> {
        value.as_str().map(str::to_owned).context("what was made has no code")
    };
    let mut large = tree(700)?;
    for node in large["nodes"].as_array_mut().into_iter().flatten().take(COMMENTS) {
        node["comment"] = "駒".repeat(1_000).into();
    }
    let keep = |tree: &Value, n: usize| -> anyhow::Result<Vec<String>> {
        let draft = serde_json::to_vec(&json!({ "tree": tree, "public": true }))?;
        let made = |_| text(&send("/api/v1/reviews", &draft)?.json::<Value>()?["review"]);
        (0..n).map(made).collect()
    };
    let large_reviews = keep(&large, LARGE_REVIEWS)?;
    let long_reviews = keep(&tree(1_900)?, LONG_REVIEWS)?;
    let mut lot = Lot::new(66);
    let settings = json!({
        "name": "Giải mùa thu",
        "format": { "t": "round_robin" },
        "plan": {
            "about": "駒".repeat(1_000),
            "variant": "standard",
            "rules": "tournament",
            "rated": false,
            "clock": { "kind": "byoyomi", "main_ms": 600_000, "byoyomi_ms": 30_000 },
            "grace_ms": 600_000,
        },
    });
    let made = json!({ "create": uuid(&mut lot), "settings": settings });
    let made = send("/api/v1/tournaments", &serde_json::to_vec(&made)?)?;
    let tournament = text(&made.json::<Value>()?["code"])?;
    let opened = json!({ "id": uuid(&mut lot), "act": { "t": "open" }, "reason": "" });
    send(&format!("/api/v1/tournaments/{tournament}/acts"), &serde_json::to_vec(&opened)?)?;
    for _ in 0..5 {
        send("/api/v1/me/imports?format=kif", &files::long_comments())?;
    }
    progress("the visitor has all that it needs");
    Ok(Shared {
        server,
        stop: AtomicBool::new(false),
        answers: Mutex::default(),
        games: Mutex::default(),
        account: account.into(),
        guests: Mutex::default(),
        large_reviews,
        long_reviews,
        tree: large,
        tournament,
        dear_files: files::dear(),
    })
}
