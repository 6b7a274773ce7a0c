//! How much a record may hold. What goes beyond is an error, never a slow or dead server.

/// Bytes of a file that is read: twenty years of a club's games fit in it.
pub const FILE_BYTES_MAX: usize = 32 << 20;
/// Games in one file.
pub const GAMES_MAX: usize = 20_000;
/// Nodes (moves, endings, the start) of one game with all its variations.
pub const NODES_MAX: usize = 100_000;
/// Moves of one line of play.
pub const PLIES_MAX: u32 = 5_000;
/// Bytes of one line, where the format has lines: ten times the longest game in USI.
pub const LINE_BYTES_MAX: usize = 512 << 10;
/// Headers of one record under words that only its own program knows; later ones are left out.
pub const OTHER_HEADERS_MAX: usize = 200;
/// Remarks kept about one file; later ones are left out.
pub const NOTES_MAX: usize = 1_000;
