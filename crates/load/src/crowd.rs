//! A crowd of simulated people: players who play scripts against each other, watchers, and
//! some who are only there.

mod arrival;
mod hearing;
mod tally;
mod witness;
mod workload;

use std::{
    collections::{HashMap, VecDeque},
    net::{Ipv4Addr, SocketAddr},
    time::{Duration, Instant},
};

pub(crate) use self::tally::{Latency, Quantiles};
use self::{arrival::Arrivals, witness::Witness};
pub(crate) use self::{
    tally::Tally,
    workload::{Group, RunCost, Spec, Workload},
};
use crate::{
    clock::now,
    script::{Lot, Script},
    swarm::{Arrival, Id, Inbox, Swarm, What},
    wire::Say,
};
use anyhow::{Context as _, bail};

/// How many clients may be on their way in at the same time.
const ARRIVING_MAX: usize = 128;

/// How many moves a game remembers the instants of, for those who receive them late.
const SENT_KEPT: usize = 8;

/// Whom the crowd talks to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wire {
    /// Our server.
    Komadai,
    /// One of the floors: no rules, no names, frames only.
    Relay,
}

/// Everybody.
pub(crate) struct Crowd {
    swarm: Swarm,
    inbox: Inbox,
    wire: Wire,
    scripts: Vec<Script>,
    games: Vec<Game>,
    /// What each client is; by its number.
    roles: Vec<Role>,
    watchers: Vec<Watcher>,
    idlers: Vec<Idler>,
    arrivals: Arrivals,
    /// Who takes the next seats.
    members: VecDeque<Member>,
    /// The servers that have games, by their names, if clients go there.
    nodes: Option<HashMap<String, SocketAddr>>,
    /// How many clients are one person. At most as many as a server lets one person play.
    seats_per_person: usize,
    lot: Lot,
    out: Vec<u8>,
    tally: Tally,
    witness: Option<Witness>,
    /// What games do when nothing is owed: continue at once, up to their `stop_at`.
    closed: bool,
    /// A game whose script is over is followed by another one.
    turnover: bool,
}

/// What a client is.
#[derive(Clone, Copy, Debug)]
enum Role {
    Seat { game: usize, side: usize },
    Watcher(usize),
    Idler(usize),
    Gone,
}

#[derive(Debug)]
struct Game {
    /// Where its players find each other.
    seek: u128,
    code: Option<Box<str>>,
    seats: [Seat; 2],
    script: usize,
    /// Moves that the opponent has received.
    ply: u32,
    /// Where a game at no pace of its own stops.
    stop_at: u32,
    pending: Option<PendingMove>,
    /// When moves should have been sent that could not be yet.
    owed: VecDeque<Instant>,
    /// When the last moves were due, by ply.
    sent: [Instant; SENT_KEPT],
    /// Which of the groups of a run it belongs to.
    group: usize,
    is_over: bool,
}

/// A move that the opponent has not received.
#[derive(Clone, Copy, Debug)]
struct PendingMove {
    id: u32,
    side: usize,
    /// When it should have been sent.
    due: Instant,
}

/// Somebody who has signed in, at an address of their own.
#[derive(Clone, Debug)]
pub(crate) struct Member {
    pub(crate) from: Ipv4Addr,
    pub(crate) cookie: Box<str>,
}

#[derive(Debug)]
struct Seat {
    at: Id,
    client: u64,
    from: Ipv4Addr,
    cookie: Option<Box<str>>,
    /// The server that has its game, if another has.
    node: Option<Box<str>>,
    next_id: u32,
    asked: Expectation,
    /// The number under which it asked for what it waits for.
    asked_id: u32,
    /// The highest seq it has received.
    seq: Option<u32>,
    /// The number of its last move and when that was due, as long as there is no answer.
    unanswered: Option<(u32, Instant)>,
}

#[derive(Debug)]
struct Watcher {
    at: Id,
    client: u64,
    game: usize,
    asked: Expectation,
    seq: Option<u32>,
}

#[derive(Debug)]
struct Idler {
    at: Id,
    client: u64,
    cookie: Option<Box<str>>,
    asked: Expectation,
}

/// What a client waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Expectation {
    /// To be connected.
    Upgrade,
    /// To be welcomed.
    Hello,
    /// For the other to make the game.
    Opponent,
    /// To have made a game, or joined it, or to have become somebody.
    Seat,
    /// To take back what made it somebody.
    Cancel,
    /// To follow a stream.
    Follow,
    /// For the game to begin.
    Start,
    /// For nothing: it is there.
    Nothing,
}

impl Game {
    /// Whether it is this one: of the game before something may still come when the next has
    /// begun.
    fn is(&self, code: &str) -> bool {
        self.code.as_deref() == Some(code)
    }

    /// The highest seq that a seat has received of this game.
    fn heard_by(&self, side: usize, code: &str) -> Option<u32> {
        self.seats[side].seq.filter(|_| self.is(code))
    }

    fn hears(&mut self, side: usize, code: &str, seq: u32) {
        if self.is(code) {
            self.seats[side].seq = Some(seq);
        }
    }
}

impl Crowd {
    /// Nobody yet. Games follow the scripts in turn.
    pub(crate) fn new(
        server: std::net::SocketAddr,
        wire: Wire,
        scripts: Vec<Script>,
    ) -> anyhow::Result<Self> {
        Ok(Self {
            swarm: Swarm::new(server)?,
            inbox: Inbox::default(),
            wire,
            scripts,
            games: Vec::new(),
            roles: Vec::new(),
            watchers: Vec::new(),
            idlers: Vec::new(),
            arrivals: Arrivals::default(),
            members: VecDeque::new(),
            nodes: None,
            seats_per_person: 1,
            lot: Lot::new(now().elapsed().as_nanos() as u64 ^ u64::from(std::process::id())),
            out: Vec::new(),
            tally: Tally::default(),
            witness: None,
            closed: false,
            turnover: false,
        })
    }

    /// Lets players find each other in the lobby, and go for their games where these are played.
    pub(crate) fn go_elsewhere(&mut self, nodes: HashMap<String, SocketAddr>) {
        self.nodes = Some(nodes);
    }

    /// Lets several clients be one person, which saves the server most of its first commits.
    pub(crate) fn share_people(&mut self, seats_per_person: usize) {
        self.seats_per_person = seats_per_person.max(1);
    }

    /// Lets these take the next seats, and nobodies those after them.
    pub(crate) fn seat(&mut self, members: impl IntoIterator<Item = Member>) {
        self.members.extend(members);
    }

    /// Keeps everything that anybody receives, to be compared with the final records.
    pub(crate) fn witness(&mut self) {
        self.witness = Some(Witness::default());
    }

    pub(crate) fn n_open(&self) -> usize {
        self.swarm.n_open()
    }

    /// What was counted since the last call.
    pub(crate) fn take_tally(&mut self) -> Tally {
        std::mem::take(&mut self.tally)
    }

    fn say(&mut self, at: Id, id: u32, say: Say<'_>) {
        say.write(id, &mut self.out);
        self.swarm.send(at, &self.out);
    }

    /// Waits for what comes, `timeout` at most, and reacts to all of it.
    fn turn(&mut self, timeout: Duration) -> anyhow::Result<()> {
        let mut inbox = std::mem::take(&mut self.inbox);
        self.swarm.wait(&mut inbox, timeout)?;
        for n in 0..inbox.len() {
            let item = inbox.item(n);
            self.react(&item, &inbox)?;
        }
        self.inbox = inbox;
        Ok(())
    }

    /// Reacts to what comes until `done`, or fails after `limit`.
    fn until(
        &mut self,
        what: &str,
        limit: Duration,
        mut done: impl FnMut(&mut Self) -> anyhow::Result<bool>,
    ) -> anyhow::Result<()> {
        let since = now();
        while !done(self)? {
            if since.elapsed() > limit {
                bail!(
                    "{what} takes more than {} s ({} clients are connected; errors: {:?})",
                    limit.as_secs(),
                    self.n_open(),
                    self.tally.errors
                );
            }
            self.turn(Duration::from_millis(5))?;
        }
        Ok(())
    }

    fn react(&mut self, item: &Arrival, inbox: &Inbox) -> anyhow::Result<()> {
        let role = self.roles.get(item.at).copied().unwrap_or(Role::Gone);
        match &item.what {
            What::Open(cookie) => {
                let cookie = String::from_utf8_lossy(inbox.text(cookie)).into_owned();
                self.arrived(role, cookie);
            }
            What::Text(text) => {
                let text = inbox.text(text);
                self.tally.frames += 1;
                self.tally.bytes += text.len() as u64;
                match role {
                    Role::Seat { game, side } => {
                        self.seat_hears(game, side, item.when, text)?;
                    }
                    Role::Watcher(watcher) => self.watcher_hears(watcher, item.when, text)?,
                    Role::Idler(idler) => self.idler_hears(idler, text),
                    Role::Gone => {}
                }
            }
            What::Closed => {
                if !matches!(role, Role::Gone) {
                    self.tally.error("connection lost");
                    self.roles[item.at] = Role::Gone;
                    self.lost(role)?;
                }
            }
        }
        Ok(())
    }

    /// The game's next move, if it is time for one.
    fn go_on(&mut self, at: usize) {
        let game = &mut self.games[at];
        let n_moves = self.scripts[game.script].moves.len() as u32;
        if game.ply >= n_moves {
            if self.turnover {
                self.resign(at);
            }
        } else if self.closed {
            if game.ply < game.stop_at {
                self.play(at, now());
            }
        } else if let Some(due) = game.owed.pop_front() {
            self.play(at, due);
        }
    }

    /// Sends the game's next move, which was due at `due`.
    fn play(&mut self, at: usize, due: Instant) {
        let game = &mut self.games[at];
        let side = game.ply as usize % 2;
        let seat = &mut game.seats[side];
        if game.pending.is_some() || seat.asked != Expectation::Nothing || game.is_over {
            game.owed.push_back(due);
            return;
        }
        let Some(usi) = self.scripts[game.script].moves.get(game.ply as usize) else { return };
        let id = seat.next_id;
        seat.next_id += 1;
        seat.unanswered = Some((id, due));
        game.pending = Some(PendingMove { id, side, due });
        game.sent[game.ply as usize % SENT_KEPT] = due;
        let code = game.code.as_deref().unwrap_or("1111111111");
        Say::Move { game: code, ply: game.ply, usi }.write(id, &mut self.out);
        self.swarm.send(seat.at, &self.out);
    }

    fn resign(&mut self, at: usize) {
        let side = self.games[at].ply as usize % 2;
        if self.wire == Wire::Relay {
            // A relay knows no end.
            self.games[at].ply = 0;
            self.go_on(at);
            return;
        }
        self.ask(at, side, |code| Say::Resign { game: code });
    }

    /// Says something about its game for a seat; which number it had.
    fn ask(&mut self, at: usize, side: usize, say: impl FnOnce(&str) -> Say<'_>) -> u32 {
        let game = &mut self.games[at];
        let seat = &mut game.seats[side];
        let id = seat.next_id;
        seat.next_id += 1;
        say(game.code.as_deref().unwrap_or_default()).write(id, &mut self.out);
        self.swarm.send(seat.at, &self.out);
        id
    }

    /// Compares everything received of the games that are over, or of all, with their records.
    pub(crate) fn verify(
        &mut self,
        all: bool,
        record: impl FnMut(&str) -> anyhow::Result<Vec<String>>,
    ) -> anyhow::Result<()> {
        let witness = self.witness.as_mut().context("nobody has kept what was heard")?;
        witness.verify(all, record, &mut self.tally)
    }
}
