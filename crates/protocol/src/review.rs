//! Reviews: the stream of one review.

use komadai_ids::Code;
use komadai_review::{Change, Tree, score};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::game::ChatLine;

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
    /// The names of those who have written comments; the comments name them by their places here.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub authors: Vec<String>,
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

/// What somebody said who watches a broadcast's board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BoardLine {
    /// Its number: no line at any board has had it before.
    pub n: u32,
    /// The line; nobody there has a side.
    #[serde(flatten)]
    pub line: ChatLine,
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
        /// What is shown of the game with it, if it is the last change that came of a score.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        shown: Option<Box<score::PublicBoard>>,
    },
    /// What is shown of the game of a broadcast's board; such an event has no number. It comes
    /// when somebody begins to follow the board, and when it changes without a change of the tree;
    /// for those who only glance at it, with every change.
    Shown {
        /// What is shown.
        shown: Box<score::PublicBoard>,
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
    /// What was said at a broadcast's board, when somebody begins to follow it and there is
    /// something; such an event has no number.
    Talk {
        /// The last lines.
        lines: Vec<BoardLine>,
    },
    /// Somebody has said something at a broadcast's board; such an event has no number.
    Said {
        /// The line.
        line: BoardLine,
    },
    /// A line was taken away; such an event has no number.
    Unsaid {
        /// Its number at the board.
        line: u32,
    },
    /// The client does not follow the review any more, because its memory is needed for others; such
    /// an event has no number. It may subscribe again after a while.
    Closed,
}
