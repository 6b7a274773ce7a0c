//! The outlines of the bundled fonts. `assets/CREDITS.md` says where they come from.

use std::{fmt::Write, sync::OnceLock};

use ttf_parser::{Face, GlyphId, OutlineBuilder};
use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};

/// A font from which outlines are taken.
pub(super) struct Font {
    face: Face<'static>,
    /// Font units in the size of a letter.
    units: f32,
}

/// The kanji of the pieces.
pub(super) fn pieces() -> &'static Font {
    static FONT: OnceLock<Font> = OnceLock::new();
    FONT.get_or_init(|| Font::new(include_bytes!("../../assets/komadai-pieces.ttf")))
}

/// Everything else.
pub(super) fn text() -> &'static Font {
    static FONT: OnceLock<Font> = OnceLock::new();
    FONT.get_or_init(|| Font::new(include_bytes!("../../assets/komadai-text.ttf")))
}

/// Kana and kanji as a brush writes them.
pub(super) fn brush() -> &'static Font {
    static FONT: OnceLock<Font> = OnceLock::new();
    FONT.get_or_init(|| Font::new(include_bytes!("../../assets/komadai-brush.otf")))
}

/// A line of text as an outline in font units, from its left end on the base line.
pub(super) struct Outline {
    /// SVG path data; y grows downwards.
    pub(super) path: String,
    /// The width as a part of the size of a letter.
    pub(super) width: f32,
}

impl Font {
    fn new(bytes: &'static [u8]) -> Self {
        let face = Face::parse(bytes, 0).expect("the bundled fonts are whole; a test draws them");
        let units = f32::from(face.units_per_em());
        Self { face, units }
    }

    /// Font units in the size of a letter.
    pub(super) fn units(&self) -> f32 {
        self.units
    }

    /// Whether the font has the character.
    pub(super) fn has(&self, sign: char) -> bool {
        self.face.glyph_index(sign).is_some()
    }

    /// A line of text. A character that the font does not have is drawn as its base letter, and
    /// else as an empty box.
    pub(super) fn outline(&self, text: &str) -> Outline {
        self.outline_within(text, f32::INFINITY)
    }

    /// As much of a line of text as fits into a width, which is given in letter sizes.
    pub(super) fn outline_within(&self, text: &str, width: f32) -> Outline {
        let dots = self.glyphs('…');
        let room = width * self.units - self.advance(&dots);
        // What fits, and of that what leaves room for the dots.
        let (mut fitting, mut with_dots) = (Vec::new(), 0);
        let mut x = 0.0;
        for sign in text.nfc() {
            let glyphs = self.glyphs(sign);
            x += self.advance(&glyphs);
            if x > width * self.units {
                fitting.truncate(with_dots);
                fitting.extend(dots);
                break;
            }
            fitting.extend(glyphs);
            if x <= room {
                with_dots = fitting.len();
            }
        }
        let mut pen = Pen { path: String::new(), x: 0.0 };
        fitting.into_iter().for_each(|glyph| self.draw(glyph, &mut pen));
        Outline { path: pen.path, width: pen.x / self.units }
    }

    /// The glyphs for a character: its own, those of the letters it is made of, or an empty box.
    fn glyphs(&self, sign: char) -> Vec<GlyphId> {
        if let Some(glyph) = self.face.glyph_index(sign) {
            return vec![glyph];
        }
        let base = sign.nfkd().filter(|part| !is_combining_mark(*part));
        let glyphs: Option<Vec<_>> = base.map(|part| self.face.glyph_index(part)).collect();
        glyphs.unwrap_or_else(|| vec![self.face.glyph_index('□').unwrap_or(GlyphId(0))])
    }

    fn advance(&self, glyphs: &[GlyphId]) -> f32 {
        let advance = |glyph: &GlyphId| self.face.glyph_hor_advance(*glyph).unwrap_or(0);
        glyphs.iter().map(advance).map(f32::from).sum()
    }

    fn draw(&self, glyph: GlyphId, pen: &mut Pen) {
        self.face.outline_glyph(glyph, pen);
        pen.x += f32::from(self.face.glyph_hor_advance(glyph).unwrap_or(0));
    }
}

/// Writes path data behind what is there.
struct Pen {
    path: String,
    /// Where the next glyph begins.
    x: f32,
}

impl Pen {
    fn put(&mut self, command: char, points: &[(f32, f32)]) {
        self.path.push(command);
        for (nth, (x, y)) in points.iter().enumerate() {
            let (x, y) = ((x + self.x).round(), -y.round());
            let gap = if nth == 0 { "" } else { " " };
            // The coordinates of a font are whole numbers; an extra −0 would be noise.
            let _ = write!(self.path, "{gap}{} {}", x as i32, y as i32);
        }
    }
}

impl OutlineBuilder for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        self.put('M', &[(x, y)]);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.put('L', &[(x, y)]);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.put('Q', &[(x1, y1), (x, y)]);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.put('C', &[(x1, y1), (x2, y2), (x, y)]);
    }

    fn close(&mut self) {
        self.path.push('Z');
    }
}
