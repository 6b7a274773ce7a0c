//! The files of a game, such as `record.kif` or `diagram.svg`, and the options for pictures.

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

/// The options for a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct PictureOptions {
    /// The number of moves before the position, which is also where a GIF ends; the last position
    /// if absent.
    pub ply: Option<u32>,
    /// Its colours.
    #[serde(default)]
    pub theme: PictureTheme,
    /// The language of names and captions.
    #[serde(default)]
    pub lang: Language,
    /// The side at the bottom.
    #[serde(default = "sente")]
    pub bottom: Side,
    /// The width in pixels.
    pub width: Option<u32>,
}

/// A position that need not belong to a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PositionAsked {
    /// The variant's name.
    pub variant: String,
    /// The position, as SFEN.
    pub sfen: String,
}

fn sente() -> Side {
    Side::Sente
}

impl Default for PictureOptions {
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
