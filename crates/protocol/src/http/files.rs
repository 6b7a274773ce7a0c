//! What there is of every game, `record.kif` or `diagram.svg`, and how a picture is to look.

use komadai_language::Language;
use komadai_rules::Side;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The colours of a picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PictureTheme {
    /// Dark on light.
    #[default]
    Light,
    /// Light on dark.
    Dark,
}

/// How a picture is to look.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Look {
    /// The position after so many moves, with which a GIF ends; without it the last one.
    pub ply: Option<u32>,
    /// Its colours.
    #[serde(default)]
    pub theme: PictureTheme,
    /// The language of names and captions.
    #[serde(default)]
    pub lang: Language,
    /// Who sits at the bottom.
    #[serde(default = "sente")]
    pub bottom: Side,
    /// How wide it is, in pixels.
    pub width: Option<u32>,
}

/// A position of no game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PositionAsked {
    /// The variant's name.
    pub variant: String,
    /// The position, in SFEN.
    pub sfen: String,
}

fn sente() -> Side {
    Side::Sente
}

impl Default for Look {
    fn default() -> Self {
        Self {
            ply: None,
            theme: PictureTheme::default(),
            lang: Language::default(),
            bottom: sente(),
            width: None,
        }
    }
}
