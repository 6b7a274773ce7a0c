//! What a command is refused for, as the wire has it.

use komadai_live::Why;
use komadai_protocol::RefusalCode;

/// A refusal of ours, or of the service in the words of the wire.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// Why, for programs.
    pub code: RefusalCode,
    /// Why, for people; empty where the code says it all.
    pub message: String,
    /// Until when it will be refused, in Unix milliseconds, where that is known.
    pub until_ms: Option<u64>,
}

impl Refused {
    /// A refusal that its code explains.
    pub fn new(code: RefusalCode) -> Self {
        Self::said(code, String::new())
    }

    /// A refusal with its words.
    pub fn said(code: RefusalCode, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), until_ms: None }
    }

    /// The words, or what its code says.
    pub fn message(&self) -> &str {
        if self.message.is_empty() { self.code.message() } else { &self.message }
    }
}

impl From<komadai_live::Refused> for Refused {
    fn from(refused: komadai_live::Refused) -> Self {
        let komadai_live::Refused { why, message, until_ms } = refused;
        Self { code: code(&why), message, until_ms }
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
        Why::Internal => C::Internal,
        Why::KeptApart => C::KeptApart,
        Why::LeftTooOften => C::LeftTooOften,
        Why::Muted => C::Muted,
        Why::NeedsAccount => C::NeedsAccount,
        Why::NotWanted => C::NotWanted,
        Why::OwnSeek => C::OwnSeek,
        Why::Playing => C::StillPlaying,
        Why::ReadOnly => C::ReadOnly,
        Why::Stalled => C::Stalled,
        Why::Stopping => C::Stopping,
        Why::TakesNoChallenges => C::TakesNoChallenges,
        Why::TooManyChallenges => C::TooManyChallenges,
        Why::TooManyGames => C::TooManyGames,
        Why::TooManyWatchers => C::TooManyWatchers,
        Why::TooMuchChat => C::TooMuchChat,
        Why::UnknownChallenge => C::UnknownChallenge,
        Why::UnknownGame => C::UnknownGame,
        Why::UnknownPlayer => C::UnknownPlayer,
        Why::UnknownSeek => C::UnknownSeek,
        Why::Yourself => C::Yourself,
    }
}
