//! A board of a broadcast that many read, beside a game that as many watch.

use std::{
    net::{Ipv4Addr, SocketAddr},
    time::{Duration, Instant},
};

use anyhow::{Context as _, bail};
use serde_json::{Value, json};

use super::{
    Bench, Goal,
    watching::{DELIVERIES_PER_SECOND, cost_of_watching},
};
use crate::{
    attack::members,
    clock::{micros, now},
    crowd::{Latency, Member},
    http::{self, Request},
    lab::Kind,
    report::{Bound::AtMost, figure, progress},
    swarm::{Inbox, Swarm, What},
    wire::{Say, Stream},
};

/// How long readers may take to arrive, and moves to be received.
const PATIENCE: Duration = Duration::from_secs(240);

/// How many readers may be on their way in at the same time.
const ARRIVING_MAX: usize = 128;

const DELIVERY: Goal = Goal {
    name: "CPU per delivery to readers of a board / to watchers of a game",
    unit: "µs",
    must: AtMost(1.5),
    aim: AtMost(1.2),
};

pub(super) fn readers(bench: &mut Bench<'_>) -> anyhow::Result<()> {
    let n = bench.scale.watchers;
    let watched = cost_of_watching(bench, Kind::Ours)?;
    let server = bench.lab.start(Kind::Ours)?;
    let board = Board::open(server.address)?;
    let mut readers = Readers::arrive(server.address, &board.review, n)?;
    let between = Duration::from_secs_f64(n as f64 / DELIVERIES_PER_SECOND);
    let (before, since) = (server.cpu(), now());
    let mut n_moves = 0;
    for usi in bench.scripts.iter().flat_map(|it| &it.moves) {
        let due = since + between * n_moves;
        if (due - since).as_secs_f64() >= bench.scale.watching_seconds {
            break;
        }
        readers.until(|_| now() >= due)?;
        readers.due.push(due);
        board.write(n_moves, usi)?;
        n_moves += 1;
    }
    readers.until(|it| it.n_deliveries >= u64::from(n_moves) * n as u64)?;
    let each = (server.cpu() - before).total_us() / readers.n_deliveries as f64;
    progress(&format!(
        "  board: {} deliveries of {n_moves} moves, {} µs CPU each, most after {} µs",
        readers.n_deliveries,
        figure(each),
        readers.latency.quantiles().p99_us
    ));
    bench.put(DELIVERY, each, watched);
    Ok(())
}

/// A board, with who keeps its score.
struct Board {
    server: SocketAddr,
    owner: Member,
    entries: String,
    /// The code of its review.
    review: String,
}

impl Board {
    fn open(server: SocketAddr) -> anyhow::Result<Self> {
        let owner = members::register_one(server, Ipv4Addr::LOCALHOST, "koma-scorer")?;
        let mut board = Self { server, owner, entries: String::new(), review: String::new() };
        let made = board.ask(
            "POST",
            "/api/v1/broadcasts",
            &json!({
                "terms": { "title": "Chung kết", "visibility": "public", "starts_ms": 1_000 },
                "boards": [{ "names": { "sente": "A", "gote": "B" } }],
            }),
        )?;
        let code = made["broadcast"].as_str().context("a broadcast has no code")?;
        let path = format!("/api/v1/broadcasts/{code}");
        let seen = board.ask("GET", &path, &Value::Null)?;
        let review = seen["boards"][0]["board"].as_str().context("a board has no code")?;
        board.review = review.to_owned();
        board.entries = format!("{path}/boards/{review}/entries");
        Ok(board)
    }

    fn ask(&self, method: &str, path: &str, body: &Value) -> anyhow::Result<Value> {
        let headers = format!("Cookie: {}\r\n", self.owner.cookie);
        let body = if body.is_null() { Vec::new() } else { serde_json::to_vec(body)? };
        let from = self.owner.from;
        let request = Request { from, method, path, headers: &headers, body: &body };
        let answer = http::send(self.server, request)?;
        if answer.status >= 300 {
            bail!("{path} is answered by {}", answer.code());
        }
        answer.json()
    }

    /// Enters a move after so many.
    fn write(&self, n_before: u32, usi: &str) -> anyhow::Result<()> {
        let id = format!("01930000-0000-7000-8000-{n_before:012}");
        let entry = json!({ "t": "move", "usi": usi, "spent_ms": 1_000 });
        let body = json!({ "follows": n_before, "entries": [{ "id": id, "entry": entry }] });
        let written = self.ask("POST", &self.entries, &body)?;
        match written.get("refused") {
            None => Ok(()),
            Some(refused) => bail!("a move is not taken: {refused}"),
        }
    }
}

/// Those who read it.
struct Readers {
    swarm: Swarm,
    inbox: Inbox,
    review: String,
    n_there: usize,
    /// Moves that each of them has received.
    heard: Vec<usize>,
    n_deliveries: u64,
    /// When each move was due.
    due: Vec<Instant>,
    /// From then until a reader had it.
    latency: Latency,
    out: Vec<u8>,
}

impl Readers {
    /// So many, each at an address of their own, who follow it.
    fn arrive(server: SocketAddr, review: &str, n: usize) -> anyhow::Result<Self> {
        let mut readers = Self {
            swarm: Swarm::new(server)?,
            inbox: Inbox::default(),
            review: review.to_owned(),
            n_there: 0,
            heard: vec![0; n],
            n_deliveries: 0,
            due: Vec::new(),
            latency: Latency::default(),
            out: Vec::new(),
        };
        for place in 0..n {
            readers.until(|it| place - it.n_there < ARRIVING_MAX)?;
            let from = Ipv4Addr::new(127, 1, (place / 250) as u8, 1 + (place % 250) as u8);
            readers.swarm.connect("/ws", from, None)?;
        }
        readers.until(|it| it.n_there == n)?;
        Ok(readers)
    }

    /// Reads what comes until `done`.
    fn until(&mut self, done: impl Fn(&Self) -> bool) -> anyhow::Result<()> {
        let since = now();
        while !done(self) {
            if since.elapsed() > PATIENCE {
                bail!("{} of {} readers are there", self.n_there, self.heard.len());
            }
            let mut inbox = std::mem::take(&mut self.inbox);
            self.swarm.wait(&mut inbox, Duration::from_millis(1))?;
            for n in 0..inbox.len() {
                let item = inbox.item(n);
                match &item.what {
                    What::Open(_) => {
                        let client = item.at as u64;
                        self.say(item.at, 1, Say::Hello { client, elsewhere: false });
                        let review = self.review.clone();
                        let stream = Stream::Review(&review);
                        self.say(item.at, 2, Say::Subscribe { stream, last: None });
                    }
                    What::Text(text) => self.hears(item.at, item.when, inbox.text(text))?,
                    What::Closed => bail!("a reader has lost its connection"),
                }
            }
            self.inbox = inbox;
        }
        Ok(())
    }

    fn say(&mut self, at: usize, id: u32, say: Say<'_>) {
        say.write(id, &mut self.out);
        self.swarm.send(at, &self.out);
    }

    fn hears(&mut self, at: usize, when: Instant, text: &[u8]) -> anyhow::Result<()> {
        if text == br#"{"t":"ack","id":2}"# {
            self.n_there += 1;
        } else if text.starts_with(br#"{"t":"refused""#) {
            bail!("a reader is refused: {}", String::from_utf8_lossy(text));
        } else if text.starts_with(br#"{"t":"event""#)
            && text.windows(13).any(|it| it == br#""t":"changed""#)
        {
            // Moves come in their order.
            if let Some(due) = self.due.get(self.heard[at]) {
                self.latency.add(micros(*due, when));
            }
            self.heard[at] += 1;
            self.n_deliveries += 1;
        }
        Ok(())
    }
}
