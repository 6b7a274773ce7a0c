//! What can be asked of a game, by whom, and why it may be refused.

use komadai_ids::UserId;
use komadai_rules::{BySide, Illegal, Side};
use serde::{Deserialize, Serialize};

use crate::{ConditionsProblem, Event, Outcome, Player, SetupProblem, Stretch, Time};

/// Names one command for ever: the client's 64 random bits and its number there.
///
/// With the user it is the key by which a repeated delivery is known again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct CommandKey {
    /// Drawn by the client once per page load.
    pub client: u64,
    /// Counted by the client.
    pub id: u32,
}

/// Who asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    /// Somebody with a name, who may or may not be a player of this game.
    User(UserId),
    /// The server itself.
    Server,
}

/// What one player may propose to the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Offer {
    /// 待った: to take back the proposer's last move (§3.4).
    Takeback,
    /// 持将棋: to call it an impasse (§2.3).
    Impasse,
    /// Another game, sides swapped.
    Rematch,
    /// §9.6: a draw, in variants that have it.
    Draw,
}

impl Offer {
    /// Every kind.
    pub const ALL: [Self; 4] = [Self::Takeback, Self::Impasse, Self::Rematch, Self::Draw];

    /// Its name on the wire.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Takeback => "takeback",
            Self::Impasse => "impasse",
            Self::Rematch => "rematch",
            Self::Draw => "draw",
        }
    }
}

/// What an arbiter does to a running game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ArbiterAct {
    /// Stops the clocks; nothing is moved until they go on.
    Halt,
    /// Lets them go on.
    GoOn,
    /// Sets both clocks, which must stand.
    SetClocks(BySide<Time>),
    /// Ends the game.
    End(Outcome),
}

/// What can be asked of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Takes the empty seat.
    Join {
        /// Who sits down.
        player: Player,
        /// Whether this player ranks above the creator and so has 王 (§2.5).
        has_king: bool,
    },
    /// Makes a move.
    Move {
        /// Number of moves before it: a move that answers another position is refused.
        ply: u32,
        /// The move as USI.
        usi: String,
        /// When the frame was read, in Unix milliseconds.
        read_ms: u64,
        /// Smoothed round trip to the player as the server measured it, in milliseconds.
        srtt_ms: Option<u64>,
    },
    /// Keeps the player's conditional moves, in place of those there are.
    Conditions {
        /// Number of moves made so far: lines from another position are refused.
        ply: u32,
        /// Lines of moves from the present position, as USI with spaces between.
        lines: Vec<String>,
    },
    /// 投了.
    Resign,
    /// Calls the game off before both sides have moved.
    Abort,
    /// Ends a game that the other side has left.
    Claim {
        /// Whether the win is claimed; else the game is called off.
        win: bool,
        /// Whether the other side has been away for the full waiting time. Only the room knows who
        /// is there.
        left: bool,
    },
    /// Proposes something, or agrees when the other proposed the same.
    Offer(Offer),
    /// Answers the other's proposal.
    Answer {
        /// What was proposed.
        offer: Offer,
        /// Yes or no.
        accept: bool,
    },
    /// 入玉宣言: declares an impasse (§2.3), as long as there is time for a move.
    Declare {
        /// When the frame was read, in Unix milliseconds.
        read_ms: u64,
        /// Smoothed round trip to the player as the server measured it, in milliseconds.
        srtt_ms: Option<u64>,
    },
    /// Both players have agreed; it comes from the server, which hears programs agree.
    Agree,
    /// What an arbiter does; it comes from the server, which knows who is one.
    Arbiter(ArbiterAct),
    /// The server's timer: is somebody's time up?
    CheckTime {
        /// The smoothed round trip of the side to move.
        srtt_ms: Option<u64>,
    },
    /// When a player is on vacation, in place of what was said before; it comes from the server,
    /// which knows how much of it an account has. Saying the same again changes nothing.
    Away {
        /// Who.
        side: Side,
        /// When; `None` if the player is not, or is back.
        vacation: Option<Stretch>,
    },
    /// The server was away between the two instants.
    Interrupt {
        /// Last instant at which it was known to work, in Unix milliseconds.
        from_ms: u64,
        /// First instant at which it worked again.
        to_ms: u64,
    },
}

/// What becomes of a command that is not carried out.
///
/// An end that a command only reveals is kept apart here from the events of commands that are
/// carried out, so that nobody can acknowledge the one for the other.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Rejection {
    /// It is refused, and nothing happens.
    #[error(transparent)]
    Refused(Refusal),
    /// It came after the end, of which the timer had not taken note yet: somebody is out of time.
    /// This event is to be journaled, without the key of the command, which is refused with
    /// [`Refusal::GameOver`].
    #[error("the game is over")]
    Ended(Box<Event>),
}

impl Rejection {
    /// What whoever gave the command is told.
    pub fn refusal(self) -> Refusal {
        match self {
            Self::Refused(refusal) => refusal,
            Self::Ended(_) => Refusal::GameOver,
        }
    }
}

impl<R: Into<Refusal>> From<R> for Rejection {
    fn from(refusal: R) -> Self {
        Self::Refused(refusal.into())
    }
}

/// Why a command was not carried out. It is the player's to mend, or nobody's.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// Only the two players may do that.
    #[error("you are not a player of this game")]
    NotAPlayer,
    /// The game waits for an opponent.
    #[error("the game has not started yet")]
    NotStarted,
    /// The game has ended.
    #[error("the game is over")]
    GameOver,
    /// The game has not ended.
    #[error("the game is not over yet")]
    GameNotOver,
    /// An arbiter has stopped the game.
    #[error("the arbiter has stopped the game; wait until it resumes")]
    Halted,
    /// It is the other side's turn.
    #[error("it is not your turn")]
    NotYourTurn,
    /// The move answers another position than the present one.
    #[error("the position has changed: this is ply {ply}")]
    StalePly {
        /// Number of moves made so far.
        ply: u32,
    },
    /// The text is not a move.
    #[error("this is not a move in USI notation, such as 7g7f or P*5e")]
    BadMove,
    /// The move is against the rules.
    #[error("illegal move: {0}")]
    Illegal(Illegal),
    /// The rules, or the moment, do not allow it.
    #[error("this is not allowed at this moment")]
    NotAllowed,
    /// Both sides have moved.
    #[error("the game can no longer be aborted; you can resign")]
    TooLateToAbort,
    /// The other side is there, or may still come back.
    #[error("your opponent is here, or may still come back")]
    NotLeft,
    /// There is no such offer.
    #[error("this offer is no longer open")]
    NoOffer,
    /// The same offer is already open.
    #[error("you have already offered that")]
    AlreadyOffered,
    /// Both seats are taken.
    #[error("somebody else has already joined this game")]
    SeatTaken,
    /// One cannot play oneself.
    #[error("you cannot join your own game")]
    OwnGame,
    /// Guests have no rating, and may not find back to a game that lasts for weeks.
    #[error("rated games and games by correspondence are between accounts; register first")]
    NeedsAccount,
    /// The next game is already there.
    #[error("the next game has already been created")]
    AlreadyFollowed,
    /// The conditional moves cannot be kept.
    #[error("{0}")]
    Conditions(#[from] ConditionsProblem),
    /// The set-up cannot be.
    #[error("{0}")]
    Setup(#[from] SetupProblem),
}
