//! Clubs: what they say of themselves, what can be done in them, and why it is refused.

mod act;
mod refusal;
mod settings;
mod stored_act;

pub use self::{
    act::{ClubAct, NewClubMember},
    refusal::{ClubRefusal, OWNED_MAX},
    settings::{
        ClubSettings, NAME_CHARS_MAX, NOTE_CHARS_MAX, Slug, TEXT_CHARS_MAX, TITLE_CHARS_MAX, line,
        text,
    },
    stored_act::StoredClubAct,
};

words! {
    /// How to join a club.
    #[derive(Default)]
    pub enum Joining {
        /// Anybody joins by themselves.
        Open => "open",
        /// By request, which an organiser accepts or declines.
        #[default]
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
