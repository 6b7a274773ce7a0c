//! `/me/notes/{code}`: what the caller notes of a game of theirs.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A note as it is now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Note {
    /// The text; empty if there is none.
    pub text: String,
    /// How often it was changed.
    pub version: i64,
}

/// A note to store.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct NewNote {
    /// The text, at most 4,000 characters.
    pub text: String,
    /// The version it takes the place of; 0 if there is no note yet.
    pub version: i64,
}

/// What became of a note that was to be stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct NoteStored {
    /// Whether it was stored. If not, the note had changed in the meantime, and stays.
    pub stored: bool,
    /// The note as it is now.
    pub note: Note,
}
