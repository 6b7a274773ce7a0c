//! Words that mean the same here and on the wire.
//!
//! The wire's are its own, so that nothing goes out because something changed inside; what they are
//! alike in is said once, and the compiler sees that none is forgotten.

use komadai_protocol::http::{account, clubs, ladder, me, moderation, site, studies, tsume};
use komadai_service::notices;

/// Something of ours that the wire has a word for.
pub(super) trait Told {
    type Wire;

    /// The wire's word for it.
    fn told(self) -> Self::Wire;
}

/// A word of the wire.
pub(super) trait Meant {
    type Ours;

    /// What it stands for.
    fn meant(self) -> Self::Ours;
}

macro_rules! alike {
    ($($ours:path = $wire:path { $($name:ident),* })*) => { $(
        impl Told for $ours {
            type Wire = $wire;

            fn told(self) -> $wire {
                match self { $(<$ours>::$name => <$wire>::$name),* }
            }
        }

        impl Meant for $wire {
            type Ours = $ours;

            fn meant(self) -> $ours {
                match self { $(<$wire>::$name => <$ours>::$name),* }
            }
        }
    )* };
}

alike! {
    komadai_store::Role = account::Role { Moderator, Admin }
    komadai_store::Scope = account::Scope { Read, Play, Import, Csa, Bot }
    komadai_store::ChallengesFrom = account::ChallengesFrom { All, Followed, None }
    komadai_store::Joining = clubs::Joining { Open, Request, Invitation }
    komadai_store::ClubRole = clubs::ClubRole { Member, Organiser, Owner }
    komadai_store::Distance = moderation::Distance { Mute, Block }
    komadai_store::SanctionKind = moderation::SanctionKind { Mute, Ban, Address }
    komadai_store::Visibility = studies::StudyVisibility { Private, Unlisted, Public }
    komadai_store::StudyRole = studies::StudyRole { Viewer, Contributor, Scorer }
    komadai_store::studies::search::StudyOrder = studies::StudyOrder { Newest, Likes }
    komadai_store::studies::chapters::ChapterMode =
        studies::ChapterMode { Normal, Practice, HideNext }
    komadai_store::tsume::First = tsume::TsumeFirst { Solved, Failed, Helped }
    komadai_store::clubs::ladder::State = ladder::LadderState {
        Open, Agreed, Playing, Won, Held, Drawn, Refused, Forfeited, Void
    }
    komadai_store::tsume::compositions::State =
        tsume::CompositionState { Draft, Proposed, Published, Removed }
    notices::Kind = me::NoticeKind { Challenge, Round, Turn, Coaching, Tsume }
    notices::Channel = me::NoticeChannel { Mail, Push }
    komadai_service::site::RegistrationPolicy = site::Registration { Open, Invitation, Closed }
}
