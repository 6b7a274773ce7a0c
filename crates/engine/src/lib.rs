//! An opponent when nobody is there: alpha-beta over the rules, for every variant.
//!
//! Nothing here knows a particular variant: the value of a piece comes from how it moves. Nothing
//! reads a clock or uses randomness either: a [`Level`] limits a search by depth and positions, the
//! caller may [stop](Engine::choose) it earlier, and the mistakes of a weak level come from a seed.
//! The same line, level and seed give the same choice.
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

mod eval;
mod hint;
mod level;
mod search;
mod table;

use komadai_rules::{Line, Move, MoveList, Variant};

use crate::{eval::Values, level::Dice, search::Search, table::Table};
pub use crate::{hint::hint, level::Level};

/// What a won game is worth, in hundredths of a pawn; one ply later one less.
const WIN: i32 = 1_000_000;

/// From here on a score means that a win has been seen to its end.
const WIN_SEEN: i32 = WIN - 1_000;

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
}

/// Plays one variant. Remembers what it has searched, so one of them for many moves is quicker
/// than one for each; it takes about 8 MB.
#[derive(Debug)]
pub struct Engine {
    values: Values,
    table: Table,
}

impl Engine {
    /// An engine for a variant.
    pub fn new(variant: Variant) -> Self {
        Self { values: Values::of(variant), table: Table::new() }
    }

    /// The variant it plays.
    pub fn variant(&self) -> Variant {
        self.values.variant()
    }

    /// What to do at the end of a line of this variant. `stop` is asked now and then; when it says
    /// yes, the best so far is the answer.
    pub fn choose(
        &mut self,
        line: &Line,
        level: Level,
        seed: u64,
        stop: &dyn Fn() -> bool,
    ) -> SearchResult {
        let nothing = SearchResult { choice: None, score: 0, depth: 0, nodes: 0 };
        if line.ending().is_some() {
            return nothing;
        }
        let turn = line.position().turn();
        // §2.3: a side that declares without meeting the conditions loses.
        if line.declare().is_ok_and(|ending| ending.winner == Some(turn)) {
            return SearchResult { choice: Some(Choice::Declare), score: WIN, ..nothing };
        }
        let mut moves = Vec::new();
        for &mv in line.position().legal_moves().iter() {
            match line.judge(mv) {
                // Whatever the rules make of it, it wins.
                Ok(Some(ending)) if ending.winner == Some(turn) => {
                    return SearchResult {
                        choice: Some(Choice::Move(mv)),
                        score: WIN,
                        depth: 1,
                        nodes: 1,
                    };
                }
                // Perpetual check is a legal move that loses.
                Ok(Some(ending)) if ending.winner.is_some() => {}
                Ok(_) => moves.push(mv),
                Err(_) => {}
            }
        }
        let Some(&first) = moves.first() else {
            let any = line.position().legal_moves().first().copied();
            return SearchResult { choice: any.map(Choice::Move), score: -WIN, ..nothing };
        };
        let mut dice = Dice::new(seed ^ line.position().key());
        if dice.percent() < level.careless_percent() {
            let any = moves.get(dice.below(moves.len())).copied().unwrap_or(first);
            return SearchResult { choice: Some(Choice::Move(any)), ..nothing };
        }
        self.table.forget_old();
        let mut search = Search::new(&self.values, &mut self.table, line, level.nodes(), stop);
        let (mv, score, depth) = if level.noise() > 0 {
            search.each(&moves, level.depth(), level.noise(), &mut dice)
        } else {
            search.deepen(&moves, level.depth())
        };
        SearchResult { choice: Some(Choice::Move(mv)), score, depth, nodes: search.nodes() }
    }
}

/// Room for the moves of one ply; it is big, so each is used again.
fn move_list() -> Box<MoveList> {
    Box::new(MoveList::new())
}
