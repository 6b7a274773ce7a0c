//! A position in one width of bitboards: the pieces on their squares, and playing moves.

use crate::{
    Kind, Move, Piece, Side, Square,
    bits::Bits,
    mv::{DROP, PROMOTES},
    tables::{Class, Droppable, Tables},
    variants::PawnMate,
};

/// No piece on this square.
pub(crate) const NONE: u8 = u8::MAX;

/// A position. Squares are indices, pieces are codes; [`Position`](crate::Position) is its face.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Board<B: Bits> {
    pub(crate) tables: &'static Tables<B>,
    pub(crate) turn: Side,
    /// §9.4d: where a piece that is no lion has just taken one; [`NONE`] otherwise.
    pub(crate) struck: u8,
    pub(crate) move_number: u32,
    /// Zobrist sum of the board, both hands, the side to move and where a lion was struck.
    pub(crate) key: u64,
    sides: [B; 2],
    classes: B::Classes,
    cells: B::Cells,
    hands: [B::Hand; 2],
}

impl<B: Bits> Board<B> {
    /// No pieces, sente to move.
    pub(crate) fn empty(tables: &'static Tables<B>) -> Self {
        Self {
            tables,
            turn: Side::Sente,
            struck: NONE,
            move_number: 1,
            key: 0,
            sides: [B::EMPTY; 2],
            classes: B::NO_CLASSES,
            cells: B::NO_CELLS,
            hands: [B::NO_HAND; 2],
        }
    }

    /// The code of the piece on a square.
    #[inline(always)]
    pub(crate) fn cell(&self, square: u8) -> u8 {
        self.cells.as_ref()[square as usize & (B::CELLS - 1)]
    }

    /// The same for a square that need not be on the board.
    #[inline(always)]
    pub(crate) fn code_at(&self, square: Square) -> u8 {
        self.cells.as_ref().get(square.index()).copied().unwrap_or(NONE)
    }

    /// The class of the piece on a square where one stands.
    #[inline(always)]
    pub(crate) fn class_at(&self, square: u8) -> u8 {
        self.tables.class_of[(self.cell(square) >> 1) as usize & 63]
    }

    #[inline(always)]
    pub(crate) fn of_class(&self, class: u8) -> B {
        self.classes.as_ref()[class as usize & (B::KINDS - 1)]
    }

    #[inline(always)]
    pub(crate) fn of_side(&self, side: Side) -> B {
        self.sides[side as usize]
    }

    #[inline(always)]
    pub(crate) fn occupied(&self) -> B {
        self.sides[0] | self.sides[1]
    }

    #[inline(always)]
    pub(crate) fn in_hand(&self, side: Side, kind: u8) -> u8 {
        self.hands[side as usize].as_ref()[kind as usize & (B::KINDS - 1)]
    }

    /// Whether a side has nothing in hand.
    #[inline(always)]
    pub(crate) fn is_hand_empty(&self, side: Side) -> bool {
        self.hands[side as usize] == B::NO_HAND
    }

    /// Puts a piece on an empty square.
    #[inline(always)]
    pub(crate) fn put(&mut self, square: u8, code: u8) {
        let piece = Piece::from_code(code);
        let bit = B::one(square);
        let class = self.tables.class_of[piece.kind.index() & 63];
        self.sides[piece.side as usize] |= bit;
        self.classes.as_mut()[class as usize & (B::KINDS - 1)] |= bit;
        self.cells.as_mut()[square as usize & (B::CELLS - 1)] = code;
        self.key = self.key.wrapping_add(self.tables.zobrist.piece(code, square));
    }

    /// Takes away the piece on a square.
    #[inline(always)]
    pub(crate) fn take(&mut self, square: u8, code: u8) {
        let piece = Piece::from_code(code);
        let rest = !B::one(square);
        let class = self.tables.class_of[piece.kind.index() & 63];
        self.sides[piece.side as usize] &= rest;
        self.classes.as_mut()[class as usize & (B::KINDS - 1)] &= rest;
        self.cells.as_mut()[square as usize & (B::CELLS - 1)] = NONE;
        self.key = self.key.wrapping_sub(self.tables.zobrist.piece(code, square));
    }

    /// Puts pieces into a hand; never more than 255 of a kind.
    #[inline(always)]
    pub(crate) fn give(&mut self, side: Side, kind: u8, n: u8) {
        let held = &mut self.hands[side as usize].as_mut()[kind as usize & (B::KINDS - 1)];
        let before = *held;
        *held = before.saturating_add(n);
        let given = u64::from(*held - before);
        let key = self.tables.zobrist.hand(side, kind).wrapping_mul(given);
        self.key = self.key.wrapping_add(key);
    }

    /// Takes a piece out of a hand that has one.
    #[inline(always)]
    fn spend(&mut self, side: Side, kind: u8) {
        debug_assert!(self.in_hand(side, kind) > 0);
        let held = &mut self.hands[side as usize].as_mut()[kind as usize & (B::KINDS - 1)];
        *held = held.saturating_sub(1);
        self.key = self.key.wrapping_sub(self.tables.zobrist.hand(side, kind));
    }

    /// Says who is to move.
    #[inline(always)]
    pub(crate) fn set_turn(&mut self, side: Side) {
        if side != self.turn {
            self.key = match side {
                Side::Sente => self.key.wrapping_sub(self.tables.zobrist.gote),
                Side::Gote => self.key.wrapping_add(self.tables.zobrist.gote),
            };
            self.turn = side;
        }
    }

    /// §9.4d: says where a lion was struck.
    pub(crate) fn set_struck(&mut self, square: u8) {
        if square != self.struck {
            let key = self.key.wrapping_sub(self.tables.zobrist.struck(self.struck));
            self.key = key.wrapping_add(self.tables.zobrist.struck(square));
            self.struck = square;
        }
    }

    /// The key from nothing but what stands there.
    pub(crate) fn key_from_scratch(&self) -> u64 {
        let mut fresh = Self::empty(self.tables);
        for square in self.occupied().each() {
            fresh.put(square, self.cell(square));
        }
        for side in Side::ALL {
            for kind in 0..B::KINDS as u8 {
                fresh.give(side, kind, self.in_hand(side, kind));
            }
        }
        fresh.set_turn(self.turn);
        fresh.set_struck(self.struck);
        fresh.key
    }

    /// Plays a move that is known to be one of the piece's or the hand's; what is not there is
    /// not moved.
    #[inline(always)]
    pub(crate) fn play(&mut self, mv: Move) {
        let bits = mv.to_bits();
        let (to, middle) = (bits as u8, (bits >> 8) as u8);
        let side = self.turn;
        if B::VARIED {
            self.set_struck(self.strikes(mv));
            self.take_on_the_way(mv);
        }
        if bits & DROP != 0 {
            debug_assert!(self.cell(to) == NONE);
            self.spend(side, self.tables.unpromoted[middle as usize & 63]);
            self.put(to, Piece { side, kind: Kind(middle) }.code());
        } else {
            let moved = self.cell(middle);
            debug_assert!(moved != NONE);
            if moved != NONE {
                let captured = self.cell(to);
                if captured != NONE && (!B::VARIED || to != middle) {
                    self.take(to, captured);
                    let kind = captured >> 1;
                    let royal = self.class(self.tables.class_of[kind as usize & 63]).royal;
                    if self.tables.drops && !royal {
                        self.give(side, self.tables.unpromoted[kind as usize & 63], 1);
                    }
                }
                self.take(middle, moved);
                let kind = moved >> 1;
                let promoted = self.tables.promoted[kind as usize & 63];
                let kind = if bits & PROMOTES != 0 { promoted } else { kind };
                self.put(to, kind << 1 | moved & 1);
            }
        }
        self.set_turn(side.other());
        self.move_number = self.move_number.saturating_add(1);
    }

    /// The position after a move.
    #[inline(always)]
    pub(crate) fn after(&self, mv: Move) -> Self {
        let mut next = *self;
        next.play(mv);
        next
    }

    #[inline(always)]
    pub(crate) fn class(&self, class: u8) -> &'static Class<B> {
        &self.tables.classes[class as usize]
    }

    /// A side's pieces whose loss loses.
    #[inline(always)]
    pub(crate) fn royals(&self, side: Side) -> B {
        let classes = self.tables.royal_classes.iter();
        classes.fold(B::EMPTY, |set, &class| set | self.of_class(class)) & self.of_side(side)
    }

    /// The royal a side must keep out of check: its only one, unless royals are taken here.
    #[inline(always)]
    pub(crate) fn guarded(&self, side: Side) -> Option<u8> {
        let royals = self.royals(side);
        (!royals.is_empty() && !royals.is_many() && !self.tables.royal_capture)
            .then(|| royals.first())
    }

    /// The pieces of a side that attack a square by a step.
    #[inline(always)]
    pub(crate) fn steppers_at(&self, square: u8, by: Side) -> B {
        let tables = self.tables;
        let near = tables.steps_to[by as usize][square as usize] & self.of_side(by);
        // Most squares have nobody near.
        if near.is_empty() {
            return near;
        }
        let steppers = tables.steppers.iter().fold(B::EMPTY, |set, &class| {
            // From where a step leads here is where the other side's step from here leads.
            let from = self.class(class).steps[by.other() as usize][square as usize];
            set | from & self.of_class(class)
        });
        steppers & near
    }

    /// A side's pieces that slide.
    #[inline(always)]
    pub(crate) fn sliders(&self, side: Side) -> B {
        let classes = self.tables.sliders.iter().flat_map(|slider| &slider.classes);
        classes.fold(B::EMPTY, |set, &class| set | self.of_class(class)) & self.of_side(side)
    }

    /// Those of a side's [sliders](Self::sliders) that would attack a square if nothing else stood
    /// on the board.
    #[inline(always)]
    pub(crate) fn sliders_at(&self, square: u8, by: Side, sliders: B) -> B {
        let tables = self.tables;
        let in_line = tables.slides_to[by as usize][square as usize] & sliders;
        if in_line.is_empty() {
            return in_line;
        }
        let sliders = tables.sliders.iter().fold(B::EMPTY, |set, slider| {
            let classes = slider.classes.iter();
            let pieces = classes.fold(B::EMPTY, |set, &class| set | self.of_class(class));
            set | slider.from[by as usize][square as usize] & pieces
        });
        sliders & in_line
    }

    /// Whether a side attacks a square.
    #[inline(always)]
    pub(crate) fn is_attacked(&self, square: u8, by: Side, occupied: B) -> bool {
        self.is_attacked_with(square, by, self.sliders(by), occupied)
    }

    /// The same where that side's [sliders](Self::sliders) are known.
    #[inline(always)]
    pub(crate) fn is_attacked_with(&self, square: u8, by: Side, sliders: B, occupied: B) -> bool {
        let is_open = |slider: u8| !self.tables.lines.between(square, slider).meets(occupied);
        !self.steppers_at(square, by).is_empty()
            || self.sliders_at(square, by, sliders).each().any(is_open)
    }

    /// Whether a side's last royal is attacked.
    #[inline]
    pub(crate) fn is_in_check(&self, side: Side) -> bool {
        let royals = self.royals(side);
        !royals.is_empty() && !royals.is_many() && self.threatens(side.other(), royals.first())
    }

    /// Whether a side attacks a square as the board stands, by whatever way its pieces move.
    #[inline]
    pub(crate) fn threatens(&self, by: Side, square: u8) -> bool {
        if self.tables.by_trial {
            self.threatens_specially(by, square)
        } else {
            self.is_attacked(square, by, self.occupied())
        }
    }

    /// The squares that the piece on a square may go to or take on, own pieces not looked at; none
    /// for an empty one.
    pub(crate) fn reach(&self, from: u8) -> B {
        let code = self.cell(from);
        if code == NONE {
            return B::EMPTY;
        }
        let side = Piece::from_code(code).side;
        let class = self.moves_as(from);
        let tables = self.tables;
        let plain = tables.attacks(class, side, from, self.occupied());
        plain | tables.special(class, side, from, self.occupied()).both()
    }

    /// §8, §12: whether the game is over although there may be moves: a royal was taken or stands
    /// safe on the farthest rank, or a check has won.
    pub(crate) fn is_over(&self) -> bool {
        let ends = &self.tables.variant.def().ends;
        let them = self.turn.other();
        ends.royal_capture && self.has_lost(self.turn)
            || ends.far_rank && self.has_arrived(them)
            || ends.check_wins && self.is_in_check(self.turn)
    }

    /// §8: whether a side has lost its last royal. Two without any, as in an exercise, play on.
    fn has_lost(&self, side: Side) -> bool {
        self.royals(side).is_empty() && !self.royals(side.other()).is_empty()
    }

    /// §8: whether a royal of the side that has just moved stands safe on the farthest rank.
    pub(crate) fn has_arrived(&self, side: Side) -> bool {
        let variant = self.tables.variant;
        self.royals(side).each().any(|square| {
            variant.depth(side, Square::at(square)) == 0 && !self.threatens(side.other(), square)
        })
    }

    /// §1.4: the files where a side has fewer pieces of that kind than so many.
    #[inline(always)]
    pub(crate) fn files_open(&self, side: Side, kind: Kind, most: u8) -> B {
        let pieces = self.of_class(self.tables.class_of[kind.index() & 63]) & self.of_side(side);
        let files = self.tables.files.iter();
        if most == 1 {
            let open = files.filter(|&&file| !file.meets(pieces));
            return open.fold(B::EMPTY, |set, &file| set | file);
        }
        let open = files.filter(|&&file| (file & pieces).count() < most.into());
        open.fold(B::EMPTY, |set, &file| set | file)
    }

    /// §1.4: where a piece of that kind would have to be dropped to give check by a step.
    #[inline(always)]
    pub(crate) fn uchifuzume(&self, kind: Kind) -> B {
        let them = self.turn.other();
        let class = self.class(self.tables.class_of[kind.index() & 63]);
        match self.guarded(them) {
            Some(king) => {
                let from = class.steps[them as usize].get(king as usize);
                from.copied().unwrap_or(B::EMPTY)
            }
            None => B::EMPTY,
        }
    }

    /// Whether dropping the kind there mates, or where a check is not asked for, leaves no move.
    #[inline(never)]
    pub(crate) fn mates_by_drop(&self, kind: Kind, to: u8, pawn_mate: PawnMate) -> bool {
        let next = self.after(Move::drop(kind, Square::at(to)));
        let counts = pawn_mate == PawnMate::IllegalInFront || next.is_in_check(next.turn);
        counts && !next.has_legal_move()
    }

    /// §1.4: whether a piece could not move from that square even on an empty board, or had to
    /// be promoted to stand there.
    pub(crate) fn is_dead(&self, piece: Piece, square: u8) -> bool {
        let class = self.tables.class_of[piece.kind.index() & 63];
        self.tables.ever(class, piece.side, square).is_empty()
            || self.class(class).forced[piece.side as usize].has(square)
    }

    /// Whether a move, otherwise in order, leaves the mover's last royal attacked.
    pub(crate) fn leaves_check(&self, mv: Move) -> bool {
        let next = self.after(mv);
        match next.guarded(self.turn) {
            Some(king) => next.threatens(next.turn, king),
            None => false,
        }
    }

    /// Whether a drop, otherwise in order, is of a pawn and mates at once.
    pub(crate) fn is_uchifuzume(&self, dropped: &Droppable<B>, to: u8) -> bool {
        dropped.pawn_mate != PawnMate::Legal
            && self.uchifuzume(dropped.kind).has(to)
            && self.mates_by_drop(dropped.kind, to, dropped.pawn_mate)
    }
}
