//! Games by appointment, as their players and the organisers see them, and what waits for organisers.

use komadai_ids::Code;
use komadai_tournament::{EntryId, GameKey};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// One of the caller's own games by appointment that has not begun.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OwnAppointment {
    /// The game.
    pub game: GameKey,
    /// The round, from 1.
    pub round: u32,
    /// The opponent.
    pub opponent: EntryId,
    /// By when the game has begun.
    pub until_ms: u64,
    /// The time agreed upon.
    pub agreed_ms: Option<u64>,
    /// Until when that can be changed.
    pub changed_until_ms: Option<u64>,
    /// The times that the caller proposes, the earliest first.
    pub mine: Vec<u64>,
    /// The times that the opponent proposes.
    pub theirs: Vec<u64>,
    /// The caller's word to the opponent.
    pub own_words: String,
    /// The opponent's word to the caller.
    pub words: String,
    /// The opponent's time zone, as browsers name it; empty if it is not known.
    pub zone: String,
    /// Whether the caller would begin at once.
    pub ready: bool,
    /// Whether the opponent would.
    pub opponent_ready: bool,
    /// Who did not come to it; the arbiter decides.
    pub absentees: Vec<EntryId>,
    /// Whether the deadline has passed without a time; the arbiter decides.
    pub overdue: bool,
}

/// A time that a player proposes for a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ProposedTime {
    /// The player.
    pub entry: EntryId,
    /// The time.
    pub at_ms: u64,
}

/// A game by appointment that has not begun, as organisers see it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct GameToAppoint {
    /// The game.
    pub game: GameKey,
    /// The round, from 1.
    pub round: u32,
    /// Sente; with furigoma, merely the player named first.
    pub sente: EntryId,
    /// The other player.
    pub gote: EntryId,
    /// By when the game has begun.
    pub until_ms: u64,
    /// The time agreed upon.
    pub agreed_ms: Option<u64>,
    /// The times that are proposed, the earliest first.
    pub proposals: Vec<ProposedTime>,
    /// Who did not come to it; to be decided.
    pub absentees: Vec<EntryId>,
    /// Whether the deadline has passed without a time; to be decided.
    pub overdue: bool,
}

/// What somebody waits for in a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum DeskMatter {
    /// A player calls the arbiter.
    Call,
    /// A player did not come to an appointment.
    Missed,
    /// A game has no appointment at its deadline.
    Overdue,
    /// A player applies to take part.
    Applied,
}

/// The private address of an account's calendar.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OwnCalendar {
    /// Its path, for programs that subscribe to calendars; `null` if there is none. Whoever knows it
    /// reads when the account plays, and what its clubs play.
    pub path: Option<String>,
}

/// Something that waits for the organisers of a tournament.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OpenMatter {
    /// The tournament's address.
    pub code: Code,
    /// The tournament's name.
    pub name: String,
    /// What it is.
    pub t: DeskMatter,
    /// The player; of a game, both.
    pub players: Vec<String>,
    /// What the player says to it; empty if nothing.
    pub text: String,
    /// The entry of a player who calls.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub entry: Option<EntryId>,
}
