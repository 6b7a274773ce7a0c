//! Reviews: the stream of one review.

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
    /// Whether it is the joint review of the two players of the game with this code.
    pub of_game: bool,
    /// The names of those who may change it.
    pub editors: Vec<String>,
    /// Whether the reader may change it.
    pub may_edit: bool,
    /// Whether it is publicly listed.
    pub public: bool,
    /// The study of which it is a chapter.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub study: Option<ChapterOf>,
    /// Its tree.
    pub tree: Tree,
    /// The editors who are currently viewing it.
    pub here: Vec<String>,
    /// How many other viewers there are.
    pub watchers: u32,
}

/// The study of a chapter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ChapterOf {
    /// The study's address.
    pub study: Code,
    /// The study's title.
    pub title: String,
}

/// The events of a review.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "t", rename_all = "snake_case")]
pub enum ReviewEvent {
    /// The review was changed.
    Changed {
        /// Who changed it.
        by: String,
        /// The change.
        change: Change,
    },
    /// The viewers have changed; such an event has no number. With a number, the review's listing
    /// has changed.
    Present {
        /// The editors who are currently viewing it.
        here: Vec<String>,
        /// How many other viewers there are.
        watchers: u32,
        /// Whether it is publicly listed, when that has changed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        public: Option<bool>,
    },
    /// The study of which it is a chapter has changed, or its list of chapters; such an event has
    /// no number. A reader who cannot see the study any more gets nothing after it.
    Study {
        /// The study.
        study: Code,
        /// The number of its changes.
        seq: u32,
    },
}
