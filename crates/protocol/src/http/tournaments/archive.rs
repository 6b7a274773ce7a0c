//! Lists of tournaments, and how a player did in one.

use komadai_ids::Code;
use komadai_tournament::{Card, EntryId, GameKey, Points};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{TournamentEntry, TournamentPhase};
use crate::{
    http::paging::{After, NextPage},
    words,
};

/// Which tournaments are requested. A tournament that is over is among all of them if it had at
/// least four players or three games, or belongs to a club; searches by words, club or player find
/// the others too.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
pub struct WhichTournaments {
    /// Only those that the caller organises or plays in, their drafts among them, latest first.
    #[serde(default)]
    pub mine: bool,
    /// Only those at this stage: `open`, `running`, `over` or `cancelled`. Without it running ones
    /// come first, then open ones, then finished ones.
    pub phase: Option<TournamentPhase>,
    /// The beginning of a word of its name, its place, its club or a player's name.
    #[serde(default)]
    pub q: String,
    /// A club's address.
    pub club: Option<String>,
    /// The handle of somebody who takes part.
    pub player: Option<String>,
    /// A format's name.
    pub format: Option<String>,
    /// A variant's name.
    #[schemars(with = "Option<words::VariantName>")]
    pub variant: Option<String>,
    /// The year in which it ended or begins, by UTC.
    pub year: Option<i16>,
    /// Continues after the tournaments of the previous page: of the same stage, or of one's own, if
    /// that was asked for; otherwise with finished ones.
    #[serde(flatten)]
    pub page: After,
}

/// A tournament in a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TournamentSummary {
    /// Its address.
    pub code: Code,
    /// Its name.
    pub name: String,
    /// The stage it has reached.
    pub phase: TournamentPhase,
    /// The format's name.
    pub format: String,
    /// The variant's name.
    #[schemars(with = "words::VariantName")]
    pub variant: String,
    /// When it begins, unless its organiser starts it by hand.
    pub starts_ms: Option<i64>,
    /// When it ended, or begins, or was made.
    pub listed_ms: i64,
    /// The first day, as `2026-11-21`, of an event that is known by its days only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_day: Option<String>,
    /// The last day.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_day: Option<String>,
    /// The town; empty if it is not said.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub place: String,
    /// The number of players.
    pub players: i64,
    /// Who has won it, once it is over.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub winners: Vec<String>,
    /// When it last changed.
    pub changed_ms: i64,
}

/// The tournaments that the caller can see, and where the list goes on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TournamentList {
    /// Running ones first, then those open for registration, then finished ones; at most 50 of
    /// each.
    pub tournaments: Vec<TournamentSummary>,
    /// Where the list of finished ones goes on; `null` at its end.
    pub next: Option<NextPage>,
    /// The year of the first finished one there is, of the club if one is asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_year: Option<i16>,
}

/// A tournament that a player takes part in or has taken part in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PlayedTournament {
    /// The tournament.
    #[serde(flatten)]
    pub tournament: TournamentSummary,
    /// Their entry, once it is over.
    pub entry: Option<EntryId>,
    /// Their place.
    pub place_reached: Option<i64>,
    /// Their score.
    pub points: Option<Points>,
}

/// A player's tournaments, latest first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PlayedTournaments {
    /// At most 50.
    pub tournaments: Vec<PlayedTournament>,
    /// Where the list goes on; `null` at its end.
    pub next: Option<NextPage>,
}

/// How a player did in a tournament, round by round.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct PlayerCard {
    /// The tournament's address.
    pub code: Code,
    /// The tournament's name.
    pub name: String,
    /// The stage it has reached.
    pub phase: TournamentPhase,
    /// The player.
    pub player: TournamentEntry,
    /// Place, score and rounds.
    pub card: Card,
    /// Everybody else whom the card names.
    pub others: Vec<TournamentEntry>,
    /// The online games behind its rounds.
    pub games: Vec<CardGame>,
    /// What the clocks of tables say of its games.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tables: Vec<CardTable>,
}

/// What the clock of a table says of a game of a card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CardTable {
    /// The game's key in the tournament.
    pub key: GameKey,
    /// The number of moves.
    pub moves: u32,
    /// What the player has thought, in milliseconds.
    pub own_ms: u64,
    /// What the opponent has thought.
    pub opponent_ms: u64,
}

/// The online game behind a round of a card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CardGame {
    /// Its key in the tournament.
    pub key: GameKey,
    /// The game.
    pub game: Code,
}
