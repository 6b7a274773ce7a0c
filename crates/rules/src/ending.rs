//! §2: how a game ends by the rules of the board.

use serde::{Deserialize, Serialize};

use crate::{Illegal, Side, spelling::spellings};

/// §2: why a game is over. What clocks, players and organisers do is not here.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// §2: check, and no legal move.
    Checkmate,
    /// §2: no legal move without check.
    NoMoves,
    /// §2.2: the position came back for the last time.
    Repetition,
    /// §2.2: the same, with check at every move of one side.
    PerpetualCheck,
    /// §2.1: an illegal move where that loses.
    IllegalMove,
    /// §2.3: a declaration that holds.
    Declaration,
    /// §2.3: a declaration that does not.
    DeclarationFailed,
    /// §2.3: both agreed to count.
    ImpasseAgreement,
    /// §2.3: the king reached the other's starting square; §8: the farthest rank.
    Try,
    /// §2.4: the move limit.
    MaxMoves,
    /// §7.4: nothing but the king is left.
    BareKing,
    /// §8: the last royal was taken.
    RoyalCaptured,
    /// §12: a check, where giving it wins.
    Check,
    /// §9.6: the position came back for the last time, with an attack at every move of one side.
    PerpetualAttack,
    /// §9.6: two royals are left.
    BareRoyals,
    /// §9.6: both agreed on a draw.
    Agreement,
}

spellings!(Reason, "ending", 16:
    Checkmate = "checkmate",
    NoMoves = "no_moves",
    Repetition = "repetition",
    PerpetualCheck = "perpetual_check",
    IllegalMove = "illegal_move",
    Declaration = "declaration",
    DeclarationFailed = "declaration_failed",
    ImpasseAgreement = "impasse_agreement",
    Try = "try",
    MaxMoves = "max_moves",
    BareKing = "bare_king",
    RoyalCaptured = "royal_captured",
    Check = "check",
    PerpetualAttack = "perpetual_attack",
    BareRoyals = "bare_royals",
    Agreement = "agreement",
);

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Ending {
    /// Why.
    pub reason: Reason,
    /// Who won; `None` for a draw.
    pub winner: Option<Side>,
    /// §2.2, §2.3: whether a draw is to be played again.
    pub replay: bool,
    /// §2.1: what was illegal about the move that lost.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub illegal: Option<Illegal>,
}

impl Ending {
    pub(crate) const fn won(reason: Reason, winner: Side) -> Self {
        Self { reason, winner: Some(winner), replay: false, illegal: None }
    }

    pub(crate) const fn drawn(reason: Reason, replay: bool) -> Self {
        Self { reason, winner: None, replay, illegal: None }
    }
}
