//! Challenges: one player invites another to a game.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::{SetupRequest, http::ratings::Strength};

/// Why a challenge is declined.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum DeclineReason {
    /// Not now.
    Later,
    /// The challenged player wants another time control.
    Clock,
    /// The challenged player wants another handicap, variant or side.
    Start,
    /// The challenged player wants a rated game instead of a casual one, or the other way round.
    Rated,
    /// Not at all.
    No,
}

impl DeclineReason {
    /// Every reason.
    pub const ALL: [Self; 5] = [Self::Later, Self::Clock, Self::Start, Self::Rated, Self::No];

    /// The reason as it goes over the wire.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Later => "later",
            Self::Clock => "clock",
            Self::Start => "start",
            Self::Rated => "rated",
            Self::No => "no",
        }
    }

    /// The reason with this spelling.
    pub fn from_name(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|reason| reason.as_str() == text)
    }
}

/// One of the two players of a challenge.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ChallengePlayer {
    /// The handle, as in the address of the player's page.
    pub handle: String,
    /// The display name.
    pub name: String,
    /// Whether the account belongs to a program.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub bot: bool,
    /// The player's strength at that time control.
    pub strength: Strength,
}

/// A challenge as one of its two players sees it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Challenge")]
pub struct ChallengeView {
    /// Its id, drawn by the client that made it.
    pub challenge: Uuid,
    /// The challenger; `side` in the set-up is this player's.
    pub from: ChallengePlayer,
    /// The challenged player.
    pub to: ChallengePlayer,
    /// Whether the reader is the challenger.
    pub mine: bool,
    /// The game.
    pub setup: SetupRequest,
    /// When it was made, in Unix milliseconds.
    pub at: u64,
    /// When it expires.
    pub expires: u64,
    /// Why it was declined, if it was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub declined: Option<DeclineReason>,
    /// In an event: the challenger took one to the same player back within the minute before. It
    /// is listed, and not announced to the player as something new.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub again: bool,
}
