//! `/reviews`: stored reviews and their lists.

use komadai_ids::Code;
use komadai_review::Tree;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::archive::ImportNote;
use crate::words;

/// A review to be stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReviewDraft {
    /// Its tree.
    pub tree: Tree,
    /// Whether it is publicly listed.
    #[serde(default)]
    pub public: bool,
}

/// A review was stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ReviewMade {
    /// Its address.
    pub review: Code,
}

/// A review's visibility.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReviewTerms {
    /// Whether it is publicly listed; anybody who knows its address can see it either way.
    pub public: bool,
}

/// A review in a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ReviewListed {
    /// Its address.
    pub review: Code,
    /// Its title.
    pub title: String,
    /// The variant's name.
    #[schemars(with = "words::VariantName")]
    pub variant: String,
    /// Whether it is the review of a game.
    pub of_game: bool,
    /// The number of moves of its main line.
    pub plies: u32,
    /// Whether it is publicly listed.
    pub public: bool,
    /// When it was last changed.
    pub updated_ms: i64,
}

/// Reviews, most recently changed first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ReviewList {
    /// The reviews.
    pub reviews: Vec<ReviewListed>,
}

/// The games read from a file, which is not stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ReviewsRead {
    /// Its games, in the file's order.
    pub trees: Vec<Tree>,
    /// The file's format.
    pub format: String,
    /// The file's encoding.
    pub charset: String,
    /// What was skipped or corrected; at most a hundred notes.
    pub notes: Vec<ImportNote>,
    /// How many notes there are.
    pub n_notes: u32,
}

/// Whether the reader may currently have positions evaluated by an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct EngineLeave {
    /// Whether they may.
    pub allowed: bool,
    /// The rated game they are playing, if that is the reason.
    pub game: Option<Code>,
}
