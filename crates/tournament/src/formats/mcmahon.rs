//! McMahon: a Swiss in which the stronger start with points, so that they do not meet beginners
//! in the first rounds. Two bars flatten the ends: all above the upper one start equal, and so
//! do all below the lower one.

use komadai_rules::Grade;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    Entry, EntryId, Event, Fault, Next, Points, Problems, Standings,
    formats::{
        Format,
        swiss::{self, Free, check_rounds},
    },
    pairing::{PairingRules, Why},
};

/// The settings of a McMahon.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct McMahon {
    /// The number of rounds.
    rounds: u32,
    /// How start scores are determined.
    bars: Bars,
    /// The organiser's options for pairing.
    #[serde(default)]
    pairing: PairingRules,
}

/// How start scores are determined; an entry's own `start` takes precedence.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "by", rename_all = "snake_case", deny_unknown_fields)]
#[schemars(rename = "McmahonBars")]
enum Bars {
    /// One point per grade between the bars. Without a grade: the lowest group.
    Grade {
        /// This grade and all above start together.
        top: Grade,
        /// This grade and all below start with 0.
        bottom: Grade,
    },
    /// One point for each floor that the rating reaches. Without a rating: 0.
    Rating {
        /// The floors, from low to high.
        floors: Vec<i32>,
    },
}

impl Bars {
    fn start(&self, entry: &Entry) -> Points {
        if let Some(start) = entry.start {
            return start;
        }
        match self {
            Self::Grade { top, bottom } => {
                let grade = entry.grade.unwrap_or(*bottom).min(*top).max(*bottom);
                Points::whole(i64::from(grade.level() - bottom.level()))
            }
            Self::Rating { floors } => {
                let reached =
                    floors.iter().filter(|&&floor| entry.rating.is_some_and(|r| r >= floor));
                Points::whole(reached.count() as i64)
            }
        }
    }
}

impl Format for McMahon {
    fn check(&self, event: &Event, problems: &mut Problems) {
        check_rounds(self.rounds, event, problems);
        match &self.bars {
            Bars::Grade { top, bottom } if top < bottom => {
                problems.add(Fault::Bars, "format.bars", "the top bar is below the bottom bar");
            }
            Bars::Rating { floors } if !floors.is_sorted_by(|a, b| a < b) => {
                problems.add(Fault::Bars, "format.bars", "floors go from low to high");
            }
            Bars::Grade { .. } | Bars::Rating { .. } => {}
        }
    }

    fn next(&self, event: &Event, _at_ms: u64) -> Next {
        self.with_free(|free| swiss::next(free, event))
    }

    fn standings(&self, event: &Event) -> Standings {
        self.with_free(|free| swiss::standings(self, free, event))
    }

    fn criteria(&self) -> &'static [&'static str] {
        &["mcmahon", "sos", "sodos", "direct"]
    }

    fn n_rounds(&self, _event: &Event) -> Option<u32> {
        Some(self.rounds)
    }

    fn takes_orders(&self) -> bool {
        true
    }

    fn takes_play_off(&self, slot: Option<&str>) -> bool {
        slot.is_none()
    }

    fn why(&self, event: &Event, of: Option<[&EntryId; 2]>) -> Vec<Why> {
        self.with_free(|free| swiss::why(free, event, of))
    }
}

impl McMahon {
    pub(super) fn with_free<T>(&self, ask: impl FnOnce(&Free<'_>) -> T) -> T {
        let start = |entry: &Entry| self.bars.start(entry);
        ask(&Free { rounds: self.rounds, pairing: &self.pairing, start: &start, set: &[] })
    }
}
