//! What is known of one position.

use komadai_rules::Move;

use crate::{Facts, GameNumber, Key, tally::Tally};

/// So many games of a position are kept one by one; of more they are counted.
pub const POSTINGS_MAX: usize = 48;

/// So many games of a position may be known by their numbers alone: each has to be looked up for
/// an answer.
pub const BARE_MAX: usize = 12;

/// Games of a position that are so few are kept by their numbers alone in a large segment.
const STRIPPED_MAX: usize = 10;

/// A game that came through a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Posting {
    pub game: GameNumber,
    /// What was played.
    pub mv: Move,
    /// What else is known of the game.
    pub facts: Facts,
}

/// What is known of one position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionStats {
    /// Which position.
    pub key: Key,
    /// Games that came here, of which the rest is to be looked up in the game.
    pub(crate) bare: Vec<GameNumber>,
    /// Games that came here, in the order of their numbers.
    pub(crate) postings: Vec<Posting>,
    /// All others.
    pub(crate) tally: Tally,
}

impl PositionStats {
    /// Nothing is known of it.
    pub fn empty(key: Key) -> Self {
        Self { key, bare: Vec::new(), postings: Vec::new(), tally: Tally::default() }
    }

    /// One game came there.
    pub fn of(key: Key, posting: Posting) -> Self {
        Self { postings: vec![posting], ..Self::empty(key) }
    }

    /// Adds what another entry knows of the same position, from other games.
    pub fn add(&mut self, other: Self) {
        self.bare.extend(other.bare);
        self.bare.sort_unstable();
        self.postings.extend(other.postings);
        self.postings.sort_unstable();
        self.tally.add(other.tally);
        self.settle();
    }

    /// Adds a game that may have come here.
    pub(crate) fn hinted(&mut self, game: GameNumber) {
        self.bare.push(game);
        self.bare.sort_unstable();
    }

    /// Adds one game.
    pub fn push(&mut self, posting: Posting) {
        self.postings.push(posting);
        self.settle();
    }

    fn settle(&mut self) {
        if self.postings.len() > POSTINGS_MAX || !self.tally.is_empty() {
            for posting in self.postings.drain(..) {
                self.tally.count(posting);
            }
            self.tally.prune();
        }
    }

    /// The games that must be looked up before it can answer; in a merge those that must be before
    /// it is kept, because they are too many.
    pub fn unknown(&self) -> &[GameNumber] {
        &self.bare
    }

    /// Whether more games are known by their numbers alone than may stay so.
    pub fn has_too_many_unknown(&self) -> bool {
        self.bare.len() > BARE_MAX
    }

    /// Puts what was looked up in the place of the numbers. A game that is not found any more, or
    /// that was never here, is none.
    pub fn resolve(&mut self, mut look: impl FnMut(GameNumber) -> Option<Posting>) {
        let bare = std::mem::take(&mut self.bare);
        self.postings.extend(bare.into_iter().filter_map(&mut look));
        self.postings.sort_unstable();
        self.settle();
    }

    /// Keeps nothing but the numbers of its games, where they are few. It is told by a game where it
    /// went on, and nearly all positions are of few games.
    pub(crate) fn strip(&mut self) {
        if self.bare.len() + self.postings.len() <= STRIPPED_MAX && self.tally.is_empty() {
            self.bare.extend(self.postings.drain(..).map(|it| it.game));
            self.bare.sort_unstable();
        }
    }

    /// The game that is the only one here.
    pub(crate) fn only(&self) -> Option<GameNumber> {
        match (&self.bare[..], &self.postings[..]) {
            (&[game], []) | ([], &[Posting { game, .. }]) if self.tally.is_empty() => Some(game),
            _ => None,
        }
    }
}
