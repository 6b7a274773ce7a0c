//! The lobby and a player's own stream.

use komadai_ids::Code;
use komadai_rules::{BySide, Side};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::{
    ChallengeView, Clocks, PlayerView, SetupRequest, UserView, http::ratings::Strength, words,
};

/// Whom a seek is for. What is absent is open; where anything is set, guests are left out.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SeekWants {
    /// The lowest rating.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating_min: Option<i32>,
    /// The highest rating.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating_max: Option<i32>,
    /// The lowest grade, as `5k`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub grade_min: Option<String>,
    /// The highest grade.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub grade_max: Option<String>,
}

impl SeekWants {
    /// Whether it is for everybody.
    pub fn is_open(&self) -> bool {
        *self == Self::default()
    }
}

/// An open seek.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Seek")]
pub struct SeekView {
    /// Its id, drawn by the client that made it.
    pub seek: Uuid,
    /// Who made it.
    pub by: PlayerView,
    /// How strong they are at that time control; absent for guests.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub strength: Option<Strength>,
    /// The game that is looked for.
    pub setup: SetupRequest,
    /// Whom it is for.
    #[serde(default, skip_serializing_if = "SeekWants::is_open")]
    pub wants: SeekWants,
    /// When it was made, in Unix milliseconds.
    pub at: u64,
}

/// A game in a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct GameSummary {
    /// Its id.
    pub game: Code,
    /// Name of the variant.
    pub variant: String,
    /// Name of the handicap, if it is one.
    #[schemars(with = "Option<words::Handicap>")]
    pub handicap: Option<String>,
    /// Who plays.
    pub players: BySide<Option<PlayerView>>,
    /// The time controls.
    pub clock: Clocks,
    /// The present position, as SFEN.
    pub sfen: String,
    /// Number of moves so far.
    pub ply: u32,
}

/// The lobby at one instant.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct LobbySnapshot {
    /// The open seeks, oldest first.
    pub seeks: Vec<SeekView>,
    /// Some of the games that are being played, newest first.
    pub games: Vec<GameSummary>,
    /// How many people are connected.
    pub online: u32,
}

/// What happens in the lobby.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "t", rename_all = "snake_case")]
pub enum LobbyEvent {
    /// A seek was made.
    SeekAdded {
        /// It.
        seek: Box<SeekView>,
    },
    /// A seek was taken, cancelled or left behind.
    SeekRemoved {
        /// Which.
        seek: Uuid,
    },
    /// The games that are being played, as in the snapshot.
    Games {
        /// Newest first.
        games: Vec<GameSummary>,
    },
    /// How many people are connected.
    Online {
        /// That many.
        n: u32,
    },
}

/// A game of the reader's that is being played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct MyGame {
    /// Which.
    pub game: Code,
    /// The reader's side.
    pub side: Side,
}

/// The reader's own stream at one instant.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct MeSnapshot {
    /// The games that are being played.
    pub my_games: Vec<MyGame>,
    /// The challenges that wait for an answer, the oldest first, and the reader's own that were
    /// declined.
    #[serde(default)]
    pub challenges: Vec<ChallengeView>,
}

/// What happens to a player outside a game's own stream.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "t", rename_all = "snake_case")]
pub enum MeEvent {
    /// The server has taken the reader in as a guest.
    You {
        /// Who the reader is from now on.
        user: UserView,
    },
    /// A game with this player begins.
    GameStarted {
        /// Which.
        game: Code,
        /// The player's side.
        side: Side,
        /// The tournament it belongs to.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        tournament: Option<Code>,
    },
    /// A challenge was made, or declined.
    Challenge {
        /// It.
        challenge: Box<ChallengeView>,
    },
    /// A challenge does not wait for an answer any more.
    ChallengeGone {
        /// Which.
        challenge: Uuid,
    },
    /// The opponent of a game that is over has opened its review, and waits there.
    ReviewOpened {
        /// The game, and so its review.
        review: Code,
        /// What the opponent is called.
        by: String,
    },
}
