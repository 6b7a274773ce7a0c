//! The opening explorer: what was played in a position, by whom, with what result; counted, packed
//! and asked. docs/explorer.md says how it is meant.
//!
//! - [`walk`] tells the positions of a game, each by its [`Key`], with the move that was played.
//! - An [`PositionStats`] is what is known of one position. Two entries of the same position are added;
//!   adding is all that ever happens to them, so it does not matter in which order games come.
//! - [`Entries`] are those of many positions; nearly all positions are reached by one game, of which
//!   a [`Hint`] is enough.
//! - [`pack`] makes blocks of them, and [`Block`] reads them.
//! - An [`PositionStats`] answers a [`Filter`] with an [`Answer`].
//!
//! Where blocks are kept, and which games are counted, is not known here.

mod answer;
mod bits;
mod block;
mod coding;
mod entries;
mod entry;
mod facts;
mod key;
mod page;
mod tally;

pub use self::{
    answer::{Answer, Counts, Filter, GAMES_SHOWN, MoveCounts},
    block::{BLOCK_BYTES, Block, DamagedCounts, PackedBlock, pack},
    entries::{Entries, Hint, merge},
    entry::{BARE_MAX, POSTINGS_MAX, PositionStats, Posting},
    facts::{BAND_EDGES, Facts, Month, NO_SPEED, Outcome},
    key::{Head, Key, PLIES_MAX, move_at, walk},
    page::{FactsPage, GameNumber, PAGE_GAMES},
    tally::KEPT,
};
