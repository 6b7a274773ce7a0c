//! Alpha-beta: what a position is worth, found by looking at what may follow.

use komadai_rules::{Move, Position, Side, variants::Repetition};

use crate::{
    WIN, WIN_SEEN,
    history::Doing,
    picker::{Picker, Promise},
    search::{Node, PLY_MAX, Search},
    table::{Bound, TableEntry},
};

/// What a draw is worth to the side to move when it has come about: a little less than nothing, and
/// so a little more to the side that brings it about.
const DRAW: i32 = -20;

/// What a repetition is worth that loses for the other side, though not at once.
const REPEATS: i32 = WIN_SEEN / 2;

/// From here on a score is no sum of pieces.
pub(crate) const DECIDED: i32 = REPEATS - 1_000;

/// So many quiet moves are remembered as having failed, before the one that did not.
const TRIED_MAX: usize = 32;

impl Search<'_> {
    /// What a position is worth to the side to move, if that needs no search.
    pub(crate) fn known(&self, node: &Node, ply: usize) -> Option<i32> {
        let position = &node.position;
        let (turn, lost) = (position.turn(), -(WIN - ply as i32));
        let ends = &self.ends;
        if ends.royal_capture && position.royals(turn).next().is_none() {
            return Some(lost);
        }
        if ends.check_wins && node.in_check {
            return Some(lost);
        }
        if ends.far_rank && position.has_entered(turn.other()) {
            return Some(lost);
        }
        if ends.bare_king {
            let own = position.pieces().filter(|(_, piece)| piece.side == turn).take(3).count();
            if own <= position.royals(turn).count() {
                return Some(lost);
            }
        }
        if ends.bare_royals {
            if position.is_bared(turn) {
                return Some(lost);
            }
            if position.is_bared(turn.other()) {
                return Some(-lost);
            }
            if position.are_royals_bare() {
                return Some(DRAW);
            }
        }
        let (&(key, _), before) = self.keys.split_last()?;
        // The same side is to move every second ply.
        let n = before.iter().rev().skip(1).step_by(2).position(|&(other, _)| other == key)?;
        // Check after check is the checker's loss, and in tori shogi what comes back is the loss of
        // the side that brings it about, in minishogi sente's; where the third time draws all of it
        // draws.
        let since = &self.keys[self.keys.len() - 2 * (n + 1)..];
        let always = |first: usize| since.iter().skip(first).step_by(2).all(|&(_, check)| check);
        Some(match position.variant().def().repetition {
            Repetition::ThirdDraws => DRAW,
            _ if always(1) => REPEATS,
            _ if always(0) => -REPEATS,
            Repetition::MoverLoses => REPEATS,
            Repetition::SenteLoses if turn == Side::Sente => -REPEATS,
            Repetition::SenteLoses => REPEATS,
            _ => DRAW,
        })
    }

    /// What stands there is worth, without looking ahead.
    pub(crate) fn worth(&self, node: &Node) -> i32 {
        self.shared.values.worth(&node.sums, node.position.turn())
    }

    /// What a position is worth to the side to move, within a window. `cut` says that it is
    /// expected to be too good.
    pub(crate) fn look(
        &mut self,
        node: &Node,
        mut depth: i32,
        mut alpha: i32,
        mut beta: i32,
        ply: usize,
        cut: bool,
    ) -> i32 {
        self.lines[ply].clear();
        if depth <= 0 {
            return self.quiesce(node, alpha, beta, ply, 0);
        }
        if self.spends_too_much() {
            return 0;
        }
        if let Some(score) = self.known(node, ply) {
            return score;
        }
        self.depth_reached = self.depth_reached.max(ply);
        if ply >= PLY_MAX {
            return self.worth(node);
        }
        // No better mate can be found than the one that has been, and no worse one.
        alpha = alpha.max(-(WIN - ply as i32));
        beta = beta.min(WIN - ply as i32 - 1);
        if alpha >= beta {
            return alpha;
        }
        let is_pv = beta - alpha > 1;
        let excluded = self.frames[ply].excluded;
        self.frames[ply + 1].excluded = None;
        self.frames[ply + 2].killers = [None; 2];
        let position = &node.position;
        let key = position.key();
        let known = if excluded.is_some() { None } else { self.shared.table.get(key) };
        let known_score = known.map(|known| from_table(known.score, ply));
        if let (Some(known), Some(score)) = (known, known_score)
            && !is_pv
            && known.depth >= depth
            && match known.bound {
                Bound::Exact => true,
                Bound::AtLeast => score >= beta,
                Bound::AtMost => score <= alpha,
            }
        {
            return score;
        }
        let known_move = known.and_then(|known| known.mv);
        let in_check = node.in_check;
        let static_worth = if in_check { None } else { Some(self.worth(node)) };
        self.frames[ply].worth = static_worth;
        // What is known of the position says more than what stands there.
        let worth = match (static_worth, known, known_score) {
            (Some(worth), Some(known), Some(score)) if score.abs() < DECIDED => match known.bound {
                Bound::Exact => score,
                Bound::AtLeast => worth.max(score),
                Bound::AtMost => worth.min(score),
            },
            (worth, ..) => worth.unwrap_or(-WIN),
        };
        let before = ply.checked_sub(2).and_then(|at| self.frames[at].worth);
        let improves = static_worth.zip(before).is_some_and(|(now, before)| now > before);

        if !is_pv && !in_check && excluded.is_none() && beta.abs() < DECIDED {
            // Far behind near the end of the line: only what can be taken matters.
            if depth <= 3 && worth + 220 * depth + 100 < alpha {
                let score = self.quiesce(node, alpha, alpha + 1, ply, 0);
                if score <= alpha || self.is_stopped {
                    return score;
                }
            }
            // Far ahead: nothing suggests that it would change.
            if depth <= 7 && worth - 95 * (depth - i32::from(improves)) >= beta && worth < DECIDED {
                return worth;
            }
            if let Some(score) = self.null_move(node, depth, beta, worth, ply, cut) {
                return score;
            }
        }
        // Nothing is known of it yet: a less deep look says where to begin.
        if depth >= 4 && known_move.is_none() && (is_pv || cut) && excluded.is_none() {
            depth -= 1;
        }

        let known_move = known_move.filter(|&mv| position.judge(mv).is_ok());
        let single = match (known, known_score, known_move) {
            (Some(known), Some(score), Some(mv))
                if depth >= 7
                    && known.depth >= depth - 3
                    && known.bound != Bound::AtMost
                    && score.abs() < DECIDED =>
            {
                match self.extension_of_single(node, mv, score, depth, beta, ply, cut) {
                    Ok(extension) => extension,
                    Err(score) => return score,
                }
            }
            _ => 0,
        };
        if self.is_stopped {
            return 0;
        }

        let before = self.hints(position, ply).before;
        let killers = self.frames[ply].killers;
        let counter = self.history.counter(before[0]);
        let lists = self.lists.pop().unwrap_or_default();
        let mut picker = Picker::new(known_move, [killers[0], killers[1], counter], lists);
        let first_alpha = alpha;
        let mut best: (i32, Option<Move>) = (-WIN, None);
        let mut n = 0;
        let mut tried: [Doing; TRIED_MAX] = [Doing::default(); TRIED_MAX];
        let mut n_tried = 0;
        let variant = self.shared.values.variant();
        loop {
            let mut scratch = self.scratch.take().unwrap_or_default();
            let picked = picker.next(&self.hints(position, ply), &mut scratch);
            self.scratch = Some(scratch);
            let Some((mv, promise)) = picked else { break };
            if Some(mv) == excluded {
                continue;
            }
            n += 1;
            let is_quiet = promise == Promise::Quiet;
            let doing = Doing::of(position, mv);
            let score_before = if is_quiet { self.history.score(doing, before) } else { 0 };
            // Late moves near the end of the line hardly ever matter.
            if best.0 > -DECIDED && !in_check && alpha > -DECIDED {
                let less = self.reduction(depth, n);
                let left = (depth - less).max(1);
                let checks = is_quiet && self.shared.attacks.checks(variant, position, mv);
                if is_quiet && !checks {
                    if depth <= 8 && n > late_from(depth, improves) {
                        continue;
                    }
                    if left <= 6 && worth + 120 + 110 * left <= alpha {
                        continue;
                    }
                    if left <= 4 && score_before < -2_000 * left {
                        continue;
                    }
                }
                if promise != Promise::Known && promise != Promise::Gains && left <= 6 {
                    let least = if is_quiet { -40 * left * left } else { -120 * left };
                    let values = self.shared.values;
                    if self.shared.attacks.exchange(values, position, mv) < least {
                        continue;
                    }
                }
            }
            let child = self.play(node, mv, ply);
            let mut extension = if Some(mv) == known_move { single } else { 0 };
            if child.in_check && extension == 0 && (promise != Promise::Loses || is_pv) && ply < 64
            {
                extension = 1;
            }
            let new_depth = depth - 1 + extension;
            let mut score = alpha + 1;
            if depth >= 2 && n > 1 && (is_quiet || promise == Promise::Loses) {
                let mut less = self.reduction(depth, n);
                less += i32::from(cut) + i32::from(!improves) - i32::from(is_pv);
                less -= i32::from(in_check) + i32::from(child.in_check);
                less -= (score_before / 5_000).clamp(-2, 2);
                let reduced = (new_depth - less.max(0)).clamp(1, new_depth.max(1));
                score = -self.look(&child, reduced, -alpha - 1, -alpha, ply + 1, true);
                if score > alpha && reduced < new_depth && !self.is_stopped {
                    score = -self.look(&child, new_depth, -alpha - 1, -alpha, ply + 1, !cut);
                }
            } else if !is_pv || n > 1 {
                score = -self.look(&child, new_depth, -alpha - 1, -alpha, ply + 1, !cut);
            }
            if is_pv && (n == 1 || score > alpha) && !self.is_stopped {
                score = -self.look(&child, new_depth, -beta, -alpha, ply + 1, false);
            }
            self.keys.pop();
            // What was broken off says nothing.
            if self.is_stopped {
                break;
            }
            if score > best.0 {
                best = (score, Some(mv));
            }
            if score > alpha {
                alpha = score;
                if is_pv {
                    self.put_line(mv, ply);
                }
                if alpha >= beta {
                    let bonus = (120 * depth - 60).min(1_600);
                    if is_quiet || promise == Promise::Known && !is_gain(position, mv) {
                        self.learn_refutation(mv, doing, before, ply, bonus);
                        for &other in tried.iter().take(n_tried) {
                            self.history.learn(other, before, -bonus);
                        }
                    }
                    break;
                }
            }
            if is_quiet && n_tried < TRIED_MAX {
                tried[n_tried] = doing;
                n_tried += 1;
            }
        }
        self.lists.push(picker.into_lists());
        if self.is_stopped {
            return best.0;
        }
        if n == 0 {
            // Mate, or where all but one are left out, nothing besides it.
            return if excluded.is_some() { alpha } else { -(WIN - ply as i32) };
        }
        if excluded.is_none() {
            let bound = match best.0 {
                score if score >= beta => Bound::AtLeast,
                score if score > first_alpha => Bound::Exact,
                _ => Bound::AtMost,
            };
            let mv = if bound == Bound::AtMost { None } else { best.1 };
            let score = to_table(best.0, ply);
            self.shared.table.put(key, TableEntry { mv, score, depth, bound });
        }
        best.0
    }

    /// So far ahead that the other side may move twice: what it is worth then, if it is enough.
    fn null_move(
        &mut self,
        node: &Node,
        depth: i32,
        beta: i32,
        worth: i32,
        ply: usize,
        cut: bool,
    ) -> Option<i32> {
        let after_null = ply > 0 && self.frames[ply - 1].doing == Doing::default();
        if depth < 3 || worth < beta || after_null || ply < self.null_from {
            return None;
        }
        let less = 3 + depth / 4 + ((worth - beta) / 250).clamp(0, 3);
        let mut position = node.position.clone();
        position.pass();
        let child = Node { in_check: position.is_check(), sums: node.sums, position };
        if child.in_check && self.ends.check_wins {
            return None;
        }
        self.frames[ply].doing = Doing::default();
        self.keys.push((child.position.key(), child.in_check));
        let score = -self.look(&child, depth - less, -beta, -beta + 1, ply + 1, !cut);
        self.keys.pop();
        if self.is_stopped {
            return Some(0);
        }
        if score < beta {
            return None;
        }
        let score = if score >= DECIDED { beta } else { score };
        if depth < 10 || self.null_from > 0 {
            return Some(score);
        }
        // Where not having to move is what helps, it shows.
        self.null_from = ply + (3 * (depth - less) / 4).max(1) as usize;
        let verified = self.look(node, depth - less, beta - 1, beta, ply, false);
        self.null_from = 0;
        (verified >= beta).then_some(score)
    }

    /// By how much the move that is known to be good is looked at deeper because no other is; or
    /// what the position is worth where several are too good.
    #[expect(clippy::too_many_arguments, reason = "it is a part of a function that knows them all")]
    fn extension_of_single(
        &mut self,
        node: &Node,
        mv: Move,
        score: i32,
        depth: i32,
        beta: i32,
        ply: usize,
        cut: bool,
    ) -> Result<i32, i32> {
        let least = score - 3 * depth;
        self.frames[ply].excluded = Some(mv);
        let others = self.look(node, (depth - 1) / 2, least - 1, least, ply, cut);
        self.frames[ply].excluded = None;
        if self.is_stopped {
            return Ok(0);
        }
        if others < least {
            Ok(1)
        } else if least >= beta {
            Err(least)
        } else if score >= beta {
            Ok(-1)
        } else {
            Ok(0)
        }
    }

    fn put_line(&mut self, mv: Move, ply: usize) {
        let rest = std::mem::take(&mut self.lines[ply + 1]);
        let line = &mut self.lines[ply];
        line.clear();
        line.push(mv);
        line.extend_from_slice(&rest);
        self.lines[ply + 1] = rest;
    }

    fn learn_refutation(
        &mut self,
        mv: Move,
        doing: Doing,
        before: [Doing; 2],
        ply: usize,
        bonus: i32,
    ) {
        self.history.learn(doing, before, bonus);
        self.history.set_counter(before[0], mv);
        let killers = &mut self.frames[ply].killers;
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
    }
}

/// After so many moves quiet ones are left out.
fn late_from(depth: i32, improves: bool) -> usize {
    let n = 4 + depth * depth;
    (if improves { n } else { n / 2 }) as usize
}

/// Whether a move takes or promotes.
fn is_gain(position: &Position, mv: Move) -> bool {
    mv.promotes() || position.piece_at(mv.to()).is_some_and(|it| it.side != position.turn())
}

/// A mate is so far from the position, not from the root.
fn to_table(score: i32, ply: usize) -> i32 {
    match score {
        score if score >= WIN_SEEN => score + ply as i32,
        score if score <= -WIN_SEEN => score - ply as i32,
        score => score,
    }
}

fn from_table(score: i32, ply: usize) -> i32 {
    match score {
        score if score >= WIN_SEEN => score - ply as i32,
        score if score <= -WIN_SEEN => score + ply as i32,
        score => score,
    }
}
