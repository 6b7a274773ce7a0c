//! The drawing itself, in SVG.

use std::fmt::Write;

use komadai_rules::{Kind, Side, Square, Variant};

use super::{
    Diagram,
    fonts::{self, Font},
};
use crate::cursor::kanji_count;

/// A square's size.
const CELL: (f32, f32) = (40.0, 44.0);
/// White space around everything.
const MARGIN: f32 = 12.0;
/// The line with a player's name.
const NAME: f32 = 26.0;
/// The line with the pieces in hand.
const HAND: f32 = 44.0;
/// The numbers of files and ranks.
const LABEL: f32 = 18.0;
/// The caption.
const CAPTION: f32 = 28.0;

/// A piece seen from its owner, in parts of a square's width from its middle: the tip, the
/// shoulders, the foot.
const SHAPE: [(f32, f32); 5] =
    [(0.0, -0.47), (0.29, -0.35), (0.38, 0.46), (-0.38, 0.46), (-0.29, -0.35)];

/// Where things stand.
struct Layout {
    board: (f32, f32),
    width: f32,
    height: f32,
    has_hands: bool,
}

impl Layout {
    fn new(diagram: &Diagram) -> Self {
        let variant = diagram.position.variant();
        let has_hands = variant.def().drops.is_some();
        let has_names = diagram.players.iter().any(|(_, name)| name.is_some());
        let side =
            if has_names || has_hands { NAME } else { 0.0 } + if has_hands { HAND } else { 0.0 };
        let (files, ranks) = (f32::from(variant.files()), f32::from(variant.ranks()));
        let board = (MARGIN + LABEL, MARGIN + side + LABEL);
        let caption = if diagram.caption.is_some() { CAPTION } else { 0.0 };
        Self {
            board,
            // As much space left of the board as the ranks' numbers take right of it.
            width: board.0 * 2.0 + files * CELL.0,
            height: board.1 + ranks * CELL.1 + LABEL / 2.0 + side + caption + MARGIN,
            has_hands,
        }
    }

    fn board_size(&self, variant: Variant) -> (f32, f32) {
        (f32::from(variant.files()) * CELL.0, f32::from(variant.ranks()) * CELL.1)
    }
}

pub(super) fn draw(diagram: &Diagram) -> String {
    let layout = Layout::new(diagram);
    let mut out = Picture { svg: String::new(), diagram };
    let (width, height) = (layout.width, layout.height);
    let _ = write!(
        out.svg,
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img">"#
    );
    let caption = diagram.caption.as_deref().unwrap_or_default();
    let _ = write!(out.svg, "<title>{}</title>", escape(caption));
    let _ = write!(out.svg, "<desc>{}</desc>", escape(&diagram.position.sfen()));
    out.faces();
    out.rect((0.0, 0.0), (width, height), diagram.theme.paper);
    out.board(&layout);
    out.labels(&layout);
    out.pieces(&layout);
    out.players(&layout);
    if !caption.is_empty() {
        let at = (width / 2.0, height - MARGIN - 6.0);
        out.text(caption, at, 16.0, Anchor::Middle, width - 2.0 * MARGIN);
    }
    out.svg.push_str("</svg>");
    out.svg
}

#[derive(Clone, Copy)]
enum Anchor {
    Start,
    Middle,
}

struct Picture<'a> {
    svg: String,
    diagram: &'a Diagram,
}

impl Picture<'_> {
    fn variant(&self) -> Variant {
        self.diagram.position.variant()
    }

    /// The outlines of all faces that are needed, once each.
    fn faces(&mut self) {
        let position = &self.diagram.position;
        let on_board = position.pieces().map(|(_, piece)| (piece.kind, piece.side));
        let in_hands = Side::ALL
            .into_iter()
            .flat_map(|side| position.hand(side).map(move |(kind, _)| (kind, side)));
        let mut faces: Vec<char> =
            on_board.chain(in_hands).map(|(kind, side)| self.face(kind, side)).collect();
        faces.sort_unstable();
        faces.dedup();
        self.svg.push_str("<defs>");
        let shape: Vec<_> =
            SHAPE.iter().map(|(x, y)| format!("{:.2} {:.2}", x * CELL.0, y * CELL.0)).collect();
        let _ = write!(self.svg, r#"<path id="koma" d="M{}Z"/>"#, shape.join("L"));
        for face in faces {
            let outline = font_of(face).outline(&face.to_string());
            let _ = write!(self.svg, r#"<path id="{}" d="{}"/>"#, id_of(face), outline.path);
        }
        self.svg.push_str("</defs>");
    }

    /// The character on a piece. §2.5: one king may be 王.
    fn face(&self, kind: Kind, side: Side) -> char {
        let piece = self.variant().piece(kind);
        let sign = piece.kanji.chars().next().unwrap_or('□');
        if sign == '玉' && self.diagram.king == Some(side) { '王' } else { sign }
    }

    fn rect(&mut self, at: (f32, f32), size: (f32, f32), fill: &str) {
        let _ = write!(
            self.svg,
            r#"<rect x="{}" y="{}" width="{}" height="{}" fill="{fill}"/>"#,
            at.0, at.1, size.0, size.1
        );
    }

    fn board(&mut self, layout: &Layout) {
        let theme = &self.diagram.theme;
        let variant = self.variant();
        let (x, y) = layout.board;
        let size = layout.board_size(variant);
        self.rect((x, y), size, theme.board);
        if let Some(mv) = self.diagram.last {
            for square in mv.from().into_iter().chain([mv.to()]) {
                let (cx, cy) = self.middle(layout, square);
                let corner = (cx - CELL.0 / 2.0, cy - CELL.1 / 2.0);
                self.rect(corner, CELL, theme.last);
            }
        }
        let mut lines = String::new();
        for file in 1..variant.files() {
            let at = x + f32::from(file) * CELL.0;
            let _ = write!(lines, "M{at} {y}v{}", size.1);
        }
        for rank in 1..variant.ranks() {
            let at = y + f32::from(rank) * CELL.1;
            let _ = write!(lines, "M{x} {at}h{}", size.0);
        }
        let line = theme.line;
        let _ = write!(self.svg, r#"<path d="{lines}" stroke="{line}" fill="none"/>"#);
        let _ = write!(
            self.svg,
            r#"<rect x="{x}" y="{y}" width="{}" height="{}" stroke="{line}" stroke-width="2" fill="none"/>"#,
            size.0, size.1
        );
        self.stars(layout);
    }

    /// §3.6: four points mark the promotion zones.
    fn stars(&mut self, layout: &Layout) {
        let variant = self.variant();
        let (files, ranks, zone) = (variant.files(), variant.ranks(), variant.def().zone);
        if files < 9 || ranks < zone * 3 {
            return;
        }
        for file in [files / 3, files - files / 3] {
            for rank in [zone, ranks - zone] {
                let x = layout.board.0 + f32::from(file) * CELL.0;
                let y = layout.board.1 + f32::from(rank) * CELL.1;
                let fill = self.diagram.theme.line;
                let _ = write!(self.svg, r#"<circle cx="{x}" cy="{y}" r="3" fill="{fill}"/>"#);
            }
        }
    }

    /// The middle of a square.
    fn middle(&self, layout: &Layout, square: Square) -> (f32, f32) {
        let variant = self.variant();
        let (file, rank) = (f32::from(square.file()), f32::from(square.rank()));
        let (files, ranks) = (f32::from(variant.files()), f32::from(variant.ranks()));
        let (column, row) = match self.diagram.bottom {
            Side::Sente => (files - file, rank - 1.0),
            Side::Gote => (file - 1.0, ranks - rank),
        };
        let x = layout.board.0 + (column + 0.5) * CELL.0;
        let y = layout.board.1 + (row + 0.5) * CELL.1;
        (x, y)
    }

    fn labels(&mut self, layout: &Layout) {
        let variant = self.variant();
        let is_large = variant.def().is_large();
        let size = layout.board_size(variant);
        for file in 1..=variant.files() {
            let Some(square) = Square::new(file, 1) else { continue };
            let at = (self.middle(layout, square).0, layout.board.1 - 6.0);
            self.text(&file.to_string(), at, 13.0, Anchor::Middle, CELL.0);
        }
        for rank in 1..=variant.ranks() {
            let Some(square) = Square::new(1, rank) else { continue };
            let label = match self.diagram.language.notation() {
                _ if is_large => char::from(b'a' + rank - 1).to_string(),
                "japanese" => kanji_count(rank),
                _ => rank.to_string(),
            };
            let x = layout.board.0 + size.0 + LABEL / 2.0 + 2.0;
            let at = (x, self.middle(layout, square).1 + 5.0);
            self.text(&label, at, 13.0, Anchor::Middle, CELL.0);
        }
    }

    fn pieces(&mut self, layout: &Layout) {
        let pieces: Vec<_> = self.diagram.position.pieces().collect();
        for (square, piece) in pieces {
            let at = self.middle(layout, square);
            self.piece(piece.kind, piece.side, at, 1.0);
        }
    }

    fn piece(&mut self, kind: Kind, side: Side, at: (f32, f32), scale: f32) {
        let theme = &self.diagram.theme;
        let variant = self.variant();
        let scale = scale * size_of(variant, kind);
        let is_promoted = variant.unpromoted(kind) != kind;
        let fill = if is_promoted { theme.promoted } else { theme.face };
        let face = self.face(kind, side);
        let turn = if side == self.diagram.bottom { 0 } else { 180 };
        let (x, y) = at;
        let font = font_of(face);
        // The face's middle is a little below the piece's.
        let letter = CELL.0 * 0.64;
        let unit = letter / font.units();
        let (left, base) = (-letter / 2.0, letter * 0.38 + CELL.0 * 0.04);
        let _ = write!(
            self.svg,
            concat!(
                r##"<g transform="translate({x} {y}) rotate({turn}) scale({scale:.3})">"##,
                r##"<use href="#koma" fill="{piece}" stroke="{edge}"/>"##,
                r##"<use href="#{face}" fill="{fill}" transform="translate({left:.2} {base:.2}) scale({unit:.5})"/></g>"##,
            ),
            x = x,
            y = y,
            turn = turn,
            scale = scale,
            piece = theme.piece,
            edge = theme.edge,
            face = id_of(face),
            fill = fill,
            left = left,
            base = base,
            unit = unit,
        );
    }

    /// Names and hands: the one at the bottom right of the board, the other's top left, each at
    /// its player's right hand (§3.6).
    fn players(&mut self, layout: &Layout) {
        let bottom = self.diagram.bottom;
        let below = layout.board.1 + layout.board_size(self.variant()).1 + LABEL / 2.0;
        let hand = if layout.has_hands { HAND } else { 0.0 };
        let right = layout.width - layout.board.0;
        self.name(bottom.other(), (layout.board.0, MARGIN + 18.0), false, layout);
        self.name(bottom, (right, below + hand + 18.0), true, layout);
        if layout.has_hands {
            self.hand(bottom.other(), (layout.board.0, MARGIN + NAME + HAND / 2.0), false);
            self.hand(bottom, (right, below + HAND / 2.0), true);
        }
    }

    /// A piece in black or white for the side, and the name.
    fn name(&mut self, side: Side, at: (f32, f32), is_right: bool, layout: &Layout) {
        const SIZE: f32 = 16.0;
        let name = self.diagram.players[side].clone().unwrap_or_default();
        if name.is_empty() && !layout.has_hands {
            return;
        }
        let room = layout.width - 2.0 * layout.board.0 - SIZE * 1.5;
        let outline = fonts::text().outline_within(&name, room / SIZE);
        let start = if is_right { at.0 - outline.width * SIZE - SIZE * 1.4 } else { at.0 };
        let theme = &self.diagram.theme;
        let fill = if side == Side::Sente { theme.text } else { theme.paper };
        let _ = write!(
            self.svg,
            r##"<use href="#koma" transform="translate({:.2} {:.2}) scale(.4)" fill="{fill}" stroke="{}" stroke-width="3"/>"##,
            start + SIZE / 2.0,
            at.1 - SIZE * 0.36,
            theme.text,
        );
        self.text(&name, (start + SIZE * 1.4, at.1), SIZE, Anchor::Start, room);
    }

    fn hand(&mut self, side: Side, at: (f32, f32), is_right: bool) {
        const STEP: f32 = 35.0;
        const NUMBER: f32 = 18.0;
        let held: Vec<_> = self.diagram.position.hand(side).collect();
        let width = |number: u8| if number > 1 { STEP + NUMBER } else { STEP };
        let whole: f32 = held.iter().map(|(_, number)| width(*number)).sum();
        // A hand with everything in it is made to fit.
        let files = f32::from(self.variant().files());
        let scale = (files * CELL.0 / whole.max(1.0)).min(1.0);
        let mut x = if is_right { at.0 - whole * scale } else { at.0 };
        for (kind, number) in held {
            self.piece(kind, self.diagram.bottom, (x + STEP * scale / 2.0, at.1), 0.88 * scale);
            if number > 1 {
                let place = (x + STEP * scale, at.1 + 6.0);
                self.text(&number.to_string(), place, 15.0 * scale, Anchor::Start, CELL.0);
            }
            x += width(number) * scale;
        }
    }

    /// A line of text, shortened to a width.
    fn text(&mut self, text: &str, at: (f32, f32), size: f32, anchor: Anchor, width: f32) {
        let font = fonts::text();
        let outline = font.outline_within(text, width / size);
        let x = match anchor {
            Anchor::Start => at.0,
            Anchor::Middle => at.0 - outline.width * size / 2.0,
        };
        if outline.path.is_empty() {
            return;
        }
        let _ = write!(
            self.svg,
            r#"<path transform="translate({x:.2} {:.2}) scale({:.5})" fill="{}" d="{}"/>"#,
            at.1,
            size / font.units(),
            self.diagram.theme.text,
            outline.path,
        );
    }
}

/// §3.6: stronger pieces are larger.
fn size_of(variant: Variant, kind: Kind) -> f32 {
    match variant.piece(variant.unpromoted(kind)).name {
        "king" | "lion" | "rook" | "bishop" => 1.0,
        "knight" | "lance" => 0.92,
        "pawn" | "chick" | "go_between" => 0.88,
        _ => 0.96,
    }
}

/// The font with a face: that of the pieces, or for a variant that is new to it the other.
fn font_of(face: char) -> &'static Font {
    let pieces = fonts::pieces();
    if pieces.has(face) { pieces } else { fonts::text() }
}

/// The name of a face's outline, the same in every picture, so that several can be in one page.
fn id_of(face: char) -> String {
    format!("koma-{:x}", u32::from(face))
}

fn escape(text: &str) -> String {
    let clean: String = text.chars().filter(|sign| !sign.is_control()).collect();
    clean.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
