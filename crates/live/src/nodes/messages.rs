//! The messages between a home and its nodes.

use base64::{Engine as _, engine::general_purpose::STANDARD};
use komadai_game::ArbiterAct;
use komadai_ids::{Code, UserId};
use serde::{Deserialize, Serialize};

use crate::LiveGame;

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
        game: Code,
    },
    /// Request a game's summary for lists.
    Summarise {
        /// The request's number, repeated in the answer.
        ask: u64,
        game: Code,
    },
    /// An arbiter's action.
    Arbiter {
        game: Code,
        /// The action.
        act: ArbiterAct,
    },
    /// Both players have agreed to play.
    Agreed { game: Code },
    /// Ends the game if a player who has not moved has been away for this long.
    NoShow {
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
    HeedAddress { address: String },
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
    NotMade { game: Code },
    /// A game has ended, and is about to be announced: its players are free.
    Ending { game: Code },
    /// A game is over, or something happened after its end.
    Over {
        /// All its records.
        log: Base64,
    },
    /// The room of a game has closed.
    Closed { game: Code },
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
