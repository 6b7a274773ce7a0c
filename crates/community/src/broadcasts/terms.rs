//! What broadcasts and boards say of themselves.

use komadai_game::{SetupProblem, Start};
use komadai_ids::Code;
use komadai_review::score::{Announcement, Delay, PublicBoard, Score};
use komadai_rules::{BySide, Position, Side, Variant};
use komadai_tournament::{EntryId, GameKey};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::BroadcastRefusal;
use crate::{
    lines::line_of,
    studies::{StudyTerms, StudyVisibility},
};

/// Characters of a name on a board.
const NAME_CHARS_MAX: usize = 60;

/// Characters of a grade or title.
const GRADE_CHARS_MAX: usize = 40;

/// Characters of what a round is called.
const ROUND_CHARS_MAX: usize = 60;

/// By how many moves the public may be behind.
const DELAY_PLIES_MAX: u32 = 50;

/// By how many seconds the public may be behind: six hours.
const DELAY_S_MAX: u32 = 6 * 3_600;

/// The longest time that is announced, in seconds.
const ANNOUNCED_S_MAX: u32 = 10 * 24 * 3_600;

/// Instants lie between 1970 and 2200, in Unix milliseconds.
const INSTANTS: std::ops::Range<i64> = 0..7_258_118_400_000;

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

impl BroadcastTerms {
    /// What its study says.
    pub fn study(&self) -> StudyTerms {
        StudyTerms {
            title: self.title.clone(),
            description: self.description.clone(),
            topics: Vec::new(),
            visibility: self.visibility,
        }
    }

    /// Whether it can be like that, apart from what its study says.
    ///
    /// # Errors
    /// When it cannot.
    pub fn check(&self) -> Result<(), BroadcastRefusal> {
        if self.delay_plies > DELAY_PLIES_MAX || self.delay_s > DELAY_S_MAX {
            let text = format!(
                "the public is behind by at most {DELAY_PLIES_MAX} moves and {DELAY_S_MAX} seconds"
            );
            return Err(BroadcastRefusal::Words(text));
        }
        check_instant(self.starts_ms)
    }

    /// By how many milliseconds the public is behind.
    pub fn delay_ms(&self) -> u64 {
        u64::from(self.delay_s) * 1_000
    }
}

fn check_instant(at_ms: i64) -> Result<(), BroadcastRefusal> {
    if INSTANTS.contains(&at_ms) {
        Ok(())
    } else {
        let text = "a broadcast begins between 1970 and 2200";
        Err(BroadcastRefusal::Words(text.to_owned()))
    }
}

/// The game of a tournament here that a board shows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BoardEvent {
    /// The tournament's address.
    pub tournament: Code,
    /// The game's key within it.
    pub game: GameKey,
    /// The entry of the player who is sente at the board: furigoma may have decided otherwise than
    /// the pairing says.
    pub sente: EntryId,
}

/// A board that is new, or what is announced of it from now on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewBoard {
    /// Who plays: at most 60 characters each.
    pub names: BySide<String>,
    /// Grades and the time control.
    #[serde(default)]
    pub announced: Announcement,
    /// What its round is called, at most 60 characters.
    #[serde(default)]
    pub round: String,
    /// When it begins, if not with the broadcast.
    #[serde(default)]
    pub starts_ms: Option<i64>,
    /// The variant's name; it cannot be changed later.
    #[serde(default = "standard")]
    #[schemars(with = "crate::schemas::VariantName")]
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
    /// The game of a tournament on this site that it shows, which the one who says so must see.
    #[serde(default)]
    pub event: Option<BoardEvent>,
}

fn standard() -> String {
    "standard".to_owned()
}

impl NewBoard {
    /// The same, cleaned.
    ///
    /// # Errors
    /// When it cannot be announced.
    pub fn checked(&self) -> Result<Self, BroadcastRefusal> {
        let line = |text, what, most| line_of(text, what, most).map_err(BroadcastRefusal::Words);
        let name = |side: Side| line(&self.names[side], "a name", NAME_CHARS_MAX);
        let grade = |side: Side| line(&self.announced.grades[side], "a grade", GRADE_CHARS_MAX);
        let time = self.announced.time;
        if time.is_some_and(|it| it.main_s.max(it.per_move_s) > ANNOUNCED_S_MAX) {
            return Err(BroadcastRefusal::Words("a time is at most ten days".to_owned()));
        }
        if self.sfen.is_some() && !self.handicap.is_empty() {
            return Err(BroadcastRefusal::TwoStarts);
        }
        self.starts_ms.map_or(Ok(()), check_instant)?;
        let [sente, gote] = [name(Side::Sente)?, name(Side::Gote)?];
        if sente.is_empty() || gote.is_empty() {
            return Err(BroadcastRefusal::Words("a board has two names".to_owned()));
        }
        let grades = BySide { sente: grade(Side::Sente)?, gote: grade(Side::Gote)? };
        Ok(Self {
            names: BySide { sente, gote },
            announced: Announcement { grades, time },
            round: line(&self.round, "the name of a round", ROUND_CHARS_MAX)?,
            source: self.source.clone().filter(|source| !source.trim().is_empty()),
            ..self.clone()
        })
    }

    /// The position before its first move.
    ///
    /// # Errors
    /// When no game can begin from it.
    pub fn position(&self) -> Result<Position, BroadcastRefusal> {
        let found = Variant::from_name(&self.variant);
        let variant = found.ok_or_else(|| SetupProblem::Variant(self.variant.clone()))?;
        let start = match &self.sfen {
            Some(sfen) => Start::Sfen(sfen.trim().to_owned()),
            None if self.handicap.is_empty() => Start::Even,
            None => Start::Handicap(self.handicap.clone()),
        };
        Ok(start.playable(variant)?)
    }

    /// The headers of its tree.
    pub fn headers(&self, event: &str) -> Vec<(String, String)> {
        let headers = [
            ("Event", event),
            ("Round", &self.round),
            ("Sente", &self.names.sente),
            ("Gote", &self.names.gote),
        ];
        let headers = headers.into_iter().filter(|(_, text)| !text.is_empty());
        headers.map(|(key, text)| (key.to_owned(), text.to_owned())).collect()
    }

    /// What the public sees before anything was played.
    pub fn blank(&self, start: &Position) -> PublicBoard {
        Score::new(start.clone()).due(self.announced.time, Delay::default(), 0).shown
    }
}
