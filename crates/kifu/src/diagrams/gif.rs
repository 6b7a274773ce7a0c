//! A game as a GIF.

use std::collections::HashMap;

use gif::{DisposalMethod, Encoder, Frame, Repeat};
use komadai_language::Language;
use komadai_rules::Side;
use resvg::tiny_skia::Pixmap;

use super::{Diagram, DiagramError, Theme};
use crate::{NodeId, Record, Step};

/// Most moves of a GIF.
pub const MOVES_MAX: usize = 600;
/// Widest GIF in pixels.
pub const WIDTH_PX_MAX: u32 = 800;
/// Colours that a frame of a GIF can have, besides the one that shows what was there before.
const COLOURS_MAX: usize = 255;

/// How a GIF looks.
#[derive(Clone, Debug)]
pub struct GifOptions {
    /// The language of names and captions.
    pub language: Language,
    /// The colours.
    pub theme: Theme,
    /// Who sits at the bottom.
    pub bottom: Side,
    /// The number of its last move; none for the whole game.
    pub last_ply: Option<u32>,
    /// How wide it is, at most 800 pixels.
    pub width_px: u32,
    /// How long each move is shown, in milliseconds.
    pub move_ms: u16,
    /// How long the last position is shown, in milliseconds.
    pub end_ms: u16,
}

impl Default for GifOptions {
    fn default() -> Self {
        Self {
            language: Language::default(),
            theme: Theme::LIGHT,
            bottom: Side::Sente,
            last_ply: None,
            width_px: 400,
            move_ms: 1_000,
            end_ms: 5_000,
        }
    }
}

/// What drawing a GIF costs: its pictures times the square of its width.
pub fn cost(n_moves: usize, width_px: u32) -> u64 {
    (n_moves as u64 + 1).saturating_mul(u64::from(width_px).saturating_mul(width_px.into()))
}

/// The main line of a game as an animated GIF that repeats for ever.
///
/// ```
/// use komadai_kifu::{GifOptions, gif, read};
///
/// let reading = read(b"position startpos moves 7g7f 3c3d", None)?;
/// let options = GifOptions { width_px: 120, ..GifOptions::default() };
/// let picture = gif(&reading.records[0], &options, &|| false)?;
/// assert!(picture.starts_with(b"GIF89a"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If the game has more than 600 moves, the width is none or above 800, or `should_stop`, which is
/// asked before each picture, says so.
pub fn gif(
    record: &Record,
    options: &GifOptions,
    should_stop: &dyn Fn() -> bool,
) -> Result<Vec<u8>, DiagramError> {
    if !(1..=WIDTH_PX_MAX).contains(&options.width_px) {
        return Err(DiagramError::Size);
    }
    let is_move = |id: &NodeId| matches!(record.node(*id).step, Step::Move(_));
    let n_moves = options.last_ply.map_or(usize::MAX, |ply| ply as usize);
    let moves: Vec<_> = record.main_line().filter(is_move).take(n_moves).collect();
    if moves.len() > MOVES_MAX {
        return Err(DiagramError::TooLong { max: MOVES_MAX });
    }
    let picture = |diagram: Diagram| {
        diagram.theme(options.theme).bottom(options.bottom).width_px(options.width_px).pixmap()
    };
    let mut palette = Palette::default();
    let first = picture(Diagram::of(record, NodeId::START, options.language))?;
    // The last picture may have colours that the first has not: promoted pieces, the mark.
    let last = moves.last().copied().unwrap_or(NodeId::START);
    let last = picture(Diagram::of(record, last, options.language))?;
    palette.seed(&options.theme);
    palette.learn(&[&first, &last]);
    let mut bytes = Vec::new();
    let (width, height) = (first.width() as u16, first.height() as u16);
    let failed = |error: gif::EncodingError| DiagramError::Drawing(error.to_string());
    let mut encoder = Encoder::new(&mut bytes, width, height, &palette.bytes()).map_err(failed)?;
    encoder.set_repeat(Repeat::Infinite).map_err(failed)?;
    let mut before: Option<Vec<u8>> = None;
    let mut diagram = Diagram::of(record, NodeId::START, options.language);
    for (nth, id) in std::iter::once(NodeId::START).chain(moves.iter().copied()).enumerate() {
        if should_stop() {
            return Err(DiagramError::Stopped);
        }
        diagram.go_on_to(record.node(id));
        let pixels = palette.apply(&picture(diagram.clone())?);
        let shown_ms = if nth == moves.len() { options.end_ms } else { options.move_ms };
        let changed = Area::of_change(before.as_deref(), &pixels, width.into());
        let shown = match &before {
            Some(before) => palette.only_changes(before, &pixels),
            None => pixels.clone(),
        };
        let mut frame = Frame::from_indexed_pixels(
            changed.width,
            changed.height,
            changed.cut(&shown, width.into()),
            Some(palette.unchanged()),
        );
        frame.left = changed.left;
        frame.top = changed.top;
        frame.delay = (shown_ms / 10).max(2);
        frame.dispose = DisposalMethod::Keep;
        encoder.write_frame(&frame).map_err(failed)?;
        before = Some(pixels);
    }
    drop(encoder);
    Ok(bytes)
}

/// The colours of the GIF. A picture has few, and what lies between two of them at the edges.
#[derive(Default)]
struct Palette {
    colours: Vec<[u8; 3]>,
    /// For each colour in five bits a part the index of what is nearest, once it was looked for.
    nearest: Vec<Option<u8>>,
}

/// How many colours there are in five bits a part.
const COARSE: usize = 1 << 15;

impl Palette {
    /// Takes the colours of the theme and what lies between those that meet: a promoted piece may
    /// come only in the middle of the game.
    fn seed(&mut self, theme: &Theme) {
        const STEPS: u32 = 6;
        let meeting = [
            (theme.paper, theme.text),
            (theme.piece, theme.face),
            (theme.piece, theme.promoted),
            (theme.piece, theme.edge),
            (theme.board, theme.edge),
            (theme.board, theme.line),
            (theme.last, theme.edge),
            (theme.last, theme.line),
        ];
        for (one, other) in meeting {
            let (Some(one), Some(other)) = (parse(one), parse(other)) else { continue };
            for step in 0..=STEPS {
                let between = |part: usize| {
                    let sum = u32::from(one[part]) * (STEPS - step) + u32::from(other[part]) * step;
                    (sum / STEPS) as u8
                };
                let colour = coarse([between(0), between(1), between(2)]);
                if !self.colours.contains(&colour) {
                    self.colours.push(colour);
                }
            }
        }
    }

    /// Takes the other colours that are used most.
    fn learn(&mut self, pictures: &[&Pixmap]) {
        let mut counts: HashMap<[u8; 3], u32> = HashMap::new();
        for pixel in pictures.iter().flat_map(|picture| picture.pixels()) {
            // Five bits are enough to tell edges from one another.
            *counts.entry(coarse(rgb(pixel))).or_default() += 1;
        }
        let mut counts: Vec<_> = counts.into_iter().collect();
        counts.sort_unstable_by_key(|(colour, count)| (std::cmp::Reverse(*count), *colour));
        for (colour, _) in counts {
            if self.colours.len() < COLOURS_MAX && !self.colours.contains(&colour) {
                self.colours.push(colour);
            }
        }
    }

    /// The index that shows what was there before; it comes after the colours.
    fn unchanged(&self) -> u8 {
        self.colours.len().min(COLOURS_MAX) as u8
    }

    fn bytes(&self) -> Vec<u8> {
        let mut bytes = self.colours.concat();
        bytes.extend([0; 3]);
        bytes
    }

    /// A picture with nothing where it is as the one before.
    fn only_changes(&self, before: &[u8], after: &[u8]) -> Vec<u8> {
        let pixels = before.iter().zip(after);
        pixels.map(|(one, other)| if one == other { self.unchanged() } else { *other }).collect()
    }

    fn apply(&mut self, picture: &Pixmap) -> Vec<u8> {
        let Self { colours, nearest } = self;
        nearest.resize(COARSE, None);
        let pixels = picture.pixels().iter().map(|pixel| {
            let colour = coarse(rgb(pixel));
            let [red, green, blue] = colour.map(|part| usize::from(part >> 3));
            let Some(known) = nearest.get_mut(red << 10 | green << 5 | blue) else { return 0 };
            *known.get_or_insert_with(|| {
                let distance = |known: &[u8; 3]| -> u32 {
                    let parts = known.iter().zip(colour);
                    parts.map(|(one, other)| u32::from(one.abs_diff(other)).pow(2)).sum()
                };
                let best = (0..).zip(colours.iter()).min_by_key(|(_, known)| distance(known));
                best.map_or(0, |(index, _)| index)
            })
        });
        pixels.collect()
    }
}

/// `#1b1814`.
fn parse(colour: &str) -> Option<[u8; 3]> {
    let number = u32::from_str_radix(colour.strip_prefix('#')?, 16).ok()?;
    let [_, red, green, blue] = number.to_be_bytes();
    Some([red, green, blue])
}

fn rgb(pixel: &resvg::tiny_skia::PremultipliedColorU8) -> [u8; 3] {
    // The paper covers everything, so no pixel shines through.
    [pixel.red(), pixel.green(), pixel.blue()]
}

/// The colour in five bits a part, with both ends of the range kept.
fn coarse(colour: [u8; 3]) -> [u8; 3] {
    colour.map(|part| (part & 0xf8) | (part >> 5))
}

/// A rectangle of a picture.
struct Area {
    left: u16,
    top: u16,
    width: u16,
    height: u16,
}

impl Area {
    /// The smallest that holds everything in which two pictures differ, at least one pixel.
    fn of_change(before: Option<&[u8]>, after: &[u8], width: usize) -> Self {
        let height = after.len() / width.max(1);
        let whole = Self { left: 0, top: 0, width: width as u16, height: height as u16 };
        let Some(before) = before else { return whole };
        let (mut columns, mut rows) = ((width, 0), (height, 0));
        for (at, (one, other)) in before.iter().zip(after).enumerate() {
            if one != other {
                let (x, y) = (at % width, at / width);
                columns = (columns.0.min(x), columns.1.max(x + 1));
                rows = (rows.0.min(y), rows.1.max(y + 1));
            }
        }
        if columns.0 >= columns.1 {
            return Self { left: 0, top: 0, width: 1, height: 1 };
        }
        Self {
            left: columns.0 as u16,
            top: rows.0 as u16,
            width: (columns.1 - columns.0) as u16,
            height: (rows.1 - rows.0) as u16,
        }
    }

    fn cut(&self, pixels: &[u8], width: usize) -> Vec<u8> {
        let (left, span) = (usize::from(self.left), usize::from(self.width));
        let rows = pixels.chunks(width).skip(self.top.into()).take(self.height.into());
        rows.flat_map(|row| row.iter().skip(left).take(span)).copied().collect()
    }
}
