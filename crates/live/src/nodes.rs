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
        Arc,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
    time::Duration,
};

use base64::{Engine as _, engine::general_purpose::STANDARD};
use komadai_game::{ArbiterAct, Game, Phase, Record, Setup, journal};
use komadai_ids::{Code, GameId, UserId};
use parking_lot::Mutex;
use serde::{Deserialize, Serialize};
use tokio::{
    sync::{mpsc, oneshot},
    time::timeout,
};

use crate::{
    LiveGame, Refused, Why,
    game_log::{self, GameLog, GameLogError},
    render::Render,
    room::Reply,
};

/// How many messages may wait for a link. A link that falls further behind is re-established.
pub const LINK_MAX: usize = 8_192;

/// How many repeated requests for a game that is being made are answered once it is made.
const ASKING_MAX: usize = 64;

/// How many requests to a node may be open.
const ASKED_MAX: usize = 10_000;

/// How long a node may take to send a game's summary for lists.
const SUMMARY_WITHIN: Duration = Duration::from_millis(300);

/// Bytes, as base64 in text formats.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Base64(pub Vec<u8>);

impl From<Base64> for String {
    fn from(bytes: Base64) -> Self {
        STANDARD.encode(bytes.0)
    }
}

impl TryFrom<String> for Base64 {
    type Error = base64::DecodeError;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        STANDARD.decode(text).map(Self)
    }
}

/// The messages from the home to a node.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "t", rename_all = "snake_case")]
pub enum ToNode {
    /// Make this game, unless it already exists.
    Create {
        /// Its first record.
        founding: Base64,
    },
    /// Request a game's state.
    Look {
        /// The request's number, repeated in the answer.
        ask: u64,
        /// The game.
        game: Code,
    },
    /// Request a game's summary for lists.
    Summarise {
        /// The request's number, repeated in the answer.
        ask: u64,
        /// The game.
        game: Code,
    },
    /// An arbiter's action.
    Arbiter {
        /// The game.
        game: Code,
        /// The action.
        act: ArbiterAct,
    },
    /// Both players have agreed to play.
    Agreed {
        /// The game.
        game: Code,
    },
    /// Ends the game if a player who has not moved has been away for this long.
    NoShow {
        /// The game.
        game: Code,
        /// The length of the absence.
        wait_ms: u64,
    },
    /// A player's permissions have changed, or some of their sessions have ended: their sockets are
    /// closed, and clients that are still allowed to will reconnect.
    Heed {
        /// The player.
        user: UserId,
    },
    /// An address has been banned.
    HeedAddress {
        /// The address.
        address: String,
    },
    /// A player has changed their name.
    Renamed {
        /// The player.
        user: UserId,
    },
}

/// The messages from a node to the home.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "t", rename_all = "snake_case")]
pub enum FromNode {
    /// All its rooms; always the first message.
    Rooms {
        /// The first records of their games.
        rooms: Vec<Base64>,
    },
    /// Everything is written, and nothing more will be.
    Ended,
    /// A game has been made and begins.
    Began {
        /// Its first record.
        founding: Base64,
    },
    /// A requested game was not made, and will not be.
    NotMade {
        /// The game.
        game: Code,
    },
    /// A game has ended, and is about to be announced: its players are free.
    Ending {
        /// The game.
        game: Code,
    },
    /// A game is over, or something happened after its end.
    Over {
        /// All its records.
        log: Base64,
    },
    /// The room of a game has closed.
    Closed {
        /// The game.
        game: Code,
    },
    /// A game's state.
    Looked {
        /// The number of the request.
        ask: u64,
        /// All its records that spectators may see, and since when the clock has been running;
        /// `None` if it has no room.
        game: Option<(Base64, Option<u64>)>,
    },
    /// A game's summary for lists.
    Summarised {
        /// The number of the request.
        ask: u64,
        /// `None` if it is not being played.
        game: Option<Box<LiveGame>>,
    },
}

/// The requests to a node that await an answer.
#[derive(Debug)]
enum Asked {
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
    asked: Mutex<HashMap<u64, Asked>>,
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

    async fn ask<T>(
        &self,
        asks: impl FnOnce(oneshot::Sender<Option<T>>) -> Asked,
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
        answered.await.ok().flatten()
    }

    async fn look(&self, game: Code) -> Option<Game> {
        let looked = self.ask(Asked::Look, |ask| ToNode::Look { ask, game }).await?;
        let (Base64(log), announced_ms) = looked;
        let mut game = GameLog::from_bytes(log).replay(|_, _, _| {}).ok()?;
        if let Some(announced_ms) = announced_ms {
            game.announced(announced_ms);
        }
        Some(game)
    }

    async fn summary(&self, game: Code) -> Option<LiveGame> {
        self.ask(Asked::Summary, |ask| ToNode::Summarise { ask, game }).await.map(|it| *it)
    }

    /// Handles an answer.
    pub(crate) fn looked(&self, ask: u64, answer: Option<(Base64, Option<u64>)>) {
        if let Some(Asked::Look(asked)) = self.asked.lock().remove(&ask) {
            // The requester may be gone.
            let _ = asked.send(answer);
        }
    }

    /// Handles an answer.
    pub(crate) fn summarised(&self, ask: u64, answer: Option<Box<LiveGame>>) {
        if let Some(Asked::Summary(asked)) = self.asked.lock().remove(&ask) {
            // The requester may be gone.
            let _ = asked.send(answer);
        }
    }
}

/// The nodes that host rooms for this one.
#[derive(Debug, Default)]
pub(crate) struct Nodes(
    // A lock, because every new game looks here; held for a look-up only.
    Mutex<Vec<Arc<Node>>>,
);

impl Nodes {
    pub(crate) fn add(&self, node: Arc<Node>) {
        self.0.lock().push(node);
    }

    pub(crate) fn remove(&self, node: &Arc<Node>) {
        self.0.lock().retain(|it| !Arc::ptr_eq(it, node));
    }

    pub(crate) fn are_none(&self) -> bool {
        self.0.lock().is_empty()
    }

    /// The node with the fewest games.
    pub(crate) fn idlest(&self) -> Option<Arc<Node>> {
        self.0.lock().iter().min_by_key(|node| node.n_games()).cloned()
    }

    /// Sends a message to all of them. A node that misses it checks for itself a moment later.
    pub(crate) fn tell(&self, message: &ToNode) {
        for node in self.0.lock().iter() {
            let _ = node.tell(message.clone());
        }
    }
}

/// A game that another node hosts, or is being asked to make.
pub(crate) struct GameThere {
    pub(crate) id: GameId,
    render: Arc<dyn Render>,
    // Locks, because rooms are shared; held for a look-up only.
    node: Mutex<Arc<Node>>,
    state: Mutex<There>,
}

impl std::fmt::Debug for GameThere {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("GameThere").field("id", &self.id).field("state", &self.state).finish()
    }
}

/// The state of a game at another node.
#[derive(Debug)]
enum There {
    /// The node was asked to make it.
    Asked { setup: Box<Setup>, waiting: Vec<Waiting> },
    /// It was made. Its players, and whether it is over.
    Made { creator: UserId, players: Vec<UserId>, is_over: bool },
}

/// A client waiting for a game to be made.
#[derive(Debug)]
pub(crate) struct Waiting {
    /// The user who must be a player of the game; `None` for the one who has it made.
    pub(crate) by: Option<UserId>,
    /// The refusal for anybody else.
    pub(crate) otherwise: Why,
    pub(crate) reply: Reply,
}

impl GameThere {
    /// A game that another node is about to be asked to make.
    pub(crate) fn asked(
        node: Arc<Node>,
        setup: Setup,
        reply: Option<Reply>,
        render: Arc<dyn Render>,
    ) -> Arc<Self> {
        let (id, otherwise) = (setup.id, Why::Internal);
        let waiting = reply.map(|reply| Waiting { by: None, otherwise, reply });
        let waiting = waiting.into_iter().collect();
        node.games.lock().insert(id.code());
        Self::new(id, node, There::Asked { setup: Box::new(setup), waiting }, render)
    }

    /// A game that another node hosts.
    pub(crate) fn made(node: Arc<Node>, game: &Game, render: Arc<dyn Render>) -> Arc<Self> {
        let made = Self::new(game.id(), node, There::made_of(game), render);
        made.count();
        made
    }

    fn new(id: GameId, node: Arc<Node>, state: There, render: Arc<dyn Render>) -> Arc<Self> {
        Arc::new(Self { id, render, node: Mutex::new(node), state: Mutex::new(state) })
    }

    pub(crate) fn node(&self) -> Arc<Node> {
        self.node.lock().clone()
    }

    /// The link to its node was re-established.
    pub(crate) fn is_at(&self, node: Arc<Node>) {
        *self.node.lock() = node;
        self.count();
    }

    /// It counts among its node's games unless it is over.
    fn count(&self) {
        let (node, code) = (self.node(), self.id.code());
        let is_over = matches!(&*self.state.lock(), There::Made { is_over: true, .. });
        let mut games = node.games.lock();
        match is_over {
            true => games.remove(&code),
            false => games.insert(code),
        };
    }

    /// Its node does not have it any more.
    pub(crate) fn leaves(&self) {
        self.node().games.lock().remove(&self.id.code());
    }

    /// Everybody who has a part in it.
    pub(crate) fn players(&self) -> Vec<UserId> {
        match &*self.state.lock() {
            There::Asked { setup, .. } => {
                let seats = [Some(&setup.seats.creator), setup.seats.opponent.as_ref()];
                seats.into_iter().flatten().map(|player| player.id).collect()
            }
            There::Made { creator, players, .. } => {
                players.iter().chain([creator]).copied().collect()
            }
        }
    }

    /// Asks its node to make it, unless that has been done; `false` if the node cannot be reached.
    pub(crate) fn ask(&self) -> bool {
        let founding = match &*self.state.lock() {
            There::Made { .. } => return true,
            There::Asked { setup, .. } => Base64(created(setup)),
        };
        self.node().tell(ToNode::Create { founding })
    }

    /// It has been made, and waiting clients are answered; returns whether this was new.
    pub(crate) fn is_made(&self, game: &Game) -> bool {
        let render = &self.render;
        let before = std::mem::replace(&mut *self.state.lock(), There::made_of(game));
        let There::Asked { waiting, .. } = before else { return false };
        for Waiting { by, otherwise, reply } in waiting {
            let is_theirs = by.is_none_or(|by| is_of(game, by));
            if is_theirs {
                reply.ack(render, Some(game.id().code()));
            } else {
                reply.refuse(render, &Refused::new(otherwise));
            }
        }
        true
    }

    /// It is over.
    pub(crate) fn is_over_now(&self) {
        if let There::Made { is_over, .. } = &mut *self.state.lock() {
            *is_over = true;
        }
        self.count();
    }

    /// Whether its node has confirmed that it hosts it.
    pub(crate) fn is_known(&self) -> bool {
        matches!(&*self.state.lock(), There::Made { .. })
    }

    /// Whether it is being played.
    pub(crate) fn is_played(&self) -> bool {
        matches!(&*self.state.lock(), There::Made { is_over: false, .. })
    }

    /// Its set-up and the clients waiting for it, if it has not been made.
    pub(crate) fn not_made(&self) -> Option<(Setup, Vec<Waiting>)> {
        match &mut *self.state.lock() {
            There::Asked { setup, waiting } => {
                Some((setup.as_ref().clone(), std::mem::take(waiting)))
            }
            There::Made { .. } => None,
        }
    }

    /// As [`RoomHandle::acknowledge`](crate::RoomHandle::acknowledge).
    ///
    /// # Errors
    /// When too many clients are waiting for the game to be made.
    pub(crate) fn acknowledge(
        &self,
        by: UserId,
        otherwise: Why,
        reply: Reply,
    ) -> Result<(), Refused> {
        let render = &self.render;
        match &mut *self.state.lock() {
            There::Asked { waiting, .. } if waiting.len() < ASKING_MAX => {
                waiting.push(Waiting { by: Some(by), otherwise, reply });
            }
            There::Asked { .. } => return Err(Refused::new(Why::Stalled)),
            There::Made { creator, players, .. } => {
                if *creator == by || players.contains(&by) {
                    reply.ack(render, Some(self.id.code()));
                } else {
                    reply.refuse(render, &Refused::new(otherwise));
                }
            }
        }
        Ok(())
    }

    /// Why a request to follow or play it is refused here.
    pub(crate) fn elsewhere(&self) -> Refused {
        Refused::elsewhere(Some(self.node().name.clone()))
    }

    /// Sends a message to its node. If it is lost, the node has failed or is stopping, and the
    /// sender notices at the next check.
    pub(crate) fn tell(&self, message: impl FnOnce(Code) -> ToNode) {
        let _ = self.node().tell(message(self.id.code()));
    }

    pub(crate) async fn look(&self) -> Option<Game> {
        let node = self.node();
        node.look(self.id.code()).await
    }

    pub(crate) async fn summary(&self) -> Option<LiveGame> {
        let node = self.node();
        timeout(SUMMARY_WITHIN, node.summary(self.id.code())).await.ok().flatten()
    }
}

impl There {
    fn made_of(game: &Game) -> Self {
        let players = game.players().into_iter();
        Self::Made {
            creator: game.setup().seats.creator.id,
            players: players.flat_map(|it| [it.sente.id, it.gote.id]).collect(),
            is_over: game.phase() == Phase::Over,
        }
    }
}

fn is_of(game: &Game, user: UserId) -> bool {
    game.side_of(user).is_some() || game.setup().seats.creator.id == user
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
