//! How moves are written for people, one file for each way.
//!
//! # How to add one
//! 1. Write `notations/NAME.rs` with a `pub(super) static DEF: Def`: how to write a move and what
//!    a written move says. Begin from the one that is most like it.
//! 2. Add the module, a constant and its line in [`ALL`] here.
//! 3. Add a column to the table in `tests/it/notations.rs`; the properties there walk [`ALL`].
//!
//! §7.5: on boards of more than nine files or ranks moves are written in USI whatever the
//! notation, for no other has words for them.

use std::fmt;

use komadai_rules::{Illegal, Kind, Move, Piece, Position, Side, Square};

use crate::cursor::{Cursor, Line};

mod hodges;
pub(crate) mod japanese;
mod usi;
mod vietnamese;
mod western;

/// 2四飛, 5三桂左成, 同歩.
pub const JAPANESE: Notation = Notation(&japanese::DEF);
/// Hosking's: `Rx24`, `S-21+`, `N65-53+`, `P*55`.
pub const WESTERN: Notation = Notation(&western::DEF);
/// Hodges': `Rx2d`, `S-2a+`.
pub const HODGES: Notation = Notation(&hodges::DEF);
/// That of the Vietnamese shogi club: `Xx24`, `B-21+`, `M(65)-53+`, `T*29`.
pub const VIETNAMESE: Notation = Notation(&vietnamese::DEF);
/// The engines': `2h2d`, `P*5e`.
pub const USI: Notation = Notation(&usi::DEF);

/// Every notation.
pub const ALL: &[Notation] = &[JAPANESE, WESTERN, HODGES, VIETNAMESE, USI];

/// A way to write moves.
#[derive(Clone, Copy)]
pub struct Notation(&'static Def);

/// A notation as data.
struct Def {
    /// Its name in preferences and on the command line.
    name: &'static str,
    /// Writes a move. The last square is the one that 同 takes up.
    write: fn(&Position, Move, Option<Square>) -> String,
    /// What a written move says; none if it is not in this notation.
    read: fn(&mut Cursor<'_>, &Position, Option<Square>) -> Option<Said>,
}

/// A text that is no move here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoMove {
    /// It is in no notation.
    #[error("this is no move in any notation")]
    Unreadable,
    /// No piece can make the move.
    #[error("no piece can make this move")]
    Nobody,
    /// Several pieces can make the move.
    #[error("several pieces can make this move")]
    Ambiguous,
    /// The move is against the rules.
    #[error("this move is against the rules")]
    Illegal(#[from] Illegal),
}

impl Notation {
    /// Its name in preferences and on the command line: `western`.
    pub fn name(self) -> &'static str {
        self.0.name
    }

    /// The notation with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        ALL.iter().copied().find(|notation| notation.name() == name)
    }

    /// Writes a move that can be played in the position. `last` is the move before it, which
    /// Japanese takes up by 同.
    pub fn write(self, position: &Position, mv: Move, last: Option<Move>) -> String {
        if is_large(position) {
            return mv.usi(position.variant()).to_string();
        }
        (self.0.write)(position, mv, last.map(Move::to))
    }

    /// What a text says, if it is in this notation.
    fn said(self, position: &Position, text: &str, last: Option<Move>) -> Result<Said, NoMove> {
        let def = if is_large(position) { &usi::DEF } else { self.0 };
        let mut cursor = Line { number: 1, text: text.trim() }.cursor();
        cursor.skip_blanks();
        let said = (def.read)(&mut cursor, position, last.map(Move::to));
        cursor.skip_blanks();
        said.filter(|_| cursor.is_at_end()).ok_or(NoMove::Unreadable)
    }

    /// The move that a text in this notation means. It may leave the king in check or break
    /// another rule, but the piece moves so.
    pub(crate) fn find(self, position: &Position, text: &str) -> Result<Move, NoMove> {
        self.said(position, text, None)?.find(position)
    }

    /// Reads a legal move that is written in this notation.
    ///
    /// # Errors
    /// If it is in another notation, or no piece or more than one can legally play it.
    pub fn read(self, position: &Position, text: &str, last: Option<Move>) -> Result<Move, NoMove> {
        let said = self.said(position, text, last)?;
        let mv = match (said.find(position), said.whole()) {
            (Ok(mv), _) => mv,
            // For a move that is fully specified, the error says what is wrong with it.
            (Err(NoMove::Nobody), Some(mv)) => mv,
            (Err(why), _) => return Err(why),
        };
        position.judge(mv)?;
        Ok(mv)
    }
}

/// Reads a legal move that somebody typed, in any notation. Where a text is a move in several of
/// them (`B-77` is a bishop or a Vietnamese silver) the preferred one decides.
///
/// # Errors
/// If it is in no notation, or no piece or more than one can legally play it: what the notation
/// that could read it best has to say.
pub fn read_typed(
    position: &Position,
    text: &str,
    last: Option<Move>,
    preferred: Notation,
) -> Result<Move, NoMove> {
    let mut worst = NoMove::Unreadable;
    let others = ALL.iter().copied().filter(|notation| *notation != preferred);
    for notation in std::iter::once(preferred).chain(others) {
        match notation.read(position, text, last) {
            Ok(mv) => return Ok(mv),
            Err(NoMove::Unreadable) => {}
            Err(why) if worst == NoMove::Unreadable => worst = why,
            Err(_) => {}
        }
    }
    Err(worst)
}

impl PartialEq for Notation {
    fn eq(&self, other: &Self) -> bool {
        self.name() == other.name()
    }
}

impl Eq for Notation {}

impl fmt::Debug for Notation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Notation({})", self.name())
    }
}

impl fmt::Display for Notation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

fn is_large(position: &Position) -> bool {
    position.variant().files() > 9 || position.variant().ranks() > 9
}

/// What a written move says. What it leaves open is decided by what can be played.
#[derive(Clone, Debug)]
pub(crate) struct Said {
    /// The piece as it is before the move.
    pub(crate) kind: Kind,
    pub(crate) to: Square,
    pub(crate) from: Option<Square>,
    /// §9.3: by way of what square.
    pub(crate) via: Option<Square>,
    /// Whether it is a drop, if that is said.
    pub(crate) drops: Option<bool>,
    /// Whether it promotes, if that is said.
    pub(crate) promotes: Option<bool>,
    /// Which of several pieces moves, in words.
    pub(crate) which: japanese::Which,
}

impl Said {
    /// The move, if it says where from and where to.
    fn whole(&self) -> Option<Move> {
        match (self.from, self.drops) {
            (Some(from), _) => Some(self.from(from, self.promotes.unwrap_or(false))),
            (None, Some(true)) => Some(Move::drop(self.kind, self.to)),
            (None, _) => None,
        }
    }

    /// The move of a piece that stands there.
    fn from(&self, from: Square, promotes: bool) -> Move {
        match self.via {
            Some(via) => Move::by_way(from, via, self.to),
            None => Move::board(from, self.to, promotes),
        }
    }

    /// The move that is meant. It may leave the king in check or break another rule, but the piece
    /// moves so unless its square is given; a legal move is preferred to one that is not.
    pub(crate) fn find(&self, position: &Position) -> Result<Move, NoMove> {
        let mut found = Vec::new();
        if self.drops != Some(true) {
            let own = Piece { side: position.turn(), kind: self.kind };
            let squares = match self.from {
                // It is said which piece moves, even if it does not move so.
                Some(from) if position.piece_at(from) == Some(own) => vec![from],
                Some(_) => Vec::new(),
                None => reach(position, self.kind, self.to),
            };
            let squares = self.which.choose(squares, position, self.kind, self.to);
            for from in squares {
                let promotes = self.promotes.unwrap_or_else(|| {
                    // A move that has to promote may leave it unsaid.
                    let plain = position.judge(Move::board(from, self.to, false));
                    matches!(plain, Err(Illegal::MustPromote | Illegal::MustTurn))
                });
                found.push(self.from(from, promotes));
            }
        }
        let drop = Move::drop(self.kind, self.to);
        let can_drop = crate::board::can_play(position, drop).is_ok();
        match (self.drops, can_drop) {
            (Some(false), _) | (_, false) => {}
            (Some(true), true) => found.push(drop),
            // A piece on the board goes before one in hand.
            (None, true) if found.is_empty() && self.from.is_none() && !self.which.is_said() => {
                found.push(drop);
            }
            (None, true) => {}
        }
        let is_legal = |mv: &Move| position.judge(*mv).is_ok();
        let legal: Vec<_> = found.iter().copied().filter(is_legal).collect();
        match (found.as_slice(), legal.as_slice()) {
            ([mv], _) | (_, [mv]) => Ok(*mv),
            ([], _) => Err(NoMove::Nobody),
            _ => Err(NoMove::Ambiguous),
        }
    }
}

/// The squares from which the side to move could play a piece of this kind to a square, if it need
/// not look after its king.
pub(crate) fn reach(position: &Position, kind: Kind, to: Square) -> Vec<Square> {
    let own = Piece { side: position.turn(), kind };
    let can_reach = |from: Square| {
        let verdict = position.judge(Move::board(from, to, false));
        matches!(
            verdict,
            Ok(()) | Err(Illegal::MustPromote | Illegal::MustTurn | Illegal::LeavesKingInCheck)
        )
    };
    let pieces = position.pieces().filter(|(_, piece)| *piece == own);
    pieces.map(|(square, _)| square).filter(|square| can_reach(*square)).collect()
}

/// Whether the move's piece could promote with it.
pub(crate) fn could_promote(position: &Position, mv: Move) -> bool {
    mv.from().is_some_and(|from| {
        let verdict = position.judge(Move::board(from, mv.to(), true));
        matches!(verdict, Ok(()) | Err(Illegal::LeavesKingInCheck))
    })
}

/// The kind that moves or is dropped.
pub(crate) fn moved(position: &Position, mv: Move) -> Option<Kind> {
    match mv.from() {
        Some(from) => position.piece_at(from).map(|piece| piece.kind),
        None => mv.dropped(),
    }
}

/// A square as seen from the side whose move it is: how far up the board, how far to the left.
pub(crate) fn seen_from(side: Side, square: Square) -> (i16, i16) {
    let (file, rank) = (i16::from(square.file()), i16::from(square.rank()));
    match side {
        Side::Sente => (-rank, file),
        Side::Gote => (rank, -file),
    }
}
