//! Why something is not done in a tournament.

use crate::RefusalCode;

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
            Self::Declined => RefusalCode::Declined,
            Self::StaysCasual => RefusalCode::StaysCasual,
            Self::Full(_) => RefusalCode::Full,
            Self::Reason => RefusalCode::ReasonNeeded,
            Self::Unknown(_) => RefusalCode::Unknown,
            Self::Settings(_) => RefusalCode::BadSettings,
            Self::Begun => RefusalCode::HasBegun,
            Self::Problems(problems) => match problems.0.first().map(|it| it.code) {
                Some("team") => RefusalCode::TeamMissing,
                Some("class") => RefusalCode::ClassMissing,
                Some("host") => RefusalCode::HostMissing,
                Some("holder") => RefusalCode::HolderMissing,
                Some("late_entry") => RefusalCode::NoLateEntries,
                Some("orders") => RefusalCode::NoOrders,
                Some("tiebreak_twice") => RefusalCode::TiebreakTwice,
                Some("tiebreaks") => RefusalCode::NoTiebreaks,
                Some("points") => RefusalCode::BadPoints,
                Some("stages" | "best" | "groups" | "prizes" | "tags") => RefusalCode::BadSettings,
                _ => RefusalCode::Contradiction,
            },
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
