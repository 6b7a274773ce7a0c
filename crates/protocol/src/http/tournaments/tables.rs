//! Phones that are the clocks of an event's tables.

use komadai_community::ClockSetup;
use komadai_ids::Code;
use komadai_rules::Odds;
use komadai_tournament::{EntryId, GameKey, Outcome};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// By what a table is looked at.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
pub struct WhichTable {
    /// The table's key; players of the game need none.
    #[serde(default)]
    pub key: String,
}

/// The keys of tables, for organisers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TableKeys {
    /// Whether phones may be clocks.
    pub on: bool,
    /// The keys of the games that have no result.
    pub keys: Vec<TableKey>,
}

/// The key of a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TableKey {
    /// The game.
    pub game: GameKey,
    /// Its key, which is void once the result counts, or the round is taken back.
    pub key: String,
}

/// A table of an event over the board, as its clock needs it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct TableOfEvent {
    /// The tournament's address.
    pub code: Code,
    /// The tournament's name.
    pub name: String,
    /// The game.
    pub game: GameKey,
    /// The round.
    pub round: u32,
    /// The board; 0 if it has no number.
    pub board: u32,
    /// Sente; with `toss`, merely the player named first.
    pub sente: SeatedEntry,
    /// The other player.
    pub gote: SeatedEntry,
    /// Whether the sides are still to be decided by furigoma (§3.1).
    pub toss: bool,
    /// The handicap gote gives (§3.3).
    pub handicap: Option<Odds>,
    /// The clock of the round.
    pub clock: ClockSetup,
    /// The result that counts.
    pub result: Option<Outcome>,
    /// Whether the result can be reported by whoever asks, by the key or as a player.
    pub may_report: bool,
    /// The report of its clock.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub report: Option<TableReport>,
    /// The game at the same board in a later round, the latest.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<GameKey>,
}

/// A player at a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SeatedEntry {
    /// The entry.
    pub entry: EntryId,
    /// The player's name.
    pub name: String,
}

/// What the clock of a table says of its game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TableReport {
    /// The winner, or a draw.
    pub outcome: Outcome,
    /// The number of moves.
    pub moves: u32,
    /// What sente of the pairing has thought, in milliseconds.
    pub sente_ms: u64,
    /// What gote has thought.
    pub gote_ms: u64,
}

/// A report to be sent from a table.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct NewTableReport {
    /// A UUID chosen by the clock; a repeated request with it is carried out once.
    pub id: Uuid,
    /// The table's key; players of the game need none.
    #[serde(default)]
    pub key: String,
    /// The report.
    pub report: TableReport,
}
