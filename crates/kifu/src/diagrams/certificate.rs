//! The certificate of a grade, as a picture: outlines and no text, like every picture here.

use std::fmt::Write;

use super::{DiagramError, WIDTH_PX_MAX, fonts, pixmap};

/// Its size, in the proportion of a sheet of paper.
const SIZE: (f32, f32) = (840.0, 594.0);

/// Ink, paper and seal.
const INK: &str = "#241f19";
const PAPER: &str = "#fbf6ea";
const LINE: &str = "#b9ab93";
const SEAL: &str = "#a92e17";

/// How the text of a certificate runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextDirection {
    /// From left to right, line below line.
    Across,
    /// From top to bottom, column by column from the right, with a brush; for Japanese.
    Down,
}

/// What a certificate says, in whatever language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// How its text runs.
    pub run: TextDirection,
    /// What it is.
    pub title: String,
    /// Whose it is.
    pub name: String,
    /// Which grade.
    pub grade: String,
    /// What was done for it, one line each.
    pub lines: Vec<String>,
    /// When and by whom it was awarded.
    pub footer: String,
}

impl Certificate {
    /// As SVG.
    pub fn svg(&self) -> String {
        let (width, height) = SIZE;
        let mut svg = format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}"><rect width="{width}" height="{height}" fill="{PAPER}"/>"#
        );
        for (inset, stroke) in [(18.0, 3.0), (26.0, 1.0)] {
            let _ = write!(
                svg,
                r#"<rect x="{inset}" y="{inset}" width="{}" height="{}" fill="none" stroke="{LINE}" stroke-width="{stroke}"/>"#,
                width - 2.0 * inset,
                height - 2.0 * inset
            );
        }
        match self.run {
            TextDirection::Across => self.across(&mut svg),
            TextDirection::Down => self.down(&mut svg),
        }
        svg.push_str("</svg>");
        svg
    }

    fn across(&self, svg: &mut String) {
        let text = fonts::text();
        piece(svg, (420.0, 100.0), 1.0);
        centred(svg, text, &self.title, 190.0, 26.0, INK);
        centred(svg, text, &self.name, 268.0, 46.0, INK);
        centred(svg, text, &self.grade, 356.0, 64.0, SEAL);
        for (n, line) in self.lines.iter().enumerate() {
            centred(svg, text, line, 412.0 + 28.0 * n as f32, 18.0, INK);
        }
        centred(svg, text, &self.footer, 530.0, 16.0, INK);
        seal(svg, (716.0, 500.0), 62.0);
    }

    fn down(&self, svg: &mut String) {
        piece(svg, (420.0, 82.0), 0.8);
        column(svg, &self.title, (752.0, 92.0), 56.0, 400.0, INK);
        column(svg, &self.name, (664.0, 120.0), 44.0, 380.0, INK);
        column(svg, &self.grade, (556.0, 148.0), 92.0, 340.0, INK);
        // The lines share what is left of the sheet.
        let pitch = (180.0 / self.lines.len().max(1) as f32).min(52.0);
        for (n, line) in self.lines.iter().enumerate() {
            column(svg, line, (452.0 - pitch * n as f32, 148.0), 30.0, 372.0, INK);
        }
        column(svg, &self.footer, (176.0, 176.0), 24.0, 340.0, INK);
        column(svg, "駒台", (104.0, 256.0), 44.0, 200.0, INK);
        seal(svg, (104.0, 452.0), 72.0);
    }

    /// As PNG, so many pixels wide.
    ///
    /// # Errors
    /// If the width is none or too large.
    pub fn png(&self, width_px: u32) -> Result<Vec<u8>, DiagramError> {
        if !(1..=WIDTH_PX_MAX).contains(&width_px) {
            return Err(DiagramError::Size);
        }
        let pixmap = pixmap(&self.svg(), width_px)?;
        pixmap.encode_png().map_err(|error| DiagramError::Drawing(error.to_string()))
    }
}

/// A line of text in the middle, cut where the paper ends.
fn centred(svg: &mut String, font: &fonts::Font, text: &str, y: f32, size: f32, fill: &str) {
    let outline = font.outline_within(text, (SIZE.0 - 100.0) / size);
    let x = (SIZE.0 - outline.width * size) / 2.0;
    let scale = size / font.units();
    let _ = write!(
        svg,
        r#"<path transform="translate({x:.1} {y:.1}) scale({scale:.5})" fill="{fill}" d="{}"/>"#,
        outline.path
    );
}

/// The outline of a piece with its king, for the head of the sheet.
fn piece(svg: &mut String, (x, y): (f32, f32), scale: f32) {
    let king = fonts::pieces().outline("王");
    let size = 34.0;
    let units = size / fonts::pieces().units();
    let _ = write!(
        svg,
        r#"<g transform="translate({x} {y}) scale({scale})"><path d="M0 -38L26 -28L34 18H-34L-26 -28Z" fill="none" stroke="{SEAL}" stroke-width="3" stroke-linejoin="round"/><path transform="translate({:.1} 9) scale({units:.5})" fill="{SEAL}" d="{}"/></g>"#,
        -king.width * size / 2.0,
        king.path
    );
}

/// The seal: 駒台之印 in a red square, its columns from the right.
fn seal(svg: &mut String, (x, y): (f32, f32), size: f32) {
    let half = size / 2.0;
    let _ = write!(
        svg,
        r#"<rect x="{}" y="{}" width="{size}" height="{size}" rx="{}" fill="{SEAL}"/>"#,
        x - half,
        y - half,
        size / 12.0
    );
    let sign = size * 0.42;
    for (text, side) in [("駒台", 0.5), ("之印", -0.5)] {
        column(svg, text, (x + side * sign, y - sign), sign, size, PAPER);
    }
}

/// How large rotated text is compared with upright text.
const LYING: f32 = 0.8;

/// Text from top to bottom around a line at `x`, from `y` on, smaller where it is higher than
/// `height`. Latin letters and the like lie on their side.
fn column(svg: &mut String, text: &str, (x, y): (f32, f32), size: f32, height: f32, fill: &str) {
    let (brush, font) = (fonts::brush(), fonts::text());
    let mut parts: Vec<(bool, String)> = Vec::new();
    for sign in text.chars() {
        // Kanji stand, even those that only the other font has; whatever else lies.
        let stands = brush.has(sign) || sign >= '\u{2e80}';
        match parts.last_mut() {
            Some((false, part)) if !stands => part.push(sign),
            _ => parts.push((stands, sign.to_string())),
        }
    }
    let extent = |(stands, part): &(bool, String)| {
        if *stands { 1.0 } else { LYING * font.outline(part).width }
    };
    let whole: f32 = parts.iter().map(extent).sum();
    // A name of any length stays on the sheet and can be read.
    let size = size.min((height / whole.max(1.0)).max(size * 0.4));
    let mut top = y;
    for part in &parts {
        let room = y + height - top;
        if room < size * 0.5 {
            break;
        }
        let (place, scale, outline) = if part.0 {
            let font = if part.1.chars().all(|sign| brush.has(sign)) { brush } else { font };
            let outline = font.outline(&part.1);
            let (middle, base) = (outline.width * size / 2.0, size * 0.88);
            // A long vowel runs with the text.
            let place = if part.1 == "ー" {
                let (centre, lift) = (top + size / 2.0, size * 0.38);
                format!(
                    "translate({x:.1} {centre:.1}) rotate(90) translate({:.1} {lift:.1})",
                    -middle
                )
            } else {
                format!("translate({:.1} {:.1})", x - middle, top + base)
            };
            (place, size / font.units(), outline)
        } else {
            let size = size * LYING;
            let place = format!("translate({:.1} {top:.1}) rotate(90)", x - size * 0.36);
            (place, size / font.units(), font.outline_within(&part.1, room / size))
        };
        let _ = write!(
            svg,
            r#"<path transform="{place} scale({scale:.5})" fill="{fill}" d="{}"/>"#,
            outline.path
        );
        top += extent(part) * size;
    }
}
