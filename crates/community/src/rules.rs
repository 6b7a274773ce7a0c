//! Sets of rules as people choose them.

use komadai_rules::{DrawPolicy, IllegalPolicy, ImpassePolicy, RuleSet};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The name of a rule set, or the rules one by one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum RulesSetup {
    /// `"casual"`, `"tournament"` or `"professional"` (§2.6).
    #[schemars(with = "crate::schemas::Preset")]
    Named(String),
    /// The rules one by one.
    Each(Rules),
}

impl Default for RulesSetup {
    fn default() -> Self {
        Self::Named("casual".to_owned())
    }
}

impl RulesSetup {
    /// The rules, unless the name is unknown.
    pub fn rules(&self) -> Option<RuleSet> {
        match self {
            Self::Named(name) => RuleSet::from_name(name),
            Self::Each(rules) => Some((*rules).into()),
        }
    }
}

impl From<RuleSet> for RulesSetup {
    fn from(rules: RuleSet) -> Self {
        match rules.name() {
            Some(name) => Self::Named(name.to_owned()),
            None => Self::Each(rules.into()),
        }
    }
}

macro_rules! names {
    ($(#[$doc:meta])* $wire:ident = $ours:ident { $($(#[$vdoc:meta])* $variant:ident),* $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
        #[serde(rename_all = "snake_case")]
        pub enum $wire { $($(#[$vdoc])* $variant),* }

        impl From<$wire> for $ours {
            fn from(name: $wire) -> Self {
                match name { $($wire::$variant => Self::$variant),* }
            }
        }

        impl From<$ours> for $wire {
            fn from(policy: $ours) -> Self {
                match policy { $($ours::$variant => Self::$variant),* }
            }
        }
    };
}

names! {
    /// §2.1: the consequence of an illegal move.
    IllegalName = IllegalPolicy {
        /// It is refused.
        Reject,
        /// It loses.
        Loses,
    }
}

names! {
    /// §2.2, §2.3: the consequence of a draw.
    DrawName = DrawPolicy {
        /// The draw stands.
        Draw,
        /// The game is replayed.
        Replay,
    }
}

names! {
    /// §2.3: how an impasse is decided.
    ImpasseName = ImpassePolicy {
        /// 24 points.
        Points24,
        /// 27 points.
        Points27,
        /// The try rule.
        Try,
        /// It is not decided.
        None,
    }
}

/// The rules that can be chosen (§2.6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "RuleSet")]
pub struct Rules {
    /// The consequence of an illegal move.
    pub illegal: IllegalName,
    /// The consequence of a fourfold repetition.
    pub repetition: DrawName,
    /// How an impasse is decided.
    pub impasse: ImpasseName,
    /// The consequence of an impasse draw.
    pub impasse_draw: DrawName,
    /// After how many plies the game is drawn as an impasse.
    pub max_moves: Option<u32>,
    /// Whether moves may be taken back by agreement.
    pub takeback: bool,
}

impl From<Rules> for RuleSet {
    fn from(rules: Rules) -> Self {
        Self {
            illegal: rules.illegal.into(),
            repetition: rules.repetition.into(),
            impasse: rules.impasse.into(),
            impasse_draw: rules.impasse_draw.into(),
            max_moves: rules.max_moves,
            takeback: rules.takeback,
        }
    }
}

impl From<RuleSet> for Rules {
    fn from(rules: RuleSet) -> Self {
        Self {
            illegal: rules.illegal.into(),
            repetition: rules.repetition.into(),
            impasse: rules.impasse.into(),
            impasse_draw: rules.impasse_draw.into(),
            max_moves: rules.max_moves,
            takeback: rules.takeback,
        }
    }
}
