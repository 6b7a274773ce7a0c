//! How a game ended: why, and for whom.
//!
//! A record says more than the rules do: people resign, run out of time, fail to appear, and
//! problems end with "no mate". [`Cause`] has them all; each format has words for some of them.

use komadai_rules::{Ending, Reason, Side};

/// How a game or a line of play ended.
///
/// ```
/// use komadai_kifu::{Outcome, Record};
/// use komadai_rules::{Line, Move, Position, RuleSet, Variant};
///
/// // A game that ends by the rules of the board is recorded with the ending they give.
/// let variant = Variant::standard();
/// let start = Position::from_sfen(variant, "4k4/9/4P4/9/9/9/9/9/4K4 b G 1")?;
/// let mate = Move::from_usi(variant, "G*5b")?;
/// let ending = Line::new(start.clone(), RuleSet::casual()).play(mate)?.expect("it is mate");
/// let mut game = Record::builder(start);
/// game.play(mate, None)?.end(Outcome::from(ending), None)?;
/// assert!(game.has_ended());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// Why it ended.
    pub cause: Cause,
    /// Who won; none if nobody did or the record does not tell.
    pub winner: Option<Side>,
}

impl Outcome {
    /// The end for this cause.
    pub fn new(cause: Cause, winner: Option<Side>) -> Self {
        Self { cause, winner }
    }

    /// The end for this cause when the side to move is `turn` and the format says no more than the
    /// cause: who resigns, is mated or runs out of time is then the side to move.
    pub(crate) fn usual(cause: Cause, turn: Side) -> Self {
        let winner = cause.usual_winner(turn);
        Self { cause, winner }
    }
}

impl From<Ending> for Outcome {
    fn from(ending: Ending) -> Self {
        Self { cause: ending.reason.into(), winner: ending.winner }
    }
}

/// Why a game or a line of play ended.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Cause {
    /// The king is mated.
    Checkmate,
    /// The side to move has no legal move and is not in check.
    NoMoves,
    /// A player gave up.
    Resignation,
    /// A player's time ran out.
    Time,
    /// A move was against the rules.
    IllegalMove,
    /// The position stood for the fourth time.
    Repetition,
    /// … and one side gave check all the while.
    PerpetualCheck,
    /// A player declared the entering of the king and was right.
    Declaration,
    /// A player declared the entering of the king and was wrong.
    DeclarationFailed,
    /// The players agreed on an impasse.
    ImpasseAgreement,
    /// A king reached the other king's starting square.
    Try,
    /// The game reached its greatest length.
    MaxMoves,
    /// A side has only its king.
    BareKing,
    /// The last royal piece was taken.
    RoyalCaptured,
    /// A check, in a variant where giving it wins.
    Check,
    /// A position came back, with an attack at every move of one side.
    PerpetualAttack,
    /// Two royal pieces are left.
    BareRoyals,
    /// The players agreed on a draw.
    Agreement,
    /// A player did not appear.
    NoShow,
    /// The organiser gave the game to one side.
    Forfeit,
    /// The organiser decided who won.
    Adjudicated,
    /// The organiser took the game back.
    Annulled,
    /// A player left the game.
    Abandoned,
    /// The game did not come about: a first move was not played, or it was called off before it.
    Aborted,
    /// The game was broken off.
    Interrupted,
    /// A draw for a reason that the record does not tell.
    Draw,
    /// There is no mate (in problems).
    NoMate,
    /// The record says that it is faulty.
    Error,
    /// A word of which nothing more is known. It has no line end in it.
    Other(String),
}

/// Every cause with a fixed name and its word in Japanese.
const NAMES: [(Cause, &str, &str); 28] = [
    (Cause::Checkmate, "checkmate", "詰み"),
    (Cause::NoMoves, "no_moves", "指し手なし"),
    (Cause::Resignation, "resignation", "投了"),
    (Cause::Time, "time", "時間切れ"),
    (Cause::IllegalMove, "illegal_move", "反則"),
    (Cause::Repetition, "repetition", "千日手"),
    (Cause::PerpetualCheck, "perpetual_check", "連続王手の千日手"),
    (Cause::Declaration, "declaration", "入玉宣言"),
    (Cause::DeclarationFailed, "declaration_failed", "入玉宣言の失敗"),
    (Cause::ImpasseAgreement, "impasse_agreement", "持将棋"),
    (Cause::Try, "try", "トライ"),
    (Cause::MaxMoves, "max_moves", "最大手数"),
    (Cause::BareKing, "bare_king", "裸玉"),
    (Cause::RoyalCaptured, "royal_captured", "玉取り"),
    (Cause::Check, "check", "王手"),
    (Cause::PerpetualAttack, "perpetual_attack", "連続当たりの千日手"),
    (Cause::BareRoyals, "bare_royals", "両裸玉"),
    (Cause::Agreement, "agreement", "合意の引き分け"),
    (Cause::NoShow, "no_show", "不戦"),
    (Cause::Forfeit, "forfeit", "没収"),
    (Cause::Adjudicated, "adjudicated", "裁定"),
    (Cause::Annulled, "annulled", "無効"),
    (Cause::Abandoned, "abandoned", "放棄"),
    (Cause::Aborted, "aborted", "不成立"),
    (Cause::Interrupted, "interrupted", "中断"),
    (Cause::Draw, "draw", "引き分け"),
    (Cause::NoMate, "no_mate", "不詰"),
    (Cause::Error, "error", "エラー"),
];

impl Cause {
    /// Every cause but [`Cause::Other`].
    pub fn all() -> impl Iterator<Item = Self> {
        NAMES.into_iter().map(|(cause, ..)| cause)
    }

    /// The name in the journal and on the wire, as `illegal_move`; of an unknown word the word.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Other(word) => word,
            _ => self.entry().map_or("", |(_, name, _)| name),
        }
    }

    /// The cause with that name. `no_first_move` is an [`Cause::Aborted`].
    pub fn from_name(name: &str) -> Option<Self> {
        match name {
            "no_first_move" => Some(Self::Aborted),
            _ => NAMES.into_iter().find(|entry| entry.1 == name).map(|(cause, ..)| cause),
        }
    }

    /// The word in Japanese.
    pub(crate) fn japanese(&self) -> &str {
        match self {
            Self::Other(word) => word,
            _ => self.entry().map_or("", |(.., word)| word),
        }
    }

    /// The cause with that word in Japanese.
    pub(crate) fn from_japanese(word: &str) -> Option<Self> {
        NAMES.into_iter().find(|entry| entry.2 == word).map(|(cause, ..)| cause)
    }

    /// Whether it is a word of which nothing more is known.
    pub(crate) fn is_unknown(&self) -> bool {
        matches!(self, Self::Other(_))
    }

    /// Whether nobody wins by it.
    pub(crate) fn is_draw(&self) -> bool {
        matches!(
            self,
            Self::Repetition
                | Self::ImpasseAgreement
                | Self::MaxMoves
                | Self::BareRoyals
                | Self::Agreement
                | Self::Draw
        )
    }

    /// Whether it says the same as another cause, or the same and more.
    pub(crate) fn may_stand_for(&self, other: &Self) -> bool {
        match (self, other) {
            (_, Self::Interrupted | Self::Other(_)) => true,
            (cause, Self::Draw) => cause.is_draw(),
            (
                Self::PerpetualCheck | Self::PerpetualAttack,
                Self::Repetition | Self::IllegalMove,
            )
            | (Self::MaxMoves | Self::Declaration, Self::ImpasseAgreement)
            | (Self::DeclarationFailed, Self::Declaration | Self::IllegalMove)
            | (Self::NoMoves, Self::Checkmate) => true,
            _ => self == other,
        }
    }

    fn entry(&self) -> Option<(Self, &'static str, &'static str)> {
        NAMES.into_iter().find(|(cause, ..)| cause == self)
    }

    /// Who wins when the side to move is `turn` and nothing else is known.
    pub(crate) fn usual_winner(&self, turn: Side) -> Option<Side> {
        match self {
            Self::Checkmate
            | Self::NoMoves
            | Self::Resignation
            | Self::Time
            | Self::IllegalMove
            | Self::DeclarationFailed
            | Self::Try
            | Self::BareKing
            | Self::RoyalCaptured
            | Self::Check
            | Self::NoShow => Some(turn.other()),
            Self::Declaration => Some(turn),
            _ => None,
        }
    }
}

impl From<Reason> for Cause {
    fn from(reason: Reason) -> Self {
        match reason {
            Reason::Checkmate => Self::Checkmate,
            Reason::NoMoves => Self::NoMoves,
            Reason::Repetition => Self::Repetition,
            Reason::PerpetualCheck => Self::PerpetualCheck,
            Reason::IllegalMove => Self::IllegalMove,
            Reason::Declaration => Self::Declaration,
            Reason::DeclarationFailed => Self::DeclarationFailed,
            Reason::ImpasseAgreement => Self::ImpasseAgreement,
            Reason::Try => Self::Try,
            Reason::MaxMoves => Self::MaxMoves,
            Reason::BareKing => Self::BareKing,
            Reason::RoyalCaptured => Self::RoyalCaptured,
            Reason::Check => Self::Check,
            Reason::PerpetualAttack => Self::PerpetualAttack,
            Reason::BareRoyals => Self::BareRoyals,
            Reason::Agreement => Self::Agreement,
        }
    }
}
