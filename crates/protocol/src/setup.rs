//! The settings of a game as a client sends and sees them.

use komadai_community::{ClockSetup, RulesSetup};
use komadai_game::{SideChoice, Start, TimeControl};
use komadai_rules::{BySide, Variant};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::words;

/// The settings of a game: the body of `seek` and `create`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Setup")]
pub struct SetupRequest {
    /// The variant's name.
    #[serde(default = "standard")]
    pub variant: String,
    /// The starting position.
    #[serde(default)]
    pub start: StartSetup,
    /// The rules.
    #[serde(default)]
    pub rules: RulesSetup,
    /// The time control.
    pub clock: Clocks,
    /// The creator's side.
    #[serde(default)]
    pub side: SideWish,
    /// Whether the result changes both players' ratings; requires two accounts.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub rated: bool,
}

fn standard() -> String {
    "standard".to_owned()
}

/// `"even"`, the name of a handicap or of another start of the variant, or `{"sfen":"…"}`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
#[schemars(rename = "Start")]
pub enum StartSetup {
    /// `"even"`, the name of a handicap or of another start of the variant (§14.1), or in a seek
    /// `"suggested"`: the handicap that follows from the difference in grades (§3.3).
    Named(#[schemars(with = "words::StartName")] String),
    /// Any playable position.
    Position {
        /// The position, as SFEN.
        sfen: String,
    },
}

impl Default for StartSetup {
    fn default() -> Self {
        Self::Named("even".to_owned())
    }
}

impl StartSetup {
    /// The starting position in that variant.
    pub fn in_variant(self, variant: &str) -> Start {
        let starts = Variant::from_name(variant).map_or(&[][..], |it| it.def().starts);
        match self {
            Self::Named(name) if name == "even" => Start::Even,
            Self::Named(name) => match starts.iter().find(|it| it.name == name) {
                Some(other) => Start::Sfen(other.start.to_owned()),
                None => Start::Handicap(name),
            },
            Self::Position { sfen } => Start::Sfen(sfen),
        }
    }
}

impl From<Start> for StartSetup {
    fn from(start: Start) -> Self {
        match start {
            Start::Even => Self::default(),
            Start::Handicap(name) => Self::Named(name),
            Start::Sfen(sfen) => Self::Position { sfen },
        }
    }
}

/// The side that the creator of a game asks for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SideWish {
    /// Furigoma decides.
    #[default]
    Random,
    /// Sente.
    Sente,
    /// Gote; in handicap games the giver, who moves first.
    Gote,
}

impl From<SideWish> for SideChoice {
    fn from(side: SideWish) -> Self {
        match side {
            SideWish::Random => Self::Random,
            SideWish::Sente => Self::Sente,
            SideWish::Gote => Self::Gote,
        }
    }
}

impl From<SideChoice> for SideWish {
    fn from(side: SideChoice) -> Self {
        match side {
            SideChoice::Random => Self::Random,
            SideChoice::Sente => Self::Sente,
            SideChoice::Gote => Self::Gote,
        }
    }
}

/// The same time control for both sides, or one for each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Clocks {
    /// The same for both.
    Both(ClockSetup),
    /// One for each side.
    Each {
        /// Sente's.
        sente: ClockSetup,
        /// Gote's.
        gote: ClockSetup,
    },
}

impl From<Clocks> for BySide<TimeControl> {
    fn from(clocks: Clocks) -> Self {
        match clocks {
            Clocks::Both(clock) => Self { sente: clock.into(), gote: clock.into() },
            Clocks::Each { sente, gote } => Self { sente: sente.into(), gote: gote.into() },
        }
    }
}

impl From<BySide<TimeControl>> for Clocks {
    fn from(controls: BySide<TimeControl>) -> Self {
        if controls.sente == controls.gote {
            Self::Both(controls.sente.into())
        } else {
            Self::Each { sente: controls.sente.into(), gote: controls.gote.into() }
        }
    }
}
