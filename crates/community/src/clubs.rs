//! Clubs.

words! {
    /// How to join a club.
    pub enum Joining {
        /// Anybody joins by themselves.
        Open => "open",
        /// By request, which an organiser accepts or declines.
        Request => "request",
        /// With an invitation link from an organiser.
        Invitation => "invitation",
    }
}

words! {
    /// A member's role in a club.
    pub enum ClubRole {
        /// A member.
        Member => "member",
        /// An organiser: maintains the member list, announces, awards grades.
        Organiser => "organiser",
        /// An owner: edits the club and appoints its organisers.
        Owner => "owner",
    }
}
