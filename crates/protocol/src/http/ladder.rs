//! `/clubs/{slug}/ladder`: the ladder of a club.

pub use komadai_community::ladder::{LadderSettings, LadderState};
use komadai_ids::Code;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// A player on a ladder.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct LadderPlayer {
    /// The handle.
    pub handle: String,
    /// The display name.
    pub name: String,
    /// Whether the account belongs to a program.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub bot: bool,
}

/// A place on a ladder.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct LadderPlace {
    /// From 1, the highest.
    pub place: u32,
    /// The player.
    pub player: LadderPlayer,
    /// Since when they have been on the ladder.
    pub joined_ms: i64,
    /// How many challenges in a row they have not accepted.
    pub refused: u32,
    /// Until when they are on vacation; `null` if they are not.
    pub away_until_ms: Option<i64>,
    /// Whether the caller may challenge them now.
    pub open_to_you: bool,
}

/// A challenge on a ladder.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct LadderChallenge {
    /// Its id.
    pub id: Uuid,
    /// The challenger.
    pub by: LadderPlayer,
    /// The challenger's place when it was made.
    pub by_place: u32,
    /// The challenged player.
    pub to: LadderPlayer,
    /// That player's place when it was made.
    pub to_place: u32,
    /// Its state.
    pub state: LadderState,
    /// When it was made.
    pub made_ms: i64,
    /// When it ends by itself, or `null`; vacations that are known are counted.
    pub due_ms: Option<i64>,
    /// When it ended.
    pub ended_ms: Option<i64>,
    /// Its game.
    pub game: Option<Code>,
}

/// How organisers have taken a player off a ladder.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct LadderRemoval {
    /// When.
    pub at_ms: i64,
    /// Why.
    pub reason: String,
}

/// A club's ladder.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Ladder {
    /// What its games are like; `null` as long as the club has no ladder.
    pub settings: Option<LadderSettings>,
    /// The players, from the first place.
    pub places: Vec<LadderPlace>,
    /// The challenges that are not over, the latest first.
    pub open: Vec<LadderChallenge>,
    /// The latest that are over, the last first.
    pub history: Vec<LadderChallenge>,
    /// The caller's handle; `null` for those who are not signed in.
    pub you: Option<String>,
    /// Whether the caller is a member.
    pub member: bool,
    /// How organisers have taken the caller off the ladder; `null` if they have not, or if the caller
    /// has joined it again.
    pub removed: Option<LadderRemoval>,
    /// Whether the caller may change the settings.
    pub organises: bool,
    /// Whether everybody sees it, so that other sites may embed it.
    pub public: bool,
}
