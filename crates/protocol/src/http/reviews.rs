//! `/reviews`: reviews, as they are kept and listed.

use komadai_ids::Code;
use komadai_review::Tree;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::archive::ImportNote;
use crate::words;

/// A review that is to be kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReviewDraft {
    /// Its tree.
    pub tree: Tree,
    /// Whether it is listed for everybody.
    #[serde(default)]
    pub public: bool,
}

/// A review has been kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ReviewMade {
    /// Its address.
    pub review: Code,
}

/// Who sees a review.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReviewTerms {
    /// Whether it is listed for everybody; who knows its address sees it either way.
    pub public: bool,
}

/// A review in a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ReviewListed {
    /// Its address.
    pub review: Code,
    /// What it is called.
    pub title: String,
    /// Name of the variant.
    #[schemars(with = "words::VariantName")]
    pub variant: String,
    /// Whether it is a game's.
    pub of_game: bool,
    /// How many moves its main line has.
    pub plies: u32,
    /// Whether it is listed for everybody.
    pub public: bool,
    /// When it was last changed.
    pub updated_ms: i64,
}

/// Reviews, the one that was changed last first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ReviewList {
    /// The reviews.
    pub reviews: Vec<ReviewListed>,
}

/// What was read from a file, of which nothing is kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ReviewsRead {
    /// Its games, in its order.
    pub trees: Vec<Tree>,
    /// The format of the file.
    pub format: String,
    /// The encoding of the file.
    pub charset: String,
    /// What was passed over or put right.
    pub notes: Vec<ImportNote>,
}

/// Whether the reader may have positions judged by an engine just now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct EngineLeave {
    /// Whether they may.
    pub allowed: bool,
    /// The rated game that they are playing, if that is why not.
    pub game: Option<Code>,
}
