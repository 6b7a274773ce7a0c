//! §9.3, §9.4: whether one move by lion power, or one that takes a lion, is legal. Written apart
//! from [`lion`](crate::lion), so that each checks the other.

use crate::{
    Illegal, Kind, Piece, Square,
    bits::Bits,
    board::{Board, NONE},
    tables::turned,
};

/// A move of a piece on the board, as it is looked at here.
pub(crate) struct Taking<'a, B: Bits> {
    pub(crate) board: &'a Board<B>,
    pub(crate) kind: Kind,
    pub(crate) from: Square,
    pub(crate) via: Option<Square>,
    pub(crate) to: Square,
}

impl<B: Bits> Taking<'_, B> {
    /// §9.3: whether lion power leads there by way of that square.
    pub(crate) fn judge_way(&self, via: Square) -> Result<(), Illegal> {
        let variant = self.board.tables.variant;
        let Some((power, turns)) = variant.power(self.kind) else {
            return Err(Illegal::CannotMoveThere);
        };
        let side = self.board.turn;
        let is_step = |(files, ranks): (i8, i8)| {
            power.steps.iter().any(|&step| turned(step, side) == (files, ranks))
        };
        let first = apart(self.from, via);
        let second = apart(via, self.to);
        let back = (-first.0, -first.1);
        let goes_on = if *turns { is_step(second) } else { second == first || second == back };
        if !is_step(first) || !goes_on || !variant.has(via) {
            return Err(Illegal::CannotMoveThere);
        }
        let own = |square: Square| self.piece(square).is_some_and(|piece| piece.side == side);
        if own(via) || self.to != self.from && own(self.to) {
            return Err(Illegal::Occupied);
        }
        Ok(())
    }

    /// §9.4: whether the lions that it takes may be taken so.
    pub(crate) fn judge_lions(&self) -> Result<(), Illegal> {
        let variant = self.board.tables.variant;
        let is_lion = |kind| variant.piece(kind).lion;
        let by_way = self.via.and_then(|via| self.piece(via));
        for square in [self.via, Some(self.to)].into_iter().flatten() {
            let taken = self.piece(square).filter(|piece| piece.side != self.board.turn);
            if !taken.is_some_and(|piece| is_lion(piece.kind)) {
                continue;
            }
            if !is_lion(self.kind) {
                let struck = self.board.struck;
                if struck != NONE && usize::from(struck) != square.index() {
                    return Err(Illegal::CounterStrike);
                }
                continue;
            }
            let (files, ranks) = apart(self.from, square);
            let near = files.abs().max(ranks.abs()) <= 1;
            let bridge = by_way.is_some_and(|piece| !variant.piece(piece.kind).minor);
            if !near && !bridge && self.is_protected(square) {
                return Err(Illegal::ProtectedLion);
            }
        }
        Ok(())
    }

    /// §9.4c: whether some enemy piece bears on the lion there, the taker and what it takes on the
    /// way lifted from the board.
    fn is_protected(&self, lion: Square) -> bool {
        let board = self.board;
        let lifted = [Some(self.from), self.via].into_iter().flatten();
        let lifted = lifted.fold(B::EMPTY, |set, square| set | B::one(square.index() as u8));
        let occupied = board.occupied().but(lifted);
        let them = board.turn.other();
        board.of_side(them).each().any(|square| {
            let class = board.class_at(square);
            board.tables.attacks(class, them, square, occupied).has(lion.index() as u8)
        })
    }

    fn piece(&self, square: Square) -> Option<Piece> {
        let code = self.board.cell(square.index() as u8);
        (code != NONE).then(|| Piece::from_code(code))
    }
}

/// How far one square is from another, as files to the left and ranks down.
fn apart(from: Square, to: Square) -> (i8, i8) {
    (to.file() as i8 - from.file() as i8, to.rank() as i8 - from.rank() as i8)
}
