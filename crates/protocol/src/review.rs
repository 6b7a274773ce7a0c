//! Reviews: the stream of one.

use komadai_ids::Code;
use komadai_review::{Change, Tree};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A review as one reader sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "ReviewSnapshot")]
pub struct ReviewView {
    /// Its address.
    pub review: Code,
    /// Whether it is the one that the two players of the game with this code have together.
    pub of_game: bool,
    /// Who may change it, by name.
    pub editors: Vec<String>,
    /// Whether the reader may.
    pub may_edit: bool,
    /// Whether it is listed for everybody.
    pub public: bool,
    /// Its tree.
    pub tree: Tree,
    /// Those of the editors who are looking just now.
    pub here: Vec<String>,
    /// How many others are.
    pub watchers: u32,
}

/// What happens in a review.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "t", rename_all = "snake_case")]
pub enum ReviewEvent {
    /// Somebody has changed it.
    Changed {
        /// Who.
        by: String,
        /// What was done.
        change: Change,
    },
    /// Who is looking has changed; it has no number. With a number, whether the review is listed
    /// has changed.
    Present {
        /// Those of the editors who are.
        here: Vec<String>,
        /// How many others are.
        watchers: u32,
        /// Whether it is listed for everybody, when that was changed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        public: Option<bool>,
    },
}
