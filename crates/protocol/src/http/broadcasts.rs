//! `/broadcasts`: games that are played elsewhere. A broadcast is a study whose chapters are its
//! boards; its members, its link and its deletion are at `/studies`.

use komadai_ids::Code;
use komadai_review::score::{Announced, Entry, Shown};
use komadai_rules::BySide;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

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
    pub announced: Announced,
    /// What its round is called; may be empty.
    pub round: String,
    /// When it begins, if not with the broadcast.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub starts_ms: Option<i64>,
    /// The variant's name.
    #[schemars(with = "words::VariantName")]
    pub variant: String,
    /// What is shown of its game.
    pub shown: Shown,
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

/// What a broadcast says of itself, and who can see it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BroadcastTerms {
    /// Its title, at most 100 characters.
    pub title: String,
    /// Its description, at most 1,000 characters.
    #[serde(default)]
    pub description: String,
    /// Who can see it; a private one is a draft.
    #[serde(default)]
    pub visibility: StudyVisibility,
    /// When it begins.
    pub starts_ms: i64,
    /// Whether it is over.
    #[serde(default)]
    pub ended: bool,
    /// By how many moves the public is behind, at most 50.
    #[serde(default)]
    pub delay_plies: u32,
    /// By how many seconds the public is behind, at most six hours.
    #[serde(default)]
    pub delay_s: u32,
    /// The board that is shown large.
    #[serde(default)]
    pub featured: Option<Code>,
    /// Whether its page shows who stands where, by the results of its boards.
    #[serde(default)]
    pub standings: bool,
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

/// A board that is new, or what is announced of it from now on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewBoard {
    /// Who plays: at most 60 characters each.
    pub names: BySide<String>,
    /// Grades and the time control.
    #[serde(default)]
    pub announced: Announced,
    /// What its round is called, at most 60 characters.
    #[serde(default)]
    pub round: String,
    /// When it begins, if not with the broadcast.
    #[serde(default)]
    pub starts_ms: Option<i64>,
    /// The variant's name; it cannot be changed later.
    #[serde(default = "standard")]
    #[schemars(with = "words::VariantName")]
    pub variant: String,
    /// The handicap's name; it cannot be changed later.
    #[serde(default)]
    pub handicap: String,
    /// The position from which it begins, as SFEN, if not with a handicap; it cannot be changed
    /// later.
    #[serde(default)]
    pub sfen: Option<String>,
    /// The address of a KIF, CSA, USI or other record, to be asked again and again.
    #[serde(default)]
    pub source: Option<String>,
}

fn standard() -> String {
    "standard".to_owned()
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

/// An entry of a score with its number.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct NumberedEntry {
    /// Its number, from 1.
    pub n: u32,
    /// Chosen by who sent it.
    pub id: Uuid,
    /// The name of who wrote it, if a person did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
    /// When it was stored.
    pub at_ms: i64,
    /// What it says; of a sealed move, without the move for those who may not know it.
    pub entry: Entry,
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

/// An entry to be written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewScoreEntry {
    /// Chosen by the client, once for each entry (UUIDv7): what comes twice with it is one entry.
    pub id: Uuid,
    /// What it says.
    pub entry: Entry,
}

/// Entries to be written into a score.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewScoreEntries {
    /// The number of the entry that the first one follows; 0 at the beginning.
    pub follows: u32,
    /// At most 600; each but the first follows the one before it.
    pub entries: Vec<NewScoreEntry>,
}

/// An entry that is in a score.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct EntryNumber {
    /// Its id.
    pub id: Uuid,
    /// Its number, or that of the entry that says the same.
    pub n: u32,
}

/// Why an entry was not written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RefusedEntry {
    /// Its id.
    pub id: Uuid,
    /// In words.
    pub detail: String,
    /// Whether somebody else has entered something else there.
    pub conflict: bool,
    /// What is there instead.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub other: Option<NumberedEntry>,
}

/// What became of entries.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct EntriesWritten {
    /// Those that are in the score now.
    pub entries: Vec<EntryNumber>,
    /// The number of the last entry of the score.
    pub last: u32,
    /// The first one that was refused; those after it were not looked at.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refused: Option<RefusedEntry>,
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
