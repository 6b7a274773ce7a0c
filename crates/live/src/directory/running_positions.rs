//! The positions of the rated games that are being played here.

use std::{collections::HashMap, net::IpAddr, sync::Arc};

use komadai_game::{Game, Phase, RATED_PLIES_MIN};
use komadai_ids::{Code, UserId};
use komadai_rules::{BySide, Position, Side};
use parking_lot::Mutex;

use crate::addresses::Addresses;

/// Who asks for something to be computed or looked up.
#[derive(Clone, Copy, Debug)]
pub struct Asker {
    /// As whom, if they are a player yet.
    pub player: Option<UserId>,
    /// From where, if that is known.
    pub address: Option<IpAddr>,
}

/// The positions of the rated games that are being played, by their keys. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub(crate) struct RunningPositions(
    // A lock, because rooms and sessions come here; it is held for a look-up only.
    Arc<Mutex<HashMap<u64, Vec<RunningPosition>>>>,
);

/// Where a rated game is, and whom that concerns.
#[derive(Debug)]
struct RunningPosition {
    game: Code,
    /// Its players who are people. Programs are there to compute.
    people: BySide<Option<UserId>>,
    addresses: BySide<Addresses>,
}

impl RunningPosition {
    /// Whether somebody plays this game, or comes from where one of its players does.
    fn concerns(&self, asker: Asker) -> bool {
        Side::ALL.into_iter().any(|side| {
            self.people[side].is_some_and(|person| {
                let is_there = asker.address.is_some_and(|it| self.addresses[side].contains(it));
                asker.player == Some(person) || is_there
            })
        })
    }
}

impl RunningPositions {
    /// Whether somebody plays a game in which this is the position, or comes from where one of its
    /// players does.
    pub(super) fn concern(&self, asker: Asker, position: &Position) -> bool {
        let by_key = self.0.lock();
        by_key.get(&position.key()).is_some_and(|games| games.iter().any(|it| it.concerns(asker)))
    }

    /// Lists the position of a game, if it is a rated one that is being played. Before both sides
    /// have made two moves, many games look alike.
    pub(crate) fn list(&self, game: &Game, addresses: &BySide<Addresses>) -> Option<PositionGuard> {
        let is_listed = game.setup().rated
            && game.phase() == Phase::Playing
            && game.line().n_moves() >= RATED_PLIES_MIN;
        let players = game.players().filter(|_| is_listed)?;
        let people = players.as_ref().map(|player| (!player.bot).then_some(player.id));
        let (key, game) = (game.line().position().key(), game.id().code());
        let position = RunningPosition { game, people, addresses: addresses.clone() };
        self.0.lock().entry(key).or_default().push(position);
        Some(PositionGuard { positions: self.clone(), key, game })
    }
}

/// Keeps a position in the list as long as its room holds this.
pub(crate) struct PositionGuard {
    positions: RunningPositions,
    key: u64,
    game: Code,
}

impl Drop for PositionGuard {
    fn drop(&mut self) {
        let mut by_key = self.positions.0.lock();
        if let Some(games) = by_key.get_mut(&self.key) {
            games.retain(|it| it.game != self.game);
            if games.is_empty() {
                by_key.remove(&self.key);
            }
        }
    }
}
