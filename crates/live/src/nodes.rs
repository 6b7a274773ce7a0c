//! Several nodes, each with rooms and a journal of its own.
//!
//! One of them is the *home*: it has the lobby, the tournaments and everything else that exists
//! once. It decides which node makes a game between two people, and knows where the room of every
//! running game is. The other nodes make games on request, and report when a game begins, ends and
//! leaves its room. Players connect to the node that hosts their game, so no move passes between
//! nodes.
//!
//! The messages between nodes are [`ToNode`] and [`FromNode`]; their transport is the server's
//! concern. A broken link is re-established and begins with the list of all rooms, so nothing is
//! lost. The games of a node that has failed are handled in `recovery.rs`.

use std::{
    collections::{HashMap, HashSet},
    sync::{
        Arc, OnceLock,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
    time::Duration,
};

use komadai_game::{Game, Record, Setup, journal};
use komadai_ids::Code;
use parking_lot::Mutex;
use tokio::{
    sync::{mpsc, oneshot, watch},
    time::timeout,
};

mod game_there;
mod messages;

pub(crate) use self::game_there::GameThere;
pub use self::messages::{Base64, FromNode, ToNode};
use crate::{
    LiveGame,
    game_log::{self, GameLog, GameLogError},
};

/// How many messages may wait for a link. A link that falls further behind is re-established.
pub const LINK_MAX: usize = 8_192;

/// How many requests to a node may be open.
const ASKED_MAX: usize = 10_000;

/// How long a node may take to answer what nobody waits longer for.
const ANSWER_WITHIN: Duration = Duration::from_millis(300);

/// The requests to a node that await an answer.
#[derive(Debug)]
enum PendingRequests {
    Look(oneshot::Sender<Option<(Base64, Option<u64>)>>),
    Summary(oneshot::Sender<Option<Box<LiveGame>>>),
}

/// Another node, as the home sees it. The value lasts as long as the link.
#[derive(Debug)]
pub struct Node {
    /// The name by which players reach it.
    name: String,
    /// The name of its journal, which is unique for all time.
    journal: String,
    // Locks, because many look; held for a look-up only. Without an outbox the link is lost.
    outbox: Mutex<Option<mpsc::Sender<ToNode>>>,
    /// The games that are played there, or are about to be.
    games: Mutex<HashSet<Code>>,
    next_ask: AtomicU64,
    asked: Mutex<HashMap<u64, PendingRequests>>,
}

impl Node {
    pub(crate) fn new(name: &str, journal: &str, outbox: mpsc::Sender<ToNode>) -> Arc<Self> {
        Arc::new(Self {
            name: name.to_owned(),
            journal: journal.to_owned(),
            outbox: Mutex::new(Some(outbox)),
            games: Mutex::default(),
            next_ask: AtomicU64::new(0),
            asked: Mutex::default(),
        })
    }

    /// The name by which players reach it.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The name of its journal.
    pub fn journal(&self) -> &str {
        &self.journal
    }

    /// How many games are played there.
    pub fn n_games(&self) -> usize {
        self.games.lock().len()
    }

    /// The link is lost: open requests will not be answered.
    pub(crate) fn lose(&self) {
        *self.outbox.lock() = None;
        self.asked.lock().clear();
    }

    /// Sends a message; `false` if it cannot be delivered. A link that cannot take it ends, and the
    /// next one begins with what matters.
    pub(crate) fn tell(&self, message: ToNode) -> bool {
        let mut outbox = self.outbox.lock();
        let is_sent = outbox.as_ref().is_some_and(|it| it.try_send(message).is_ok());
        if !is_sent {
            *outbox = None;
        }
        is_sent
    }

    /// The node's answer; `None` if there is none.
    async fn ask<T>(
        &self,
        asks: impl FnOnce(oneshot::Sender<T>) -> PendingRequests,
        question: impl FnOnce(u64) -> ToNode,
    ) -> Option<T> {
        let (answer, answered) = oneshot::channel();
        let ask = self.next_ask.fetch_add(1, Relaxed);
        {
            let mut asked = self.asked.lock();
            if asked.len() >= ASKED_MAX {
                return None;
            }
            asked.insert(ask, asks(answer));
        }
        if !self.tell(question(ask)) {
            self.asked.lock().remove(&ask);
            return None;
        }
        answered.await.ok()
    }

    async fn look(&self, game: Code) -> Option<Game> {
        let looked = self.ask(PendingRequests::Look, |ask| ToNode::Look { ask, game }).await??;
        let (Base64(log), announced_ms) = looked;
        let mut game = GameLog::from_bytes(log).replay(|_, _, _| {}).ok()?;
        if let Some(announced_ms) = announced_ms {
            game.announced(announced_ms);
        }
        Some(game)
    }

    async fn summary(&self, game: Code) -> Option<LiveGame> {
        self.ask(PendingRequests::Summary, |ask| ToNode::Summarise { ask, game })
            .await?
            .map(|it| *it)
    }

    /// Handles an answer.
    pub(crate) fn looked(&self, ask: u64, answer: Option<(Base64, Option<u64>)>) {
        if let Some(PendingRequests::Look(asked)) = self.asked.lock().remove(&ask) {
            // The requester may be gone.
            let _ = asked.send(answer);
        }
    }

    /// Handles an answer.
    pub(crate) fn summarised(&self, ask: u64, answer: Option<Box<LiveGame>>) {
        if let Some(PendingRequests::Summary(asked)) = self.asked.lock().remove(&ask) {
            // The requester may be gone.
            let _ = asked.send(answer);
        }
    }
}

/// The nodes that host rooms for this one.
#[derive(Debug, Default)]
pub(crate) struct Nodes {
    // A lock, because every new game looks here; held for a look-up only.
    linked: Mutex<Vec<Arc<Node>>>,
    /// How many journals may contain games that are not known here, if there are nodes at all.
    lost: OnceLock<watch::Receiver<usize>>,
}

impl Nodes {
    pub(crate) fn add(&self, node: Arc<Node>) {
        self.linked.lock().push(node);
    }

    pub(crate) fn remove(&self, node: &Arc<Node>) {
        self.linked.lock().retain(|it| !Arc::ptr_eq(it, node));
    }

    pub(crate) fn are_none(&self) -> bool {
        self.linked.lock().is_empty()
    }

    pub(crate) fn have_games(&self) -> bool {
        self.linked.lock().iter().any(|node| node.n_games() > 0)
    }

    /// The node with the fewest games.
    pub(crate) fn idlest(&self) -> Option<Arc<Node>> {
        self.linked.lock().iter().min_by_key(|node| node.n_games()).cloned()
    }

    /// Sends a message to all of them. A node that misses it checks for itself a moment later.
    pub(crate) fn tell(&self, message: &ToNode) {
        for node in self.linked.lock().iter() {
            let _ = node.tell(message.clone());
        }
    }

    /// From now on `lost` says how many journals may contain games that are not known here.
    pub(crate) fn watch_lost(&self, lost: watch::Receiver<usize>) {
        // A home takes up its nodes once.
        let _ = self.lost.set(lost);
    }

    /// How many journals are lost, to notice when that changes.
    pub(crate) fn lost(&self) -> Option<watch::Receiver<usize>> {
        let mut lost = self.lost.get()?.clone();
        lost.mark_unchanged();
        Some(lost)
    }

    /// Waits until every node has reported the games that it has begun so far; `false` if one does
    /// not answer.
    pub(crate) async fn have_reported(&self, game: Code) -> bool {
        let nodes = self.linked.lock().clone();
        for node in nodes {
            // Reports are in order, so an answer comes after whatever was begun before the question.
            let asked = node.ask(PendingRequests::Look, |ask| ToNode::Look { ask, game });
            if !matches!(timeout(ANSWER_WITHIN, asked).await, Ok(Some(_))) {
                return false;
            }
        }
        true
    }
}

/// A record with which to request a game that is set up like this.
fn created(setup: &Setup) -> Vec<u8> {
    let events = vec![komadai_game::Event::Created(Box::new(setup.clone()))];
    let mut bytes = Vec::new();
    let variant = komadai_rules::Variant::from_name(&setup.variant);
    let variant = variant.unwrap_or(komadai_rules::Variant::standard());
    journal::encode(&Record { key: None, side: None, events }, variant, &mut bytes);
    bytes
}

/// The game that this first record describes.
///
/// # Errors
/// When it is not a first record.
pub(crate) fn founded(Base64(founding): &Base64) -> Result<Game, GameLogError> {
    let record = journal::decode(founding, None)?;
    let mut game = game_log::begin(&record)?;
    for event in &record.events {
        game.apply(event);
    }
    Ok(game)
}

/// A node's reports to its home.
#[derive(Debug, Default)]
pub(crate) struct Home {
    // A lock, because every room reports; held only to queue a message.
    outbox: Mutex<Option<mpsc::Sender<FromNode>>>,
}

impl Home {
    /// Sends reports there from now on.
    pub(crate) fn attach(&self, outbox: mpsc::Sender<FromNode>) {
        *self.outbox.lock() = Some(outbox);
    }

    /// Sends a report; if nobody reads it, or not fast enough, the next link begins with the full
    /// list.
    pub(crate) fn tell(&self, message: FromNode) {
        let mut outbox = self.outbox.lock();
        if outbox.as_ref().is_some_and(|it| it.try_send(message).is_err()) {
            *outbox = None;
        }
    }
}
