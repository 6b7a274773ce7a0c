//! GIFs of games that were drawn lately: each is drawn once, however many ask for it.

use komadai_ids::{GameId, ReviewId};
use komadai_kifu::Theme;
use komadai_language::Language;
use komadai_rules::Side;

use crate::cache::{Cache, CacheLimits};

/// How many GIFs are kept.
pub const LIMITS: CacheLimits = CacheLimits { bytes: 64 << 20, answers: 512 };

/// The GIFs that this server has drawn.
pub type GifCache = Cache<Gif>;

/// Of which state of what a GIF is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Source {
    /// A game, after so many events.
    Game(GameId, u32),
    /// A game that was imported, by its record and its owner.
    Import([u8; 32]),
    /// A review, after so many changes.
    Review(ReviewId, u32),
}

/// What a GIF depends on.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Gif {
    /// What it shows.
    pub of: Source,
    /// Its last move.
    pub ply: u32,
    pub theme: Theme,
    /// The language of names and captions.
    pub language: Language,
    /// Who sits at the bottom.
    pub bottom: Side,
    /// How wide it is.
    pub width_px: u32,
}
