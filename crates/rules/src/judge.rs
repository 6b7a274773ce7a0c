//! Why a move is illegal.

use serde::{Deserialize, Serialize};

use crate::{
    Move, Piece, Square,
    bits::Bits,
    board::{Board, NONE},
    spelling::spellings,
    taking::Taking,
    variants::Promotion,
};

/// §2.1: why a move is illegal.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Illegal {
    /// §1.4: a second own unpromoted pawn on the file.
    Nifu,
    /// §1.4: a dropped pawn that mates.
    Uchifuzume,
    /// §1.4: a piece dropped where it could never move again.
    DeadPiece,
    /// §1.3: a piece that had to promote did not.
    MustPromote,
    /// §1.2: a king, a gold, a promoted or a dropped piece does not promote.
    CannotPromote,
    /// §1.3: promotion neither from nor to the zone.
    OutsidePromotionZone,
    /// §1.5: the player's king is left in check or moved into it.
    LeavesKingInCheck,
    /// The hand has no such piece.
    NotInHand,
    /// An own piece, or for a drop any piece, is on the square.
    Occupied,
    /// Nothing stands where the move begins.
    EmptySquare,
    /// The opponent's piece stands where the move begins.
    NotYourPiece,
    /// The piece does not move so.
    CannotMoveThere,
    /// §10.2: a piece that turns over at every move did not.
    MustTurn,
    /// §13.3: a third own swallow on the file.
    ThirdSwallow,
    /// §9.4b: a lion at distance two, protected and not reached over a piece of worth.
    ProtectedLion,
    /// §9.4d: a lion was just taken by a piece that is none, and another would be in answer.
    CounterStrike,
    /// §9.5: neither entering the zone nor taking anything.
    NoPromotionNow,
}

spellings!(Illegal, "reason for illegality", 17:
    Nifu = "nifu",
    Uchifuzume = "uchifuzume",
    DeadPiece = "dead_piece",
    MustPromote = "must_promote",
    CannotPromote = "cannot_promote",
    OutsidePromotionZone = "outside_promotion_zone",
    LeavesKingInCheck = "leaves_king_in_check",
    NotInHand = "not_in_hand",
    Occupied = "occupied",
    EmptySquare = "empty_square",
    NotYourPiece = "not_your_piece",
    CannotMoveThere = "cannot_move_there",
    MustTurn = "must_turn",
    ThirdSwallow = "third_swallow",
    ProtectedLion = "protected_lion",
    CounterStrike = "counter_strike",
    NoPromotionNow = "no_promotion_now",
);

impl std::error::Error for Illegal {}

/// Whether a move is legal. Written apart from move generation, so that each checks the other.
pub(crate) fn judge<B: Bits>(board: &Board<B>, mv: Move) -> Result<(), Illegal> {
    let tables = board.tables;
    let variant = tables.variant;
    let to = mv.to();
    // A square from another variant's board is one that nothing reaches.
    if !variant.has(to) || mv.from().is_some_and(|from| !variant.has(from)) {
        return Err(Illegal::CannotMoveThere);
    }
    match mv.from() {
        None => judge_drop(board, mv, to)?,
        Some(from) => judge_move(board, mv, from, to)?,
    }
    // §8: after the lion is taken or has arrived there is nothing left to play for.
    if board.is_over() { Err(Illegal::CannotMoveThere) } else { Ok(()) }
}

fn judge_move<B: Bits>(
    board: &Board<B>,
    mv: Move,
    from: Square,
    to: Square,
) -> Result<(), Illegal> {
    let tables = board.tables;
    let side = board.turn;
    let (from, to) = (from.index() as u8, to.index() as u8);
    let code = board.cell(from);
    if code == NONE {
        return Err(Illegal::EmptySquare);
    }
    let piece = Piece::from_code(code);
    if piece.side != side {
        return Err(Illegal::NotYourPiece);
    }
    let taking = Taking {
        board,
        kind: piece.kind,
        from: Square::at(from),
        via: mv.via(),
        to: Square::at(to),
    };
    if let Some(via) = mv.via() {
        taking.judge_way(via)?;
    } else if !board.reach(from).has(to) {
        return Err(Illegal::CannotMoveThere);
    } else if board.of_side(side).has(to) {
        return Err(Illegal::Occupied);
    }
    let class = board.class(tables.class_of[piece.kind.index() & 63]);
    let zone = tables.zone[side as usize];
    if mv.promotes() {
        if !class.promotes || mv.via().is_some() {
            return Err(Illegal::CannotPromote);
        }
        if !zone.has(from) && !zone.has(to) {
            return Err(Illegal::OutsidePromotionZone);
        }
        let quiet = board.cell(to) == NONE && !class.dead_end[side as usize].has(to);
        if tables.entering && zone.has(from) && quiet {
            return Err(Illegal::NoPromotionNow);
        }
    } else if class.forced[side as usize].has(to) || class.whenever && zone.has(from) {
        let turns = tables.variant.def().promotion == Promotion::Turns;
        return Err(if turns { Illegal::MustTurn } else { Illegal::MustPromote });
    }
    if B::VARIED {
        taking.judge_lions()?;
    }
    if board.leaves_check(mv) { Err(Illegal::LeavesKingInCheck) } else { Ok(()) }
}

fn judge_drop<B: Bits>(board: &Board<B>, mv: Move, to: Square) -> Result<(), Illegal> {
    let tables = board.tables;
    let side = board.turn;
    let to = to.index() as u8;
    let Some(kind) = mv.dropped() else { return Err(Illegal::EmptySquare) };
    if kind.index() >= tables.variant.def().pieces.len() {
        return Err(Illegal::NotInHand);
    }
    let base = tables.variant.unpromoted(kind);
    if board.in_hand(side, base.0) == 0 {
        return Err(Illegal::NotInHand);
    }
    let droppable = tables.droppable.iter().find(|droppable| droppable.kind == kind);
    let Some(droppable) = droppable.filter(|_| !mv.promotes()) else {
        return Err(Illegal::CannotPromote);
    };
    if board.occupied().has(to) {
        return Err(Illegal::Occupied);
    }
    if !droppable.on[side as usize].has(to) {
        return Err(Illegal::DeadPiece);
    }
    match droppable.on_file {
        0 => {}
        most if board.files_open(side, kind, most).has(to) => {}
        1 => return Err(Illegal::Nifu),
        _ => return Err(Illegal::ThirdSwallow),
    }
    if board.leaves_check(mv) {
        return Err(Illegal::LeavesKingInCheck);
    }
    if board.is_uchifuzume(droppable, to) { Err(Illegal::Uchifuzume) } else { Ok(()) }
}
