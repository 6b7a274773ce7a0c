//! Why something is not done in a study.

refusals! {
    /// Why something was not done in a study.
    pub enum StudyRefusal {
        /// There is none at this address that they can see.
        Unknown => UnknownStudy;
        /// It is for others to do that.
        NotTheirs => NotYourStudy;
        /// Something is too long, or missing.
        Words(text: String) => BadWords, "{text}";
        /// A limit of the study is reached.
        Full(text: String) => StudyFull, "{text}";
        /// Somebody has as many as they may.
        TooManyOwn(most: u64) => TooManyStudies, "you have {most} studies; delete one first";
        /// It would have no chapter.
        LastChapter => LastChapter;
        /// The order is one of other chapters.
        BadOrder => BadStudy, "this is not an order of the study's chapters: they have changed";
        /// The link has been replaced, or there is none any more.
        BadLink => BadInvitation;
        /// Nobody has that handle.
        UnknownPlayer => UnknownPlayer;
        /// They said no, and are not asked again for a while.
        Declined => Declined, "this player has declined, but can still join by a link";
        /// There are as many invitations as may be.
        TooManyInvitations => TooManyInvitations;
        /// One of the two has blocked the other.
        KeptApart => KeptApart;
    }
}
