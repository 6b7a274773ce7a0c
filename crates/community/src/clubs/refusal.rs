//! Why something is not done in a club.

use crate::RefusalCode;

/// How many clubs an account may own.
pub const OWNED_MAX: i64 = 5;

/// Why something was not done in a club.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ClubRefusal {
    /// There is none with that address.
    #[error("there is no such club")]
    Unknown,
    /// Only members see that.
    #[error("only members of this club can see that")]
    Private,
    /// It takes another role.
    #[error("this is for the club's organisers or owners")]
    NotAllowed,
    /// Nothing new begins while the site is read only.
    #[error("the site is read-only for now; try again later")]
    ReadOnly,
    /// Something that was typed cannot be.
    #[error("{0}")]
    Words(String),
    /// Another club has the address, or had it.
    #[error("this address is taken; choose another one")]
    SlugTaken,
    /// The account owns enough clubs.
    #[error("an account owns at most {OWNED_MAX} clubs; hand one over or close it first")]
    TooMany,
    /// There are enough of something.
    #[error("{0}")]
    Full(String),
    /// One joins by a link alone.
    #[error("you can join this club only with a link from its organisers")]
    ByInvitation,
    /// The link does not lead in.
    #[error("this link is no longer valid; ask for a new one")]
    BadInvitation,
    /// The club does not want them.
    #[error("this club does not let you join")]
    Banned,
    /// One of the two has blocked the other.
    #[error("one of you has blocked the other")]
    KeptApart,
    /// The account may not come to the site.
    #[error("this player cannot join at the moment")]
    CannotCome,
    /// They are on the list.
    #[error("this player already belongs to the club")]
    AlreadyMember,
    /// An organiser has said no a short time ago.
    #[error("the club has declined your request; you can ask again after a week")]
    DeclinedLately,
    /// Somebody must be the owner.
    #[error("the club needs an owner; hand it over or close it")]
    LastOwner,
    /// The line, link or announcement is not there.
    #[error("there is no {0}")]
    UnknownThing(&'static str),
    /// No account has that user name.
    #[error("there is no such player")]
    UnknownPlayer,
    /// There is no account behind the line.
    #[error("this player has no account here")]
    NoAccount,
    /// A player on the ladder does that.
    #[error("you are not on this ladder; join it first")]
    NotOnLadder,
    /// They have a place there.
    #[error("you are on this ladder already")]
    AlreadyOnLadder,
    /// The other is below, or too far above.
    #[error("you can challenge players up to {0} places above you")]
    OutOfReach(i64),
    /// One of the two has a challenge or a game.
    #[error("one of you has a challenge or a game on this ladder; finish it first")]
    LadderBusy,
    /// The two had a challenge a short time ago.
    #[error("you two have met on this ladder lately; {0} days lie between two challenges")]
    MetLately(i64),
    /// Nobody plays on vacation.
    #[error("this player is on vacation; challenge them when they are back")]
    OnVacation,
}

impl ClubRefusal {
    /// Its code.
    pub fn code(&self) -> RefusalCode {
        match self {
            Self::Unknown => RefusalCode::NotFound,
            Self::Private => RefusalCode::PrivateClub,
            Self::NotAllowed => RefusalCode::NotAllowed,
            Self::ReadOnly => RefusalCode::ReadOnly,
            Self::Words(_) => RefusalCode::BadWords,
            Self::SlugTaken => RefusalCode::SlugTaken,
            Self::TooMany => RefusalCode::TooManyClubs,
            Self::Full(_) => RefusalCode::ClubFull,
            Self::ByInvitation => RefusalCode::ByInvitation,
            Self::BadInvitation => RefusalCode::BadInvitation,
            Self::Banned => RefusalCode::ClubBanned,
            Self::KeptApart => RefusalCode::KeptApart,
            Self::CannotCome => RefusalCode::CannotCome,
            Self::AlreadyMember => RefusalCode::AlreadyMember,
            Self::DeclinedLately => RefusalCode::DeclinedLately,
            Self::LastOwner => RefusalCode::LastOwner,
            Self::UnknownThing(_) => RefusalCode::UnknownEntry,
            Self::UnknownPlayer => RefusalCode::UnknownPlayer,
            Self::NoAccount => RefusalCode::NoAccount,
            Self::NotOnLadder => RefusalCode::NotOnLadder,
            Self::AlreadyOnLadder => RefusalCode::AlreadyOnLadder,
            Self::OutOfReach(_) => RefusalCode::OutOfReach,
            Self::LadderBusy => RefusalCode::LadderBusy,
            Self::MetLately(_) => RefusalCode::MetLately,
            Self::OnVacation => RefusalCode::OnVacation,
        }
    }
}
