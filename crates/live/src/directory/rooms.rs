//! The rooms of live games by their codes, and the games of each player that are not over.

use std::{
    collections::{HashMap, HashSet},
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
}

/// A node's report of a game that has begun.
pub(super) struct GameReport {
    /// Its first record.
    pub(super) founding: Base64,
    pub(super) is_over: bool,
}

impl RoomEntry {
    pub(super) fn here(handle: RoomHandle, base_pos: Arc<AtomicI64>) -> Self {
        Self { handle, base_pos, is_correspondence: false, reported: None }
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

    pub(super) fn insert(&mut self, entry: RoomEntry) {
        self.entries.insert(entry.handle.id().code(), entry);
    }

    pub(super) fn remove(&mut self, code: Code) {
        self.entries.remove(&code);
    }

    pub(super) fn clear(&mut self) {
        self.entries.clear();
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
