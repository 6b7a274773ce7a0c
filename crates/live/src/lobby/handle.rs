//! How everybody reaches the lobby.

use komadai_game::{Player, Setup};
use komadai_ids::UserId;
use komadai_rating::ShownRating;
use tokio::sync::{
    mpsc::{self, error::TrySendError},
    oneshot,
};
use uuid::Uuid;

use super::Seek;
use crate::{LiveRefusal, Why, room::Reply};

/// What the lobby is asked for.
pub(super) enum LobbyMessage {
    Subscribe { last: Option<(u64, u32)>, reply: Reply },
    Unsubscribe { connection: u64 },
    Seek { seek: Box<Seek>, reply: Reply },
    Cancel { by: UserId, seek: Uuid, reply: Reply },
    Look { seek: Uuid, answer: oneshot::Sender<Option<Setup>> },
    List { answer: oneshot::Sender<Vec<Seek>> },
    Accept { by: Box<Player>, strength: Option<ShownRating>, seek: Uuid, reply: Reply },
    KeepAway { by: UserId, other: UserId, blocked: bool },
    Leave { by: UserId },
    Stop,
}

impl LobbyMessage {
    /// Where its answer goes.
    pub(super) fn reply(&self) -> Option<&Reply> {
        match self {
            Self::Subscribe { reply, .. }
            | Self::Seek { reply, .. }
            | Self::Cancel { reply, .. }
            | Self::Accept { reply, .. } => Some(reply),
            Self::Unsubscribe { .. }
            | Self::Look { .. }
            | Self::List { .. }
            | Self::KeepAway { .. }
            | Self::Leave { .. }
            | Self::Stop => None,
        }
    }
}

/// How everybody reaches the lobby. Cheap to clone.
#[derive(Clone, Debug)]
pub struct LobbyHandle {
    pub(super) mailbox: mpsc::Sender<LobbyMessage>,
}

impl std::fmt::Debug for LobbyMessage {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("LobbyMessage")
    }
}

impl LobbyHandle {
    /// Follows the lobby; `last` is the epoch and seq the client has.
    ///
    /// # Errors
    /// When the lobby cannot take any more at the moment.
    pub fn subscribe(&self, last: Option<(u64, u32)>, reply: Reply) -> Result<(), LiveRefusal> {
        self.send(LobbyMessage::Subscribe { last, reply })
    }

    /// Stops following the lobby.
    pub async fn unsubscribe(&self, connection: u64) {
        // A lobby that has ended has forgotten its followers.
        let _ = self.mailbox.send(LobbyMessage::Unsubscribe { connection }).await;
    }

    /// Looks for an opponent.
    ///
    /// # Errors
    /// When the lobby cannot take any more at the moment.
    pub fn seek(&self, seek: Seek, reply: Reply) -> Result<(), LiveRefusal> {
        self.send(LobbyMessage::Seek { seek: Box::new(seek), reply })
    }

    /// Takes a seek back.
    ///
    /// # Errors
    /// When the lobby cannot take any more at the moment.
    pub fn cancel(&self, by: UserId, seek: Uuid, reply: Reply) -> Result<(), LiveRefusal> {
        self.send(LobbyMessage::Cancel { by, seek, reply })
    }

    /// Plays whoever made the seek.
    ///
    /// # Errors
    /// When the lobby cannot take any more at the moment.
    pub fn accept(
        &self,
        by: Player,
        strength: Option<ShownRating>,
        seek: Uuid,
        reply: Reply,
    ) -> Result<(), LiveRefusal> {
        self.send(LobbyMessage::Accept { by: Box::new(by), strength, seek, reply })
    }

    /// The game that a seek is for, if it is open.
    ///
    /// # Errors
    /// When the lobby cannot take any more at the moment.
    pub async fn look(&self, seek: Uuid) -> Result<Option<Setup>, LiveRefusal> {
        let (answer, told) = oneshot::channel();
        self.send(LobbyMessage::Look { seek, answer })?;
        told.await.map_err(|_| LiveRefusal::new(Why::Stopping))
    }

    /// All open seeks, the oldest first.
    ///
    /// # Errors
    /// When the lobby cannot take any more at the moment.
    pub async fn list(&self) -> Result<Vec<Seek>, LiveRefusal> {
        let (answer, told) = oneshot::channel();
        self.send(LobbyMessage::List { answer })?;
        told.await.map_err(|_| LiveRefusal::new(Why::Stopping))
    }

    /// From now on a player blocks another, or no longer.
    pub async fn keep_away(&self, by: UserId, other: UserId, blocked: bool) {
        // A lobby that has ended pairs nobody.
        let _ = self.mailbox.send(LobbyMessage::KeepAway { by, other, blocked }).await;
    }

    /// A player is somebody else from now on: a guest who has registered. Their seeks are dropped,
    /// and may be made again with the same ids.
    pub async fn leave(&self, by: UserId) {
        // A lobby that has ended has no seeks.
        let _ = self.mailbox.send(LobbyMessage::Leave { by }).await;
    }

    pub(crate) async fn stop(&self) {
        // It may have ended by itself.
        let _ = self.mailbox.send(LobbyMessage::Stop).await;
    }

    fn send(&self, message: LobbyMessage) -> Result<(), LiveRefusal> {
        self.mailbox.try_send(message).map_err(|error| match error {
            TrySendError::Full(_) => LiveRefusal::new(Why::Stalled),
            TrySendError::Closed(_) => LiveRefusal::new(Why::Stopping),
        })
    }
}
