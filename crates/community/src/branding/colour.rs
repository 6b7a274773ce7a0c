//! A colour that a site chooses, and shades of it that can be read.

use std::{fmt, str::FromStr};

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};

/// The contrast that text needs (WCAG 2.2, 1.4.3), with some room for rounding.
const READABLE: f64 = 4.6;

/// What text stands on by day and by night: the sheet of cards, and the ground that is nearest to
/// the text (`web/src/styles/tokens.css`).
const DAY: Grounds =
    Grounds { sheet: Colour([0xff, 0xfd, 0xf8]), hardest: Colour([0xec, 0xe4, 0xd4]) };
const NIGHT: Grounds =
    Grounds { sheet: Colour([0x22, 0x1f, 0x1b]), hardest: Colour([0x37, 0x32, 0x2a]) };

const WHITE: Colour = Colour([255; 3]);
const BLACK: Colour = Colour([0; 3]);

/// How much of the accent is in the tint behind what is chosen.
const TINT: f64 = 0.14;

/// A colour of the screen (sRGB), written `#24497a`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Colour([u8; 3]);

#[derive(Clone, Copy, Debug)]
struct Grounds {
    sheet: Colour,
    hardest: Colour,
}

/// The shades of one accent for one time of day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Accent {
    /// Buttons, and links on every ground.
    pub accent: Colour,
    /// The same under the pointer.
    pub hover: Colour,
    /// The tint behind what is chosen.
    pub soft: Colour,
    /// Text on a button.
    pub on_accent: Colour,
}

impl Colour {
    /// The shades of this colour for the day, when grounds are light.
    pub fn by_day(self) -> Accent {
        self.accent(DAY, BLACK, WHITE)
    }

    /// The shades of this colour for the night, when grounds are dark.
    pub fn by_night(self) -> Accent {
        self.accent(NIGHT, WHITE, self.mixed(BLACK, 0.82))
    }

    /// This colour, moved towards an end of the scale until it can be read on every ground.
    fn accent(self, grounds: Grounds, end: Self, on_accent: Self) -> Accent {
        let steps = (0..=100).map(|percent| self.mixed(end, f64::from(percent) / 100.0));
        let shades = steps.map(|accent| Accent {
            accent,
            hover: accent.mixed(end, 0.2),
            soft: grounds.sheet.mixed(accent, TINT),
            on_accent,
        });
        let is_readable = |it: &Accent| {
            let texts = [grounds.sheet, grounds.hardest, it.soft, on_accent];
            texts.into_iter().all(|ground| it.accent.contrast(ground) >= READABLE)
        };
        let darkest =
            Accent { accent: end, hover: end, soft: grounds.sheet.mixed(end, TINT), on_accent };
        shades.into_iter().find(is_readable).unwrap_or(darkest)
    }

    /// This colour with a share of another in it.
    fn mixed(self, other: Self, share: f64) -> Self {
        let mix = |own: u8, other: u8| {
            (f64::from(own) + (f64::from(other) - f64::from(own)) * share).round() as u8
        };
        let (Self([r, g, b]), Self([other_r, other_g, other_b])) = (self, other);
        Self([mix(r, other_r), mix(g, other_g), mix(b, other_b)])
    }

    /// How well one can be read on the other, from 1 to 21 (WCAG 2.2, contrast ratio).
    pub fn contrast(self, other: Self) -> f64 {
        let (own, other) = (self.luminance(), other.luminance());
        (own.max(other) + 0.05) / (own.min(other) + 0.05)
    }

    /// How bright it is, from 0 to 1 (WCAG 2.2, relative luminance).
    fn luminance(self) -> f64 {
        let linear = self.0.map(|it| {
            let it = f64::from(it) / 255.0;
            if it <= 0.04045 { it / 12.92 } else { ((it + 0.055) / 1.055).powf(2.4) }
        });
        let [r, g, b] = linear;
        0.2126 * r + 0.7152 * g + 0.0722 * b
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self([r, g, b]) = self;
        write!(f, "#{r:02x}{g:02x}{b:02x}")
    }
}

/// The text is no colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a colour is written #24497a")]
pub struct ColourError;

impl FromStr for Colour {
    type Err = ColourError;

    fn from_str(text: &str) -> Result<Self, ColourError> {
        let digits = text.strip_prefix('#').ok_or(ColourError)?;
        if digits.len() != 6 || !digits.bytes().all(|it| it.is_ascii_hexdigit()) {
            return Err(ColourError);
        }
        let number = u32::from_str_radix(digits, 16).map_err(|_| ColourError)?;
        let [_, r, g, b] = number.to_be_bytes();
        Ok(Self([r, g, b]))
    }
}

impl Serialize for Colour {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Colour {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}

impl JsonSchema for Colour {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Colour".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "type": "string",
            "description": "A colour as screens have it, such as `#24497a`.",
            "pattern": "^#[0-9A-Fa-f]{6}$",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_colour_can_be_read_by_day_and_by_night() {
        let steps = (0..=255).step_by(15);
        for r in steps.clone() {
            for g in steps.clone() {
                for b in steps.clone() {
                    let colour = Colour([r, g, b]);
                    for (accent, grounds) in [(colour.by_day(), DAY), (colour.by_night(), NIGHT)] {
                        for ground in
                            [grounds.sheet, grounds.hardest, accent.soft, accent.on_accent]
                        {
                            let contrast = accent.accent.contrast(ground);
                            assert!(
                                contrast >= 4.5,
                                "{colour}: {accent:?} on {ground}: {contrast}"
                            );
                        }
                        let hover = accent.hover.contrast(accent.on_accent);
                        assert!(hover >= 4.5, "{colour} under the pointer: {hover}");
                    }
                }
            }
        }
    }

    #[test]
    fn what_can_be_read_stays_as_it_was_chosen() {
        let indigo: Colour = "#24497a".parse().unwrap();
        assert_eq!(indigo.by_day().accent, indigo);
        let sky: Colour = "#9abbe4".parse().unwrap();
        assert_eq!(sky.by_night().accent, sky);
    }

    #[test]
    fn contrast_is_that_of_the_guidelines() {
        assert_eq!(WHITE.contrast(BLACK), 21.0);
        let grey: Colour = "#767676".parse().unwrap();
        assert!((grey.contrast(WHITE) - 4.54).abs() < 0.01);
    }

    #[test]
    fn colours_are_read_as_screens_have_them() {
        for text in ["24497a", "#24497", "#24497g", "#+4497a", "red", "", "#24497aa"] {
            assert_eq!(text.parse::<Colour>(), Err(ColourError), "{text}");
        }
        assert_eq!("#24497A".parse::<Colour>().unwrap().to_string(), "#24497a");
    }
}
