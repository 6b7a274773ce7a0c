//! Games at other nodes: where they are made, what their nodes report, and how they are taken over
//! when a node fails. The node's side, its work for the home, is here too.

use std::{
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering::SeqCst},
    },
    time::Duration,
};

use komadai_game::{Game, Setup};
use komadai_ids::{Code, GameId};
use tokio::sync::{mpsc, watch};
use tracing::{error, warn};

use super::{Directory, OpenError, RoomEntry};
use crate::{
    LiveRefusal, RoomHandle, Why,
    game_log::GameLog,
    journal::Rows,
    nodes::{Base64, FromNode, GameThere, Node, ToNode, founded},
    opponents::is_machine,
    recovery::{self, RecoveryError},
    retry::Retry,
    room::Beginning,
};

/// After how long a look into the archive is tried again, at first and after many failures.
const RETRY_FIRST: Duration = Duration::from_millis(250);
const RETRY_MAX: Duration = Duration::from_secs(2);

/// Whether players have been notified of a game's beginning, if this node did not request it.
#[derive(Clone, Copy, Debug)]
enum Notification {
    Now,
    Before,
}

/// Whether journals that are not read may have games, or might have had since this was taken.
pub(super) fn may_have_games(lost: &watch::Receiver<usize>) -> bool {
    // A link that was lost meanwhile may have been re-established by now.
    *lost.borrow() > 0 || lost.has_changed().unwrap_or(true)
}

/// The home's part.
impl Directory {
    /// Which node is to make this game; `None` for this one. Other nodes make only games between
    /// two people whose clients can connect to them.
    pub(super) fn node_for(&self, setup: &Setup) -> Option<Arc<Node>> {
        let nodes = self.presence.nodes();
        // Who comes back to a game by correspondence days later asks here.
        if nodes.are_none() || setup.is_correspondence() {
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

    /// A node is linked: from now on it receives messages through `outbox`. `rooms` is its first
    /// report. Players reach it by its name; the name of its journal is unique.
    pub fn link(
        self: &Arc<Self>,
        name: &str,
        journal: &str,
        rooms: &[Base64],
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
            self.begins_there(&node, &game, Notification::Before);
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
                Ok(game) => self.begins_there(node, &game, Notification::Now),
                Err(cause) => error!("{} has begun a game that cannot be: {cause}", node.name()),
            },
            FromNode::NotMade { game } => {
                if let Some(game) = self.there(game) {
                    self.make_here(&game);
                }
            }
            FromNode::Ending { game } => {
                let mut live = self.live.lock();
                if let Some(players) = live.there(game).map(|it| it.players()) {
                    live.free(game, players);
                }
            }
            FromNode::Over { log } => match GameLog::from_bytes(log.0).replay(|_, _, _| {}) {
                Ok(game) => {
                    if let Some(there) = self.there(game.id().code()) {
                        there.is_over_now();
                    }
                    self.over(&game);
                }
                Err(cause) => error!("{} has ended a game that cannot be: {cause}", node.name()),
            },
            FromNode::Closed { game } => {
                let mut live = self.live.lock();
                if let Some(game) = live.there(game).cloned() {
                    live.remove_there(&game);
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
    ) -> Result<bool, RecoveryError> {
        let is_all = {
            let _floor_waits = CountGuard::new(&self.takes_over);
            recovery::take_over(self, rows, floor).await?
        };
        for game in self.games_at(name) {
            if game.is_known() { self.ended_unheard(game) } else { self.make_here(&game) }
        }
        Ok(is_all)
    }

    /// The room of a game that is neither live here nor stored, if a node has it.
    ///
    /// A node announces a game to its players, and reports it here afterwards; what it did not report
    /// before it failed is found in its journal.
    ///
    /// # Errors
    /// When a node may have it, or a journal contain it. `lost` was taken before the game was looked for.
    pub(super) async fn found_elsewhere(
        &self,
        code: Code,
        lost: Option<watch::Receiver<usize>>,
    ) -> Result<Option<RoomHandle>, OpenError> {
        let Some(lost) = lost else { return Ok(None) };
        let have_reported = self.presence.nodes().have_reported(code).await;
        if let Some(handle) = self.live(code) {
            return Ok(Some(handle));
        }
        if have_reported && !may_have_games(&lost) { Ok(None) } else { Err(OpenError::Elsewhere) }
    }

    /// Informs this home of how many journals may contain games that it does not know.
    pub fn watch_lost(&self, lost: watch::Receiver<usize>) {
        self.presence.nodes().watch_lost(lost);
    }

    /// Whether a game has its room here.
    pub(crate) fn has_here(&self, code: Code) -> bool {
        self.live.lock().get(code).is_some_and(|entry| entry.handle.as_there().is_none())
    }

    fn there(&self, code: Code) -> Option<Arc<GameThere>> {
        self.live.lock().there(code).cloned()
    }

    /// The known games at the node with this journal.
    fn games_at(&self, journal: &str) -> Vec<Arc<GameThere>> {
        let live = self.live.lock();
        let there = live.all().filter_map(|entry| entry.handle.as_there());
        there.filter(|game| game.node().journal() == journal).cloned().collect()
    }

    fn begins_there(self: &Arc<Self>, node: &Arc<Node>, game: &Game, told: Notification) {
        let code = game.id().code();
        let mut live = self.live.lock();
        let is_news = match live.get(code).map(|entry| entry.handle.as_there()) {
            // It was already taken over.
            Some(None) => return,
            Some(Some(there)) => {
                there.is_at(node.clone());
                there.is_made(game)
            }
            None => {
                let there = GameThere::made(node.clone(), game, self.render.clone());
                live.insert(RoomEntry::there(there));
                live.register(game);
                matches!(told, Notification::Now)
            }
        };
        if is_news {
            live.register(game);
            drop(live);
            self.say_started(game);
        }
    }

    /// A node did not make a game, and will not.
    pub(super) fn make_here(self: &Arc<Self>, there: &Arc<GameThere>) {
        let Some((setup, waiting)) = there.not_made() else { return };
        let (code, creator) = (setup.id.code(), setup.seats.creator.id);
        let mut live = self.live.lock();
        if !live.remove_there(there) {
            return;
        }
        let made = if self.is_stopping() {
            Err(LiveRefusal::new(Why::Stopping))
        } else {
            let setup = Box::new(setup);
            let new = Beginning::New { setup, counted: None, maker_address: None, reply: None };
            let made = self.enter(&mut live, new);
            made.map_err(|problem| LiveRefusal::said(Why::BadSetup, problem.to_string()))
        };
        if made.is_err() {
            live.free(code, there.players());
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
            let mut retry = Retry::backing_off(RETRY_FIRST, RETRY_MAX);
            loop {
                match directory.stored(code, None).await {
                    Ok(Some((game, _))) => break directory.over(&game),
                    Ok(None) => break error!("game {code} is neither live nor stored"),
                    Err(OpenError::Store(cause)) => {
                        retry.failed(|| warn!("game {code} cannot be looked up: {cause}")).await;
                    }
                    Err(cause) => break error!("game {code} cannot be looked up: {cause}"),
                }
            }
            let mut live = directory.live.lock();
            if live.remove_there(&there) {
                live.free(code, there.players());
            }
        });
    }
}

/// Counts itself for as long as it exists.
struct CountGuard<'a>(&'a AtomicUsize);

impl<'a> CountGuard<'a> {
    fn new(n: &'a AtomicUsize) -> Self {
        n.fetch_add(1, SeqCst);
        Self(n)
    }
}

impl Drop for CountGuard<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, SeqCst);
    }
}

/// A node's work for its home.
impl Directory {
    /// Whether this node only hosts rooms for another.
    pub fn is_node(&self) -> bool {
        self.home.is_some()
    }

    /// Whether others have games of the same site.
    pub(crate) fn shares_games(&self) -> bool {
        self.is_node() || self.presence.nodes().have_games()
    }

    /// Sends reports through `outbox` from now on, beginning with the list of all rooms and the
    /// ends of those games that are over.
    pub async fn report_to(&self, outbox: mpsc::Sender<FromNode>) {
        let Some(home) = &self.home else { return };
        let over = {
            let live = self.live.lock();
            home.attach(outbox);
            let mut over = Vec::new();
            let rooms = live.all().filter_map(|entry| {
                let reported = entry.reported.as_ref()?;
                if reported.is_over {
                    over.push(entry.handle.clone());
                }
                Some(reported.founding.clone())
            });
            home.tell(FromNode::Rooms { rooms: rooms.collect() });
            over
        };
        for room in over {
            if let Some((log, _)) = room.record().await {
                home.tell(FromNode::Over { log: Base64(log) });
            }
        }
    }

    /// A game is over here, or something happened after its end.
    pub(super) fn report_over(&self, game: GameId, log: &GameLog) {
        let Some(home) = &self.home else { return };
        let mut live = self.live.lock();
        if let Some(reported) = live.get_mut(game.code()).and_then(|it| it.reported.as_mut()) {
            reported.is_over = true;
        }
        // With the lock held, as for a beginning.
        home.tell(FromNode::Over { log: Base64(log.bytes().to_vec()) });
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
                    let game = record.map(|(log, since_ms)| (Base64(log), since_ms));
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
    fn make_for_home(self: &Arc<Self>, founding: &Base64) {
        let game = match founded(founding) {
            Ok(game) => game,
            Err(cause) => return error!("a game that is wanted here cannot be: {cause}"),
        };
        let code = game.id().code();
        // Its beginning is reported; if it began before it was requested, that was reported too.
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
