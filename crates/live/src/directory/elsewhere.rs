//! Games at other nodes: where they are made, what their nodes report, and how they are taken over
//! when a node fails. The node's side, its work for the home, is here too.

use std::sync::{
    Arc,
    atomic::Ordering::{Relaxed, SeqCst},
};

use komadai_game::{Game, Setup};
use komadai_ids::Code;
use tokio::sync::mpsc;
use tracing::{error, warn};

use super::{Directory, Entry, Rooms, register};
use crate::{
    Refused, Why,
    game_log::GameLog,
    journal::Rows,
    nodes::{FromNode, GameThere, Hex, Node, ToNode, founded},
    opponents::is_machine,
    recovery::{self, RecoveryError},
    room::Beginning,
};

/// Whether players have been notified of a game's beginning, if this node did not request it.
#[derive(Clone, Copy, Debug)]
enum Told {
    Now,
    Before,
}

/// The home's part.
impl Directory {
    /// Which node is to make this game; `None` for this one. Other nodes make only games between
    /// two people whose clients can connect to them.
    pub(super) fn node_for(&self, setup: &Setup) -> Option<Arc<Node>> {
        let nodes = self.presence.nodes();
        if nodes.are_none() {
            return None;
        }
        let opponent = setup.seats.opponent.as_ref()?;
        for player in [&setup.seats.creator, opponent] {
            if is_machine(player.id) || !self.presence.goes_elsewhere(player.id) {
                return None;
            }
        }
        // This node has other work besides its games.
        nodes.idlest().filter(|node| node.n_games() <= self.n_rooms())
    }

    /// The nodes that host rooms for this one.
    pub fn nodes(&self) -> Vec<Arc<Node>> {
        self.presence.nodes().all()
    }

    /// A node is linked: from now on it receives messages through `outbox`. `rooms` is its first
    /// report. Players reach it by its name; the name of its journal is unique.
    pub fn link(
        self: &Arc<Self>,
        name: &str,
        journal: &str,
        rooms: &[Hex],
        outbox: mpsc::Sender<ToNode>,
    ) -> Arc<Node> {
        let node = Node::new(name, journal, outbox);
        let founding = rooms.iter().filter_map(|founding| match founded(founding) {
            Ok(game) => Some(game),
            Err(cause) => {
                warn!("{name} has a game that cannot be read: {cause}");
                None
            }
        });
        let mut had = self.games_at(journal);
        for game in founding {
            had.retain(|it| it.id != game.id());
            self.begins_there(&node, &game, Told::Before);
        }
        for game in had {
            game.is_at(node.clone());
            // Requests sent over a broken link have not arrived, or the game would be listed.
            if game.is_known() {
                self.ended_unheard(game);
            } else if !game.ask() {
                self.make_here(&game);
            }
        }
        self.presence.nodes().add(node.clone());
        node
    }

    /// Handles a message from a node.
    pub fn hear(self: &Arc<Self>, node: &Arc<Node>, said: FromNode) {
        match said {
            // Sent only at the beginning and at the end of a link.
            FromNode::Rooms { .. } | FromNode::Ended => {}
            FromNode::Began { founding } => match founded(&founding) {
                Ok(game) => self.begins_there(node, &game, Told::Now),
                Err(cause) => error!("{} has begun a game that cannot be: {cause}", node.name()),
            },
            FromNode::NotMade { game } => {
                if let Some(game) = self.there(game) {
                    self.make_here(&game);
                }
            }
            FromNode::Over { log } => match GameLog::from_bytes(log.0).replay(|_, _, _| {}) {
                Ok(game) => {
                    if self.there(game.id().code()).is_some_and(|it| it.is_over_now()) {
                        node.n_games.fetch_sub(1, Relaxed);
                    }
                    self.over(&game);
                }
                Err(cause) => error!("{} has ended a game that cannot be: {cause}", node.name()),
            },
            FromNode::Closed { game } => {
                let mut live = self.live.lock();
                if live.rooms.get(&game).is_some_and(|it| it.handle.as_there().is_some()) {
                    live.rooms.remove(&game);
                }
            }
            FromNode::Looked { ask, game } => node.looked(ask, game),
            FromNode::Summarised { ask, game } => node.summarised(ask, game),
        }
    }

    /// The link to a node is lost. Its games still exist, or will be taken over.
    pub fn unlink(&self, node: &Arc<Node>) {
        node.lose();
        self.presence.nodes().remove(node);
    }

    /// Takes over the games of a failed node, given its journal's name and content. Nobody else can
    /// write to that journal any more, and nothing below `floor` is needed. Once this returns, none
    /// of it is needed.
    ///
    /// # Errors
    /// When the journal cannot be read, or the archive does not answer: to be retried.
    pub async fn take_over<R: Rows>(
        self: &Arc<Self>,
        name: &str,
        rows: &mut R,
        floor: i64,
    ) -> Result<(), RecoveryError> {
        self.takes_over.fetch_add(1, SeqCst);
        let taken = recovery::take_over(self, rows, floor).await;
        self.takes_over.fetch_sub(1, SeqCst);
        taken?;
        for game in self.games_at(name) {
            match game.is_known() {
                true => self.ended_unheard(game),
                false => self.make_here(&game),
            }
        }
        Ok(())
    }

    /// Whether a game has its room here.
    pub(crate) fn has_here(&self, code: Code) -> bool {
        let live = self.live.lock();
        live.rooms.get(&code).is_some_and(|entry| entry.handle.as_there().is_none())
    }

    fn there(&self, code: Code) -> Option<Arc<GameThere>> {
        self.live.lock().rooms.get(&code)?.handle.as_there().cloned()
    }

    /// The known games at the node with this journal.
    fn games_at(&self, journal: &str) -> Vec<Arc<GameThere>> {
        let live = self.live.lock();
        let there = live.rooms.values().filter_map(|entry| entry.handle.as_there());
        there.filter(|game| game.node().journal() == journal).cloned().collect()
    }

    fn begins_there(self: &Arc<Self>, node: &Arc<Node>, game: &Game, told: Told) {
        let code = game.id().code();
        let mut live = self.live.lock();
        let known = live.rooms.get(&code).map(|entry| entry.handle.as_there().cloned());
        let is_news = match known {
            // It was already taken over.
            Some(None) => return,
            Some(Some(there)) => {
                there.is_at(node.clone());
                let is_news = there.is_made(game);
                if there.is_played() {
                    node.n_games.fetch_add(1, Relaxed);
                }
                is_news
            }
            None => {
                let there = GameThere::made(node.clone(), game, self.render.clone());
                live.rooms.insert(code, Entry::there(there));
                node.n_games.fetch_add(1, Relaxed);
                register(&mut live, game);
                matches!(told, Told::Now)
            }
        };
        if is_news {
            register(&mut live, game);
            drop(live);
            self.say_started(game);
        }
    }

    /// A node did not make a game, and will not.
    pub(super) fn make_here(self: &Arc<Self>, there: &Arc<GameThere>) {
        let Some((setup, waiting)) = there.not_made() else { return };
        let (code, creator) = (setup.id.code(), setup.seats.creator.id);
        let mut live = self.live.lock();
        let is_it =
            |entry: &Entry| entry.handle.as_there().is_some_and(|it| Arc::ptr_eq(it, there));
        if !live.rooms.get(&code).is_some_and(is_it) {
            return;
        }
        live.rooms.remove(&code);
        let made = match self.is_stopping() {
            true => Err(Refused::new(Why::Stopping)),
            false => {
                let setup = Box::new(setup);
                let new = Beginning::New { setup, counted: None, maker_address: None, reply: None };
                let made = self.enter(&mut live, new);
                made.map_err(|problem| Refused::said(Why::BadSetup, problem.to_string()))
            }
        };
        if made.is_err() {
            forget_code(&mut live, code);
        }
        drop(live);
        for waiting in waiting {
            match &made {
                Ok(room) => {
                    let by = waiting.by.unwrap_or(creator);
                    // A client without an answer asks again.
                    let _ = room.acknowledge(by, waiting.otherwise, waiting.reply);
                }
                Err(refused) => waiting.reply.refuse(&self.render, refused),
            }
        }
    }

    /// A game was made and has no room any more: it is over, and the report of its end was lost.
    fn ended_unheard(self: &Arc<Self>, there: Arc<GameThere>) {
        let directory = self.clone();
        tokio::spawn(async move {
            let code = there.id.code();
            match directory.archived(code).await {
                Ok(Some((game, _))) => directory.over(&game),
                Ok(None) => error!("game {code} is neither live nor stored"),
                Err(cause) => error!("game {code} cannot be looked up: {cause}"),
            }
            let mut live = directory.live.lock();
            let is_it =
                |entry: &Entry| entry.handle.as_there().is_some_and(|it| Arc::ptr_eq(it, &there));
            if live.rooms.get(&code).is_some_and(is_it) {
                live.rooms.remove(&code);
                forget_code(&mut live, code);
            }
        });
    }
}

/// Removes the game from its players' lists.
fn forget_code(live: &mut Rooms, code: Code) {
    for games in live.by_player.values_mut() {
        games.retain(|(it, _)| *it != code);
    }
    live.by_player.retain(|_, games| !games.is_empty());
}

/// A node's work for its home.
impl Directory {
    /// Whether this node only hosts rooms for another.
    pub fn is_node(&self) -> bool {
        self.home.is_some()
    }

    /// Sends reports through `outbox` from now on, beginning with the list of all rooms and the
    /// ends of those games that are over.
    pub async fn report_to(&self, outbox: mpsc::Sender<FromNode>) {
        let Some(home) = &self.home else { return };
        let over = {
            let live = self.live.lock();
            home.attach(outbox);
            let begun = live.rooms.values().filter(|entry| entry.founding.is_some());
            let begun: Vec<_> = begun.collect();
            let rooms = begun.iter().filter_map(|entry| entry.founding.clone()).collect();
            home.tell(FromNode::Rooms { rooms });
            begun.into_iter().map(|entry| entry.handle.clone()).collect::<Vec<_>>()
        };
        for room in over {
            let Some((log, _)) = room.record().await else { continue };
            let is_over = GameLog::from_bytes(log.clone()).replay(|_, _, _| {});
            if is_over.is_ok_and(|game| game.outcome().is_some()) {
                home.tell(FromNode::Over { log: Hex(log) });
            }
        }
    }

    /// Everything is written, and the home may take over.
    pub fn say_ended(&self) {
        self.tell_home(FromNode::Ended);
    }

    /// Handles a message from the home.
    pub async fn obey(self: &Arc<Self>, said: ToNode) {
        match said {
            ToNode::Create { founding } => self.make_for_home(&founding),
            ToNode::Look { ask, game } => {
                let directory = self.clone();
                tokio::spawn(async move {
                    let record = match directory.live(game) {
                        Some(room) => room.record().await,
                        None => None,
                    };
                    let game = record.map(|(log, since_ms)| (Hex(log), since_ms));
                    directory.tell_home(FromNode::Looked { ask, game });
                });
            }
            ToNode::Summarise { ask, game } => {
                let directory = self.clone();
                tokio::spawn(async move {
                    let game = match directory.live(game) {
                        Some(room) => room.summary().await.map(Box::new),
                        None => None,
                    };
                    directory.tell_home(FromNode::Summarised { ask, game });
                });
            }
            // In the order they arrived.
            ToNode::Arbiter { game, act } => {
                if let Some(room) = self.live(game) {
                    room.arbiter(act).await;
                }
            }
            ToNode::Agreed { game } => {
                if let Some(room) = self.live(game) {
                    room.agreed().await;
                }
            }
            ToNode::Renamed { user } => self.presence.rename(user),
            // Permissions must be read anew first, which only the caller can do.
            ToNode::Heed { user } => self.presence.look_again(user),
            ToNode::HeedAddress { address } => self.presence.ban_address(&address),
            ToNode::NoShow { game, wait_ms } => {
                if let Some(room) = self.live(game) {
                    room.no_show(wait_ms).await;
                }
            }
        }
    }

    /// Makes a game that the home requests; the home has already checked that it may be made.
    fn make_for_home(self: &Arc<Self>, founding: &Hex) {
        let game = match founded(founding) {
            Ok(game) => game,
            Err(cause) => return error!("a game that is wanted here cannot be: {cause}"),
        };
        let code = game.id().code();
        {
            let live = self.live.lock();
            if let Some(entry) = live.rooms.get(&code) {
                if let Some(founding) = entry.founding.clone() {
                    self.tell_home(FromNode::Began { founding });
                }
                return;
            }
        }
        self.follow(game.setup(), None);
        if self.live(code).is_none() {
            self.tell_home(FromNode::NotMade { game: code });
        }
    }

    fn tell_home(&self, message: FromNode) {
        if let Some(home) = &self.home {
            home.tell(message);
        }
    }
}
