//! `/circuits`: rankings over several tournaments.

pub use komadai_community::circuits::{CircuitAct, CircuitSettings};
use komadai_ids::Code;
use komadai_tournament::{
    EntryId,
    circuit::{CircuitCell, CircuitPoints},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::tournaments::{TournamentClub, TournamentPhase};

/// Which circuits are requested; all that the caller can see if nothing is said.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct WhichCircuits {
    /// Only those of this club, by its address.
    pub club: Option<String>,
    /// Only those that the caller has made.
    #[serde(default)]
    pub mine: bool,
    /// Only those with this tournament.
    pub event: Option<Code>,
}

/// A circuit in a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CircuitSummary {
    /// Its address.
    pub code: Code,
    /// Its name.
    pub name: String,
    /// Its club.
    pub club: Option<TournamentClub>,
    /// The number of events.
    pub events: i64,
    /// When it last changed.
    pub changed_ms: i64,
}

/// The circuits that the caller can see.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CircuitList {
    /// The latest changed first, 50 at most.
    pub circuits: Vec<CircuitSummary>,
}

/// A circuit to be made.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewCircuit {
    /// Drawn by the client, so that a repeated request makes one circuit.
    pub create: Uuid,
    /// The address of the club whose it is; without it, it is the caller's own.
    #[serde(default)]
    pub club: Option<String>,
    /// What it says of itself.
    pub settings: CircuitSettings,
}

/// The address of a new circuit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CircuitAddress {
    /// Its address.
    pub code: Code,
}

/// What an organiser does to a circuit.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CircuitActRequest {
    /// The act.
    pub act: CircuitAct,
}

/// A circuit and how it stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Circuit {
    /// Its address.
    pub code: Code,
    /// What it says of itself.
    #[serde(flatten)]
    pub settings: CircuitSettings,
    /// Its club.
    pub club: Option<TournamentClub>,
    /// The name of its maker.
    pub owner: String,
    /// Whether the caller organises it.
    pub organiser: bool,
    /// Its events that the caller can see, in the order in which they begin.
    pub events: Vec<CircuitEvent>,
    /// Whether events are being played or still to come, so that it stands only so far.
    pub so_far: bool,
    /// The rankings: that of everybody, and one for each category.
    pub rankings: Vec<CircuitRanking>,
    /// Who is one person by an organiser's word; for organisers.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub aliases: Vec<CircuitAlias>,
}

/// An event of a circuit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CircuitEvent {
    /// The tournament's address.
    pub code: Code,
    /// Its name.
    pub name: String,
    /// The stage it has reached.
    pub phase: TournamentPhase,
    /// When it begins, unless its organiser starts it by hand.
    pub starts_ms: Option<u64>,
    /// The number of players.
    pub players: u32,
    /// What its points are multiplied by, in percent.
    pub weight_percent: u32,
}

/// A ranking of a circuit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CircuitRanking {
    /// The category; empty for that of everybody.
    pub name: String,
    /// The players, best first.
    pub rows: Vec<CircuitRow>,
}

/// A line of a circuit's ranking.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CircuitRow {
    /// The place, from 1, shared where nothing tells players apart; `null` with too few events.
    pub place: Option<u32>,
    /// The key of the player in this circuit.
    pub person: String,
    /// The name.
    pub name: String,
    /// The account's handle, if there is an account.
    pub handle: Option<String>,
    /// Whether the account belongs to a program.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub bot: bool,
    /// The player's club.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub club: Option<String>,
    /// The sum of what counts.
    pub total: CircuitPoints,
    /// In how many events they have played.
    pub played: u32,
    /// One for each event; `null` where they have not played.
    pub cells: Vec<Option<CircuitCell>>,
    /// Their entries, one for each event; for organisers.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub entries: Vec<Option<EntryId>>,
}

/// That an entry, or whoever has a key, is a certain person.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CircuitAlias {
    /// The entry, or the key.
    pub source: String,
    /// What it is called where it stands.
    pub name: String,
    /// The name of the person it is; `null` for an entry that is a person of its own.
    pub is: Option<String>,
}
