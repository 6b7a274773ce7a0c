//! The rounds of a tournament, and what is left out of a large one.

use komadai_ids::Code;
use komadai_rules::Odds;
use komadai_tournament::{Boards, Bye, EntryId, GameKey, Match, Outcome, Ruling};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::TableReport;

/// How much of a tournament is requested.
#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema)]
pub struct WhichRounds {
    /// Which of its rounds, if it is a large one; all if absent.
    #[serde(default)]
    pub rounds: RoundsAsked,
}

/// The rounds of a large tournament that are requested.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RoundsAsked {
    /// All rounds, and the standings with their cells.
    #[default]
    All,
    /// The latest rounds complete, the others without their games, and the standings without
    /// cells.
    Latest,
}

/// What `rounds=latest` has left out of a large tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "TournamentOmissions")]
pub struct Omissions {
    /// The number of games.
    pub games: u32,
    /// The number of matches in its standings.
    pub matches: u32,
    /// Whether its standings are without cells (`rounds` of their rows), in an arena but for the latest
    /// of each player.
    pub cells: bool,
}

/// A published round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TournamentRound {
    /// Its number, from 1.
    pub round: u32,
    /// The pairings.
    pub games: Vec<Pairing>,
    /// Those without a game.
    pub byes: Vec<Bye>,
    /// When it was published; absent where that is not known, and of rounds that were published
    /// ahead together with an earlier one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub began_ms: Option<u64>,
    /// How many of its games were left out, and its byes with them; absent if it is complete.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left_out: Option<u32>,
}

/// A published round, complete.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct CompleteRound {
    /// The round.
    #[serde(flatten)]
    pub round: TournamentRound,
    /// The matches that its games belong to, as in the standings.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub matches: Vec<Match>,
}

/// A game of a round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Pairing {
    /// The id used in acts.
    pub key: GameKey,
    /// The table, from 1; 0 if it has no number.
    pub board: u32,
    /// Sente; with `toss`, merely the player named first.
    pub sente: EntryId,
    /// The other player.
    pub gote: EntryId,
    /// Whether the sides are still to be decided by furigoma (§3.1).
    pub toss: bool,
    /// The handicap gote gives (§3.3).
    pub handicap: Option<Odds>,
    /// The place in a bracket, a group, a class or a match.
    pub slot: Option<String>,
    /// The result that counts; `null` while the game is played.
    pub result: Option<Outcome>,
    /// The arbiter's ruling in place of a result.
    pub ruling: Option<Ruling>,
    /// Why the organiser made the pairing.
    pub reason: Option<String>,
    /// The players' reports of the result, while it does not count yet.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub reports: Vec<Report>,
    /// The report of the clock on the table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub table: Option<TableReport>,
    /// When the result of an over-the-board game was entered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub typed_ms: Option<u64>,
    /// The points of a team match of which only the total is known.
    pub boards: Option<Boards>,
    /// The online games of the pairing, the last of which counts.
    pub games: Vec<Code>,
    /// The number of the play-off that it is of: it separates players who are level, and counts for
    /// nothing else.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub play_off: Option<u32>,
    /// Whether its game begins once its players have fewer games (`games_at_once`), or at the time
    /// that they agree upon (`by_appointment`).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub waits: bool,
    /// The time that its players have agreed upon, as long as it waits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at_ms: Option<u64>,
}

/// A round, or several published at once, that was taken back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RoundTakenBack {
    /// The round, or the first of them.
    pub round: u32,
    /// When.
    pub at_ms: u64,
    /// The organiser's reason.
    pub reason: String,
}

/// A player's report of the result of their own game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "ResultReport")]
pub struct Report {
    /// The player.
    pub entry: EntryId,
    /// The result.
    pub outcome: Outcome,
}
