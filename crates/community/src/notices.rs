//! Notifications of who is away.

words! {
    /// The kinds of notification sent to users who are away.
    pub enum NoticeKind {
        /// Somebody sends a challenge or a tournament invitation.
        Challenge => "challenge",
        /// A round of a tournament begins.
        Round => "round",
        /// It is the user's turn to move.
        Turn => "turn",
        /// A teacher has commented on one of the user's games.
        Coaching => "coaching",
        /// A tsume problem composed by the user is published.
        Tsume => "tsume",
        /// A player asks for something that the user decides: to join a club or a team, or to take
        /// part in a tournament.
        Request => "request",
    }
}

words! {
    /// A notification channel.
    pub enum NoticeChannel {
        /// By email.
        Mail => "mail",
        /// By push message to browsers.
        Push => "push",
    }
}
