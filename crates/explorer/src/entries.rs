//! What is known of many positions.

use std::iter::Peekable;

use crate::{Entry, GameNumber, Head};

/// The only game that came to positions with this head. To which of them, and what it played there,
/// is to be looked up in the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hint {
    pub head: Head,
    pub game: GameNumber,
}

/// What is known of many positions: hints, and entries.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Entries {
    /// In the order of their heads.
    pub(crate) hints: Vec<Hint>,
    /// In the order of their keys, each key once.
    pub(crate) whole: Vec<Entry>,
}

impl Entries {
    /// Of entries in the order of their keys, each key once.
    pub fn of(whole: Vec<Entry>) -> Self {
        Self { hints: Vec::new(), whole }
    }

    /// Adds those of later positions.
    pub fn extend(&mut self, later: Self) {
        self.hints.extend(later.hints);
        self.whole.extend(later.whole);
    }

    /// Takes those from this head on.
    pub fn split_off(&mut self, head: Head) -> Self {
        let hint = self.hints.partition_point(|it| it.head < head);
        let entry = self.whole.partition_point(|it| it.key.head() < head);
        Self { hints: self.hints.split_off(hint), whole: self.whole.split_off(entry) }
    }

    /// The hints.
    pub fn hints(&self) -> &[Hint] {
        &self.hints
    }

    /// The entries that are no hints.
    pub fn whole(&self) -> &[Entry] {
        &self.whole
    }

    /// The entries that are no hints, to be [resolved](Entry::resolve).
    pub fn whole_mut(&mut self) -> &mut [Entry] {
        &mut self.whole
    }

    /// Hints that are not the only thing known of their heads. After a merge they must be looked up
    /// and [cleared](Self::clear).
    pub fn unclear(&self) -> Vec<Hint> {
        let is_unclear = |at: usize| {
            let Hint { head, .. } = *self.hints.get(at)?;
            let beside = [at.checked_sub(1), at.checked_add(1)];
            let mut beside = beside.into_iter().filter_map(|at| self.hints.get(at?));
            let entry = self.whole.partition_point(|it| it.key.head() < head);
            let has_entry = self.whole.get(entry).is_some_and(|it| it.key.head() == head);
            Some(has_entry || beside.any(|it| it.head == head))
        };
        let hints = self.hints.iter().enumerate();
        hints.filter(|&(at, _)| is_unclear(at) == Some(true)).map(|(_, &hint)| hint).collect()
    }

    /// Puts what was found of the games of its unclear hints in their place: an entry of each of the
    /// game's positions with the hint's head.
    pub fn clear(&mut self, mut found: Vec<Entry>) {
        let unclear = self.unclear();
        self.hints.retain(|hint| unclear.binary_search(hint).is_err());
        found.sort_by_key(|it| it.key);
        let whole = std::mem::take(&mut self.whole);
        self.whole = merge_whole(vec![whole, found]);
    }

    /// Keeps nothing but hints of positions of single games, and numbers of few games. No hint may
    /// be unclear.
    pub fn strip(&mut self) {
        let mut kept: Vec<Entry> = Vec::new();
        let mut whole = std::mem::take(&mut self.whole).into_iter().peekable();
        while let Some(entry) = whole.next() {
            let (head, only) = (entry.key.head(), entry.only());
            let mut here = vec![entry];
            while let Some(next) = whole.next_if(|it| it.key.head() == head) {
                here.push(next);
            }
            match only {
                Some(game) if here.iter().all(|it| it.only() == only) => {
                    self.hints.push(Hint { head, game });
                }
                _ => {
                    here.iter_mut().for_each(Entry::strip);
                    kept.append(&mut here);
                }
            }
        }
        self.whole = kept;
        self.hints.sort_unstable();
    }
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

fn merge_whole(lists: Vec<Vec<Entry>>) -> Vec<Entry> {
    let mut lists: Vec<Peekable<_>> =
        lists.into_iter().map(|list| list.into_iter().peekable()).collect();
    let mut merged: Vec<Entry> = Vec::new();
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
