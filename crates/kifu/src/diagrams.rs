//! Positions as pictures: SVG, PNG, and a game as an animated GIF.
//!
//! A picture looks the same everywhere, because it holds the outlines of two bundled fonts and no
//! text: kanji for the pieces, names in Latin (Vietnamese too), Greek, Cyrillic and Japanese.
//!
//! ```
//! use komadai_kifu::{Diagram, Theme};
//! use komadai_language::Language;
//! use komadai_rules::{Side, Variant};
//!
//! let svg = Diagram::new(Variant::standard().start())
//!     .player(Side::Sente, "Nguyễn Văn A")
//!     .language(Language::VIETNAMESE)
//!     .theme(Theme::DARK)
//!     .svg();
//! assert!(svg.starts_with("<svg"));
//! ```

use komadai_language::{Language, Words};
use komadai_rules::{BySide, Move, Position, Side};

use crate::{
    Node, NodeId, Record,
    notations::{self, Notation},
};

pub use self::{
    certificate::{Certificate, TextDirection},
    gif::{GifOptions, gif},
    theme::Theme,
};

mod certificate;
mod fonts;
pub mod gif;
mod svg;
mod theme;

/// Widest picture in pixels.
pub const WIDTH_PX_MAX: u32 = 2_048;

/// The notation that readers of a language know.
pub fn notation(language: Language) -> Notation {
    match language.notation() {
        "vietnamese" => notations::VIETNAMESE,
        "japanese" => notations::JAPANESE,
        _ => notations::WESTERN,
    }
}

/// Whether the bundled fonts have every character of a text.
pub fn can_draw(text: &str) -> bool {
    text.chars().all(|sign| sign.is_whitespace() || fonts::text().has(sign))
}

/// What is said in a language, or in English if the fonts lack its characters.
fn drawable(language: Language, say: impl Fn(Words) -> String) -> String {
    let own = say(language.words());
    if can_draw(&own) { own } else { say(Language::ENGLISH.words()) }
}

/// A picture of a position.
///
/// ```
/// use komadai_kifu::{Diagram, Theme, read};
/// use komadai_rules::Side;
///
/// let reading = read(b"position startpos moves 7g7f", None)?;
/// let game = &reading.records[0];
/// let diagram = Diagram::new(&game.position(game.at_ply(1)))
///     .last(game.moves().next())
///     .player(Side::Sente, "An")
///     .theme(Theme::DARK);
/// assert!(diagram.svg().starts_with("<svg"));
/// # Ok::<(), komadai_kifu::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Diagram {
    position: Position,
    last: Option<Move>,
    players: BySide<Option<String>>,
    caption: Option<String>,
    language: Language,
    theme: Theme,
    bottom: Side,
    king: Option<Side>,
    width_px: u32,
}

/// A picture that could not be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DiagramError {
    /// The picture would be too large or has no size.
    #[error("a picture is 1 to {WIDTH_PX_MAX} pixels wide")]
    Size,
    /// The game is too long to be a GIF.
    #[error("a GIF shows at most {max} moves")]
    TooLong {
        /// The limit.
        max: usize,
    },
    /// The caller no longer wants it, or it took too long.
    #[error("it was not finished in time")]
    Stopped,
    /// The drawing library refused.
    #[error("the picture could not be drawn: {0}")]
    Drawing(String),
}

impl Diagram {
    /// A picture of a position: light, in English, seen from sente.
    pub fn new(position: &Position) -> Self {
        Self {
            position: position.clone(),
            last: None,
            players: BySide::default(),
            caption: None,
            language: Language::default(),
            theme: Theme::LIGHT,
            bottom: Side::Sente,
            king: None,
            width_px: 480,
        }
    }

    /// A picture of a game after a node, with the players' names, the last move, and its number
    /// below.
    pub fn of(record: &Record, id: NodeId, language: Language) -> Self {
        let start = Self::new(record.start()).language(language);
        let mut diagram = start.caption(&drawable(language, Words::diagram_start));
        for side in Side::ALL {
            if let Some(name) = record.player(side) {
                diagram = diagram.player(side, name);
            }
        }
        let mut moves = record.path(id);
        let last = moves.iter().rposition(|id| record.node(*id).mv().is_some());
        let last = last.map(|at| moves.split_off(at));
        for mv in moves.into_iter().filter_map(|id| record.node(id).mv()) {
            diagram.position.play(mv);
            diagram.last = Some(mv);
        }
        // Only the last one is spelt.
        for id in last.into_iter().flatten() {
            diagram.go_on_to(record.node(id));
        }
        diagram
    }

    /// Plays the move of a node that follows what is shown, if it is one.
    fn go_on_to(&mut self, node: &Node) {
        let Some(mv) = node.mv() else { return };
        let text = notation(self.language).write(&self.position, mv, self.last);
        let caption = |words: Words| words.diagram_move(node.ply().into(), &text);
        self.caption = Some(drawable(self.language, caption));
        self.position.play(mv);
        self.last = Some(mv);
    }

    /// The move that led here; its squares are marked.
    pub fn last(mut self, mv: Option<Move>) -> Self {
        self.last = mv;
        self
    }

    /// A player's name.
    pub fn player(mut self, side: Side, name: &str) -> Self {
        self.players[side] = (!name.trim().is_empty()).then(|| name.trim().to_owned());
        self
    }

    /// A line below the board.
    pub fn caption(mut self, text: &str) -> Self {
        self.caption = (!text.trim().is_empty()).then(|| text.trim().to_owned());
        self
    }

    /// The language of the labels.
    pub fn language(mut self, language: Language) -> Self {
        self.language = language;
        self
    }

    /// The colours.
    pub fn theme(mut self, theme: Theme) -> Self {
        self.theme = theme;
        self
    }

    /// Who sits at the bottom.
    pub fn bottom(mut self, side: Side) -> Self {
        self.bottom = side;
        self
    }

    /// §2.5: who has 王; the other has 玉, and both have it if nobody is named.
    pub fn king(mut self, side: Option<Side>) -> Self {
        self.king = side;
        self
    }

    /// The width of the PNG in pixels, at most [`WIDTH_PX_MAX`]; the height follows.
    pub fn width_px(mut self, width: u32) -> Self {
        self.width_px = width;
        self
    }

    /// As SVG.
    pub fn svg(&self) -> String {
        svg::draw(self)
    }

    /// As PNG.
    ///
    /// # Errors
    /// If the width is none or too large.
    pub fn png(&self) -> Result<Vec<u8>, DiagramError> {
        let pixmap = self.pixmap()?;
        pixmap.encode_png().map_err(|error| DiagramError::Drawing(error.to_string()))
    }

    /// As pixels.
    fn pixmap(&self) -> Result<resvg::tiny_skia::Pixmap, DiagramError> {
        if !(1..=WIDTH_PX_MAX).contains(&self.width_px) {
            return Err(DiagramError::Size);
        }
        pixmap(&self.svg(), self.width_px)
    }
}

/// A picture as pixels, so many of them wide.
fn pixmap(svg: &str, width_px: u32) -> Result<resvg::tiny_skia::Pixmap, DiagramError> {
    use resvg::{
        tiny_skia::{Pixmap, Transform},
        usvg::{Options, Tree},
    };
    let tree = Tree::from_str(svg, &Options::default())
        .map_err(|error| DiagramError::Drawing(error.to_string()))?;
    let scale = width_px as f32 / tree.size().width();
    let height = (tree.size().height() * scale).round().max(1.0) as u32;
    let mut pixmap = Pixmap::new(width_px, height).ok_or(DiagramError::Size)?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixmap.as_mut());
    Ok(pixmap)
}
