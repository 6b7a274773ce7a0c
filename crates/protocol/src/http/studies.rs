//! `/studies`: studies of several chapters, each of which is a review.

pub use komadai_community::studies::{
    ChapterMode, ChapterTerms, StudyOrder, StudyRole, StudyTerms, StudyVisibility,
};
use komadai_ids::Code;
use komadai_review::Tree;
use komadai_rules::Side;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::paging::{After, NextPage};
use crate::words;

/// What the reader is in a study in a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum StudyShare {
    /// It is theirs.
    Owner,
    /// In a broadcast, they enter the moves.
    Scorer,
    /// They add and edit chapters; in a broadcast, they comment on its boards.
    Contributor,
    /// They see it.
    Viewer,
}

/// Which public studies are listed, and where the page begins.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct WhichStudies {
    /// A part of the title, the description, a topic, the name of a chapter or of a player, or an
    /// opening, ignoring case and accents.
    #[serde(default)]
    pub text: String,
    /// One of their topics.
    #[serde(default)]
    pub topic: String,
    /// In which order.
    #[serde(default)]
    pub order: StudyOrder,
    /// Where the page begins; with likes, `after_ms` is their number.
    #[serde(flatten)]
    pub after: After,
}

/// Somebody in a study.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct StudyPerson {
    /// The public id.
    pub user: Code,
    /// The display name.
    pub name: String,
    /// The handle; empty for a guest.
    pub handle: String,
}

/// A member of a study who is not its owner.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct StudyMember {
    /// Who it is.
    pub person: StudyPerson,
    /// What they may do.
    pub role: StudyRole,
}

/// Somebody who is invited to become a member of a study.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct StudyInvited {
    /// Who it is.
    pub person: StudyPerson,
    /// What they would become.
    pub role: StudyRole,
    /// Whether they have declined.
    pub declined: bool,
}

/// A study that a player is invited to become a member of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct StudyInvitation {
    /// Its address.
    pub study: Code,
    /// Its title.
    pub title: String,
    /// Who can see it; a private one is seen only after accepting.
    pub visibility: StudyVisibility,
    /// Whether it is a broadcast, whose page is `/broadcasts/CODE`.
    pub is_broadcast: bool,
    /// Its owner, who invites the player.
    pub by: StudyPerson,
    /// What the player would become.
    pub role: StudyRole,
    /// When the invitation was sent; it is valid for 30 days.
    pub invited_ms: i64,
    /// Whether the player has declined.
    pub declined: bool,
}

/// Somebody who has solved an exercise.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ChapterSolver {
    /// Who it is.
    pub person: StudyPerson,
    /// How many moves had to be shown, at best.
    pub n_shown: u32,
    /// When they did.
    pub solved_ms: i64,
}

/// A chapter in a study.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct StudyChapter {
    /// The review that it is.
    pub review: Code,
    /// Its name.
    pub name: String,
    /// The variant's name.
    #[schemars(with = "words::VariantName")]
    pub variant: String,
    /// The number of moves of its main line.
    pub plies: u32,
    /// The side at the bottom of the board; in practice, the reader's.
    pub orientation: Side,
    /// How it is read.
    pub mode: ChapterMode,
    /// The names of sente and gote, if it is a game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub players: Option<[String; 2]>,
    /// Whether the reader has added it, and can therefore delete it.
    pub mine: bool,
    /// If it is an exercise: who has solved it, for the owner of the study; for others, only
    /// themselves.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub solvers: Vec<ChapterSolver>,
}

/// The link by which people join a study. Its secret is shown once, when it is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct StudyLink {
    /// What those who join become.
    pub role: StudyRole,
}

/// A study as one reader sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Study {
    /// Its address.
    pub study: Code,
    /// Its title.
    pub title: String,
    /// Its description.
    pub description: String,
    /// Its topics.
    pub topics: Vec<String>,
    /// Who can see it.
    pub visibility: StudyVisibility,
    /// Whose it is.
    pub owner: StudyPerson,
    /// The other members, if the reader is one.
    pub members: Vec<StudyMember>,
    /// Those who are invited to become members, for its owner.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub invited: Vec<StudyInvited>,
    /// Whether the reader may add and edit chapters.
    pub may_edit: bool,
    /// Whether it is the reader's.
    pub is_owner: bool,
    /// The reader's role, if they are a member but not the owner.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub role: Option<StudyRole>,
    /// The link by which people join it, if there is one, for its owner.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub link: Option<StudyLink>,
    /// How many people like it.
    pub likes: u32,
    /// Whether the reader does.
    pub liked: bool,
    /// The number of changes to it and to its list of chapters.
    pub seq: u32,
    /// When it was made.
    pub created_ms: i64,
    /// When it, or one of its chapters, was last changed.
    pub updated_ms: i64,
    /// Its chapters in their order.
    pub chapters: Vec<StudyChapter>,
}

/// A study in a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct StudyListed {
    /// Its address.
    pub study: Code,
    /// Its title.
    pub title: String,
    /// Its description.
    pub description: String,
    /// Its topics.
    pub topics: Vec<String>,
    /// Who can see it.
    pub visibility: StudyVisibility,
    /// Whose it is.
    pub owner: StudyPerson,
    /// The number of its chapters.
    pub chapters: u32,
    /// How many people like it.
    pub likes: u32,
    /// When it, or one of its chapters, was last changed.
    pub updated_ms: i64,
    /// What the reader is in it, in their own list.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub role: Option<StudyShare>,
}

/// Studies.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct StudyList {
    /// The studies.
    pub studies: Vec<StudyListed>,
    /// The query of the next page, if there may be one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<NextPage>,
}

/// A new study.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewStudy {
    /// Its title, at most 100 characters.
    pub title: String,
    /// Its description, at most 1,000 characters.
    #[serde(default)]
    pub description: String,
    /// Its topics: at most 10 of at most 40 characters.
    #[serde(default)]
    pub topics: Vec<String>,
    /// Who can see it.
    #[serde(default)]
    pub visibility: StudyVisibility,
    /// Its chapters: at least one.
    pub chapters: Vec<NewChapter>,
}

/// A new chapter, from a tree or from a review.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewChapter {
    /// Its name, at most 100 characters; empty for one that follows from the players.
    #[serde(default)]
    pub name: String,
    /// Its tree, if it is not copied from a review.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tree: Option<Tree>,
    /// The review, or the finished game, that is copied.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub review: Option<Code>,
    /// The side at the bottom of the board.
    #[serde(default = "sente")]
    pub orientation: Side,
    /// How it is read.
    #[serde(default)]
    pub mode: ChapterMode,
}

fn sente() -> Side {
    Side::Sente
}

/// A study was made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct StudyMade {
    /// Its address.
    pub study: Code,
}

/// New chapters of a study.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewChapters {
    /// The chapters, in the order in which they are appended.
    pub chapters: Vec<NewChapter>,
}

/// The chapters of a study, by their addresses.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ChapterCodes {
    /// The chapters.
    pub chapters: Vec<Code>,
}

/// A member's role.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GivenRole {
    /// What they may do.
    pub role: StudyRole,
}

/// What those who join by the link become.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WantedLink {
    /// A new link takes the place of the one before; `null` for no link.
    pub role: Option<StudyRole>,
}

/// The secret of a study's link, shown once.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct MadeLink {
    /// `null` if there is no link any more.
    pub link: Option<String>,
}

/// How somebody joins a study.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct JoinStudy {
    /// The secret of the link.
    pub link: String,
}

/// What somebody has become by joining a study.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct JoinedStudy {
    /// What they may do; contributors and owners stay what they are.
    pub role: StudyShare,
}

/// How an exercise was played to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SolvedChapter {
    /// How many of its moves had to be shown.
    pub n_shown: u32,
}

/// The reason for removing a study.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RemoveStudy {
    /// The reason, which is recorded.
    pub reason: String,
}
