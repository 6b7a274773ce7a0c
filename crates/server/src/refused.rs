//! What a command is refused for, as the wire has it.

use komadai_live::Why;
use komadai_protocol::RefusalCode;
use komadai_review::EditError;
use komadai_service::{reviews::ReviewRefusal, storage::NotKept};

/// A refusal of ours, or of the service in the words of the wire.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WireRefusal {
    /// Why, for programs.
    pub code: RefusalCode,
    /// Why, for people; empty where the code says it all.
    pub message: String,
    /// Until when it will be refused, in Unix milliseconds, where that is known.
    pub until_ms: Option<u64>,
    /// The server that has the game, for [`RefusalCode::Elsewhere`].
    pub node: Option<String>,
}

impl WireRefusal {
    /// A refusal that its code explains.
    pub fn new(code: RefusalCode) -> Self {
        Self::said(code, String::new())
    }

    /// A refusal with its words.
    pub fn said(code: RefusalCode, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), until_ms: None, node: None }
    }

    /// The words, or what its code says.
    pub fn message(&self) -> &str {
        if self.message.is_empty() { self.code.message() } else { &self.message }
    }
}

impl From<komadai_live::LiveRefusal> for WireRefusal {
    fn from(refused: komadai_live::LiveRefusal) -> Self {
        let komadai_live::LiveRefusal { why, message, until_ms, node } = refused;
        Self { code: code(&why), message, until_ms, node }
    }
}

impl From<ReviewRefusal> for WireRefusal {
    fn from(refusal: ReviewRefusal) -> Self {
        use RefusalCode as C;
        use ReviewRefusal as R;
        match refusal {
            R::Unknown => Self::new(C::UnknownReview),
            R::GameNotOver => Self::new(C::GameNotOver),
            R::NoTree(why) => Self::said(C::BadEdit, why),
            R::NotTheirs => Self::new(C::NotYourReview),
            R::InStudy => Self::new(C::PartOfStudy),
            R::Edit(error) => error.into(),
            R::TooLarge => Self::new(C::ReviewTooLarge),
            R::TooManyWatchers => Self::new(C::TooManyWatchers),
            R::TooManyOpen => Self::new(C::TooManyReviews),
            R::TooFast => Self::new(C::TooFast),
            R::TooManyOwn(_) => Self::said(C::TooManyOwnReviews, refusal.to_string()),
            R::NotKept(why) => why.into(),
            R::NotNow(refused) => refused.into(),
            R::Failed => Self::new(C::Internal),
        }
    }
}

impl From<EditError> for WireRefusal {
    fn from(error: EditError) -> Self {
        use RefusalCode as C;
        match error {
            EditError::Illegal(illegal) => Self::new(illegal.into()),
            EditError::BadMove => Self::new(C::BadMove),
            EditError::UnknownNode => Self::new(C::UnknownNode),
            EditError::Full => Self::new(C::ReviewFull),
            error => Self::said(C::BadEdit, error.to_string()),
        }
    }
}

impl From<NotKept> for WireRefusal {
    fn from(why: NotKept) -> Self {
        let code = match why {
            NotKept::Disk => RefusalCode::StorageFull,
            NotKept::Own(_) => RefusalCode::ArchiveFull,
            NotKept::Address => RefusalCode::TooMuchKept,
        };
        Self::said(code, why.to_string())
    }
}

/// What the wire calls it.
pub(crate) fn code(why: &Why) -> RefusalCode {
    use RefusalCode as C;
    match why {
        Why::Game(refusal) => refusal.into(),
        Why::AlreadyChallenged => C::AlreadyChallenged,
        Why::Away => C::Away,
        Why::BadSetup => C::BadSetup,
        Why::CannotCome => C::CannotCome,
        Why::Elsewhere => C::Elsewhere,
        Why::EngineBusy => C::EngineBusy,
        Why::Internal => C::Internal,
        Why::KeptApart => C::KeptApart,
        Why::LeftTooOften => C::LeftTooOften,
        Why::Muted => C::Muted,
        Why::NeedsAccount => C::NeedsAccount,
        Why::NotWanted => C::NotWanted,
        Why::OwnSeek => C::OwnSeek,
        Why::Playing => C::StillPlaying,
        Why::RatedGameRunning => C::RatedGameRunning,
        Why::ReadOnly => C::ReadOnly,
        Why::Stalled => C::Stalled,
        Why::Stopping => C::Stopping,
        Why::TakesNoChallenges => C::TakesNoChallenges,
        Why::TooManyChallenges => C::TooManyChallenges,
        Why::TooManyGames => C::TooManyGames,
        Why::TooManyWatchers => C::TooManyWatchers,
        Why::TooFast => C::TooFast,
        Why::TooMuchChat => C::TooMuchChat,
        Why::UnknownChallenge => C::UnknownChallenge,
        Why::UnknownGame => C::UnknownGame,
        Why::UnknownPlayer => C::UnknownPlayer,
        Why::UnknownSeek => C::UnknownSeek,
        Why::Yourself => C::Yourself,
    }
}
