//! What was played: games with their results, and rounds without a game.
//!
//! A result is one result even if the game behind it was replayed after a repetition or an impasse
//! (§2.2, §2.3): the caller runs the chain of games.

use std::fmt;

use komadai_rules::{Odds, Side};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{EntryId, Points};

/// The key of a game in the document. Never reused, not even for a cancelled game.
#[derive(
    Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(transparent)]
pub struct GameKey(String);

impl GameKey {
    /// The text of it.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether the document left it out.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl From<&str> for GameKey {
    fn from(text: &str) -> Self {
        Self(text.to_owned())
    }
}

impl From<String> for GameKey {
    fn from(text: String) -> Self {
        Self(text)
    }
}

impl fmt::Display for GameKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

/// How a game came out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "PairingOutcome")]
pub enum Outcome {
    /// Sente won.
    Sente,
    /// Gote won.
    Gote,
    /// A draw.
    Draw,
    /// Sente did not appear: gote has the point without a game.
    SenteNoShow,
    /// Gote did not appear: sente has the point without a game.
    GoteNoShow,
    /// Neither player appeared.
    BothNoShow,
    /// The game was played and both players lose, by the arbiter's ruling.
    BothLose,
    /// Annulled: the game counts for nothing, as if it had never been paired.
    Annulled,
}

impl Outcome {
    /// Every outcome.
    pub const ALL: [Self; 8] = [
        Self::Sente,
        Self::Gote,
        Self::Draw,
        Self::SenteNoShow,
        Self::GoteNoShow,
        Self::BothNoShow,
        Self::BothLose,
        Self::Annulled,
    ];

    /// The side that has won, on the board or because the other did not come.
    pub fn winner(self) -> Option<Side> {
        match self {
            Self::Sente | Self::GoteNoShow => Some(Side::Sente),
            Self::Gote | Self::SenteNoShow => Some(Side::Gote),
            Self::Draw | Self::BothNoShow | Self::BothLose | Self::Annulled => None,
        }
    }

    /// Whether a game was played.
    pub fn was_played(self) -> bool {
        matches!(self, Self::Sente | Self::Gote | Self::Draw | Self::BothLose)
    }

    /// A win for that side.
    pub fn win(side: Side) -> Self {
        match side {
            Side::Sente => Self::Sente,
            Side::Gote => Self::Gote,
        }
    }

    /// That side not coming.
    pub fn no_show(side: Side) -> Self {
        match side {
            Side::Sente => Self::SenteNoShow,
            Side::Gote => Self::GoteNoShow,
        }
    }

    /// The same with the sides exchanged.
    #[must_use]
    pub fn mirrored(self) -> Self {
        match self {
            Self::Sente => Self::Gote,
            Self::Gote => Self::Sente,
            Self::SenteNoShow => Self::GoteNoShow,
            Self::GoteNoShow => Self::SenteNoShow,
            Self::Draw | Self::BothNoShow | Self::BothLose | Self::Annulled => self,
        }
    }
}

/// The arbiter's ruling in place of a result.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Ruling {
    /// The result that counts from now on.
    pub result: Outcome,
    /// The reason; never empty.
    pub reason: String,
    /// Who made it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub by: String,
}

/// The points scored on the boards of a team match.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "BoardPoints")]
pub struct Boards {
    /// Those of the side named first.
    pub sente: Points,
    /// Those of the other side.
    pub gote: Points,
}

/// One game, from its pairing on.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Game {
    /// Unique in the event; filled in when a document leaves it out.
    #[serde(default)]
    pub key: GameKey,
    /// The round, from 1.
    pub round: u32,
    /// The table, from 1; 0 when nobody has numbered it.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub board: u32,
    /// Sente; with `toss`, merely the player named first.
    pub sente: EntryId,
    /// The other player.
    pub gote: EntryId,
    /// The sides are still to be decided by furigoma (§3.1).
    #[serde(default, skip_serializing_if = "is_false")]
    pub toss: bool,
    /// The handicap gote gives (§3.3).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub handicap: Option<Odds>,
    /// The place in a bracket, a group, a class or a match, in the format's own words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub slot: Option<String>,
    /// Absent while it is being played.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<Outcome>,
    /// Replaces the result; the result stays for the audit log.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ruling: Option<Ruling>,
    /// Typed in when only the sum of a team match is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub boards: Option<Boards>,
    /// When it began, Unix milliseconds; arenas need it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub started_ms: Option<u64>,
    /// When it ended; arenas need it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ended_ms: Option<u64>,
    /// The organiser paired it; the reason.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The number of the play-off, from 1, that it is of: it separates players who are level, and
    /// counts for nothing else.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub play_off: Option<u32>,
}

pub(crate) fn is_zero(number: &u32) -> bool {
    *number == 0
}

fn is_false(flag: &bool) -> bool {
    !*flag
}

impl Game {
    /// What counts: the ruling, or else the result.
    pub fn outcome(&self) -> Option<Outcome> {
        self.ruling.as_ref().map(|ruling| ruling.result).or(self.result)
    }

    /// Whether it has been struck out.
    pub fn is_annulled(&self) -> bool {
        self.outcome() == Some(Outcome::Annulled)
    }

    /// The side on which that entry sits, if it does.
    pub fn side_of(&self, entry: &EntryId) -> Option<Side> {
        if *entry == self.sente {
            Some(Side::Sente)
        } else if *entry == self.gote {
            Some(Side::Gote)
        } else {
            None
        }
    }

    /// Who sits there.
    pub fn player(&self, side: Side) -> &EntryId {
        match side {
            Side::Sente => &self.sente,
            Side::Gote => &self.gote,
        }
    }

    /// Whether these two play it.
    pub fn is_between(&self, a: &EntryId, b: &EntryId) -> bool {
        (self.sente == *a && self.gote == *b) || (self.sente == *b && self.gote == *a)
    }

    /// The two sides with their players.
    pub fn seats(&self) -> [(Side, &EntryId); 2] {
        [(Side::Sente, &self.sente), (Side::Gote, &self.gote)]
    }
}

/// Why somebody has no game in a round.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ByeKind {
    /// No opponent was left: a full point.
    #[default]
    Bye,
    /// An announced absence: half a point.
    Absent,
    /// The schedule has no game for it; no points, and no round in any tie-break.
    Rest,
}

/// A round without a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "RoundBye")]
pub struct Bye {
    /// The round, from 1.
    pub round: u32,
    /// The entry.
    pub entry: EntryId,
    /// The kind.
    #[serde(default)]
    pub kind: ByeKind,
    /// The place in a bracket or class, as in a game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub slot: Option<String>,
}
