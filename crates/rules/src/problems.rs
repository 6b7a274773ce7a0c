//! What keeps a position from being played.

use std::fmt;

use serde::{Deserialize, Serialize, Serializer};

use crate::{Kind, Position, Side, spelling::spellings};

/// One thing that is wrong with a position.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Problem {
    /// A side has no king. A tsume has none for the attacker: it can be shown, not played.
    NoKing,
    /// A side has two kings.
    TwoKings,
    /// More pieces of a kind than the variant has.
    TooManyPieces,
    /// §1.4: two unpromoted pawns of one side on a file, in tori shogi three swallows.
    Nifu,
    /// §1.4: a piece stands where it can never move again.
    DeadPiece,
    /// The side that is not to move is in check.
    OpponentInCheck,
    /// The side to move has no legal move.
    NoMoves,
}

spellings!(Problem, "problem of a position", 7:
    NoKing = "no_king",
    TwoKings = "two_kings",
    TooManyPieces = "too_many_pieces",
    Nifu = "nifu",
    DeadPiece = "dead_piece",
    OpponentInCheck = "opponent_in_check",
    NoMoves = "no_moves",
);

/// Everything that is wrong with a position; empty when it can be played.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Problems(u8);

impl Problems {
    /// Whether nothing is wrong.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether that is wrong.
    pub fn has(self, problem: Problem) -> bool {
        self.0 & 1 << problem as u8 != 0
    }

    /// Each of them.
    pub fn iter(self) -> impl Iterator<Item = Problem> {
        Problem::ALL.into_iter().filter(move |&problem| self.has(problem))
    }

    /// All but that one, for who can do with it.
    pub fn without(self, problem: Problem) -> Self {
        Self(self.0 & !(1 << problem as u8))
    }

    fn add_if(&mut self, problem: Problem, wrong: bool) {
        self.0 |= u8::from(wrong) << problem as u8;
    }
}

impl fmt::Debug for Problems {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

impl Serialize for Problems {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

/// Looks for all that is wrong.
pub(crate) fn find(position: &Position) -> Problems {
    let variant = position.variant();
    let mut problems = Problems::default();

    let drops = variant.def().drops.is_some();
    for kind in variant.kinds().filter(|&kind| variant.unpromoted(kind) == kind) {
        let there = PieceCount::of(position, kind);
        let most = variant.most_of(kind);
        let royal = variant.piece(kind).royal;
        let each = there.sente > most.sente || there.gote > most.gote;
        problems.add_if(Problem::TwoKings, royal && each);
        // Where captured pieces come back they change sides, elsewhere they are gone.
        let too_many = if drops { there.both > most.both } else { each };
        problems.add_if(Problem::TooManyPieces, !royal && too_many);
    }
    for side in Side::ALL {
        problems.add_if(Problem::NoKing, position.royals(side).next().is_none());
    }
    for (square, piece) in position.pieces() {
        problems.add_if(Problem::DeadPiece, position.is_dead(square));
        // §11.5: pawns that can leave their file may meet on another.
        let most = variant.def().drops.map_or(0, |drops| drops.pawns_on_file);
        if most > 0 && !variant.def().lends && variant.piece(piece.kind).pawn {
            let same = position
                .pieces()
                .filter(|&(other, another)| another == piece && other.file() == square.file());
            problems.add_if(Problem::Nifu, same.count() > most.into());
        }
    }
    // Where royals are taken, it is no wrong to leave one to be taken.
    let guarded = !variant.def().ends.royal_capture;
    let other = position.turn().other();
    problems.add_if(Problem::OpponentInCheck, guarded && position.is_in_check(other));
    problems.add_if(Problem::NoMoves, !position.has_legal_move());
    problems
}

/// How many pieces of a kind there are, promoted ones and those in hand too.
#[derive(Clone, Copy, Default)]
pub(crate) struct PieceCount {
    sente: u32,
    gote: u32,
    both: u32,
}

impl PieceCount {
    pub(crate) fn of(position: &Position, kind: Kind) -> Self {
        let [sente, gote] = Side::ALL.map(|side| n_of(position, side, kind));
        Self { sente, gote, both: sente + gote }
    }

    /// The larger of each number.
    pub(crate) fn max(self, other: Self) -> Self {
        Self {
            sente: self.sente.max(other.sente),
            gote: self.gote.max(other.gote),
            both: self.both.max(other.both),
        }
    }
}

/// How many of a kind a side has, promoted ones and those in hand too.
fn n_of(position: &Position, side: Side, kind: Kind) -> u32 {
    let variant = position.variant();
    let on_board = position
        .pieces()
        .filter(|&(_, piece)| piece.side == side && variant.unpromoted(piece.kind) == kind);
    on_board.count() as u32 + u32::from(position.hand_count(side, kind))
}
