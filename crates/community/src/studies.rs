//! Studies and their chapters: what they say of themselves, and why something is refused.

mod refusal;
mod terms;

pub use self::{
    refusal::StudyRefusal,
    terms::{ChapterTerms, StudyTerms, TITLE_CHARS_MAX},
};

words! {
    /// Who can see a study.
    #[derive(Default)]
    pub enum StudyVisibility {
        /// Its members.
        #[default]
        Private => "private",
        /// Anybody who knows its address.
        Unlisted => "unlisted",
        /// Anybody; it is listed.
        Public => "public",
    }
}

words! {
    /// What a member may do in a study that is not theirs.
    pub enum StudyRole {
        /// Sees it.
        Viewer => "viewer",
        /// Adds and edits chapters; in a broadcast, comments on its boards.
        Contributor => "contributor",
        /// In a broadcast, enters the moves as well.
        Scorer => "scorer",
    }
}

words! {
    /// In which order studies are listed.
    #[derive(Default)]
    pub enum StudyOrder {
        /// The newest first.
        #[default]
        Newest => "newest",
        /// The one that most people like first.
        Likes => "likes",
    }
}

words! {
    /// How a chapter is read.
    #[derive(Default)]
    pub enum ChapterMode {
        /// Everything is shown.
        #[default]
        Normal => "normal",
        /// The reader plays one side, and the tree answers.
        Practice => "practice",
        /// What comes next is hidden until the reader has guessed it or asked for it.
        HideNext => "hide_next",
    }
}
