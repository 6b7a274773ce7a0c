//! How reviews are announced, without this crate knowing the protocol.

use std::fmt;

use bytes::Bytes;
use komadai_ids::Code;
use komadai_review::{Change, score::PublicBoard};

use super::{BoardLine, InStudy, Review};

/// Who looks at a review.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Present {
    /// Those who may change it, by name.
    pub here: Vec<String>,
    /// How many others.
    pub watchers: usize,
}

/// Turns what happens to reviews into frames. It is run once, however many listen.
pub trait RenderReviews: fmt::Debug + Send + Sync + 'static {
    /// All of a review, for somebody who may change it or not.
    fn review(&self, review: &Review, may_edit: bool, present: &Present) -> Bytes;

    /// An invitation to the review of one's own game, where the other player is already.
    fn review_opened(&self, epoch: u64, review: Code, by: &str) -> Bytes;

    /// A teacher has commented at a node of the review of one's own game.
    fn review_commented(&self, epoch: u64, review: Code, by: &str, node: u32) -> Bytes;

    /// Somebody has changed it, and of the board that it is this is shown from now on.
    fn review_changed(
        &self,
        review: &Review,
        by: &str,
        change: &Change,
        shown: Option<&PublicBoard>,
    ) -> Bytes;

    /// What is shown of the game of a broadcast's board.
    fn review_shown(&self, review: &Review, shown: &PublicBoard) -> Bytes;

    /// What was said at a broadcast's board.
    fn review_talk(&self, review: &Review, lines: &[BoardLine]) -> Bytes;

    /// Somebody has said something there.
    fn review_said(&self, review: &Review, line: &BoardLine) -> Bytes;

    /// A line is there no longer.
    fn review_unsaid(&self, review: &Review, n: u32) -> Bytes;

    /// Other people look at it than before.
    fn review_present(&self, review: &Review, present: &Present) -> Bytes;

    /// The study of which it is a chapter has changed.
    fn review_study(&self, review: &Review, study: &InStudy) -> Bytes;

    /// Nobody follows it any more, because its memory is needed for others.
    fn review_closed(&self, review: &Review) -> Bytes;

    /// It is listed for everybody from now on, or no longer.
    fn review_published(&self, review: &Review, present: &Present) -> Bytes;
}
