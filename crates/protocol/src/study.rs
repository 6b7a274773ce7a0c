//! Reviews: the stream of one, and what is asked for over HTTP.

use komadai_ids::Code;
use komadai_study::{Change, Study};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::ImportNote;

/// A review as one reader sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(rename = "StudySnapshot")]
pub struct StudyView {
    /// Its address.
    #[ts(type = "string")]
    pub study: Code,
    /// Whether it is the one that the two players of the game with this code have together.
    pub of_game: bool,
    /// Who may change it, by name.
    pub editors: Vec<String>,
    /// Whether the reader may.
    pub may_edit: bool,
    /// Whether it is listed for everybody.
    pub public: bool,
    /// Its tree.
    pub tree: Study,
    /// Those of the editors who are looking just now.
    pub here: Vec<String>,
    /// How many others are.
    pub watchers: u32,
}

/// What happens in a review.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "t", rename_all = "snake_case")]
pub enum StudyEvent {
    /// Somebody has changed it.
    Changed {
        /// Who.
        by: String,
        /// What was done.
        #[ts(type = "StudyChange")]
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
        #[ts(optional)]
        public: Option<bool>,
    },
}

/// A review that is to be kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct StudyDraft {
    /// Its tree.
    pub tree: Study,
    /// Whether it is listed for everybody.
    #[serde(default)]
    pub public: bool,
}

/// A review has been kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct StudyMade {
    /// Its address.
    #[ts(type = "string")]
    pub study: Code,
}

/// Who sees a review.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct StudyTerms {
    /// Whether it is listed for everybody; who knows its address sees it either way.
    pub public: bool,
}

/// A review in a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct StudyListed {
    /// Its address.
    #[ts(type = "string")]
    pub study: Code,
    /// What it is called.
    pub title: String,
    /// Name of the variant.
    pub variant: String,
    /// Whether it is a game's.
    pub of_game: bool,
    /// How many moves its main line has.
    pub plies: u32,
    /// Whether it is listed for everybody.
    pub public: bool,
    /// When it was last changed, in Unix milliseconds.
    pub updated_ms: i64,
}

/// Reviews, the one that was changed last first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct StudyList {
    /// The reviews.
    pub studies: Vec<StudyListed>,
}

/// What was read from a file, of which nothing is kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct StudiesRead {
    /// Its games, in its order.
    pub studies: Vec<Study>,
    /// The format of the file.
    pub format: String,
    /// The encoding of the file.
    pub charset: String,
    /// What was passed over or put right.
    pub notes: Vec<ImportNote>,
}

/// Whether the reader may have positions judged by an engine just now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct EngineLeave {
    /// Whether they may.
    pub allowed: bool,
    /// The rated game that they are playing, if that is why not.
    #[ts(type = "string | null")]
    pub game: Option<Code>,
}
