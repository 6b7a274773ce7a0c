//! Move generation: every legal move of a position, and nothing that is not.
//!
//! Which pieces are pinned and what gives check is found first, so that no move has to be played to
//! know whether it is legal. [`judge`](crate::judge) says the same of one move by other means.

use crate::{
    Move, MoveList, Square,
    bits::Bits,
    board::Board,
    mv::{DROP, PROMOTES},
    tables::{Class, NO_DIRECTION},
    variants::PawnMate,
};

impl<B: Bits> Board<B> {
    /// Fills the list with every legal move.
    #[inline]
    pub(crate) fn legal_moves(&self, list: &mut MoveList) {
        list.clear();
        self.generate(&mut List(list));
    }

    /// Whether there is a legal move.
    pub(crate) fn has_legal_move(&self) -> bool {
        self.generate(&mut Any)
    }

    /// How many ways there are to play that many moves.
    pub(crate) fn perft(&self, lists: &mut [MoveList]) -> u64 {
        match lists {
            [] => 1,
            [list] => {
                self.legal_moves(list);
                list.len() as u64
            }
            [list, rest @ ..] => {
                self.legal_moves(list);
                list.iter().map(|&mv| self.after(mv).perft(rest)).sum()
            }
        }
    }

    /// Hands every legal move to the sink, which may stop it.
    #[inline(always)]
    pub(crate) fn generate(&self, sink: &mut impl Sink<B>) -> bool {
        let tables = self.tables;
        if tables.unusual {
            if self.is_over() {
                return false;
            }
            if tables.by_trial {
                return self.generate_by_trial(sink);
            }
        }
        let (us, them) = (self.turn, self.turn.other());
        let (own, occupied) = (self.of_side(us), self.occupied());
        let free = tables.board.but(own);
        let guarded = self.guarded(us);
        let mut target = free;
        let mut pinned = B::EMPTY;
        if let Some(king) = guarded {
            let class = tables.class_of[(self.cell(king) >> 1) as usize & 63];
            let without = occupied.but(B::one(king));
            let sliders = self.sliders(them);
            let mut safe = B::EMPTY;
            for to in (tables.attacks(class, us, king, occupied) & free).each() {
                if !self.is_attacked_with(to, them, sliders, without) {
                    safe |= B::one(to);
                }
            }
            if self.send(sink, class, king, safe) {
                return true;
            }
            let mut checkers = self.steppers_at(king, them);
            // A jump of two along a line passes nothing that could stop it.
            let stops = checkers.is_empty();
            for slider in self.sliders_at(king, them, sliders).each() {
                let blockers = tables.lines.between(king, slider) & occupied;
                if blockers.is_empty() {
                    checkers |= B::one(slider);
                } else if !blockers.is_many() {
                    pinned |= blockers & own;
                }
            }
            if checkers.is_many() {
                target = B::EMPTY;
            } else if !checkers.is_empty() {
                target = checkers;
                if stops {
                    target |= tables.lines.between(king, checkers.first());
                }
            }
        }
        let king = guarded.unwrap_or(0);

        for (index, class) in tables.classes.iter().enumerate() {
            let mut pieces = self.of_class(index as u8) & own;
            if pieces.is_empty() || class.royal && guarded.is_some() {
                continue;
            }
            if let Some(shift) = class.shift
                && !class.careful
            {
                let together = pieces.but(pinned) & class.shift_from[us as usize];
                pieces &= pinned;
                let delta = shift[us as usize];
                let zone = tables.zone[us as usize];
                let to = shifted(together, delta) & target;
                let promoting =
                    if class.promotes { to & (zone | shifted(zone, delta)) } else { B::EMPTY };
                if sink.step(delta, promoting, to.but(class.forced[us as usize])) {
                    return true;
                }
            }
            for from in pieces.each() {
                let mut line = !B::EMPTY;
                if pinned.has(from) {
                    let direction = tables.lines.direction(king, from);
                    debug_assert!(direction != NO_DIRECTION);
                    line = tables.lines.ray(direction, king);
                    if class.jumps {
                        // Not over what pins it.
                        line = tables.lines.between(king, from)
                            | tables.lines.slides(1 << direction, from, occupied);
                    }
                }
                let mut reached = tables.attacks(index as u8, us, from, occupied);
                if B::VARIED {
                    reached = self.but_spared(index as u8, from, reached);
                }
                let stopped = if class.careful {
                    let to = reached & target & line;
                    let promoting = if class.crowns {
                        self.crowning(class, from, reached & free)
                    } else {
                        self.promoting(class, from, to)
                    };
                    sink.piece(from, promoting, self.unpromoting(class, from, to))
                } else {
                    self.send(sink, index as u8, from, reached & target & line)
                };
                if stopped || B::VARIED && self.ways(sink, index as u8, from) {
                    return true;
                }
            }
        }

        if !tables.drops {
            return false;
        }
        self.drops(sink, target.but(occupied))
    }

    /// Hands over the drops on these empty squares, none of which leaves the player's own king in
    /// check.
    #[inline(always)]
    pub(crate) fn drops(&self, sink: &mut impl Sink<B>, empty: B) -> bool {
        let (tables, us) = (self.tables, self.turn);
        if empty.is_empty() || self.is_hand_empty(us) {
            return false;
        }
        for droppable in tables.droppable.chunks(8) {
            let mut bases = [0; 8];
            let mut sets = [B::EMPTY; 8];
            let mut n = 0;
            for droppable in droppable {
                if self.in_hand(us, droppable.held) == 0 {
                    continue;
                }
                let mut to = empty & droppable.on[us as usize];
                if droppable.on_file > 0 {
                    to &= self.files_open(us, droppable.kind, droppable.on_file);
                }
                let pawn_mate = droppable.pawn_mate;
                if pawn_mate != PawnMate::Legal {
                    let mating = self.uchifuzume(droppable.kind);
                    if to.meets(mating)
                        && self.mates_by_drop(droppable.kind, mating.first(), pawn_mate)
                    {
                        to = to.but(mating);
                    }
                }
                bases[n & 7] = DROP | u32::from(droppable.kind.0) << 8;
                sets[n & 7] = to;
                n += 1;
            }
            if sink.drops(&bases, &mut sets, n) {
                return true;
            }
        }
        false
    }

    /// Hands over a piece's moves to these squares.
    #[inline(always)]
    fn send(&self, sink: &mut impl Sink<B>, class: u8, from: u8, to: B) -> bool {
        let class = self.class(class);
        let promoting = self.promoting(class, from, to);
        sink.piece(from, promoting, to.but(class.forced[self.turn as usize]))
    }

    /// §8: those of the squares on which a piece that comes from there may become a royal. A second
    /// royal lifts the duty to save the first; a first has to be safe.
    #[inline(never)]
    fn crowning(&self, class: &Class<B>, from: u8, to: B) -> B {
        let promoting = self.promoting(class, from, to);
        if !self.royals(self.turn).is_empty() {
            return promoting;
        }
        let from = Square::at(from);
        let is_safe = |&to: &u8| !self.leaves_check(Move::board(from, Square::at(to), true));
        promoting.each().filter(is_safe).fold(B::EMPTY, |set, to| set | B::one(to))
    }

    /// Those of the squares on which a piece that comes from there need not promote.
    pub(crate) fn unpromoting(&self, class: &Class<B>, from: u8, to: B) -> B {
        if class.whenever && self.tables.zone[self.turn as usize].has(from) {
            B::EMPTY
        } else {
            to.but(class.forced[self.turn as usize])
        }
    }

    /// Those of the squares on which a piece that comes from there may promote.
    #[inline(always)]
    pub(crate) fn promoting(&self, class: &Class<B>, from: u8, to: B) -> B {
        let zone = self.tables.zone[self.turn as usize];
        if !class.promotes {
            B::EMPTY
        } else if B::VARIED && self.tables.entering && zone.has(from) {
            to & (self.of_side(self.turn.other()) | class.dead_end[self.turn as usize])
        } else if zone.has(from) {
            to
        } else {
            to & zone
        }
    }
}

/// Every square moved by a difference of indices.
#[inline(always)]
pub(crate) fn shifted<B: Bits>(set: B, delta: i8) -> B {
    if delta >= 0 {
        set.up(delta.unsigned_abs().into())
    } else {
        set.down(delta.unsigned_abs().into())
    }
}

/// What takes the moves. Each method says whether that was enough.
pub(crate) trait Sink<B: Bits> {
    /// The moves of one piece, promoting and not.
    fn piece(&mut self, from: u8, promoting: B, plain: B) -> bool;
    /// The moves of many pieces that each move by the same difference.
    fn step(&mut self, delta: i8, promoting: B, plain: B) -> bool;
    /// §9.3: the moves of one piece by way of a square.
    fn way(&mut self, from: u8, via: u8, to: B) -> bool;
    /// The drops of up to eight kinds, each a move without its square, and their squares.
    fn drops(&mut self, bases: &[u32; 8], sets: &mut [B; 8], n: usize) -> bool;
}

/// Puts them into a list.
struct List<'a>(&'a mut MoveList);

impl<B: Bits> Sink<B> for List<'_> {
    #[inline(always)]
    fn piece(&mut self, from: u8, promoting: B, plain: B) -> bool {
        let base = u32::from(from) << 8;
        promoting.for_each(|to| self.0.push(Move::packed(PROMOTES | base | u32::from(to))));
        plain.for_each(|to| self.0.push(Move::packed(base | u32::from(to))));
        false
    }

    #[inline(always)]
    fn step(&mut self, delta: i8, promoting: B, plain: B) -> bool {
        let from = |to: u8| u32::from(to.wrapping_sub_signed(delta)) << 8;
        promoting.for_each(|to| self.0.push(Move::packed(PROMOTES | from(to) | u32::from(to))));
        plain.for_each(|to| self.0.push(Move::packed(from(to) | u32::from(to))));
        false
    }

    fn way(&mut self, from: u8, via: u8, to: B) -> bool {
        let [from, via] = [from, via].map(Square::at);
        to.for_each(|to| self.0.push(Move::by_way(from, via, Square::at(to))));
        false
    }

    /// Squares on which all kinds may be dropped are walked once for all of them.
    #[inline(always)]
    fn drops(&mut self, bases: &[u32; 8], sets: &mut [B; 8], n: usize) -> bool {
        let mut n = n;
        while let Some((last, others)) = sets.get_mut(..n).and_then(<[B]>::split_last_mut) {
            let common = others.iter().fold(*last, |common, &set| common & set);
            if common.is_empty() {
                n -= 1;
                last.for_each(|to| self.0.push(Move::packed(bases[n & 7] | u32::from(to))));
                continue;
            }
            common.for_each(|to| self.0.push_eight(bases, n, to));
            others.iter_mut().for_each(|set| *set = set.but(common));
            *last = last.but(common);
        }
        false
    }
}

/// Is satisfied with one.
struct Any;

impl<B: Bits> Sink<B> for Any {
    #[inline(always)]
    fn piece(&mut self, _: u8, promoting: B, plain: B) -> bool {
        !(promoting | plain).is_empty()
    }

    #[inline(always)]
    fn step(&mut self, _: i8, promoting: B, plain: B) -> bool {
        !(promoting | plain).is_empty()
    }

    fn way(&mut self, _: u8, _: u8, to: B) -> bool {
        !to.is_empty()
    }

    #[inline(always)]
    fn drops(&mut self, _: &[u32; 8], sets: &mut [B; 8], n: usize) -> bool {
        sets.iter().take(n).any(|set| !set.is_empty())
    }
}
