//! CSA's spelling of one position and one move, for the protocol of the same name.
//!
//! ```
//! use komadai_kifu::csa::{move_line, read_move};
//! use komadai_rules::{Move, Position, Variant};
//!
//! let variant = Variant::standard();
//! let position = Position::start(variant);
//! let mv = Move::from_usi(variant, "7g7f")?;
//! assert_eq!(move_line(&position, mv), "+7776FU");
//! # Ok::<(), komadai_rules::UsiError>(())
//! ```

pub use crate::formats::csa::lines::{board, move_line, read_move, side_sign};
