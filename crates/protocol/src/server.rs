//! The messages a client receives.

use std::{borrow::Cow, fmt, str::FromStr};

use komadai_ids::Code;
use komadai_rules::Side;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::{
    Dests, GameEvent, GameSnapshot, LobbyEvent, LobbySnapshot, MeEvent, MeSnapshot, RefusalCode,
    ReviewEvent, ReviewView, words,
};

/// A stream to which a client can subscribe.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StreamName {
    /// The lobby.
    Lobby,
    /// The player's own stream.
    Me,
    /// A game.
    Game(Code),
    /// A tournament.
    Tournament(Code),
    /// A review.
    Review(Code),
}

impl fmt::Display for StreamName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Lobby => f.write_str("lobby"),
            Self::Me => f.write_str("me"),
            Self::Game(code) => write!(f, "game:{code}"),
            Self::Tournament(code) => write!(f, "tournament:{code}"),
            Self::Review(code) => write!(f, "review:{code}"),
        }
    }
}

/// The text does not name a stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("streams are `lobby`, `me`, and `game:`, `review:` or `tournament:` with an id")]
pub struct StreamNameError;

impl FromStr for StreamName {
    type Err = StreamNameError;

    fn from_str(text: &str) -> Result<Self, StreamNameError> {
        match text {
            "lobby" => Ok(Self::Lobby),
            "me" => Ok(Self::Me),
            _ => {
                let (kind, code) = text.split_once(':').ok_or(StreamNameError)?;
                let code = code.parse().map_err(|_| StreamNameError)?;
                match kind {
                    "game" => Ok(Self::Game(code)),
                    "tournament" => Ok(Self::Tournament(code)),
                    // The old name, still read for one more version.
                    "review" | "study" => Ok(Self::Review(code)),
                    _ => Err(StreamNameError),
                }
            }
        }
    }
}

impl JsonSchema for StreamName {
    fn schema_name() -> Cow<'static, str> {
        "StreamName".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "string",
            "description": "`lobby`, `me`, or `game:`, `review:` or `tournament:` with a code.",
            "examples": ["lobby", "game:4Xk9aB2mQz"],
        })
    }
}

impl Serialize for StreamName {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for StreamName {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

/// The reader's identity.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "User")]
pub struct UserView {
    /// The public id.
    pub id: Code,
    /// The name.
    pub name: String,
    /// Whether it is a guest without an account.
    pub guest: bool,
}

/// The optional fields of an `ack` besides its id.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Answer {
    /// The game that was created or joined.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<Code>,
    /// The answer to `position`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<PositionView>,
}

/// A position and its legal moves.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "PositionVerdict")]
pub struct PositionView {
    /// The position in its normal form.
    pub sfen: String,
    /// The side whose turn it is.
    pub turn: Side,
    /// Whether it is in check.
    pub check: bool,
    /// Whether it is mated.
    pub mate: bool,
    /// The legal moves.
    pub dests: Dests,
    /// All reasons why it cannot be played from, in words.
    pub problems: Vec<String>,
}

/// An event of any stream.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum StreamEvent {
    /// Of a game.
    Game(Box<GameEvent>),
    /// Of the lobby.
    Lobby(LobbyEvent),
    /// Of the player's own stream.
    Me(MeEvent),
    /// Of a tournament.
    Tournament(TournamentEvent),
    /// Of a review.
    Review(Box<ReviewEvent>),
}

/// A snapshot of any stream.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum StreamSnapshot {
    /// Of a game.
    Game(Box<GameSnapshot>),
    /// Of the lobby.
    Lobby(LobbySnapshot),
    /// Of the player's own stream.
    Me(MeSnapshot),
    /// Of a tournament.
    Tournament(TournamentSnapshot),
    /// Of a review.
    Review(Box<ReviewView>),
}

/// The events of a tournament. Its state is requested over HTTP.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "t", rename_all = "snake_case")]
pub enum TournamentEvent {
    /// The tournament has changed.
    Changed {
        /// The number of its changes.
        version: u64,
    },
}

/// A tournament at one instant. Its state is requested over HTTP.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TournamentSnapshot {
    /// The number of its changes.
    pub version: u64,
}

/// One frame from the server.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "t", rename_all = "snake_case")]
pub enum ServerMessage {
    /// Answers `hello`.
    Welcome {
        /// That message's id.
        id: u32,
        /// The protocol version of the server.
        protocol: u32,
        /// The server's version.
        server: String,
        /// The server's time, in Unix milliseconds.
        now: u64,
        /// The client's identity; `null` until a guest first acts.
        user: Option<UserView>,
    },
    /// The command was carried out, now or on an earlier delivery.
    Ack {
        /// The command's id.
        id: u32,
        /// What the command produced.
        #[serde(flatten)]
        answer: Answer,
    },
    /// The command was not carried out.
    Refused {
        /// The command's id; `null` if it could not be read.
        id: Option<u32>,
        /// The code, for programs.
        #[schemars(with = "words::CommandRefusal")]
        code: RefusalCode,
        /// The reason, for people, in English.
        message: String,
        /// Until when it will be refused, in Unix milliseconds, if known.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        until: Option<u64>,
        /// The server that hosts the game, with the code `elsewhere`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        node: Option<String>,
    },
    /// An event.
    Event {
        /// Its stream.
        stream: StreamName,
        /// Its number there; absent for events without a number.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seq: Option<u32>,
        /// The epoch of that number, for streams whose numbering starts again with the server.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        epoch: Option<u64>,
        /// The event.
        event: StreamEvent,
    },
    /// The complete state of a stream.
    Snapshot {
        /// Its stream.
        stream: StreamName,
        /// The number of the latest event included.
        seq: u32,
        /// The epoch of that number, for streams whose numbering starts again with the server.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        epoch: Option<u64>,
        /// The state.
        snapshot: StreamSnapshot,
    },
    /// Answers `ping`.
    Pong {
        /// That message's id.
        id: u32,
        /// The server's time, in Unix milliseconds.
        now: u64,
    },
}
