//! What is known of many positions.

use std::iter::Peekable;

use crate::{GameNumber, Head, Key, PositionStats};

/// The only game that came to positions with this head. To which of them, and what it played there,
/// is to be looked up in the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hint {
    pub head: Head,
    /// Whether it is a long head: something else is known of positions with the same short one.
    pub is_long: bool,
    pub game: GameNumber,
}

impl Hint {
    /// Whether it is of the position with this key.
    pub fn is_of(self, key: Key) -> bool {
        self.head == if self.is_long { key.long_head() } else { key.head() }
    }
}

/// What is known of many positions: hints, and entries.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Entries {
    /// In the order of their heads.
    pub(crate) hints: Vec<Hint>,
    /// In the order of their keys, each key once.
    pub(crate) whole: Vec<PositionStats>,
}

impl Entries {
    /// Of entries in the order of their keys, each key once.
    pub fn of(whole: Vec<PositionStats>) -> Self {
        Self { hints: Vec::new(), whole }
    }

    /// Adds those of later positions.
    pub fn extend(&mut self, later: Self) {
        self.hints.extend(later.hints);
        self.whole.extend(later.whole);
    }

    /// Takes those from this key on, which is the first of a head.
    pub fn split_off(&mut self, first: Key) -> Self {
        let hint = self.hints.partition_point(|it| it.head.first() < first);
        let entry = self.whole.partition_point(|it| it.key < first);
        Self { hints: self.hints.split_off(hint), whole: self.whole.split_off(entry) }
    }

    /// The hints.
    pub fn hints(&self) -> &[Hint] {
        &self.hints
    }

    /// The entries that are no hints.
    pub fn whole(&self) -> &[PositionStats] {
        &self.whole
    }

    /// The entries that are no hints, to be [resolved](PositionStats::resolve).
    pub fn whole_mut(&mut self) -> &mut [PositionStats] {
        &mut self.whole
    }

    /// Hints that are not the only thing known of their heads. After a merge they must be looked up
    /// and [cleared](Self::clear), until there are none.
    pub fn unclear(&self) -> Vec<Hint> {
        let mut unclear = Vec::new();
        for here in self.hints.chunk_by(|a, b| a.head.first().head() == b.head.first().head()) {
            let Some(head) = here.first().map(|it| it.head.first().head()) else { continue };
            let at = self.whole.partition_point(|it| it.key < head.first());
            let others = self.whole.get(at..).unwrap_or_default();
            let n_others = others.iter().take_while(|it| it.key.head() == head).count();
            let others = others.get(..n_others).unwrap_or_default();
            if here.len() == 1 && others.is_empty() {
                continue;
            }
            for (at, hint) in here.iter().enumerate() {
                let beside = [at.checked_sub(1), at.checked_add(1)].into_iter().flatten();
                let has_same = |at: usize| here.get(at).is_some_and(|it| it.head == hint.head);
                let entry = others.partition_point(|it| it.key < hint.head.first());
                let has_entry = others.get(entry).is_some_and(|it| hint.is_of(it.key));
                if !hint.is_long || has_entry || beside.into_iter().any(has_same) {
                    unclear.push(*hint);
                }
            }
        }
        unclear
    }

    /// Puts what was found of the games of its unclear hints in their place: an entry of each of the
    /// game's positions with the hint's head.
    pub fn clear(&mut self, mut found: Vec<PositionStats>) {
        let unclear = self.unclear();
        self.hints.retain(|hint| unclear.binary_search(hint).is_err());
        found.sort_by_key(|it| it.key);
        let whole = std::mem::take(&mut self.whole);
        self.whole = merge_whole(vec![whole, found]);
    }

    /// Keeps nothing but hints of positions of single games, and numbers of few games. No hint may
    /// be unclear.
    pub fn strip(&mut self) {
        let (mut hints, mut kept) = (Vec::new(), Vec::new());
        let whole = std::mem::take(&mut self.whole);
        for here in whole.chunk_by(|a, b| a.key.head() == b.key.head()) {
            let Some(head) = here.first().map(|it| it.key.head()) else { continue };
            let at = self.hints.partition_point(|it| it.head < head);
            let has_hint = self.hints.get(at).is_some_and(|it| it.head.first().head() == head);
            if let (false, Some(game)) = (has_hint, only(here)) {
                hints.push(Hint { head, is_long: false, game });
                continue;
            }
            for here in here.chunk_by(|a, b| a.key.long_head() == b.key.long_head()) {
                match (here, only(here)) {
                    ([first, ..], Some(game)) => {
                        hints.push(Hint { head: first.key.long_head(), is_long: true, game });
                    }
                    _ => kept.extend(here.iter().cloned().map(|mut entry| {
                        entry.strip();
                        entry
                    })),
                }
            }
        }
        self.whole = kept;
        self.hints.extend(hints);
        self.hints.sort_unstable();
    }
}

/// The game that is the only one in all of these positions.
fn only(entries: &[PositionStats]) -> Option<GameNumber> {
    let game = entries.first()?.only()?;
    entries.iter().all(|it| it.only() == Some(game)).then_some(game)
}

/// Many lists as one: entries of the same position are added.
pub fn merge(lists: Vec<Entries>) -> Entries {
    let (mut hints, mut whole) = (Vec::new(), Vec::new());
    for list in lists {
        hints.extend(list.hints);
        whole.push(list.whole);
    }
    hints.sort_unstable();
    hints.dedup();
    Entries { hints, whole: merge_whole(whole) }
}

fn merge_whole(lists: Vec<Vec<PositionStats>>) -> Vec<PositionStats> {
    let mut lists: Vec<Peekable<_>> =
        lists.into_iter().map(|list| list.into_iter().peekable()).collect();
    let mut merged: Vec<PositionStats> = Vec::new();
    loop {
        let heads = lists.iter_mut().enumerate();
        let first = heads.filter_map(|(at, list)| Some((list.peek()?.key, at))).min();
        let Some((_, at)) = first else { return merged };
        let Some(entry) = lists.get_mut(at).and_then(Iterator::next) else { return merged };
        match merged.last_mut() {
            Some(last) if last.key == entry.key => last.add(entry),
            _ => merged.push(entry),
        }
    }
}
