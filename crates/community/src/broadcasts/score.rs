//! What is written into the score of a board, and what becomes of it.

use komadai_review::score::ScoreEntry;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// Entries that come at once.
pub const ENTRIES_AT_ONCE_MAX: usize = 600;

/// An entry of a score with its number.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct NumberedEntry {
    /// Its number, from 1.
    pub n: u32,
    /// Chosen by who sent it.
    pub id: Uuid,
    /// The name of who wrote it, if a person did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
    /// When it was stored.
    pub at_ms: i64,
    /// What it says; of a sealed move, without the move for those who may not know it.
    pub entry: ScoreEntry,
}

/// An entry to be written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewScoreEntry {
    /// Chosen by the client, once for each entry (UUIDv7): what comes twice with it is one entry.
    pub id: Uuid,
    /// What it says.
    pub entry: ScoreEntry,
}

/// Entries to be written into a score.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewScoreEntries {
    /// The number of the entry that the first one follows; 0 at the beginning.
    pub follows: u32,
    /// At most 600; each but the first follows the one before it.
    pub entries: Vec<NewScoreEntry>,
}

/// An entry that is in a score.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct EntryNumber {
    /// Its id.
    pub id: Uuid,
    /// Its number, or that of the entry that says the same.
    pub n: u32,
}

/// Why an entry was not written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RefusedEntry {
    /// Its id.
    pub id: Uuid,
    /// In words.
    pub detail: String,
    /// Whether somebody else has entered something else there.
    pub conflict: bool,
    /// What is there instead.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub other: Option<NumberedEntry>,
}

/// What became of entries.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct EntriesWritten {
    /// Those that are in the score now.
    pub entries: Vec<EntryNumber>,
    /// The number of the last entry of the score.
    pub last: u32,
    /// The first one that was refused; those after it were not looked at.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refused: Option<RefusedEntry>,
}
