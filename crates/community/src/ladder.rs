//! Ladders of clubs.

use komadai_game::TimeControl;
use komadai_rules::Variant;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::ClockSetup;

/// How many places above their own a player may challenge at most.
pub const REACH_MAX: u32 = 20;

/// Within how many days a challenge is answered at most.
pub const ANSWER_DAYS_MAX: u32 = 30;

/// With how many challenges in a row that were not accepted one is lost, at most.
pub const REFUSALS_MAX: u32 = 20;

/// For how many days the same two do not meet again at most.
pub const REST_DAYS_MAX: u32 = 365;

/// What a ladder's games are like, and its rules.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LadderSettings {
    /// The variant's name.
    #[schemars(with = "crate::schemas::VariantName")]
    pub variant: String,
    /// The time control of both sides.
    pub clock: ClockSetup,
    /// Whether the games change ratings.
    #[serde(default)]
    pub rated: bool,
    /// How many places above their own a player may challenge, 1 to 20.
    pub reach: u32,
    /// Within how many days a challenge is to be answered, 1 to 30.
    pub answer_days: u32,
    /// The number of challenges in a row, 1 to 20, of which the last counts as lost if none of them
    /// was accepted.
    pub refusals: u32,
    /// For how many days the same two players do not meet again, up to 365.
    pub rest_days: u32,
}

impl LadderSettings {
    /// What cannot be about it, in one clause.
    pub fn problem(&self) -> Option<String> {
        if Variant::from_name(&self.variant).is_none() {
            return Some(format!("there is no variant {:?}", self.variant));
        }
        let clock = TimeControl::from(self.clock);
        if !clock.is_timed() {
            return Some("the games of a ladder have a clock; choose a time control".to_owned());
        }
        if let Some(problem) = clock.problem() {
            return Some(problem.to_owned());
        }
        for (what, n, least, most) in [
            ("the number of places to reach up", self.reach, 1, REACH_MAX),
            ("the number of days to answer", self.answer_days, 1, ANSWER_DAYS_MAX),
            ("the number of challenges in a row", self.refusals, 1, REFUSALS_MAX),
            ("the number of days between two games", self.rest_days, 0, REST_DAYS_MAX),
        ] {
            if !(least..=most).contains(&n) {
                return Some(format!("{what} is {least} to {most}"));
            }
        }
        None
    }
}

words! {
    /// The state of a challenge on a ladder.
    pub enum LadderState {
        /// It waits for an answer.
        Open => "open",
        /// It was accepted, and the game begins when one of the two says so while both are there.
        Agreed => "agreed",
        /// The game is being played.
        Playing => "playing",
        /// The challenger won.
        Won => "won",
        /// The challenged player won.
        Held => "held",
        /// A draw: nothing changed.
        Drawn => "drawn",
        /// It was declined or not answered in time.
        Refused => "refused",
        /// The same, and counted as lost.
        Forfeited => "forfeited",
        /// It came to nothing.
        Void => "void",
    }
}

impl LadderState {
    /// Whether its game was played to an end.
    pub fn was_played(self) -> bool {
        matches!(self, Self::Won | Self::Held | Self::Drawn)
    }

    /// Whether the challenger has the place of the other then.
    pub fn is_won(self) -> bool {
        matches!(self, Self::Won | Self::Forfeited)
    }
}
