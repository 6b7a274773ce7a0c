//! §9.6: sides that have a royal and nothing else, and moves that attack.

use crate::{Move, Side, Square, bits::Bits, board::Board};

impl<B: Bits> Board<B> {
    /// §9.6: a side's pieces but for those that can never move again.
    fn living(&self, side: Side) -> B {
        let classes = self.tables.classes.iter().enumerate();
        let dead = classes.fold(B::EMPTY, |set, (class, data)| {
            set | self.of_class(class as u8) & data.dead_end[side as usize]
        });
        self.of_side(side).but(dead)
    }

    /// A side's only royal where it has nothing else that can move.
    fn lone_royal(&self, side: Side) -> Option<u8> {
        let living = self.living(side);
        let lone = !living.is_empty() && !living.is_many() && living == self.royals(side);
        lone.then(|| living.first())
    }

    /// Whether a side could take a royal of the other's if it were to move.
    pub(crate) fn threatens_royal(&self, side: Side) -> bool {
        let royals = self.royals(side.other());
        royals.each().any(|royal| self.is_attacked(royal, side, self.occupied()))
    }

    /// §9.6 (2): whether a side is bared, so that the other wins.
    pub(crate) fn is_bared(&self, side: Side) -> bool {
        let Some(royal) = self.lone_royal(side) else { return false };
        let them = side.other();
        let classes = self.tables.classes.iter().enumerate().filter(|(_, data)| data.minor);
        let minor = classes.fold(B::EMPTY, |set, (class, _)| set | self.of_class(class as u8));
        let strong = self.living(them).but(minor);
        if self.royals(them).is_empty() || !strong.is_many() {
            return false;
        }
        if self.threatens_royal(side) {
            return false;
        }
        let close = |square| is_next_to(Square::at(royal), Square::at(square));
        strong.count() > 2 || !strong.each().any(close)
    }

    /// §9.6 (5): whether two royals are left, one a side, and neither can take the other.
    pub(crate) fn are_royals_bare(&self) -> bool {
        Side::ALL.iter().all(|&side| self.lone_royal(side).is_some() && !self.threatens_royal(side))
    }

    /// §9.6 (4): whether the move that led here was an attack: a royal of the side to move can be
    /// taken, or the piece that moved could take something.
    pub(crate) fn is_attack(&self, mv: Move) -> bool {
        let mover = self.turn.other();
        if self.threatens_royal(mover) {
            return true;
        }
        let to = mv.to().index() as u8;
        if !self.of_side(mover).has(to) {
            return false;
        }
        // As it would stand if the mover were to move again, who is bound by no counter-strike.
        let mut again = *self;
        again.set_struck(crate::board::NONE);
        again.set_turn(mover);
        let class = again.class_at(to);
        let reached = again.tables.attacks(class, mover, to, again.occupied());
        let taken = reached & again.of_side(self.turn);
        !again.but_spared(class, to, taken).is_empty()
    }
}

/// Whether two squares touch.
fn is_next_to(a: Square, b: Square) -> bool {
    a != b && a.file().abs_diff(b.file()) <= 1 && a.rank().abs_diff(b.rank()) <= 1
}
