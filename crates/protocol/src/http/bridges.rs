//! `/clubs/{slug}/bridges`: where a club's news goes besides its page.

pub use komadai_community::bridges::{
    BRIDGES_MAX, BridgeFault, BridgeKind, BridgeSettings, BridgeTopic,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// A bridge, without its secret.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ClubBridge {
    /// Its id.
    pub id: Uuid,
    /// What the organisers have decided; `host` of a `discord` or `slack` is that of its address.
    pub settings: BridgeSettings,
    /// When it was added.
    pub made_ms: i64,
    /// When something arrived last; `null` if nothing has.
    pub sent_ms: Option<i64>,
    /// What was wrong the last time; `null` if it arrived.
    pub fault: Option<BridgeFault>,
    /// When that was.
    pub fault_ms: Option<i64>,
    /// Since when nothing is sent, until a trial message arrives or its settings are changed.
    pub paused_ms: Option<i64>,
    /// How many messages wait to be sent.
    pub n_waiting: u32,
}

/// The bridges of a club.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ClubBridges {
    /// Whether clubs may have bridges on this server.
    pub allowed: bool,
    /// How many a club may have.
    pub most: u32,
    /// The bridges, the first made first.
    pub bridges: Vec<ClubBridge>,
}
