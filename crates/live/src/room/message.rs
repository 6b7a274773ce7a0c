//! What can be said to a room.

use std::sync::Arc;

use komadai_game::{ArbiterAct, Command, CommandKey, Game};
use komadai_ids::{Code, GameId, UserId};
use tokio::sync::{
    mpsc::{self, error::TrySendError},
    oneshot,
};

use crate::{ChatLine, Connection, LiveGame, Refused, Why, render::Render};

/// Where the answer to a command goes.
#[derive(Clone, Debug)]
pub struct Reply {
    /// The client that asked.
    pub connection: Arc<Connection>,
    /// The number by which it asked.
    pub id: u32,
}

impl Reply {
    /// Says that the command was carried out.
    pub fn ack(&self, render: &Arc<dyn Render>, game: Option<Code>) {
        // A client that is gone asks again.
        let _ = self.connection.send(render.ack(self.id, game));
    }

    /// Says that it was not.
    pub fn refuse(&self, render: &Arc<dyn Render>, refused: &Refused) {
        // A client that is gone asks again.
        let _ = self.connection.send(render.refused(self.id, refused));
    }
}

/// A wish to follow a game.
#[derive(Debug)]
pub(super) struct Subscribe {
    pub(super) user: Option<UserId>,
    pub(super) last: Option<u32>,
    /// Whether it is for a list of games.
    pub(super) glances: bool,
    pub(super) reply: Reply,
}

/// What a room hears.
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
    NoShow { wait_ms: u64 },
    Stalled { since_ms: u64 },
    Recovered { to_ms: u64 },
    Summary(oneshot::Sender<Option<LiveGame>>),
    Game(oneshot::Sender<Game>),
    Stop,
}

impl RoomMessage {
    /// Where its answer goes.
    pub(super) fn reply(&self) -> Option<&Reply> {
        match self {
            Self::Command { reply, .. }
            | Self::Acknowledge { reply, .. }
            | Self::Chat { reply, .. } => Some(reply),
            Self::Subscribe(subscribe) => Some(&subscribe.reply),
            Self::Unsubscribe { .. }
            | Self::Speaks { .. }
            | Self::Arbiter(_)
            | Self::Agreed
            | Self::NoShow { .. }
            | Self::Stalled { .. }
            | Self::Recovered { .. }
            | Self::Summary(_)
            | Self::Game(_)
            | Self::Stop => None,
        }
    }
}

/// How everybody else reaches a room. Cheap to clone.
#[derive(Clone, Debug)]
pub struct RoomHandle {
    id: GameId,
    // Boxed, because a channel keeps room for 32 messages per game.
    mailbox: mpsc::Sender<Box<RoomMessage>>,
}

impl RoomHandle {
    pub(super) fn new(id: GameId, mailbox: mpsc::Sender<Box<RoomMessage>>) -> Self {
        Self { id, mailbox }
    }

    /// The game in the room.
    pub fn id(&self) -> GameId {
        self.id
    }

    /// Hands over a player's command. Its answer goes to `reply`.
    ///
    /// # Errors
    /// When the room cannot take any more just now; the command has not been handed over.
    pub fn command(
        &self,
        by: UserId,
        key: CommandKey,
        command: Command,
        reply: Reply,
    ) -> Result<(), Refused> {
        self.send(RoomMessage::Command { by, key, command, reply })
    }

    /// Answers a repeated wish for this game once the game is durable: with an acknowledgement if
    /// it is a game of theirs, else with the refusal `otherwise`.
    ///
    /// # Errors
    /// When the room cannot take any more just now.
    pub fn acknowledge(&self, by: UserId, otherwise: Why, reply: Reply) -> Result<(), Refused> {
        self.send(RoomMessage::Acknowledge { by, otherwise, reply })
    }

    /// Follows the game from after event `last`, or from now. The answer goes to `reply`.
    ///
    /// # Errors
    /// When the room cannot take any more just now.
    pub fn subscribe(
        &self,
        user: Option<UserId>,
        last: Option<u32>,
        reply: Reply,
    ) -> Result<(), Refused> {
        let subscribe = Subscribe { user, last, glances: false, reply };
        self.send(RoomMessage::Subscribe(Box::new(subscribe)))
    }

    /// Follows the game for a list in which it is shown: as nobody, whoever it is.
    ///
    /// # Errors
    /// When the room cannot take any more just now.
    pub fn glance(&self, last: Option<u32>, reply: Reply) -> Result<(), Refused> {
        let subscribe = Subscribe { user: None, last, glances: true, reply };
        self.send(RoomMessage::Subscribe(Box::new(subscribe)))
    }

    /// Stops following the game.
    pub async fn unsubscribe(&self, connection: u64) {
        // A room that has closed has forgotten its followers.
        let _ = self.mailbox.send(Box::new(RoomMessage::Unsubscribe { connection })).await;
    }

    /// Something comes again from a connection that was [missed](Connection::miss). `false` when
    /// the room cannot take it in just now.
    pub fn speaks(&self, connection: u64) -> bool {
        self.send(RoomMessage::Speaks { connection }).is_ok()
    }

    /// Says something. The answer goes to `reply`.
    ///
    /// # Errors
    /// When the room cannot take any more just now.
    pub fn chat(
        &self,
        by: UserId,
        key: CommandKey,
        line: ChatLine,
        reply: Reply,
    ) -> Result<(), Refused> {
        self.send(RoomMessage::Chat { by, key, line, reply })
    }

    /// An arbiter acts. A game that is over stays as it is.
    pub async fn arbiter(&self, act: ArbiterAct) {
        // Whoever acts finds at the next start what a room that has closed did not hear.
        let _ = self.mailbox.send(Box::new(RoomMessage::Arbiter(act))).await;
    }

    /// Both players have agreed to play. Said again, it changes nothing.
    pub async fn agreed(&self) {
        // A room that has closed is one whose game is over.
        let _ = self.mailbox.send(Box::new(RoomMessage::Agreed)).await;
    }

    /// Ends the game if a player who has not moved has been away for so long.
    pub async fn no_show(&self, wait_ms: u64) {
        // A room that has closed is one whose game is over.
        let _ = self.mailbox.send(Box::new(RoomMessage::NoShow { wait_ms })).await;
    }

    /// Nothing can be written since `since_ms`.
    pub(crate) async fn stalled(&self, since_ms: u64) {
        // A room that has closed has no clock that runs.
        let _ = self.mailbox.send(Box::new(RoomMessage::Stalled { since_ms })).await;
    }

    /// Things can be written again.
    pub(crate) async fn recovered(&self, to_ms: u64) {
        // A room that has closed has no clock that runs.
        let _ = self.mailbox.send(Box::new(RoomMessage::Recovered { to_ms })).await;
    }

    /// What lists show of the game, as long as it is played.
    pub async fn summary(&self) -> Option<LiveGame> {
        let (answer, summary) = oneshot::channel();
        self.mailbox.try_send(Box::new(RoomMessage::Summary(answer))).ok()?;
        summary.await.ok()?
    }

    /// A copy of the game as it is now.
    pub async fn game(&self) -> Option<Game> {
        let (answer, game) = oneshot::channel();
        self.mailbox.send(Box::new(RoomMessage::Game(answer))).await.ok()?;
        game.await.ok()
    }

    /// Closes the room when it has done what it was told before.
    pub(crate) async fn stop(&self) {
        // It may have closed by itself.
        let _ = self.mailbox.send(Box::new(RoomMessage::Stop)).await;
    }

    /// Whether nobody else holds on to the room.
    pub(crate) fn is_last(&self) -> bool {
        self.mailbox.strong_count() == 1
    }

    fn send(&self, message: RoomMessage) -> Result<(), Refused> {
        self.mailbox.try_send(Box::new(message)).map_err(|error| match error {
            TrySendError::Full(_) => Refused::new(Why::Stalled),
            // Its games are still in the directory, so it was not the room that left.
            TrySendError::Closed(_) => Refused::new(Why::Stopping),
        })
    }
}
