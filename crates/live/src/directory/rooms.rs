//! The rooms of live games by their codes, and the games of each player that are not over.

use std::{
    collections::{BTreeMap, HashMap, HashSet},
    sync::{Arc, atomic::AtomicI64},
};

use komadai_game::{Game, Player, Setup};
use komadai_ids::{Code, UserId};
use komadai_rules::Side;

use crate::{
    nodes::{Base64, GameThere},
    room::{NO_POS, RoomHandle},
};

/// All of them; [`super::Directory`] keeps them behind its lock.
#[derive(Default)]
pub(super) struct Rooms {
    entries: HashMap<Code, RoomEntry>,
    /// Those that lists of games to watch look at, in the order in which they were opened.
    watched: BTreeMap<u64, Code>,
    /// How many were opened since the start.
    n_opened: u64,
    /// Each player's games that are not over.
    by_player: HashMap<UserId, Vec<Seat>>,
    /// All games that are not over.
    unfinished: HashSet<Code>,
}

/// A player's part in a game that is not over.
#[derive(Clone, Copy)]
pub(super) struct Seat {
    pub(super) game: Code,
    /// Once known.
    pub(super) side: Option<Side>,
    pub(super) is_correspondence: bool,
    /// Whether it waits for its player: [`super::waits`].
    pub(super) waits: bool,
    /// Whether the player's rating depends on it, and a person plays it: programs are there to
    /// compute.
    pub(super) is_unaided: bool,
}

pub(super) struct RoomEntry {
    pub(super) handle: RoomHandle,
    pub(super) base_pos: Arc<AtomicI64>,
    /// Whether it is left out where games to watch are listed.
    pub(super) is_correspondence: bool,
    /// What the home was told of the game, where there is one.
    pub(super) reported: Option<GameReport>,
    /// As which it was opened, where lists look at it.
    pub(super) opened_as: Option<u64>,
}

/// A node's report of a game that has begun.
pub(super) struct GameReport {
    /// Its first record.
    pub(super) founding: Base64,
    pub(super) is_over: bool,
}

impl RoomEntry {
    pub(super) fn here(handle: RoomHandle, base_pos: Arc<AtomicI64>) -> Self {
        Self { handle, base_pos, is_correspondence: false, reported: None, opened_as: None }
    }

    pub(super) fn there(game: Arc<GameThere>) -> Self {
        Self::here(RoomHandle::there(game), Arc::new(AtomicI64::new(NO_POS)))
    }
}

impl Rooms {
    pub(super) fn get(&self, code: Code) -> Option<&RoomEntry> {
        self.entries.get(&code)
    }

    pub(super) fn get_mut(&mut self, code: Code) -> Option<&mut RoomEntry> {
        self.entries.get_mut(&code)
    }

    pub(super) fn all(&self) -> impl Iterator<Item = &RoomEntry> {
        self.entries.values()
    }

    /// So many of those that lists look at, the latest first: those opened before that one, each
    /// with its number. Only these are copied, however many there are.
    pub(super) fn watched(&self, before: u64, n: usize) -> Vec<(u64, RoomHandle)> {
        let codes = self.watched.range(..before).rev().take(n);
        let found =
            codes.filter_map(|(at, code)| Some((*at, self.entries.get(code)?.handle.clone())));
        found.collect()
    }

    pub(super) fn insert(&mut self, mut entry: RoomEntry) {
        let code = entry.handle.id().code();
        self.remove(code);
        if !entry.is_correspondence {
            self.watched.insert(self.n_opened, code);
            entry.opened_as = Some(self.n_opened);
            self.n_opened += 1;
        }
        self.entries.insert(code, entry);
    }

    pub(super) fn remove(&mut self, code: Code) {
        let removed = self.entries.remove(&code);
        if let Some(at) = removed.and_then(|entry| entry.opened_as) {
            self.watched.remove(&at);
        }
    }

    pub(super) fn clear(&mut self) {
        self.entries.clear();
        self.watched.clear();
    }

    /// A game that another node hosts.
    pub(super) fn there(&self, code: Code) -> Option<&Arc<GameThere>> {
        self.get(code)?.handle.as_there()
    }

    /// Removes the entry of a game at another node, if it still is this one.
    pub(super) fn remove_there(&mut self, game: &Arc<GameThere>) -> bool {
        let code = game.id.code();
        let is_it = self.there(code).is_some_and(|it| Arc::ptr_eq(it, game));
        if is_it {
            self.remove(code);
            game.leaves();
        }
        is_it
    }

    /// The players of a game that is about to be made.
    pub(super) fn reserve(&mut self, setup: &Setup) {
        let seats = [Some(&setup.seats.creator), setup.seats.opponent.as_ref()];
        for player in seats.into_iter().flatten() {
            self.seat(player, setup, None);
        }
    }

    /// The players of a game, with their sides once both are known.
    pub(super) fn register(&mut self, game: &Game) {
        let setup = game.setup();
        match game.players() {
            Some(players) => {
                for side in Side::ALL {
                    self.seat(&players[side], setup, Some(side));
                }
            }
            None => self.seat(&setup.seats.creator, setup, None),
        }
    }

    fn seat(&mut self, player: &Player, setup: &Setup, side: Option<Side>) {
        let seated = Seat {
            game: setup.id.code(),
            side,
            is_correspondence: setup.is_correspondence(),
            waits: super::waits(setup),
            is_unaided: setup.rated && !player.bot,
        };
        self.unfinished.insert(seated.game);
        let games = self.by_player.entry(player.id).or_default();
        match games.iter_mut().find(|it| it.game == seated.game) {
            Some(known) => known.side = side,
            None => games.push(seated),
        }
    }

    /// These players do not have this game any more.
    pub(super) fn free(&mut self, code: Code, players: impl IntoIterator<Item = UserId>) {
        self.unfinished.remove(&code);
        for player in players {
            if let Some(games) = self.by_player.get_mut(&player) {
                games.retain(|it| it.game != code);
                if games.is_empty() {
                    self.by_player.remove(&player);
                }
            }
        }
    }

    /// A player's games that are not over.
    pub(super) fn of(&self, player: UserId) -> &[Seat] {
        self.by_player.get(&player).map(Vec::as_slice).unwrap_or_default()
    }

    /// How many games are not over.
    pub(super) fn n_unfinished(&self) -> usize {
        self.unfinished.len()
    }

    /// Everybody who has a game that is not over.
    pub(super) fn players(&self) -> impl Iterator<Item = UserId> {
        self.by_player.keys().copied()
    }
}

/// Everybody who has a part in a game.
pub(super) fn players_of(game: &Game) -> impl Iterator<Item = UserId> {
    let seated = game.players().into_iter().flat_map(|it| [it.sente.id, it.gote.id]);
    seated.chain([game.setup().seats.creator.id])
}

#[cfg(test)]
mod tests {
    use std::hint::black_box;

    use komadai_ids::GameId;
    use tokio::time::Instant;

    use super::*;

    /// A room of a game that was made as the nth.
    fn room(n: u64) -> RoomEntry {
        let id = GameId::derived(n, &[b"room", &n.to_le_bytes()]);
        RoomEntry::here(RoomHandle::deserted(id), Arc::new(AtomicI64::new(NO_POS)))
    }

    fn codes(rooms: &[(u64, RoomHandle)]) -> Vec<Code> {
        rooms.iter().map(|(_, room)| room.id().code()).collect()
    }

    #[test]
    fn who_looks_some_at_a_time_misses_none_that_stays_and_sees_none_twice() {
        let mut rooms = Rooms::default();
        let all: Vec<Code> = (0..10)
            .map(|n| {
                let entry = RoomEntry { is_correspondence: n == 9, ..room(n) };
                let code = entry.handle.id().code();
                rooms.insert(entry);
                code
            })
            .collect();
        let first = rooms.watched(u64::MAX, 3);
        assert_eq!(codes(&first), [all[8], all[7], all[6]], "the latest first, and no letters");
        // Meanwhile some close, and others open.
        rooms.remove(all[7]);
        rooms.remove(all[5]);
        rooms.insert(room(10));
        rooms.insert(room(4));
        let second = rooms.watched(first[2].0, 3);
        assert_eq!(codes(&second), [all[3], all[2], all[1]], "the fourth was opened again");
        assert_eq!(rooms.watched(u64::MAX, 100).len(), 8);
        rooms.clear();
        assert!(rooms.watched(u64::MAX, 100).is_empty());
    }

    /// `cargo test -p komadai-live --lib what_a_list_copies -- --nocapture` prints what a look at
    /// forty games costs among twenty thousand, and what it cost to copy them all.
    #[test]
    fn what_a_list_copies_does_not_grow_with_the_rooms() {
        const LOOKS: u32 = 200;
        let mut rooms = Rooms::default();
        (0..20_000).for_each(|n| rooms.insert(room(n)));
        let per_look = |look: &dyn Fn() -> usize| {
            let begin = Instant::now();
            let copied: usize = (0..LOOKS).map(|_| black_box(look())).sum();
            (copied / LOOKS as usize, begin.elapsed() / LOOKS)
        };
        let (all, all_took) = per_look(&|| {
            let watched = rooms.all().filter(|entry| !entry.is_correspondence);
            watched.map(|entry| entry.handle.clone()).collect::<Vec<_>>().len()
        });
        let (some, some_took) = per_look(&|| rooms.watched(u64::MAX, 40).len());
        println!("{all} rooms copied: {all_took:?}; {some} rooms copied: {some_took:?}");
        assert_eq!((all, some), (20_000, 40));
    }
}
