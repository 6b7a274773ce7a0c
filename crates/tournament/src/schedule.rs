//! When rounds begin.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// When rounds begin.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "t", rename_all = "snake_case", deny_unknown_fields)]
pub enum RoundSchedule {
    /// When the organiser starts them.
    #[default]
    Word,
    /// The first at the start, each later one a fixed time after the last result of the previous
    /// round.
    Gap {
        /// The length of that time.
        ms: u64,
    },
    /// The first at the start, the later ones at these times, or at the last result of the previous
    /// round if that is later.
    Times {
        /// The times of the second and later rounds.
        at_ms: Vec<u64>,
    },
}

impl RoundSchedule {
    /// When a round may begin at the earliest, in Unix milliseconds; `None` at the organiser's
    /// word. `now_ms` is when the last result of the round before came.
    ///
    /// ```
    /// use komadai_tournament::RoundSchedule;
    ///
    /// let ten_minutes = RoundSchedule::Gap { ms: 600_000 };
    /// assert_eq!(ten_minutes.begins_ms(2, 1_000_000), Some(1_600_000));
    /// assert_eq!(RoundSchedule::Word.begins_ms(2, 1_000_000), None);
    /// ```
    pub fn begins_ms(&self, round: u32, now_ms: u64) -> Option<u64> {
        match self {
            Self::Word => None,
            Self::Gap { ms } => Some(now_ms.saturating_add(*ms)),
            Self::Times { at_ms } => {
                let planned =
                    usize::try_from(round).ok().and_then(|n| at_ms.get(n.checked_sub(2)?));
                Some(planned.copied()?.max(now_ms))
            }
        }
    }
}
