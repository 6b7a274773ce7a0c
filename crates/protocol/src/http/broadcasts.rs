//! `/broadcasts`: games that are played elsewhere. A broadcast is a study whose chapters are its
//! boards; its members, its link and its deletion are at `/studies`.

pub use komadai_community::broadcasts::{
    BoardEvent, BroadcastTerms, EntriesWritten, EntryNumber, NewBoard, NewScoreEntries,
    NewScoreEntry, NumberedEntry, RefusedEntry,
};
use komadai_ids::Code;
use komadai_review::score::{Announcement, PublicBoard};
use komadai_rules::BySide;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::archive::ImportNote;
use super::studies::{StudyLink, StudyMember, StudyPerson, StudyShare, StudyVisibility};
use crate::words;

/// A broadcast in a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BroadcastListed {
    /// Its address.
    pub broadcast: Code,
    /// Its title.
    pub title: String,
    /// Its description.
    pub description: String,
    /// When it begins.
    pub starts_ms: i64,
    /// When it was ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ended_ms: Option<i64>,
    /// The name of its owner.
    pub owner: String,
    /// Whether everybody sees it.
    pub public: bool,
    /// The number of its boards.
    pub boards: u32,
}

/// The lists of broadcasts.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BroadcastList {
    /// Those that have begun and not ended.
    pub now: Vec<BroadcastListed>,
    /// Those that begin later, the first one first.
    pub upcoming: Vec<BroadcastListed>,
    /// Those that have ended, the last one first.
    pub past: Vec<BroadcastListed>,
    /// The caller's own, and those they belong to, drafts among them.
    pub own: Vec<BroadcastListed>,
}

/// A board of a broadcast as the public sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BroadcastBoard {
    /// Its address, which is that of its review: the tree that the public sees.
    pub board: Code,
    /// Who plays.
    pub names: BySide<String>,
    /// What is announced of it.
    pub announced: Announcement,
    /// What its round is called; may be empty.
    pub round: String,
    /// When it begins, if not with the broadcast.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub starts_ms: Option<i64>,
    /// The variant's name.
    #[schemars(with = "words::VariantName")]
    pub variant: String,
    /// What is shown of its game.
    pub shown: PublicBoard,
    /// The game of a tournament on this site that it shows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub event: Option<BoardEvent>,
    /// The file from which it is read, for those who keep the score.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<BoardSource>,
}

/// The file from which a board is read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BoardSource {
    /// Its address.
    pub address: String,
    /// How often in a row it could not be read.
    pub errors: u32,
    /// What was wrong the last time; empty if nothing was.
    pub said: String,
}

/// A broadcast as one reader sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Broadcast {
    /// Its address, also as a study.
    pub broadcast: Code,
    /// Its title.
    pub title: String,
    /// Its description.
    pub description: String,
    /// Who can see it; a private one is a draft.
    pub visibility: StudyVisibility,
    /// When it begins.
    pub starts_ms: i64,
    /// When it was ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ended_ms: Option<i64>,
    /// By how many moves the public is behind.
    pub delay_plies: u32,
    /// By how many seconds the public is behind.
    pub delay_s: u32,
    /// The board that is shown large.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub featured: Option<Code>,
    /// Whether its page shows who stands where, by the results of its boards.
    #[serde(default)]
    pub standings: bool,
    /// Whose it is.
    pub owner: StudyPerson,
    /// The other members, if the reader is one.
    pub members: Vec<StudyMember>,
    /// The link by which people join it, if there is one, for its owner.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub link: Option<StudyLink>,
    /// What the reader is in it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub role: Option<StudyShare>,
    /// Its boards in their order.
    pub boards: Vec<BroadcastBoard>,
}

/// A new broadcast.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewBroadcast {
    /// What it says of itself.
    pub terms: BroadcastTerms,
    /// Its boards: at least one.
    pub boards: Vec<NewBoard>,
}

/// A broadcast was made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BroadcastMade {
    /// Its address.
    pub broadcast: Code,
}

/// Boards to be added.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewBoards {
    /// The boards, in the order in which they are appended.
    pub boards: Vec<NewBoard>,
}

/// Boards by their addresses.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BoardCodes {
    /// The boards.
    pub boards: Vec<Code>,
}

/// The score of a board, for those who keep it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BoardScore {
    /// The variant's name.
    #[schemars(with = "words::VariantName")]
    pub variant: String,
    /// The position before the first move, as SFEN.
    pub start: String,
    /// The position as it is entered, as SFEN.
    pub sfen: String,
    /// All entries.
    pub entries: Vec<NumberedEntry>,
}

/// How a record has changed a score.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RecordWritten {
    /// How many entries were appended.
    pub added: u32,
    /// The number of the last entry of the score.
    pub last: u32,
    /// What was skipped or corrected in the record; at most a hundred notes.
    pub notes: Vec<ImportNote>,
    /// How many notes there are.
    pub n_notes: u32,
}
