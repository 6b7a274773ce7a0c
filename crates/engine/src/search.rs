//! Alpha-beta with deepening, a table of what is known, and captures to the end.

use std::cmp::Reverse;

use komadai_rules::{Line, Move, MoveList, Position, Side, variants::Repetition};

use crate::{
    WIN, WIN_SEEN,
    eval::{Values, taken},
    level::Dice,
    move_list,
    table::{Bound, Table},
};

/// How far a line is followed at most, in plies.
const PLY_MAX: usize = 48;

/// How many plies captures are followed beyond the depth.
const CAPTURES_MAX: i32 = 8;

/// How often the caller is asked whether to stop, in positions.
const ASK_EVERY: u64 = 1_024;

/// What a draw is worth: a little less than nothing, so that it is not sought.
const DRAW: i32 = -20;

/// A search from one position.
pub(crate) struct Search<'a> {
    values: &'a Values,
    table: &'a mut Table,
    root: Position,
    /// The keys of every position so far, of the game and then of the line looked at.
    keys: Vec<u64>,
    nodes: u64,
    nodes_max: u64,
    stop: &'a dyn Fn() -> bool,
    is_stopped: bool,
    /// One list of moves for each ply, used again and again.
    lists: Vec<Option<Box<MoveList>>>,
    /// Quiet moves that refuted something at the same ply.
    killers: Vec<[Option<Move>; 2]>,
}

/// A position on the way, with what it is worth to sente.
struct Node {
    position: Position,
    material: i32,
}

impl<'a> Search<'a> {
    pub(crate) fn new(
        values: &'a Values,
        table: &'a mut Table,
        line: &Line,
        nodes_max: u64,
        stop: &'a dyn Fn() -> bool,
    ) -> Self {
        let mut position = line.start().clone();
        let mut keys = vec![position.key()];
        for &mv in line.moves() {
            position.play(mv);
            keys.push(position.key());
        }
        Self {
            values,
            table,
            root: position,
            keys,
            nodes: 0,
            nodes_max,
            stop,
            is_stopped: false,
            lists: Vec::new(),
            killers: vec![[None; 2]; PLY_MAX + 1],
        }
    }

    pub(crate) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The best of some moves, each looked at by itself and then misjudged by up to `noise`.
    pub(crate) fn each(
        &mut self,
        moves: &[Move],
        depth: u32,
        noise: i32,
        dice: &mut Dice,
    ) -> (Move, i32, u32) {
        let mut best: Option<(Move, i32)> = None;
        for &mv in moves {
            let score = self.after(mv, depth as i32 - 1, -WIN, WIN) + dice.around_zero(noise);
            // What was broken off says nothing.
            if self.is_stopped {
                break;
            }
            if best.is_none_or(|(_, most)| score > most) {
                best = Some((mv, score));
            }
        }
        let (mv, score) = best.unwrap_or((moves[0], 0));
        (mv, score, depth)
    }

    /// The best of some moves, looked at ever deeper until it is enough.
    pub(crate) fn deepen(&mut self, moves: &[Move], depth_max: u32) -> (Move, i32, u32) {
        let mut moves = moves.to_vec();
        let root = self.root.clone();
        moves.sort_by_cached_key(|&mv| Reverse(self.values.gain(&root, mv)));
        let mut best = (moves[0], 0, 0);
        for depth in 1..=depth_max {
            let mut alpha = -WIN;
            let mut found = None;
            for &mv in &moves {
                let score = match found {
                    None => self.after(mv, depth as i32 - 1, -WIN, WIN),
                    // Most are worse than the first: that alone is shown more cheaply.
                    Some(_) => {
                        let score = self.after(mv, depth as i32 - 1, alpha, alpha + 1);
                        if score > alpha && !self.is_stopped {
                            self.after(mv, depth as i32 - 1, alpha, WIN)
                        } else {
                            score
                        }
                    }
                };
                if self.is_stopped {
                    break;
                }
                if found.is_none() || score > alpha {
                    (alpha, found) = (score, Some(mv));
                }
            }
            // What was found before the stop is better than what is known of less depth.
            if let Some(mv) = found {
                best = (mv, alpha, depth);
                if let Some(place) = moves.iter().position(|&other| other == mv) {
                    moves[..=place].rotate_right(1);
                }
            }
            if self.is_stopped || alpha.abs() >= WIN_SEEN || moves.len() == 1 {
                break;
            }
        }
        best
    }

    /// What a move from the root is worth to the side that makes it.
    fn after(&mut self, mv: Move, depth: i32, alpha: i32, beta: i32) -> i32 {
        let root = Node { position: self.root.clone(), material: self.values.material(&self.root) };
        let node = self.play(&root, mv);
        let score = -self.look(&node, depth, -beta, -alpha, 1);
        self.keys.pop();
        score
    }

    /// Makes a move; its position is on the way until the caller takes it off.
    fn play(&mut self, node: &Node, mv: Move) -> Node {
        let gain = self.values.gain(&node.position, mv);
        let material = match node.position.turn() {
            Side::Sente => node.material + gain,
            Side::Gote => node.material - gain,
        };
        let mut position = node.position.clone();
        position.play(mv);
        self.keys.push(position.key());
        Node { position, material }
    }

    fn spends_too_much(&mut self) -> bool {
        self.nodes += 1;
        if self.nodes >= self.nodes_max || (self.nodes.is_multiple_of(ASK_EVERY) && (self.stop)()) {
            self.is_stopped = true;
        }
        self.is_stopped
    }

    /// What a position is worth to the side to move, if that needs no search.
    fn known(&self, node: &Node, ply: usize) -> Option<i32> {
        let position = &node.position;
        let (turn, lost) = (position.turn(), -(WIN - ply as i32));
        let ends = position.variant().def().ends;
        if ends.royal_capture && position.royals(turn).next().is_none() {
            return Some(lost);
        }
        if ends.check_wins && position.is_check() {
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
        let (&key, before) = self.keys.split_last()?;
        // The same side is to move every second ply.
        if before.iter().rev().skip(1).step_by(2).any(|&other| other == key) {
            // Check after check is the checker's loss, and in tori shogi what comes back is the
            // loss of the side that brings it about; where the third time draws all of it draws.
            return Some(match position.variant().def().repetition {
                Repetition::ThirdDraws => DRAW,
                Repetition::MoverLoses => WIN_SEEN / 2,
                _ if position.is_check() => WIN_SEEN / 2,
                _ => DRAW,
            });
        }
        None
    }

    fn worth(&self, node: &Node) -> i32 {
        let for_sente = node.material + self.values.safety(&node.position);
        match node.position.turn() {
            Side::Sente => for_sente,
            Side::Gote => -for_sente,
        }
    }

    /// What a position is worth to the side to move, within a window.
    fn look(&mut self, node: &Node, depth: i32, mut alpha: i32, beta: i32, ply: usize) -> i32 {
        if self.spends_too_much() {
            return 0;
        }
        if let Some(score) = self.known(node, ply) {
            return score;
        }
        let in_check = node.position.is_check();
        // An answer to check is no step forward.
        let depth = if in_check { depth.max(0) + 1 } else { depth };
        if depth <= 0 || ply >= PLY_MAX {
            return self.captures(node, alpha, beta, ply, 0);
        }
        let key = node.position.key();
        let known = self.table.get(key);
        if let Some(known) = known
            && i32::from(known.depth) >= depth
            && known.score.abs() < WIN_SEEN
            && match known.bound {
                Bound::Exact => true,
                Bound::AtLeast => known.score >= beta,
                Bound::AtMost => known.score <= alpha,
            }
        {
            return known.score;
        }
        let worth = self.worth(node);
        // Far ahead near the end of the line: nothing suggests that it would change.
        if !in_check && depth <= 2 && worth - 250 * depth >= beta && beta.abs() < WIN_SEEN {
            return worth;
        }
        let mut list = self.lists.pop().flatten().unwrap_or_else(move_list);
        list.clear();
        node.position.legal_moves_into(&mut list);
        if list.is_empty() {
            self.lists.push(Some(list));
            return -(WIN - ply as i32);
        }
        let mut ordered = self.ordered(node, &list, known.and_then(|known| known.mv), ply);
        self.lists.push(Some(list));
        ordered.sort_unstable_by_key(|&(rank, mv)| (Reverse(rank), mv));

        let first_alpha = alpha;
        let mut best: (i32, Option<Move>) = (-WIN, None);
        for (n, &(rank, mv)) in ordered.iter().enumerate() {
            let is_quiet = rank < QUIET_BELOW;
            // Late quiet moves near the end of the line hardly ever matter.
            let is_late = is_quiet && !in_check && depth <= 2 && n > 10 && best.0 > -WIN_SEEN;
            if is_late && worth + 150 * depth <= alpha {
                continue;
            }
            let child = self.play(node, mv);
            let less =
                if is_quiet && n > 3 && depth >= 3 && !in_check { 1 + (n > 12) as i32 } else { 0 };
            let score = if n == 0 {
                -self.look(&child, depth - 1, -beta, -alpha, ply + 1)
            } else {
                let score = -self.look(&child, depth - 1 - less, -alpha - 1, -alpha, ply + 1);
                if score > alpha && (score < beta || less > 0) {
                    -self.look(&child, depth - 1, -beta, -alpha, ply + 1)
                } else {
                    score
                }
            };
            self.keys.pop();
            // What was broken off says nothing.
            if self.is_stopped {
                return best.0;
            }
            if score > best.0 {
                best = (score, Some(mv));
            }
            alpha = alpha.max(score);
            if alpha >= beta {
                if is_quiet
                    && let Some(killers) = self.killers.get_mut(ply)
                    && killers[0] != Some(mv)
                {
                    *killers = [Some(mv), killers[0]];
                }
                break;
            }
        }
        let bound = match best.0 {
            score if score >= beta => Bound::AtLeast,
            score if score > first_alpha => Bound::Exact,
            _ => Bound::AtMost,
        };
        self.table.put(key, best.1, best.0, depth, bound);
        best.0
    }

    /// Moves with how much each promises; what is known to be good comes first.
    fn ordered(
        &self,
        node: &Node,
        list: &MoveList,
        known: Option<Move>,
        ply: usize,
    ) -> Vec<(i32, Move)> {
        let killers = self.killers.get(ply).copied().unwrap_or_default();
        let rank = |mv: Move| {
            if Some(mv) == known {
                return i32::MAX;
            }
            if let Some(rank) = self.capture_rank(node, mv) {
                return rank;
            }
            let gain = self.values.gain(&node.position, mv);
            match killers.iter().position(|&killer| killer == Some(mv)) {
                Some(place) => QUIET_BELOW - 1 - place as i32,
                None => gain.min(QUIET_BELOW - 10),
            }
        };
        list.iter().map(|&mv| (rank(mv), mv)).collect()
    }

    /// How much a capture or a promotion promises; `None` for any other move.
    fn capture_rank(&self, node: &Node, mv: Move) -> Option<i32> {
        if mv.dropped().is_some() {
            return None;
        }
        if taken(&node.position, mv).next().is_none() && !self.values.promotes(mv) {
            return None;
        }
        if self.values.takes_royal(&node.position, mv) {
            return Some(ROYAL);
        }
        let own = mv.from().and_then(|from| node.position.piece_at(from));
        let risk = own.map_or(0, |piece| self.values.piece(piece.kind) / 16);
        Some(QUIET_BELOW + self.values.gain(&node.position, mv).max(0) - risk.min(200) + 200)
    }

    /// Follows captures and promotions until nothing is hanging.
    fn captures(&mut self, node: &Node, mut alpha: i32, beta: i32, ply: usize, n: i32) -> i32 {
        let worth = self.worth(node);
        if worth >= beta || n >= CAPTURES_MAX || ply >= PLY_MAX {
            return worth;
        }
        let floor = alpha.max(worth);
        let mut list = self.lists.pop().flatten().unwrap_or_else(move_list);
        list.clear();
        node.position.legal_moves_into(&mut list);
        let is_over = list.is_empty();
        let mut ordered: Vec<(i32, Move)> = list
            .iter()
            .filter_map(|&mv| Some((self.capture_rank(node, mv)?, mv)))
            // What cannot come near what is there already is left out.
            .filter(|&(rank, mv)| {
                rank == ROYAL || worth + self.values.gain(&node.position, mv) + 200 > floor
            })
            .collect();
        self.lists.push(Some(list));
        if is_over {
            return -(WIN - ply as i32);
        }
        ordered.sort_unstable_by_key(|&(rank, mv)| (Reverse(rank), mv));
        alpha = floor;
        let mut best = worth;
        for (_, mv) in ordered {
            if self.spends_too_much() {
                break;
            }
            let child = self.play(node, mv);
            let score = match self.known(&child, ply + 1) {
                Some(score) => -score,
                None => -self.captures(&child, -beta, -alpha, ply + 1, n + 1),
            };
            self.keys.pop();
            best = best.max(score);
            alpha = alpha.max(score);
            if alpha >= beta {
                break;
            }
        }
        best
    }
}

/// Taking a royal comes before everything but what is known to be good.
const ROYAL: i32 = i32::MAX - 1;

/// Captures and promotions are ranked from here on, quiet moves below.
const QUIET_BELOW: i32 = 1_000_000;

#[cfg(test)]
mod tests {
    use komadai_rules::{RuleSet, Variant};

    use super::*;

    #[test]
    fn a_move_that_was_not_thought_through_is_not_preferred() {
        // Sente is far behind, so that nothing looks better than anything.
        let behind = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/9/9/4K4 b - 1";
        let start = Position::from_sfen(Variant::standard(), behind).unwrap();
        let line = Line::new(start.clone(), RuleSet::casual());
        let values = Values::of(Variant::standard());
        let moves: Vec<Move> = start.legal_moves().to_vec();
        let looked_at = |n_moves: usize, nodes_max: u64| {
            let mut table = Table::new();
            let mut search = Search::new(&values, &mut table, &line, nodes_max, &|| false);
            let (mv, ..) = search.each(&moves[..n_moves], 1, 0, &mut Dice::new(1));
            (mv, search.nodes())
        };
        let (first, nodes) = looked_at(1, u64::MAX);
        assert_eq!(looked_at(2, nodes + 1).0, first);
    }
}
