//! What broadcasts and boards say of themselves.

use komadai_game::{SetupProblem, Start};
use komadai_review::{
    Tree,
    score::{Announced, Delay, Score, Shown},
};
use komadai_rules::{BySide, Position, Side, Variant};
use komadai_store::StudyVisibility;

use super::{BroadcastRefusal, NewBoard, Result};
use crate::studies::{StudyTerms, line};

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
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BroadcastTerms {
    pub title: String,
    pub description: String,
    pub visibility: StudyVisibility,
    /// When it begins, in Unix milliseconds.
    pub starts_ms: i64,
    /// Whether it is over.
    pub has_ended: bool,
    /// By how many moves the public is behind.
    pub delay_plies: u32,
    /// By how many seconds the public is behind.
    pub delay_s: u32,
    /// Whether it shows who stands where.
    pub has_standings: bool,
}

impl BroadcastTerms {
    /// What its study says.
    pub(super) fn of_study(&self) -> Result<StudyTerms> {
        let terms = StudyTerms {
            title: self.title.clone(),
            description: self.description.clone(),
            topics: Vec::new(),
            visibility: self.visibility,
        };
        Ok(terms.checked()?)
    }

    pub(super) fn check(&self) -> Result<()> {
        if self.delay_plies > DELAY_PLIES_MAX || self.delay_s > DELAY_S_MAX {
            let text = format!(
                "the public is behind by at most {DELAY_PLIES_MAX} moves and {DELAY_S_MAX} seconds"
            );
            return Err(BroadcastRefusal::Words(text));
        }
        instant(self.starts_ms)
    }
}

fn instant(at_ms: i64) -> Result<()> {
    match INSTANTS.contains(&at_ms) {
        true => Ok(()),
        false => {
            let text = "a broadcast begins between 1970 and 2200";
            Err(BroadcastRefusal::Words(text.to_owned()))
        }
    }
}

/// A board, cleaned, with the position before its first move.
pub(super) struct Checked {
    pub(super) names: BySide<String>,
    pub(super) round: String,
    pub(super) announced: Announced,
}

pub(super) fn checked(board: &NewBoard) -> Result<Checked> {
    let name = |side: Side| line(&board.names[side], "a name", NAME_CHARS_MAX);
    let grade = |side: Side| line(&board.announced.grades[side], "a grade", GRADE_CHARS_MAX);
    let time = board.announced.time;
    if time.is_some_and(|it| it.main_s.max(it.per_move_s) > ANNOUNCED_S_MAX) {
        return Err(BroadcastRefusal::Words("a time is at most ten days".to_owned()));
    }
    board.starts_ms.map_or(Ok(()), instant)?;
    let [sente, gote] = [name(Side::Sente)?, name(Side::Gote)?];
    if sente.is_empty() || gote.is_empty() {
        return Err(BroadcastRefusal::Words("a board has two names".to_owned()));
    }
    Ok(Checked {
        names: BySide { sente, gote },
        round: line(&board.round, "the name of a round", ROUND_CHARS_MAX)?,
        announced: Announced {
            grades: BySide { sente: grade(Side::Sente)?, gote: grade(Side::Gote)? },
            time,
        },
    })
}

/// Where a board's game begins.
pub(super) fn start(variant: &str, start: &Start) -> Result<Position> {
    let found = Variant::from_name(variant);
    let variant = found.ok_or_else(|| SetupProblem::Variant(variant.to_owned()))?;
    Ok(start.playable(variant)?)
}

/// The headers of a board's tree.
pub(super) fn headers(event: &str, checked: &Checked) -> Vec<(String, String)> {
    let headers = [
        ("Event", event),
        ("Round", &checked.round),
        ("Sente", &checked.names.sente),
        ("Gote", &checked.names.gote),
    ];
    let headers = headers.into_iter().filter(|(_, text)| !text.is_empty());
    headers.map(|(key, text)| (key.to_owned(), text.to_owned())).collect()
}

/// The tree of a board before anything was played.
pub(super) fn tree(start: &Position, headers: Vec<(String, String)>) -> Tree {
    Tree { headers, ..Tree::new(start) }
}

/// What the public sees before anything was played.
pub(super) fn blank(start: &Position, announced: &Announced) -> Shown {
    Score::new(start.clone()).due(announced.time, Delay::default(), 0).shown
}
