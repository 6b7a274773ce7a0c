//! What the server does not do while a rated game is being played: compute a position, or look one
//! up, for somebody who plays it, or for somebody next to them who shows its position. Everything
//! that does so asks [`Directory::may_assist`] first.

use std::{collections::HashMap, net::IpAddr, sync::Arc};

use komadai_game::{Game, Phase, RATED_PLIES_MIN};
use komadai_ids::{Code, UserId};
use komadai_rules::{BySide, Position, Side};
use parking_lot::Mutex;

use super::Directory;
use crate::{Refused, Why, addresses::Addresses};

/// Who asks for something to be computed or looked up.
#[derive(Clone, Copy, Debug)]
pub struct Asker {
    /// As whom, if they are a player yet.
    pub player: Option<UserId>,
    /// From where, if that is known.
    pub address: Option<IpAddr>,
}

/// The positions of the rated games that are being played here, by their keys.
#[derive(Debug, Default)]
pub(super) struct RunningPositions {
    // A lock, because rooms and sessions come here; it is held for a look-up only.
    by_key: Mutex<HashMap<u64, Vec<RunningPosition>>>,
}

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

/// Keeps a position in the list as long as its room holds this.
pub(crate) struct PositionGuard {
    directory: Arc<Directory>,
    key: u64,
    game: Code,
}

impl Drop for PositionGuard {
    fn drop(&mut self) {
        let mut by_key = self.directory.running_positions.by_key.lock();
        if let Some(games) = by_key.get_mut(&self.key) {
            games.retain(|it| it.game != self.game);
            if games.is_empty() {
                by_key.remove(&self.key);
            }
        }
    }
}

impl Directory {
    /// The rated game at which a player sits now. One by correspondence lasts for weeks, in which
    /// other games are studied.
    pub fn rated_game_of(&self, player: UserId) -> Option<Code> {
        let live = self.live.lock();
        let mut games = live.of(player).iter();
        games
            .find(|it| it.side.is_some() && it.is_unaided && !it.is_correspondence)
            .map(|it| it.game)
    }

    /// Whether something may be computed or looked up for somebody; of a position, if it is known
    /// which.
    ///
    /// # Errors
    /// When they sit at a rated game, or when that is the position of one that they, or somebody at
    /// their address, are playing.
    pub fn may_assist(&self, asker: Asker, position: Option<&Position>) -> Result<(), Refused> {
        if asker.player.is_some_and(|player| self.rated_game_of(player).is_some()) {
            return Err(Refused::new(Why::RatedGameRunning));
        }
        let Some(position) = position else { return Ok(()) };
        let by_key = self.running_positions.by_key.lock();
        let games = by_key.get(&position.key()).map(Vec::as_slice).unwrap_or_default();
        match games.iter().any(|it| it.concerns(asker)) {
            true => {
                let message = "this is the position of a rated game that is being played from \
                               your network; ask again when it has moved on";
                Err(Refused::said(Why::RatedGameRunning, message))
            }
            false => Ok(()),
        }
    }

    /// Lists the position of a game, if it is a rated one that is being played. Before both sides
    /// have made two moves, many games look alike.
    pub(crate) fn list_position(
        self: &Arc<Self>,
        game: &Game,
        addresses: &BySide<Addresses>,
    ) -> Option<PositionGuard> {
        let is_listed = game.setup().rated
            && game.phase() == Phase::Playing
            && game.line().n_moves() >= RATED_PLIES_MIN;
        let players = game.players().filter(|_| is_listed)?;
        let people = players.as_ref().map(|player| (!player.bot).then_some(player.id));
        let (key, game) = (game.line().position().key(), game.id().code());
        let position = RunningPosition { game, people, addresses: addresses.clone() };
        self.running_positions.by_key.lock().entry(key).or_default().push(position);
        Some(PositionGuard { directory: self.clone(), key, game })
    }
}
