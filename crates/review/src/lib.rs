//! Reviews: a game's tree that people go through together.
//!
//! A [`Tree`] contains what a record contains, and also arrows and circles and the place where
//! everybody looks. It is changed by [`Edit`]s: [`Tree::edit`] judges one and carries it out, and
//! others need to follow only the resulting [`Change`]. Reviews are made from records and become
//! records, so every file format works for them too.
//!
//! The JSON of a review is what is stored and what browsers get; fields are only added. Nothing here
//! reads a clock or knows who may change what.

mod edit;
mod follow;
mod links;
mod records;
pub mod score;
mod tree;

pub use crate::{
    edit::{Change, Edit, EditError},
    follow::VARIATION_NODES_MAX,
    records::TreeError,
    tree::{Brush, Node, Shape, Tree},
};

/// How many nodes a review may have, the start among them.
pub const NODES_MAX: usize = 2_000;

/// How many characters a comment may have.
pub const COMMENT_CHARS_MAX: usize = 1_000;

/// How many characters a hint may have.
pub const HINT_CHARS_MAX: usize = 300;

/// How many arrows and circles one position may have.
pub const SHAPES_MAX: usize = 32;

/// How many headers a review may have.
pub const HEADERS_MAX: usize = 40;

/// How many characters a header may have.
pub const HEADER_CHARS_MAX: usize = 200;
