//! A game of which the room is at another node, as the home keeps it.

use std::sync::Arc;

use komadai_game::{Game, Phase, Setup};
use komadai_ids::{Code, GameId, UserId};
use parking_lot::Mutex;
use tokio::time::timeout;

use super::{ANSWER_WITHIN, Base64, Node, ToNode, created};
use crate::{LiveGame, LiveRefusal, Why, render::Render, room::Reply};

/// How many repeated requests for a game that is being made are answered once it is made.
const ASKING_MAX: usize = 64;

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
    Asked { setup: Box<Setup>, waiting: Vec<WaitingClient> },
    /// It was made. Its players, and whether it is over.
    Made { creator: UserId, players: Vec<UserId>, is_over: bool },
}

/// A client waiting for a game to be made.
#[derive(Debug)]
pub(crate) struct WaitingClient {
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
        let waiting = reply.map(|reply| WaitingClient { by: None, otherwise, reply });
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
        if is_over {
            games.remove(&code)
        } else {
            games.insert(code)
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
        for WaitingClient { by, otherwise, reply } in waiting {
            let is_theirs = by.is_none_or(|by| is_of(game, by));
            if is_theirs {
                reply.ack(render, Some(game.id().code()));
            } else {
                reply.refuse(render, &LiveRefusal::new(otherwise));
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
    pub(crate) fn not_made(&self) -> Option<(Setup, Vec<WaitingClient>)> {
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
    ) -> Result<(), LiveRefusal> {
        let render = &self.render;
        match &mut *self.state.lock() {
            There::Asked { waiting, .. } if waiting.len() < ASKING_MAX => {
                waiting.push(WaitingClient { by: Some(by), otherwise, reply });
            }
            There::Asked { .. } => return Err(LiveRefusal::new(Why::Stalled)),
            There::Made { creator, players, .. } => {
                if *creator == by || players.contains(&by) {
                    reply.ack(render, Some(self.id.code()));
                } else {
                    reply.refuse(render, &LiveRefusal::new(otherwise));
                }
            }
        }
        Ok(())
    }

    /// Why a request to follow or play it is refused here.
    pub(crate) fn elsewhere(&self) -> LiveRefusal {
        LiveRefusal::elsewhere(Some(self.node().name.clone()))
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
        timeout(ANSWER_WITHIN, node.summary(self.id.code())).await.ok().flatten()
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
