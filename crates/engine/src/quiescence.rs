//! The end of a line: what can be taken is followed until nothing hangs.

use komadai_rules::{ByOrigin, Kind, Move, Square, Squares};

use crate::{
    WIN,
    eval::taken,
    history::Doing,
    node::DECIDED,
    picker::{Hints, capture_rank, is_idle},
    search::{Node, PLY_MAX, Search},
    table::{Bound, TableEntry},
};

/// How many plies captures are followed beyond the depth.
const CAPTURES_MAX: i32 = 10;

/// How many of them may be any way out of check.
const EVASIONS_MAX: i32 = 6;

/// What may come on top of what a capture is worth.
const MARGIN: i32 = 150;

impl Search<'_> {
    /// What a position is worth once nothing hangs, within a window.
    pub(crate) fn quiesce(
        &mut self,
        node: &Node,
        mut alpha: i32,
        beta: i32,
        ply: usize,
        n: i32,
    ) -> i32 {
        self.lines[ply].clear();
        if self.spends_too_much() {
            return 0;
        }
        if let Some(score) = self.known(node, ply) {
            return score;
        }
        self.depth_reached = self.depth_reached.max(ply);
        let worth = self.worth(node);
        if ply >= PLY_MAX || n >= CAPTURES_MAX {
            return worth;
        }
        let key = node.position.key();
        let known = self.shared.table.get(key);
        if let Some(known) = known
            && beta - alpha == 1
            && known.score.abs() < DECIDED
            && match known.bound {
                Bound::Exact => true,
                Bound::AtLeast => known.score >= beta,
                Bound::AtMost => known.score <= alpha,
            }
        {
            return known.score;
        }
        let evades = node.in_check && n < EVASIONS_MAX;
        let mut best = if evades { -(WIN - ply as i32) } else { worth };
        if best >= beta {
            return best;
        }
        alpha = alpha.max(best);
        let first_alpha = alpha;
        let [mut moves, other] = self.lists.pop().unwrap_or_default();
        moves.clear();
        if evades {
            self.evasions(node, ply, &mut moves);
        } else {
            let hints = self.hints(&node.position, ply);
            let mut found = Captures { hints: &hints, moves: &mut moves };
            node.position.legal_moves_by_origin(&mut found);
        }
        let known_move = known.and_then(|known| known.mv);
        for (rank, mv) in &mut moves {
            if Some(*mv) == known_move {
                *rank = i32::MAX;
            }
        }
        moves.sort_unstable_by(|a, b| b.cmp(a));
        let mut best_move = None;
        for &(rank, mv) in &moves {
            if !evades && rank != i32::MAX {
                // What cannot come near what is there already is left out.
                let gain = self.gain(node, mv);
                if worth + gain + MARGIN <= alpha {
                    best = best.max((worth + gain + MARGIN).min(alpha));
                    continue;
                }
                let shared = self.shared;
                if shared.attacks.exchange(shared.values, &node.position, mv) < 0 {
                    continue;
                }
            }
            let child = self.play(node, mv, ply);
            let score = -self.quiesce(&child, -beta, -alpha, ply + 1, n + 1);
            self.keys.pop();
            if self.is_stopped {
                break;
            }
            if score > best {
                best = score;
                best_move = Some(mv);
            }
            if score > alpha {
                alpha = score;
                if alpha >= beta {
                    break;
                }
            }
        }
        self.lists.push([moves, other]);
        if !self.is_stopped && n == 0 && best.abs() < DECIDED {
            let bound = match best {
                score if score >= beta => Bound::AtLeast,
                score if score > first_alpha => Bound::Exact,
                _ => Bound::AtMost,
            };
            // An exact score of a window that has width says nothing of quiet moves.
            let bound = if bound == Bound::Exact { Bound::AtLeast } else { bound };
            let entry = TableEntry { mv: best_move, score: best, depth: 0, bound };
            self.shared.table.put(key, entry);
        }
        best
    }

    /// By how much taking and promoting changes what is there.
    fn gain(&self, node: &Node, mv: Move) -> i32 {
        let values = self.shared.values;
        let taken: i32 =
            taken(&node.position, mv).map(|(_, piece)| values.taking(piece.kind)).sum();
        let piece = mv.from().and_then(|from| node.position.piece_at(from));
        let promoted = piece.filter(|_| mv.promotes()).and_then(|piece| {
            let promoted = values.variant().promoted(piece.kind)?;
            Some(values.piece(promoted) - values.piece(piece.kind))
        });
        taken + promoted.unwrap_or(0)
    }

    /// Every way out of check.
    fn evasions(&mut self, node: &Node, ply: usize, moves: &mut Vec<(i32, Move)>) {
        let mut scratch = self.scratch.take().unwrap_or_default();
        node.position.legal_moves_into(&mut scratch);
        let hints = self.hints(&node.position, ply);
        for &mv in scratch.iter() {
            if is_idle(&hints, mv) {
                continue;
            }
            let rank = capture_rank(&hints, mv).unwrap_or_else(|| {
                let doing = Doing::of(&node.position, mv);
                hints.history.score(doing, hints.before) - 100_000
            });
            moves.push((rank, mv));
        }
        self.scratch = Some(scratch);
    }
}

/// Takes of all moves those that take or promote.
struct Captures<'a> {
    hints: &'a Hints<'a>,
    moves: &'a mut Vec<(i32, Move)>,
}

impl Captures<'_> {
    fn push(&mut self, mv: Move) {
        if let Some(rank) = capture_rank(self.hints, mv) {
            self.moves.push((rank, mv));
        }
    }
}

impl ByOrigin for Captures<'_> {
    fn piece(&mut self, from: Square, promoting: Squares, plain: Squares) {
        promoting.for_each(|to| self.push(Move::board(from, to, true)));
        let position = self.hints.position;
        plain.for_each(|to| {
            if position.piece_at(to).is_some() {
                let mv = Move::board(from, to, false);
                if !is_idle(self.hints, mv) {
                    self.push(mv);
                }
            }
        });
    }

    fn way(&mut self, from: Square, via: Square, to: Squares) {
        to.for_each(|to| self.push(Move::by_way(from, via, to)));
    }

    fn drop(&mut self, _: Kind, _: Squares) {}
}
