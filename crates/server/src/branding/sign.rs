//! A site's sign: what an admin sends is checked and drawn anew, so that nothing of the file itself
//! is ever given to a browser.

use base64::{Engine as _, engine::general_purpose::STANDARD};
use resvg::{
    tiny_skia::{Color, FilterQuality, Pixmap, PixmapPaint, Transform},
    usvg::{Options, Tree, roxmltree},
};

/// The media type of SVG.
pub(super) const SVG: &str = "image/svg+xml";

/// The longest file.
pub(crate) const FILE_BYTES_MAX: usize = 256 * 1024;

/// The sides of a sign as it is kept, in pixels.
const SIDE_PX: u32 = 512;

/// The widest or highest PNG that is read.
const READ_PX_MAX: u32 = 4_096;

/// Most elements of an SVG.
const ELEMENTS_MAX: usize = 2_000;

/// Most elements that lie in each other.
const DEPTH_MAX: usize = 64;

/// Most elements, texts and comments that are read of it.
const NODES_MAX: u32 = 20_000;

/// What an SVG may not hold: what fetches, runs, needs fonts, or multiplies.
const REFUSED: [&str; 10] = [
    "script",
    "foreignObject",
    "image",
    "text",
    "use",
    "filter",
    "pattern",
    "mask",
    "marker",
    "feImage",
];

/// Behind icons that phones cut into their own shape: the client's paper (`tokens.css`).
const PAPER: [u8; 3] = [0xf6, 0xf1, 0xe6];

/// How much of a maskable icon's side is the sign: what every phone leaves is a circle of 80 %.
const MASKABLE: f32 = 0.56;

/// A file is no sign.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum SignError {
    #[error("a sign is a PNG or an SVG")]
    Kind,
    #[error("this PNG cannot be read")]
    Png,
    #[error("a PNG has at most {READ_PX_MAX} pixels a side")]
    Size,
    #[error("this SVG cannot be read: {0}")]
    Svg(String),
    #[error("an SVG with <!ENTITY> cannot be a sign; save it as plain SVG, or send a PNG")]
    Entities,
    #[error("an SVG has at most {ELEMENTS_MAX} elements")]
    Elements,
    #[error("in an SVG at most {DEPTH_MAX} elements lie in each other")]
    Depth,
    #[error("an SVG with <{0}> cannot be a sign; turn it into paths, or send a PNG")]
    Element(&'static str),
    #[error("nothing can be seen of it")]
    Empty,
}

/// The sign that a file shows: a square PNG.
///
/// # Errors
/// Why it shows none.
pub(crate) fn draw(file: &[u8]) -> Result<Vec<u8>, SignError> {
    let drawn = if file.starts_with(b"\x89PNG\r\n\x1a\n") {
        fitted(&png(file)?)
    } else {
        svg(std::str::from_utf8(file).map_err(|_| SignError::Kind)?)?
    };
    if drawn.pixels().iter().all(|pixel| pixel.alpha() == 0) {
        return Err(SignError::Empty);
    }
    drawn.encode_png().map_err(|_| SignError::Empty)
}

fn png(file: &[u8]) -> Result<Pixmap, SignError> {
    // Width and height stand first, so that nothing large is unpacked.
    let side = |at: usize| -> Option<u32> {
        Some(u32::from_be_bytes(file.get(at..at + 4)?.try_into().ok()?))
    };
    let sides = side(16).zip(side(20)).ok_or(SignError::Png)?;
    if sides.0.max(sides.1) > READ_PX_MAX {
        return Err(SignError::Size);
    }
    Pixmap::decode_png(file).map_err(|_| SignError::Png)
}

fn svg(text: &str) -> Result<Pixmap, SignError> {
    if !text.contains("<svg") {
        return Err(SignError::Kind);
    }
    let wrong = |cause: &dyn std::fmt::Display| SignError::Svg(cause.to_string());
    // Drawing programs write a document type, which is harmless without entities.
    if text.contains("<!ENTITY") {
        return Err(SignError::Entities);
    }
    let options = roxmltree::ParsingOptions {
        allow_dtd: true,
        nodes_limit: NODES_MAX,
        ..roxmltree::ParsingOptions::default()
    };
    let document =
        roxmltree::Document::parse_with_options(text, options).map_err(|cause| wrong(&cause))?;
    let elements = document.descendants().filter(roxmltree::Node::is_element);
    let names: Vec<_> = elements.map(|it| it.tag_name().name()).collect();
    if names.len() > ELEMENTS_MAX {
        return Err(SignError::Elements);
    }
    if document.descendants().any(|it| it.ancestors().nth(DEPTH_MAX).is_some()) {
        return Err(SignError::Depth);
    }
    if document.descendants().any(|it| nests_clips(&it)) {
        return Err(SignError::Element("clipPath"));
    }
    if let Some(refused) = REFUSED.into_iter().find(|it| names.contains(it)) {
        return Err(SignError::Element(refused));
    }
    let tree = Tree::from_xmltree(&document, &Options::default()).map_err(|cause| wrong(&cause))?;
    let (width, height) = (tree.size().width(), tree.size().height());
    let scale = SIDE_PX as f32 / width.max(height);
    let middle = |side: f32| (SIDE_PX as f32 - side * scale) / 2.0;
    let mut canvas = square(SIDE_PX)?;
    let place = Transform::from_row(scale, 0.0, 0.0, scale, middle(width), middle(height));
    resvg::render(&tree, place, &mut canvas.as_mut());
    Ok(canvas)
}

/// Whether clips lie in clips, each of which doubles the work of the one around it.
fn nests_clips(it: &roxmltree::Node<'_, '_>) -> bool {
    const CLIP: &str = "clip-path";
    let is_clipped = |it: roxmltree::Node<'_, '_>| {
        it.has_attribute(CLIP) || it.attribute("style").is_some_and(|it| it.contains(CLIP))
    };
    match it.tag_name().name() {
        "clipPath" => it.descendants().any(is_clipped),
        "style" => it.text().is_some_and(|it| it.contains(CLIP)),
        _ => false,
    }
}

/// A picture in the middle of a square, as large as it goes in.
fn fitted(picture: &Pixmap) -> Pixmap {
    let mut canvas = square(SIDE_PX).unwrap_or_else(|_| picture.clone());
    put(&mut canvas, picture, 1.0);
    canvas
}

fn square(side: u32) -> Result<Pixmap, SignError> {
    Pixmap::new(side, side).ok_or(SignError::Empty)
}

/// Draws a picture into the middle of a canvas, over this share of its sides.
fn put(canvas: &mut Pixmap, picture: &Pixmap, share: f32) {
    let (width, height) = (picture.width() as f32, picture.height() as f32);
    let side = canvas.width() as f32;
    let scale = side * share / width.max(height);
    let middle = |length: f32| (side - length * scale) / 2.0;
    let place = Transform::from_row(scale, 0.0, 0.0, scale, middle(width), middle(height));
    let paint = PixmapPaint { quality: FilterQuality::Bicubic, ..PixmapPaint::default() };
    canvas.draw_pixmap(0, 0, picture.as_ref(), &paint, place, None);
}

/// Where browsers and phones find the sign.
pub(super) const ICONS: [&str; 5] = [
    "favicon.svg",
    "icons/icon-192.png",
    "icons/icon-512.png",
    "icons/apple-180.png",
    "icons/maskable-512.png",
];

/// The sign in every size that browsers and phones ask for.
#[derive(Clone, Debug)]
pub(crate) struct Icons {
    files: Vec<(&'static str, Vec<u8>)>,
}

impl Icons {
    /// All icons of a sign as [`draw`] made it; `None` when it is damaged.
    pub(crate) fn of(sign: &[u8]) -> Option<Self> {
        let sign = Pixmap::decode_png(sign).ok()?;
        let icon = |side: u32, paper: bool, share: f32| {
            let mut canvas = square(side).ok()?;
            if paper {
                let [r, g, b] = PAPER;
                canvas.fill(Color::from_rgba8(r, g, b, 255));
            }
            put(&mut canvas, &sign, share);
            canvas.encode_png().ok()
        };
        // The client shows it 28 pixels wide, browsers in tabs 16 or 32, on fine screens thrice that.
        let small = STANDARD.encode(icon(96, false, 1.0)?);
        let favicon = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 64 64\">\
             <image width=\"64\" height=\"64\" href=\"data:image/png;base64,{small}\"/></svg>"
        );
        let contents = [
            favicon.into_bytes(),
            icon(192, false, 1.0)?,
            icon(512, false, 1.0)?,
            icon(180, true, 0.8)?,
            icon(512, true, MASKABLE)?,
        ];
        Some(Self { files: ICONS.into_iter().zip(contents).collect() })
    }

    /// The media type and the content of the icon at a path.
    pub(crate) fn file(&self, path: &str) -> Option<(&'static str, Vec<u8>)> {
        let (name, bytes) = self.files.iter().find(|(name, _)| *name == path)?;
        let is_png = name.ends_with(".png");
        Some((if is_png { "image/png" } else { SVG }, bytes.clone()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const STAR: &str = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 40 20'>\
        <title>a star</title><path d='M0 0h40v20h-40z' fill='#a92e17'/></svg>";

    #[test]
    fn a_wide_svg_stands_in_the_middle_of_a_square() {
        let sign = Pixmap::decode_png(&draw(STAR.as_bytes()).unwrap()).unwrap();
        assert_eq!((sign.width(), sign.height()), (SIDE_PX, SIDE_PX));
        let alpha = |x, y| sign.pixel(x, y).unwrap().alpha();
        assert_eq!((alpha(256, 10), alpha(256, 256), alpha(5, 256)), (0, 255, 255));
    }

    #[test]
    fn a_png_is_drawn_anew() {
        let mut small = Pixmap::new(3, 9).unwrap();
        small.fill(Color::from_rgba8(10, 200, 30, 255));
        let sign = draw(&small.encode_png().unwrap()).unwrap();
        let sign = Pixmap::decode_png(&sign).unwrap();
        assert_eq!(sign.width(), SIDE_PX);
        assert_eq!(sign.pixel(10, 256).unwrap().alpha(), 0);
        assert_eq!(sign.pixel(256, 256).unwrap().green(), 200);
    }

    #[test]
    fn what_is_no_sign_is_refused_in_words() {
        let holding = |it: &str| STAR.replace("<title>", &format!("{it}<title>"));
        for (file, said) in [
            (b"GIF89a".to_vec(), SignError::Kind),
            (b"\x89PNG\r\n\x1a\nxx".to_vec(), SignError::Png),
            (holding("<script>alert(1)</script>").into(), SignError::Element("script")),
            (holding("<image href='https://x/y.png'/>").into(), SignError::Element("image")),
            (holding("<use href='#a'/>").into(), SignError::Element("use")),
            (holding("<marker id='a'/>").into(), SignError::Element("marker")),
            (
                holding("<clipPath id='a'><path clip-path='url(#a)'/></clipPath>").into(),
                SignError::Element("clipPath"),
            ),
            (
                holding(&format!("{}{}", "<g>".repeat(70), "</g>".repeat(70))).into(),
                SignError::Depth,
            ),
            (
                b"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 1 1'></svg>".to_vec(),
                SignError::Empty,
            ),
            (holding(&"<g/>".repeat(ELEMENTS_MAX)).into(), SignError::Elements),
        ] {
            assert_eq!(draw(&file), Err(said));
        }
        let huge =
            [b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".as_slice(), &[0, 1, 0, 0, 0, 0, 0, 1]].concat();
        assert_eq!(draw(&huge), Err(SignError::Size));
        let entities = "<!DOCTYPE svg [<!ENTITY a 'aaaa'>]>".to_owned() + STAR;
        assert_eq!(draw(entities.as_bytes()), Err(SignError::Entities));
        assert!(draw(format!("<!DOCTYPE svg>{STAR}").as_bytes()).is_ok());
    }

    #[test]
    fn there_is_an_icon_of_every_size() {
        let icons = Icons::of(&draw(STAR.as_bytes()).unwrap()).unwrap();
        for (path, side) in [
            ("icons/icon-192.png", 192),
            ("icons/icon-512.png", 512),
            ("icons/apple-180.png", 180),
            ("icons/maskable-512.png", 512),
        ] {
            let (media_type, bytes) = icons.file(path).unwrap();
            assert_eq!(media_type, "image/png");
            assert_eq!(Pixmap::decode_png(&bytes).unwrap().width(), side, "{path}");
        }
        let (_, favicon) = icons.file("favicon.svg").unwrap();
        assert!(favicon.starts_with(b"<svg"));
        assert!(icons.file("sw.js").is_none());
    }
}
