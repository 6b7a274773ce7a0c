//! Moves in the order in which they are tried, each sorted no sooner than it is needed.

use komadai_rules::{Move, MoveList, Position};

use crate::{
    attacks::Attacks,
    eval::{Evaluator, taken},
    history::{Doing, History},
};

/// Taking a royal comes before everything.
const ROYAL: i32 = i32::MAX;

/// How a move looks before it is tried.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Promise {
    /// It was best when the position was looked at before.
    Known,
    /// It takes or promotes, and comes out ahead or even.
    Gains,
    /// It takes or promotes, and loses by it.
    Loses,
    /// It does neither.
    Quiet,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    Known,
    Generate,
    Gains,
    Killers,
    SortQuiet,
    Quiet,
    Loses,
}

/// What is looked at to sort moves.
pub(crate) struct Hints<'a> {
    pub(crate) values: &'a Evaluator,
    pub(crate) attacks: &'a Attacks,
    pub(crate) history: &'a History,
    pub(crate) position: &'a Position,
    /// What was made one and two plies ago.
    pub(crate) before: [Doing; 2],
}

/// Hands out one move after the other.
pub(crate) struct Picker {
    stage: Stage,
    known: Option<Move>,
    /// Quiet moves that have refuted something near: two killers and a counter.
    killers: [Option<Move>; 3],
    moves: Vec<(i32, Move)>,
    /// Captures and promotions are below this, quiet moves from here.
    n_gains: usize,
    at: usize,
    loses: Vec<(i32, Move)>,
}

impl Picker {
    /// `known` must be legal. The two lists are used again.
    pub(crate) fn new(
        known: Option<Move>,
        killers: [Option<Move>; 3],
        mut lists: [Vec<(i32, Move)>; 2],
    ) -> Self {
        lists.iter_mut().for_each(Vec::clear);
        let [moves, loses] = lists;
        let stage = if known.is_some() { Stage::Known } else { Stage::Generate };
        Self { stage, known, killers, moves, n_gains: 0, at: 0, loses }
    }

    /// The lists, for another.
    pub(crate) fn into_lists(self) -> [Vec<(i32, Move)>; 2] {
        [self.moves, self.loses]
    }

    /// The next move; none when there are no more.
    pub(crate) fn next(
        &mut self,
        hints: &Hints<'_>,
        scratch: &mut MoveList,
    ) -> Option<(Move, Promise)> {
        loop {
            match self.stage {
                Stage::Known => {
                    self.stage = Stage::Generate;
                    if let Some(mv) = self.known {
                        return Some((mv, Promise::Known));
                    }
                }
                Stage::Generate => {
                    self.generate(hints, scratch);
                    self.stage = Stage::Gains;
                }
                Stage::Gains => {
                    if self.at == self.n_gains {
                        self.stage = Stage::Killers;
                        continue;
                    }
                    let (rank, mv) = self.best(self.n_gains);
                    if rank != ROYAL && hints.attacks.exchange(hints.values, hints.position, mv) < 0
                    {
                        self.loses.push((rank, mv));
                        continue;
                    }
                    return Some((mv, Promise::Gains));
                }
                Stage::Killers => {
                    let killers = std::mem::take(&mut self.killers);
                    let Some(place) = killers.iter().position(Option::is_some) else {
                        self.stage = Stage::SortQuiet;
                        continue;
                    };
                    self.killers = killers;
                    let killer = self.killers[place].take();
                    let rest = self.moves.get(self.at..).unwrap_or_default();
                    if let Some(found) = rest.iter().position(|&(_, mv)| Some(mv) == killer) {
                        self.moves.swap(self.at, self.at + found);
                        self.at += 1;
                        return Some((self.moves[self.at - 1].1, Promise::Quiet));
                    }
                }
                Stage::SortQuiet => {
                    for (rank, mv) in self.moves.iter_mut().skip(self.at) {
                        let doing = Doing::of(hints.position, *mv);
                        *rank = hints.history.score(doing, hints.before);
                    }
                    if let Some(rest) = self.moves.get_mut(self.at..) {
                        rest.sort_unstable_by(|a, b| b.cmp(a));
                    }
                    self.stage = Stage::Quiet;
                }
                Stage::Quiet => {
                    if let Some(&(_, mv)) = self.moves.get(self.at) {
                        self.at += 1;
                        return Some((mv, Promise::Quiet));
                    }
                    self.stage = Stage::Loses;
                    self.at = 0;
                }
                Stage::Loses => {
                    let &(_, mv) = self.loses.get(self.at)?;
                    self.at += 1;
                    return Some((mv, Promise::Loses));
                }
            }
        }
    }

    /// Takes the best of the moves from here up to that place to the front.
    fn best(&mut self, end: usize) -> (i32, Move) {
        let mut best = self.at;
        for place in self.at + 1..end {
            if self.moves[place] > self.moves[best] {
                best = place;
            }
        }
        self.moves.swap(self.at, best);
        self.at += 1;
        self.moves[self.at - 1]
    }

    fn generate(&mut self, hints: &Hints<'_>, scratch: &mut MoveList) {
        hints.position.legal_moves_into(scratch);
        for &mv in scratch.iter() {
            if Some(mv) == self.known || is_idle(hints, mv) {
                continue;
            }
            match capture_rank(hints, mv) {
                Some(rank) => {
                    self.moves.push((rank, mv));
                    let last = self.moves.len() - 1;
                    self.moves.swap(self.n_gains, last);
                    self.n_gains += 1;
                }
                None => self.moves.push((0, mv)),
            }
        }
    }
}

/// How much a capture or a promotion promises; `None` for any other move.
pub(crate) fn capture_rank(hints: &Hints<'_>, mv: Move) -> Option<i32> {
    if mv.dropped().is_some() {
        return None;
    }
    let mut rank = 0;
    let mut takes = false;
    for (_, piece) in taken(hints.position, mv) {
        if hints.values.is_royal(piece.kind) {
            return Some(ROYAL);
        }
        takes = true;
        rank += 16 * hints.values.taking(piece.kind);
    }
    let promotes = hints.values.promotes(mv);
    if !takes && !promotes {
        return None;
    }
    let own = mv.from().and_then(|from| hints.position.piece_at(from));
    if let Some(own) = own {
        rank -= hints.values.piece(own.kind);
        if promotes && let Some(promoted) = hints.position.variant().promoted(own.kind) {
            rank += 16 * (hints.values.piece(promoted) - hints.values.piece(own.kind));
        }
    }
    Some(rank)
}

/// Whether a move leaves a piece unpromoted that could have been promoted and would have lost
/// nothing by it.
pub(crate) fn is_idle(hints: &Hints<'_>, mv: Move) -> bool {
    let (Some(from), false, None) = (mv.from(), mv.promotes(), mv.via()) else { return false };
    let Some(piece) = hints.position.piece_at(from) else { return false };
    hints.attacks.is_outdone(piece.kind) && hints.attacks.may_promote(hints.position, from, mv.to())
}
