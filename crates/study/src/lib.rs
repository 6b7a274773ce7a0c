//! Studies: a game's tree that people go through together.
//!
//! A [`Study`] has what a record has, and beside it arrows and circles and the place where
//! everybody looks. It is changed by [`Edit`]s: [`Study::edit`] judges one and carries it out, and
//! the [`Change`] that comes of it is all that others need to follow. Studies come from records and
//! become records, so that every file format is theirs too.
//!
//! The JSON of a study is what is stored and what browsers get; fields are only added. Nothing here
//! reads a clock or knows who may change what.

mod edit;
mod records;
mod tree;

pub use crate::{
    edit::{Change, Edit, EditError},
    records::StudyError,
    tree::{Brush, Node, Shape, Study, Winner},
};

/// How many nodes a study may have, the start among them.
pub const NODES_MAX: usize = 2_000;

/// How many characters a comment may have.
pub const COMMENT_CHARS_MAX: usize = 1_000;

/// How many arrows and circles one position may have.
pub const SHAPES_MAX: usize = 32;

/// How many headers a study may have.
pub const HEADERS_MAX: usize = 40;

/// How many characters a header may have.
pub const HEADER_CHARS_MAX: usize = 200;
