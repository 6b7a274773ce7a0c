//! Move generation by trial, for variants whose pieces hop or lend their moves: what a move does to
//! the lines of other pieces is seen by playing it.

use crate::{
    Move, Side, Square,
    bits::Bits,
    board::Board,
    generate::{Sink, shifted},
};

impl<B: Bits> Board<B> {
    /// §11.2: the class a piece moves as: its own, or where pieces lend their moves that of a
    /// friendly piece directly behind it.
    pub(crate) fn moves_as(&self, square: u8) -> u8 {
        let code = self.cell(square);
        let side = if code & 1 == 0 { Side::Sente } else { Side::Gote };
        let mut lender = square;
        if self.tables.lends {
            let behind = self.behind(B::one(square), side) & self.of_side(side);
            if !behind.is_empty() {
                lender = behind.first();
            }
        }
        self.tables.class_of[(self.cell(lender) >> 1) as usize & 63]
    }

    /// The pieces of a side that move as a class.
    fn movers(&self, class: u8, side: Side) -> B {
        let own = self.of_side(side);
        let themselves = self.of_class(class) & own;
        if !self.tables.lends {
            return themselves;
        }
        // Whose next square towards the owner is an own piece's.
        let lent = self.behind(own, side.other()) & own;
        themselves.but(lent) | self.behind(themselves, side.other()) & own
    }

    /// Whether a side attacks a square, for boards where pieces hop or lend their moves.
    #[inline(never)]
    pub(crate) fn threatens_specially(&self, by: Side, square: u8) -> bool {
        let (tables, occupied) = (self.tables, self.occupied());
        (0..tables.classes.len() as u8).any(|class| {
            let movers = self.movers(class, by);
            // From where it takes here is where the other side's would take from here.
            !movers.is_empty()
                && (movers.meets(tables.attacks(class, by.other(), square, occupied))
                    || movers.meets(tables.special(class, by.other(), square, occupied).takes))
        })
    }

    /// Hands every legal move to the sink, each played before to see whether it may be.
    #[inline(never)]
    pub(crate) fn generate_by_trial(&self, sink: &mut impl Sink<B>) -> bool {
        let (tables, us) = (self.tables, self.turn);
        let own = self.of_side(us);
        for from in own.each() {
            let class = self.class(tables.class_of[(self.cell(from) >> 1) as usize & 63]);
            let to = self.reach(from).but(own);
            let move_to = |to, promotes| Move::board(Square::at(from), Square::at(to), promotes);
            let promoting = self.promoting(class, from, to);
            let promoting = self.safe(promoting, |to| move_to(to, true));
            let plain = self.safe(self.unpromoting(class, from, to), |to| move_to(to, false));
            if sink.piece(from, promoting, plain) {
                return true;
            }
        }
        // Whatever is dropped, it stands in the way of the same lines.
        let held = tables.droppable.iter().find(|it| self.in_hand(us, it.held) > 0);
        let Some(kind) = held.map(|droppable| droppable.kind) else { return false };
        let empty = tables.board.but(self.occupied());
        let empty = self.safe(empty, |to| Move::drop(kind, Square::at(to)));
        self.drops(sink, empty)
    }

    /// Those of the squares to which the move leaves no own king in check.
    fn safe(&self, to: B, move_to: impl Fn(u8) -> Move) -> B {
        to.each()
            .filter(|&to| !self.leaves_check(move_to(to)))
            .fold(B::EMPTY, |set, to| set | B::one(to))
    }

    /// The squares directly behind these as a side sees them.
    fn behind(&self, squares: B, side: Side) -> B {
        let squares = squares.but(self.tables.nearest[side as usize]);
        shifted(squares, if side == Side::Sente { 1 } else { -1 })
    }
}
