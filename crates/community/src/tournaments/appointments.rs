//! Games by appointment: the players of a game agree on when it begins.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The most times that a player may propose for a game.
pub const PROPOSALS_MAX: usize = 5;

/// The most rounds that have a deadline of their own.
const DEADLINES_MAX: usize = 200;

/// How long before it begins a time agreed upon may be fixed at most, in milliseconds: two days.
const FIXED_MAX_MS: u64 = 2 * 24 * 3_600_000;

/// How long before it begins a time is fixed unless the organiser says otherwise: half an hour.
const fn fixed_ms() -> u64 {
    30 * 60_000
}

/// How the players of each game agree on when it begins.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "ByAppointment")]
pub struct ByAppointment {
    /// By when the games of each round have begun, from round 1; rounds after the last have the
    /// last one.
    pub deadlines_ms: Vec<u64>,
    /// How long before the time agreed upon its players can no longer change it.
    #[serde(default = "fixed_ms")]
    pub fixed_ms: u64,
}

impl ByAppointment {
    /// By when the games of a round have begun.
    pub fn deadline_ms(&self, round: u32) -> u64 {
        let at = usize::try_from(round).map_or(usize::MAX, |round| round.saturating_sub(1));
        let deadline = self.deadlines_ms.get(at).or(self.deadlines_ms.last());
        deadline.copied().unwrap_or(u64::MAX)
    }

    /// What cannot be about it, in one clause.
    pub(super) fn problem(&self) -> Option<String> {
        if self.deadlines_ms.is_empty() {
            return Some("games by appointment need a deadline".to_owned());
        }
        if self.deadlines_ms.len() > DEADLINES_MAX {
            return Some(format!("at most {DEADLINES_MAX} rounds have a deadline of their own"));
        }
        if !self.deadlines_ms.is_sorted() {
            return Some("no round has its deadline before that of an earlier one".to_owned());
        }
        if self.fixed_ms > FIXED_MAX_MS {
            return Some("times are fixed two days before at most".to_owned());
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounds_after_the_last_deadline_have_it_too() {
        let weekly = ByAppointment { deadlines_ms: vec![7, 14], fixed_ms: 0 };
        assert_eq!([1, 2, 3].map(|round| weekly.deadline_ms(round)), [7, 14, 14]);
    }

    #[test]
    fn a_deadline_is_needed_and_none_comes_before_an_earlier_one() {
        let problem = |deadlines_ms: &[u64]| {
            let it = ByAppointment { deadlines_ms: deadlines_ms.to_vec(), fixed_ms: 0 };
            it.problem().is_some()
        };
        assert_eq!([problem(&[]), problem(&[2, 1]), problem(&[1, 1])], [true, true, false]);
    }
}
