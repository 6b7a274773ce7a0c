//! An opponent when nobody is there: alpha-beta over the rules, for every variant.
//!
//! Nothing here knows a particular variant: the value of a piece comes from how it moves. Nothing
//! but [`usi`] reads a clock, and nothing uses randomness: a [`Level`] limits a search by depth and
//! positions, the caller may [stop](Engine::choose) it earlier, and the mistakes of a weak level come
//! from a seed. The same line, level and seed give the same choice of an engine that has not searched
//! before, or has [forgotten](Engine::forget) it; one that has may know better.
//!
//! ```
//! use komadai_engine::{Choice, Engine, Level};
//! use komadai_rules::{Line, Position, RuleSet, Variant};
//!
//! let variant = Variant::standard();
//! let mut engine = Engine::new(variant);
//! let line = Line::new(Position::start(variant), RuleSet::casual());
//! let thought = engine.choose(&line, Level::new(3).unwrap(), 1, &|| false);
//! assert!(matches!(thought.choice, Some(Choice::Move(_))));
//! ```

mod attacks;
mod clock;
mod eval;
mod hint;
mod history;
mod level;
mod node;
mod picker;
mod quiescence;
mod search;
mod table;
pub mod usi;
mod weights;

use std::{
    fmt,
    ops::ControlFlow,
    sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed},
    thread,
};

use komadai_rules::{Line, Move, Variant};

use crate::{
    attacks::Attacks,
    eval::Evaluator,
    history::History,
    level::Dice,
    search::{Search, SearchTask},
    table::Table,
};
pub use crate::{hint::hint, level::Level, weights::Weights};

/// What a won game is worth, in hundredths of a pawn; one ply later one less.
pub(crate) const WIN: i32 = 1_000_000;

/// From here on a score means that a win has been seen to its end.
pub(crate) const WIN_SEEN: i32 = WIN - 1_000;

/// How much memory the table of an engine takes that nobody says anything to.
const TABLE_MIB: usize = 8;

/// The most threads that search at once.
pub const THREADS_MAX: usize = 64;

/// What somebody does who is to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Choice {
    /// Makes this move.
    Move(Move),
    /// §2.3: declares impasse, which wins.
    Declare,
}

/// A choice, and what led to it.
#[derive(Clone, Copy, Debug)]
pub struct SearchResult {
    /// `None` where there is no move that may be made.
    pub choice: Option<Choice>,
    /// How the position looks to the side to move, in hundredths of a pawn.
    pub score: i32,
    /// How many plies ahead was looked in full.
    pub depth: u32,
    /// How many positions were looked at.
    pub nodes: u64,
    /// What the other side is expected to answer.
    pub answer: Option<Move>,
}

/// How far a search may go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Plies.
    pub depth: u32,
    /// Positions, of all threads together.
    pub nodes: u64,
    /// How many of the best moves are reported, each with its line.
    pub lines: usize,
}

impl Limits {
    /// None but what the caller sets.
    pub const NONE: Self = Self { depth: 64, nodes: u64::MAX, lines: 1 };
}

/// What a search has found so far.
#[derive(Clone, Copy, Debug)]
pub struct Report<'a> {
    /// How many plies ahead it has looked.
    pub depth: u32,
    /// The longest line it has followed.
    pub depth_reached: u32,
    /// Which of the best lines this is, from 0.
    pub line: usize,
    /// How the position looks to the side to move, in hundredths of a pawn.
    pub score: i32,
    /// Positions looked at so far.
    pub nodes: u64,
    /// How many of a thousand places of the table are taken.
    pub permille: u32,
    /// What is expected to be played.
    pub moves: &'a [Move],
}

impl Report<'_> {
    /// In how many plies somebody is mated: the other side, or, negative, the side to move.
    pub fn mate(&self) -> Option<i32> {
        match self.score {
            score if score >= WIN_SEEN => Some(WIN - score),
            score if score <= -WIN_SEEN => Some(-(WIN + score)),
            _ => None,
        }
    }
}

/// What is to be done without a search, or between which moves there is a choice.
enum Outlook {
    Clear(SearchResult),
    Open(Vec<Move>),
}

/// Plays one variant. Remembers what it has searched, so one of them for many moves is quicker
/// than one for each.
pub struct Engine {
    values: Evaluator,
    attacks: Attacks,
    table: Table,
    /// One for each thread.
    histories: Vec<History>,
}

impl fmt::Debug for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Engine").field("variant", &self.variant()).finish_non_exhaustive()
    }
}

impl Engine {
    /// An engine for a variant, with one thread; it takes about 10 MB.
    pub fn new(variant: Variant) -> Self {
        Self::with(variant, TABLE_MIB, 1)
    }

    /// An engine with a table of that many MiB, and that many threads. With one thread the same
    /// positions in the same order give the same choices.
    pub fn with(variant: Variant, table_mib: usize, threads: usize) -> Self {
        let threads = threads.clamp(1, THREADS_MAX);
        Self {
            values: Evaluator::of(variant),
            attacks: Attacks::of(variant),
            table: Table::new(table_mib),
            histories: (0..threads).map(|_| History::new(variant)).collect(),
        }
    }

    /// The variant it plays.
    pub fn variant(&self) -> Variant {
        self.values.variant()
    }

    /// Takes other figures than those it comes with, and forgets everything.
    pub fn weigh_by(&mut self, weights: &Weights) {
        self.values = Evaluator::with_weights(self.variant(), Some(weights));
        self.forget();
    }

    /// The figures by which it says what a position is worth.
    pub fn weights(&self) -> Weights {
        self.values.weights()
    }

    /// Forgets everything it has searched.
    pub fn forget(&mut self) {
        self.table.clear();
        self.histories.iter_mut().for_each(History::clear);
    }

    /// What to do at the end of a line of this variant. `stop` is asked now and then; when it says
    /// yes, the best so far is the answer.
    pub fn choose(
        &mut self,
        line: &Line,
        level: Level,
        seed: u64,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> SearchResult {
        let moves = match outlook(line) {
            Outlook::Clear(result) => return result,
            Outlook::Open(moves) => moves,
        };
        let mut dice = Dice::new(seed ^ line.position().key());
        if dice.percent() < level.careless_percent() {
            let any = moves.get(dice.below(moves.len())).or(moves.first());
            return SearchResult { choice: any.copied().map(Choice::Move), ..NOTHING };
        }
        if level.noise() == 0 {
            let limits = Limits { depth: level.depth(), nodes: level.nodes(), lines: 1 };
            return self.search(line, &moves, &limits, stop, &mut |_| ControlFlow::Continue(()));
        }
        self.table.forget_old();
        let shared = shared(&self.values, &self.attacks, &self.table, level.nodes(), stop);
        let mut histories = self.histories.iter_mut();
        let Some(history) = histories.next() else { return NOTHING };
        let mut search = Search::new(&shared, history, line);
        let (mv, score, depth) = search.each(&moves, level.depth(), level.noise(), &mut dice);
        let (choice, nodes) = (Some(Choice::Move(mv)), search.nodes());
        SearchResult { choice, score, depth, nodes, answer: None }
    }

    /// What to do at the end of a line of this variant, as well as it can within the limits. Each
    /// depth is reported, and it goes no deeper when the answer is to break; `stop` is asked all the
    /// time.
    pub fn think(
        &mut self,
        line: &Line,
        limits: &Limits,
        stop: &(dyn Fn() -> bool + Sync),
        report: &mut dyn FnMut(&Report<'_>) -> ControlFlow<()>,
    ) -> SearchResult {
        match outlook(line) {
            Outlook::Clear(result) => result,
            Outlook::Open(moves) => self.search(line, &moves, limits, stop, report),
        }
    }

    fn search(
        &mut self,
        line: &Line,
        moves: &[Move],
        limits: &Limits,
        stop: &(dyn Fn() -> bool + Sync),
        report: &mut dyn FnMut(&Report<'_>) -> ControlFlow<()>,
    ) -> SearchResult {
        self.table.forget_old();
        let shared = shared(&self.values, &self.attacks, &self.table, limits.nodes, stop);
        let Some((first, helpers)) = self.histories.split_first_mut() else { return NOTHING };
        let depth_max = limits.depth.max(1);
        let best = thread::scope(|scope| {
            let _guard = Finally(&shared.is_over);
            // The first of them begins deeper than this thread, the next as this one does.
            for (n, history) in (1..).zip(helpers) {
                let shared = &shared;
                scope.spawn(move || {
                    let mut search = Search::new(shared, history, line);
                    let silent = &mut |_: &Report<'_>| ControlFlow::Continue(());
                    search.deepen(moves, 1 + n % 2..=Limits::NONE.depth, 1, silent);
                });
            }
            let mut search = Search::new(&shared, first, line);
            search.deepen(moves, 1..=depth_max, limits.lines, report)
        });
        SearchResult {
            choice: Some(Choice::Move(best.mv)),
            score: best.score,
            depth: best.depth,
            nodes: shared.nodes.into_inner(),
            answer: best.answer,
        }
    }
}

/// Tells the helpers that it is over, also where what they help has panicked: they are waited for.
struct Finally<'a>(&'a AtomicBool);

impl Drop for Finally<'_> {
    fn drop(&mut self) {
        self.0.store(true, Relaxed);
    }
}

const NOTHING: SearchResult =
    SearchResult { choice: None, score: 0, depth: 0, nodes: 0, answer: None };

fn shared<'a>(
    values: &'a Evaluator,
    attacks: &'a Attacks,
    table: &'a Table,
    nodes_max: u64,
    stop: &'a (dyn Fn() -> bool + Sync),
) -> SearchTask<'a> {
    let (nodes, is_over) = (AtomicU64::new(0), AtomicBool::new(false));
    SearchTask { values, attacks, table, nodes, nodes_max, is_over, stop }
}

/// What the rules alone say of the end of a line.
fn outlook(line: &Line) -> Outlook {
    if line.ending().is_some() {
        return Outlook::Clear(NOTHING);
    }
    let turn = line.position().turn();
    // §2.3: a side that declares without meeting the conditions loses.
    if line.declare().is_ok_and(|ending| ending.winner == Some(turn)) {
        return Outlook::Clear(SearchResult {
            choice: Some(Choice::Declare),
            score: WIN,
            ..NOTHING
        });
    }
    let mut moves = Vec::new();
    for &mv in line.position().legal_moves().iter() {
        match line.judge(mv) {
            // Whatever the rules make of it, it wins.
            Ok(Some(ending)) if ending.winner == Some(turn) => {
                return Outlook::Clear(SearchResult {
                    choice: Some(Choice::Move(mv)),
                    score: WIN - 1,
                    depth: 1,
                    nodes: 1,
                    answer: None,
                });
            }
            // Perpetual check is a legal move that loses.
            Ok(Some(ending)) if ending.winner.is_some() => {}
            Ok(_) => moves.push(mv),
            Err(_) => {}
        }
    }
    if moves.is_empty() {
        let any = line.position().legal_moves().first().copied();
        return Outlook::Clear(SearchResult {
            choice: any.map(Choice::Move),
            score: -WIN,
            ..NOTHING
        });
    }
    Outlook::Open(moves)
}
