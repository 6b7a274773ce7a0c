//! Why something cannot be done with a review.

use komadai_live::LiveRefusal;
use komadai_review::EditError;

use crate::storage::NotKept;

/// Why not. What failed in the database is logged where it failed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReviewRefusal {
    /// There is none at this address.
    #[error("there is no such review")]
    Unknown,
    /// The game with this code continues.
    #[error("the game is not over yet")]
    GameNotOver,
    /// The game's record makes no tree.
    #[error("{0}")]
    NoTree(String),
    /// It is for others to change, to publish or to delete.
    #[error("only its owners can change this review")]
    NotTheirs,
    /// It is a chapter, which is published and deleted with its study.
    #[error("this review is a chapter of a study, and is changed there")]
    InStudy,
    /// It cannot be changed like that.
    #[error(transparent)]
    Edit(#[from] EditError),
    /// It would be larger than a review may be.
    #[error("this review would be larger than a mebibyte")]
    TooLarge,
    /// As many follow it as may.
    #[error("this review has reached its limit of watchers")]
    TooManyWatchers,
    /// As many are open as may be, for all or for one address.
    #[error("too many reviews are open")]
    TooManyOpen,
    /// More is changed or sent than may be.
    #[error("reviews are changed or sent too often")]
    TooFast,
    /// Whose it would be has as many as they may.
    #[error("you have {0} reviews; delete one first")]
    TooManyOwn(u64),
    /// There is no room for it.
    #[error(transparent)]
    NotKept(#[from] NotKept),
    /// The site, or a moderator, does not allow it at the moment.
    #[error("{}", .0.message)]
    NotNow(LiveRefusal),
    /// The database, or the archive, cannot be used.
    #[error("the review cannot be read or stored at the moment")]
    Failed,
}

impl From<LiveRefusal> for ReviewRefusal {
    fn from(refused: LiveRefusal) -> Self {
        Self::NotNow(refused)
    }
}
