//! The messages to a room.

use std::sync::Arc;

use bytes::Bytes;
use komadai_game::{ArbiterAct, Command, CommandKey, Game, Refusal, Stretch};
use komadai_ids::{Code, GameId, UserId};
use komadai_rules::Side;
use tokio::sync::oneshot;

use super::hold::RoomHold;
use crate::{
    ChatLine, Connection, LiveGame, LiveRefusal, Why,
    mailbox::{NotSent, Sender},
    nodes::{GameThere, ToNode},
    render::Render,
};

/// Where the answer to a command is sent.
#[derive(Clone, Debug)]
pub struct Reply {
    /// The client that sent it.
    pub connection: Arc<Connection>,
    /// The command's id.
    pub id: u32,
}

/// The answer to a command.
#[derive(Debug)]
pub(super) struct Answer {
    pub(super) connection: Arc<Connection>,
    pub(super) frame: Bytes,
}

impl Answer {
    pub(super) fn send(self) {
        // A client that is gone asks again.
        let _ = self.connection.send_at_once(&[self.frame]);
    }
}

/// What whoever gave a command is told once the record that it led to is durable.
#[derive(Debug)]
pub(super) enum Verdict {
    CarriedOut(Reply),
    /// The game had ended before, as the record says.
    GameOver(Reply),
}

impl Verdict {
    pub(super) fn into_answer(self, render: &Arc<dyn Render>, game: Code) -> Answer {
        match self {
            Self::CarriedOut(Reply { connection, id }) => {
                Answer { frame: render.ack(id, Some(game)), connection }
            }
            Self::GameOver(Reply { connection, id }) => {
                let refused = LiveRefusal::from(Refusal::GameOver);
                Answer { frame: render.refused(id, &refused), connection }
            }
        }
    }
}

impl Reply {
    /// Acknowledges that the command was carried out.
    pub fn ack(&self, render: &Arc<dyn Render>, game: Option<Code>) {
        // A client that is gone asks again.
        let _ = self.connection.send(render.ack(self.id, game));
    }

    /// Refuses the command.
    pub fn refuse(&self, render: &Arc<dyn Render>, refused: &LiveRefusal) {
        // A client that is gone asks again.
        let _ = self.connection.send(render.refused(self.id, refused));
    }
}

/// A request to follow a game.
#[derive(Debug)]
pub(super) struct Subscribe {
    pub(super) user: Option<UserId>,
    pub(super) last: Option<u32>,
    /// Whether it is for a list of games.
    pub(super) glances: bool,
    pub(super) reply: Reply,
}

/// The messages a room receives.
#[derive(Debug)]
pub(super) enum RoomMessage {
    Command { by: UserId, key: CommandKey, command: Command, reply: Reply },
    Acknowledge { by: UserId, otherwise: Why, reply: Reply },
    Subscribe(Box<Subscribe>),
    Unsubscribe { connection: u64 },
    Speaks { connection: u64 },
    Chat { by: UserId, key: CommandKey, line: ChatLine, reply: Reply },
    Arbiter(ArbiterAct),
    Agreed,
    Away { side: Side, vacation: Option<Stretch> },
    NoShow { wait_ms: u64 },
    Rename { user: UserId, name: Arc<str> },
    Stalled { since_ms: u64 },
    Recovered { to_ms: u64 },
    Summary(oneshot::Sender<Option<LiveGame>>),
    Said(oneshot::Sender<Vec<ChatLine>>),
    Game(oneshot::Sender<Game>),
    Record(oneshot::Sender<(Vec<u8>, Option<u64>)>),
    Hold(oneshot::Sender<(Game, RoomHold)>),
    Stop,
}

impl RoomMessage {
    /// Where its answer is sent.
    pub(super) fn reply(&self) -> Option<&Reply> {
        match self {
            Self::Command { reply, .. }
            | Self::Acknowledge { reply, .. }
            | Self::Chat { reply, .. } => Some(reply),
            Self::Subscribe(subscribe) => Some(&subscribe.reply),
            Self::Unsubscribe { .. }
            | Self::Speaks { .. }
            | Self::Arbiter(_)
            | Self::Rename { .. }
            | Self::Agreed
            | Self::Away { .. }
            | Self::NoShow { .. }
            | Self::Stalled { .. }
            | Self::Recovered { .. }
            | Self::Summary(_)
            | Self::Said(_)
            | Self::Game(_)
            | Self::Record(_)
            | Self::Hold(_)
            | Self::Stop => None,
        }
    }
}

/// The handle through which everything else reaches a room. Cheap to clone.
#[derive(Clone, Debug)]
pub struct RoomHandle {
    id: GameId,
    way: Way,
}

/// Where a room is.
#[derive(Clone, Debug)]
enum Way {
    // Boxed, because a queue keeps room for some.
    Here(Sender<Box<RoomMessage>>),
    /// At another node.
    There(Arc<GameThere>),
}

impl RoomHandle {
    pub(super) fn new(id: GameId, mailbox: Sender<Box<RoomMessage>>) -> Self {
        Self { id, way: Way::Here(mailbox) }
    }

    /// A handle to a room in which nobody is.
    #[cfg(test)]
    pub(crate) fn deserted(id: GameId) -> Self {
        Self::new(id, crate::mailbox::mailbox(1).0)
    }

    /// A handle to a room at another node.
    pub(crate) fn there(game: Arc<GameThere>) -> Self {
        Self { id: game.id, way: Way::There(game) }
    }

    /// The game as another node hosts it; `None` if the room is here.
    pub(crate) fn as_there(&self) -> Option<&Arc<GameThere>> {
        match &self.way {
            Way::Here(_) => None,
            Way::There(game) => Some(game),
        }
    }

    /// The game in the room.
    pub fn id(&self) -> GameId {
        self.id
    }

    /// Sends a player's command. Its answer goes to `reply`.
    ///
    /// # Errors
    /// When the room cannot accept any more at the moment, or is at another node; the command was
    /// not sent.
    pub fn command(
        &self,
        by: UserId,
        key: CommandKey,
        command: Command,
        reply: Reply,
    ) -> Result<(), LiveRefusal> {
        self.send(RoomMessage::Command { by, key, command, reply })
    }

    /// Answers a repeated request for this game once the game is durable: with an acknowledgement
    /// if the requester is its player, otherwise with the refusal `otherwise`.
    ///
    /// # Errors
    /// When the room cannot accept any more at the moment.
    pub fn acknowledge(&self, by: UserId, otherwise: Why, reply: Reply) -> Result<(), LiveRefusal> {
        match &self.way {
            Way::Here(_) => self.send(RoomMessage::Acknowledge { by, otherwise, reply }),
            Way::There(game) => game.acknowledge(by, otherwise, reply),
        }
    }

    /// Follows the game from after event `last`, or from now on. The answer goes to `reply`.
    ///
    /// # Errors
    /// When the room cannot accept any more at the moment, or is at another node.
    pub fn subscribe(
        &self,
        user: Option<UserId>,
        last: Option<u32>,
        reply: Reply,
    ) -> Result<(), LiveRefusal> {
        let subscribe = Subscribe { user, last, glances: false, reply };
        self.send(RoomMessage::Subscribe(Box::new(subscribe)))
    }

    /// Follows the game for a list in which it is previewed: without an identity, whoever the user
    /// is.
    ///
    /// # Errors
    /// When the room cannot accept any more at the moment, or is at another node.
    pub fn glance(&self, last: Option<u32>, reply: Reply) -> Result<(), LiveRefusal> {
        let subscribe = Subscribe { user: None, last, glances: true, reply };
        self.send(RoomMessage::Subscribe(Box::new(subscribe)))
    }

    /// Stops following the game.
    pub async fn unsubscribe(&self, connection: u64) {
        self.say(RoomMessage::Unsubscribe { connection }).await;
    }

    /// A connection that was [missed](Connection::miss) has sent something again. `false` if the
    /// room cannot accept the message at the moment.
    pub fn speaks(&self, connection: u64) -> bool {
        self.send(RoomMessage::Speaks { connection }).is_ok()
    }

    /// Sends a line of chat. The answer goes to `reply`.
    ///
    /// # Errors
    /// When the room cannot accept any more at the moment, or is at another node.
    pub fn chat(
        &self,
        by: UserId,
        key: CommandKey,
        line: ChatLine,
        reply: Reply,
    ) -> Result<(), LiveRefusal> {
        self.send(RoomMessage::Chat { by, key, line, reply })
    }

    /// An arbiter's action. A game that is over does not change.
    pub async fn arbiter(&self, act: ArbiterAct) {
        match &self.way {
            Way::Here(_) => self.say(RoomMessage::Arbiter(act)).await,
            Way::There(game) => game.tell(|game| ToNode::Arbiter { game, act }),
        }
    }

    /// Both players have agreed to play. Repeating it changes nothing.
    pub async fn agreed(&self) {
        match &self.way {
            Way::Here(_) => self.say(RoomMessage::Agreed).await,
            Way::There(game) => game.tell(|game| ToNode::Agreed { game }),
        }
    }

    /// A player is called this from now on: they have deleted their account, were a guest and
    /// have one, or a moderator has named them anew. Games that another node hosts are left to it.
    pub async fn rename(&self, user: UserId, name: Arc<str>) {
        if let Way::Here(_) = &self.way {
            self.say(RoomMessage::Rename { user, name }).await;
        }
    }

    /// When a player is on vacation. Repeating it changes nothing, and a game that is not being
    /// played does not change. Games by correspondence are at this node.
    pub async fn away(&self, side: Side, vacation: Option<Stretch>) {
        if let Way::Here(_) = &self.way {
            self.say(RoomMessage::Away { side, vacation }).await;
        }
    }

    /// Ends the game if a player who has not moved has been away for this long.
    pub async fn no_show(&self, wait_ms: u64) {
        match &self.way {
            Way::Here(_) => self.say(RoomMessage::NoShow { wait_ms }).await,
            Way::There(game) => game.tell(|game| ToNode::NoShow { game, wait_ms }),
        }
    }

    /// Nothing can be written since `since_ms`.
    pub(crate) async fn stalled(&self, since_ms: u64) {
        self.say(RoomMessage::Stalled { since_ms }).await;
    }

    /// Writing works again.
    pub(crate) async fn recovered(&self, to_ms: u64) {
        self.say(RoomMessage::Recovered { to_ms }).await;
    }

    /// The game's summary for lists, while it is being played.
    pub async fn summary(&self) -> Option<LiveGame> {
        let mailbox = match &self.way {
            Way::Here(mailbox) => mailbox,
            Way::There(game) => return game.summary().await,
        };
        let (answer, summary) = oneshot::channel();
        mailbox.try_send(Box::new(RoomMessage::Summary(answer))).ok()?;
        summary.await.ok()?
    }

    /// A copy of the game in its current state, as spectators see it.
    pub async fn game(&self) -> Option<Game> {
        let mailbox = match &self.way {
            Way::Here(mailbox) => mailbox,
            Way::There(game) => return game.look().await,
        };
        let (answer, game) = oneshot::channel();
        mailbox.send(Box::new(RoomMessage::Game(answer))).await.ok()?;
        game.await.ok()
    }

    /// A copy of the game, in which nothing happens any more until the hold is dropped; `None` of one
    /// that another node hosts.
    pub async fn hold(&self) -> Option<(Game, RoomHold)> {
        let Way::Here(mailbox) = &self.way else { return None };
        let (answer, held) = oneshot::channel();
        mailbox.send(Box::new(RoomMessage::Hold(answer))).await.ok()?;
        held.await.ok()
    }

    /// The last lines of its chat, the oldest first: all of them, for moderators. Nothing of a game
    /// that another node hosts.
    pub async fn said(&self) -> Vec<ChatLine> {
        let Way::Here(mailbox) = &self.way else { return Vec::new() };
        let (answer, said) = oneshot::channel();
        if mailbox.send(Box::new(RoomMessage::Said(answer))).await.is_err() {
            return Vec::new();
        }
        said.await.unwrap_or_default()
    }

    /// The records of [the game](Self::game), and since when its clock has been running, in Unix
    /// milliseconds.
    pub(crate) async fn record(&self) -> Option<(Vec<u8>, Option<u64>)> {
        let Way::Here(mailbox) = &self.way else { return None };
        let (answer, record) = oneshot::channel();
        mailbox.send(Box::new(RoomMessage::Record(answer))).await.ok()?;
        record.await.ok()
    }

    /// Closes the room once it has handled its earlier messages.
    pub(crate) async fn stop(&self) {
        self.say(RoomMessage::Stop).await;
    }

    /// Whether nobody else holds a handle to the room.
    pub(crate) fn is_last(&self) -> bool {
        matches!(&self.way, Way::Here(mailbox) if mailbox.n_senders() == 1)
    }

    /// Sends a message without an answer to a room that is here. A room that has closed has no
    /// followers and no running clock; anything a sender misses, it finds at the next start.
    async fn say(&self, message: RoomMessage) {
        if let Way::Here(mailbox) = &self.way {
            let _ = mailbox.send(Box::new(message)).await;
        }
    }

    fn send(&self, message: RoomMessage) -> Result<(), LiveRefusal> {
        let mailbox = match &self.way {
            Way::Here(mailbox) => mailbox,
            Way::There(game) => return Err(game.elsewhere()),
        };
        mailbox.try_send(Box::new(message)).map_err(|error| match error {
            NotSent::Full => LiveRefusal::new(Why::Stalled),
            // Its games are still in the directory, so it was not the room that left.
            NotSent::Closed => LiveRefusal::new(Why::Stopping),
        })
    }
}
