//! Why something is not done in a tournament.

use komadai_tournament::ProblemCode;

use crate::{RefusalCode, clubs::ClubRefusal};

/// What the next round waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Waiting {
    /// Everything is held up.
    HeldUp,
    /// Games without a result.
    Results,
    /// Enough players.
    Players,
    /// The challenger of a title match.
    Challenger,
    /// An order that cannot be obeyed.
    Order,
    /// Its time.
    Time,
}

/// Why something is not done. Nothing has changed.
#[derive(Debug, thiserror::Error)]
pub enum TournamentRefusal {
    /// Only organisers may.
    #[error("only the organisers of this tournament can do that")]
    NotOrganiser,
    /// The site is read only.
    #[error("nothing new can be started for now; games in progress continue")]
    ReadOnly,
    /// Not in this phase.
    #[error("this cannot be done {0}")]
    Phase(&'static str),
    /// Registration is closed to this player, and why.
    #[error("{0}")]
    NotOpen(&'static str),
    /// Only members of its club come in.
    #[error("only members of the club can enter")]
    MembersOnly,
    /// Only a player says that.
    #[error("only the player can do that: {0}")]
    PlayerOnly(&'static str),
    /// No account has that user name.
    #[error("there is no such player")]
    UnknownPlayer,
    /// One of the two has blocked the other, or the club the player.
    #[error("one of you has blocked the other")]
    KeptApart,
    /// The player is asked by acquaintances alone.
    #[error("this player accepts invitations only from people they know; send them the link")]
    TakesNoInvitations,
    /// It is refused by the club that is to run it.
    #[error(transparent)]
    Club(#[from] ClubRefusal),
    /// The player has said no already.
    #[error("this player has declined, but can still join by themselves")]
    Declined,
    /// Somebody has agreed to games that are not rated.
    #[error(
        "players have entered for unrated games, so the games stay unrated; create a new tournament"
    )]
    StaysCasual,
    /// It is full.
    #[error("all {0} places are taken")]
    Full(u32),
    /// A reason is needed.
    #[error("give a reason; it is recorded")]
    Reason,
    /// There is no such thing.
    #[error("there is no {0}")]
    Unknown(String),
    /// The settings cannot be.
    #[error("{0}")]
    Settings(String),
    /// It has begun, and this stays as it is.
    #[error("the format, the scoring and the variant are fixed once it has begun")]
    Begun,
    /// The document would contradict itself.
    #[error("these settings contradict one another: {0}")]
    Problems(#[from] komadai_tournament::Problems),
    /// The document is left as it is.
    #[error("{0}")]
    Edit(#[from] komadai_tournament::edit::EditError),
    /// The next round cannot begin yet, and why.
    #[error("the next round cannot begin: {0}")]
    NotYet(String),
    /// It cannot be ended yet, and why.
    #[error("it cannot be ended: {0}")]
    NotClosed(String),
    /// The next round waits for something.
    #[error("the next round cannot begin: {text}")]
    Waits {
        /// What it waits for.
        what: Waiting,
        /// The same in words.
        text: String,
    },
    /// The game is not being played.
    #[error("this game is not being played")]
    NotPlayed,
    /// One of several cannot be entered, counted from 1, and why; so nobody is.
    #[error("row {0}: {1}")]
    Row(usize, Box<TournamentRefusal>),
}

impl TournamentRefusal {
    /// Its code.
    pub fn code(&self) -> RefusalCode {
        match self {
            Self::NotOrganiser => RefusalCode::NotOrganiser,
            Self::ReadOnly => RefusalCode::ReadOnly,
            Self::Phase(_) => RefusalCode::WrongPhase,
            Self::NotOpen(_) => RefusalCode::NotOpen,
            Self::MembersOnly => RefusalCode::MembersOnly,
            Self::PlayerOnly(_) => RefusalCode::PlayerOnly,
            Self::UnknownPlayer => RefusalCode::UnknownPlayer,
            Self::KeptApart => RefusalCode::KeptApart,
            Self::TakesNoInvitations => RefusalCode::TakesNoChallenges,
            Self::Club(refusal) => refusal.code(),
            Self::Declined => RefusalCode::Declined,
            Self::StaysCasual => RefusalCode::StaysCasual,
            Self::Full(_) => RefusalCode::Full,
            Self::Reason => RefusalCode::ReasonNeeded,
            Self::Unknown(_) => RefusalCode::Unknown,
            Self::Settings(_) => RefusalCode::BadSettings,
            Self::Begun => RefusalCode::HasBegun,
            Self::Problems(problems) => {
                problems.0.first().map_or(RefusalCode::Contradiction, |it| code_of(it.code))
            }
            Self::Edit(_) => RefusalCode::NotPossible,
            Self::NotYet(_) | Self::NotClosed(_) => RefusalCode::NotYet,
            Self::Waits { what, .. } => match what {
                Waiting::HeldUp => RefusalCode::HeldUp,
                Waiting::Results => RefusalCode::ResultsMissing,
                Waiting::Players => RefusalCode::PlayersMissing,
                Waiting::Challenger => RefusalCode::ChallengerMissing,
                Waiting::Order => RefusalCode::OrderInTheWay,
                Waiting::Time => RefusalCode::NotYet,
            },
            Self::NotPlayed => RefusalCode::NotPlayed,
            Self::Row(_, cause) => cause.code(),
        }
    }
}

/// The code of what is wrong with a document.
fn code_of(problem: ProblemCode) -> RefusalCode {
    match problem {
        ProblemCode::Team => RefusalCode::TeamMissing,
        ProblemCode::Class => RefusalCode::ClassMissing,
        ProblemCode::Host => RefusalCode::HostMissing,
        ProblemCode::Holder => RefusalCode::HolderMissing,
        ProblemCode::LateEntry => RefusalCode::NoLateEntries,
        ProblemCode::Orders => RefusalCode::NoOrders,
        ProblemCode::TiebreakTwice => RefusalCode::TiebreakTwice,
        ProblemCode::Tiebreaks => RefusalCode::NoTiebreaks,
        ProblemCode::Points => RefusalCode::BadPoints,
        ProblemCode::Stages
        | ProblemCode::Best
        | ProblemCode::Groups
        | ProblemCode::Prizes
        | ProblemCode::Tags => RefusalCode::BadSettings,
        ProblemCode::AbsentTwice
        | ProblemCode::Bars
        | ProblemCode::Boards
        | ProblemCode::ByeTwice
        | ProblemCode::Classes
        | ProblemCode::Duration
        | ProblemCode::EntryId
        | ProblemCode::EntryTwice
        | ProblemCode::Format
        | ProblemCode::GameKey
        | ProblemCode::GameTwice
        | ProblemCode::Match
        | ProblemCode::OwnOpponent
        | ProblemCode::OwnTeam
        | ProblemCode::Probability
        | ProblemCode::Reason
        | ProblemCode::Round
        | ProblemCode::Rounds
        | ProblemCode::Slot
        | ProblemCode::Time
        | ProblemCode::TooMany
        | ProblemCode::Toss
        | ProblemCode::TwoGames
        | ProblemCode::UnknownEntry
        | ProblemCode::Version => RefusalCode::Contradiction,
    }
}
