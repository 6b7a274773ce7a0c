//! §9.3, §9.4: lion power, and which lions may be taken.
//!
//! [`taking`](crate::taking) says the same of one move by other means.

use crate::{
    Move, Side, Square,
    betza::Moves,
    bits::Bits,
    board::{Board, NONE},
    generate::Sink,
    tables::{Tables, turned},
};

/// §9.3: lion power as data: two steps in one move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Power {
    /// The first step, in Betza's notation.
    pub steps: &'static str,
    /// Whether the second step may go any of these ways; otherwise only on along the line of the
    /// first, or back.
    pub turns: bool,
}

/// Lion power made ready for one class of pieces.
#[derive(Debug)]
pub(crate) struct Steps<B: Bits> {
    /// By side and square: where the first step leads.
    pub(crate) first: [Vec<B>; 2],
    pub(crate) turns: bool,
}

impl<B: Bits> Steps<B> {
    /// Looks up where the steps lead.
    pub(crate) fn new(steps: &Moves, turns: bool, board: &[Square]) -> Self {
        let first = Side::ALL.map(|side| {
            let mut first = vec![B::EMPTY; B::CELLS];
            for &from in board {
                for &step in &steps.steps {
                    let (files, ranks) = turned(step, side);
                    if let Some(to) = from.offset(files, ranks).filter(|to| board.contains(to)) {
                        first[from.index()] |= B::one(to.index() as u8);
                    }
                }
            }
            first
        });
        Self { first, turns }
    }

    /// Where the first step leads.
    #[inline]
    fn first(&self, side: Side, from: u8) -> B {
        self.first[side as usize].get(usize::from(from)).copied().unwrap_or(B::EMPTY)
    }

    /// Where the second step leads, back to where the piece comes from too.
    fn second(&self, tables: &Tables<B>, side: Side, from: u8, via: u8) -> B {
        if self.turns {
            return self.first(side, via);
        }
        let [before, on] = [from, via].map(Square::at);
        let ahead = |before: u8, on: u8| on as i8 - before as i8;
        let (files, ranks) = (ahead(before.file(), on.file()), ahead(before.rank(), on.rank()));
        let beyond = on.offset(files, ranks).map_or(B::EMPTY, |to| B::one(to.index() as u8));
        beyond & tables.board | B::one(from)
    }
}

impl<B: Bits> Board<B> {
    /// A side's lions: the pieces that §9.4 protects.
    pub(crate) fn lions(&self, side: Side) -> B {
        let classes = self.tables.lion_classes.iter();
        classes.fold(B::EMPTY, |set, &class| set | self.of_class(class)) & self.of_side(side)
    }

    /// §9.4: what of the squares that a piece reaches at once it may go to: all but those of lions
    /// that it may not take.
    pub(crate) fn but_spared(&self, class: u8, from: u8, reached: B) -> B {
        reached.but(self.spared(class, from, None, reached))
    }

    /// §9.4: the squares among these with a lion that the piece on `from` may not take, having
    /// taken on its way what stands on `via`.
    pub(crate) fn spared(&self, class: u8, from: u8, via: Option<u8>, to: B) -> B {
        let them = self.turn.other();
        let lions = to & self.lions(them);
        if lions.is_empty() {
            return lions;
        }
        let taker = self.class(class);
        let power = taker.power.as_ref().filter(|_| taker.lion);
        let Some(power) = power else {
            // §9.4d: a counter-strike.
            let struck = self.struck;
            return if struck == NONE { B::EMPTY } else { lions.but(B::one(struck)) };
        };
        let far = lions.but(power.first(self.turn, from));
        let taken = via.map(|via| self.class_at(via));
        if far.is_empty() || taken.is_some_and(|class| !self.class(class).minor) {
            return B::EMPTY;
        }
        let lifted = via.map_or(B::EMPTY, B::one) | B::one(from);
        let occupied = self.occupied().but(lifted);
        let mut protected = B::EMPTY;
        for lion in far.each() {
            if self.is_attacked(lion, them, occupied) {
                protected |= B::one(lion);
            }
        }
        protected
    }

    /// Hands over a piece's moves by way of a square: on from where it has taken something, back
    /// from there, and the pass.
    pub(crate) fn ways(&self, sink: &mut impl Sink<B>, class: u8, from: u8) -> bool {
        let Some(power) = &self.class(class).power else { return false };
        let (us, them) = (self.turn, self.turn.other());
        let first = power.first(us, from);
        let empty = first.but(self.occupied());
        if !empty.is_empty() && sink.way(from, self.pass(empty), B::one(from)) {
            return true;
        }
        let own = self.of_side(us).but(B::one(from));
        let taking = self.but_spared(class, from, first & self.of_side(them));
        taking.each().any(|via| {
            let to = power.second(self.tables, us, from, via).but(own);
            sink.way(from, via, to.but(self.spared(class, from, Some(via), to)))
        })
    }

    /// §9.3: the text that a server writes of a move that was found legal: the direct one where
    /// nothing is taken on the way, and one and the same for all ways to pass.
    pub(crate) fn plain(&self, mv: Move) -> Move {
        let (Some(from), Some(via)) = (mv.from(), mv.via()) else { return mv };
        if self.cell(via.index() as u8) != NONE {
            return mv;
        }
        if from != mv.to() {
            return Move::board(from, mv.to(), mv.promotes());
        }
        let origin = from.index() as u8;
        let power = match self.cell(origin) {
            NONE => None,
            _ => self.class(self.class_at(origin)).power.as_ref(),
        };
        let empty = power.map_or(B::EMPTY, |power| power.first(self.turn, origin));
        let empty = empty.but(self.occupied());
        if empty.is_empty() { mv } else { Move::by_way(from, Square::at(self.pass(empty)), from) }
    }

    /// By way of which of these a pass is written: the rightmost as the side sees the board, so that it
    /// is the same for both.
    fn pass(&self, empty: B) -> u8 {
        match self.turn {
            Side::Sente => empty.first(),
            Side::Gote => empty.last(),
        }
    }

    /// Appends every text that is accepted of a [plain](Self::plain) legal move.
    pub(crate) fn texts(&self, mv: Move, texts: &mut Vec<Move>) {
        let taking = mv.via().is_some_and(|via| self.cell(via.index() as u8) != NONE);
        if mv.via().is_none() || taking {
            texts.push(mv);
        }
        let Some(from) = mv.from().filter(|_| !taking && !mv.promotes()) else { return };
        let (origin, to) = (from.index() as u8, mv.to());
        let Some(power) = &self.class(self.class_at(origin)).power else { return };
        for via in power.first(self.turn, origin).but(self.occupied()).each() {
            if power.second(self.tables, self.turn, origin, via).has(to.index() as u8) {
                texts.push(Move::by_way(from, Square::at(via), to));
            }
        }
    }

    /// §9.3: takes what a move takes by way of a square.
    pub(crate) fn take_on_the_way(&mut self, mv: Move) {
        let Some(via) = mv.via() else { return };
        let (via, code) = (via.index() as u8, self.cell(via.index() as u8));
        // What is not the opponent's is not taken, whatever a move says.
        if code != NONE && self.of_side(self.turn.other()).has(via) {
            self.take(via, code);
        }
    }

    /// §9.4d: the square on which a move takes a lion with a piece that is none.
    pub(crate) fn strikes(&self, mv: Move) -> u8 {
        let Some(from) = mv.from() else { return NONE };
        let origin = from.index() as u8;
        if self.cell(origin) == NONE || self.class(self.class_at(origin)).lion {
            return NONE;
        }
        let lions = self.lions(self.turn.other());
        let steps = [Some(mv.to()), mv.via()].into_iter().flatten();
        let mut struck = steps.map(|square| square.index() as u8).filter(|&at| lions.has(at));
        struck.next().unwrap_or(NONE)
    }
}
