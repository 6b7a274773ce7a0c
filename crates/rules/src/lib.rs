//! The rules of shogi and its variants: positions, legal moves and why a move is not one,
//! endings, handicaps and the grades that suggest them.
//!
//! A [`Variant`] is data made ready for play; a [`Position`] is what stands on its board and lies
//! in its hands; a [`Line`] is a game so far and knows when it is over. Nothing here knows of
//! clocks, players, files or records, reads a clock or draws randomness.
//!
//! ```
//! use komadai_rules::{Illegal, Line, Move, Position, RuleSet, Variant};
//!
//! let variant = Variant::standard();
//! let mut line = Line::new(Position::start(variant), RuleSet::casual());
//! let pawn = Move::from_usi(variant, "7g7f")?;
//! assert_eq!(line.play(pawn), Ok(None));
//! assert_eq!(line.position().legal_moves().len(), 30);
//! assert_eq!(line.play(pawn), Err(Illegal::EmptySquare));
//! # Ok::<(), komadai_rules::UsiError>(())
//! ```
//!
//! Paragraph signs point into `docs/rules.md`.

#![warn(missing_docs)]

mod bare;
mod betza;
mod bits;
mod board;
mod ending;
mod generate;
mod grade;
mod handicap;
mod impasse;
mod judge;
mod line;
mod lion;
mod move_tables;
mod moves;
mod mv;
mod origins;
mod past;
mod piece;
mod position;
mod problems;
mod reached;
mod rule_set;
mod sfen;
mod side;
mod spelling;
mod square;
mod stable_key;
mod tables;
mod taking;
mod trial;
pub mod tsume;
mod variant;
pub mod variants;

pub use crate::{
    betza::BetzaError,
    ending::{Ending, Reason},
    grade::{Grade, GradeError},
    handicap::{Handicap, Odds},
    impasse::{DECLARATION_PIECES, ImpasseCount},
    judge::Illegal,
    line::{Line, NotAllowed},
    lion::Power,
    move_tables::{MoveTables, PieceMoves, Slide, SpecialSlide},
    moves::{MOVES_MAX, MoveList},
    mv::{Move, UsiError},
    origins::{ByOrigin, Squares},
    piece::{Kind, Piece},
    position::Position,
    problems::{Problem, Problems},
    rule_set::{DrawPolicy, IllegalPolicy, ImpassePolicy, MAX_MOVES, RepetitionPolicy, RuleSet},
    sfen::{HAND_MAX, SfenError},
    side::{BySide, Side, SideError},
    spelling::SpellingError,
    square::{SIZE_MAX, Square, SquareError},
    variant::{DefError, KINDS_MAX, Variant, VariantError},
    variants::{PieceDef, standard},
};
