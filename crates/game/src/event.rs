//! What happened in a game.

use komadai_rules::{BySide, Move, Side};
use serde::{Deserialize, Serialize};

use crate::{CommandKey, Offer, Outcome, Player, Setup, Stretch, Time, Toss};

/// One thing that happened. Together, in order, the events are the game.
///
/// As JSON, which is how all but moves are kept, its fields are only ever added to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "t", rename_all = "snake_case")]
pub enum Event {
    /// The game was made.
    Created(Box<Setup>),
    /// Both players are known and the clock of the side to move runs.
    Started {
        /// Who sits where.
        players: BySide<Player>,
        /// The toss, where furigoma decided.
        toss: Option<Toss>,
        /// The side that has 王 (§2.5), where it is not the creator's.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        king: Option<Side>,
        /// When, in Unix milliseconds.
        at_ms: u64,
    },
    /// The players have agreed to play (see [`Setup::agreed_within_ms`]): the thinking of the side
    /// to move starts again, and is charged from now on.
    Agreed {
        /// When, in Unix milliseconds.
        at_ms: u64,
    },
    /// A legal move was made.
    #[serde(skip)]
    Moved {
        /// The move.
        mv: Move,
        /// From its announcement to the mover until the answer was read, in milliseconds.
        thought_ms: u32,
        /// What was not charged of that because the network took it, in milliseconds.
        credit_ms: u16,
        /// The mover's clock after it.
        time: Time,
    },
    /// A player decided what to answer (an empty list: nothing any more). Nobody else learns of
    /// it, so it has no number among the events.
    ConditionsSet {
        /// Who.
        by: Side,
        /// Lines of moves from the present position, as USI with spaces between.
        lines: Vec<String>,
    },
    /// A player offered something.
    Offered {
        /// Who.
        by: Side,
        /// What.
        offer: Offer,
    },
    /// A player answered the other's offer.
    Answered {
        /// Who answered.
        by: Side,
        /// What was offered.
        offer: Offer,
        /// Yes or no.
        accepted: bool,
    },
    /// The last moves were taken back (§3.4).
    TakenBack {
        /// How many.
        plies: u16,
        /// The clocks after it: those from before the moves.
        times: BySide<Time>,
    },
    /// The server was away, or could not write.
    Interrupted {
        /// Last instant at which it was known to work, in Unix milliseconds.
        from_ms: u64,
        /// First instant at which it worked again.
        to_ms: u64,
        /// What the side to move had thought before; it stays charged.
        elapsed_ms: u32,
    },
    /// A player has said when they are on vacation: their clock does not run then. It takes the
    /// place of what they said before; coming back early is a vacation that ends earlier.
    AwayUntil {
        /// Who.
        side: Side,
        /// When, from now on.
        #[serde(flatten)]
        vacation: Stretch,
        /// What that side had thought before where it is to move; it stays charged, in
        /// milliseconds.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        elapsed_ms: Option<u32>,
    },
    /// An arbiter has stopped the game: the clocks stand, and nothing is moved.
    Halted {
        /// What the side to move had thought before; it stays charged, in milliseconds.
        elapsed_ms: u32,
        /// When, in Unix milliseconds.
        at_ms: u64,
    },
    /// An arbiter resumes a stopped game.
    WentOn {
        /// When, in Unix milliseconds.
        at_ms: u64,
    },
    /// An arbiter has set the clocks of a stopped game; what was thought is forgotten.
    ClocksSet {
        /// What stands on them.
        times: BySide<Time>,
        /// When, in Unix milliseconds.
        at_ms: u64,
    },
    /// The game is over.
    Ended {
        /// How.
        outcome: Outcome,
        /// The clocks at the end.
        times: BySide<Time>,
        /// When, in Unix milliseconds.
        at_ms: u64,
        /// The game that follows at once because this one is replayed (§2.2).
        next: Option<Box<Setup>>,
    },
    /// The players agreed on another game.
    Rematch {
        /// That game.
        next: Box<Setup>,
    },
}

impl Event {
    /// Whether it has a number, by which clients know what they missed.
    pub fn is_numbered(&self) -> bool {
        !matches!(self, Self::ConditionsSet { .. })
    }
}

/// The events of one command: durable together or not at all.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Record {
    /// The command that led to them; `None` where the server itself acted.
    pub key: Option<CommandKey>,
    /// The side whose player gave the command, where it was a player's.
    pub side: Option<Side>,
    /// What it led to, at least one event.
    pub events: Vec<Event>,
}
