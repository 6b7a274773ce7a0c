//! How moves are written for people, one file for each way.
//!
//! # How to add one
//! 1. Write `notations/NAME.rs` with a `pub(super) static DEF: Def`: how to write a move and what
//!    a written move says. Begin from the one that is most like it.
//! 2. Add the module, a constant and its line in [`ALL`] here.
//! 3. Add a column to the table in `tests/it/notations.rs`; the properties there walk [`ALL`].
//!
//! Where else it is known is in CONTRIBUTING.md.
//!
//! Games on boards of more than nine files or ranks for which KIF has no form either are written in
//! USI in every notation.

use std::fmt;

use komadai_rules::{Illegal, Kind, Move, Piece, Position, Side, Square};

use crate::cursor::{Cursor, TextLine};

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
    /// Writes a move. The last square is the one that 同 refers to.
    write: fn(&Position, Move, Option<Square>) -> String,
    /// What a written move says; none if it is not in this notation.
    read: fn(&mut Cursor<'_>, &Position, Option<Square>) -> Option<WrittenMove>,
}

/// A text that is no move here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoMove {
    /// It is in no notation.
    #[error("this is not a move in any notation")]
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

    /// Writes a move that can be played in the position. `last` is the move before it, to which
    /// Japanese refers by 同.
    ///
    /// ```
    /// use komadai_kifu::notations;
    /// use komadai_rules::{Move, Position, Variant};
    ///
    /// let variant = Variant::standard();
    /// let position = Position::start(variant);
    /// let mv = Move::from_usi(variant, "7g7f")?;
    /// let written = notations::ALL.iter().map(|notation| notation.write(&position, mv, None));
    /// assert_eq!(written.collect::<Vec<_>>(), ["7六歩", "P-76", "P-7f", "T-76", "7g7f"]);
    /// # Ok::<(), komadai_rules::UsiError>(())
    /// ```
    pub fn write(self, position: &Position, mv: Move, last: Option<Move>) -> String {
        if position.variant().def().is_usi_only() {
            return mv.usi(position.variant()).to_string();
        }
        (self.0.write)(position, mv, last.map(Move::to))
    }

    /// What a text says, if it is in this notation.
    fn said(
        self,
        position: &Position,
        text: &str,
        last: Option<Move>,
    ) -> Result<WrittenMove, NoMove> {
        let def = if position.variant().def().is_usi_only() { &usi::DEF } else { self.0 };
        let mut cursor = TextLine { number: 1, text: text.trim() }.cursor();
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
    /// ```
    /// use komadai_kifu::notations::{JAPANESE, NoMove};
    /// use komadai_rules::{Position, Variant};
    ///
    /// let variant = Variant::standard();
    /// let position = Position::start(variant);
    /// let mv = JAPANESE.read(&position, "７六歩", None)?;
    /// assert_eq!(mv.usi(variant).to_string(), "7g7f");
    /// assert_eq!(JAPANESE.read(&position, "５八金", None), Err(NoMove::Ambiguous));
    /// let right = JAPANESE.read(&position, "５八金右", None)?;
    /// assert_eq!(right.usi(variant).to_string(), "4i5h");
    /// # Ok::<(), NoMove>(())
    /// ```
    ///
    /// # Errors
    /// If it is in another notation, or no piece or more than one can legally play it.
    pub fn read(self, position: &Position, text: &str, last: Option<Move>) -> Result<Move, NoMove> {
        let said = self.said(position, text, last)?;
        let mv = match (said.find(position), said.whole(position)) {
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
/// ```
/// use komadai_kifu::notations::{JAPANESE, read_typed};
/// use komadai_rules::{Position, Variant};
///
/// let position = Position::start(Variant::standard());
/// let typed = ["P-76", "P-7f", "7g7f", "７六歩"];
/// let moves = typed.map(|text| read_typed(&position, text, None, JAPANESE));
/// assert!(moves.iter().all(|mv| mv.is_ok() && *mv == moves[0]));
/// ```
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

/// Where a piece goes, and by what way (§9.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Goal {
    /// To a square at once, from the board or from hand.
    To(Square),
    /// By way of one square, where it captures something, to another.
    ByWay(Square, Square),
    /// To a square, where it captures something, and back: igui.
    Igui(Square),
    /// Nowhere: it passes.
    Pass,
}

impl Goal {
    pub(crate) fn of(position: &Position, mv: Move) -> Self {
        match mv.via() {
            None => Self::To(mv.to()),
            Some(via) if mv.from() != Some(mv.to()) => Self::ByWay(via, mv.to()),
            Some(via) if position.piece_at(via).is_some() => Self::Igui(via),
            Some(_) => Self::Pass,
        }
    }

    /// The squares from which the side to move could play a piece of one of these kinds so, apart
    /// from leaving its king in check.
    pub(crate) fn origins(self, position: &Position, kinds: &[Kind]) -> Vec<Square> {
        let turn = position.turn();
        let own = position.pieces().filter(|(_, piece)| piece.side == turn);
        let own = own.filter(|(_, piece)| kinds.contains(&piece.kind)).map(|(square, _)| square);
        let Self::To(to) = self else {
            let moves = position.legal_moves();
            let so = |mv: &&Move| Self::of(position, **mv) == self;
            let origins: Vec<_> = moves.iter().filter(so).filter_map(|mv| mv.from()).collect();
            return own.filter(|square| origins.contains(square)).collect();
        };
        let can_reach = |from: &Square| {
            let verdict = position.judge(Move::board(*from, to, false));
            matches!(
                verdict,
                Ok(()) | Err(Illegal::MustPromote | Illegal::MustTurn | Illegal::LeavesKingInCheck)
            )
        };
        own.filter(can_reach).collect()
    }

    /// Where it ends, if not where it began.
    pub(crate) fn to(self) -> Option<Square> {
        match self {
            Self::To(to) | Self::ByWay(_, to) => Some(to),
            Self::Igui(_) | Self::Pass => None,
        }
    }

    /// The move of a piece that stands there; none if it cannot pass.
    fn from(self, position: &Position, from: Square, promotes: bool) -> Option<Move> {
        Some(match self {
            Self::To(to) => Move::board(from, to, promotes),
            // A step onto an empty square and on is a leap.
            Self::ByWay(via, to) if position.piece_at(via).is_none() => {
                Move::board(from, to, promotes)
            }
            Self::ByWay(via, to) => Move::by_way(from, via, to),
            Self::Igui(via) => Move::by_way(from, via, from),
            Self::Pass => {
                let moves = position.legal_moves();
                let mut passes = moves.iter().filter(|mv| Self::of(position, **mv) == Self::Pass);
                return passes.find(|mv| mv.from() == Some(from)).copied();
            }
        })
    }
}

/// What a written move says. What it leaves open is decided by what can be played.
#[derive(Clone, Debug)]
pub(crate) struct WrittenMove {
    /// What the piece may be before the move: several kinds may have one name.
    pub(crate) kinds: Vec<Kind>,
    pub(crate) goal: Goal,
    pub(crate) from: Option<Square>,
    /// Whether it is a drop, if that is said.
    pub(crate) drops: Option<bool>,
    /// Whether it promotes, if that is said.
    pub(crate) promotes: Option<bool>,
    /// Which of several pieces moves, in words.
    pub(crate) which: japanese::Which,
}

impl WrittenMove {
    /// The move, if it says where from and where to.
    fn whole(&self, position: &Position) -> Option<Move> {
        match (self.from, self.drops) {
            (Some(from), _) => self.goal.from(position, from, self.promotes.unwrap_or(false)),
            (None, Some(true)) => self.drop(),
            (None, _) => None,
        }
    }

    /// The drop, if it may be one.
    fn drop(&self) -> Option<Move> {
        match (self.goal, self.kinds.first()) {
            (Goal::To(to), Some(&kind)) => Some(Move::drop(kind, to)),
            _ => None,
        }
    }

    /// The move that is meant. It may leave the king in check or break another rule, but the piece
    /// moves so unless its square is given; a legal move is preferred to one that is not.
    pub(crate) fn find(&self, position: &Position) -> Result<Move, NoMove> {
        let mut found = Vec::new();
        if self.drops != Some(true) {
            let is_it =
                |piece: Piece| piece.side == position.turn() && self.kinds.contains(&piece.kind);
            let squares = match self.from {
                // It is said which piece moves, even if it does not move so.
                Some(from) if position.piece_at(from).is_some_and(is_it) => vec![from],
                Some(_) => Vec::new(),
                None => self.goal.origins(position, &self.kinds),
            };
            for from in self.which.choose(squares, position, &self.kinds, self.goal) {
                let promotes = self.promotes.unwrap_or_else(|| {
                    // A move that has to promote may leave it unsaid.
                    let plain = self.goal.from(position, from, false);
                    let verdict = plain.map_or(Ok(()), |plain| position.judge(plain));
                    matches!(verdict, Err(Illegal::MustPromote | Illegal::MustTurn))
                });
                found.extend(self.goal.from(position, from, promotes));
            }
        }
        let drop = self.drop().filter(|drop| crate::board::can_play(position, *drop).is_ok());
        match (self.drops, drop) {
            (Some(false), _) | (_, None) => {}
            (Some(true), Some(drop)) => found.push(drop),
            // A piece on the board goes before one in hand.
            (None, Some(drop))
                if found.is_empty() && self.from.is_none() && !self.which.is_said() =>
            {
                found.push(drop);
            }
            (None, Some(_)) => {}
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

/// Whether the move's piece could promote with it.
pub(crate) fn could_promote(position: &Position, mv: Move) -> bool {
    mv.via().is_none()
        && mv.from().is_some_and(|from| {
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
