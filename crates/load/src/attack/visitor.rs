//! One visitor from some addresses who tries to make the server do as much as possible, and keep as
//! much in memory as possible. Each attack is a function, which many workers call again and again,
//! at a pace that is at the limits or above them.

mod files;
mod origin;
mod pools;
mod preparing;
mod requests;
mod sockets;

use std::{
    collections::BTreeMap,
    net::SocketAddr,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
    thread,
    time::Duration,
};

use anyhow::bail;
use parking_lot::Mutex;

pub(super) use self::origin::ADDRESSES_MAX;
use self::{
    origin::Origin,
    preparing::{Targets, prepare},
};
use super::members;
use crate::{
    clock::now,
    http::{self, Answer, Request},
    script::Lot,
};

/// Memory of a hand's calls.
const STACK_BYTES: usize = 256 << 10;

/// How much the hands yield to the members, who share their core.
const NICENESS: i32 = 19;

/// No hand does more rounds than one in this time.
const ROUND_MIN: Duration = Duration::from_millis(20);

/// Comments in a review that is nearly as large as may be.
const COMMENTS: usize = 320;

/// One attack: its name, by how many hands, and what one does in a round.
type Attack = (&'static str, usize, fn(&mut Hand));

/// All of them: some 420 sockets, and 230 other connections.
const ALL: [Attack; 25] = [
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
    ("still bodies", 16, pools::still_body),
    ("unread answers", 80, pools::unread),
    ("open reviews", 16, pools::open_reviews),
    ("dear files", 16, pools::dear_files),
    ("documents", 16, pools::documents),
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
pub(super) struct Visitor(Arc<VisitorState>);

/// What all hands share.
struct VisitorState {
    server: SocketAddr,
    /// From how many addresses the hands come.
    n_addresses: usize,
    stop: AtomicBool,
    answers: Mutex<BTreeMap<&'static str, BTreeMap<String, u64>>>,
    /// Games that are being played, and games that are over.
    games: Mutex<[Vec<String>; 2]>,
    /// The cookies that make a client one of the guests.
    guests: Mutex<Vec<String>>,
    prepared: Targets,
}

/// One of many that do the same.
struct Hand {
    shared: Arc<VisitorState>,
    attack: &'static str,
    origin: Origin,
    lot: Lot,
    n_rounds: usize,
}

impl Visitor {
    /// Prepares what is needed, and begins.
    pub(super) fn start(
        server: SocketAddr,
        n_addresses: usize,
        only: &[String],
    ) -> anyhow::Result<Self> {
        let shared = Arc::new(VisitorState {
            server,
            n_addresses,
            stop: AtomicBool::new(false),
            answers: Mutex::default(),
            games: Mutex::default(),
            guests: Mutex::default(),
            prepared: prepare(server)?,
        });
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

impl VisitorState {
    /// The `n`th hand of an attack.
    fn hand(self: &Arc<Self>, attack: &'static str, n: usize) -> Hand {
        let lot = Lot::new((attack.len() * 1_000 + n) as u64);
        let origin = Origin::nth(n % self.n_addresses);
        Hand { shared: self.clone(), attack, origin, lot, n_rounds: n }
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
        let headers = format!("Cookie: {}\r\n", self.shared.prepared.account);
        self.ask_with(method, path, &headers, body)
    }

    /// Asks for something to be packed, which may cost more than anything else about it.
    fn ask_for_packed(&self, path: &str) {
        let headers =
            format!("Cookie: {}\r\nAccept-Encoding: gzip\r\n", self.shared.prepared.account);
        self.ask_with("GET", path, &headers, b"");
    }

    fn ask_with(&self, method: &str, path: &str, headers: &str, body: &[u8]) -> Option<Answer> {
        let headers = format!("{}{headers}", self.origin.header());
        let request = Request { from: self.origin.address, method, path, headers: &headers, body };
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
