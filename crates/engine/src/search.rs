//! The root of a search: deepening, windows around what is expected, several best lines.

use std::{
    cmp::Reverse,
    ops::ControlFlow,
    sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed},
};

use komadai_rules::{Line, Move, MoveList, Position, variants::Ends};

use crate::{
    Report, WIN, WIN_SEEN,
    attacks::Attacks,
    eval::{Evaluator, Sums},
    history::{Doing, History},
    level::Dice,
    picker::{Hints, is_idle},
    table::Table,
};

/// How far a line is followed at most, in plies.
pub(crate) const PLY_MAX: usize = 96;

/// How often the caller is asked whether to stop, in positions.
const ASK_EVERY: u64 = 1_024;

/// How far from what is expected a score is first looked for.
const WINDOW: i32 = 40;

/// What a position on the way is like.
#[derive(Clone)]
pub(crate) struct Node {
    pub(crate) position: Position,
    pub(crate) sums: Sums,
    pub(crate) in_check: bool,
}

/// What is remembered of a ply of the line that is looked at.
#[derive(Clone, Copy, Default)]
pub(crate) struct Frame {
    /// The move made there.
    pub(crate) doing: Doing,
    /// What the position was worth; none in check.
    pub(crate) worth: Option<i32>,
    /// A move that is left out, to see what the others are worth.
    pub(crate) excluded: Option<Move>,
    /// Quiet moves that refuted something at this ply.
    pub(crate) killers: [Option<Move>; 2],
}

/// What all threads of a search share.
pub(crate) struct SearchTask<'a> {
    pub(crate) values: &'a Evaluator,
    pub(crate) attacks: &'a Attacks,
    pub(crate) table: &'a Table,
    /// Positions that all have looked at, counted now and then.
    pub(crate) nodes: AtomicU64,
    pub(crate) nodes_max: u64,
    pub(crate) is_over: AtomicBool,
    pub(crate) stop: &'a (dyn Fn() -> bool + Sync),
}

/// A search from one position, by one thread.
pub(crate) struct Search<'a> {
    pub(crate) shared: &'a SearchTask<'a>,
    pub(crate) history: &'a mut History,
    pub(crate) ends: Ends,
    root: Node,
    /// The keys of every position so far, of the game and then of the line looked at, and whether
    /// the side to move was in check.
    pub(crate) keys: Vec<(u64, bool)>,
    nodes: u64,
    /// Of `nodes`, how many the others know of.
    counted: u64,
    pub(crate) is_stopped: bool,
    pub(crate) depth_reached: usize,
    pub(crate) scratch: Option<Box<MoveList>>,
    /// Lists of moves, used again and again.
    pub(crate) lists: Vec<[Vec<(i32, Move)>; 2]>,
    pub(crate) frames: Vec<Frame>,
    /// The best line from each ply, by ply.
    pub(crate) lines: Vec<Vec<Move>>,
    /// No null move is tried before this ply, while one is verified.
    pub(crate) null_from: usize,
    /// By depth and the number of a move: how much less deep a late move is looked at.
    pub(crate) reductions: Vec<[i32; 64]>,
}

impl<'a> Search<'a> {
    pub(crate) fn new(shared: &'a SearchTask<'a>, history: &'a mut History, line: &Line) -> Self {
        let mut position = line.start().clone();
        let mut keys = vec![(position.key(), position.is_check())];
        for &mv in line.moves() {
            position.play(mv);
            keys.push((position.key(), position.is_check()));
        }
        let root =
            Node { sums: shared.values.sums(&position), in_check: position.is_check(), position };
        let reduction = |depth: usize| {
            std::array::from_fn(|n| {
                let [depth, n] = [depth, n].map(|it| (it.max(1) as f64).ln());
                (0.4 + depth * n / 2.1) as i32
            })
        };
        Self {
            shared,
            history,
            ends: shared.values.variant().def().ends,
            root,
            keys,
            nodes: 0,
            counted: 0,
            is_stopped: false,
            depth_reached: 0,
            scratch: None,
            lists: Vec::new(),
            frames: vec![Frame::default(); PLY_MAX + 4],
            lines: vec![Vec::new(); PLY_MAX + 4],
            null_from: 0,
            reductions: (0..64).map(reduction).collect(),
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

    /// The best of some moves, looked at ever deeper until it is enough. Each depth is reported for
    /// each of the `n_lines` best moves, and goes no further when the answer is to break. Helpers
    /// begin deeper, so that they look at something else.
    pub(crate) fn deepen(
        &mut self,
        moves: &[Move],
        depths: std::ops::RangeInclusive<u32>,
        n_lines: usize,
        report: &mut dyn FnMut(&Report<'_>) -> ControlFlow<()>,
    ) -> Best {
        let mut moves = self.sorted(moves);
        let n_lines = n_lines.clamp(1, moves.len());
        let mut best = Best { mv: moves[0], score: 0, depth: 0, answer: None };
        let mut scores = vec![0; n_lines];
        'deeper: for depth in depths {
            self.depth_reached = 0;
            for (n, expected) in scores.iter_mut().enumerate() {
                let found = self.look_around(&mut moves, n, depth as i32, *expected);
                // What was found before the stop is better than what is known of less depth.
                if let Some(score) = found {
                    *expected = score;
                    let pv = self.lines[0].clone();
                    if n == 0 {
                        best = Best { mv: moves[0], score, depth, answer: pv.get(1).copied() };
                    }
                    if !self.is_stopped || n == 0 {
                        let report_of = Report {
                            depth,
                            depth_reached: self.depth_reached.max(pv.len()) as u32,
                            line: n,
                            score,
                            nodes: self.shared.nodes.load(Relaxed).max(self.nodes),
                            permille: self.shared.table.permille() as u32,
                            moves: &pv,
                        };
                        if report(&report_of).is_break() && n + 1 == n_lines {
                            break 'deeper;
                        }
                    }
                }
                if self.is_stopped {
                    break 'deeper;
                }
            }
            let is_seen = best.score.abs() >= WIN_SEEN && depth as i32 > WIN - best.score.abs();
            if is_seen || moves.len() == 1 && depth >= 8 {
                break;
            }
        }
        self.count_nodes();
        best
    }

    /// What promises most comes first; what is left unpromoted for nothing comes last.
    fn sorted(&self, moves: &[Move]) -> Vec<Move> {
        let root = self.root.clone();
        let hints = self.hints(&root.position, 0);
        let mut moves: Vec<Move> = moves.to_vec();
        let some: Vec<Move> = moves.iter().copied().filter(|&mv| !is_idle(&hints, mv)).collect();
        if !some.is_empty() && !self.may_need_idle() {
            moves = some;
        }
        let known = self.shared.table.get(root.position.key()).and_then(|known| known.mv);
        moves.sort_by_cached_key(|&mv| {
            let gain = self.shared.attacks.exchange(self.shared.values, &root.position, mv);
            (Some(mv) != known, is_idle(&hints, mv), Reverse(gain), mv)
        });
        moves
    }

    /// Whether a mate by a dropped pawn, which is illegal, may hang on a piece that is not promoted.
    fn may_need_idle(&self) -> bool {
        let position = &self.root.position;
        let drops = position.variant().def().drops;
        let pawn_mate = drops.map(|drops| drops.pawn_mate);
        pawn_mate.is_some_and(|it| it != komadai_rules::variants::PawnMate::Legal)
            && position.hand(position.turn()).any(|(kind, _)| position.variant().piece(kind).pawn)
    }

    /// The best of the moves from the `n`th on, which is brought there; none when nothing was
    /// found before the stop.
    fn look_around(
        &mut self,
        moves: &mut [Move],
        n: usize,
        depth: i32,
        expected: i32,
    ) -> Option<i32> {
        let mut window = WINDOW;
        let [mut low, mut high] = if depth < 4 || expected.abs() >= WIN_SEEN {
            [-WIN, WIN]
        } else {
            [expected - window, expected + window]
        };
        let mut found = None;
        loop {
            let score = self.look_at_all(&mut moves[n..], depth, low, high);
            if self.is_stopped {
                // Only what beat the window's lower end is known to be good.
                return score.filter(|&score| score > low).or(found);
            }
            let score = score?;
            if score <= low && low > -WIN {
                low = (score - window).max(-WIN);
            } else if score >= high && high < WIN {
                found = Some(score);
                high = (score + window).min(WIN);
            } else {
                return Some(score);
            }
            window *= 3;
            if window > 1_000 {
                [low, high] = [-WIN, WIN];
            }
        }
    }

    /// Looks at all moves within a window; the best is brought to the front.
    fn look_at_all(&mut self, moves: &mut [Move], depth: i32, low: i32, high: i32) -> Option<i32> {
        let mut alpha = low;
        let mut best: Option<i32> = None;
        let root = self.root.clone();
        for at in 0..moves.len() {
            let mv = moves[at];
            let score = if at == 0 {
                self.after(mv, depth - 1, alpha, high)
            } else {
                // Most are worse than the first: that alone is shown more cheaply.
                let is_late = at > 4 && depth >= 4 && !root.in_check;
                let less = if is_late { self.reduction(depth, at) / 2 } else { 0 };
                let mut score = self.after(mv, depth - 1 - less, alpha, alpha + 1);
                if score > alpha && less > 0 && !self.is_stopped {
                    score = self.after(mv, depth - 1, alpha, alpha + 1);
                }
                if score > alpha && !self.is_stopped {
                    score = self.after(mv, depth - 1, alpha, high);
                }
                score
            };
            if self.is_stopped {
                break;
            }
            // Not to promote is for mates that would be illegal otherwise, and for nothing else.
            if at > 0 && score < WIN_SEEN && is_idle(&self.hints(&root.position, 0), mv) {
                continue;
            }
            if best.is_none_or(|best| score > best) {
                best = Some(score);
                if at == 0 || score > alpha {
                    moves[..=at].rotate_right(1);
                    let rest = std::mem::take(&mut self.lines[1]);
                    self.lines[0].clear();
                    self.lines[0].push(mv);
                    self.lines[0].extend_from_slice(&rest);
                    self.lines[1] = rest;
                }
                alpha = alpha.max(score);
            }
            if alpha >= high {
                break;
            }
        }
        best
    }

    /// What a move from the root is worth to the side that makes it.
    fn after(&mut self, mv: Move, depth: i32, alpha: i32, beta: i32) -> i32 {
        let root = self.root.clone();
        let node = self.play(&root, mv, 0);
        let score = -self.look(&node, depth, -beta, -alpha, 1, beta - alpha == 1);
        self.keys.pop();
        score
    }

    /// Makes a move; its position is on the way until the caller takes it off.
    #[inline]
    pub(crate) fn play(&mut self, node: &Node, mv: Move, ply: usize) -> Node {
        self.frames[ply].doing = Doing::of(&node.position, mv);
        let mut position = node.position.clone();
        position.play(mv);
        let sums = self.shared.values.after(&node.sums, &node.position, mv, &position);
        let in_check = position.is_check();
        self.keys.push((position.key(), in_check));
        Node { position, sums, in_check }
    }

    pub(crate) fn hints<'b>(&'b self, position: &'b Position, ply: usize) -> Hints<'b> {
        let before =
            |n: usize| ply.checked_sub(n).map_or(Doing::default(), |at| self.frames[at].doing);
        Hints {
            values: self.shared.values,
            attacks: self.shared.attacks,
            history: self.history,
            position,
            before: [before(1), before(2)],
        }
    }

    pub(crate) fn reduction(&self, depth: i32, n: usize) -> i32 {
        self.reductions[depth.clamp(0, 63) as usize][n.min(63)]
    }

    /// Counts a position; says whether it was the last.
    #[inline]
    pub(crate) fn spends_too_much(&mut self) -> bool {
        self.nodes += 1;
        let limit = self.shared.nodes_max;
        if self.nodes >= limit {
            self.is_stopped = true;
        } else if self.nodes.is_multiple_of(ASK_EVERY) {
            self.count_nodes();
            let shared = self.shared;
            if shared.is_over.load(Relaxed)
                || shared.nodes.load(Relaxed) >= limit
                || (shared.stop)()
            {
                self.is_stopped = true;
            }
        }
        self.is_stopped
    }

    fn count_nodes(&mut self) {
        self.shared.nodes.fetch_add(self.nodes - self.counted, Relaxed);
        self.counted = self.nodes;
    }
}

/// What a search found.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Best {
    pub(crate) mv: Move,
    pub(crate) score: i32,
    pub(crate) depth: u32,
    /// What the other side is expected to do then.
    pub(crate) answer: Option<Move>,
}
