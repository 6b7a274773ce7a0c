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

/// What a certificate says, in whatever language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
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
        // A piece, as the seal.
        let _ = write!(
            svg,
            r#"<path d="M420 62L446 72L454 118H386L394 72Z" fill="none" stroke="{SEAL}" stroke-width="3" stroke-linejoin="round"/>"#
        );
        centred(&mut svg, fonts::pieces(), "王", 109.0, 34.0, SEAL);
        let text = fonts::text();
        centred(&mut svg, text, &self.title, 176.0, 26.0, INK);
        centred(&mut svg, text, &self.name, 262.0, 46.0, INK);
        centred(&mut svg, text, &self.grade, 348.0, 60.0, SEAL);
        for (n, line) in self.lines.iter().enumerate() {
            centred(&mut svg, text, line, 412.0 + 28.0 * n as f32, 18.0, INK);
        }
        centred(&mut svg, text, &self.footer, 540.0, 16.0, INK);
        svg.push_str("</svg>");
        svg
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

#[cfg(test)]
mod tests {
    use super::*;

    fn certificate(name: &str) -> Certificate {
        Certificate {
            title: "Chứng nhận đẳng cấp".to_owned(),
            name: name.to_owned(),
            grade: "Sơ đẳng".to_owned(),
            lines: vec!["14 ván tính điểm liên tiếp".to_owned()],
            footer: "Komadai".to_owned(),
        }
    }

    #[test]
    fn it_is_drawn_with_any_name() {
        for name in ["Nguyễn Văn A", "", "<script>&", &"ạ".repeat(500), "羽生"] {
            let svg = certificate(name).svg();
            assert!(!svg.contains("<script") && svg.ends_with("</svg>"), "{name}");
            let png = certificate(name).png(420).unwrap();
            assert_eq!(png.get(1..4), Some(&b"PNG"[..]));
        }
        assert_eq!(certificate("A").png(0), Err(DiagramError::Size));
        assert_eq!(certificate("A").png(WIDTH_PX_MAX + 1), Err(DiagramError::Size));
    }
}
