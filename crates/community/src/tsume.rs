//! Tsume: attempts and compositions.

words! {
    /// The result of a first attempt.
    pub enum TsumeFirst {
        /// It was solved.
        Solved => "solved",
        /// It was not solved.
        Failed => "failed",
        /// A hint was used, so it does not count.
        Helped => "helped",
    }
}

words! {
    /// What has become of a composition.
    pub enum CompositionState {
        /// Only the composer sees it.
        Draft => "draft",
        /// Others solve it and vote.
        Proposed => "proposed",
        /// It is one of the problems.
        Published => "published",
        /// A moderator has taken it away; only the composer sees it.
        Removed => "removed",
    }
}
